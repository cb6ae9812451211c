"""The Swiss: each round those meet who have about as many points, and nobody meets the same opponent twice. Players are
paired by the Dutch system (C.04.3), teams by their own (C.04.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.drafts import refuse
from tournaments.domain.events import RoundPaired
from tournaments.domain.formats import MOST_ROUNDS as MOST_PLANNED
from tournaments.domain.formats import AskedField, Format, Proposal
from tournaments.domain.pairing_numbers import byes_of, order_for, table_to_pair, with_order
from tournaments.domain.standings import crosstable, present
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import MOST_ROUNDS, Terms
from tournaments.pairing.baku import baku
from tournaments.pairing.colours import TEAM_COLOURS
from tournaments.pairing.rounds import Pairing
from tournaments.pairing.swiss import broken
from tournaments.pairing.worker import pair_in_worker
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms, OwnTerms

_ALWAYS = ("everybody-once", "one-bye")
"""Criteria that no reason overrules."""


def usual_rounds(entries: int) -> int:
    """Rounds of a Swiss that find one winner: as many as a knockout would need, and one more from 9 entries on so that
    the places behind are sorted too.

    >>> [usual_rounds(entries) for entries in (2, 4, 8, 9, 16, 100, 200)]
    [1, 2, 3, 5, 5, 8, 9]
    """
    needed = max(1, (entries - 1).bit_length())
    return needed + (entries > 8)


@dataclass(frozen=True)
class SwissTerms(OwnTerms):
    """Its own part of the terms.

    Args:
        late: the last round before which late entries are taken; 0: none after the start.
        half_byes: how many half-point byes an entry may request.
        byes_until: the last round for which a bye may be requested; 0: any.
        accelerated: Baku acceleration (C.04.7).
        team_colours: of teams the type of their colour preferences (C.04.6, 1.7): `a`, `b` or `none`.
    """

    late: int = 0
    half_byes: int = 1
    byes_until: int = 0
    accelerated: bool = False
    team_colours: str = TEAM_COLOURS[0]


class Swiss(Format):
    """A Swiss by the FIDE Dutch system, or of teams by theirs; the engine pairs in a process of its own."""

    slug = "swiss"
    name = gettext_lazy("Swiss")
    terms = FormatTerms(
        own=SwissTerms,
        only_here=("rounds",),
        refused_elsewhere=("late",),
        choices={"team_colours": TEAM_COLOURS},
        bounds=dict.fromkeys(("rounds", "late", "half_byes", "byes_until"), (0, MOST_ROUNDS)),
        late=("rounds", "late", "half_byes", "byes_until"),
        usual={"tiebreaks": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter", "wins")},
    )
    asked = (
        AskedField(
            "rounds",
            lambda: forms.IntegerField(
                label=gettext_lazy("Rounds of a Swiss"),
                help_text=gettext_lazy("Left empty: as many as the number of players asks for."),
                min_value=1,
                max_value=MOST_PLANNED,
                required=False,
            ),
            group="first",
            zero_is_empty=True,
            called=gettext_lazy("rounds"),
        ),
        AskedField(
            "late",
            lambda: forms.IntegerField(
                label=gettext_lazy("Late entries until round"),
                help_text=gettext_lazy("0: none after the start."),
                min_value=0,
                max_value=MOST_PLANNED,
                required=False,
            ),
            group="who",
            called=gettext_lazy("late entry"),
        ),
        AskedField(
            "half_byes",
            lambda: forms.IntegerField(
                label=gettext_lazy("Half-point byes on request"), min_value=0, max_value=MOST_PLANNED, required=False
            ),
            group="who",
            called=gettext_lazy("byes"),
        ),
        AskedField(
            "byes_until",
            lambda: forms.IntegerField(
                label=gettext_lazy("Byes until round"),
                help_text=gettext_lazy("Left empty: for any round."),
                min_value=1,
                max_value=MOST_PLANNED,
                required=False,
            ),
            group="who",
            zero_is_empty=True,
            called=gettext_lazy("byes"),
        ),
        AskedField(
            "accelerated",
            lambda: forms.BooleanField(
                label=gettext_lazy("Swiss: Baku acceleration, for large fields"), required=False
            ),
            called=gettext_lazy("acceleration"),
        ),
        AskedField(
            "team_colours",
            lambda: forms.ChoiceField(
                label=gettext_lazy("Swiss of teams: colours at the first board"),
                choices=[
                    ("a", gettext_lazy("Even out clear differences (type A)")),
                    ("b", gettext_lazy("Even out, and change from match to match (type B)")),
                    ("none", gettext_lazy("Keep no two teams apart for colours")),
                ],
                required=False,
            ),
            called=gettext_lazy("colours of teams"),
        ),
    )
    by_score = True
    takes_teams = True
    most_teams = 300
    in_files = (FileField("accelerated", False), FileField("team_colours", "a", choices=TEAM_COLOURS))
    report_name = "Individual: Swiss-System FIDE (Dutch)"
    report_teams = "Team: Swiss-System FIDE (C.04.6)"
    report_system = "FIDE_DUTCH"

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """As many as the terms say, but no more than give everybody an opponent or, where the number of players is odd,
        one bye; unless others may enter later."""
        wanted: int = own["rounds"] or usual_rounds(players)
        return wanted if own["late"] else min(wanted, players - 1 + players % 2)

    def next_round(self, fold: TournamentFold) -> Proposal:
        round, order = len(fold.rounds) + 1, order_for(fold)
        pair = pair_in_worker(table_to_pair(fold))
        boards = tuple(
            (order[pairing.red - 1], order[pairing.blue - 1]) for pairing in pair.pairings if pairing.blue is not None
        )
        byes = byes_of(fold, round)
        if pair.bye is not None:
            byes = (*byes, (order[pair.bye - 1], "pairing-bye"))
        return Proposal(round, fold.version, order, boards, byes)

    def round_by_hand(self, fold: TournamentFold, boards: Sequence[tuple[int, int]]) -> Proposal:
        """Whoever is present and left out gets the pairing bye."""
        number, order = len(fold.rounds) + 1, order_for(fold)
        here = {entry for entry in order if present(fold.entries[entry], number)}
        seated = [entry for pair in boards for entry in pair]
        for entry in seated:
            if entry not in here:
                raise refuse("not-here", entry=entry)
            if seated.count(entry) > 1:
                raise refuse("twice-seated", entry=entry)
        if not boards:
            raise refuse("nobody-meets")
        free = sorted(here - set(seated))
        if len(free) > 1:
            raise refuse("left-out", entries=", ".join(map(str, free)))
        byes = (*byes_of(fold, number), *((entry, "pairing-bye") for entry in free))
        return Proposal(number, fold.version, order, tuple(boards), byes)

    def broken_criterion(self, fold: TournamentFold, proposal: Proposal) -> str | None:
        """The one of C.04.1 and C.04.3.C that it breaks."""
        numbers = {entry: number for number, entry in enumerate(proposal.order, 1)}
        pairings = [Pairing(numbers[red], numbers[blue]) for red, blue in proposal.boards]
        free = [Pairing(numbers[entry], None) for entry, kind in proposal.byes if kind == "pairing-bye"]
        text = broken(table_to_pair(fold), [*pairings, *free])
        return None if text == "third-colour" else text

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        """Byes are those that were requested, and no absolute criterion is broken, but by hand with a reason."""
        byes = dict(zip(event.bye_entries, event.bye_kinds, strict=True))
        free = [entry for entry, kind in byes.items() if kind == "pairing-bye"]
        asked = {entry: kind for entry, kind in byes.items() if kind != "pairing-bye"}
        if asked != dict(byes_of(fold, event.round)):
            return "byes are not those that were requested"
        ordered = with_order(fold, event.order)
        numbers = ordered.numbers
        pairings = [Pairing(numbers[red], numbers[blue]) for red, blue in zip(event.red, event.blue, strict=True)]
        criterion = broken(crosstable(ordered), [*pairings, *(Pairing(numbers[entry], None) for entry in free)])
        if criterion is None or (event.by_hand and event.reason is not None and criterion not in _ALWAYS):
            return ""
        return f"the round breaks the criterion {criterion}"

    def details(self, terms: Terms) -> tuple[str, ...]:
        return (_("with acceleration"),) if _is_accelerated(terms) else ()

    def accelerated(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        """Baku acceleration (C.04.7), or the virtual points of a file."""
        if fold.virtual_points:
            return _with_virtual_points(fold, table)
        return baku(table) if _is_accelerated(fold.terms) else table

    def completed(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        """With the virtual points. The upper group is that of the start, whoever entered since (C.04.7.2)."""
        if fold.virtual_points:
            return _with_virtual_points(fold, table)
        first = [number for number, entry in enumerate(fold.order, 1) if not fold.entries[entry].entered_after]
        if not _is_accelerated(fold.terms) or not first:
            return table
        last = first[min(2 * -(-len(first) // 4), len(first)) - 1]
        marked = tuple(replace(row, acceleration=(1,) if row.number <= last else ()) for row in table.rows)
        return baku(replace(table, rows=marked))

    # -- files --

    def table_in_file(self, table: Crosstable, own: Mapping[str, Any]) -> Crosstable:
        """Baku acceleration (C.04.7)."""
        return baku(table) if own["accelerated"] else table


def _with_virtual_points(fold: TournamentFold, table: Crosstable) -> Crosstable:
    points = fold.virtual_points
    rows = (replace(row, acceleration=points.get(fold.order[row.number - 1], ())) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _is_accelerated(terms: Terms) -> bool:
    return isinstance(terms.own, SwissTerms) and terms.own.accelerated
