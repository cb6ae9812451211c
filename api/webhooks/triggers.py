"""Messages to webhooks: a game or an event of their owner has another public version.

A webhook is notified together with the owner's own pages. A row is written for each. The log itself is
the outbox: a sweep reads its new events. So nothing is lost if a process ends in between, the broker is away, or a hook
is not known here yet. Each hook remembers what it was told last, so nothing is told twice. An event that nobody may
know of yet tells nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from api.models import Webhook, WebhookTopic
from api.webhooks.delivery import deliver_soon
from eventlog.changes import begin_anew, read_news
from games.domain.listeners import GameUpdated
from games.domain.listeners import listener as game_listener
from tournaments.domain.command_handler import NoTournament
from tournaments.domain.listeners import TournamentUpdated
from tournaments.domain.listeners import listener as tournament_listener
from tournaments.domain.queries.tournaments import published_fold_of
from tournaments.models import Tournament, TournamentEntry

READER = "webhooks"
KEPT = timedelta(days=30)
"""How long sent versions of finished things are stored."""

KNOWN_FOR = 30.0
"""Seconds for which a process caches the owners of webhooks: until then the sweep serves a new one."""

MOST = 200
"""Events of a tournament's players that one sweep looks at; more are found by the next news of theirs."""

_GAMES = """
WITH seats AS MATERIALIZED (
    SELECT s.player_id AS player, g.key, g.public_version AS version {seats}
), news AS (
    INSERT INTO api_webhooktopic AS t (webhook_id, kind, key, version)
    SELECT DISTINCT h.id, 'game', seats.key, seats.version
    FROM seats
    JOIN players_player p ON p.id = seats.player
    JOIN api_webhook h ON h.account_id = p.account_id
    WHERE h.stopped IS NULL AND h.games AND {which}
    ON CONFLICT (webhook_id, kind, key) DO UPDATE SET version = excluded.version, told = now()
    WHERE t.version < excluded.version
    RETURNING webhook_id, kind, key, version
)
"""
# By the games, and not by all that somebody with a webhook has ever played.
_OF_GAMES = """
FROM games_gameseat s JOIN games_game g ON g.id = s.game_id WHERE s.game_id = ANY(%(streams)s)
"""
_OPEN = """
FROM api_webhook w
JOIN players_player q ON q.account_id = w.account_id
JOIN games_gameseat s ON s.player_id = q.id AND s.over_at IS NULL
JOIN games_game g ON g.id = s.game_id AND g.result = 'playing'
WHERE w.stopped IS NULL AND w.games
"""
_OLDER = """
, older AS (
    DELETE FROM api_delivery d USING news n
    WHERE d.webhook_id = n.webhook_id AND d.kind = n.kind AND d.key = n.key AND d.done IS NULL AND d.attempts = 0
)
INSERT INTO api_delivery (id, webhook_id, kind, key, version, created, attempts, problem)
SELECT gen_random_uuid(), webhook_id, kind, key, version, %(now)s, 0, '' FROM news
RETURNING webhook_id
"""
_SEEN = "SELECT webhook_id FROM news"
_EVENT = """
WITH news AS (
    INSERT INTO api_webhooktopic AS t (webhook_id, kind, key, version)
    SELECT DISTINCT h.id, 'tournament', %(key)s, %(version)s::int
    FROM api_webhook h
    JOIN players_player p ON p.account_id = h.account_id
    JOIN tournaments_tournamententry e ON e.player = p.id
    WHERE h.stopped IS NULL AND h.events AND e.tournament_id = %(tournament)s
    ON CONFLICT (webhook_id, kind, key) DO UPDATE SET version = excluded.version, told = now()
    WHERE t.version < excluded.version
    RETURNING webhook_id, kind, key, version
)
"""

_OVER = """
DELETE FROM api_webhooktopic t WHERE t.told < %s
    AND NOT EXISTS (SELECT 1 FROM games_game g WHERE t.kind = 'game' AND g.key = t.key AND g.result = 'playing')
    AND NOT EXISTS (
        SELECT 1 FROM tournaments_tournament e WHERE t.kind = 'tournament' AND e.key = t.key AND e.ended IS NULL
    )
"""


class _Known:
    """The players with webhooks, as of some seconds ago: so a move of all others costs nothing."""

    def __init__(self) -> None:
        self.players: frozenset[UUID] = frozenset()
        self.until = 0.0
        self.lock = threading.Lock()

    def now(self) -> frozenset[UUID]:
        if time.monotonic() >= self.until and self.lock.acquire(blocking=False):
            try:
                live = Player.objects.filter(account__webhooks__stopped=None, account__webhooks__isnull=False)
                self.players = frozenset(live.values_list("pk", flat=True))
                self.until = time.monotonic() + KNOWN_FOR
            finally:
                self.lock.release()
        return self.players

    def forget(self) -> None:
        """Look again, next time."""
        self.until = 0.0


known = _Known()


@game_listener
def tell_of_game(happened: GameUpdated) -> None:
    """Store the webhooks to notify of a game now."""
    if settings.VEXILLUM_WEBHOOKS_AT_ONCE and not known.now().isdisjoint(happened.players.values()):
        deliver_soon(_games([happened.game]))


@tournament_listener
def tell_of_event(happened: TournamentUpdated) -> None:
    """The same of an event, if there is something for everybody."""
    if settings.VEXILLUM_WEBHOOKS_AT_ONCE and happened.news and known.now():
        deliver_soon(_event(happened.tournament, happened.key, happened.version))


def sweep() -> set[UUID]:
    """Store the webhooks to notify of new events of the log; return them."""
    if not Webhook.objects.filter(stopped=None).exists():
        begin_anew(READER)
        return set()
    ids: set[UUID] = set()

    def take(streams: Sequence[UUID] | None) -> None:
        ids.update(_games(streams))
        for tournament, key in _events(streams):
            ids.update(_event(tournament, key))

    read_news(READER, take)
    return ids


def begin(webhook: Webhook) -> None:
    """Let a webhook begin with the present versions. Called in the transaction that creates it."""
    ids = {"hook": webhook.pk}
    with connection.cursor() as cursor:
        cursor.execute(_GAMES.format(seats=f"{_OPEN} AND w.id = %(hook)s", which="h.id = %(hook)s") + _SEEN, ids)
    players = Player.objects.filter(account=webhook.account_id)
    mine = TournamentEntry.objects.filter(player__in=players.values("pk"))
    running = Tournament.objects.filter(pk__in=mine.values("tournament"), announced__isnull=False, ended=None)
    for tournament, key in running.values_list("pk", "key")[:MOST]:
        version = _version_of(tournament)
        if version is not None:
            WebhookTopic.objects.update_or_create(
                webhook=webhook,
                kind=WebhookTopic.Kind.EVENT,
                key=key,
                defaults={"version": version, "told": timezone.now()},
            )
    known.forget()


def _games(streams: Sequence[UUID] | None) -> list[UUID]:
    seats, ids = (_OPEN, []) if streams is None else (_OF_GAMES, list(streams))
    with connection.cursor() as cursor:
        whole = _GAMES.format(seats=seats, which="TRUE") + _OLDER
        cursor.execute(whole, {"streams": ids, "now": timezone.now()})
        return [row[0] for row in cursor.fetchall()]


def _events(streams: Sequence[UUID] | None) -> list[tuple[UUID, str]]:
    """The announced events among these streams in which somebody with a webhook plays."""
    players = Player.objects.filter(account__webhooks__stopped=None, account__webhooks__events=True)
    entered = TournamentEntry.objects.filter(player__in=players.values("pk"))
    rows = Tournament.objects.filter(pk__in=entered.values("tournament"), announced__isnull=False)
    rows = rows.filter(ended=None) if streams is None else rows.filter(pk__in=list(streams))
    return list(rows.values_list("pk", "key")[:MOST])


def _event(tournament: UUID, key: str, version: int | None = None) -> list[UUID]:
    now = _version_of(tournament) if version is None else version
    if now is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_EVENT + _OLDER, {"tournament": tournament, "key": key, "version": now, "now": timezone.now()})
        return [row[0] for row in cursor.fetchall()]


def _version_of(tournament: UUID) -> int | None:
    """The version of an event as everybody may know it."""
    try:
        return published_fold_of(tournament).version
    except NoTournament:
        return None


def forget_over() -> int:
    """Delete the last sent versions of finished things; return the number of rows. If it moves on after all, that is
    news."""
    with connection.cursor() as cursor:
        cursor.execute(_OVER, [timezone.now() - KEPT])
        gone: int = cursor.rowcount
    return gone
