"""A large Swiss, written to the log as it would stand there, without playing its games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from accounts.models import Account, Player
from eventlog.sources import new_id
from tournaments.domain import events as e
from tournaments.domain.command_handler import begin
from tournaments.domain.terms import usual_terms
from tournaments.models import Announcement

RESULTS = (("win", "loss"), ("draw", "draw"), ("loss", "win"))
POINTS = {"win": 6, "draw": 3, "loss": 1}


def large_swiss(
    players: int = 300, rounds: int = 9, *, open_boards: int = 0, seed: int = 1, real: bool = False
) -> UUID:
    """Write a Swiss in which everybody played every round, and return its id.

    Args:
        players: an even number.
        rounds: played; the event has as many.
        open_boards: so many games of the last round go on.
        real: across real boards.
    """
    owner, *people = _people(players + 1)
    id, terms = new_id(), usual_terms("barrage", real=real, rounds=rounds, automatic=False)
    Announcement.objects.create(tournament=id, name="Large Open", owner=owner, description="A *large* event.")
    events: list[e.TournamentEvent] = [
        e.TournamentCreated(owner=str(owner), **terms.value()),
        e.TournamentAnnounced(),
        *(e.PlayerEntered(n, (str(person),), 2000 - n) for n, person in enumerate(people, 1)),
        e.TournamentStarted(tuple(range(1, players + 1)), True, 1, rounds),
    ]
    for event in _rounds(players, rounds, open_boards, random.Random(seed), len(events), real=real):
        events.append(event)
    begin(tournament=id, by=owner, events=events)
    return id


def large_entries(players: int = 300, **terms: Any) -> UUID:
    """Write a Swiss across real boards that has entries and has not begun, and return its id.

    Args:
        players: how many have entered.
        terms: of `usual_terms`.
    """
    owner, *people = _people(players + 1)
    id, chosen = new_id(), usual_terms("barrage", real=True, **({"automatic": False} | terms))
    Announcement.objects.create(tournament=id, name="Large Open", owner=owner)
    events = [
        e.TournamentCreated(owner=str(owner), **chosen.value()),
        e.TournamentAnnounced(),
        *(e.PlayerEntered(n, (str(person),), 2000 - n) for n, person in enumerate(people, 1)),
    ]
    begin(tournament=id, by=owner, events=events)
    return id


def _rounds(
    players: int, rounds: int, open_boards: int, chance: random.Random, version: int, *, real: bool
) -> Iterator[e.TournamentEvent]:
    """The rounds: neighbours by points meet, as nearly as a Swiss pairs them."""
    points = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {entry: set() for entry in points}
    order = tuple(points)
    for number in range(1, rounds + 1):
        boards = _pairs(points, met, number)
        yield e.RoundPaired(
            number, tuple(red for red, _blue in boards), tuple(blue for _red, blue in boards), order, seen=version
        )
        yield e.RoundBegun(number, tuple(None if real else str(new_id()) for _board in boards))
        last = number == rounds
        for board, (red, blue) in enumerate(boards, 1):
            if last and board > len(boards) - open_boards:
                continue
            item, other = chance.choice(RESULTS)
            points[red] += POINTS[item]
            points[blue] += POINTS[other]
            yield e.ResultRecordedOnBoard(number, board, 1, item, other, "game")
        if not (last and open_boards):
            yield e.RoundFinished(number)
    if not open_boards:
        yield e.TournamentFinished()


def _pairs(points: dict[int, int], met: dict[int, set[int]], number: int) -> list[tuple[int, int]]:
    """Everybody with the next by points whom one has not met; who is left over meets whoever is left."""
    waiting = sorted(points, key=lambda entry: (-points[entry], entry))
    boards = []
    while waiting:
        pop = waiting.pop(0)
        other = next((entry for entry in waiting if entry not in met[pop]), waiting[0])
        waiting.remove(other)
        met[pop].add(other)
        met[other].add(pop)
        boards.append((pop, other) if (pop + number) % 2 else (other, pop))
    return boards


def _people(number: int) -> list[UUID]:
    mark = new_id().hex[:6]
    accounts = Account.objects.bulk_create(Account(username=f"p{mark}-{item}", password="!") for item in range(number))
    players = Player.objects.bulk_create(Player(name=account.username, account=account) for account in accounts)
    return [player.id for player in players]
