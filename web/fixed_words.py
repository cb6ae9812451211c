"""`{% translate %}` and `{% blocktranslate %}` for texts that stand in the template whole: each is looked up once for a
language. All else of Django's library `i18n` is as ever.
"""

from __future__ import annotations

from django.template import Context, Library
from django.template.base import Node, Parser, Token, TokenType, Variable
from django.templatetags import i18n
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class FixedTranslateNode(Node):
    """A text of the template in the language of who reads; it depends on nothing else.

    Args:
        node: Django's own.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        text = self.said.get(language)
        if text is None:
            text = self.said[language] = self.node.render(context)
        return text


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Django's tag, quick where the text stands in the template."""
    node: TranslateNode = i18n.do_translate(parser, token)
    expression = node.filter_expression
    literal = isinstance(expression.var, Variable) and expression.var.literal is not None and not expression.filters
    return FixedTranslateNode(node) if literal and not (node.noop or node.asvar or node.message_context) else node


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's tag, quick where the text has no values in it."""
    node: BlockTranslateNode = i18n.do_block_translate(parser, token)
    varies = node.plural or node.asvar or node.message_context
    return (
        node if varies or any(part.token_type is TokenType.VAR for part in node.singular) else FixedTranslateNode(node)
    )
