"""Playing on from a position: the new game is one of its own, marked, never rated, and provable back to its source."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from accounts.people.bots import bots
from eventlog import store
from eventlog.rebuild import rebuild
from eventlog.verify import verify
from games.domain import command_handler, commands, playing_on, records, reveal
from games.domain.clocks import PRESETS
from games.domain.command_handler import NoGame
from games.domain.events import SetupMade
from games.domain.imports import import_records, judge
from games.domain.playing_on import play_on
from games.domain.random_play import random_chance, random_setup, random_submission
from games.domain.shuffles import shuffles_of
from games.models import Game, GameSeat, PlayerTally, Tally
from games.notation import Record, RecordError, parse_records, to_gravon, to_json
from games.replay import timeline
from games.rules import VARIANTS, Illegal, Options, Refusal, Seat, State, Viewer, advance, legal_turns, start
from tests import scenes
from tests.books import each_book
from tests.eventlog.test_verify import tamper  # noqa: F401 (a fixture)
from tests.games.notation.test_json_record import SCHEMA

from .played import begun, play_some
from .test_choices import waiting_for_a_choice

pytestmark = pytest.mark.django_db

OPTIONS = Options(no_attack_limit=40)
NO_HURRY = PRESETS["14-days"]


def source(slug: str = "barrage", seed: int = 3) -> tuple[UUID, int]:
    """A game that is over and open, as a record tells it, and how many plies it has."""
    book, chance = VARIANTS[slug], random.Random(seed)
    decks = random_chance(book, OPTIONS, chance)
    setups = {seat: random_setup(book, seat, OPTIONS, decks.get(seat, ""), chance) for seat in book.seats}
    state, turns = start(book, setups, OPTIONS, decks or None), list[str]()
    while state.outcome is None:
        turns.append(str(random_submission(state, chance)))
        state = advance(state, turns[-1:])
    record = Record(
        slug, setups, tuple(turns), players={Seat.RED: "Bea"}, options=OPTIONS, chance=decks, edition=book.edition
    )
    (item,) = import_records([judge("a", record)])
    assert item.game is not None
    return item.game, state.ply


def sat(slug: str, own: Seat) -> dict[Seat, UUID]:
    others = [seat for seat in VARIANTS[slug].seats if seat is not own]
    player = scenes.player("Ada").id
    return {own: player} | {seat: bot.id for seat, bot in zip(others, bots(len(others)), strict=True)}


def on(game: UUID, ply: int, own: Seat = Seat.RED, view: Seat | None = None, slug: str = "barrage") -> UUID:
    return play_on(source=game, ply=ply, players=sat(slug, own), view=view, time=NO_HURRY)


def refused(game: UUID, ply: int) -> Refusal:
    with pytest.raises(Illegal) as caught:
        on(game, ply)
    return caught.value.refusal


def broken(game: UUID) -> str | None:
    (report,) = verify([game])
    return report.error


@pytest.mark.slow
@each_book
def test_it_goes_on_from_the_truth_or_from_what_a_seat_saw(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of worlds that a seat takes for possible one is the truth: drawn by real chance it would be that one now and then.
    monkeypatch.setattr("games.domain.playing_on.random_below", random.Random(2).randrange)
    game, plies = source(slug)
    ply, seat = plies * 2 // 3, VARIANTS[slug].seats[-1]
    then = timeline(Game.objects.get(id=game))
    for view in (None, seat):
        new = on(game, ply, seat, view, slug)
        now = command_handler.open_game(new)
        assert now.state is not None
        assert now.clock is not None
        assert (now.status, now.state.ply, now.created.rated, now.created.reveal) == ("playing", ply, False, "end")
        assert now.clock.running == (now.state.to_move,)
        line = timeline(Game.objects.get(id=new), player=True)
        viewer = Viewer.of(seat)
        assert [line.view(viewer, number) for number in range(ply + 1)] == [
            then.view(viewer, number) for number in range(ply + 1)
        ]
        assert (now.state.view(Viewer.ALL) == then.view(Viewer.ALL, ply)) is (view is None)
        assert {line.wait(number) for number in range(ply)} == {None}
        if play_some(new, now, random.Random(1)).outcome is None:
            commands.resign(game=new, seat=seat)
        assert [broken(new), broken(game)] == [None, None]
        row = Game.objects.get(id=new)
        assert (row.source, row.origin, row.origin_ply, row.revealed) == ("whatif", game, ply, True)
        record = records.record_of(new, names={})
        SCHEMA.validate(json.loads(to_json(record)))
        (back,) = parse_records(to_json(record))
        assert back == record
        assert record.proof is not None
        origin = {"stream": str(game), "ply": ply, "hash": now.created.origin_hash}
        assert record.proof["origin"] == origin | ({} if view is None else {"view": view.slug})
        assert judge("a", record).error == Refusal("played-on", {"ply": ply})
        with pytest.raises(RecordError, match="origin-unsupported"):
            to_gravon(record)


def counted() -> tuple[list[Any], list[Any]]:
    return list(Tally.objects.values("games", "plies")), list(PlayerTally.objects.values_list("player", "won", "lost"))


def rows() -> tuple[list[Any], list[Any]]:
    seats = GameSeat.objects.order_by("game", "seat").values_list("game", "seat", "player", "commitment")
    return list(Game.objects.order_by("id").values()), list(seats)


def test_it_counts_for_nobody_and_a_rebuild_makes_the_same() -> None:
    game, plies = source()
    before = counted()
    commands.resign(game=on(game, plies // 2), seat=Seat.RED)
    made = rows()
    assert counted() == before
    rebuild()
    assert (counted(), rows()) == (before, made)


def test_a_record_that_goes_as_it_went_is_another_game() -> None:
    """What somebody tried out keeps no record of a game away, and is not taken for it."""
    game, plies = source()
    tried = on(game, plies // 2)
    commands.resign(game=tried, seat=Seat.RED)
    record = replace(records.record_of(tried, names={}), proof=None)
    (first,) = import_records([judge("a", record)])
    (second,) = import_records([judge("a", record)])
    assert (first.status, second.status, second.game) == ("imported", "duplicate", first.game)


def test_what_cannot_be_played_on_from_is_refused() -> None:
    game, plies = source()
    assert refused(game, plies + 1) == Refusal("origin-ply", {"ply": plies + 1, "last": plies})
    assert refused(game, -1) == Refusal("origin-ply", {"ply": -1, "last": plies})
    assert refused(game, plies) == Refusal("origin-over")
    closed, now = begun(VARIANTS["barrage"], random.Random(1))
    assert refused(closed, 0) == Refusal("origin-closed")
    commands.resign(game=closed, seat=Seat.RED)
    begun_anew = command_handler.open_game(on(closed, 0)).state
    assert begun_anew is not None
    assert now.state is not None
    assert begun_anew.view(Viewer.ALL) == now.state.view(Viewer.ALL)
    with pytest.raises(NoGame):
        on(uuid4(), 0)


@pytest.mark.slow
def test_who_gave_up_may_have_gone_on() -> None:
    """A game that ended off the board goes on at its last ply, with a choice that was open there too."""
    game, now = waiting_for_a_choice()
    assert now.state is not None
    commands.resign(game=game, seat=Seat.RED)
    reveal.reveal_game(game=game)
    new = command_handler.open_game(on(game, now.state.ply, slug=now.created.variant, view=Seat.RED))
    assert new.state is not None
    assert (new.state.pending, new.state.to_move) == (now.state.pending, now.state.to_move)


_FORGED = """
INSERT INTO eventlog_event (position, time, stream, version, type_version, type, previous, hash, data)
SELECT nextval('eventlog_event_position_seq'), time, stream, version + 1, type_version, type, hash,
    decode(repeat('ab', 32), 'hex'), data
FROM eventlog_event WHERE stream = %s ORDER BY version DESC LIMIT 1
"""


def test_a_source_that_does_not_hold_together_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of it breaks a rule, or its chain is broken."""
    game, plies = source()
    chain = list(playing_on.read_chain(game))
    unlawful = replace(chain[5][0].event, turn="a1-a1")
    chain[5] = chain[5][0]._replace(event=unlawful), chain[5][1]
    monkeypatch.setattr(playing_on, "read_chain", lambda _stream: chain)
    assert refused(game, plies // 2) == Refusal("origin-broken")
    monkeypatch.undo()
    with connection.cursor() as cursor:
        cursor.execute(_FORGED, [game])
    assert refused(game, plies // 2) == Refusal("origin-broken")


# -- the proof -------------------------------------------------------------------------------------


def start_of(game: UUID) -> State:
    events = [event.event for event in store.load(game)]
    setups = {Seat[event.seat.upper()]: event.placement for event in events if isinstance(event, SetupMade)}
    return start(VARIANTS["barrage"], setups, OPTIONS)


def forged(new: UUID, *, created: dict[str, Any] | None = None, last: str = "") -> str | None:
    """What `verify_log` says of a game that says that it is played on from another, and is not: as whoever can write to
    the log could make it of one that is.

    Args:
        created: what its first event says instead.
        last: the last turn instead.
    """
    events = [event.event for event in store.load(new)]
    events[0] = replace(events[0], **created or {})
    if last:
        events[-1] = replace(events[-1], turn=last)
    stream = uuid4()
    store.append(stream=stream, expected=0, events=events)
    return broken(stream)


@pytest.mark.slow
def test_verify_log_finds_what_is_not_played_on_from_there() -> None:
    game, plies = source()
    other, _plies = source(seed=4)
    ply = plies // 2
    truth, seen = on(game, ply), on(game, ply, view=Seat.RED)
    while forged(seen, created={"origin_view": None}) is None:  # chance has drawn the truth
        seen = on(game, ply, view=Seat.RED)
    assert (forged(truth), forged(seen)) == (None, None)
    another = "the game that it is played on from was another one at that ply"
    assert forged(truth, created={"origin_hash": "ab" * 32}) == another
    assert forged(truth, created={"origin": str(other)}) == another
    assert forged(truth, created={"origin_ply": ply - 1}) == another
    assert forged(truth, created={"origin": str(uuid4())}) == "the game that it is played on from is not there"
    assert forged(truth, created={"options": {}}) == "it is played on by other rules"
    elsewhere = "it is not played on from that position"
    # Another world than the truth is no truth, and not what blue knew; nor is another last turn what red saw.
    assert forged(seen, created={"origin_view": None}) == elsewhere
    assert forged(seen, created={"origin_view": "blue"}) == elsewhere
    last = max(event.version for event in store.load(seen))
    before = advance(start_of(seen), [event.event.turn for event in store.load(seen) if 3 < event.version < last])
    turns = {str(turn) for turn in legal_turns(before)} - {next(store.load(seen, after=last - 1)).event.turn}
    assert forged(seen, last=min(turns)) == elsewhere
    closed, _now = begun(VARIANTS["barrage"], random.Random(1))
    assert (
        forged(truth, created={"origin": str(closed), "origin_ply": 0})
        == "the game that it is played on from is not revealed"
    )


def test_a_source_that_was_altered_later_is_found_from_what_was_played_on() -> None:
    game, plies = source()
    new = on(game, plies // 2)
    with connection.cursor() as cursor:
        cursor.execute(_FORGED, [game])
    assert broken(new) == (
        f"what it goes on from is broken at version {plies + 5}: the event does not have the hash it claims"
    )


def test_later_shuffles_follow_from_a_seed_of_their_own() -> None:
    """The deal and the shuffles that were taken over need not follow from it; everybody may know those by now."""
    chance = random.Random(1)
    for seed in range(20):
        game, _plies = source("cards", seed)
        then = list(shuffles_of(VARIANTS["cards"], [(event.version, event.event) for event in store.load(game)]))
        if then[2:-1]:
            break
    new = on(game, then[3].ply, slug="cards")
    now = command_handler.open_game(new)
    while now.outcome is None:
        now = play_some(new, now, chance)
    stored = list(store.load(new))
    shuffles = list(shuffles_of(VARIANTS["cards"], [(item.version, item.event) for item in stored], then[3].ply))
    assert [shuffle.fair for shuffle in shuffles if shuffle.ply < then[3].ply] == [None] * 3
    assert {shuffle.fair for shuffle in shuffles if shuffle.ply >= then[3].ply} == {True}
    assert broken(new) is None
    seal = timeline(Game.objects.get(id=new)).seed_seal
    assert seal is not None
    assert (seal.computed == seal.commitment, {fair for _label, _order, fair in seal.orders}) == (True, {None, True})
