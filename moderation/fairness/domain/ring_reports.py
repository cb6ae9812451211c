"""Looking for rings: who won quickly on a day that is over is looked at once, and has a case if it looks like a ring.

A case is all that follows: a person looks at the games and decides (docs/moderation.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.authentication.networks import shared_addresses
from accounts.models import Player
from eventlog.sources import SOURCES
from moderation.cases.intake import open_case
from moderation.cases.kinds import CaseKind
from moderation.fairness.domain.rings import OF_A_FEEDER, WINDOW, Partner, Ring, ring_of
from moderation.fairness.models import PairDay, RingLook

LOOKED_BACK = timedelta(days=3)
"""So far back the sweep looks for who won quickly and was not looked at, should it not have run."""

AT_ONCE = 100
"""Players and days that one run takes on."""

ROWS = 2_000
"""So many rows of a player, the newest, are read at most."""

PARTNERS = 50
"""So many partners who lost quickly are looked at, who did so most often first."""


@dataclass(slots=True)
class _With:
    """Somebody's games with one other, as the other sees them."""

    games: int = 0
    won: int = 0
    lost: int = 0
    quick: int = 0
    quick_won: int = 0


def look_for_rings(today: date) -> int:
    """Looks at who won quickly on the last days that are over, and was not looked at for that.

    Side effects: opens cases, or adds to them.

    Args:
        today: by UTC. It is not over, so it is left to tomorrow.

    Returns:
        At how many players and days. May run twice at once: each is looked at once.
    """
    due = sorted({*_winners(today, "high", "low_quick"), *_winners(today, "low", "high_quick")})[:AT_ONCE]
    for day, player in due:
        with transaction.atomic():
            look, new = RingLook.objects.get_or_create(player=player, day=day)
            if new and (ring := ring_around(player, day)) is not None and _is_person(player):
                _file(player, ring)
                RingLook.objects.filter(pk=look.pk).update(filed=True)
    old = RingLook.objects.filter(day__lt=today - timedelta(days=2 * WINDOW)).order_by("day").values("id")[:AT_ONCE]
    RingLook.objects.filter(id__in=list(old.values_list("id", flat=True))).delete()
    return len(due)


def _winners(today: date, winner: str, quick: str) -> Iterable[tuple[date, UUID]]:
    looked = RingLook.objects.filter(player=OuterRef(winner), day=OuterRef("day"))
    rows = PairDay.objects.filter(day__gte=today - LOOKED_BACK, day__lt=today, **{f"{quick}__gt": 0})
    rows = rows.exclude(Exists(looked)).order_by("day", winner)
    return rows.values_list("day", winner).distinct()[:AT_ONCE]


def ring_around(player: UUID, day: date) -> Ring | None:
    """The ring around a player by the games up to a day; those for which a case was filed before do not count again.

    Args:
        player: who wins.
        day: the last one that counts.
    """
    filed = (
        RingLook.objects.filter(player=player, filed=True, day__lt=day).order_by("-day").values_list("day", flat=True)
    )
    begin = max([day - timedelta(days=WINDOW), *filed[:1]])
    return ring_of(partners_of(player, begin, day), sum(game.lost for game in _games_with(player, begin, day).values()))


def partners_of(player: UUID, begin: date, day: date) -> list[Partner]:
    """Those who lost quickly to a player more than once.

    Args:
        player: who won.
        begin: the day after which games count, and
        day: the last one.
    """
    games = _games_with(player, begin, day)
    quick = sorted(
        (game for game in games if games[game].quick >= OF_A_FEEDER), key=lambda game: (-games[game].quick, game)
    )[:PARTNERS]
    accounts = Player.objects.filter(id__in=quick, account__isnull=False)
    joined = dict(accounts.values_list("id", "account__date_joined"))
    near = {address.player for address in shared_addresses(player)} if quick else set()
    results = []
    for id_ in quick:
        mine = games[id_]
        # As the others see it, who won against the partner: so what they lost the partner won.
        others = [theirs for other, theirs in _games_with(id_, begin, day).items() if other != player]
        results.append(
            Partner(
                player=id_,
                games=mine.games,
                won=mine.won,
                lost=mine.lost,
                quick=mine.quick,
                elsewhere=sum(other.games for other in others),
                elsewhere_won=sum(other.lost for other in others),
                elsewhere_quick=sum(other.quick_won for other in others),
                age=max(0, (day - joined[id_].date()).days) if id_ in joined else None,
                address=id_ in near,
            )
        )
    return results


def _games_with(player: UUID, begin: date, day: date) -> dict[UUID, _With]:
    """What a player's rated games after a day and up to another came to with each opponent, as the opponent sees it."""
    rows = PairDay.objects.filter(Q(low=player) | Q(high=player), day__gt=begin, day__lte=day)
    withs: defaultdict[UUID, _With] = defaultdict(_With)
    for row in rows.order_by("-day", "id")[:ROWS]:
        first = row.low == player
        item = withs[row.high if first else row.low]
        item.games += row.games
        item.lost += row.low_won if first else row.high_won
        item.won += row.high_won if first else row.low_won
        item.quick += row.high_quick if first else row.low_quick
        item.quick_won += row.low_quick if first else row.high_quick
    return dict(withs)


def _is_person(player: UUID) -> bool:
    return Player.objects.filter(id=player, bot=False).exclude(account=None).exists()


def _file(player: UUID, ring: Ring) -> None:
    """Opens a case about a player who seems to be fed, and the one who does so most."""
    open_case(
        kind=CaseKind.BOOSTING,
        about=player,
        source="rings",
        score=ring.score,
        figures=ring.figures,
        thing="player",
        target=ring.feeders[0].player,
    )


def utc_today() -> date:
    """The day by UTC, or a test's."""
    return (datetime.now(UTC) if SOURCES.clock is None else SOURCES.clock()).date()
