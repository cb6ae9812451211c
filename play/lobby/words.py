"""Words of the lobby: its refusals, time controls, ratings and deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.people.preferences import preferences_of
from games.domain.clocks import TimeControl
from games.presentation.clock_text import span_text
from games.presentation.reveal import reveal_words
from games.presentation.words import refusal_text
from games.rules import Refusal
from play.lobby.models import Seek
from web.words import all_isolated

# -- times ----------------------------------------------------------------------------------------


def left_text(due: datetime, now: datetime) -> str:
    """The time until a deadline, like “2 days 3 hours left”."""
    left = due - now
    if left <= timedelta(0):
        return _("time is over")
    if left < timedelta(minutes=1):
        return _("less than a minute left")
    return _("%(time)s left") % {"time": span_text(int(left.total_seconds()))}


# -- what a seek offers ---------------------------------------------------------------------------


def range_text(lowest: int | None, highest: int | None) -> str:
    """Which ratings may join, like “1400–1700”; any, without bounds."""
    if lowest is None and highest is None:
        return _("any rating")
    if highest is None:
        return _("from %(lowest)d") % {"lowest": lowest}
    if lowest is None:
        return _("up to %(highest)d") % {"highest": highest}
    return _("%(lowest)d–%(highest)d") % {"lowest": lowest, "highest": highest}


def rated_text(seek: Seek, players: Iterable[Player], reader: Player | None) -> str:
    """What a rated game counts for, as who looks at its seek is told before it begins.

    Args:
        seek: the game that is looked for.
        players: who sits there.
        reader: who looks; None for somebody who is not signed in.
    """
    others = [player for player in players if reader is None or player.id != reader.id]
    if reader is not None and reader.machine:
        return _("Rated")
    wishes = reader is not None and preferences_of(reader.account).rated_bots
    if any(player.machine for player in others):
        if reader is None:
            return _("Rated for the bot, and for who wishes it")
        return _("Rated for you and the bot") if wishes else _("Rated for the bot only")
    if seek.bots and reader is not None and (reader.id == seek.host_id or seek.size > 2):
        return _("Rated, against bots too") if wishes else _("Rated; against a bot not for you")
    return _("Rated")


def options_text(seek: Seek, control: TimeControl) -> list[str]:
    """What else a seek settles, in the order of its form."""
    words = [_("time to set up: %(time)s") % {"time": span_text(control.setup)}]
    words.append(_("a draw after %(plies)d moves without an attack") % {"plies": seek.no_attack_limit})
    if not seek.live:
        words.append(_("vacations allowed") if control.vacation else _("no vacations"))
    words.append(_("notes allowed") if seek.notes else _("no notes and guesses"))
    if seek.bots:
        words.append(_("bots may join"))
    if seek.memory:
        words.append(_("memory marks"))
    if seek.spotter:
        words.append(_("with the Spotter"))
    words.append(reveal_words(seek.reveal, seek.reveal_after) or _("opened at the end"))
    return words


# -- refusals -------------------------------------------------------------------------------------

_STATUS = {
    "gone": 410,
    "expired": 410,
    "full": 409,
    "place-taken": 409,
    "no-game": 404,
    "not-over": 409,
    "too-many": 429,
    "too-many-guests": 429,
    "guest-games": 429,
    "too-many-invitations": 429,
    "invited-enough": 429,
    "rematch-declined": 409,
    "rematch-missing": 409,
}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of an answer that refuses; 403 for whatever is not about the state of things."""
    return _STATUS.get(refusal.code, 403)


def lobby_refusal(refusal: Refusal) -> str:
    """A refusal as a sentence that says what to do."""
    params = all_isolated(refusal.params)
    words = _sentences().get(refusal.code)
    if refusal.code == "rating":
        return _rating(params)
    if refusal.code in ("too-many", "table-size", "guest-games"):
        words = _counted(refusal.code, int(str(params.get("most", 0))))
    return refusal_text(refusal) if words is None else words % params


def _rating(params: Mapping[str, Any]) -> str:
    wanted = range_text(params.get("lowest"), params.get("highest"))
    text = _("Your rating of %(rating)s is outside the range that was asked for (%(wanted)s). Choose another seek.")
    return text % {"rating": params.get("rating"), "wanted": wanted}


def _counted(code: str, most: int) -> str:
    if code == "too-many":
        return ngettext(
            "You have %(most)d seek open, as many as there can be. Cancel one first.",
            "You have %(most)d seeks open, as many as there can be. Cancel one first.",
            most,
        )
    if code == "guest-games":
        return ngettext(
            "You have %(most)d unfinished game, as many as a guest can have. Finish it, or sign up.",
            "You have %(most)d unfinished games, as many as a guest can have. Finish one, or sign up.",
            most,
        )
    return ngettext(
        "This game has room for %(most)d other player only.",
        "This game has room for %(most)d other players only.",
        most,
    )


def _sentences() -> dict[str, str]:
    return {
        "own-seek": _("This seek is your own. Wait for somebody to join, or cancel it."),
        "gone": _("This seek was taken back. Choose another one, or post your own."),
        "expired": _("This seek has expired. Choose another one, or post your own."),
        "full": _("Somebody was faster: this game has its players. Choose another seek, or post your own."),
        "place-taken": _("Somebody was faster: this place is taken. Choose one of those that are left."),
        "own-bot": _("Against your own bot, or between two of one owner, no game is rated. Play a casual one."),
        "no-bots": _("This seek is for people. Choose one that bots may join, or challenge somebody who plays bots."),
        "no-bots-asked": _("%(name)s takes no challenges of bots. Choose somebody else."),
        "not-invited": _("This challenge is for somebody else. Look for a game in the lobby."),
        "not-there": _("You have no place at this table. Look for a game in the lobby."),
        "not-yours": _("Only who posted a seek can cancel it."),
        "guest": _("Guests play the computer, and by link. Sign up to play with others; your games go with you."),
        "guest-rated": _("This game is rated, and guests have no rating. Sign up for it; your games go with you."),
        "too-many-guests": _("Too many guests came from here within the hour. Wait a little, or sign in."),
        "blocked": _("You and %(name)s cannot play each other. Choose another player."),
        "challenge-self": _("You cannot challenge yourself. Name somebody else."),
        "unavailable": _("%(name)s takes no challenges of this kind at present. Challenge somebody else."),
        "bot": _("%(name)s is a computer player. Start a game against the computer instead."),
        "guest-challenged": _("%(name)s is a guest and cannot be challenged. Send a link to a casual game instead."),
        "no-account": _("%(name)s does not play here. Name somebody who has an account."),
        "no-such-player": _("There is no player called %(name)s. Check the spelling."),
        "challenged-enough": _("%(name)s has not answered your last challenges yet. Wait for an answer."),
        "named-twice": _("A player is named twice. Name each once."),
        "not-over": _("A rematch can be asked for once the game is over."),
        "tournament-game": _("A game of a tournament has no rematch. Challenge your opponent to a game of your own."),
        "no-game": _("There is no such game."),
        "not-your-game": _("Only players of a game can ask for a rematch."),
        "rematch-declined": _("Your rematch was declined. You can still challenge the player again."),
        "rematch-missing": _("A player of this game is no longer here, so there can be no rematch."),
    }
