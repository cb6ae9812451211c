"""The bracket of a knockout as a drawing, or the two of a double elimination, one below the other. It grows with the
field and scrolls on a phone; printed it fits one page.
A large one is drawn from the round that is played on, so that the final is near; it can be drawn from any other, and
of a round with more than `SECTION` matches in sections, each of which leads to one match.

Beside it stands the same as lists of matches, for who cannot see it. A name is one line of HTML in the drawing, so that
a long one is cut off with an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.state import Board
from tournaments.pairing.knockout import NOBODY, BracketPart, Match
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.words import points_text

WIDTH, LINE, GAP, AIR = 220, 26, 48, 18  # of a match, of a player in it, between rounds, between matches
HEAD = 34


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A place of a match as it is drawn."""

    y: int
    text_y: int
    number: str
    name: str
    score: str
    won: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A match as it is drawn, with its words."""

    x: int
    y: int
    slots: tuple[BracketSlot, BracketSlot]
    url: str
    words: str
    third: bool

    @property
    def right(self) -> int:
        return self.x + WIDTH - 10

    @property
    def middle(self) -> int:
        return self.y + LINE

    @property
    def above(self) -> int:
        """Where its own heading stands."""
        return self.y - 8


@dataclass(frozen=True, slots=True)
class Column:
    """A round: its name and its matches."""

    name: str
    x: int
    boxes: tuple[Box, ...]


WHOLE = 3
"""A bracket of so many rounds is always drawn whole."""


SECTION = 64
"""So many matches of its first round stand in one drawing: a power of two, so that they lead to one match."""


PRINTED = 8
"""So many on a sheet of paper, where names are to be read from a step away."""


def section_of(position: int, size: int = SECTION) -> int:
    """The section, from 1, in which a match of the first round of a drawing stands by its position in the round."""
    return (position - 1) // size + 1


HEADINGS = {
    BracketPart.WINNERS: gettext_lazy("Winners’ bracket and grand final"),
    BracketPart.LOSERS: gettext_lazy("Losers’ bracket"),
}


def drawings_of(sheet: Sheet, first: int = 0, section: int = 1) -> list[Drawing]:
    """The drawings of a bracket, one for each of its trees.

    Args:
        sheet: of the event.
        first, section: as for `Drawing`.
    """
    return [Drawing(sheet, first, section, tree) for tree in range(len(sheet.bracket.trees))]


class Drawing:
    """A tree of a bracket, or a section of it.

    Args:
        first: the round that it is drawn from, from 1; 0 for that which is played.
        section: which of its sections, from 1.
        tree: which of the bracket's, from 0.
        size: matches of its first round in a section, a power of two.
    """

    box_width, box_height, line, name_width = WIDTH, 2 * LINE, LINE, WIDTH - 40

    def __init__(self, sheet: Sheet, first: int = 0, section: int = 1, tree: int = 0, size: int = SECTION) -> None:
        stage = sheet.knockout
        assert stage is not None
        self.sheet, self.stage = sheet, stage
        self.bracket = sheet.bracket
        self.part, self.rounds = self.bracket.trees[tree]
        self.heading = HEADINGS[self.part] if len(self.bracket.trees) > 1 else ""
        self.anchor = "bracket-scroll" if tree == 0 else f"{self.part}-scroll"
        self.first = first or self._live
        numbers = [matches[0].round for matches in self.rounds]
        self.start = next((place for place, number in enumerate(numbers) if number >= self.first), len(numbers) - 1)
        self.matches = self.rounds[self.start]
        self.sections = section_of(len(self.matches), size)
        self.section, self.size = min(section, self.sections), size
        self.page = Paginator(range(self.sections), 1).get_page(section)

    @property
    def _live(self) -> int:
        """The round that is played; of an event that is over the first, or of a large one the third from its end."""
        rounds = self.bracket.trees[0].rounds
        if len(rounds) <= WHOLE:
            return 1
        open = (item.round for matches in self.bracket.rounds for item in matches if item.winner is None)
        return next(open, 1 if len(rounds[0]) <= PRINTED else rounds[-WHOLE][0].round)

    @property
    def query(self) -> str:
        """What an address chooses beside the section."""
        return f"from={self.first}&"

    @property
    def _rounds(self) -> Iterator[tuple[int, tuple[Match, ...]]]:
        for place, matches in islice(enumerate(self.rounds), self.start, self.last + 1):
            size = max(1, self.size * len(matches) // len(self.matches))
            yield place, matches[(self.section - 1) * size : self.section * size]

    @property
    def last(self) -> int:
        """The place of the round that it ends with: the final, or that of the one match that a section leads to."""
        whole = len(self.rounds)
        if self.sections == 1:
            return whole - 1
        return next(place for place in range(whole) if self.size * len(self.rounds[place]) <= len(self.matches))

    @property
    def _from(self) -> int:
        """The position of the first match of its first round that is drawn, less one."""
        return (self.section - 1) * self.size

    @property
    def starts(self) -> list[tuple[int, str]]:
        """The rounds that it can be drawn from, by number and name; none of a small one."""
        if len(self.bracket.trees[0].rounds) <= WHOLE:
            return []
        return [(number, self._name(number)) for number, matches in enumerate(self.bracket.rounds, 1) if matches]

    def _name(self, number: int) -> str:
        return self.sheet.round_name(self.stage.before + number)

    def _x(self, place: int) -> int:
        return 2 + (place - self.start) * (WIDTH + GAP)

    @property
    def width(self) -> int:
        return (self.last - self.start + 1) * (WIDTH + GAP) - GAP + 4

    @property
    def height(self) -> int:
        drawn = min(len(self.matches), self.size)
        matches = HEAD + drawn * (2 * LINE + AIR) + 4
        third = self._y(self.last, 1) + 4 * LINE + 3 * AIR if self._has_third else 0
        return max(matches, third)

    @property
    def _has_third(self) -> bool:
        """Whether the match for the third place is drawn."""
        return self.bracket.third is not None and self.last == len(self.rounds) - 1

    def _y(self, place: int, position: int) -> int:
        """The top of a match: half-way between the two that lead to it, or beside the one."""
        step: int = (2 * LINE + AIR) * len(self.matches) // len(self.rounds[place])
        return HEAD + step * (position - 1) + (step - 2 * LINE) // 2 - (2 * LINE + AIR) * self._from

    @cached_property
    def columns(self) -> list[Column]:
        results = []
        for place, matches in self._rounds:
            x = self._x(place)
            boxes = [self._box(match, x, self._y(place, match.position)) for match in matches if not match.empty]
            third = self.bracket.third
            if place == self.last and third is not None and self._has_third:
                boxes.append(self._box(third, x, self._y(place, 1) + 2 * LINE + 3 * AIR))
            results.append(Column(self._name(matches[0].round), x, tuple(boxes)))
        return results

    @property
    def lines(self) -> Iterator[str]:
        """What joins the matches, as paths."""
        for place, matches in self._rounds:
            if place == self.last:
                return
            x = self._x(place) + WIDTH
            halves = len(self.rounds[place + 1]) < len(self.rounds[place])
            for match in matches:
                if match.empty:
                    continue
                y = self._y(place, match.position) + LINE
                after = self._y(place + 1, (match.position + 1) // 2 if halves else match.position) + LINE
                yield f"M{x} {y}h{GAP // 2}V{after}h{GAP // 2}"

    def _box(self, match: Match, x: int, y: int) -> Box:
        board = self._board(match)
        slots = (self._slot(match, match.upper, board, y), self._slot(match, match.lower, board, y + LINE))
        page = self.sheet.url("round", self.stage.before + match.round)
        url = "" if board is None else f"{page}#board-{board.number}"
        words = _words(match, slots)
        if slots[0].score and slots[0].score == slots[1].score and match.winner:
            _replays, decider = self.stage.format.draws_settled(self.stage.fold.terms)
            words = f"{words} ({decider})"
        return Box(x=x, y=y, slots=slots, url=url, words=words, third=match.third)

    def _board(self, match: Match) -> Board | None:
        rounds = self.stage.fold.rounds
        if match.board is None or match.round > len(rounds):
            return None
        board = rounds[match.round - 1].board(match.board)
        entries = {self.stage.fold.order[number - 1] for number in match.players}
        return board if board is not None and set(board.entries) == entries else None

    def _slot(self, match: Match, number: int | None, board: Board | None, y: int) -> BracketSlot:
        won = bool(number) and match.winner == number
        return BracketSlot(
            y=y,
            text_y=y + 18,
            number=str(self.sheet.number_in_event(number)) if number else "",
            name=self._who(number) if number else (_("bye") if number == NOBODY and match.bye else ""),
            score=self._score(number, board) if number else "",
            won=won,
            out=bool(number) and match.winner is not None and not won,
        )

    def _who(self, seed: int) -> str:
        return self.sheet.entry_name(self.stage.fold.order[seed - 1])

    def _score(self, number: int, board: Board | None) -> str:
        """What somebody has won of a match so far."""
        if board is None or all(leg.marks is None for leg in board.legs):
            return ""
        return points_text(board.halves[self.stage.fold.order[number - 1]] * 5)


def on_paper(sheet: Sheet) -> Iterator[Drawing]:
    """The whole bracket on sheets of paper: of each tree sections of its first round, then of the round after what
    these lead to, and so on to its end."""
    for tree, (_part, rounds) in enumerate(sheet.bracket.trees):
        place = 0
        while place < len(rounds):
            first = Drawing(sheet, rounds[place][0].round, 1, tree, PRINTED)
            yield from (Drawing(sheet, first.first, section, tree, PRINTED) for section in range(1, first.sections + 1))
            place = first.last + 1


def _words(match: Match, slots: tuple[BracketSlot, BracketSlot]) -> str:
    unknown = _("to be decided")
    upper, lower = (slot.name or unknown for slot in slots)
    params = {"upper": upper, "lower": lower, "winner": next((slot.name for slot in slots if slot.won), "")}
    if match.bye:
        return _("%(winner)s has a bye") % params if params["winner"] else _("nobody")
    scores = [slot.score for slot in slots]
    if params["winner"]:
        params |= {"score": " – ".join(scores)} if all(scores) else {"score": ""}
        text = _("%(upper)s – %(lower)s, %(score)s: %(winner)s goes on")
        if match.third:
            text = _("For the third place: %(upper)s – %(lower)s, %(score)s: %(winner)s wins")
        elif not params["score"]:
            text = _("%(upper)s – %(lower)s: %(winner)s goes on")
        return text % params
    return (_("For the third place: %(upper)s – %(lower)s") if match.third else _("%(upper)s – %(lower)s")) % params
