"""The page of challenges on a ladder: whom a player may challenge, and what waits for an answer; the pauses."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import key_of
from games.rules import Illegal
from tournaments.domain.challenges import answer_until, ladder_of, longest_pause, own_terms, why_no_challenges, why_not
from tournaments.domain.commands import challenges
from tournaments.domain.formats import format_of
from tournaments.domain.ladder import LadderChallenge
from tournaments.domain.local_times import moment_of
from tournaments.organizer.access import EventAccess, for_players
from tournaments.organizer.actions import (
    Action,
    ActionForm,
    Offer,
    Submission,
    by_slug,
    offer_in_row,
    offers,
    perform,
    said_elsewhere,
)
from tournaments.organizer.fields import WallTimeField
from tournaments.organizer.names import Names
from tournaments.presentation.words import tournament_refusal
from web.answers import refused

ABOVE = 30
"""So many of those above are shown, the nearest."""


class OtherForm(ActionForm):
    """Who is challenged: the number of an entry."""

    other = forms.IntegerField(min_value=1, max_value=99_999, widget=forms.HiddenInput)


class OpenChallengeForm(ActionForm):
    """The number of a challenge."""

    challenge = forms.IntegerField(min_value=1, max_value=999_999, widget=forms.HiddenInput)


class LadderPauseForm(ActionForm):
    """Until when somebody pauses."""

    until = WallTimeField(label=gettext_lazy("Until"))

    def prepare(self) -> None:
        days = pause_days_left(self.access)
        text = ngettext("You have %(days)d day left.", "You have %(days)d days left.", days) % {"days": days}
        zone = _("On the clocks of %(zone)s.") % {"zone": self.access.zone}
        self.fields["until"].help_text = f"{text} {zone}"

    def clean_until(self) -> int:
        """The moment, in microseconds since the epoch."""
        try:
            return moment_of(self.cleaned_data["until"], self.access.zone)
        except Illegal as illegal:
            raise forms.ValidationError(tournament_refusal(illegal.refusal)) from None


def pause_days_left(access: EventAccess) -> int:
    """How many days the reader may pause yet, whole ones."""
    entry, now = access.entry, timezone.now()
    return 0 if entry is None else max(0, (longest_pause(access.fold, entry.number, now) - now).days)


def _usual(submission: Submission) -> dict[str, Any]:
    """A player's own wish depends on nothing that others do; whether it is possible the command says."""
    return {"tournament": submission.access.id, "by": submission.by}


def _own(submission: Submission) -> dict[str, Any]:
    entry = submission.access.entry
    return _usual(submission) | {"entry": 0 if entry is None else entry.number}


def _number(submission: Submission) -> dict[str, Any]:
    return _usual(submission) | {"number": submission.values["challenge"]}


def _challenge_question(submission: Submission) -> str:
    access = submission.access
    days = own_terms(access.fold.terms).answer_days
    text = ngettext(
        "%(name)s has %(days)d day to answer, or loses to you by default. You play if the answer is yes. Challenge?",
        "%(name)s has %(days)d days to answer, or loses to you by default. You play if the answer is yes. Challenge?",
        days,
    )
    return text % {"name": Names(access.fold).entry(submission.values["other"]), "days": days}


CHALLENGES = by_slug(
    Action(
        "challenge",
        gettext_lazy("Challenge"),
        lambda submission: challenges.challenge(**_own(submission), other=submission.values["other"]),
        form=OtherForm,
        done=gettext_lazy("Your challenge is made. You are told of the answer."),
        sure=_challenge_question,
    ),
    Action(
        "accept",
        gettext_lazy("Accept"),
        lambda submission: challenges.accept(**_number(submission)),
        form=OpenChallengeForm,
        done=gettext_lazy("You play: your game has begun."),
    ),
    Action(
        "decline",
        gettext_lazy("Decline"),
        lambda submission: challenges.decline(**_number(submission)),
        form=OpenChallengeForm,
        done=gettext_lazy("You have declined, and lost by default."),
        sure=gettext_lazy("Whoever declines loses by default: the other one takes your place. Decline?"),
        danger=True,
    ),
    Action(
        "take-back",
        gettext_lazy("Take it back"),
        lambda submission: challenges.take_back(**_number(submission)),
        form=OpenChallengeForm,
        done=gettext_lazy("Your challenge is taken back."),
    ),
    Action(
        "call-off",
        gettext_lazy("Call it off"),
        lambda submission: challenges.call_off(**_number(submission)),
        form=OpenChallengeForm,
        done=gettext_lazy("The challenge is called off."),
        sure=gettext_lazy("It counts for nobody then. Call it off?"),
        danger=True,
    ),
    Action(
        "pause",
        gettext_lazy("Pause"),
        lambda submission: challenges.pause_play(**_own(submission), until=submission.values["until"]),
        form=LadderPauseForm,
        done=gettext_lazy("You pause: nobody can challenge you, and you keep your place."),
        about=gettext_lazy("Nobody can challenge you, and you keep your place."),
    ),
    Action(
        "end-pause",
        gettext_lazy("End my pause"),
        lambda submission: challenges.end_pause(**_own(submission)),
        done=gettext_lazy("You can be challenged again."),
    ),
    sees=lambda access, about: None,
)


def possible(access: EventAccess) -> list[str]:
    """What the reader can do about challenges and pauses now."""
    fold, entry, now = access.fold, access.entry, timezone.now()
    ladder = ladder_of(fold)
    slugs = ["call-off"] if ladder.open and access.is_at_least("arbiter") else []
    if entry is None or entry.number not in ladder.order or fold.ended:
        return slugs
    number = entry.number
    slugs += ["accept", "decline"] if any(item.challenged == number for item in ladder.open) else []
    slugs += ["take-back"] if any(item.challenger == number for item in ladder.open) else []
    if why_no_challenges(fold, number, now) is None:
        slugs.append("challenge")
    return [*slugs, *_pausing(access, number, now)]


def _pausing(access: EventAccess, entry: int, now: datetime) -> list[str]:
    ladder = ladder_of(access.fold)
    if ladder.pause_of(entry, now) is not None:
        return ["end-pause"]
    free = not any(entry in item.both for item in ladder.open)
    return ["pause"] if free and pause_days_left(access) else []


@dataclass(frozen=True, slots=True)
class RungRow:
    """A line of the ladder for its reader: somebody above, with the button, or why there is none."""

    place: int
    name: str
    url: str
    mine: bool
    offers: list[Offer] = field(default_factory=list)
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge that goes on: in words, until when it is answered, the game, and what the reader can do."""

    text: str
    until: datetime | None
    url: str
    offers: list[Offer]


@for_players
def own_challenges(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The page of challenges, where an event has them."""
    if not format_of(access.fold).by_challenge or not access.fold.begun:
        return refused(request, 404, _("This event has no such page, or has not come that far."))
    if request.method == "POST":
        return perform(request, access, CHALLENGES, _page)
    return _page(request, access, None, 200, "")


def _page(request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str) -> HttpResponse:
    slugs, names = possible(access), Names(access.fold)
    pausing = [CHALLENGES[slug] for slug in slugs if slug in ("pause", "end-pause")]
    shown = offers(access, pausing, bound=bound)
    entry = access.entry
    stands = entry is not None and entry.number in ladder_of(access.fold).order
    refusal = why_no_challenges(access.fold, entry.number, timezone.now()) if entry is not None else None
    context = {
        "room": "tournaments",
        "access": access,
        "say": say or said_elsewhere(bound, shown),
        "challenges": _going_on(access, names, slugs),
        "rungs": _above(access, names) if stands else [],
        "refusal": tournament_refusal(refusal) if refusal is not None else "",
        "stands": stands,
        "offers": shown,
        "action": access.url("challenges"),
    }
    return render(request, "tournaments/challenges.html", context, status=status)


def _above(access: EventAccess, names: Names) -> list[RungRow]:
    """Those above the reader, and the reader."""
    assert access.entry is not None
    fold, now, me = access.fold, timezone.now(), access.entry.number
    order = ladder_of(fold).order
    at, rows = order.index(me), list[RungRow]()
    for place in range(max(0, at - ABOVE), at + 1):
        other = order[place]
        row = RungRow(place + 1, names.entry(other), access.url("card", other), mine=other == me)
        why = why_not(fold, me, other, now) if other != me else None
        if other != me and why is None:
            row.offers.append(offer_in_row(access, CHALLENGES["challenge"], other=other))
        elif why is not None and why_no_challenges(fold, me, now) is None:
            row = RungRow(row.place, row.name, row.url, mine=False, why=tournament_refusal(why))
        rows.append(row)
    return rows


def _going_on(access: EventAccess, names: Names, slugs: list[str]) -> list[ChallengeRow]:
    """The reader's challenges; all of them, for who may call them off."""
    fold, ladder, me = access.fold, ladder_of(access.fold), access.entry
    going_on = (*ladder.open, *(ladder.challenges[number] for number in sorted(ladder.in_play)))
    mine = [item for item in going_on if me is not None and me.number in item.both]
    others = [item for item in ladder.open if "call-off" in slugs and item not in mine]
    return [_challenge_row(access, fold.board(1, item.board), item, names) for item in (*mine, *others)]


def _challenge_row(access: EventAccess, board: Any, item: LadderChallenge, names: Names) -> ChallengeRow:
    me = None if access.entry is None else access.entry.number
    words = {"name": names.entry(item.challenger), "other": names.entry(item.challenged)}
    if board is not None:
        text = _("%(name)s and %(other)s play: the challenge was accepted.") % words
        game = board.leg.game
        return ChallengeRow(text, None, "" if game is None else reverse("games:replay", args=[key_of(game)]), [])
    slugs = {item.challenged: ("accept", "decline"), item.challenger: ("take-back",)}.get(me or 0, ("call-off",))
    rows = [offer_in_row(access, CHALLENGES[slug], challenge=item.number) for slug in slugs]
    for offer in rows:
        offer.primary = offer.action.slug == "accept"
    text = _("%(name)s challenges %(other)s.") % words
    return ChallengeRow(text, answer_until(access.fold, item), "", rows)
