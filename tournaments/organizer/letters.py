"""Letters: what the staff writes to those who take part, and where they read it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.commands.letters import LONGEST, audiences, letter_for, readers_of, write_letter
from tournaments.models import Letter
from tournaments.organizer.access import EventAccess, for_players, for_staff
from tournaments.organizer.actions import Action, ActionForm, Submission, by_slug, offers, perform
from tournaments.organizer.fields import offer_choices
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from web.answers import refused

LISTED = 50


class LetterForm(ActionForm):
    audience = forms.ChoiceField(label=gettext_lazy("To"))
    text = forms.CharField(
        label=gettext_lazy("Letter"),
        help_text=gettext_lazy("Whom you write to and the staff can read it, and may report it."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def prepare(self) -> None:
        round = self.access.fold.round
        number = 0 if round is None else round.number - round.hidden
        assert self.access.player is not None
        choices = []
        for audience in audiences(self.access.fold):
            readers = readers_text(len(readers_of(self.access.fold, audience, self.access.player.id)))
            choices.append((audience, f"{audience_text(audience, number)} ({readers})"))
        offer_choices(self, "audience", choices)


def readers_text(number: int) -> str:
    """How many a letter reaches, or reached, in words."""
    return ngettext("%(number)d player", "%(number)d players", number) % {"number": number}


def audience_text(audience: str, round: int) -> str:
    """To whom a letter goes, in words."""
    words = {
        "all": _("All who take part or wait"),
        "round": _("All in round %(round)d"),
        "unagreed": _("Players without an agreed time in round %(round)d"),
    }
    return words[audience] % {"round": round}


def _write(submission: Submission) -> str:
    access, values = submission.access, submission.values
    words = {"audience": values["audience"], "text": values["text"]}
    made = write_letter(tournament=access.id, by=submission.by, expected=_written(access, None), **words)
    text = ngettext("Your letter went to %(number)d player.", "Your letter went to %(number)d players.", len(made.to))
    return text % {"number": len(made.to)}


def _written(access: EventAccess, _about: Any) -> int:
    """How many there are: a second press of the button writes no second letter."""
    return Letter.objects.filter(tournament=access.id).count()


LETTERS = by_slug(
    Action(
        "write",
        gettext_lazy("Write to the players"),
        _write,
        form=LetterForm,
        about=gettext_lazy("Each gets a notice, and a mail if they want mails."),
    ),
    sees=_written,
)


@for_staff("arbiter")
def letters(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Writes a letter; lists those that were sent, and to how many."""
    if request.method == "POST":
        return perform(request, access, LETTERS, _page)
    return _page(request, access, None, 200, "")


def _page(request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str) -> HttpResponse:
    sent = list(Letter.objects.filter(tournament=access.id).order_by("-number")[:LISTED])
    result = offers(access, LETTERS.values() if audiences(access.fold) else [], bound=bound)
    for offer in result:
        offer.opened = True
    names = Names(access.fold, more=[item.by for item in sent])
    context = head(request, access, "letters", heading=_("Letters"), say=say) | {
        "offers": result,
        "rows": [_row(access, item, names) for item in sent],
    }
    return render(request, "tournaments/desk_letters.html", context, status=status)


def _row(access: EventAccess, item: Letter, names: Names) -> dict[str, Any]:
    return {
        "letter": item,
        "by": names.player(item.by),
        "audience": audience_text(item.audience, item.round),
        "told": readers_text(len(item.to)),
        "url": access.url("letter", item.number),
    }


@for_players
def letter(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """A letter, for whom it was written to and for the staff."""
    reader = None if access.player is None else access.player.id
    result = letter_for(access.id, number, reader, staff=access.is_at_least("arbiter"))
    if result is None:
        return refused(request, 404, _("There is no such letter to you."))
    context = {
        "room": "tournaments",
        "access": access,
        "row": _row(access, result, Names(access.fold, more=[result.by])),
        "mine": result.by == reader,
        "staff": access.is_at_least("arbiter"),
    }
    return render(request, "tournaments/letter.html", context)
