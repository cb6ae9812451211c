"""Who may not handle a case because of events: who plays in one, or has a role there.

Each of them is told the `cases`, the id of the `moderator`'s player, and the `things` that the cases are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from accounts.cases.models import Case
from accounts.cases.registry import Things, excluded
from games.domain.reportables import games_of
from tournaments.domain.succession import GOING
from tournaments.models import Letter, Text, TournamentEntry, TournamentGame, TournamentStaff

HERE = ("entered", "waiting")
"""The entries that take part, or are to."""


@excluded
def own_events(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases too near to a moderator: about something in an event of which the moderator is a part, or about somebody
    who is now in the same event as the moderator. To enter and to have a role both count.
    """
    events = _events_of(one for some in things.values() for one in some)
    mine = _parts_in({one for some in events.values() for one in some}, moderator)
    found = {case: "own-event" for case, some in things.items() if any(mine & events.get(one, set()) for one in some)}
    beside = _beside({one.about for one in cases if one.about is not None and one.about != moderator}, moderator)
    return {one.pk: "own-event" for one in cases if one.about in beside} | found


def _events_of(things: Iterable[tuple[str, UUID]]) -> dict[tuple[str, UUID], set[UUID]]:
    """The events that things belong to: by their game, or as a letter or a note there."""
    known = list(things)
    found: dict[tuple[str, UUID], set[UUID]] = {}
    games = games_of(known)
    of_games: dict[UUID, UUID] = {}
    if games:
        rows = TournamentGame.objects.filter(game__in=set(games.values()))
        of_games = dict(rows.values_list("game", "tournament_id"))
    for one, game in games.items():
        if game in of_games:
            found[one] = {of_games[game]}
    for what, model in (("letter", Letter), ("note", Text)):
        ids = [target for kind, target in known if kind == what]
        if ids:
            for target, event in model.objects.filter(id__in=ids).values_list("id", "tournament"):
                found[what, target] = {event} if event is not None else set()
    return found


def _parts_in(events: set[UUID], player: UUID) -> set[UUID]:
    """The events among some in which a player has a part, or had one."""
    if not events:
        return set()
    entered = TournamentEntry.objects.filter(player=player, tournament__in=events)
    staff = TournamentStaff.objects.filter(player=player, tournament__in=events)
    return {*entered.values_list("tournament_id", flat=True), *staff.values_list("tournament_id", flat=True)}


def _beside(players: set[UUID], moderator: UUID) -> set[UUID]:
    """The players among some who take part, or have a role, in an event that goes on, as the moderator does."""
    if not players:
        return set()
    entries = TournamentEntry.objects.filter(place=None, presence__in=HERE, tournament__status__in=GOING)
    staff = TournamentStaff.objects.filter(over=False, tournament__status__in=GOING)
    mine = {
        *entries.filter(player=moderator).values_list("tournament_id", flat=True),
        *staff.filter(player=moderator).values_list("tournament_id", flat=True),
    }
    if not mine:
        return set()
    return {
        *entries.filter(player__in=players, tournament__in=mine).values_list("player", flat=True),
        *staff.filter(player__in=players, tournament__in=mine).values_list("player", flat=True),
    }
