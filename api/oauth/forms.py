"""The forms of a program: how it is called, where it may send people, whether it can keep a secret."""

from __future__ import annotations

import unicodedata
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.models import Client
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.oauth.validator import LOOPBACK

MOST = 10
"""Addresses of a program."""

LONGEST = 500


def check_address(address: str) -> None:
    """Say nothing if people may be sent to an address.

    Raises:
        ValidationError: with what is wrong.
    """
    texts = {"address": address[:80]}
    plain = address.isascii() and address.isprintable() and not set(address) & set(' "<>\\^`{|}')
    try:
        parts = urlsplit(address)
        host = parts.hostname
        _port = parts.port
    except ValueError:
        host = None
    if not plain or not host or len(address) > LONGEST or parts.scheme not in ("http", "https"):
        raise ValidationError(_("“%(address)s” is no address of the web.") % texts)
    if "#" in address or "@" in parts.netloc or "*" in parts.netloc:
        raise ValidationError(_("“%(address)s” has a part that an address here cannot have: #, @ or *.") % texts)
    if not parts.path:
        raise ValidationError(_("“%(address)s” has no path. End it with a slash at least.") % texts)
    if parts.scheme == "http" and host != LOOPBACK:
        words = _("“%(address)s” is not safe on its way. Use https, or http://%(loopback)s for the own machine.")
        raise ValidationError(words % (texts | {"loopback": LOOPBACK}))


class AddressesForm(forms.Form):
    """Where a program may send people."""

    addresses = forms.CharField(
        label=gettext_lazy("Addresses that people are sent back to"),
        required=False,
        max_length=MOST * (LONGEST + 2),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Where your program goes on when somebody has signed in. One a line, exactly as it names them: https, or "
            "http://127.0.0.1 at any port. A program without a browser needs none."
        ),
    )

    def clean_addresses(self) -> list[str]:
        fromkeys = list(dict.fromkeys(filter(None, map(str.strip, self.cleaned_data["addresses"].splitlines()))))
        if len(fromkeys) > MOST:
            raise ValidationError(_("There can be %(most)d addresses.") % {"most": MOST})
        for text in fromkeys:
            check_address(text)
        return fromkeys


class ProgramForm(AddressesForm):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        min_length=3,
        max_length=60,
        help_text=gettext_lazy("People are asked whether to let it in by this name, and by yours."),
    )
    type = forms.ChoiceField(
        label=gettext_lazy("Where it runs"),
        choices=[
            (Client.Type.PUBLIC, gettext_lazy("With its users: an app, a script, a page. It has no secret.")),
            (Client.Type.CONFIDENTIAL, gettext_lazy("On a server of yours, where it can keep a secret.")),
        ],
        widget=forms.RadioSelect,
        initial=Client.Type.PUBLIC,
    )
    field_order = ("name", "type", "addresses")

    def clean_name(self) -> str:
        """The name, with nothing in it that cannot be seen, and that does not pass for ours."""
        name: str = self.cleaned_data["name"]
        if any(unicodedata.category(text)[0] == "C" for text in name):
            raise ValidationError(_("A name has letters and signs that can be seen."))
        if "vexillum" in unicodedata.normalize("NFKC", name).casefold():
            raise ValidationError(_("This name would pass for the service itself."))
        return name

    def clean(self) -> dict[str, Any]:
        """A server has an address to come back to."""
        result = super().clean() or {}
        if result.get("type") == Client.Type.CONFIDENTIAL and result.get("addresses") == []:
            self.add_error("addresses", _("A program on a server needs an address."))
        return result
