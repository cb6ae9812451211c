"""A player's vacation as pages show it, and the page that begins and ends one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from accounts.models import Player
from accounts.people.accounts import SignedInRequest, player_of
from accounts.people.panels import PanelPlace, panel
from games.domain import vacations
from games.domain.clocks import VACATION_DAYS
from games.rules import Illegal, Refusal


@dataclass(frozen=True, slots=True)
class VacationText:
    """Until when a player is away, if so, and how many whole days are left this year."""

    until: datetime | None
    left: int

    @property
    def left_text(self) -> str:
        """The days with their word."""
        return ngettext("%(days)d day", "%(days)d days", self.left) % {"days": self.left}


def vacation_of(player: Player) -> VacationText:
    running, left = vacations.running_and_left(player.pk, timezone.now())
    return VacationText(running.end if running else None, left // timedelta(days=1))


@panel(PanelPlace.ACCOUNT)
def vacation_line(player: Player) -> str:
    """The line of vacations in the menu of an account."""
    return render_to_string("profiles/_vacation_line.html", {"vacation": vacation_of(player)})


class VacationForm(forms.Form):
    """For how many days to be away."""

    days = forms.IntegerField(label=gettext_lazy("Days"), min_value=1, max_value=VACATION_DAYS, initial=7)


@login_required
@never_cache
def vacation(request: SignedInRequest) -> HttpResponse:
    """Begin a vacation, or end the one that there is: the form says `end`."""
    me = player_of(request.user)
    form = VacationForm(request.POST if "days" in request.POST else None)
    if request.method == "POST":
        if "end" in request.POST:
            vacations.end(me.pk, actor=request.user.pk)
            messages.success(request, _("Welcome back: your clocks run again."))
            return redirect("players:vacation")
        if form.is_valid() and _begin(request, me, form):
            return redirect("players:vacation")
    context = {"room": "account", "form": form, "vacation": vacation_of(me), "allowance": VACATION_DAYS}
    return render(request, "profiles/vacation.html", context, status=400 if form.errors else 200)


def _begin(request: SignedInRequest, me: Player, form: VacationForm) -> bool:
    """Begin a vacation; a refusal is shown with the form."""
    until = timezone.now() + timedelta(days=form.cleaned_data["days"])
    try:
        vacations.begin(me.pk, until, actor=request.user.pk)
    except Illegal as illegal:
        form.add_error("days", vacation_refusal(illegal.refusal))
        return False
    messages.success(request, _("Enjoy your vacation. In games that allow it your clock is stopped."))
    return True


def vacation_refusal(refusal: Refusal) -> str:
    """Why no vacation begins, in words."""
    words = {
        "on-vacation": _("You are on vacation already."),
        "vacation-too-long": _("You do not have that many days left this year. Each vacation takes at least one day."),
    }
    return words.get(refusal.code, refusal.code)
