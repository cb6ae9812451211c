"""Moves of a real board: each counts once, in its order, and no answer tells the scribe a rank."""

from __future__ import annotations

import random
from uuid import UUID

import pytest

from eventlog import store
from games.domain import arbitration, creation, relays
from games.domain.command_handler import open_game
from games.domain.placement import placed
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.verification import verify_game
from games.rules import Illegal, Seat, Viewer, legal_turns, variant
from tests.games.domain.played import write_setups
from tests.scenes import placements, player

pytestmark = pytest.mark.django_db


def a_relay(setups: dict[Seat, str] | None = None) -> UUID:
    """A game of barrage across a real board, whose set-ups are made."""
    players = {Seat.RED: player("Ada").id, Seat.BLUE: player("Charles").id}
    new = creation.new_game(variant=variant("barrage"), players=players, relayed=True)
    creation.write_games([new])
    laid = setups or placements("barrage", random.Random(4))
    write_setups(new.id, lambda _now: laid)
    return new.id


def code_of(game: UUID, turn: str, ply: int, takebacks: int = 0, only: Seat | None = None) -> str:
    with pytest.raises(Illegal) as refused:
        relays.enter_move(game=game, turn=turn, ply=ply, takebacks=takebacks, only=only)
    return str(refused.value.refusal.code)


def quiet(game: UUID) -> str:
    """A legal turn to an empty square next to it, which shows nothing."""
    state = open_game(game).state
    assert state is not None
    taken = {piece.square for piece in state.view(Viewer.ALL).pieces}
    return next(turn.text for turn in legal_turns(state) if turn.target not in taken and turn.gait == 1)


def test_a_move_that_arrives_twice_or_too_late_or_too_soon_changes_nothing() -> None:
    game = a_relay()
    first = quiet(game)
    relays.enter_move(game=game, turn=first, ply=1, takebacks=0)
    again = relays.enter_move(game=game, turn=first.replace("-", "x"), ply=1, takebacks=0)
    second = quiet(game)
    assert (code_of(game, second, 1), code_of(game, second, 3), code_of(game, second, 2, takebacks=1)) == (
        "moved-on",
        "relay-early",
        "moved-on",
    )
    assert code_of(game, second, 2, only=Seat.RED) == "not-your-turn"
    relays.enter_move(game=game, turn=second, ply=2, takebacks=0, only=Seat.BLUE)
    now = open_game(game)
    assert now.state is not None
    assert (now.state.ply, again.public_version + 1) == (2, now.public_version)


def test_a_game_that_is_read_from_its_snapshot_is_still_a_relay() -> None:
    now = from_snapshot(snapshot_of(open_game(a_relay())))
    assert (now.created.relayed, now.can_go_back) == (True, True)


def test_the_last_move_is_taken_back_unless_it_showed_something() -> None:
    game = a_relay()
    relays.enter_move(game=game, turn=quiet(game), ply=1, takebacks=0)
    with pytest.raises(Illegal, match="moved-on"):
        relays.take_back_move(game=game, ply=2, takebacks=0)
    now = relays.take_back_move(game=game, ply=1, takebacks=0)
    assert now.state is not None
    assert (now.state.ply, len(now.takebacks)) == (0, 1)
    relays.enter_move(game=game, turn=quiet(game), ply=1, takebacks=1)
    verify_game(iter(store.load(game)))


def setups_with(rank: str) -> dict[Seat, str]:
    """Red has this piece on e4, in front, and everything else behind."""
    book = variant("barrage")
    army = sorted(item.symbol for item, count in book.army.items() for _one in range(count))
    army.remove(rank)
    form = "...." + rank + "." * 15 + "".join(army).ljust(20, ".")
    red = placed(form, book, Seat.RED)
    return placements("barrage", random.Random(4)) | {Seat.RED: red}


@pytest.mark.parametrize("turn", ["e4-d5", "b2-a2", "d4-d5", "e10-e9", "e4-f6", "e4-e4", "e4-d4-d3", "e4-z9", "here"])
def test_what_spectators_can_see_to_be_impossible_is_refused_alike_whatever_the_rank(turn: str) -> None:
    answers = []
    for rank in "BS":
        game = a_relay(setups_with(rank))
        answers.append((code_of(game, turn, 1), open_game(game).paused))
    assert answers[0] == answers[1]
    assert answers[0][0] in ("relay-impossible", "off-board", "notation")
    assert answers[0][1] == ()


@pytest.mark.parametrize(
    ("rank", "turn"), [("B", "e4-e5"), ("B", "e4-e6"), ("3", "e4-e6"), ("M", "e4-e6"), ("F", "e4-e5")]
)
def test_what_only_the_set_ups_forbid_halts_the_relay_in_one_way_until_an_arbiter_lets_it_go_on(
    rank: str, turn: str
) -> None:
    game = a_relay(setups_with(rank))
    with pytest.raises(Illegal) as refused:
        relays.enter_move(game=game, turn=turn, ply=1, takebacks=0)
    assert (refused.value.refusal.code, dict(refused.value.refusal.params)) == ("relay-refused", {})
    assert (open_game(game).paused, code_of(game, "e4-e5", 1)) == (("relay",), "game-paused")
    arbitration.resume_game(game=game, why="relay")
    assert open_game(game).paused == ()
    verify_game(iter(store.load(game)))
