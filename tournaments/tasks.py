"""Work in the background, and what has it begun. Messages hold ids only; every task may run twice, and may break off
anywhere. A message that is lost is made good by the sweep: the move that ends a game neither waits for its tournament
nor fails because of it.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPException
from uuid import UUID

from celery import Task, shared_task
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from eventlog.corruption import skipping_damaged
from games.domain import listeners as games
from games.domain.events import Trait, names_with
from games.models import key_of
from realtime.changes import publish_tournament
from tournaments.domain import lifecycle
from tournaments.domain import listeners as tournaments
from tournaments.domain.command_handler import NoTournament
from tournaments.domain.commands import form_entries, results
from tournaments.domain.commands.succession import on_left_alone, told_of, untold
from tournaments.domain.lock import driven_here
from tournaments.domain.queries.tournaments import published_fold_of
from tournaments.files.exchange.large_archives import make_archive, sweep_archives
from tournaments.files.exchange.large_imports import import_large, sweep_imports
from tournaments.models import Tournament
from web.mails import send_to_staff

__all__ = [
    "drive_on",
    "forget_form_entries",
    "import_large",
    "make_archive",
    "run_all",
    "run_one",
    "run_soon",
    "send_result",
    "sweep_archives",
    "sweep_imports",
    "take_over",
    "tell_operators",
    "tell_pages_again",
]

log = logging.getLogger(__name__)

MOST = 1000  # tournaments that one sweep takes on
SOON = 1  # second: what happens meanwhile is done in one go
SWEEP = timedelta(minutes=1)  # between two of them
FORGET = 20  # seconds after which a message counts as lost
AFTERWARDS = names_with(Trait.AFTERWARDS)


@shared_task
def take_over(game: str) -> None:
    """Takes over the result of a game into its tournament; does nothing if it stands there."""
    try:
        with skipping_damaged():
            results.take_over(game=UUID(game))
    except Exception as error:
        # Celery would print its message, which might tell what it should not. The sweep tries again.
        log.error("the result of game %s was not taken over: %s", game, type(error).__name__)


@shared_task
def run_all() -> None:
    """Drives each tournament that has something to do, and has the operators told of those that nobody organises. Beat
    runs it each minute, so a lost message is made good."""
    for tournament in lifecycle.due_tournaments().values_list("id", flat=True)[:MOST]:
        tell_pages_again.delay(str(tournament))
        run_one.delay(str(tournament))
    for tournament in untold():
        tell_operators.delay(str(tournament))


@shared_task
def tell_pages_again(tournament: str) -> None:
    """Tells the open pages of a tournament where it stands, should who moved it on last have died before that."""
    with suppress(NoTournament), skipping_damaged():
        publish_tournament(key_of(UUID(tournament)), published_fold_of(UUID(tournament)).version)


@shared_task(bind=True, max_retries=5)
def run_one(self: Task[..., None], tournament: str) -> None:
    """Does what is due in a tournament. While another process is at it this waits a little and looks again."""
    cache.delete(_key(tournament))
    if not lifecycle.drive(UUID(tournament)) and self.request.retries < (self.max_retries or 0):
        raise self.retry(countdown=2)
    run_in_time(UUID(tournament))


@shared_task
def forget_form_entries() -> int:
    """Deletes what people wrote into entry forms and nobody needs any more. Beat runs it each day."""
    return form_entries.forget_old()


@shared_task(autoretry_for=(OSError, SMTPException), retry_backoff=60, retry_backoff_max=3600, max_retries=12)
def tell_operators(tournament: str) -> None:
    """Mails the admins of the service that an event is left without an organiser; nothing if somebody has it by now.
    It names the event by its key alone."""
    id = UUID(tournament)
    people = [address for _name, address in settings.ADMINS]
    with told_of(id) as wanted:
        if people and wanted:
            _mail_of(id, people)


def _mail_of(id: UUID, people: list[str]) -> None:
    key = key_of(id)
    text = _(
        "The organiser of event %(key)s has left, and there is no arbiter to take it over. Appoint somebody, at "
        "%(address)s or by “manage.py appoint_organiser” with %(key)s and a name."
    )
    address = settings.VEXILLUM_SITE + reverse("admin:tournaments_tournament_change", args=[id])
    subject = _("[Vexillum] Event %(key)s has no organiser") % {"key": key}
    send_to_staff(subject, text % {"key": key, "address": address} + "\n", people)


@on_left_alone
def tell_operators_soon(tournament: UUID) -> None:
    """Has the admins told. A queue that is away is no reason to keep an account, and the sweep finds the row."""
    tell_operators.delay(str(tournament))


def run_soon(tournament: UUID) -> None:
    """Has a tournament driven in a second, however often this is called until then."""
    if cache.add(_key(str(tournament)), 1, FORGET):
        run_one.apply_async((str(tournament),), countdown=SOON)


def run_in_time(tournament: UUID) -> None:
    """Has a tournament driven when its next time comes, if that is before the next sweep: two who wait alone in an
    arena do not wait for it."""
    now = timezone.now()
    soon = Tournament.objects.filter(id=tournament, next_due__gt=now, next_due__lte=now + SWEEP)
    due = soon.values_list("next_due", flat=True).first()
    if due is not None and cache.add(f"tournament-runs-at:{tournament}:{due.timestamp()}", 1, SWEEP.seconds):
        run_one.apply_async((str(tournament),), countdown=(due - now).total_seconds())


def _key(tournament: str) -> str:
    return f"tournament-runs-soon:{tournament}"


@games.listener
def send_result(happened: games.GameUpdated) -> None:
    """Queues the result of a game of a tournament once it is over."""
    if happened.tournament is not None and happened.over and not AFTERWARDS.issuperset(happened.kinds):
        take_over.delay(str(happened.game))


@tournaments.listener
def drive_on(happened: tournaments.TournamentUpdated) -> None:
    """Has a tournament driven on after any event but those of who drives it."""
    if happened.status != "draft" and not driven_here(happened.tournament):
        run_soon(happened.tournament)
