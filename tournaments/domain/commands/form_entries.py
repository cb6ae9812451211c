"""Entries of people without an account, by the form of an event across real boards.

What somebody writes waits in a row that can be erased. It enters the event once the link of the mail is used; the mail
is made as it is sent, and no queue holds a name or an address.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.mails.outbox import mail, post
from accounts.models import OutgoingMail
from games.models import key_of
from tournaments.domain.commands.people import EntryPlace, NewEntry, NewPerson, enter_people
from tournaments.domain.commands.registration import withdraw
from tournaments.domain.consequences import takes_entries
from tournaments.domain.drafts import refuse
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Presence, TournamentFold
from tournaments.models import Announcement, EntryForm, EntryPerson, FormEntry, Tournament, TournamentEntry
from web.limits import wait_for
from web.words import clean_line

FIELDS = ("club", "federation", "fide", "birth", "rating", "remark")
"""What a form may ask for beside the name and the address."""

UNCONFIRMED = timedelta(days=3)
AFTERWARDS = timedelta(days=60)
MAILS_OF_ADDRESS = 5  # in an hour

_signer = Signer(salt="tournaments.form-entries")


def token_of(row: UUID) -> str:
    return _signer.sign(row.hex)


def entry_of_token(token: str) -> FormEntry | None:
    """What was written, by the link of its mail; None if the link is broken or nothing is kept."""
    try:
        return FormEntry.objects.filter(id=UUID(_signer.unsign(token))).first()
    except (BadSignature, ValueError):
        return None


def open_form(tournament: UUID, fold: TournamentFold) -> EntryForm | None:
    """The form of an event, while entries are taken by it: nobody enters by it past an invitation or an entry code."""
    terms = fold.terms
    if not terms.real or not terms.single or terms.entry != "open" or not takes_entries(fold):
        return None
    return EntryForm.objects.filter(tournament=tournament, open=True).first()


def set_form(*, tournament: UUID, open: bool, fields: list[str]) -> None:
    """Opens or closes the form of an event.

    Args:
        tournament: its id.
        open: whether entries are taken by it.
        fields: some of `FIELDS`, which it asks for.
    """
    EntryForm.objects.update_or_create(tournament=tournament, defaults={"open": open, "fields": fields})


def ask_to_enter(*, tournament: UUID, address: str, name: str, details: Mapping[str, object], remark: str) -> None:
    """Keeps what somebody wrote, and has the link sent. An address gets a few mails an hour; more are not sent, and
    nobody is told, as the answer must not say what is known of an address.

    Side effects: writes a FormEntry; posts a mail.

    Args:
        tournament: its id.
        address: where the link goes.
        name, remark: as they were written.
        details: what else is known, by `FIELDS`.
    """
    if wait_for("form-entry-mail", address.casefold(), most=MAILS_OF_ADDRESS, seconds=3600):
        return
    row = FormEntry.objects.create(
        tournament=tournament, address=address, name=clean_line(name), details=dict(details), remark=clean_line(remark)
    )
    post("form-entry", site=settings.VEXILLUM_SITE, about=row.id)


@mail("form-entry", kept=UNCONFIRMED)
def _link(row: OutgoingMail) -> EmailMessage | None:
    """The link of an entry, to confirm it or because a place is free; None once that is done or the entry erased."""
    entry = None if row.about is None else FormEntry.objects.filter(id=row.about).first()
    if entry is None or (entry.player is not None and not entry.placed):
        return None
    key, token = key_of(entry.tournament), token_of(entry.id)
    event = Announcement.objects.filter(tournament=entry.tournament).values_list("name", flat=True).first() or key
    subject = _("You have a place: %(event)s") if entry.player else _("Confirm your entry: %(event)s")
    context = {
        "event": event,
        "placed": entry.player is not None,
        "link": row.site + reverse("tournaments:sign-up-link", args=[key, token]),
        "forget": row.site + reverse("players:forget", args=[token]),
        "days": UNCONFIRMED.days,
    }
    text = render_to_string("tournaments/form_entry_mail.txt", context)
    return EmailMessage(subject % {"event": clean_line(event)}, text, to=[entry.address])


def confirm(row: UUID) -> FormEntry:
    """Enters who has confirmed the address. A second time, and of one name from one address, nothing happens.

    Side effects: as `enter_people`.

    Returns:
        The row by which the person takes part.

    Raises:
        Illegal: `entries-closed`, also if the form is closed, and as `enter_people`.
        FormEntry.DoesNotExist: it is erased.
    """
    with transaction.atomic():
        entry = FormEntry.objects.get(id=row)
        # All rows of the address, in one order: two links used at once enter one name once.
        rows = FormEntry.objects.filter(tournament=entry.tournament, address__iexact=entry.address)
        written = {other.id: other for other in rows.select_for_update().order_by("id")}
        if row not in written:
            raise FormEntry.DoesNotExist
        entry = written.pop(row)
        if entry.player is not None:
            return entry
        for other in written.values():
            current = place_of(other)
            same = current is not None and other.name.casefold() == entry.name.casefold()
            if same and current is not None and current.presence in ("entered", "waiting"):
                entry.delete()
                return other
        if open_form(entry.tournament, fold_of(entry.tournament)) is None:
            raise refuse("entries-closed")
        details = dict(entry.details)
        rating = details.pop("rating", None) or 0
        people = (NewPerson(name=entry.name, **details),)
        (number,) = enter_people(tournament=entry.tournament, entries=[NewEntry(people, rating)], by=None)
        entry.player = TournamentEntry.objects.get(tournament=entry.tournament, entry=number, partner=0).player
        entry.save(update_fields=["player"])
        return entry


def place_of(row: FormEntry) -> TournamentEntry | None:
    """The entry by which somebody takes part, or last did."""
    if row.player is None:
        return None
    return TournamentEntry.objects.filter(tournament=row.tournament, player=row.player).order_by("-entry").first()


def tell_who_moved_up(tournament: UUID) -> None:
    """Writes to those who entered by the form and have moved up from the waiting list, each once.

    Side effects: marks their FormEntry; posts mails.
    """
    fold = fold_of(tournament)
    up = [entry.players[0] for entry in fold.entries.values() if entry.admitted and entry.presence is Presence.ENTERED]
    if not fold.terms.real or not up:
        return
    with transaction.atomic():
        rows = FormEntry.objects.filter(tournament=tournament, player__in=up, placed=False).select_for_update()
        for row in list(rows):
            FormEntry.objects.filter(id=row.id).update(placed=True)
            post("form-entry", site=settings.VEXILLUM_SITE, about=row.id)


def erase_unconfirmed(row: UUID) -> UUID | None:
    """Erases what was written and not confirmed; returns who takes part by it if it was. Nobody confirms meanwhile."""
    with transaction.atomic():
        entry = FormEntry.objects.select_for_update().filter(id=row).first()
        if entry is not None and entry.player is None:
            entry.delete()
        return None if entry is None else entry.player


def withdraw_by_link(row: FormEntry) -> None:
    """Withdraws who entered by the form; nothing if they are out. Raises `Illegal` (`over`)."""
    entry = place_of(row)
    if entry is not None:
        withdraw(tournament=row.tournament, entry=entry.entry, by=None)


def paid_places(tournament: UUID) -> set[EntryPlace]:
    """The entries whose fee is noted as paid."""
    return {*EntryPerson.objects.filter(tournament=tournament, paid=True).values_list("entry", "partner")}


def note_paid(*, tournament: UUID, entry: int, paid: bool) -> None:
    """Notes that the fee of an entry is paid, or not.

    Args:
        tournament: its id.
        entry: the number of the entry.
        paid: whether it is.
    """
    EntryPerson.objects.update_or_create(tournament=tournament, entry=entry, partner=0, defaults={"paid": paid})


def forget_old() -> int:
    """Deletes what was not confirmed within days, and all of it some weeks after the event; returns how many rows."""
    now = timezone.now()
    over = Tournament.objects.filter(ended__lt=now - AFTERWARDS).values("id")
    old = FormEntry.objects.filter(player=None, created__lt=now - UNCONFIRMED)
    return old.delete()[0] + FormEntry.objects.filter(tournament__in=over).delete()[0]
