"""The form of an event: few fields that every event has, the rest in groups with defaults that do.

It checks what was typed, and says beside which field something is wrong; `event_values.py` makes `Terms` of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.people.time_zones import TimeZoneField
from eventlog.sources import new_id
from games.domain.limits import MOST_PLIES_BEHIND
from games.rules import VARIANTS, Illegal, Refusal
from play.lobby.game_form import OWN, OWN_TIMES, GameForm, RatingLimits, time_choices, variant_choices
from tournaments.domain.formats import MOST_ROUNDS, asked_fields, format_named
from tournaments.domain.local_times import moment_of, repeated, wall_of
from tournaments.domain.terms import MOST_ENTRIES, Terms, usual_terms
from tournaments.organizer.event_kinds import EventKind, unfit
from tournaments.organizer.event_values import (
    BY_HAND,
    BY_ITSELF,
    NONE,
    SCORING_FIELDS,
    TIEBREAK_FIELDS,
    UNTIL_NEXT,
    announcement_of,
    rounds_of,
    terms_of,
)
from tournaments.organizer.fields import (
    DAY,
    HOUR,
    MINUTE,
    WEEK,
    ExactInput,
    NamesField,
    PointsField,
    SpanField,
    WallTimeField,
    WallTimesField,
    offer_choices,
)
from tournaments.presentation.tiebreaks import tiebreak_name, tiebreak_names
from tournaments.presentation.words import ENTRIES, SEEDINGS, SPECTATORS, START_RATINGS, tournament_refusal
from tournaments.scoring.formats import FORMATS, USUAL, format_choices
from tournaments.scoring.tiebreaks import TIEBREAKS
from web import prose


def _times() -> list[tuple[Any, Any]]:
    """The usual time, the presets, and values of one's own."""
    return [("", _("Usual: live, 10 or 45 minutes")), *time_choices(live_first=True)]


def _scorings() -> list[tuple[str, Any]]:
    return [
        ("6-3-1", _("6 – 3 – 1, the federation’s")),
        ("1-half-0", _("1 – ½ – 0")),
        ("3-1-0", _("3 – 1 – 0")),
        ("2-1-0", _("2 – 1 – 0")),
        ("teams", _("2 – 1 – 0, of teams: a bye as a draw")),
        (OWN, _("Other points, as set below")),
    ]


def _usual_tiebreaks(format: str) -> Any:
    """The usual tie-breaks of a format in words."""
    names = ", ".join(tiebreak_names(usual_terms("classic", format).tiebreaks))
    return _("As usual: %(tiebreaks)s") % {"tiebreaks": names or _("none")}


_SHOWS_WHAT_FITS = {
    "hx-post": "",
    "hx-vals": '{"do": "tiebreaks"}',
    "hx-select": "#event-parts",
    "hx-target": "#event-parts",
    "hx-swap": "outerHTML",
}
"""Another format has other fields and tie-breaks, and so have real boards; without scripts a button asks for them."""


_UNASKED = {
    "board_order": "rating",
    "notes": True,
    "reveal": "end",
    "spectators": "live",
    "scoring": "6-3-1",
    "rhythm": "after",
}
"""What fields hold that must hold something, where nobody is asked."""


def _most_told() -> str:
    """What no capacity means: how many each format takes."""
    result = [(traits.name, Terms(variant="classic", format=slug).most_entries) for slug, traits in FORMATS.items()]
    words = {"most": "; ".join(f"{name}: {most}" for name, most in result)}
    return _("Entries; who comes later waits. Left empty: as many as the format takes, and no more. %(most)s.") % words


class EventForm(GameForm, RatingLimits):
    """All that an organiser settles. `zone` is the zone of every time on the wall in it."""

    usual_kind = "live"

    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4000)
    once = forms.UUIDField(widget=forms.HiddenInput, initial=new_id, required=False)

    name = forms.CharField(label=_("Name"), max_length=100)
    variant = forms.ChoiceField(label=_("Variant"), choices=variant_choices)
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    time = forms.ChoiceField(label=_("Time for each player"), choices=_times, required=False)
    real = forms.ChoiceField(
        label=_("Where it is played"),
        choices=[("", _("Here, on the site")), ("real", _("Across real boards; results are entered"))],
        required=False,
    )
    starts = WallTimeField(label=_("Start"), help_text=_("Left empty: when you say so."), required=False)
    zone = TimeZoneField(label=_("Time zone of all times here"))

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
        widget=ExactInput,
    )
    capacity = forms.IntegerField(label=_("Room for"), min_value=2, max_value=MOST_ENTRIES, required=False)
    seeding = forms.ChoiceField(label=_("Initial ranking"), choices=list(SEEDINGS.items()))
    start_ratings = forms.ChoiceField(
        label=_("Ratings at the start"),
        choices=[("", _("As usual: current here, as entered across real boards")), *START_RATINGS.items()],
        help_text=_("A player who enters with a rating never loses it."),
        required=False,
    )
    check_in = SpanField(
        label=_("Check-in before the start"),
        spans=(15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY),
        empty=_("None"),
        help_text=_("Players who have not checked in by the start are removed."),
    )

    rhythm = forms.ChoiceField(
        label=_("Rounds begin"),
        choices=[
            ("after", _("When the one before is over")),
            ("day", _("Every day, at the time of the start")),
            ("week", _("Every week, at the time of the start")),
            ("every", _("At the interval below")),
            (OWN, _("At the times below")),
        ],
    )
    every = forms.IntegerField(label=_("Every"), min_value=1, max_value=60, required=False)
    every_unit = forms.ChoiceField(
        label=_("Days or weeks"), choices=[("week", _("weeks")), ("day", _("days"))], required=False
    )
    every_rounds = forms.IntegerField(
        label=_("So many rounds"),
        help_text=_("Left empty: as many as the event has."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    every_from = WallTimeField(
        label=_("The first one begins"), help_text=_("Left empty: at the start of the event."), required=False
    )
    calendar = WallTimesField(
        label=_("Times of the rounds"), help_text=_("One a line, like 2026-12-05 10:00."), required=False
    )
    pause = SpanField(
        label=_("Pause between rounds"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, DAY),
        empty=_("None"),
    )
    round_length = SpanField(
        label=_("A round ends at the latest after"),
        spans=(HOUR, 2 * HOUR, 3 * HOUR, DAY, 3 * DAY, WEEK, 2 * WEEK, 4 * WEEK, 8 * WEEK),
        empty=_("As usual: until the next one, if they begin at fixed intervals"),
        others=[(UNTIL_NEXT, _("Until the next one begins, by the calendar")), (NONE, _("No limit but the clocks"))],
    )
    no_show = SpanField(
        label=_("No-shows lose after"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY),
        empty=_("The time to set up; about a time that was agreed the arbiters decide"),
        help_text=_("Counted from the start of the round; where the players agree when to play, from that time."),
    )
    automatic = forms.ChoiceField(
        label=_("Rounds are paired and begun"),
        choices=[
            ("", _("As usual: by themselves here, by the staff across real boards")),
            (BY_ITSELF, _("By themselves")),
            (BY_HAND, _("By the staff")),
        ],
        required=False,
    )
    publishing = forms.ChoiceField(
        label=_("Pairings are published"),
        choices=[
            ("", _("As usual: at once here, by the staff across real boards")),
            ("paired", _("At once")),
            ("hand", _("When the staff says so, or the round begins")),
            ("before", _("Some time before the round")),
        ],
        help_text=_("Before that nobody but the staff sees them."),
        required=False,
    )
    publish_before = SpanField(
        label=_("So long before the round"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY, 2 * DAY, WEEK),
        empty=_("Choose where pairings are published some time before"),
    )
    team_boards = forms.TypedChoiceField(
        label=_("Who takes part"),
        choices=[
            ("", _("Single players, or partners by the variant")),
            *((number, _("Teams: matches over %(number)d boards") % {"number": number}) for number in range(2, 9)),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    board_order = forms.ChoiceField(
        label=_("Members of a team sit"),
        choices=[
            ("rating", _("By rating")),
            ("fixed", _("In the fixed order of the roster")),
            ("free", _("In any order, from match to match")),
        ],
        required=False,
    )
    lineup_before = SpanField(
        label=_("Line-ups are opened before the round by"),
        spans=(5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY),
        empty=_("Nothing: when it begins"),
        help_text=_("Teams hand them in sealed; after that it is too late. Without one the first of the roster play."),
    )

    scheduled = forms.BooleanField(label=_("The players of a board agree when to play"), required=False)

    scoring = forms.ChoiceField(
        label=_("Points"),
        choices=_scorings,
        help_text=_("Of teams these are match points: 2 – 1 – 0, unless you choose others."),
    )
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
    delay = SpanField(
        label=_("Spectators are behind by"),
        spans=(MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, DAY),
        empty=_("Choose where they watch some time behind"),
    )
    delay_plies = forms.IntegerField(
        label=_("Or by this many moves"),
        help_text=_("Results, standings and ratings wait as well: the next round is paired once they are public."),
        min_value=1,
        max_value=MOST_PLIES_BEHIND,
        required=False,
    )
    stop_clocks = forms.BooleanField(label=_("A call for the arbiter stops the clocks"), required=False)

    arbiters = NamesField(label=_("Arbiters"), help_text=_("Names with commas between."), required=False)
    helpers = NamesField(
        label=_("Helpers"), help_text=_("They take entries and enter results across real boards."), required=False
    )
    reason = forms.CharField(
        label=_("Why you change it"), help_text=_("Everybody can read this."), max_length=500, required=False
    )

    FIRST = ("name", "variant", "format", "time", "real", "starts", "zone")
    GROUPS: Mapping[str, tuple[str, ...]] = {
        "about": ("description", "place"),
        "who": (
            "team_boards",
            "board_order",
            "lineup_before",
            "entry",
            "code",
            "capacity",
            "rating_from",
            "rating_to",
            "seeding",
            "start_ratings",
            "check_in",
        ),
        "when": (
            "rhythm",
            *("every", "every_unit", "every_rounds", "every_from"),
            "calendar",
            "pause",
            "round_length",
            "scheduled",
            "no_show",
            *("automatic", "publishing", "publish_before"),
        ),
        "points": ("scoring", *SCORING_FIELDS.values()),
        "tiebreaks": TIEBREAK_FIELDS,
        "games": (
            "rated",
            "vacation",
            "notes",
            "memory",
            "spotter",
            "stop_clocks",
            "reveal",
            "reveal_after",
            "spectators",
            "delay",
            "delay_plies",
            "no_attack_limit",
            *OWN_TIMES,
        ),
        "format": (),
        "staff": ("arbiters", "helpers"),
    }

    def __init__(
        self,
        *args: Any,
        fixed: frozenset[str] = frozenset(),
        approved: bool = True,
        kind: EventKind | None = None,
        **kwargs: Any,
    ) -> None:
        """Takes out of the reader's hands what may not be changed any more, and what does nothing.

        Args:
            fixed: names of fields that keep their initial value.
            kind: what is organised, if that is chosen: its fields alone are asked for.
            approved: the operator approved the organiser for rated events; else it is said what does not count.
        """
        super().__init__(*args, **kwargs)
        self.asked = asked_fields()
        self.fields |= {name: field.make() for name, field in self.asked.items()}
        show = ",".join(f"#first-{name}" for name in (*self._asked_in("first"), "time"))
        for name in ("format", "real"):
            self.fields[name].widget.attrs |= _SHOWS_WHAT_FITS | {"hx-select-oob": show}
        if not approved:
            self.fields["rated"].help_text = _(
                "What is played at the board counts. What an arbiter decides does not, and places are no honours: for "
                "that the operator approves organisers for rated events. Ask the operator before the start."
            )
        self.fields["capacity"].help_text = _most_told()
        self.fields["format"].disabled = "format" in fixed
        self._offer_tiebreaks()
        if kind is not None:
            self._offer_of(kind)
        self.left_out = self._left_out(kind)
        for name in ("scoring", "reveal", "spectators"):
            # Who changes the format without scripts was not asked yet.
            self.fields[name].required = not self.is_bound or self.add_prefix(name) in self.data
        for name in (fixed | self.left_out) & self.fields.keys():
            self.fields[name].disabled = True
        for name in (
            "check_in",
            "pause",
            "round_length",
            "no_show",
            "reveal_after",
            "delay",
            "publish_before",
            "lineup_before",
        ):
            field = self.fields[name]
            assert isinstance(field, SpanField)
            field.offer(self.initial.get(name))

    def _offer_of(self, kind: EventKind) -> None:
        """Offers the rule books and the times that suit a kind."""
        if kind.pairs:
            pairs = [(slug, name) for slug, name in variant_choices() if len(VARIANTS[slug].seats) == 4]
            offer_choices(self, "variant", pairs)
        if kind.live is not None:
            times = time_choices(live_first=True)
            mine = [group for live, group in zip((True, False), times, strict=False) if live is kind.live]
            usual = _times()[:1] if kind.live else []
            offer_choices(self, "time", [*usual, *mine, times[-1]])

    def _left_out(self, kind: EventKind | None) -> frozenset[str]:
        """The fields that are not asked for: they do nothing in the format or across real boards, or the kind settles
        them. Each keeps what an event had already, if neither of the two was changed; else it is left empty.
        """
        if kind is not None:
            for name in kind.settled:
                self.fields[name].disabled = True  # it is what the kind says, whatever is sent
        format, real = self["format"].value(), self["real"].value()
        settled = kind.settled if kind is not None else frozenset()
        left = unfit(format, real=bool(real))
        initial: dict[str, Any] = dict(self.initial)
        if (format, real) != (initial.get("format"), initial.get("real")):
            initial.update(dict.fromkeys(left))
        for name, value in _UNASKED.items():
            if name in left and initial.get(name) is None:
                initial[name] = value
        self.initial = initial
        return left | settled

    def _offer_tiebreaks(self) -> None:
        """Offers the tie-breaks that suit the format. What was chosen and does not comes back with what is wrong."""
        chosen = self["format"].value()
        format = chosen if chosen in FORMATS else USUAL
        self.untied = format_named(format).untied
        suits = {slug: tiebreak_name(slug) for slug, tiebreak in TIEBREAKS.items() if FORMATS[format].suits(tiebreak)}
        first = [("", _("As usual")), (NONE, _("None: places are shared"))]
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            result = {self.data.get(self.add_prefix(name)), *self._kept_tiebreaks(format)} & TIEBREAKS.keys()
            offered = suits | {slug: tiebreak_name(slug) for slug in sorted(result)}
            if offered:
                label = _("Tie-break %(number)d") % {"number": number}
                choices = [*(first if number == 1 else [("", "—")]), *offered.items()]
                usual = _usual_tiebreaks(format) if number == 1 else ""
                self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False, help_text=usual)

    def _kept_tiebreaks(self, format: str) -> set[Any]:
        same = self.initial.get("format") == format
        return {slug for name in TIEBREAK_FIELDS if (slug := self.initial.get(name))} if same else set()

    def _asked_in(self, group: str) -> list[str]:
        return [name for name, field in self.asked.items() if field.group == group]

    # -- for the page

    @property
    def first(self) -> Iterator[tuple[str, Any]]:
        """The fields that most events have, by name; None for one that does nothing here."""
        after = self.FIRST.index("format") + 1
        names = (*self.FIRST[:after], *self._asked_in("first"), *self.FIRST[after:])
        return ((name, None if name in self.left_out else self[name]) for name in names)

    @property
    def times(self) -> list[str]:
        """When the rounds begin, as the form stands; none without a calendar."""
        terms = getattr(self, "cleaned_data", {}).get("terms")
        walls = (wall_of(at, self.cleaned_data["zone"]) for at in terms.calendar) if terms is not None else ()
        return [date_format(wall, "l, j F Y, H:i") for wall in walls]

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
            shown = (*names, *self._asked_in(slug))
            fields = [self[name] for name in shown if name in self.fields and name not in self.left_out]
            if fields or slug == "tiebreaks":
                yield slug, legends[slug], fields, self.is_bound and any(field.errors for field in fields)

    # -- reading

    def clean(self) -> dict[str, Any]:
        """Makes the terms and the announcement of the fields."""
        values = dict(super().clean() or {})  # `add_error` takes a field out of its own
        if self.errors:
            return values
        values |= {name: value for name, value in _UNASKED.items() if values[name] == ""}
        if values["team_boards"] and not self.initial.get("team_boards") and values["scoring"] == "6-3-1":
            values["scoring"] = "teams"  # the usual points of players are no match points
        self._check(values)
        starts, calendar = self._moments(values)
        usual = values["real"] or not values["time"]
        control = None if usual else self.chosen_time(values)
        if not self.errors:
            values["terms"] = terms_of(values, time=control, starts=starts, calendar=calendar)
            values["announcement"] = announcement_of(values)
        return values

    def refuse(self, refusal: Refusal) -> None:
        """Says a refusal of the domain, beside the field that it names if there is one."""
        field = str(refusal.params.get("field", ""))
        field = {"tiebreaks": "tiebreak_1", "options": "spotter"}.get(field, field)
        self.add_error(field if field in self.fields else None, tournament_refusal(refusal))

    def _check(self, values: dict[str, Any]) -> None:
        self.check_game(values)
        if values["entry"] == "code" and not values["code"].strip():
            self.add_error("code", _("Choose the word that you will give out, or another way to enter."))
        if values["scoring"] == OWN and any(values[SCORING_FIELDS[name]] is None for name in ("win", "draw", "loss")):
            self.add_error("own_win", _("Say what a win, a draw and a loss are worth."))
        if values["reveal"] == "delay" and values["reveal_after"] is None:
            self.add_error("reveal_after", _("Choose how long after their end games are opened."))
        if values["spectators"] == "delayed" and (values["delay"] is None) == (values["delay_plies"] is None):
            self.add_error("delay", _("Choose how far behind spectators are: a time, or a number of moves."))
        if values["publishing"] == "before" and not values["publish_before"]:
            self.add_error("publish_before", _("Choose how long before the round pairings are published."))
        if values["round_length"] == UNTIL_NEXT and values["rhythm"] == "after":
            text = _("Without a calendar nobody knows when the next round begins. Choose a length, or times of rounds.")
            self.add_error("round_length", text)
        self._check_tiebreaks(values)
        if values["check_in"] and values["starts"] is None and values["rhythm"] != OWN:
            self.add_error("starts", _("A check-in needs the time of the start. Say it, or take the check-in out."))

    def _check_tiebreaks(self, values: dict[str, Any]) -> None:
        """Each once, and only those that suit the format; what an event has already it may keep."""
        format = values["format"]
        chosen = {name: slug for name in TIEBREAK_FIELDS if (slug := values.get(name))}
        kept = self._kept_tiebreaks(format)
        for name, slug in chosen.items():
            if slug in TIEBREAKS and slug not in kept and not FORMATS[format].suits(TIEBREAKS[slug]):
                words = {"tiebreak": tiebreak_name(slug), "format": FORMATS[format].name}
                text = _("%(tiebreak)s does not suit this format: %(format)s. Choose another one, or none.")
                self.add_error(name, text % words)
        twice = [name for name, slug in chosen.items() if list(chosen.values()).count(slug) > 1]
        if twice:
            self.add_error(twice[0], _("This one is chosen twice. Choose each once."))

    def _moments(self, values: dict[str, Any]) -> tuple[int | None, tuple[int, ...]]:
        """The start and the beginning of each round, in microseconds since the epoch."""
        zone, starts, rhythm = values["zone"], values["starts"], values["rhythm"]
        start = self._moment("starts", starts, zone) if starts else None
        if self.errors or rhythm == "after":
            return start, ()
        if rhythm == OWN:
            moments = [self._moment("calendar", value, zone) for value in values["calendar"]]
            calendar = tuple(moment for moment in moments if moment is not None)
            if len(calendar) < len(moments):
                return start, ()  # a time that there is not says nothing of the order
            if not calendar:
                self.add_error("calendar", _("Write when each round begins, or let one follow the other."))
            elif list(calendar) != sorted(set(calendar)):
                self.add_error("calendar", _("Each round begins after the one before. Put the times in order."))
            return start if start is not None or not calendar else calendar[0], calendar
        first = (values["every_from"] if rhythm == "every" else None) or starts
        if first is None:
            self.add_error("starts", _("Say when the first round begins: the others follow it."))
            return None, ()
        calendar = self._repeated(values, first, zone, self._days(values))
        return start if start is not None or not calendar else calendar[0], calendar

    def _days(self, values: dict[str, Any]) -> int:
        """So many days lie between two rounds."""
        if values["rhythm"] != "every":
            return 1 if values["rhythm"] == "day" else 7
        if not values["every"]:
            self.add_error("every", _("Say how many days or weeks lie between two rounds."))
        return (values.get("every") or 1) * (1 if values["every_unit"] == "day" else 7)

    def _repeated(self, values: dict[str, Any], first: datetime, zone: str, days: int) -> tuple[int, ...]:
        value = values["every_rounds"] if values["rhythm"] == "every" else None
        rounds = value or values["rounds"] or (rounds_of(values) or 0)
        field = "every_from" if values["rhythm"] == "every" and values["every_from"] else "starts"
        if not rounds:
            text = _("Say how many rounds there are, so that each can have its time.")
            self.add_error("every_rounds" if values["rhythm"] == "every" else "rounds", text)
            return ()
        try:
            return repeated(first.date(), first.time(), zone, days=days, times=rounds)
        except Illegal as illegal:
            self.add_error(field, tournament_refusal(illegal.refusal))
            return ()

    def _moment(self, field: str, wall: datetime, zone: str) -> int | None:
        try:
            return moment_of(wall, zone)
        except Illegal as illegal:
            self.add_error(field, tournament_refusal(illegal.refusal))
        return None
