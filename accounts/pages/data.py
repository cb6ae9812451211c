"""The page of my data: to ask for all that the service has of somebody, see how far it is, and fetch it."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.exports import builds
from accounts.exports.links import fetched, key_of_export
from accounts.mails.outbox import site_of
from accounts.people.accounts import SignedInRequest
from web.answers import refused, unkept
from web.limits import costly


@login_required
@never_cache
def data(request: SignedInRequest) -> HttpResponse:
    """What there is, and a button that asks for it. POST makes one, or removes it if the form says `remove`."""
    if request.method == "POST":
        if request.POST.get("remove"):
            builds.remove(request.user)
            messages.info(request, _("The file is removed."))
            return redirect("players:data")
        try:
            builds.want(request.user, site=site_of(request))
        except builds.TooSoon as refusal:
            again = date_format(localtime(refusal.again), "DATETIME_FORMAT")
            told = _("You have asked for it lately. You can ask again from %(time)s.")
            messages.info(request, told % {"time": again})
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
    return render(request, "accounts/data.html", context)


@costly(per_minute=6)
@require_safe
@login_required
def data_file(request: SignedInRequest, key: str) -> HttpResponseBase:
    """The zip, for the account that asked for it, while its link holds."""
    row = fetched(key, request.user)
    if row is None:
        reason = _("There is no file at this address any more. Ask for your data again on the page of your account.")
        return refused(request, 404, reason)
    response = StreamingHttpResponse(builds.contents(row), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="vexillum-{row.created:%Y-%m-%d}.zip"'
    response["Content-Length"] = str(row.size)
    return unkept(response)
