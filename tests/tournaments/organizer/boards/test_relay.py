"""A real board is relayed: from links to hand out over sealed set-ups to a result that is proposed and nothing more."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account, Player
from eventlog import store
from games.domain import commands
from games.domain.arbitration import pause_game
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.domain.placement import form_of
from games.models import Game, key_of
from games.rules import Seat, Viewer, apply, legal_turns, variant
from library.reliability.models import ReliabilityDay
from notices.domain.sweeps import tell_turns
from tests.scenes import placements
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import relays, results
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people
from tournaments.domain.game_sync import align_games
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Leg
from tournaments.domain.verification import verify_tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


@dataclass
class Hall:
    """A board at which a member meets somebody without an account."""

    event: UUID
    owner: Client
    member: Account

    @property
    def leg(self) -> Leg:
        return fold_of(self.event).rounds[0].boards[0].leg

    @property
    def game(self) -> UUID:
        assert self.leg.game is not None
        return self.leg.game

    @property
    def desk(self) -> str:
        return address(self.event, "desk/rounds/1/boards/1/")

    def press(self, do: str, **values: str) -> str:
        answer = self.owner.post(self.desk, fields(self.owner.get(self.desk), do) | values, follow=True)
        return words(answer)

    @property
    def links(self) -> dict[str, str]:
        """The paths of the links on the desk, by whose they are."""
        page = words(self.owner.get(self.desk))
        found = re.findall(r"Link: (\w+).*?href=\"http://testserver([^\"]*)\"", page)
        return dict(found)

    @property
    def seat(self) -> Seat:
        """Where the member sits."""
        return Seat.RED if self.member.player.id in fold_of(self.event).entries[self.leg.red].players else Seat.BLUE

    @property
    def guest(self) -> Seat:
        return Seat.BLUE if self.seat is Seat.RED else Seat.RED


@pytest.fixture
def hall() -> Hall:
    owner, browser = person("Olga")
    member, _browser = person("Mia")
    event = a_tournament([member.player.id], owner=owner.player.id, started=False)
    enter_people(tournament=event, entries=[NewEntry((NewPerson("Nora"),))], by=owner.player.id)
    lifecycle.start(tournament=event, by=owner.player.id)
    next_round(event)
    return Hall(event, browser, member)


def send(client: Client, path: str, turn: str, ply: int, takebacks: int = 0) -> Any:
    sent = {"do": "move", "turn": turn, "ply": str(ply), "takebacks": str(takebacks)}
    return client.post(path, sent, headers=JSON)


def quiet_turns(game: UUID, count: int) -> list[str]:
    """Turns to empty squares next to the piece, one after the other."""
    state = open_game(game).state
    assert state is not None
    result: list[str] = []
    while len(result) < count:
        taken = {piece.square for piece in state.view(Viewer.ALL).pieces}
        turn = next(item for item in legal_turns(state) if item.target not in taken and item.gait == 1)
        state, _facts = apply(state, turn)
        result.append(turn.text)
    return result


def begin(hall: Hall) -> dict[str, str]:
    """The board is relayed and both set-ups are made: the member's at the game, the guest's by the link."""
    hall.press("relay")
    links = hall.links
    laid = placements("barrage", random.Random(4))
    commands.make_setup(game=hall.game, seat=hall.seat, placement=laid[hall.seat], actor=hall.member.pk)
    book, seat = variant("barrage"), hall.guest
    form = form_of(laid[seat], book, seat)
    answer = Client().post(links[seat.slug.capitalize()], {"do": "confirm", "rows": form})
    assert answer.status_code == 303
    return links


def test_a_board_is_relayed_from_its_links_to_a_result_that_is_only_proposed(hall: Hall) -> None:
    said = hall.press("relay")
    assert "The board is relayed." in said
    assert set(hall.links) == {"Scribe", hall.guest.slug.capitalize()}
    game = Game.objects.get(id=hall.game)
    assert (game.rated, game.time, game.status) == (False, None, "waiting")
    created = open_game(game.id).created
    assert (created.relayed, created.options["repetition"], created.round) == (True, "noted", 1)


def test_who_has_no_account_seals_a_set_up_by_the_link_which_shows_and_keeps_nothing(hall: Hall) -> None:
    hall.press("relay")
    path, phone = hall.links[hall.guest.slug.capitalize()], Client()
    assert "Set up your army" in words(phone.get(path))
    form = form_of(placements("barrage", random.Random(4))[hall.guest], variant("barrage"), hall.guest)
    kept = phone.post(path, {"do": "text", "rows": form, "version": "0"}, headers=JSON).json()
    assert (kept["complete"], kept["form"]) == (True, form)
    assert form not in Client().get(path).content.decode()
    assert phone.post(path, {"do": "last", "rows": form, "version": "0"}).status_code == 400
    assert "Make this your set-up?" in words(phone.post(path, {"do": "commit", "rows": form, "version": "0"}))
    assert phone.post(path, {"do": "confirm", "rows": form})["Location"] == path
    assert hall.guest in open_game(hall.game).ready
    sealed, guessed = phone.get(path), phone.post(path, {"do": "confirm", "rows": form}, follow=True)
    assert "made and sealed" in words(sealed)
    assert 'class="tile' not in sealed.content.decode()
    assert (guessed.status_code, "already submitted your set-up" in words(guessed)) == (200, True)


def test_a_scribe_enters_moves_and_the_end_is_proposed_and_decides_nothing(hall: Hall) -> None:
    links = begin(hall)
    scribe, phone = Client(), Client()
    page = words(scribe.get(links["Scribe"]))
    assert "Move 1: Red" in page
    turns = quiet_turns(hall.game, 3)
    answers = [send(scribe, links["Scribe"], turn, ply) for ply, turn in enumerate(turns, 1)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert send(scribe, links["Scribe"], turns[2], 3).status_code == 200  # its answer was lost
    other = send(phone, links[hall.guest.slug.capitalize()], turns[0], 4 if hall.guest is Seat.RED else 5)
    assert other.json()["code"] in ("not-your-turn", "relay-early")
    back = scribe.post(links["Scribe"], {"do": "take-back", "ply": "3", "takebacks": "0"}, headers=JSON)
    late = send(scribe, links["Scribe"], turns[2], 3)
    assert (back.status_code, late.status_code, late.json()["code"]) == (200, 409, "moved-on")
    game = f"/games/{key_of(hall.game)}/"
    assert all(game in words(Client().get(address(hall.event, page))) for page in ("rounds/1/", "boards/1/1/"))
    watched = words(Client().get(game))
    assert (turns[1] in watched, "relayed from a real board" in watched) == (True, True)
    commands.resign(game=hall.game, seat=Seat.RED)
    results.take_over(game=hall.game)
    assert hall.leg.marks is None
    desk = words(hall.owner.get(hall.desk))
    assert "It proposes: Blue wins" in desk, desk[desk.index("The relayed") :][:200]
    assert fields(hall.owner.get(hall.desk), "record")["result"] == "loss-win"
    assert "It is recorded." in hall.press("record")
    assert (hall.leg.marks, hall.leg.source) == ((Mark.LOSS, Mark.WIN), "arbiter")
    verify_tournament(iter(store.load(hall.event)))


def test_a_result_that_is_told_ends_the_relay_and_stands(hall: Hall) -> None:
    begin(hall)
    results.record_result(tournament=hall.event, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None)
    align_games(hall.event, fold_of(hall.event))
    assert Game.objects.get(id=hall.game).result == "draw"
    results.take_over(game=hall.game)
    assert hall.leg.marks == (Mark.DRAW, Mark.DRAW)


def test_nobody_is_told_of_turns_at_a_real_board_or_judged_by_them(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())
    begin(hall)
    assert tell_turns() == (0, 0)
    commands.resign(game=hall.game, seat=hall.seat)
    assert not ReliabilityDay.objects.exists()


def test_a_halted_relay_goes_on_by_an_arbiter_and_an_ended_one_begins_anew(hall: Hall) -> None:
    links = begin(hall)
    first = hall.game
    pause_game(game=first, why="relay")
    turn = quiet_turns(first, 1)[0]
    assert send(Client(), links["Scribe"], turn, 1).json()["code"] == "game-paused"
    assert "The relay goes on." in hall.press("resume-relay")
    assert send(Client(), links["Scribe"], turn, 1).status_code == 200
    usual = {"tournament": hall.event, "round": 1, "board": 1, "by": None}
    assert code_of(relays.relay_board, **usual) == "relay-goes-on"
    assert "The relay is called off." in hall.press("end-relay", sure="1")
    assert Game.objects.get(id=first).called_off
    assert (code_of(relays.end_relay, **usual), Client().get(links["Scribe"]).status_code) == ("no-relay", 200)
    hall.press("relay")
    assert (hall.game != first, Client().get(links["Scribe"]).status_code) == (True, 404)


def test_links_are_shown_to_nobody_who_plays_there_and_no_other_opens_anything(hall: Hall) -> None:
    hall.press("relay")
    other = a_tournament(2, owner=Player.objects.get(name="Olga").id)
    path = hall.links["Scribe"]
    token = path.rstrip("/").rpartition("/")[2]
    assert Client().get(path).status_code == 200
    assert Client().get(address(other, f"relay/{token}/")).status_code == 404
    assert Client().get(f"{path.rstrip('/')}x/").status_code == 404
    forged = path.replace(token, token.replace(token[0], "x", 1))
    assert Client().get(forged).status_code == 404


@pytest.mark.parametrize(
    ("terms", "code"),
    [({"variant": "lightning"}, "relay-book"), ({"real": False, "time": PRESETS["3-days"]}, "not-across")],
)
def test_a_board_is_not_relayed_where_a_scribe_does_not_see_all(terms: dict[str, Any], code: str) -> None:
    event = a_tournament(2, **terms)
    next_round(event)
    assert code_of(relays.relay_board, tournament=event, round=1, board=1, by=None) == code
