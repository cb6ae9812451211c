"""The form by which a moderator opens a case that nobody has reported."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import MEMBERS, Player, Report
from moderation.cases import reportables
from moderation.cases.kinds import CaseKind
from moderation.cases.texts import LONGEST


class OpeningForm(forms.Form):
    """The player, the subject and the reason.

    Args:
        moderator: who opens it.
    """

    player = forms.CharField(label=_("About whom"), max_length=150, help_text=_("The whole name of a player."))
    kind = forms.ChoiceField(
        label=_("What may be wrong"), choices=[choice for choice in CaseKind.choices if choice[0] != CaseKind.WRONG]
    )
    game = forms.CharField(
        label=_("In which game"),
        required=False,
        max_length=200,
        help_text=_("Its address, if it is about one. The player sits there."),
    )
    words = forms.CharField(
        label=_("Why: for other moderators"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("What you saw, and where. The player does not read it."),
    )

    def __init__(self, *args: Any, moderator: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.moderator = moderator

    def clean_player(self) -> Player:
        """The player of the name: one with an account."""
        player = Player.objects.filter(MEMBERS, bot=False, name__iexact=self.cleaned_data["player"]).first()
        if player is None:
            raise forms.ValidationError(_("Nobody with an account has this name."))
        return player

    def clean_game(self) -> UUID | None:
        asked = self.cleaned_data["game"].strip().rstrip("/").rpartition("/")[2]
        if not asked:
            return None
        game = reportables.id_of(Report.Kind.GAME.value, asked)
        if game is None:
            raise forms.ValidationError(_("There is no game at this address. Capitals matter in it."))
        return game
