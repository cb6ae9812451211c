"""The pages answer everyone with what they may know, and say how long it holds."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import get_language
from pytest_django import Settings

from accounts.models import Player
from eventlog import checkpoints, store
from games.domain import commands, creation
from games.domain.commitments import TREE, commitment_of
from games.domain.events import SetupMade
from games.domain.imports import import_records, judge
from games.models import Game
from games.notation import parse_records
from games.presentation.game_pages import PageLinks
from games.rules import Options, Repetition, Seat, variant
from library.archive.fight import landing_fight
from tests.scenes import account, game_in_play, game_of, game_over, game_waiting
from web.compression import SHORTEST

pytestmark = pytest.mark.django_db

FOR_EVER = "public, max-age=31536000, immutable"


def directives(header: str) -> set[str]:
    return set(header.split(", "))


def build(settings: Settings) -> str:
    return f"{settings.VEXILLUM_BUILD}-{get_language()}"


@pytest.fixture
def at(settings: Settings):
    def address(game: Game, audience: str, ply: int, *, name: str = "position", reveal: str | None = None) -> str:
        reveal = reveal or ("open" if game.revealed else "sealed")
        return reverse(f"games:{name}", args=[game.key, audience, reveal, build(settings), ply])

    return address


def text(response) -> str:
    """What a reader sees of a page, without markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# -- landing page and archive ---------------------------------------------------------------------


def test_home_shows_the_latest_as_everybody_may_see_them(client: Client) -> None:
    open_game, playing, waiting = game_over(), game_in_play(), game_waiting()
    response = client.get("/")

    assert [card.row.url for card in response.context["latest"]] == [f"/games/{open_game.key}/"]
    assert [card.row.url for card in response.context["live"]] == [f"/games/{playing.key}/"]
    assert waiting.key not in response.content.decode()
    assert response.context["live"][0].board.count(" back") >= 60  # hardly anything is known after twelve plies
    assert " back" not in response.context["latest"][0].board


def test_home_shows_games_that_were_played_here_before_records(client: Client) -> None:
    played = game_over()
    (record,) = parse_records(Path("games/demo/duel-1.json").read_bytes())
    import_records([judge("duel", record)])
    (imported,) = Game.objects.exclude(id=played.id)
    response = client.get("/")

    assert [card.row.url for card in response.context["latest"]] == [f"/games/{played.key}/", f"/games/{imported.key}/"]


def test_home_shows_visitors_a_fight_of_which_one_side_sees_no_more_than_it_may(client: Client) -> None:
    page = client.get("/")
    fight = page.context["fight"]
    assert (fight.ply, fight.board.count('class="piece blue back"'), fight.happened.count("data-fight=")) == (10, 38, 2)
    assert landing_fight() is fight


def test_home_shows_who_is_signed_in_what_waits(client: Client) -> None:
    ada = account("Ada")
    game = game_in_play(accounts=(ada, None), plies=2)
    client.force_login(ada)
    page = client.get("/")
    assert page.context["fight"] is None
    assert "1 game waits for you" in text(page)
    assert '<li class="waits">' in page.content.decode()
    assert f'href="/games/{game.key}/"' in page.content.decode()


def test_archive_lists_newest_first(client: Client) -> None:
    first, second = game_over(names=("Ada", "Charles")), game_in_play(names=("Grace", "Linus"), slug="barrage")
    rows = [row for row in client.get("/games/").context["list"].split("</li>") if "<li>" in row]

    assert [re.findall('href="(/games/[^"]+)"', row) for row in rows] == [[f"/games/{g.key}/"] for g in (second, first)]
    assert [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows] == [
        f"Grace Linus In play Barrage · 12 moves {second.created:%-d %B %Y}",
        f"Ada Charles Blue wins: resignation Classic · 12 moves {first.created:%-d %B %Y}",
    ]
    assert [re.findall('class="side ([^"]+)"', row) for row in rows] == [["red", "blue"], ["red", "blue won"]]
    Player.objects.filter(name="Grace").delete()
    assert "Grace" not in client.get("/games/").context["list"]


def test_archive_filters(client: Client) -> None:
    games = {
        "blue won": game_over(names=("Ada", "Charles")),
        "red won": game_over(names=("Grace", "Linus"), loser=Seat.BLUE),
        "drawn": game_in_play(names=("Linus", "Grace"), slug="barrage"),
        "playing": game_in_play(names=("Ada", "Charles")),
    }
    commands.offer_draw(game=games["drawn"].id, seat=Seat.RED)
    commands.agree_draw(game=games["drawn"].id, seat=Seat.BLUE)
    named = {f"/games/{game.key}/": name for name, game in games.items()}
    expected = {
        "variant=barrage": {"drawn"},
        "variant=classic": {"blue won", "red won", "playing"},
        "player=grace": {"drawn", "red won"},
        "player=%20AD%20": {"blue won", "playing"},
        "result=red": {"red won"},
        "result=blue": {"blue won"},
        "result=draw": {"drawn"},
        "result=playing": {"playing"},
        "variant=classic&player=Grace&result=red": {"red won"},
        "player=nobody": set(),
        "": {"blue won", "red won", "drawn", "playing"},
    }
    result = {query: [named[row.url] for row in client.get(f"/games/?{query}").context["rows"]] for query in expected}
    assert {query: sorted(rows) for query, rows in result.items()} == {
        q: sorted(names) for q, names in expected.items()
    }


def test_archive_refuses_an_unknown_filter_and_keeps_what_was_entered(client: Client) -> None:
    game_over()
    response = client.get("/games/?variant=chess&player=Ada")

    assert response.status_code == 400
    assert "Select a valid choice. chess is not one of the available choices." in text(response)
    assert 'value="Ada"' in response.content.decode()
    assert 'aria-describedby="id_variant_error"' in response.content.decode()


def test_archive_swaps_the_list_alone_for_htmx(client: Client) -> None:
    game_over()
    whole, part = client.get("/games/"), client.get("/games/", headers={"HX-Request": "true"})

    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()
    assert 'id="total"' in part.content.decode()
    assert all("HX-Request" in response["Vary"] for response in (whole, part))


@pytest.mark.slow
def test_archive_pages_keep_the_filters(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("library.archive.views.PAGE", 1)
    older, newer = game_over(), game_over()
    game_over(names=("Grace", "Linus"))
    first = client.get("/games/?player=ada")

    assert [row.url for row in first.context["rows"]] == [f"/games/{newer.key}/"]
    below, last = f"/games/?player=ada&before={newer.key}", "/games/?player=ada&oldest=1"
    assert first.context["links"] == PageLinks(older=below, oldest=last)
    assert [[row.url for row in client.get(url).context["rows"]] for url in (below, last)] == [
        [f"/games/{older.key}/"]
    ] * 2
    above = f"/games/?player=ada&after={older.key}"
    assert client.get(below).context["links"] == PageLinks(newest="/games/?player=ada", newer=above)
    assert client.get(above).context["links"] == PageLinks(older=below, oldest=last)


@pytest.mark.slow
def test_a_page_of_the_archive_stays_while_new_games_come(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("library.archive.views.PAGE", 2)
    games = [f"/games/{game_over(plies=0).key}/" for _one in range(5)][::-1]
    pages, urls, url = [], [], "/games/"
    while url:
        response = client.get(url)
        pages.append([row.url for row in response.context["rows"]])
        urls.append(url)
        url = response.context["links"].older
    assert pages == [games[:2], games[2:4], games[4:]]
    back = client.get(response.context["links"].newer)
    assert [row.url for row in back.context["rows"]] == games[2:4]
    game_over(plies=0)
    assert [row.url for row in client.get(urls[1]).context["rows"]] == games[2:4]


def test_a_page_at_no_game_is_the_first_and_one_beyond_the_last_leads_there(client: Client) -> None:
    game = game_over(plies=0)
    for query in ("before=nowhere", "after=", "oldest=1"):
        assert [row.url for row in client.get(f"/games/?{query}").context["rows"]] == [f"/games/{game.key}/"]
    for query in (f"before={game.key}", f"after={game.key}"):
        assert client.get(f"/games/?variant={game.variant}&{query}")["Location"] == f"/games/?variant={game.variant}"


def test_deleted_and_unnamed_players_have_words(client: Client) -> None:
    game = game_over(names=("Ada", "Charles"))
    Player.objects.filter(name="Ada").delete()
    nobody = creation.create_game(variant=variant("classic"), players={})

    assert [player.name for player in client.get(f"/games/{game.key}/").context["replay"].players] == [
        "Deleted player",
        "Charles",
    ]
    key = Game.objects.get(id=nobody).key
    assert [player.name for player in client.get(f"/games/{key}/").context["replay"].players] == ["Unnamed player"] * 2


# -- the replay -----------------------------------------------------------------------------------


def test_a_revealed_game_is_shown_with_everything_open(client: Client) -> None:
    page = client.get(f"/games/{game_over().key}/").context["replay"]

    assert (page.audience.viewer, page.ply) == ("all", 12)
    assert [(view.name, view.current) for view in page.views] == [
        ("Everything", True),
        ("Red's view", False),
        ("Blue's view", False),
        ("Public", False),
    ]
    assert " back" not in page.position


def test_a_game_in_play_is_shown_to_strangers_as_spectators(client: Client) -> None:
    page = client.get(f"/games/{game_in_play().key}/").context["replay"]

    assert [view.name for view in page.views] == ["Public"]
    assert page.position.count(" back") >= 60


def test_a_player_sees_the_own_side_of_a_game_in_play(client: Client) -> None:
    ada = account("Ada")
    game = game_in_play(accounts=(ada, None))
    client.force_login(ada)
    page = client.get(f"/games/{game.key}/?view=red").context["replay"]

    assert (page.audience.viewer, page.audience.private) == ("red", True)
    assert [view.name for view in page.views] == ["Your view", "Public"]
    assert "piece red back" not in page.position
    assert "piece blue back" in page.position


def test_nobody_sees_more_after_the_end_before_the_reveal(client: Client) -> None:
    game = game_over(reveal="never")
    response = client.get(f"/games/{game.key}/")

    assert [view.name for view in response.context["replay"].views] == ["Public"]
    assert "over but not revealed" in text(response)
    assert "it can be downloaded once the game is revealed" in text(response)


def test_a_player_chooses_among_what_is_allowed(client: Client) -> None:
    ada = account("Ada")
    game = game_in_play(accounts=(ada, None))
    client.force_login(ada)

    expected = {"all": 403, "blue": 403, "red": 200, "spectator": 200, "x": 404}
    assert {view: client.get(f"/games/{game.key}/?view={view}").status_code for view in expected} == expected


def test_a_ply_outside_the_game_leads_to_the_nearest(client: Client) -> None:
    game = game_over()
    asked = {"999": 12, "-3": 0, "x": 12, "": 12, "007": 7, "9" * 5000: 12, "1e3": 12}
    answers = {
        ply: client.get(f"/games/{game.key}/", {"view": "red", "ply": ply, "flip": "1"}) for ply in (*asked, "7")
    }

    assert answers.pop("7").context["replay"].ply == 7
    assert {ply: (answer.status_code, answer.get("Location")) for ply, answer in answers.items()} == {
        ply: (302, f"/games/{game.key}/?view=red&ply={leads}&flip=1") for ply, leads in asked.items()
    }


def test_links_step_without_scripts(client: Client) -> None:
    game = game_over()
    steps = {
        step.slug: (step.url, step.idle) for step in client.get(f"/games/{game.key}/?ply=1").context["replay"].steps
    }

    assert steps == {
        "first": (f"/games/{game.key}/?ply=0", False),
        "previous": (f"/games/{game.key}/?ply=0", False),
        "next": (f"/games/{game.key}/?ply=2", False),
        "last": (f"/games/{game.key}/?ply=12", False),
    }


def test_the_move_list_renders_the_chunk_of_the_ply(client: Client) -> None:
    game = game_over(plies=120)
    chunks = list(client.get(f"/games/{game.key}/?ply=51").context["replay"].chunks)

    assert [(chunk.first, chunk.last, chunk.markup is not None) for chunk in chunks] == [
        (1, 50, False),
        (51, 100, True),
        (101, 120, False),
    ]
    assert chunks[1].markup.count("data-to-ply") == 50
    assert re.findall(r'data-to-ply="(\d+)" aria-current="true"', chunks[1].markup) == ["51"]
    for chunk in (chunks[0], chunks[2]):
        response = client.get(chunk.url)
        assert re.findall(r'data-to-ply="(\d+)"', response.content.decode()) == [
            str(ply) for ply in range(chunk.first, chunk.last + 1)
        ]


def test_a_game_that_waits_for_set_ups_says_who_is_ready(client: Client) -> None:
    response = client.get(f"/games/{game_waiting().key}/")

    assert "Red is ready. Blue is still setting up." in text(response)
    assert '<svg class="board"' not in response.content.decode()


def test_set_ups_are_sealed_and_opened_by_the_reveal(client: Client) -> None:
    sealed = text(client.get(f"/games/{game_over(reveal='never').key}/"))
    opened = text(client.get(f"/games/{game_over().key}/"))

    assert "Salt and placement come out when the game is revealed." in sealed
    assert "They match." not in sealed
    assert opened.count("They match.") == 2


def test_a_partner_sees_neither_the_pieces_nor_the_view_of_the_other(client: Client, at) -> None:
    ada = account("Ada")
    game = game_of("alliance", plies=4, accounts={Seat.RED: ada}, over=False)
    client.force_login(ada)
    markup = client.get(f"/games/{game.key}/?view=red").context["replay"].position

    assert ("piece red back" in markup, "piece red2 back" in markup) == (False, True)
    assert client.get(at(game, "red2", 1)).status_code == 403


def test_the_seed_of_shuffles_is_sealed_and_opened_by_the_reveal(client: Client) -> None:
    sealed, opened = (text(client.get(f"/games/{game_of('cards', reveal=reveal).key}/")) for reveal in ("never", "end"))

    assert "It comes out when the game is revealed." in sealed
    assert ("the deal" in sealed, "as the seed gives it" in sealed) == (False, False)
    assert "It is open now, so anyone can shuffle again and compare." in opened
    assert opened.count("They match.") == 3
    assert "Red, the deal" in opened
    assert "not as the seed gives it" not in opened


@pytest.mark.parametrize(
    ("slug", "forms"), [("alliance", ["json"]), ("campaign", ["json"]), ("ultimate_lightning", ["json", "xml"])]
)
def test_a_record_is_offered_in_the_forms_that_can_hold_it(client: Client, slug: str, forms: list[str]) -> None:
    game = game_of(slug, plies=4)
    links = [link.url for link in client.get(f"/games/{game.key}/").context["replay"].downloads]

    assert links == [f"/games/{game.key}/record.{form}" for form in forms]


def test_limits_are_shown_before_they_strike(client: Client) -> None:
    page = client.get(f"/games/{game_in_play(plies=0, no_attack_limit=15).key}/").context["replay"]

    assert "The game is drawn after 15 more moves without an attack." in page.position
    assert ("Drawn", "after 15 moves without an attack") in list(page.facts)


@pytest.mark.parametrize("address", ["/games/nothing/", "/games/nothing/record.json", "/games/abcdefghijk/"])
def test_an_unknown_game_is_not_found(client: Client, address: str) -> None:
    response = client.get(address)

    assert response.status_code == 404
    assert "There is no game at this address." in text(response)


# -- positions and chunks at addresses of their own -----------------------------------------------


def test_what_is_settled_and_open_is_kept_for_ever(client: Client, at) -> None:
    game = game_over(plies=60)
    for name, audience in product(("position", "board", "moves", "opened"), ("all", "red", "blue", "spectator")):
        response = client.get(at(game, audience, 0, name=name))

        assert response.status_code == 200
        assert directives(response["Cache-Control"]) == directives(FOR_EVER)
        # No cookie: it is the same for everyone. What is short is never packed, so it does not vary at all.
        assert response.get("Vary") == ("Accept-Encoding" if len(response.content) >= SHORTEST else None)
        assert "Set-Cookie" not in response
        assert not re.search("Ada|Charles", response.content.decode())


@pytest.mark.parametrize(("name", "number"), [("position", 60), ("opened", 60), ("moves", 1)])
def test_the_end_of_a_game_is_asked_for_again(client: Client, at, name: str, number: int) -> None:
    address = at(game_over(plies=60), "all", number, name=name)
    response = client.get(address)

    assert directives(response["Cache-Control"]) == {"public", "no-cache"}
    again = client.get(address, headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["position", "board"])
def test_a_past_position_of_a_game_in_play_is_settled(client: Client, at, name: str) -> None:
    """But for the last turns, as long as they may be taken back."""
    game = game_in_play()
    kept = {ply: directives(client.get(at(game, "spectator", ply, name=name))["Cache-Control"]) for ply in range(9, 13)}
    again = {"public", "no-cache"}
    assert kept == {9: directives(FOR_EVER), 10: again, 11: again, 12: again}
    commands.resign(game=game.id, seat=Seat.RED)
    game.refresh_from_db()
    assert directives(client.get(at(game, "spectator", 11, name=name))["Cache-Control"]) == directives(FOR_EVER)


def test_a_list_has_a_small_board_of_each_game_as_everybody_may_see_it(client: Client) -> None:
    now, over, waiting = game_in_play(), game_over(), game_waiting()
    boards = re.findall(r'hx-get="(/games/[^"]*/board/[^"]*)"', client.get("/games/").content.decode())
    keys = {address.split("/")[2]: address for address in boards}
    assert keys.keys() == {now.key, over.key}
    assert waiting.key not in keys
    kept = {}
    for key, address in keys.items():
        answer = client.get(address)
        assert answer.content.startswith(b"<svg")
        kept[key] = directives(answer["Cache-Control"])
    assert kept == {now.key: {"public", "no-cache"}, over.key: directives(FOR_EVER)}
    assert [address.split("/")[4:6] for address in (keys[now.key], keys[over.key])] == [
        ["spectator", "sealed"],
        ["all", "open"],
    ]


def test_the_last_board_of_a_game_is_found_by_its_key(client: Client) -> None:
    now, waiting, hidden = game_in_play(), game_waiting(), game_in_play(names=("Grace", "Linus"))
    Game.objects.filter(id=hidden.id).update(spectators=Game.Spectators.ENDED)
    addresses = [reverse("games:last-board", args=[key]) for key in (now.key, waiting.key, hidden.key, "1" * 11)]
    assert client.get(addresses[0], follow=True).content.startswith(b"<svg")
    assert [client.get(address).status_code for address in addresses] == [302, 204, 204, 204]


@pytest.mark.parametrize("name", ["position", "board", "moves", "opened"])
def test_a_seats_own_view_is_private(client: Client, at, name: str) -> None:
    ada = account("Ada")
    game = game_in_play(accounts=(ada, None))
    client.force_login(ada)
    response = client.get(at(game, "red", 0, name=name))

    assert response.status_code == 200
    assert directives(response["Cache-Control"]) == {"private", "no-cache"}
    assert "Cookie" in response["Vary"]


def test_before_the_reveal_strangers_get_nothing_but_the_spectators_view(client: Client, at) -> None:
    game = game_over(reveal="never")
    for name, audience in product(("position", "moves", "opened"), ("all", "red", "blue")):
        for reveal in ("open", "sealed"):
            response = client.get(at(game, audience, 0, name=name, reveal=reveal))

            assert response.status_code == 403
            assert response.content == b"This view of the game opens when the game is revealed."
            assert directives(response["Cache-Control"]) == {"private", "no-store"}


def test_a_player_does_not_get_the_opponents_view(client: Client, at) -> None:
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(accounts=(ada, charles))
    client.force_login(charles)

    assert client.get(at(game, "red", 3)).status_code == 403
    assert client.get(at(game, "blue", 3)).status_code == 200


@pytest.mark.parametrize("name", ["position", "moves", "opened"])
def test_another_build_leads_to_the_current_one(client: Client, at, name: str) -> None:
    game = game_over()
    old = reverse(f"games:{name}", args=[game.key, "all", "open", "0123456789ab-en", 0])
    response = client.get(f"{old}?flip=1")

    assert (response.status_code, response["Location"]) == (302, f"{at(game, 'all', 0, name=name)}?flip=1")
    assert directives(response["Cache-Control"]) == {"private", "no-store"}


def test_an_address_from_before_the_reveal_leads_on(client: Client, at) -> None:
    game = game_over()

    response = client.get(at(game, "spectator", 3, reveal="sealed"))
    assert (response.status_code, response["Location"]) == (302, at(game, "spectator", 3, reveal="open"))


@pytest.mark.parametrize(("name", "number"), [("position", 13), ("opened", 13), ("moves", 1)])
def test_what_has_not_been_played_is_not_found(client: Client, at, name: str, number: int) -> None:
    assert client.get(at(game_over(), "all", number, name=name)).status_code == 404


def test_unknown_games_and_audiences_have_no_positions(client: Client, at) -> None:
    game = game_over()

    assert client.get(at(game, "referee", 0)).status_code == 404
    game.key = "abcdefghijk"
    assert client.get(at(game, "all", 0)).status_code == 404


def battle(*, seal: str | None = TREE) -> Game:
    """A game of barrage in which a Scout of red has just met a Miner of blue; blue has lost nothing else to sight."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "TREE", seal)
        setups = {Seat.RED: "FBS9M32..." + "." * 20 + "2" + "." * 9, Seat.BLUE: "3" + "." * 29 + "22S9MBF..."}
        game = creation.create_game(variant=variant("barrage"), players={})
        for seat, placement in setups.items():
            commands.make_setup(game=game, seat=seat, placement=placement)
    commands.play_turn(game=game, seat=Seat.RED, turn="a4-a7")
    return Game.objects.get(id=game)


def test_a_battle_opens_the_two_pieces_that_it_shows_and_no_other(client: Client, at) -> None:
    game = battle()
    made = [event.event for event in store.load(game.id) if isinstance(event.event, SetupMade)]
    value = client.get(at(game, "spectator", 1, name="opened")).json()
    result = [(item["seat"], item["place"], item["square"], item["rank"], item["leaves"]) for item in value["pieces"]]
    assert result == [("red", "30", "a4", "2", 40), ("blue", "0", "a7", "3", 40)]
    assert value["seals"] == {item.seat: commitment_of(item) for item in made}
    assert [value[name] for name in ("game", "variant", "viewer", "ply", "later")] == [
        game.key,
        "barrage",
        "spectator",
        1,
        {},
    ]
    assert client.get(at(game, "spectator", 0, name="opened")).json()["pieces"] == []

    fragment = client.get(at(game, "spectator", 1)).content.decode()
    lines = re.findall(r'<li data-seat="(\w+)"[^>]*data-salt="(\w+)" data-path="([^"]*)"[^>]*>([^<]*)<', fragment)
    assert lines == [
        (item["seat"], item["salt"], " ".join(item["path"]), words)
        for item, words in zip(
            value["pieces"],
            ("Red Scout, sealed on a4 before play", "Blue Miner, sealed on a7 before play"),
            strict=True,
        )
    ]
    whole = client.get(f"/games/{game.key}/").content.decode()
    assert fragment.strip() in whole
    for item in made:
        assert f"{item.seat}={commitment_of(item)}" in whole
        assert item.nonce not in whole + fragment
    assert "data-opened" not in client.get(at(game, "spectator", 0)).content.decode()


def test_how_to_check_is_told_where_seals_are_shown(client: Client) -> None:
    page = client.get(f"/games/{battle().key}/").content.decode()
    assert 'href="/verifying.md"' in page
    answer = client.get("/verifying.md")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert answer.content.decode() == Path("docs/verifying.md").read_text(encoding="utf-8")
    assert client.post("/verifying.md").status_code == 405


def test_a_board_of_four_seats_is_turned_to_each_of_them(client: Client, at) -> None:
    game = game_of("alliance", plies=4)
    page = client.get(f"/games/{game.key}/?ply=2&view=red2&flip=3").context["replay"]

    assert (page.below, page.flip_url) == (3, f"/games/{game.key}/?view=red2&ply=2")
    assert page.address(2, below=1) == f"/games/{game.key}/?view=red2&ply=2&flip=1"
    turned = [client.get(f"{at(game, 'all', 2)}?flip={below}").content for below in range(4)]
    assert len(set(turned)) == 4
    for impossible in ("4", "-1", "x", ""):
        assert client.get(f"{at(game, 'all', 2)}?flip={impossible}").content == turned[0]


def test_the_page_holds_the_same_position_as_its_address(client: Client, at) -> None:
    game = game_over()
    page = client.get(f"/games/{game.key}/?ply=5&view=red").content
    position = client.get(at(game, "red", 5)).content

    assert position in page


@pytest.mark.parametrize("address", ["/games/", "/checkpoints/", "/games/{key}/", "/games/{key}/?ply=3"])
def test_pages_are_revalidated(client: Client, address: str) -> None:
    address = address.format(key=game_over().key)
    response = client.get(address)

    assert directives(response["Cache-Control"]) == {"private", "no-cache"}
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_a_page_changes_its_etag_when_the_game_goes_on(client: Client) -> None:
    game = game_in_play()
    etag = client.get(f"/games/{game.key}/")["ETag"]
    commands.resign(game=game.id, seat=Seat.RED)

    assert client.get(f"/games/{game.key}/", headers={"If-None-Match": etag}).status_code == 200


def test_positions_are_sent_compressed(client: Client, at) -> None:
    address = at(game_over(), "all", 0)
    response = client.get(address, headers={"Accept-Encoding": "gzip"})

    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) < len(client.get(address).content) / 4


# -- records and the rest -------------------------------------------------------------------------


def test_the_record_can_be_downloaded_once_revealed(client: Client) -> None:
    game = game_over()
    as_json, as_xml = client.get(f"/games/{game.key}/record.json"), client.get(f"/games/{game.key}/record.xml")

    assert as_json["Content-Disposition"] == f'attachment; filename="vexillum-{game.key}.json"'
    assert (as_json["Content-Type"], as_xml["Content-Type"]) == ("application/json", "application/xml")
    record = json.loads(as_json.content)
    assert (record["variant"], len(record["turns"])) == ("classic", 12)
    assert as_xml.content.count(b"<move ") == 12


def test_the_record_is_refused_before_the_reveal(client: Client) -> None:
    game = game_over(reveal="never")
    response = client.get(f"/games/{game.key}/record.json")

    assert response.status_code == 403
    assert "It can be downloaded once the game is revealed." in text(response)
    assert client.get(f"/games/{game_over().key}/record.pdf").status_code == 404


def test_checkpoints_are_listed_newest_first(client: Client, settings: Settings, tmp_path) -> None:
    assert "No checkpoint yet" in text(client.get("/checkpoints/"))
    settings.DATA_DIR = tmp_path
    first, _path = checkpoints.write()
    second, _path = checkpoints.write()
    page = client.get("/checkpoints/")

    assert [row.number for row in page.context["page"]] == [2, 1]
    assert bytes(second.root).hex() in text(page)
    assert text(page).count(bytes(first.root).hex()) == 2  # its own row, and as the previous of the second


def test_signing_out_is_asked_first(client: Client) -> None:
    assert client.get("/logout/")["Location"] == "/login/"
    client.force_login(account("Ada"))

    assert "You are signed in as ada." in text(client.get("/logout/"))
    assert "_auth_user_id" in client.session
    assert client.post("/logout/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_signing_in_keeps_the_name_after_a_mistake(client: Client) -> None:
    response = client.post("/login/", {"login": "ada", "password": "wrong"})

    assert 'value="ada"' in response.content.decode()
    assert "Enter a correct username and password." in text(response)


def test_forms_that_cannot_be_trusted_are_explained() -> None:
    response = Client(enforce_csrf_checks=True).post("/login/", {"username": "ada"})

    assert response.status_code == 403
    assert "reload the page and send it again" in text(response)


def test_every_error_has_a_page_that_needs_no_request() -> None:
    from django.views import defaults

    request = RequestFactory().get("/")
    assert b"Something broke on our side" in defaults.server_error(request).content
    assert b"This request cannot be read" in defaults.bad_request(request, Exception()).content
    assert b"There is nothing here" in defaults.page_not_found(request, Exception()).content
    assert b"This is not open to you" in defaults.permission_denied(request, Exception()).content


def test_pages_obey_their_own_policy(client: Client) -> None:
    game = game_over()
    for address in ("/", "/games/", f"/games/{game.key}/", "/checkpoints/", "/login/"):
        markup = client.get(address).content.decode()
        assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?! (type=\"module\" )?src=\"/static/)", markup)
        assert not re.search(r"(src|href)=\"(https?:)?//(?!testserver)", markup)


# -- records under other house rules --------------------------------------------------------------


def test_plies_that_break_a_repetition_rule_are_marked(client: Client) -> None:
    """Red crosses the border between a4 and a5 four times in a row, which N = 3 forbids (RULES section 4)."""
    game = creation.create_game(
        variant=variant("barrage"), players={}, options=Options(repetition=Repetition.NOTED), reveal="never"
    )
    commands.make_setup(game=game, seat=Seat.RED, placement="F229SBM..." + "." * 20 + "3.........")
    commands.make_setup(game=game, seat=Seat.BLUE, placement="." * 30 + ".2F2M9SB3.")
    for mine, theirs in [("a4-a5", "e10-e9"), ("a5-a4", "e9-e10")] * 2:
        commands.play_turn(game=game, seat=Seat.RED, turn=mine)
        commands.play_turn(game=game, seat=Seat.BLUE, turn=theirs)
    page = client.get(f"/games/{Game.objects.get(id=game).key}/?ply=7").context["replay"]

    assert [(mark.ply, mark.name) for mark in page.noted] == [
        (7, "Move 7: Two-squares rule"),
        (8, "Move 8: Two-squares rule"),
    ]
    assert page.noted_text == "2 moves break a repetition rule; the record was played under other rules"
    assert '<li class="breach">This move breaks a rule: Two-squares rule.</li>' in page.position
    assert next(iter(page.chunks)).markup.count("⚑") == 2
