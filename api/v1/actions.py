"""Actions of events as programs do them. An action says what it takes and checks it: what is refused on a page is
refused here, with the same code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from rest_framework import serializers as s

from api.http.endpoint import Body, slugs_of, unknown_names
from api.http.problems import Problem
from games.rules import Refusal
from tournaments.domain.commands.appointments import MOST_SLOTS
from tournaments.domain.prizes import MOST_CATEGORIES
from tournaments.organizer.access import EventAccess
from tournaments.organizer.action_endpoints import ActionGroup
from tournaments.organizer.actions import MOST_VALUES, Action, ActionForm, Submission, UnfitValues
from tournaments.organizer.boards.actions import ProposeForm
from tournaments.organizer.fields import NameField, NamesField, PlayerField, WallTimeField
from tournaments.organizer.prizes import PrizesForm, category_fields
from tournaments.presentation.words import status_of, tournament_refusal

OUR_OWN = ("do", "sure", "version")
"""What a body has beside the fields of a form."""


def event_refused(refusal: Refusal, version: int) -> Problem:
    """A refusal of a tournament: 412 with the version that there is now, if it has moved on.

    Args:
        refusal: why not.
        version: of the event, as who asks may know it.
    """
    words, params = tournament_refusal(refusal), dict(refusal.params)
    if refusal.code == "moved-on":
        return moved_on(version)
    return Problem(status_of(refusal), refusal.code, words, params=params)


def moved_on(version: int) -> Problem:
    """The event is at another version than the one that was seen."""
    words = tournament_refusal(Refusal("moved-on"))
    return Problem(412, "moved-on", words, params={"version": version}, headers={"ETag": f'"{version}"'})


# -- what is sent ---------------------------------------------------------------------------------


def submitted(action: Action, access: EventAccess, about: Any, sent: Mapping[str, Any]) -> Submission:
    """What is to be done by an action.

    Args:
        action: which one.
        access, about: the event, who asks, and what it is about.
        sent: the body.

    Raises:
        Problem, ValidationError: a field is not known, or not right.
    """
    own = {name for name in OUR_OWN if name == "version" or name not in action.form.base_fields}
    try:
        return action.submitted(access, about, {name: value for name, value in sent.items() if name not in own})
    except UnfitValues as error:
        if error.unknown:
            known = {"slots" if name.startswith("slot-") else name for name in error.known}
            raise unknown_names("unknown-fields", error.unknown, {*known, *OUR_OWN}) from None
        raise s.ValidationError(error.fields) from None


# -- what is told ---------------------------------------------------------------------------------


def action_value(action: Action, access: EventAccess, about: Any) -> dict[str, Any]:
    """An action that is offered: what it is called, and what it takes.

    Args:
        action: which one.
        access, about: the event, who asks, and what it is about.
    """
    form = action.form(access=access, about=about, prefix="")
    return {
        "do": action.slug,
        "words": str(action.label),
        "about": str(action.about),
        "sure": bool(action.sure),
        "version": action.mark(access, about),
        "takes": [_field_value(form, name, field) for name, field in form.fields.items() if name != "version"],
    }


def _field_value(form: ActionForm, name: str, field: forms.Field) -> dict[str, Any]:
    choices = [str(value) for value, _label in field.choices if value != ""] if hasattr(field, "choices") else None
    return {
        "name": name,
        "words": str(field.label or ""),
        "help": str(field.help_text),
        "needed": field.required and not (field.widget.is_hidden and form.get_initial_for_field(field, name)),
        "choices": choices,
    }


def question_of(action: Action, submission: Submission) -> str:
    """What is asked before what cannot be undone; nothing for what can."""
    return action.sure(submission) if callable(action.sure) else str(action.sure)


# -- what the schema says -------------------------------------------------------------------------


class ActionBody(Body):
    """What is to be done: `do`, with the fields of that action. What it takes now is told by a GET."""

    kinds: Mapping[str, type[s.Serializer[Any]]] = {}

    def to_internal_value(self, data: Any) -> Any:
        """The body as it came: the action checks it."""
        do = data.get("do") if isinstance(data, Mapping) else None
        if not isinstance(do, str) or do not in self.kinds:
            raise s.ValidationError({"do": [_("One of these: %(known)s.") % {"known": ", ".join(self.kinds)}]})
        if type(data.get("sure", False)) is not bool or not isinstance(data.get("version", ""), str):
            raise s.ValidationError({"sure": [_("`sure` is true or false, and `version` a text.")]})
        return dict(data)


def body_of(group: ActionGroup) -> type[ActionBody]:
    """The body that a group takes."""
    title = _title(group.slug)
    kinds: dict[str, type[s.Serializer[Any]]] = {}
    for action in group.actions:
        fields = {name: _shape(field) for name, field in action.form.base_fields.items() if name != "version"}
        if action.form is ProposeForm:
            times = s.ListField(child=s.DateTimeField(), max_length=MOST_SLOTS)
            fields = {"slots": times, "note": s.CharField(required=False)}
        if action.form is PrizesForm:
            inner = {name: _shape(field) for name, field in category_fields(forms.CharField(required=False)).items()}
            words = "The entries that alone can win them."
            inner["chosen"] = s.ListField(child=s.IntegerField(), required=False, help_text=words)
            category = type("PrizeCategoryBody", (Body,), inner | {"__doc__": "Prizes, and who can win them."})
            fields["categories"] = s.ListField(child=category(), required=False, max_length=MOST_CATEGORIES)
        own: dict[str, Any] = {"do": s.ChoiceField(choices=[action.slug]), **fields}
        own |= {"sure": s.BooleanField(required=False)} if action.sure else {}
        seen = s.CharField(required=False, max_length=40, help_text="As the action that is offered has it.")
        own |= {"version": seen, "__doc__": str(group.slug)}
        kinds[action.slug] = type(f"{title}{_title(action.slug)}Body", (Body,), own)
    return type(f"{title}Body", (ActionBody,), {"kinds": kinds, "__doc__": ActionBody.__doc__})


def _title(slug: str) -> str:
    return "".join(part.title() for part in slug.split("-"))


def _shape(field: forms.Field) -> s.Field[Any, Any, Any, Any]:
    """What the schema says of a field of a form; what is required, and most choices, depend on the event."""
    words = str(field.help_text or field.label or "")
    numbers = getattr(field, "coerce", None) is int
    if isinstance(field, NamesField):
        return s.ListField(child=s.CharField(max_length=150), required=False, max_length=field.most, help_text=words)
    if isinstance(field, forms.MultipleChoiceField):
        child: s.Field[Any, Any, Any, Any] = s.IntegerField() if numbers else s.CharField(max_length=40)
        return s.ListField(child=child, required=False, max_length=MOST_VALUES, help_text=words)
    if isinstance(field, NameField | PlayerField):
        return s.CharField(required=False, max_length=150, help_text="The name of a player.")
    if isinstance(field, WallTimeField):
        return s.CharField(
            required=False, max_length=40, help_text="In RFC 3339, or as the clocks of the event have it."
        )
    values: dict[str, Any] = {"required": False, "allow_null": True, "help_text": words}
    if isinstance(field, forms.BooleanField):
        return s.BooleanField(required=False, help_text=words)
    if isinstance(field, forms.IntegerField):
        bounds: Any = field
        return s.IntegerField(min_value=bounds.min_value, max_value=bounds.max_value, **values)
    if numbers:
        return s.IntegerField(**values)
    if isinstance(field, forms.ChoiceField):
        choices = slugs_of(field)
        return s.ChoiceField(choices=choices, **values) if choices else s.CharField(max_length=40, **values)
    return s.CharField(max_length=getattr(field, "max_length", None), allow_blank=not field.required, **values)
