"""Accounts, players and reports in the admin. `privacy/admin.py` registers the first two, and deletes them.

Nobody of the staff can sign in as somebody else: here no password is set, no address is changed and no right is given
by a form. Rights are given by an action of operators, or by `manage.py appoint`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.audit.audited_admin import Audited, M
from accounts.audit.refusals import NotAllowed
from accounts.authentication import second_factor
from accounts.models import Account, Player, Report
from accounts.people.bots import shown_name
from accounts.people.search import players_named
from moderation.cases import reportables
from moderation.cases.kinds import CaseKind
from moderation.cases.redaction import is_sealed
from moderation.staff import moderators, powers
from moderation.staff.moderators import Role
from tournaments.domain.commands.approval import approve
from web.admin import COUNTED, Bounded, ReadOnly
from web.generic import ModelAdmin, ModelForm, UserChangeForm

REFUSALS = {
    "own-account": _("%(name)s: you cannot change your own account or rights here. Ask another operator."),
    "staff": _("%(name)s is one of the staff: only an operator may do this."),
    "excluded": _("You play with %(name)s, or have: another moderator does this."),
    "no-address": _("%(name)s has no proven address, so no link can be sent."),
    "no-account": _("%(name)s has no account."),
    "bot": _("%(name)s is a bot: who has powers is a person."),
    "operator": _("%(name)s is an operator: only “manage.py appoint” on the server changes that."),
}


class OfPeople(Audited[M]):
    """Pages of accounts and of players. An action for several of them may be refused for some: each with the reason,
    and the others are done.
    """

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Who changes anything has shown a moment ago who it is."""
        second_factor.shown_lately(request)
        return super().changeform_view(request, *args, **kwargs)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        second_factor.shown_lately(request)
        return super().changelist_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        second_factor.shown_lately(request)
        return super().delete_view(request, *args, **kwargs)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """Only the rows: `privacy.erase` erases everything related."""
        kind = self.model._meta
        refused = {kind.verbose_name for item in objs if not self.has_delete_permission(request, item)}
        return [str(item) for item in objs], {kind.verbose_name_plural: len(objs)}, refused, []

    def each(
        self, request: HttpRequest, rows: Iterable[Any], act: Callable[[Any], bool], done: Callable[[int], str]
    ) -> None:
        """Do something to each row.

        Args:
            rows: accounts, or players.
            act: does it, and returns whether anything changed.
            done: words for how many.
        """
        count = 0
        for row in rows:
            try:
                count += act(row)
            except NotAllowed as error:
                name = getattr(row, "username", None) or getattr(row, "name", "")
                messages.error(request, REFUSALS[error.code] % {"name": name})
        if count:
            messages.success(request, done(count))


class AccountForm(UserChangeForm[Account]):
    """An account that there is. The user name is the name of its player, which no bot may bear either."""

    password = None  # type: ignore[assignment]

    def clean_username(self) -> str:
        """Refuse the name of another member. `unique` of accounts themselves is looked at besides."""
        name = self.cleaned_data["username"]
        members = Player.objects.filter(name__iexact=name).exclude(account=None, bot=False)
        if members.exclude(account=self.instance.pk).exists():
            raise ValidationError(_("This name is taken."))
        return str(name)


class AccountAdmin(Bounded, OfPeople[Account]):
    """Accounts, for operators. People make their own; nobody else knows or sets a password."""

    form = AccountForm
    list_display = ("username", "email", "role", "is_active", "date_joined", "last_login")
    list_filter = ("is_staff", "is_superuser", "is_active")
    search_fields = ("username", "email")
    ordering = ("username",)
    fields = ("username", "email", "role", "is_active", "date_joined", "last_login")
    readonly_fields = ("email", "role", "is_active", "date_joined", "last_login")
    actions = (
        "close",
        "open",
        "send_reset",
        "reset_factors",
        "make_moderator",
        "take_powers",
        "approve_organiser",
        "withdraw_approval",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up by themselves: the maker of an account for somebody else would know its password."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        """Of others; the own one is deleted on the page of the account, with the password."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.pk != request.user.pk)

    @admin.display(description=_("role"))
    def role(self, account: Account) -> str:
        """Player, moderator or operator, in the words of the reader."""
        words = {Role.NOBODY: _("Player"), Role.MODERATOR: _("Moderator"), Role.OPERATOR: _("Operator")}
        return str(words[moderators.role_of(account)])

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Say why there are no fields for rights."""
        if kwargs.get("obj") == request.user:
            why = _("This is your own account. Nobody changes their own rights: another operator does, or the server.")
            messages.info(request, why)
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Account, form: ModelForm[Account], change: bool) -> None:
        """Keep an account; another user name is another name of the player. `obj`, `form` and `change` are as Django
        gives them."""
        super().save_model(request, obj, form, change)
        if "username" in form.changed_data:
            for machine in (False, True):
                mine = Player.objects.filter(account=obj, machine=machine)
                mine.update(name=shown_name(obj.username, machine=machine))

    @admin.action(permissions=["change"], description=_("Close the selected accounts"))
    def close(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Sign them out, and let them sign in no more."""
        self.each(request, self.held(queryset), lambda item: powers.close_account(item, by=request.user), _closed)

    @admin.action(permissions=["change"], description=_("Open the selected accounts again"))
    def open(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Let them sign in again."""
        self.each(request, self.held(queryset), lambda item: powers.open_account(item, by=request.user), _opened)

    @admin.action(permissions=["change"], description=_("Send a link for a new password to the proven address"))
    def send_reset(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Send a link for a new password, only to the owner."""

        def act(account: Account) -> bool:
            return powers.send_reset(account, by=request.user, request=request)

        self.each(request, self.held(queryset), act, _sent)

    @admin.action(permissions=["change"], description=_("Take all second factors away, of who has lost them"))
    def reset_factors(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Allow signing in with the password after the loss of all factors, to set up others."""
        self.each(request, self.held(queryset), lambda item: powers.reset_factors(item, by=request.user), _reset)

    @admin.action(permissions=["change"], description=_("Make the selected accounts moderators"))
    def make_moderator(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Give them the powers of moderators."""
        self._appoint(request, queryset, Role.MODERATOR)

    @admin.action(permissions=["change"], description=_("Take the powers of moderators away"))
    def take_powers(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Make them players again."""
        self._appoint(request, queryset, Role.NOBODY)

    def _appoint(self, request: Any, queryset: QuerySet[Account], role: str) -> None:
        def act(account: Account) -> bool:
            powers.may_act_on(request.user, account)
            if account.is_superuser:
                raise NotAllowed("operator")
            return moderators.appoint(account, role, by=request.user.pk)

        self.each(request, self.held(queryset), act, _rights_changed)

    @admin.action(permissions=["change"], description=_("Approve the selected accounts for rated events"))
    def approve_organiser(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Let arbiters' decisions and places count in the rated events that they start from now on."""
        self._approve(request, queryset, withdraw=False)

    @admin.action(permissions=["change"], description=_("Take the approval for rated events back"))
    def withdraw_approval(self, request: Any, queryset: QuerySet[Account]) -> None:
        """Let them count no more in events that start from now on."""
        self._approve(request, queryset, withdraw=True)

    def _approve(self, request: Any, queryset: QuerySet[Account], *, withdraw: bool) -> None:
        def act(account: Account) -> bool:
            powers.may_act_on(request.user, account)
            return approve(account, by=request.user.pk, withdraw=withdraw)

        self.each(request, self.held(queryset), act, _rights_changed)


def _closed(count: int) -> str:
    return ngettext("%(count)d account closed.", "%(count)d accounts closed.", count) % {"count": count}


def _opened(count: int) -> str:
    return ngettext("%(count)d account opened again.", "%(count)d accounts opened again.", count) % {"count": count}


def _sent(count: int) -> str:
    return ngettext("%(count)d link is on its way.", "%(count)d links are on their way.", count) % {"count": count}


def _reset(count: int) -> str:
    text = ngettext("%(count)d account without second factors.", "%(count)d accounts without second factors.", count)
    return text % {"count": count}


def _rights_changed(count: int) -> str:
    text = ngettext("The rights of %(count)d account changed.", "The rights of %(count)d accounts changed.", count)
    return text % {"count": count}


class PlayerAdmin(Bounded, OfPeople[Player]):
    """Names, and whether their accounts are open. Of an account nothing else is told or found out here."""

    for_moderators = ("view", "close")
    list_display = ("called", "has_account", "open_", "bot", "guest")
    list_filter = ("bot", "guest", "account__is_active")
    list_select_related = ("account",)
    search_fields = ("name",)
    search_help_text = _("The beginning of a name, or of a word in it.")
    fields = ("name", "has_account", "open_", "bot", "guest")
    readonly_fields = ("has_account", "open_", "bot", "guest")
    actions = ("close", "open")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Found by the indexes of names."""
        return queryset.filter(id__in=players_named(search_term, COUNTED)) if search_term else queryset, False

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """The name of an account's player is changed with the account."""
        return (
            (*self.readonly_fields, "name") if obj is not None and obj.account_id is not None else self.readonly_fields
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players come from accounts, from records and from programs."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Of others; the own account is deleted on its page."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.account_id != request.user.pk)

    def has_close_permission(self, request: HttpRequest) -> bool:
        """For moderators who may close and reopen accounts, without seeing their data."""
        return request.user.has_perm("players.close_player")

    @admin.display(description=_("name"), ordering="name")
    def called(self, player: Player) -> str:
        """The name, as in a list."""
        return str(player)

    @admin.display(description=_("account"), boolean=True)
    def has_account(self, player: Player) -> bool:
        """Whether it is a person who signs in."""
        return player.account_id is not None

    @admin.display(description=_("open"), boolean=True)
    def open_(self, player: Player) -> bool | None:
        """Whether the account may sign in."""
        return None if player.account is None else player.account.is_active

    @admin.action(permissions=["close"], description=_("Close the accounts of the selected players"))
    def close(self, request: Any, queryset: QuerySet[Player]) -> None:
        """Sign them out, and let them sign in no more."""
        self.each(request, self.held(queryset), _of_account(powers.close_account, request.user), _closed)

    @admin.action(permissions=["close"], description=_("Open the accounts of the selected players again"))
    def open(self, request: Any, queryset: QuerySet[Player]) -> None:
        """Let them sign in again."""
        self.each(request, self.held(queryset), _of_account(powers.open_account, request.user), _opened)


def _of_account(act: Callable[..., bool], by: Account) -> Callable[[Player], bool]:
    def acting(player: Player) -> bool:
        if player.account is None:
            raise NotAllowed("no-account")
        return act(player.account, by=by)

    return acting


@admin.register(Report)
class ReportAdmin(ReadOnly, Bounded, ModelAdmin[Report]):
    """What players report, for operators to look up. What becomes of it is decided in its case, where moderators read
    it, but of cases that are left to others. Words that may reveal a rank now are not quoted here.
    """

    list_display = ("created", "kind", "about", "reason", "reporter", "state")
    list_filter = ("state", "kind")
    list_select_related = ("about", "reporter")
    search_fields = ("about__name", "reporter__name")
    fields = (
        "state",
        "created",
        "closed",
        "of_case",
        "kind",
        "player",
        "where",
        "reason",
        "written",
        "quoted",
        "reporter",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """With the names at hand."""
        return super().get_queryset(request).select_related("about", "reporter")

    @admin.display(description=_("reason"), ordering="why")
    def reason(self, report: Report) -> str:
        """What is wrong, in words."""
        return str(dict(CaseKind.choices).get(report.why, report.why))

    @admin.display(description=_("case"))
    def of_case(self, report: Report) -> str:
        if report.case is None:
            return "—"
        return format_html('<a href="{}">{}</a>', reverse("moderation:case", args=[report.case]), report.case)

    @admin.display(description=_("about"))
    def player(self, report: Report) -> str:
        """A link to the profile."""
        if report.about is None:
            return "—"
        return format_html('<a href="{}">{}</a>', reverse("players:profile", args=[report.about.name]), report.about)

    @admin.display(description=_("where"))
    def where(self, report: Report) -> str:
        """A link to what is reported, if it is still there."""
        thing = reportables.find(report.kind, report.target, report.reporter)
        return format_html('<a href="{0}">{0}</a>', thing.url) if thing and thing.url else "—"

    @admin.display(description=_("text"))
    def written(self, report: Report) -> str:
        """What the reporter wrote, unless it may quote what is sealed."""
        if is_sealed(report.kind, report.target) or is_sealed("report", report.pk):
            return str(_("Sealed until the game is open: see the case."))
        return report.text or "—"

    @admin.display(description=_("as it was when reported"))
    def quoted(self, report: Report) -> str:
        """What it said, unless it is sealed: the page of the case opens it, and those concerned see that."""
        if is_sealed(report.kind, report.target):
            return str(_("Sealed until the game is open: see the case."))
        return report.excerpt or "—"
