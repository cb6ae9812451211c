"""Tournaments in the admin: to look up, and to give one another organiser."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.audited_admin import Audited
from accounts.models import MEMBERS, Player
from games.presentation.admin_words import WithRuleBook
from tournaments.domain.commands.succession import appoint_organiser, without_organiser
from tournaments.models import Announcement, Tournament
from web.admin import Bounded, ReadOnly
from web.generic import ModelForm
from web.words import isolated


class WithoutOrganiser(admin.SimpleListFilter):
    title = gettext_lazy("organiser")
    parameter_name = "organiser"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The one choice beside all."""
        return [("none", gettext_lazy("Gone, or with a closed account"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> QuerySet[Tournament]:
        """Those to come or going on whose organiser cannot sign in."""
        return queryset.filter(id__in=without_organiser()) if self.value() == "none" else queryset


class OrganiserForm(ModelForm[Tournament]):
    organiser = forms.CharField(
        label=gettext_lazy("New organiser"),
        help_text=gettext_lazy("The name of a member. Who organises it now stays an arbiter. The new one is told."),
        max_length=150,
    )

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()

    def clean_organiser(self) -> Player:
        name = self.cleaned_data["organiser"].strip()
        player = Player.objects.filter(
            MEMBERS, name__iexact=name, bot=False, guest=False, account__is_active=True
        ).first()
        if player is None:
            raise forms.ValidationError(_("There is no open account of this name."))
        return player


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, WithRuleBook, Bounded, Audited[Tournament]):
    """What everybody may know of an event, drafts too; operators appoint another organiser."""

    form = OrganiserForm
    list_display = ("key", "called", "status", "format", "book", "organised_by", "created")
    list_filter = (WithoutOrganiser, "status", "format", "imported")
    search_fields = ("key",)
    readonly_fields = ("page", "called", "status", "organised_by")
    fields = ("page", "called", "status", "organised_by", "organiser")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Operators alone: drafts are nobody else's business."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.has_view_permission(request)

    @admin.display(description=gettext_lazy("page"))
    def page(self, event: Tournament) -> str:
        return format_html('<a href="{}">{}</a>', reverse("tournaments:tournament", args=[event.key]), event.key)

    @admin.display(description=gettext_lazy("name"))
    def called(self, event: Tournament) -> str:
        name = Announcement.objects.filter(tournament=event.id).values_list("name", flat=True).first()
        return isolated(name or "—")

    @admin.display(description=gettext_lazy("organiser"))
    def organised_by(self, event: Tournament) -> str:
        owner: UUID = event.owner
        name = Player.objects.filter(id=owner).values_list("name", flat=True).first()
        return isolated(name or "") or _("Deleted player")

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Appoint; the row follows from the log. `obj`, `form` and `change` are as Django gives them."""
        player: Player = form.cleaned_data["organiser"]
        if not appoint_organiser(tournament=obj.id, player=player, by=request.user):  # type: ignore[arg-type]
            messages.info(request, _("%(name)s organises it already.") % {"name": player.name})

    def log_change(self, request: Any, obj: Any, message: Any) -> Any:
        """Appointing writes into the audit itself, by whichever way it is done."""
        return admin.ModelAdmin.log_change(self, request, obj, message)
