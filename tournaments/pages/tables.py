"""Standings and crosstables as pages show them. Names are marks (`names.py`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.domain.formats import GroupTable
from tournaments.domain.state import Presence
from tournaments.domain.terms import BOARD_POINTS
from tournaments.pages.rungs import Rung, rungs
from tournaments.pairing.cards import Card, Float
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.words import ANNULLED, points_text
from tournaments.scoring.crosstable import Colour, RoundResult
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing
from tournaments.scoring.streaks import STREAK, streak
from tournaments.scoring.tiebreaks import Tiebreak

SIGNS: dict[Mark | None, str] = {
    Mark.WIN: "1",
    Mark.DRAW: "½",
    Mark.LOSS: "0",
    Mark.WIN_UNRATED: "1",
    Mark.DRAW_UNRATED: "½",
    Mark.LOSS_UNRATED: "0",
    Mark.FORFEIT_WIN: "+",
    Mark.FORFEIT_LOSS: "−",
    Mark.PAIRING_BYE: "U",
    Mark.FULL_BYE: "F",
    Mark.HALF_BYE: "H",
    Mark.ABSENT: "Z",
    None: "*",
}
"""The signs of a crosstable, as in report files; `*` while the game goes on, none before it has begun."""

KINDS: dict[Mark | None, str] = {
    Mark.WIN: "won",
    Mark.WIN_UNRATED: "won",
    Mark.FORFEIT_WIN: "won",
    Mark.DRAW: "drawn",
    Mark.DRAW_UNRATED: "drawn",
    Mark.LOSS: "lost",
    Mark.LOSS_UNRATED: "lost",
    Mark.FORFEIT_LOSS: "lost",
    None: "going-on",
}
"""How a game went for a player, as the stylesheet knows it; nothing for a bye."""

FLOATS = {Float.DOWN: "↓", Float.UP: "↑"}


def colour_letter(colour: Colour | None) -> str:
    """What stands for a colour in a crosstable, in the language of the reader; "" for none."""
    if colour is None:
        return ""
    return pgettext("letter of a colour", "r") if colour is Colour.RED else pgettext("letter of a colour", "b")


def value_text(value: int, tiebreak: Tiebreak) -> str:
    if tiebreak.unit == 1:
        return str(value)
    if tiebreak.unit == 10:
        return points_text(value)
    return f"{value / tiebreak.unit:.2f}".rstrip("0").rstrip(".")


def colours_text(card: Card) -> str:
    """The colours of the rounds so far: `r b – r`."""
    return " ".join(colour_letter(colour) or "–" for colour in card.colours) or "–"


def floats_text(card: Card) -> str:
    """The floats of the last two rounds, which the pairing looks at (C.04.3.A.4)."""
    words = {Float.DOWN: _("down in round %(round)d"), Float.UP: _("up in round %(round)d")}
    result = [(number, item) for number, item in enumerate(card.floats, 1) if item is not None]
    return ", ".join(words[item] % {"round": number} for number, item in result) or _("none")


# -- standings ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings.

    In a knockout and on a ladder there are no points; `out` says how far somebody came, on a ladder what somebody has
    to do now, and `moved` by how many places. Who is annulled has no place, and a `note` that says so.
    """

    place: int | None
    number: int
    entry: int
    name: str
    url: str
    rating: int
    points: str
    values: tuple[tuple[str, str], ...]
    gone: bool
    note: str
    out: str = ""
    place_name: str = ""
    moved: str = ""
    moved_words: str = ""

    @property
    def board_points(self) -> str:
        """Of a team; empty for players."""
        return dict(self.values).get(BOARD_POINTS, "")


def rows_of(sheet: Sheet, standings: Sequence[Standing]) -> list[StandingsRow]:
    """Standings with names, ratings and the values of the tie-breaks, each with its slug."""
    if sheet.fold.ladder is None:
        return [_row(sheet, standing) for standing in standings]
    beside = rungs(sheet)
    return [_on_ladder(_row(sheet, standing), beside) for standing in standings]


def _on_ladder(row: StandingsRow, beside: Mapping[int, Rung]) -> StandingsRow:
    moved, words, now = beside[row.entry]
    return replace(row, points="", moved=moved, moved_words=words, out=now)


def _row(sheet: Sheet, standing: Standing) -> StandingsRow:
    entry = sheet.fold.numbered(standing.number)
    values = zip(sheet.tiebreaks, standing.values, strict=False)
    out = out_text(sheet, standing.number)
    notes = [str(ANNULLED)] if standing.annulled else [out] if out and sheet.format.by_points else []
    notes += [streak_text(sheet, standing.number)] if sheet.table.streaks else []
    return StandingsRow(
        place=None if standing.annulled else standing.place,
        number=standing.number,
        entry=entry.number,
        name=sheet.name(standing.number),
        url=sheet.card_url(entry.number),
        rating=entry.rating,
        points=points_text(standing.points),
        values=tuple((tiebreak.slug, value_text(value, tiebreak)) for tiebreak, value in values),
        gone=entry.presence in (Presence.WITHDRAWN, Presence.EXPELLED),
        note="".join(notes),
        out="" if sheet.format.by_points else out,
        place_name="" if standing.annulled else place_name(standing.place, shared=standing.shared),
    )


def streak_text(sheet: Sheet, number: int) -> str:
    """That somebody has won so many games in a row that the next one counts double; else nothing."""
    won = streak(result.mark for result in sheet.table.row(number).results)
    return _("%(won)d wins in a row") % {"won": won} if won >= STREAK else ""


def out_text(sheet: Sheet, number: int) -> str:
    """How far somebody came in a knockout or another final, or in a group before it."""
    stage, entry, final = sheet.knockout, sheet.fold.order[number - 1], sheet.final_stage
    standing = sheet.standing_of(number)
    if final is not None and stage is None and entry in final.fold.numbers and standing is not None:
        points = {"points": points_text(standing.points)}
        return _("in the final") if sheet.format.by_points else _("in the final, %(points)s points") % points
    if sheet.groups and (stage is None or entry not in stage.fold.numbers):
        return _in_group(sheet, number)
    if stage is None or entry not in stage.fold.numbers:
        return ""
    third, seed = sheet.bracket.third, stage.fold.numbers[entry]
    if third is not None and third.winner is not None and seed in third.players:
        return _("third") if third.winner == seed else _("fourth")
    round = sheet.out.get(number)
    if round is not None:
        return _("out in: %(round)s") % {"round": sheet.round_name(round)}
    if sheet.bracket.champion == seed:
        return _("winner")
    return _("not knocked out") if sheet.fold.ended else _("still in")


def _in_group(sheet: Sheet, number: int) -> str:
    group, standing = next(
        (group, standing) for group in sheet.groups for standing in group.places if standing.number == number
    )
    return _("%(group)s, place %(place)d") % {"group": group.name, "place": standing.place}


def place_name(place: int, *, shared: bool) -> str:
    """A place on the podium in a word."""
    words = {1: _("first"), 2: _("second"), 3: _("third")}
    together = {1: _("first, shared"), 2: _("second, shared"), 3: _("third, shared")}
    return (together if shared else words).get(place, "")


# -- crosstables ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableCell:
    """One round of one player, or one meeting of two.

    Args:
        text: opponent and colour, such as `12r`; empty without an opponent.
        sign: of `SIGNS`.
        kind: a class for its look: `won`, `drawn`, `lost`, `bye`, `going-on`.
        float: an arrow, or nothing.
        url: of the game, if it can be looked at.
        ruled: the moderators changed the result.
    """

    text: str = ""
    sign: str = ""
    kind: str = ""
    float: str = ""
    url: str = ""
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    row: StandingsRow
    cells: tuple[TableCell, ...]


def cross_rows(sheet: Sheet, shown: Sequence[Standing] | None = None) -> list[CrossRow]:
    """The crosstable by places, with a cell for each round."""
    rows = rows_of(sheet, sheet.final if shown is None else shown)
    games = _games(sheet, {row.entry for row in rows})
    outcome = []
    for row in rows:
        results = sheet.table.row(row.number).results
        floats = sheet.cards[row.number].floats if sheet.format.by_score else ()
        cells = tuple(
            _cell(result, games.get((round, row.entry), _NO_GAME), floats[round - 1] if round <= len(floats) else None)
            for round, result in enumerate(results, 1)
        )
        outcome.append(CrossRow(row, cells))
    return outcome


def _cell(result: RoundResult, game: _Game, float: Float | None) -> TableCell:
    if result.opponent is None:
        return TableCell(sign=SIGNS[result.mark], kind="bye", float=FLOATS[float] if float else "")
    arrow = FLOATS[float] if float is not None and result.mark is not None else ""
    text = f"{result.opponent}{colour_letter(result.colour)}"
    sign, kind = game.look(result)
    return TableCell(text=text, sign=sign, kind=kind, float=arrow, url=game.url, ruled=game.ruled)


class _Game(NamedTuple):
    """The last game of a board: its address, whether it has not begun, whether the moderators changed a result, and
    whether two teams meet, of whom board points are shown."""

    url: str = ""
    waits: bool = False
    ruled: bool = False
    teams: bool = False

    def look(self, result: RoundResult) -> tuple[str, str]:
        """The sign and the class of a result in it."""
        if self.waits:
            return "", ""
        sign = points_text(result.board_points) if self.teams and result.mark is not None else SIGNS[result.mark]
        return sign, KINDS.get(result.mark, "")


_NO_GAME = _Game()


def _games(sheet: Sheet, entries: Collection[int]) -> dict[tuple[int, int], _Game]:
    result = {}
    for column, round in enumerate(sheet.columns, 1):
        for board in round.boards:
            if board.red not in entries and board.blue not in entries:
                continue
            ruled = any(leg.ruled_from is not None for leg in board.legs)
            game = _Game(sheet.game_url(board.leg), sheet.waits(round, board.leg), ruled, board.teams)
            for entry in board.entries:
                result[column, entry] = game
    return result


def matrix_rows(sheet: Sheet, shown: Sequence[Standing] | None = None) -> list[CrossRow]:
    """The crosstable of a round robin: a column for each player, with one game or two in a cell. `sheet` and `shown`
    are those of `cross_rows`.
    """
    shown = sheet.final if shown is None else shown
    meetings = _meetings(sheet, {standing.number for standing in shown})
    numbers = [row.number for row in sheet.table.rows]
    return [
        CrossRow(row, tuple(_meeting(row.number, other, meetings.get((row.number, other), [])) for other in numbers))
        for row in sorted(rows_of(sheet, shown), key=lambda row: row.number)
    ]


class GroupPage(NamedTuple):
    """A group as it is shown.

    Args:
        name: of the group.
        columns: the pairing numbers of its players, by place.
        rows: by place, each with its games against each of the columns.
        through: the pairing numbers of who goes on, once that is settled.
    """

    name: str
    columns: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    through: frozenset[int]


def group_pages(sheet: Sheet) -> list[GroupPage]:
    """The groups of an event, and its final if that is one."""
    return [_group_page(sheet, group) for group in sheet.groups]


def _group_page(sheet: Sheet, group: GroupTable) -> GroupPage:
    meetings, rows = _meetings(sheet, set(group.numbers), group.rounds), rows_of(sheet, group.places)
    numbers = tuple(row.number for row in rows)
    games = [
        tuple(_meeting(row.number, other, meetings.get((row.number, other), [])) for other in numbers) for row in rows
    ]
    return GroupPage(group.name, numbers, tuple(map(CrossRow, rows, games)), group.through)


def _meetings(
    sheet: Sheet, numbers: Collection[int], rounds: Collection[int] | None = None
) -> dict[tuple[int, int], list[tuple[RoundResult, _Game]]]:
    games = _games(sheet, {sheet.fold.order[number - 1] for number in numbers})
    results: dict[tuple[int, int], list[tuple[RoundResult, _Game]]] = {}
    for row in map(sheet.table.row, sorted(numbers)):
        entry = sheet.fold.order[row.number - 1]
        for round, result in enumerate(row.results, 1):
            if result.opponent is not None and (rounds is None or round in rounds):
                results.setdefault((row.number, result.opponent), []).append(
                    (result, games.get((round, entry), _NO_GAME))
                )
    return results


def _meeting(number: int, other: int, results: list[tuple[RoundResult, _Game]]) -> TableCell:
    if number == other:
        return TableCell(kind="self")
    looks = [game.look(result) for result, game in results]
    kinds = {kind for _sign, kind in looks}
    return TableCell(
        text=" ".join(colour_letter(result.colour) for result, _game in results),
        sign=" ".join(sign for sign, _kind in looks if sign),
        kind=kinds.pop() if len(kinds) == 1 else "",
        url=results[-1][1].url if results else "",
        ruled=any(game.ruled for _result, game in results),
    )


def is_matrix(sheet: Sheet) -> bool:
    """Whether the crosstable has a column for each player."""
    return sheet.format.all_meet
