"""What games may be searched by: the parameters of an address, checked, for pages and programs."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.domain.placement import EMPTY, TextError, empty, read_text
from games.domain.queries import who_played
from games.models import Game
from games.presentation.address_form import (
    ANY,
    AddressForm,
    choice_field,
    event_field,
    event_key,
    source_field,
    tie,
    year_field,
)
from games.presentation.words import OUTCOMES, rank_name, variant_name
from games.rules import RANK_OF_SYMBOL, VARIANTS, End, Variant, variant
from library.archive.domain.criteria import NEAR_AT_MOST, Criteria, landmarks, near_at_most, symbols_in
from library.archive.domain.families import SetupsWent
from library.archive.domain.placements import RATING_BANDS
from library.archive.models import PlacementCount

_PLIES, _PIECES, _RATING = 60_000, 99, 4000
USUAL_BOOK = "classic"
_FIRST_DAY, _LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)


# Ends that say who lost in other words come in one choice each; those that call a game off have a result of their own.
_ENDINGS = [kind for kind in OUTCOMES if not kind.called_off]


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
    """The ways to end, equal texts as one."""
    named: dict[str, str] = {}
    for kind in _ENDINGS:
        named.setdefault(str(OUTCOMES[kind]), kind.value)
    return [ANY, *((kind, name) for name, kind in named.items())]


SIDES_CHOSEN = [ANY, ("red", pgettext_lazy("side", "Red")), ("blue", pgettext_lazy("side", "Blue"))]


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


class SearchFilters(AddressForm):
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

    side = choice_field(gettext_lazy("The player's side"), SIDES_CHOSEN)
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
    plies_min = _number(gettext_lazy("Moves from"), _PLIES)
    plies_max = _number(gettext_lazy("Moves to"), _PLIES)
    attack_min = _number(gettext_lazy("First attack from move"), _PLIES)
    attack_max = _number(gettext_lazy("First attack to move"), _PLIES)
    noted = choice_field(
        gettext_lazy("Moves against a repetition rule"),
        [ANY, ("yes", gettext_lazy("Some are noted")), ("no", gettext_lazy("None"))],
    )

    lost_red = _text(gettext_lazy("Red lost"), 60, help_text=_LETTERS)
    lost_blue = _text(gettext_lazy("Blue lost"), 60)
    lost_by = _number(
        gettext_lazy("By move"), _PLIES, help_text=gettext_lazy("Empty: at any time. What was rescued is not lost.")
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
    setup_side = choice_field(gettext_lazy("Whose set-up"), SIDES_CHOSEN)

    @property
    def _rules(self) -> Variant:
        slug = self.data.get("variant", "")
        return variant(slug if slug in VARIANTS else USUAL_BOOK)

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
        names = {name for name in ("lost_red", "lost_blue") if values.get(name) or name in self.errors}
        if values.get("lost_by") is not None and not names:
            self.add_error("lost_by", _("Write as well which pieces were lost by then."))
        return values

    def criteria(self) -> Criteria:
        """The search of a valid form. Names are looked up."""
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


def _alike(ending: str) -> tuple[str, ...]:
    if not ending:
        return ()
    name = str(OUTCOMES[End(ending)])
    return tuple(kind.value for kind in _ENDINGS if str(OUTCOMES[kind]) == name)


_USUAL_RANK = "F"


def books_with_setups() -> list[tuple[str, Any]]:
    """The rule books whose set-ups their players choose."""
    return [(slug, variant_name(slug)) for slug, book in VARIANTS.items() if not book.deals]


def _ranks(rules: Variant) -> list[tuple[str, Any]]:
    """The ranks of a rule book, the most requested first."""
    order = sorted(rules.army, key=lambda rank: ("FBSMC98765432P".find(rank.symbol), rank))
    return [(rank.symbol, rank_name(rank, rules)) for rank in order]


def _bands() -> list[tuple[str, Any]]:
    ends = [None, *RATING_BANDS, None]
    texts: list[tuple[str, Any]] = [ANY]
    for number in range(len(RATING_BANDS) + 1):
        low, high = ends[number], ends[number + 1]
        if low is None:
            text = _("below %(high)s") % {"high": high}
        elif high is None:
            text = _("%(low)s and more") % {"low": low}
        else:
            text = _("%(low)s to %(high)s") % {"low": low, "high": high - 1}
        texts.append((str(number), text))
    return texts


class ExplorerFilters(AddressForm):
    """What may be asked of set-ups. Every field is a parameter of the page's address, and none is needed."""

    variant = choice_field(gettext_lazy("Variant"), books_with_setups)
    rank = choice_field(gettext_lazy("Rank"), [])
    colour = choice_field(gettext_lazy("Side"), SIDES_CHOSEN)
    result = choice_field(gettext_lazy("Result"), [ANY, *PlacementCount.Result.choices])
    rating = choice_field(
        gettext_lazy("Rating"), _bands, help_text=gettext_lazy("The player's before the game; rated games alone.")
    )
    year = year_field()
    event = event_field()
    source = source_field()
    assumed = {"variant": USUAL_BOOK, "rank": _USUAL_RANK}

    def __init__(self, data: QueryDict) -> None:
        """Fills in the defaults, and ties each field to its error and its help."""
        asked = {name: str(data[name]) for name in data}
        asked["variant"] = asked.get("variant") or USUAL_BOOK
        self.rules = VARIANTS.get(asked["variant"], VARIANTS[USUAL_BOOK])
        ranks = _ranks(self.rules)
        asked["rank"] = asked.get("rank") or _USUAL_RANK
        if asked["rank"] in RANK_OF_SYMBOL and asked["rank"] not in dict(ranks):
            asked["rank"] = ranks[0][0]  # it belongs to another rule book
        super().__init__(asked)
        self.fields["rank"].choices = ranks  # type: ignore[attr-defined]
        tie(self)

    def clean_event(self) -> str:
        return event_key(self.cleaned_data["event"])

    def clean(self) -> dict[str, Any]:
        """Checks what depends on other fields."""
        values = super().clean() or {}
        if values.get("event") and (values.get("rating") or values.get("year")):
            self.add_error("event", _("An event is counted as a whole: leave out the rating and the year."))
        return values


_SIDE = {"red": 0, "blue": 1}


class FamiliesFilters(forms.Form):
    """The requested set-ups. Every field is a parameter of the page's address, and none is needed."""

    variant = choice_field(gettext_lazy("Variant"), books_with_setups)
    colour = choice_field(gettext_lazy("Side"), SIDES_CHOSEN)
    source = source_field()

    def __init__(self, data: QueryDict) -> None:
        """Fills in the defaults."""
        asked = {name: str(data[name]) for name in data}
        asked["variant"] = asked.get("variant") or USUAL_BOOK
        self.rules = VARIANTS.get(asked["variant"], VARIANTS[USUAL_BOOK])
        super().__init__(asked)
        tie(self)

    def address(self, **more: object) -> str:
        """The search as the query of an address, with more parameters, without empty ones."""
        asked = {name: value for name in FamiliesFilters.base_fields if (value := str(self.data.get(name, "")).strip())}
        return urlencode({**asked, **more})

    def asked_of(self, went: SetupsWent) -> SetupsWent:
        """Those of the side and the source that are requested."""
        return went.only(source=self.cleaned_data["source"], side=_SIDE.get(self.cleaned_data["colour"]))


class FamilyFilters(FamiliesFilters):
    """The requested family: that of a set-up."""

    setup = setup_field()

    def clean_setup(self) -> str:
        """The form of the set-up."""
        return setup_in(self.cleaned_data["setup"], self.rules)
