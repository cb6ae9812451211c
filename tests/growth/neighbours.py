"""What people, programs and staff leave beside games, in numbers: for each copy of a game a member of the site, the
`neighbour` of that number, with an account and all that belongs to one; every third is a bot of the next one.

Much of it has to do with Ada: her neighbours block and mute her, report her and are reported, challenge her and write
to her; every fourth case is about her. Of what somebody may have only so much (whom one blocks, set-ups that are
saved, tokens, drafts of games that begin) she has no more than she may; what bars her from something is set by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.apps import apps

from games.domain.clocks import PRESETS
from games.models import Ladder

SMALL_TABLES: Mapping[str, str] = {
    **dict.fromkeys(("auth_group", "auth_permission", "django_content_type"), "of the code"),
    **dict.fromkeys(
        ("terms_legaltext", "archive_familiesmade", "archive_setupfamily"), "a few, by rule book or by year"
    ),
    **dict.fromkeys(("games_tally", "cases_casefigure"), "a row for each kind and month"),
    "games_outage": "a few a year",
    "games_writeprobe": "empty: its row is always taken back",
    **dict.fromkeys(("games_heartbeat", "eventlog_reader", "eventlog_checkpoint"), "of the machine, by days"),
    **dict.fromkeys(
        ("eventlog_event", "eventlog_snapshot", "eventlog_projection"), "by streams: `multiply(events=True)`"
    ),
    **dict.fromkeys(("eventlog_damage", "eventlog_late", "fairness_unsighted", "figures_due"), "what is amiss or due"),
    **dict.fromkeys(("archive_uncounted", "tournaments_untakenresult", "ratings_refold"), "what is amiss or due"),
    **dict.fromkeys(("ratings_refoldpart", "tournaments_leftevent", "players_endedsession"), "what is amiss or due"),
    **dict.fromkeys(("auth_group_permissions", "players_account_groups"), "of the staff"),
    "players_account_user_permissions": "of the staff",
    "django_session": "not used: sessions are `players_session`",
    **dict.fromkeys(("tournaments_largeimport", "tournaments_largearchive"), "files of a day"),
    **dict.fromkeys(("tournaments_largearchivepart", "exports_dataexportpart"), "files of a day"),
    "api_webhooktopic": "of some months; all of them are gone through at night, and no index is written at each turn",
    "allauth_idp_oidc_client": "made by hand, and listed by operators",
}
"""Tables that do not grow here, and why not."""

_EMPTY = {"timestamp with time zone": "now()", "date": "current_date", "uuid": "gen_random_uuid()"}


class People(NamedTuple):
    """Those whom all this is about: Ada's player and account, the player of the arbiter, the account of the staff; and
    the slug of the rule book."""

    ada: UUID
    account: UUID
    arbiter: UUID
    staff: UUID
    book: str


def add_neighbours(owner: psycopg.Connection, people: People) -> None:
    """Add them, one for each row of `copies`, and what they leave; for those with an event (`events`) more.

    Args:
        owner: a connection of the role that owns the tables; `copies` and `events` are there.
        people: whom it is about.
    """
    owner.execute(
        "CREATE TEMP TABLE neighbours AS SELECT gen_random_uuid() AS player, gen_random_uuid() AS account,"
        ' gen_random_uuid() AS "case", gen_random_uuid() AS penalty, gen_random_uuid() AS seek,'
        " gen_random_uuid() AS grant, new AS game, n, shift, row_number() OVER () AS i FROM copies"
    )
    owner.execute("ANALYZE neighbours")
    known: dict[str, Any] = {
        **people._asdict(),
        "at": _last(owner, "moderation_auditentry", "-version"),
        "time": json.dumps(PRESETS["3-days"].value()),
    }
    for table, source, values in _ROWS:
        _fill(owner, table, source, values, known)
    owner.execute("DROP TABLE neighbours")


def _last(owner: psycopg.Connection, table: str, column: str) -> int:
    row = owner.execute(f"SELECT greatest(coalesce(max({column}), 0), 0) FROM {table}".encode()).fetchone()
    assert row is not None
    return int(row[0])


def _fill(
    owner: psycopg.Connection, table: str, source: str, values: Mapping[str, str], known: Mapping[str, Any]
) -> None:
    """Add rows of which a column that is not named has its default, nothing, or the emptiest value of its type."""
    rows = owner.execute(
        "SELECT column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name = %s AND is_nullable = 'NO'"
        " AND column_default IS NULL AND is_identity = 'NO'",
        [table],
    ).fetchall()
    columns = {name: _empty(kind) for name, kind in rows} | dict(values)
    names = ", ".join(f'"{name}"' for name in columns)
    sql = f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {source}"
    owner.execute(sql.encode(), known)


def _empty(kind: str) -> str:
    if kind in _EMPTY:
        return _EMPTY[kind]
    if kind in {"boolean", "jsonb"}:
        return "false" if kind == "boolean" else "'[]'::jsonb"
    if kind == "ARRAY":
        return "'{}'"
    return "''" if kind in {"text", "character varying", "bytea"} else "0"


_EACH = "neighbours n"
_AGO = "now() - n.shift - make_interval(secs => n.i / 1e6)"
_LONG_AGO = f"{_AGO} - interval '3 years'"
_LATER = "now() + interval '30 days'"
_BOT = "n.n %% 3 = 0"
_ROWS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    # -- accounts
    (
        "players_account",
        _EACH,
        {
            "id": "n.account",
            "username": "'n' || n.account",
            "email": "n.account || '@example.org'",
            "is_active": "true",
            "last_login": "now()",
        },
    ),
    (
        "players_player",
        "neighbours n LEFT JOIN neighbours k ON k.i = n.i + 1",
        {
            "id": "n.player",
            "name": f"'Neighbour ' || n.player || CASE WHEN {_BOT} THEN ' (bot)' ELSE '' END",
            "account_id": "n.account",
            "machine": _BOT,
            "keeper_id": f"CASE WHEN {_BOT} THEN k.player END",
            "kept": _BOT,
        },
    ),
    (
        "account_emailaddress",
        _EACH,
        {"user_id": "n.account", "email": "n.account || '@example.org'", "verified": "true", "primary": "true"},
    ),
    (
        "account_emailconfirmation",
        "neighbours n JOIN account_emailaddress e ON e.user_id = n.account",
        {"email_address_id": "e.id", "key": "md5(n.account::text)"},
    ),
    ("players_preferences", _EACH, {"account_id": "n.account"}),
    ("terms_agreement", _EACH, {"account_id": "n.account"}),
    ("mfa_authenticator", _EACH, {"user_id": "n.account", "type": "'totp'"}),
    ("players_addresschange", _EACH, {"account_id": "n.account", "new": "n.player || '@example.org'", "due": _LATER}),
    (
        "players_seenaddress",
        "neighbours n CROSS JOIN (VALUES ('shared'), (NULL)) m (mark)",
        {"account_id": "n.account", "mark": "coalesce(m.mark, left(md5(n.account::text), 32))"},
    ),
    (
        "players_seenaddress",
        "(SELECT WHERE NOT EXISTS (SELECT FROM players_seenaddress WHERE account_id = %(account)s)) once",
        {"account_id": "%(account)s", "mark": "'shared'"},
    ),
    (
        "players_outgoingmail",
        _EACH,
        {"kind": "'new-address'", "account_id": "n.account", "due": _LATER, "details": "'{}'"},
    ),
    ("exports_dataexport", _EACH, {"account_id": "n.account", "state": "'done'", "ends": _LATER}),
    # -- one another
    ("players_block", "neighbours n WHERE n.i %% 2 = 0", {"blocker_id": "n.player", "blocked_id": "%(ada)s"}),
    (
        "players_block",
        "neighbours n WHERE n.n <= 900 AND n.i %% 2 = 0",
        {"blocker_id": "%(ada)s", "blocked_id": "n.player"},
    ),
    ("talk_mute", _EACH, {"player_id": "n.player", "muted_id": "%(ada)s"}),
    ("talk_mute", _EACH, {"player_id": "%(ada)s", "muted_id": "n.player"}),
    ("players_allowance", _EACH, {"player_id": "n.player", "what": "'invitations'"}),
    ("players_allowance", _EACH, {"player_id": "%(ada)s", "what": "'mails-to'", "other": "n.player"}),
    ("notices_wish", _EACH, {"player_id": "n.player", "kind": "'over'"}),
    (
        "notices_notice",
        _EACH,
        {
            "player_id": "%(ada)s",
            "kind": "'over'",
            "game": "n.game",
            "created": "now() - least(n.shift, '80 days')",
            "read": "now()",
            "shown": "true",
            "mail": "'none'",
        },
    ),
    (
        "notices_toldoftournament",
        "neighbours n JOIN events e ON e.new = n.game",
        {"player_id": "n.player", "kind": "'round'", "tournament": "e.event"},
    ),
    # -- the lobby: open seeks, challenges to Ada that are over, and others' to one another
    (
        "lobby_seek",
        _EACH,
        {
            "id": "n.seek",
            "token": "left(n.seek::text, 32)",
            "kind": "CASE n.n %% 3 WHEN 0 THEN 'open' ELSE 'direct' END",
            "state": "CASE n.n %% 3 WHEN 1 THEN 'expired' ELSE 'open' END",
            "host_id": "n.player",
            "variant": "%(book)s",
            "time": "%(time)s::jsonb",
            "created": _AGO,
            "reveal": "'end'",
            "expires": "now() + interval '1 day'",
            "colour": "'random'",
            "partners": "'chosen'",
        },
    ),
    (
        "lobby_place",
        "neighbours n JOIN lobby_seek s ON s.id = n.seek",
        {"seek_id": "s.id", "player_id": "s.host_id", "joined": "true", "over": "s.state <> 'open'"},
    ),
    (
        "lobby_place",
        "neighbours n JOIN lobby_seek s ON s.id = n.seek AND s.kind = 'direct'"
        " JOIN strangers o ON o.number = n.n %% 200",
        {
            "seek_id": "s.id",
            "number": "1",
            "player_id": "CASE n.n %% 3 WHEN 1 THEN %(ada)s ELSE o.id END",
            "over": "s.state <> 'open'",
        },
    ),
    # -- ratings
    (
        "ratings_rating",
        _EACH,
        {
            "player": "n.player",
            "variant": "%(book)s",
            "ladder": f"CASE WHEN {_BOT} THEN {Ladder.BOTS} ELSE {Ladder.PEOPLE} END",
            "value": "1500 + n.n %% 100",
            "deviation": "60",
            "volatility": "0.06",
            "games": "30",
            "played": "now()",
            "position": "-n.n",
        },
    ),
    (
        "ratings_change",
        _EACH,
        {
            "game": "n.game",
            "seat": "1",
            "player": "%(ada)s",
            "variant": "%(book)s",
            "before": "1500",
            "value": "1500",
            "deviation": "100",
            "meeting": "1",
            "time": _AGO,
            "position": "-n.n",
        },
    ),
    (
        "ratings_boardgame",
        _EACH,
        {
            "player": "%(ada)s",
            "opponent": "n.player",
            "variant": "%(book)s",
            "ended": _AGO,
            "number": "n.n",
            "value": "1500",
            "deviation": "100",
            "volatility": "0.06",
            "before": "1500",
            "games": "n.n",
        },
    ),
    ("ratings_meeting", _EACH, {"variant": "%(book)s", "player": "%(ada)s", "opponent": "n.player"}),
    ("ratings_setback", _EACH, {"player": "n.player", "variant": "%(book)s", "position": "-n.n"}),
    # -- beside a game
    ("setups_draft", _EACH, {"player_id": "n.player", "game": "n.game", "variant": "%(book)s", "form": "''"}),
    ("setups_savedsetup", _EACH, {"player_id": "n.player", "variant": "%(book)s", "name": "'Mine'"}),
    ("talk_reading", _EACH, {"player_id": "%(ada)s", "game": "n.game"}),
    ("talk_note", _EACH, {"player_id": "%(ada)s", "game": "n.game"}),
    ("talk_guess", _EACH, {"player_id": "%(ada)s", "game": "n.game", "symbol": "'F'"}),
    ("talk_guessopening", _EACH, {"player_id": "%(ada)s", "game": "n.game"}),
    ("archive_entryratings", _EACH, {"game": "n.game", "lowest": "1500", "highest": "1500"}),
    ("archive_countedbands", _EACH, {"game": "n.game"}),
    ("puzzles_solver", _EACH, {"player_id": "n.player", "value": "1500", "deviation": "100", "volatility": "0.06"}),
    ("releases_reveal", _EACH, {"game": "n.game", "at": _AGO}),
    ("releases_leftout", _EACH, {"player": "n.player"}),
    ("fairness_sightlook", _EACH, {"player": "n.player", "variant": "%(book)s"}),
    (
        "games_vacation",
        "neighbours n CROSS JOIN (VALUES (true), (false)) o (own)",
        {
            "player": "CASE WHEN o.own THEN %(ada)s ELSE n.player END",
            "begun": f"{_LONG_AGO} - interval '1 day'",
            "until": _LONG_AGO,
        },
    ),
    # -- studies that Ada reads and is asked to
    (
        "studies_studymember",
        "neighbours n JOIN studies_study s ON s.id = n.game",
        {
            "study_id": "s.id",
            "player_id": "%(ada)s",
            "role": "'reader'",
            "accepted": "n.n < 100",
            "invited_by": "n.player",
        },
    ),
    # -- cases
    (
        "cases_case",
        _EACH,
        {
            "id": 'n."case"',
            "kind": "'stalling'",
            "source": "'report'",
            "about": "CASE n.n %% 4 WHEN 0 THEN %(ada)s ELSE n.player END",
            "state": "CASE n.n %% 4 WHEN 1 THEN 'open' ELSE 'decided' END",
            "outcome": "CASE n.n %% 4 WHEN 1 THEN '' ELSE 'penalised' END",
            "opened": _AGO,
            "changed": _AGO,
            "decided": f"CASE n.n %% 4 WHEN 1 THEN NULL ELSE {_AGO} END",
            "position": "-n.n",
            "version": "1",
            "rank": "-n.n",
        },
    ),
    (
        "players_penalty",
        "neighbours n WHERE n.n %% 4 <> 1",
        {
            "id": "n.penalty",
            "case": 'n."case"',
            "player": "CASE n.n %% 4 WHEN 0 THEN %(ada)s ELSE n.player END",
            "kind": "CASE n.n %% 4 WHEN 0 THEN 'note' ELSE 'no-seeks' END",
            "rule": "'stalling'",
            "begins": f"{_AGO} - interval '2 days'",
            "ends": f"CASE n.n %% 4 WHEN 0 THEN {_AGO} ELSE {_LATER} END",
        },
    ),
    (
        "cases_appeal",
        "neighbours n WHERE n.n %% 4 <> 1",
        {
            "penalty": "n.penalty",
            "case": 'n."case"',
            "player": "CASE n.n %% 4 WHEN 0 THEN %(ada)s ELSE n.player END",
            "made": _AGO,
            "due": _LATER,
            "risen": "now()",
            "decided": f"CASE n.n %% 4 WHEN 0 THEN {_AGO} END",
            "outcome": "CASE n.n %% 4 WHEN 0 THEN 'stands' ELSE '' END",
        },
    ),
    ("cases_casetext", _EACH, {"case": 'n."case"', "player": "n.player"}),
    (
        "cases_caselink",
        _EACH,
        {"case": 'n."case"', "what": "'reporter'", "target": "CASE n.n %% 4 WHEN 2 THEN %(ada)s ELSE n.player END"},
    ),
    ("cases_dueeffect", "neighbours n WHERE n.n %% 4 <> 1", {"penalty": "n.penalty", "when": "'ends'", "at": _LATER}),
    (
        "cases_effectmark",
        "neighbours n WHERE n.n %% 4 <> 1",
        {"penalty": "n.penalty", "what": "'seek'", "target": "n.game"},
    ),
    (
        "players_report",
        _EACH,
        {
            "kind": "'player'",
            "target": "%(ada)s",
            "about_id": "%(ada)s",
            "reporter_id": "n.player",
            "why": "'stalling'",
            "case": 'n."case"',
            "state": "'resolved'",
            "created": _AGO,
            "closed": _AGO,
            "told": "true",
        },
    ),
    (
        "moderation_auditentry",
        _EACH,
        {
            "version": "-%(at)s - n.i",
            "position": "-n.n",
            "time": _AGO,
            "actor": "CASE n.n %% 2 WHEN 0 THEN %(staff)s ELSE n.account END",
            "action": "'closed-account'",
            "kind": "'players-account'",
            "target": "n.account::text",
        },
    ),
    # -- programs
    (
        "allauth_idp_oidc_client",
        "(SELECT WHERE NOT EXISTS (SELECT FROM allauth_idp_oidc_client)) once",
        {"id": "'program'", "name": "'Program'", "owner_id": "%(account)s"},
    ),
    (
        "allauth_idp_oidc_token",
        _EACH,
        {"client_id": "'program'", "user_id": "n.account", "hash": "md5(n.account::text)", "type": "'ac'"},
    ),
    (
        "api_grant",
        _EACH,
        {"id": "n.grant", "account_id": "n.account", "program_id": "'program'", "expires": _LATER},
    ),
    (
        "api_grantsecret",
        _EACH,
        {"grant_id": "n.grant", "digest": "md5(n.account::text)", "kind": "'refresh'", "expires": _LATER},
    ),
    (
        "api_devicesignin",
        _EACH,
        {
            "program_id": "'program'",
            "digest": "md5(n.account::text)",
            "user_code": "left(md5(n.account::text), 8)",
            "expires": _LATER,
        },
    ),
    ("api_knownas", _EACH, {"account_id": "n.account", "program_id": "'program'"}),
    (
        "api_accesstoken",
        _EACH,
        {"account_id": "n.account", "name": "'mine'", "digest": "md5(n.account::text)", "expires": _LATER},
    ),
    (
        "api_keptanswer",
        "neighbours n JOIN api_accesstoken t ON t.account_id = %(account)s",
        {"token_id": "t.id", "key": "n.account::text", "headers": "'{}'"},
    ),
    ("api_webhook", _EACH, {"account_id": "n.account", "address": "'https://hooks.example/'"}),
    # -- events: Ada took part in each, and the arbiter of all was there
    (
        "tournaments_tournamententry",
        "events e",
        {"tournament_id": "e.event", "entry": "1", "player": "%(ada)s", "presence": "'present'", "place": "4"},
    ),
    (
        "tournaments_tournamententry",
        "events e JOIN neighbours n ON n.game = e.new",
        {"tournament_id": "e.event", "entry": "2", "player": "n.player", "presence": "'present'"},
    ),
    (
        "tournaments_tournamentstaff",
        "events e",
        {"tournament_id": "e.event", "player": "%(arbiter)s", "role": "'arbiter'", "over": "true"},
    ),
    ("tournaments_tournamentgame", "events e", {"game": "e.new", "tournament_id": "e.event", "decided": "true"}),
    ("tournaments_text", _EACH, {"by": "%(ada)s"}),
    (
        "tournaments_letter",
        "events e",
        {"tournament": "e.event", "by": "%(arbiter)s", "audience": "'all'", "to": "ARRAY[%(ada)s]"},
    ),
    (
        "tournaments_eventtemplate",
        "events e",
        {"tournament": "e.event", "owner": "e.event", "name": "'kept'"},
    ),
    (
        "tournaments_partnerrequest",
        "events e",
        {"tournament": "e.event", "player": "%(arbiter)s", "partner": "%(ada)s"},
    ),
    (
        "tournaments_sealedlineup",
        "events e",
        {"tournament": "e.event", "round": "1", "entry": "1", "by": "e.event", "players": "ARRAY[%(ada)s]"},
    ),
    ("tournaments_entryperson", "events e", {"tournament": "e.event", "entry": "1"}),
    ("tournaments_entryform", "events e", {"tournament": "e.event", "open": "true"}),
    (
        "tournaments_formentry",
        "events e",
        {"tournament": "e.event", "player": "e.event", "address": "'ada@example.org'", "name": "'Ada'"},
    ),
    (
        "tournaments_eventseries",
        "events e",
        {"key": "left(md5(e.event::text), 11)", "owner": "e.event", "name": "'Season'"},
    ),
    ("tournaments_ratinglist", "events e", {"owner": "e.event", "name": "'ISF'", "day": "current_date"}),
    (
        "tournaments_ratedperson",
        "tournaments_ratinglist l",
        {"list_id": "l.id", "name": "'Ada'", "family": "'ada'", "number": "'1'"},
    ),
    ("tournaments_importeddetails", "events e", {"tournament": "e.event", "details": "'{}'"}),
    (
        "tournaments_namedmember",
        "events e",
        {"tournament": "e.event", "entry": "1", "player": "%(ada)s", "state": "'agreed'"},
    ),
)
"""Tables, where their rows come from, and what is in them. Of `n` some are Ada's."""


def small_tables(owner: psycopg.Connection, least: int) -> list[str]:
    """The tables with fewer rows than they should have in a large database, but for `SMALL_TABLES`.

    Args:
        owner: a connection to that database.
        least: so many rows are enough.
    """
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)} - SMALL_TABLES.keys()
    return sorted(name for name in tables if _count(owner, name) < least)


def _count(owner: psycopg.Connection, table: str) -> int:
    row = owner.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()
    assert row is not None
    return int(row[0])
