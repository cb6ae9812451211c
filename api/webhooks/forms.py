"""The form of a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.webhooks.transport import SendingFailed, target_of


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.URLInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Of your program, with https. It answers within seconds, and leads to nowhere else."),
    )
    games = forms.BooleanField(label=gettext_lazy("Tell it of games that I play"), required=False, initial=True)
    events = forms.BooleanField(
        label=gettext_lazy("Tell it of tournaments that I have entered"), required=False, initial=True
    )

    def clean_address(self) -> str:
        """An address that something may be sent to."""
        address: str = self.cleaned_data["address"]
        try:
            target_of(address)
        except (SendingFailed, ValueError):
            words = _("Nothing can be sent there. It takes https, a public host, and port 443 or one above 1023.")
            raise ValidationError(words) from None
        return address

    def clean(self) -> dict[str, Any]:
        """It has a subject."""
        result = super().clean() or {}
        if not (result.get("games") or result.get("events")):
            raise ValidationError(_("Choose what it is told of."))
        return result
