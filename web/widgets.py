"""The widgets of forms, written as Django's templates write them, and without a template for each option of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

WidgetParts = Mapping[str, Any]
"""What a widget, or one option of it, tells its template."""


class DirectRenderer(DjangoTemplates):
    """Django's renderer of forms. The widgets that pages are made of take a tenth of the time: a form with a few
    selects includes 200 templates, and took half of the time of its page.
    """

    def render(self, template_name: str, context: Mapping[str, Any], request: Any = None) -> str:
        """Return the HTML of a widget, or of what else has a template of forms.

        Args:
            template_name: of the widget; those without a writer here have their template.
            context: with the widget under `widget`.
        """
        write = _WRITERS.get(template_name)
        if write is None:
            return super().render(template_name, dict(context), request)
        return write(context["widget"])


def _attributes(attrs: WidgetParts) -> str:
    """What is true has no value, what is false is not there."""
    told = (f" {escape(name)}" + ("" if value is True else f'="{_plain(value)}"') for name, value in _set(attrs))
    return "".join(told)


def _set(attrs: WidgetParts) -> Iterable[tuple[str, Any]]:
    return ((name, value) for name, value in attrs.items() if value is not False)


def _plain(value: Any) -> str:
    """A value as an attribute has it: numbers as programs write them."""
    return value if isinstance(value, SafeString) else escape(str(value))


def _shown(value: Any) -> str:
    """A value as people read it."""
    return conditional_escape(localize(value))


def _input(widget: WidgetParts) -> str:
    value = "" if widget["value"] is None else f' value="{_plain(widget["value"])}"'
    return (
        f'<input type="{_shown(widget["type"])}" name="{_shown(widget["name"])}"{value}{_attributes(widget["attrs"])}>'
    )


def _textarea(widget: WidgetParts) -> str:
    text = _shown(widget["value"]) if widget["value"] else ""
    return f'<textarea name="{_shown(widget["name"])}"{_attributes(widget["attrs"])}>\n{text}</textarea>'


def _select(widget: WidgetParts) -> str:
    groups = (_group(name, options) for name, options, _number in widget["optgroups"])
    return f'<select name="{_shown(widget["name"])}"{_attributes(widget["attrs"])}>{"".join(groups)}\n</select>'


def _group(name: Any, options: Iterable[WidgetParts]) -> str:
    inside = "".join(map(_option, options))
    return f'\n<optgroup label="{_shown(name)}">{inside}\n</optgroup>' if name else inside


def _option(option: WidgetParts) -> str:
    attributes = _attributes(option["attrs"])
    return f'\n<option value="{_plain(option["value"])}"{attributes}>{_shown(option["label"])}</option>'


def _choices(widget: WidgetParts) -> str:
    """Buttons or boxes of which one or some are ticked."""
    attrs = widget["attrs"]
    kept = "".join(f' {name}="{_shown(attrs[name])}"' for name in ("id", "class") if attrs.get(name))
    return f"<div{kept}>{''.join(_ticked(name, options) for name, options, _number in widget['optgroups'])}\n</div>"


def _ticked(name: Any, options: Iterable[WidgetParts]) -> str:
    inside = "".join(f"\n<div>{_labelled(option)}</div>" for option in options)
    return f"\n<div><label>{_shown(name)}</label>{inside}</div>" if name else inside


def _labelled(option: WidgetParts) -> str:
    if not option["wrap_label"]:
        return _input(option)
    id = option["attrs"].get("id")
    of = f' for="{_shown(id)}"' if id else ""
    return f"<label{of}>{_input(option)} {_shown(option['label'])}</label>"


_INPUTS = (
    "text",
    "number",
    "email",
    "url",
    "password",
    "hidden",
    "date",
    "datetime",
    "time",
    "checkbox",
    "search",
    "tel",
)
_WRITERS: dict[str, Callable[[WidgetParts], str]] = {
    **{f"django/forms/widgets/{kind}.html": _input for kind in _INPUTS},
    "django/forms/widgets/textarea.html": _textarea,
    "django/forms/widgets/select.html": _select,
    "django/forms/widgets/radio.html": _choices,
    "django/forms/widgets/checkbox_select.html": _choices,
}
