"""What is our own about signing up and in: names, guests who sign up, and accounts made by an operator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from config.limits import address_of
from players.accounts import is_guest
from players.models import Account, Player, Preferences
from players.names import reserved

__all__ = ["AccountAdapter", "VerificationStage"]


class VerificationStage(EmailVerificationStage):
    """An address must be proven before its account may sign in; an account that an operator made has none to prove."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Let an account without any address pass."""
        account = self.login.user
        made = account is not None and not self.login.signup and not account.email
        if made and not EmailAddress.objects.filter(user_id=account.pk).exists():
            return None, True
        return super().handle()


@dataclass(frozen=True, slots=True)
class Home:
    """The service as a mail names it."""

    domain: str


def _at_home(url: str) -> str:
    """The same page, at the address that the operator told."""
    return settings.VEXILLUM_SITE + urlunsplit(("", "", *urlsplit(url)[2:]))


class AccountAdapter(DefaultAccountAdapter):
    """Our answers where allauth asks."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Enter a correct username and password. Capitals matter in the password."),
        "email_password_mismatch": _("Enter a correct address and password. Capitals matter in the password."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait five minutes and try again."),
        "username_taken": _("This name is taken. Choose another."),
        "username_reserved": _("This name is kept for the service. Choose another."),
        "rate_limited": _("That was too often. Wait a minute and try again."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address as all limits count it."""
        return address_of(request)

    def get_login_stages(self) -> list[str]:
        """The usual ones, with our own look at addresses."""
        ours = f"{__name__}.{VerificationStage.__qualname__}"
        theirs = f"{EmailVerificationStage.__module__}.{EmailVerificationStage.__qualname__}"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to the service, whatever host the request named: who asks for somebody else's
        new password must not choose where the key to it goes.
        """
        if settings.VEXILLUM_SITE_IN_ALL_MAILS:
            links = {name: _at_home(value) for name, value in context.items() if name.endswith("_url")}
            context = context | links | {"current_site": Home(urlsplit(settings.VEXILLUM_SITE).netloc)}
        super().send_mail(template_prefix, email, context)

    def format_email_subject(self, subject: str) -> str:
        """Subjects say themselves what they are about."""
        return str(subject)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse what is no name, what is reserved, and what is taken by an account or a bot.

        Raises:
            ValidationError: with the reason in words.
        """
        if reserved(username):
            raise self.validation_error("username_reserved")
        # A guest who signs up again, say with another address, keeps the name that the first time gave.
        user: Any = getattr(self.request, "user", None)
        own = is_guest(user) and user.username.lower() == username.lower()
        name = super().clean_username(username, shallow=shallow or own)
        if not shallow and not own and Player.objects.filter(name__iexact=name, bot=True).exists():
            raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> Account:
        """A guest who signs up keeps the account, and with it the games."""
        if is_guest(request.user):
            return Account.objects.get(username=request.user.get_username())
        return super().new_user(request)

    def save_user(self, request: HttpRequest, user: Account, form: BaseForm, commit: bool = True) -> Account:
        """Keep the account, its player under the same name, and the time zone that the browser told."""
        with transaction.atomic():
            again = not user._state.adding
            if again:
                EmailAddress.objects.filter(user=user, verified=False).delete()
            account = super().save_user(request, user, form, commit=commit)
            Player.objects.update_or_create(account=account, defaults={"name": account.username})
            if zone := form.cleaned_data.get("time_zone"):
                Preferences.objects.update_or_create(account=account, defaults={"time_zone": zone})
        if again:
            # The new password would sign the guest out, in the middle of a game.
            update_session_auth_hash(request, account)
        return account

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """The form has asked for a name; none is made up."""
