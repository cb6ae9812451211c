"""What somebody is told by mail of a penalty: all of it, because who is banned may not come to read it. It cannot be
switched off, and no wish for silence keeps it back.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.conduct.words import appeal_url_of, barred_text, length_text, rule_text, url_of
from accounts.mails.outbox import mail, post
from accounts.models import Account, OutgoingMail, Penalty
from moderation.cases.due_effects import When, remember
from moderation.cases.models import Appeal
from moderation.cases.texts import text_of

KEPT = timedelta(days=14)


def _tell(penalty: Penalty, when: When) -> None:
    account = Account.objects.filter(player=penalty.player).first()
    if account is not None and remember(penalty.pk, f"mailed-{when.value}", penalty.pk):
        post(f"penalty-{when.value}", site=settings.VEXILLUM_SITE, account=account, about=penalty.pk)


def tell_beginning(penalty: Penalty) -> None:
    """Has the player told what was decided."""
    _tell(penalty, When.BEGINS)


def tell_reversal(penalty: Penalty) -> None:
    """Has the player told that it is taken back."""
    _tell(penalty, When.REVERSED)


def tell_end(penalty: Penalty) -> None:
    """Notifies a formerly banned player that the account is open again; other ends are shown here."""
    _tell(penalty, When.ENDS)


@mail("penalty-begins", kept=KEPT)
def _begins(row: OutgoingMail) -> EmailMessage | None:
    return _message(row, _("A moderator has decided about your account"), "moderation/penalty_mail.txt")


@mail("penalty-reversed", kept=KEPT)
def _reversed(row: OutgoingMail) -> EmailMessage | None:
    return _message(row, _("A decision about your account is taken back"), "moderation/penalty_reversed_mail.txt")


@mail("penalty-ends", kept=KEPT)
def _ends(row: OutgoingMail) -> EmailMessage | None:
    return _message(row, _("Your account is open again"), "moderation/penalty_over_mail.txt")


@mail("appeal-written", kept=KEPT)
def _appeal_written(row: OutgoingMail) -> EmailMessage | None:
    return _appeal(row, _("A moderator has written to you in your appeal"), "moderation/appeal_written_mail.txt")


@mail("appeal-risen", kept=KEPT)
def _appeal_risen(row: OutgoingMail) -> EmailMessage | None:
    return _appeal(row, _("Your appeal goes to the operators"), "moderation/appeal_risen_mail.txt")


@mail("appeal-decided", kept=KEPT)
def _appeal_decided(row: OutgoingMail) -> EmailMessage | None:
    return _appeal(row, _("Your appeal is decided"), "moderation/appeal_decided_mail.txt")


def _appeal(row: OutgoingMail, subject: str, template: str) -> EmailMessage | None:
    """As `_message`; later decisions show only the decision."""
    appeal = Appeal.objects.filter(pk=row.about or UUID(int=0)).first()
    if appeal is None or (appeal.decided is None) == (row.kind == "appeal-decided"):
        return None
    return _message(row, subject, template)


def _message(row: OutgoingMail, subject: str, template: str) -> EmailMessage | None:
    """The mail to the confirmed address; None without one, or if the penalty was deleted."""
    penalty = Penalty.objects.filter(pk=row.about or UUID(int=0)).first()
    appeal = Appeal.objects.filter(pk=row.about or UUID(int=0)).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if penalty is None or address is None:
        return None
    with translation.override(settings.LANGUAGE_CODE), timezone.override(None):
        context = {
            "kind": penalty.get_kind_display(),
            "says": barred_text(penalty),
            "rule": rule_text(penalty.rule),
            "length": length_text(penalty),
            "reason": text_of(penalty.reason),
            "link": row.site + url_of(penalty),
            "outcome": "" if appeal is None else appeal.outcome,
            "decision": None if appeal is None else text_of(appeal.reason),
            "appeal": row.site + appeal_url_of(penalty),
        }
        return EmailMessage(str(subject), render_to_string(template, context), to=[address.email])
