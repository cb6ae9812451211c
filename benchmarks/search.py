"""`search`: twenty searches in an archive of 50,000 generated games against the same in one of 5,000.

The ratio is the time at 50,000 over the time at 5,000 of the search for which that is worst. Each takes the first page
(or the page that it names), the count that stands above it, and the rows of its games: what the page asks of the
database. `parts` has the milliseconds of each, and how many look-ups of one row by its key take as long. Both databases
are asked in turns, so that what else the machine does falls on both.

The games are played at random by the engine and folded by the service's own code; each is taken many times, with other
players, days, set-ups and events. They lie in the log as far from one another as their events would have them lie.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from benchmarks.database import Scratch, scratch
from benchmarks.growth import quietly, use
from benchmarks.result import Bar, Result, seconds
from eventlog.statements import execute
from games.domain.events import GameCreated, GameRevealed, Resigned, SetupMade, TurnPlayed
from games.domain.projections import course_in
from games.domain.queries import listed
from games.domain.random_play import random_setup
from games.domain.transitions import fold
from games.models import key_of
from games.rules import Options, Seat, apply, legal_turns, start, variant
from library.archive.domain.criteria import Criteria
from library.archive.domain.facts import FACT_BITS, STRETCH_BITS, EntryFacts, setup_bits
from library.archive.domain.projections import entry_facts
from library.archive.domain.search import GameSearch, SearchCursor
from tests.growth.multiplied import copy_rows
from tests.scenes import game_over

FEW, MANY = 5000, 50_000
KINDS = {"classic": 40, "duel": 30, "barrage": 30, "lightning": 20, "alliance": 10}
"""Games of each rule book that are played."""

PLAYERS, EVENTS = 400, 40
ROUNDS, WARM = 25, 3
PAGE = 30
BARS = (Bar("ratio", at_most=3),)


def run() -> Result:
    """Measure milliseconds of each search in both archives."""
    played = [game for slug, count in KINDS.items() for game in play(slug, count)]
    with scratch() as databases, quietly():
        sites = [site(databases, played, count) for count in (FEW, MANY)]
        times: dict[str, tuple[list[float], list[float]]] = {}
        lookups: list[float] = []
        for turn in range(WARM + ROUNDS):
            for which in (0, 1) if turn % 2 else (1, 0):
                archive = sites[which]
                use(databases, archive.name)
                for what, (asked, cursor) in archive.searches.items():
                    took = seconds(lambda asked=asked, cursor=cursor: look(asked, cursor))
                    if turn >= WARM:
                        times.setdefault(what, ([], []))[which].append(took)
                if turn >= WARM:
                    lookups += [seconds(lambda archive=archive: by_key(archive.key)) for _one in range(50)]
    lookup = median(lookups)
    medians = {what: (median(few), median(many)) for what, (few, many) in times.items()}
    ratios = {what: many / few for what, (few, many) in medians.items()}
    worst = max(ratios, key=lambda what: ratios[what])
    parts: dict[str, Any] = {"worst": worst, "a look-up by key, ms": lookup * 1000}
    parts |= {f"{what}, ms": many * 1000 for what, (_few, many) in medians.items()}
    parts |= {f"{what} / a look-up": many / lookup for what, (_few, many) in medians.items()}
    parts |= {f"{what}, {MANY:,} / {FEW:,}": ratio for what, ratio in ratios.items()}
    few, many = medians[worst]
    return Result("search", many * 1000, few * 1000, ratios[worst], "ms, the worst", parts, BARS)


def look(asked: Criteria, cursor: SearchCursor) -> int:
    """Ask for what a page of the archive shows."""
    page, _count = GameSearch(asked).look(PAGE, cursor)
    return len(listed(page.games))


def by_key(key: str) -> None:
    """Look up one game by its key, and take nothing else of it than its id."""
    execute(b"SELECT id FROM games_game WHERE key = %s", (key,))


# -- games ----------------------------------------------------------------------------------------

_BEGIN = datetime(2016, 1, 1, tzinfo=UTC)


def play(slug: str, count: int) -> Iterator[EntryFacts]:
    """Play games at random, some to their end, and yield what each is found by once it is open."""
    rules = variant(slug)
    for number in range(count):
        chance = random.Random(f"{slug} {number}")
        setups = {seat: random_setup(rules, seat, Options(), "", chance) for seat in rules.seats}
        state, events = start(rules, setups, Options()), []
        plies = chance.randrange(20, 300)
        while state.outcome is None and (state.ply < plies or state.pending):
            turn = chance.choice(legal_turns(state))
            if state.pending:
                break
            state, _facts = apply(state, turn)
            events.append(TurnPlayed(str(turn)))
            if state.pending:
                events.pop()
                break
        end = [] if state.outcome is not None and not state.pending else [Resigned(chance.choice(rules.seats).slug)]
        seats = {seat.slug: None for seat in rules.seats}
        made = [SetupMade(seat.slug, setup, "00" * 32) for seat, setup in setups.items()]
        history = [GameCreated(rules.slug, {}, seats, "end", None, "play"), *made, *events, *end, GameRevealed()]
        now = fold((event, _BEGIN) for event in history)
        yield entry_facts(now, course_in(history))


# -- archives -------------------------------------------------------------------------------------


class GeneratedArchive(NamedTuple):
    """A database, the key of a game in it, and what is asked of it."""

    name: str
    key: str
    searches: Mapping[str, tuple[Criteria, SearchCursor]]


_COLUMNS = (
    *("game", "place", "variant", "source", "red", "blue", "sitting", "event", "round", "result", "outcome", "played"),
    *("plies", "noted", "attacked", "losses", "red_left", "blue_left", "kept"),
    *("red_setup", "blue_setup", "red2_setup", "blue2_setup", "facts"),
)


def site(databases: Scratch, played: Sequence[EntryFacts], count: int) -> GeneratedArchive:
    name = databases.fresh()
    model = game_over(slug="duel", plies=10)
    chance = random.Random(count)
    people = [UUID(int=chance.getrandbits(128)) for _one in range(PLAYERS)]
    with psycopg.connect(databases.owner_url(name), autocommit=True) as owner:
        owner.execute("DELETE FROM archive_entry")
        owner.execute(
            "INSERT INTO players_player (id, name, bot, guest, organiser, unproven)"
            " SELECT id, 'Player ' || id, false, false, false, false FROM unnest(%s::uuid[]) id",
            [people],
        )
        owner.execute(
            "CREATE TEMP TABLE copies (old uuid, new uuid, key text, variant text, result text, outcome text,"
            " plies int, created timestamptz, red uuid, blue uuid, lowest float8, highest float8)"
        )
        place, copies, some = 1, [], []
        with owner.cursor() as cursor:
            with cursor.copy(f"COPY archive_entry ({', '.join(_COLUMNS)}) FROM STDIN".encode()) as copying:
                for number in range(count):
                    known, strength = another(played, people, number / count, chance)
                    place += (known.plies or 0) + 5
                    game = UUID(int=chance.getrandbits(128))
                    copying.write_row(_row(game, place, known))
                    some.append((place, known))
                    who = (known.red[0], known.blue[0])
                    result = (known.variant, known.result, known.outcome, known.plies, known.played)
                    copies.append((model.id, game, key_of(game), *result, *who, *strength))
            with cursor.copy(b"COPY copies FROM STDIN") as copying:
                for row in copies:
                    copying.write_row(row)
        fill(owner)
    return GeneratedArchive(name, copies[count // 2][2], searches(some, people, count))


def fill(owner: psycopg.Connection) -> None:
    """Give each entry the rows of its game, its seats and its ratings."""
    values = {name: f"c.{name}" for name in ("key", "variant", "result", "outcome", "plies", "created")}
    copy_rows(owner, "games_game", "t.id = c.old", values | {"id": "c.new", "fingerprint": "NULL"})
    player = "CASE t.seat WHEN 0 THEN c.red ELSE c.blue END"
    seats = {"id": None, "game_id": "c.new", "player_id": player, "created": "c.created"}
    copy_rows(owner, "games_gameseat", "t.game_id = c.old", seats)
    owner.execute(
        f"INSERT INTO archive_entryratings (game, stretch, lowest, highest) SELECT c.new, e.place >> {STRETCH_BITS},"
        " c.lowest, c.highest FROM copies c JOIN archive_entry e ON e.game = c.new WHERE c.lowest IS NOT NULL".encode()
    )
    owner.execute("VACUUM ANALYZE")


def another(
    played: Sequence[EntryFacts], people: Sequence[UUID], late: float, chance: random.Random
) -> tuple[EntryFacts, tuple[float | None, float | None]]:
    """One of the games as others may have played it, and how strong they were, if it was rated.

    Args:
        played: what there is.
        people: who may have played; some play far more than others.
        late: 0 for the first game of the archive, 1 for the last.
        chance: the source of randomness.
    """
    known = chance.choice(played)
    red, blue = (people[int(PLAYERS * chance.random() ** 3)] for _side in range(2))
    forms = {seat: swapped(form, chance.randrange(4), chance) for seat, form in known.forms.items()}
    imported = chance.random() < 0.2
    event = chance.random() < 0.15
    rated = not imported and chance.random() < 0.5
    strengths = sorted((chance.gauss(1600, 200), chance.gauss(1600, 200)))
    return replace(
        known,
        red=(red,),
        blue=(blue,),
        source="import" if imported else "play",
        sitting=chance.choices(["people", "mixed", "computers"], [80, 18, 2])[0],
        event=f"event{chance.randrange(EVENTS):06}" if event else "",
        round=chance.randrange(1, 8) if event else None,
        rated=rated,
        played=_BEGIN + timedelta(days=3650 * late, seconds=chance.randrange(9000)),
        noted=1 if imported and chance.random() < 0.1 else 0,
        forms=forms,
    ), ((strengths[0], strengths[1]) if rated else (None, None))


def swapped(form: str, times: int, chance: random.Random) -> str:
    """A set-up with some squares exchanged."""
    squares = list(form)
    for _swap in range(times):
        item, other = chance.randrange(len(form)), chance.randrange(len(form))
        squares[item], squares[other] = squares[other], squares[item]
    return "".join(squares)


def _row(game: UUID, place: int, known: EntryFacts) -> tuple[Any, ...]:
    setups = [setup_bits(known.forms[seat]) if seat in known.forms else None for seat in Seat]
    stretch = place >> STRETCH_BITS << FACT_BITS
    return (
        *(game, place, known.variant, known.source, list(known.red), list(known.blue), known.sitting, known.event),
        *(known.round, known.result, known.outcome, known.played, known.plies, known.noted, known.attacked),
        *(list(known.losses or ()), known.red_left, known.blue_left, list(known.kept or ()), *setups),
        [stretch | fact for fact in known.facts],
    )


# -- searches -------------------------------------------------------------------------------------


def searches(
    some: Sequence[tuple[int, EntryFacts]], people: Sequence[UUID], count: int
) -> dict[str, tuple[Criteria, SearchCursor]]:
    """What is asked: of what many games have, of what few have, of what hardly any or none has together."""
    first = SearchCursor()
    middle, model = next((place, item) for place, item in some[count // 2 :] if item.variant == "classic")
    classic = variant("classic")
    form = model.forms[Seat.RED]
    drawn = "".join(symbol if symbol in "FB" else "." for symbol in form)
    often, seldom = people[0], people[PLAYERS * 9 // 10]

    def day(year: int, month: int = 1) -> datetime:
        return datetime(year, month, 1, tzinfo=UTC)

    return {
        "the newest": (Criteria(), first),
        "deep down": (Criteria(), SearchCursor(some[count // 10][0])),
        "a rule book, deep down": (Criteria(variant="duel"), SearchCursor(some[count // 10][0])),
        "the oldest of a rule book": (Criteria(variant="classic"), SearchCursor(upwards=True)),
        "a player who plays much": (Criteria(player=[often]), first),
        "a player who plays little": (Criteria(player=[seldom]), first),
        "red against blue": (Criteria(player=[often], side=0, opponent=[people[7]]), first),
        "won by a player against computers": (Criteria(player=[often], won=True, sitting="mixed"), first),
        "strong players": (Criteria(lowest=1900), first),
        "the strongest, in one rule book": (Criteria(variant="barrage", lowest=2050), first),
        "an event's third round": (Criteria(event="event000003", round=3), first),
        "a month long ago": (Criteria(first=day(2018, 3), last=day(2018, 4)), first),
        "long games that ended on the board": (Criteria(shortest=250, outcomes=("flag-captured",)), first),
        "an early attack": (Criteria(attack_to=6), first),
        "a late attack in a classic game": (Criteria(variant="classic", attack_from=100), first),
        "a Marshal lost early, and won": (Criteria(variant="classic", lost=("M", ""), lost_by=60, result="red"), first),
        "much lost and much kept": (Criteria(lost=("M9", ""), kept=("", "M9"), left=((None, 20), (25, None))), first),
        "a formation": (Criteria(pattern=drawn, like=classic), first),
        "a set-up or one near it": (Criteria(setup=form, near=4, like=classic), first),
        "two common things that hardly meet": (
            Criteria(variant="classic", source="import", noted=True, sitting="computers", result="blue"),
            SearchCursor(middle),
        ),
    }
