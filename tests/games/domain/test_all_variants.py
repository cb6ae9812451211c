"""Every rule book through the whole service: played, folded, rebuilt, shown, exported, imported, verified."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from django.conf import settings

from eventlog import queries, store
from eventlog.models import Event, Snapshot
from eventlog.rebuild import rebuild
from eventlog.verify import verify
from games.domain import command_handler, recent
from games.domain import records as game_records
from games.domain.events import ChoiceMade, TurnPlayed
from games.domain.imports import import_records, judge
from games.domain.projections import course_in
from games.domain.queries import names_of
from games.domain.replay import replayed
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.transitions import fold
from games.models import Game, GameSeat, Tally
from games.notation import parse_records, read_records, to_json
from games.replay import timeline
from games.rules import VARIANTS, Options, Viewer, variant
from tests import scenes
from tests.books import each_book
from tests.games.notation.test_json_record import SCHEMA

from .played import begun, play_many, play_out, play_some

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OPTIONS = Options(no_attack_limit=40)


def viewers(book) -> list[Viewer]:
    return [Viewer.SPECTATOR, *map(Viewer.of, book.seats)]


@each_book
def test_a_game_is_told_alike_by_all_that_read_it(slug):
    book, chance = variant(slug), random.Random(7)
    game, now = begun(book, chance, options=OPTIONS, reveal="never")
    seen = {0: {viewer: now.state.view(viewer) for viewer in viewers(book)}}
    choices = 0
    while now.outcome is None:
        choices += now.state.pending is not None
        now = play_some(game, now, chance)
        seen[now.state.ply] = {viewer: now.state.view(viewer) for viewer in viewers(book)}
    stored = list(store.load(game))
    assert sum(type(item.event) is TurnPlayed for item in stored) == now.state.ply
    assert sum(type(item.event) is ChoiceMade for item in stored) == choices
    # Folded anew, by runs, from a snapshot, and from what the process remembers.
    folded = fold((item.event, item.time) for item in stored)
    remembered = command_handler.open_game(game)
    recent.forget()
    snapshot = snapshot_of(now)
    assert [snapshot_of(item) for item in (folded, replayed(game), remembered, command_handler.open_game(game))] == [
        snapshot
    ] * 4
    assert snapshot_of(from_snapshot(snapshot)) == snapshot
    Snapshot.objects.all().delete()
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot
    # Ply by ply, each as it stood after its last event.
    line = timeline(Game.objects.get(id=game))
    assert line.plies == now.state.ply
    for ply, views in seen.items():
        for viewer, view in views.items():
            assert line.view(viewer, ply) == view
    assert [report.status for report in verify([game])] == ["ok"]


@each_book
def test_a_game_goes_out_and_comes_in_the_same(slug):
    book, chance = variant(slug), random.Random(8)
    players = {seat: scenes.player(f"Player {seat.slug}").id for seat in book.seats}
    game, _now = begun(book, chance, options=OPTIONS, players=players)
    play_out(game, chance)
    record = game_records.record_of(game, names=names_of(game))
    SCHEMA.validate(json.loads(to_json(record)))
    (back,) = parse_records(to_json(record))
    assert back == record
    assert len(record.players) == len(book.seats)
    ((item),) = import_records([judge("a", back)])
    assert (item.status, item.game, item.error) == ("duplicate", game, None)
    # Under another name it is another game, and its log another log.
    other = judge("b", back)
    Game.objects.filter(id=game).update(fingerprint=None)
    ((imported),) = import_records([other])
    assert imported.status == "imported"
    again = game_records.record_of(imported.game, names=names_of(imported.game))
    assert again == record
    line, first = timeline(Game.objects.get(id=imported.game)), timeline(Game.objects.get(id=game))
    for ply in range(line.plies + 1):
        assert line.view(Viewer.ALL, ply) == first.view(Viewer.ALL, ply)
    assert [report.status for report in verify([game, imported.game])] == ["ok", "ok"]


def test_a_rebuild_makes_the_same_rows_of_every_rule_book():
    for seed, (_slug, book) in enumerate(VARIANTS.items()):
        chance = random.Random(seed)
        game, _now = begun(book, chance, options=OPTIONS)
        play_many(game, chance, most=12)
    folder = Path(settings.BASE_DIR, "games/demo")
    records = [record for slug in VARIANTS for record in read_records(folder / f"{slug}-1.json")]
    import_records([judge(name, record) for name, record in records])
    rows = _rows()
    assert len(rows["Game"]) == 2 * len(VARIANTS)
    rebuild()
    assert _rows() == rows


def _rows() -> dict:
    return {
        model.__name__: sorted(
            map(repr, model.objects.values_list(*(f.attname for f in model._meta.fields if f.attname != "id")))
        )
        for model in (Game, GameSeat, Tally)
    }


@each_book
def test_where_turns_may_hold_a_secret_each_has_random_bytes_of_its_own(slug):
    book, chance = variant(slug), random.Random(9)
    game, _now = begun(book, chance, options=OPTIONS)
    play_many(game, chance, most=20)
    rows = Event.objects.filter(stream=game, type__in=["turn-played", "choice-made"])
    nonces = [data.get("nonce") for data in rows.values_list("data", flat=True)]
    if book.secret_turns:
        assert len(set(nonces)) == len(nonces) > 00
        assert {len(nonce) for nonce in nonces} == {64}
    else:
        assert set(nonces) == {None}
    read = [*store.load(game), *queries.load_runs(game, kind=TurnPlayed, field="turn")]
    assert not any(turn in repr(read) for turn in course_in(store.load(game)).turns)
