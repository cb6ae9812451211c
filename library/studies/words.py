"""Words for what studies refuse, and for what is drawn in them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.words import refusal_text
from games.rules import Refusal
from library.studies.domain.queries import Role
from web.words import isolated

COLOUR_NAMES: dict[str, str | Promise] = {
    "green": gettext_lazy("green, solid"),
    "red": gettext_lazy("red, dashed"),
    "blue": gettext_lazy("blue, dotted"),
    "yellow": gettext_lazy("yellow, double"),
}
"""Each colour with the line that it is drawn with."""


def shape_text(shape: Sequence[str]) -> str:
    """An arrow or a mark in words."""
    colour, *squares = shape
    values = {"colour": COLOUR_NAMES.get(colour, colour), "one": squares[0], "other": squares[-1]}
    if len(squares) > 1:
        return _("Arrow from %(one)s to %(other)s (%(colour)s)") % values
    return _("%(one)s marked (%(colour)s)") % values


def changed_text() -> str:
    """What somebody reads whose edit came after another one of the same thing."""
    return _(
        "This was changed meanwhile, in another window or by somebody else. Below is your version next to the "
        "current one: send yours again if you still want it."
    )


def study_refusal(refusal: Refusal) -> str:
    """The refusal as a sentence that says what to do."""
    params = refusal.params
    most, name = int(str(params.get("most", 0))), isolated(str(params.get("name", "")))
    words = {
        "study-guest": _("Guests have no studies. Sign up first: your games stay yours."),
        "study-sealed": _(
            "This game is not open to all, so a study of it could tell what the rules hide. Come back once it is: its "
            "page says when."
        ),
        "study-closed": _("The game of this study is not open any more, so nothing of it is shown or changed."),
        "study-not-yours": (
            _("Only the owner of this study may do that. Nothing was changed.")
            if params.get("needs") == Role.OWNER
            else _("Only the owner and the authors of this study may write in it. Nothing was changed.")
        ),
        "study-title-long": ngettext(
            "A title has at most %(most)d character. Shorten it.",
            "A title has at most %(most)d characters. Shorten it.",
            most,
        ),
        "study-many": ngettext(
            "You have %(most)d study of your own. Delete one that you no longer need.",
            "You have %(most)d studies of your own. Delete one that you no longer need.",
            most,
        ),
        "study-many-others": ngettext(
            "You take part in %(most)d study of others. Leave one first.",
            "You take part in %(most)d studies of others. Leave one first.",
            most,
        ),
        "study-place": _("The study has no such place any more: somebody has taken that variation away."),
        "study-comment-long": ngettext(
            "A comment has at most %(most)d character, and this one has %(length)s. Shorten it: it is still below.",
            "A comment has at most %(most)d characters, and this one has %(length)s. Shorten it: it is still below.",
            most,
        ),
        "study-comments": ngettext(
            "This study has %(most)d comment; there is no room for more. Take one back first.",
            "This study has %(most)d comments; there is no room for more. Take one back first.",
            most,
        ),
        "study-colour": _("There is no such colour. Choose one of the list."),
        "study-square": _("There is no square “%(name)s” on this board. Choose one of the list."),
        "study-shapes": ngettext(
            "There is %(most)d arrow or mark at this move. Take one away first.",
            "There are %(most)d arrows and marks at this move. Take one away first.",
            most,
        ),
        "study-drawings": ngettext(
            "This study has arrows or marks at %(most)d move; there is no room for more.",
            "This study has arrows or marks at %(most)d moves; there is no room for more.",
            most,
        ),
        "study-deep": _(
            "A variation of a variation has none of its own. Play it as a variation of the game, or go on at its end."
        ),
        "study-variations": ngettext(
            "This study has %(most)d variation; there is no room for more. Delete one first.",
            "This study has %(most)d variations; there is no room for more. Delete one first.",
            most,
        ),
        "study-plies": ngettext(
            "A variation has at most %(most)d move. This one ends here.",
            "A variation has at most %(most)d moves. This one ends here.",
            most,
        ),
        "study-holds": _(
            "Something is said or drawn at the last move, or a variation leaves it there. Take that away first, or "
            "delete the whole variation."
        ),
        "study-others-words": _("Others have said something in this variation. Only the study’s owner deletes it."),
        "study-sure": ngettext(
            "%(comments)s comment goes with this variation. Press the button again if that is meant.",
            "%(comments)s comments go with this variation. Press the button again if that is meant.",
            int(str(params.get("comments", 0))),
        ),
        "study-visibility": _("Choose who may read it."),
        "study-hidden": _("A moderator has hidden this study, so it cannot be shown to more people."),
        "study-role": _("Choose author or reader."),
        "study-nobody": _("There is no member of this name. Write it as on the profile."),
        "study-member": _("%(name)s is in this study already, or invited."),
        "study-blocked": _("You and %(name)s cannot write a study together. Choose somebody else."),
        "study-members": ngettext(
            "A study has room for %(most)d author or reader.",
            "A study has room for %(most)d authors and readers.",
            most,
        ),
        "study-uninvited": _("There is no such invitation or member any more. Nothing was changed."),
    }
    text = words.get(refusal.code)
    values = {
        "most": most,
        "name": isolated(str(name)),
        "length": params.get("length"),
        "comments": params.get("comments"),
    }
    return refusal_text(refusal) if text is None else text % values
