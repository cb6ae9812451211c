"""The form of an event: few fields that every event has, the rest in groups with defaults that do.

It reads what was typed into `Terms` and the values of the announcement, and writes both back for an event that is
edited or for one like last year's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.domain.clocks import PRESETS, TimeControl, preset_of
from games.eventlog.sources import new_id
from games.lobby.terms import LEAST_LIMIT, MOST_LIMIT
from games.lobby.wording import time_text
from games.rules import VARIANTS, Illegal, Options, Refusal
from games.wording import variant_name
from players.models import time_zones
from tournaments import prose
from tournaments.desk.fields import (
    DAY,
    HOUR,
    MINUTE,
    MOST_ROUNDS,
    WEEK,
    NamesField,
    PointsField,
    SpanField,
    WallTimeField,
    WallTimesField,
)
from tournaments.domain.terms import Format, Terms, usual_terms
from tournaments.scoring import SCORINGS, Scoring
from tournaments.tiebreaks import TIEBREAKS
from tournaments.walltimes import moment_of, repeated, wall_of
from tournaments.wording import DECIDERS, ENTRIES, FORMATS, SEEDINGS, SPECTATORS, tournament_refusal

__all__ = ["TIEBREAKS_AT_MOST", "EventForm", "initial_of"]

OWN = "own"
NONE = "none"
TIEBREAKS_AT_MOST = 6
SCORING_FIELDS = {
    "win": "own_win",
    "draw": "own_draw",
    "loss": "own_loss",
    "forfeit_win": "own_forfeit_win",
    "forfeit_loss": "own_forfeit_loss",
    "pairing_bye": "own_pairing_bye",
    "full_bye": "own_full_bye",
    "half_bye": "own_half_bye",
    "absent": "own_absent",
}
TIEBREAK_FIELDS = tuple(f"tiebreak_{number}" for number in range(1, TIEBREAKS_AT_MOST + 1))


def _times() -> list[tuple[Any, Any]]:
    """The presets, live and by correspondence apart, and values of one's own."""
    groups: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    for slug, control in PRESETS.items():
        groups[control.live].append((slug, time_text(control)))
    usual = ("", _("Usual: live, 10 or 45 minutes"))
    return [
        usual,
        (_("Live"), groups[True]),
        (_("By correspondence"), groups[False]),
        (OWN, _("Other times, as set below")),
    ]


def _scorings() -> list[tuple[str, Any]]:
    """The scorings that have a name, and one's own."""
    return [
        ("6-3-1", _("6 – 3 – 1, the federation’s")),
        ("1-half-0", _("1 – ½ – 0")),
        ("3-1-0", _("3 – 1 – 0")),
        ("2-1-0", _("2 – 1 – 0")),
        (OWN, _("Other points, as set below")),
    ]


def _tiebreaks(number: int) -> list[tuple[str, Any]]:
    first = [("", _("The usual of the format")), (NONE, _("None: places are shared"))]
    return [*(first if number == 1 else [("", "—")]), *((slug, one.name) for slug, one in TIEBREAKS.items())]


class EventForm(forms.Form):
    """All that an organiser settles. `zone` is the zone of every time on the wall in it."""

    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    once = forms.UUIDField(widget=forms.HiddenInput, initial=new_id, required=False)

    name = forms.CharField(label=_("Name"), max_length=100)
    variant = forms.ChoiceField(label=_("Variant"), choices=lambda: [(slug, variant_name(slug)) for slug in VARIANTS])
    format = forms.ChoiceField(label=_("Format"), choices=list(FORMATS.items()))
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss"),
        help_text=_("Left empty: as many as the number of players asks for."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    time = forms.ChoiceField(label=_("Time for each player"), choices=_times, required=False)
    real = forms.ChoiceField(
        label=_("Where it is played"),
        choices=[("", _("Here, on the site")), ("real", _("Across real boards; results are entered"))],
        required=False,
    )
    starts = WallTimeField(label=_("Start"), help_text=_("Left empty: when you say so."), required=False)
    zone = forms.ChoiceField(label=_("Time zone of all times here"), choices=time_zones)

    description = forms.CharField(
        label=_("Description"),
        help_text=_("Markdown: **bold**, *italic*, - lists, [links](https://…)."),
        max_length=prose.LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        required=False,
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)

    entry = forms.ChoiceField(label=_("Who may enter"), choices=list(ENTRIES.items()))
    code = forms.CharField(
        label=_("Entry code"),
        help_text=_("A word that you give out."),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    capacity = forms.IntegerField(
        label=_("Room for"),
        help_text=_("Entries; who comes later waits. Left empty: for all."),
        min_value=2,
        max_value=2000,
        required=False,
    )
    rating_from = forms.IntegerField(label=_("Ratings from"), min_value=0, max_value=4000, required=False)
    rating_to = forms.IntegerField(label=_("Ratings up to"), min_value=0, max_value=4000, required=False)
    seeding = forms.ChoiceField(label=_("Initial ranking"), choices=list(SEEDINGS.items()))
    check_in = SpanField(
        label=_("Check-in before the start"),
        spans=(15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY),
        empty=_("None"),
        help_text=_("Who has not checked in by the start is out."),
    )
    late = forms.IntegerField(
        label=_("Late entries until round"),
        help_text=_("0: none after the start."),
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
    )
    half_byes = forms.IntegerField(
        label=_("Half-point byes on request"), min_value=0, max_value=MOST_ROUNDS, required=False
    )
    byes_until = forms.IntegerField(
        label=_("Byes until round"),
        help_text=_("Left empty: for any round."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )

    rhythm = forms.ChoiceField(
        label=_("Rounds begin"),
        choices=[
            ("after", _("When the one before is over")),
            ("day", _("Every day, at the time of the start")),
            ("week", _("Every week, at the time of the start")),
            (OWN, _("At the times below")),
        ],
    )
    calendar = WallTimesField(
        label=_("Times of the rounds"),
        help_text=_("One a line, like 2026-12-05 10:00."),
        required=False,
    )
    pause = SpanField(
        label=_("Pause between rounds"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, DAY),
        empty=_("None"),
    )
    round_length = SpanField(
        label=_("A round ends at the latest after"),
        spans=(HOUR, 2 * HOUR, 3 * HOUR, DAY, 3 * DAY, WEEK, 2 * WEEK, 4 * WEEK, 8 * WEEK),
        empty=_("No limit but the clocks"),
    )
    no_show = SpanField(
        label=_("Who does not come loses after"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY),
        empty=_("The time to set up"),
    )
    automatic = forms.BooleanField(label=_("Rounds are paired and begun by themselves"), required=False)
    scheduled = forms.BooleanField(label=_("The players of a board agree when to play"), required=False)

    scoring = forms.ChoiceField(label=_("Points"), choices=_scorings)
    own_win = PointsField(label=_("Win"))
    own_draw = PointsField(label=_("Draw"))
    own_loss = PointsField(label=_("Loss"))
    own_forfeit_win = PointsField(label=_("Win by forfeit"))
    own_forfeit_loss = PointsField(label=_("Loss by forfeit"))
    own_pairing_bye = PointsField(label=_("Pairing bye"))
    own_full_bye = PointsField(label=_("Full-point bye"))
    own_half_bye = PointsField(label=_("Half-point bye"))
    own_absent = PointsField(label=_("Not paired"))

    rated = forms.BooleanField(label=_("Games count for the ratings"), required=False)
    own_kind = forms.ChoiceField(
        label=_("Kind of other times"),
        choices=[
            ("live", _("Live: minutes, and seconds more for each turn")),
            ("move", _("Days for each turn")),
            ("bank", _("Days in a bank, and hours more for each turn")),
        ],
        required=False,
    )
    own_base = forms.IntegerField(label=_("Minutes (else days)"), min_value=1, max_value=1439, required=False)
    own_more = forms.IntegerField(
        label=_("More for each turn, in seconds (else hours)"), min_value=0, max_value=600, required=False
    )
    own_cap = forms.IntegerField(
        label=_("A bank holds at most, in minutes (else days)"), min_value=1, max_value=1439, required=False
    )
    own_setup = forms.IntegerField(
        label=_("To set up, in minutes (else days)"), min_value=1, max_value=1439, required=False
    )
    no_attack_limit = forms.IntegerField(
        label=_("Plies without an attack until a draw"),
        help_text=_("Left empty: the usual number of the variant."),
        min_value=LEAST_LIMIT,
        max_value=MOST_LIMIT,
        required=False,
    )
    reveal = forms.ChoiceField(
        label=_("Games are opened"),
        choices=[
            ("end", _("When they end")),
            ("round", _("When their round ends")),
            ("event", _("When the event ends")),
            ("delay", _("Some time after their end")),
            ("never", _("Never")),
        ],
    )
    reveal_after = SpanField(
        label=_("So long after their end"), spans=(10 * MINUTE, HOUR, DAY, WEEK, 4 * WEEK), empty=_("At once")
    )
    spectators = forms.ChoiceField(label=_("Spectators"), choices=list(SPECTATORS.items()))
    vacation = forms.BooleanField(label=_("Vacations stop the clock"), required=False)
    notes = forms.BooleanField(label=_("Notes and guesses are allowed"), required=False)
    spotter = forms.BooleanField(label=_("With the Spotter (cards only)"), required=False)
    stop_clocks = forms.BooleanField(label=_("A call for the arbiter stops the clocks"), required=False)

    accelerated = forms.BooleanField(label=_("Swiss: Baku acceleration, for large fields"), required=False)
    double = forms.BooleanField(label=_("Round robin: everybody meets twice"), required=False)
    best_of = forms.IntegerField(
        label=_("Knockout: games of a match, at most"), min_value=1, max_value=15, required=False
    )
    third_place = forms.BooleanField(label=_("Knockout: a match for third place"), required=False)
    replays = forms.IntegerField(
        label=_("Knockout: drawn matches are played again"),
        help_text=_("So many times, with colours changed."),
        min_value=0,
        max_value=9,
        required=False,
    )
    decider = forms.ChoiceField(
        label=_("Knockout: and if they are still drawn"), choices=list(DECIDERS.items()), required=False
    )

    arbiters = NamesField(label=_("Arbiters"), help_text=_("Names with commas between."), required=False)
    helpers = NamesField(
        label=_("Helpers"), help_text=_("They take entries and enter results across real boards."), required=False
    )
    reason = forms.CharField(
        label=_("Why you change it"), help_text=_("Everybody can read this."), max_length=500, required=False
    )

    FIRST = ("name", "variant", "format", "rounds", "time", "real", "starts", "zone")
    GROUPS: Mapping[str, tuple[str, ...]] = {
        "about": ("description", "place"),
        "who": (
            "entry",
            "code",
            "capacity",
            "rating_from",
            "rating_to",
            "seeding",
            "check_in",
            "late",
            "half_byes",
            "byes_until",
        ),
        "when": ("rhythm", "calendar", "pause", "round_length", "no_show", "automatic", "scheduled"),
        "points": ("scoring", *SCORING_FIELDS.values()),
        "tiebreaks": TIEBREAK_FIELDS,
        "games": (
            "rated",
            "vacation",
            "notes",
            "spotter",
            "stop_clocks",
            "reveal",
            "reveal_after",
            "spectators",
            "no_attack_limit",
            "own_kind",
            "own_base",
            "own_more",
            "own_cap",
            "own_setup",
        ),
        "format": ("accelerated", "double", "best_of", "third_place", "replays", "decider"),
        "staff": ("arbiters", "helpers"),
    }

    def __init__(self, *args: Any, fixed: frozenset[str] = frozenset(), **kwargs: Any) -> None:
        """Takes out of the reader's hands what may not be changed any more.

        Args:
            fixed: names of fields that keep their initial value.
        """
        super().__init__(*args, **kwargs)
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            label = _("Tie-break %(number)d") % {"number": number}
            self.fields[name] = forms.ChoiceField(label=label, choices=_tiebreaks(number), required=False)
        for name in fixed:
            self.fields[name].disabled = True
        for name in ("check_in", "pause", "round_length", "no_show", "reveal_after"):
            field = self.fields[name]
            assert isinstance(field, SpanField)
            field.offer(self.initial.get(name))

    # -- for the page

    @property
    def first(self) -> Iterator[Any]:
        """The fields that every event has."""
        return (self[name] for name in self.FIRST)

    @property
    def groups(self) -> Iterator[tuple[str, Any, list[Any], bool]]:
        """The other fields: slug, legend, fields, and whether to show them at once since they hold an error."""
        legends = {
            "about": _("Description and place"),
            "who": _("Entries: who, how many, check-in, byes"),
            "when": _("Rounds: calendar, deadlines, by itself or by hand"),
            "points": _("Points"),
            "tiebreaks": _("Tie-breaks, in their order"),
            "games": _("Games: rating, time, spectators, when they are opened"),
            "format": _("More about the format"),
            "staff": _("Arbiters and helpers"),
        }
        for slug, names in self.GROUPS.items():
            fields = [self[name] for name in names if name in self.fields]
            if fields:
                yield slug, legends[slug], fields, self.is_bound and any(one.errors for one in fields)

    # -- reading

    def clean(self) -> dict[str, Any]:
        """Makes the terms and the announcement of the fields."""
        values = super().clean() or {}
        if self.errors:
            return values
        self._check(values)
        times = self._moments(values)
        control = self._time(values)
        if not self.errors:
            values["terms"] = self._terms(values, control, *times)
            names = ("name", "description", "zone", "place", "code")
            values["announcement"] = {name: values[name] for name in names}
        return values

    def refuse(self, refusal: Refusal) -> None:
        """Says a refusal of the domain, beside the field that it names if there is one."""
        field = str(refusal.params.get("field", ""))
        field = {"tiebreaks": "tiebreak_1", "options": "spotter"}.get(field, field)
        self.add_error(field if field in self.fields else None, tournament_refusal(refusal))

    def _check(self, values: dict[str, Any]) -> None:
        rules = VARIANTS[values["variant"]]
        if values["spotter"] and not rules.deals:
            self.add_error("spotter", _("Only card games have the Spotter. Take it out, or choose cards."))
        low, high = values["rating_from"], values["rating_to"]
        if low is not None and high is not None and low > high:
            self.add_error("rating_to", _("The highest rating is below the lowest. Exchange them."))
        if values["entry"] == "code" and not values["code"].strip():
            self.add_error("code", _("Choose the word that you will give out, or another way to enter."))
        if values["scoring"] == OWN and any(values[SCORING_FIELDS[name]] is None for name in ("win", "draw", "loss")):
            self.add_error("own_win", _("Say what a win, a draw and a loss are worth."))
        if values["reveal"] == "delay" and values["reveal_after"] is None:
            self.add_error("reveal_after", _("Choose how long after their end games are opened."))
        chosen = [values[name] for name in TIEBREAK_FIELDS if values[name]]
        for name in TIEBREAK_FIELDS:
            if values[name] and chosen.count(values[name]) > 1:
                self.add_error(name, _("This one is chosen twice. Choose each once."))
                break
        if values["check_in"] and values["starts"] is None and values["rhythm"] != OWN:
            self.add_error("starts", _("A check-in needs the time of the start. Say it, or take the check-in out."))

    def _moments(self, values: dict[str, Any]) -> tuple[int | None, tuple[int, ...]]:
        """The start and the beginning of each round, in microseconds since the epoch."""
        zone, starts, rhythm = values["zone"], values["starts"], values["rhythm"]
        start = self._moment("starts", starts, zone) if starts else None
        if self.errors or rhythm == "after":
            return start, ()
        if rhythm == OWN:
            calendar = tuple(self._moment("calendar", one, zone) or 0 for one in values["calendar"])
            if not calendar:
                self.add_error("calendar", _("Write when each round begins, or let one follow the other."))
            elif list(calendar) != sorted(set(calendar)):
                self.add_error("calendar", _("Each round begins after the one before. Put the times in order."))
            return start if start is not None or not calendar else calendar[0], calendar
        if starts is None:
            self.add_error("starts", _("Say when the first round begins: the others follow it."))
            return None, ()
        return start, self._repeated(values, starts, zone, 1 if rhythm == "day" else 7)

    def _repeated(self, values: dict[str, Any], starts: datetime, zone: str, days: int) -> tuple[int, ...]:
        rounds = values["rounds"] or (rounds_of(values) or 0)
        if not rounds:
            self.add_error("rounds", _("Say how many rounds there are, so that each can have its time."))
            return ()
        try:
            return repeated(starts.date(), starts.time(), zone, days=days, times=rounds)
        except Illegal as illegal:
            self.add_error("starts", tournament_refusal(illegal.refusal))
            return ()

    def _moment(self, field: str, wall: datetime, zone: str) -> int | None:
        try:
            return moment_of(wall, zone)
        except Illegal as illegal:
            self.add_error(field, tournament_refusal(illegal.refusal))
        return None

    def _time(self, values: dict[str, Any]) -> TimeControl | None:
        if values["real"] or not values["time"]:
            return None
        if values["time"] != OWN:
            preset = PRESETS[values["time"]]
            return preset if preset.live else replace(preset, vacation=values["vacation"])
        if not values["own_base"]:
            self.add_error("own_base", _("Say how many minutes, or days by correspondence."))
            return None
        try:
            return _own_time(values)
        except Illegal as illegal:
            self.add_error(*_time_error(illegal.refusal, live=values["own_kind"] in ("", "live")))
            return None

    def _terms(
        self, values: dict[str, Any], time: TimeControl | None, starts: int | None, calendar: tuple[int, ...]
    ) -> Terms:
        same = (
            "entry capacity rating_from rating_to seeding automatic round_length no_show scheduled reveal spectators "
            "notes accelerated double third_place stop_clocks"
        )
        told = {name: values[name] for name in same.split()}
        # What is left empty is as usual.
        told |= {name: values[name] for name in ("half_byes", "replays", "best_of") if values[name] is not None}
        told |= {"decider": values["decider"]} if values["decider"] else {}
        told |= {"time": time} if time is not None else {}
        chosen = tuple(values[name] for name in TIEBREAK_FIELDS if values[name])
        told |= {"tiebreaks": tuple(one for one in chosen if one != NONE)} if chosen else {}
        return usual_terms(
            values["variant"],
            Format(values["format"]),
            real=bool(values["real"]),
            **told,
            options=Options(no_attack_limit=values["no_attack_limit"], spotter=values["spotter"]),
            rounds=(values["rounds"] or 0) if values["format"] == Format.SWISS else 0,
            rated=values["rated"] and not values["real"],
            scoring=_scoring(values),
            starts=starts,
            calendar=calendar,
            pause=values["pause"] or 0,
            check_in=values["check_in"] or 0,
            reveal_after=values["reveal_after"] if values["reveal"] == "delay" else None,
            late=values["late"] or 0,
            byes_until=values["byes_until"] or 0,
        )


def rounds_of(values: Mapping[str, Any]) -> int | None:
    """The most rounds that an event with a capacity can have, where its format says how many; else None."""
    room = values["capacity"]
    if room is None or values["format"] == Format.SWISS:
        return None
    if values["format"] == Format.KNOCKOUT:
        return max((room - 1).bit_length(), 1)
    return (room - 1 + room % 2) * (2 if values["double"] else 1)


def _scoring(values: Mapping[str, Any]) -> Scoring:
    """The scoring by name, or one's own: what is left empty follows from win, draw and loss."""
    if values["scoring"] != OWN:
        return SCORINGS[values["scoring"]]
    usual = Scoring.of(values["own_win"], values["own_draw"], values["own_loss"])
    told = {name: values[field] for name, field in SCORING_FIELDS.items() if values[field] is not None}
    return replace(usual, **told)


def _own_time(values: Mapping[str, Any]) -> TimeControl:
    """The time control of the fields for one's own times. Raises `Illegal`, `time-control`."""
    kind = values["own_kind"] or "live"
    unit, small = (MINUTE, 1) if kind == "live" else (DAY, HOUR)
    base = values["own_base"] * unit
    usual_setup = 10 * MINUTE if kind == "live" else max(2 * DAY, min(base, 2 * WEEK))
    return TimeControl(
        kind="move" if kind == "move" else "bank",
        base=base,
        increment=0 if kind == "move" else (values["own_more"] or 0) * small,
        cap=None if kind == "move" or not values["own_cap"] else values["own_cap"] * unit,
        setup=values["own_setup"] * unit if values["own_setup"] else usual_setup,
        vacation=values["vacation"] and kind != "live",
    )


def _time_error(refusal: Refusal, *, live: bool) -> tuple[str, Any]:
    """The field that a time control cannot have, and what it can have."""
    fields = {"base": "own_base", "increment": "own_more", "cap": "own_cap", "setup": "own_setup"}
    name = fields.get(str(refusal.params.get("field")), "own_kind")
    unit = (1 if name == "own_more" else MINUTE) if live else (HOUR if name == "own_more" else DAY)
    least, most = (int(str(refusal.params.get(bound, 0))) for bound in ("least", "most"))
    text = _("Choose a number from %(least)d to %(most)d.")
    return name, text % {"least": -(-least // unit), "most": most // unit}


# -- writing --------------------------------------------------------------------------------------


def initial_of(terms: Terms, announcement: Mapping[str, str], *, shift: timedelta | None = None) -> dict[str, Any]:
    """What the fields hold for an event that there is.

    Args:
        announcement: its name, description, zone, place and code.
        shift: for one like it: times on the wall are moved by so much; None leaves them as they are.
    """
    zone = announcement.get("zone") or "UTC"
    same = (
        "variant format entry capacity rating_from rating_to seeding automatic round_length no_show scheduled reveal "
        "reveal_after spectators notes accelerated double best_of third_place stop_clocks pause check_in late "
        "half_byes replays decider rated"
    )
    values: dict[str, Any] = {name: getattr(terms, name) for name in same.split()}
    values |= {name: announcement.get(name, "") for name in ("name", "description", "zone", "place", "code")}
    values |= {
        "zone": zone,
        "rounds": terms.rounds or None,
        "byes_until": terms.byes_until or None,
        "real": "real" if terms.real else "",
        "no_attack_limit": terms.options.no_attack_limit,
        "spotter": terms.options.spotter,
        "rhythm": OWN if terms.calendar else "after",
        "starts": _wall(terms.starts, zone, shift),
        "calendar": [_wall(one, zone, shift) for one in terms.calendar],
        "pause": terms.pause or None,
        "check_in": terms.check_in or None,
    }
    for field, slug in zip(TIEBREAK_FIELDS, (*(terms.tiebreaks or (NONE,)), *[""] * TIEBREAKS_AT_MOST), strict=False):
        values[field] = slug
    return values | _scoring_initial(terms.scoring) | _time_initial(terms.time)


def _wall(at: int | None, zone: str, shift: timedelta | None) -> datetime | None:
    if at is None:
        return None
    wall = wall_of(at, zone).replace(tzinfo=None)
    return wall + shift if shift else wall


def _scoring_initial(scoring: Scoring) -> dict[str, Any]:
    named = next((slug for slug, one in SCORINGS.items() if one == scoring), None)
    if named is not None:
        return {"scoring": named}
    return {"scoring": OWN, **{field: getattr(scoring, name) for name, field in SCORING_FIELDS.items()}}


def _time_initial(control: TimeControl | None) -> dict[str, Any]:
    if control is None:
        return {"time": "", "vacation": True}
    slug = preset_of(control) or (None if control.live else preset_of(replace(control, vacation=True)))
    if slug is not None:
        return {"time": slug, "vacation": control.vacation or control.live}
    unit, small = (MINUTE, 1) if control.live else (DAY, HOUR)
    return {
        "time": OWN,
        "vacation": control.vacation,
        "own_kind": "live" if control.live else control.kind,
        "own_base": control.base // unit,
        "own_more": control.increment // small,
        "own_cap": control.cap // unit if control.cap else None,
        "own_setup": control.setup // unit,
    }
