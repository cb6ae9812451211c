"""The kinds of events that an organiser begins with: what each settles at first, and which fields it has no use for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from play.lobby.game_form import OWN_TIMES
from tournaments.organizer.event_values import SCORING_FIELDS, TIEBREAK_FIELDS
from tournaments.organizer.fields import HOUR, MINUTE
from tournaments.scoring.formats import FORMATS


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event.

    Args:
        name, about: in words.
        initial: what fields hold at first.
        settled: fields that the kind settles, so that nobody is asked.
        live: whether games are live; None where both go.
        pairs: only rule books for partners.
    """

    name: Promise
    about: Promise
    initial: Mapping[str, Any]
    settled: frozenset[str] = frozenset({"real"})
    live: bool | None = None
    pairs: bool = field(default=False)


KINDS: Mapping[str, EventKind] = {
    "evening": EventKind(
        _("Club evening"),
        _("Across real boards, one evening: a Swiss whose rounds follow one another."),
        {"real": "real", "rated": False, "format": "swiss", "rounds": 5, "pause": 5 * MINUTE, "rhythm": "after"},
    ),
    "weekend": EventKind(
        _("Weekend tournament"),
        _("Across real boards, over some days: a Swiss with a calendar of its rounds."),
        {"real": "real", "rated": False, "format": "swiss", "rounds": 7, "rhythm": "own", "pause": None},
    ),
    "cup": EventKind(
        _("Live cup"),
        _("Here, in one sitting: a knockout with live games, to its final."),
        {"real": "", "format": "knockout", "third_place": True, "check_in": 0, "no_show": 10 * MINUTE},
        frozenset({"real", "vacation", "scheduled"}),
        live=True,
    ),
    "arena": EventKind(
        _("Arena"),
        _("Here, for an hour or so: whoever is free plays at once, comes and goes, and wins in a row count double."),
        {"real": "", "format": "arena", "minutes": 60, "scoring": "2-1-0", "check_in": 0},
        frozenset({"real", "vacation", "scheduled"}),
        live=True,
    ),
    "ladder": EventKind(
        _("Ladder"),
        _("Here, over weeks or months: people challenge those above them, and take the place of whom they beat."),
        {"real": "", "format": "ladder", "time": "3-days", "check_in": 0},
        frozenset({"real", "scheduled"}),
    ),
    "championship": EventKind(
        _("Championship"),
        _("Across real boards: groups in which everybody meets everybody, then a knockout of the best."),
        {
            "real": "real",
            "rated": False,
            "format": "group_stage",
            "third_place": True,
            "rhythm": "after",
            "pause": None,
        },
    ),
    "long": EventKind(
        _("Long event by correspondence"),
        _("Here, over weeks or months: everybody against everybody, with days for each turn."),
        {"real": "", "format": "round_robin", "time": "3-days", "pause": None},
        frozenset({"real", "check_in"}),
        live=False,
    ),
    "pairs": EventKind(
        _("Event for pairs"),
        _("Two partners enter together, in the rule books for four."),
        {"variant": "alliance", "format": "swiss", "pause": HOUR // 6},
        frozenset(),
        pairs=True,
    ),
}
"""By slug, in the order in which they are offered."""

_ON_SITE = (
    *("time", "scheduled", "vacation", "notes", "memory", "spotter", "stop_clocks", "reveal"),
    *("reveal_after", "spectators", "delay", "delay_plies", "no_attack_limit", *OWN_TIMES),
)
_COUNTING = ("scoring", *SCORING_FIELDS.values(), *TIEBREAK_FIELDS)


_ROUNDS = (
    *("rhythm", "every", "every_unit", "every_rounds", "every_from", "calendar", "pause", "round_length"),
    *("scheduled", "automatic", "publishing", "publish_before", "delay", "delay_plies"),
)


def unfit(format: str, *, real: bool) -> frozenset[str]:
    """The fields that do nothing in a format, or across real boards."""
    left = set(_ON_SITE if real else ())
    if format in FORMATS:
        others = {name for traits in FORMATS.values() for name in traits.terms.fields}
        left |= others - {*FORMATS[format].terms.fields}
        left.update(() if FORMATS[format].takes_teams else ("team_boards", "board_order", "lineup_before"))
        left.update(() if FORMATS[format].by_points or FORMATS[format].has_groups else _COUNTING)
        left.update(_ROUNDS if FORMATS[format].grows else ())
    return frozenset(left)
