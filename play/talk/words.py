"""Words for what talk refuses."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.words import refusal_text
from games.rules import Refusal


def talk_refusal(refusal: Refusal) -> str:
    """The refusal as a sentence that says what to do."""
    most = int(str(refusal.params.get("most", 0)))
    words = {
        "talk-closed": _("This table closed some days after its game. Nothing was sent."),
        "talk-empty": _("Write something first, or choose a phrase."),
        "talk-phrases": _("A guest sits at this table, so only the phrases can be said. Choose one of them."),
        "talk-long": ngettext(
            "A message has at most %(most)d character. Shorten it and send it again.",
            "A message has at most %(most)d characters. Shorten it and send it again.",
            most,
        )
        % {"most": most},
        "talk-often": _("You have said a lot in this minute. Wait a little, then send it again."),
        "notes-forbidden": _("This event allows no notes and no guesses while the game is played."),
        "note-long": ngettext(
            "Notes have room for %(most)d character. Shorten them; nothing is lost until you leave the page.",
            "Notes have room for %(most)d characters. Shorten them; nothing is lost until you leave the page.",
            most,
        )
        % {"most": most},
        "guess-piece": _("You can mark a piece on the board whose rank you do not know."),
        "guess-rank": _("There is no such rank in this game."),
        "guess-over": _("The game is over: its guesses stay as they are."),
        "guess-many": ngettext(
            "You have made %(most)d guess at this game. There is no room for more.",
            "You have made %(most)d guesses at this game. There is no room for more.",
            most,
        )
        % {"most": most},
    }
    return words.get(refusal.code) or refusal_text(refusal)
