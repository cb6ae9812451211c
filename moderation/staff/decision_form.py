"""The form that closes a case: the outcome, the penalties if any follow, and the words that go with each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.conduct.rules import Rule
from accounts.models import Penalty
from moderation.cases.ladder import RULES, LadderPreset
from moderation.cases.models import Case
from moderation.cases.terms import PenaltyTerms
from moderation.cases.texts import LONGEST
from moderation.evidence.parts import Panel
from web.answers import small_number

LENGTHS = {
    "1": (timedelta(days=1), _("1 day")),
    "3": (timedelta(days=3), _("3 days")),
    "7": (timedelta(days=7), _("1 week")),
    "14": (timedelta(days=14), _("2 weeks")),
    "30": (timedelta(days=30), _("30 days")),
    "90": (timedelta(days=90), _("90 days")),
    "365": (timedelta(days=365), _("1 year")),
}
FOR_GOOD = "good"

WITHOUT_LENGTH = frozenset(
    {
        Penalty.Kind.NOTE,
        Penalty.Kind.WARNING,
        Penalty.Kind.RATING,
        Penalty.Kind.ANNULLED,
        Penalty.Kind.FORFEITED,
    }
)
"""Kinds of penalties that happen once."""

OF_GAMES = frozenset({Penalty.Kind.RATING, Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED})
"""Kinds that need a game."""


MOST_PENALTIES = 5
"""So many follow from one decision."""


class _PartlyChecked(forms.Form):
    """A form that can show what was typed without looking at it."""

    unchecked = False

    @property
    def errors(self) -> ErrorDict:
        """What is wrong; nothing of a form that is not looked at."""
        return ErrorDict() if self.unchecked else super().errors


class PenaltyForm(_PartlyChecked):
    """One penalty of a decision.

    Args:
        place: from 0, among those of the decision; the first has a step of the ladder suggested.
        case: the case; `games` are its games, by id, with their words.
        presets: the ladder of its kind.
        panels: the evidence, of which the player may be shown some.
    """

    step = forms.ChoiceField(
        label=_("Which step of the ladder"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The suggestion goes by what was imposed within a year. You decide."),
    )
    kind = forms.ChoiceField(
        label=_("Penalty, if the terms are your own"), required=False, choices=[("", "—"), *Penalty.Kind.choices]
    )
    length = forms.ChoiceField(
        label=_("For how long"),
        required=False,
        choices=[
            ("", "—"),
            *((code, words) for code, (_span, words) in LENGTHS.items()),
            (FOR_GOOD, pgettext_lazy("length of a penalty", "For good")),
        ],
        help_text=_("A note, a warning and what changes a result or a rating have no length."),
    )
    games = forms.ChoiceField(
        label=_("Games that go on, if it is a ban"),
        required=False,
        choices=[
            ("", _("Paused for a ban that ends, resigned for one for good")),
            ("paused", _("Paused until it ends")),
            ("resigned", _("Resigned")),
        ],
    )
    rule = forms.ChoiceField(label=_("Which rule was broken"), required=False, choices=Rule.choices)
    game = forms.ChoiceField(label=_("Game"), required=False)
    amount = forms.IntegerField(
        label=_("Rating points"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("How far the rating goes back; empty for what it was before that game ended."),
    )
    words = forms.CharField(
        label=_("To the player: why"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("The player reads it, and may appeal. Say what happened and which rule it broke."),
    )
    shown = forms.MultipleChoiceField(
        label=_("What the player is shown"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        place: int,
        case: Case,
        panels: Sequence[Panel],
        presets: Sequence[LadderPreset],
        games: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(data, prefix=_prefix(place))
        self.case = case
        self.place = place
        self.presets = {preset.slug: preset for preset in presets}
        fields: dict[str, Any] = self.fields
        fields["rule"].initial = RULES[case.kind]
        fields["step"].choices = [
            *((preset.slug, _title(preset)) for preset in presets),
            ("", _("Terms of my own, below")),
        ]
        fields["step"].initial = next((preset.slug for preset in presets if preset.suggested), "")
        fields["game"].choices = [("", "—"), *games]
        fields["shown"].choices = [(panel.slug, panel.title) for panel in panels]
        for name, needed in (("game", games), ("amount", games), ("shown", panels)):
            if not needed:
                del fields[name]

    def clean(self) -> dict[str, Any]:
        """Refuse a penalty that is not whole, each thing at its field."""
        result = super().clean() or {}
        preset = self.presets.get(result.get("step") or "")
        kind, length = result.get("kind"), result.get("length")
        if preset is not None:
            if kind or length:
                self.add_error("step", _("Choose a step of the ladder or terms of your own, not both."))
            kind = preset.kind
        elif not kind:
            self.add_error("kind", _("Choose the penalty."))
        elif kind in WITHOUT_LENGTH and length:
            self.add_error("length", _("This penalty has no length."))
        elif kind not in WITHOUT_LENGTH and not length:
            self.add_error("length", _("Choose for how long."))
        if kind in OF_GAMES and not result.get("game"):
            self.add_error("game" if "game" in self.fields else "kind", _("This penalty needs a game of the case."))
        if not (result.get("words") or "").strip():
            self.add_error("words", _("Write to the player why. Nobody is penalised without a reason."))
        return result

    def terms(self, player: UUID, now: datetime) -> PenaltyTerms:
        data = self.cleaned_data
        preset, span = self.presets.get(data["step"]), LENGTHS.get(data["length"])
        kind = data["kind"] if preset is None else preset.kind
        length = preset.length if preset is not None else None if span is None else span[0]
        return PenaltyTerms(
            player=player,
            kind=kind,
            rule=data["rule"] or RULES[self.case.kind],
            ends=None if length is None else now + length,
            games=(data["games"] if preset is None else preset.games) if kind == Penalty.Kind.BAN else "",
            game=UUID(data["game"]) if data.get("game") and kind in OF_GAMES else None,
            amount=data.get("amount") if kind == Penalty.Kind.RATING else None,
            shown=tuple(data.get("shown") or ()),
            reason=data["words"],
        )


class DecisionForm(_PartlyChecked):
    """What a case comes to, with the penalties that follow: one, or up to `MOST_PENALTIES`.

    How many there are stands in the form; a button asks for one more, or one less, and then nothing is decided: what
    was typed stays (`is_asked_for_parts`).

    Args:
        case, panels, presets, games: as for `PenaltyForm`.

    Attributes:
        parts: the forms of the penalties; none for a case without a player.
    """

    outcome = forms.ChoiceField(
        label=_("What does it come to?"),
        widget=forms.RadioSelect,
        choices=[
            (Case.Outcome.DISMISSED.value, _("Nothing was wrong")),
            (Case.Outcome.NOTED.value, _("Something was wrong, but no penalty follows")),
            (Case.Outcome.PENALISED.value, _("A penalty follows")),
        ],
    )
    reason = forms.CharField(
        label=_("For other moderators"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("Why you decided so. The player does not read it."),
    )

    def __init__(self, data: QueryDict | None = None, *, case: Case, **terms: Any) -> None:
        data = None if data is None else data.copy()
        self.is_asked_for_parts = data is not None and ("more" in data or "less" in data)
        count = 1 if data is None else _count_in(data)
        if data is not None and self.is_asked_for_parts:
            wanted = count + (1 if "more" in data else -1)
            if count < wanted <= MOST_PENALTIES:
                _copy_last(data, count)
            count = min(max(wanted, 1), MOST_PENALTIES)
            data.setdefault("outcome", Case.Outcome.PENALISED)
        super().__init__(data)
        self.case = case
        fields: dict[str, Any] = self.fields
        self.parts: list[PenaltyForm] = []
        if case.about is None:
            fields["outcome"].choices = fields["outcome"].choices[:2]
        else:
            self.parts = [PenaltyForm(data, place=place, case=case, **terms) for place in range(count)]
        if self.is_asked_for_parts:
            for form in (self, *self.parts):
                form.unchecked = True

    @property
    def may_have_more(self) -> bool:
        """Whether there is room for another penalty."""
        return len(self.parts) < MOST_PENALTIES

    @property
    def parts_wrong(self) -> bool:
        """Whether something is wrong with a penalty."""
        return any(part.errors for part in self.parts if part.is_bound)

    def is_valid(self) -> bool:
        """Whether it can be decided so. The penalties count where they follow alone."""
        right = super().is_valid()
        if self.cleaned_data.get("outcome") == Case.Outcome.PENALISED:
            wrong = [part for part in self.parts if not part.is_valid()]
            return right and not wrong
        for part in self.parts:
            part.unchecked = True
        return right

    def penalties(self, now: datetime) -> list[PenaltyTerms]:
        """What follows, of a form that is valid."""
        if self.cleaned_data["outcome"] != Case.Outcome.PENALISED or self.case.about is None:
            return []
        return [part.terms(self.case.about, now) for part in self.parts]


def _prefix(place: int) -> str | None:
    return f"p{place}" if place else None


def _count_in(data: QueryDict) -> int:
    return min(max(small_number(data.get("penalties", ""), digits=2) or 1, 1), MOST_PENALTIES)


def _copy_last(data: QueryDict, count: int) -> None:
    """Begins one more penalty with the rule, the words and the evidence of the one before it."""
    before, after = (f"{prefix}-" if (prefix := _prefix(place)) else "" for place in (count - 1, count))
    for name in ("rule", "words", "shown"):
        data.setlist(f"{after}{name}", data.getlist(f"{before}{name}"))


def _title(preset: LadderPreset) -> str:
    if not preset.suggested:
        return str(preset.title)
    return gettext("%(step)s (suggested)") % {"step": preset.title}
