"""Streams of lines: what a line tells whom, how a stream goes on, and what ends it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from accounts.models import Account
from api.http import budgets
from api.models import AccessToken
from api.streaming import marks
from api.tokens.tokens import revoke
from api.v1 import streams
from api.v1.game_values import turn_value, view_value
from api.v1.streams import SHARES
from games.domain import command_handler, commands, creation
from games.domain.clocks import PRESETS
from games.domain.placement import form_of
from games.models import Game, key_of
from games.replay import timeline
from games.rules import Seat, Viewer, variant
from play.bots.sight import sight_of
from play.lobby import domain as lobby
from play.lobby import queries
from play.lobby.terms import GameTerms
from play.talk.domain import mute, say
from play.talk.models import Message
from tests.api.asking import Program, code_of, secret_of
from tests.api.lines import Lines
from tests.scenes import account, game_of, placements, play_quietly
from tests.tournaments.scenes import a_tournament, some_players


def lines(answer: HttpResponse) -> list[dict[str, Any]]:
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), answer.content
    return [json.loads(line) for line in answer.content.splitlines()]


def challenge(host: Account, guest: Account) -> Any:
    terms = GameTerms(variant="duel", time=PRESETS["3-days"], colour="red")
    return lobby.challenge(host=host.player, terms=terms, players=[guest.player]).id


@pytest.fixture
def table() -> tuple[Account, Account, Game]:
    """Ada, who is red, Bob, and their game; Ada is to move."""
    ada, bob = account("Ada"), account("Bob")
    return ada, bob, game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: bob}, over=False)


# -- what lines tell ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_line_tells_what_a_seat_knows_and_no_more(table: tuple[Account, Account, Game]) -> None:
    """A bot outside is given the `Sight` of those inside."""
    ada, bob, game = table
    now, rules = command_handler.open_game(game.id), variant("duel")
    assert now.state is not None
    for seat, who in ((Seat.RED, ada), (Seat.BLUE, bob)):
        turns = list(timeline(game, player=True).turns(Viewer.of(seat), 1, 4))
        sight = sight_of(now.state, [turn for _ply, turn in turns], seat)
        (line,) = lines(Program(who, "read").get(f"games/{game.key}/stream/", since="1-0"))
        whole = Program(who, "read").get(f"games/{game.key}/").json()
        assert line == {
            "type": "game",
            "id": f"{now.public_version}-4",
            "game": game.key,
            "version": now.public_version,
            "variant": "duel",
            "status": "playing",
            "seat": seat.slug,
            "state": whole["state"],
            "view": json.loads(json.dumps(view_value(sight.view))),
            "legal": list(sight.legal),
            "turns": json.loads(json.dumps([{"ply": ply} | turn_value(turn, rules) for ply, turn in turns])),
        }
    (seen,) = lines(Program(account("Eve"), "read").get(f"games/{game.key}/stream/"))
    view = now.state.view(Viewer.SPECTATOR)
    assert (seen["seat"], seen["legal"], seen["turns"], seen["state"]["draw"]) == (None, [], [], [])
    assert seen["view"] == json.loads(json.dumps(view_value(view)))


@pytest.mark.django_db
def test_it_goes_on_where_a_reader_was(table: tuple[Account, Account, Game]) -> None:
    ada, _bob, game = table
    api, path = Program(ada, "read"), f"games/{game.key}/stream/"
    (first,) = lines(api.get(path))
    assert (first["turns"], lines(api.get(path, since=first["id"]))) == ([], [])
    play_quietly(game.id, 7)
    by_header = lines(api.get(path, {"Last-Event-ID": first["id"]}))
    (line,) = lines(api.get(path, since=first["id"]))
    assert by_header == [line]
    assert [turn["ply"] for turn in line["turns"]] == [5, 6, 7]
    assert lines(api.get(path, since=first["version"]))[0]["turns"] == []
    assert code_of(api.get(path, since="x")) == (400, "parameter")
    assert code_of(Program().get(path)) == (401, "no-token")
    assert code_of(Program(ada, "play").get(path)) == (403, "scope")


@pytest.mark.django_db
def test_turns_that_take_the_place_of_others_are_told_to_who_read_those(table: tuple[Account, Account, Game]) -> None:
    """Whether or not the reader saw the game go back."""
    ada, bob, game = table
    api, path = Program(ada), f"games/{game.key}/stream/"
    play_quietly(game.id, 7)
    (read,) = lines(api.get(path))
    offered = api.post(f"games/{game.key}/takeback/", {"act": "offer"}, {"If-Match": "*"})
    assert (offered.status_code, offered.json()["takeback"]) == (200, ["red"])
    (line,) = lines(Program(bob).get(path, since=read["id"]))
    assert line["state"]["takeback"] == ["red"]
    (line,) = lines(Program(account("Eve"), "read").get(path, since=read["id"]))
    assert line["state"]["takeback"] == []
    done = Program(bob).post(f"games/{game.key}/takeback/", {"act": "accept"}, {"If-Match": "*"})
    assert (done.status_code, done.json()["plies"], done.json()["takeback"]) == (200, 6, [])
    (back,) = lines(api.get(path, since=read["id"]))
    assert (back["state"]["plies"], back["view"]["ply"], back["turns"]) == (6, 6, [])
    play_quietly(game.id, 8)
    told = [[turn["ply"] for turn in lines(api.get(path, since=one["id"]))[0]["turns"]] for one in (read, back)]
    assert told == [[7, 8], [7, 8]]
    refused = api.post(f"games/{game.key}/takeback/", {"act": "accept"}, {"If-Match": "*"})
    assert code_of(refused) == (422, "no-takeback-offer")


@pytest.mark.django_db
def test_talk_is_told_to_who_may_read_it_as_its_address_tells_it(table: tuple[Account, Account, Game]) -> None:
    ada, bob, game = table
    item, other, eve = (Program(who, "read") for who in (ada, bob, account("Eve")))
    path, talk = f"games/{game.key}/stream/", f"games/{game.key}/talk/"
    (first,) = lines(item.get(path))
    for text in ("Hello", "It is your move"):
        say(game=game, player=ada.player.id, text=text)
    say(game=game, player=bob.player.id, phrase="moment")
    heard = item.get(talk).json()["messages"]
    assert [message["text"] for message in heard] == ["One moment, please.", "It is your move", "Hello"]
    (result,) = lines(item.get(path, since=first["id"]))
    assert result == {"type": "talk", "id": result["id"], "game": game.key, "messages": heard}
    assert result["id"][:-5] == first["id"]
    assert lines(item.get(path, {"Last-Event-ID": result["id"]})) == lines(item.get(path, since=result["id"])) == []
    play_quietly(game.id, 6)
    (moved,) = lines(item.get(path, since=result["id"]))
    assert ([turn["ply"] for turn in moved["turns"]], moved["id"][-5:]) == ([5, 6], result["id"][-5:])
    mute(player=bob.player.id, muted=ada.player.id)
    both = lines(other.get(path, since=first["id"]))
    assert both[1] == {
        "type": "talk",
        "id": both[1]["id"],
        "game": game.key,
        "messages": other.get(talk).json()["messages"],
    }
    assert [message["text"] for message in both[1]["messages"]] == ["One moment, please."]
    assert lines(other.get(path, since=both[0]["id"])) == both[1:]  # it broke off between the two
    Message.objects.update(hidden=True)
    assert [line["messages"] for line in lines(other.get(path, since=both[1]["id"]))] == [[]]
    Message.objects.update(hidden=False)
    assert [[line["type"] for line in lines(eve.get(path, since=since))] for since in ("", result["id"])] == [
        ["game"]
    ] * 2
    assert lines(eve.get(path))[0]["id"] == both[0]["id"]
    assert code_of(eve.get(talk)) == (403, "no-seat")


@pytest.mark.django_db
def test_a_game_that_nobody_may_watch_has_no_stream_for_others() -> None:
    ada, bob, eve = account("Ada"), account("Bob"), account("Eve")
    seats = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    key = key_of(creation.create_game(variant=variant("duel"), players=seats, spectators="ended"))
    assert code_of(Program(eve, "read").get(f"games/{key}/stream/")) == (403, "view-closed")
    assert lines(Program(ada, "read").get(f"games/{key}/stream/"))[0]["status"] == "waiting"


@pytest.mark.django_db
def test_who_is_behind_is_told_the_moment_that_they_have_come_to() -> None:
    ada, bob, eve = account("Ada"), account("Bob"), account("Eve")
    seats = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    game = creation.create_game(variant=variant("duel"), players=seats, spectators="delayed", delay_plies=3)
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    plies = []
    for ply in (2, 5):
        play_quietly(game, ply)
        plies.append(
            [
                line["view"]["ply"]
                for who in (ada, eve)
                for line in lines(Program(who, "read").get(f"games/{key_of(game)}/stream/"))
            ]
        )
    assert plies == [[2, 0], [5, 2]]


@pytest.mark.django_db
def test_players_follow_the_end_of_their_own_game_at_once() -> None:
    """Spectators are an hour behind: to them, and in lists, it goes on."""
    ada, bob, eve = account("Ada"), account("Bob"), account("Eve")
    seats = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    game = creation.create_game(variant=variant("duel"), players=seats, spectators="delayed", delay=3600)
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    api, path = Program(ada, "read"), f"games/{key_of(game)}/"
    began = lines(api.get("me/stream/"))
    assert ([item["type"] for item in began], len(api.get("me/games/").json()["games"])) == (["game", "lobby"], 1)
    commands.resign(game=game, seat=Seat.BLUE)
    end = {"kind": "resignation", "winning_side": "red", "winner": Seat.RED.side}
    (over,) = lines(api.get("me/stream/", since=began[-1]["id"]))
    shown = [over["type"], *(over["game"][name] for name in ("status", "outcome", "result"))]
    assert shown == ["over", "over", end, "red"]
    assert over["game"]["ended"] is not None
    about = {marks.ASKS: marks.signed("more"), marks.ABOUT: key_of(game)}
    (moved,) = lines(api.get("me/stream/", about, since=began[-1]["id"][:8]))
    whole = api.get(path).json()
    assert moved["game"] == over["game"] == {name: whole[name] for name in over["game"]}
    assert api.get("me/games/").json()["games"] == []
    pages = [(queries.unfinished(item.player.id), queries.finished_alone(item.player.id)) for item in (ada, bob)]
    assert [(going, [item.result for item, _seat in over]) for going, over in pages] == [([], ["red"])] * 2
    theirs = Program(eve, "read").get(path).json()
    assert [theirs[name] for name in ("status", "outcome", "result", "ended")] == ["playing", None, "playing", None]
    listed = Program().get("games/", result="playing").json()["games"]
    assert [item["key"] for item in listed if item["outcome"] is not None] == []


@pytest.mark.django_db
def test_what_goes_on_for_a_player(table: tuple[Account, Account, Game], monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, game = table
    api = Program(ada, "read")
    first = lines(api.get("me/stream/"))
    assert [(item["type"], item.get("waits"), "id" in item) for item in first] == [
        ("game", True, False),
        ("lobby", None, True),
    ]
    assert first[0]["game"]["key"] == game.key
    with CaptureQueriesContext(connection) as asked:
        assert lines(api.get("me/stream/", since=first[-1]["id"])) == []
    assert not [item for item in asked if '"games_gameseat"."game_id" IN' in item["sql"]]  # nobody reads who sits there
    seek = challenge(bob, ada)
    event = a_tournament([player.id for player in (*some_players(2), ada.player)])
    second = lines(api.get("me/stream/", since=first[-1]["id"]))
    assert [item["type"] for item in second] == ["lobby", "tournament"]
    assert [item["id"] for item in second[0]["challenges"]] == [str(seek)]
    assert second[1]["key"] == key_of(event)
    commands.resign(game=game.id, seat=Seat.RED)
    third = lines(api.get("me/stream/", {"Last-Event-ID": second[-1]["id"]}))
    assert [(item["type"], item["key"], item["game"]["result"]) for item in third] == [("over", game.key, "blue")]
    assert code_of(api.get("me/stream/", since="?")) == (400, "parameter")
    monkeypatch.setattr(streams, "FEW", 0)
    read = lines(api.get("me/stream/", since=third[-1]["id"])), lines(api.get("me/stream/"))[-1]["id"]
    assert (read[0], len(read[1]), lines(api.get("me/stream/", since=read[1]))) == ([], 1 + 4 * SHARES, [])


@pytest.mark.django_db
def test_lines_of_open_streams_have_a_budget(
    table: tuple[Account, Account, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, game = table
    monkeypatch.setattr(budgets, "BY_STREAMS", budgets.Budget("streams", 2))
    monkeypatch.setattr("web.limits.clock", lambda: 1_800_000_010.0)
    monkeypatch.setattr(marks, "step_of", lambda value: "more" if value else None)
    more = {marks.ASKS: "1"}
    item, another = Program(ada, "read"), Program(ada, "read")
    paths = ("me/stream/", f"games/{game.key}/stream/", "me/stream/")
    codes = [api.get(path, more).status_code for api, path in zip((item, another, another), paths, strict=True)]
    assert codes == [200, 200, 429]
    assert item.get("me/")["RateLimit"].startswith('"token";r=599')
    assert Program(bob, "read").get("me/stream/", more).status_code == 200


# -- over connections -----------------------------------------------------------------------------


def test_a_program_is_told_from_the_challenge_to_the_end(live_site: str) -> None:
    ada, bob = account("Ada"), account("Bob")
    program = Program(ada)
    secret = program.headers["Authorization"].partition(" ")[2]
    mine = Lines(live_site, "me/stream/", secret)
    assert (mine.status, mine.headers["Content-Type"]) == (200, "application/x-ndjson")
    assert mine.headers["Content-Encoding"] is None
    assert mine.until(type="lobby")["challenges"] == []
    seek = challenge(bob, ada)
    asked = mine.until(type="lobby")["challenges"]
    assert [item["id"] for item in asked] == [str(seek)]
    key = program.post(f"seeks/{seek}/join/").json()["game"]
    begun = mine.until(type="game", key=key)
    assert (begun["seat"], begun["waits"]) == ("blue", True)
    game = Lines(live_site, f"games/{key}/stream/", secret)
    eve, fay = (Lines(live_site, f"games/{key}/stream/", secret_of(account(name), "read")) for name in ("Eve", "Fay"))
    assert [stream.next()["status"] for stream in (game, eve, fay)] == ["waiting"] * 3
    row = Game.objects.get(key=key)
    setups = placements("duel", random.Random(1))
    commands.make_setup(game=row.id, seat=Seat.RED, placement=setups[Seat.RED])
    program.post(f"games/{key}/setup/", {"rows": form_of(setups[Seat.BLUE], variant("duel"), Seat.BLUE)})
    play_quietly(row.id, 1)
    to_move = game.until(version=4)
    assert (to_move["view"]["viewer"], len(to_move["legal"]) > 0) == ("blue", True)
    seen = eve.until(version=4)
    assert (seen["view"]["viewer"], seen["legal"], to_move["turns"][-1]["ply"]) == ("spectator", [], 1)
    say(game=row, player=bob.player.id, text="Good luck")
    said = game.until(type="talk")
    assert said["messages"] == program.get(f"games/{key}/talk/").json()["messages"] != []
    game.close()
    assert fay.until(version=4) | {"id": ""} == seen | {"id": ""}
    revoke(AccessToken.objects.get(account__username="fay"))  # what both see is asked for once, by either's token
    last = fay.next()  # it is told why, if it asks before the end of its token is told
    assert last is None or (last["type"], last["problem"]["status"], fay.next()) == ("end", 401, None)
    play_quietly(row.id, 4)
    again = Lines(live_site, f"games/{key}/stream/", secret, Last_Event_ID=said["id"])
    assert [turn["ply"] for turn in again.until(version=7)["turns"]] == [2, 3, 4]
    commands.resign(game=row.id, seat=Seat.RED)
    for stream in (again, eve):
        assert stream.until(status="over")["state"]["outcome"] == {
            "kind": "resignation",
            "winning_side": "blue",
            "winner": 1,
        }
        assert stream.raw() is None
    assert mine.until(type="over", key=key)["game"]["result"] == "blue"
    revoke(AccessToken.objects.get(account=ada))
    assert mine.next() is None
    refused = Lines(live_site, "me/stream/", secret)
    assert (refused.status, refused.body()["code"]) == (401, "bad-token")
