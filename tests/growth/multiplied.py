"""A large archive in a moment: a few games are played, and the database copies their rows.

The copies have ids, keys and times of their own, lie before the games that were played, and belong to one player of the
site, to a bot, or to strangers. Copied events are not chained again, so such a database is for measuring alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import psycopg
from django.utils import timezone

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.models import Account
from accounts.people.bots import bots
from eventlog.store import append
from games.domain import command_handler, commands, creation
from games.domain.clocks import PRESETS
from games.models import Game, key_of
from games.rules import Rank, Seat, variant
from library.archive.domain.facts import FACT_BITS, STRETCH_BITS, fact
from library.archive.tasks import count_all_opened
from library.puzzles.models import Puzzle
from library.puzzles.questions import PuzzleKind
from library.releases.domain.events import ArchiveReleased
from library.releases.domain.queries import MARK
from library.releases.domain.release import FORMAT, MANIFEST
from library.releases.domain.verification import stream_of
from library.studies.models import Study
from tests.growth.asked import a_scene
from tests.growth.neighbours import People, add_neighbours
from tests.library.studies.studied import a_study
from tests.scenes import game_over, placements
from tests.two_worlds.asking import Scene
from tests.two_worlds.pages import Cast
from tournaments.models import Announcement, Tournament

BOOK = "duel"
PLIES = 10
NAME, OTHER = "Player red", "Player blue"
"""Of those who have played much."""
RELEASED = "2026-10"
"""The month that is released."""
EVENT = "Harbour"
"""A word of the name of the event that was played, which no copy has."""
APART = 600
"""Places of the log between two copies."""


class Few(NamedTuple):
    """What was played: Ada (red in all of it) and Charles have games that are over and some that go on, one against a
    bot among them. Both play in an event, too. `release` stands for the release in addresses."""

    cast: Cast
    scene: Scene
    ada: Account
    charles: Account
    staff: Account
    over: list[Game]
    going: list[Game]
    waiting: Game
    with_bot: Game
    study: Study
    release: str


def play_few(cast: Cast, releases: Path, *, over: int = 4) -> Few:
    ada, charles = cast.accounts[Seat.RED], cast.accounts[Seat.BLUE]
    (bot,) = bots(1)
    both = {"names": (NAME, OTHER), "accounts": (ada, charles)}
    played = [game_over(slug=BOOK, plies=PLIES, seed=1, **both) for _one in range(over)]
    Puzzle.objects.bulk_create([_puzzle(game, kind) for game, kind in zip(played, cycle(PuzzleKind), strict=False)])
    sides = [(ada.player.id, charles.player.id)] * 3 + [(ada.player.id, bot.id)]
    going = [_begun(red, blue) for red, blue in sides]
    waiting = creation.create_game(
        variant=variant(BOOK),
        players={Seat.RED: ada.player.id, Seat.BLUE: charles.player.id},
        time=PRESETS["3-days"],
    )
    staff = Account.objects.get(username="staff")
    audit.record(Action.CHANGED, by=staff.pk, on=[ada])
    study = a_study(ada, played[0], visibility="public")
    _an_event(ada.player.id)
    return Few(
        cast=cast,
        scene=a_scene(cast, BOOK),
        ada=ada,
        charles=charles,
        staff=staff,
        over=played,
        going=going[:3],
        waiting=Game.objects.get(id=waiting),
        with_bot=going[3],
        study=study,
        release=release(releases),
    )


def _an_event(owner: UUID) -> None:
    id, now = uuid4(), timezone.now()
    data = {"owner": owner, "status": "finished", "format": "swiss", "variant": BOOK, "entry": "open", "version": 9}
    times = dict.fromkeys(("created", "announced", "started", "ended", "changed"), now)
    Tournament.objects.create(id=id, key=key_of(id), **data, **times)
    Announcement.objects.create(tournament=id, owner=owner, name=f"{EVENT} Open", place="Hall 1")


def _puzzle(game: Game, kind: PuzzleKind) -> Puzzle:
    id = uuid4()
    about = {} if kind is PuzzleKind.ATTACK else {"about": Seat.BLUE, "rank": Rank.FLAG}
    choices = ["a4-a5", "b4-b5"] if kind is PuzzleKind.ATTACK else ["a10", "b10"]
    asked = {"kind": kind, "choices": choices, "answer": choices[:1], **about}
    return Puzzle(id=id, key=key_of(id), game=game.id, seat=Seat.RED, ply=PLIES, variant=BOOK, **asked)


def _begun(red: UUID, blue: UUID) -> Game:
    book = variant(BOOK)
    game = creation.create_game(variant=book, players={Seat.RED: red, Seat.BLUE: blue}, time=PRESETS["3-days"])
    for seat, placement in placements(BOOK, random.Random(1)).items():
        if seat not in command_handler.open_game(game).ready:  # a bot is quick
            commands.make_setup(game=game, seat=seat, placement=placement)
    return Game.objects.get(id=game)


def release(folder: Path) -> str:
    """Release a month of no games, with the same bytes each time; return what stands for it in addresses.

    Args:
        folder: of all releases.
    """
    place = folder / RELEASED
    place.mkdir(exist_ok=True)
    table = b"none"
    file = {"name": "games.parquet", "bytes": len(table), "sha256": sha256(table).hexdigest(), "rows": 0}
    left_out = {"by wish": 0, "unreadable": 0}
    data = {"format": FORMAT, "month": RELEASED, "complete": True, "games": 0, "left_out": left_out, "files": [file]}
    manifest = json.dumps(data).encode()
    (place / "games.parquet").write_bytes(table)
    (place / MANIFEST).write_bytes(manifest)
    year, month = map(int, RELEASED.split("-"))
    digest = sha256(manifest).hexdigest()
    append(stream=stream_of(year, month), expected=0, events=[ArchiveReleased(year, month, 0, digest)])
    return digest[:MARK]


def multiply(owner: psycopg.Connection, few: Few, *, over: int, going: int = 0, events: bool = False) -> None:
    """Add copies.

    Args:
        owner: a connection of the role that owns the tables.
        over: so many copies of games that are over; every fourth is Ada's against a bot, every fourth Ada's against a
            stranger, and two are of strangers.
        going: so many copies of games of strangers that go on.
        events: copy the events too, so that the copies can be replayed.
    """
    execute = owner.execute
    templates = {True: [game.id for game in few.over], False: [game.id for game in few.going]}
    bot = _one(owner, "SELECT id FROM players_player WHERE bot LIMIT 1")
    strangers = max((over + going) // 10, 200)
    execute(
        "INSERT INTO players_player (id, name, bot, guest, organiser, unproven)"
        " SELECT gen_random_uuid(), 'Stranger ' || gen_random_uuid(), false, false, false, false"
        " FROM generate_series(1, %s::int)",
        [strangers],
    )
    execute(
        "CREATE TEMP TABLE strangers AS SELECT id, row_number() OVER () - 1 AS number FROM players_player"
        " WHERE name LIKE 'Stranger %'"
    )
    known = _one(owner, "SELECT count(*) FROM strangers")
    execute("CREATE TEMP TABLE copies (old uuid, new uuid, n int, shift interval, red uuid, blue uuid)")
    for is_over, count in ((True, over), (False, going)):
        # Every stranger among them has ten games at most, however many there are in all.
        execute(
            "INSERT INTO copies SELECT (%(old)s::uuid[])[1 + n %% %(kinds)s], gen_random_uuid(), n,"
            " make_interval(mins => n + %(before)s),"
            " CASE WHEN %(over)s AND n %% 4 < 2 THEN %(ada)s ELSE a.id END,"
            " CASE WHEN %(over)s AND n %% 4 = 0 THEN %(bot)s ELSE b.id END"
            " FROM generate_series(1, %(count)s::int) n"
            " JOIN strangers a ON a.number = n %% %(known)s JOIN strangers b ON b.number = (n * 7 + 3) %% %(known)s",
            {
                "old": templates[is_over],
                "kinds": len(templates[is_over]),
                "before": 24 * 60 + _one(owner, "SELECT count(*) FROM games_game"),
                "over": is_over,
                "ada": few.ada.player.id,
                "bot": bot,
                "count": count,
                "known": known,
            },
        )
    at = {name: f"t.{name} - c.shift" for name in ("created", "started", "ended")}
    key = {"id": "c.new", "key": "substr(md5(c.new::text), 1, 11)", "fingerprint": "sha256(c.new::text::bytea)"}
    # A copy that cannot be replayed may as well be of another rule book.
    book = {} if events else {"variant": "CASE WHEN c.n % 3 = 0 THEN 'barrage' ELSE t.variant END"}
    copy_rows(owner, "games_game", "t.id = c.old", key | at | book)
    player = "CASE t.seat WHEN 0 THEN c.red ELSE c.blue END"
    seats = {"id": None, "game_id": "c.new", "player_id": player, "created": at["created"]}
    copy_rows(owner, "games_gameseat", "t.game_id = c.old", seats | {"over_at": "t.over_at - c.shift"})
    _copy_entries(owner, few)
    _copy_counters(owner)
    _copy_puzzles(owner, few)
    _copy_events(owner)
    people = People(few.ada.player.id, few.ada.pk, few.cast.arbiter, few.staff.pk, BOOK)
    add_neighbours(owner, people)
    execute("UPDATE games_tally SET games = games + %s, plies = plies + %s", [over, over * PLIES])
    execute(
        "INSERT INTO games_playertally (player, variant, won, drawn, lost, timed_out, not_set_up, called_off,"
        " given_up) SELECT s.player_id, %s, 0, 0, count(*), 0, 0, 0, 0 FROM games_gameseat s JOIN copies c"
        " ON c.new = s.game_id WHERE s.over_at IS NOT NULL GROUP BY s.player_id",
        [BOOK],
    )
    # One is left each day, and whoever did was told of it.
    execute(
        "INSERT INTO reliability_day (player, day, finished, abandoned, excused)"
        " SELECT s.player_id, s.over_at::date - c.n::int, 1, 1, 0"
        " FROM games_gameseat s JOIN copies c ON c.new = s.game_id WHERE s.over_at IS NOT NULL"
    )
    execute("INSERT INTO reliability_told (player, day) SELECT player, day FROM reliability_day ON CONFLICT DO NOTHING")
    # And one is lost quickly each day, and whoever won was looked at.
    execute(
        "INSERT INTO fairness_pair (low, high, day, games, low_won, high_won, low_quick, high_quick)"
        " SELECT least(c.red, c.blue), greatest(c.red, c.blue), g.ended::date - c.n::int, 1, 1, 0, 0, 1"
        " FROM copies c JOIN games_game g ON g.id = c.new WHERE g.ended IS NOT NULL"
    )
    execute(
        "INSERT INTO fairness_ringlook (player, day, filed) SELECT DISTINCT low, day, false FROM fairness_pair"
        " ON CONFLICT DO NOTHING"
    )
    # Every open game was looked at for second sight, those of who plays most too.
    execute(
        "INSERT INTO fairness_sight (game, seat, player, variant, over, value, spread, told)"
        " SELECT g.id, 0, c.red, g.variant, g.ended, 0, 1, '[]' FROM copies c JOIN games_game g ON g.id = c.new"
        " WHERE g.ended IS NOT NULL"
    )
    execute(
        "INSERT INTO fairness_sightcount (player, variant, games)"
        " SELECT player, variant, count(*) FROM fairness_sight GROUP BY player, variant ON CONFLICT DO NOTHING"
    )
    _add_around(owner, few)
    if events:
        execute("ALTER TABLE eventlog_event DISABLE TRIGGER eventlog_event_follows")
        copy_rows(
            owner,
            "eventlog_event",
            "t.stream = c.old",
            {"position": None, "stream": "c.new", "time": "t.time - c.shift"},
        )
        execute("ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER eventlog_event_follows")
    execute("DROP TABLE copies, events, strangers")
    execute("VACUUM ANALYZE")


def _copy_events(owner: psycopg.Connection) -> None:
    owner.execute("CREATE TEMP TABLE events AS SELECT *, gen_random_uuid() AS event FROM copies WHERE n % 4 = 0")
    owner.execute("ALTER TABLE copies RENAME TO games; ALTER TABLE events RENAME TO copies")
    played = f"t.{{}} = (SELECT tournament FROM tournaments_announcement WHERE name LIKE '{EVENT} %')"
    at = {name: f"t.{name} - c.shift" for name in ("created", "announced", "started", "ended", "changed")}
    key = {"id": "c.event", "key": "substr(md5(c.event::text), 1, 11)"}
    copy_rows(owner, "tournaments_tournament", played.format("id"), key | at)
    data = {"tournament": "c.event", "name": "'Open ' || c.n"}
    copy_rows(owner, "tournaments_announcement", played.format("tournament"), data)
    owner.execute("ALTER TABLE copies RENAME TO events; ALTER TABLE games RENAME TO copies")


def _copy_entries(owner: psycopg.Connection, few: Few) -> None:
    """What the copies are found by. They lie before all other games, as far apart as games of some length do. Those of
    strangers lose the facts of who played the games that they are copies of."""
    before = _one(owner, "SELECT count(*) FROM archive_entry")
    copy_rows(
        owner,
        "archive_entry",
        "t.game = c.old",
        {
            "game": "c.new",
            "place": f"-{APART} * ({before} + row_number() OVER ())",
            "red": "ARRAY[c.red]",
            "blue": "ARRAY[c.blue]",
            "played": "t.played - c.shift",
        },
    )
    ada, charles = few.ada.player.id, few.charles.player.id
    owner.execute(
        f"UPDATE archive_entry SET facts = ARRAY(SELECT (place >> {STRETCH_BITS} << {FACT_BITS}) | own FROM ("
        f" SELECT fact & {(1 << FACT_BITS) - 1} AS own FROM unnest(facts) fact) known"
        " WHERE own <> %s AND (own <> %s OR red = ARRAY[%s::uuid])) WHERE place < 0".encode(),
        [fact("blue", charles), fact("red", ada), ada],
    )


def _copy_counters(owner: psycopg.Connection) -> None:
    """Each copy is a game of an event of its own, whose set-ups are counted by themselves, and of another player's. One
    of them is a set-up that nobody else has laid."""
    count_all_opened()
    owner.execute(
        "INSERT INTO archive_placementcount (variant, slice, source, side, result, setups, counts)"
        " SELECT t.variant, 'event ' || substr(md5(c.new::text), 1, 11), t.source, t.side, t.result, t.setups, t.counts"
        " FROM archive_placementcount t CROSS JOIN copies c WHERE t.slice = ''"
    )
    owner.execute(
        "INSERT INTO archive_playedsetup (player, variant, form, won, drawn, lost)"
        " SELECT gen_random_uuid(), t.variant, t.form, t.won, t.drawn, t.lost"
        " FROM (SELECT * FROM archive_playedsetup ORDER BY id LIMIT 1) t CROSS JOIN copies"
    )
    # A rank for each of the sixteen digits.
    form = "translate(left(md5(c.new::text) || md5(c.old::text), 40), '0123456789abcdef', '.S23456789MFBB.2')"
    owner.execute(
        f"INSERT INTO archive_formcount (variant, form, setups, went) SELECT t.variant, {form}, 1, t.went"
        " FROM (SELECT * FROM archive_formcount ORDER BY id LIMIT 1) t CROSS JOIN copies c".encode()
    )
    owner.execute(
        "INSERT INTO figures_count (variant, slice, source, counts)"
        " SELECT t.variant, 'event ' || substr(md5(c.new::text), 1, 11), t.source, t.counts"
        " FROM figures_count t CROSS JOIN copies c WHERE t.slice = ''"
    )
    owner.execute(
        "INSERT INTO figures_player (player, variant, month, games, counts)"
        " SELECT gen_random_uuid(), t.variant, t.month, t.games, t.counts"
        " FROM (SELECT * FROM figures_player ORDER BY id LIMIT 1) t CROSS JOIN copies"
    )


def _copy_puzzles(owner: psycopg.Connection, few: Few) -> None:
    """Each copy of a game that is over has a puzzle, which was that of a day; Ada had every tenth of them."""
    drawn = {"id": "gen_random_uuid()", "key": "substr(md5('puzzle' || c.new::text), 1, 11)", "game": "c.new"}
    copy_rows(owner, "puzzles_puzzle", "t.game = c.old", drawn | {"used": "true", "band": "t.band + c.n % 3"})
    owner.execute("INSERT INTO puzzles_puzzlesource (game, made, tries) SELECT new, now(), 1 FROM copies")
    owner.execute(
        "INSERT INTO puzzles_puzzleday (day, puzzle_id) SELECT d.day - row_number() OVER ()::int, p.id"
        " FROM puzzles_puzzle p JOIN copies c ON c.new = p.game,"
        " (SELECT coalesce(min(day), '2020-01-01') AS day FROM puzzles_puzzleday) d"
    )
    owner.execute(
        'INSERT INTO puzzles_attempt (id, puzzle_id, player_id, chosen, "right", at)'
        " SELECT gen_random_uuid(), p.id, CASE WHEN c.n %% 10 = 0 THEN %s ELSE c.blue END, p.answer, true, now()"
        " FROM puzzles_puzzle p JOIN copies c ON c.new = p.game",
        [few.ada.player.id],
    )


def _add_around(owner: psycopg.Connection, few: Few) -> None:
    """What people leave beside their games: talk, notices, ratings, sessions, the history of the admin."""
    execute = owner.execute
    execute(
        "INSERT INTO talk_message (id, game, author_id, phrase, text, sent, hidden)"
        " SELECT gen_random_uuid(), c.new, c.blue, 'hello', '', now() - c.shift, false FROM copies c"
    )
    execute(
        "INSERT INTO notices_notice (id, player_id, kind, game, round, board, version, created, read, shown, mail)"
        " SELECT gen_random_uuid(), c.blue, 'over', c.new, 0, 0, 0, now() - least(c.shift, '80 days'), now(), true,"
        " 'none' FROM copies c"
    )
    _add_much_of_one(owner, few)
    _add_studies(owner, few)
    # Turns that players were told of, in games that nobody has to look at for a day.
    text = "FROM copies c JOIN games_game g ON g.id = c.new AND g.result = 'playing' AND g.to_move IS NOT NULL"
    execute(
        "INSERT INTO notices_notice (id, player_id, kind, game, round, board, version, created, shown, mail) SELECT"
        f" gen_random_uuid(), c.red, 'your-turn', g.id, 0, 0, g.turn_version, now(), true, 'none' {text}".encode()
    )
    execute(
        "INSERT INTO notices_told (game, seat, version, kind)"
        f" SELECT g.id, g.to_move, g.turn_version, 'your-turn' {text}".encode()
    )
    execute(f"INSERT INTO notices_duegame (game, at) SELECT g.id, now() + interval '1 day' {text}".encode())
    execute(
        "INSERT INTO ratings_change"
        " (game, seat, player, variant, result, before, value, deviation, meeting, time, position, kind)"
        " SELECT c.new, 0, c.red, %s, 0, 1500, 1500, 100, 1, now() - c.shift, -c.n, 0 FROM copies c",
        [BOOK],
    )
    execute(
        "INSERT INTO players_session (session_key, session_data, expire_date, account, about)"
        " SELECT left(md5(c.new::text) || 'x', 40), '', now() + interval '30 days',"
        " CASE WHEN c.n % 2 = 0 THEN c.new END, CASE WHEN c.n % 2 = 0 THEN '{}' ELSE ARRAY[md5(c.old::text)] END"
        " FROM copies c"
    )
    execute(
        "INSERT INTO django_admin_log (action_time, user_id, content_type_id, object_id, object_repr, action_flag,"
        " change_message) SELECT now(), %s, t.id, c.new::text, 'x', 2, ''"
        " FROM copies c JOIN django_content_type t ON t.app_label = 'players' AND t.model = 'account'",
        [few.ada.pk],
    )


def _add_much_of_one(owner: psycopg.Connection, few: Few) -> None:
    """What a single person may have much of: much waits for Ada's webhook, and she reports everybody."""
    owner.execute(
        "INSERT INTO api_delivery (id, webhook_id, kind, key, version, created, attempts, problem)"
        " SELECT gen_random_uuid(), w.id, 'game', substr(md5(c.new::text), 1, 11), 1, now(),"
        " 0, '' FROM copies c JOIN api_webhook w ON w.account_id = %s",
        [few.ada.pk],
    )
    owner.execute(
        "INSERT INTO players_report (id, kind, target, reporter_id, why, salt, text, excerpt, state, created)"
        " SELECT gen_random_uuid(), k.kind, gen_random_uuid(), %s, 'abuse', '', '', '', 'open', now() - c.shift"
        " FROM copies c CROSS JOIN (VALUES ('message'), ('study'), ('comment')) k (kind)",
        [few.ada.player.id],
    )


def _add_studies(owner: psycopg.Connection, few: Few) -> None:
    """Each game that is over has a study by who played red, every second of them public; but those of Ada."""
    owner.execute(
        "INSERT INTO studies_study (id, key, game, title, visibility, link, hidden, created, changed, published,"
        " version, settings_version, numbered) SELECT c.new, substr(md5(c.new::text || 's'), 1, 11), c.new, 'Study',"
        " CASE WHEN c.n %% 2 = 0 THEN 'public' ELSE 'private' END, 'x', false, now() - c.shift, now() - c.shift,"
        " CASE WHEN c.n %% 2 = 0 THEN now() - c.shift END, 0, 0, 0 FROM copies c JOIN games_game g ON g.id = c.new"
        " WHERE g.revealed AND c.red <> %s",
        [few.ada.player.id],
    )
    owner.execute(
        "INSERT INTO studies_studymember (study_id, player_id, role, accepted, since)"
        " SELECT s.id, c.red, 'owner', true, s.created FROM studies_study s JOIN copies c ON c.new = s.id"
    )
    for table, columns, values in (
        ("comment", "id, ply, author_id, text, written, hidden", "gen_random_uuid(), 1, c.red, 'x', s.created, false"),
        ("drawing", "ply, shapes", '1, \'[["red", "a1"]]\'::jsonb'),
        ("variation", "number, ply, plies", "1, 1, '[]'::jsonb"),
    ):
        owner.execute(
            f"INSERT INTO studies_study{table} (study_id, version, {columns})"
            f" SELECT s.id, 0, {values} FROM studies_study s JOIN copies c ON c.new = s.id".encode()
        )


def copy_rows(owner: psycopg.Connection, table: str, where: str, values: Mapping[str, str | None]) -> None:
    """Copy the rows of a table for each of `copies`, with these columns changed; without those that are None."""
    names = [
        row[0]
        for row in owner.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        ).fetchall()
    ]
    columns = {name: values.get(name, f"t.{name}") for name in names}
    kept = {name: value for name, value in columns.items() if value is not None}
    owner.execute(
        f"INSERT INTO {table} ({', '.join(kept)}) SELECT {', '.join(kept.values())}"
        f" FROM {table} t JOIN copies c ON {where}".encode()
    )


def _one(owner: psycopg.Connection, sql: str) -> Any:
    row = owner.execute(sql.encode()).fetchone()
    assert row is not None
    return row[0]
