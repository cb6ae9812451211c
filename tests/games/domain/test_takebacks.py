"""Turns that are taken back: the log keeps them, and the game goes on as if they had not been played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from eventlog import store
from eventlog.rebuild import rebuild
from eventlog.sources import injected
from eventlog.verify import verify
from games.domain import command_handler, commands, creation, recent, records, reveal
from games.domain.clocks import TimeControl
from games.domain.events import (
    GameCreated,
    GameEvent,
    SetupMade,
    TakebackAgreed,
    TakebackOffered,
    TurnPlayed,
    TurnsTakenBack,
    submitted,
)
from games.domain.projections import course_in
from games.domain.random_play import random_setup
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import GameFold
from games.domain.transitions import fold, fold_runs, step
from games.domain.verification import verify_game
from games.knowledge import retold
from games.models import Game
from games.notation import to_json
from games.presentation.last_plies import told_to_seat
from games.replay import Timeline, timeline
from games.rules import Illegal, Options, Refusal, Seat, Variant, Viewer, dump, legal_turns, variant
from tests.games.domain.test_state import runs_of, stored
from tests.scenes import game_in_play, placements, play_quietly

RED, BLUE = Seat.RED, Seat.BLUE
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NONCE = "00" * 32


def beginning(book: Variant, chance: random.Random) -> list[GameEvent]:
    seats = {seat.slug: None for seat in book.seats}
    setups = {seat: random_setup(book, seat, Options(), "", chance) for seat in book.seats}
    made = [SetupMade(seat.slug, placement, NONCE) for seat, placement in setups.items()]
    return [GameCreated(book.slug, {}, seats, edition=book.edition if book.edition > 1 else None), *made]


def folded(events: Sequence[GameEvent]) -> GameFold:
    return fold((event, NOON) for event in events)


def taken_back(now: GameFold, seat: Seat) -> list[GameEvent]:
    others = [TakebackAgreed(other.slug) for other in now.variant.seats if other is not seat]
    return [TakebackOffered(seat.slug), *others, TurnsTakenBack(now.plies_since(seat))]


def can(now: GameFold, seat: Seat) -> bool:
    plies = now.plies_since(seat)
    return now.can_go_back and plies is not None and plies <= len(now.earlier)


def seen(now: GameFold) -> list[Any]:
    """All that anybody sees of a game, and all that the rules remember of it."""
    assert now.state is not None
    viewers = [Viewer.SPECTATOR, *map(Viewer.of, now.variant.seats)]
    return [
        dump(now.state),
        [now.state.view(viewer) for viewer in viewers],
        [turn.text for turn in legal_turns(now.state)],
        [told_to_seat(now, seat) for seat in now.variant.seats],
        now.waiting_for,
    ]


@pytest.mark.parametrize("slug", ["classic", "barrage", "battle", "campaign", "alliance"])
def test_a_game_goes_on_as_if_the_turns_had_never_been(slug: str) -> None:
    """With every way of folding, from every snapshot, and for all who look; two squares and chases come up, as the
    games go to and fro."""
    chance, book, backs = random.Random(slug), variant(slug), 0
    log = beginning(book, chance)
    plain, now = [*log], folded(log)
    bare = now
    for _step in range(150):
        seats = [seat for seat in book.seats if can(now, seat)]
        if seats and chance.random() < 0.3:
            more = taken_back(now, chance.choice(seats))
            del plain[-more[-1].plies :]
            bare = folded(plain)
            backs += 1
        else:
            assert now.state is not None
            turns = legal_turns(now.state)[: 6 if chance.random() < 0.7 else None]
            more = [submitted(chance.choice(turns).text, choice=now.state.pending is not None, secret=False)]
            plain += more
            bare = step(bare, more[0], NOON)
        log += more
        for event in more:
            now = step(now, event, NOON)
        assert seen(now) == seen(bare)
        if now.outcome is not None:
            break
    assert backs > 10
    assert snapshot_of(folded(log)) == snapshot_of(now)
    assert seen(fold_runs(runs_of(stored(log)))) == seen(now)
    for place in chance.sample(range(len(book.seats) + 1, len(log)), 8):
        begun = from_snapshot(snapshot_of(folded(log[:place])))
        assert snapshot_of(fold(((event, NOON) for event in log[place:]), begun)) == snapshot_of(now)
    assert course_in(log).turns == course_in(plain).turns


def test_nothing_is_taken_back_without_the_consent_of_all_or_to_elsewhere() -> None:
    """A log that says so was altered: planted breaches."""
    chance = random.Random(5)
    log = beginning(variant("classic"), chance)
    now = folded(log)
    while now.state is None or now.state.ply < 4:
        assert now.state is not None
        log.append(TurnPlayed(turn_of(now)["turn"]))
        now = folded(log)
    assert folded([*log, *taken_back(now, BLUE)]).state.ply == 3
    assert folded([*log, *taken_back(now, RED)]).state.ply == 2
    breaches: list[list[GameEvent]] = [
        [TurnsTakenBack(1)],
        [TakebackOffered("blue"), TurnsTakenBack(1)],
        [TakebackOffered("blue"), TakebackAgreed("red"), TurnsTakenBack(2)],
        [TakebackOffered("red"), TakebackAgreed("blue"), TurnsTakenBack(1)],
        [*taken_back(now, RED), *taken_back(now, RED)],
    ]
    for breach in breaches:
        with pytest.raises(ValueError, match="taken back"):
            folded([*log, *breach])
        with pytest.raises(ValueError, match="taken back"):
            verify_game(iter(stored([*log, *breach])))
    rated = [replace(log[0], rated=True), *log[1:]]
    with pytest.raises(ValueError, match="taken back"):
        folded([*rated, *taken_back(now, BLUE)])


# -- by the commands ------------------------------------------------------------------------------


def refused(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def turn_of(now: GameFold, *, shows: bool = False) -> dict[str, Any]:
    """A turn that shows something hidden (an attack, or a Scout that goes far), or none that does."""
    assert now.state is not None
    taken = {piece.square for piece in now.state.view(Viewer.ALL).pieces}
    for turn in legal_turns(now.state):
        if (turn.target in taken or turn.gait != 1) is shows:
            return {"seat": now.state.to_move, "turn": turn.text}
    raise LookupError


def set_up(game: UUID) -> None:
    for seat, placement in placements("barrage", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)


def quiet(game: UUID, plies: int) -> GameFold:
    play_quietly(game, plies)
    return command_handler.open_game(game)


@pytest.mark.django_db
def test_a_move_is_taken_back_with_what_followed_once_the_other_side_agrees() -> None:
    game = game_in_play(plies=0).id
    assert refused(lambda: commands.offer_takeback(game=game, seat=RED)) == Refusal(
        "nothing-to-take-back", {"seat": "red"}
    )
    before = quiet(game, 4)
    assert refused(lambda: commands.agree_takeback(game=game, seat=BLUE)).code == "no-takeback-offer"
    commands.offer_draw(game=game, seat=BLUE)
    now = commands.offer_takeback(game=game, seat=RED)
    assert (now.takeback, Game.objects.get(id=game).takeback_offer) == ((RED,), 0)
    assert refused(lambda: commands.offer_takeback(game=game, seat=BLUE)).code == "takeback-offered"
    assert refused(lambda: commands.agree_takeback(game=game, seat=RED)).code == "no-takeback-offer"
    now = commands.agree_takeback(game=game, seat=BLUE)
    row = Game.objects.get(id=game)
    assert now.state is not None
    assert (now.state.ply, now.state.to_move, now.takeback, now.draw) == (2, RED, (), ())
    assert (row.plies, row.to_move, row.takeback_offer, row.turn_version) == (2, 0, None, now.public_version)
    assert now.version == before.version + 4
    now = commands.play_turn(**turn_of(now), game=game)
    commands.offer_takeback(game=game, seat=RED)
    now = commands.decline_takeback(game=game, seat=BLUE)
    assert now.takeback == ()
    assert refused(lambda: commands.offer_takeback(game=game, seat=RED)).code == "takeback-declined"
    assert refused(lambda: commands.decline_takeback(game=game, seat=BLUE)).code == "no-takeback-offer"
    assert refused(lambda: commands.offer_takeback(game=game, seat=BLUE)).code == "takeback-too-far"  # twice
    now = commands.play_turn(**turn_of(now), game=game)
    assert (now.takeback, now.declined) == ((), ())


@pytest.mark.django_db
def test_what_has_shown_something_is_never_taken_back() -> None:
    game = game_in_play(plies=0).id
    now = quiet(game, 7)
    while True:
        try:
            now = commands.play_turn(**turn_of(now, shows=True), game=game)
            break
        except LookupError:
            now = quiet(game, now.state.ply + 1)
    mover = Seat((now.state.ply - 1) % 2)
    assert refused(lambda: commands.offer_takeback(game=game, seat=mover)).code == "takeback-too-far"
    now = quiet(game, now.state.ply + 1)
    assert refused(lambda: commands.offer_takeback(game=game, seat=mover)).code == "takeback-too-far"
    assert commands.offer_takeback(game=game, seat=Seat(1 - mover)).takeback == (Seat(1 - mover),)


@pytest.mark.django_db
@pytest.mark.parametrize("terms", [{"rated": True}, {"tournament": uuid4(), "round": 1}])
def test_only_in_games_that_count_for_nobody(terms: dict[str, Any]) -> None:
    game = creation.create_game(variant=variant("barrage"), players={}, **terms)
    set_up(game)
    quiet(game, 2)
    assert refused(lambda: commands.offer_takeback(game=game, seat=RED)) == Refusal("no-takebacks")


@pytest.mark.django_db
def test_clocks_go_on_for_who_is_to_move_with_what_is_in_their_banks() -> None:
    now = [NOON]
    with injected(clock=lambda: now[0]):
        bank = creation.create_game(variant=variant("barrage"), players={}, time=TimeControl("bank", 600, 10))
        each = creation.create_game(variant=variant("barrage"), players={}, time=TimeControl("move", 600))
        for game in (bank, each):
            set_up(game)
            now[0] += timedelta(seconds=60)
            commands.play_turn(**turn_of(command_handler.open_game(game)), game=game)
            now[0] += timedelta(seconds=30)
            commands.offer_takeback(game=game, seat=RED)
            after = commands.agree_takeback(game=game, seat=BLUE)
            left = (timedelta(seconds=550), timedelta(seconds=570)) if game == bank else (timedelta(seconds=600),) * 2
            assert after.clock is not None
            assert (after.clock.banks, after.clock.running, after.clock.since) == (left, (RED,), now[0])
            assert after.plies_spent == 2
        assert [report.status for report in verify([bank, each])] == ["ok", "ok"]


def shown(line: Timeline) -> list[Any]:
    viewers = (Viewer.SPECTATOR, Viewer.RED, Viewer.BLUE)
    views = [line.view(viewer, ply) for viewer in viewers for ply in range(line.plies + 1)]
    waits = [line.wait(ply) for ply in range(line.plies + 1)]
    known = [line.knowledge(Viewer.RED, line.plies).seats, line.moments(Viewer.BLUE)]
    return [line.plies, views, list(line.turns(Viewer.RED, 1, line.plies)), waits, known]


@pytest.mark.django_db
def test_replay_record_rows_and_log_agree_about_what_stands() -> None:
    game = game_in_play(plies=6, slug="barrage", reveal="never").id
    quiet(game, 10)
    old = timeline(Game(id=game))
    before = shown(old)
    commands.offer_takeback(game=game, seat=RED)
    now = commands.agree_takeback(game=game, seat=BLUE)
    line = timeline(Game(id=game))
    assert (line.plies, line.settled) == (8, 8)
    assert line.standing(10, old.version) == 8
    assert line.standing(10, line.version) == 10
    assert shown(line) == shown(Timeline(list(store.load(game))))
    assert shown(old) == before
    other = turn_of(now)["turn"]
    assert now.state is not None
    commands.play_turn(game=game, seat=now.state.to_move, turn=other)
    line = timeline(Game(id=game))
    assert (line.plies, line.settled) == (9, 8)
    assert shown(line) == shown(Timeline(list(store.load(game))))
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot_of(
        fold((e.event, e.time) for e in store.load(game))
    )
    row = Game.objects.values().get(id=game)
    rebuild()
    assert Game.objects.values().get(id=game) | {"due_from": None} == row | {"due_from": None}
    commands.resign(game=game, seat=RED)
    reveal.reveal_game(game=game)
    record = records.record_of(game, names={})
    assert (record.turns[8], len(record.turns), len(record.times)) == (other, 9, 9)
    assert b'"turns-taken-back"' in to_json(record)
    assert [report.status for report in verify([game])] == ["ok"]


@pytest.mark.django_db
def test_who_is_behind_sees_the_game_go_back_when_they_come_to_it() -> None:
    terms = {"spectators": "delayed", "delay_plies": 2}
    game = creation.create_game(variant=variant("barrage"), players={}, **terms)
    set_up(game)
    seen_plies = []
    for ply in (5, 6, 0, 5, 6, 7):
        if ply:
            quiet(game, ply)
        else:
            commands.offer_takeback(game=game, seat=RED)
            commands.agree_takeback(game=game, seat=BLUE)
        line = timeline(Game.objects.get(id=game))
        seen_plies.append(line.plies)
        assert shown(line) == shown(Timeline(list(store.load(game))[: line.events]))
    assert seen_plies == [3, 4, 4, 5, 4, 5]


@pytest.mark.parametrize(
    ("slug", "seeds"), [("classic", (1,)), ("campaign", (1,)), ("alliance_lightning", (40, 42, 45))]
)
def test_what_may_be_taken_back_tells_nothing_hidden(slug: str, seeds: tuple[int, ...]) -> None:
    """It is the same in two worlds that a seat cannot tell apart: nobody but a partner hears of a claim that failed."""
    book, claimed, met = variant(slug), False, set[int]()
    for seed in seeds:
        chance = random.Random(seed)
        log = beginning(book, chance)
        now = folded(log)
        assert now.state is not None
        views, plies, lengths = [now.state.view(Viewer.BLUE)], list[list[str]](), []
        while len(plies) < 60 and now.state.outcome is None:
            choice, turns = now.state.pending is not None, legal_turns(now.state)
            claims = [turn for turn in turns if "?" in turn.text and now.state.to_move.side == RED.side]
            text = chance.choice(claims or turns).text
            now = step(now, submitted(text, choice=choice, secret=False), NOON)
            assert now.state is not None
            if choice:
                plies[-1].append(text)
                del views[-1], lengths[-1]
            else:
                plies.append([text])
            views.append(now.state.view(Viewer.BLUE))
            lengths.append(len(now.earlier))
            claimed |= bool(claims)
        other, result = retold(views, plies, now.options, chance.randrange), []
        made = [SetupMade(seat.slug, placement, NONCE) for seat, placement in other.setups.items()]
        assert made != log[1:]
        then = folded([log[0], *made])
        for ply in other.plies:
            for place, text in enumerate(ply):
                then = step(then, submitted(text, choice=place > 0, secret=False), NOON)
            result.append(len(then.earlier))
        assert result == lengths
        met |= set(result)
    assert {0, len(book.seats)} <= met
    assert claimed is (slug == "alliance_lightning")
