"""Second sight: who knows hidden ranks stands out, who plays fair does not; nothing is known before the reveal."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from math import exp, sqrt
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plausible import play, setup
from benchmarks.sight import BOOK, OPTIONS, played_game
from eventlog.rebuild import rebuild
from games.knowledge import Seen, known_at
from games.rules import Rank, Seat, Viewer, apply, parse_turn, start, variant
from moderation.cases.models import Case
from moderation.evidence.panels import panels_of
from moderation.evidence.parts import Parts
from moderation.fairness.domain import sight_reports
from moderation.fairness.domain.odds import odds_of, start_rows
from moderation.fairness.domain.sight import MOST, WEIGHT, hidden_attacks, score, sightings
from moderation.fairness.domain.sight_reports import CHANCE, EVERY, LAST, games_filed, line, look_at_opened
from moderation.fairness.models import SeatSight, SightCount, SightLook, Unsighted
from moderation.staff.case_page import case_page
from tests.examples import some
from tests.games.rules.positions import position
from tests.moderation.staff.people import moderator
from tests.scenes import account, game_over


@pytest.mark.slow
def test_who_sees_all_stands_out_and_who_plays_fair_does_not() -> None:
    seats = [item for number in range(3) for item in played_game("peeks at 100%", number)]
    peeking, fair = (
        sum(each.score for seat in seats if seat.kind.startswith("peeks") is peeks for each in seat.told)
        for peeks in (True, False)
    )
    assert peeking > line(1) / 2
    assert fair < 0


def test_odds_add_up_and_know_what_set_ups_look_like() -> None:
    chance = random.Random(3)
    view = start(BOOK, {seat: setup(chance, BOOK, seat) for seat in BOOK.seats}, OPTIONS).view(Viewer.RED)
    known = known_at(Seen.first(view, OPTIONS), view).pieces
    rows = start_rows(BOOK, view.pieces)
    odds = {item.id: odds_of(BOOK, item.ranks, rows[item.id], moved=False) for item in known}
    assert len(odds) == 40
    assert all(abs(sum(odd.values()) - 1) < 1e-9 for odd in odds.values())
    back, front = (next(odd for id, odd in odds.items() if rows[id] == row) for row in (4, 1))
    assert back[Rank.FLAG] > 5 * front[Rank.FLAG] > 0
    exact = {rank: BOOK.army[rank] / 40 for rank in known[0].ranks}
    assert odds_of(BOOK, known[0].ranks, None, moved=False) == exact
    assert odds_of(variant("lightning"), known[0].ranks, 4, moved=False) == exact


@some(25)
@given(
    st.dictionaries(st.sampled_from(list(BOOK.army)), st.integers(1, 99), min_size=1),
    st.dictionaries(st.sampled_from(list(BOOK.army)), st.floats(-9, 9)),
)
def test_whatever_speaks_for_whatever_a_fair_attack_leaves_evidence_what_it_was_on_average_or_less(
    worlds: dict[Rank, int], speaks: dict[Rank, float]
) -> None:
    """So who plays fair has evidence of 1,000 with a chance of a thousandth at most, for as long as the odds hold."""
    odds = {rank: number / sum(worlds.values()) for rank, number in worlds.items()}
    result = {rank: score(odds, speaks, rank) for rank in odds}
    assert sum(odds[rank] * exp(WEIGHT * value) for rank, value in result.items()) <= 1 + 1e-9
    assert sum(odds[rank] * value for rank, value in result.items()) <= 1e-9
    assert max(result.values()) <= MOST
    assert {score(odds, speaks, rank) for rank in BOOK.army if rank not in odds} <= {0.0}


def test_attacks_on_flags_do_not_count_and_are_no_part_of_the_odds() -> None:
    state = position("classic", red="8a4 6j1 5f1", blue="Fa7 5b7 4j7 3f10")
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    views = [state.view(Viewer.RED)]
    for turn in ("a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6-a7"):
        state, _facts = apply(state, parse_turn(BOOK, turn))
        views.append(state.view(Viewer.RED))
    assert list(sightings(BOOK, state.options, Seat.RED, views, truth)) == []
    (attack,) = hidden_attacks(BOOK, state.options, Seat.RED, views)
    assert truth[attack.piece] is Rank.FLAG


def test_fair_play_is_filed_by_chance_no_oftener_than_it_says_however_often_it_is_looked_at() -> None:
    """Whoever gains or loses two points a game with the chance of evidence that stays what it was on average, for 400
    games: each window is judged at each of twenty looks."""
    chance = random.Random(4)
    up = (1 - exp(-2 * WEIGHT)) / (exp(2 * WEIGHT) - exp(-2 * WEIGHT))
    filed = 0
    for _player in range(600):
        values = [2.0 if chance.random() < up else -2.0 for _game in range(20 * EVERY)]
        filed += any(games_filed(values[: look * EVERY][: -LAST - 1 : -1], look) for look in range(1, 21))
    assert filed <= 600 * CHANCE + 3 * sqrt(600 * CHANCE)


def test_a_case_is_about_as_many_games_as_it_takes_and_later_ones_take_more() -> None:
    twenty, sixty = line(1) / 20 + 1e-9, line(1) / 60 + 1e-9
    assert [games_filed([twenty] * 20, 1), games_filed([twenty] * 19, 1)] == [20, 0]
    assert [games_filed([sixty] * games, games // EVERY) for games in (20, 40, 60)] == [0, 0, 60]
    assert [games_filed([twenty] * 20 + [-1.0] * 40, look) for look in (1, 3)] == [20, 0]
    assert games_filed([line(3) / 20 + 1e-9] * 20 + [-1.0] * 40, 3) == 20


MET = [
    ("a4-a5 j7-j6 a5-a6 j6-j5 a6-a7", [(5, "still", "a7")]),
    ("a4-a5 b7-b6 a5-a6 j7-j6 a6-b6", [(5, "moved", "b6")]),
    ("a4-a5 j7-j6 a5-a6 b7-b6 a6-b6", []),
    ("a4-a5 j7-j6 a5-a6 b7-b6 a6-a5 b6-b7 j1-j2 j6-j5 a5-a6 j5-j6 a6-b6", []),
    ("a4-a5 j7-j6 a5-a6 b7-b6 a6-a5 b6-b7 a5-a6 j6-j5 a6-a7 j5-j6 a7-b7", [(9, "still", "a7"), (11, "moved", "b7")]),
]


@pytest.mark.parametrize(("turns", "told"), MET, ids=["still", "moved", "came", "left and gone", "came and left"])
def test_attacks_on_pieces_that_came_beside_an_enemy_do_not_count(turns: str, told: list[tuple[int, str, str]]) -> None:
    state = position("classic", red="8a4 6j1 5f1", blue="5a7 5b7 4j7 3f10")
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    views = [state.view(Viewer.RED)]
    for turn in turns.split():
        state, _facts = apply(state, parse_turn(BOOK, turn))
        views.append(state.view(Viewer.RED))
    result = list(sightings(BOOK, state.options, Seat.RED, views, truth))
    assert [(item.ply, item.kind, BOOK.board.name(item.square)) for item in result] == told


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
    result = list(sightings(book, record.options, Seat.RED, views, truth))
    friends = {id: Rank.FLAG if side[id] == Seat.RED.side else rank for id, rank in truth.items()}
    assert result
    assert list(sightings(book, record.options, Seat.RED, views, friends)) == result
    enemies = {id: Rank.FLAG if side[id] != Seat.RED.side else rank for id, rank in truth.items()}
    assert list(sightings(book, record.options, Seat.RED, views, enemies)) != result


def numbers() -> list[tuple[object, ...]]:
    return sorted(SeatSight.objects.values_list("game", "seat", "player", "variant", "value", "over"))


@pytest.mark.slow
@pytest.mark.django_db
def test_games_are_looked_at_once_they_are_open_and_again_after_a_rebuild() -> None:
    accounts = account("Ada"), account("Charles")
    ada, charles = (item.player for item in accounts)
    closed = game_over(accounts=accounts, plies=60, seed=5, reveal="never")
    assert not Unsighted.objects.exists()
    Unsighted.objects.create(game=closed.pk)
    assert look_at_opened(9) == 1
    assert not SeatSight.objects.exists()
    over = game_over(accounts=accounts, plies=60, seed=5)
    assert list(Unsighted.objects.values_list("game", flat=True)) == [over.pk]
    assert (look_at_opened(9), look_at_opened(9)) == (1, 0)
    result = numbers()
    assert [row[:4] for row in result] == [
        (over.pk, seat, item.pk, "classic") for seat, item in ((Seat.RED, ada), (Seat.BLUE, charles))
    ]
    assert list(SightCount.objects.order_by("id").values_list("games", flat=True)) == [1, 1]
    rebuild()
    assert numbers() == []
    look_at_opened(9)
    assert numbers() == result


@pytest.mark.slow
@pytest.mark.django_db
def test_a_case_is_filed_after_twenty_games_far_from_usual_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight_reports, "FILED", sight_reports.MEASURED)
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
            value=1 + chance.random(),
            told=[[7, "s", 61, 80], [9, "m", 44, 120]],
        )
    SightCount.objects.create(player=ada.pk, variant="classic", games=EVERY - 1)
    over = game_over(accounts=accounts, plies=60, seed=5)
    look_at_opened(9)
    case = Case.objects.get()
    assert (case.kind, case.about, case.source, case.state) == ("cheating", ada.pk, "second-sight", "open")
    assert list(SightLook.objects.values_list("player", "number", "filed")) == [(ada.pk, 1, True)]
    parts = next(
        panel.context["parts"] for panel in panels_of(case, moderator().player) if panel.slug == "second-sight"
    )
    assert isinstance(parts, Parts)
    assert parts.lines[0].startswith("In 20 games the score adds up to +")
    assert "<svg" in parts.boards[0].picture
    assert parts.tables[0].rows[0][0].url == f"/games/{over.key}/"
    suspicion = case_page(case, moderator("Milo").player).suspicions[0]
    assert (suspicion.detector, [words for words, _number in suspicion.figures]) == (
        "Second sight",
        [
            "Games",
            "Attacks on pieces that had moved",
            "Score",
            "Attacks on pieces that never moved",
            "Score beyond which fair play is rare",
        ],
    )
    Unsighted.objects.create(game=over.pk)
    SeatSight.objects.filter(game=over.pk).delete()
    SightCount.objects.filter(player=ada.pk).update(games=EVERY - 1)
    look_at_opened(9)
    assert Case.objects.count() == 1
    assert SightLook.objects.count() == 1
