"""The admin of accounts and players. Deleting one here erases the name everywhere, as when the player does it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players import reports
from players.deleting import delete_account, erase_player
from players.models import Account, Player, Report

# The admin's own form of signing in knows no limits of attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class OwnName:
    """The user name of an account is the name of its player, which no bot may bear either."""

    cleaned_data: dict[str, Any]
    instance: Account

    def clean_username(self) -> str:
        """Refuse the name of another member. `unique` of accounts themselves is looked at besides."""
        cleaned = super()
        name = cleaned.clean_username() if hasattr(cleaned, "clean_username") else self.cleaned_data["username"]
        members = Player.objects.filter(name__iexact=name).exclude(account=None, bot=False)
        if members.exclude(account=self.instance.pk).exists():
            raise ValidationError(_("This name is taken."))
        return str(name)


class AccountForm(OwnName, UserChangeForm):
    """An account that there is."""


class NewAccountForm(OwnName, AdminUserCreationForm):
    """An account that an operator makes."""


@admin.register(Account)
class AccountAdmin(UserAdmin):
    """Accounts; closing one is unticking “active”."""

    form = AccountForm
    add_form = NewAccountForm

    def save_model(self, request: HttpRequest, obj: Account, form: ModelForm, change: bool) -> None:
        """Keep an account; another user name is another name of the player."""
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            Player.objects.filter(account=obj).update(name=obj.username)

    def delete_model(self, request: HttpRequest, obj: Account) -> None:
        """Delete an account with all that is said of it."""
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        """Delete several, one after the other."""
        for account in queryset:
            delete_account(account)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Names, and the accounts they belong to."""

    list_display = ("name", "account", "bot", "guest")
    list_filter = ("bot", "guest")
    list_select_related = ("account",)
    search_fields = ("name",)
    autocomplete_fields = ("account",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """The name of an account's player is changed with the account."""
        return ("name", "account") if obj is not None and obj.account_id is not None else ()

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """Delete a player; with the account, if there is one."""
        erase_player(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Delete several, one after the other."""
        for player in queryset.select_related("account"):
            erase_player(player)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """What players report: to read, and to close as resolved or dismissed. A rank is never part of it: a report holds
    the words of people, and nothing of a position.
    """

    list_display = ("created", "kind", "about", "why", "reporter", "state")
    list_filter = ("state", "kind", "why")
    list_select_related = ("about", "reporter")
    search_fields = ("about__name", "reporter__name")
    date_hierarchy = "created"
    fields = ("state", "created", "closed", "kind", "player", "where", "why", "text", "excerpt", "reporter")
    readonly_fields = fields
    actions = ("resolve", "dismiss")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Players report; the admin does not."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """With the names at hand."""
        return super().get_queryset(request).select_related("about", "reporter")

    @admin.display(description=_("about"))
    def player(self, report: Report) -> str:
        """A link to the profile."""
        return format_html('<a href="{}">{}</a>', reverse("players:profile", args=[report.about.name]), report.about)

    @admin.display(description=_("where"))
    def where(self, report: Report) -> str:
        """A link to what is reported, if it is still there."""
        thing = reports.found(report.kind, report.target, report.reporter)
        return format_html('<a href="{0}">{0}</a>', thing.url) if thing and thing.url else "—"

    @admin.action(permissions=["change"], description=_("Close as resolved"))
    def resolve(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Something was done about them."""
        self._close(request, queryset, Report.State.RESOLVED)

    @admin.action(permissions=["change"], description=_("Close as dismissed"))
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Nothing was wrong."""
        self._close(request, queryset, Report.State.DISMISSED)

    def _close(self, request: HttpRequest, found: Iterable[Report], state: Report.State) -> None:
        count = reports.close([report.pk for report in found], state=state)
        said = ngettext("%(count)d report closed.", "%(count)d reports closed.", count) % {"count": count}
        self.message_user(request, said, messages.SUCCESS)
