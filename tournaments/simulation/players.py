"""The players of simulated events: bots that nobody can challenge and no worker plays for."""

from __future__ import annotations

from uuid import UUID, uuid5

from accounts.models import Player

_OURS = UUID("b0d5a0e6-6a0e-4f0e-9d8b-2a4f1a3c7e55")


def sparring_partners(count: int) -> list[Player]:
    """So many players of simulated events, by number; made the first time that they are asked for.

    Like the other bots they have brackets in their names, which no account can have.
    """
    ids = [uuid5(_OURS, str(number)) for number in range(1, count + 1)]
    rows = [
        Player(id=id, name=f"Sparring partner {number} (computer)", bot=True) for number, id in enumerate(ids, start=1)
    ]
    Player.objects.bulk_create(rows, ignore_conflicts=True)
    players = Player.objects.in_bulk(ids)
    return [players[id] for id in ids]


def director() -> Player:
    name = "Tournament director (computer)"
    return Player.objects.get_or_create(id=uuid5(_OURS, "director"), defaults={"name": name, "bot": True})[0]
