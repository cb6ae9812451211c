"""What happens in tournaments when a player deletes the account: roles and entries that end, and data that is erased.

The log and the lists keep the random id: results count for the others. Names are elsewhere; texts are erased here.
"""

from __future__ import annotations

from functools import partial
from uuid import UUID

from accounts.models import Player
from games.domain.conflict_retry import retry_on_conflict
from games.models import GameSeat
from tournaments.domain.commands import organization, registration
from tournaments.domain.commands.succession import GOING, hand_over
from tournaments.models import (
    Announcement,
    EntryPerson,
    EventSeries,
    EventTemplate,
    FormEntry,
    LargeArchive,
    LargeImport,
    Letter,
    NamedMember,
    PartnerRequest,
    RatingList,
    SealedLineup,
    Text,
    TournamentEntry,
    TournamentStaff,
)


def leave_tournaments(player: UUID) -> None:
    """Withdraws a player from tournaments that are to come or go on, so that nobody is paired with who is gone, and
    lays down roles. A tournament goes to one of its arbiters, else to the operators, who get a mail."""
    entries = TournamentEntry.objects.filter(player=player, member=False, presence__in=("entered", "waiting"))
    for tournament, entry in entries.filter(tournament__status__in=GOING).values_list("tournament_id", "entry"):
        retry_on_conflict(tournament, partial(registration.withdraw, tournament=tournament, entry=entry, by=None))
    roles = TournamentStaff.objects.filter(player=player, over=False, tournament__status__in=GOING)
    for row in roles.select_related("tournament"):
        if row.role == "owner":
            hand_over(row.tournament, player)
        else:
            retry_on_conflict(
                row.tournament_id, partial(organization.take_role, tournament=row.tournament_id, player=player, by=None)
            )


def erase_texts(player: UUID) -> None:
    """Deletes what the player wrote. Descriptions of the player's own tournaments go; their titles stay, for those who
    played in them."""
    Text.objects.filter(by=player).delete()
    Letter.objects.filter(by=player).update(text="")
    EventTemplate.objects.filter(owner=player).delete()
    SealedLineup.objects.filter(by=player).delete()
    RatingList.objects.filter(owner=player).delete()
    own = EventSeries.objects.filter(owner=player)
    Announcement.objects.filter(series__in=own.values("id")).update(series=None)
    own.delete()
    PartnerRequest.objects.filter(player=player).delete()
    PartnerRequest.objects.filter(partner=player).delete()
    LargeImport.objects.filter(owner=player).delete()
    # Archives hold names, and are made again when somebody wants one. One that is being written is waited for: its
    # parts are not to be seen before, and would be left without it.
    list(LargeArchive.objects.select_for_update().order_by("pk").values_list("pk", flat=True))
    LargeArchive.objects.all().delete()
    Announcement.objects.filter(owner=player).update(description="", place="")


def erase_details(player: UUID) -> None:
    """Deletes what files, the staff and the entry form told of the player beside the name: club, federation, title, day
    of birth, address."""
    FormEntry.objects.filter(player=player).delete()
    for tournament, entry, partner in TournamentEntry.objects.filter(player=player).values_list(
        "tournament_id", "entry", "partner"
    ):
        EntryPerson.objects.filter(tournament=tournament, entry=entry, partner=partner).delete()


def erase_written_names(player: UUID) -> None:
    """Deletes the names under which files and the staff wrote the player down, where the player has said that it is
    them: a name that only one event knows, or that nothing else bears. Likewise where the player has taken the account
    off an entry: the name there is a copy, and the details beside it are the player's."""
    named = NamedMember.objects.filter(player=player)
    for row in named.filter(state__in=(NamedMember.State.AGREED, NamedMember.State.LEFT)):
        EntryPerson.objects.filter(tournament=row.tournament, entry=row.entry, partner=row.partner).delete()
        FormEntry.objects.filter(player=row.written).delete()
        written = Player.objects.filter(id=row.written, account=None, bot=False).first()
        if written is not None and (written.event == row.tournament or not _is_borne(row.written, row.tournament)):
            written.delete()
    named.delete()


def _is_borne(player: UUID, tournament: UUID) -> bool:
    """Whether a player of records takes part anywhere but in one tournament."""
    entered = TournamentEntry.objects.filter(player=player)
    seated = GameSeat.objects.filter(player_id=player).exclude(game__tournament=tournament)
    return entered.exists() or seated.exists()
