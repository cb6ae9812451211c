"""How every address of the API behaves: who asks, what is refused and how, versions, keys, limits, other sites."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.exceptions import ValidationError

from accounts.conduct.words import barred_text, url_of
from accounts.models import Account, Penalty
from api.http import budgets, idempotency
from api.http.endpoint import checked
from api.models import AccessToken, KeptAnswer
from api.tokens.tokens import revoke_all
from api.v1.desk import PairingBody, RankingBody
from games.models import Game
from games.rules import Seat
from play.lobby.models import Seek
from tests.accounts.conduct.penalties import impose
from tests.api.asking import V1, Program, code_of
from tests.scenes import account, game_of, game_waiting

pytestmark = pytest.mark.django_db

SEEK = {"variant": "duel", "time": "3-days"}


@pytest.fixture
def ada() -> Account:
    return account("Ada")


@pytest.fixture
def game(ada: Account) -> Game:
    return game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: account("Bob")}, over=False)


def legal(api: Program, game: Game) -> tuple[str, str]:
    asked = api.get(f"games/{game.key}/legal/")
    return asked.json()["turns"][0], asked["ETag"]


# -- who asks -------------------------------------------------------------------------------------


def test_a_session_is_nobody_here(client: Client, ada: Account, game: Game) -> None:
    """Who is signed in is a stranger without a token: no other site can have a browser play."""
    client.force_login(ada)
    turn = {"turn": "a1-a2"}
    answer = client.post(f"{V1}games/{game.key}/turns/", json.dumps(turn), content_type="application/json")
    assert (code_of(answer), answer["WWW-Authenticate"]) == ((401, "no-token"), 'Bearer realm="vexillum"')
    assert client.get(f"{V1}games/{game.key}/").json()["seat"] is None
    assert client.get(f"{V1}me/").status_code == 401


def test_tokens_that_do_not_work(ada: Account) -> None:
    api, wrong = Program(ada), Program()
    answers = []
    for bearer in ("Bearer vex_wrong", "Basic YTpi", "Bearer", "Bearer vex_\x00"):
        answers.append(code_of(wrong.get("rule-books/", {"Authorization": bearer})))
    revoke_all(ada)
    answers.append(code_of(api.get("me/")))
    assert answers == [(401, "bad-token")] * 5


def test_who_is_closed_or_banned_is_out(ada: Account) -> None:
    api = Program(ada)
    penalty = impose(ada.player.id, Penalty.Kind.BAN)
    response = api.get("me/")
    assert (code_of(response), response.json()["detail"], response.json()["params"]["url"]) == (
        (403, "barred-ban"),
        barred_text(penalty),
        url_of(penalty),
    )
    Penalty.objects.update(reversed_at=timezone.now())
    assert api.get("me/").status_code == 200
    Account.objects.update(is_active=False)
    assert code_of(api.get("me/")) == (401, "bad-token")


def test_a_token_does_what_its_scopes_say(ada: Account, game: Game) -> None:
    reads, plays = Program(ada, "read"), Program(ada, "play")
    turn, tag = legal(reads, game)
    refused = reads.post(f"games/{game.key}/turns/", {"turn": turn}, {"If-Match": tag})
    assert (code_of(refused), refused.json()["params"]) == ((403, "scope"), {"scope": "play"})
    assert code_of(plays.get(f"games/{game.key}/legal/")) == (403, "scope")
    assert plays.get(f"games/{game.key}/").json()["seat"] is None  # it may not read what its owner sees
    assert code_of(plays.get(f"games/{game.key}/views/red/")) == (403, "view-closed")
    assert plays.post(f"games/{game.key}/turns/", {"turn": turn}, {"If-Match": tag}).status_code == 200


def test_who_has_no_seat_sees_what_everybody_sees(game: Game) -> None:
    other = Program(account("Carla"))
    assert code_of(other.post(f"games/{game.key}/turns/", {"turn": "a1-a2"}, {"If-Match": "*"})) == (403, "no-seat")
    assert code_of(other.get(f"games/{game.key}/views/all/")) == (403, "view-closed")
    assert code_of(other.get(f"games/{game.key}/record/")) == (403, "not-revealed")
    view = other.get(f"games/{game.key}/views/spectator/").json()
    assert {piece["rank"] for piece in view["pieces"] if not piece["revealed"]} == {None}
    assert code_of(other.get(f"games/{game.key}/views/nobody/")) == (404, "not-found")
    assert code_of(other.get("games/nothere/")) == (404, "not-found")


# -- versions -------------------------------------------------------------------------------------


def test_a_turn_goes_by_the_version_that_was_seen(ada: Account, game: Game) -> None:
    api, path = Program(ada), f"games/{game.key}/turns/"
    turn, tag = legal(api, game)
    assert code_of(api.post(path, {"turn": turn})) == (428, "condition-missing")
    assert code_of(api.post(path, {"turn": turn}, {"If-Match": "12"})) == (400, "condition")
    stale = api.post(path, {"turn": turn}, {"If-Match": '"1"'})
    version = game.public_version
    assert (code_of(stale), stale["ETag"], stale.json()["params"]["version"]) == (
        (412, "moved-on"),
        f'"{version}"',
        version,
    )
    offer = Program(ada).post(f"games/{game.key}/draw/", {"act": "offer"}, {"If-Match": "*"}).json()["version"]
    states = [item.get(f"games/{game.key}/").json()["state"] for item in (api, Program())]
    assert [(state["version"], state["draw"]) for state in states] == [
        (offer, ["red"]),
        (offer, []),
    ]  # as pages have it
    assert api.post(f"games/{game.key}/draw/", {"act": "decline"}, {"If-Match": "*"}).status_code == 200
    tag, version = legal(api, game)[1], version + 2
    done = api.post(path, {"turn": turn}, {"If-Match": f"W/{tag}"})
    assert (done.status_code, done.json()["version"], done.json()["waiting_for"]) == (200, version + 1, ["blue"])
    again = api.post(path, {"turn": turn}, {"If-Match": done["ETag"]})
    assert (code_of(again), again.json()["params"]) == ((422, "not-your-turn"), {"seat": "red", "to_move": "blue"})


def test_what_has_not_changed_is_not_sent_again(ada: Account, game: Game) -> None:
    api = Program(ada)
    first = api.get(f"games/{game.key}/views/own/", {"Accept-Encoding": "gzip"})
    assert (first["Content-Encoding"], first["Cache-Control"]) == ("gzip", "private, no-cache")
    assert json.loads(gzip.decompress(first.content))["viewer"] == "red"
    assert first["ETag"].startswith(f'W/"{game.public_version}-')
    assert api.get(f"games/{game.key}/views/own/", {"If-None-Match": first["ETag"]}).status_code == 304
    turn, tag = legal(api, game)
    api.post(f"games/{game.key}/turns/", {"turn": turn}, {"If-Match": tag})
    assert api.get(f"games/{game.key}/views/own/", {"If-None-Match": first["ETag"]}).status_code == 200


# -- doing once -----------------------------------------------------------------------------------


def test_the_same_request_with_the_same_key_is_done_once(ada: Account, game: Game) -> None:
    api, path = Program(ada), f"games/{game.key}/turns/"
    turn, tag = legal(api, game)
    head = {"If-Match": tag, "Idempotency-Key": "one"}
    first, second = (api.post(path, {"turn": turn}, head) for _time in range(2))
    assert (first.status_code, second.status_code, first.content) == (200, 200, second.content)
    assert (first["ETag"], first.has_header("Idempotency-Replayed")) == (second["ETag"], False)
    assert second["Idempotency-Replayed"] == "true"
    assert Game.objects.get(id=game.id).plies == game.plies + 1
    other = api.post(path, {"turn": turn}, head | {"If-Match": first["ETag"]})
    assert code_of(other) == (422, "idempotency-key-reused")
    kept = KeptAnswer.objects.get()
    assert "pieces" not in kept.body
    assert "rank" not in kept.body


def test_what_was_refused_is_not_kept_and_a_key_lasts_a_day(ada: Account) -> None:
    api, head = Program(ada), {"Idempotency-Key": "k"}
    assert code_of(api.post("seeks/", SEEK | {"time": "soon"}, head)) == (422, "time-control")
    made = [api.post("seeks/", SEEK, head).json()["id"] for _time in range(2)]
    KeptAnswer.objects.update(created=timezone.now() - timedelta(hours=25))
    made.append(api.post("seeks/", SEEK, head).json()["id"])
    assert (made[0] == made[1] != made[2], Seek.objects.count()) == (True, 2)
    assert code_of(api.post("seeks/", SEEK, {"Idempotency-Key": "x" * 256})) == (400, "idempotency-key")
    bob = Program(account("Bob"))
    assert bob.post("seeks/", SEEK, head).status_code == 201  # a key is its token's own
    assert Program(ada).post("seeks/", SEEK, head).json()["id"] not in made
    assert AccessToken.objects.filter(used=None).count() == 0


# -- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "told", "names"),
    [
        ('{"turn": ', (400, "not-json"), None),
        ("[" * 100_000, (400, "not-json"), None),
        ("[]", (400, "not-json"), None),
        ({"turn": 12}, (422, "invalid"), {"fields": {"turn": ["Not a valid string."]}}),
        ({"turn": "a1-a2", "trun": 1, "x": 2}, (422, "unknown-fields"), {"names": ["trun", "x"], "known": ["turn"]}),
        ({}, (422, "invalid"), {"fields": {"turn": ["This field is required."]}}),
        ({"turn": "\0"}, (422, "invalid"), {"fields": {"turn": ["Null characters are not allowed."]}}),
        ({"turn": "nonsense"}, (422, "notation"), {"text": "nonsense"}),
    ],
)
def test_what_is_sent_is_read_or_refused_with_what_is_wrong(
    ada: Account, game: Game, body: Any, told: tuple[int, str], names: dict[str, Any] | None
) -> None:
    answer = Program(ada).post(f"games/{game.key}/turns/", body, {"If-Match": "*"})
    assert code_of(answer) == told
    value = answer.json()
    assert set(value) == {"type", "title", "status", "detail", "code", "params"}
    assert (value["type"], value["status"]) == (f"urn:vexillum:problem:{told[1]}", told[0])
    assert names is None or value["params"] == names


@pytest.mark.parametrize(
    ("body", "most"), [({"order": [None] * 5001}, "5000"), ({"boards": [[1] * 2, [None] * 3]}, "2")]
)
def test_a_list_that_is_too_long_is_refused_before_its_members_are_looked_at(body: dict[str, Any], most: str) -> None:
    """A million members that are wrong took a minute, and as many words."""
    with pytest.raises(ValidationError) as refused:
        checked(RankingBody if "order" in body else PairingBody, body)
    words = f"Ensure this field has no more than {most} elements."
    assert refused.value.detail == {next(iter(body)): [words]}


HALF = r'"\ud800"'


@pytest.mark.parametrize(
    "body",
    [
        f"{{{HALF}: 1}}",
        f'{{"variant": {HALF}, "time": "3-days"}}',
        f'{{"variant": "duel", "time": {{"kind": {HALF}}}}}',
        f'{{"variant": "duel", "time": [[[{HALF}]]]}}',
        '{"variant": "duel", "time": ' + "[" * 50 + "]" * 50 + "}",
    ],
)
def test_what_no_answer_could_tell_is_no_json(ada: Account, body: str) -> None:
    """Half a surrogate pair is no text of UTF-8, so a refusal that repeats it would fail; so may what is too deep."""
    api = Program(ada)
    assert [code_of(api.post("seeks/", body, key)) for key in ({}, {"Idempotency-Key": "k"})] == [(400, "not-json")] * 2


def test_parameters_that_are_not_known(ada: Account) -> None:
    api = Program(ada)
    unknown = api.get("games/", who="Ada", b="1")
    params = unknown.json()["params"]
    assert (code_of(unknown), params["names"]) == ((400, "unknown-parameters"), ["b", "who"])
    assert {"after", "before", "limit", "oldest", "player", "variant"} < {*params["known"]}
    assert "It takes these: after, attack_max," in unknown.json()["detail"]
    assert code_of(api.get("games/", limit="101")) == (400, "parameter")
    assert code_of(api.get("games/", before="nothere")) == (400, "cursor")
    assert code_of(api.get("games/", variant="chess")) == (400, "invalid")
    assert code_of(api.get("seeks/", speed="fast")) == (400, "parameter")
    assert code_of(api.get("open-data/", before="X")) == (400, "parameter")
    assert code_of(api.get("puzzles/days/", before="2026-11-23", after="now")) == (400, "cursor")


def test_methods_and_kinds_that_are_not_known(ada: Account) -> None:
    api = Program(ada)
    method = api.post("me/")
    assert (code_of(method), method["Allow"]) == ((405, "method"), "GET, HEAD, OPTIONS")
    assert code_of(api.get("me/", {"Accept": "text/html"})) == (406, "not-acceptable")
    assert code_of(api.get("nothing/here/")) == (404, "not-found")
    form = api.client.post(f"{V1}seeks/", SEEK, headers=api.headers)
    assert code_of(form) == (415, "media-type")


def test_words_are_in_the_language_that_is_asked_for(settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "German")]
    api = Program(account("Ada"))
    response = api.post("seeks/", {}, {"Accept-Language": "de, en;q=0.5"})
    assert (response["Content-Language"], response.json()["params"]["fields"]["variant"]) == (
        "de",
        ["Dieses Feld ist zwingend erforderlich."],
    )
    assert "Accept-Language" in response["Vary"]


# -- limits and other sites -----------------------------------------------------------------------


@pytest.mark.parametrize(("most", "part"), [(1, idempotency.PART), (5, 10)])
def test_keys_are_kept_for_so_many_requests(
    ada: Account, game: Game, monkeypatch: pytest.MonkeyPatch, most: int, part: int
) -> None:
    monkeypatch.setattr(idempotency, "MOST", most)
    monkeypatch.setattr(idempotency, "PART", part)
    path, sent = f"games/{game.key}/draw/", ({"act": "offer"}, {"act": "decline"})
    responses = [
        Program(ada).post(path, body, {"If-Match": "*", "Idempotency-Key": str(number)})
        for number, body in enumerate(sent)
    ]
    assert (responses[0].status_code, code_of(responses[1]), KeptAnswer.objects.count()) == (
        200,
        (429, "too-many-keys"),
        1,
    )
    assert int(responses[1]["Retry-After"]) > 0
    assert Program(ada).post(path, sent[1], {"If-Match": "*"}).status_code == 200


def test_who_asks_too_often_waits(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "BY_TOKEN", budgets.Budget("token", 3))
    monkeypatch.setattr(budgets, "BY_ADDRESS", budgets.Budget("address", 2))
    monkeypatch.setattr("web.limits.clock", lambda: 1_800_000_010.0)
    api, nobody = Program(ada), Program()
    first = api.get("me/")
    assert (first["RateLimit-Policy"], first["RateLimit"]) == ('"token";q=3;w=60', '"token";r=2;t=50')
    assert [api.get("me/").status_code for _time in range(3)] == [200, 200, 429]
    refused = Program(ada).get("me/")  # another token has no other budget
    assert (code_of(refused), refused["Retry-After"], refused["RateLimit"]) == (
        (429, "too-often"),
        "50",
        '"token";r=0;t=50',
    )
    wrong = {"Authorization": "Bearer vex_wrong"}  # who tries tokens is counted by address
    assert [nobody.get("me/", wrong).status_code for _time in range(3)] == [401, 401, 401]
    assert code_of(nobody.get("rule-books/")) == (429, "too-often")
    assert code_of(nobody.get("me/")) == (401, "no-token")  # waiting would not help
    assert code_of(api.post("games/nothing/turns/", {"turn": "a1-a2"})) == (428, "condition-missing")
    assert code_of(Program(ada, "read").post("seeks/", {})) == (403, "scope")
    assert Program(account("Bob")).get("me/").status_code == 200


def test_other_sites_read_without_a_token_and_do_nothing_else(ada: Account) -> None:
    book = Program().get("rule-books/duel/", {"Origin": "https://other.example"})
    assert (book["Access-Control-Allow-Origin"], book.has_header("Access-Control-Allow-Credentials")) == ("*", False)
    assert "ETag" in book["Access-Control-Expose-Headers"]
    asked = Program().post("seeks/", method="OPTIONS")
    assert (asked.status_code, asked["Allow"]) == (204, "GET, POST, HEAD, OPTIONS")
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" not in asked["Access-Control-Allow-Headers"]
    mine = Program(ada).get("me/", {"Origin": "https://other.example"})
    assert not mine.has_header("Access-Control-Allow-Origin")
    assert not mine.cookies


def test_a_set_up_is_asked_for_and_made(ada: Account) -> None:
    game = game_waiting()
    seat = game.seats.get(seat=0)
    seat.player_id = ada.player.id
    seat.save()
    api = Program(ada)
    path = f"games/{game.key}/setup/"
    assert api.get(path).json()["seat"] == "red"
    assert code_of(api.post(path, {"rows": "F?"}))[0] == 422
    assert code_of(api.get(f"games/{game.key}/views/own/")) == (409, "not-started")


@pytest.mark.parametrize(("error", "told"), [(OperationalError, (503, "unavailable")), (KeyError, (500, "error"))])
def test_what_fails_here_is_said_in_kind(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], told: tuple[int, str]
) -> None:
    def fail(*_names: object) -> None:
        raise error("secret")

    monkeypatch.setattr("api.v1.people.book_value", fail)
    nobody = Program()
    nobody.client.raise_request_exception = False
    answer = nobody.get("rule-books/duel/")
    assert (code_of(answer), b"secret" in answer.content) == (told, False)
