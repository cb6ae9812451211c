"""What the buttons of the desk do: each with its form, what is asked before, and the one call that it makes.

A page offers some actions. Each form names what the page showed of that which the action is about (`mark_of`): the
round, a board, an entry. If that has changed, nothing is done and the page comes back as it is now, with what was typed
(409). That 150 other games end meanwhile is no reason to type again. What is refused comes back with the reason beside
the field (422). What cannot be undone is asked once more on a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal, Refusal
from tournaments.domain.formats import format_of
from tournaments.organizer.access import EventAccess
from tournaments.organizer.fields import EntriesField, NamesField, PlayerField, WallTimeField, retyped
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import see_other
from web.edit_conflicts import redraw_on_conflict

Label = str | Promise


class ActionForm(forms.Form):
    """The fields of an action. `version` names what the page showed; without it the present state counts."""

    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, *args: Any, access: EventAccess, about: Any = None, **kwargs: Any) -> None:
        """Keeps what the choices of fields depend on.

        Args:
            access: the event and its reader.
            about: what the page is about: an entry, a board; None for the event.
        """
        self.access, self.about = access, about
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
        for item in self.fields.values():
            if isinstance(item, WallTimeField):
                item.zone = access.zone
            elif isinstance(item, PlayerField):
                item.event = access.id
        self.prepare()

    def prepare(self) -> None:
        """Fits the fields to the event and to what the form is about."""

    @classmethod
    def spread(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Plain values by the names of fields, of which a list may be several."""
        return values

    @property
    def plain(self) -> bool:
        """Whether there is nothing to fill in."""
        return not any(True for _one in self.visible_fields())

    def refuse(self, refusal: Refusal) -> None:
        """Says a refusal beside the field that it names, or above all of them."""
        name = str(refusal.params.get("field", ""))
        self.add_error(name if name in self.fields else None, tournament_refusal(refusal))


class ReasonForm(ActionForm):
    """A reason that everybody can read in the event's log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read it in the event’s log."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def spare_reason(self) -> None:
        self.fields["reason"].required = False
        self.fields["reason"].label = _("Reason, if there is one")


class MayReasonForm(ReasonForm):
    def prepare(self) -> None:
        self.spare_reason()


class OneForm(ActionForm):
    """One of those that a page lists."""

    one = PlayerField(widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class Submission:
    """An action that is to be done.

    Args:
        values: the cleaned fields of its form.
        about: what the page is about.
    """

    access: EventAccess
    values: Mapping[str, Any]
    about: Any = None

    @property
    def usual(self) -> dict[str, Any]:
        """What every command takes: the tournament, who acts, the version that was seen."""
        return {"tournament": self.access.id, "by": self.by, "expected": self.access.version}

    @property
    def by(self) -> UUID:
        assert self.access.player is not None
        return self.access.player.id

    @property
    def reason(self) -> str:
        return self.values.get("reason", "") or ""


class UnfitValues(ValueError):
    """Plain values that an action does not take.

    Attributes:
        fields: what is wrong, by the names of fields.
        unknown, known: names that it does not know, and all that it knows.
    """

    def __init__(self, fields: Mapping[str, list[str]], unknown: Iterable[str] = (), known: Iterable[str] = ()) -> None:
        super().__init__(*fields, *unknown)
        self.fields, self.unknown, self.known = fields, sorted(unknown), set(known)


MOST_VALUES = 500


def _why_unfit(field: forms.Field, value: Any) -> str:
    """Why a plain value is of no kind that a field takes; nothing if it is of one."""
    values = value if isinstance(value, list) else [value]
    if isinstance(field, forms.BooleanField):
        return "" if type(value) is bool else _("This is true or false.")
    if len(values) > MOST_VALUES or not all(isinstance(value, str | int | float | None) for value in values):
        return _("This is neither a text nor a number nor a list of such.")
    if any(isinstance(value, bool) for value in values):
        return _("This is neither true nor false.")
    several = isinstance(field, forms.MultipleChoiceField | NamesField | EntriesField)
    return _("This is no list.") if isinstance(value, list) and not several else ""


class Redirect(NamedTuple):
    """Where an action leads that is not to come back to its page, and what is told there."""

    address: str
    words: Label = ""


@dataclass(frozen=True, slots=True)
class Action:
    """A button.

    Args:
        label: on the button, or above the fields to be filled in.
        run: does it; what it returns, if it is words, is told instead of `done`; a `Redirect` says where to go as well.
        done: what is told afterwards.
        sure: the question to be answered before; for what cannot be undone.
        about: a line below the button's heading.
        button: on the button below the fields, if not the label.
        sees: what of the event the action depends on; the status and the round, if left out.
        follows: lines to be read before it is done, where it is asked once more.
    """

    slug: str
    label: Label
    run: Callable[[Submission], object]
    form: type[ActionForm] = ActionForm
    done: Label = ""
    sure: Label | Callable[[Submission], str] = ""
    about: Label = ""
    danger: bool = False
    button: Label = ""
    sees: Callable[[EventAccess, Any], object] | None = None
    follows: Callable[[Submission], list[str]] | None = None

    def submitted(self, access: EventAccess, about: Any, values: Mapping[str, Any]) -> Submission:
        """What plain values ask for, as a program sends them: numbers, lists, and names where a page holds ids.

        Args:
            access, about: the event with its reader, and what the action is about.
            values: by the names of fields. What a page would hide may be left out.

        Raises:
            UnfitValues: they cannot be used.
        """
        make = partial(self.form, access=access, about=about, prefix="")
        empty = make()
        known = {name: field for name, field in empty.fields.items() if name != "version"}
        values = {name: value for name, value in self.form.spread(dict(values)).items() if value is not None}
        if unknown := values.keys() - known.keys():
            raise UnfitValues({}, unknown, known)
        if wrong := {name: [words] for name, value in values.items() if (words := _why_unfit(known[name], value))}:
            raise UnfitValues(wrong)
        for name, kind in known.items():
            value = values.get(name)
            if isinstance(value, list):
                values[name] = [item for item in value if item is not None]
            elif isinstance(kind, forms.MultipleChoiceField) and value is not None:
                values[name] = [value]
            elif kind.widget.is_hidden and value is None:
                values[name] = empty.get_initial_for_field(kind, name)
        form = make(values)
        if not form.is_valid():
            raise UnfitValues({name: [str(error) for error in errors] for name, errors in form.errors.items()})
        return Submission(access, form.cleaned_data, about)

    def mark(self, access: EventAccess, about: Any) -> str:
        """What the action depends on as it is now, in short."""
        return mark_of((self.sees or _course)(access, about))


def by_slug(*actions: Action, sees: Callable[[EventAccess, Any], object] | None = None) -> Mapping[str, Action]:
    """Actions as pages look them up. What they depend on, `sees`, is told once for all that do not say so."""
    return {action.slug: replace(action, sees=action.sees or sees) for action in actions}


def _course(access: EventAccess, about: Any) -> object:
    fold, round = access.fold, access.fold.round
    if round is None:
        return fold.status
    # In a round that grows others are paired all the time.
    pairing = () if format_of(fold).grows else [(board.red, board.blue) for board in round.boards]
    return fold.status, round.number, pairing, round.hidden, round.begun_at, round.finished_at, round.deadline


def mark_of(seen: object) -> str:
    """A short name for what was seen; another one as soon as that has changed."""
    return sha256(repr(seen).encode()).hexdigest()[:24]


@dataclass(slots=True)
class Offer:
    """An action on a page, with its form as it came or as it was typed."""

    action: Action
    form: ActionForm
    primary: bool = False
    opened: bool = False
    label: Label = field(default="")

    def __post_init__(self) -> None:
        self.label = self.label or self.action.label


def offers(
    access: EventAccess, actions: Iterable[Action], *, about: Any = None, bound: ActionForm | None = None
) -> list[Offer]:
    """The actions of a page, each with its form; one of them may be that which came back.

    Args:
        access: the event and its reader.
        actions: what there is to choose from.
        about: what they concern.
        bound: the form that came back, if one did.
    """
    results = []
    for action in actions:
        again = bound is not None and bound.data.get("do") == action.slug
        form = bound if again and bound is not None else _fresh(access, action, about)
        results.append(Offer(action, form, opened=again))
    return results


def offer_in_row(access: EventAccess, action: Action, *, about: Any = None, **values: Any) -> Offer:
    """An action in one of several rows: its hidden fields hold which.

    Args:
        access: the event and its reader.
        action: what the row's button does.
        about: what it concerns.
        values: of the hidden fields.
    """
    (offer,) = offers(access, [action], about=about)
    offer.form.initial = {**offer.form.initial, **values}
    offer.form.auto_id = f"{action.slug}-{'-'.join(map(str, values.values()))}-%s"
    return offer


def said_elsewhere(bound: ActionForm | None, result: Iterable[Offer]) -> str:
    """What is wrong with a button of a row, or with one that is not on the page any more: it is said above the page."""
    if bound is None or any(offer.form is bound for offer in result):
        return ""
    return " ".join(str(error) for errors in bound.errors.values() for error in errors)


def said_above(bound: ActionForm | None) -> str:
    """What is wrong with a form as a whole, for a page that says it above all else."""
    return "" if bound is None else " ".join(map(str, bound.non_field_errors()))


def _fresh(access: EventAccess, action: Action, about: Any) -> ActionForm:
    initial = {"version": action.mark(access, about)}
    return action.form(access=access, about=about, initial=initial, auto_id=f"{action.slug}-%s")


PageFunction = Callable[[HttpRequest, EventAccess, ActionForm | None, int, str], HttpResponse]
"""Draws the page again: with the form that came back, a status, and what to say above it."""


def perform(
    request: HttpRequest,
    access: EventAccess,
    actions: Mapping[str, Action],
    page: PageFunction,
    *,
    about: Any = None,
    leads: str = "",
) -> HttpResponse:
    """Do what a form asks for, and lead back to its page.

    Args:
        access: the event and its reader.
        actions: what the page may offer, by slug; by "" where its only button needs no name.
        about: what the page is about.
        leads: where to go afterwards; the page itself if left out.
    """
    action = actions.get(request.POST.get("do", ""))
    if action is None:
        return page(request, access, None, 400, _("This button is not there any more. Choose again."))
    form = action.form(request.POST, access=access, about=about, auto_id=f"{action.slug}-%s")
    if not form.is_valid():
        return page(request, access, form, 422, "")
    seen = form.cleaned_data["version"]
    if seen and seen != action.mark(access, about):
        return stale(request, access, action, form, page)
    submission = Submission(access, form.cleaned_data, about)
    if action.sure and "sure" not in request.POST:
        return _ask(request, action, submission, form, leads)
    return redraw_on_conflict(
        lambda: _done(request, action, submission, form, page, leads or request.path),
        lambda: stale(request, access.again(), action, form, page),
    )


def _done(
    request: HttpRequest, action: Action, submission: Submission, form: ActionForm, page: PageFunction, leads: str
) -> HttpResponse:
    access = submission.access
    try:
        value = action.run(submission)
    except Illegal as illegal:
        if illegal.refusal.code == "moved-on":
            return stale(request, access.again(), action, form, page)
        form.refuse(illegal.refusal)
        return page(request, access.again(), form, status_of(illegal.refusal), "")
    if isinstance(value, Redirect):
        leads, value = value
    words = str(value) if isinstance(value, (str, Promise)) else str(action.done)
    if words:
        messages.success(request, words)
    return see_other(leads)


def stale(request: HttpRequest, now: EventAccess, action: Action, form: ActionForm, page: PageFunction) -> HttpResponse:
    """The `page` as it is `now`, with what was typed into the `form` of an `action`; the next press counts from what is
    seen now."""
    retyped(form, version=action.mark(now, form.about))
    return page(request, now, form, 409, tournament_refusal(Refusal("moved-on")))


def _ask(request: HttpRequest, action: Action, submission: Submission, form: ActionForm, leads: str) -> HttpResponse:
    question = action.sure(submission) if callable(action.sure) else str(action.sure)
    context = {
        "access": submission.access,
        "button": action,
        "form": form,
        "question": question,
        "reason": submission.reason,
        "follows": action.follows(submission) if action.follows else [],
        "action": request.path,
        "back": request.path,
    }
    return render(request, "tournaments/desk_sure.html", context)
