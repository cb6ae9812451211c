"""The pages of an account's webhooks."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.authentication.second_factor import shown_lately
from accounts.people.accounts import SignedInRequest
from api.tokens.pages import for_members
from api.webhooks import management
from api.webhooks.delivery import deliver_soon
from api.webhooks.forms import WebhookForm
from web.answers import refused
from web.limits import too_often, wait_for

TRIES, HOUR = 20, 3600
"""How often an account tries its webhooks out, or has them resumed, within so many seconds."""


@never_cache
@require_http_methods(["GET", "POST"])
@for_members
def webhooks(request: SignedInRequest) -> HttpResponse:
    """All webhooks of an account; POST makes one, and shows its secret this once."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        shown_lately(request)
        try:
            made, secret = management.make_webhook(account=request.user, **form.cleaned_data)
        except management.TooManyWebhooks:
            form.add_error(None, _("You have as many webhooks as there can be. Delete one that you do not need."))
        else:
            context = {"room": "account", "hook": made, "secret": secret, "log": []}
            return render(request, "api/webhooks/webhook.html", context)
    context = {
        "room": "account",
        "form": form,
        "webhooks": management.webhooks_of(request.user),
        "most": management.MOST,
    }
    return render(request, "api/webhooks/webhooks.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@for_members
def webhook(request: SignedInRequest, id: UUID) -> HttpResponse:
    """One webhook with its log; POST tries it out, has it resumed, or deletes it."""
    hook = management.webhook_of(request.user, id)
    if hook is None:
        return refused(request, 404, _("You have no such webhook."))
    do = request.POST.get("do")
    if do == "delete":
        hook.delete()
        messages.success(request, _("Deleted. Nothing is sent there any more."))
        return redirect("api:webhooks")
    if do in ("test", "resume"):
        if seconds := wait_for("webhooks", f"account:{request.user.pk}", most=TRIES, seconds=HOUR):
            return too_often(request, retry=seconds)
        if do == "resume":
            shown_lately(request)
            management.resume(hook)
            messages.success(request, _("It is told again, of what comes from now on."))
        elif hook.stopped is None:
            management.try_out(hook)
            deliver_soon([hook.pk])
            messages.success(request, _("It is tried out. Load the page again in a moment to see how that went."))
        return redirect("api:webhook", hook.pk)
    context = {"room": "account", "hook": hook, "log": management.log_of(hook)}
    return render(request, "api/webhooks/webhook.html", context)
