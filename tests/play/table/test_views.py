"""The table through the service: the page, the fragment, and what is sent from it, in every rule book."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.db import transaction
from django.test import Client, RequestFactory

from accounts.authentication.sessions import AuthenticationMiddleware, SessionStore
from accounts.models import Account, Session
from eventlog import store
from eventlog.sources import injected
from games.domain import command_handler, commands, creation, recent
from games.domain.clocks import PRESETS
from games.models import Game
from games.presentation import seats
from games.rules import VARIANTS, End, Outcome, Seat, legal_turns
from play.table.turns import unpacked
from tests.books import each_book
from tests.scenes import account, game_in_play, game_of, placements, play_quietly

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def seated(slug: str, **kwargs: object) -> tuple[Game, dict[Seat, Account]]:
    accounts = {seat: account(f"P-{seat.slug}") for seat in VARIANTS[slug].seats}
    return game_of(slug, accounts=accounts, over=False, **kwargs), accounts  # type: ignore[arg-type]


def signed_in(user: Account) -> Client:
    client = Client()
    client.force_login(user)
    return client


def turns_in(markup: str) -> list[str]:
    match_ = re.search(r'data-turns="([^"]*)"', markup)
    return unpacked(unescape(match_[1])) if match_ else []


def version_in(markup: str) -> int:
    match_ = re.search(r'data-version="(\d+)"', markup)
    assert match_
    return int(match_[1])


@pytest.mark.parametrize("memory", [False, True])
def test_memory_marks_are_on_the_pages_of_players_and_spectators_of_their_games(memory: bool) -> None:
    game, accounts = seated("barrage", plies=6, memory=memory)
    clients = {"table": signed_in(accounts[Seat.RED]), "": Client()}
    pages = [clients[page].get(f"/games/{game.key}/{page}/".replace("//", "/")).content.decode() for page in clients]
    assert [("has-moved" in page, "Not seen yet" in page) for page in pages] == [(memory, memory)] * 2
    about = signed_in(accounts[Seat.RED]).get(f"/games/{game.key}/").content.decode()
    assert ("With memory marks" in about) == memory


@pytest.mark.slow
@each_book
def test_every_legal_turn_can_be_sent_and_comes_out_as_that_turn(slug: str) -> None:
    game, accounts = seated(slug, plies=8 if VARIANTS[slug].deals else 30, spotter=VARIANTS[slug].deals)
    chance = random.Random(slug)
    now = command_handler.open_game(game.id)
    for _round in range(3):
        assert now.state is not None
        legal = [str(turn) for turn in legal_turns(now.state)]
        client = signed_in(accounts[now.state.to_move])
        markup = client.get(f"/games/{game.key}/table/").content.decode()
        assert sorted(turns_in(markup)) == sorted(legal)
        for text in chance.sample(legal, min(6, len(legal))):
            with transaction.atomic():
                answer = client.post(
                    f"/games/{game.key}/turn/", {"turn": text, "version": version_in(markup)}, headers=HTMX
                )
                assert answer.status_code == 200
                played = list(store.load(game.id))[now.version].event
                sent = getattr(played, "turn", None) or getattr(played, "choice", None)
                assert sent is not None
                assert sent == text if not text.endswith("!") else sent.startswith(text)
                transaction.set_rollback(True)
            recent.forget()
        now = commands.play_turn(game=game.id, seat=now.state.to_move, turn=chance.choice(legal))
        if now.outcome is not None:
            break


@pytest.fixture
def players() -> tuple[Game, Client, Client]:
    ada, charles = account("Ada"), account("Charles")
    return game_in_play(plies=12, accounts=(ada, charles)), signed_in(ada), signed_in(charles)


def test_a_refused_turn_answers_422_and_changes_nothing(players: tuple[Game, Client, Client]) -> None:
    game, red, _blue = players
    before = command_handler.open_game(game.id)
    for text in ("a1-j10", "nonsense", "", "d4-d4", "b1!FF", "+7@a1", "x" * 500, "a1-a2\n+M@a1"):
        answer = red.post(f"/games/{game.key}/turn/", {"turn": text, "version": before.public_version}, headers=HTMX)
        assert answer.status_code == 422, text
        assert 'role="alert"' in answer.content.decode()
        assert turns_in(answer.content.decode()) == turns_in(red.get(f"/games/{game.key}/table/").content.decode())
    assert command_handler.open_game(game.id).version == before.version


def test_a_stale_page_gets_the_new_position_and_a_word(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players
    markup = red.get(f"/games/{game.key}/table/").content.decode()
    turn, version = turns_in(markup)[0], version_in(markup)
    sent = {"turn": turn, "version": version}
    assert red.post(f"/games/{game.key}/turn/", sent, headers=HTMX).status_code == 200
    again = red.post(f"/games/{game.key}/turn/", sent, headers=HTMX)
    assert again.status_code == 409
    assert version_in(again.content.decode()) == version + 1
    assert "moved on" in again.content.decode()
    assert command_handler.open_game(game.id).public_version == version + 1
    for wrong in ("", "x", "-1", "99999999999999999999", "٣"):
        answer = blue.post(f"/games/{game.key}/turn/", {"turn": "a1-a2", "version": wrong}, headers=HTMX)
        assert answer.status_code == 409


def test_without_scripts_a_form_leads_back_and_an_error_keeps_the_choice(players: tuple[Game, Client, Client]) -> None:
    game, red, _blue = players
    page = red.get(f"/games/{game.key}/").content.decode()
    options = [unescape(text) for text in re.findall(r'<option value="([^"]+)"', page)]
    assert sorted(options) == sorted(turns_in(page))
    wrong = red.post(f"/games/{game.key}/turn/", {"turn": "a1-j10", "version": version_in(page)})
    assert wrong.status_code == 422
    assert "<!doctype html>" in wrong.content.decode()
    stale = red.post(f"/games/{game.key}/turn/", {"turn": options[0], "version": version_in(page) - 1})
    assert stale.status_code == 409
    assert f'<option value="{options[0]}" selected>' in stale.content.decode()
    done = red.post(f"/games/{game.key}/turn/", {"turn": options[0], "version": version_in(page)})
    assert (done.status_code, done["Location"]) == (303, f"/games/{game.key}/")


def test_the_fragment_holds_no_token_no_name_and_is_private(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players
    mine = red.get(f"/games/{game.key}/table/")
    assert mine["Cache-Control"] == "private, no-cache"
    assert "csrfmiddlewaretoken" not in mine.content.decode()
    assert "Ada" not in mine.content.decode()
    assert mine.content == red.get(f"/games/{game.key}/table/").content
    again = red.get(f"/games/{game.key}/table/", headers={"If-None-Match": mine["ETag"]})
    assert again.status_code == 304
    theirs = blue.get(f"/games/{game.key}/table/", headers={"If-None-Match": mine["ETag"]})
    assert theirs.status_code == 200
    assert theirs.content != mine.content
    assert turns_in(theirs.content.decode()) == []


def test_what_happened_stands_at_the_board_until_the_players_next_turn(
    players: tuple[Game, Client, Client],
) -> None:
    """In words, for whoever comes when: also on the page itself, without scripts, and from a log that is read anew."""
    game, red, blue = players

    def told(client: Client, what: str) -> list[tuple[int, str]]:
        markup = client.get(f"/games/{game.key}/{what}").content.decode()
        lines = re.findall(r'<li[^>]* data-ply="(\d+)"[^>]*><span data-say>([^<]*)</span>', markup)
        return [(int(ply), unescape(words)) for ply, words in lines]

    now = command_handler.open_game(game.id)
    last = now.state.ply
    words = told(red, "table/")
    assert [ply for ply, _said in words] == [last - 1, last]
    assert [said.partition(":")[0] for _ply, said in words] == [f"Move {last - 1}", f"Move {last}"]
    assert told(blue, "table/") == words[1:]
    recent.forget()
    assert (told(red, ""), told(blue, "")) == (words, words[1:])
    page = red.get(f"/games/{game.key}/table/").content.decode()
    red.post(f"/games/{game.key}/turn/", {"turn": turns_in(page)[0], "version": version_in(page)}, headers=HTMX)
    assert [ply for ply, _said in told(red, "table/")] == [last + 1]
    assert [ply for ply, _said in told(blue, "table/")] == [last, last + 1]


@pytest.mark.parametrize("path", ["table/", "leave/", "next/"])
def test_others_are_kept_out(players: tuple[Game, Client, Client], path: str) -> None:
    game, _red, _blue = players
    for client in (Client(), signed_in(account("Mallory"))):
        assert client.get(f"/games/{game.key}/{path}").status_code == 403
        assert client.get(f"/games/nothing/{path}").status_code == 404
        assert client.post(f"/games/{game.key}/turn/", {"turn": "a1-a2", "version": "1"}).status_code == 403
        assert client.post(f"/games/{game.key}/act/", {"act": "resign"}).status_code == 403


def test_who_sits_there_gets_the_table_and_everybody_else_the_replay(players: tuple[Game, Client, Client]) -> None:
    game, red, _blue = players
    assert 'id="table"' in red.get(f"/games/{game.key}/").content.decode()
    assert 'id="replay"' in red.get(f"/games/{game.key}/?view=red").content.decode()
    assert 'id="replay"' in red.get(f"/games/{game.key}/?ply=3").content.decode()
    assert 'id="replay"' in Client().get(f"/games/{game.key}/").content.decode()


def act(client: Client, game: Game, name: str, **extra: object) -> int:
    version = command_handler.open_game(game.id).public_version
    data = {"act": name, "version": version} | extra
    return client.post(f"/games/{game.key}/act/", data, headers=HTMX).status_code


def test_a_draw_is_offered_declined_and_agreed(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players
    assert act(red, game, "offer") == 200
    assert "You offer a draw." in red.get(f"/games/{game.key}/table/").content.decode()
    assert "Red offers a draw." in blue.get(f"/games/{game.key}/table/").content.decode()
    assert act(blue, game, "decline") == 200
    assert command_handler.open_game(game.id).draw == ()
    assert act(blue, game, "offer") == 200
    assert act(red, game, "accept", version=1) == 409
    assert act(red, game, "accept") == 200
    markup = red.get(f"/games/{game.key}/table/").content.decode()
    assert "Draw: agreed." in markup
    assert "data-turns" not in markup


def test_a_move_is_taken_back_by_the_buttons(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players

    def offers(client: Client) -> list[str]:
        markup = client.get(f"/games/{game.key}/table/").content.decode()
        return re.findall(r'value="([a-z-]*take-?back)"', markup)

    plies = command_handler.open_game(game.id).state.ply
    play_quietly(game.id, plies + 2)
    assert (offers(red), offers(blue)) == (["take-back"], ["take-back"])
    assert act(red, game, "take-back") == 200
    assert "You ask to take your last move back." in red.get(f"/games/{game.key}/table/").content.decode()
    assert "Red asks to take the last move back." in blue.get(f"/games/{game.key}/table/").content.decode()
    assert (offers(red), offers(blue)) == (["decline-takeback"], ["accept-takeback", "decline-takeback"])
    assert act(blue, game, "decline-takeback") == 200
    assert (offers(red), offers(blue)) == ([], ["take-back"])
    assert act(red, game, "take-back") == 422
    assert act(blue, game, "take-back") == 200
    assert act(red, game, "accept-takeback") == 200
    assert command_handler.open_game(game.id).state.ply == plies + 1


def test_giving_up_asks_first_and_ends_the_game(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players
    asked = red.get(f"/games/{game.key}/leave/").content.decode()
    assert 'value="resign"' in asked
    done = red.post(f"/games/{game.key}/act/", {"act": "resign", "version": "1"})
    assert done.status_code == 303
    assert "You have lost" in red.get(f"/games/{game.key}/table/").content.decode()
    won = blue.get(f"/games/{game.key}/").content.decode()
    assert "You have won" in won
    assert f"/games/{game.key}/record.json" in won
    assert act(blue, game, "resign") == 409
    assert red.get(f"/games/{game.key}/leave/").status_code == 302


def test_a_game_that_ended_before_play_has_a_fragment_without_a_board() -> None:
    ada, charles = account("Ada"), account("Charles")
    players = {Seat.RED: ada.player.id, Seat.BLUE: charles.player.id}
    game = creation.create_game(variant=VARIANTS["barrage"], players=players)
    commands.cancel_game(game=game)
    key = Game.objects.get(id=game).key
    red = signed_in(ada)
    markup = red.get(f"/games/{key}/table/").content.decode()
    assert ("does not count" in markup, "<svg" in markup) == (True, False)
    sent = {"turn": "a1-a2", "version": version_in(markup)}
    assert red.post(f"/games/{key}/turn/", sent, headers=HTMX).status_code == 409


def test_a_game_whose_time_is_up_ends_when_a_page_asks_and_not_when_it_is_looked_at() -> None:
    ada, charles = account("Ada"), account("Charles")
    players = {Seat.RED: ada.player.id, Seat.BLUE: charles.player.id}
    setups = placements("barrage", random.Random(1))
    then = datetime.now(UTC) - timedelta(days=30)
    with injected(clock=lambda: then):
        game = creation.create_game(variant=VARIANTS["barrage"], players=players, time=PRESETS["1-day"])
        for seat, placement in setups.items():
            commands.make_setup(game=game, seat=seat, placement=placement)
    key = Game.objects.get(id=game).key
    recent.forget()
    blue, table, due = signed_in(charles), f"/games/{key}/table/", f"/games/{key}/due/"
    answers = [Client().post(due), Client().post("/games/none/due/"), signed_in(account("Eve")).post(due)]
    assert "You have won" not in blue.get(table).content.decode()
    assert command_handler.open_game(game).outcome is None
    answers.append(blue.post(due))
    assert command_handler.open_game(game).outcome == Outcome(End.TIME_OUT, 1)
    assert "You have won" in blue.get(table).content.decode()
    answers.append(blue.post(due))
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 5
    assert blue.get(due).status_code == 405


def test_the_clock_is_in_the_fragment() -> None:
    ada, charles = account("Ada"), account("Charles")
    players = {Seat.RED: ada.player.id, Seat.BLUE: charles.player.id}
    game = creation.create_game(variant=VARIANTS["barrage"], players=players, time=PRESETS["bank-7d-12h"])
    for seat, placement in placements("barrage", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    clock = command_handler.open_game(game).clock
    assert clock is not None
    due = clock.deadline(Seat.RED)
    assert due is not None
    markup = signed_in(ada).get(f"/games/{Game.objects.get(id=game).key}/table/").content.decode()
    assert f'data-deadline="{int(due.timestamp() * 1000)}"' in markup
    assert f'datetime="{due.isoformat(timespec="seconds")}"' in markup
    assert '<span class="clock">7 days</span>' in markup


def test_a_rematch_is_asked_for_and_accepted_at_the_table(players: tuple[Game, Client, Client]) -> None:
    game, red, blue = players
    act(red, game, "resign")
    assert ">Rematch</button>" in red.get(f"/games/{game.key}/table/").content.decode()
    red.post(f"/games/{game.key}/rematch/")
    assert "You want a rematch." in red.get(f"/games/{game.key}/table/").content.decode()
    assert ">Accept the rematch</button>" in blue.get(f"/games/{game.key}/table/").content.decode()
    blue.post(f"/games/{game.key}/rematch/")
    following = Game.objects.exclude(id=game.id).get()
    for client in (red, blue):
        assert (
            f'href="/games/{following.key}/">To the rematch</a>' in client.get(f"/games/{game.key}/").content.decode()
        )


def test_the_seat_is_that_of_who_is_signed_in_whatever_the_row_of_the_session_says() -> None:
    game, accounts = seated("barrage", plies=6)
    client = signed_in(accounts[Seat.RED])

    def shown(account: Account | None) -> bytes:
        Session.objects.update(account=None if account is None else account.pk)
        response = client.get(f"/games/{game.key}/table/")
        assert response.status_code == 200
        return response.content

    own, nobodys, anothers = map(shown, (accounts[Seat.RED], None, accounts[Seat.BLUE]))
    assert own == nobodys == anothers
    Session.objects.update(account=accounts[Seat.RED].pk)
    request = RequestFactory().get("/")
    request.session = SessionStore(client.session.session_key)
    AuthenticationMiddleware(lambda _request: None)(request)
    item, none = seats.seated(request, game.key), seats.seated(request, "AAAAAAAAAAA")
    assert (item is not None and item.game.id, none) == (game.id, None)  # and by the game that is asked for
