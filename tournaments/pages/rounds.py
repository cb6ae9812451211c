"""A round as its page shows it: boards with results, and why the players met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.state import Board, Round
from tournaments.pages.tables import colours_text, floats_text
from tournaments.pairing.cards import Card
from tournaments.pairing.colours import ColourPreference
from tournaments.presentation.names import name_of
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.words import MARKS, SHORT_RESULTS, points_text, result_text, score_text
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.points import Mark


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board: who, with which number, rating and points before the round, none in a knockout; `won` if
    it did."""

    number: int
    name: str
    url: str
    rating: int
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a board, in words and in signs.

    Args:
        going: how far it is, while there is no result.
        picture: the address of a small board of it.
        red, blue: of teams, once line-ups are open, who plays it.
    """

    number: int
    result: str
    short: str
    going: str
    url: str
    picture: str
    corrected: tuple[str, ...]
    red: str = ""
    blue: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """What the pairing knew of a player: the score group, the colours so far, the colour that was due, the floats."""

    name: str
    score: str
    colours: str
    due: str
    floats: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    number: int
    red: Side
    blue: Side
    games: tuple[GameLine, ...]
    score: str
    decided: bool
    reasons: tuple[Reason, ...]
    engine: bool
    taken_back: bool = False

    @property
    def short(self) -> str:
        return self.score or self.games[-1].short

    @property
    def url(self) -> str:
        return self.games[-1].url

    @property
    def picture(self) -> str:
        return self.games[-1].picture

    @property
    def picture_id(self) -> str:
        """An open page keeps the picture under this id until the game is over."""
        return f"picture-{self.number}-{len(self.games)}{'-over' if self.decided else ''}"


class Bye(NamedTuple):
    """An entry without a board: its name, its card, and what the round is for it."""

    entry: int
    name: str
    url: str
    mark: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round, or a page of it. `state` says how far all of it is; `board_count` is that of all its boards."""

    number: int
    name: str
    boards: tuple[BoardRow, ...]
    byes: tuple[Bye, ...]
    begun: datetime | None
    deadline: datetime | None
    finished: datetime | None
    by_hand: bool
    engine: tuple[tuple[str, str], ...]
    reasons: bool
    state: str
    board_count: int

    @property
    def has_pictures(self) -> bool:
        return any(board.picture for board in self.boards)


def round_state(round: Round) -> str:
    """How far a round is, in words."""
    if round.finished_at is not None:
        return _("over")
    if round.begun_at is None:
        return _("paired, not begun yet")
    decided = sum(board.decided for board in round.boards)
    text = ngettext("%(decided)d of %(boards)d game over", "%(decided)d of %(boards)d games over", len(round.boards))
    return text % {"decided": decided, "boards": len(round.boards)}


def seats_of(round: Round) -> list[Board | int]:
    """The rows that a round has: its boards, and after them the entries that have none."""
    return [*round.boards, *round.byes]


def round_page(
    sheet: Sheet, round: Round, *, seats: Sequence[Board | int] | None = None, reasons: bool = True
) -> RoundPage:
    """A round with its boards, and who has none.

    Args:
        sheet: what the parts of the page are drawn from.
        round: a published one.
        seats: those of its rows that are shown (`seats_of`); None for all.
        reasons: with what the pairing knew, where it went by the scores.
    """
    seats = seats_of(round) if seats is None else seats
    boards = [seat for seat in seats if isinstance(seat, Board)]
    free = [seat for seat in seats if not isinstance(seat, Board)]
    cards = sheet.cards_before(round.number) if sheet.format.by_score and reasons and boards else {}
    before = sheet.count(round.number - 1).points
    engine = {frozenset(pair) for pair in round.engine}
    return RoundPage(
        number=round.number,
        name=sheet.round_name(round.number),
        boards=tuple(_board(sheet, round, board, before, cards, engine) for board in boards),
        byes=tuple(_byes(sheet, round, free)),
        begun=round.begun_at,
        deadline=round.deadline,
        finished=round.finished_at,
        by_hand=round.by_hand and bool(round.seen),  # what a file told was paired from no version
        engine=tuple((sheet.entry_name(red), sheet.entry_name(blue)) for red, blue in _changed(round)),
        reasons=bool(cards),
        state=round_state(round),
        board_count=len(round.boards),
    )


def _changed(round: Round) -> Iterator[tuple[int, int]]:
    """The boards that the engine had and the arbiter has not."""
    here = {board.entries for board in round.boards}
    yield from (pair for pair in round.engine if pair not in here and 0 not in pair)


def _byes(sheet: Sheet, round: Round, free: Iterable[int]) -> Iterator[Bye]:
    for entry in free:
        yield Bye(entry, sheet.entry_name(entry), sheet.card_url(entry), str(MARKS[round.byes[entry]]))


def _board(
    sheet: Sheet,
    round: Round,
    board: Board,
    before: tuple[int, ...],
    cards: Mapping[int, Card],
    engine: set[frozenset[int]],
) -> BoardRow:
    red, blue = (_side(sheet, board, entry, before) for entry in board.entries)
    numbers = [sheet.fold.numbers[entry] for entry in board.entries]
    return BoardRow(
        number=board.number,
        red=red,
        blue=blue,
        games=tuple(_game(sheet, round, board, number) for number in range(1, len(board.legs) + 1)),
        score=_match_score(board),
        decided=board.decided,
        reasons=tuple(_reason(sheet, cards[number]) for number in numbers if number in cards),
        engine=not engine or frozenset(board.entries) in engine,
        taken_back=board.taken_back,
    )


def _side(sheet: Sheet, board: Board, entry: int, before: tuple[int, ...]) -> Side:
    number = sheet.fold.numbers[entry]
    marks = board.legs[-1].marks
    place = 0 if board.legs[-1].red == entry else 1
    won = board.winner == entry
    if board.winner is None and board.teams:
        won = board.decided and 2 * board.halves[entry] > sum(board.halves.values())
    elif board.winner is None and marks is not None:
        won = marks[place] in (Mark.WIN, Mark.FORFEIT_WIN, Mark.WIN_UNRATED)
    return Side(
        number=number,
        name=sheet.entry_name(entry),
        url=sheet.card_url(entry),
        rating=sheet.fold.entries[entry].rating,
        points=points_text(before[number - 1]) if sheet.format.by_points and not sheet.format.grows else "",
        won=won,
    )


def _game(sheet: Sheet, round: Round, board: Board, number: int) -> GameLine:
    leg = board.legs[number - 1]
    red, blue = _seated(board, number) if board.lineups else ("", "")
    return GameLine(
        number=number,
        result=result_text(leg.marks) if leg.marks is not None else "",
        short=SHORT_RESULTS.get(leg.marks, "") if leg.marks is not None else "",
        going=_("not begun yet") if sheet.waits(round, leg) else _("going on"),
        url=sheet.game_url(leg),
        picture=sheet.game_url(leg, "games:last-board"),
        corrected=tuple(result_text(marks) for marks in leg.corrected),
        red=red,
        blue=blue,
    )


def _seated(board: Board, number: int) -> tuple[str, str]:
    """Who plays a board of a match of teams; a dash for nobody."""
    red, blue = ("–" if player is None else name_of(player) for player in board.players_at(number))
    return red, blue


def _match_score(board: Board) -> str:
    """The score of a match of several games; empty for one game."""
    if len(board.legs) == 1:
        return ""
    return score_text(board, board.entries)


def due_text(card: Card) -> str:
    """The colour that a player is due, and how strongly (C.04.3.A.6)."""
    if card.due is None:
        return _("either colour")
    words = {
        ColourPreference.NONE: "%(colour)s",
        ColourPreference.MILD: _("%(colour)s, mildly"),
        ColourPreference.STRONG: _("%(colour)s, strongly"),
        ColourPreference.ABSOLUTE: _("%(colour)s, absolutely"),
    }
    return words[card.strength] % {"colour": _("red") if card.due is Colour.RED else _("blue")}


def _reason(sheet: Sheet, card: Card) -> Reason:
    return Reason(
        name=sheet.name(card.number),
        score=points_text(card.score),
        colours=colours_text(card),
        due=due_text(card),
        floats=floats_text(card),
    )
