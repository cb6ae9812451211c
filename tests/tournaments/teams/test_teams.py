"""Teams: who may be in one, sealed line-ups, walkovers by board, and games that are played here."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from accounts.models import Penalty, Player
from eventlog.canonical import microseconds
from games.models import GameSeat
from games.rules import Illegal
from moderation.sanctions.tournaments import withdraw_entries
from notices.kinds.words import words_of
from notices.models import Notice
from tests.accounts.conduct.penalties import impose
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import an_owner, announced, some_players
from tests.tournaments.teams.scenes import a_cup, begin, hand_in, pair, play_match
from tournaments.domain import events as e
from tournaments.domain import lifecycle
from tournaments.domain.commands import lineups, organization, registration, results, sections, takebacks, teams
from tournaments.domain.commands.teams import NamedPerson
from tournaments.domain.lineups import commitment_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.round_transitions import Misfit
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.terms import check_terms, usual_terms
from tournaments.domain.transitions import step
from tournaments.domain.verification import verify_tournament
from tournaments.models import SealedLineup, TournamentEntry, TournamentGame
from tournaments.presentation.log import history_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

TWO = ("Austria", "Belgium")


def refused(code: str, act: Any, **values: Any) -> None:
    with pytest.raises(Illegal) as caught:
        act(**values)
    assert caught.value.refusal.code == code


# -- terms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "values", "code"),
    [
        ("swiss", {"team_boards": 4, "team_colours": "b"}, None),
        ("swiss", {"team_boards": 4, "capacity": 301}, "out-of-bounds"),
        ("swiss", {"capacity": 301, "team_colours": "c"}, "no-choice"),
        ("arena", {"team_boards": 4, "real": False}, "format-without-teams"),
        ("double_elim", {"team_boards": 4}, None),
        ("round_robin", {"team_boards": 1}, "one-team-board"),
        ("round_robin", {"team_boards": 9}, "out-of-bounds"),
        ("knockout", {"team_boards": 4, "best_of": 3}, "terms-clash"),
        ("round_robin", {"team_boards": 4, "rating_to": 1500}, "terms-clash"),
        ("round_robin", {"lineup_before": 600}, "terms-clash"),
        ("knockout", {"team_boards": 8, "lineup_before": 600}, None),
    ],
)
def test_what_goes_together(format: str, values: dict[str, Any], code: str | None) -> None:
    terms = usual_terms("classic", format, **{"real": True, **values})
    if code is None:
        check_terms(terms)
    else:
        refused(code, check_terms, terms=terms)
    assert usual_terms("classic", "round_robin", real=True, team_boards=4).ranked_by[0] == "board-points"
    assert usual_terms("classic", "round_robin", real=True).ranked_by[0] != "board-points"


# -- members --------------------------------------------------------------------------------------


def test_members_join_by_asking_and_leave_by_themselves() -> None:
    cup, owner, captains = a_cup(TWO, format="round_robin")
    captain, other = captains["Austria"], captains["Belgium"]
    ada, eva = (player.id for player in some_players(2))
    first = fold_of(cup).entries[1]
    change = {"tournament": cup, "entry": 1, "captain": captain}
    refused("ask-first", teams.change_roster, **change, members=[*first.roster, ada], by=captain)
    refused("not-allowed", teams.change_roster, **change, members=[ada], by=ada)
    refused("of-teams", registration.enter, tournament=cup, players=[ada], by=ada)
    refused("name-taken", teams.enter_team, tournament=cup, by=ada, name="austria", members=[ada])
    refused("entered-already", teams.ask_to_join, tournament=cup, by=other, entry=1)
    teams.ask_to_join(tournament=cup, by=ada, entry=1)
    assert teams.requests_to_team(cup, first) == [ada]
    (notice,) = Notice.objects.filter(player=captain)
    assert (notice.kind, notice.actor) == ("partner", ada)
    (sentence,) = words_of([notice])
    assert sentence.url.endswith("/teams/1/")
    now = teams.change_roster(**change, members=[ada, *first.roster], by=captain)
    assert (now.entries[1].roster, teams.requests_to_team(cup, first)) == ((ada, *first.roster), [])
    assert (now.entry_of(ada), Notice.objects.filter(player=captain).exists()) == (now.entries[1], False)
    rows = TournamentEntry.objects.filter(tournament=cup, entry=1).order_by("partner")
    assert list(rows.values_list("player", "member")) == [
        (first.players[0], False),
        *((player, True) for player in (captain, ada, *first.roster)),
    ]
    now = teams.leave_team(tournament=cup, by=ada, entry=1)
    assert (now.entries[1].roster, rows.filter(player=ada).exists()) == (first.roster, False)

    lifecycle.start(tournament=cup, by=owner)
    refused("roster-closed", teams.change_roster, **change, members=[], by=captain)
    refused("roster-closed", teams.ask_to_join, tournament=cup, by=eva, entry=1)
    now = teams.change_roster(**change, members=[*first.roster, NamedPerson("Late Reserve")], by=owner, reason="Ill")
    assert len(now.entries[1].roster) == 6


# -- line-ups -------------------------------------------------------------------------------------


def test_what_a_captain_may_hand_in_and_until_when() -> None:
    cup, owner, captains = a_cup(TWO, format="round_robin", lineup_before=3600)
    lifecycle.start(tournament=cup, by=owner)
    captain, other = captains["Austria"], captains["Belgium"]
    hand = {"tournament": cup, "entry": 1, "captain": captain}
    refused("nothing-paired", hand_in, **hand, order=(0, 1, 2, 3))
    now = pair(cup)
    for order, code in (
        ((1, 0, 2, 3), "board-order"),
        ((0, None, 2, 3), "board-left-out"),
        ((0, 0, 1, 2), "named-twice"),
        ((0, 1, 2), "lineup-size"),
        ((None,) * 4, "lineup-size"),
    ):
        refused(code, hand_in, **hand, order=order)
    stranger = now.entries[2].roster[0]
    refused(
        "not-in-team", lineups.seal_lineup, tournament=cup, by=captain, entry=1, lineup=[stranger, None, None, None]
    )
    refused("not-allowed", hand_in, tournament=cup, entry=1, captain=other, order=(0, 1, 2, 3))
    hand_in(**hand, order=(0, 1, 2, 3))
    now = hand_in(**hand, order=(0, 1, 2, 4))
    assert now.rounds[0].boards[0].lineups == {}
    kept = SealedLineup.objects.get(tournament=cup)
    assert now.rounds[0].boards[0].sealed == {1: commitment_of(bytes(kept.salt), kept.players)}
    assert lineups.sealed_lineup(cup, 1, 1) == tuple(now.entries[1].roster[place] for place in (0, 1, 2, 4))
    now = lineups.open_lineups(tournament=cup, by=owner)
    assert not SealedLineup.objects.exists()
    refused("lineups-open", hand_in, **hand, order=(0, 1, 2, 3))

    # The log proves it: another line-up does not fit the commitment.
    before, opened = _before_opening(cup)
    red, blue = (side[::-1] if side_salt else side for side, side_salt in _sides(opened))
    with pytest.raises(Misfit):
        step(before, e.LineupsOpened(1, 1, red, blue, opened.red_salt, opened.blue_salt), now.changed_at)


def _sides(opened: e.LineupsOpened) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (opened.red, opened.red_salt), (opened.blue, opened.blue_salt)


def _before_opening(cup: UUID) -> tuple[TournamentFold, e.LineupsOpened]:
    now: TournamentFold | None = None
    for stored in history_of(cup):
        if isinstance(stored.event, e.LineupsOpened) and now is not None:
            return now, stored.event
        now = step(now, stored.event, stored.time)
    raise AssertionError


def test_line_ups_open_by_the_calendar() -> None:
    begins = datetime.now(UTC) + timedelta(minutes=30)
    cup, owner, captains = a_cup(
        TWO, format="round_robin", lineup_before=3600, automatic=True, calendar=(microseconds(begins),)
    )
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    lifecycle.drive(cup)
    now = fold_of(cup)
    assert now.round is not None
    assert now.round.begun_at is None
    assert all(board.lineups for board in now.round.boards)
    assert now.round.boards[0].lineups[1] == now.entries[1].roster[:4]
    refused("lineups-open", hand_in, tournament=cup, entry=1, captain=captains["Austria"], order=(0, 1, 2, 3))


def test_an_empty_board_is_a_walkover_and_an_arbiter_sets_who_sat_there() -> None:
    cup, owner, captains = a_cup(TWO, format="round_robin")
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    hand_in(cup, 1, captains["Austria"], (0, 1, 2, None))
    now = begin(cup)
    match = now.rounds[0].boards[0]
    last = match.legs[3]
    won = Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS
    assert last.marks == (won if last.blue == 1 else won[::-1])
    assert [leg.marks for leg in match.legs[:3]] == [None] * 3
    roster = now.entries[1].roster
    fix = {"tournament": cup, "by": owner, "round": 1, "board": 1, "entry": 1}
    refused("reason-needed", lineups.fix_lineup, **fix, lineup=[*roster[1:4], None])
    now = lineups.fix_lineup(**fix, lineup=[roster[4], *roster[1:3], None], reason="Came late")
    assert now.rounds[0].boards[0].lineups[1][0] == roster[4]
    now = play_match(cup, 1, 1, red_wins=2, draws=1)
    board = now.rounds[0].boards[0]
    assert sum(board.halves.values()) == 8
    assert now.rounds[0].finished_at is not None
    table = crosstable(now)
    assert sum(row.results[0].board_points for row in table.rows) == 40
    places = standings_of(now)
    assert [place.points for place in places] in ([20, 0], [10, 10])
    assert places[0].values[0] >= places[1].values[0]


def test_a_barred_member_is_out_of_the_line_up_and_the_team_plays() -> None:
    cup, owner, captains = a_cup(TWO, format="round_robin", board_order="free")
    (ada,) = (player.id for player in some_players(1))
    teams.ask_to_join(tournament=cup, by=ada, entry=1)
    roster = fold_of(cup).entries[1].roster
    captain = captains["Austria"]
    teams.change_roster(tournament=cup, by=captain, entry=1, members=[ada, *roster], captain=captain)
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    lineups.seal_lineup(tournament=cup, by=captain, entry=1, lineup=[ada, *roster[:3]])
    impose(ada, Penalty.Kind.NO_EVENTS)
    withdraw_entries(Penalty.objects.get(player=ada))
    now = begin(cup)
    assert now.entries[1].playing
    assert now.rounds[0].boards[0].lineups[1] == (None, *roster[:3])
    refused("nothing-paired", lineups.seal_lineup, tournament=cup, by=captain, entry=1, lineup=[ada, *roster[:3]])


def test_matches_are_taken_back_with_their_round() -> None:
    cup, owner, _captains = a_cup((*TWO, "Canada", "Denmark"), format="knockout")
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    begin(cup)
    for board in (1, 2):
        play_match(cup, 1, board, red_wins=4)
    pair(cup)
    now = begin(cup)
    back = {"tournament": cup, "by": owner, "reason": "Wrong slip"}
    refused("teams-whole-round", takebacks.take_back_matches, round=1, board=1, **back)
    now = takebacks.take_back_round(round=2, **back)
    assert len(now.rounds) == 1
    loser = now.rounds[0].boards[0].blue
    marks = [
        (Mark.LOSS, Mark.WIN) if leg.blue == loser else (Mark.WIN, Mark.LOSS) for leg in now.rounds[0].boards[0].legs
    ]
    now = results.correct_match(tournament=cup, by=owner, round=1, board=1, results=marks, reason="Wrong slip")
    assert now.rounds[0].boards[0].winner == loser


def _seated(game: UUID | None) -> list[UUID]:
    return list(GameSeat.objects.filter(game=game).values_list("player", flat=True))


# -- games that are played here -------------------------------------------------------------------


def test_games_of_teams_are_played_here() -> None:
    owner = an_owner()
    terms = usual_terms("barrage", "round_robin", team_boards=2, board_order="free", automatic=False)
    cup = announced(terms, owner, "League")
    people = [player.id for player in some_players(4)]
    for place, name in enumerate(TWO, 1):
        captain, member = people[2 * place - 2 : 2 * place]
        refused(
            "online", teams.enter_team, tournament=cup, by=captain, name=name, members=[captain, NamedPerson("Eva")]
        )
        teams.enter_team(tournament=cup, by=captain, name=name, members=[captain])
        teams.ask_to_join(tournament=cup, by=member, entry=place)
        teams.change_roster(tournament=cup, by=captain, entry=place, members=[captain, member], captain=captain)
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    lineups.seal_lineup(tournament=cup, by=people[0], entry=1, lineup=[people[1], people[0]])
    now = begin(cup)
    match = now.rounds[0].boards[0]
    seats = [{*_seated(leg.game)} for leg in match.legs]
    assert seats == [{people[1], people[2]}, {people[0], people[3]}]
    assert TournamentGame.objects.filter(tournament=cup).count() == 2
    refused(
        "game-is-there",
        lineups.fix_lineup,
        tournament=cup,
        by=owner,
        round=1,
        board=1,
        entry=1,
        lineup=[people[0], people[1]],
        reason="Swapped",
    )
    # A team that does not come loses every board.
    now = results.forfeit(tournament=cup, by=owner, round=1, board=1, entries=[1], reason="Nobody came")
    board = now.rounds[0].boards[0]
    assert (board.halves, board.decided) == ({1: 0, 2: 4}, True)


def test_a_team_moves_between_sections_with_its_members() -> None:
    cup, owner, captains = a_cup(TWO, format="round_robin")
    captain = captains["Austria"]
    second = sections.add_section(tournament=cup, name="B", by=owner, rating_from=None, rating_to=None)
    before = fold_of(cup).entries[1]
    assert sections.move_entry(tournament=cup, entry=1, to=second, by=owner) == 1
    after = fold_of(second).entries[1]
    assert (after.roster, after.captain, after.rating) == (before.roster, captain, before.rating)
    assert Player.objects.filter(id__in=(*before.players, *before.roster), event=second).count() == 6
    assert fold_of(cup).entry_of(captain) == fold_of(cup).entries[1]


@pytest.mark.parametrize(
    ("format", "final"),
    [
        *((format, {}) for format in ("round_robin", "knockout", "double_elim", "swiss", "swiss_cut")),
        ("group_stage", {"group_count": 2, "advance": 2, "final_stage": "swiss", "carried": "all"}),
    ],
)
def test_each_format_of_teams_is_played_to_its_end(format: str, final: dict[str, Any]) -> None:
    cup, owner, _captains = a_cup(("A", "B", "C", "D", "E"), boards=2, reserves=0, format=format, **final)
    now = lifecycle.start(tournament=cup, by=owner)
    chance = random.Random(format)
    while len(now.rounds) < now.planned:
        pair(cup)
        now = begin(cup)
        assert now.round is not None
        for board in now.round.boards:
            now = play_match(cup, now.round.number, board.number, chance.randrange(3), chance.randrange(2))
    now = lifecycle.finish(tournament=cup, by=owner)
    assert now.status is Status.FINISHED
    assert standings_of(now)[0].place == 1
    verify_tournament(iter(history_of(cup)))


def test_the_sheet_of_a_round_takes_each_board_of_each_match() -> None:
    ada, staff = person("Ada")
    event, _owner, _captains = a_cup(TWO, format="round_robin", boards=2)
    organization.give_role(tournament=event, player=ada.player.id, role="arbiter", by=None)
    lifecycle.start(tournament=event, by=None)
    pair(event)
    lineups.open_lineups(tournament=event, by=None)
    begin(event)
    page = address(event, "desk/rounds/1/")
    shown = staff.get(page)
    assert "Austria 1 (Austria)" in words(shown)
    sheet = fields(shown)
    assert {"was-1-1", "was-1-2"} <= sheet.keys()
    # Meanwhile a helper enters the first board: it stays, and the second one is taken.
    results.record_result(tournament=event, round=1, board=1, leg=1, red=Mark.DRAW, blue=Mark.DRAW, by=None)
    sent = staff.post(page, sheet | {"board-1-1": "win-loss", "board-1-2": "win-loss"})
    assert (sent.status_code, "Somebody has entered this board" in words(sent)) == (409, True)
    marks = [leg.marks for leg in fold_of(event).rounds[0].boards[0].legs]
    assert marks == [(Mark.DRAW, Mark.DRAW), (Mark.WIN, Mark.LOSS)]
