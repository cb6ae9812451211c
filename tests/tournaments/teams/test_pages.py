"""The pages of an event of teams: the form of the organiser, a captain's way to a match, the desk and the API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Penalty, Player
from games.models import key_of
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.teams.scenes import a_cup, begin, pair
from tournaments.domain import lifecycle
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db


def test_an_organiser_announces_an_event_of_teams() -> None:
    _ada, browser = person("Ada")
    page = reverse("tournaments:new")
    sent = fields(browser.get(page), "announce") | {"name": "Country cup", "real": "real", "team_boards": "4"}
    arena = browser.post(page, sent | {"format": "arena", "real": ""})
    assert (arena.status_code, fold_count()) == (303, 1)  # the field does nothing there, and is left out
    sent = fields(browser.get(page), "announce") | {"name": "Country cup", "real": "real", "team_boards": "4"}
    assert browser.post(page, sent | {"format": "group_stage"}).status_code == 303
    newest = Tournament.objects.order_by("-created").first()
    assert newest is not None
    terms = fold_of(newest.id).terms
    assert (terms.team_boards, terms.board_order, terms.scoring.win, terms.ranked_by[0]) == (
        4,
        "rating",
        20,
        "board-points",
    )
    again = browser.get(address(newest.id, "edit/")).context["form"].initial
    assert (again["team_boards"], again["scoring"]) == (4, "teams")


def fold_count() -> int:
    return sum(fold_of(row.id).terms.team_boards == 0 for row in Tournament.objects.all())


def test_a_captain_enters_a_team_and_hands_a_line_up_in() -> None:
    cup, owner, _captains = a_cup(("Austria",), boards=2, format="round_robin")
    bea, captain = person("Bea")
    _eva, member = person("Eva")
    page = address(cup, "teams/")
    assert "Enter a team" in words(captain.get(page))
    assert Client().post(page, {"do": "enter", "name": "Belgium"}).status_code == 403
    sent = {"do": "enter", "name": "Belgium", "plays": "on", "members": "Fin; 1900\nGil"}
    assert "Another team" in words(captain.post(page, sent | {"name": "Austria"}))
    assert captain.post(page, sent).status_code == 303
    team = address(cup, "teams/2/")
    assert member.post(team, {"do": "join"}).status_code == 303
    shown = captain.get(team)
    assert "These ask to join" in words(shown)
    form = fields(shown, "roster")
    lines = f"{form['members']}\nEva"
    assert captain.post(team, form | {"members": lines, "was": "older"}).status_code == 409
    assert captain.post(team, form | {"members": lines}).status_code == 303
    names = {player.id: player.name for player in Player.objects.all()}
    assert [names[player] for player in fold_of(cup).entries[2].roster] == ["Bea", "Fin", "Gil", "Eva"]

    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    refused = captain.post(team, {"do": "lineup", "board_1": "", "board_2": ""})
    assert (refused.status_code, "Name a member" in words(refused)) == (422, True)
    roster = fold_of(cup).entries[2].roster
    sent = {"do": "lineup", "board_1": str(roster[2]), "board_2": str(roster[3])}
    assert captain.post(team, sent).status_code == 303
    assert member.post(team, sent).status_code in (403, 422)
    assert fields(captain.get(team), "lineup")["board_1"] == str(roster[2])
    assert "Hand the line-up in" not in words(member.get(team))
    begin(cup)
    round = words(Client().get(address(cup, "rounds/1/")))
    assert all(name in round for name in ("Gil", "Eva", "Austria 1", "Austria 2"))
    value = Program(bea).get(f"tournaments/{key_of(cup)}/rounds/1/").json()["pairings"][0]
    seated = [[player and player["name"] for player in game["players"]] for game in value["games"]]
    assert sorted(map(sorted, seated)) == [["Austria 1", "Gil"], ["Austria 2", "Eva"]]
    sides = {entry["players"][0]["name"]: entry["members"] for entry in (value["red"], value["blue"])}
    assert [player["name"] for player in sides["Belgium"]] == ["Bea", "Fin", "Gil", "Eva"]

    # The desk decides board by board; both captains and members may tell a result, and the staff corrects it.
    desk = Client()
    account = Player.objects.get(id=owner).account
    assert account is not None
    desk.force_login(account)
    board = address(cup, "desk/rounds/1/boards/1/")
    shown = desk.get(board)
    assert "Gil" in words(shown)
    sent = fields(shown, "record")
    assert desk.post(board, sent | {"leg": "2", "result": "win-loss"}).status_code == 303
    assert fold_of(cup).rounds[0].boards[0].leg_number == 1
    sheet = desk.get(address(cup, "desk/rounds/1/"))
    assert ('name="was-1-1"' in words(sheet), 'name="was-1-2"' in words(sheet)) == (True, False)
    slips = words(desk.get(address(cup, "print/1/slips/")))
    assert "Board 1.2" in slips
    own = reverse("tournaments:board", args=[key_of(cup), 1, 1])
    assert "claim" not in words(member.get(own))  # the own board is decided
    claim = fields(captain.get(own), "claim")
    assert captain.post(own, claim | {"result": "win-loss"}).status_code == 303
    legs = fold_of(cup).rounds[0].boards[0].legs
    assert [[*leg.claims] for leg in legs] in ([[2], []], [[], [2]])


def test_the_doors_of_teams_are_kept_shut_by_penalties() -> None:
    cup, _owner, _captains = a_cup(("Austria",), boards=2, format="round_robin")
    for name, kind in (("Bea", Penalty.Kind.NO_EVENTS), ("Eva", Penalty.Kind.NO_TALK)):
        made, browser = person(name)
        impose(Player.objects.get(account=made).id, kind)
        answer = browser.post(address(cup, "teams/"), {"do": "enter", "name": name, "plays": "on"})
        assert (answer.status_code, len(fold_of(cup).entries)) == (403, 1)
    made, browser = person("Kim")
    impose(Player.objects.get(account=made).id, Penalty.Kind.NO_EVENTS)
    assert browser.post(address(cup, "teams/1/"), {"do": "join"}).status_code == 403


def test_a_team_enters_with_the_entry_code_and_nobody_guesses_it() -> None:
    cup, _owner, _captains = a_cup((), boards=2, format="round_robin", entry="code")
    Announcement.objects.filter(tournament=cup).update(code="Boreas")
    _ada, browser = person("Ada")
    assert browser.get(address(cup, "enter/"), follow=True).redirect_chain == [(address(cup, "teams/"), 303)]
    sent = {"do": "enter", "name": "Austria", "plays": "on"}
    answers = [browser.post(address(cup, "teams/"), sent | {"code": f"guess {at}"}).status_code for at in range(40)]
    assert (answers[0], answers[-1], len(fold_of(cup).entries)) == (422, 429, 0)
    bea, other = person("Bea")
    assert other.post(address(cup, "teams/"), sent | {"code": "boreas"}).status_code == 303
    assert [entry.captain for entry in fold_of(cup).entries.values()] == [Player.objects.get(account=bea).id]
