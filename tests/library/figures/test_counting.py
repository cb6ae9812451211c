"""Figures are what a plain count of the games finds; each game counts once, and no sooner than its facts are public."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from eventlog.rebuild import rebuild
from eventlog.sources import injected
from games.domain import commands, reveal
from games.domain.clocks import PRESETS
from games.domain.imports import import_records, judge
from games.domain.playing_on import play_on
from games.domain.records import record_of
from games.models import Game, key_of
from games.rules import VARIANTS, End, Options, Outcome, Seat, variant
from library.figures import tasks
from library.figures.domain import counters
from library.figures.domain.counters import (
    count_due,
    figures_of,
    figures_of_player,
    last_shown_month,
)
from library.figures.models import FigureCount, FigureDue, PlayerFigures
from privacy.erase import delete_account
from tests.games.domain.played import begun, play_many
from tests.games.domain.test_playing_on import source
from tests.scenes import account, game_in_play, game_of, game_over, play_quietly
from tests.shared import GAMES

from .plain import ended_by_hand, opened_by_hand

pytestmark = pytest.mark.django_db

EVENT = UUID(int=9 << 70 | 5)
LONG = 300
"""Plies of a recorded game that is counted by hand here: every world at every ply takes its time."""


def rows() -> dict[Any, Any]:
    games = {(row.variant, row.slice, row.source): row.counts for row in FigureCount.objects.all()}
    people = {(row.player, row.variant, row.month): (row.games, row.counts) for row in PlayerFigures.objects.all()}
    return {**games, **people}


def due() -> dict[UUID, tuple[bool, bool]]:
    return {row.game: (row.ended, row.opened) for row in FigureDue.objects.all()}


def by_hand(games: list[Game]) -> dict[str, Counter[str]]:
    result: dict[str, Counter[str]] = {}
    for game in games:
        record = record_of(game.id, names={})
        counts = result.setdefault(game.variant, Counter())
        counts.update(ended_by_hand(record, game))
        counts.update(opened_by_hand(record))
    return result


@pytest.mark.slow
def test_recorded_games_come_to_what_a_plain_count_finds() -> None:
    """As far as they are legal, and then given up: most records stop where a rule is broken."""
    given_up = Outcome(End.RESIGNATION, 1)
    records = [replace(game.record, turns=game.record.turns[: game.plies], result=given_up) for game in GAMES]
    result = import_records([judge("one", record) for record in records if len(record.turns) <= LONG])
    games = list(Game.objects.filter(id__in={item.game for item in result}))
    assert len(games) > 20
    assert not count_due()
    assert {slug: figures_of(slug, source="import") for slug in VARIANTS if figures_of(slug)} == by_hand(games)


@pytest.mark.slow
def test_games_of_every_rule_book_come_to_what_a_plain_count_finds() -> None:
    games = [game_of(slug, plies=24, seed=3) for slug in VARIANTS]
    games += [game_of("alliance", plies=145, seed=5), game_of("barrage", plies=100, seed=2)]
    assert not count_due()
    result = {slug: figures_of(slug, source="play") for slug in VARIANTS}
    assert result == by_hand(games)
    assert all(counts["games"] for counts in result.values())
    ends = {word.split()[1] for counts in result.values() for word in counts if word.startswith("flag ")}
    assert ends == {"known", "taken", "unknown"}


def archive_of_all_kinds() -> None:
    """Games of players, of an event, drawn, never revealed, called off, played on from another, and of records."""
    ada, grace = account("Ada"), account("Grace")
    seated = {Seat.RED: ada.player.id, Seat.BLUE: grace.player.id}
    for seed in (1, 2):
        game, _now = begun(variant("duel"), random.Random(seed), players=seated, tournament=EVENT, round=1)
        chance = random.Random(7)
        now = play_many(game, chance, until=lambda now: now.state.ply >= 30)
        if now.outcome is None:
            commands.resign(game=game, seat=Seat.RED)
    game_over(slug="duel", plies=9, reveal="never", accounts=(ada, grace))
    draw = game_in_play(slug="duel", plies=2)
    commands.offer_draw(game=draw.id, seat=Seat.RED)
    commands.agree_draw(game=draw.id, seat=Seat.BLUE)
    commands.abort_game(game=game_in_play(slug="duel", plies=1).id, seat=Seat.RED)
    imported, _plies = source()
    again = play_on(source=imported, ply=4, players=seated, time=PRESETS["14-days"])
    commands.resign(game=again, seat=Seat.RED)
    reveal.reveal_game(game=again)


@pytest.mark.slow
def test_slices_players_and_a_rebuild() -> None:
    archive_of_all_kinds()
    assert not count_due()
    before = rows()
    year = Game.objects.earliest("created").created.year
    assert {key[:2] for key in before if isinstance(key[0], str)} == {
        *(("duel", ""), ("duel", f"year {year}"), ("duel", f"event {key_of(EVENT)}")),
        *(("barrage", ""), ("barrage", f"year {year}")),
    }
    assert [figures_of("duel", of=f"event {key_of(EVENT)}")[word] for word in ("games", "opened")] == [2, 2]
    everything = figures_of("duel")
    assert [everything[word] for word in ("games", "opened", "result red drawn")] == [4, 3, 1]
    players = {row.player: row for row in PlayerFigures.objects.all()}
    assert {row.games for row in players.values()} == {3}
    assert len(players) == 2
    rebuild()
    assert (rows(), len(due())) == ({}, 5)
    assert not count_due()
    assert (rows(), due()) == (before, {})


def test_a_players_figures_are_seen_from_the_own_seat() -> None:
    ada, grace = account("Ada"), account("Grace")
    game = game_over(slug="barrage", plies=120, seed=3, accounts=(ada, grace))
    count_due()
    book, red, blue = figures_of("barrage"), *(figures_of_player(item.player.id, "barrage") for item in (ada, grace))
    for word in ("games", "plies", "opened", f"length {(game.plies - 1) // 20}"):
        assert book[word] == red[word] == blue[word]
    taken = Counter({word: number for word, number in book.items() if word.startswith("take ")})
    mine, theirs = ({w: n for w, n in item.items() if w.startswith("take ")} for item in (red, blue))
    assert taken == Counter(mine) + Counter(theirs)
    assert taken
    assert {w.replace("lose", "take"): n for w, n in red.items() if w.startswith("lose ")} == theirs
    assert (red["result red lost"], blue["result blue won"], red["end resignation lost"]) == (1, 1, 1)
    assert red["result blue lost"] == blue["result red won"] == 0
    assert sum(n for w, n in book.items() if w.startswith("flag ")) == 2
    assert sum(n for w, n in red.items() if w.startswith("flag ")) == 1


# -- what is counted when -------------------------------------------------------------------------


def test_what_the_reveal_opens_is_counted_with_it_and_not_before() -> None:
    game = game_over(slug="duel", plies=20, reveal="never")
    assert due() == {game.id: (True, False)}
    count_due()
    figures = figures_of("duel")
    assert figures["games"] == 1
    assert not {word for word in figures if word.startswith(("opened", "fell", "stood", "flag"))}
    reveal.reveal_game(game=game.id)
    assert due() == {game.id: (False, True)}
    count_due()
    after = figures_of("duel")
    assert {word: after[word] for word in figures} == figures
    assert (after["opened"], due()) == (1, {})


def test_an_end_that_spectators_are_behind_of_is_counted_once_it_is_public() -> None:
    now = [datetime(2026, 1, 31, 23, 59, tzinfo=UTC)]
    ada = account("Ada")
    with injected(clock=lambda: now[0]):
        seated = {Seat.RED: ada.player.id}
        game, _fold = begun(
            variant("duel"), random.Random(1), players=seated, spectators="delayed", delay=120, options=Options()
        )
        play_quietly(game, 6)
        commands.resign(game=game, seat=Seat.RED)
        assert due() == {}
        now[0] += timedelta(minutes=3)
        reveal.publish_if_due(game=game)
        assert set(due()) == {game}
    count_due()
    assert list(PlayerFigures.objects.values_list("player", "month", "games")) == [(ada.player.id, date(2026, 2, 1), 1)]


def test_what_counts_nowhere_is_not_even_due() -> None:
    commands.abort_game(game=game_in_play(slug="duel", plies=1).id, seat=Seat.RED)
    game_in_play(slug="duel", plies=4)
    imported, _plies = source()
    again = play_on(source=imported, ply=4, players={}, time=None)
    commands.resign(game=again, seat=Seat.RED)
    reveal.reveal_game(game=again)
    assert set(due()) == {imported}


# -- counting, stopped and tried again ------------------------------------------------------------


def test_counting_goes_on_where_it_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2, 3):
        game_over(slug="duel", plies=4, seed=seed)
    monkeypatch.setattr(counters, "AT_ONCE", 1)
    left = []
    while count_due(seconds=0):
        left.append((FigureDue.objects.count(), figures_of("duel")["games"]))
    assert left == [(2, 1), (1, 2), (0, 3)]
    sent: list[int] = []
    monkeypatch.setattr(tasks, "SECONDS", 0.0)
    monkeypatch.setattr(tasks.count_figures, "delay", sent.append)
    rebuild()
    for round in (1, tasks.ROUNDS, 2, 3):
        tasks.count_figures(round)
    assert (sent, figures_of("duel")["games"]) == ([2, 3], 3)


def test_a_game_that_is_opened_while_its_end_is_counted_is_counted_again_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_over(slug="duel", plies=4, reveal="never")
    result = counters._told

    def meanwhile(*arguments: Any) -> Any:
        outcome = result(*arguments)
        monkeypatch.undo()
        reveal.reveal_game(game=game.id)
        return outcome

    monkeypatch.setattr(counters, "_told", meanwhile)
    count_due()
    assert [figures_of("duel")[word] for word in ("games", "opened")] == [1, 1]


def test_one_game_that_cannot_be_counted_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [game_over(slug="duel", plies=4, seed=seed) for seed in (1, 2)]
    ended = counters.ended_figures

    def broken(line: Any) -> Any:
        if line.plies == 4:
            raise ZeroDivisionError(line)
        return ended(line)

    games.append(game_over(slug="duel", plies=5))
    monkeypatch.setattr(counters, "ended_figures", broken)
    tried = []
    for _run in range(counters.TRIES + 1):
        assert not count_due()
        tried.append(sum(FigureDue.objects.values_list("tried", flat=True)))
    assert tried == [2, 4, 6, 8, 10, 10]  # once in a run: what fails for a moment has some minutes
    assert figures_of("duel")["games"] == 1
    assert dict(FigureDue.objects.values_list("game", "tried")) == dict.fromkeys(
        (games[0].id, games[1].id), counters.TRIES
    )
    assert {record.getMessage() for record in caplog.records} == {"a game could not be counted: ZeroDivisionError"}
    monkeypatch.undo()
    rebuild()
    assert not count_due()
    assert figures_of("duel")["games"] == 3


# -- players --------------------------------------------------------------------------------------


def test_figures_go_with_the_account_and_do_not_come_back() -> None:
    ada, grace = account("Ada"), account("Grace")
    game_over(slug="duel", plies=4, accounts=(ada, grace))
    count_due()
    theirs = {row.player for row in PlayerFigures.objects.all()}
    assert theirs == {ada.player.id, grace.player.id}
    left = grace.player.id
    delete_account(ada)
    assert {row.player for row in PlayerFigures.objects.all()} == {left}
    rebuild()
    count_due()
    assert {row.player for row in PlayerFigures.objects.all()} == {left}
    assert figures_of("duel")["games"] == 1


def test_months_add_up_and_others_see_those_that_are_over_for_a_month() -> None:
    ada = account("Ada")
    now = [datetime(2026, 1, 5, tzinfo=UTC)]
    with injected(clock=lambda: now[0]):
        for month in (1, 1, 2, 3):
            now[0] = datetime(2026, month, 5, tzinfo=UTC)
            game_over(slug="duel", plies=4, accounts=(ada, None))
    count_due()
    asked = (None, date(2026, 1, 1), date(2025, 12, 1))
    assert [figures_of_player(ada.player.id, "duel", until=until)["games"] for until in asked] == [4, 2, 0]
    assert [figures_of_player(ada.player.id, "duel", year=year)["games"] for year in (2026, 2025)] == [4, 0]
    days = (datetime(2026, 2, 28, 23, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC))
    assert [last_shown_month(day) for day in days] == [date(2025, 12, 1), date(2026, 1, 1)]
