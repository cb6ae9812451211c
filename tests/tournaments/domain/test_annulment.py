"""Who leaves a round robin before half of the games: the results stay, and count for nobody."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from games.models import key_of
from tests.tournaments import scenes
from tests.tournaments.domain.tables import rows
from tournaments.domain.commands import registration, rounds
from tournaments.domain.commands import results as tournament_results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable, places_of, standings_of
from tournaments.domain.state import TournamentFold
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

RED_WINS = lambda _board: (Mark.WIN, Mark.LOSS)  # noqa: E731


def a_robin(players: int, **terms: bool) -> UUID:
    return scenes.a_tournament(players, format="round_robin", **terms)


def annulled(now: TournamentFold) -> list[int]:
    return [entry for entry, number in now.numbers.items() if crosstable(now).row(number).annulled]


def played(now: TournamentFold, entry: int) -> int:
    marks = [result.mark for result in crosstable(now).row(now.numbers[entry]).results]
    return sum(mark is not None and mark.played for mark in marks)


def leave_after(tournament: UUID, games: int) -> int:
    while played(fold_of(tournament), 1) < games:
        scenes.play_round(tournament, RED_WINS)
    registration.withdraw(tournament=tournament, entry=1, by=None)
    return games


@pytest.mark.parametrize(
    ("players", "double", "games", "counts"),
    [
        (5, False, 1, False),
        (5, False, 2, True),  # two of four: half of them
        (4, False, 1, False),
        (4, False, 2, True),  # two of three
        (4, True, 2, False),  # two of six
        (4, True, 3, True),
    ],
)
def test_results_count_if_half_of_the_games_were_played(players: int, double: bool, games: int, counts: bool) -> None:
    tournament = a_robin(players, double=double)
    leave_after(tournament, games)
    now = scenes.play_round(tournament)
    assert played(now, 1) == games
    assert annulled(now) == ([] if counts else [1])


def test_what_stands_and_what_counts() -> None:
    """Everybody is ranked by the games of the four who stayed; the table and the rows of the end say so."""
    tournament = a_robin(5)
    leave_after(tournament, 1)
    now = scenes.play_out(tournament)
    table = crosstable(now)
    against = {
        row.number: [result for result in row.results if result.opponent == now.numbers[1]] for row in table.rows
    }
    marks = sorted(str(result.mark) for results in against.values() for result in results)
    assert marks.count(Mark.FORFEIT_WIN) == 3
    stayed = [number for entry, number in now.numbers.items() if entry != 1]
    for number in stayed:
        (lost,) = against[number]
        assert lost.mark is not None
        assert table.counted().points(number) == table.points(number) - now.terms.scoring.points(lost.mark)
    last = standings_of(now)[-1]
    assert (last.number, last.place, last.points, last.annulled) == (now.numbers[1], 5, 0, True)
    assert sorted(places_of(now)) == [2, 3, 4, 5]
    kept = {row["entry"]: (row["place"], row["points"]) for row in rows()["TournamentEntry"]}
    assert kept[1] == (None, 0)
    assert kept == {1: (None, 0)} | {
        now.order[standing.number - 1]: (standing.place, standing.points) for standing in standings_of(now)[:4]
    }


def test_who_is_excluded_counts_no_more_than_who_leaves() -> None:
    tournament = a_robin(5)
    scenes.play_round(tournament)
    registration.expel(tournament=tournament, entry=2, by=None, reason="Cheated.")
    assert annulled(fold_of(tournament)) == [2]


def test_who_comes_back_counts_again() -> None:
    tournament = a_robin(5)
    leave_after(tournament, 1)
    now = registration.come_back(tournament=tournament, entry=1, by=None)
    assert annulled(now) == []


def test_a_game_that_goes_on_may_still_make_it_half() -> None:
    """While the event is paused the board of who leaves is not forfeited."""
    tournament = a_robin(4)
    scenes.play_round(tournament, RED_WINS)
    board = scenes.next_round(tournament).rounds[1].board_of(1)
    assert board is not None
    rounds.pause(tournament=tournament, by=None)
    assert annulled(registration.withdraw(tournament=tournament, entry=1, by=None)) == [1]
    draw = {"red": Mark.DRAW, "blue": Mark.DRAW}
    now = tournament_results.record_result(tournament=tournament, round=2, board=board.number, **draw, by=None)
    assert annulled(now) == []


def test_in_other_formats_everything_counts() -> None:
    tournament = scenes.a_tournament(8, rounds=5)
    scenes.play_round(tournament)
    now = registration.withdraw(tournament=tournament, entry=1, by=None)
    assert annulled(now) == []


def test_pages_say_whose_results_do_not_count(client: Client) -> None:
    tournament = a_robin(5)
    leave_after(tournament, 1)
    scenes.play_out(tournament)
    note = "left before half: results do not count"
    for page in ("standings/", "crosstable/", "print/standings/"):
        assert client.get(f"/tournaments/{key_of(tournament)}/{page}").content.decode().count(note) == 1
    card = client.get(f"/tournaments/{key_of(tournament)}/entries/1/").content.decode()
    assert card.count(note) == 1
    assert card.count('<td class="number">does not count</td>') == 5
    other = client.get(f"/tournaments/{key_of(tournament)}/entries/2/").content.decode()
    assert other.count('<td class="number">does not count</td>') == 1
    podium = client.get(f"/tournaments/{key_of(tournament)}/podium/").content.decode()
    assert note not in podium
