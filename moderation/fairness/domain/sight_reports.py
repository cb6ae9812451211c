"""Second sight of games that are open to all: they are looked at in the background, a moment after they were opened.

`GameRevealed` puts a game into a queue, and that is all that a reveal writes; before it nothing is known here. A task
takes each from the queue and writes a row a player. At a rebuild the queue has all open games again, and the rows come
again as the task gets to them. After every twenty games a player's last ones are judged, once.

Evidence may begin anew with any twenty games, since who peeks may have played fair for years. What all these
beginnings together may take for peeking is shared out among them: the one with the twenty games of number k has
1 / k (k + 1) of it. So the chance of a case is that of one, however often a player is looked at.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from math import log as ln
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction

from accounts.models import Player
from accounts.people.bots import is_computer
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.domain.events import GameRevealed
from games.domain.projections import applied_versions
from games.models import Game
from games.replay import Timeline, timeline
from games.rules import VARIANTS, Rank, Reserve, Seat, Viewer
from moderation.cases.intake import open_case
from moderation.cases.kinds import CaseKind
from moderation.fairness.domain.sight import MOVED, STILL, WEIGHT, sightings
from moderation.fairness.models import SeatSight, SightCount, SightLook, Unsighted

log = logging.getLogger(__name__)

MEASURED = frozenset({"classic"})
"""The rule books for which it is known how fair players and peekers score (`python -m benchmarks sight`)."""

FILED: frozenset[str] = frozenset()
"""Those for which cases are filed: none until a run of the benchmark with 3,000 seats of each kind says that fair
players have one in a thousand times at most (docs/moderation.md). A case is a question to a person, and nothing follows
from it."""

EVERY = 20
"""After so many games a player's last ones are judged."""

LAST = 5 * EVERY
"""So many of them at most."""

MOST_PLIES = 6_000
"""A longer game is not looked at."""

CHANCE = 1 / 1000
"""That a fair player has a case, however long the player plays."""

_QUEUE = b"INSERT INTO fairness_unsighted (game) SELECT unnest(%s::uuid[]) ON CONFLICT DO NOTHING"
_NEXT = b"""
SELECT game FROM fairness_unsighted
WHERE game > %s::uuid AND NOT EXISTS (SELECT FROM eventlog_damage d WHERE d.stream = game)
ORDER BY game LIMIT 1 FOR UPDATE OF fairness_unsighted SKIP LOCKED
"""
_COUNT = b"""
INSERT INTO fairness_sightcount AS old (player, variant, games) VALUES (%s::uuid, %s, 1)
ON CONFLICT (player, variant) DO UPDATE SET games = old.games + 1 RETURNING games
"""


@projection(
    "sight",
    events=(GameRevealed,),
    tables=tuple(model._meta.db_table for model in (Unsighted, SeatSight, SightCount)),
    writes_only=True,
    applied_versions=applied_versions,
)
def project_unsighted(stored: Sequence[Stored]) -> None:
    """The games that were opened and wait to be looked at."""
    games = sorted({item.stream for item in stored})
    write(Unsighted._meta.db_table, _QUEUE, [(games,)] if games else [])


def look_at_opened(most: int) -> int:
    """Looks at games from the queue, each in a transaction of its own. One that fails stays in it, and holds up none.

    Side effects: opens cases, or adds to them.

    Args:
        most: games.

    Returns:
        How many were taken.
    """
    last, taken = UUID(int=0), 0
    while taken < most:
        try:
            with transaction.atomic():
                result = execute(_NEXT, (last,))
                if not result:
                    return taken
                ((last,),) = result
                taken += 1
                _look_at(last)
                Unsighted.objects.filter(game=last).delete()
        except (OperationalError, InterfaceError):  # that is the database, and no game
            raise
        except Exception as error:  # its message might reveal a rank
            log.error("a game could not be looked at: %s", type(error).__name__)
    return taken


def _look_at(id: UUID) -> None:
    game = Game.objects.filter(id=id, revealed=True, source=Game.Source.PLAY).prefetch_related("seats").first()
    if game is None or VARIANTS[game.variant].deals or game.started is None or game.called_off:
        return
    people = {Seat(seat.seat): seat.player_id for seat in game.all_seats if seat.player_id is not None}
    people = {seat: player for seat, player in people.items() if not is_computer(player)}
    line = timeline(game)
    if not people or not line.revealed or line.plies > MOST_PLIES:
        return
    truth = _truth(line)
    for seat, player in sorted(people.items()):
        views = (line.view(Viewer.of(seat), ply) for ply in range(line.plies + 1))
        result = list(sightings(line.rules, line.options, seat, views, truth))
        SeatSight.objects.create(
            game=id,
            seat=seat,
            player=player,
            variant=game.variant,
            over=game.ended or game.created,
            value=sum(sighting.score for sighting in result),
            told=[
                [sighting.ply, sighting.kind[0], sighting.square, round(100 * sighting.score)] for sighting in result
            ],
        )
        ((games,),) = execute(_COUNT, (player, game.variant))
        if game.variant in FILED and games % EVERY == 0:
            _judge(player, game.variant, games // EVERY)


def _truth(line: Timeline) -> Mapping[int, Rank]:
    """The rank of each piece, those that enter later too."""
    plies = line.plies if line.rules.reserve is not Reserve.NONE else 0
    return {
        piece.id: piece.rank
        for ply in range(plies + 1)
        for piece in line.view(Viewer.ALL, ply).pieces
        if piece.rank is not None
    }


def last_games(player: UUID, variant: str) -> list[SeatSight]:
    """The last games of a player that were looked at, the newest first."""
    return list(SeatSight.objects.filter(player=player, variant=variant).order_by("-over", "-game")[:LAST])


def line(first: int) -> float:
    """From which sum of scores on a case is filed.

    Args:
        first: with which twenty games the sum begins, from 1.

    >>> round(line(1), 1), round(line(10), 1)
    (15.2, 23.2)
    """
    return ln(first * (first + 1) / CHANCE) / WEIGHT


def games_filed(values: Sequence[float], number: int) -> int:
    """Over how many of a player's last games there is evidence enough for a case; 0 for none.

    Args:
        values: the sum of scores of each, the newest first, `LAST` at most.
        number: which look it is, from 1.
    """
    lengths = range(EVERY, min(len(values), number * EVERY) + 1, EVERY)
    return next((long for long in lengths if sum(values[:long]) >= line(number - long // EVERY + 1)), 0)


def _judge(player: UUID, variant: str, number: int) -> None:
    """Looks at a player's last games, once for each number, and files a case if fair play seldom has such."""
    look, new = SightLook.objects.get_or_create(player=player, variant=variant, number=number)
    games = last_games(player, variant)
    games = games[: games_filed([game.value for game in games], number)]
    person = Player.objects.filter(id=player, bot=False).exclude(account=None)
    if not new or not games or not person.exists():
        return
    SightLook.objects.filter(pk=look.pk).update(filed=True)
    result = [item for game in games for item in game.told]
    outcome = sum(game.value for game in games)
    open_case(
        kind=CaseKind.CHEATING,
        about=player,
        source="second-sight",
        score=min(1000, round(400 * outcome / line(1))),
        figures={
            "games": len(games),
            "still": sum(item[1] == STILL[0] for item in result),
            "moved": sum(item[1] == MOVED[0] for item in result),
            "score": round(outcome),
            "usual": round(line(1)),
        },
        thing="game",
        target=max(games, key=lambda game: game.value).game,
    )
