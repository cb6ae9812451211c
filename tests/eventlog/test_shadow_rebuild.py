"""Projections are made anew beside those in use, and take their places as if migrations had made them."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from psycopg.conninfo import conninfo_to_dict

from eventlog import checkpoints, registry, shadow_rebuild, shadow_tables
from eventlog.models import Damage, Snapshot
from eventlog.processes import WorkerLost
from eventlog.rebuild import rebuild
from eventlog.registry import Projection
from eventlog.shadow_rebuild import AnotherRebuild, NothingToResume, rebuild_beside
from eventlog.store import NewStream, append, append_streams, open_stream
from eventlog.verify import verify
from games.models import Game
from library.archive.tasks import count_all_opened
from tests.owner import owner_url
from tests.ratings.domain.test_projections import duel
from tests.scenes import game_over, player

from .samples import Begun, Finished, Moved, moves, projected
from .test_projections import LENGTHS, TOTAL, lengths, play_at_random, rows, total
from .test_verify import tamper  # noqa: F401 (a fixture)

BEGUN = Begun("classic", {"red": None, "blue": None})


@pytest.fixture
def owner(owner_connection: psycopg.Connection) -> Iterator[psycopg.Connection]:
    """Have Django connect as the owner of the tables, as `manage.py rebuild` does; a connection of the owner."""
    conninfo = conninfo_to_dict(owner_url())
    before = dict(connection.settings_dict)
    connections.close_all()
    connection.settings_dict |= {"USER": conninfo["user"], "PASSWORD": conninfo.get("password", "")}
    yield owner_connection
    connections.close_all()
    connection.settings_dict.clear()
    connection.settings_dict |= before


@pytest.fixture
def samples(owner: psycopg.Connection) -> Iterator[None]:
    """Two projections: a row a stream, and a sum across streams that depends on the order."""
    owner.execute(f"CREATE TABLE lengths ({LENGTHS})")
    owner.execute(f"CREATE TABLE total ({TOTAL})")
    with projected(lengths(writes_only=True)), projected(total()):
        yield


CATALOG = """
SELECT 'table', relname, concat_ws(' ', relkind, relpersistence, reloptions, pg_get_userbyid(relowner),
    (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(relacl) a), relreplident, relrowsecurity)
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'
UNION ALL SELECT 'column', attrelid::regclass::text, concat_ws(' ', attnum, attname, format_type(atttypid, atttypmod),
    attnotnull, attidentity, attstorage, attcompression, attstattarget, attacl, attcollation::regcollation,
    pg_get_expr(adbin, adrelid))
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')
    AND attnum > 0
UNION ALL SELECT 'constraint', conrelid::regclass::text, concat_ws(' ', conname, pg_get_constraintdef(oid),
    convalidated, condeferrable, condeferred)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'index', indrelid::regclass::text, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisunique,
    indisprimary, (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = indexrelid))
FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
UNION ALL SELECT 'sequence', s.seqrelid::regclass::text, concat_ws(' ', seqstart, seqincrement, seqmax, seqmin,
    seqcache, seqcycle, seqtypid::regtype, d.refobjid::regclass, d.refobjsubid, d.deptype)
FROM pg_sequence s JOIN pg_depend d ON d.objid = s.seqrelid AND d.classid = 'pg_class'::regclass AND d.refobjsubid > 0
UNION ALL SELECT 'schema', nspname, pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname !~ '^pg_'
ORDER BY 1, 2, 3
"""


def catalog(owner: psycopg.Connection) -> list[tuple]:
    """All that `pg_dump` would say of our tables but their rows. A list of texts in a condition is written otherwise
    once PostgreSQL has read it again, so casts and brackets are left out."""
    return [tuple(re.sub(CASTS, "", str(value)) for value in row) for row in owner.execute(CATALOG)]


CASTS = r"::(character varying|text)(\[\])?|[()]"


def everything(owner: psycopg.Connection) -> dict[str, list]:
    """The rows of all projections, without what only says in which order they were written."""
    result = {}
    for name in shadow_rebuild.tables():
        columns = owner.execute(
            "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT (attname = 'id' AND attidentity <> '')",
            [name],
        ).fetchone()[0]
        rows = owner.execute(f"SELECT {columns} FROM {name}").fetchall()
        result[name] = sorted(added_up(rows, ADDED_UP[name], NEWEST.get(name)) if name in ADDED_UP else rows, key=str)
    return result


ADDED_UP = {
    "games_playertally": 2,
    "games_tally": 3,
    "archive_placementcount": 5,
    "reliability_day": 2,
    "fairness_pair": 3,
}
"""Tables of which several rows of one kind add up, as two processes that count at once write one each; and how many
columns say the kind."""

NEWEST = {"games_tally": 2}
"""Which of the further columns is no sum: the position of a tally is that of its last game."""


def added_up(rows: list[tuple], kind: int, newest: int | None) -> list[tuple]:
    kinds = {row[:kind]: [item for item in rows if item[:kind] == row[:kind]] for row in rows}
    return [
        (*key, *(max(column) if place == newest else summed(column) for place, column in enumerate(columns)))
        for key, columns in ((key, zip(*(item[kind:] for item in some), strict=True)) for key, some in kinds.items())
    ]


def summed(column: tuple) -> object:
    """The sum of numbers, or of what stands at each place of lists."""
    return [sum(place) for place in zip(*column, strict=True)] if isinstance(column[0], list) else sum(column)


def test_the_tables_are_as_migrations_made_them(owner: psycopg.Connection) -> None:
    for seed in range(2):
        game_over(slug="duel", plies=8, seed=seed)
    for _time in range(2):  # what the last one did is known without being read
        duel(player("Ada").id, player("Bob").id)
    append(stream=uuid4(), expected=0, events=[BEGUN])
    count_all_opened()
    before, made = everything(owner), catalog(owner)
    numbers = owner.execute("SELECT oid FROM pg_class WHERE relname = 'games_game' AND relkind = 'r'").fetchall()
    rebuild_beside(processes=2)
    assert everything(owner) == before
    assert len(before["games_game"]) == 4
    assert [row for row in before["archive_placementcount"] if row[1].startswith("band")]  # it counts by ratings, too
    assert catalog(owner) == made
    assert owner.execute("SELECT oid FROM pg_class WHERE relname = 'games_game'").fetchall() != numbers
    assert not Snapshot.objects.exists()
    # The service goes on, in the new tables too.
    connections.close_all()
    connection.settings_dict |= conninfo_to_dict_of_service()
    game_over(slug="duel", plies=8, seed=3)
    rebuilt = Game.objects.count()
    rebuild()
    assert (rebuilt, Game.objects.count()) == (5, 5)


def conninfo_to_dict_of_service() -> dict[str, str]:
    from django.conf import settings

    conninfo = conninfo_to_dict(settings.DATABASE_URL)
    return {"USER": str(conninfo["user"]), "PASSWORD": str(conninfo.get("password", ""))}


def test_it_makes_the_rows_that_a_rebuild_in_place_makes(samples: None, owner: psycopg.Connection) -> None:
    play_at_random(6, 80)
    rebuild()
    before = everything(owner)
    for processes in (1, 2):
        owner.execute("UPDATE lengths SET moves = 0")
        owner.execute("DELETE FROM total WHERE number % 2 = 0")
        rebuild_beside(processes=processes)
        assert everything(owner) == before
    assert len(before["total"]) == 19


def test_what_is_appended_meanwhile_is_in_it(samples: None, owner: psycopg.Connection) -> None:
    """Writers go on while it is made again and again: they wait for the last moment alone, and nothing is lost."""
    append_streams([NewStream(uuid4(), [*moves(3), Finished(number)]) for number in range(200)])
    troubles, done = [], threading.Event()

    def write(number: int) -> None:
        generator, stream, version = random.Random(number), uuid4(), 0
        try:
            while not done.is_set():
                events = [*moves(2, first=version % 80), Finished(1)]
                opened = open_stream(stream) if generator.random() < 0.5 else None
                append(stream=stream, expected=version, events=events, opened=opened)
                version += 3
                if generator.random() < 0.2:
                    stream, version = uuid4(), 0
        except Exception as error:
            troubles.append(error)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=[number]) for number in range(3)]
    for thread in writers:
        thread.start()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM eventlog_event")
        before = cursor.fetchone()[0]
    for _time in range(2):
        rebuild_beside(processes=1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM eventlog_event")
        assert cursor.fetchone()[0] > before
    done.set()
    for thread in writers:
        thread.join()
    assert troubles == []
    result = everything(owner)
    rebuild()
    assert everything(owner) == result


def test_what_comes_in_below_the_mark_is_in_it_though_a_checkpoint_passes(
    samples: None, owner: psycopg.Connection, tmp_path, monkeypatch
) -> None:
    """The position was drawn before the rebuild began, and its event was written after its part was folded."""
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path)
    append_streams([NewStream(uuid4(), moves(3)) for _ in range(3)])
    stream, wait = UUID(int=1 << 120), shadow_rebuild._fold_all
    opened = open_stream(stream)
    append(stream=uuid4(), expected=0, events=moves(1))

    def fold_all(*arguments) -> None:
        wait(*arguments)
        append(stream=stream, expected=0, events=moves(2)[:1], opened=opened)
        checkpoints.write()

    monkeypatch.setattr(shadow_rebuild, "_fold_all", fold_all)
    rebuild_beside(processes=1)
    assert [row[1] for row in rows("lengths") if row[0] == stream] == [1]
    assert len(rows("lengths")) == 5


@contextmanager
def stopping_at(part: int, *, by: object = None) -> Iterator[None]:
    """Have a rebuild stop where it comes to the streams of a part: by an error, or a signal that kills the process."""

    def apply(stored) -> None:
        if any(item.stream.int >> 120 == part for item in stored):
            if by is not None:
                os.kill(os.getpid(), signal.SIGKILL)
            raise KeyboardInterrupt

    with projected(Projection("stops", frozenset({Moved}), (), False, False, apply)):
        yield


@pytest.mark.parametrize("by", [None, signal.SIGKILL])
def test_one_that_was_stopped_goes_on_where_it_was(samples: None, owner: psycopg.Connection, by, monkeypatch) -> None:
    streams = [UUID(int=part << 120 | 1) for part in (3, 90, 200)]
    append_streams([NewStream(stream, [*moves(3), Finished(1)]) for stream in streams])
    names = registry.projections
    with stopping_at(200, by=by), pytest.raises(WorkerLost if by else KeyboardInterrupt):
        rebuild_beside(processes=1)
    assert shadow_tables.exist()
    append(stream=streams[0], expected=4, events=moves(2, first=9))  # after its part was folded
    folded = {item for (item,) in owner.execute("SELECT stream FROM rebuilding.folded").fetchall()}
    assert folded == set(streams[:2])
    with pytest.raises(NothingToResume), projected(Projection("other", frozenset(), ("lengths",), False, False, print)):
        rebuild_beside(resume=True)
    seen: list[int] = []
    owner.execute("UPDATE rebuilding.state SET tables = replace(tables, ', stops', '')")
    monkeypatch.setattr(registry, "projections", names)
    rebuild_beside(processes=1, resume=True, progress=seen.append)
    assert sum(seen) == 4 + 2  # those of the third, and what came later
    assert not shadow_tables.exist()
    result = everything(owner)
    rebuild()
    assert everything(owner) == result
    with pytest.raises(NothingToResume):
        rebuild_beside(resume=True)


def test_a_damaged_stream_does_not_stop_it(samples: None, owner: psycopg.Connection, tamper) -> None:  # noqa: F811
    bad, good = UUID(int=1 << 120), UUID(int=2 << 120)
    append_streams([NewStream(stream, [*moves(4), Finished(1)]) for stream in (bad, good)])
    tamper("UPDATE eventlog_event SET type = 'sample-unknown' WHERE stream = %s AND version = 3", bad)
    tamper("UPDATE eventlog_event SET data = '{}' WHERE stream = %s AND version = 3", bad)
    tamper("UPDATE eventlog_event SET type = 'sample-moved' WHERE stream = %s AND version = 3", bad)
    rebuild_beside(processes=1)
    assert sorted((row[0], row[1]) for row in rows("lengths")) == [(bad, 2), (good, 4)]
    assert list(Damage.objects.values_list("stream", flat=True)) == [bad]
    result = everything(owner)
    rebuild()
    assert everything(owner) == result


def test_one_at_a_time(samples: None) -> None:
    with shadow_rebuild._alone(), pytest.raises(AnotherRebuild):
        rebuild_beside()


def test_it_waits_for_who_has_a_table_in_hand_and_lets_the_others_pass(samples: None, owner, monkeypatch) -> None:
    """Somebody reads for long: each try gives the tables back, so that appends pass, and the last one succeeds."""
    append(stream=uuid4(), expected=0, events=moves(1))
    monkeypatch.setattr(shadow_rebuild, "LOCK_WAIT", "20ms")
    catch_up, tries = shadow_rebuild._catch_up, []

    with owner.transaction():
        owner.execute("SELECT * FROM lengths")

        def count(**options) -> int:
            tries.append(options["first"])
            if len(tries) == 4:  # the first, the second, and one after each try
                owner.execute("COMMIT")
            return catch_up(**options)

        monkeypatch.setattr(shadow_rebuild, "_catch_up", count)
        rebuild_beside(processes=1)
    assert tries == [True, False, False, False]
    monkeypatch.setattr(shadow_rebuild, "TRIES", 1)
    with owner.transaction():
        owner.execute("SELECT * FROM lengths")
        with pytest.raises(CommandError, match="others keep the tables of the projections"):
            call_command("rebuild", verbosity=0)
    monkeypatch.setattr(shadow_rebuild, "TRIES", 5)
    call_command("rebuild", "--resume", verbosity=0)
    assert len(rows("lengths")) == 1


def test_what_cannot_be_swapped_is_made_in_place_and_told(samples: None, owner: psycopg.Connection) -> None:
    def told() -> str:
        err = StringIO()
        call_command("rebuild", stdout=StringIO(), stderr=err)
        return err.getvalue().partition(": ")[2].partition(".")[0]

    append(stream=uuid4(), expected=0, events=moves(1))
    assert told() == ""
    ways = {
        "lengths has the view of_lengths": ("CREATE VIEW of_lengths AS SELECT * FROM lengths", "DROP VIEW of_lengths"),
        "lengths has the foreign key other_stream_fkey": (
            "CREATE TABLE other (stream uuid REFERENCES lengths)",
            "DROP TABLE other",
        ),
        "lengths has the trigger stop": (
            "CREATE TRIGGER stop BEFORE TRUNCATE ON lengths EXECUTE FUNCTION eventlog_refuse()",
            "DROP TRIGGER stop ON lengths",
        ),
    }
    for reason, (make, drop) in ways.items():
        owner.execute(make)
        assert told() == reason
        owner.execute(drop)
    assert len(rows("lengths")) == 1
    with pytest.raises(CommandError, match="Only a rebuild beside the tables in use can be resumed"):
        call_command("rebuild", "--in-place", "--resume")


def test_the_service_makes_them_in_place(fresh_database: str) -> None:
    append(stream=uuid4(), expected=0, events=moves(1))
    err = StringIO()
    call_command("rebuild", stdout=StringIO(), stderr=err)
    assert "With DATABASE_OWNER_URL they are made beside those in use." in err.getvalue()


def test_a_process_that_is_killed_does_not_leave_verify_log_waiting(fresh_database: str) -> None:
    def die(stored) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    append(stream=uuid4(), expected=0, events=[BEGUN])
    registry.verifier(Begun)(die)
    try:
        with pytest.raises(WorkerLost):
            list(verify(processes=2))
        with pytest.raises(CommandError, match="A process was killed before its work was done") as caught:
            call_command("verify_log", "--all", "--processes", "2", verbosity=0)
    finally:
        del registry._verifiers[Begun]
    assert caught.value.returncode == 2
    with transaction.atomic():
        assert open_stream(uuid4()).version == 0  # the connection comes back
