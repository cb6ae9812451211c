"""A player's own entry: enter, with a code or a partner; check in, ask for byes, withdraw and come back."""

from __future__ import annotations

from typing import Any

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from games.rules import Illegal, Refusal
from notices.domain.commands import withdraw
from notices.models import Kind
from tournaments.domain.commands import byes, people, registration
from tournaments.domain.consequences import has_room, takes_entries
from tournaments.domain.formats import format_of, pairs_by_score
from tournaments.domain.state import Entry, Presence, Status
from tournaments.models import PartnerRequest
from tournaments.organizer.access import EventAccess, for_players
from tournaments.organizer.actions import (
    Action,
    ActionForm,
    Submission,
    by_slug,
    offer_in_row,
    offers,
    perform,
    said_elsewhere,
)
from tournaments.organizer.entry_actions import ByeForm, RoundForm
from tournaments.organizer.fields import ExactInput, NameField, PlayerField
from tournaments.organizer.names import Names
from tournaments.presentation.words import BYES, ENTRIES, PRESENCES, places_text, tournament_refusal
from web.answers import see_other


class EnterForm(ActionForm):
    """What is asked of who enters: the code and the partner, if the event wants them."""

    partner = NameField(
        label=gettext_lazy("Your partner"),
        help_text=gettext_lazy("Your partner is asked to agree, unless it was your partner who asked you."),
    )
    code = forms.CharField(
        label=gettext_lazy("Entry code"),
        help_text=gettext_lazy("The organiser gives it out."),
        max_length=40,
        widget=ExactInput,
    )

    def prepare(self) -> None:
        terms = self.access.fold.terms
        if terms.team == 1:
            del self.fields["partner"]
        if terms.entry != "code" or self.access.role or self.access.invited:
            del self.fields["code"]

    def clean_partner(self) -> Player:
        """Somebody else."""
        player: Player = self.cleaned_data["partner"]
        if player == self.access.player:
            raise forms.ValidationError(_("You are one of the two already. Name your partner."))
        return player


class AskedForm(EnterForm):
    """The answer to a partner's request."""

    partner = PlayerField(widget=forms.HiddenInput)  # type: ignore[assignment]

    def prepare(self) -> None:
        super().prepare()
        entry = self.access.entry
        if entry is not None and entry.number in self.access.fold.numbers:
            self.fields.pop("code", None)  # who comes back needs none

    def clean_partner(self) -> Any:
        """The id is looked up by the command."""
        return self.cleaned_data["partner"]


class DeclineForm(ActionForm):
    """The player whose request to be partners is declined."""

    partner = PlayerField(widget=forms.HiddenInput)


def _enter(submission: Submission) -> str:
    partner = submission.values.get("partner")
    other = [partner.id if isinstance(partner, Player) else partner] if partner else []
    # Who asked first has the first seat of the side.
    players = [*other, submission.by] if other and other[0] in _askers(submission) else [submission.by, *other]
    number = registration.enter(**_usual(submission), players=players, code=submission.values.get("code", ""))
    if not number:
        return _("Your partner is asked. You two are entered as soon as your partner agrees.")
    if other:
        withdraw(Kind.PARTNER, player_id=submission.by, actor=other[0], tournament=submission.access.id)
    entry = submission.access.again().fold.entries[number]
    if entry.presence is Presence.WAITING:
        return _("The event is full. You are on the waiting list, and move up when a place is free.")
    return _("You are entered.")


def _come_back(submission: Submission) -> str:
    """Brings the own entry back; of two partners whoever comes first asks the other one."""
    now = registration.come_back(**_own(submission))
    assert submission.access.entry is not None
    other = next((player for player in submission.access.entry.players if player != submission.by), None)
    entry = now.entry_of(submission.by)
    if entry is None or not entry.here:
        return _("Your partner is asked. You two are back as soon as your partner agrees.")
    if other is not None:
        withdraw(Kind.PARTNER, player_id=submission.by, actor=other, tournament=submission.access.id)
    if format_of(now).by_challenge:
        return _("You are back, at the bottom of the ladder.")
    if format_of(now).grows:
        return _("You are back, and are paired as soon as somebody else is free.")
    return _("You are back, and are paired from the next round on.")


def _agree(submission: Submission) -> str:
    """Enters with the player who requested it, or comes back with the partner of the withdrawn entry."""
    entry = submission.access.entry
    return (
        _come_back(submission)
        if entry is not None and submission.values["partner"] in entry.players
        else _enter(submission)
    )


def _usual(submission: Submission) -> dict[str, Any]:
    """A player's own wish depends on nothing that others do; whether it is possible the command says."""
    return {"tournament": submission.access.id, "by": submission.by}


def _askers(submission: Submission) -> list[Any]:
    return registration.requests_to(submission.access.id, submission.by)


def _decline(submission: Submission) -> None:
    asker = submission.values["partner"]
    registration.cancel_request(tournament=submission.access.id, player=asker, partner=submission.by)
    withdraw(Kind.PARTNER, player_id=submission.by, actor=asker, tournament=submission.access.id)


def _take_back(submission: Submission) -> None:
    request = PartnerRequest.objects.filter(tournament=submission.access.id, player=submission.by).first()
    if request is not None:
        registration.cancel_request(tournament=submission.access.id, player=submission.by, partner=request.partner)
        withdraw(Kind.PARTNER, player_id=request.partner, actor=submission.by, tournament=submission.access.id)


def _own(submission: Submission) -> dict[str, Any]:
    entry = submission.access.entry
    if entry is None:
        raise Illegal(Refusal("no-entry"))
    return _usual(submission) | {"entry": entry.number}


def _disown(submission: Submission) -> None:
    entry = submission.access.entry
    if entry is None:
        raise Illegal(Refusal("no-entry"))
    people.disown(
        tournament=submission.access.id,
        entry=entry.number,
        by=submission.by,
        partner=entry.players.index(submission.by),
    )


def _withdraw_question(submission: Submission) -> str:
    if format_of(submission.access.fold).by_challenge and submission.access.fold.begun:
        return _(
            "You leave the ladder, and lose your place: whoever comes back stands at the bottom. A game in play goes "
            "on. If you are away for a while, pause on the page of challenges, and keep your place. Leave?"
        )
    if format_of(submission.access.fold).grows and submission.access.fold.begun:
        return _("You are not paired any more. A game in play goes on. You can play on whenever you want. Pause?")
    if submission.access.fold.begun:
        return _(
            "You are not paired any more, and rounds that you miss are worth nothing. You can still finish a game in "
            "play. You can come back for later rounds. Withdraw?"
        )
    return _("Your place goes to who waits for one. You can enter again while entries are taken. Withdraw?")


OWN = by_slug(
    Action("enter", gettext_lazy("Enter"), _enter, form=EnterForm, sees=lambda access, about: access.fold.terms),
    Action("agree", gettext_lazy("Agree"), _agree, form=AskedForm, sees=lambda access, about: access.fold.terms),
    Action(
        "decline",
        gettext_lazy("Decline"),
        _decline,
        form=DeclineForm,
        done=gettext_lazy("You have declined."),
        sees=lambda access, about: None,
    ),
    Action(
        "take-back",
        gettext_lazy("Take the request back"),
        _take_back,
        done=gettext_lazy("The request is taken back."),
        sees=lambda access, about: None,
    ),
    Action(
        "check-in",
        gettext_lazy("Check in"),
        lambda submission: registration.check_in(**_own(submission)),
        done=gettext_lazy("You are checked in."),
        sees=lambda access, about: access.fold.status,
    ),
    Action(
        "bye",
        gettext_lazy("Ask for a bye"),
        lambda submission: byes.request_bye(
            **_own(submission), round=submission.values["round"], kind=submission.values["kind"]
        ),
        form=ByeForm,
        done=gettext_lazy("You have a bye for this round."),
        about=gettext_lazy("For a round that you cannot play and that is not paired yet."),
        sees=lambda access, about: len(access.fold.rounds),
    ),
    Action(
        "cancel-bye",
        gettext_lazy("Play it after all"),
        lambda submission: byes.cancel_bye(**_own(submission), round=submission.values["round"]),
        form=RoundForm,
        done=gettext_lazy("The bye is taken back: you play this round."),
        sees=lambda access, about: len(access.fold.rounds),
    ),
    Action(
        "withdraw",
        gettext_lazy("Withdraw"),
        lambda submission: registration.withdraw(**_own(submission)),
        done=gettext_lazy("You are withdrawn. You can come back."),
        sure=_withdraw_question,
        danger=True,
        sees=lambda access, about: access.fold.status,
    ),
    Action(
        "not-me",
        gettext_lazy("Take my account off this entry"),
        _disown,
        done=gettext_lazy("The entry keeps its name, and nothing leads from it to you any more."),
        about=gettext_lazy("If the staff has taken you for somebody else, or you want to play without your account."),
        sure=gettext_lazy("The event is none of yours then: results and notices go without you. Take it off?"),
        sees=lambda access, about: access.fold.status,
    ),
    Action("return", gettext_lazy("Come back"), _come_back, sees=lambda access, about: access.fold.status),
)


def possible(access: EventAccess) -> list[str]:
    """What a player can do about the own entry now."""
    fold, entry = access.fold, access.entry
    if fold.ended or access.player is None:
        return []
    if entry is not None and access.player.id not in entry.acting:
        return []  # of a team its captain acts
    if entry is None and (fold.terms.team_boards or _uninvited(access)):
        return []
    if entry is None or (entry.presence is Presence.WITHDRAWN and entry.number not in fold.numbers):
        if not takes_entries(fold):
            return []
        # Whose partner has left may come with another one.
        return ["enter"] if entry is None else ["return", "enter"] if fold.terms.team > 1 else ["return"]
    if entry.presence is Presence.EXPELLED:
        return []
    if entry.presence is Presence.WITHDRAWN:
        return ["return"] if registration.can_return(fold, entry) else []
    results = []
    if fold.terms.check_in and fold.status is Status.OPEN and not entry.checked_in:
        results.append("check-in")
    if pairs_by_score(fold) and byes.rounds_to_come(fold):
        results.append("bye")
    return [*results, "withdraw", *(["not-me"] if fold.terms.real else [])]


def _uninvited(access: EventAccess) -> bool:
    """Whether the event is by invitation, and the reader has none."""
    return access.fold.terms.entry == "invitation" and not access.invited and not access.role


@for_players
def own_entry(request: HttpRequest, access: EventAccess, opened: str = "enter") -> HttpResponse:
    """The page of one's own entry; `opened` is what an address asks for."""
    if request.method == "POST":
        # A word can be guessed by who may try as often as a program can.
        if access.fold.terms.entry == "code" and "code" in request.POST:
            often: HttpResponse | None = consume_or_429(request, action="entry_code", user=request.user)
            if often:
                return often
        leads = access.home if format_of(access.fold).grows else access.url("enter")
        return perform(request, access, OWN, _page, about=access.entry, leads=leads)
    if access.fold.terms.team_boards and access.entry is None:
        return see_other(access.url("teams"))
    return _page(request, access, None, 200, "", opened=opened)


def _page(
    request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str, *, opened: str = ""
) -> HttpResponse:
    fold, entry = access.fold, access.entry
    assert access.player is not None
    result = offers(access, [OWN[slug] for slug in possible(access)], about=entry, bound=bound)
    for offer in result:
        offer.primary = offer.action.slug in ("enter", "check-in", "return")
        offer.opened = offer.opened or offer.action.slug == opened
        if offer.action.slug == "enter" and access.invited:
            offer.label = _("Accept the invitation")
    context = {
        "room": "tournaments",
        "access": access,
        "say": say or said_elsewhere(bound, result),
        "entry": entry,
        "state": _state(access, entry),
        "facts": _facts(access),
        "offers": result,
        "byes": _byes(access, entry),
        "requests": _requests(access, bound),
        "action": access.url("enter"),
        "closed": _closed(access) if not result and entry is None and not fold.ended else "",
        "ended": fold.ended,
    }
    return render(request, "tournaments/entry.html", context, status=status)


def _closed(access: EventAccess) -> str:
    """Why somebody cannot enter."""
    if takes_entries(access.fold) and _uninvited(access):
        return tournament_refusal(Refusal("not-invited"))
    return tournament_refusal(Refusal("entries-closed"))


def _state(access: EventAccess, entry: Entry | None) -> str:
    if entry is None:
        return _("You are invited to play.") if access.invited and takes_entries(access.fold) else ""
    if entry.presence is Presence.WAITING:
        place = [entry.number for entry in access.fold.waiting].index(entry.number) + 1
        text = _("You are number %(place)d on the waiting list.") % {"place": place}
        return f"{text} " + _("You are checked in.") if entry.checked_in else text
    if entry.playing and entry.checked_in:
        return _("You are entered and checked in.")
    return str(PRESENCES[entry.presence])


def _facts(access: EventAccess) -> list[tuple[str, str]]:
    fold, terms = access.fold, access.fold.terms
    results = [(_("Who may enter"), str(ENTRIES[terms.entry])), (_("Entries"), places_text(fold))]
    if fold.waiting or not has_room(fold):
        results.append((_("On the waiting list"), str(len(fold.waiting))))
    if terms.own.late and takes_entries(fold):
        results.append((_("Late entries"), _("until round %(number)d is paired") % {"number": terms.own.late}))
    return results


def _byes(access: EventAccess, entry: Entry | None) -> list[dict[str, Any]]:
    """The byes to come, each with the button that takes it back."""
    if entry is None or access.fold.ended:
        return []
    return [
        {
            "round": number,
            "kind": BYES[kind],
            "offers": [offer_in_row(access, OWN["cancel-bye"], about=entry, round=number)],
        }
        for number, kind in sorted(entry.byes.items())
        if number > len(access.fold.rounds)
    ]


def _requests(access: EventAccess, bound: ActionForm | None) -> dict[str, Any]:
    """Requests of partners: who wants to enter with the reader, and whom the reader has asked."""
    assert access.player is not None
    if access.fold.terms.team == 1 or (access.entry is not None and access.entry.playing):
        return {}
    askers = registration.requests_to(access.id, access.player.id)
    mine = PartnerRequest.objects.filter(tournament=access.id, player=access.player.id).first()
    names = Names(access.fold, more=[*askers, *([mine.partner] if mine else [])])
    return {
        "to_me": [
            {
                "name": names.player(asker),
                "offers": [offer_in_row(access, OWN[slug], partner=asker) for slug in ("agree", "decline")],
            }
            for asker in askers
        ],
        "mine": names.player(mine.partner) if mine else "",
        "take_back": offers(access, [OWN["take-back"]]) if mine else [],
    }
