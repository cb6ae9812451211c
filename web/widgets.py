"""Selects, written as Django's template writes them, and without a template for each option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

WidgetParts = Mapping[str, Any]
"""What a widget, or one option of it, tells its template."""


class DirectRenderer(DjangoTemplates):
    """Django's renderer of forms, quick at selects: those of the archive's search would include 200 templates, half of
    the time of the page (docs/decisions/13-platform.md).
    """

    def render(self, template_name: str, context: Mapping[str, Any], request: Any = None) -> SafeString:
        if template_name == "django/forms/widgets/select.html":
            return mark_safe(_select(context["widget"]))  # noqa: S308 (escaped part by part)
        return mark_safe(super().render(template_name, dict(context), request))  # noqa: S308 (a template made it)


def _select(widget: WidgetParts) -> str:
    groups = (_group(name, options) for name, options, _number in widget["optgroups"])
    return f'<select name="{_shown(widget["name"])}"{_attributes(widget["attrs"])}>{"".join(groups)}\n</select>'


def _group(name: Any, options: Iterable[WidgetParts]) -> str:
    inside = "".join(map(_option, options))
    return f'\n<optgroup label="{_shown(name)}">{inside}\n</optgroup>' if name else inside


def _option(option: WidgetParts) -> str:
    attributes = _attributes(option["attrs"])
    return f'\n<option value="{_plain(option["value"])}"{attributes}>{_shown(option["label"])}</option>'


def _attributes(attrs: WidgetParts) -> str:
    """A true attribute has no value, a false one is left out."""
    shown = ((_shown(name), value) for name, value in attrs.items() if value is not False)
    return "".join(f" {name}" if value is True else f' {name}="{_plain(value)}"' for name, value in shown)


def _plain(value: Any) -> str:
    """A value as an attribute has it: numbers are not localized."""
    return conditional_escape(value if isinstance(value, SafeString) else str(value))


def _shown(value: Any) -> str:
    return conditional_escape(localize(value))
