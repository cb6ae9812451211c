"""What is our own about signing up and in: names, guests who sign up, and accounts made by an operator."""

from __future__ import annotations

from math import ceil
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.agreements.texts import agree
from accounts.authentication.sessions import DEVICE
from accounts.conduct.restrictions import Barred, barred
from accounts.mails import outbox as mail
from accounts.models import Account, Player, Preferences
from accounts.people.accounts import is_guest
from accounts.people.names import reserved
from accounts.signin import address_change, devices
from accounts.signin.attempts import SignInAttempt, confirming, signing_in
from web.limits import address_of


class VerificationStage(EmailVerificationStage):
    """An address must be proven before its account may sign in; an account that an operator made has none to prove."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Let an account without any address pass."""
        account = self.login.user
        made = account is not None and not self.login.signup and not account.email
        if made and not EmailAddress.objects.filter(user_id=account.pk).exists():
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer


def _attempt(request: HttpRequest, credentials: dict[str, Any]) -> SignInAttempt:
    if request.user.is_authenticated and request.user.get_username() == credentials.get("username"):
        return confirming(request.user.pk)
    return signing_in(request, credentials.get("email") or credentials.get("username") or "")


class AccountAdapter(DefaultAccountAdapter):
    """Our answers where allauth asks."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Enter a correct username and password. Capitals matter in the password."),
        "email_password_mismatch": _(
            "Enter a correct address and password. Capitals matter in the password. An address that is not confirmed"
            " yet does not count: then use the name."
        ),
        "too_many_login_attempts": _("Too many wrong codes. Wait a minute, then try again."),
        "username_taken": _("This name is taken. Choose another."),
        "username_reserved": _("This name is kept for the service. Choose another."),
        "rate_limited": _("That was too often. Try again in a minute."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address as all limits count it."""
        return address_of(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Check no password during a wait.

        Raises:
            ValidationError: says for how long.
        """
        self.attempt = _attempt(request, credentials)
        seconds = self.attempt.begin()
        if seconds:
            text = ngettext(
                "Too many wrong passwords. Wait a minute and try again, or have a link for a new password sent.",
                "Too many wrong passwords. Wait %(count)d minutes and try again, or have a link for a new password"
                " sent.",
                minutes := ceil(seconds / 60),
            )
            raise ValidationError(text % {"count": minutes}, code="too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Account | None:
        """The account with this name or address, if the password is right."""
        account: Account | None = super().authenticate(request, **credentials)
        if account is not None:
            self.attempt.succeeded()
        return account

    def login(self, request: HttpRequest, user: Account) -> None:
        """Remember whether somebody has signed in to the account before."""
        self.first = user.last_login is None
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: Account, **value: Any) -> HttpResponse:
        """Remember this browser, and notify the owner of a new one. Banned players are sent to the page
        that says so, and from there to an appeal: every other page would take them for a visitor, without a word."""
        response: HttpResponse = super().post_login(request, user, **value)
        if (player := Player.objects.filter(account=user).first()) and barred(player.pk, Barred.BAN):
            response = redirect("players:standing")
        if not self.first and not devices.known(request, user):
            self.send_notification_mail("account/email/new_device", user, {"device": request.session[DEVICE]})
        devices.remember(request, response, user)
        return response

    def get_login_stages(self) -> list[str]:
        """The usual ones, with our own look at addresses."""
        ours = f"{__name__}.{VerificationStage.__qualname__}"
        theirs = f"{EmailVerificationStage.__module__}.{EmailVerificationStage.__qualname__}"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]

    def post(self, kind: str, request: HttpRequest, **about: Any) -> None:
        """Have a mail sent. If the operator named the address of the service, its links lead there, whatever host the
        request named: a stranger who requests a new password must not choose where its link leads.
        """
        mail.post(kind, site=self.site(request), **about)

    def site(self, request: HttpRequest) -> str:
        """The beginning of links in mails requested by a request."""
        mails = settings.VEXILLUM_SITE_IN_ALL_MAILS
        return settings.VEXILLUM_SITE if mails else f"{request.scheme}://{request.get_host()}"

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """A proven address is changed, never taken away: without one nobody would be asked about the next."""
        return not email_address.verified

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """An address is proven. If the account has another one, its owner has a word in it."""
        if not address_change.is_protected(email_address.user):
            confirmed: bool = super().confirm_email(request, email_address)
            return confirmed
        if address_change.prove(email_address, site=self.site(request)):
            messages.success(request, gettext("This is the address of your account now."))
        elif (change := address_change.change_of(email_address.user)) is not None:
            text = gettext(
                "The address is confirmed. It holds from %(due)s on, or as soon as the link in the mail to the old"
                " address is opened."
            )
            messages.info(request, text % {"due": date_format(timezone.localtime(change.due), "DATETIME_FORMAT")})
        else:
            messages.error(request, gettext("This address cannot be used. Choose another."))
        return False

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Have the link sent that proves an address; or to its owner, if that is another account, a word about it."""
        row = emailconfirmation.email_address
        self.post("confirm-signup" if signup else "confirm", request, account=row.user, address=row.email)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell somebody what was changed of the account, and from where."""
        if not (email or (email := EmailAddress.objects.get_primary_email(user))):
            return
        details = {
            "timestamp": timezone.now().isoformat(),
            "ip": self.get_client_ip(self.request),
            "user_agent": self.get_http_user_agent(self.request)[:HTTP_USER_AGENT_MAX_LENGTH],
            **(context or {}),
        }
        kind = template_prefix.rsplit("/", 1)[-1].replace("_", "-")
        self.post(kind, self.request, account=user, address=email, details=details)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """No request sends mail itself.

        Raises:
            NotImplementedError: every mail is a kind in `mails.py`.
        """
        raise NotImplementedError(template_prefix)

    def add_message(
        self, request: Any, level: int, message_template: str | None = None, *args: Any, **value: Any
    ) -> None:
        """Say nothing of a link that was sent, here: whether one was, or another had been sent just before, may be the
        doing of somebody else who has the address.
        """
        if message_template != "account/messages/email_confirmation_sent.txt":
            super().add_message(request, level, message_template, *args, **value)

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
        name: str = super().clean_username(username, shallow=shallow or own)
        if not shallow and not own and Player.objects.filter(name__iexact=name, bot=True).exists():
            raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> Account:
        """A guest who signs up keeps the account, and with it the games."""
        if is_guest(request.user):
            return Account.objects.get(username=request.user.get_username())
        account: Account = super().new_user(request)
        return account

    def save_user(self, request: HttpRequest, user: Account, form: BaseForm, commit: bool = True) -> Account:
        """Keep the account, its player under the same name, and the time zone that the browser told."""
        with transaction.atomic():
            again = not user._state.adding
            if again:
                EmailAddress.objects.filter(user=user, verified=False).delete()
            account: Account = super().save_user(request, user, form, commit=commit)
            Player.objects.update_or_create(account=account, defaults={"name": account.username, "unproven": True})
            agree(account)
            if zone := form.cleaned_data.get("time_zone"):
                Preferences.objects.update_or_create(account=account, defaults={"time_zone": zone})
        if again:
            # The new password would sign the guest out, in the middle of a game.
            update_session_auth_hash(request, account)
        return account

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """The form requires a name; none is generated."""
