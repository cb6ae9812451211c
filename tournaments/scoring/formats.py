"""What formats are like, and which there are. Pure.

    FORMATS[fold.terms.format].name

Terms, files and lists ask this; what a format does in an event is in `tournaments.domain.formats`, of the same objects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.standings import Standing
from tournaments.scoring.tiebreaks import Tiebreak, Where


@dataclass(frozen=True)
class OwnTerms:
    """A format's own part of the terms of an event. A format that has one makes a class of it, whose fields all have
    defaults; this is that of a format that has none. What is asked of any format is here as it is without.
    """

    @property
    def late(self) -> int:
        """The last round before which late entries are taken; 0: none after the start."""
        return 0

    @property
    def half_byes(self) -> int:
        """How many half-point byes an entry may request."""
        return 0

    @property
    def byes_until(self) -> int:
        """The last round for which a bye may be requested; 0: any."""
        return 0

    @property
    def team_colours(self) -> str:
        """Of teams that are paired by score, the type of colour preferences (C.04.6); empty elsewhere."""
        return ""

    @property
    def lasts(self) -> int | None:
        """For so many seconds boards are added to a round that grows; None in the others."""
        return None

    @property
    def best_of(self) -> int:
        """Games of a match."""
        return 1

    @property
    def best_of_final(self) -> int:
        """Games of the final; 0: as of any other match."""
        return 0

    @property
    def final_stage(self) -> str:
        """The slug of the format by which the best play on; "" where there is one stage."""
        return ""

    @property
    def last_place(self) -> str:
        """Who goes on of those who are level for the last place that does: `tiebreaks`, `play_off` or `arbiter`."""
        return "tiebreaks"

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Its fields, each as it is where nothing is chosen."""
        return {item.name: item.default for item in fields(cls)}

    def value(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True, slots=True)
class FormatTerms:
    """What a format has of the terms.

    Args:
        own: the class of its own part.
        only_here: those of the fields that all terms have which do nothing in the other formats.
        refused_elsewhere: those of its own that other formats do not take, but as they are by default.
        bounds: of those of them that are numbers, the least and the most.
        choices: of those of them that are slugs, which there are.
        late: those of them that may be changed once play has begun: no pairing and no result rests on them.
        usual: what it usually has, beside the defaults of `Terms`.
    """

    own: type[OwnTerms] = OwnTerms
    only_here: tuple[str, ...] = ()
    refused_elsewhere: tuple[str, ...] = ()
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    late: tuple[str, ...] = ()
    usual: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all that does nothing in the other formats."""
        return (*self.only_here, *self.own.defaults())


@dataclass(frozen=True, slots=True)
class FileField:
    """A field that files of events have for a format alone (docs/tournament-format.md).

    Args:
        name: in our own form. Report files tell those that are true or false too.
        usual: what it is where a file does not tell it. It says of which kind it is.
        bounds: of a number, the least and the most.
        choices: of a slug, which there are.
    """

    name: str
    usual: bool | int | str
    bounds: tuple[int, int] = (0, 0)
    choices: tuple[str, ...] = ()


class FormatTraits(ABC):
    """What a format is like, whatever event is played by it.

    Attributes:
        slug: its name in events, files and addresses; it never changes.
        name: for people; a text that is translated when it is shown.
        terms: what it has of the terms.
        by_points: points and tie-breaks give the places; else a bracket or a ladder does.
        by_score: each round is paired by the scores so far, so there is a choice: entries may ask for byes, two may be
            kept apart, and an arbiter may pair by hand. Else an arbiter may set colours only.
        has_stages: its best play on in a final stage, whose bracket, if it has one, is there once the first is over.
        has_groups: first everybody meets everybody in groups, whose places points and tie-breaks give.
        has_bracket: a board is a match of one game or several, and its winner goes on along a bracket.
        has_losers_bracket: who loses plays on along another bracket, and is out after a second loss.
        all_meet: everybody meets everybody, so the rounds are known before (C.07, predetermined pairings), and the
            crosstable has a column for each player.
        takes_teams: its entries may be teams (`Terms.team_boards`).
        most_teams: how many teams can take part, if fewer than players.
        grows: it has one round, to which boards are added while it is played: who waits plays the next game at once.
            Somebody has many boards in it, and may leave and come back between two of them.
        streaks: wins in a row count double.
        by_challenge: who plays whom in the round that grows follows from challenges (`TournamentFold.ladder`), and who
            stands where from what came of them. Its games may take days, and somebody may have several at once.
        in_files: the fields that files have for it.
        report_name: what line 092 of a report file calls it.
        report_teams: what that line calls it if teams play; empty if no report file tells of them in it.
        report_system: its code in line 192, if it has one.
        report_words: what line 092 has in it, in lower case, if a file of somebody else means it.
    """

    slug: ClassVar[str]
    name: ClassVar[Any]
    terms: ClassVar[FormatTerms]
    by_points: ClassVar[bool] = True
    has_stages: ClassVar[bool] = False
    has_groups: ClassVar[bool] = False
    by_score: ClassVar[bool] = False
    has_bracket: ClassVar[bool] = False
    has_losers_bracket: ClassVar[bool] = False
    all_meet: ClassVar[bool] = False
    takes_teams: ClassVar[bool] = False
    most_teams: ClassVar[int | None] = None
    grows: ClassVar[bool] = False
    streaks: ClassVar[bool] = False
    by_challenge: ClassVar[bool] = False
    in_files: ClassVar[tuple[FileField, ...]] = ()
    report_name: ClassVar[str]
    report_teams: ClassVar[str] = ""
    report_system: ClassVar[str] = ""
    report_words: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """How many rounds there are for so many players.

        Args:
            players: at least 2.
            own: what the terms have of its fields, by name (`Terms.fields_of_format`).
        """

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """How many can take part: as many as are paired within a minute and a gigabyte (docs/pairing.md).

        Args:
            own: what the terms have of its fields, by name (`Terms.fields_of_format`).
        """
        return 2000

    def suits(self, tiebreak: Tiebreak) -> bool:
        """Whether a tie-break tells players apart in it, and C.07 does not advise against it; not those of teams
        alone."""
        fitting = {Where.POINTS: True, Where.BY_SCORE: self.by_score, Where.ALL_MEET: self.all_meet, Where.TEAMS: False}
        return self.by_points and fitting[tiebreak.where]

    def games_of_each(self, players: int, own: Mapping[str, Any]) -> int:
        """How many games each entry plays in all, where nothing counts of who leaves before half of them (FIDE
        Competition Rules, withdrawal from a round robin); 0 where it counts.

        Args:
            players: how many began.
            own: its fields, by name, of the terms or of a file.
        """
        return 0

    def table_in_file(self, table: Crosstable, own: Mapping[str, Any]) -> Crosstable:
        """The crosstable of a file with what only this format has in it.

        Args:
            table: of the rounds that were played.
            own: the fields of `in_files` by name.
        """
        return table

    def places_in_file(self, table: Crosstable, after: int | None) -> tuple[Standing, ...] | None:
        """The places of an event that a report file tells of, if not points and tie-breaks give them; else None.

        Raises:
            ValueError: the file is not one of this format.
        """
        return None

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """The terms that a file tells of it alone.

        Args:
            values: the fields of `in_files` by name, of all formats.
            players: how many entries there are.
            boards: how many boards each round that was played has.
        """
        return {file.name: values[file.name] for file in self.in_files}

    def boards_in_file(self, table: Crosstable) -> dict[tuple[int, frozenset[int]], int]:
        """The number of each board by its round and the pairing numbers that met, where they do not follow the scores.
        Nothing if they do, or the rounds of the file are not of this format.
        """
        return {}


FORMATS: dict[str, FormatTraits] = {}
"""By slug, in the order in which they are offered."""

USUAL = "swiss"
"""The slug of the one that is meant where nothing is said."""


def parts_by_default() -> dict[str, Any]:
    """The fields of the own parts of all formats, each as it is where nothing is chosen."""
    return {name: usual for traits in FORMATS.values() for name, usual in traits.terms.own.defaults().items()}


def fields_in_files() -> dict[str, FileField]:
    """The fields that files have for one format or another, by name."""
    return {file.name: file for format in FORMATS.values() for file in format.in_files}


def choices_of_parts() -> dict[str, tuple[str, ...]]:
    """The slugs that there are for those that some format has in its terms."""
    return {name: choices for traits in FORMATS.values() for name, choices in traits.terms.choices.items()}


def bounds_of_parts() -> dict[str, tuple[int, int]]:
    """The least and the most of the numbers that some format has in its terms."""
    return {name: bounds for traits in FORMATS.values() for name, bounds in traits.terms.bounds.items()}


def format_choices() -> list[tuple[str, Any]]:
    return [(slug, traits.name) for slug, traits in FORMATS.items()]


def format_in_file(texts: Iterable[str]) -> str:
    """The slug of the format that line 092 of a report file means: such as `Individual: Round-Robin (Berger)`. The
    longest word of a format tells: a double elimination is no elimination.
    """
    lower = " ".join(texts).lower()
    words = {word: slug for slug, traits in FORMATS.items() for word in traits.report_words if word in lower}
    return words[max(words, key=len)] if words else USUAL
