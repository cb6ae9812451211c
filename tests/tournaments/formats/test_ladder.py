"""A ladder: challenges, their answers and times, who falls and who pauses; all of it from announcement to archive."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Player
from eventlog import store
from eventlog.canonical import microseconds
from eventlog.registry import Broken
from games.domain import commands as games
from games.domain.clocks import PRESETS
from games.models import key_of
from games.rules import Seat
from notices.models import Kind, Notice
from tests.api.asking import Program
from tests.api.asking import code_of as code_of_answer
from tests.api.test_schema import fits
from tests.notices.people import Times, times
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.formats.test_arena import checked
from tests.tournaments.games import set_up
from tests.tournaments.organizer.people import person, words
from tournaments.domain import lifecycle
from tournaments.domain.challenges import falls, why_not
from tournaments.domain.commands import challenges, organization, registration, results, rounds
from tournaments.domain.events import ChallengeAnswered, ChallengeMade, EntryFell, LadderPaused
from tournaments.domain.ladder import LOST, ChallengeState, LadderState
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.snapshots import from_snapshot, snapshot_of
from tournaments.domain.standings import crosstable, places_of, standings_of
from tournaments.domain.state import Status
from tournaments.domain.transitions import fold as folded
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.exports import record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.validation import troubles
from tournaments.scoring.points import Mark
from tournaments.simulation.events import simulate

pytestmark = pytest.mark.django_db


def a_ladder(players: int | list[UUID] = 6, **terms: Any) -> tuple[UUID, UUID]:
    """A ladder that has begun, of games with days for a turn."""
    owner = scenes.an_owner()
    usual = {"format": "ladder", "variant": "duel", "real": False, "rated": False, "automatic": True}
    event = scenes.a_tournament(players, owner=owner, **(usual | {"time": PRESETS["3-days"]} | terms))
    lifecycle.drive(event)
    return event, owner


def ladder_of(event: UUID) -> LadderState:
    ladder = fold_of(event).ladder
    assert ladder is not None
    return ladder


def order(event: UUID) -> tuple[int, ...]:
    return ladder_of(event).order


def player(event: UUID, entry: int) -> UUID:
    return fold_of(event).entries[entry].players[0]


def challenge(event: UUID, entry: int, other: int) -> int:
    """Challenges, and gives the number of the challenge."""
    challenges.challenge(tournament=event, entry=entry, other=other, by=player(event, entry))
    return len(ladder_of(event).challenges)


def accept(event: UUID, number: int) -> int:
    """Accepts, and gives the number of the board."""
    by = player(event, ladder_of(event).challenges[number].challenged)
    challenges.accept(tournament=event, number=number, by=by)
    return ladder_of(event).challenges[number].board


def falls_of(event: UUID) -> dict[int, datetime]:
    return dict(falls(fold_of(event)))


def win(event: UUID, board: int, entry: int) -> None:
    """An entry wins the game at a board."""
    leg = fold_of(event).rounds[0].boards[board - 1].leg
    assert leg.game is not None
    set_up(leg.game)
    games.resign(game=leg.game, seat=Seat.BLUE if leg.red == entry else Seat.RED)
    results.take_over(game=leg.game)
    lifecycle.drive(event)


def play(event: UUID, entry: int, other: int, *, winner: int) -> int:
    board = accept(event, challenge(event, entry, other))
    win(event, board, winner)
    return board


def reason(event: UUID, entry: int, other: int, time: Times) -> str:
    refused = why_not(fold_of(event), entry, other, time.now)
    return "" if refused is None else refused.code


# -- a whole one ----------------------------------------------------------------------------------


def a_month(event: UUID, time: Times, seed: int) -> None:
    """Thirty days on a ladder: people challenge, accept, decline or forget to, play, pause, leave and join."""
    chance = random.Random(seed)
    for day in range(31):
        fold = fold_of(event)
        if fold.status is not Status.RUNNING:
            break
        for number in sorted(ladder_of(event).in_play):
            item = ladder_of(event).challenges[number]
            assert item.answered_at is not None
            if chance.random() < 0.8 or time.now - item.answered_at >= timedelta(days=2):
                win(event, item.board, chance.choice(item.both))
        for item in ladder_of(event).open:
            if item.challenged % 5 and chance.random() < 0.7:
                accept(event, item.number)
            elif chance.random() < 0.15:
                challenges.decline(tournament=event, number=item.number, by=player(event, item.challenged))
        for entry in order(event):
            fitting = [other for other in order(event) if not reason(event, entry, other, time)]
            if fitting and entry != 3 and chance.random() < 0.35:  # 3 never challenges anybody
                challenge(event, entry, chance.choice(fitting))
        if day == 5:
            free = next(entry for entry in order(event) if entry not in ladder_of(event).engaged)
            until = microseconds(time.now + timedelta(days=6))
            challenges.pause_play(tournament=event, entry=free, until=until, by=player(event, free))
        if day in (4, 9):
            [late] = scenes.some_players(1)
            registration.enter(tournament=event, by=late.id, players=[late.id])
        if day == 12:
            last = order(event)[-1]
            registration.withdraw(tournament=event, entry=last, by=player(event, last))
        if day == 20:
            registration.come_back(tournament=event, entry=last, by=player(event, last))
        time.wait(days=1)
        lifecycle.drive(event)


def test_a_ladder_for_a_month_from_its_announcement_to_its_archive(tmp_path: Path) -> None:
    with times() as time:
        event, owner = a_ladder(12, ladder_days=30, idle_days=4, rematch_days=4, answer_days=2)
        begun = fold_of(event)
        assert (order(event), begun.round and begun.round.deadline) == (begun.order, time.now + timedelta(days=30))
        a_month(event, time, seed=1)
        for number in sorted(ladder_of(event).in_play):
            win(event, ladder_of(event).challenges[number].board, ladder_of(event).challenges[number].challenger)
        lifecycle.drive(event)
        fold = fold_of(event)
    assert (fold.status, len(fold.rounds), len(fold.entries), len(fold.rounds[0].boards) > 20) == (
        Status.FINISHED,
        1,
        14,
        True,
    )
    ladder = fold.ladder
    assert ladder is not None
    answers = {item.answer for item in ladder.challenges.values()}
    assert answers >= {ChallengeState.ACCEPTED, *LOST, ChallengeState.CALLED_OFF}
    assert {move.kind.value for move in ladder.moves} == {"joined", "left", "game", "default", "fell"}
    assert sorted(ladder.order) == sorted(fold.entries)
    assert [fold.order[item.number - 1] for item in standings_of(fold)] == list(ladder.order)
    assert places_of(fold) == {entry: place for place, entry in enumerate(ladder.order, 1)}

    stored = list(store.load(event))
    verify_tournament(iter(stored))
    assert folded((item.event, item.time) for item in stored) == fold == from_snapshot(snapshot_of(fold))

    record = record_of(event, fold)
    again = read_json(to_json(record).decode())
    assert (again, list(troubles(again)), again.crosstable()) == (record, [], crosstable(fold))
    copy = fold_of(import_tournament(record=again, choices=choices_for(again), owner=owner))
    assert [(item.place, item.number) for item in standings_of(copy)] == [
        (item.place, item.number) for item in standings_of(fold)
    ]
    checked(event, fold, tmp_path, follow="14 places follow from the results, by the moves on the ladder")


# -- its rules ------------------------------------------------------------------------------------


def test_who_wins_takes_the_place_of_the_beaten_and_those_between_move_down() -> None:
    with times():
        event, _owner = a_ladder(6)
        play(event, 5, 2, winner=5)
        assert order(event) == (1, 5, 2, 3, 4, 6)
        play(event, 4, 3, winner=3)
        assert order(event) == (1, 5, 2, 3, 4, 6)
        board = accept(event, challenge(event, 6, 2))
        results.record_result(
            tournament=event, round=1, board=board, red=Mark.DRAW, blue=Mark.DRAW, by=None, reason="agreed"
        )
        assert order(event) == (1, 5, 2, 3, 4, 6)  # a draw leaves both where they are


def test_a_result_that_is_corrected_counts_from_when_it_came() -> None:
    with times():
        event, owner = a_ladder(6)
        first = play(event, 5, 2, winner=5)
        play(event, 6, 3, winner=6)
        assert order(event) == (1, 5, 2, 6, 3, 4)
        red = fold_of(event).rounds[0].boards[first - 1].red
        marks = (Mark.WIN, Mark.LOSS) if red == 2 else (Mark.LOSS, Mark.WIN)
        results.correct_result(
            tournament=event, round=1, board=first, red=marks[0], blue=marks[1], by=owner, reason="wrong slip"
        )
        assert order(event) == (1, 2, 6, 3, 4, 5)


def test_who_declines_or_does_not_answer_loses_the_place() -> None:
    with times() as time:
        event, _owner = a_ladder(6, answer_days=2)
        declined = challenge(event, 3, 1)
        lapsed = challenge(event, 6, 4)
        challenges.decline(tournament=event, number=declined, by=player(event, 1))
        assert order(event) == (3, 1, 2, 4, 5, 6)
        time.wait(days=2)
        assert event in set(lifecycle.due_tournaments().values_list("id", flat=True))
        late = {"tournament": event, "number": lapsed, "by": player(event, 4)}
        assert code_of(challenges.accept, **late) == "answer-late"
        lifecycle.drive(event)
        assert (ladder_of(event).challenges[lapsed].answer, order(event)) == (
            ChallengeState.LAPSED,
            (3, 1, 2, 6, 4, 5),
        )
        verify_tournament(iter(store.load(event)))


def test_what_stands_against_a_challenge_is_said() -> None:
    with times() as time:
        event, _owner = a_ladder(8, challenge_range=3, rematch_days=5, ladder_days=20)
        assert [reason(event, 6, other, time) for other in (1, 2, 3, 5, 6, 7)] == [
            "out-of-range",
            "out-of-range",
            "",
            "",
            "not-above",
            "not-above",
        ]
        # Who pauses does not count for the range, and is not challenged.
        until = microseconds(time.now + timedelta(days=3))
        challenges.pause_play(tournament=event, entry=4, until=until, by=player(event, 4))
        assert (reason(event, 6, 2, time), reason(event, 6, 4, time), reason(event, 4, 3, time)) == (
            "",
            "other-pauses",
            "you-pause",
        )
        number = challenge(event, 6, 3)
        assert (reason(event, 6, 5, time), reason(event, 5, 3, time)) == (
            "challenges-enough",
            "other-challenges-enough",
        )
        pause = {"tournament": event, "entry": 3, "until": until, "by": player(event, 3)}
        assert code_of(challenges.pause_play, **pause) == "answer-first"
        board = accept(event, number)
        win(event, board, 3)
        assert reason(event, 6, 3, time) == "rematch-too-soon"
        time.wait(days=5)
        assert (reason(event, 6, 3, time), reason(event, 6, 4, time)) == ("", "")
        refused = {"tournament": event, "entry": 6, "other": 1, "by": player(event, 6)}
        assert code_of(challenges.challenge, **refused) == "out-of-range"
        assert code_of(challenges.challenge, **(refused | {"other": 99})) == "no-entry"
        assert code_of(challenges.challenge, **(refused | {"by": player(event, 7)})) == "not-allowed"
        time.wait(days=15)
        assert reason(event, 6, 3, time) == "ladder-closed"


def test_several_challenges_at_once_where_the_terms_say_so() -> None:
    with times():
        event, _owner = a_ladder(5, at_once=2)
        boards = [accept(event, challenge(event, 4, 2)), accept(event, challenge(event, 5, 2))]
        assert fold_of(event).rounds[0].board_of(2) == fold_of(event).rounds[0].boards[1]
        win(event, boards[1], 5)
        assert fold_of(event).rounds[0].board_of(2) == fold_of(event).rounds[0].boards[0]
        win(event, boards[0], 4)
        assert order(event) == (1, 5, 4, 2, 3)
        verify_tournament(iter(store.load(event)))


def test_who_does_nothing_falls_but_not_who_pauses() -> None:
    with times() as time:
        event, _owner = a_ladder(5, idle_days=3, idle_places=2, pause_days=10)
        until = microseconds(time.now + timedelta(days=10))
        challenges.pause_play(tournament=event, entry=1, until=until, by=player(event, 1))
        challenge(event, 4, 3)
        time.wait(days=3)
        lifecycle.drive(event)
        # 3 has not answered, and loses by default; then 2 falls. 4 waited for the answer, and 5 stands last already.
        assert order(event) == (1, 4, 3, 2, 5)
        assert fold_of(event).ladder is not None
        too_long = {"tournament": event, "entry": 1, "until": until + 86_400_000_000, "by": player(event, 1)}
        assert code_of(challenges.pause_play, **too_long) == "pause-too-long"
        challenges.end_pause(tournament=event, entry=1, by=player(event, 1))
        assert ladder_of(event).pause_of(1, time.now) is None
        verify_tournament(iter(store.load(event)))


def test_a_pause_only_delays_the_fall_of_who_does_nothing() -> None:
    with times() as time:
        event, _owner = a_ladder(3, idle_days=4, idle_places=1, pause_days=10)

        def pause(days: int) -> None:
            until = microseconds(time.now + timedelta(days=days))
            challenges.pause_play(tournament=event, entry=1, until=until, by=player(event, 1))

        challenge(event, 3, 2)
        time.wait(days=2)
        pause(1)
        time.wait(days=2)
        pause(5)
        time.wait(days=1)
        challenges.end_pause(tournament=event, entry=1, by=player(event, 1))  # paused for two of five days
        assert falls_of(event)[1] == time.now + timedelta(days=1)
        time.wait(days=1)
        lifecycle.drive(event)
        assert order(event)[0] != 1
        verify_tournament(iter(store.load(event)))


def test_who_does_nothing_is_taken_off_where_the_terms_say_so_and_comes_back_at_the_bottom() -> None:
    with times() as time:
        event, _owner = a_ladder(3, idle_days=3, idle_places=0, ladder_days=0)
        time.wait(days=2)
        challenges.decline(tournament=event, number=challenge(event, 3, 2), by=player(event, 2))
        time.wait(days=1)
        lifecycle.drive(event)
        assert (order(event), fold_of(event).entries[1].playing) == ((3, 2), False)
        assert [fold_of(event).order[item.number - 1] for item in standings_of(fold_of(event))] == [3, 2, 1]
        registration.come_back(tournament=event, entry=1, by=player(event, 1))
        assert order(event) == (3, 2, 1)


def test_it_ends_when_the_arbiter_sets_an_end_and_what_waits_for_an_answer_is_called_off() -> None:
    with times() as time:
        event, owner = a_ladder(4, ladder_days=0, idle_days=0)
        board = accept(event, challenge(event, 2, 1))
        waits = challenge(event, 4, 3)
        assert fold_of(event).rounds[0].deadline is None
        rounds.extend(tournament=event, deadline=microseconds(time.now + timedelta(hours=1)), by=owner)
        time.wait(hours=2)
        lifecycle.drive(event)
        assert fold_of(event).status is Status.RUNNING  # a game is in play
        win(event, board, 2)
        fold = fold_of(event)
        assert (fold.status, order(event)) == (Status.FINISHED, (2, 1, 3, 4))
        assert ladder_of(event).challenges[waits].answer is ChallengeState.CALLED_OFF


def test_who_came_first_stands_first_where_the_terms_say_so_and_late_entries_stand_last() -> None:
    with times():
        event, owner = a_ladder(3, ladder_order="entry")
        assert order(event) == (1, 2, 3)
        [late] = scenes.some_players(1)
        registration.enter(tournament=event, by=late.id, players=[late.id])
        assert (order(event), fold_of(event).numbers[4]) == ((1, 2, 3, 4), 4)
        number = challenge(event, 4, 3)
        registration.withdraw(tournament=event, entry=3, by=player(event, 3))
        assert (order(event), ladder_of(event).challenges[number].answer) == ((1, 2, 4), ChallengeState.CALLED_OFF)
        number = challenge(event, 4, 2)
        challenges.call_off(tournament=event, number=number, by=owner)
        number = challenge(event, 4, 2)
        assert code_of(challenges.take_back, tournament=event, number=number, by=player(event, 2)) == "not-allowed"
        challenges.take_back(tournament=event, number=number, by=player(event, 4))
        assert code_of(challenges.accept, tournament=event, number=number, by=player(event, 2)) == "challenge-answered"
        assert code_of(challenges.accept, tournament=event, number=9, by=player(event, 2)) == "no-challenge"


def test_an_arbiter_on_the_ladder_answers_for_nobody_against_whom_they_play() -> None:
    with times():
        event, owner = a_ladder(4)
        arbiter = player(event, 3)
        organization.give_role(tournament=event, player=arbiter, role="arbiter", by=owner)
        mine = challenge(event, 3, 2)
        for answer in (challenges.accept, challenges.decline, challenges.call_off):
            assert code_of(answer, tournament=event, number=mine, by=arbiter) == "own-board"
        challenges.take_back(tournament=event, number=mine, by=arbiter)
        against_me = challenge(event, 4, 3)
        assert code_of(challenges.take_back, tournament=event, number=against_me, by=arbiter) == "own-board"
        assert code_of(challenges.challenge, tournament=event, entry=4, other=3, by=arbiter) == "own-board"
        challenges.decline(tournament=event, number=against_me, by=owner)
        assert order(event) == (1, 2, 4, 3)


def test_who_takes_a_challenge_back_waits_as_after_a_game() -> None:
    with times() as time:
        event, owner = a_ladder(4, rematch_days=5)
        challenges.call_off(tournament=event, number=challenge(event, 3, 2), by=owner)
        challenges.take_back(tournament=event, number=challenge(event, 3, 2), by=player(event, 3))
        assert (reason(event, 3, 2, time), reason(event, 3, 1, time), reason(event, 4, 2, time)) == (
            "rematch-too-soon",
            "",
            "",
        )
        time.wait(days=5)
        assert reason(event, 3, 2, time) == ""


def test_a_log_with_challenges_and_falls_against_the_rules_is_refused() -> None:
    with times() as time:
        event, _owner = a_ladder(6, answer_days=1, idle_days=2, pause_days=3)
        until = microseconds(time.now + timedelta(days=3))
        challenges.pause_play(tournament=event, entry=6, until=until, by=player(event, 6))
        accept(event, challenge(event, 5, 3))
        challenge(event, 4, 2)
        time.wait(days=1)
        lifecycle.drive(event)
        time.wait(days=2)
        lifecycle.drive(event)
        stored = list(store.load(event))
        verify_tournament(iter(stored))

        def broken(kind: type, **changes: Any) -> None:
            place = next(at for at, item in enumerate(stored) if isinstance(item.event, kind))
            wrong = stored[place]._replace(event=replace(stored[place].event, **changes))
            with pytest.raises(Broken):
                verify_tournament(iter([*stored[:place], wrong, *stored[place + 1 :]]))

        broken(LadderPaused, until=until + 1)
        broken(ChallengeMade, entry=5, other=1)
        broken(ChallengeMade, challenge=2)
        broken(EntryFell, places=1)
        accepted, lapsed = (at for at, item in enumerate(stored) if isinstance(item.event, ChallengeAnswered))
        for place, at in ((accepted, stored[lapsed].time), (lapsed, stored[lapsed - 1].time)):
            with pytest.raises(Broken):
                verify_tournament(iter([*stored[:place], stored[place]._replace(time=at)]))


# -- its pages, and what programs read ------------------------------------------------------------

PAGES = ("tournament", "standings", "rounds", "entries", "log", "hall", "downloads", "print-standings")


def a_ladder_of_people() -> tuple[UUID, dict[str, Client]]:
    """Ann, Ben, Cid and Dan on a ladder in this order, with their browsers."""
    people = {name: person(name) for name in ("Ann", "Ben", "Cid", "Dan")}
    event, _owner = a_ladder([account.player.id for account, _browser in people.values()], challenge_range=2)
    return event, {name: browser for name, (_account, browser) in people.items()}


def test_people_challenge_and_answer_by_buttons_and_are_told_of_it() -> None:
    with times() as time:
        event, browsers = a_ladder_of_people()
        home, page = (reverse(f"tournaments:{name}", args=[key_of(event)]) for name in ("tournament", "challenges"))
        assert page in browsers["Dan"].get(home).content.decode()
        text = words(browsers["Dan"].get(page))
        assert ("More than 2 places above you." in text, text.count('value="challenge"')) == (True, 2)
        asked = browsers["Dan"].post(page, {"do": "challenge", "other": "2"})
        assert "Ben has 3 days to answer" in words(asked).replace("\u2068", "").replace("\u2069", "")
        assert not ladder_of(event).challenges
        sure = {"do": "challenge", "other": "2", "sure": "1"}
        assert browsers["Dan"].post(page, sure).headers["Location"] == page
        refused = browsers["Cid"].post(page, {"do": "challenge", "other": "2", "sure": "1"})
        assert (refused.status_code, "Has a challenge to answer or to play first." in words(refused)) == (422, True)
        lifecycle.drive(event)
        assert list(Notice.objects.filter(kind=Kind.CHALLENGED).values_list("player__name", "mail")) == [
            ("Ben", "waiting")
        ]
        [shown] = shown_notices(browsers["Ben"])
        assert "Dan challenges you; without an answer you lose by default" in shown
        assert "challenges you. Without an answer until" in words(browsers["Ben"].get(home))
        assert 'value="accept"' in words(browsers["Ben"].get(page))
        assert 'value="accept"' not in words(browsers["Dan"].get(page))
        standings = words(Client().get(reverse("tournaments:standings", args=[key_of(event)])))
        assert "challenged by" in standings
        browsers["Ben"].post(page, {"do": "accept", "challenge": "1"})
        lifecycle.drive(event)
        assert not Notice.objects.filter(kind=Kind.CHALLENGED).exists()
        assert any("Ben accepts your challenge" in text for text in shown_notices(browsers["Dan"]))
        time.wait(hours=1)
        win(event, 1, 4)
        assert order(event) == (1, 4, 2, 3)
        standings = words(Client().get(reverse("tournaments:standings", args=[key_of(event)])))
        assert ("▲ 2" in standings, "▼ 1" in standings) == (True, True)
        until = (time.now + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
        browsers["Ann"].post(page, {"do": "pause", "until": until})
        assert ladder_of(event).pause_of(1, time.now) is not None
        assert "Pauses until" in words(browsers["Dan"].get(page))
        browsers["Ann"].post(page, {"do": "end-pause"})
        assert ladder_of(event).pause_of(1, time.now) is None
        for name in PAGES:
            answer = Client().get(reverse(f"tournaments:{name}", args=[key_of(event)]), follow=True)
            assert answer.status_code == 200, name
        printed = words(Client().get(reverse("tournaments:print-standings", args=[key_of(event)])))
        assert ("Places of the ladder" in printed, "How far" in printed, "Points" in printed) == (True, False, False)
        log = words(Client().get(reverse("tournaments:log", args=[key_of(event)])))
        assert "accepted the challenge of" in log
        listed = words(Client().get(reverse("tournaments:list")))
        assert ("round 1 of 1" in listed, "until 21 December" in listed) == (False, True)


def shown_notices(browser: Client) -> list[str]:
    """What the page of notices says, each in words without the marks around names."""
    text = words(browser.get(reverse("notices:notices"))).replace("\u2068", "").replace("\u2069", "")
    return [part for part in re.findall(r">([^<>]*challenge[^<>]*)<", text) if "Open" in part or "accepts" in part]


def test_programs_read_a_ladder_and_challenge() -> None:
    with times():
        event, _browsers = a_ladder_of_people()
        dan = Program(Player.objects.get(name="Dan").account, "read", "play")
        at = f"tournaments/{key_of(event)}/"
        body = {"do": "challenge", "other": 3}
        assert code_of_answer(dan.post(f"{at}challenges/", body, {"If-Match": "*"})) == (422, "not-sure")
        assert dan.post(f"{at}challenges/", body | {"sure": True}, {"If-Match": "*"}).status_code == 200
        answer = dan.get(f"{at}ladder/")
        assert fits("tournaments/{key}/ladder/", answer) == []
        value = answer.json()
        assert (value["order"], value["pauses"], value["next"]) == ([1, 2, 3, 4], [], None)
        [made] = value["challenges"]
        assert (made["challenger"], made["challenged"], made["answer"], made["board"]) == (4, 3, "open", None)
        offered = dan.get(f"{at}challenges/").json()["actions"]
        assert [item["do"] for item in offered] == ["take-back"]
        assert dan.get(f"tournaments/{key_of(scenes.a_tournament(2))}/ladder/").status_code == 404


def test_a_ladder_without_a_game_is_no_round() -> None:
    with times():
        event, owner = a_ladder(2)
        browser = Client()
        browser.force_login(Account.objects.get(player=owner))
        desk, home = (
            words(browser.get(reverse(f"tournaments:{name}", args=[key_of(event)]))) for name in ("desk", "tournament")
        )
        for page in (desk, home):
            assert ("No game has begun yet." in page, "Games of the ladder" in page) == (True, True)
        assert ("Round 1" in desk, "No board is like that now." in desk, ">Rating<" in home) == (False, False, False)


def test_the_podium_of_a_ladder_has_no_points() -> None:
    with times():
        event, owner = a_ladder(3)
        play(event, 3, 1, winner=3)
        lifecycle.finish(tournament=event, by=owner)
        podium = words(Client().get(reverse("tournaments:podium", args=[key_of(event)])))
        assert ("first" in podium, "Points:" in podium) == (True, False)


def test_a_ladder_of_programs() -> None:
    event = simulate(format="ladder", slug="duel", players=8, rounds=0, seed=1)
    fold = fold_of(event)
    assert (fold.status, len(fold.rounds[0].boards) > 5) == (Status.FINISHED, True)
    verify_tournament(iter(store.load(event)))
