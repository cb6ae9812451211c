"""The search of the archive as a form: its criteria, checked, named, and removable.

Every field is a parameter of the page's address, and none is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.placement import EMPTY, cells, empty, to_text
from games.presentation.address_form import tie
from games.presentation.words import rank_name
from games.rules import VARIANTS, Rank, Seat, variant
from library.archive.search_filters import USUAL_BOOK, SearchFilters
from web.answers import number_in

DRAWN = "square-"
"""Begins the names of the squares that a formation is drawn on. They become one parameter, `pattern`."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is active, in words, and the address of the page without it."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class FormationSquare:
    """A square that a formation is drawn on: its name, possible and present content."""

    kind: str
    name: str
    square: str = ""
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Formation:
    """The squares of a formation as red sees them, row by row, and the names of the columns.

    Args:
        pieces: what may be drawn: a symbol and a name each.
    """

    rows: tuple[tuple[str, tuple[FormationSquare, ...]], ...]
    columns: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]


class SearchForm(SearchFilters):
    """The same as a page shows them: in groups, with what is active, and the squares of a formation."""

    USUAL = ("variant", "player", "result")
    GROUPS: Mapping[str, tuple[str, ...]] = {
        "players": ("side", "opponent", "sitting", "rating_min", "rating_max"),
        "where": ("event", "round", "since", "until", "source"),
        "course": ("ending", "plies_min", "plies_max", "attack_min", "attack_max", "noted"),
        "material": (
            *("lost_red", "lost_blue", "lost_by", "kept_red", "kept_blue"),
            *("red_min", "red_max", "blue_min", "blue_max"),
        ),
        "setups": ("setup", "near", "setup_side"),
    }

    def __init__(self, data: QueryDict) -> None:
        """Takes the squares of a drawn formation together, and ties each field to its error and its help."""
        super().__init__(_gathered(data))
        tie(self)

    # -- for the page --

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.USUAL]

    @property
    def groups(self) -> Iterator[tuple[str, Any, list[forms.BoundField], bool]]:
        """The other fields: for each group a slug, its name, its fields, and whether it is open at first."""
        legends = {
            "players": _("Players"),
            "where": _("Where and when"),
            "course": _("How it went"),
            "material": _("What was lost and what was left"),
            "setups": _("Set-ups"),
        }
        for group, names in self.GROUPS.items():
            own = (*names, "pattern") if group == "setups" else names
            opened = any(self.data.get(name) or name in self.errors for name in own)
            yield group, legends[group], [self[name] for name in names], opened

    @property
    def more(self) -> bool:
        """Whether the other fields are to be seen at once: one of them has an error. What is active stands as chips."""
        return bool(self.errors.keys() - set(self.USUAL))

    @property
    def formation(self) -> Formation:
        """The squares to draw on: those of the rule book that is chosen."""
        rules = self._rules
        board, drawn = rules.board, self.data.get("pattern", "")
        rows = []
        for row in cells(rules, Seat.RED):
            if all(cell.place is None for cell in row):
                continue
            squares = []
            for cell in row:
                place, name = cell.place, board.name(cell.square)
                stands = "" if place is None or place >= len(drawn) or drawn[place] == EMPTY else drawn[place]
                field = "" if place is None else f"{DRAWN}{place}"
                squares.append(FormationSquare(cell.kind, name, field, stands))
            rows.append((board.name(row[0].square)[1:], tuple(squares)))
        columns = tuple(board.name(cell.square)[0] for cell in cells(rules, Seat.RED)[-1])
        ranks = [rank for rank in (Rank.FLAG, Rank.BOMB, Rank.CANNON) if rank in rules.army]
        return Formation(tuple(rows), columns, tuple((rank.symbol, str(rank_name(rank, rules))) for rank in ranks))

    @property
    def hidden(self) -> bool:
        """Whether a criterion needs revealed games."""
        return any(self.data.get(name) for name in ("pattern", "setup", "kept_red", "kept_blue"))

    @cached_property
    def chips(self) -> list[Chip]:
        """The filters that are active. What makes no sense without another one goes with it."""
        results = []
        for name in self.fields:
            if self.data.get(name, "").strip() and name not in self.errors:
                url = self.address(without=(name, *_WITH.get(name, ())))
                results.append(Chip(self._text_of(name), f"?{url}" if url else "."))
        return results

    def _text_of(self, name: str) -> str:
        bound, value = self[name], self.data[name]
        if isinstance(bound.field, forms.ChoiceField):
            choices: Any = bound.field.choices
            value = str(dict(choices)[value])
        elif name == "pattern":
            count = len(value) - value.count(EMPTY)
            value = ngettext("%(count)d square", "%(count)d squares", count) % {"count": count}
        elif name == "setup":
            form = self.cleaned_data.get("setup", "")
            value = " ".join(to_text(form, self._rules).split()) if form else value
        return _("%(name)s: %(value)s") % {"name": bound.label, "value": value}


_WITH = {"player": ("side",), "event": ("round",), "setup": ("near",)}


def _gathered(data: QueryDict) -> dict[str, str]:
    """The parameters of an address, the last of each; the squares of a drawing as one."""
    texts = {name: value for name, value in data.items() if isinstance(value, str) and not name.startswith(DRAWN)}
    if is_drawn(data):
        slug = texts.get("variant", "")
        squares = list(empty(variant(slug if slug in VARIANTS else USUAL_BOOK)))
        for name in data:
            place = number_in(name.removeprefix(DRAWN)) if name.startswith(DRAWN) else None
            if place is not None and 0 <= place < len(squares) and (stands := data.get(name, "")):
                squares[place] = str(stands)[:1]
        drawn = "".join(squares)
        texts["pattern"] = drawn if drawn.strip(EMPTY) else ""
    return texts


def is_drawn(data: QueryDict) -> bool:
    """Whether an address holds the squares of a drawing one by one."""
    return any(name.startswith(DRAWN) for name in data)


def is_search(query: str) -> bool:
    """Whether the query of an address asks for more than the list of a rule book, a player or a result, page by page:
    for what may have to be looked for in many games."""
    partitions = (part.partition("=") for part in query.split("&"))
    return any(value and unquote_plus(name) in _SEARCHED for name, _is, value in partitions)


_SEARCHED = frozenset(SearchForm.base_fields) - frozenset(SearchForm.USUAL)
