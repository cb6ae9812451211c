"""Entries of who may not take part in events any more: they are withdrawn, and come back if that was wrong."""

from __future__ import annotations

from functools import partial

from games.domain.insisting import insist
from notices.domain.notifying import notify
from notices.models import Kind as Told
from players.cases.effects import forget, remember, remembered
from players.cases.registry import When, effect
from players.models import Penalty
from tournaments.domain import registering
from tournaments.domain.leaving import GOING
from tournaments.models import PartnerRequest, TournamentEntry, TournamentStaff

Kind = Penalty.Kind

WITHDRAWN = "entry-withdrawn"


@effect(Kind.BAN, Kind.NO_EVENTS, Kind.NO_RATED)
def withdraw_entries(penalty: Penalty) -> None:
    """Withdraws the player's entries, of all events or of rated ones, and tells who organises them. A game that goes on
    is played to its end, unless the penalty says something else of games.
    """
    entries = TournamentEntry.objects.filter(player=penalty.player, presence__in=("entered", "waiting"))
    entries = entries.filter(tournament__status__in=GOING)
    if penalty.kind == Kind.NO_RATED:
        entries = entries.filter(tournament__rated=True)
    else:
        PartnerRequest.objects.filter(player=penalty.player).delete()
        PartnerRequest.objects.filter(partner=penalty.player).delete()
    for tournament, entry in entries.values_list("tournament_id", "entry"):
        new = remember(penalty.pk, WITHDRAWN, tournament, entry)
        insist(tournament, partial(registering.withdraw, tournament=tournament, entry=entry, by=None))
        staff = TournamentStaff.objects.filter(tournament=tournament, role="owner").exclude(player=penalty.player)
        for organiser in staff.values_list("player", flat=True) if new else ():
            notify(organiser, Told.WITHDRAWN, tournament=tournament, version=entry)


@effect(Kind.BAN, Kind.NO_EVENTS, Kind.NO_RATED, when=When.REVERSED)
def bring_back_entries(penalty: Penalty) -> None:
    """Brings back the entries that the penalty took out, as far as they can come back."""
    for tournament, entry in remembered(penalty.pk, WITHDRAWN):
        insist(tournament, partial(registering.come_back, tournament=tournament, entry=entry, by=None))
        forget(penalty.pk, WITHDRAWN, tournament, entry)
