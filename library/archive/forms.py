"""The search of the archive as a form: what a reader may ask for, checked, named, and taken off again.

Every field is a parameter of the page's address, and none is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import unquote_plus

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.domain.placement import EMPTY, TextError, cells, empty, read_text, to_text
from games.domain.queries import who_played
from games.models import Game
from games.presentation.address_form import ANY, AddressForm, choice_field, event_key, tie
from games.presentation.words import OUTCOMES, rank_name, variant_name
from games.rules import VARIANTS, End, Rank, Seat, Variant, variant
from library.archive.domain.criteria import NEAR_AT_MOST, Criteria, landmarks, near_at_most, symbols_in
from web.answers import number_in

DRAWN = "square-"
"""Begins the names of the squares that a formation is drawn on. They become one parameter, `pattern`."""

_PLIES, _PIECES, _RATING = 60_000, 99, 4000
_USUAL = "classic"
_FIRST_DAY, _LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)

# Ends that say who lost in other words come in one choice each; those that call a game off have a result of their own.
_ENDINGS = [kind for kind in OUTCOMES if not kind.called_off]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is active, in words, and the address of the page without it."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class FormationSquare:
    """A square that a formation is drawn on: its name, what may stand there, and what does."""

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


def _number(label: Any, most: int, **more: Any) -> forms.IntegerField:
    field = forms.IntegerField(label=label, min_value=0, max_value=most, required=False, **more)
    field.widget.attrs["inputmode"] = "numeric"
    return field


def _text(label: Any, most: int, *, kind: str = "text", help_text: Any = "") -> forms.CharField:
    widget = forms.TextInput(attrs={"type": kind, "autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(label=label, required=False, max_length=most, widget=widget, help_text=help_text)


def _date(label: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "min": _FIRST_DAY.isoformat(), "max": _LAST_DAY.isoformat()})
    between = [MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)]
    return forms.DateField(label=label, required=False, widget=widget, validators=between)


def _variants() -> list[tuple[str, Any]]:
    """The choices of rule books, with one for any of them; the names are message ids (docs/architecture.md)."""
    return [ANY, *((slug, variant_name(slug)) for slug in VARIANTS)]


def _endings() -> list[tuple[str, Any]]:
    """The ways to end, those that read alike as one."""
    named: dict[str, str] = {}
    for kind in _ENDINGS:
        named.setdefault(str(OUTCOMES[kind]), kind.value)
    return [ANY, *((kind, name) for name, kind in named.items())]


_SIDES = [ANY, ("red", pgettext_lazy("side", "Red")), ("blue", pgettext_lazy("side", "Blue"))]
_LETTERS = gettext_lazy("Letters, as often as it is pieces: M for the Marshal, 33 for two Miners, S, F, B.")


def setup_field() -> forms.CharField:
    """A field that a set-up is written in, see `setup_in`."""
    return forms.CharField(
        label=gettext_lazy("Set-up"),
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "As the editor of set-ups writes it: the front row first, a character a square, . for an empty one."
        ),
    )


def setup_in(text: str, rules: Variant) -> str:
    """The form in what somebody has written as a set-up of a rule book; empty for nothing.

    Raises:
        forms.ValidationError: it is none.
    """
    if not text.strip():
        return ""
    try:
        return read_text(text, rules)
    except TextError as error:
        if error.code == "symbol":
            raise forms.ValidationError(
                _("“%(symbol)s” is no piece. Write F S 2 3 4 5 6 7 8 9 M B, C, P, and . for an empty square.")
                % error.params
            ) from None
        raise forms.ValidationError(
            _("A set-up of this rule book has %(squares)d squares; this one has %(found)d. Choose its variant above.")
            % error.params
        ) from None


class SearchForm(AddressForm):
    """What games may be searched by. An unknown choice is an error that names it."""

    variant = choice_field(gettext_lazy("Variant"), _variants)
    player = _text(gettext_lazy("Player"), 150, kind="search")
    result = choice_field(
        gettext_lazy("Result"),
        [
            ANY,
            ("red", gettext_lazy("Red won")),
            ("blue", gettext_lazy("Blue won")),
            ("won", gettext_lazy("The player won")),
            ("lost", gettext_lazy("The player lost")),
            ("draw", gettext_lazy("Draw")),
            ("neither", gettext_lazy("Neither side won")),
            ("unfinished", gettext_lazy("Unfinished record")),
            ("playing", gettext_lazy("In play")),
            ("called-off", gettext_lazy("Called off")),
        ],
    )

    side = choice_field(gettext_lazy("The player's side"), _SIDES)
    opponent = _text(gettext_lazy("Against"), 150, kind="search")
    sitting = choice_field(
        gettext_lazy("Who plays"),
        [
            ANY,
            ("people", gettext_lazy("People alone")),
            ("mixed", gettext_lazy("People and a computer")),
            ("computers", gettext_lazy("Computers alone")),
        ],
    )
    rating_min = _number(
        gettext_lazy("Ratings from"),
        _RATING,
        help_text=gettext_lazy("Of all players before the game; rated games alone."),
    )
    rating_max = _number(gettext_lazy("Ratings to"), _RATING)

    event = _text(
        gettext_lazy("Event"), 200, help_text=gettext_lazy("The address of its page, or the eleven characters in it.")
    )
    round = _number(gettext_lazy("Round"), 1000)
    since = _date(gettext_lazy("Played from"))
    until = _date(gettext_lazy("Played to"))
    source = choice_field(gettext_lazy("Source"), [ANY, *Game.Source.choices])

    ending = choice_field(gettext_lazy("How it ended"), _endings)
    plies_min = _number(gettext_lazy("Plies from"), _PLIES)
    plies_max = _number(gettext_lazy("Plies to"), _PLIES)
    attack_min = _number(gettext_lazy("First attack from ply"), _PLIES)
    attack_max = _number(gettext_lazy("First attack to ply"), _PLIES)
    noted = choice_field(
        gettext_lazy("Plies against a repetition rule"),
        [ANY, ("yes", gettext_lazy("Some are noted")), ("no", gettext_lazy("None"))],
    )

    lost_red = _text(gettext_lazy("Red lost"), 60, help_text=_LETTERS)
    lost_blue = _text(gettext_lazy("Blue lost"), 60)
    lost_by = _number(
        gettext_lazy("By ply"), _PLIES, help_text=gettext_lazy("Empty: at any time. What was rescued is not lost.")
    )
    kept_red = _text(gettext_lazy("Red had left at the end"), 60, help_text=_LETTERS)
    kept_blue = _text(gettext_lazy("Blue had left at the end"), 60)
    red_min = _number(gettext_lazy("Pieces red had left, from"), _PIECES)
    red_max = _number(gettext_lazy("Pieces red had left, to"), _PIECES)
    blue_min = _number(gettext_lazy("Pieces blue had left, from"), _PIECES)
    blue_max = _number(gettext_lazy("Pieces blue had left, to"), _PIECES)

    pattern = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput, label=gettext_lazy("Formation"))
    setup = setup_field()
    near = _number(
        gettext_lazy("Squares that may differ"),
        NEAR_AT_MOST,
        help_text=gettext_lazy("Two pieces that change places are two squares."),
    )
    setup_side = choice_field(gettext_lazy("Whose set-up"), _SIDES)

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
        """What is asked for most."""
        return [self[name] for name in self.USUAL]

    @property
    def groups(self) -> Iterator[tuple[str, Any, list[forms.BoundField], bool]]:
        """The other fields: for each group a slug, its name, its fields, and whether it is to be seen at once."""
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
        """Whether something is asked for that is told by no game before it is revealed."""
        return any(self.data.get(name) for name in ("pattern", "setup", "kept_red", "kept_blue"))

    @property
    def _rules(self) -> Variant:
        slug = self.data.get("variant", "")
        return variant(slug if slug in VARIANTS else _USUAL)

    @cached_property
    def chips(self) -> list[Chip]:
        """The filters that are active. What makes no sense without another one goes with it."""
        found = []
        for name in self.fields:
            if self.data.get(name, "").strip() and name not in self.errors:
                url = self.address(without=(name, *_WITH.get(name, ())))
                found.append(Chip(self._text_of(name), f"?{url}" if url else "."))
        return found

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

    # -- checks --

    def _letters(self, name: str) -> str:
        symbols = symbols_in(self.cleaned_data[name])
        if symbols is None:
            raise forms.ValidationError(
                _(
                    "Write letters of pieces and nothing else: F S 2 3 4 5 6 7 8 9 M, B, C for a Cannon and P for "
                    "the Spotter."
                )
            )
        return symbols

    def clean_lost_red(self) -> str:
        """The ranks as letters."""
        return self._letters("lost_red")

    def clean_lost_blue(self) -> str:
        """The ranks as letters."""
        return self._letters("lost_blue")

    def clean_kept_red(self) -> str:
        """The ranks as letters."""
        return self._letters("kept_red")

    def clean_kept_blue(self) -> str:
        """The ranks as letters."""
        return self._letters("kept_blue")

    def clean_event(self) -> str:
        """The key of the event."""
        return event_key(self.cleaned_data["event"])

    def clean_pattern(self) -> str:
        """The squares that are drawn on, as a form."""
        text, squares = self.cleaned_data["pattern"].strip().upper(), len(empty(self._rules))
        if not text:
            return ""
        if len(text) != squares or not landmarks(text):
            raise forms.ValidationError(
                _(
                    "This drawing does not fit the rule book: it has %(squares)d squares, and Flag and Bombs (or "
                    "Cannons) may stand there. Draw it anew below."
                )
                % {"squares": squares}
            )
        return text if text.strip(EMPTY) else ""

    def clean_setup(self) -> str:
        """The set-up as a form."""
        return setup_in(self.cleaned_data["setup"], self._rules)

    def clean(self) -> dict[str, Any]:
        """Checks what depends on other fields."""
        values = super().clean() or {}
        for least, most in _RANGES:
            low, high = values.get(least), values.get(most)
            if low is not None and high is not None and high < low:
                self.add_error(most, _("Nothing lies between: this must not be less than what is before it."))
        needs = {
            "side": ("player", _("Name a player as well: the side is theirs.")),
            "round": ("event", _("Name the event of this round as well.")),
            "near": ("setup", _("Write a set-up as well, from which others may differ.")),
        }
        for name, (other, words) in needs.items():
            if values.get(name) not in (None, "") and not values.get(other) and other not in self.errors:
                self.add_error(name, words)
        if values.get("result") in ("won", "lost") and not values.get("player") and "player" not in self.errors:
            self.add_error("result", _("Name the player as well who is to have won or lost."))
        bound = near_at_most(values.get("setup") or "")
        if values.get("setup") and (values.get("near") or 0) > bound:
            text = ngettext(
                "A set-up of so few pieces may differ on %(most)d square at most.",
                "A set-up of so few pieces may differ on %(most)d squares at most.",
                bound,
            )
            self.add_error("near", text % {"most": bound})
        told = {name for name in ("lost_red", "lost_blue") if values.get(name) or name in self.errors}
        if values.get("lost_by") is not None and not told:
            self.add_error("lost_by", _("Write as well which pieces were lost by then."))
        return values

    def criteria(self) -> Criteria:
        """What is asked for, of a form without errors. Names are looked up."""
        asked = self.cleaned_data
        result = asked["result"]
        noted, side, of = asked["noted"], asked["side"], asked["setup_side"]
        drawn = asked["pattern"] or asked["setup"]
        return Criteria(
            variant=asked["variant"],
            player=who_played(asked["player"]) if asked["player"] else None,
            side=None if not side else int(side == "blue"),
            opponent=who_played(asked["opponent"]) if asked["opponent"] else None,
            won=None if result not in ("won", "lost") else result == "won",
            lowest=asked["rating_min"],
            highest=asked["rating_max"],
            sitting=asked["sitting"],
            event=asked["event"],
            round=asked["round"],
            first=None if asked["since"] is None else datetime.combine(asked["since"], time(), UTC),
            last=None if asked["until"] is None else datetime.combine(asked["until"], time(), UTC) + timedelta(days=1),
            shortest=asked["plies_min"],
            longest=asked["plies_max"],
            outcomes=_alike(asked["ending"]),
            result="" if result in ("won", "lost") else result,
            attack_from=asked["attack_min"],
            attack_to=asked["attack_max"],
            lost=(asked["lost_red"], asked["lost_blue"]),
            lost_by=asked["lost_by"],
            kept=(asked["kept_red"], asked["kept_blue"]),
            left=((asked["red_min"], asked["red_max"]), (asked["blue_min"], asked["blue_max"])),
            pattern=asked["pattern"],
            setup=asked["setup"],
            near=asked["near"] or 0,
            setup_side=None if not of or not drawn else int(of == "blue"),
            like=self._rules if drawn else None,
            source=asked["source"],
            noted=None if not noted else noted == "yes",
        )


_RANGES = (
    ("rating_min", "rating_max"),
    ("since", "until"),
    ("plies_min", "plies_max"),
    ("attack_min", "attack_max"),
    ("red_min", "red_max"),
    ("blue_min", "blue_max"),
)
_WITH = {"player": ("side",), "event": ("round",), "setup": ("near",)}


def _alike(ending: str) -> tuple[str, ...]:
    """The ends that read as one does."""
    if not ending:
        return ()
    name = str(OUTCOMES[End(ending)])
    return tuple(kind.value for kind in _ENDINGS if str(OUTCOMES[kind]) == name)


def _gathered(data: QueryDict) -> dict[str, str]:
    """The parameters of an address, the last of each; the squares of a drawing as one."""
    found = {name: value for name, value in data.items() if isinstance(value, str) and not name.startswith(DRAWN)}
    if is_drawn(data):
        slug = found.get("variant", "")
        squares = list(empty(variant(slug if slug in VARIANTS else _USUAL)))
        for name in data:
            place = number_in(name.removeprefix(DRAWN)) if name.startswith(DRAWN) else None
            if place is not None and 0 <= place < len(squares) and (stands := data.get(name, "")):
                squares[place] = str(stands)[:1]
        drawn = "".join(squares)
        found["pattern"] = drawn if drawn.strip(EMPTY) else ""
    return found


def is_drawn(data: QueryDict) -> bool:
    """Whether an address holds the squares of a drawing one by one."""
    return any(name.startswith(DRAWN) for name in data)


def is_search(query: str) -> bool:
    """Whether the query of an address asks for more than the list of a rule book, a player or a result, page by page:
    for what may have to be looked for in many games."""
    told = (part.partition("=") for part in query.split("&"))
    return any(value and unquote_plus(name) in _SEARCHED for name, _is, value in told)


_SEARCHED = frozenset(SearchForm.base_fields) - frozenset(SearchForm.USUAL)
