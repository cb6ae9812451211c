"""The pages of an account that becomes a bot, and of who is named as the owner of bots."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts.authentication.second_factor import shown_lately
from accounts.mails.outbox import site_of
from accounts.models import Player
from accounts.people.accounts import SignedInRequest, player_of
from accounts.people.bots import shown_name
from accounts.people.panels import PanelPlace, panel
from games.rules import Illegal
from play.bots.accounts import (
    MOST_KEPT,
    agree,
    become_bot,
    bots_of,
    machine_refusal,
    refuse,
)
from web.words import isolated

_FIELDS = {"bot-confirm": "confirm", "bot-keeper": "keeper"}


class BecomeBotForm(forms.Form):
    """The name of the account, typed once more; and whose bot it is."""

    confirm = forms.CharField(label=gettext_lazy("The name of this account"), max_length=150)
    keeper = forms.CharField(
        label=gettext_lazy("Owner"),
        help_text=gettext_lazy("The name of your own account, if you want to be named. You agree to it there."),
        max_length=150,
        required=False,
    )


@never_cache
@login_required
def bots(request: SignedInRequest) -> HttpResponse:
    """The bots that name the reader as their owner: POST agrees, or takes the name away. And the way to become one."""
    me = player_of(request.user)
    refused = ""
    if request.method == "POST":
        name = request.POST.get("bot", "")
        try:
            (agree if request.POST.get("act") == "agree" else refuse)(keeper=me, bot=name)
            return redirect("bots:mine")
        except Illegal as illegal:
            refused = machine_refusal(illegal.refusal)
    context = {"room": "account", "me": me, "bots": bots_of(me), "most": MOST_KEPT, "refused": refused}
    return render(request, "bots/mine.html", context, status=409 if refused else 200)


@never_cache
@login_required
def become(request: SignedInRequest) -> HttpResponse:
    """Asks whether this account is to be a bot for good; POST makes it one."""
    me = player_of(request.user)
    form = BecomeBotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        shown_lately(request)
        try:
            bot = become_bot(player=me, site=site_of(request), **form.cleaned_data)
        except Illegal as illegal:
            form.add_error(_FIELDS.get(illegal.refusal.code), machine_refusal(illegal.refusal))
        else:
            messages.success(
                request, _("This account is a bot now. It is called %(name)s.") % {"name": isolated(bot.name)}
            )
            return redirect("players:profile", bot.name)
    name = shown_name(request.user.username, machine=True)
    context = {"room": "account", "me": me, "form": form, "bot_name": name}
    return render(request, "bots/become.html", context, status=409 if form.errors else 200)


@panel(PanelPlace.ACCOUNT, order=2)
def bots_line(player: Player) -> str:
    return "" if player.guest else render_to_string("bots/_account_line.html")
