"""A search finds exactly what a plain filter finds that looks at each game as everybody may see it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Player
from accounts.people.bots import bots
from eventlog import store
from eventlog.sources import injected
from games.domain import commands
from games.domain.imports import import_records, judge
from games.domain.placement import form_of, mirrored
from games.domain.queries import RowCount
from games.models import Game, key_of
from games.notation import parse_records
from games.replay import timeline
from games.rules import VARIANTS, Repetition, Seat, Viewer, variant
from library.archive.domain import search
from library.archive.domain.criteria import Condition, Criteria, books_like, near_at_most
from library.archive.domain.facts import band, facts_of_number, facts_of_range
from library.archive.domain.search import GameSearch, SearchCount, SearchCursor, TooLong, place_of
from library.archive.models import ArchiveEntry
from ratings.models import Change
from tests.games.domain.played import begun, play_many
from tests.games.domain.test_imports import chaser
from tests.scenes import account, game_in_play, game_over, play_quietly

pytestmark = pytest.mark.django_db

EVENTS = (UUID(int=77 << 70), UUID(int=78 << 70))


# -- an archive of all kinds ----------------------------------------------------------------------


def next_stretch() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(nextval('eventlog_event_position_seq')) FROM generate_series(1, 262144)")


def archive_of_all_kinds() -> None:
    """Games of all rule books by four people and a computer: open and closed ones, some that go on, records, rated."""
    ada, grace = account("Ada"), account("Grace")
    people = [ada.player.id, grace.player.id, bots(1)[0].id, None]
    moments = iter(datetime(2019, 1, 1, tzinfo=UTC) + timedelta(days=97 * number) for number in range(1000))
    for seed in range(30):
        chance = random.Random(seed)
        book = variant(chance.choice(sorted(VARIANTS) if seed % 2 else ["duel", "barrage", "classic"]))
        who = {seat: player for seat in book.seats if (player := chance.choice(people)) is not None}
        rated = seed % 5 == 1 and len(book.seats) == 2
        event = {} if seed % 4 else {"tournament": EVENTS[seed % 3 % 2], "round": 1 + seed % 3}
        if rated:
            who = dict(zip(book.seats, (ada.player.id, grace.player.id), strict=True))
        day = next(moments)
        with injected(clock=lambda day=day: day, seed=lambda seed=seed: bytes([seed]) * 32):  # the same cards each time
            reveal = "never" if seed % 3 == 0 else "end"
            game, _now = begun(book, chance, players=who, reveal=reveal, rated=rated, **event)
            now = play_many(game, chance, most=chance.randrange(0, 60))
            end = chance.randrange(4)
            if now.outcome is None and end == 1 and now.state.pending is None:
                commands.resign(game=game, seat=chance.choice(book.seats))
            elif now.outcome is None and end == 2:
                commands.offer_draw(game=game, seat=now.state.to_move)
                for seat in book.seats:
                    if seat is not now.state.to_move:
                        commands.agree_draw(game=game, seat=seat)
            elif now.outcome is None and end == 3 and now.state.ply < 2 and not event:
                commands.abort_game(game=game, seat=book.seats[0])
        if seed in (8, 9, 20):
            next_stretch()
    for name in ("duel-1", "classic-1", "barrage-2", "cards-1"):
        (record,) = parse_records(Path(f"games/demo/{name}.json").read_bytes())
        import_records([judge(name, record)])
    import_records([judge("noted", chaser(), repetition=Repetition.NOTED)])
    rated = {Seat.RED: ada.player.id, Seat.BLUE: grace.player.id}
    for seed in (1, 2):
        game, _now = begun(variant("duel"), random.Random(seed), players=rated, rated=True)
        play_quietly(game)
        commands.resign(game=game, seat=Seat.BLUE)
    drummer, bugler = bots(2)
    game_over(slug="duel", accounts=(None, None), names=(drummer.name, bugler.name))
    game_over(slug="lightning", plies=60, reveal="never")
    commands.abort_game(game=game_in_play(slug="duel", plies=1).id, seat=Seat.RED)


@dataclass(frozen=True)
class Seen:
    id: UUID
    place: int
    game: Game
    players: tuple[frozenset[UUID], frozenset[UUID]]
    sitting: str
    ratings: tuple[float, ...]
    attacked: int | None
    lost: tuple[tuple[int, int, str], ...]
    kept: tuple[Counter[str], Counter[str]] | None
    left: tuple[int, int] | None
    forms: tuple[tuple[int, str], ...]


def seen() -> list[Seen]:
    results = []
    for game in Game.objects.prefetch_related("seats"):
        seats = {Seat(seat.seat): seat.player_id for seat in game.seats.all()}
        computers = [Player.objects.filter(id=who, bot=True).exists() for who in seats.values()]
        over = game.status == "over" and game.started is not None and game.result != "called-off"
        over |= game.source == "import"
        line = timeline(game)
        attacked, lost, kept, left, forms = None, (), None, None, ()
        if over:
            viewer = Viewer.ALL if game.revealed else Viewer.SPECTATOR
            turns = list(line.turns(Viewer.SPECTATOR, 1, line.plies))
            attacked = next((ply for ply, turn in turns if turn.attack is not None), None)
            last, fell = line.view(viewer, line.plies), {}
            for ply in range(line.plies + 1):
                gone = {piece.id: piece for piece in line.view(Viewer.SPECTATOR, ply).captured}
                fell = {item: fell.get(item, ply) for item in gone}
            lost = tuple((fell[piece.id], piece.seat.side, piece.rank.symbol) for piece in last.captured)
            counts = (Counter(), Counter())
            left = [0, 0]
            for piece in last.pieces:
                if not piece.captive:
                    left[piece.seat.side] += 1
                    counts[piece.seat.side].update([piece.rank.symbol if piece.rank is not None else "?"])
            for holding in last.holdings:
                left[holding.seat.side] += holding.count
                for rank, number in holding.ranks or ():
                    counts[holding.seat.side][rank.symbol] += number
            if game.revealed:
                kept = counts
                forms = tuple((s.seat.side, form_of(s.placement, line.rules, s.seat)) for s in line.seals)
        results.append(
            Seen(
                id=game.id,
                place=next(iter(store.load(game.id))).position,
                game=game,
                players=tuple(
                    frozenset(who for seat, who in seats.items() if seat.side == side and who is not None)
                    for side in (0, 1)
                ),
                sitting="computers" if all(computers) else "mixed" if any(computers) else "people",
                ratings=tuple(Change.objects.filter(game=game.id).values_list("before", flat=True)),
                attacked=attacked,
                lost=lost,
                kept=kept,
                left=None if left is None else tuple(left),
                forms=forms,
            )
        )
    return sorted(results, key=lambda result: result.place, reverse=True)


# -- the plain filter -----------------------------------------------------------------------------


def fits(item: Seen, asked: Criteria) -> bool:
    game = item.game
    day = game.started if game.status == "over" and game.started else game.created
    over = game.status == "over"
    conditions = [
        not asked.variant or game.variant == asked.variant,
        fits_players(item, asked),
        not asked.by_ratings or bool(item.ratings),
        asked.lowest is None or all(value >= asked.lowest for value in item.ratings),
        asked.highest is None or all(value <= asked.highest for value in item.ratings),
        not asked.sitting or item.sitting == asked.sitting,
        not asked.event or (game.tournament is not None and key_of(game.tournament) == asked.event),
        asked.round is None or game.round == asked.round,
        asked.first is None or day >= asked.first,
        asked.last is None or day < asked.last,
        asked.shortest is None or (over and game.plies >= asked.shortest),
        asked.longest is None or (over and game.plies <= asked.longest),
        not asked.outcomes or game.outcome in asked.outcomes,
        game.result == asked.result if asked.result else game.result != "called-off",
        asked.attack_from is None or (item.attacked is not None and item.attacked >= asked.attack_from),
        asked.attack_to is None or (item.attacked is not None and item.attacked <= asked.attack_to),
        all(fits_losses(item, side, asked) for side in (0, 1)),
        all(not asked.kept[side] or (item.kept and item.kept[side] >= Counter(asked.kept[side])) for side in (0, 1)),
        all(
            (asked.left[side] == (None, None))
            or (
                item.left is not None
                and (asked.left[side][0] is None or item.left[side] >= asked.left[side][0])
                and (asked.left[side][1] is None or item.left[side] <= asked.left[side][1])
            )
            for side in (0, 1)
        ),
        fits_setups(item, asked),
        not asked.source or game.source == asked.source,
        asked.noted is None or (over and (game.noted > 0) == asked.noted),
    ]
    return all(conditions)


def fits_players(item: Seen, asked: Criteria) -> bool:
    if asked.player is None and asked.opponent is None:
        return True
    return any(
        (asked.player is None or item.players[side] & set(asked.player))
        and (asked.opponent is None or item.players[1 - side] & set(asked.opponent))
        and (asked.won is None or item.game.winner == (side if asked.won else 1 - side))
        for side in ((0, 1) if asked.side is None else (asked.side,))
    )


def fits_losses(item: Seen, side: int, asked: Criteria) -> bool:
    lost = Counter(
        symbol for ply, of, symbol in item.lost if of == side and (asked.lost_by is None or ply <= asked.lost_by)
    )
    return lost >= Counter(asked.lost[side])


def fits_setups(item: Seen, asked: Criteria) -> bool:
    if asked.like is None:
        return True
    own = [form for side, form in item.forms if asked.setup_side in (None, side)]
    if item.game.variant not in books_like(asked.like):
        return False

    def drawn(form: str) -> bool:
        return all(mark in (".", stands) for mark, stands in zip(asked.pattern, form, strict=True))

    def near(form: str) -> bool:
        return sum(a != b for a, b in zip(asked.setup, form, strict=True)) <= asked.near

    both = {form: (form, mirrored(form, asked.like)) for form in own}
    return (not asked.pattern or any(drawn(image) for form in own for image in both[form])) and (
        not asked.setup or any(near(image) for form in own for image in both[form])
    )


# -- what is asked --------------------------------------------------------------------------------


@st.composite
def criteria(draw: st.DrawFn, games: list[Seen]) -> Criteria:
    model = draw(st.sampled_from(games))
    other = draw(st.sampled_from(games))
    game, line = model.game, draw(st.randoms(use_true_random=False))
    everybody = [*sorted(set().union(*(side for game in games for side in game.players))), uuid4()]
    day = game.created + timedelta(days=line.randint(-40, 40))
    symbols = [symbol for _ply, side, symbol in other.lost if side == 0]
    kept = "" if other.kept is None else "".join(other.kept[1].elements())
    form = line.choice([form for game in games for _side, form in game.forms])
    like = line.choice(
        [variant(game.game.variant) for game in games for _side, own in game.forms if len(own) == len(form)]
    )
    if len(form) == 40:
        like = variant("classic")
    pattern = "".join(item if item in "FBC" and line.random() < 0.4 else "." for item in form)
    squares = list(form)
    for _swap in range(line.randint(0, 3)):
        a, b = line.randrange(len(form)), line.randrange(len(form))
        squares[a], squares[b] = squares[b], squares[a]
    if line.random() < 0.5:
        squares = list(mirrored("".join(squares), like))
    some: dict[str, dict[str, Any]] = {
        "book": {"variant": game.variant},
        "player": {"player": line.sample(everybody, line.randint(1, 2)), "side": line.choice([None, 0, 1])},
        "opponent": {"opponent": [line.choice(everybody)], "won": line.choice([None, True, False])},
        "ratings": {"lowest": line.choice([None, 1400, 1500]), "highest": line.choice([1499, 1500, 1600])},
        "sitting": {"sitting": line.choice(["people", "mixed", "computers"])},
        "event": {"event": key_of(line.choice(EVENTS)), "round": line.choice([None, 1, 2, 3])},
        "days": {"first": day, "last": line.choice([None, day + timedelta(days=line.choice([1, 60, 800, 9000]))])},
        "until": {"last": day},
        "length": {"shortest": line.choice([None, 0, 20]), "longest": line.choice([game.plies, game.plies + 30])},
        "outcome": {"outcomes": (game.outcome, "time-out") if game.outcome else ("agreed-draw",)},
        "result": {"result": game.result},
        "attack": {"attack_from": line.choice([None, model.attacked, 10]), "attack_to": line.choice([None, 40])},
        "lost": {
            "lost": ("".join(symbols[: line.randint(0, 3)]), line.choice(["", "2", "22", "B"])),
            "lost_by": line.choice([None, 10, 20, 40]),
        },
        "kept": {"kept": (line.choice(["", "M", "33"]), kept[: line.randint(0, 6)])},
        "left": {"left": ((line.choice([None, 8, 12]), line.choice([None, 40])), (None, line.choice([None, 19])))},
        "pattern": {"pattern": pattern, "like": like, "setup_side": line.choice([None, 0, 1])},
        "setup": {"setup": "".join(squares), "near": line.randint(0, near_at_most(form)), "like": like},
        "source": {"source": line.choice(["play", "import"])},
        "noted": {"noted": line.choice([True, False])},
    }
    if not set(pattern) - {"."}:
        del some["pattern"]
    chosen: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(sorted(some)), max_size=4, unique=True)):
        chosen |= some[name]
    return Criteria(**chosen)


def pages_of(asked: Criteria, size: int, *, upwards: bool = False) -> list[UUID]:
    ids: list[UUID] = []
    cursor = SearchCursor(upwards=upwards)
    for _page in range(200):
        page = GameSearch(asked).page(size, cursor)
        ids = [*page.games, *ids] if upwards else [*ids, *page.games]
        if not (page.newer if upwards else page.older):
            return ids
        edge = page.games[0 if upwards else -1] if page.games and not page.reached else None
        if page.reached:
            place = place_of(page.reached)
            cursor = SearchCursor(place, upwards, included=True)
        else:
            cursor = SearchCursor(ArchiveEntry.objects.get(game=edge).place, upwards)
    raise AssertionError("the pages have no end")


def at_the_bounds(seen: Seen) -> Iterator[Criteria]:
    for by in (0, -1):
        fallen: Counter[tuple[int, str]] = Counter()
        for ply, side, symbol in seen.lost[:9]:
            fallen[side, symbol] += 1
            letters = symbol * fallen[side, symbol]
            yield Criteria(lost=(letters, "") if side == 0 else ("", letters), lost_by=ply + by)
        yield Criteria(attack_to=(seen.attacked or 0) + by)
        yield Criteria(attack_from=(seen.attacked or 0) - by)
        yield Criteria(shortest=seen.game.plies - by)
        yield Criteria(longest=seen.game.plies + by)
        if seen.left is not None:
            yield Criteria(left=((seen.left[0] - by, None), (None, seen.left[1] + by)))
    for side, counts in enumerate(seen.kept or ()):
        for symbol, number in counts.items():
            for more in (0, 1):
                letters = symbol * (number + more)
                yield Criteria(kept=(letters, "") if side == 0 else ("", letters))
    for side, form in seen.forms[:2]:
        like = variant(seen.game.variant)
        marks = "".join(symbol if symbol in "FBC" else "." for symbol in form)
        if set(marks) - {"."}:  # a hand of cards may have none of them
            yield Criteria(pattern=marks, like=like, setup_side=side)
        most = near_at_most(form)
        squares = list(form)
        for place in range(most + 1):
            squares[place] = "M" if squares[place] != "M" else "2"
        yield Criteria(setup="".join(squares), near=most, like=like)
        squares[0] = form[0]
        yield Criteria(setup="".join(squares), near=most, like=like)


_THERE = (
    lambda item: item.ratings,
    lambda item: item.kept and item.game.source == "play",
    lambda item: item.lost and not item.game.revealed,
    lambda item: item.game.noted,
    lambda item: item.game.result == "called-off",
    lambda item: item.sitting == "computers",
    lambda item: item.game.tournament,
)
"""What there has to be, so that something could be missed."""


def check_criteria(examples: int) -> None:
    archive_of_all_kinds()
    games = seen()
    assert [sum(map(bool, map(what, games))) > 0 for what in _THERE] == [True] * len(_THERE)
    found_some: Counter[bool] = Counter()

    @settings(max_examples=examples, deadline=None)
    @given(asked=criteria(games), size=st.sampled_from([4, 9, 30]), upwards=st.booleans())
    def check(asked: Criteria, size: int, upwards: bool) -> None:
        expected = [game.id for game in games if fits(game, asked)]
        found_some[bool(expected)] += 1
        assert pages_of(asked, size, upwards=upwards) == expected
        assert GameSearch(asked).look(1, SearchCursor())[1] == SearchCount(RowCount(len(expected)))

    # Nothing is drawn, so all set-ups that lie so; and nothing lies between.
    bare = [Criteria(pattern="." * len(book.board.homes[0]), like=book, setup_side=1) for book in VARIANTS.values()]
    never = datetime(2020, 5, 1, tzinfo=UTC)
    bare += [Criteria(attack_from=45, attack_to=20), Criteria(shortest=900, longest=3), Criteria(left=((9, 1), (0, 0)))]
    for asked in [*bare, Criteria(first=never, last=never - timedelta(days=400))]:
        assert GameSearch(asked).page(99, SearchCursor()).games == [game.id for game in games if fits(game, asked)], (
            asked
        )
    for asked in dict.fromkeys(asked for model in games for asked in at_the_bounds(model)):
        expected = [game.id for game in games if fits(game, asked)]
        assert GameSearch(asked).page(99, SearchCursor()).games == expected, asked
    check()
    # By chance: a sixth or a fifth of the examples as a rule, and of eighty at times only five.
    assert min(found_some[True], found_some[False]) > examples // 100


@pytest.mark.slow
def test_a_search_finds_what_a_plain_filter_finds() -> None:
    check_criteria(80)


@pytest.mark.fuzz
def test_a_search_finds_what_a_plain_filter_finds_often() -> None:
    check_criteria(5000)


# -- how far one search goes ----------------------------------------------------------------------


def test_numbers_lie_in_bands_that_cover_them() -> None:
    numbers = [*range(1200), 4095, 4096, 65535, 65536, 10**6]
    assert [band(number) for number in numbers] == sorted(band(number) for number in numbers)
    for least, most in ((None, None), (3, 17), (250, 260), (None, 1023), (70_000, None)):
        asked = set(facts_of_range("n", least=least, most=most))
        inside = [n for n in numbers if (least is None or n >= least) and (most is None or n <= most)]
        assert inside
        assert all(asked & set(facts_of_number("n", number=n)) for n in inside)
        assert len(asked) < 25


def test_a_search_that_has_gone_far_enough_says_where_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    games = []
    for slug in ("barrage", "duel", "duel", "barrage"):
        games.append(game_in_play(plies=1, slug=slug))
        next_stretch()
    duels = GameSearch(Criteria(variant="duel"))
    assert duels.page(9, SearchCursor()).games == [games[2].id, games[1].id]
    monkeypatch.setattr(search, "STRETCHES", 2)
    first = duels.page(9, SearchCursor())
    assert (first.games, first.older, first.reached) == ([games[2].id], True, games[1].key)
    assert duels.look(9, SearchCursor())[1] == SearchCount(RowCount(1), least=True)
    second = duels.page(9, SearchCursor(place_of(first.reached), included=True))
    assert (second.games, second.newer, second.older, second.reached) == ([games[1].id], True, False, "")
    upwards = duels.page(9, SearchCursor(upwards=True))
    assert (upwards.games, upwards.newer, upwards.reached) == ([games[1].id], True, games[2].key)


def test_games_are_counted_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    for _one in range(3):
        game_in_play(plies=0, slug="duel")
    asked = [Criteria(), Criteria(variant="duel"), Criteria(variant="classic"), Criteria(player=[])]
    assert [GameSearch(item).look(1, SearchCursor())[1].count for item in asked] == [
        RowCount(3),
        RowCount(3),
        RowCount(0),
        RowCount(0),
    ]
    monkeypatch.setattr(search, "COUNTED", 2)
    assert [GameSearch(item).look(1, SearchCursor())[1].count for item in asked[:2]] == [RowCount(2, more=True)] * 2


def test_a_search_that_takes_too_long_is_stopped_and_leaves_no_setting_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    game_in_play(plies=0, slug="duel")

    def settings_now() -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('statement_timeout'), current_setting('enable_seqscan')")
            return cursor.fetchone()

    before = settings_now()
    GameSearch(Criteria(variant="duel")).page(9, SearchCursor())
    assert settings_now() == before
    with monkeypatch.context() as slow:  # the page takes nearly all the time there is, so nothing is counted
        slow.setattr(search, "monotonic", iter([0, 2.9, 3.1]).__next__)
        with pytest.raises(TooLong):
            GameSearch(Criteria(variant="duel")).look(0, SearchCursor())
    monkeypatch.setattr(search, "TIME", 20)
    monkeypatch.setattr(Criteria, "parts", lambda asked: [Condition("w.n >= 0 AND pg_sleep(9) IS NOT NULL")])
    with pytest.raises(TooLong):
        GameSearch(Criteria(variant="duel")).page(9, SearchCursor())
    assert settings_now() == before
