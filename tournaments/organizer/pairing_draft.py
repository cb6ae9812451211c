"""A pairing in an arbiter's hands: swap two, change colours, and see what is different and what is broken. Pure.

What an arbiter sees beside each change are the absolute criteria of C.04.3 and the colours; nothing is forbidden but
what cannot be: an entry that sits twice, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tournaments.domain.state import Round, TournamentFold
from tournaments.pairing.cards import Card
from tournaments.pairing.colours import ColourPreference
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.points import Mark


class Warning(NamedTuple):
    """What is not as the rules want it.

    Args:
        code: `met`, `forbidden`, `second-bye`, `third-colour`, `away`, `unpaired` or `scores`.
        board: from 1; 0 for a bye.
        entries: who it is about.
    """

    code: str
    board: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandPairing:
    """Boards (red, blue) and byes as an arbiter has them now, by entry."""

    boards: tuple[tuple[int, int], ...]
    byes: Mapping[int, Mark] = field(default_factory=dict)

    @classmethod
    def of(cls, round: Round) -> HandPairing:
        return cls(tuple((board.red, board.blue) for board in round.boards), dict(round.byes))

    @classmethod
    def in_order(cls, entries: tuple[int, ...]) -> HandPairing:
        """A first pairing of entries in their order, the first against the second; the last one of an odd number has
        the bye. For a round that the engine could not pair."""
        boards = tuple(zip(entries[::2], entries[1::2], strict=False))
        return cls(boards, {entries[-1]: Mark.PAIRING_BYE} if len(entries) % 2 else {})

    @classmethod
    def read(cls, text: str) -> HandPairing:
        """What `str` wrote. Raises ValueError."""
        boards, _, byes = text.partition("|")
        pairs = [part.split("-") for part in boards.split()]
        letters = [part.split(":") for part in byes.split()]
        return cls(
            tuple((int(red), int(blue)) for red, blue in pairs), {int(entry): Mark(letter) for entry, letter in letters}
        )

    def __str__(self) -> str:
        boards = " ".join(f"{red}-{blue}" for red, blue in self.boards)
        return f"{boards}|{' '.join(f'{entry}:{mark.value}' for entry, mark in self.byes.items())}"

    def settled(self, present: Sequence[int]) -> HandPairing:
        """The same with who is present now: who has left goes, who came or lost the opponent is put together."""
        here = set(present)
        boards = tuple(board for board in self.boards if here.issuperset(board))
        seated = {entry for board in boards for entry in board}
        free = [entry for entry in present if entry not in seated]
        requested = {entry: mark for entry, mark in self.byes.items() if mark is not Mark.PAIRING_BYE}
        more = HandPairing.in_order(tuple(entry for entry in free if entry not in requested))
        return HandPairing((*boards, *more.boards), {**more.byes, **requested})

    @property
    def entries(self) -> list[int]:
        """Everybody who has a board or a bye, in that order."""
        return [entry for board in self.boards for entry in board] + list(self.byes)

    @property
    def sound(self) -> bool:
        """Whether nobody sits twice."""
        return len(set(self.entries)) == len(self.entries)

    def swapped(self, number: int, other: int) -> HandPairing:
        """Two entries change places, be it a seat or a bye."""
        to = {number: other, other: number}
        boards = tuple((to.get(red, red), to.get(blue, blue)) for red, blue in self.boards)
        return HandPairing(boards, {to.get(entry, entry): mark for entry, mark in self.byes.items()})

    def recoloured(self, board: int) -> HandPairing:
        """The two of a board, from 1, change colours."""
        boards = tuple(
            (blue, red) if number == board else (red, blue) for number, (red, blue) in enumerate(self.boards, start=1)
        )
        return replace(self, boards=boards)

    def differing(self, engine: HandPairing) -> frozenset[int]:
        """The boards, from 1, that are not among those of the engine."""
        same = set(engine.boards)
        return frozenset(number for number, board in enumerate(self.boards, start=1) if board not in same)


def warnings(draft: HandPairing, fold: TournamentFold, cards: Mapping[int, Card]) -> Iterator[Warning]:
    """What in a draft is not as the rules want it, board by board.

    Args:
        draft: the boards as they might be.
        fold: the tournament as it stands.
        cards: of each entry (not pairing number) for this round, as `tournaments.pairing.cards.explain` has them.
    """
    for number, (red, blue) in enumerate(draft.boards, start=1):
        yield from _of_board(number, red, blue, fold, cards)
    for entry, mark in draft.byes.items():
        if mark is Mark.PAIRING_BYE and entry in cards and cards[entry].bye:
            yield Warning("second-bye", 0, (entry,))
    placed = set(draft.entries)
    unpaired = tuple(entry.number for entry in fold.playing if entry.number not in placed)
    if unpaired:
        yield Warning("unpaired", 0, unpaired)


def _of_board(number: int, red: int, blue: int, fold: TournamentFold, cards: Mapping[int, Card]) -> Iterator[Warning]:
    away = tuple(number for number in (red, blue) if number not in fold.entries or not fold.entries[number].playing)
    if away:
        yield Warning("away", number, away)
    if frozenset({red, blue}) in fold.forbidden:
        yield Warning("forbidden", number, (red, blue))
    if red not in cards or blue not in cards:
        return
    if fold.numbers.get(blue) in cards[red].met:
        yield Warning("met", number, (red, blue))
    for entry, colour in ((red, Colour.RED), (blue, Colour.BLUE)):
        card = cards[entry]
        if card.strength is ColourPreference.ABSOLUTE and card.due is not colour:
            yield Warning("third-colour", number, (entry,))
    if cards[red].score != cards[blue].score:
        yield Warning("scores", number, (red, blue))
