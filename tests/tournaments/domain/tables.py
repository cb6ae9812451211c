"""The rows of tournaments as values, to be compared before and after a rebuild."""

from __future__ import annotations

from typing import Any

from tournaments.models import Tournament, TournamentEntry, TournamentGame, TournamentStaff

_ORDERS = {
    Tournament: ("id",),
    TournamentEntry: ("tournament", "entry", "partner"),
    TournamentStaff: ("tournament", "player"),
    TournamentGame: ("game",),
}


def rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of the projections of tournaments, without the numbers that the database gave them."""
    result = {}
    for model, order in _ORDERS.items():
        fields = [
            field.attname for field in model._meta.concrete_fields if field.attname != "id" or model is Tournament
        ]
        result[model.__name__] = list(model.objects.order_by(*order).values(*fields))
    return result
