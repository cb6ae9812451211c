"""`{% url %}` for addresses without parameters, found once.

A page has some forty of them around its content, and Django looks each of them up again whenever it is drawn: a tenth
of the time. Addresses with parameters are Django's as ever.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template import Context, Library
from django.template.base import Parser, Token, Variable
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.urls import get_script_prefix, get_urlconf

register = Library()


class FixedURLNode(URLNode):
    """The address of a view that has a name and no parameters; it depends on the addresses of the site alone."""

    def __init__(self, node: URLNode) -> None:
        super().__init__(node.view_name, [], {}, None)
        self._found: dict[tuple[Any, ...], str] = {}

    def render(self, context: Context) -> str:
        """Return the address."""
        key = get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF, context.autoescape
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = super().render(context)
        return found


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Django's tag, quick where the address is always the same."""
    node = django_url(parser, token)
    named = not isinstance(node.view_name.var, Variable)
    return FixedURLNode(node) if named and not (node.args or node.kwargs or node.asvar) else node
