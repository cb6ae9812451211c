"""Words of the rule books. The rules know no language: they mark a word, and `games/presentation/words.py` translates
it.
"""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """The unchanged text, marked for translators: `makemessages` collects what is given to this name."""
    return text
