"""Words in drawings can be read, light and dark. Axe-core judges no text inside SVG, so its colours are compared here,
as the style sheets have them (WCAG 2.2, 1.4.3).
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from config.settings import BASE_DIR

SEATS = ("red", "blue", "red2", "blue2")
PAGE = ("var(--bg)", "var(--surface)")
"""What drawings stand on."""

_SHADES = [f".heat{wins} .shade-{number}" for wins in ("", ".wins") for number in range(7)]
_KNOWN_NONE = {".heat .shade-0", ".heat.wins .shade-6"}

GROUNDS: dict[str, list[str]] = {
    ".board .coordinates": [".board .frame"],
    **{f".board .sides .{seat}": [".board .frame"] for seat in SEATS},
    ".heat text": [".heat rect", ".heat .untold", *(shade for shade in _SHADES if shade not in _KNOWN_NONE)],
    ".heat text.at": [],
    ".plot text": [f".plot.divided .{result} rect" for result in ("won", "drawn", "lost")],
    ".plot :is(.tick, .level)": [],
    ".graph .tick": [],
    ".graph a text": [".graph a circle"],
}
"""By the rule of a text the rules of what it is written on; none for the page."""

BOARDS = (":root", '[data-board="wood"]', '[data-board="plain"]')
PIECES = ((":root", "deep", 4.5), ('[data-pieces="plain"]', "seat", 4.5), ('[data-pieces="contrast"]', "seat", 7))
"""The sets of pieces: what their numerals stand on, and how much they have to stand out at least."""


@cache
def _rules() -> dict[str, dict[str, str]]:
    texts: dict[str, dict[str, str]] = {}
    for sheet in ("ground", "board", "games", "play", "replay"):
        text = re.sub(r"(?s)/\*.*?\*/", "", (BASE_DIR / f"static/css/{sheet}.css").read_text())
        text = re.sub(r"@media \(forced-colors[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
        for selectors, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
            outcome = dict(re.findall(r"([\w-]+):\s*([^;]+)", body))
            for item in [selectors.strip(), *map(str.strip, selectors.split(","))]:
                texts.setdefault(item, {}).update(outcome)
    return texts


def colour(text: str, dark: bool, own: dict[str, str]) -> tuple[float, ...]:
    """A colour of a style sheet: red, green and blue from 0 to 255.

    Args:
        text: as it is written there.
        dark: which of two.
        own: variables of the drawing.
    """
    text = text.strip()
    if text.startswith("#"):
        digits = text[1:] if len(text) == 7 else "".join(item * 2 for item in text[1:])
        return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))
    name, _paren, inside = text.partition("(")
    inside = inside[:-1]
    if name == "var":
        return colour(own.get(inside) or _rules()[":root"][inside], dark, own)
    if name == "light-dark":
        return colour(inside.split(",")[dark], dark, own)
    assert name == "color-mix", text
    _space, first, second = re.split(r",\s*", inside)
    share = float(first.split()[1].rstrip("%")) / 100
    both = colour(first.split()[0], dark, own), colour(second, dark, own)
    return tuple(share * item + (1 - share) * other for item, other in zip(*both, strict=True))


def contrast(numbers: tuple[float, ...], other: tuple[float, ...]) -> float:
    def light(value: float) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    low, high = sorted(
        sum(weight * light(part) for weight, part in zip((0.2126, 0.7152, 0.0722), rgb, strict=True))
        for rgb in (numbers, other)
    )
    return (high + 0.05) / (low + 0.05)


def variables(rule: str) -> dict[str, str]:
    return {name: value for name, value in _rules().get(rule, {}).items() if name.startswith("--")}


def unreadable(grounds: dict[str, list[str]], board: str = ":root") -> list[tuple[str, str, bool, float]]:
    """The texts that stand out too little: rule, ground, whether in the dark, and by how much they do."""
    rules, found = _rules(), []
    for text, rule in grounds.items():
        own = variables(board) | variables(text.split()[0])
        for ground in [rules[item]["fill"] for item in rule] or PAGE:
            for dark in (False, True):
                outcome = contrast(colour(rules[text]["fill"], dark, own), colour(ground, dark, own))
                if outcome < 4.5:
                    found.append((text, ground, dark, round(outcome, 2)))
    return found


def test_words_in_drawings_stand_out_from_what_they_are_written_on() -> None:
    assert [found for board in BOARDS for found in unreadable(GROUNDS, board)] == []


@pytest.mark.parametrize(("pieces", "ground", "least"), PIECES)
@pytest.mark.parametrize("dark", [False, True])
def test_numerals_stand_out_in_every_set(pieces: str, ground: str, least: float, dark: bool) -> None:
    for seat in ("", *(f".{seat}" for seat in SEATS[1:])):
        own = variables(pieces) | variables(".piece") | variables(f".piece{seat}")
        assert contrast(colour("var(--ink)", dark, own), colour(f"var(--{ground})", dark, own)) >= least


def test_what_stands_out_too_little_is_found() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    outcome = unreadable({".heat text.at": [".heat .shade-6"], ".board .sides .red": [".board .lake"]})
    assert {text for text, *_more in outcome} == {".heat text.at", ".board .sides .red"}
