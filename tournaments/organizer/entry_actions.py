"""The actions of the desk about entries: all of them together, and one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Player
from tournaments.domain.commands import byes, organization, people, registration
from tournaments.domain.commands.people import LENGTHS, LONGEST_NAME, MOST_RATING, EntryPlace, NewPerson, known
from tournaments.domain.state import Entry, Presence, Status
from tournaments.models import EntryPerson
from tournaments.organizer.actions import Action, ActionForm, MayReasonForm, OneForm, ReasonForm, Submission, by_slug
from tournaments.organizer.fields import ExactArea, ExactInput, NamesField, offer_choices, offer_entries
from tournaments.organizer.names import Names
from tournaments.organizer.player_list import COLUMNS, MOST_AT_ONCE, clean_birth
from tournaments.presentation.words import BYES
from web.words import clean_line, isolated


class InviteForm(ActionForm):
    """Players who may enter, whatever the event asks of others. They are told, and nobody plays who does not accept."""

    players = NamesField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("Names, one a line or with commas between."),
        most=MOST_AT_ONCE,
        widget=ExactArea(attrs={"rows": 3}),
    )

    def clean_players(self) -> list[Player]:
        """Only who does not take part yet."""
        players: list[Player] = self.cleaned_data["players"]
        here = {player for entry in self.access.fold.entries.values() if entry.here for player in entry.people}
        for item in players:
            if item.id in here:
                raise forms.ValidationError(_("%(name)s has entered already.") % {"name": isolated(item.name)})
        return players


def _invite(submission: Submission) -> str:
    players = [value.id for value in submission.values["players"]]
    organization.invite(**submission.usual, players=players)
    text = ngettext("%(number)d player is invited.", "%(number)d players are invited.", len(players))
    result = _("They get an invitation, and enter by accepting it.")
    if submission.access.fold.status is Status.DRAFT:
        result = _("They get an invitation when the event is announced, and enter by accepting it.")
    return f"{text % {'number': len(players)}} {result}"


class NumberForm(ActionForm):
    """One entry of those that a page lists."""

    entry = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class ApartForm(MayReasonForm):
    """Entries of which no two may meet."""

    entries = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who must not meet"),
        help_text=gettext_lazy("Choose two or more: none of them meets another one of them."),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ["version", "entries", "reason"]

    def prepare(self) -> None:
        super().prepare()
        self.fields["reason"].help_text = _("Only arbiters see it, with the pairs.")
        named = [(number, name) for number, name in Names(self.access.fold).by_name if self._in(number)]
        offer_entries(self, "entries", named, self.access.fold)

    def _in(self, number: int) -> bool:
        return self.access.fold.entries[number].presence in (Presence.ENTERED, Presence.WAITING)


class AllowForm(ActionForm):
    """A forbidden pair that may meet after all."""

    one = forms.IntegerField(widget=forms.HiddenInput)
    other = forms.IntegerField(widget=forms.HiddenInput)


ENTRIES = by_slug(
    Action(
        "invite",
        gettext_lazy("Invite players"),
        _invite,
        form=InviteForm,
        about=gettext_lazy("They may enter without a code, and whatever their rating."),
    ),
    Action(
        "uninvite",
        gettext_lazy("Take back"),
        lambda submission: organization.uninvite(**submission.usual, player=submission.values["one"]),
        form=OneForm,
        done=gettext_lazy("The invitation is taken back."),
    ),
    Action(
        "check-in",
        gettext_lazy("Check in"),
        lambda submission: registration.check_in(**submission.usual, entry=submission.values["entry"]),
        form=NumberForm,
        done=gettext_lazy("Checked in."),
    ),
    Action(
        "forbid",
        gettext_lazy("Keep players apart"),
        lambda submission: organization.keep_apart(
            **submission.usual, entries=submission.values["entries"], reason=submission.reason
        ),
        form=ApartForm,
        done=gettext_lazy("None of these will meet another one of them. Only the staff sees this."),
        about=gettext_lazy("Family or club mates, say. They are never paired with one another."),
    ),
    Action(
        "allow",
        gettext_lazy("Let them meet"),
        lambda submission: organization.allow_pair(
            **submission.usual, number=submission.values["one"], other=submission.values["other"], reason=""
        ),
        form=AllowForm,
        done=gettext_lazy("These two may meet."),
    ),
)


class ByeForm(ActionForm):
    """A round that an entry does not play."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    kind = forms.ChoiceField(label=gettext_lazy("What it is worth"), choices=[])

    def prepare(self) -> None:
        fold = self.access.fold
        # Nobody gives points to the own entry.
        staff = self.access.is_at_least("arbiter") and not self._is_own
        last = fold.planned or fold.terms.rounds or len(fold.rounds) + 9
        entry = self.about.entry if isinstance(self.about, ShownEntry) else self.about
        taken = entry.byes if entry is not None else {}
        rounds = [number for number in range(len(fold.rounds) + 1, last + 1) if number not in taken]
        offer_choices(self, "round", [(number, str(number)) for number in rounds])
        kinds = ["half", "zero", "full"] if staff else ["half", "zero"]
        if entry is not None and not self.is_bound:  # what is sent all the same is refused in better words
            gone = {"half": not byes.half_byes_left(fold, entry), "full": not byes.full_bye_left(fold, entry)}
            kinds = [slug for slug in kinds if not gone.get(slug)]
        offer_choices(self, "kind", [(slug, BYES[slug]) for slug in kinds])

    @property
    def _is_own(self) -> bool:
        mine = self.access.entry
        entry = self.about.entry if isinstance(self.about, ShownEntry) else self.about
        return mine is not None and entry is not None and entry.number == mine.number


class RoundForm(ActionForm):
    """The round that the action is about; it stands in the page, nobody types it."""

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry with the data of its people, as its page shows it.

    Args:
        persons: by entry and place in the pair.
        players: by id, as far as they are there.
    """

    entry: Entry
    persons: Mapping[EntryPlace, EntryPerson]
    players: Mapping[UUID, Player]

    @property
    def byes(self) -> Mapping[int, str]:
        return self.entry.byes


def _standing(access: Any, about: Any) -> object:
    return about.entry


def _persons(access: Any, about: Any) -> object:
    """What a correction depends on: the present data of the people."""
    rows = sorted(
        (place, sorted(known(row).items())) for place, row in about.persons.items() if place[0] == about.entry.number
    )
    return about.entry, rows, sorted((str(id), player.name) for id, player in about.players.items())


def _entry(submission: Submission) -> dict[str, Any]:
    return {"entry": submission.about.entry.number}


PERSON_TEXTS: Mapping[str, Any] = {slug: COLUMNS[slug] for slug in ("club", "federation", "fide", "title", "birth")}
"""What is kept of a person besides the name and the rating."""


class PartnerForm(ActionForm):
    partner = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1)


class NamedForm(ActionForm):
    """Somebody by name, with the rating and the club."""

    name = forms.CharField(label=COLUMNS["name"], max_length=LONGEST_NAME, widget=ExactInput)
    rating = forms.IntegerField(label=COLUMNS["rating"], min_value=0, max_value=MOST_RATING, required=False)
    club = forms.CharField(label=COLUMNS["club"], max_length=LENGTHS["club"], required=False)

    def clean_name(self) -> str:
        name = clean_line(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Write the name."))
        return name


class PersonForm(NamedForm, PartnerForm):
    federation = forms.CharField(label=COLUMNS["federation"], max_length=LENGTHS["federation"], required=False)
    fide = forms.CharField(label=COLUMNS["fide"], max_length=LENGTHS["fide"], required=False)
    title = forms.CharField(label=COLUMNS["title"], max_length=LENGTHS["title"], required=False)
    birth = forms.CharField(
        label=COLUMNS["birth"],
        max_length=LENGTHS["birth"],
        required=False,
        help_text=gettext_lazy("1990, or 1990-05-03. Only the staff and report files tell it."),
    )

    def prepare(self) -> None:
        entry, player = self.about.entry, self.about.players.get(self.about.entry.players[self._partner])
        row = self.about.persons.get((entry.number, self._partner))
        if player is not None and (player.bot or player.account_id is not None):
            del self.fields["name"]
        elif player is not None:
            self.fields["name"].initial = player.name
        for slug in PERSON_TEXTS:
            self.fields[slug].initial = "" if row is None else getattr(row, slug)
        if self.access.fold.ended or not self.access.fold.terms.real:
            del self.fields["rating"]
        else:
            self.fields["rating"].initial = entry.rating or None

    @property
    def _partner(self) -> int:
        text = str(self.data.get("partner") if self.is_bound else self.initial.get("partner", 0))
        return int(text) if text in ("0", "1") and int(text) < len(self.about.entry.players) else 0

    def clean_birth(self) -> str:
        try:
            return clean_birth(clean_line(self.cleaned_data["birth"]), timezone.now().year)
        except ValueError:
            raise forms.ValidationError(_("Write 1990 or 1990-05-03.")) from None


def _correct(submission: Submission) -> None:
    values = submission.values
    texts = {slug: clean_line(values[slug]) for slug in PERSON_TEXTS}
    rating = None if "rating" not in values else values["rating"] or 0
    people.correct(
        tournament=submission.access.id,
        by=submission.by,
        **_entry(submission),
        partner=values["partner"],
        name=values.get("name"),
        rating=rating,
        texts=texts,
    )


class SameForm(ActionForm):
    """Another entry that is the same person."""

    other = forms.TypedChoiceField(label=gettext_lazy("The same person as"), coerce=int)

    def prepare(self) -> None:
        fold, mine = self.access.fold, self.about.entry.number
        named = Names(fold).by_name
        others = [(at, name) for at, name in named if at != mine and fold.entries[at].here]
        offer_entries(self, "other", others, fold)


class SplitForm(NamedForm):
    """The other person of the same name."""

    def prepare(self) -> None:
        self.fields["name"].initial = Names(self.access.fold).plain_entry(self.about.entry.number)


def _split(submission: Submission) -> str:
    person = NewPerson(name=submission.values["name"], club=clean_line(submission.values["club"]))
    people.split(
        tournament=submission.access.id,
        by=submission.by,
        **_entry(submission),
        person=person,
        rating=submission.values["rating"] or 0,
    )
    return _("The other player has a separate entry now.")


ENTRY = by_slug(
    Action(
        "check-in",
        gettext_lazy("Check in"),
        lambda submission: registration.check_in(**submission.usual, **_entry(submission)),
        done=gettext_lazy("Checked in."),
    ),
    Action(
        "bye",
        gettext_lazy("Grant a bye"),
        lambda submission: byes.request_bye(
            **submission.usual, **_entry(submission), round=submission.values["round"], kind=submission.values["kind"]
        ),
        form=ByeForm,
        done=gettext_lazy("The bye is granted."),
    ),
    Action(
        "cancel-bye",
        gettext_lazy("Take the bye back"),
        lambda submission: byes.cancel_bye(**submission.usual, **_entry(submission), round=submission.values["round"]),
        form=RoundForm,
        done=gettext_lazy("The bye is taken back: the round is played."),
    ),
    Action(
        "withdraw",
        gettext_lazy("Withdraw the entry"),
        lambda submission: registration.withdraw(**submission.usual, **_entry(submission), reason=submission.reason),
        form=MayReasonForm,
        done=gettext_lazy("The entry is withdrawn. It can come back."),
        about=gettext_lazy("It is not paired any more. It can come back."),
    ),
    Action(
        "return",
        gettext_lazy("Take the entry back in"),
        lambda submission: registration.come_back(**submission.usual, **_entry(submission)),
        done=gettext_lazy("The entry plays again, from the next pairing on."),
    ),
    Action(
        "expel",
        gettext_lazy("Expel"),
        lambda submission: registration.expel(**submission.usual, **_entry(submission), reason=submission.reason),
        form=ReasonForm,
        done=gettext_lazy("The entry is expelled."),
        about=gettext_lazy("It loses a game in play, and cannot come back by itself."),
        sure=gettext_lazy("The entry is out, and everybody can read why. Expel it?"),
        danger=True,
    ),
    Action(
        "correct",
        gettext_lazy("Correct"),
        _correct,
        form=PersonForm,
        done=gettext_lazy("The correction is kept."),
        about=gettext_lazy("Correct the name or other details. The rating ranks the entry."),
        sees=_persons,
    ),
    Action(
        "disown",
        gettext_lazy("This is not the member"),
        lambda submission: people.disown(
            tournament=submission.access.id,
            by=submission.by,
            **_entry(submission),
            partner=submission.values["partner"],
        ),
        form=PartnerForm,
        done=gettext_lazy("The entry keeps its name, and nothing leads from it to the member any more."),
        about=gettext_lazy("For somebody of the same name who has no account here."),
    ),
    Action(
        "merge",
        gettext_lazy("Make two entries one"),
        lambda submission: people.merge(
            tournament=submission.access.id,
            by=submission.by,
            keep=submission.about.entry.number,
            gone=submission.values["other"],
        ),
        form=SameForm,
        done=gettext_lazy("The two are one entry now; the other one is withdrawn."),
        about=gettext_lazy(
            "For a player who was entered twice. This entry stays, and takes over the details of the other."
        ),
    ),
    Action(
        "split",
        gettext_lazy("Enter another of the same name"),
        _split,
        form=SplitForm,
        about=gettext_lazy("For two people who were taken for one. This entry stays as it is."),
    ),
    Action(
        "readmit",
        gettext_lazy("Reverse the expulsion"),
        lambda submission: registration.readmit(**submission.usual, **_entry(submission), reason=submission.reason),
        form=ReasonForm,
        done=gettext_lazy("The expulsion is reversed."),
        about=gettext_lazy(
            "The entry plays again from the next pairing on, where it can. Results that the expulsion brought stay: "
            "correct them on their boards."
        ),
    ),
    sees=_standing,
)
