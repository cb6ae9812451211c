"""The form on which somebody reports a player or a thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.db.models import Case, When
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts.conduct import blocks
from accounts.conduct.words import too_many_blocks_text
from accounts.models import Player, Report
from accounts.pages.views import for_members
from accounts.people.accounts import SignedInRequest, member_of, player_of
from moderation.cases import reportables, reports
from moderation.cases.reports import KINDS_OF


class ReportForm(forms.Form):
    """What is wrong with a player or a thing, in the words of this game; and whom it is about, where there are several.

    Args:
        kind: what is reported, a `Report.Kind`.
        choices: the possible players; none if the player is known.
    """

    about = forms.ModelChoiceField(
        Player.objects.none(),
        label=_("Whom is it about?"),
        widget=forms.RadioSelect,
        empty_label=None,
    )
    why = forms.ChoiceField(label=_("What is wrong?"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What should a moderator know?"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 5, "maxlength": 1000}),
        help_text=_(
            "If it is about a game, give its address; as long as it goes on tell no ranks. At most 1000 characters."
        ),
    )

    def __init__(self, *args: Any, kind: str, choices: Sequence[Player] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["why"].choices = [(item.value, item.label) for item in KINDS_OF[kind]]
        if choices:
            as_told = Case(*(When(pk=choice.pk, then=place) for place, choice in enumerate(choices)))
            fields["about"].queryset = Player.objects.filter(pk__in=[choice.pk for choice in choices]).order_by(as_told)
        else:
            del fields["about"]


@for_members
@never_cache
def report(request: SignedInRequest) -> HttpResponse:
    """Report `?player=NAME` to the moderators, or a thing: by the key of its address (`?game=`, `?puzzle=`), or by its
    id (`?message=`, `?letter=`, `?note=`, `?study=`, `?comment=`)."""
    me = player_of(request.user)
    kind = next((kind for kind in Report.Kind if kind.value in request.GET), Report.Kind.PLAYER)
    named, asked = kind == Report.Kind.PLAYER, request.GET.get(kind.value, "")
    target = member_of(asked).pk if named else reportables.id_of(kind.value, asked)
    thing = None if target is None else reportables.find(kind.value, target, me)
    if target is None or thing is None or thing.about == me:
        raise Http404
    url = thing.url or (reverse("players:profile", args=[thing.about.name]) if thing.about else reverse("home"))
    blockable = thing.about
    if blockable is not None and (blockable.bot or blocks.blocks(blocker=me, target=blockable)):
        blockable = None
    offered = bool(blockable or thing.choices)
    form = ReportForm(request.POST or None, kind=kind.value, choices=thing.choices)
    if request.method == "POST" and form.is_valid():
        refused: HttpResponse | None = consume_or_429(request, action="report", user=request.user)
        if refused:
            return refused
        made = reports.report(kind=kind.value, target=target, reporter=me, **form.cleaned_data)
        if offered and made.about is not None and request.POST.get("block"):
            try:
                blocks.block(blocker=me, target=made.about)
            except blocks.TooManyBlocks:
                messages.error(request, too_many_blocks_text())
        said = gettext("Thank you. A moderator will look at it, and you hear what came of it.")
        messages.success(
            request, format_html('{} <a href="{}">{}</a>', said, reverse("players:reports"), gettext("Your reports"))
        )
        return redirect(url)
    quoted = not named and bool(thing.excerpt)
    context = {"form": form, "thing": thing, "url": url, "quoted": quoted, "offered": offered}
    return render(request, "moderation/pages/report.html", context, status=400 if form.errors else 200)
