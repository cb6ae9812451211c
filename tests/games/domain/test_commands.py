"""What people do with a game: decisions become events, lists follow, nothing illegal is written."""

import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventlog import store
from eventlog.models import Event, Snapshot
from eventlog.rebuild import rebuild
from eventlog.sources import injected, new_id
from games.domain import (
    arbitration,
    command_handler,
    commands,
    creation,
    recent,
    records,
    reveal,
)
from games.domain.command_handler import ENGINE, SNAPSHOT_EVERY, NoGame
from games.domain.commitments import commitment_of
from games.domain.queries import Archive, game_by_key, seat_of
from games.domain.records import NotRevealed
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.transitions import fold
from games.models import Game, GameSeat, Tally
from games.rules import (
    End,
    Illegal,
    Options,
    Outcome,
    Refusal,
    Seat,
    Viewer,
    dump,
    legal_turns,
    variant,
)
from games.tasks import reveal_due
from tests import scenes
from web.keyset import PageCursor

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE


def refused(call) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def begun(slug: str = "barrage", seed: int = 1, **values):
    setups = scenes.placements(slug, random.Random(seed))
    game = creation.create_game(variant=variant(slug), players={}, **values)
    for seat, placement in setups.items():
        now = commands.make_setup(game=game, seat=seat, placement=placement)
    return game, now


def a_turn(now) -> dict:
    return {"seat": now.state.to_move, "turn": str(legal_turns(now.state)[0])}


def played_out(game, now, seed: int = 1):
    chance = random.Random(seed)
    while now.outcome is None:
        turn = str(chance.choice(legal_turns(now.state)))
        now = commands.play_turn(game=game, seat=now.state.to_move, turn=turn)
    return now


def kinds(game) -> list[str]:
    return list(Event.objects.filter(stream=game).order_by("version").values_list("type", flat=True))


def test_a_game_waits_for_its_set_ups_and_shows_only_who_is_ready():
    setups = scenes.placements("barrage", random.Random(1))
    game = creation.create_game(variant=variant("barrage"), players={})
    assert Game.objects.get(id=game).status == "waiting"
    commands.make_setup(game=game, seat=BLUE, placement=setups[BLUE])
    assert list(GameSeat.objects.filter(game=game).values_list("seat", "ready")) == [(0, False), (1, True)]
    assert refused(lambda: commands.make_setup(game=game, seat=BLUE, placement=setups[BLUE])) == Refusal(
        "set-up-made", {"seat": "blue"}
    )
    assert refused(lambda: commands.play_turn(game=game, seat=RED, turn="a1-a2")).code == "not-started"
    now = commands.make_setup(game=game, seat=RED, placement=setups[RED])
    row = Game.objects.get(id=game)
    assert (row.status, row.to_move, row.plies) == ("playing", 0, 0)
    assert now.setups == {}
    made = [event.event for event in store.load(game)][1:]
    assert {seat.seat: bytes(seat.commitment).hex() for seat in row.seats.all()} == {
        Seat[event.seat.upper()]: commitment_of(event) for event in made
    }


def test_a_set_up_that_does_not_fit_is_refused_and_nothing_is_written():
    game = creation.create_game(variant=variant("barrage"), players={})
    refusal = refused(lambda: commands.make_setup(game=game, seat=RED, placement="F" + "." * 39))
    assert refusal.code == "set-up"
    assert refused(lambda: commands.make_setup(game=game, seat=Seat.RED2, placement="F")).code == "no-seat"
    assert kinds(game) == ["game-created"]


def test_turns_are_judged_by_seat_rules_and_what_the_player_saw():
    game, now = begun()
    turn = a_turn(now)
    assert refused(lambda: commands.play_turn(game=game, seat=BLUE, turn=turn["turn"])) == Refusal(
        "not-your-turn", {"seat": "blue", "to_move": "red"}
    )
    assert refused(lambda: commands.play_turn(game=game, seat=RED, turn="nonsense")).code == "notation"
    assert refused(lambda: commands.play_turn(game=game, seat=RED, turn="a10-a9")).code == "not-your-piece"
    assert refused(lambda: commands.play_turn(game=game, **turn, expected=2)) == Refusal(
        "moved-on", {"expected": 2, "actual": 3}
    )
    assert kinds(game) == ["game-created", "setup-made", "setup-made"]
    after = commands.play_turn(game=game, **turn, expected=3)
    assert (after.version, after.public_version, after.state.ply) == (4, 4, 1)
    with pytest.raises(NoGame):
        commands.play_turn(game=new_id(), **turn)


def test_a_finished_game_is_revealed_at_once_and_counted():
    game, now = begun()
    now = played_out(game, now)
    assert kinds(game)[-2:] == ["turn-played", "game-revealed"]
    row = Game.objects.get(id=game)
    assert (row.status, row.revealed, row.plies, row.outcome, row.winner) == (
        "over",
        True,
        now.state.ply,
        now.outcome.kind.value,
        now.outcome.winner,
    )
    assert list(Tally.objects.values_list("variant", "outcome", "winner", "games", "plies")) == [
        ("barrage", row.outcome, row.winner, 1, row.plies)
    ]
    assert refused(lambda: commands.resign(game=game, seat=RED)).code == "game-over"


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda game: commands.resign(game=game, seat=BLUE), Outcome(End.RESIGNATION, 0)),
        (lambda game: commands.time_out(game=game, seat=RED), Outcome(End.TIME_OUT, 1)),
        (lambda game: arbitration.adjudicate(game=game, winner=1), Outcome(End.ADJUDICATION, 1)),
        (lambda game: arbitration.adjudicate(game=game, winner=None), Outcome(End.ADJUDICATION)),
    ],
)
def test_ends_off_the_board(end, outcome):
    game, _now = begun()
    now = end(game)
    assert (now.outcome, now.revealed, now.status) == (outcome, True, "over")
    row = Game.objects.get(id=game)
    assert (row.outcome, row.winner, row.revealed) == (outcome.kind.value, outcome.winner, True)


def test_a_draw_is_offered_declined_withdrawn_by_playing_and_agreed():
    game, now = begun()
    assert refused(lambda: commands.agree_draw(game=game, seat=BLUE)).code == "no-draw-offer"
    commands.offer_draw(game=game, seat=RED)
    assert refused(lambda: commands.offer_draw(game=game, seat=RED)).code == "draw-offered"
    assert Game.objects.get(id=game).draw_offer == 0
    commands.decline_draw(game=game, seat=BLUE)
    assert Game.objects.get(id=game).draw_offer is None
    commands.offer_draw(game=game, seat=BLUE)
    now = commands.play_turn(game=game, **a_turn(now))
    assert now.draw == ()
    later, now = begun(seed=2)
    commands.offer_draw(game=later, seat=RED)
    now = commands.agree_draw(game=later, seat=BLUE)
    assert now.outcome == Outcome(End.AGREED_DRAW)


def test_an_offer_stands_while_its_maker_plays_and_is_not_made_again_for_two_turns():
    game, now = begun()
    commands.offer_draw(game=game, seat=RED)
    now = commands.play_turn(game=game, **a_turn(now))
    assert now.draw == (RED,)
    now = commands.play_turn(game=game, **a_turn(now))
    assert now.draw == ()
    assert refused(lambda: commands.offer_draw(game=game, seat=RED)) == Refusal("draw-too-soon", {"turns": 1})
    now = commands.play_turn(game=game, **a_turn(now))
    assert commands.offer_draw(game=game, seat=RED).draw == (RED,)


def test_a_reveal_that_is_put_off_comes_when_it_is_due():
    start = datetime(2026, 1, 1, tzinfo=UTC)
    with injected(clock=lambda: start):
        game, _now = begun(reveal="delay", reveal_after=3600)
        now = commands.resign(game=game, seat=RED)
    assert not now.revealed
    assert Game.objects.get(id=game).reveal_due == start + timedelta(hours=1)
    with pytest.raises(NotRevealed):
        records.record_of(game, names={})
    later, _now = begun(seed=2, reveal="delay", reveal_after=3600)
    commands.resign(game=later, seat=RED)
    reveal_due()
    reveal_due()
    assert kinds(game)[-1:] == ["game-revealed"]
    assert kinds(game).count("game-revealed") == 1
    assert kinds(later)[-1:] == ["resigned"]


def test_a_game_in_play_cannot_be_revealed_and_never_means_never_by_itself():
    game, _now = begun(reveal="never")
    assert refused(lambda: reveal.reveal_game(game=game)).code == "not-over"
    assert not commands.resign(game=game, seat=RED).revealed
    assert reveal.reveal_game(game=game).revealed
    assert reveal.reveal_game(game=game).version == Event.objects.filter(stream=game).count()


@pytest.mark.parametrize("values", [{"reveal": "soon"}, {"reveal": "delay"}, {"reveal_after": 5}])
def test_a_reveal_that_makes_no_sense_is_refused(values):
    with pytest.raises(ValueError, match="reveal must be one of"):
        creation.create_game(variant=variant("duel"), players={}, **values)


def test_a_snapshot_is_taken_now_and_then_and_says_what_the_events_say():
    game, now = begun("duel")
    for _ply in range(12):
        now = commands.play_turn(game=game, **a_turn(now))
    assert (now.version, Snapshot.objects.count()) == (SNAPSHOT_EVERY - 1, 0)
    now = commands.play_turn(game=game, **a_turn(now))
    row = Snapshot.objects.get(stream=game)
    assert (row.version, row.engine) == (SNAPSHOT_EVERY, ENGINE)
    assert from_snapshot(json.loads(row.state)).version == SNAPSHOT_EVERY
    assert json.loads(row.state) == json.loads(json.dumps(snapshot_of(now)))
    for _ply in range(3):
        now = commands.play_turn(game=game, **a_turn(now))
    assert Snapshot.objects.get(stream=game).version == SNAPSHOT_EVERY
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot_of(now)
    folded = fold((event.event, event.time) for event in store.load(game))
    assert snapshot_of(folded) == snapshot_of(now)
    assert dump(from_snapshot(snapshot_of(now)).state) == dump(folded.state)
    Snapshot.objects.all().delete()
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot_of(now)


def test_a_game_that_is_over_has_no_snapshot():
    game, now = begun("duel")
    for _ply in range(13):
        now = commands.play_turn(game=game, **a_turn(now))
    assert Snapshot.objects.filter(stream=game).exists()
    over = commands.resign(game=game, seat=RED)
    recent.forget()
    assert (Snapshot.objects.count(), command_handler.open_game(game).outcome) == (0, over.outcome)


def rows() -> dict:
    return {
        model.__name__: sorted(
            map(repr, model.objects.values_list(*(f.attname for f in model._meta.fields if f.attname != "id")))
        )
        for model in (Game, GameSeat, Tally)
    }


@pytest.mark.slow
def test_a_rebuild_makes_the_same_rows():
    for seed, slug in enumerate(("classic", "barrage", "duel")):
        game, now = begun(slug, seed, options=Options(no_attack_limit=30))
        played_out(game, now)
    game, now = begun("battle")
    commands.play_turn(game=game, **a_turn(now))
    commands.offer_draw(game=game, seat=RED)
    waiting = creation.create_game(variant=variant("duel"), players={RED: scenes.player("Ada").id})
    commands.make_setup(game=waiting, seat=RED, placement=scenes.placements("duel", random.Random(1))[RED])
    before = rows()
    assert len(before["Game"]) == 5
    rebuild()
    assert rows() == before
    rebuild()
    assert rows() == before


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1000), data=st.data())
def test_any_course_of_events_folds_to_what_the_commands_saw(seed, data):
    game, now = begun("duel", seed, options=Options(no_attack_limit=40))
    seats = st.sampled_from([RED, BLUE])
    for _step in range(data.draw(st.integers(0, 30))):
        if now.outcome is not None:
            break
        action = data.draw(st.sampled_from(["turn"] * 6 + ["offer", "decline", "agree"]))
        try:
            if action == "turn":
                turn = str(data.draw(st.sampled_from(legal_turns(now.state))))
                now = commands.play_turn(game=game, seat=now.state.to_move, turn=turn)
            else:
                now = getattr(commands, f"{action}_draw")(game=game, seat=data.draw(seats))
        except Illegal:  # nothing is offered, or the seat has offered already
            assert action != "turn"
    folded = fold((event.event, event.time) for event in store.load(game))
    assert (folded.version, folded.public_version, folded.draw, folded.outcome, folded.revealed) == (
        now.version,
        now.public_version,
        now.draw,
        now.outcome,
        now.revealed,
    )
    assert dump(folded.state) == dump(now.state)


def test_the_log_holds_no_names_and_no_rank_in_what_is_printed():
    ada = scenes.player("Ada Lovelace")
    game = creation.create_game(variant=variant("barrage"), players={RED: ada.id})
    setups = scenes.placements("barrage", random.Random(1))
    now = commands.make_setup(game=game, seat=RED, placement=setups[RED])
    content = " ".join(str(data) for data in Event.objects.values_list("data", flat=True))
    assert "Ada" not in content
    assert str(ada.id) in content
    assert setups[RED] not in repr(now)
    assert setups[RED] not in repr(list(store.load(game)))
    now = commands.make_setup(game=game, seat=BLUE, placement=setups[BLUE])
    store.save_snapshot(stream=game, version=now.version, snapshot=store.StreamSnapshot(ENGINE, snapshot_of(now)))
    opened = store.open_stream(game, engine=ENGINE)
    assert opened.snapshot["state"]["rank"]
    made = [event.event for event in store.load(game)][1:]
    rows = store.prepare(stream=game, head=opened.head, events=made, actor=None, now=opened.now)
    shown = repr(opened) + repr(rows) + repr(store.StreamSnapshot(ENGINE, opened.snapshot))
    assert "rank" not in shown
    assert setups[BLUE] not in shown


def test_who_sits_where_and_erasure():
    account = scenes.account("Ada")
    game = creation.create_game(variant=variant("duel"), players={RED: account.player.id})
    row = Game.objects.get(id=game)
    assert seat_of(row, account) is RED
    assert seat_of(row, scenes.account("Bob")) is None
    assert [row.id for row in Archive(player="ada").page(9, PageCursor()).rows] == [game]
    account.delete()
    assert Archive(player="ada").page(9, PageCursor()).rows == []
    result = game_by_key(row.key)
    assert result is not None
    rebuild()
    assert game_by_key(row.key) is not None


def test_views_before_the_reveal_tell_no_salt_and_after_it_open_the_seals():
    from games.replay import timeline

    game, now = begun("barrage", reveal="never")
    played_out(game, now)
    line = timeline(Game.objects.get(id=game))
    assert [(seal.salt, seal.placement, seal.computed) for seal in line.seals] == [(None, None, None)] * 2
    with pytest.raises(NotRevealed):
        line.view(Viewer.ALL, 0)
    reveal.reveal_game(game=game)
    line = timeline(Game.objects.get(id=game))
    assert [seal.commitment for seal in line.seals] == [seal.computed for seal in line.seals]
    assert line.view(Viewer.ALL, line.plies).outcome == line.outcome
