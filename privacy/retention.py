"""Accounts that are deleted automatically: unclaimed guests, and accounts that never confirm the address."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.authentication.networks import forget_addresses
from accounts.conduct.allowances import forget_days
from accounts.models import Account, Session
from games.models import OPEN, GameSeat
from play.lobby.models import Place, Seek
from privacy.erase import delete_account

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long a guest is kept without signing up, and longer only during a game."""

KEPT_WITHOUT_GAMES = timedelta(days=1)

UNPROVEN = timedelta(days=7)
"""How long a name is kept without a confirmed address."""

MOST = 500  # accounts at a time; the next day takes the rest


def idle_guests() -> list[Account]:
    """Guests to delete: those without a game for a day, and those who did not sign up within 30 days. Nobody is taken
    away from a game in play, or from a table that is filling up.
    """
    now = timezone.now()
    seats = GameSeat.objects.filter(player__account=OuterRef("pk"))
    tables = Place.objects.filter(joined=True, over=False, seek__state=Seek.State.OPEN)
    busy = Exists(seats.filter(OPEN)) | Exists(tables.filter(player__account=OuterRef("pk")))
    guests = Account.objects.filter(~busy, player__guest=True)
    idle = guests.filter(~Exists(seats), date_joined__lt=now - KEPT_WITHOUT_GAMES)
    return [*idle, *guests.filter(Exists(seats), date_joined__lt=now - KEPT)]


@shared_task
def delete_idle_guests() -> int:
    """Deletes them, each by itself, so that one that cannot be deleted keeps no other. Returns how many. Beat runs it
    each day.

    Side effects: erases accounts, players and all that is theirs; games stay under a pseudonym.
    """
    deleted = 0
    for account in idle_guests():
        try:
            delete_account(account)
            deleted += 1
        except Exception as error:
            # Its message might have data to be erased.
            log.error("a guest could not be deleted: %s", type(error).__name__)
    return deleted


@shared_task
def tidy() -> int:
    """Delete expired sessions, counts of days that are over, addresses seen long ago, and accounts that signed up long
    ago and never proved their address; return how many of these. A guest who signed up and did not is left to the rules
    of guests.
    """
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    forget_days()
    forget_addresses()
    old = Account.objects.filter(last_login=None, date_joined__lt=timezone.now() - UNPROVEN, player__guest=False)
    unproven = old.filter(emailaddress__verified=False).exclude(emailaddress__verified=True).distinct()
    accounts = list(unproven.order_by("date_joined")[:MOST])
    for account in accounts:
        delete_account(account)
    return len(accounts)
