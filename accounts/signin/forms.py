"""Forms of signing up and in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.agreements.texts import least_age
from accounts.people.names import LONGEST, SHORTEST
from accounts.people.time_zones import time_zones


class SignInForm(LoginForm):
    """A name or an address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Uses our texts: labels are above the fields, so placeholders are not needed."""
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
            "maxlength": "254",
        }
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["password"].help_text = ""  # the page has the link


class SignUpForm(SignupForm):
    """A name, an address, a password, and the browser's time zone."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput({"data-time-zone": ""}))
    of_age = forms.BooleanField()
    agree = forms.BooleanField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email, password = (self.fields[name] for name in ("username", "email", "password1"))
        name.label, email.label, password.label = _("Name"), _("E-mail address"), _("Password")
        name.help_text = _("Everybody sees it. 3 to 20 letters, digits, “-” or “_”.")
        name.widget.attrs |= {
            "autocapitalize": "none",
            "spellcheck": "false",
            "minlength": str(SHORTEST),
            "maxlength": str(LONGEST),
        }
        email.help_text = _("Nobody sees it. We send a link there to see that it is yours.")
        promise = _(
            "I agree to the <a href='{}'>terms of use</a>, and have read what is said of <a href='{}'>privacy</a>."
        )
        links = reverse("players:terms"), reverse("players:privacy")
        # One element: parts beside a box are laid out separately.
        self.fields["agree"].label = format_html("<span>{}</span>", format_html(str(promise), *links))
        self.order_fields([field for field in self.fields if field not in ("of_age", "agree")] + ["of_age", "agree"])
        if age := least_age():
            words = ngettext("I am at least %(age)d year old.", "I am at least %(age)d years old.", age)
            self.fields["of_age"].label = words % {"age": age}
        else:
            del self.fields["of_age"]
        password.help_text = _("At least 8 characters that are hard to guess: three or four words will do.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def validate_unique_email(self, value: str) -> str:
        """Accept any address without a lookup: if another account has it, a mail tells its owner.
        An account is made in either case, which that address never proves; so nothing that anybody can try with the
        new name and password distinguishes the two cases.
        """
        return value

    def clean_time_zone(self) -> str:
        """A valid time zone, or nothing: it is a guess, so it must not prevent anything."""
        result = self.cleaned_data["time_zone"]
        return result if result in dict(time_zones()) else ""


class ForgetForm(ResetPasswordForm):
    """The address after a forgotten password. Its account, if any, is found when the mail is sent."""

    def clean_email(self) -> str:
        """Look nothing up."""
        return str(get_adapter().clean_email(self.cleaned_data["email"].lower()))

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have the mail sent."""
        address: str = self.cleaned_data["email"]
        get_adapter().post("reset", request, address=address)
        return address
