"""A whole event by programs, through the commands of people's pages: enter, start, pair, play, take over, finish."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from eventlog.sources import injected
from games.domain.listeners import unheard
from games.rules import Illegal, Options
from tournaments.domain.challenges import ladder_of, why_not
from tournaments.domain.commands import challenges, teams
from tournaments.domain.commands.organization import announce, create_tournament
from tournaments.domain.commands.registration import enter
from tournaments.domain.commands.results import take_over
from tournaments.domain.commands.rounds import finish_round
from tournaments.domain.lifecycle import add_boards, begin_round, finish, pair, pass_time, start
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.domain.terms import Terms, usual_terms
from tournaments.models import TournamentGame
from tournaments.scoring.formats import FORMATS
from tournaments.simulation.games import play_game
from tournaments.simulation.players import director, sparring_partners

NO_ATTACK_LIMIT = 60
"""Plies without an attack after which a game is drawn: nobody is to shuffle about in an event of hundreds of games."""

_SECRET = 16
"""Bytes from which on chance is a secret or an id; what is drawn by lot takes fewer."""

ARENA_MINUTES, LADDER_DAYS = 15, 10
SHORTEST_GAME, LONGEST_GAME = timedelta(minutes=2), timedelta(minutes=4)
"""So long the games of an arena take by its clock, whatever programs need for them: less than there is to set up."""

OnGames = Callable[[int], object]


def terms_for(
    slug: str,
    format: str,
    rounds: int,
    *,
    automatic: bool = False,
    team_boards: int = 0,
    more: Mapping[str, Any] | None = None,
) -> Terms:
    """The terms of a simulated event: those that such events usually have, unrated.

    Args:
        slug: of the rule book.
        format: a value of `Format`.
        rounds: of a Swiss.
        automatic: rounds are paired and begun by the service.
        team_boards: as in the terms.
        more: other terms, by name.
    """
    options = Options(no_attack_limit=NO_ATTACK_LIMIT)
    chosen: dict[str, Any] = {"rounds": rounds} if "rounds" in FORMATS[format].terms.fields else {}
    lengths = {"minutes": ARENA_MINUTES, "ladder_days": LADDER_DAYS, "idle_days": LADDER_DAYS // 3}
    chosen |= {name: length for name, length in lengths.items() if name in FORMATS[format].terms.fields}
    chosen |= more or {}
    terms = usual_terms(slug, format, rated=False, options=options, team_boards=team_boards, **chosen)
    return replace(terms, automatic=automatic)


@contextmanager
def from_seed(seed: str) -> Iterator[None]:
    """Lots and shuffles follow from the seed inside the `with` block; ids and salts are new all the same, so that the
    same event can take place twice.
    """
    lots, shuffles = random.Random(f"lots {seed}"), random.Random(f"shuffles {seed}")  # noqa: S311 - no secrets

    def drawn(count: int) -> bytes:
        return lots.randbytes(count) if count < _SECRET else secrets.token_bytes(count)

    with injected(random=drawn, seed=lambda: shuffles.randbytes(32)):
        yield


def open_event(*, name: str, terms: Terms, players: int) -> UUID:
    """An event that is announced and has its entries, each made by who enters.

    Args:
        name: how it is called.
        terms: what is played.
        players: people; where partners play, each entry has two of them; a team as many as there are boards.
    """
    tournament = create_tournament(owner=director().id, terms=terms, name=name)
    announce(tournament=tournament, by=director().id)
    people = [partner.id for partner in sparring_partners(players)]
    if terms.team_boards:
        _enter_teams(tournament, people, terms.team_boards)
        return tournament
    for at in range(0, players - terms.team + 1, terms.team):
        entry = people[at : at + terms.team]
        for player in entry:  # a partner agrees by asking for the same
            enter(tournament=tournament, players=entry, by=player)
    return tournament


def _enter_teams(tournament: UUID, people: Sequence[UUID], boards: int) -> None:
    """Teams of so many members each: the first enters it and takes the others in, who ask for it."""
    for at in range(0, len(people) - boards + 1, boards):
        captain, *others = people[at : at + boards]
        name = f"Team {at // boards + 1}"
        entry = teams.enter_team(tournament=tournament, by=captain, name=name, members=[captain])
        for member in others:
            teams.ask_to_join(tournament=tournament, by=member, entry=entry)
        members = [captain, *others]
        teams.change_roster(tournament=tournament, by=captain, entry=entry, members=members, captain=captain)


def simulate(
    *,
    format: str,
    slug: str,
    players: int,
    rounds: int,
    seed: int,
    team_boards: int = 0,
    more: Mapping[str, Any] | None = None,
    games: OnGames = lambda _done: None,
) -> UUID:
    """Plays an event from its announcement to its podium. The same seed gives the same event, with other ids. With few
    players it may end early, when no further round can be paired.

    Args:
        format: its slug.
        slug: of the rule book.
        rounds: of a Swiss; the other formats have their own number.
        team_boards: of teams of so many players; 0 for single players.
        more: other terms, by name.
        games: is given the number of games played since it was last called.

    Raises:
        Illegal: the terms make no sense, or a round cannot be paired.
    """
    name = f"Simulation {slug} {format} {players} {rounds} {seed}"
    if FORMATS[format].by_challenge:
        return _simulate_ladder(name, terms_for(slug, format, rounds), players, games)
    if FORMATS[format].grows:
        return _simulate_arena(name, terms_for(slug, format, rounds, team_boards=team_boards), players, games)
    with unheard(), from_seed(name):
        terms = terms_for(slug, format, rounds, team_boards=team_boards, more=more)
        tournament = open_event(name=name, terms=terms, players=players)
        fold = start(tournament=tournament, by=director().id)
        while len(fold.rounds) < fold.planned:
            try:
                pair(tournament=tournament, by=director().id)
            except Illegal as error:
                if error.refusal.code != "cannot-pair" or not fold.rounds:
                    raise
                break  # everybody has met whom they may meet: an arbiter would end it here too
            begin_round(tournament=tournament, by=director().id)
            play_round(tournament, name, games)
            fold = fold_of(tournament)
        early = len(fold.rounds) < fold.planned
        finish(tournament=tournament, by=director().id, reason=_("No further round can be paired.") if early else "")
    return tournament


@dataclass
class _Time:
    """What the clock of an event says that has one of its own."""

    now: datetime


def _simulate_arena(name: str, terms: Terms, players: int, games: OnGames) -> UUID:
    """An arena that is over now by a clock of its own, by which its games follow one another."""
    assert terms.own.lasts is not None
    time = _Time(timezone.now() - timedelta(seconds=terms.own.lasts) - LONGEST_GAME)
    chance = random.Random(name)  # noqa: S311 - the length of games, not a secret
    with unheard(), from_seed(name), injected(clock=lambda: time.now):
        tournament = open_event(name=name, terms=terms, players=players)
        start(tournament=tournament, by=director().id)
        pair(tournament=tournament, by=director().id)
        begin_round(tournament=tournament, by=director().id)
        playing: list[tuple[datetime, str, UUID]] = []
        known: set[UUID] = set()
        while True:
            for place, game in open_games(tournament):
                if game not in known:
                    length = chance.uniform(SHORTEST_GAME.total_seconds(), LONGEST_GAME.total_seconds())
                    heappush(playing, (time.now + timedelta(seconds=length), place, game))
                    known.add(game)
            if not playing:
                break
            time.now, place, game = heappop(playing)
            play_game(game, random.Random(f"{name} {place}"))  # noqa: S311 - a game, not a secret
            take_over(game=game)
            games(1)
            add_boards(tournament=tournament, by=None)
        time.now = max(time.now, fold_of(tournament).rounds[-1].deadline or time.now)
        finish_round(tournament=tournament, by=director().id)
        finish(tournament=tournament, by=director().id)
    return tournament


def _simulate_ladder(name: str, terms: Terms, players: int, games: OnGames) -> UUID:
    """A ladder that is over now by a clock of its own: each day some are challenged, most answer, and all games that
    were accepted are played.
    """
    time, day = _Time(timezone.now() - timedelta(days=LADDER_DAYS)), timedelta(days=1)
    chance = random.Random(name)  # noqa: S311 - who challenges whom, not a secret
    with unheard(), from_seed(name), injected(clock=lambda: time.now):
        tournament = open_event(name=name, terms=terms, players=players)
        start(tournament=tournament, by=director().id)
        pair(tournament=tournament, by=director().id)
        begin_round(tournament=tournament, by=director().id)
        for _day in range(LADDER_DAYS):
            _answer_challenges(tournament, chance)
            play_round(tournament, name, games)
            _challenge(tournament, chance, time.now)
            time.now += day
            pass_time(tournament=tournament, by=None)
        finish_round(tournament=tournament, by=director().id)
        finish(tournament=tournament, by=director().id)
    return tournament


def _answer_challenges(tournament: UUID, chance: random.Random) -> None:
    fold = fold_of(tournament)
    for item in ladder_of(fold).open:
        by = fold.entries[item.challenged].players[0]
        if chance.random() < 0.7:
            challenges.accept(tournament=tournament, number=item.number, by=by)
        elif chance.random() < 0.3:
            challenges.decline(tournament=tournament, number=item.number, by=by)


def _challenge(tournament: UUID, chance: random.Random, now: datetime) -> None:
    """Some of those on the ladder challenge somebody whom they may challenge."""
    for entry in ladder_of(fold_of(tournament)).order:
        fold = fold_of(tournament)
        order = ladder_of(fold).order
        above = [other for other in order if why_not(fold, entry, other, now) is None]
        if above and chance.random() < 0.5:
            by = fold.entries[entry].players[0]
            challenges.challenge(tournament=tournament, entry=entry, other=chance.choice(above), by=by)


def play_round(tournament: UUID, seed: str, result: OnGames) -> None:
    """Plays the games that are open, and those that follow from them in matches, until there are none.

    Args:
        tournament: its id.
        seed: of all chance in it.
        result: as for `simulate`.
    """
    while games := open_games(tournament):
        for place, game in games:
            play_game(game, random.Random(f"{seed} {place}"))  # noqa: S311 - a game, not a secret
            take_over(game=game)
            result(1)


def open_games(tournament: UUID) -> list[tuple[str, UUID]]:
    """The games of a running event that are not decided, with round, board and number in the match."""
    fold = fold_of(tournament)
    if fold.status is not Status.RUNNING:
        return []
    games = TournamentGame.objects.filter(tournament=tournament, decided=False).order_by("round", "board", "leg")
    return [(f"{game.round}.{game.board}.{game.leg}", game.game) for game in games]
