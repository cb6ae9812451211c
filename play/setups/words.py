"""Set-ups in words: what their text may be made of, and why a text or a name is refused."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.domain.placement import TextError
from games.presentation.words import rank_name
from games.rules import Variant
from play.setups.domain import NameRefused
from play.setups.models import NAME_LENGTH


def pieces_text(rules: Variant) -> str:
    """The characters that stand for the pieces of an army, each with its name."""
    return ", ".join(f"{rank.symbol} {rank_name(rank, rules)}" for rank in rules.army)


def text_error_text(error: TextError, rules: Variant) -> str:
    """Why a text is no set-up, and what to do about it."""
    if error.code == "symbol":
        text = _("“%(symbol)s” is no piece. Write %(pieces)s, and . for an empty square.")
        return text % {**error.params, "pieces": pieces_text(rules)}
    text = _("The text must name %(squares)d squares, but names %(found)d. Write . for an empty square.")
    return text % error.params


def name_text(error: NameRefused) -> str:
    """Why a name cannot be given, and what to do about it."""
    texts = {
        "none": _("Give the set-up a name."),
        "long": _("Give the set-up a name of at most %(most)d characters.") % {"most": NAME_LENGTH},
        "taken": _("You already have a set-up of this name. Choose another name, or delete that one first."),
        "many": _("You have saved as many set-ups as fit here. Delete one that you no longer need."),
    }
    return texts[error.code]
