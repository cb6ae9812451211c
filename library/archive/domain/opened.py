"""The set-ups of games that are open to all, as counters want them.

Counted are games that were played here or imported, that both sides set up for, and that were won, drawn or lost by
both. A game that is played on from another one is not: its set-ups are that game's. Books that deal cards have no
set-ups to learn from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from uuid import UUID

from eventlog import queries
from eventlog.corruption import report
from games.domain.events import SetupMade
from games.domain.placement import form_of, mirrored
from games.domain.projections import result_of
from games.models import Game, key_of
from games.rules import VARIANTS, End, Outcome, Seat, Variant, seat_of_slug
from library.archive.models import PlacementCount
from ratings.domain.projections import strengths_before

WON, DRAWN, LOST = PlacementCount.Result.WON, PlacementCount.Result.DRAWN, PlacementCount.Result.LOST
SOURCES = (Game.Source.PLAY, Game.Source.IMPORT)

_RESULTS: Mapping[str, tuple[PlacementCount.Result, PlacementCount.Result]] = {
    Game.Result.RED: (WON, LOST),
    Game.Result.BLUE: (LOST, WON),
    Game.Result.DRAW: (DRAWN, DRAWN),
    Game.Result.NEITHER: (LOST, LOST),
}
"""What a game that is counted came to for red and for blue, on the board: what the moderators make of it later changes
nothing here."""


@dataclass(frozen=True, slots=True)
class OpenedSetup:
    """A set-up of an open game with all that it is counted by.

    Args:
        game: whose set-up it is; those of a game come from the first seat on.
        rated: the game was to be rated.
        side: 0 for red, 1 for blue.
        result: the result of the game for its player.
        form: as its maker sees it. It is not printed.
        rating: the maker's before the game; None if it changed none.
        year: in which the game was played (UTC).
        event: the key of its event, or empty.
        player: its player, if known.
    """

    game: UUID
    rated: bool
    variant: str
    source: str
    side: int
    result: PlacementCount.Result
    form: str = field(repr=False)
    rating: float | None
    year: int
    event: str
    player: UUID | None


def _played(game: Game) -> Game.Result:
    return result_of(Outcome(End(game.outcome), game.winner))


def either_way(form: str, rules: Variant) -> str:
    """The one of a form and its mirror image that represents both."""
    return min(form, mirrored(form, rules))


def opened_setups(games: Collection[UUID]) -> Iterator[OpenedSetup]:
    """The set-ups of those of these games that are open and count. A damaged game is reported and has none."""
    rows = Game.objects.filter(
        id__in=games, revealed=True, result__in=(*_RESULTS, Game.Result.ANNULLED), source__in=SOURCES
    )
    known = {
        game.id: game
        for game in rows.prefetch_related("seats").order_by("id")
        if not VARIANTS[game.variant].deals and _played(game) in _RESULTS
    }
    made = _made(known)
    rated = strengths_before([game.id for game in known.values() if game.rated and not game.unrated])
    for id, game in known.items():
        rules = VARIANTS[game.variant]
        if len(made[id]) < len(rules.seats):
            continue
        players = {Seat(seat.seat): seat.player_id for seat in game.all_seats}
        ratings = rated.get(id) or (None,) * len(rules.seats)
        for seat, rating in zip(rules.seats, ratings, strict=True):
            yield OpenedSetup(
                game=id,
                rated=game.rated,
                variant=game.variant,
                source=game.source,
                side=seat.side,
                result=_RESULTS[_played(game)][seat.side],
                form=form_of(made[id][seat], rules, seat),
                rating=rating,
                year=(game.started or game.created).astimezone(UTC).year,
                event="" if game.tournament is None else key_of(game.tournament),
                player=players.get(seat),
            )


def _made(games: Mapping[UUID, Game]) -> Mapping[UUID, Mapping[Seat, str]]:
    texts: dict[UUID, dict[Seat, str]] = defaultdict(dict)
    most = {id: len(VARIANTS[game.variant].seats) for id, game in games.items()}
    for event in queries.first_events(most, kind=SetupMade, damaged=report):
        texts[event.stream][seat_of_slug(event.event.seat)] = event.event.placement
    return texts
