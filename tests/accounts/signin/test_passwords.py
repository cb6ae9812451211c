"""What is guessed easily is refused in our own words, and a long password keeps nobody waiting."""

from __future__ import annotations

import ast
import inspect

import pytest
from django.core.exceptions import ValidationError
from zxcvbn import feedback

from accounts.models import Account
from accounts.signin.passwords import LOOKED_AT, WARNINGS, HardToGuess

HELP = "Take three or four words that have nothing to do with each other, or let a password manager make one."


@pytest.mark.parametrize(
    ("password", "told"),
    [
        ("password1!", "This is much like a common password."),
        ("qwertyuiop123", "This is a very common password."),
        ("abcabcabcabc", "“abcabcabc” is hardly harder to guess than “abc”."),
        ("Vexillum", "This password is easy to guess."),
        ("lovelace42", "This password is easy to guess."),  # the name of the account
        ("a1" * 5000, "“abcabcabc” is hardly harder to guess than “abc”."),
    ],
)
def test_what_is_guessed_easily_is_refused_with_a_reason(password: str, told: str) -> None:
    with pytest.raises(ValidationError) as refused:
        HardToGuess().validate(password, Account(username="Lovelace", email="ada@example.org"))
    assert refused.value.messages == [f"{told} {HELP}"]


@pytest.mark.parametrize(
    "password", ["correct horse battery", "xK3#pQz9", "anlytical-engine", "ünïcödé-€uro", "\U0001f600" * 3 + "kv9w2"]
)
def test_what_is_hard_to_guess_is_taken(password: str) -> None:
    HardToGuess().validate(password)


def test_no_more_is_looked_at_than_is_quick() -> None:
    with pytest.raises(ValidationError):
        HardToGuess().validate("a" * LOOKED_AT + "what nobody guesses")


def test_all_that_the_library_may_say_has_words_of_ours() -> None:
    nodes = list(ast.walk(ast.parse(inspect.getsource(feedback))))
    said = [node.value for node in nodes if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "warning"]
    pairs = [pair for node in nodes if isinstance(node, ast.Dict) for pair in zip(node.keys, node.values, strict=True)]
    said += [value for key, value in pairs if key is not None and ast.unparse(key) == "'warning'"]
    values = {
        item.args[0].value for item in said if isinstance(item, ast.Call) and isinstance(item.args[0], ast.Constant)
    }
    assert values == set(WARNINGS)
