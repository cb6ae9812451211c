"""The terms of a tournament: what is played, by whom, when, and how it is counted. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from games.domain.clocks import TimeControl
from games.domain.limits import LONGEST_DELAY, MOST_PLIES_BEHIND, SHORTEST_DELAY, SPECTATORS
from games.domain.state import options_of, options_value
from games.rules import VARIANTS, Illegal, Options, Refusal, Variant, variant
from tournaments.domain.event_parts import Flat, WithTerms
from tournaments.scoring.formats import FORMATS, USUAL, OwnTerms, bounds_of_parts, parts_by_default
from tournaments.scoring.points import SCORINGS, Scoring
from tournaments.scoring.tiebreaks import TIEBREAKS

MOST_ROUNDS = 99
MOST_ENTRIES = 5000
"""Of any event, with all who wait or have left; a format may take fewer (`Terms.most_entries`)."""
YEAR = 366 * 86_400
MOST_POINTS = 1000  # tenths
BOARD_POINTS = "board-points"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a tournament. Times are seconds unless said otherwise; `None` means no limit.

    Args:
        variant: slug of a rule book.
        options: of the games.
        format: how it goes, as a slug (`tournaments.scoring.formats`).
        rounds: of a Swiss; 0 for as many as the number of players asks for. The other formats have their own number.
        time: the time control of the games; None across real boards.
        real: it is played across real boards; results are entered.
        rated: its games count for the ratings.
        scoring, tiebreaks: how it is counted; the slugs are in docs/tiebreaks.md.
        capacity: entries that take part; who comes later waits.
        entry: `open`, `invitation`, or `code` (a word that the organiser gives out).
        rating_from, rating_to: whose rating may enter.
        seeding: the initial ranking, by `rating`, `hand` or `lot`.
        start_ratings: the ratings that the event begins with. `entered`: who entered with one keeps it, and a member
            who has none gets that of the service. `current`: members have that of the service at the start, if they
            have one there and the staff has not written theirs.
        starts: microseconds since the epoch; None: when the organiser says so.
        calendar: when each round begins, in microseconds since the epoch; empty: when the one before is over.
        pause: between the end of a round and the next, where there is no calendar.
        automatic: rounds are paired and begun without an arbiter.
        publishing: who sees a pairing before its round begins: everybody at once (`paired`), everybody from when the
            staff publishes it (`hand`), or everybody from some time before the round (`before`).
        publish_before: that time.
        check_in: for so long before the start entries check in, and who has not is out; 0: no check-in.
        round_length: the hard end of a round after its beginning.
        until_next: the calendar says when rounds end too: when the next one begins, and the last one after as long as
            the one before it.
        no_show: after so long a game without its player's set-up or presence is forfeited, counted from the agreed
            time where the players agree one; None: arbiters decide about who misses that.
        scheduled: the players of a board agree when to play, within the round.
        reveal, reveal_after: when games are opened, as in GameCreated.
        spectators: `live`; `delayed`: so far behind; or `ended`: nobody else sees a game before it is over.
        delay, delay_plies: how far, in seconds or in plies.
        notes: players may keep notes and guesses.
        own: the part that the format alone has; that of another format gives way to it (`tournaments.formats`).
        elsewhere: fields of the parts of other formats that the log has, where they are not as by default. They do
            nothing, and are there again if the terms come to be that format's.
        stop_clocks: a call for the arbiter stops the clocks.
        team_boards: entries are teams, and a match of two has so many boards; 0: entries are players.
        board_order: in which order the members of a team sit: by `rating`, in the `fixed` order of the roster, or
            `free` from match to match.
        lineup_before: so long before the round line-ups are opened, and none is taken any more; 0: when it begins.
    """

    variant: str
    time: TimeControl | None = None
    options: Options = field(default_factory=Options)
    format: str = USUAL
    rounds: int = 0
    real: bool = False
    rated: bool = True
    scoring: Scoring = SCORINGS["6-3-1"]
    tiebreaks: tuple[str, ...] = ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
    capacity: int | None = None
    entry: str = "open"
    rating_from: int | None = None
    rating_to: int | None = None
    seeding: str = "rating"
    start_ratings: str = "entered"
    starts: int | None = None
    calendar: tuple[int, ...] = ()
    pause: int = 0
    automatic: bool = True
    check_in: int = 0
    round_length: int | None = None
    no_show: int | None = None
    scheduled: bool = False
    reveal: str = "end"
    reveal_after: int | None = None
    spectators: str = "live"
    delay: int | None = None
    delay_plies: int | None = None
    notes: bool = True
    own: OwnTerms = field(default_factory=OwnTerms)
    elsewhere: tuple[tuple[str, Flat], ...] = ()
    stop_clocks: bool = False
    publishing: str = "paired"
    publish_before: int = 0
    until_next: bool = False
    team_boards: int = 0
    board_order: str = "rating"
    lineup_before: int = 0

    def __post_init__(self) -> None:
        """Takes the own part for that of the format."""
        if type(self.own) is not _kind_of(self.format):
            own, elsewhere = _parts(self.format, dict(self.elsewhere) | self.own.value())
            object.__setattr__(self, "own", own)
            object.__setattr__(self, "elsewhere", elsewhere)

    def changed(self, **values: Any) -> Terms:
        """These terms with other values, by the names of all fields (`by_name`)."""
        parts = {name: values.pop(name) for name in parts_by_default().keys() & values.keys()}
        basis = replace(self, **values)
        if not parts:
            return basis
        own, elsewhere = _parts(basis.format, dict(basis.elsewhere) | basis.own.value() | parts)
        return replace(basis, own=own, elsewhere=elsewhere)

    def by_name(self) -> dict[str, Any]:
        """All fields by their names, those of the formats' own parts beside the others, in one order."""
        values: dict[str, Any] = {}
        for item in fields(self):
            if item.name == "own":
                values |= parts_by_default() | dict(self.elsewhere) | self.own.value()
            elif item.name != "elsewhere":
                values[item.name] = getattr(self, item.name)
        return values

    @property
    def rules(self) -> Variant:
        return variant(self.variant)

    @property
    def team(self) -> int:
        """Players of an entry: two partners in the variants of four, else one."""
        return len(self.rules.seats) // 2

    @property
    def live(self) -> bool:
        """Whether its games are played in one sitting; also across real boards."""
        return self.time is None or self.time.live

    @property
    def single(self) -> bool:
        """Whether an entry is one player."""
        return self.team == 1 and not self.team_boards

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The tie-breaks by which places are given: of teams board points come first, unless the terms say where."""
        if not self.team_boards or BOARD_POINTS in self.tiebreaks:
            return self.tiebreaks
        return (BOARD_POINTS, *self.tiebreaks)

    @property
    def fields_of_format(self) -> dict[str, Any]:
        """What does nothing in other formats, by name."""
        result = self.by_name()
        return {name: result[name] for name in FORMATS[self.format].terms.fields}

    @property
    def most_entries(self) -> int:
        format = FORMATS[self.format]
        most = format.most_entries(self.fields_of_format)
        return min(most, format.most_teams or most) if self.team_boards else most

    def same_but_automatic(self, other: Terms) -> bool:
        """Whether other terms differ from these at most in who pairs the rounds."""
        return replace(other, automatic=self.automatic) == self

    def value(self) -> dict[str, Any]:
        """The fields of `TournamentCreated` and `TermsChanged` that hold these terms."""
        return {
            "terms": {name: value for name, value in self.by_name().items() if name not in _APART},
            "options": options_value(self.options),
            "scoring": self.scoring.value(),
            "tiebreaks": self.tiebreaks,
            "calendar": self.calendar,
            "time": None if self.time is None else self.time.value(),
        }

    @classmethod
    def from_value(cls, event: WithTerms) -> Terms:
        """The terms that an event holds; a field that is younger than the event has its default."""
        known, parts = names_of_terms() - set(_APART), parts_by_default()
        flat: dict[str, Any] = {name: value for name, value in event.terms.items() if name in known - parts.keys()}
        result = {name: value for name, value in event.terms.items() if name in parts}
        own, elsewhere = _parts(flat.get("format", USUAL), result)
        return cls(
            **flat,
            own=own,
            elsewhere=elsewhere,
            options=options_of(event.options),
            scoring=Scoring.from_value(event.scoring),
            tiebreaks=event.tiebreaks,
            calendar=event.calendar,
            time=None if event.time is None else TimeControl.from_value(event.time),
        )


_APART = ("options", "scoring", "tiebreaks", "calendar", "time")
_COMMON = tuple(item.name for item in fields(Terms) if item.name not in ("own", "elsewhere"))


def names_of_terms() -> frozenset[str]:
    return frozenset(_COMMON) | parts_by_default().keys()


def _kind_of(format: str) -> type[OwnTerms]:
    return FORMATS[format].terms.own if format in FORMATS else OwnTerms


def _parts(format: str, values: Mapping[str, Any]) -> tuple[OwnTerms, tuple[tuple[str, Flat], ...]]:
    """The own part of a format, and what is left of those of others."""
    kind, usual = _kind_of(format), parts_by_default()
    mine = kind.defaults().keys()
    left = ((name, value) for name, value in values.items() if name not in mine and value != usual.get(name))
    return kind(**{name: value for name, value in values.items() if name in mine}), tuple(sorted(left))


# -- what makes sense -----------------------------------------------------------------------------

CHOICES: Mapping[str, tuple[str, ...]] = {
    "entry": ("open", "invitation", "code"),
    "seeding": ("rating", "hand", "lot"),
    "start_ratings": ("entered", "current"),
    "reveal": ("end", "round", "event", "delay", "never"),
    "spectators": SPECTATORS,
    "publishing": ("paired", "hand", "before"),
    "board_order": ("rating", "fixed", "free"),
}

BOUNDS: dict[str, tuple[int, int]] = {
    "rating_from": (0, 4000),
    "rating_to": (0, 4000),
    "pause": (0, YEAR),
    "check_in": (0, 30 * 86_400),
    "round_length": (60, YEAR),
    "no_show": (60, YEAR),
    "reveal_after": (0, YEAR),
    "delay": (SHORTEST_DELAY, LONGEST_DELAY),
    "delay_plies": (1, MOST_PLIES_BEHIND),
    "publish_before": (0, 30 * 86_400),
    "team_boards": (0, 8),
    "lineup_before": (0, 30 * 86_400),
}
_OPTIONAL = ("capacity", "rating_from", "rating_to", "round_length", "no_show", "reveal_after", "delay", "delay_plies")


def check_terms(terms: Terms) -> None:
    """Refuses terms that make no sense.

    Raises:
        Illegal: `no-choice` (`field`): it is none of those there are; `out-of-bounds` (`field`, `least`, `most`);
            `terms-clash` (`field`, `other`): the two do not go together; `tiebreak-twice`, `calendar-order`,
            `time-needed`; `one-team-board`; `format-without-teams`.
    """
    if terms.format not in FORMATS:
        raise Illegal(Refusal("no-choice", {"field": "format"}))
    if terms.variant not in VARIANTS:
        raise Illegal(Refusal("no-choice", {"field": "variant"}))
    # What is a format's own has to make sense in the terms of any: they may come to be that one's.
    own, result = [traits.terms for traits in FORMATS.values()], terms.by_name()
    for name, choices in [*CHOICES.items(), *(choice for part in own for choice in part.choices.items())]:
        if result[name] not in choices:
            raise Illegal(Refusal("no-choice", {"field": name}))
    bounds = BOUNDS | bounds_of_parts() | {"capacity": (2, terms.most_entries)}
    for name, (least, most) in bounds.items():
        value = result[name]
        if value is None and name in _OPTIONAL:
            continue
        if type(value) is not int or not least <= value <= most:
            raise Illegal(Refusal("out-of-bounds", {"field": name, "least": least, "most": most}))
    _check_counting(terms)
    _check_times(terms)
    _check_teams(terms)
    for name, other in _clashes(terms):
        raise Illegal(Refusal("terms-clash", {"field": name, "other": other}))


def _check_counting(terms: Terms) -> None:
    for name, value in terms.scoring.value().items():
        if not -MOST_POINTS <= value <= MOST_POINTS:
            raise Illegal(Refusal("out-of-bounds", {"field": "scoring", "least": -100, "most": 100, "part": name}))
    if not terms.scoring.loss <= terms.scoring.draw <= terms.scoring.win or terms.scoring.loss == terms.scoring.win:
        raise Illegal(Refusal("no-choice", {"field": "scoring"}))
    if len(set(terms.tiebreaks)) != len(terms.tiebreaks):
        raise Illegal(Refusal("tiebreak-twice", {"field": "tiebreaks"}))
    if not set(terms.tiebreaks) <= TIEBREAKS.keys():
        raise Illegal(Refusal("no-choice", {"field": "tiebreaks"}))


def _check_times(terms: Terms) -> None:
    if terms.time is None and not terms.real:
        raise Illegal(Refusal("time-needed", {"field": "time"}))
    if list(terms.calendar) != sorted(set(terms.calendar)):
        raise Illegal(Refusal("calendar-order", {"field": "calendar"}))


def _check_teams(terms: Terms) -> None:
    if terms.team_boards == 1:
        raise Illegal(Refusal("one-team-board", {"field": "team_boards"}))
    if terms.team_boards and not FORMATS[terms.format].takes_teams:
        raise Illegal(Refusal("format-without-teams", {"field": "team_boards"}))


def _clashes(terms: Terms) -> list[tuple[str, str]]:
    """Fields that do not go together, with the field that they are at odds with."""
    limits = terms.rating_from, terms.rating_to
    result = {
        ("time", "real"): terms.real and terms.time is not None,
        ("rated", "real"): terms.real and terms.rated and terms.team > 1,
        ("rating_to", "rating_from"): None not in limits and terms.rating_from > terms.rating_to,  # type: ignore[operator]
        ("reveal_after", "reveal"): (terms.reveal == "delay") != (terms.reveal_after is not None),
        ("delay", "spectators"): (terms.spectators == "delayed")
        != ((terms.delay is None) != (terms.delay_plies is None)),
        ("delay_plies", "delay"): terms.delay is not None and terms.delay_plies is not None,
        **{(name, "format"): name in dict(terms.elsewhere) for name in _not_for(terms.format)},
        ("options", "variant"): terms.options.free_setup or terms.options.memory
        if terms.rules.deals
        else terms.options.spotter,
        ("check_in", "starts"): terms.check_in > 0 and terms.starts is None,
        ("scheduled", "real"): terms.scheduled and terms.real,
        ("team_boards", "variant"): terms.team_boards > 0 and terms.team > 1,
        ("team_boards", "best_of"): terms.team_boards > 0 and terms.own.best_of > 1,
        ("team_boards", "final_stage"): terms.team_boards > 0 and not _takes_teams(terms.own.final_stage),
        ("team_boards", "best_of_final"): terms.team_boards > 0 and terms.own.best_of_final > 1,
        ("team_boards", "scheduled"): terms.team_boards > 0 and terms.scheduled,
        ("rating_from", "team_boards"): terms.team_boards > 0 and limits != (None, None),
        ("lineup_before", "team_boards"): terms.lineup_before > 0 and not terms.team_boards,
        ("until_next", "round_length"): terms.until_next and terms.round_length is not None,
        **{(name, "format"): wrong for name, wrong in _of_rounds(terms).items() if FORMATS[terms.format].grows},
        ("time", "format"): FORMATS[terms.format].grows and not FORMATS[terms.format].by_challenge and not terms.live,
    }
    return [names for names, clash in result.items() if clash]


def _takes_teams(format: str) -> bool:
    return format not in FORMATS or FORMATS[format].takes_teams


def _of_rounds(terms: Terms) -> dict[str, bool]:
    """What a round that grows does not go with: who plays next plays at once, and everybody knows the results."""
    return {
        "real": terms.real,
        "spectators": terms.spectators == "delayed",
        "scheduled": terms.scheduled,
        "calendar": bool(terms.calendar),
        "round_length": terms.round_length is not None,
        "until_next": terms.until_next,
        "publishing": terms.publishing != "paired",
    }


def _not_for(format: str) -> list[str]:
    """The fields that a format does not take but as they are by default."""
    return sorted(
        {name for slug, traits in FORMATS.items() if slug != format for name in traits.terms.refused_elsewhere}
    )


# -- what may be changed, and until when ----------------------------------------------------------

_FOR_GOOD = frozenset({"variant", "format", "real", "team_boards"})
"""What people entered for: all else may be changed once a tournament is announced."""

_LATE_CHANGES = frozenset(
    {"capacity", "calendar", "pause", "automatic", "round_length", "no_show", "stop_clocks", "entry", "rating_from"}
    | {
        "rating_to",
        "spectators",
        "delay",
        "delay_plies",
        "starts",
        "publishing",
        "publish_before",
        "until_next",
        "lineup_before",
    }
)
"""What may be changed once play has begun: nothing that points, pairings or games depend on. A format says what of its
own part may be."""

_IMPORTED_CHANGES = frozenset({"tiebreaks"})
"""And of an event that comes from a file until a round is paired here: the file may not have said."""


def changeable(*, begun: bool, as_in_file: bool = False) -> frozenset[str]:
    """The terms that may be changed of an event that is announced."""
    if not begun:
        return names_of_terms() - _FOR_GOOD
    late = _LATE_CHANGES.union(*(traits.terms.late for traits in FORMATS.values()))
    return late | _IMPORTED_CHANGES if as_in_file else late


def check_change(before: Terms, after: Terms, *, begun: bool, paired: int, as_in_file: bool = False) -> None:
    """Refuses a change that comes too late to be fair.

    Args:
        before, after: the terms that hold, and those that are wanted.
        begun: play has begun; else the tournament is announced.
        paired: rounds that are paired; there cannot be fewer in all.
        as_in_file: see `changeable`.

    Raises:
        Illegal: `too-late-to-change` with the `field`; `rounds-paired` with their number.
    """
    allowed = changeable(begun=begun, as_in_file=as_in_file)
    then, wanted = before.by_name(), after.by_name()
    for name in then:
        if name not in allowed and then[name] != wanted[name]:
            raise Illegal(Refusal("too-late-to-change", {"field": name}))
    if begun and after.rounds != before.rounds and "rounds" not in FORMATS[after.format].terms.late:
        raise Illegal(Refusal("too-late-to-change", {"field": "rounds"}))
    if begun and 0 < after.rounds < paired:
        raise Illegal(Refusal("rounds-paired", {"field": "rounds", "rounds": paired}))


# -- defaults -------------------------------------------------------------------------------------


TEAM_SCORING = SCORINGS["teams"]
"""Of matches of teams: match points."""


def usual_terms(slug: str, format: str = USUAL, *, real: bool = False, **values: Any) -> Terms:
    """The terms that a variant and a format usually have: what an organiser need not think of.

    Args:
        slug: of the variant.
        real: across real boards.
        values: other fields that are chosen.
    """
    usual: dict[str, Any] = dict(FORMATS[format].terms.usual)
    if real:
        # People stand at the boards: whoever runs the event says when a round begins, and puts the pairings up.
        usual |= {"real": True, "rated": False, "automatic": False, "publishing": "hand"}
    else:
        # A full army needs time; small ones are played in a quarter of an hour.
        quick = sum(variant(slug).army.values()) <= FEW_PIECES
        minutes, seconds = (10, 10) if quick else (45, 20)
        usual["start_ratings"] = "current"
        usual["time"] = TimeControl("bank", minutes * 60, seconds, setup=(5 if quick else 10) * 60)
    if values.get("team_boards"):
        usual["scoring"] = TEAM_SCORING
    return Terms(variant=slug, format=format).changed(**(usual | values))


FEW_PIECES = 12
