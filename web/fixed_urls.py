"""`{% url %}` for addresses that are found once (`web/addresses.py`): of views that are named, with nothing but texts
and numbers in order. All others are Django's as ever.
"""

from __future__ import annotations

from django.template import Context, Library
from django.template.base import Parser, Token, Variable
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.utils.html import conditional_escape

from web.addresses import address

register = Library()


class FixedURLNode(URLNode):
    """The address of a view; it depends on its parameters and the addresses of the site alone."""

    def render(self, context: Context) -> str:
        args = [arg.resolve(context) for arg in self.args]
        if not all(isinstance(arg, str | int) for arg in args):
            return super().render(context)
        text = address(self.view_name.var, *args)
        return conditional_escape(text) if context.autoescape else text


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Django's tag, quick where the address follows from its parameters."""
    node = django_url(parser, token)
    if isinstance(node.view_name.var, Variable) or node.kwargs or node.asvar:
        return node
    return FixedURLNode(node.view_name, node.args, {}, None)
