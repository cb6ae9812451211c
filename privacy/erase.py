"""Deleting an account: names, addresses and texts go; games stay, under a pseudonym.

Names and texts live in rows that belong to an account or its player, and most go with them by their foreign keys. What
nothing points to is erased here, from top to bottom.

Everything is found by reference: by the id of the account or the player, never by looking for words. Where the service
itself says a name it keeps the id and looks the name up (`Deleted player` for who is gone), so no text of ours holds
one. What other people wrote in their own words stays theirs, whoever shares a word with it; it can be reported.
"""

from __future__ import annotations

from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction

from accounts.authentication.session_revocation import end_sessions
from accounts.models import Account, OutgoingMail, Player, Preferences
from api.oauth.revocation import delete_programs_of
from games.domain.departure import leave_games
from library.figures.domain.counters import erase_figures
from library.releases.models import LeftOutPlayer
from library.reliability.models import LapseTold
from library.studies.domain.commands import erase_from_studies
from moderation.cases.departure import close_cases, drop_appeals, erase_case_texts
from moderation.fairness.models import RingLook, SightLook
from notices.models import Notice, Wish
from play.lobby.domain import erase_seeks
from play.setups.models import Draft, SavedSetup
from privacy.builds import remake_exports_naming
from tournaments.domain.departure import erase_details, erase_texts, erase_written_names, leave_tournaments


def leave(player: UUID) -> None:
    """What a player leaves before the deletion, in transactions of its own. It is done again if the deletion fails."""
    close_cases(player)
    drop_appeals(player)
    leave_games(player)
    leave_tournaments(player)


def erase(player: UUID, account: UUID | None) -> None:
    """Erase what does not go with the rows of a player and an account, while both still exist.

    Args:
        player: the id.
        account: the id; None for a player known from records only.
    """
    erase_case_texts(player)
    remake_exports_naming(player)
    erase_figures(player)
    erase_seeks(player)
    Draft.objects.filter(player_id=player).delete()
    SavedSetup.objects.filter(player_id=player).delete()
    erase_from_studies(player)
    _keep_wish_about_releases(player, account)
    # What was done in games stays with the random id, as the games do; that a detector looked at somebody goes.
    RingLook.objects.filter(player=player).delete()
    SightLook.objects.filter(player=player).delete()
    LapseTold.objects.filter(player=player).delete()
    _erase_mails(account)
    Notice.objects.filter(player=player).delete()
    Notice.objects.filter(actor=player).delete()
    Wish.objects.filter(player=player).delete()
    erase_texts(player)
    erase_details(player)
    erase_written_names(player)
    if account is not None:
        delete_programs_of(account)


def delete_account(account: Account) -> None:
    """Delete an account and its player, and erase every name, address and text of theirs in the database.

    The games and the log stay: they hold the random ids of deleted rows. Running games are given up first.
    """
    player = Player.objects.filter(account=account).first()
    if player is not None:
        leave(player.pk)
    with transaction.atomic():
        addresses = list(EmailAddress.objects.filter(user=account))
        if player:
            erase(player.pk, account.pk)
        _clear_history([account, *addresses, *([player] if player else [])])
        # A guest's sessions hold the id alone, which means nothing from now on; and guests go by the hundred.
        if account.has_usable_password() or not (player and player.guest):
            end_sessions(account, {account.email, *(address.email for address in addresses)})
        account.delete()


def erase_player(player: Player) -> None:
    """Delete a player: with the account, if there is one; else the name that records gave."""
    if player.account is not None:
        delete_account(player.account)
        return
    with transaction.atomic():
        erase(player.pk, None)
        _clear_history([player])
        player.delete()


def _keep_wish_about_releases(player: UUID, account: UUID | None) -> None:
    """Keep the id of a player who wanted no game in a release; it means nobody any more. The games stay, and a later
    release would have them otherwise: who leaves says by that nothing else."""
    if Preferences.objects.filter(account=account, open_data=Preferences.OpenData.NONE).exists():
        LeftOutPlayer.objects.get_or_create(player=player)


def _erase_mails(account: UUID | None) -> None:
    """Delete mails of nobody that only say an address of the account, unless another account has proven it."""
    own = EmailAddress.objects.filter(user=account).values("email")
    others = EmailAddress.objects.filter(verified=True).exclude(user=account).values("email")
    OutgoingMail.objects.filter(account=None, address__in=own).exclude(address__in=others).delete()


def _clear_history(rows: list[models.Model]) -> None:
    """Take the names of rows that go out of the admin's history, which wrote them down as they were."""
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr="", change_message="")
