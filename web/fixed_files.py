"""`{% static %}` for files that the template names: the address of each is found once, as none changes while a process
runs. All else of Django's library `static` is as ever.
"""

from __future__ import annotations

from functools import lru_cache

from django.core.signals import setting_changed
from django.dispatch import receiver
from django.template import Context, Library
from django.template.base import Parser, Token
from django.templatetags import static
from django.templatetags.static import StaticNode
from django.utils.html import escape
from django.utils.safestring import SafeString

register = Library()
register.tags.update(static.register.tags)
register.filters.update(static.register.filters)


@lru_cache(maxsize=1024)
def _escaped(path: str) -> SafeString:
    return escape(StaticNode.handle_simple(path))


@receiver(setting_changed)
def _forget(setting: str, **value: object) -> None:
    if "STATIC" in setting or setting == "STORAGES":
        _escaped.cache_clear()


class FixedStaticNode(StaticNode):
    """The address of a file of the service."""

    def render(self, context: Context) -> str:
        return _escaped(self.path.var) if context.autoescape else super().render(context)


@register.tag("static")
def do_static(parser: Parser, token: Token) -> StaticNode:
    """Django's tag, quick where the file is named."""
    node = StaticNode.handle_token(parser, token)
    named = isinstance(node.path.var, str) and not node.path.filters and node.varname is None
    return FixedStaticNode(None, node.path) if named else node
