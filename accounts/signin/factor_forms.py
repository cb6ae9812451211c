"""Forms of second factors, in our words."""

from __future__ import annotations

from math import ceil
from typing import Any

from allauth.core import context
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Account
from accounts.signin.attempts import coding
from accounts.signin.factors import MOST_PASSKEYS

LONGEST_NAME = 40
_DIGITS = {"autocomplete": "one-time-code", "inputmode": "numeric", "maxlength": "20", "spellcheck": "false"}


class OwnerCodeForm(forms.Form):
    """The code of a mail, by which the owner of an address lets the first factor be set up."""

    code = forms.CharField(label=_("The code of the mail"), max_length=20, widget=forms.TextInput(_DIGITS))


def _use_up(account: Account, code: str) -> None:
    """Have a code of an app be good once. Raises `ValidationError` if it was used before.

    Args:
        account: whose app it is.
        code: as it was typed; with a space in it, it is the same code.
    """
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    if not cache.add(f"code:{account.pk}:{normalize_user_code(code)}", 1, timeout=seconds):
        raise get_adapter().validation_error("incorrect_code")


class OnceOnly:
    """A code of an app, or a recovery code; each is good once. Who fails waits longer and longer.

    Attributes:
        again: asked of a signed-in user.
    """

    again = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: forms.Field = self.fields["code"]  # type: ignore[attr-defined]
        field.label, field.help_text = _("Code"), _("The six digits that your app shows, or a recovery code.")
        field.widget.attrs = dict(_DIGITS)

    def clean_code(self) -> str:
        """A code that was good a moment ago stays good for its neighbours' time too: it is taken once all the same.

        Raises:
            ValidationError: it is wrong, or says how long to wait before the next is looked at.
        """
        attempt = coding(context.request, self.user, again=self.again)  # type: ignore[attr-defined]
        if seconds := attempt.begin():
            text = ngettext(
                "Too many wrong codes. Wait a minute and try again, or use a passkey.",
                "Too many wrong codes. Wait %(count)d minutes and try again, or use a passkey.",
                minutes := ceil(seconds / 60),
            )
            raise ValidationError(text % {"count": minutes}, code="too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]
        used: Authenticator = self.authenticator  # type: ignore[attr-defined]
        if used.type == Authenticator.Type.TOTP:
            _use_up(self.user, code)  # type: ignore[attr-defined]
        attempt.succeeded()
        return code


class CodeForm(OnceOnly, AuthenticateForm):
    """The second step of signing in."""


class CodeAgainForm(OnceOnly, ReauthenticateForm):
    """A code before a dangerous act."""

    again = True


class AppForm(ActivateTOTPForm):
    """The first code of an app, which shows that it has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label, self.fields["code"].widget.attrs = _("The code that the app shows"), dict(_DIGITS)

    def clean_code(self) -> str:
        """Who saw it being entered does not sign in by it."""
        code: str = super().clean_code()
        _use_up(self.user, code)
        return code


class PasskeyTold:
    """A browser's data of a passkey. Anything else is refused without an error."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except ValidationError:
            raise
        except (AttributeError, KeyError, LookupError, TypeError, ValueError):
            raise get_adapter().validation_error("incorrect_code") from None


class PasskeyForm(PasskeyTold, AuthenticateWebAuthnForm):
    """A passkey as the second step of signing in."""


class PasskeyAloneForm(PasskeyTold, LoginWebAuthnForm):
    """A passkey instead of a name and a password."""


class PasskeyAgainForm(PasskeyTold, ReauthenticateWebAuthnForm):
    """A passkey before a dangerous act."""


class NewPasskeyForm(AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label, name.max_length = _("Name"), LONGEST_NAME
        name.widget.attrs = {"maxlength": str(LONGEST_NAME), "autocomplete": "off"}
        name.help_text = _("Only you see it: say which device it is.")
        alone.label, alone.initial = _("Sign in with it alone, without the password"), True
        alone.help_text = _(
            "The device asks for your finger, your face or its code. A key that cannot ask needs this off."
        )

    def clean_name(self) -> str:
        """A name of a few words."""
        return str(super().clean_name())[:LONGEST_NAME]

    def clean(self) -> dict[str, Any]:
        """Take the browser's data of the passkey, if valid.

        Raises:
            ValidationError: it cannot, or there are too many.
        """
        if Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() >= MOST_PASSKEYS:
            raise ValidationError(get_adapter().error_messages["too_many_passkeys"] % MOST_PASSKEYS)
        try:
            values: dict[str, Any] = super().clean()
        except ValidationError:
            raise
        except (AttributeError, KeyError, LookupError, TypeError, ValueError):
            raise get_adapter().validation_error("incorrect_code") from None
        return values


class PasskeyNameForm(EditWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
