"""The deeds of the desk about entries: all of them together, and one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import Illegal, Refusal
from players.models import Player
from tournaments.desk.deeds import Deed, DeedForm, MayReasonForm, OneForm, Order, ReasonForm, by_slug
from tournaments.desk.fields import ExactArea, NamesField, offer_choices, player_named
from tournaments.desk.names import Names
from tournaments.domain import organising, registering
from tournaments.domain.fold import Entry, Presence, Status
from tournaments.wording import BYES, tournament_refusal

__all__ = ["ENTRIES", "ENTRY", "ByeForm", "RoundForm"]


LONGEST_NAME = 150
MOST_AT_ONCE = 300
"""Entries of one list: all of them are made or none, and nothing else happens in the event meanwhile."""


class AddForm(DeedForm):
    """Entries by the hand of the staff, across real boards: one a line, so that a list can be pasted."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        max_length=40_000,
        widget=ExactArea(attrs={"rows": 3}),
    )
    new = forms.BooleanField(label=gettext_lazy("Names without an account may be entered as well"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.asked.fold.terms.team == 2:
            self.fields["names"].label = _("Names of both partners with a comma between, one pair a line")

    def clean_names(self) -> list[list[str]]:
        """The names of each entry."""
        team, found = self.asked.fold.terms.team, []
        lines = [line for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(lines) > MOST_AT_ONCE:
            raise forms.ValidationError(_("Enter at most %(most)d at once.") % {"most": MOST_AT_ONCE})
        for line in lines:
            names = [name for one in (line.split(",") if team == 2 else [line]) if (name := _printable(one))]
            if not names:
                continue
            if len(names) != team:
                text = _("“%(line)s” names no pair. Write both partners with a comma between.")
                raise forms.ValidationError(text % {"line": line.strip()[:60]})
            if max(map(len, names)) > LONGEST_NAME:
                text = _("“%(line)s…” is too long for a name.")
                raise forms.ValidationError(text % {"line": line.strip()[:60]})
            found.append(names)
        return found

    def clean(self) -> dict[str, Any]:
        """The players of the names; a name may be entered that has no account."""
        values = super().clean() or {}
        if not self.asked.fold.terms.real:
            raise forms.ValidationError(_("Who plays here enters without you. Invite these players instead."))
        if self.errors:
            return values
        values["found"] = [[(name, player_named(name)) for name in names] for names in values["names"]]
        unknown = [name for entry in values["found"] for name, one in entry if one is None]
        if unknown and not values.get("new"):
            text = _("There is no player called %(name)s here. Check the spelling, or tick that names may be new.")
            self.add_error("names", text % {"name": unknown[0][:60]})
        return values


def _printable(name: str) -> str:
    """A name without what is not seen: marks of that kind make two names of one, and turn others on the page round."""
    return " ".join("".join(one if one.isprintable() else " " for one in name).split())


def _add(order: Order) -> str:
    """Enters all of them, or, if one is refused, none."""
    with transaction.atomic():
        for entry in order.values["found"]:
            players = [
                one or Player.objects.get_or_create(name=name, account=None, bot=False)[0] for name, one in entry
            ]
            try:
                registering.enter(tournament=order.asked.id, by=order.by, players=[one.id for one in players])
            except Illegal as illegal:
                names = _(" and ").join(one.name for one in players)
                why = {"name": names, "why": tournament_refusal(illegal.refusal), "field": "names"}
                raise Illegal(Refusal("entry-refused", why)) from None
    number = len(order.values["found"])
    return ngettext("%(number)d entry is made.", "%(number)d entries are made.", number) % {"number": number}


class InviteForm(DeedForm):
    """Players who may enter, whatever the event asks of others. They are told, and nobody plays who does not accept."""

    players = NamesField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("Names, one a line or with commas between."),
        most=MOST_AT_ONCE,
        widget=ExactArea(attrs={"rows": 3}),
    )

    def clean_players(self) -> list[Player]:
        """Only who does not take part yet."""
        found: list[Player] = self.cleaned_data["players"]
        here = {player for entry in self.asked.fold.entries.values() if entry.here for player in entry.players}
        for one in found:
            if one.id in here:
                raise forms.ValidationError(_("%(name)s has entered already.") % {"name": one.name})
        return found


def _invite(order: Order) -> str:
    players = [one.id for one in order.values["players"]]
    organising.invite(**order.usual, players=players)
    text = ngettext("%(number)d player is invited.", "%(number)d players are invited.", len(players))
    told = _("They are told, and enter by accepting.")
    if order.asked.fold.status is Status.DRAFT:
        told = _("They are told when the event is announced, and enter by accepting.")
    return f"{text % {'number': len(players)}} {told}"


class NumberForm(DeedForm):
    """One entry of those that a page lists."""

    entry = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class PairForm(MayReasonForm):
    """Two entries that must not meet."""

    one = forms.TypedChoiceField(label=gettext_lazy("One"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("The other"), coerce=int)
    field_order = ["version", "one", "other", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(number, name) for number, name in Names(self.asked.fold).by_name if self._in(number)]
        for field in ("one", "other"):
            offer_choices(self, field, [("", "—"), *named])

    def _in(self, number: int) -> bool:
        return self.asked.fold.entries[number].presence in (Presence.ENTERED, Presence.WAITING)

    def clean(self) -> dict[str, Any]:
        """Two, and not the same twice."""
        values = super().clean() or {}
        if values.get("one") and values.get("one") == values.get("other"):
            self.add_error("other", _("Choose two different ones."))
        return values


class AllowForm(DeedForm):
    """A forbidden pair that may meet after all."""

    one = forms.IntegerField(widget=forms.HiddenInput)
    other = forms.IntegerField(widget=forms.HiddenInput)


ENTRIES = by_slug(
    Deed("add", gettext_lazy("Enter players"), _add, form=AddForm),
    Deed(
        "invite",
        gettext_lazy("Invite players"),
        _invite,
        form=InviteForm,
        about=gettext_lazy("They may enter without a code, and whatever their rating."),
    ),
    Deed(
        "uninvite",
        gettext_lazy("Take back"),
        lambda order: organising.uninvite(**order.usual, player=order.values["one"]),
        form=OneForm,
        done=gettext_lazy("The invitation is taken back."),
    ),
    Deed(
        "check-in",
        gettext_lazy("Check in"),
        lambda order: registering.check_in(**order.usual, entry=order.values["entry"]),
        form=NumberForm,
        done=gettext_lazy("Checked in."),
    ),
    Deed(
        "forbid",
        gettext_lazy("Keep two apart"),
        lambda order: organising.forbid_pair(
            **order.usual, one=order.values["one"], other=order.values["other"], reason=order.reason
        ),
        form=PairForm,
        done=gettext_lazy("These two will not meet. Only the staff sees this."),
        about=gettext_lazy("Family or club mates, say. They are never paired with one another."),
    ),
    Deed(
        "allow",
        gettext_lazy("Let them meet"),
        lambda order: organising.allow_pair(
            **order.usual, one=order.values["one"], other=order.values["other"], reason=""
        ),
        form=AllowForm,
        done=gettext_lazy("These two may meet."),
    ),
)


class ByeForm(DeedForm):
    """A round that an entry does not play."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    kind = forms.ChoiceField(label=gettext_lazy("What it is worth"), choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fold = self.asked.fold
        # Nobody gives points to the own entry.
        staff = self.asked.is_at_least("arbiter") and self.about is not self.asked.entry
        last = fold.planned or fold.terms.rounds or len(fold.rounds) + 9
        taken = self.about.byes if self.about is not None else {}
        rounds = [number for number in range(len(fold.rounds) + 1, last + 1) if number not in taken]
        offer_choices(self, "round", [(number, str(number)) for number in rounds])
        kinds = ("half", "zero", "full") if staff else ("half", "zero")
        offer_choices(self, "kind", [(slug, BYES[slug]) for slug in kinds])


class RoundForm(DeedForm):
    """One round."""

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


def _standing(asked: Any, about: Any) -> object:
    """What a deed about an entry depends on."""
    return about


def _entry(order: Order) -> dict[str, Any]:
    entry: Entry = order.about
    return {"entry": entry.number}


ENTRY = by_slug(
    Deed(
        "check-in",
        gettext_lazy("Check in"),
        lambda order: registering.check_in(**order.usual, **_entry(order)),
        done=gettext_lazy("Checked in."),
    ),
    Deed(
        "bye",
        gettext_lazy("Grant a bye"),
        lambda order: registering.request_bye(
            **order.usual, **_entry(order), round=order.values["round"], kind=order.values["kind"]
        ),
        form=ByeForm,
        done=gettext_lazy("The bye is granted."),
    ),
    Deed(
        "cancel-bye",
        gettext_lazy("Take the bye back"),
        lambda order: registering.cancel_bye(**order.usual, **_entry(order), round=order.values["round"]),
        form=RoundForm,
        done=gettext_lazy("The bye is taken back: the round is played."),
    ),
    Deed(
        "withdraw",
        gettext_lazy("Withdraw the entry"),
        lambda order: registering.withdraw(**order.usual, **_entry(order), reason=order.reason),
        form=MayReasonForm,
        done=gettext_lazy("The entry is withdrawn. It can come back."),
        about=gettext_lazy("It is not paired any more. It can come back."),
    ),
    Deed(
        "return",
        gettext_lazy("Take the entry back in"),
        lambda order: registering.come_back(**order.usual, **_entry(order)),
        done=gettext_lazy("The entry plays again, from the next pairing on."),
    ),
    Deed(
        "expel",
        gettext_lazy("Expel"),
        lambda order: registering.expel(**order.usual, **_entry(order), reason=order.reason),
        form=ReasonForm,
        done=gettext_lazy("The entry is expelled."),
        about=gettext_lazy("It loses a game that goes on, and cannot come back by itself."),
        sure=gettext_lazy("The entry is out, and everybody can read why. Expel it?"),
        danger=True,
    ),
    sees=_standing,
)
