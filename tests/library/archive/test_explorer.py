"""The explorer counts set-ups of revealed games, exactly, and shows a number only with ten games behind it."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import UTC
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account
from accounts.people.bots import BOT_IDS, bots
from eventlog import queries, store
from eventlog import rebuild as eventlog_rebuild
from eventlog.models import Damage
from eventlog.projections import deliver
from eventlog.rebuild import rebuild
from eventlog.registry import Damaged
from games.domain import commands
from games.domain import reveal as game_reveal
from games.domain.clocks import PRESETS
from games.domain.placement import SYMBOLS as ALPHABET
from games.domain.placement import form_of, mirrored
from games.domain.playing_on import play_on
from games.models import Game, key_of
from games.replay import timeline
from games.rules import VARIANTS, Seat, variant
from library.archive.domain import counters
from library.archive.domain.counters import count_opened
from library.archive.domain.families import KINDS
from library.archive.domain.opened import either_way
from library.archive.domain.placements import FEWEST, Placements, band_of, placements, slice_of
from library.archive.models import SYMBOLS, FormCount, PlacementCount, PlayedSetup, Uncounted
from library.archive.tasks import count_all_opened
from play.setups.domain import save
from ratings.models import Change
from tests.games.domain.played import begun, play_many, play_some
from tests.games.domain.test_playing_on import source
from tests.scenes import account, game_in_play, game_of, player

pytestmark = pytest.mark.django_db

Kind = tuple[str, str, str, int, str]
EVENT = UUID(int=9 << 70 | 5)


def counted() -> dict[Kind, tuple[int, Counter[tuple[int, str]]]]:
    """All that the counters say once all is counted: by kind the set-ups, and how often each symbol stands on each
    square."""
    count_all_opened()
    numbers: dict[Kind, tuple[int, Counter[tuple[int, str]]]] = {}
    for row in PlacementCount.objects.all():
        kind = (row.variant, row.slice, row.source, row.side, row.result)
        number, cells = numbers.setdefault(kind, (0, Counter()))
        for place, count in enumerate(row.counts):
            cells[place // SYMBOLS, ALPHABET[place % SYMBOLS]] += count
        numbers[kind] = (number + row.setups, +cells)
    return numbers


def by_hand() -> dict[Kind, tuple[int, Counter[tuple[int, str]]]]:
    numbers: dict[Kind, tuple[int, Counter[tuple[int, str]]]] = {}
    for game in Game.objects.filter(revealed=True, source__in=("play", "import")):
        rules = VARIANTS[game.variant]
        if rules.deals or game.result not in ("red", "blue", "draw", "neither"):
            continue
        ratings = dict(Change.objects.filter(game=game.id).values_list("seat", "before"))
        for seal in timeline(game).seals:
            assert seal.placement is not None
            side = Seat(seal.seat).side
            draw = "drawn" if game.result == "draw" else "lost"
            result = "won" if game.result == ("red", "blue")[side] else draw if game.winner is None else "lost"
            year = (game.started or game.created).astimezone(UTC).year
            slices = ["", f"year {year}"]
            if seal.seat in ratings:
                band = sum(ratings[seal.seat] >= end for end in (1200, 1400, 1600, 1800, 2000, 2200))
                slices += [f"band {band}", f"band {band} year {year}"]
            if game.tournament:
                slices.append(f"event {key_of(game.tournament)}")
            form = form_of(seal.placement, rules, Seat(seal.seat))
            for part in slices:
                number, cells = numbers.setdefault((game.variant, part, game.source, side, result), (0, Counter()))
                cells.update((square, symbol) for square, symbol in enumerate(form) if symbol != ".")
                numbers[game.variant, part, game.source, side, result] = (number + 1, cells)
    return numbers


def forms_by_hand() -> dict[tuple[str, str], list[int]]:
    """How often each set-up was laid and what came of it, counted game by game."""
    result: dict[tuple[str, str], list[int]] = {}
    for game in Game.objects.filter(revealed=True, source__in=("play", "import")):
        rules = VARIANTS[game.variant]
        if rules.deals or game.result not in ("red", "blue", "draw", "neither"):
            continue
        for seal in timeline(game).seals:
            assert seal.placement is not None
            side = Seat(seal.seat).side
            drawn = "drawn" if game.result == "draw" else "lost"
            went = drawn if game.winner is None else "won" if game.winner == side else "lost"
            form = either_way(form_of(seal.placement, rules, Seat(seal.seat)), rules)
            numbers = result.setdefault((game.variant, form), [0] * 12)
            numbers[KINDS.index((game.source, side, went))] += 1
    return result


def forms() -> dict[tuple[str, str], list[int]]:
    assert all(row.setups == sum(row.went) for row in FormCount.objects.all())
    return {(row.variant, row.form): row.went for row in FormCount.objects.all()}


def own_by_hand() -> dict[tuple[UUID, str, str], tuple[int, int, int]]:
    """What each person's set-ups came to, counted game by game; a set-up and its mirror image are one."""
    counts: dict[tuple[UUID, str, str], Counter[str]] = {}
    for game in Game.objects.filter(revealed=True, source="play"):
        rules = VARIANTS[game.variant]
        if rules.deals or game.result not in ("red", "blue", "draw", "neither"):
            continue
        seats = {seat.seat: seat.player_id for seat in game.seats.all()}
        for seal in timeline(game).seals:
            assert seal.placement is not None
            who = seats[seal.seat]
            if who is None or who in BOT_IDS:
                continue
            form = form_of(seal.placement, rules, Seat(seal.seat))
            kind = who, game.variant, sorted((form, mirrored(form, rules)))[0]
            drawn = "drawn" if game.result == "draw" else "lost"
            went = drawn if game.winner is None else "won" if game.winner == Seat(seal.seat).side else "lost"
            counts.setdefault(kind, Counter())[went] += 1
    return {kind: (went["won"], went["drawn"], went["lost"]) for kind, went in counts.items()}


def own() -> dict[tuple[UUID, str, str], tuple[int, int, int]]:
    return {(row.player, row.variant, row.form): (row.won, row.drawn, row.lost) for row in PlayedSetup.objects.all()}


def archive_of_all_kinds() -> None:
    """Games of all books, revealed at their end, later, or never; rated, of an event, drawn, imported, played on from
    another, called off."""
    ada, grace = account("Ada"), account("Grace")
    for number in (1, 2, 2):
        seated = {Seat.RED: ada.player.id, Seat.BLUE: grace.player.id}
        game, _now = begun(
            variant("duel"), random.Random(number), players=seated, rated=True, tournament=EVENT, round=1
        )
        chance = random.Random(7)
        now = play_many(game, chance, until=lambda now: now.state.ply >= 30)
        if now.outcome is None:
            commands.resign(game=game, seat=Seat.RED)
    for seed, slug in enumerate(VARIANTS):
        game_of(slug, plies=4, seed=seed, reveal="never" if seed % 3 == 0 else "end", over=seed % 4 != 1)
    draw = game_in_play(slug="duel", plies=2)
    commands.offer_draw(game=draw.id, seat=Seat.RED)
    commands.offer_draw(game=draw.id, seat=Seat.BLUE)
    commands.abort_game(game=game_in_play(slug="duel", plies=1).id, seat=Seat.RED)
    imported, _plies = source()
    seated = {Seat.RED: player("Ada").id, Seat.BLUE: bots(1)[0].id}
    again = play_on(source=imported, ply=4, players=seated, time=PRESETS["14-days"])
    commands.resign(game=again, seat=Seat.RED)
    game_reveal.reveal_game(game=again)


@pytest.mark.slow
def test_counters_are_what_a_plain_count_finds_and_a_rebuild_makes_them_again() -> None:
    archive_of_all_kinds()
    expected, of_players, of_forms = by_hand(), own_by_hand(), forms_by_hand()
    assert {kind[2] for kind in expected} == {"play", "import"}
    assert {kind[4] for kind in expected} == {"won", "drawn", "lost"}
    assert {kind[1].split(" ")[0] for kind in expected} == {"", "year", "band", "event"}
    assert max(sum(went) for went in of_players.values()) > 1
    assert max(map(sum, of_forms.values())) > 1
    assert (counted(), own(), forms()) == (expected, of_players, of_forms)
    rebuild()
    assert not Uncounted.objects.exists()
    assert (counted(), own(), forms()) == (expected, of_players, of_forms)


def test_no_count_moves_before_the_reveal_and_each_game_counts_once() -> None:
    game = game_of("duel", plies=6, reveal="never")
    assert (counted(), own()) == ({}, {})
    game_reveal.reveal_game(game=game.id)
    after = counted()
    assert game.started is not None
    assert {kind[1] for kind in after} == {"", f"year {game.started.year}"}
    assert sum(number for kind, (number, _cells) in after.items() if not kind[1]) == 2


def test_games_wait_in_a_queue_and_each_counts_once() -> None:
    games = [game_of("duel", plies=2, seed=seed) for seed in (1, 2, 3)]
    assert (PlacementCount.objects.count(), Uncounted.objects.count()) == (0, 3)
    assert [count_opened(2), count_opened(2), count_opened(2)] == [2, 1, 0]
    whole = counted()
    assert whole == by_hand()
    deliver([event for game in games for event in store.load(game.id)])  # again
    assert (Uncounted.objects.count(), counted()) == (0, whole)


def test_a_game_that_cannot_be_counted_keeps_no_other_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    games = sorted(game_of("duel", plies=2, seed=seed).id for seed in (1, 2, 3))
    opened_setups = counters.opened_setups

    def broken(asked: Any) -> Any:
        if games[0] in asked:
            raise KeyError
        return opened_setups(asked)

    with monkeypatch.context() as patch:
        patch.setattr(counters, "opened_setups", broken)
        patch.setattr(counters, "AT_ONCE", 2)
        count_all_opened()
    assert list(Uncounted.objects.values_list("game", flat=True)) == [games[0]]
    assert sum(row.setups for row in PlacementCount.objects.filter(slice="")) == 4
    assert counted() == by_hand()


def test_a_rebuild_takes_so_many_games_from_the_queue_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2, 3):
        game_of("duel", plies=2, seed=seed)
    last_events, asked = queries.last_events, list[int]()

    def watched(streams: Any, **how: Any) -> Any:
        asked.append(len(streams))
        return last_events(streams, **how)

    monkeypatch.setattr(eventlog_rebuild, "BATCH", 2)
    monkeypatch.setattr(queries, "last_events", watched)
    rebuild()
    assert ([number for number in asked if number], Uncounted.objects.count(), counted()) == ([2, 1], 0, by_hand())


def test_a_damaged_game_waits_in_the_queue_until_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("duel", plies=2, seed=1)
    game_of("duel", plies=2, seed=2)
    first_events = queries.first_events

    def damaged(most: Any, **how: Any) -> Any:
        if game.id in most:
            how["damaged"](Damaged(game.id, 2, "KeyError"))
        return first_events({id: number for id, number in most.items() if id != game.id}, **how)

    with monkeypatch.context() as patch:
        patch.setattr(queries, "first_events", damaged)
        assert [count_opened(), count_opened()] == [2, 0]
    assert list(Uncounted.objects.values_list("game", flat=True)) == [game.id]
    assert sum(number for kind, (number, _cells) in counted().items() if not kind[1]) == 2
    Damage.objects.all().delete()
    assert counted() == by_hand()


def test_games_that_end_together_add_up() -> None:
    """Whoever finds the row of a kind in somebody's hands counts in another one."""
    game_of("duel", plies=2, seed=1)
    count_all_opened()
    row = PlacementCount.objects.filter(slice="", side=0).get()
    PlacementCount.objects.create(
        **{name: getattr(row, name) for name in ("variant", "slice", "source", "side", "result", "setups", "counts")}
    )
    result = placements("duel", "F")
    assert result.setups[0, row.result] == 2
    assert sum(square[0, row.result] for square in result.squares) == 2


def test_bands_and_slices() -> None:
    assert [band_of(rating) for rating in (0, 1199.9, 1200, 1500, 2199, 2200, 3000)] == [0, 0, 1, 2, 5, 6, 6]
    assert [slice_of(), slice_of(band=0), slice_of(year=2026), slice_of(band=2, year=2026), slice_of(event="K")] == [
        *("", "band 0", "year 2026"),
        *("band 2 year 2026", "event K"),
    ]


@pytest.mark.parametrize(
    ("teams", "red", "blue", "games"), [(1, 9, 0, 9), (1, 9, 9, 9), (1, 10, 0, 10), (2, 18, 18, 9), (2, 0, 19, 10)]
)
def test_ten_games_and_not_ten_set_ups(teams: int, red: int, blue: int, games: int) -> None:
    """Both sides of a game may stand behind a number, and both players of a team: they are one game."""
    counts = {(0, "won"): red, (1, "lost"): blue}
    result = Placements(setups=counts, squares=[], teams=teams)
    assert (result.games(counts), result.enough(counts)) == (games, games >= FEWEST)


# -- the page -------------------------------------------------------------------------------------


def known(
    *, flags: dict[tuple[int, str], dict[int, int]], part: str = "", slug: str = "duel", of: str = "play"
) -> None:
    """Counters: for each side and result how many Flags stood on which squares."""
    squares = len(variant(slug).board.homes[0])
    for (side, result), stood in flags.items():
        counts = [0] * (squares * SYMBOLS)
        for square, number in stood.items():
            counts[square * SYMBOLS + ALPHABET.index("F")] = number
        kind: dict[str, Any] = {"variant": "duel", "slice": part, "source": of, "side": side, "result": result}
        PlacementCount.objects.create(**kind, setups=sum(stood.values()), counts=counts)


def page(client: Client, query: str, status: int = 200) -> str:
    response = client.get(f"/games/explorer/?{query}")
    assert response.status_code == status, (response.status_code, response.headers.get("Location"))
    return response.content.decode()


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def table(markup: str) -> list[list[str]]:
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", markup, re.S)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def drawn(markup: str, scale: str) -> dict[str, str]:
    """The numbers of a picture by the squares that their tooltips name."""
    picture = re.search(rf'<svg class="heat {scale}".*?</svg>', markup, re.S)
    assert picture is not None
    return dict(re.findall(r"<title>(\w+):[^<]*</title>.*?<text[^>]*>([^<]*)<", picture[0]))


def test_a_page_says_where_the_flag_stands_and_how_often_it_won(client: Client) -> None:
    known(flags={(0, "won"): {0: 12, 1: 9}, (0, "lost"): {0: 4, 2: 15}, (1, "lost"): {0: 5, 1: 9}, (1, "won"): {2: 6}})
    result = page(client, "variant=duel")
    rows = table(result)
    first, third = (rows[place][0] for place in (0, 1))
    assert rows == [
        [first, "21", "35.0%", "57.1%", "0.0%", "42.9%"],
        [third, "21", "35.0%", "28.6%", "0.0%", "71.4%"],
    ]
    assert drawn(result, "share") == {first: "35", third: "35"}
    assert drawn(result, "wins") == {first: "57", third: "29"}
    assert "60 set-ups of revealed games: won 45.0%, drawn 0.0%, lost 55.0%." in words(result)


def test_filters_choose_what_is_counted(client: Client) -> None:
    known(flags={(0, "won"): {0: 12}, (0, "lost"): {1: 30}, (1, "won"): {2: 40}})
    known(flags={(0, "won"): {3: 11}}, part="band 2 year 2025")
    known(flags={(0, "won"): {4: 13}}, part=f"event {key_of(EVENT)}")
    known(flags={(0, "won"): {5: 17}}, of="import")

    def numbers(query: str) -> list[str]:
        return [row[1] for row in table(page(client, f"variant=duel&{query}"))]

    assert numbers("colour=red") == ["30", "17", "12"]
    assert numbers("colour=red&result=won") == ["17", "12"]
    assert numbers("colour=blue") == ["40"]
    assert numbers("source=import") == ["17"]
    assert numbers("source=play&colour=red&result=won") == ["12"]
    assert numbers("rating=2&year=2025") == ["11"]
    assert numbers("rating=2") == []
    assert numbers(f"event={key_of(EVENT)}") == ["13"]
    assert numbers("rank=2") == []


def test_an_address_has_what_is_asked_for_alone_and_a_mistake_is_named(client: Client) -> None:
    response = client.get("/games/explorer/?variant=duel&rank=F&colour=&result=won&year=")
    assert (response.status_code, response["Location"]) == (302, "/games/explorer/?variant=duel&result=won")
    result = page(client, f"event={key_of(EVENT)}&year=2025", status=400)
    assert "An event is counted as a whole: leave out the rating and the year." in words(result)
    assert 'id="id_variant_error"' in page(client, "variant=none", status=400)
    assert 'value="short"' in page(client, "event=short", status=400)
    page(client, "variant=duel&rank=9")  # what a book does not have gives way to what it has


# -- one's own set-ups ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_set_up_of_an_open_game_goes_into_the_editor_and_of_a_sealed_one_not(client: Client) -> None:
    sealed, game = game_of("duel", plies=2, reveal="never"), game_of("duel", plies=2, seed=2)
    assert "?take=" not in client.get(f"/games/{sealed.key}/").content.decode()
    forms = {
        seal.seat: form_of(seal.placement, variant("duel"), Seat(seal.seat))
        for seal in timeline(game).seals
        if seal.placement is not None
    }
    links = re.findall(r'href="(/setups/duel/\?take=[^"]*)"', client.get(f"/games/{game.key}/").content.decode())
    assert links == [f"/setups/duel/?take={forms[seat]}" for seat in (Seat.RED, Seat.BLUE)]
    client.force_login(account("Grace"))
    shown = client.get(links[1]).context["setup"]
    assert (shown.form, shown.taken, shown.complete) == (forms[Seat.BLUE], True, True)
    assert client.get("/setups/duel/").context["setup"].form == "." * 40  # an address changes nothing
    kept = client.post("/setups/duel/", {"do": "save", "name": "Theirs", "rows": shown.text, "version": 0})
    assert kept["Location"] == "/setups/duel/"
    assert client.get("/setups/duel/").context["setup"].form == forms[Seat.BLUE]
    assert client.get("/setups/duel/?take=M9X").status_code == 400


def test_each_saved_set_up_says_how_it_did(client: Client) -> None:
    """In one's own games that are revealed, with its mirror image; of others nothing, of sealed games nothing."""
    ada, grace, rules = account("Ada"), account("Grace"), variant("duel")
    seated = {Seat.RED: ada.player.id, Seat.BLUE: grace.player.id}
    games = []
    for loser, reveal in ((Seat.RED, "end"), (Seat.BLUE, "end"), (Seat.BLUE, "never")):
        game, now = begun(rules, random.Random(3), players=seated, reveal=reveal)
        play_some(game, now, random.Random(3))
        commands.resign(game=game, seat=loser)
        games.append(game)
    form = form_of(timeline(Game.objects.get(id=games[0])).seals[0].placement or "", rules, Seat.RED)
    for name, saved in (("Mine", form), ("Turned", mirrored(form, rules)), ("New", form[::-1])):
        save(player=ada.player.id, slug="duel", name=name, form=saved)
    save(player=grace.player.id, slug="duel", name="Hers", form=form)

    def shown(who: Account) -> list[tuple[str, str]]:
        count_all_opened()
        client.force_login(who)
        return re.findall(r'<li>(\w+) <span class="muted">\((.*?)\)<', client.get("/setups/").content.decode())

    went, never = "2 open games: won 1, drawn 0, lost 1", "in no open game yet"
    assert shown(ada) == [("Mine", went), ("New", never), ("Turned", went)]
    assert shown(grace) == [("Hers", never)]
    game_reveal.reveal_game(game=games[2])
    assert shown(ada)[0] == ("Mine", "3 open games: won 2, drawn 0, lost 1")
