"""Standings and what stands behind them: cards with the parts of each tie-break, crosstables, brackets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.endpoint import Operation, Parameter, json_answer
from api.http.problems import missing
from api.v1 import schemas_tournaments
from api.v1.events import LIMIT, EventEndpoint, entry_value, game_key, people_of
from tournaments.domain.challenges import answer_until
from tournaments.domain.ladder import LadderChallenge
from tournaments.domain.state import Board, Entry, Round, TournamentFold
from tournaments.pairing.knockout import NOBODY, Match
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.standings import CrosstableCell, Standing
from tournaments.scoring.tiebreaks import Tiebreak, explain

AFTER = Parameter(
    "How many places stand above the first one: the `next` of the page before.", "integer", most=1_000_000
)


def _not_yet() -> Exception:
    return missing(_("This event has no such page, or has not come that far."))


def standing_value(sheet: Sheet, standing: Standing) -> dict[str, Any]:
    """A place with its number of points and the values of the tie-breaks."""
    return schemas_tournaments.StandingShape.of(
        standing,
        place=None if standing.annulled else standing.place,
        values={tiebreak.slug: value for tiebreak, value in zip(sheet.tiebreaks, standing.values, strict=False)},
        out=sheet.out.get(standing.number),
    )


class StandingsEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getStandings",
            "The standings, now or as they were after a round, with the values of the tie-breaks; what each is made of"
            " is told with an entry. Points are in tenths.",
            parameters={
                "round": Parameter("As they were after this round.", "integer", most=999),
                "after": AFTER,
                "limit": LIMIT,
            },
            answer=schemas_tournaments.StandingsShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        sheet = self.sheet(key)
        round = self.asked_number("round", 0) or None
        if round is not None and round > len(sheet.played):
            raise _not_yet()
        after = self.asked_number("after", 0)
        shown, more = self.cut(sheet.standings(round), after)
        entries = {item.number: sheet.fold.numbered(item.number) for item in shown}
        people = people_of(entries.values())
        rows = [
            {**standing_value(sheet, item), "entry": entry_value(sheet.fold, entries[item.number], people)}
            for item in shown
        ]
        units = [schemas_tournaments.UnitShape.of(tiebreak) for tiebreak in sheet.tiebreaks]
        value = {"version": sheet.fold.version, "tiebreaks": units, "standings": rows, "next": more}
        return json_answer(value, version=sheet.fold.version)


class EntryEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getEntry",
            "An entry with its rounds, and with what each tie-break is made of: the parts, round by round, whose sum it"
            " is, or whose mean. Opponents are pairing numbers.",
            answer=schemas_tournaments.CardShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str, number: int) -> HttpResponse:
        """What its page shows."""
        sheet = self.sheet(key)
        entry = sheet.fold.entries.get(number)
        if entry is None:
            raise missing(_("There is no such entry in this event."))
        place = sheet.fold.numbers.get(entry.number)
        standing = sheet.standing_of(place)
        value = {
            "version": sheet.fold.version,
            "entry": entry_value(sheet.fold, entry, people_of([entry])),
            "standing": None if standing is None else standing_value(sheet, standing),
            "checked_in": entry.checked_in,
            "byes": [{"round": round, "kind": kind} for round, kind in sorted(entry.byes.items())],
            "rounds": [self._round(sheet, entry, cell) for cell in sheet.cells_of(place)],
            "tiebreaks": self._tiebreaks(sheet, place),
        }
        return json_answer(value, version=sheet.fold.version)

    def _round(self, sheet: Sheet, entry: Entry, cell: CrosstableCell) -> dict[str, Any]:
        round = sheet.columns[cell.round - 1]
        board = round.board_of(entry.number)
        return schemas_tournaments.PlayedRoundShape.of(
            cell,
            board=None if board is None else board.number,
            begun=board is None or not sheet.waits(round, board.leg),
            games=[game_key(sheet, leg) for leg in board.legs] if board is not None else [],
        )

    def _tiebreaks(self, sheet: Sheet, number: int | None) -> list[dict[str, Any]]:
        if number is None or not sheet.format.by_points:
            return []
        return [self._tiebreak(sheet, number, place, tiebreak) for place, tiebreak in enumerate(sheet.tiebreaks)]

    def _tiebreak(self, sheet: Sheet, number: int, place: int, tiebreak: Tiebreak) -> dict[str, Any]:
        before = [other.slug for other in sheet.tiebreaks[:place]]
        explanation = explain(sheet.counted, tiebreak.slug, number, before=before, lot=sheet.fold.lot)
        return schemas_tournaments.TiebreakShape.of(explanation, slug=tiebreak.slug, unit=tiebreak.unit)


class CrosstableEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getCrosstable",
            "The crosstable by places, with a cell for each round. Opponents are pairing numbers; marks are those of"
            " report files (TRF16), null while a game goes on.",
            parameters={"after": AFTER, "limit": LIMIT},
            answer=schemas_tournaments.CrosstableShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        sheet = self.sheet(key)
        if not sheet.begun or not sheet.format.by_points:
            raise _not_yet()
        shown, more = self.cut(sheet.final, self.asked_number("after", 0))
        entries = {item.number: sheet.fold.numbered(item.number) for item in shown}
        people = people_of(entries.values())
        games = _games(sheet, {entry.number for entry in entries.values()})
        rows = [
            {
                "place": None if item.annulled else item.place,
                "points": item.points,
                "entry": entry_value(sheet.fold, entries[item.number], people),
                "cells": [
                    _cell(result, round, games.get((round, entries[item.number].number)))
                    for round, result in enumerate(sheet.table.row(item.number).results, 1)
                ],
            }
            for item in shown
        ]
        value = {"version": sheet.fold.version, "crosstable": rows, "next": more}
        return json_answer(value, version=sheet.fold.version)


def _games(sheet: Sheet, entries: set[int]) -> Mapping[tuple[int, int], tuple[str | None, bool]]:
    """The last game of each round for each of these entries: its key, and whether it has begun."""
    result = {}
    for column, round in enumerate(sheet.columns, 1):
        for board in round.boards:
            if board.red in entries or board.blue in entries:
                for entry in board.entries:
                    result[column, entry] = (game_key(sheet, board.leg), not sheet.waits(round, board.leg))
    return result


def _cell(result: Any, round: int, game: tuple[str | None, bool] | None) -> dict[str, Any]:
    key, begun = game if game is not None else (None, True)
    return schemas_tournaments.CellShape.of(result, round=round, begun=begun, game=key)


class BracketEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getBracket",
            "A round of the bracket of a knockout, from top to bottom: the winner of match n goes to match (n + 1) / 2"
            " of the next round. Players are pairing numbers, null where it is open who comes, 0 for nobody. A round of"
            " a double elimination has matches of both brackets, as they are played.",
            parameters={
                "round": Parameter("Which round; the first one if left out.", "integer", least=1, most=99),
                "after": Parameter("The position of the match before the first one.", "integer", most=1_000_000),
                "limit": LIMIT,
            },
            answer=schemas_tournaments.BracketShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Some matches of a round."""
        sheet = self.sheet(key)
        if sheet.knockout is None:
            raise _not_yet()
        bracket = sheet.bracket
        number, before = self.asked_number("round", 1), sheet.knockout.before
        if number > len(bracket.rounds):
            raise _not_yet()
        shown, more = self.cut(bracket.rounds[number - 1], self.asked_number("after", 0))
        last = number == len(bracket.rounds)
        played = sheet.knockout.fold.rounds
        paired = played[number - 1] if number <= len(played) else None
        value = {
            "version": sheet.fold.version,
            "round": number,
            "rounds": len(bracket.rounds),
            "name": sheet.round_name(before + number),
            "matches": [_match(sheet, item, paired) for item in shown],
            "third": _match(sheet, bracket.third, paired) if last and bracket.third is not None else None,
            "champion": sheet.number_in_event(bracket.champion),
            "next": more,
        }
        return json_answer(value, version=sheet.fold.version)


def _match(sheet: Sheet, item: Match, round: Round | None) -> dict[str, Any]:
    board: Board | None = None if round is None or item.board is None else round.board(item.board)
    return schemas_tournaments.MatchShape.of(
        item,
        upper=_player(sheet.number_in_event(item.upper)),
        lower=_player(sheet.number_in_event(item.lower)),
        winner=_player(sheet.number_in_event(item.winner)),
        board=None if board is None else board.number,
        games=[] if board is None else [game_key(sheet, leg) for leg in board.legs],
    )


def _player(number: int | None) -> int | None:
    return 0 if number == NOBODY else number


class LadderEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getLadder",
            "Who stands where on a ladder, who pauses, and the challenges, the newest first. The entries themselves are"
            " told with the standings.",
            parameters={
                "after": Parameter("How many challenges are newer than the first one.", "integer", most=1_000_000),
                "limit": LIMIT,
            },
            answer=schemas_tournaments.LadderShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Its order, and some challenges."""
        fold = self.sheet(key).fold
        if fold.ladder is None:
            raise _not_yet()
        newest = [*fold.ladder.challenges.values()][::-1]
        shown, more = self.cut(newest, self.asked_number("after", 0))
        pauses = [
            schemas_tournaments.LadderPauseShape.of(pause, entry=entry)
            for entry, pause in sorted(fold.ladder.pauses.items())
            if fold.changed_at < pause.until
        ]
        value = {
            "version": fold.version,
            "order": [*fold.ladder.order],
            "pauses": pauses,
            "challenges": [_challenge(fold, item) for item in shown],
            "next": more,
        }
        return json_answer(value, version=fold.version)


def _challenge(fold: TournamentFold, item: LadderChallenge) -> dict[str, Any]:
    return schemas_tournaments.ChallengeShape.of(item, until=answer_until(fold, item), board=item.board or None)
