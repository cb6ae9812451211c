"""`{% translate %}` for texts that stand in the template: each is looked up once for a language. All else of Django's
library `i18n` is as ever.
"""

from __future__ import annotations

from django.template import Context, Library
from django.template.base import Parser, Token, Variable
from django.templatetags import i18n
from django.templatetags.i18n import TranslateNode
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class FixedTranslateNode(TranslateNode):
    """A text of the template in the language of who reads; it depends on nothing else."""

    def __init__(self, node: TranslateNode) -> None:
        super().__init__(node.filter_expression, noop=False)
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        text = self.said.get(language)
        if text is None:
            text = self.said[language] = super().render(context)
        return text


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> TranslateNode:
    """Django's tag, quick where the text stands in the template."""
    node: TranslateNode = i18n.do_translate(parser, token)
    expression = node.filter_expression
    literal = isinstance(expression.var, Variable) and expression.var.literal is not None and not expression.filters
    return FixedTranslateNode(node) if literal and not (node.noop or node.asvar or node.message_context) else node
