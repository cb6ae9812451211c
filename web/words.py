"""Words that somebody typed, pasted or sent: what is kept of them, and how they stand among other words.

A character that nobody sees can turn a line around, hide a letter, or pass for a mark of ours. None of them is kept,
whatever way a text comes: a form, the API or a file. What was written before this was so stays as it is in its row;
what shows it isolates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import bidirectional

from django import template
from django.utils.translation import get_language_bidi

register = template.Library()

_FIRST, _LAST = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_TURNS = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""The characters of Unicode that say in which direction the next ones go."""


def clean_line(text: str) -> str:
    """What is kept of a name, or of other words on one line: only what is seen, with one space between words.

    >>> clean_line(" Ada\\u202e\\n\\ue000Lovelace ")
    'Ada Lovelace'
    """
    return " ".join(_seen(text).split())


def clean_text(text: str) -> str:
    """What is kept of a text of some lines: what is seen, ends of lines as one character, no white space around it.

    >>> clean_text("One\\r\\n\\ttwo\\u2067 \\n")
    'One\\n\\ttwo'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("\t".join(map(_seen, line.split("\t"))) for line in lines).strip()


def _seen(text: str) -> str:
    return text if text.isprintable() else "".join(item if item.isprintable() else " " for item in text)


@register.filter
def isolated(text: str) -> str:
    """A name as it stands among other words: it begins and ends where it is written, whatever its direction is, and
    turns nothing around it. A name that goes as the page goes needs no marks, and gets none.

    For what people read alone: marks have no place in a field, a file, or a value for a program.

    >>> isolated("Ada"), isolated("שרה") == "\\u2068שרה\\u2069"
    ('Ada', True)
    """
    turned = get_language_bidi() or (not text.isascii() and any(bidirectional(item) in _OTHER_WAY for item in text))
    if not text or not turned:
        return text
    return f"{_FIRST}{text.translate(_TURNS)}{_LAST}"


def all_isolated(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence is made of: each text in it as a name among other words (`isolated`).

    >>> all_isolated({"name": "שרה", "most": 3}) == {"name": isolated("שרה"), "most": 3}
    True
    """
    return {key: isolated(value) if isinstance(value, str) else value for key, value in values.items()}


_OTHER_WAY = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
"""The classes of characters that go from right to left, or turn others."""
