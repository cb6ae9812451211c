"""How easily a password is guessed: by zxcvbn, which knows common passwords, words, names, dates, keyboards and
repetitions. What it says is worded here, so that it can be translated.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LOOKED_AT = 64
"""Characters of a password that are looked at: with all of a long one somebody could keep a process busy."""

LEAST = 2
"""The least score that is taken, of 0 to 4: a hundred million guesses, while `attempts.py` allows some dozens a day."""

OF_THE_SITE = ("vexillum", "stratego", "marshal", "general", "flag", "spy", "miner", "scout")

WARNINGS = {
    "Straight rows of keys are easy to guess.": gettext_lazy("A row of keys is easy to guess."),
    "Short keyboard patterns are easy to guess.": gettext_lazy("A short pattern on the keyboard is easy to guess."),
    'Repeats like "aaa" are easy to guess.': gettext_lazy("Repetitions such as “aaa” are easy to guess."),
    'Repeats like "abcabcabc" are only slightly harder to guess than "abc".': gettext_lazy(
        "“abcabcabc” is hardly harder to guess than “abc”."
    ),
    'Sequences like "abc" or "6543" are easy to guess.': gettext_lazy(
        "Sequences such as “abc” or “6543” are easy to guess."
    ),
    "Recent years are easy to guess.": gettext_lazy("Years are easy to guess."),
    "Dates are often easy to guess.": gettext_lazy("Dates are easy to guess."),
    "This is a top-10 common password.": gettext_lazy("This is one of the ten most common passwords."),
    "This is a top-100 common password.": gettext_lazy("This is one of the hundred most common passwords."),
    "This is a very common password.": gettext_lazy("This is a very common password."),
    "This is similar to a commonly used password.": gettext_lazy("This is much like a common password."),
    "A word by itself is easy to guess.": gettext_lazy("A word by itself is easy to guess."),
    "Names and surnames by themselves are easy to guess.": gettext_lazy("A name by itself is easy to guess."),
    "Common names and surnames are easy to guess.": gettext_lazy("Names are easy to guess."),
}
"""What zxcvbn says is wrong, and how we say it."""


class HardToGuess:
    """A validator of passwords (`AUTH_PASSWORD_VALIDATORS`)."""

    def validate(self, password: str, user: Any = None) -> None:
        """Say nothing if a password is hard to guess.

        Args:
            user: the owner: name and address are tried first.

        Raises:
            ValidationError: it is guessed easily; with what is wrong and what helps.
        """
        from zxcvbn import zxcvbn  # its lists of words take a tenth of a second to load

        result = (getattr(user, "username", ""), *getattr(user, "email", "").split("@"))
        outcome = zxcvbn(password[:LOOKED_AT], user_inputs=[word for word in (*result, *OF_THE_SITE) if word])
        if outcome["score"] >= LEAST:
            return
        words = WARNINGS.get(outcome["feedback"]["warning"], _("This password is easy to guess."))
        raise ValidationError([f"{words} {self.get_help_text()}"], code="password_easily_guessed")

    def get_help_text(self) -> str:
        return _(
            "Take three or four words that have nothing to do with each other, or let a password manager make one."
        )
