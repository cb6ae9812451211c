"""Safe Markdown: what an organiser writes about an event, or an operator as terms, as markup that a page can show.

The text may be a stranger's. It is read by a Markdown parser without raw HTML, and what comes out is cleaned once more
by an allow list, so that a mistake in one does not reach a reader.
"""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

LONGEST = 10_000
"""Characters of a description."""

_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "h5", "hr", "li", "ol", "p", "pre", "s", "strong", "table",
    "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_DEEPER = 2  # the page has its own h1 and h2

_PARSER = MarkdownIt("commonmark", {"html": False, "linkify": False, "maxNesting": 20}).enable(
    ["table", "strikethrough"]
)


def rendered(text: str, *, longest: int = LONGEST, deeper: int = _DEEPER) -> SafeString:
    """A text in Markdown as markup: headings below those of the page, links that hand on no rank and no referrer.

    Pictures, raw HTML, classes and styles are dropped; the words of raw HTML stay as words.

    Args:
        text: what somebody wrote.
        longest: so many characters of it are shown.
        deeper: how many levels its headings lie below what they say.
    """
    tokens = _PARSER.parse(text[:longest])
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + deeper, 5)}"
    markup = _PARSER.renderer.render(tokens, _PARSER.options, {})
    cleaned = nh3.clean(
        markup,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer ugc",
    )
    return mark_safe(cleaned)  # noqa: S308  # cleaned by the allow list above
