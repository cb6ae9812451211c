"""No page and no sweep reads more rows because the archive is large, or because many games of others go on.

Each is run on a small database and on the same one with ten times as many games. What is counted is every row that a
statement looks at, and every entry of an index: `OFFSET`, a count of all, or a filter without an index all show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psycopg
import pytest
from django.contrib.admin import ModelAdmin
from django.core.management import call_command, get_commands
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from accounts.models import Account, Penalty, Player
from api.webhooks import triggers
from api.webhooks.delivery import waiting
from api.webhooks.management import make_webhook
from config.celery import app
from eventlog import statements
from games.domain import command_handler, commands, creation
from games.models import Game
from games.rules import Seat, legal_turns
from games.tasks import is_overdue, is_reveal_due
from library.figures.domain.counters import count_due
from library.puzzles.domain.selection import next_puzzle
from library.puzzles.domain.solutions import answer
from library.puzzles.models import Puzzle
from library.puzzles.tasks import sweep as sweep_puzzles
from library.studies.domain import commands as studie_commands
from library.studies.domain import edits
from library.studies.domain.lines import StudyPlace
from moderation.cases import appeals
from moderation.cases import commands as case_commands
from moderation.cases.intake import open_case
from moderation.cases.terms import PenaltyTerms
from moderation.staff.moderators import Role, appoint
from notices.domain import sweeps
from notices.domain.reports import tell_reporters
from play.bots.tasks import due_games
from privacy.erase import delete_account
from tests.caches import empty_cache
from tests.databases import Databases, with_database
from tests.growth.asked import at_every_address, by_role
from tests.growth.multiplied import BOOK, EVENT, NAME, OTHER, RELEASED, Few, multiply, play_few
from tests.growth.neighbours import small_tables
from tests.owner import owner_url
from tests.scenes import account
from tests.two_worlds.pages import LIVING, Cast
from tournaments.domain.commands import organization
from tournaments.domain.lifecycle import due_tournaments
from tournaments.models import Tournament

Work = Callable[[], object]
Reads = Counter[str]

SMALL, LARGE = 300, 3000
FEW_ROWS = 400
"""So many more rows may be read: a plan may change. What grows with the archive reads 2,700 more."""

_WAYS = ("seqscan", "hashjoin", "mergejoin")
"""A table of a hundred pages is read whole sooner than by an index, one of a million pages is not. So the planner is
told to go by indexes where it can, as it does by itself in a large database (`python -m benchmarks growth`)."""

_READ = """
SELECT name, number FROM (
    SELECT c.relname AS name, pg_stat_get_xact_tuples_returned(c.oid) AS number
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') OFFSET 0
) AS reads WHERE number > 0
"""


def rows_read() -> Reads:
    """What this transaction has read: rows of tables that it looked through, and entries of indexes."""
    with connection.cursor() as cursor:
        cursor.execute(_READ)
        return Counter(dict(cursor.fetchall()))


PLANNED: Mapping[str, Mapping[str, bool]] = {
    **{name: {"freely": True} for name in ("case of collusion", "case of cheating", "api:rating-history")},
    "tournaments:calendar-file": {"bitmaps": True},
}
"""What asks for so many rows that the planner, left so much to itself, would read all in their tables."""


def read_by(work: Work, *, bitmaps: bool = False, freely: bool = False) -> Reads:
    """What a piece of work reads; it is undone.

    Args:
        work: what is done.
        freely: leave the planner to itself.
        bitmaps: let the planner gather rows before it reads them. It has to where a condition has an `OR`, or words are
            looked for; where rows come in an order, it would gather all to show the first.
    """
    with undone(), connection.cursor() as cursor:
        off = () if freely else (*_WAYS, *["bitmapscan"][bitmaps:])
        cursor.execute("; ".join(("SELECT", *(f"SET LOCAL enable_{way} = off" for way in off))))
        before = rows_read()
        work()
        return rows_read() - before


class _Undo(Exception):
    pass


@contextmanager
def undone() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
            raise _Undo
    except _Undo:
        empty_cache()


def pages(few: Few) -> Mapping[str, str]:
    red, blue = quote(NAME), quote(OTHER)
    old = Game.objects.exclude(id__in=[game.id for game in few.over]).filter(status="over").earliest("created")
    return {
        "landing page": "/",
        "archive": "/games/",
        "archive, the last page": "/games/?oldest=1",
        "archive, far down": f"/games/?before={Game.objects.filter(created__lt=old.ended).latest('created').key}",
        "archive, upwards": f"/games/?after={old.key}",
        "archive of a rule book": "/games/?variant=duel",
        "archive of another": "/games/?variant=classic",
        "archive by result": "/games/?result=blue",
        "archive by a rare result": "/games/?result=draw&variant=duel",
        "archive of what goes on": "/games/?result=playing",
        "archive of a player": f"/games/?player={red}",
        "archive of a player, the last page": f"/games/?player={red}&oldest=1",
        "explorer": f"/games/explorer/?variant={BOOK}",
        "figures": f"/games/figures/?variant={BOOK}",
        "figures of a year": f"/games/figures/?variant={BOOK}&year={old.created.year}&source=play",
        "figures as a file": f"/players/{red}/figures/endings.csv?variant={BOOK}",
        "figures of an event": "/games/figures/?event=NQm6nKp8qFD",
        "own figures": f"/players/{red}/figures/",
        "figures of another": f"/players/{blue}/figures/",
        "explorer of a year": f"/games/explorer/?variant={BOOK}&year={old.created.year}&colour=red",
        "families of set-ups": f"/games/families/?variant={BOOK}",
        "a family of set-ups": f"/games/family/?variant={BOOK}&setup={'F22MS' + '.' * 30 + '9B33B'}",
        "saved set-ups": "/setups/",
        "archive of nobody": "/games/?player=nobody",
        "search of one against another": f"/games/?player={red}&side=red&opponent={blue.lower()}&result=lost",
        "search of what none has": "/games/?variant=duel&lost_red=M&lost_by=3",
        "search of what hardly goes together": "/games/?variant=duel&result=blue&plies_min=5000&sitting=people",
        "search by ratings": "/games/?rating_min=1500&rating_max=1900",
        "search by a day": "/games/?since=2001-01-01&until=2001-01-01",
        "search by an event": "/games/?event=NQm6nKp8qFD&round=2",
        "search by a formation": f"/games/?pattern={'F' + '.' * 38 + 'B'}",
        "search by a set-up": f"/games/?variant=duel&setup={'F22MS' + '.' * 30 + '9B33B'}&near=4",
        "search by what was left, upwards": "/games/?kept_red=MMM&oldest=1",
        "profile": f"/players/{red}/",
        "profile of a bot": "/players/Drummer%20(computer)/",
        "lobby": "/lobby/",
        "watch": "/watch/",
        "watch a rule book": "/watch/?variant=duel",
        "ratings": "/ratings/",
        "ratings of bots": "/ratings/?bots=1",
        "replay": f"/games/{few.over[0].key}/",
        "frame": f"/embed/{few.over[0].key}/",
        "what other sites ask": f"/oembed?url=http://testserver/games/{few.over[0].key}/",
        "picture": f"/games/{few.over[0].key}/picture.png",
        "my games": "/my/",
        "notices": "/notices/",
        "account": "/account/",
        "my reports": "/account/reports/",
        "my data": "/account/data/",
        "tokens and programs": "/account/tokens/",
        "webhooks": "/account/webhooks/",
        "standing": "/account/standing/",
        "devices": "/account/devices/",
        "tokens": "/account/tokens/",
        "terms": "/terms/",
        "table": f"/games/{few.going[0].key}/",
        "set-up": f"/games/{few.waiting.key}/",
        "events": "/tournaments/",
        "events that are over, the last page": "/tournaments/?when=past&oldest=1",
        "events of another rule book": "/tournaments/?when=past&variant=campaign",
        "events by a word": f"/tournaments/?when=past&text={EVENT.lower()}",
        "month of events": "/tournaments/calendar/?month=2001-01",
        "games for programs": "/api/v1/games/",
        "games of a player for programs": f"/api/v1/games/?player={red}",
        "a game for programs": f"/api/v1/games/{few.over[0].key}/",
        "a player for programs": f"/api/v1/players/{red}/",
        "figures for programs": "/api/v1/figures/",
        "where ranks stand, for programs": "/api/v1/placements/",
        "families for programs": "/api/v1/families/",
        "puzzles of days for programs": "/api/v1/puzzles/days/",
        "bots for programs": "/api/v1/bots/",
        "studies for programs": f"/api/v1/studies/?game={few.over[0].key}",
        "events for programs": "/api/v1/tournaments/",
        "events of a rule book for programs": "/api/v1/tournaments/?variant=campaign",
        "events by a word for programs": f"/api/v1/tournaments/?text={EVENT.lower()}",
        "studies": "/studies/",
        "studies, the last page": "/studies/?oldest=1",
        "studies of a game": f"/studies/?game={few.over[0].key}",
        "studies of a player": f"/studies/?player={red}",
        "my studies": "/studies/mine/",
        "a study": f"/studies/{few.study.key}/?ply=2",
        "a study as a file": reverse("studies:export", args=[few.study.key]),
        "who writes a study": reverse("studies:settings", args=[few.study.key]),
        "a study that goes": reverse("studies:delete", args=[few.study.key]),
        "a new study": reverse("studies:begin", args=[few.over[0].key]),
        "computer": reverse("bots:computer"),
        "bots": "/bots/",
        "what if": reverse("bots:play-on", args=[few.over[0].key]),
        "puzzles": "/puzzles/",
        "puzzle": reverse("puzzles:puzzle", args=[Puzzle.objects.get(game=few.over[0].id).key]),
        "puzzles of days, the last page": "/puzzles/days/?oldest=1",
        "my answers": "/puzzles/mine/",
        "open data": reverse("releases:open-data"),
        "what the log has of a release": reverse("releases:log", args=[RELEASED]),
        "a file of a release": reverse("releases:file", args=[RELEASED, few.release, "games.parquet"]),
        "releases for programs": reverse("api:releases"),
        "a release for programs": reverse("api:release", args=[RELEASED]),
    }


ADMIN = {
    "admin, games": "/admin/games/game/",
    "admin, games of a player": f"/admin/games/game/?q={quote(NAME)}",
    "admin, games of a rule book": "/admin/games/game/?variant=classic&result__exact=draw",
    "admin, players": "/admin/players/player/",
    "admin, a player": f"/admin/players/player/?q={quote(NAME)}",
    "admin, studies": "/admin/studies/study/",
    "admin, comments in studies": "/admin/studies/studycomment/",
}

SWEEPS: Mapping[str, Work] = {
    "forget notices": sweeps.forget_old,
    "tell turns": sweeps.tell_turns,
    "tell reporters": tell_reporters,
    "mails of notices": sweeps.waiting_mails,
    "events that are due": lambda: list(due_tournaments()),
    "bots that are waited for": due_games,
    "webhooks that wait": lambda: waiting(timezone.now()),
    "whether a deadline is over": is_overdue,
    "whether a reveal is due": is_reveal_due,
}
"""What tasks do of which they would swallow the error, or which they hand on; and what beat asks first."""

BY_NIGHT = {
    "checkpoint": "covers the streams that went on since the last one: tests/eventlog/test_checkpoints.py",
    "news": "has all that goes on looked at once a day, and what lies behind only by those who keep count of it",
}
"""Scheduled tasks that are not held here, and why not."""

COMMANDS: Mapping[str, Sequence[str]] = {
    "export_game": ("GAME",),
    "export_trf": ("EVENT",),
    "knowledge": ("GAME", "--viewer", "red", "--ply", "4"),
    "withdraw_puzzle": ("PUZZLE",),
    "appoint": ("blue", "moderator"),
    "reset_factors": ("blue",),
    "approve_organiser": ("blue",),
    "appoint_organiser": ("EVENT", "Player blue"),
}
"""What operators ask about one thing, and how. The words in capitals stand for the key of one."""

OF_ALL = {
    "checkpoint": "as the task of each night",
    "export_archive": "the games of a month are its work",
    "export_event": "one event that is over, piece by piece: tests/two_worlds/test_event_archive.py",
    "prove": "reads files alone, but for the one stream that is asked for: tests/eventlog/test_checkpoints.py",
    **dict.fromkeys(("verify_log", "rebuild", "partition_log", "migrate"), "the whole log is its work"),
    **dict.fromkeys(("import_games", "load_demo", "load_demo_tournaments", "load_demo_cases"), "adds what it is given"),
    **dict.fromkeys(
        ("bots_match", "bots_setups", "simulate", "simulate_tournament", "pair", "standings"), "asks no archive"
    ),
    **dict.fromkeys(("api_schema", "changepassword", "createsuperuser"), "asks no archive"),
}
"""Commands that are not held here, and why not."""


def scheduled() -> dict[str, Work]:
    app.loader.import_default_modules()
    plan = app.conf.beat_schedule
    return {f"beat: {name}": app.tasks[entry["task"]] for name, entry in plan.items() if name not in BY_NIGHT}


def commands_of_operators(few: Few) -> dict[str, Work]:
    keys = {"GAME": few.over[0].key, "EVENT": few.scene.event, "PUZZLE": Puzzle.objects.get(game=few.over[0].id).key}

    def run(name: str) -> Work:
        return lambda: call_command(
            name, *(keys.get(command, command) for command in COMMANDS[name]), stdout=StringIO()
        )

    return {f"manage.py {name}": run(name) for name in COMMANDS}


def all_work(few: Few) -> dict[str, Work]:
    operator = Account.objects.get(username="staff")
    member, staff = signed_in(few.ada), signed_in(operator)
    of_members, of_staff = pages(few), ADMIN | cases(few, operator)

    def get(client: Client, address: str) -> Work:
        def asked() -> None:
            response = client.get(address, follow=True)
            assert response.status_code == 200, (address, response.status_code)
            assert not response.redirect_chain or address.startswith("/games/"), response.redirect_chain

        return asked

    def move() -> None:
        now = command_handler.open_game(few.going[0].id)
        assert now.state is not None
        turn = str(legal_turns(now.state)[0])
        commands.play_turn(game=few.going[0].id, seat=now.state.to_move, turn=turn)

    work: dict[str, Work] = {name: get(member, address) for name, address in of_members.items()}
    work |= {name: get(staff, address) for name, address in of_staff.items()}
    named = (resolve(urlsplit(address).path).view_name for address in (*of_members.values(), *of_staff.values()))
    work |= at_every_address(few.cast, few.scene, named)
    work |= SWEEPS | scheduled() | commands_of_operators(few)
    work["a turn"] = move
    # It would lead to a copy, which cannot be replayed.
    work["next puzzle"] = lambda: next_puzzle(player=few.ada.player)
    work["next puzzle about as hard"] = lambda: next_puzzle(kinds=["where"], near=1500, player=few.ada.player)
    asked = Puzzle.objects.get(game=few.over[1].id)
    work["an answer"] = lambda: answer(puzzle=asked, player=few.charles.player, chosen=asked.answer)
    ours = {"study": few.study.pk, "by": few.ada.player.pk, "place": StudyPlace(0, 1)}
    work["a comment"] = lambda: edits.write_comment(**ours, text="A plan.", seen=few.study.version)
    work["an invitation to a study"] = lambda: studie_commands.invite(
        study=few.study.pk, by=few.ada.player, player=few.charles.player, role="author"
    )
    work["the end of a game"] = lambda: commands.resign(game=few.going[1].id, seat=Seat.RED)
    work["a new game"] = lambda: creation.create_game(
        variant=command_handler.open_game(few.going[0].id).variant, players={}
    )
    work["an account that goes"] = lambda: delete_account(Account.objects.get(pk=few.charles.pk))
    return work


def cases(few: Few, moderator: Account) -> dict[str, str]:
    """The pages of cases about somebody who has played much, each with all panels of its kind."""
    result = {}
    for kind in ("stopped-playing", "collusion", "draw-refusal", "cheating", "powers"):
        case = open_case(kind=kind, about=few.ada.player.pk, source="moderator")
        case_commands.look(case=case, by=moderator.player.pk, what="evidence")
        result[f"case of {kind}"] = reverse("moderation:case", args=[case])
    note = PenaltyTerms(few.ada.player.pk, "note", "own-eyes", reason="Look at this.")
    judge = account("Judge").player.pk
    case = open_case(kind="accounts", about=few.ada.player.pk, source="rings")
    case_commands.decide(case=case, by=judge, outcome="penalised", penalties=[note])
    penalty = Penalty.objects.get(case=case).pk
    appeals.appeal(penalty=penalty, player=few.ada.player.pk, words="I did.")
    result |= {name: reverse(name) for name in ("moderation:queue", "moderation:appeals", "players:audit")}
    return result | {"appeal": reverse("moderation:appeal", args=[penalty])}


def grown(small: Mapping[str, Reads], large: Mapping[str, Reads]) -> dict[str, dict[str, tuple[int, int]]]:
    """What reads more in the large database: by tables and indexes, before and after."""
    result = {}
    for name, before in small.items():
        after = large[name]
        if after.total() > before.total() + FEW_ROWS:
            result[name] = {item: (before[item], after[item]) for item in after if after[item] > before[item]}
    return result


@contextmanager
def owner() -> Iterator[psycopg.Connection]:
    """A connection of the role that owns the tables, while it is needed: a database is copied when nobody is in it."""
    address = with_database(owner_url(), connection.settings_dict["NAME"])
    with psycopg.connect(address, autocommit=True) as connected:
        yield connected


@contextmanager
def at_database(name: str) -> Iterator[None]:
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@pytest.fixture
def few(fresh_database: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Few:
    """A small archive, with bounds that both it and the large one exceed."""
    for place in ("games.domain.queries", "play.lobby.queries", "library.archive.domain.search"):
        monkeypatch.setattr(f"{place}.COUNTED", 50)
    for place in ("web.admin", "moderation.staff.people_admin"):  # more than a page of the admin has
        monkeypatch.setattr(f"{place}.COUNTED", 150)
    monkeypatch.setattr("ratings.domain.queries.HISTORY", 50)
    monkeypatch.setattr(
        "web.heartbeats.ages", lambda *_wait: dict.fromkeys(LIVING, 1.0)
    )  # no process runs beside a test
    # Queries that were put together before have the bounds of before.
    monkeypatch.setattr(statements, "_compiled", cache(statements._compiled.__wrapped__))
    monkeypatch.setattr("library.archive.views.LATEST", 3)
    monkeypatch.setattr("library.archive.views.PAGE", 5)
    monkeypatch.setattr("play.lobby.views.CARDS", 2)
    monkeypatch.setattr("tournaments.pages.lists.MOST_EVENTS", 50)
    monkeypatch.setattr("tournaments.files.pages.views.MOST_EVENTS", 50)
    monkeypatch.setattr("tournaments.pages.views.LISTED", 5)
    monkeypatch.setattr("library.archive.domain.families.SORTED", 100)
    monkeypatch.setattr("library.studies.views.PAGE", 5)
    monkeypatch.setattr("moderation.evidence.opponents.LOOKED_AT", 50)
    monkeypatch.setattr("moderation.staff.audit_pages.MOST_OF_FILE", 50)
    monkeypatch.setattr("tournaments.pages.honours.COUNTED", 50)
    monkeypatch.setattr("moderation.cases.exclusions.LOOKED_AT", 50)
    monkeypatch.setattr(ModelAdmin, "list_per_page", 20)
    settings.VEXILLUM_RELEASES = tmp_path
    with owner() as owning:
        played = play_few(Cast(owning), tmp_path)
        make_webhook(account=played.ada, address="https://hooks.example/", games=True, events=True)
        monkeypatch.setattr("eventlog.changes.LAG", timedelta())  # what was appended before is read no more
        catch_up()
        multiply(owning, played, over=SMALL, going=60)
    return played


def catch_up() -> None:
    """Do what the sweeps would have done with the few games by now."""
    count_due()
    for _minute in range(2):
        sweeps.tell_turns()
        sweep_puzzles()
        triggers.sweep()


def signed_in(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_whatever_runs_by_itself_or_by_hand_is_held_or_says_why_not() -> None:
    assert BY_NIGHT.keys() - app.conf.beat_schedule.keys() == set()
    ours = {name for name, where in get_commands().items() if not where.startswith(("django", "allauth"))}
    assert (ours - COMMANDS.keys() - OF_ALL.keys(), (COMMANDS.keys() | OF_ALL.keys()) - ours) == (set(), set())


def test_nothing_reads_more_because_there_is_more(few: Few, databases: Databases) -> None:
    assert growing(few, databases, all_work(few)) == {}


@pytest.mark.fuzz
def test_no_role_reads_more_because_there_is_more(few: Few, databases: Databases) -> None:
    """At every address, whomever it is meant for: `make fuzz-growth`."""
    assert growing(few, databases, by_role(few.cast, few.scene, sign_in_roles(few))) == {}


def sign_in_roles(few: Few) -> Sequence[str]:
    """Have one of each role sign in, and return their names; the arbiter of the cast has made the event."""
    moderator, helper, guest = account("Mona"), account("Helper"), account("Guest")
    appoint(moderator, Role.MODERATOR, by=None)
    event = Tournament.objects.get(key=few.scene.event)
    organization.give_role(tournament=event.id, player=helper.player.pk, role="arbiter", by=few.cast.arbiter)
    Player.objects.filter(account=guest).update(guest=True)
    few.cast.sign_in({"moderator": moderator, "helper": helper, "guest": guest})
    return "visitor", "guest", few.scene.viewer.value, "arbiter", "helper", "moderator", "staff"


def growing(few: Few, databases: Databases, works: Mapping[str, Work]) -> dict[str, dict[str, tuple[int, int]]]:
    """What of some work reads more in a database that is ten times as large, as `grown` has it.

    What reads few rows in the large database cannot read many more there than in the small one, and so most of it is
    never asked in the small one.
    """
    connection.close()
    small = databases.clone(connection.settings_dict["NAME"])
    with owner() as owning:
        multiply(owning, few, over=LARGE - SMALL, going=600)
        assert small_tables(owning, LARGE // 10) == []
    numbers: dict[str, dict[str, tuple[int, int]]] = {}
    names: Iterable[str] = works
    for bitmaps in (False, True):
        large = {name: read_by(works[name], bitmaps=bitmaps) for name in names}
        many = [name for name, reads in large.items() if reads.total() > FEW_ROWS]
        with at_database(small):
            numbers = grown({name: read_by(works[name], bitmaps=bitmaps) for name in many}, large)
        names = list(numbers)  # what grows, grows either way
    planned = {name: ways for name, ways in PLANNED.items() if name in works}
    large = {name: read_by(works[name], **ways) for name, ways in planned.items()}
    with at_database(small):
        numbers |= grown({name: read_by(works[name], **ways) for name, ways in planned.items()}, large)
    databases.drop(small)
    return numbers
