"""What the best of a first stage play on by, and who goes on of those who are level for the last place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Account
from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tests.tournaments.files.exchange.test_event_archive import Files, files_of
from tests.tournaments.files.exchange.test_event_archive import _as_it_was as _as_it_was  # fixtures
from tests.tournaments.files.exchange.test_event_archive import found as found
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.formats.test_group_stage import DRAWN, LOST, WON, higher, other_way, pairs, refused
from tournaments.domain import lifecycle
from tournaments.domain.commands import registration, results, rounds, takebacks
from tournaments.domain.formats import format_of
from tournaments.domain.queries.correction_preview import places_if, what_if
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable, places_of, standings_of
from tournaments.domain.state import Board, TournamentFold
from tournaments.domain.terms import check_terms, usual_terms
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.exports import record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.pages.bracket import drawings_of
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

PAGES = ("tournament", "standings", "rounds", "entries", "podium", "log")


def points(fold: TournamentFold) -> dict[int, int]:
    return {fold.order[standing.number - 1]: standing.points for standing in standings_of(fold)}


def checked(event: UUID, client: Client, found: Callable[[Files], str], *more: str) -> TournamentFold:
    """Its log, archive, pages and file hold together."""
    fold, key = fold_of(event), key_of(event)
    verify_tournament(iter(store.load(event)))
    for name in (*PAGES, *more):
        assert client.get(reverse(f"tournaments:{name}", args=[key]), follow=True).status_code == 200, name
    assert found(files_of(event)) == ""
    record = read_json(to_json(record_of(event, fold)).decode())
    again = fold_of(import_tournament(record=record, choices=choices_for(record), owner=scenes.an_owner()))
    assert places_of(again) == {fold.numbers[entry]: place for entry, place in places_of(fold).items()}
    return fold


@pytest.mark.parametrize(
    ("carried", "boards", "made"),
    [
        # In the groups 1 beat 4, and 2 beat 3: these games are carried, or played again.
        ("none", [2, 2, 2], {1: 180, 2: 130, 3: 80, 4: 30}),
        ("between", [2, 2], {1: 180, 2: 130, 3: 80, 4: 30}),
        ("all", [2, 2, 2], {1: 360, 2: 310, 3: 210, 4: 160}),
    ],
)
def test_the_best_of_two_groups_meet_in_a_final_group(
    client: Client, found: Callable[[Files], str], carried: str, boards: list[int], made: dict[int, int]
) -> None:
    terms = {"group_count": 2, "advance": 2, "final_stage": "round_robin", "carried": carried}
    event = scenes.a_tournament(8, format="group_stage", **terms)
    fold = scenes.play_out(event, higher)
    assert [len(round.boards) for round in fold.rounds] == [4, 4, 4, *boards]
    assert {entry: value for entry, value in points(fold).items() if entry in made} == made
    assert places_of(fold) == {entry: entry for entry in range(1, 9)}
    fold = checked(event, client, found, "groups")
    assert format_of(fold).bracket_stage(fold) is None
    words = client.get(reverse("tournaments:groups", args=[key_of(event)])).content.decode()
    assert (words.count("<table"), "Final stage" in words) == (3, True)
    shown = client.get(reverse("tournaments:standings", args=[key_of(event)])).content.decode()
    assert (shown.count("in the final, "), shown.count("place 3")) == (4, 2)


def test_a_swiss_leads_into_a_final_swiss_that_is_paired_by_carried_points(
    client: Client, found: Callable[[Files], str]
) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(
        10, format="swiss_cut", owner=owner, rounds=3, cut=6, final_stage="swiss", final_rounds=2, carried="all"
    )
    for _round in range(3):
        scenes.play_round(event, higher)
    before = points(fold_of(event))
    fold = scenes.play_round(event, higher)
    best = {entry for pair in pairs(fold, 4) for entry in pair}
    assert len(best) == 6
    assert min(before[entry] for entry in best) >= max(before[entry] for entry in before.keys() - best)
    assert all(abs(before[min(pair)] - before[max(pair)]) <= 60 for pair in pairs(fold, 4))
    assert refused(lambda: registration.enter(tournament=event, players=[owner], by=owner)) == "entries-closed"
    fold = scenes.play_out(event, higher)
    after = points(fold)
    assert [after[entry] for entry in before.keys() - best] == [before[entry] for entry in before.keys() - best]
    assert {entry for entry, place in places_of(fold).items() if place <= 6} == best
    checked(event, client, found, "crosstable")


def test_a_double_elimination_follows_the_groups(client: Client, found: Callable[[Files], str]) -> None:
    event = scenes.a_tournament(
        8, format="group_stage", group_count=2, advance=2, final_stage="double_elim", best_of_final=3
    )
    fold = scenes.play_out(event, higher)
    assert [pairs(fold, number) for number in (4, 5, 6, 7)] == [[{1, 3}, {2, 4}], [{1, 2}, {3, 4}], [{2, 3}], [{1, 2}]]
    assert ([len(board.legs) for round in fold.rounds[3:] for board in round.boards], fold.planned) == (
        [1, 1, 1, 1, 1, 2],
        7,
    )
    assert places_of(fold) == {entry: entry for entry in range(1, 9)}
    checked(event, client, found, "groups", "bracket")
    text = client.get(reverse("tournaments:tournament", args=[key_of(event)])).content.decode()
    assert ("Double elimination" in text, "the final best of 3" in text) == (True, True)


def test_a_final_has_games_of_its_own(client: Client, found: Callable[[Files], str]) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(4, format="knockout", owner=owner, third_place=True, best_of_final=3)
    fold = scenes.play_out(event, higher)
    assert [[len(board.legs) for board in round.boards] for round in fold.rounds] == [[1, 1], [2, 1]]
    checked(event, client, found, "bracket")


def level(event: UUID) -> TournamentFold:
    """Groups of four, in the first of which 4, 5 and 8 beat one another; 1 beats all."""

    def decide(board: Board) -> tuple[Mark, Mark]:
        winner = {frozenset((4, 5)): 5, frozenset((5, 8)): 8, frozenset((4, 8)): 4}.get(frozenset(board.entries))
        return higher(board) if winner is None else WON if board.leg.red == winner else LOST

    for _round in range(3):
        scenes.play_round(event, decide)
    return fold_of(event)


LEVEL: dict[str, Any] = {"group_count": 2, "advance": 2, "tiebreaks": ("seed",)}


def test_a_play_off_decides_the_last_place(client: Client, found: Callable[[Files], str]) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(8, format="group_stage", owner=owner, last_place="play_off", **LEVEL)
    fold = level(event)
    assert (fold.planned, [tie.entries for tie in format_of(fold).ties(fold)]) == (6, [(4, 5, 8)])
    # Of three for one place the last two play, and who wins meets the first.
    fold = scenes.play_round(event, lambda board: WON if board.leg.red == 8 else LOST)
    assert (pairs(fold, 4), fold.planned) == ([{5, 8}], 7)
    fold = scenes.play_round(event, lambda board: WON if board.leg.red == 8 else LOST)
    assert pairs(fold, 5) == [{4, 8}]
    # What it rests on cannot be another one now.
    changed = {"tournament": event, **other_way(fold, 4, 8)}
    assert [different.round for different in what_if(**changed)] == [4, 5]
    correct = {**changed, "by": owner, "reason": "Wrong."}
    assert refused(lambda: results.correct_result(**correct)) == "others-go-on"
    fold = scenes.next_round(event)
    assert pairs(fold, 6) == [{1, 3}, {2, 8}]
    last = {"tournament": event, "by": owner, "reason": "Wrong.", "round": 5, "board": 1}
    red, blue = fold.rounds[4].boards[0].leg.marks or ()
    assert refused(lambda: results.correct_result(red=blue, blue=red, **last)) == "others-go-on"
    takebacks.take_back_round(tournament=event, by=owner, round=6, reason="The play-off was wrong.")
    results.correct_result(red=blue, blue=red, **last)
    fold = scenes.next_round(event)
    assert pairs(fold, 6) == [{1, 3}, {2, 4}]
    scenes.play_on(event, higher)
    fold = scenes.play_out(event, higher)
    assert places_of(fold) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 6, 8: 7, 7: 8}
    checked(event, client, found, "groups", "bracket")
    words = client.get(reverse("tournaments:round", args=[key_of(event), 4]), follow=True).content.decode()
    assert "Play-off" in words


def test_an_arbiter_decides_the_last_place_and_says_why(client: Client, found: Callable[[Files], str]) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(8, format="group_stage", owner=owner, last_place="arbiter", **LEVEL)
    level(event)
    assert refused(lambda: scenes.next_round(event)) == "cannot-pair"
    decide: dict[str, Any] = {"tournament": event, "by": owner, "entries": (4, 5, 8), "why": "lot"}
    assert refused(lambda: rounds.decide_tie(through=(4, 5), **decide)) == "tie-places"
    assert refused(lambda: rounds.decide_tie(through=(4,), **{**decide, "entries": (4, 5)})) == "no-tie"
    arbiter = Client()
    arbiter.force_login(Account.objects.get(player=owner))
    desk = reverse("tournaments:desk", args=[key_of(event)])
    assert "Decide who plays on" in arbiter.get(desk).content.decode()
    sent = {"do": "decide-tie", "entries": [5], "why": "lot", "reason": "Drawn."}
    assert arbiter.post(desk, sent).status_code == 303
    fold = fold_of(event)
    assert (fold.failed, format_of(fold).undecided(fold), fold.decisions[0].through) == ("", (), (5,))
    fold = rounds.decide_tie(through=(8,), reason="Drawn again.", **decide)
    fold = scenes.next_round(event)
    assert pairs(fold, 4) == [{1, 3}, {2, 8}]
    assert refused(lambda: rounds.decide_tie(through=(4,), **decide)) == "no-tie"
    scenes.play_on(event, higher)
    scenes.play_out(event, higher)
    checked(event, client, found, "groups", "bracket")
    words = client.get(reverse("tournaments:log", args=[key_of(event)])).content.decode()
    assert ("by lot" in words, "Drawn again." in words) == (True, True)


def test_if_nobody_decides_a_tie_the_tie_breaks_do_after_a_day() -> None:
    event = scenes.a_tournament(8, format="group_stage", last_place="arbiter", **LEVEL)
    level(event)
    assert refused(lambda: scenes.next_round(event)) == "cannot-pair"
    fold = fold_of(event)
    automatic = replace(fold, terms=fold.terms.changed(automatic=True))
    later = timezone.now() + lifecycle.ARBITERS_TIME
    assert lifecycle.next_step(automatic, now=later) == lifecycle.Step(lifecycle.Do.DECIDE_TIE, entries=(4, 5, 8))
    assert lifecycle.next_step(automatic, now=timezone.now()) == lifecycle.Step(lifecycle.Do.PAIR, 4)


def test_the_best_others_and_the_cut_of_a_swiss_are_played_off_too() -> None:
    event = scenes.a_tournament(
        6, format="group_stage", group_count=2, advance=1, best_others=1, last_place="play_off", tiebreaks=("seed",)
    )
    for _round in range(3):
        scenes.play_round(event, higher)
    assert pairs(scenes.next_round(event), 4) == [{3, 4}] or pairs(fold_of(event), 4) == [{2, 4}, {1, 3}]
    swiss = scenes.a_tournament(6, format="swiss_cut", rounds=1, cut=2, last_place="play_off", tiebreaks=("seed",))
    scenes.play_round(swiss, lambda _board: DRAWN)
    fold = scenes.play_round(swiss, higher)
    assert [len(board.legs) for board in fold.rounds[1].boards] == [1, 1, 1]
    assert pairs(fold, 2) == [{1, 6}, {2, 5}, {3, 4}]
    fold = scenes.play_round(swiss, higher)
    assert (pairs(fold, 3), fold.planned) == ([{2, 3}], 4)
    fold = scenes.play_out(swiss, higher)
    assert pairs(fold, 4) == [{1, 2}]


def test_who_leaves_after_the_groups_are_over_counts_there(found: Callable[[Files], str]) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(8, format="group_stage", owner=owner, group_count=2, advance=2, tiebreaks=("seed",))

    def decide(board: Board) -> tuple[Mark, Mark]:
        """8 plays one game alone, and wins it against 5."""
        red = board.red
        if 8 not in board.entries:
            return higher(board)
        if 5 in board.entries:
            return WON if red == 8 else LOST
        return (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN) if red == 8 else (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)

    for _round in range(3):
        scenes.play_round(event, decide)
    fold = scenes.play_round(event, higher)
    before = places_of(fold)
    fold = registration.withdraw(tournament=event, entry=8, by=owner)
    assert (places_of(fold), 8 in before) == (before, True)
    scenes.play_out(event, higher)
    assert found(files_of(event)) == ""


def test_terms_of_final_stages_that_make_no_sense() -> None:
    check_terms(usual_terms("barrage", "group_stage", team_boards=4, final_stage="swiss"))
    check_terms(usual_terms("barrage", "group_stage", team_boards=4, final_stage="round_robin"))
    with pytest.raises(Illegal) as error:
        check_terms(usual_terms("barrage", "knockout", team_boards=4, best_of_final=3))
    assert error.value.refusal.params == {"field": "team_boards", "other": "best_of_final"}


def test_a_correction_moves_the_places_of_a_final_group() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(
        8, format="group_stage", owner=owner, group_count=2, advance=2, final_stage="round_robin", carried="all"
    )
    fold = scenes.play_out(event, higher)
    (place,) = (
        (round.number, board.number)
        for round in fold.rounds[3:]
        for board in round.boards
        if set(board.entries) == {1, 2}
    )
    red = fold.rounds[place[0] - 1].boards[place[1] - 1].leg.red
    wrong = {"round": place[0], "board": place[1], "red": LOST[red != 1], "blue": LOST[red == 1]}
    moved = places_if(fold, **wrong)
    assert {(item.entry, item.place, item.instead) for item in moved} <= {(1, 1, 2), (2, 2, 1)}
    results.correct_result(tournament=event, by=owner, reason="Wrong.", **wrong)
    assert crosstable(fold_of(event)).rounds == 6


def test_a_finished_bracket_is_drawn_whole_where_it_fits() -> None:
    event = scenes.a_tournament(13, format="double_elim")
    fold = scenes.play_out(event, higher)
    drawn = drawings_of(Sheet(event, fold))
    assert [len(drawing.columns) for drawing in drawn] == [5, 6]
    large = scenes.a_tournament(17, format="knockout")
    fold = scenes.play_out(large, higher)
    assert [len(drawing.columns) for drawing in drawings_of(Sheet(large, fold))] == [3]


def test_programs_play_a_final_group(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--format", "group_stage", "--variant", "duel", "--players", "6", "--json"]
    terms = ("group_count=2", "final_stage=round_robin", "carried=between")
    call_command("simulate_tournament", *asked, *(part for term in terms for part in ("--term", term)))
    result = json.loads(capsys.readouterr().out)
    assert (result["rounds"], len(result["standings"])) == (5, 6)
    with pytest.raises(CommandError):
        call_command("simulate_tournament", *asked, "--term", "nothing=1")
