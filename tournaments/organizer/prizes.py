"""Prizes, as the organiser sets them: for the places, and for categories, each with what limits it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Refusal
from tournaments.domain.commands.people import LENGTHS, MOST_RATING
from tournaments.domain.commands.prizes import LONGEST_WORDS, NewCategory, NewPrize, set_prizes
from tournaments.domain.prizes import MOST_CATEGORIES, NUMBERS, WORDS, PrizeCategory
from tournaments.domain.state import Status
from tournaments.domain.terms import BOUNDS
from tournaments.domain.texts import texts_of
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.actions import Action, ActionForm, ReasonForm, Submission, by_slug, offers, perform
from tournaments.organizer.fields import EntriesField, EntryField, typed_entries
from tournaments.organizer.pages import head
from tournaments.presentation.prizes import SEXES, SHARINGS

SLOTS = range(1, MOST_CATEGORIES + 1)
SPARE = 3
"""Empty categories below those there are."""


class PrizesField(forms.CharField):
    """Prizes, one a line: an amount in whole units, a thing, or an amount and what comes with it."""

    widget = forms.Textarea(attrs={"rows": 4})

    def clean(self, value: Any) -> tuple[NewPrize, ...]:
        """The prizes in the order of their lines."""
        lines = [line.strip() for line in (super().clean(value) or "").splitlines() if line.strip()]
        prizes = []
        for number, line in enumerate(lines, start=1):
            amount = re.fullmatch(r"(\d{1,9})(?:\s+(.+))?|(\D.*)", line)
            if amount is None:
                words = _("Line %(line)d: write the amount in whole units, such as 500, or 500 and what comes with it.")
                raise forms.ValidationError(words, params={"line": number})
            prizes.append(NewPrize(int(amount[1] or 0), (amount[2] or amount[3] or "")[:LONGEST_WORDS]))
        return tuple(prizes)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        return "\n".join(f"{prize.amount or ''} {prize.thing}".strip() for prize in value)


class PrizesForm(ReasonForm):
    """All prizes of an event. The fields of a category end in its number on the page, from 1."""

    sharing = forms.ChoiceField(label=gettext_lazy("Who is level"), choices=list(SHARINGS.items()))
    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        help_text=gettext_lazy("Three letters, such as EUR."),
        max_length=3,
        initial="EUR",
    )
    places = PrizesField(
        label=gettext_lazy("For the places"),
        help_text=gettext_lazy(
            "One prize a line, the first place first: an amount in whole units (500), a thing (Cup), or both "
            "(500 Cup). A thing is never shared, and without an amount it counts less than any."
        ),
        required=False,
    )
    field_order = ["version", "sharing", "currency", "places"]

    @classmethod
    def spread(cls, values: dict[str, Any]) -> dict[str, Any]:
        """`categories`, a list of what each has by the names of its fields."""
        categories = values.get("categories")
        if not isinstance(categories, list) or not all(isinstance(category, dict) for category in categories):
            return values
        flat = {f"{name}_{slot}": item for slot, given in enumerate(categories, 1) for name, item in given.items()}
        return {name: item for name, item in values.items() if name != "categories"} | flat

    def prepare(self) -> None:
        fold = self.access.fold
        if fold.begun:
            self.fields["reason"].help_text = _("Needed now that play has begun: everybody reads it in the log.")
        else:
            del self.fields["reason"]
        there = fold.prizes.categories if fold.prizes is not None else ()
        chosen = typed_entries(EntriesField, fold, fold.entries, required=False, label=_("Only these entries"))
        for slot in SLOTS:
            self.fields |= {f"{name}_{slot}": field for name, field in category_fields(deepcopy(chosen)).items()}
            if not fold.terms.team_boards:
                del self.fields[f"board_{slot}"]
        if fold.prizes is None:
            return
        texts = texts_of(fold.prizes.texts)
        places, *categories = (_values(category, texts, chosen) for category in there)
        held = {"sharing": fold.prizes.sharing, "currency": fold.prizes.currency.upper(), "places": places["prizes"]}
        for slot, values in enumerate(categories, 1):
            held |= {f"{name}_{slot}": item for name, item in values.items()}
        self.initial = {**held, **self.initial}

    def clean(self) -> dict[str, Any]:
        """`categories`, without those that are empty; `numbers` are their numbers on the page."""
        values = super().clean() or {}
        categories, numbers = [NewCategory(values.get("places", ()))], [0]
        for slot in SLOTS:
            limits = {name: values.get(f"{name}_{slot}") for name in NUMBERS} | {"sex": values.get(f"sex_{slot}", "")}
            words = {name: values.get(f"{name}_{slot}", "") for name in WORDS}
            limits["chosen"] = tuple(values.get(f"chosen_{slot}") or ())
            prizes, board = values.get(f"prizes_{slot}", ()), values.get(f"board_{slot}") or 0
            if prizes or board or any(item not in (None, "", ()) for item in (*limits.values(), *words.values())):
                categories.append(NewCategory(prizes, limits | {"board": board}, words))
                numbers.append(slot)
        self.numbers = numbers
        return values | {"categories": categories}

    def refuse(self, refusal: Refusal) -> None:
        """Says a refusal beside the field of the category as the page numbers it."""
        match = re.fullmatch(r"(\w+)_(\d+)", str(refusal.params.get("field", "")))
        if match is not None:
            field = f"{match[1]}_{self.numbers[int(match[2])]}"
            refusal = Refusal(refusal.code, {**refusal.params, "field": field})
        super().refuse(refusal)

    @property
    def whole(self) -> list[forms.BoundField]:
        """The fields that are those of no category."""
        return [self[name] for name in ("sharing", "currency", "places")]

    @property
    def categories(self) -> list[tuple[int, bool, list[forms.BoundField]]]:
        """The number of each category that is shown, whether it is in use or wrong, and its fields."""
        result = []
        for slot in SLOTS:
            fields = [self[name] for name in self.fields if name.endswith(f"_{slot}")]
            result.append((slot, any(field.value() or field.errors for field in fields), fields))
        used = [slot for slot, opened, _fields in result if opened]
        return result[: max(used, default=0) + SPARE]


def category_fields(chosen: forms.Field) -> dict[str, forms.Field]:
    """The fields of a category; `chosen` names entries."""
    return {
        "name": forms.CharField(
            label=gettext_lazy("Name of the category"),
            help_text=gettext_lazy("If left empty it is called by its limits."),
            max_length=LONGEST_WORDS,
            required=False,
        ),
        "prizes": PrizesField(label=gettext_lazy("Prizes, one a line"), required=False),
        "rating_from": _number(gettext_lazy("Rating from"), 0, MOST_RATING),
        "rating_to": _number(
            gettext_lazy("Rating to"), 0, MOST_RATING, gettext_lazy("Without a lower limit, also who has none.")
        ),
        "born_from": _number(gettext_lazy("Born in or after"), 1900, 2200),
        "born_to": _number(gettext_lazy("Born in or before"), 1900, 2200),
        "sex": forms.ChoiceField(label=gettext_lazy("Sex"), choices=[("", "—"), *SEXES.items()], required=False),
        "club": forms.CharField(label=gettext_lazy("Club"), max_length=LENGTHS["club"], required=False),
        "federation": forms.CharField(
            label=gettext_lazy("Federation"), max_length=LENGTHS["federation"], required=False
        ),
        "chosen": chosen,
        "board": _number(
            gettext_lazy("Board of a match"),
            1,
            BOUNDS["team_boards"][1],
            gettext_lazy("Of teams: the members who made most at this board win these prizes."),
        ),
    }


def _number(label: Any, least: int, most: int, help: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help, required=False)


def _values(category: PrizeCategory, texts: dict[UUID, str], chosen: EntryField) -> dict[str, Any]:
    """What the fields of a category hold, by name.

    Args:
        category: as it is now.
        texts: the words that there are.
        chosen: the field that names entries.
    """
    words = {name: "" if (id := getattr(category, name)) is None else texts.get(id, "") for name in WORDS}
    prizes = tuple(
        NewPrize(prize.amount, "" if prize.thing is None else texts.get(prize.thing, "")) for prize in category.prizes
    )
    named = ", ".join(chosen.text_of(entry) for entry in category.chosen)
    return {
        **words,
        **{name: getattr(category, name) for name in (*NUMBERS, "sex")},
        "prizes": prizes,
        "chosen": named,
    } | {"board": category.board or None}


def _set(submission: Submission) -> None:
    values = submission.values
    given = {name: values[name] for name in ("sharing", "currency", "categories")}
    set_prizes(**submission.usual, **given, reason=submission.reason)


PRIZES = by_slug(
    Action(
        "prizes",
        gettext_lazy("Set the prizes"),
        _set,
        form=PrizesForm,
        done=gettext_lazy("The prizes are as you say. Everybody sees them, and the log has the change."),
        about=gettext_lazy("Nobody gets two: each takes the largest, and what becomes free goes to the next."),
        sees=lambda access, _about: access.fold.prizes,
    ),
)


def can_set(access: EventAccess) -> Sequence[Action]:
    """The actions about prizes that are possible now."""
    return [] if access.fold.status is Status.CANCELLED else list(PRIZES.values())


@for_staff("owner")
def prizes(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The prizes of the event, to be set or changed."""
    if request.method == "POST":
        return perform(request, access, PRIZES, _page)
    return _page(request, access, None, 200, "")


def _page(request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str) -> HttpResponse:
    (offer,) = offers(access, PRIZES.values(), bound=bound)
    context = head(request, access, "prizes", heading=_("Prizes"), say=say) | {"offer": offer}
    return render(request, "tournaments/desk_prizes.html", context, status=status)
