"""Fields that the desk's forms share: times on the wall, spans to choose among, names of players, points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from accounts.models import MEMBERS, Player
from games.presentation.clock_text import span_text
from tournaments.domain.formats import MOST_ROUNDS
from tournaments.domain.local_times import in_reach, microseconds, wall_of
from tournaments.domain.state import TournamentFold
from tournaments.organizer.names import Names
from tournaments.pages.parts import ROWS
from tournaments.scoring.points import TENTHS
from web.answers import small_number

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86_400, 7 * 86_400

_WALL = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::00)?")


def read_wall(text: str) -> datetime:
    """A time on the wall as people and browsers write it, “2026-12-05 10:00”, without a zone. Raises ValueError."""
    match_ = _WALL.fullmatch(text.strip())
    if match_ is None:
        raise ValueError(text)
    return datetime(*(int(part) for part in match_.groups()))  # type: ignore[arg-type]


class WallTimeField(forms.CharField):
    """One time on the wall of the event's zone; None if left empty. Where the `zone` is known a moment in RFC 3339 will
    do, too."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})
    zone = ""

    def clean(self, value: Any) -> datetime | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            moment = parse_datetime(text) if self.zone else None
        except ValueError:
            moment = None
        if moment is not None and moment.tzinfo is not None and in_reach(moment):
            return wall_of(microseconds(moment), self.zone).replace(second=0, microsecond=0)
        try:
            return read_wall(text)
        except ValueError:
            raise forms.ValidationError(_("Write the time like 2026-12-05 10:00.")) from None

    def prepare_value(self, value: Any) -> Any:
        """As a browser's field for date and time has it."""
        return f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else value


class WallTimesField(forms.CharField):
    widget = forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"})

    def clean(self, value: Any) -> list[datetime]:
        """The times in the order of their lines."""
        lines = [line for line in (super().clean(value) or "").splitlines() if line.strip()]
        if len(lines) > MOST_ROUNDS:
            raise forms.ValidationError(
                _("Name at most %(most)d rounds."), params={"most": MOST_ROUNDS}, code="too-many"
            )
        results = []
        for number, line in enumerate(lines, start=1):
            try:
                results.append(read_wall(line))
            except ValueError:
                text = _("Line %(line)d is no time. Write each like 2026-12-05 10:00.")
                raise forms.ValidationError(text, params={"line": number}) from None
        return results

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(f"{item:%Y-%m-%d %H:%M}" for item in value) if isinstance(value, (list, tuple)) else value


class SpanField(forms.TypedChoiceField):
    """A span of time among the usual ones; a value that is in use and none of them is offered as well.

    Args:
        spans: seconds.
        empty: the words for none.
        others: what may be chosen instead of a span: a word, and how it reads.
    """

    def __init__(
        self, *, spans: Iterable[int], empty: Any, others: Sequence[tuple[str, Any]] = (), **kwargs: Any
    ) -> None:
        self._spans, self._empty, self._others = tuple(spans), empty, list(others)
        words = {word for word, _name in others}
        super().__init__(
            choices=self._offered(),
            coerce=lambda value: value if value in words else int(value),
            empty_value=None,
            required=False,
            **kwargs,
        )

    def _offered(self, more: int | None = None) -> list[tuple[Any, Any]]:
        spans = sorted({*self._spans, *([more] if more else [])})
        return [("", self._empty), *self._others, *((span, span_text(span)) for span in spans)]

    def offer(self, span: int | str | None) -> None:
        self.choices = self._offered(span if isinstance(span, int) else None)


class PointsField(forms.DecimalField):
    """Points with a decimal at most; cleaned to tenths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=100, decimal_places=1, required=False, **kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "step": "0.5"}

    def clean(self, value: Any) -> int | None:
        """Tenths of a point, or None if left empty."""
        points = super().clean(value)
        return None if points is None else int(points * TENTHS)

    def prepare_value(self, value: Any) -> Any:
        return f"{Decimal(value) / TENTHS:g}" if isinstance(value, int) else value


def player_named(name: str) -> Player | None:
    """The player who has a profile under a name, in any case."""
    return Player.objects.select_related("account").filter(MEMBERS, name__iexact=name).first()


EXACT = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
"""For names and codes: no browser completes or corrects what is typed."""


class ExactInput(forms.TextInput):
    """A line for a name or a code."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs=EXACT | (attrs or {}))


class ExactArea(forms.Textarea):
    """Several lines of names."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs=EXACT | (attrs or {}))


class PlayerField(forms.UUIDField):
    """A player by the id that a page holds, or by name; cleaned to the id. Whom another event than `event` alone knows
    is nobody here: it may be a draft."""

    event: UUID | None = None

    def clean(self, value: Any) -> UUID | None:
        try:
            return super().clean(value)  # type: ignore[no-any-return]
        except forms.ValidationError:
            name = str(value or "").replace("\0", "")
        here = Player.objects.filter(Q(event=None) | Q(event=self.event), name=name)
        named = (player_named(name) or here.first()) if name else None
        if named is None:
            raise forms.ValidationError(_("There is no player of this name here. Check the spelling."))
        return named.id


class NameField(forms.CharField):
    """The name of a player of this service; cleaned to the player."""

    widget = ExactInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=150, **kwargs)

    def clean(self, value: Any) -> Player | None:
        name = super().clean(value).strip()
        named = player_named(name) if name else None
        if name and named is None:
            raise forms.ValidationError(_("There is no player of this name here. Check the spelling."))
        return named


class NamesField(forms.CharField):
    """Names of players of this service, one a line or with commas between; cleaned to the players."""

    widget = ExactInput

    def __init__(self, *, most: int = 20, **kwargs: Any) -> None:
        self.most = most
        super().__init__(max_length=50 * most, **kwargs)

    def clean(self, value: Any) -> list[Player]:
        """The players, each once, in their order."""
        text = super().clean("\n".join(map(str, value)) if isinstance(value, list) else value)
        names = [name.strip() for name in re.split(r"[,\n]", text or "") if name.strip()]
        if len(names) > self.most:
            raise forms.ValidationError(_("Name at most %(most)d."), params={"most": self.most})
        players: dict[Any, Player] = {}
        for name in names:
            player = player_named(name)
            if player is None:
                text = _("There is no player called %(name)s here. Check the spelling.")
                raise forms.ValidationError(text, params={"name": name[:60]})
            players[player.id] = player
        return list(players.values())

    def prepare_value(self, value: Any) -> Any:
        """With commas between."""
        return ", ".join(item.name for item in value) if isinstance(value, (list, tuple)) else value


def offer_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Sets what a field of a form can be.

    Args:
        form, name: the field.
        choices: values with their words.
    """
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class EntryField(forms.CharField):
    """An entry of a large event, where a list to choose from would be too long: by its number or its whole name.

    Args:
        named: the entries that can be chosen, with their names.
        numbers: the entry of each number that the tables show.
    """

    widget: type[forms.Widget] = ExactInput

    def __init__(self, *, named: Iterable[tuple[int, str]], numbers: Mapping[int, int], **kwargs: Any) -> None:
        self._named, self._numbers = dict(named), numbers
        super().__init__(max_length=200, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(self.text_of(value)).strip()
        return self.entry_of(text) if text else None

    def text_of(self, value: Any) -> Any:
        """What was typed; of the number of an entry, that which the tables show of it."""
        if not isinstance(value, int):
            return value
        return next((str(number) for number, item in self._numbers.items() if item == value), "")

    def entry_of(self, text: str) -> int:
        """The entry that a text means. Raises `ValidationError`."""
        entry = None if (number := small_number(text)) is None else self._numbers.get(number)
        numbers = [number for number, name in self._named.items() if name.casefold() == text.casefold()]
        numbers = [entry] if entry in self._named else numbers
        if len(numbers) == 1 and numbers[0] is not None:
            return numbers[0]
        words = _("Several are called %(name)s. Give the number of the one you mean.")
        if not numbers:
            words = _("Nobody who could be meant has the name or number %(name)s. Give the number, or the whole name.")
        raise forms.ValidationError(words, params={"name": text[:60]})


class EntriesField(EntryField):
    """Several of them, one a line or with commas between; cleaned to their numbers, each once."""

    widget = ExactArea

    def clean(self, value: Any) -> Any:
        value = "\n".join(str(self.text_of(item)) for item in value) if isinstance(value, list) else value
        texts = [text.strip() for text in re.split(r"[,\n]", forms.CharField.clean(self, value) or "") if text.strip()]
        return list(dict.fromkeys(self.entry_of(text) for text in texts))


def offer_entries(
    form: forms.BaseForm, name: str, named: Sequence[tuple[int, str]], fold: TournamentFold, *, empty: bool = False
) -> None:
    """Lets a field of a form choose among entries: from a list, and of very many by number or name.

    Args:
        form, name: the field, one of choices.
        named: the entries with their names.
        fold: the event.
        empty: none of them may be chosen.
    """
    if len(named) <= ROWS:
        offer_choices(form, name, [("", "—"), *named] if empty else named)
        return
    before = form.fields[name]
    kind = EntriesField if isinstance(before, forms.MultipleChoiceField) else EntryField
    settings = {"label": before.label, "required": before.required}
    form.fields[name] = typed_entries(kind, fold, [entry for entry, _name in named], **settings)


def typed_entries(kind: type[EntryField], fold: TournamentFold, entries: Iterable[int], **settings: Any) -> EntryField:
    """A field in which entries are typed by the number that tables show, or by name.

    Args:
        kind: for one of them or several.
        fold: the event.
        entries: those that can be chosen.
        settings: of the field.
    """
    numbers = {fold.numbers.get(entry) or entry: entry for entry in fold.entries if entry not in fold.numbers}
    numbers |= {number: entry for entry, number in fold.numbers.items()}
    hint = (
        _("One a line: the number, or the whole name.") if kind is EntriesField else _("The number, or the whole name.")
    )
    names = Names(fold)
    typed = [(entry, names.plain_entry(entry)) for entry in entries]  # without what sets namesakes apart
    return kind(named=typed, numbers=numbers, help_text=hint, **settings)


def retyped(form: forms.BaseForm, **values: str) -> None:
    """Changes hidden fields of a form that comes back; what was typed stays."""
    data: Any = form.data.copy()  # type: ignore[attr-defined]
    for name, value in values.items():
        data[form.add_prefix(name)] = value
    form.data = data
