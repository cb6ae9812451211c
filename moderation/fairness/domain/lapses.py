"""The consequences of a game left: a warning, once a day; a case after warnings on three days of a month.

Nothing worse follows by itself: a penalty has a person who decides and a reason (docs/moderation.md).
"""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import Player
from library.reliability.domain.player_days import left_on, reliability_of, utc_today
from library.reliability.models import LapseTold, ReliabilityDay
from moderation.cases.intake import open_case
from moderation.cases.kinds import CaseKind
from notices import notify
from notices.models import Kind

LOOKED_BACK = timedelta(days=2)
"""How far back the sweep looks for games left without a notice, after an outage."""

AT_ONCE = 200
"""Players and days that one run takes on."""

MONTH = timedelta(days=30)

TOO_OFTEN = 3
"""On so many days of a month somebody is warned, and on the last of them a moderator is asked to look."""

KEPT = timedelta(days=60)
"""How long it is known that somebody was warned."""


def tell_lapses() -> int:
    """Warns players who recently left a game, once a day, and opens a case after too many warnings.

    Returns:
        Returns the numbers of both. May run twice at once: each player is notified once.
    """
    today = utc_today()
    tolds = LapseTold.objects.filter(player=OuterRef("player"), day=OuterRef("day"))
    lapses = ReliabilityDay.objects.filter(day__gte=today - LOOKED_BACK, abandoned__gt=0).exclude(Exists(tolds))
    due = list(lapses.order_by("day", "player").values_list("player", "day").distinct()[:AT_ONCE])
    for player, day in due:
        with transaction.atomic():
            _told, new = LapseTold.objects.get_or_create(player=player, day=day)
            if new:
                _follow_up(player, day)
    old = LapseTold.objects.filter(day__lt=today - KEPT).order_by("day").values("id")[:AT_ONCE]
    LapseTold.objects.filter(id__in=list(old.values_list("id", flat=True))).delete()
    return len(due)


def _follow_up(player: UUID, day: date) -> None:
    """Warns a player because of a day, and asks a moderator to look if that was too often. Warnings are counted, not
    games: so nobody has a case who was not told before what follows.
    """
    game = next((game.game for game in left_on(player, day) if not game.excused), None)
    if game is not None:
        notify(player, Kind.LEFT, game=game)
    warned = LapseTold.objects.filter(player=player, day__gt=day - MONTH, day__lte=day).count()
    if warned >= TOO_OFTEN and Player.objects.filter(id=player, bot=False).exclude(account=None).exists():
        reliability = reliability_of(player)
        open_case(
            kind=CaseKind.STOPPED_PLAYING,
            about=player,
            source="reliability",
            score=1000 - 10 * (reliability.percent or 0),
            figures={
                "percent": reliability.percent or 0,
                "days": reliability.days,
                "left": reliability.abandoned,
                "warned": warned,
            },
            thing=None if game is None else "game",
            target=game,
        )
