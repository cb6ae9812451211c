"""The audit for operators: who with powers did what, searched, paged by keys, and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.audit.audit import kind_of
from accounts.audit.models import AuditEntry
from accounts.authentication.second_factor import through_the_door
from accounts.models import MEMBERS, Account, Player
from web.answers import StreamingView, number_in, refused
from web.limits import costly

PAGE = 50
AT_ONCE = 500
"""Entries of a file that are in memory at a time."""
MOST_OF_FILE = 5000
"""Entries of a file; it says where the next one begins."""

_PEOPLE = frozenset({kind_of(Account), kind_of(Player)})


def _for_operators(view: StreamingView) -> StreamingView:
    """For operators, who have shown their second factor. Moderators do not watch one another."""

    @wraps(view)
    @login_required
    @through_the_door
    def inner(request: HttpRequest) -> HttpResponseBase:
        if not request.user.is_superuser:
            return refused(request, 403, _("Only operators read the audit."))
        return view(request)

    return never_cache(require_safe(inner))


class AuditSearch(forms.Form):
    who = forms.CharField(
        label=gettext_lazy("By whom"),
        required=False,
        max_length=150,
        help_text=gettext_lazy("A name or an id; “server” for commands on the server."),
    )
    action = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    target = forms.CharField(
        label=gettext_lazy("To whom or what"),
        required=False,
        max_length=150,
        help_text=gettext_lazy("The name of a player, or an id."),
    )
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["action"].choices = [("", _("All")), *AuditEntry.Action.choices]  # type: ignore[attr-defined]

    def matches(self) -> QuerySet[AuditEntry]:
        """The entries, the newest first."""
        rows, result = AuditEntry.objects.order_by("-version"), self.cleaned_data
        if result["who"] == "server":
            rows = rows.filter(actor=None)
        elif result["who"]:
            rows = rows.filter(actor__in=[UUID(text) for text in _ids(result["who"])])
        if result["target"]:
            rows = rows.filter(target__in=_ids(result["target"]) or [result["target"]])
        if result["action"]:
            rows = rows.filter(action=result["action"])
        if result["since"]:
            rows = rows.filter(time__date__gte=result["since"])
        if result["until"]:
            rows = rows.filter(time__date__lte=result["until"])
        return rows


def _ids(text: str) -> list[str]:
    """The ids for a text: itself, or those of the account and the player of a name."""
    try:
        return [str(UUID(text))]
    except ValueError:
        accounts = Account.objects.filter(username__iexact=text).values_list("pk", flat=True)
        players = Player.objects.filter(MEMBERS, name__iexact=text).values_list("pk", flat=True)
        return [str(account) for account in (*accounts, *players)]


def with_names(entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    """Entries as they are shown, with people's present names, by two queries. Deleted ones have none."""
    about = {entry: UUID(entry.target) for entry in entries if entry.kind in _PEOPLE and entry.target}
    ids = {*about.values(), *(entry.actor for entry in entries if entry.actor)}
    names: dict[UUID, str] = dict(Account.objects.filter(pk__in=ids).values_list("pk", "username"))
    names |= dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [
        {
            "entry": entry,
            "who": names.get(entry.actor, "") if entry.actor else "",
            "whose": names.get(about[entry], "") if entry in about else "",
        }
        for entry in entries
    ]


@_for_operators
def audit(request: HttpRequest) -> HttpResponse:
    """A page of entries: the newest, or those before `?before=VERSION`."""
    form = AuditSearch(request.GET or None)
    wanted = form.matches() if form.is_valid() else AuditEntry.objects.order_by("-version")
    if (before := number_in(request.GET.get("before"))) is not None:
        wanted = wanted.filter(version__lt=before)
    read = list(wanted[: PAGE + 1]) if form.is_valid() or not form.is_bound else []
    asked = _asked(request, form)
    older = urlencode(asked | {"before": str(read[PAGE - 1].version)}) if len(read) > PAGE else ""
    context = {
        "room": "moderation",
        "form": form,
        "rows": with_names(read[:PAGE]),
        "older": older,
        "newest": urlencode(asked) if before is not None else None,
        "query": urlencode(asked if before is None else asked | {"before": str(before)}),
        "most": MOST_OF_FILE,
    }
    return render(request, "moderation/audit.html", context, status=400 if form.errors else 200)


@costly(per_minute=6)
@_for_operators
def audit_file(request: HttpRequest) -> HttpResponseBase:
    """The newest `MOST_OF_FILE` entries that are wanted, or those before `?before=VERSION`, as CSV, sent as they are
    read. `Link` leads to the file with the next ones, if there are more."""
    form = AuditSearch(request.GET)
    if not form.is_valid():
        return refused(request, 400, _("These dates or choices cannot be read."))
    wanted = form.matches()
    if (before := number_in(request.GET.get("before"))) is not None:
        wanted = wanted.filter(version__lt=before)
    beyond = list(wanted.values_list("version", flat=True)[MOST_OF_FILE - 1 : MOST_OF_FILE + 1])
    response = StreamingHttpResponse(_lines(wanted), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="vexillum-audit.csv"'
    if len(beyond) > 1:
        query = urlencode(_asked(request, form) | {"before": str(beyond[0])})
        response["Link"] = f'<{request.build_absolute_uri(f"{request.path}?{query}")}>; rel="next"'
    return response


def _asked(request: HttpRequest, form: AuditSearch) -> dict[str, str]:
    """What of an address says which entries are wanted."""
    return {name: text for name in form.fields if (text := request.GET.get(name))}


_HEAD = ("version", "time", "account", "name", "action", "kind", "id", "whose", "fields")


def _lines(wanted: QuerySet[AuditEntry]) -> Iterator[bytes]:
    yield _csv([_HEAD])
    last, left = None, MOST_OF_FILE
    while left and (read := list((wanted if last is None else wanted.filter(version__lt=last))[: min(AT_ONCE, left)])):
        yield _csv(_row(**name) for name in with_names(read))
        last, left = read[-1].version, left - len(read)


def _row(entry: AuditEntry, who: str, whose: str) -> tuple[str, ...]:
    about = entry.action, entry.kind, entry.target, whose, entry.fields
    return (str(entry.version), entry.time.isoformat(), str(entry.actor or ""), who, *about)


def _csv(rows: Any) -> bytes:
    out = io.StringIO()
    # A cell that begins like a formula would be one in a spreadsheet.
    csv.writer(out).writerows(
        [f"'{cell}" if cell[:1] in {"=", "+", "-", "@"} else cell for cell in row] for row in rows
    )
    return out.getvalue().encode()
