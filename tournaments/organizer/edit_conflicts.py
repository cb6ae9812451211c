"""The form of an event that lost a race. What others have changed is taken over where its sender left it alone.
What both have changed stands as it was typed, with what it was set to beside it.

A form names by short marks what each of its fields held when the page was made, so nothing is kept on the server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.organizer.actions import mark_of
from tournaments.organizer.names import Names

_NOT_OF_THE_EVENT = frozenset({"version", "once", "reason", "arbiters", "helpers"})
_SHORT = 6


def version_of(mark: str, form: forms.Form) -> str:
    """What a page shows, for its hidden field."""
    return " ".join([mark, *(f"{name}={_mark(form, name)}" for name in _names(form))])


def merged(data: QueryDict, sent: forms.Form, now: forms.Form) -> tuple[QueryDict, list[str], list[str]]:
    """What was sent, with the changes of others.

    Args:
        data: what was sent; its `version` is that of the page.
        sent: the form with it.
        now: the form as it would be shown now, not bound.

    Returns:
        The data; the names of the fields that were taken over; those that both have changed, and not to the same.
    """
    seen = dict(part.split("=", 1) for part in data.get("version", "").split() if "=" in part)
    data, taken, both = data.copy(), [], []
    for name in _names(now):
        if name not in seen or name not in sent.fields or _mark(now, name) == seen[name]:
            continue
        if _mark(sent, name) == seen[name]:
            taken.append(name)
            _put(data, now, name)
        elif _text(sent, name) != _text(now, name):
            both.append(name)
    return data, taken, both


def say_merged(form: forms.Form, now: forms.Form, taken: list[str], both: list[str]) -> None:
    """Says in a form with what `merged` made what has changed: above it, and beside what both have changed.

    Args:
        form: with what was typed.
        now: with what the event has now.
        taken, both: the fields that `merged` took over, and those that both have changed.
    """
    said = [_("Somebody has changed the event since this page was opened.")]
    if taken:
        labels = ", ".join(str(form.fields[name].label) for name in taken if name in form.fields)
        said.append(_("Taken over here: %(fields)s.") % {"fields": labels})
    said.append(_("Everything else is as you typed it. Check it, then save it."))
    form.add_error(None, " ".join(said))
    for name in both:
        if name in form.fields:
            text = _("Somebody has set this to “%(value)s” meanwhile. Keep yours, or type that.")
            form.add_error(name, text % {"value": _shown(now, name)})


def _names(form: forms.Form) -> Iterator[str]:
    return (name for name in form.fields if name not in _NOT_OF_THE_EVENT)


def _text(form: forms.Form, name: str) -> str:
    """What a field holds, as a browser sends it."""
    value = form[name].value()
    return "" if value is None else str(value).replace("\r\n", "\n").strip()


def _mark(form: forms.Form, name: str) -> str:
    return mark_of(_text(form, name))[:_SHORT]


def _put(data: Any, now: forms.Form, name: str) -> None:
    value = now[name].value()
    if isinstance(value, bool) and not value:
        data.pop(name, None)
    else:
        data[name] = "on" if value is True else _text(now, name)


def _shown(form: forms.Form, name: str) -> str:
    """What a field holds, as people read it."""
    field, text = form.fields[name], _text(form, name)
    if isinstance(field, forms.BooleanField):
        return _("yes") if form[name].value() else _("no")
    if isinstance(field, forms.ChoiceField):
        return str(dict(_flat(field.choices)).get(text, text))
    return text[:100] or "—"


def _flat(choices: Any) -> Iterator[tuple[str, Any]]:
    for value, words in choices:
        if isinstance(words, (list, tuple)):
            yield from _flat(words)
        else:
            yield str(value), words


def busy() -> str:
    """Words for a form that others kept getting in the way of; it can be sent again as it is."""
    return _("Others changed the event in the same moment, so nothing was kept here. Look it over, and send it again.")


def who_changed(shown: Collection[int], here: Collection[int], names: Names) -> str:
    """Who came and who left since a page was opened, in sentences; "" if nobody.

    Args:
        names: of the people of the event.
        shown, here: the entries that the page had, and those of now.
    """
    came = ", ".join(names.entry(number) for number in here if number not in shown)
    left = ", ".join(names.entry(number) for number in shown if number not in here)
    said = [_("New since this page was opened: %(names)s.") % {"names": came}] if came else []
    said += [_("Gone since this page was opened: %(names)s.") % {"names": left}] if left else []
    return " ".join(said)
