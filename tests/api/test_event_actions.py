"""Tournaments as programs act in them: what pages offer is offered here, by the same forms, with the same refusals."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.urls import get_resolver

from accounts.models import Account
from api.v1.urls import endpoints
from games.models import key_of
from tests.accounts.conduct.test_doors import writes
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.scenes import account
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.action_endpoints import ACTION_GROUPS, all_actions
from tournaments.organizer.actions import Action

pytestmark = pytest.mark.django_db

ANY = {"If-Match": "*"}
PATH = "tournaments/{key}/"


def test_who_does_something_about_a_call_or_at_the_desk_is_told_what_was_done() -> None:
    by_result = {"pair", "pair-anew", "take-back", "settle-pairing", "invite", "split"}
    silent = {
        (group.slug, action.slug)
        for group in ACTION_GROUPS
        if group.slug.startswith("desk") or group.slug == "roles"
        for action in group.actions
        if not action.done and action.slug not in by_result
    }
    assert silent == set()


def test_every_action_of_the_pages_stands_at_an_address() -> None:
    """The registry knows every button there is: one that is made elsewhere would be on pages alone."""
    modules = [module for name, module in sys.modules.items() if name.startswith("tournaments.organizer")]
    held = [value for module in modules for value in vars(module).values()]
    held += [item for value in held if isinstance(value, Mapping) for item in value.values()]
    made = {item for item in held if isinstance(item, Action)}
    assert (made, len(made) > 50) == (set(all_actions()), True)
    assert len({group.slug for group in ACTION_GROUPS}) == len(ACTION_GROUPS)


AT = {
    "tournaments:desk": "api:event-desk",
    "tournaments:desk-entries": "api:event-desk-entries",
    "tournaments:desk-entry": "api:event-desk-entry",
    "tournaments:desk-board": "api:event-desk-board",
    "tournaments:desk-round": "api:event-desk-results",
    "tournaments:desk-record": "api:event-desk-record",
    "tournaments:call-look": "api:event-desk-look",
    "tournaments:import": "api:imports",
    "tournaments:import-progress": "api:import",
    "tournaments:archive-wanted": "api:event-archive-zip",
    "tournaments:desk-by-hand": "api:event-desk-pairing",
    "tournaments:desk-seeds": "api:event-desk-ranking",
    "tournaments:desk-paste": "api:event-desk-people",
    "tournaments:desk-staff": "api:event-roles",
    "tournaments:desk-letters": "api:event-letters",
    "tournaments:desk-prizes": "api:event-organising",
    "tournaments:call": "api:event-desk-call",
    "tournaments:call-new": "api:event-calls",
    "tournaments:board": "api:event-board",
    "tournaments:challenges": "api:event-challenges",
    **dict.fromkeys(("tournaments:enter", "tournaments:withdraw"), "api:event-entry"),
    **dict.fromkeys(("tournaments:check-in", "tournaments:bye"), "api:event-entry"),
    **dict.fromkeys(("tournaments:new", "tournaments:clone"), "api:tournaments"),
    "tournaments:edit": "api:tournament",
    "tournaments:teams": "api:event-teams",
    "tournaments:team": "api:event-team",
}
"""Where programs do what people send to a page."""

PAGES_ALONE = {
    "tournaments:preview": "Markdown as it is drawn",
    "tournaments:desk-form": "a form for people, and a list to tick",
    "tournaments:desk-ratings": "a file of the organiser's, and choices to look over",
    **dict.fromkeys(("tournaments:own-series", "tournaments:series"), "which events somebody counts together"),
    "tournaments:desk-sections": "programs make an event for each section",
    "tournaments:sign-up": "for people without an account",
    "tournaments:relay": "for who holds a link; programs of players use the API of games",
    "tournaments:sign-up-link": "for people without an account",
    "tournaments:templates": "fill the form of the next event",
    "tournaments:named": "asks a member, who answers on a page",
}
READ_ALONE = ("tournaments:print-", "tournaments:desk-print", "tournaments:letter", "tournaments:call")


def test_every_page_that_takes_something_has_its_address() -> None:
    sent = {name for name in writes(get_resolver().url_patterns) if name.startswith("tournaments:")}
    unknown = sent - AT.keys() - PAGES_ALONE.keys()
    assert {name for name in unknown if not name.startswith(READ_ALONE)} == set()
    there = {f"api:{endpoint.name}" for endpoint in endpoints}
    assert set(AT.values()) - there == set()


@pytest.fixture
def ada() -> Account:
    return account("Ada")


def done(answer: Any, path: str) -> Any:
    assert fits(path, answer, "post") == [], answer.content
    return answer.json()


@pytest.mark.slow
def test_a_swiss_of_four_is_run_by_programs(ada: Account) -> None:
    event = a_tournament(some_ids(3), started=False, owner=ada.player.id, check_in=0, half_byes=1)
    bob = account("Bob")
    desk, player, at = Program(ada, "staff"), Program(bob, "read", "play"), f"tournaments/{key_of(event)}/"
    entered = done(player.post(f"{at}entry/", {"do": "enter"}, ANY), f"{PATH}entry/")
    assert (entered["entry"], entered["role"], entered["done"]) == (4, None, "You are entered.")
    seen = player.get(f"{at}entry/")
    assert fits(f"{PATH}entry/", seen) == []
    assert [item["do"] for item in seen.json()["actions"]] == ["bye", "withdraw", "not-me"]
    tag = {"If-Match": seen["ETag"]}
    bye = {"do": "bye", "round": 2, "kind": "half"}
    assert done(player.post(f"{at}entry/", bye, tag), f"{PATH}entry/")["version"] == seen.json()["version"] + 1
    late = player.post(f"{at}entry/", {"do": "cancel-bye", "round": 2}, tag)
    assert (code_of(late), late.json()["params"]) == ((412, "moved-on"), {"version": fold_of(event).version})
    assert code_of(player.post(f"{at}entry/", {"do": "withdraw"}, ANY)) == (422, "not-sure")
    assert code_of(player.post(f"{at}entry/", {"do": "bye", "rond": 2}, ANY)) == (422, "unknown-fields")
    assert code_of(player.post(f"{at}entry/", {"do": "bye", "round": 99, "kind": "half"}, ANY)) == (422, "invalid")
    assert code_of(player.post(f"{at}entry/", {"do": "dance"}, ANY)) == (422, "invalid")
    assert code_of(player.post(f"{at}entry/", {"do": "withdraw"})) == (428, "condition-missing")
    assert code_of(player.post(f"{at}desk/", {"do": "start"}, ANY)) == (403, "scope")
    offered = desk.get(f"{at}desk/")
    assert fits(f"{PATH}desk/", offered) == []
    assert [(item["do"], item["sure"]) for item in offered.json()["actions"]] == [("start", True), ("cancel", True)]
    early = {"do": "take-back", "reason": "So", "sure": True}
    assert code_of(desk.post(f"{at}desk/", early, ANY)) == (422, "not-running")
    for do in ({"do": "start", "sure": True}, {"do": "pair"}, {"do": "begin", "sure": True}):
        tag = {"If-Match": desk.get(f"{at}desk/")["ETag"], "Idempotency-Key": do["do"]}
        first = done(desk.post(f"{at}desk/", do, tag), f"{PATH}desk/")
        assert desk.post(f"{at}desk/", do, tag).json() == first  # once
    for until in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00", "soon", [], {}, 10**400, True):
        later = {"do": "extend", "until": until, "reason": "Rain"}
        assert code_of(desk.post(f"{at}desk/", later, ANY)) == (422, "invalid"), until
    for do in ([], {}, None, 1, "dance"):
        assert code_of(desk.post(f"{at}desk/", {"do": do}, ANY)) == (422, "invalid"), do
    marked = {item["do"]: item["version"] for item in desk.get(f"{at}desk/").json()["actions"]}
    stale = {"do": "pause", "reason": "Lunch", "clocks": True, "version": offered.json()["actions"][0]["version"]}
    assert code_of(desk.post(f"{at}desk/", stale, ANY)) == (412, "moved-on")
    clocks = stale | {"version": marked["pause"]}  # of which there is none across real boards
    assert code_of(desk.post(f"{at}desk/", clocks, ANY)) == (422, "unknown-fields")
    del clocks["clocks"]
    for do in (clocks, {"do": "resume"}):
        first = done(desk.post(f"{at}desk/", do, ANY), f"{PATH}desk/")
    assert (first["status"], first["round"], first["role"]) == ("running", 1, "owner")
    fold = fold_of(event)
    board = fold.rounds[0].board_of(4)
    assert board is not None
    own, other = f"{at}rounds/1/boards/{board.number}/", f"{at}rounds/1/boards/{3 - board.number}/"
    claim = {"do": "claim", "result": "draw-draw"}
    assert done(player.post(own, claim, ANY), f"{PATH}rounds/{{round}}/boards/{{board}}/")["done"] != ""
    assert code_of(player.post(other, claim, ANY)) == (403, "not-allowed")
    assert code_of(player.get(f"{at}rounds/1/boards/9/")) == (404, "not-found")
    for number, result in ((board.number, "draw-draw"), (3 - board.number, "win-loss")):
        record = {"do": "record", "result": result}
        path = f"{at}desk/rounds/1/boards/{number}/"
        assert fits(f"{PATH}desk/rounds/{{round}}/boards/{{board}}/", desk.get(path)) == []
        done(desk.post(path, record, ANY), f"{PATH}desk/rounds/{{round}}/boards/{{board}}/")
    wrong = {"do": "correct", "result": "loss-win", "reason": "The slips were swapped"}
    assert code_of(desk.post(path, wrong, ANY)) == (422, "not-sure")
    done(desk.post(path, wrong | {"sure": True}, ANY), f"{PATH}desk/rounds/{{round}}/boards/{{board}}/")
    round = Program().get(f"{at}rounds/1/").json()
    assert [item["games"][0]["marks"] for item in round["pairings"]] == [
        ["=", "="] if number == board.number else ["0", "1"] for number in (1, 2)
    ]
    assert Program().get(f"{at}log/").json()["log"][0]["reason"] == "The slips were swapped"


def some_ids(number: int) -> list[Any]:
    return [player.id for player in some_players(number)]


def test_a_rated_event_lies_behind_the_door(ada: Account, settings: Any) -> None:
    """A token for the staff, of an account that has a second step now: neither does without the other."""
    settings.VEXILLUM_STAFF_FACTORS = True
    event = a_tournament(2, started=False, owner=ada.player.id, real=False, rated=True)
    at = f"tournaments/{key_of(event)}/"
    assert code_of(Program(ada, "staff").get(f"{at}desk/")) == (403, "second-factor")
    step = Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={})
    staff = Program(ada, "staff")
    assert staff.get(f"{at}desk/").status_code == 200
    assert code_of(Program(ada, "organise").get(f"{at}organising/")) == (403, "second-factor")
    step.delete()
    assert code_of(staff.post(f"{at}desk/", {"do": "start", "sure": True}, ANY)) == (403, "second-factor")


def test_an_event_is_made_announced_and_changed(ada: Account) -> None:
    program, once = Program(ada, "organise", "read"), {"Idempotency-Key": "winter"}
    terms = {"rounds": 3, "tiebreaks": ["buchholz"], "starts": "2199-12-05T10:00:00+01:00", "capacity": 8}
    event = {"name": "Winter  Open", "variant": "duel", "real": True, "zone": "Europe/Berlin", "terms": terms}
    made = program.post("tournaments/", event, once)
    assert (made.status_code, fits("tournaments/", made, "post")) == (201, [])
    at = made["Location"].removeprefix("/api/v1/")
    assert program.post("tournaments/", event, once)["Location"] == made["Location"]
    body = made.json()
    assert (body["name"], body["status"], body["zone"]) == ("Winter Open", "draft", "Europe/Berlin")
    result = {name: body["terms"][name] for name in ("rounds", "tiebreaks", "starts", "capacity", "automatic")}
    assert result == terms | {"starts": "2199-12-05T09:00:00Z", "automatic": False}
    assert code_of(Program().get(at)) == code_of(Program(account("Bob"), "read").get(at)) == (404, "not-found")
    assert program.get(at).json() == body
    tag = {"If-Match": made["ETag"]}
    path = "tournaments/{key}/"
    changed = program.post(at, {"place": "Hall 2", "terms": {"capacity": None, "double": False}}, tag, "PUT")
    assert (fits(path, changed, "put"), changed.json()["terms"]["capacity"]) == ([], None)
    assert changed.json()["place"] == "Hall 2"
    assert code_of(program.post(at, {"place": "Hall 3"}, tag, "PUT")) == (412, "moved-on")
    refusals = {
        ("terms-clash", "check_in"): {"terms": {"starts": None, "check_in": 600}},
        ("out-of-bounds", "capacity"): {"terms": {"capacity": 1}},
        ("no-choice", "entry"): {"terms": {"entry": "anybody"}},
        ("tiebreak-unfit", "tiebreaks"): {"format": "knockout", "terms": {"tiebreaks": ["wins"]}},
        ("time-control", "time"): {"terms": {"time": "soon"}},
    }
    for (code, field), sent in refusals.items():
        answer = program.post(at, sent, ANY, "PUT")
        assert (code_of(answer), answer.json()["params"].get("field")) == ((422, code), field)
    assert code_of(program.post(at, {"terms": {"colour": 1}}, ANY, "PUT"))[1] in ("unknown-fields", "invalid")
    announced = program.post(f"{at}organising/", {"do": "announce"}, {"If-Match": changed["ETag"]})
    assert done(announced, f"{PATH}organising/")["status"] == "open"
    late = program.post(at, {"variant": "classic"}, ANY, "PUT")
    assert (code_of(late), late.json()["params"]) == ((422, "too-late-to-change"), {"field": "variant"})
    assert [item["event"] for item in Program().get(f"{at}log/").json()["log"]] == [
        *("tournament-announced", "tournament-described", "terms-changed", "tournament-created"),
    ]


def test_people_are_entered_ranked_and_paired_by_hand(ada: Account) -> None:
    event = a_tournament(0, started=False, owner=ada.player.id, seeding="hand", publishing="hand")
    at, desk = f"tournaments/{key_of(event)}/", Program(ada, "staff")
    people = [{"people": [{"name": name, "club": "Chess  House", "birth": "1990"}]} for name in ("A", "B", "C", "D")]
    made = desk.post(f"{at}desk/people/", {"entries": people}, ANY)
    assert (fits(f"{PATH}desk/people/", made, "post"), made.json()["entries"]) == ([], [1, 2, 3, 4])
    wrong = desk.post(f"{at}desk/people/", {"entries": [{"people": [{"name": "E", "birth": "soon"}]}]}, ANY)
    assert code_of(wrong) == (422, "invalid")
    ranked = desk.post(f"{at}desk/ranking/", {"order": [4, 2]}, {"If-Match": made["ETag"]}, "PUT")
    assert fits(f"{PATH}desk/ranking/", ranked, "put") == []
    order = desk.get(f"{at}desk/ranking/")
    assert (fits(f"{PATH}desk/ranking/", order), order.json()["order"]) == ([], [4, 2, 1, 3])
    blocked = desk.get(f"{at}desk/blockers/")
    assert fits(f"{PATH}desk/blockers/", blocked) == []
    done(desk.post(f"{at}desk/", {"do": "start", "sure": True}, ANY), f"{PATH}desk/")
    hand = desk.get(f"{at}desk/pairing/")
    assert (fits(f"{PATH}desk/pairing/", hand), hand.json()["engine"]) == ([], None)
    paired = desk.post(
        f"{at}desk/pairing/", {"boards": [[1, 2], [4, 3]], "reason": "Family"}, {"If-Match": hand["ETag"]}
    )
    assert fits(f"{PATH}desk/pairing/", paired, "post") == []
    late = desk.post(f"{at}desk/pairing/", {"boards": [[1, 3]], "reason": "So"}, {"If-Match": hand["ETag"]})
    assert code_of(late) == (412, "moved-on")
    round = desk.get(f"{at}desk/rounds/1/")
    assert fits(f"{PATH}desk/rounds/{{number}}/", round) == []
    assert [(item["red"]["entry"], item["blue"]["entry"]) for item in round.json()["pairings"]] == [(1, 2), (4, 3)]
    assert Program().get(f"{at}rounds/1/").status_code == 404


def test_the_arbiter_is_called_and_answers(ada: Account) -> None:
    bob = account("Bob")
    event = a_tournament([bob.player.id, *some_ids(1)], owner=ada.player.id)
    next_round(event)
    at = f"tournaments/{key_of(event)}/"
    player, arbiter, other = (
        Program(bob, "read", "play"),
        Program(ada, "read", "staff"),
        Program(account("Eve"), "read"),
    )
    about = {"round": 1, "board": 1, "about": "rules", "text": "He moved twice"}
    called = player.post(f"{at}calls/", about, ANY)
    assert (fits(f"{PATH}calls/", called, "post"), called.json()["call"]) == ([], 1)
    offered = arbiter.get(f"{at}desk/calls/1/")
    assert fits(f"{PATH}desk/calls/{{call}}/", offered) == []
    answer = {"do": "answer", "reason": "He takes it back"}
    path = f"{PATH}desk/calls/{{call}}/"
    done(arbiter.post(f"{at}desk/calls/1/", answer, {"If-Match": offered["ETag"]}), path)
    assert code_of(arbiter.post(f"{at}desk/calls/1/", answer, {"If-Match": offered["ETag"]})) == (412, "moved-on")
    for program in (player, arbiter):
        calls = program.get(f"{at}calls/")
        assert fits(f"{PATH}calls/", calls) == []
        (item,) = calls.json()["calls"]
        assert (item["text"], [said["reason"] for said in item["answers"]]) == (about["text"], [answer["reason"]])
    for none in (other, Program(ada, "read")):  # what players write to arbiters takes the scope of the staff
        assert none.get(f"{at}calls/").json() == {"calls": [], "next": None}
    assert code_of(Program(bob, "staff").get(f"{at}desk/calls/1/")) == (403, "not-allowed")
    done(arbiter.post(f"{at}desk/calls/1/", {"do": "close", "reason": "Play on"}, ANY), path)
    assert arbiter.get(f"{at}desk/calls/1/").json()["actions"] == []
    taken = arbiter.post(f"{at}desk/calls/", {"round": 1, "board": 1, "text": "A noise"}, ANY)
    assert (fits(f"{PATH}desk/calls/", taken, "post"), taken.json()["call"]) == ([], 2)
    ruled = {"do": "result", "result": "red", "reason": "Touched", "sure": True}
    done(arbiter.post(f"{at}desk/calls/2/", ruled, ANY), path)
    assert fold_of(event).rounds[0].decided
