"""My data, to request, watch and fetch; and the deletion of an account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.mails.outbox import site_of
from accounts.models import Player
from accounts.people.accounts import SignedInRequest, player_of
from privacy import builds
from privacy.erase import delete_account, erase_player, leave
from privacy.links import fetched, key_of_export
from tournaments.domain.commands.form_entries import entry_of_token, erase_unconfirmed
from tournaments.domain.commands.succession import events_of
from web.answers import private, refused, unkept
from web.limits import costly


@login_required
@never_cache
def data(request: SignedInRequest) -> HttpResponse:
    """The state, and a button to request an export. POST makes one, or removes it if the form says `remove`."""
    if request.method == "POST":
        if request.POST.get("remove"):
            builds.remove(request.user)
            messages.info(request, _("The file is removed."))
            return redirect("players:data")
        try:
            builds.want(request.user, site=site_of(request))
        except builds.TooSoon as refusal:
            again = date_format(localtime(refusal.again), "DATETIME_FORMAT")
            text = _("You have asked for it recently. You can ask again from %(time)s.")
            messages.info(request, text % {"time": again})
        return redirect("players:data")
    row = builds.export_of(request.user)
    made = row is not None and row.state == builds.State.DONE
    address = EmailAddress.objects.filter(user=request.user, verified=True, primary=True).first()
    context = {
        "room": "account",
        "export": row,
        "key": key_of_export(row) if row is not None and made else "",
        "again": row.created + builds.AGAIN if row is not None and row.state != builds.State.FAILED else None,
        "address": address.email if address else "",
        "days": builds.KEPT.days,
    }
    return render(request, "privacy/data.html", context)


@costly(per_minute=6)
@require_safe
@login_required
def data_file(request: SignedInRequest, key: str) -> HttpResponseBase:
    """The zip, for its account, while its link is valid."""
    row = fetched(key, request.user)
    if row is None:
        reason = _("There is no file at this address any more. Ask for your data again on the page of your account.")
        return refused(request, 404, reason)
    response = StreamingHttpResponse(builds.contents(row), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="vexillum-{row.created:%Y-%m-%d}.zip"'
    response["Content-Length"] = str(row.size)
    return unkept(response)


class DeletionForm(forms.Form):
    """The password once more, and a box to tick: deletion is final."""

    sure = forms.BooleanField(label=_("Delete my account. I know that nobody can bring it back."))
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput({"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, guest: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if guest:
            del self.fields["password"]


@login_required
@never_cache
@sensitive_post_parameters("password")
def delete(request: SignedInRequest) -> HttpResponse:
    """Delete the account: asked on a page, with the password."""
    guest = not request.user.has_usable_password()
    form = DeletionForm(request.POST or None, guest=guest)
    if request.method == "POST" and form.is_valid() and (guest or _knows_the_password(request, form)):
        delete_account(request.user)
        logout(request)
        return render(request, "privacy/deleted.html")
    context = {"room": "account", "form": form, "guest": guest, "events": events_of(player_of(request.user).pk)}
    return render(request, "privacy/delete.html", context, status=400 if form.errors else 200)


def _knows_the_password(request: SignedInRequest, form: DeletionForm) -> bool:
    """Whether the password is right; too many wrong ones are refused as they are when signing in."""
    try:
        if get_adapter().reauthenticate(request.user, form.cleaned_data["password"]):
            return True
    except forms.ValidationError as error:
        form.add_error("password", error)
    else:
        form.add_error("password", _("This is not your password."))
    return False


@private
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest, token: str) -> HttpResponse:
    """Erase who entered an event by its form, without an account: by the link of the mail, or of the desk."""
    row = entry_of_token(token)
    if row is None:
        return refused(request, 404, _("Nothing is kept of this entry, or the link has lost a part."))
    if request.method == "POST":
        taking_part = erase_unconfirmed(row.id)
        if taking_part and (player := Player.objects.filter(pk=taking_part, account=None).first()):
            leave(player.pk)
            erase_player(player)
        row.delete()
        return render(request, "privacy/forget.html", {"done": True})
    return render(request, "privacy/forget.html", {"name": row.name})
