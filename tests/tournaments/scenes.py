"""Tournaments for tests, through the real commands: players enter, rounds are paired, results come in."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import Account, Player
from eventlog.sources import new_id
from ratings.models import Rating
from tournaments.domain import lifecycle
from tournaments.domain.command_handler import begin, execute
from tournaments.domain.commands import results
from tournaments.domain.consequences import has_room
from tournaments.domain.drafts import DraftedEvents
from tournaments.domain.events import PlayerEntered, TournamentAnnounced, TournamentCreated
from tournaments.domain.initial_ranking import mean
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Board, TournamentFold
from tournaments.domain.terms import Terms, check_terms, usual_terms
from tournaments.models import Announcement
from tournaments.scoring.points import Mark

RESULTS = ((Mark.WIN, Mark.LOSS), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.WIN))

Decide = Callable[[Board], tuple[Mark, Mark]]


def some_players(number: int, *, prefix: str = "player") -> list[Player]:
    mark = new_id().hex[:6]
    names = [f"{prefix}-{mark}-{item}" for item in range(1, number + 1)]
    accounts = Account.objects.bulk_create(Account(username=name, password="!") for name in names)
    return Player.objects.bulk_create(Player(name=account.username, account=account) for account in accounts)


def an_owner() -> UUID:
    return some_players(1, prefix="owner")[0].id


def a_tournament(
    players: int | Sequence[UUID] = 8,
    *,
    format: str = "swiss",
    variant: str = "barrage",
    real: bool = True,
    started: bool = True,
    owner: UUID | None = None,
    name: str = "Open",
    **terms: Any,
) -> UUID:
    """A tournament that is announced, with players who have entered.

    Args:
        players: how many, or their ids; partners are taken two by two where the variant asks for them.
        real: across real boards, where results are entered by hand, which is quick.
        started: play has begun; the first round is not paired.
        terms: of `usual_terms`; pairings are seen at once.
    """
    owner = owner or an_owner()
    chosen = usual_terms(variant, format, real=real, **({"automatic": False, "publishing": "paired"} | terms))
    tournament = announced(chosen, owner, name)
    ids = [player.id for player in some_players(players * chosen.team)] if isinstance(players, int) else list(players)
    enter_all(tournament, [ids[place : place + chosen.team] for place in range(0, len(ids), chosen.team)])
    if started:
        lifecycle.start(tournament=tournament, by=owner)
    return tournament


def announced(terms: Terms, owner: UUID, name: str) -> UUID:
    """Announces a tournament: the events are those of `organising.create_tournament` and `announce`, in one append. Who
    may do so, and how often, is not asked.
    """
    check_terms(terms)
    tournament = new_id()
    created = TournamentCreated(owner=str(owner), imported=False, **terms.value())
    with transaction.atomic():
        Announcement.objects.create(tournament=tournament, owner=owner, name=name, zone="UTC")
        begin(tournament=tournament, by=owner, events=[created, TournamentAnnounced()])
    return tournament


def enter_all(tournament: UUID, teams: Sequence[Sequence[UUID]]) -> None:
    """Enters players, or partners, at once: the events are those of `registering.enter`, one after the other."""
    players = [player for ids in teams for player in ids]

    def decide(draft: DraftedEvents) -> None:
        rows = Rating.objects.filter(player__in=players, variant=draft.now.terms.variant, games__gt=0)
        rated = {player: round(value) for player, value in rows.values_list("player", "value")}
        for ids in teams:
            now = draft.now
            rating = mean([rated.get(player, 0) for player in ids])
            waiting = bool(now.waiting) or not has_room(now)
            draft.add(PlayerEntered(len(now.entries) + 1, tuple(map(str, ids)), rating, waiting))

    execute(tournament=tournament, by=None, decide=decide)


def next_round(tournament: UUID) -> TournamentFold:
    lifecycle.pair(tournament=tournament, by=None)
    return lifecycle.begin_round(tournament=tournament, by=None)


def play_on(tournament: UUID, decide: Decide | None = None, *, seed: int = 1) -> TournamentFold:
    """Records a result for every board of the round that is open; matches of several games to their end.

    Args:
        decide: the result of a board; by chance without it.
    """
    chance = random.Random(seed)
    now = fold_of(tournament)
    while (round := now.round) is not None and (open := [board for board in round.boards if not board.decided]):
        board = open[0]
        red, blue = decide(board) if decide is not None else chance.choice(RESULTS)
        now = results.record_result(
            tournament=tournament, round=round.number, board=board.number, red=red, blue=blue, by=None
        )
    return now


def play_round(tournament: UUID, decide: Decide | None = None, *, seed: int = 1) -> TournamentFold:
    next_round(tournament)
    return play_on(tournament, decide, seed=seed)


def play_out(tournament: UUID, decide: Decide | None = None, *, seed: int = 1) -> TournamentFold:
    now = fold_of(tournament)
    while len(now.rounds) < now.planned:
        now = play_round(tournament, decide, seed=seed + len(now.rounds))
    return lifecycle.finish(tournament=tournament, by=None)
