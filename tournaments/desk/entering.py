"""A player's own entry: enter, with a code or a partner; check in, ask for byes, withdraw and come back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal, Refusal
from notices.domain.notifying import notify, withdraw
from notices.models import Kind
from players.conduct.blocks import blocked_ids
from players.models import Player
from tournaments.desk.access import EventAccess, for_players
from tournaments.desk.actions import (
    Action,
    ActionForm,
    Submission,
    by_slug,
    offer_in_row,
    offers,
    perform,
    said_elsewhere,
)
from tournaments.desk.entry_actions import ByeForm, RoundForm
from tournaments.desk.fields import ExactInput, NameField
from tournaments.desk.names import Names
from tournaments.domain import persons, registering
from tournaments.domain.fold import Entry, Presence, Status
from tournaments.domain.following import has_room, takes_entries
from tournaments.domain.formats import format_of
from tournaments.models import PartnerRequest
from tournaments.show.wording import BYES, ENTRIES, PRESENCES, places_text, tournament_refusal


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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        terms = self.asked.fold.terms
        if terms.team == 1:
            del self.fields["partner"]
        if terms.entry != "code" or self.asked.role or self.asked.invited:
            del self.fields["code"]

    def clean_partner(self) -> Player:
        """Somebody else."""
        found: Player = self.cleaned_data["partner"]
        if found == self.asked.player:
            raise forms.ValidationError(_("You are one of the two already. Name your partner."))
        return found


class AskedForm(EnterForm):
    """The answer to a partner's request."""

    partner = forms.UUIDField(widget=forms.HiddenInput)  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = self.asked.entry
        if entry is not None and entry.number in self.asked.fold.numbers:
            self.fields.pop("code", None)  # who comes back needs none

    def clean_partner(self) -> Any:
        """The id is looked up by the command."""
        return self.cleaned_data["partner"]


class DeclineForm(ActionForm):
    """The player whose request to be partners is declined."""

    partner = forms.UUIDField(widget=forms.HiddenInput)


def _enter(submission: Submission) -> str:
    partner = submission.values.get("partner")
    other = [partner.id if isinstance(partner, Player) else partner] if partner else []
    # Who asked first has the first seat of the side.
    players = [*other, submission.by] if other and other[0] in _askers(submission) else [submission.by, *other]
    number = registering.enter(**_usual(submission), players=players, code=submission.values.get("code", ""))
    if not number:
        _ask(submission, other[0])
        return _("Your partner is asked. You two are entered as soon as your partner agrees.")
    if other:
        withdraw(Kind.PARTNER, player_id=submission.by, actor=other[0], tournament=submission.asked.id)
    entry = submission.asked.again().fold.entries[number]
    if entry.presence is Presence.WAITING:
        return _("The event is full. You are on the waiting list, and move up when a place is free.")
    return _("You are entered.")


def _come_back(submission: Submission) -> str:
    """Brings the own entry back; of two partners whoever comes first asks the other one."""
    now = registering.come_back(**_own(submission))
    assert submission.asked.entry is not None
    other = next((one for one in submission.asked.entry.players if one != submission.by), None)
    entry = now.entry_of(submission.by)
    if entry is None or not entry.here:
        assert other is not None
        _ask(submission, other)
        return _("Your partner is asked. You two are back as soon as your partner agrees.")
    if other is not None:
        withdraw(Kind.PARTNER, player_id=submission.by, actor=other, tournament=submission.asked.id)
    return _("You are back, and are paired from the next round on.")


def _agree(submission: Submission) -> str:
    """Enters with who asks for it, or comes back with the partner of the entry that was withdrawn."""
    entry = submission.asked.entry
    return (
        _come_back(submission)
        if entry is not None and submission.values["partner"] in entry.players
        else _enter(submission)
    )


def _ask(submission: Submission, partner: UUID) -> None:
    """Tells a partner of the request; in play it is known by the round that comes."""
    fold = submission.asked.fold
    if partner not in blocked_ids(submission.by):
        round = len(fold.rounds) + 1 if fold.begun else 0
        notify(partner, Kind.PARTNER, tournament=submission.asked.id, actor=submission.by, round=round)


def _usual(submission: Submission) -> dict[str, Any]:
    """A player's own wish depends on nothing that others do; whether it is possible the command says."""
    return {"tournament": submission.asked.id, "by": submission.by}


def _askers(submission: Submission) -> list[Any]:
    return registering.requests_to(submission.asked.id, submission.by)


def _decline(submission: Submission) -> None:
    asker = submission.values["partner"]
    registering.cancel_request(tournament=submission.asked.id, player=asker, partner=submission.by)
    withdraw(Kind.PARTNER, player_id=submission.by, actor=asker, tournament=submission.asked.id)


def _take_back(submission: Submission) -> None:
    request = PartnerRequest.objects.filter(tournament=submission.asked.id, player=submission.by).first()
    if request is not None:
        registering.cancel_request(tournament=submission.asked.id, player=submission.by, partner=request.partner)
        withdraw(Kind.PARTNER, player_id=request.partner, actor=submission.by, tournament=submission.asked.id)


def _own(submission: Submission) -> dict[str, Any]:
    entry = submission.asked.entry
    if entry is None:
        raise Illegal(Refusal("no-entry"))
    return _usual(submission) | {"entry": entry.number}


def _disown(submission: Submission) -> None:
    entry = submission.asked.entry
    if entry is None:
        raise Illegal(Refusal("no-entry"))
    persons.disown(
        tournament=submission.asked.id, entry=entry.number, by=submission.by, partner=entry.players.index(submission.by)
    )


def _withdraw_question(submission: Submission) -> str:
    if submission.asked.fold.begun:
        return _(
            "You are not paired any more, and rounds that you miss are worth nothing. A game that goes on stays "
            "yours to play. You can come back for later rounds. Withdraw?"
        )
    return _("Your place goes to who waits for one. You can enter again while entries are taken. Withdraw?")


OWN = by_slug(
    Action("enter", gettext_lazy("Enter"), _enter, form=EnterForm, sees=lambda asked, about: asked.fold.terms),
    Action("agree", gettext_lazy("Agree"), _agree, form=AskedForm, sees=lambda asked, about: asked.fold.terms),
    Action(
        "decline",
        gettext_lazy("Decline"),
        _decline,
        form=DeclineForm,
        done=gettext_lazy("You have declined."),
        sees=lambda asked, about: None,
    ),
    Action(
        "take-back",
        gettext_lazy("Take the request back"),
        _take_back,
        done=gettext_lazy("The request is taken back."),
        sees=lambda asked, about: None,
    ),
    Action(
        "check-in",
        gettext_lazy("Check in"),
        lambda submission: registering.check_in(**_own(submission)),
        done=gettext_lazy("You are checked in."),
        sees=lambda asked, about: asked.fold.status,
    ),
    Action(
        "bye",
        gettext_lazy("Ask for a bye"),
        lambda submission: registering.request_bye(
            **_own(submission), round=submission.values["round"], kind=submission.values["kind"]
        ),
        form=ByeForm,
        done=gettext_lazy("You have a bye for this round."),
        about=gettext_lazy("For a round that you cannot play and that is not paired yet."),
        sees=lambda asked, about: len(asked.fold.rounds),
    ),
    Action(
        "cancel-bye",
        gettext_lazy("Play it after all"),
        lambda submission: registering.cancel_bye(**_own(submission), round=submission.values["round"]),
        form=RoundForm,
        done=gettext_lazy("The bye is taken back: you play this round."),
        sees=lambda asked, about: len(asked.fold.rounds),
    ),
    Action(
        "withdraw",
        gettext_lazy("Withdraw"),
        lambda submission: registering.withdraw(**_own(submission)),
        done=gettext_lazy("You are withdrawn. You can come back."),
        sure=_withdraw_question,
        danger=True,
        sees=lambda asked, about: asked.fold.status,
    ),
    Action(
        "not-me",
        gettext_lazy("Take my account off this entry"),
        _disown,
        done=gettext_lazy("The entry keeps its name, and nothing leads from it to you any more."),
        about=gettext_lazy("If the staff has taken you for somebody else, or you want to play without your account."),
        sure=gettext_lazy("The event is none of yours then: results and notices go without you. Take it off?"),
        sees=lambda asked, about: asked.fold.status,
    ),
    Action(
        "return",
        gettext_lazy("Come back"),
        _come_back,
        sees=lambda asked, about: asked.fold.status,
    ),
)


def possible(asked: EventAccess) -> list[str]:
    """What a player can do about the own entry now."""
    fold, entry = asked.fold, asked.entry
    if fold.ended or asked.player is None:
        return []
    if entry is None and _uninvited(asked):
        return []
    if entry is None or (entry.presence is Presence.WITHDRAWN and entry.number not in fold.numbers):
        if not takes_entries(fold):
            return []
        # Whose partner has left may come with another one.
        return ["enter"] if entry is None else ["return", "enter"] if fold.terms.team > 1 else ["return"]
    if entry.presence is Presence.EXPELLED:
        return []
    if entry.presence is Presence.WITHDRAWN:
        return ["return"] if registering.can_return(fold, entry) else []
    found = []
    if fold.terms.check_in and fold.status is Status.OPEN and not entry.checked_in:
        found.append("check-in")
    if format_of(fold).by_score and registering.rounds_to_come(fold):
        found.append("bye")
    return [*found, "withdraw", *(["not-me"] if fold.terms.real else [])]


def _uninvited(asked: EventAccess) -> bool:
    """Whether the event is by invitation, and who asks has none."""
    return asked.fold.terms.entry == "invitation" and not asked.invited and not asked.role


@for_players
def own_entry(request: HttpRequest, asked: EventAccess, opened: str = "enter") -> HttpResponse:
    """The page of one's own entry; `opened` is what an address asks for."""
    if request.method == "POST":
        # A word can be guessed by who may try as often as a program can.
        if asked.fold.terms.entry == "code" and "code" in request.POST:
            often: HttpResponse | None = consume_or_429(request, action="entry_code", user=request.user)
            if often:
                return often
        return perform(request, asked, OWN, _page, about=asked.entry, leads=asked.url("enter"))
    return _page(request, asked, None, 200, "", opened=opened)


def _page(
    request: HttpRequest, asked: EventAccess, bound: ActionForm | None, status: int, say: str, *, opened: str = ""
) -> HttpResponse:
    fold, entry = asked.fold, asked.entry
    assert asked.player is not None
    found = offers(asked, [OWN[slug] for slug in possible(asked)], about=entry, bound=bound)
    for offer in found:
        offer.primary = offer.action.slug in ("enter", "check-in", "return")
        offer.opened = offer.opened or offer.action.slug == opened
        if offer.action.slug == "enter" and asked.invited:
            offer.label = _("Accept the invitation")
    context = {
        "room": "tournaments",
        "asked": asked,
        "say": say or said_elsewhere(bound, found),
        "entry": entry,
        "state": _state(asked, entry),
        "facts": _facts(asked),
        "offers": found,
        "byes": _byes(asked, entry),
        "requests": _requests(asked, bound),
        "action": asked.url("enter"),
        "closed": _closed(asked) if not found and entry is None and not fold.ended else "",
        "ended": fold.ended,
    }
    return render(request, "tournaments/entry.html", context, status=status)


def _closed(asked: EventAccess) -> str:
    """Why somebody cannot enter."""
    if takes_entries(asked.fold) and _uninvited(asked):
        return tournament_refusal(Refusal("not-invited"))
    return tournament_refusal(Refusal("entries-closed"))


def _state(asked: EventAccess, entry: Entry | None) -> str:
    if entry is None:
        return _("You are invited to play.") if asked.invited and takes_entries(asked.fold) else ""
    if entry.presence is Presence.WAITING:
        place = [one.number for one in asked.fold.waiting].index(entry.number) + 1
        text = _("You are number %(place)d on the waiting list.") % {"place": place}
        return f"{text} " + _("You are checked in.") if entry.checked_in else text
    if entry.playing and entry.checked_in:
        return _("You are entered and checked in.")
    return str(PRESENCES[entry.presence])


def _facts(asked: EventAccess) -> list[tuple[str, str]]:
    fold, terms = asked.fold, asked.fold.terms
    found = [(_("Who may enter"), str(ENTRIES[terms.entry])), (_("Entries"), places_text(fold))]
    if fold.waiting or not has_room(fold):
        found.append((_("On the waiting list"), str(len(fold.waiting))))
    if terms.late and takes_entries(fold):
        found.append((_("Late entries"), _("until round %(number)d is paired") % {"number": terms.late}))
    return found


def _byes(asked: EventAccess, entry: Entry | None) -> list[dict[str, Any]]:
    """The byes to come, each with the button that takes it back."""
    if entry is None or asked.fold.ended:
        return []
    return [
        {
            "round": number,
            "kind": BYES[kind],
            "offers": [offer_in_row(asked, OWN["cancel-bye"], about=entry, round=number)],
        }
        for number, kind in sorted(entry.byes.items())
        if number > len(asked.fold.rounds)
    ]


def _requests(asked: EventAccess, bound: ActionForm | None) -> dict[str, Any]:
    """Requests of partners: who wants to enter with the reader, and whom the reader has asked."""
    assert asked.player is not None
    if asked.fold.terms.team == 1 or (asked.entry is not None and asked.entry.playing):
        return {}
    askers = registering.requests_to(asked.id, asked.player.id)
    mine = PartnerRequest.objects.filter(tournament=asked.id, player=asked.player.id).first()
    names = Names(asked.fold, more=[*askers, *([mine.partner] if mine else [])])
    return {
        "to_me": [
            {
                "name": names.player(one),
                "offers": [offer_in_row(asked, OWN[slug], partner=one) for slug in ("agree", "decline")],
            }
            for one in askers
        ],
        "mine": names.player(mine.partner) if mine else "",
        "take_back": offers(asked, [OWN["take-back"]]) if mine else [],
    }
