"""Ready-made set-ups, three for each rule book. Each is written as its maker sees it, the row nearest the enemy first.

They follow what players have long found good: the Flag in the back row behind Bombs or guards, Scouts where they can
probe, Miners kept back, the highest pieces spread over the lanes between the lakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.domain.placement import choice, form_of, placed
from games.rules import Rank, Seat, Variant


class Ready(NamedTuple):
    """A ready-made set-up.

    Args:
        slug: its name in forms.
        name: its name for people.
        placements: for each seat what `games.domain.commands.make_setup` takes.
        about: the idea of it in a sentence.
    """

    slug: str
    name: Promise
    placements: Mapping[Seat, str]
    about: Promise

    def __repr__(self) -> str:
        """Its name alone: somebody may have taken it."""
        return f"<Ready {self.slug}>"


@dataclass(frozen=True)
class _Idea:
    """A set-up as it is written here: rows from the front to the back, or for cards what to prefer, and the places."""

    slug: str
    name: Promise
    about: Promise
    rows: Sequence[str] = ()
    preferred: str = ""
    places: Sequence[int] = ()


_FULL = (
    _Idea(
        "decoy",
        _("Two corners"),
        _("Flag and Bombs at one side, the same wall of Bombs around nothing at the other."),
        ["6252872526", "4M73S94287", "5B326235B3", "BFB4263B4B"],
    ),
    _Idea(
        "centre",
        _("Strong centre"),
        _("The Flag sits in the middle of the back row; Marshal and General stand forward and strike early."),
        ["29267M2628", "75325S7256", "43B4B38245", "2B3BFB63B4"],
    ),
    _Idea(
        "barricade",
        _("Barricade"),
        _("Bombs close the outer lanes far forward, so that the fight is in the middle."),
        ["B62729256B", "5284MS7324", "37263582B4", "34B2635BFB"],
    ),
)

_BARRAGE = (
    _Idea(
        "corner",
        _("Corner"),
        _("The Flag stands in the corner, between the Bomb and the General."),
        [".2...M....", ".....S..2.", "B.........", "F9..3....."],
    ),
    _Idea(
        "middle",
        _("Middle"),
        _("The Flag hides in the middle among small pieces; Marshal and General share the lanes."),
        ["2...9.....", "....S...M.", ".....B....", "....3F2..."],
    ),
    _Idea(
        "forward",
        _("Forward"),
        _("Marshal and General lead, the Spy behind them; the rest guards the Flag."),
        ["....M9...2", ".....S....", "..2.......", ".BF3......"],
    ),
)

_DUEL = (
    _Idea(
        "corner",
        _("Corner"),
        _("Two Bombs shut the corner with the Flag; only a Miner comes through."),
        [".2...M....", ".....S..9.", "B........2", "FB..3..3.."],
    ),
    _Idea(
        "middle",
        _("Middle"),
        _("The Flag in the middle behind two Bombs and a Miner, the Spy between the high pieces."),
        ["2...9....2", "....SM....", ".....B....", "....BF3.3."],
    ),
    _Idea(
        "decoy",
        _("Decoy"),
        _("The Bombs guard a Scout in the corner; the Flag stands elsewhere among Miners."),
        ["....M...9.", "........S.", "..2......B", ".3F3....B2"],
    ),
)

_LIGHTNING = (
    _Idea(
        "depth",
        _("In depth"),
        _("Cavalry in front, high pieces behind it, and nobody who comes through is alone with the back row."),
        [".6..75..6.", "2.4.M.8..2", ".9BS..4.5.", "23F3..2..B"],
    ),
    _Idea(
        "wall",
        _("Wall"),
        _("Everybody stands far back: whoever comes first is attacked first, and the attacker wins ties."),
        ["..........", ".6..87..6.", "5M24S942.5", "2.BFB3.3.2"],
    ),
    _Idea(
        "spear",
        _("Spear"),
        _("Marshal, Colonel and Major break through in the middle; the Flag waits at the side."),
        ["2...8M...2", ".6..7S..6.", "..5.49.52.", ".3.34.2BFB"],
    ),
)

_ALLIANCE = (
    _Idea(
        "guarded",
        _("Guarded Flag"),
        _("The Flag in the middle of the back row; a Cannon and the cavalry hold the front."),
        ["6C6", "2M982", "5SF72"],
    ),
    _Idea(
        "cannons",
        _("Two Cannons"),
        _("Both Cannons stand in front and cover the lanes beside the lakes."),
        ["C7C", "69SM6", "24F82"],
    ),
    _Idea(
        "march",
        _("Ready to march"),
        _("The Flag stands in the second row between high pieces, ready to go and meet its partner."),
        ["86C", "2MF92", "6S752"],
    ),
)

_ALLIANCE_LIGHTNING = (
    _Idea(
        "guarded",
        _("Guarded Flag"),
        _("The Flag in the middle of the back row, high pieces in the second."),
        ["6C8", "2M975", "4SF32"],
    ),
    _Idea(
        "shield",
        _("Shield"),
        _("Major and Captain in front, the Spy between Marshal and General."),
        ["76C", "59SM2", "24F83"],
    ),
    _Idea(
        "march",
        _("Ready to march"),
        _("The Flag stands in the second row between high pieces, ready to go and meet its partner."),
        ["2C2", "8MF97", "5S643"],
    ),
)

_CARDS = (
    _Idea(
        "balanced",
        _("Balanced"),
        _("High cards, a Bomb and a Scout; the Flag stays in the hand, where nobody can attack it."),
        preferred="M8B62937554SB24332",
        places=(1, 3, 0, 4, 2),
    ),
    _Idea(
        "strong",
        _("Strong"),
        _("The highest cards you hold, to take the lead at once."),
        preferred="M987665544332222BBBS3322PF",
        places=(2, 0, 4, 1, 3),
    ),
    _Idea(
        "trap",
        _("Trap"),
        _("Bombs and the Spy wait, with a Scout to look and one high card to answer."),
        preferred="BBM2S987B654",
        places=(4, 1, 2, 0, 3),
    ),
)

_IDEAS: Mapping[str, Sequence[_Idea]] = {
    "classic": _FULL,
    "battle": _FULL,
    "barrage": _BARRAGE,
    "duel": _DUEL,
    "lightning": _LIGHTNING,
    "ultimate_lightning": _LIGHTNING,
    "campaign": _LIGHTNING,
    "alliance": _ALLIANCE,
    "alliance_lightning": _ALLIANCE_LIGHTNING,
    "cards": _CARDS,
}


def ready(variant: Variant, drawn: Sequence[Rank] = ()) -> tuple[Ready, ...]:
    """The ready-made set-ups of a rule book.

    Args:
        drawn: the cards that a seat has drawn, where the rule book deals: five of them are chosen by preference, the
            Flag last. Without them the placements there are of the first cards preferred, which nobody may hold.
    """
    made = []
    for idea in _IDEAS[variant.slug]:
        placements = {seat: placed(_rows(idea, variant, drawn), variant, seat) for seat in variant.seats}
        made.append(Ready(idea.slug, idea.name, placements, idea.about))
    return tuple(made)


def ready_form(variant: Variant, slug: str, drawn: Sequence[Rank] = ()) -> str | None:
    """The form of a ready-made set-up (see `games.domain.placement`), or None if there is none of this name.

    Args:
        variant: the rule book.
        slug: the name of the set-up in addresses.
        drawn: the cards that the seat has drawn, where the rule book deals.
    """
    for item in ready(variant, drawn):
        if item.slug == slug:
            return form_of(item.placements[Seat.RED], variant, Seat.RED)
    return None


def _rows(idea: _Idea, variant: Variant, drawn: Sequence[Rank]) -> Sequence[str]:
    if variant.deals:
        return [choice(idea.preferred, drawn, variant, idea.places)]
    return idea.rows
