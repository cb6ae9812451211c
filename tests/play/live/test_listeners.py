"""What open pages are told of a command, and that telling them costs a move little."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import command_handler, commands, creation, listeners
from games.domain.events import GameCreated
from games.domain.listeners import GameUpdated
from games.models import key_of
from games.rules import Seat, variant
from play.live import listeners as of_pages
from play.live import tasks
from realtime.changes import ChangeNotice, encoded
from tests.notices.people import lay_out
from tests.scenes import game_in_play, player

GAME = UUID("00000000-0000-4000-8000-000000000001")
TABLES = [{Seat.RED: uuid4(), Seat.BLUE: uuid4()}, {Seat.BLUE: uuid4()}, {}]


def happened(version: int, players: Mapping[Seat, UUID]) -> GameUpdated:
    return GameUpdated(
        game=GAME,
        key=key_of(GAME),
        version=version,
        status="playing",
        to_move=Seat.RED,
        waiting_for=(Seat.RED,),
        over=False,
        kinds=("turn-played",),
        players=players,
    )


@given(st.lists(st.tuples(st.integers(1, 3000), st.sampled_from(TABLES)), min_size=1, max_size=6))
def test_what_is_kept_of_a_message_changes_none(moves: list[tuple[int, Mapping[Seat, UUID]]]) -> None:
    happeneds = [happened(version, players) for version, players in moves]
    for item in happeneds:
        notices = of_pages.notices_of(item)
        assert of_pages.messages_of(item) == ([(notices[0][0], encoded(notices))] if notices else [])


def test_the_next_move_is_told_without_working_it_all_out_again(
    db: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    game = game_in_play(plies=4)
    texts: list[str] = []
    monkeypatch.setattr(of_pages, "publish_encoded", lambda message, *, topic: texts.append(message))
    with django_capture_on_commit_callbacks(execute=True):
        commands.offer_draw(game=game.id, seat=Seat.RED)
    names = ((of_pages, name) for name in ("encoded", "by_channel", "notices_of"))
    for module, name in ((listeners, "key_of"), *names):
        monkeypatch.delattr(module, name)
    with django_capture_on_commit_callbacks(execute=True):
        now = commands.decline_draw(game=game.id, seat=Seat.BLUE)
    before, after = now.public_version - 1, now.public_version
    assert texts[1] == texts[0].replace(f'"v":{before}}}', f'"v":{after}}}')
    assert texts[1].count(f'"v":{after}}}') == 3


def test_who_heard_nothing_is_told_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that moved these games on died before it told anybody."""
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())
    result: list[ChangeNotice] = []
    monkeypatch.setattr(tasks, "publish", lambda *notices: result.extend(notices))
    ada, bob = player("Ada"), player("Bob")
    players = {Seat.RED: ada.id, Seat.BLUE: bob.id}
    open_to_all, closed, _quiet = (
        creation.create_game(variant=variant("duel"), players=players, spectators=spectators)
        for spectators in ("live", "ended", "live")
    )
    for _time in range(2):
        tasks.tell_pages_again()
    result.clear()
    expected: list[ChangeNotice] = []
    for game in (open_to_all, closed):
        lay_out(game, Seat.RED, actor=ada)
        happened = listeners.happening(game, command_handler.open_game(game), [])
        assert happened is not None
        expected += of_pages.notices_of(happened)
    tasks.tell_pages_again()
    assert (sorted(result, key=str), len(result)) == (sorted(expected, key=str), 5)


def test_another_game_at_the_same_address_has_its_own_players() -> None:
    ada, bob = uuid4(), uuid4()
    tables = [listeners._table(GAME, created({"red": str(player)})).players for player in (ada, bob)]
    assert tables == [{Seat.RED: ada}, {Seat.RED: bob}]


def created(seats: Mapping[str, str | None]) -> GameCreated:
    return GameCreated(variant="classic", options={}, seats=seats, reveal="end")
