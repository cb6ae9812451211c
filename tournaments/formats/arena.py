"""The arena: for so many minutes whoever is free plays whoever else is, and wins in a row count double."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.events import RoundPaired
from tournaments.domain.formats import AskedField, Proposal
from tournaments.domain.pairing_numbers import order_for
from tournaments.domain.state import Board, Entry, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.single_round import GrowingFormat
from tournaments.pairing.arena import WaitingPlayer, looks_again, pairs
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms, OwnTerms
from tournaments.scoring.points import SCORINGS, Mark
from tournaments.scoring.streaks import streak_points
from tournaments.scoring.tiebreaks import Tiebreak

_MINUTES = (10, 720)
_TIEBREAKS = ("wins", "games-won", "games-blue", "wins-blue", "direct-encounter", "rating", "seed", "lot")
"""Those that mean something although one has played more games than another."""


@dataclass(frozen=True)
class ArenaTerms(OwnTerms):
    """Its own part of the terms.

    Args:
        minutes: for how long who waits is paired. Games that are in play then are played to their end, and count.
    """

    minutes: int = 60

    @property
    def lasts(self) -> int:
        return self.minutes * 60


class Arena(GrowingFormat):
    """An arena: one round that grows."""

    slug = "arena"
    name = gettext_lazy("Arena")
    terms = FormatTerms(
        own=ArenaTerms,
        bounds={"minutes": _MINUTES},
        usual={"tiebreaks": ("wins", "direct-encounter"), "scoring": SCORINGS["2-1-0"]},
    )
    asked = (
        AskedField(
            "minutes",
            lambda: forms.IntegerField(
                label=gettext_lazy("Minutes of an arena"),
                help_text=gettext_lazy(
                    "So long whoever is free is paired with somebody else who is. Games in play then are played to "
                    "their end, and count."
                ),
                min_value=_MINUTES[0],
                max_value=_MINUTES[1],
                required=False,
            ),
            group="first",
            called=gettext_lazy("length"),
        ),
    )
    streaks = True
    in_files = (FileField("minutes", 60, bounds=_MINUTES),)
    report_name = "Individual: Arena"
    report_words = ("arena",)

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """As many as one core pairs an hour long beside everything else (docs/pairing.md)."""
        return 1000

    def suits(self, tiebreak: Tiebreak) -> bool:
        return tiebreak.slug in _TIEBREAKS

    def details(self, terms: Terms) -> tuple[str, ...]:
        minutes = _own(terms).minutes
        return (ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes},)

    def round_name(self, number: int, rounds: int) -> str:
        return _("Games of the arena")

    # -- who plays whom --

    def next_round(self, fold: TournamentFold) -> Proposal:
        """The games with which it begins; who is left over waits for the next one."""
        if fold.rounds:
            raise CannotPair("event-over", {"rounds": 1})
        order = order_for(fold)
        numbers = {entry: number for number, entry in enumerate(order, 1)}
        boards = pairs(_waiting(fold, numbers), now=fold.changed_at, apart=fold.forbidden)
        if not boards:
            raise CannotPair("too-few-players")
        return Proposal(1, fold.version, order, boards, ())

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        right = self.is_next(fold, event)
        return "" if right else "the first games are not those of who waited"

    def boards_to_add(self, fold: TournamentFold, now: datetime) -> tuple[tuple[int, int], ...]:
        return pairs(_waiting(fold, fold.numbers), now=now, apart=fold.forbidden)

    def looks_again(self, fold: TournamentFold) -> datetime | None:
        return looks_again(_waiting(fold, fold.numbers))

    # -- places --

    def completed(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        return replace(table, streaks=True)

    def table_in_file(self, table: Crosstable, own: Mapping[str, Any]) -> Crosstable:
        return replace(table, streaks=True)


def _own(terms: Terms) -> ArenaTerms:
    return terms.own if isinstance(terms.own, ArenaTerms) else ArenaTerms()


def _waiting(fold: TournamentFold, numbers: Mapping[int, int]) -> list[WaitingPlayer]:
    """Who takes part and is not at a board.

    Args:
        numbers: the pairing number of each entry that has one.
    """
    round = fold.round
    busy = frozenset[int]() if round is None else round.busy
    return [
        _as_waiting(
            fold,
            entry,
            () if round is None else round.boards_of(entry.number),
            numbers.get(entry.number, len(numbers) + entry.number),
        )
        for entry in fold.playing
        if entry.number not in busy
    ]


def _as_waiting(fold: TournamentFold, entry: Entry, boards: Sequence[Board], place: int) -> WaitingPlayer:
    own, others, marks = entry.number, Counter[int](), list[Mark]()
    reds, was_red = 0, None
    for board in boards:
        was_red = board.red == own
        others[board.blue if was_red else board.red] += 1
        reds += 1 if was_red else -1
        if board.leg.marks is not None:
            marks.append(board.leg.marks[0 if was_red else 1])
    last = boards[-1] if boards else None
    return WaitingPlayer(
        number=own,
        points=sum(streak_points(marks, fold.terms.scoring)),
        place=place,
        since=None if last is None else last.leg.decided_at,
        last=None if last is None else last.blue if last.red == own else last.red,
        met=others,
        reds=reds,
        was_red=was_red,
    )
