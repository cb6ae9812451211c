"""What is sent about a study as a whole."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from library.studies.models import TITLE_LENGTH, Study, StudyMember


class StudyForm(forms.Form):
    """A new study. `once` is made for each page: the same form sent twice makes one study."""

    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=TITLE_LENGTH,
        help_text=_("You can leave it empty: then it is called after the game."),
    )
    once = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid"), _("The page was incomplete. Try again.")),
    )


class StudySettingsForm(forms.Form):
    """Its title and visibility."""

    title = forms.CharField(label=_("Title"), required=False, max_length=TITLE_LENGTH)
    visibility = forms.ChoiceField(
        label=_("Who may read it"), choices=Study.Visibility.choices, widget=forms.RadioSelect
    )


class InvitationForm(forms.Form):
    """Inviting a player to write or read."""

    name = forms.CharField(label=_("Name of the player"), max_length=150)
    role = forms.ChoiceField(
        label=_("As"),
        choices=[(role.value, role.label) for role in (StudyMember.Role.AUTHOR, StudyMember.Role.READER)],
    )
