"""The deeds of the desk: forms with their fields, and the command that each calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import Illegal, Refusal
from players.models import Player
from tournaments.desk.deeds import Deed, DeedForm, MayReasonForm, Order, ReasonForm
from tournaments.desk.fields import NamesField, WallTimeField, offer_choices, player_named
from tournaments.desk.names import Names
from tournaments.domain import organising, registering, reporting, running
from tournaments.domain.correcting import Different, what_if
from tournaments.domain.fold import Entry, Presence
from tournaments.scoring import Mark
from tournaments.walltimes import moment_of
from tournaments.wording import BYES, RESULTS, ROLES, tournament_refusal

__all__ = ["BOARD", "ENTRIES", "ENTRY", "EVENT", "STAFF", "marks_of", "slug_of"]

Deeds = Mapping[str, Deed]


def _by_slug(*deeds: Deed) -> Deeds:
    return {deed.slug: deed for deed in deeds}


# -- the event ------------------------------------------------------------------------------------


class PauseForm(ReasonForm):
    """A pause."""

    clocks = forms.BooleanField(
        label=gettext_lazy("The clocks of its games stand still as well"), required=False, initial=True
    )


class ExtendForm(ReasonForm):
    """A later end of the round."""

    until = WallTimeField(label=gettext_lazy("New end of the round"))
    field_order = ["version", "until", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("On the clocks of %(zone)s.") % {"zone": self.asked.zone}

    def clean_until(self) -> int:
        """The moment, in microseconds since the epoch."""
        wall = self.cleaned_data["until"]
        try:
            return moment_of(wall, self.asked.zone)
        except Illegal as illegal:
            raise forms.ValidationError(tournament_refusal(illegal.refusal)) from None


def _paired(order: Order) -> str:
    running.pair(**order.usual)
    number = order.asked.again().fold.rounds[-1].number
    return _("Round %(number)d is paired. Nothing is fixed before it begins.") % {"number": number}


def _paired_anew(order: Order) -> str:
    """Two commands: a round that cannot be paired any more stays unpaired, and the desk says why."""
    running.unpair(**order.usual, reason=order.reason)
    return _paired(replace(order, asked=order.asked.again()))


EVENT = _by_slug(
    Deed(
        "announce",
        gettext_lazy("Announce the event"),
        lambda order: organising.announce(**order.usual),
        done=gettext_lazy("Your event is announced: everybody sees it, and entries are taken."),
        about=gettext_lazy("Everybody sees it, and entries are taken."),
    ),
    Deed(
        "start",
        gettext_lazy("Start the event"),
        lambda order: running.start(**order.usual),
        done=gettext_lazy("The event has begun. The initial ranking is fixed."),
        about=gettext_lazy("The initial ranking is fixed, and the colour of the first board is drawn."),
        sure=gettext_lazy("Once the event has begun the initial ranking stands. Start it now?"),
    ),
    Deed("pair", gettext_lazy("Pair the next round"), _paired),
    Deed(
        "unpair",
        gettext_lazy("Take the pairing back"),
        lambda order: running.unpair(**order.usual, reason=order.reason),
        form=MayReasonForm,
        done=gettext_lazy("The pairing is taken back."),
        about=gettext_lazy("Nothing has begun yet, so the round can be paired anew."),
    ),
    Deed(
        "pair-anew",
        gettext_lazy("Pair it anew"),
        _paired_anew,
        form=MayReasonForm,
        about=gettext_lazy("After somebody has come or left: the pairing is taken back and computed again."),
    ),
    Deed(
        "begin",
        gettext_lazy("Begin the round"),
        lambda order: running.begin_round(**order.usual),
        done=gettext_lazy("The round has begun."),
        about=gettext_lazy("The games start, and the pairing stands from then on."),
        sure=gettext_lazy("The pairing cannot be changed once the round has begun. Begin it now?"),
    ),
    Deed(
        "extend",
        gettext_lazy("Give the round more time"),
        lambda order: running.extend(**order.usual, deadline=order.values["until"], reason=order.reason),
        form=ExtendForm,
        done=gettext_lazy("The round ends later now. Its players are told."),
    ),
    Deed(
        "pause",
        gettext_lazy("Pause the event"),
        lambda order: running.pause(**order.usual, clocks=order.values["clocks"], reason=order.reason),
        form=PauseForm,
        done=gettext_lazy("The event is paused."),
        about=gettext_lazy("Nothing is paired or forfeited until you resume it."),
    ),
    Deed(
        "resume",
        gettext_lazy("Resume the event"),
        lambda order: running.resume(**order.usual),
        done=gettext_lazy("The event goes on."),
    ),
    Deed(
        "finish",
        gettext_lazy("End the event"),
        lambda order: running.finish(**order.usual, reason=order.reason),
        form=MayReasonForm,
        done=gettext_lazy("The event is over. The places stand."),
        sure=gettext_lazy("The places are those of now, and no round follows. This cannot be undone. End the event?"),
        danger=True,
    ),
    Deed(
        "cancel",
        gettext_lazy("Call the event off"),
        lambda order: organising.cancel_tournament(**order.usual, reason=order.reason),
        form=ReasonForm,
        done=gettext_lazy("The event is called off. Everybody who entered is told."),
        sure=gettext_lazy("Nobody gets a place, and this cannot be undone. Call the event off?"),
        danger=True,
    ),
)
"""What the staff does with the event as a whole. `queries.desk` says which of it is possible now."""


# -- a board --------------------------------------------------------------------------------------

_BY_SLUG = {f"{red.name}-{blue.name}".lower().replace("_", "-"): (red, blue) for red, blue in RESULTS}


def slug_of(marks: tuple[Mark, Mark]) -> str:
    """A result as forms send it: `win-loss`, `forfeit-loss-forfeit-loss`."""
    return next((slug for slug, one in _BY_SLUG.items() if one == marks), "")


def marks_of(slug: str) -> tuple[Mark, Mark]:
    """The marks of red and blue. Raises KeyError."""
    return _BY_SLUG[slug]


def result_choices() -> list[tuple[str, Any]]:
    """Results as a form offers them; each begins with the key that chooses it."""
    keys = {"win-loss": "1", "draw-draw": "=", "loss-win": "0"}
    keys |= {"forfeit-win-forfeit-loss": "+", "forfeit-loss-forfeit-win": "-"}
    return [
        (slug, f"{keys[slug]}  {RESULTS[marks]}" if slug in keys else RESULTS[marks])
        for slug, marks in _BY_SLUG.items()
    ]


class ResultForm(ReasonForm):
    """The result of the game that goes on at a board. Online an arbiter ends the game by it, and says why."""

    result = forms.ChoiceField(label=gettext_lazy("Result"), choices=result_choices)
    leg = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    field_order = ["version", "leg", "result", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        self.fields["leg"].initial = len(board.legs)
        if self.asked.fold.terms.real:
            self.fields["reason"].required = False
            self.fields["reason"].label = _("Reason, if there is one")


class CorrectForm(ReasonForm):
    """Another result than the one that stands."""

    leg = forms.TypedChoiceField(label=gettext_lazy("Game"), coerce=int)
    result = forms.ChoiceField(label=gettext_lazy("The right result"), choices=result_choices)
    field_order = ["version", "leg", "result", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        decided = [number for number, leg in enumerate(board.legs, start=1) if leg.marks is not None]
        offer_choices(self, "leg", [(number, _("Game %(number)d") % {"number": number}) for number in decided])
        if len(decided) == 1:
            self.fields["leg"].widget = forms.HiddenInput()
            self.fields["leg"].initial = decided[0]


class ForfeitForm(ReasonForm):
    """Who loses a board without a game, or in the middle of one."""

    who = forms.MultipleChoiceField(label=gettext_lazy("Who loses by forfeit"), widget=forms.CheckboxSelectMultiple)
    field_order = ["version", "who", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        names = Names(self.asked.fold)
        offer_choices(self, "who", [(str(one), names.entry(one)) for one in (board.legs[-1].red, board.legs[-1].blue)])


def _games(asked: Any, about: Any) -> object:
    """What a deed about a board depends on: its games and their results."""
    _round, board = about
    return [(leg.red, leg.blue, leg.game, leg.marks) for leg in board.legs]


def _place(order: Order) -> dict[str, Any]:
    round, board = order.about
    return {"round": round, "board": board.number}


def _record(order: Order) -> None:
    red, blue = marks_of(order.values["result"])
    reporting.record_result(
        **order.usual, **_place(order), leg=order.values["leg"], red=red, blue=blue, reason=order.reason
    )


def _correct(order: Order) -> None:
    red, blue = marks_of(order.values["result"])
    reporting.correct_result(
        **order.usual, **_place(order), leg=order.values["leg"], red=red, blue=blue, reason=order.reason
    )


def _forfeit(order: Order) -> None:
    who = tuple(int(one) for one in order.values["who"])
    reporting.forfeit(**order.usual, **_place(order), entries=who, reason=order.reason)


def _correct_follows(order: Order) -> list[str]:
    """Which later pairings would have been others with this result; none of them is changed."""
    red, blue = marks_of(order.values["result"])
    place = _place(order) | {"leg": order.values["leg"]}
    found = what_if(tournament=order.asked.id, **place, red=red, blue=blue)
    if not found:
        return [_("No later pairing would have differed.")]
    names = Names(order.asked.fold)
    return [_different(one, names) for one in found]


def _different(one: Different, names: Names) -> str:
    """A later round that would have been paired otherwise, in a sentence."""
    if one.failed:
        return _("Round %(round)d could not have been paired at all.") % {"round": one.round}
    text = _("Round %(round)d: instead of %(paired)s it would have been %(instead)s.")
    pairs = [
        ", ".join(f"{names.entry(red)} – {names.entry(blue)}" for red, blue in boards)
        for boards in (one.paired, one.instead)
    ]
    return text % {"round": one.round, "paired": pairs[0], "instead": pairs[1]}


def _correct_question(order: Order) -> str:
    red, blue = marks_of(order.values["result"])
    text = _("The result becomes: %(result)s. Standings follow; pairings that were made stay.")
    return text % {"result": RESULTS[red, blue]}


BOARD = _by_slug(
    Deed(
        "record",
        gettext_lazy("Record the result"),
        _record,
        form=ResultForm,
        done=gettext_lazy("It is recorded."),
        sees=_games,
    ),
    Deed(
        "correct",
        gettext_lazy("Correct the result"),
        _correct,
        form=CorrectForm,
        done=gettext_lazy("The result is corrected, and the standings with it. No pairing was changed."),
        about=gettext_lazy("You are shown first which later pairings would have differed."),
        sure=_correct_question,
        follows=_correct_follows,
        sees=_games,
    ),
    Deed(
        "forfeit",
        gettext_lazy("Forfeit"),
        _forfeit,
        form=ForfeitForm,
        done=gettext_lazy("The forfeit is recorded."),
        sure=gettext_lazy("A game that goes on is ended by this. Record the forfeit?"),
        danger=True,
        sees=_games,
    ),
)


# -- entries --------------------------------------------------------------------------------------


class AddForm(DeedForm):
    """Entries by the hand of the staff: one a line, so that a list can be pasted."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )
    new = forms.BooleanField(label=gettext_lazy("Names without an account may be entered as well"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.asked.fold.terms.team == 2:
            self.fields["names"].label = _("Names of both partners with a comma between, one pair a line")
        if not self.asked.fold.terms.real:
            del self.fields["new"]  # who plays here needs an account

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
        """The players of the names; across real boards a name may be entered that has no account."""
        values = super().clean() or {}
        if self.errors:
            return values
        values["found"] = [[(name, player_named(name)) for name in names] for names in values["names"]]
        unknown = [name for entry in values["found"] for name, one in entry if one is None]
        if unknown and not values.get("new"):
            text = _("There is no player called %(name)s here. Check the spelling.")
            if "new" in self.fields:
                text = _("There is no player called %(name)s here. Check the spelling, or tick that names may be new.")
            self.add_error("names", text % {"name": unknown[0][:60]})
        return values


LONGEST_NAME = 150
MOST_AT_ONCE = 300
"""Entries of one list: all of them are made or none, and nothing else happens in the event meanwhile."""


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
    """Players who may enter."""

    players = NamesField(label=gettext_lazy("Players"), help_text=gettext_lazy("Names with commas between."), most=50)


def _invite(order: Order) -> None:
    organising.invite(**order.usual, players=[one.id for one in order.values["players"]])


class OneForm(DeedForm):
    """One of those that a page lists."""

    one = forms.UUIDField(widget=forms.HiddenInput)


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


ENTRIES = _by_slug(
    Deed("add", gettext_lazy("Enter players"), _add, form=AddForm),
    Deed(
        "invite",
        gettext_lazy("Invite players"),
        _invite,
        form=InviteForm,
        done=gettext_lazy("They are invited."),
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


ENTRY = _by_slug(
    Deed(
        "check-in",
        gettext_lazy("Check in"),
        lambda order: registering.check_in(**order.usual, **_entry(order)),
        done=gettext_lazy("Checked in."),
        sees=_standing,
    ),
    Deed(
        "bye",
        gettext_lazy("Grant a bye"),
        lambda order: registering.request_bye(
            **order.usual, **_entry(order), round=order.values["round"], kind=order.values["kind"]
        ),
        form=ByeForm,
        done=gettext_lazy("The bye is granted."),
        sees=_standing,
    ),
    Deed(
        "cancel-bye",
        gettext_lazy("Take the bye back"),
        lambda order: registering.cancel_bye(**order.usual, **_entry(order), round=order.values["round"]),
        form=RoundForm,
        done=gettext_lazy("The bye is taken back: the round is played."),
        sees=_standing,
    ),
    Deed(
        "withdraw",
        gettext_lazy("Withdraw the entry"),
        lambda order: registering.withdraw(**order.usual, **_entry(order), reason=order.reason),
        form=MayReasonForm,
        done=gettext_lazy("The entry is withdrawn. It can come back."),
        about=gettext_lazy("It is not paired any more. It can come back."),
        sees=_standing,
    ),
    Deed(
        "return",
        gettext_lazy("Take the entry back in"),
        lambda order: registering.come_back(**order.usual, **_entry(order)),
        done=gettext_lazy("The entry plays again, from the next pairing on."),
        sees=_standing,
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
        sees=_standing,
    ),
)


# -- staff ----------------------------------------------------------------------------------------


class RoleForm(DeedForm):
    """A role for somebody."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[("arbiter", ROLES["arbiter"]), ("helper", ROLES["helper"]), ("owner", ROLES["owner"])],
    )

    def clean_player(self) -> Any:
        """The player of the name."""
        found = player_named(self.cleaned_data["player"].strip())
        if found is None:
            raise forms.ValidationError(_("There is no player of this name here. Check the spelling."))
        return found


STAFF = _by_slug(
    Deed(
        "give",
        gettext_lazy("Give a role"),
        lambda order: organising.give_role(**order.usual, player=order.values["player"].id, role=order.values["role"]),
        form=RoleForm,
        done=gettext_lazy("The role is given."),
    ),
    Deed(
        "take",
        gettext_lazy("Take the role back"),
        lambda order: organising.take_role(**order.usual, player=order.values["one"]),
        form=OneForm,
        done=gettext_lazy("The role is taken back."),
    ),
)
