"""Second sight: who knows hidden ranks stands out, who plays fair does not; nothing is known before the reveal."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from benchmarks.plausible import play, setup
from benchmarks.sight import BOOK, OPTIONS, played_game
from eventlog.rebuilding import rebuild
from games.evidence.parts import Parts
from games.fairness.domain import sighting
from games.fairness.domain.odds import odds_of, start_rows
from games.fairness.domain.sight import deviation, sightings
from games.fairness.domain.sighting import EVERY, look_at_opened, threshold
from games.fairness.models import SeatSight, SightCount, SightLook, Unsighted
from games.knowledge import Seen, known_at
from games.rules import Rank, Seat, Viewer, apply, parse_turn, start, variant
from players.cases.models import Case
from players.cases.registry import panels_of
from tests.players.moderation.people import moderator
from tests.scenes import account, game_over


def test_who_sees_all_stands_out_and_who_plays_fair_does_not() -> None:
    seats = [one for number in range(2) for one in played_game("peeks at 100%", number)]
    peeking = deviation(told for own, told in seats if own)
    fair = deviation(told for own, told in seats if not own)
    assert peeking > threshold(1)
    assert fair < 1.5


def test_odds_add_up_and_know_what_set_ups_look_like() -> None:
    chance = random.Random(3)
    view = start(BOOK, {seat: setup(chance, BOOK, seat) for seat in BOOK.seats}, OPTIONS).view(Viewer.RED)
    known = known_at(Seen.first(view, OPTIONS), view)
    rows = start_rows(BOOK, view.pieces)
    odds = odds_of(BOOK, known, rows)
    assert len(odds) == 40
    assert all(abs(sum(told.values()) - 1) < 1e-9 for told in odds.values())
    for rank, count in BOOK.army.items():
        assert abs(sum(told.get(rank, 0.0) for told in odds.values()) - count) < 0.05 * count
    back, front = ([id for id in odds if rows[id] == row] for row in (4, 1))
    assert sum(odds[id][Rank.FLAG] for id in back) > 0.85
    assert sum(odds[id][Rank.FLAG] for id in front) < 0.05


def test_in_alliance_what_a_partner_has_counts_for_nothing() -> None:
    book, record = variant("alliance_lightning"), play("alliance_lightning", 309)
    state = start(book, record.setups, record.options)
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    side = {piece.id: piece.seat.side for piece in state.view(Viewer.SPECTATOR).pieces}
    views = [state.view(Viewer.RED)]
    for text in record.turns:
        before, (state, _facts) = state.ply, apply(state, parse_turn(book, text))
        if state.ply == before:
            views.pop()
        views.append(state.view(Viewer.RED))
    told = list(sightings(book, record.options, Seat.RED, views, truth))
    friends = {id: Rank.FLAG if side[id] == Seat.RED.side else rank for id, rank in truth.items()}
    assert told
    assert list(sightings(book, record.options, Seat.RED, views, friends)) == told
    enemies = {id: Rank.FLAG if side[id] != Seat.RED.side else rank for id, rank in truth.items()}
    assert list(sightings(book, record.options, Seat.RED, views, enemies)) != told


def numbers() -> list[tuple[object, ...]]:
    return sorted(SeatSight.objects.values_list("game", "seat", "player", "variant", "value", "spread", "over"))


@pytest.mark.django_db
def test_games_are_looked_at_once_they_are_open_and_again_after_a_rebuild() -> None:
    accounts = account("Ada"), account("Charles")
    ada, charles = (one.player for one in accounts)
    closed = game_over(accounts=accounts, plies=60, seed=5, reveal="never")
    assert not Unsighted.objects.exists()
    Unsighted.objects.create(game=closed.pk)
    assert look_at_opened(9) == 1
    assert not SeatSight.objects.exists()
    over = game_over(accounts=accounts, plies=60, seed=5)
    assert list(Unsighted.objects.values_list("game", flat=True)) == [over.pk]
    assert (look_at_opened(9), look_at_opened(9)) == (1, 0)
    told = numbers()
    assert [row[:4] for row in told] == [
        (over.pk, seat, one.pk, "classic") for seat, one in ((Seat.RED, ada), (Seat.BLUE, charles))
    ]
    assert list(SightCount.objects.order_by("id").values_list("games", flat=True)) == [1, 1]
    rebuild()
    assert numbers() == []
    look_at_opened(9)
    assert numbers() == told


@pytest.mark.django_db
def test_a_case_is_filed_after_twenty_games_far_from_usual_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sighting, "FILED", sighting.MEASURED)
    accounts = account("Ada"), account("Charles")
    ada = accounts[0].player
    chance = random.Random(3)
    for _game in range(EVERY - 1):
        SeatSight.objects.create(
            game=uuid4(),
            seat=0,
            player=ada.pk,
            variant="classic",
            over=datetime(2026, 1, 1, tzinfo=UTC),
            value=4 + chance.random(),
            spread=10.0,
            told=[[7, "a", 61, 80], [9, "f", 44, 120]],
        )
    SightCount.objects.create(player=ada.pk, variant="classic", games=EVERY - 1)
    over = game_over(accounts=accounts, plies=60, seed=5)
    look_at_opened(9)
    case = Case.objects.get()
    assert (case.kind, case.about, case.source, case.state) == ("cheating", ada.pk, "second-sight", "open")
    assert list(SightLook.objects.values_list("player", "number", "filed")) == [(ada.pk, 1, True)]
    parts = next(one.context["parts"] for one in panels_of(case, moderator().player) if one.slug == "second-sight")
    assert isinstance(parts, Parts)
    assert parts.lines[0].startswith("In 20 games the score lies +")
    assert "<svg" in parts.boards[0].picture
    assert parts.tables[0].rows[0][0].url == f"/games/{over.key}/"
    Unsighted.objects.create(game=over.pk)
    SeatSight.objects.filter(game=over.pk).delete()
    SightCount.objects.filter(player=ada.pk).update(games=EVERY - 1)
    look_at_opened(9)
    assert Case.objects.count() == 1
    assert SightLook.objects.count() == 1
