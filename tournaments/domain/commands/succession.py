"""What becomes of events whose organiser goes: an arbiter has them then, or the operators, who appoint somebody.

Operators appoint an organiser in the admin, under Tournaments, or by `manage.py appoint_organiser`; of any event, since
an organiser may also be ill, or unfair. It is in the audit of the staff, and in the event's own log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.conduct.restrictions import Barred, barred_ids
from accounts.models import Account, Player
from eventlog.listeners import listen, tell_each
from games.domain.conflict_retry import retry_on_conflict
from tournaments.domain.commands import organization
from tournaments.domain.drafts import refuse
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Announcement, LeftEvent, Tournament, TournamentStaff

GOING = (Tournament.Status.DRAFT, Tournament.Status.OPEN, Tournament.Status.RUNNING, Tournament.Status.PAUSED)
"""How far an event is that still needs an organiser."""

SWEPT_AFTER, AGAIN_AFTER = timedelta(minutes=5), timedelta(hours=1)
"""So long after an organiser has gone the sweep has the operators told, and so long after that again."""

MOST = 100
"""Events of one sweep."""


@dataclass(frozen=True, slots=True)
class EventLeft:
    """An event whose organiser would go.

    Args:
        name: what it is called, or "".
        heir: the name of the arbiter who would have it; "" for none.
        draft: nobody has seen it yet.
    """

    key: str
    name: str
    heir: str
    draft: bool


def events_of(player: UUID) -> list[EventLeft]:
    """The events that a player organises and that are to come or go on, and what becomes of each if the player goes;
    drafts come last."""
    owned = TournamentStaff.objects.filter(player=player, over=False, role="owner", tournament__status__in=GOING)
    events = [row.tournament for row in owned.select_related("tournament")]
    names = dict(
        Announcement.objects.filter(tournament__in=[event.id for event in events]).values_list("tournament", "name")
    )
    results = []
    for event in events:
        heir = _heir(event, player)
        name = "" if heir is None else heir.name
        results.append(EventLeft(event.key, names.get(event.id, ""), name, event.status == Tournament.Status.DRAFT))
    return sorted(results, key=lambda result: (result.draft, result.name.casefold(), result.key))


_hear: list[Callable[[UUID], object]] = []


def on_left_alone(function: Callable[[UUID], object]) -> Callable[[UUID], object]:
    """Registers a function that is told, after the commit, of an event that is left without an organiser. An error in
    it fails nothing: the admin says what waits."""
    return listen(_hear, function)


def hand_over(tournament: Tournament, player: UUID) -> None:
    """Gives an event of a player who goes to one of its arbiters. Without one a draft is given up, and an event that
    people know waits for the operators.

    Side effects: appends RoleGiven and RoleTaken, or TournamentCancelled, and the arbiter is told; else a row that
    waits for the mail to the operators, and those are told who listen by `on_left_alone`.
    """
    heir = _heir(tournament, player)
    if heir is not None:
        give = partial(organization.give_role, tournament=tournament.id, player=heir.id, role="owner", by=None)
        retry_on_conflict(tournament.id, give)
        retry_on_conflict(
            tournament.id, partial(organization.take_role, tournament=tournament.id, player=player, by=None)
        )
    elif tournament.status == Tournament.Status.DRAFT:
        retry_on_conflict(tournament.id, partial(organization.cancel_tournament, tournament=tournament.id, by=None))
    else:
        LeftEvent.objects.get_or_create(tournament=tournament.id, defaults={"at": timezone.now() + SWEPT_AFTER})
        transaction.on_commit(lambda: tell_each(_hear, tournament.id))


def untold() -> list[UUID]:
    """The events of which the operators should have been told by now that nobody organises them. Each is found again
    after an hour, until they have been (`told_of`)."""
    now = timezone.now()
    events = list(LeftEvent.objects.filter(at__lte=now).order_by("at").values_list("tournament", flat=True)[:MOST])
    LeftEvent.objects.filter(tournament__in=events).update(at=now + AGAIN_AFTER)
    return events


@contextmanager
def told_of(tournament: UUID) -> Iterator[bool]:
    """Yields whether the operators are yet to be told of an event, to nobody else at the same time; they have been once
    the block ends without an error.
    """
    with transaction.atomic():
        row = LeftEvent.objects.select_for_update().filter(tournament=tournament).first()
        yield row is not None and tournament in without_organiser()
        if row is not None:
            row.delete()


def _heir(tournament: Tournament, player: UUID) -> Player | None:
    """The arbiter who was made one first, of those who can sign in."""
    arbiters = tournament.staff.filter(role="arbiter").exclude(player=player).order_by("id")
    ids = list(arbiters.values_list("player", flat=True))
    there = Player.objects.filter(account__is_active=True, guest=False, unproven=False).in_bulk(ids)
    return next((there[id] for id in ids if id in there), None)


def without_organiser() -> set[UUID]:
    """The events that are to come or go on and whose organiser is gone, or cannot sign in."""
    owners = dict(
        TournamentStaff.objects.filter(role="owner", tournament__status__in=GOING).values_list("tournament", "player")
    )
    there = {*Player.objects.filter(id__in=owners.values(), account__is_active=True).values_list("id", flat=True)}
    there -= barred_ids(there, Barred.BAN)
    return {tournament for tournament, owner in owners.items() if owner not in there}


def appoint_organiser(*, tournament: UUID, player: Player, by: Account | None) -> bool:
    """Makes a player the organiser of an event, whoever was it before; that one stays an arbiter, if there still is
    such a player.

    Side effects: appends RoleGiven and RoleTaken; writes into the audit; the new organiser is told.

    Args:
        tournament: its id.
        player: who is to be the organiser.
        by: the operator who does it; None for a command on the server.

    Returns:
        Whether anything was different before.

    Raises:
        Illegal: `not-allowed`: only operators do this; `guest`: a player who cannot sign in.
        NoTournament: there is none.
    """
    if by is not None and not by.is_superuser:
        raise refuse("not-allowed", role="owner")
    if not Player.objects.filter(id=player.id, account__is_active=True).exists():
        raise refuse("guest")
    with transaction.atomic():
        if fold_of(tournament).role(player.id) == "owner":
            return False
        now = organization.give_role(tournament=tournament, player=player.id, role="owner", by=None)
        there = {*Player.objects.filter(id__in=now.roles).values_list("id", flat=True)}
        for gone in [role for role in now.roles if role not in there]:
            organization.take_role(tournament=tournament, player=gone, by=None)
        audit.record(Action.APPOINTED_ORGANISER, by=None if by is None else by.pk, on=[Tournament(id=tournament)])
    return True
