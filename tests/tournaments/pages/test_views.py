"""The public pages of events: who may see what, and what stands on them."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html import escape, unescape
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from games.models import Game, key_of
from games.rules import Seat
from tests.scenes import account
from tests.tournaments.games import end_game, open_games
from tests.tournaments.scenes import (
    a_tournament,
    an_owner,
    next_round,
    play_on,
    play_out,
    play_round,
    some_players,
)
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization, registration
from tournaments.domain.commands import results as tournament_results
from tournaments.domain.queries import event_lists
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import Announcement, Tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

PAGES = ["", "standings/", "crosstable/", "bracket/", "rounds/", "rounds/1/", "entries/", "entries/1/", "podium/"]
PAGES += ["watch/", "log/", "version/", "mine/", "now/overview/0/"]


def path(tournament: UUID, page: str = "") -> str:
    return f"/tournaments/{key_of(tournament)}/{page}"


def text_of(client: Client, tournament: UUID, page: str = "", status: int = 200) -> str:
    answer = client.get(path(tournament, page))
    assert answer.status_code == status
    body = answer.content.decode()
    body = body[body.index("<main") : body.index("</main>")] if "<main" in body else body
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", body)))


def win(board: object) -> tuple[Mark, Mark]:
    return Mark.WIN, Mark.LOSS


def signed_in(player: UUID) -> Client:
    client = Client()
    client.force_login(
        Player.objects.select_related("account").get(id=player).account, backend=settings.AUTHENTICATION_BACKENDS[0]
    )
    return client


# -- who may see it -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_draft_is_there_for_its_staff_alone(client: Client) -> None:
    owner, other = an_owner(), some_players(1)[0]
    tournament = organization.create_tournament(
        owner=owner, terms=usual_terms("barrage", "swiss", real=True), name="Secret Open"
    )
    strangers = (client, signed_in(other.id))
    for stranger in strangers:
        assert {stranger.get(path(tournament, page)).status_code for page in PAGES} == {404}
        assert "Secret Open" not in stranger.get("/tournaments/").content.decode()
        assert "Secret Open" not in stranger.get("/tournaments/calendar/").content.decode()
    staff = signed_in(owner)
    assert "Secret Open" in text_of(staff, tournament)
    assert "private" in staff.get(path(tournament, "version/"))["Cache-Control"]
    assert "Secret Open" in staff.get("/tournaments/").content.decode()
    organization.announce(tournament=tournament, by=owner)
    assert "Secret Open" in text_of(client, tournament)


def test_a_draft_that_is_given_up_was_never_there(client: Client) -> None:
    owner = an_owner()
    tournament = organization.create_tournament(
        owner=owner, terms=usual_terms("barrage", "swiss", real=True), name="Secret Open"
    )
    organization.cancel_tournament(tournament=tournament, by=owner, reason="No hall")
    assert client.get(path(tournament)).status_code == 404
    assert "Secret Open" not in client.get("/tournaments/").content.decode()
    announced = a_tournament(2, owner=owner, started=False, name="Known Open")
    organization.cancel_tournament(tournament=announced, by=owner, reason="No hall")
    assert "Cancelled" in text_of(client, announced)
    assert "Known Open" in client.get("/tournaments/").content.decode()


def test_what_an_address_cannot_name_is_not_there(client: Client) -> None:
    tournament = a_tournament(4)
    play_round(tournament)
    for page in ("rounds/2/", "rounds/0/", "entries/5/", "podium/", "bracket/", "standings/?after=2", "log/?kind=x"):
        assert client.get(path(tournament, page)).status_code == 404
    for page in ("standings/?after=x", "now/card/9/", "now/nothing/0/"):
        assert client.get(path(tournament, page)).status_code == 404
    assert client.get("/tournaments/11111111111/").status_code == 404
    assert client.get("/tournaments/calendar/?month=x").status_code == 404


# -- standings and what is behind them ------------------------------------------------------------


@pytest.mark.slow
def test_standings_follow_results_and_open_to_what_they_are_made_of(client: Client) -> None:
    tournament = a_tournament(4, rounds=3)
    play_round(tournament, win)
    fold = next_round(tournament)
    before = text_of(client, tournament, "standings/")
    round = fold.round
    assert round is not None
    red = fold.numbers[round.boards[0].red]
    tournament_results.record_result(tournament=tournament, round=2, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    after = text_of(client, tournament, "standings/")
    assert before != after
    card = client.get(path(tournament, f"entries/{round.boards[0].red}/")).content.decode()
    assert f"<dd>{red}</dd>" in card
    for slug in fold.terms.tiebreaks:
        assert f'<details class="tiebreak" id="{slug}"' in card
    # Each value of the standings leads to its explanation, which is there without a script.
    page = client.get(path(tournament, "standings/")).content.decode()
    for target, slug in set(re.findall(r'class="value" href="([^"#]*)#([^"]*)"', page)):
        assert f'id="{slug}"' in client.get(target).content.decode()


def test_a_crosstable_has_opponents_colours_results_and_floats(client: Client) -> None:
    tournament = a_tournament(5, rounds=3)
    play_round(tournament, win)
    fold = play_round(tournament, win)
    page = client.get(path(tournament, "crosstable/")).content.decode()
    cells = re.findall(r'<td class="(\w+)">\s*(?:(\d+)([rb]) )?\s*([1½0+−U])', page)
    results = {(int(other), colour, sign) for _kind, other, colour, sign in cells if other}
    expected = set()
    for round in fold.rounds:
        for board in round.boards:
            red, blue = fold.numbers[board.red], fold.numbers[board.blue]
            expected |= {(blue, "r", "1"), (red, "b", "0")}
    assert results == expected
    assert "↓" in page.split("<table")[1]


def test_a_round_says_why_who_met_whom(client: Client) -> None:
    tournament = a_tournament(5, rounds=3)
    play_round(tournament, win)
    next_round(tournament)
    page = text_of(client, tournament, "rounds/2/")
    assert page.count("Why this pairing") == 2
    assert page.count("Score group Colours Due Floats") == 2
    assert "Pairing bye" in page
    assert "strongly" in page


def test_a_corrected_result_says_what_stood_before(client: Client) -> None:
    owner = an_owner()
    tournament = a_tournament(4, rounds=3, owner=owner)
    play_round(tournament, win)
    tournament_results.correct_result(
        tournament=tournament,
        round=1,
        board=1,
        red=Mark.LOSS,
        blue=Mark.WIN,
        by=owner,
        reason="Slips mixed up",
    )
    assert "Corrected. Before: Red wins." in text_of(client, tournament, "rounds/1/")
    log = text_of(client, tournament, "log/?kind=decisions")
    assert "the result was corrected to: Blue wins. Slips mixed up" in log


# -- the other formats ----------------------------------------------------------------------------


def test_a_knockout_is_drawn_and_told_as_lists(client: Client) -> None:
    tournament = a_tournament(6, format="knockout", third_place=True)
    play_round(tournament, win)
    page = client.get(path(tournament, "bracket/")).content.decode()
    assert page.count('class="box"') == 4 + 2 + 1 + 1
    words = text_of(client, tournament, "bracket/")
    assert words.count("has a bye") == 2
    assert words.count("goes on") == 2
    assert "For the third place: to be decided – to be decided" in words
    play_out(tournament)
    assert "wins" in text_of(client, tournament, "bracket/")
    assert "Place 1" in text_of(client, tournament, "podium/")


# -- the reader's own -----------------------------------------------------------------------------


def test_a_player_reads_where_to_play_next(client: Client) -> None:
    people = some_players(4)
    tournament = a_tournament([person.id for person in people], rounds=3)
    fold = next_round(tournament)
    board = fold.rounds[0].boards[0]
    red, blue = (fold.entries[entry].players[0] for entry in board.entries)
    names = {person.id: person.name for person in people}
    assert f"Round 1, board 1: you have red against {names[blue]}." in text_of(signed_in(red), tournament)
    assert f"Round 1, board 1: you have blue against {names[red]}." in text_of(signed_in(blue), tournament, "mine/")
    assert "My next game" not in text_of(client, tournament)
    play_on(tournament)
    assert "My next game" not in text_of(signed_in(red), tournament) or "is over" in text_of(signed_in(red), tournament)


def test_a_description_is_safe_and_stands_for_no_name(client: Client) -> None:
    owner = an_owner()
    tournament = a_tournament(2, owner=owner, started=False)
    organization.describe(
        tournament=tournament, by=owner, description=f"# Hello\n<script>alert(1)</script> \ue000n{owner.hex}\ue001"
    )
    body = client.get(path(tournament)).content.decode()
    assert "<script>alert" not in body
    assert "<h3>Hello</h3>" in body
    assert f"n{owner.hex}" in body  # left as it was written, without a name in its place


def test_an_event_says_where_it_is_and_when_by_the_clocks_there(client: Client) -> None:
    owner = an_owner()
    tournament = a_tournament(2, owner=owner, started=False, starts=1_884_600_000_000_000, automatic=False)
    organization.describe(tournament=tournament, by=owner, place="Town hall", zone="Asia/Tokyo")
    page = text_of(client, tournament)
    assert "Town hall · Starts on 20 September 2029, 21:00 by the clocks of Asia/Tokyo." in page
    assert "20 September 2029, 12:00 UTC" in page


# -- lists ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_list_has_sections_filters_and_words_for_nothing(client: Client) -> None:
    assert "No events yet" in client.get("/tournaments/").content.decode()
    a_tournament(2, name="Coming One", started=False)
    a_tournament(2, name="Running One", format="round_robin")
    past = a_tournament(2, name="Past One", variant="classic", rounds=1)
    play_out(past)
    full = a_tournament(2, name="Full One", started=False, capacity=2)

    def names(query: str) -> set[str]:
        matches = set(re.findall(r'/">(\w+ One)</a>', client.get(f"/tournaments/{query}").content.decode()))
        return {name.split()[0] for name in matches}

    assert names("") == {"Coming", "Running", "Past", "Full"}
    assert names("?when=open") == {"Coming"}
    assert names("?when=running") == {"Running"}
    assert names("?when=past") == {"Past"}
    assert names("?variant=classic") == {"Past"}
    assert names("?format=round_robin") == {"Running"}
    assert names("?text=full") == names("?text=ful+on") == {"Full"}
    for text in ("%27", "%5C", ":*%26|!()<->", "%22", "a%27%5C%27b", "%F0%9F%8E%B2", "-", "%20"):
        assert client.get(f"/tournaments/?text={text}").status_code == 200, text
    assert names("?text=ull") == names("?text=full+past") == set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(event_lists, "MOST_NAMED", 1)  # a word that many events have
        assert names("?text=one") == {"Coming", "Running", "Past", "Full"}
    assert "No event fits these filters" in client.get("/tournaments/?text=zzz").content.decode()
    assert client.get("/tournaments/?when=never").status_code == 400
    Announcement.objects.filter(tournament=full).delete()
    assert f"Event {key_of(full)}" in client.get("/tournaments/").content.decode()


@pytest.mark.slow
def test_open_lists_ask_again_for_what_their_reader_may_see(client: Client) -> None:
    """The list and the calendar are parts with a version: another one as soon as they say something else, and the same
    for a stranger whatever is prepared."""
    at, hx = 1_884_600_000_000_000, {"HX-Request": "true"}  # 20 September 2029
    owner = an_owner()

    def versions(reader: Client) -> list[str]:
        parts = [reader.get(url, headers=hx).content.decode().strip() for url in urls]
        assert all(part.startswith('<div id="polled" data-polls ') for part in parts)
        return re.findall(r'^<div id="polled" data-polls data-version="(\w+)"', "\n".join(parts), re.MULTILINE)

    urls = ("/tournaments/", "/tournaments/?text=one&when=open", "/tournaments/calendar/?month=2029-09")
    before = versions(client)
    for url in urls:
        assert f'hx-get="{escape(url)}"' in client.get(url).content.decode()
    terms = replace(usual_terms("barrage", "swiss", real=True), starts=at)
    draft = organization.create_tournament(owner=owner, terms=terms, name="Secret One")
    assert versions(client) == before
    mine, yours = versions(signed_in(owner)), versions(client)
    assert [item != two for item, two in zip(mine, yours, strict=True)] == [True, False, False]
    organization.announce(tournament=draft, by=owner)
    after = versions(client)
    assert all(item != two for item, two in zip(before, after, strict=True))
    assert versions(client) == after
    organization.describe(tournament=draft, by=owner, name="Known One")
    assert all(item != two for item, two in zip(after, versions(client), strict=True))


def won_by(player: Player, name: str) -> UUID:
    """A rated event of an approved organiser that a player has won, in its only game."""
    owner = some_players(1, prefix="owner")[0]
    Player.objects.filter(id=owner.id).update(organiser=True)
    other = some_players(1)[0].id
    tournament = a_tournament([player.id, other], name=name, rounds=1, real=False, variant="duel", owner=owner.id)
    next_round(tournament)
    (game,) = open_games(tournament)
    loser = Game.objects.get(id=game).seats.get(player=other).seat
    end_game(game, loser=Seat(loser))
    tournament_results.take_over(game=game)
    lifecycle.finish(tournament=tournament, by=None)
    return tournament


def test_honours_stand_on_the_profile(client: Client) -> None:
    won_by(account("Ada").player, "Winter Cup")
    page = client.get("/players/Ada/").content.decode()
    assert "1 event played" in page
    assert "<strong>First place</strong>" in page
    assert "Winter Cup" in page


# -- the log --------------------------------------------------------------------------------------


def test_every_public_event_is_told_in_words_and_no_private_one(client: Client) -> None:
    owner = an_owner()
    people = [player.id for player in some_players(5)]
    tournament = a_tournament(people, owner=owner, rounds=3, started=False, half_byes=1)
    organization.keep_apart(tournament=tournament, entries=(1, 2), by=owner, reason="They are a couple")
    byes.request_bye(tournament=tournament, entry=3, round=1, kind="half", by=people[2])
    play_log = text_of(client, tournament, "log/")
    assert "couple" not in play_log
    assert "must not meet" not in play_log
    assert "does not play in Round 1: Half-point bye." in play_log
    registration.withdraw(tournament=tournament, entry=5, by=people[4])
    assert "withdrew." in text_of(client, tournament, "log/?kind=entries")
    assert "entered." not in text_of(client, tournament, "log/?kind=results")


def test_an_erased_reason_is_named_as_erased(client: Client) -> None:
    from tournaments.models import Text

    owner = an_owner()
    tournament = a_tournament(3, owner=owner, started=False)
    registration.expel(tournament=tournament, entry=1, by=owner, reason="Rude words")
    assert "was excluded. Rude words" in text_of(client, tournament, "log/")
    Text.objects.all().delete()
    page = text_of(client, tournament, "log/")
    assert "Rude words" not in page
    assert "was excluded. (erased)" in page


# -- what open pages ask for ----------------------------------------------------------------------


def test_a_part_is_asked_for_again_by_its_etag(client: Client) -> None:
    tournament = a_tournament(4, rounds=3)
    next_round(tournament)
    version = json.loads(client.get(path(tournament, "version/")).content)["version"]
    assert version == fold_of(tournament).version
    first = client.get(path(tournament, "now/overview/0/"))
    assert f'data-shown="{version}"' in first.content.decode()
    assert first["Cache-Control"] == "public, no-cache"
    again = client.get(path(tournament, "now/overview/0/"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    play_on(tournament)
    later = client.get(path(tournament, "now/overview/0/"), headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200


def test_spectators_get_no_link_to_a_game_that_is_closed_to_them(client: Client) -> None:
    from games.models import Game

    for spectators, links in (("live", 2), ("ended", 0)):
        tournament = a_tournament(4, real=False, rounds=2, spectators=spectators, rated=False)
        next_round(tournament)
        keys = {game.key for game in Game.objects.filter(tournament=tournament)}
        page = client.get(path(tournament, "rounds/1/")).content.decode()
        assert len(keys) == 2
        assert sum(f"/games/{key}/" in page for key in keys) == links
        assert page.count('hx-get="/games/') == links  # small boards, read when they come into sight


def test_the_boards_to_watch_are_those_that_are_played_and_open(client: Client) -> None:
    """Everybody sees the boards as spectators may; an event that lets nobody watch has none."""
    from games.domain.commands import make_setup
    from games.domain.random_play import random_setup
    from games.models import Game
    from games.rules import Options, Seat

    for spectators, cards in (("live", 1), ("ended", 0)):
        tournament = a_tournament(4, real=False, rounds=2, spectators=spectators, rated=False)
        next_round(tournament)
        game = Game.objects.filter(tournament=tournament).earliest("id")
        rules, options = usual_terms("barrage").rules, Options(no_attack_limit=200)
        for seat in (Seat.RED, Seat.BLUE):
            make_setup(game=game.id, seat=seat, placement=random_setup(rules, seat, options, "", random.Random(1)))
        page = client.get(path(tournament, "watch/")).content.decode()
        assert page.count('<li class="card">') == cards
        assert (f"/games/{game.key}/" in page) == bool(cards)


# -- a large event --------------------------------------------------------------------------------


def test_what_a_file_told_is_no_honour(client: Client) -> None:
    """Who imports an event may name anybody as its players."""
    (player,) = some_players(1)
    tournament = won_by(player, "Invented Cup")
    page = f"/players/{player.name}/"
    assert "Invented Cup" in client.get(page).content.decode()
    Tournament.objects.filter(id=tournament).update(imported=True)
    assert "Invented Cup" not in client.get(page).content.decode()
