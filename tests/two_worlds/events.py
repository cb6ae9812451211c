"""Tournaments around the games of pairs: the game is board 1 of the second round, the first one is over; of an arena or
a ladder it is the first game.

The event is the same in both worlds: who enters, the lots, the earlier results. The arbiter holds no seat and must know
no more than anybody.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.domain import command_handler
from games.domain.arbitration import forfeit_game
from games.domain.clocks import TimeControl
from games.models import key_of
from games.rules import Options, Seat, Variant
from tournaments.domain import lifecycle
from tournaments.domain.commands import arbitration, challenges, organization, registration, results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import Announcement, EventSeries
from tournaments.scoring.formats import FORMATS, FormatTraits

BOARD = 1
"""Where the game of the pair is played."""

SERIES = key_of(UUID(int=7))
"""The address of the series that each event belongs to."""


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament, and the game of the pair in one of its rounds."""

    id: UUID
    game: UUID
    round: int

    @property
    def key(self) -> str:
        return key_of(self.id)

    def call(self, player: UUID, chance: random.Random) -> None:
        about = chance.choice(arbitration.ABOUT)
        arbitration.call_arbiter(
            tournament=self.id, round=self.round, board=BOARD, by=player, about=about, text="Look here"
        )

    def over(self) -> None:
        results.take_over(game=self.game)


def begin_event(
    *,
    rules: Variant,
    players: Mapping[Seat, UUID],
    arbiter: UUID,
    options: Options,
    time: TimeControl,
    rated: bool,
    chance: random.Random,
    format: str = "",
    **values: Any,
) -> Event:
    """Announces a round robin, or one group before a knockout, plays its first round, and begins the second; or begins
    an arena, or a ladder with a challenge that is accepted and one that waits. On board 1 the players sit at the seats
    that they have in the pair.

    Args:
        format: of the event; by chance without it.
    """
    pairs = len(rules.seats) == 4
    format = format or chance.choice(("round_robin", "group_stage", *_growing(time, values)))
    grows, rounds = FORMATS[format].grows, 1 if FORMATS[format].grows else 2
    terms = usual_terms(
        rules.slug,
        format,
        group_count=1,
        double=pairs,
        options=options,
        time=time,
        rated=rated,
        reveal="never",
        automatic=False,
        round_length=chance.choice((None, None if grows else 86_400)),
        **({"spectators": chance.choice(("live", "live", "ended"))} | values),
    )
    tournament = organization.create_tournament(owner=arbiter, terms=terms, name="Cup", description="*All* welcome")
    season, _new = EventSeries.objects.get_or_create(
        id=UUID(int=7), defaults={"key": SERIES, "owner": arbiter, "name": "Season"}
    )
    Announcement.objects.filter(tournament=tournament).update(series=season.id)
    organization.announce(tournament=tournament, by=arbiter)
    for entry in _entries(players, pairs=pairs, format=FORMATS[format]):
        for item in entry:
            registration.enter(tournament=tournament, players=entry, by=item)
    lifecycle.start(tournament=tournament, by=arbiter)
    for _round in range(rounds):
        for game in _open_games(tournament):
            forfeit_game(game=game, seats=(chance.choice(rules.seats),))
            results.take_over(game=game)
        lifecycle.pair(tournament=tournament, by=arbiter)
        lifecycle.begin_round(tournament=tournament, by=arbiter)
    if FORMATS[format].by_challenge:
        _challenge(tournament)
    (game, *_others) = _open_games(tournament)
    assert command_handler.open_game(game).created.seats == {
        seat.slug: str(id) for seat, id in _at_board(rules, players)
    }
    return Event(tournament, game, rounds)


def _growing(time: TimeControl, values: Mapping[str, Any]) -> tuple[str, ...]:
    """The formats with one round in which games of this time go; they have no spectators with a delay."""
    fitting = ("arena", "ladder") if time.live else ("ladder",)
    return () if values.get("spectators") == "delayed" else fitting


def _challenge(tournament: UUID) -> None:
    """The second entry challenges the first one, who plays; of four the last one waits for an answer."""
    for entry in (2, 4):
        fold = fold_of(tournament)
        if entry in fold.entries:
            by = fold.entries[entry].players[0]
            challenges.challenge(tournament=tournament, entry=entry, other=entry - 1, by=by)
    challenges.accept(tournament=tournament, number=1, by=fold_of(tournament).entries[1].players[0])


def _entries(players: Mapping[Seat, UUID], *, pairs: bool, format: FormatTraits) -> list[list[UUID]]:
    """In this order the Berger tables have red and blue on board 1 of round 2, and an arena on its first board; on a
    ladder who is challenged has red.
    """
    red, blue, red2, blue2 = (players[seat] for seat in (Seat.RED, Seat.BLUE, Seat.RED2, Seat.BLUE2))
    both = [[blue, blue2], [red, red2]] if pairs else [[blue], [red]]
    if format.by_challenge:
        both.reverse()
    others = [] if pairs else [[red2], [blue2]]
    return [*both, *others] if format.grows else [*others, *both]


def _at_board(rules: Variant, players: Mapping[Seat, UUID]) -> list[tuple[Seat, UUID]]:
    return [(seat, players[seat]) for seat in rules.seats]


def _open_games(tournament: UUID) -> list[UUID]:
    round = fold_of(tournament).round
    boards = () if round is None or round.finished_at is not None else round.boards
    return [board.leg.game for board in boards if board.leg.game is not None]
