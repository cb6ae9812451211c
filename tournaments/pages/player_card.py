"""A player's card in an event: opponents, colours, floats, points by round, and what each tie-break is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.state import Entry, Leg
from tournaments.pages.rounds import due_text
from tournaments.pages.tables import FLOATS, KINDS, colours_text, floats_text, streak_text, value_text
from tournaments.presentation.names import link_to, names_of_entry
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.tiebreaks import PART_REASONS, TIEBREAK_WORDS
from tournaments.presentation.words import ANNULLED, BYES, MARKS, PRESENCES, points_text, result_text
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.standings import CrosstableCell, Standing
from tournaments.scoring.tiebreaks import Explanation, Tiebreak, TiebreakPart, explain

TIED = 20
"""So many who are tied with a player are named."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    number: int
    url: str
    opponent: str
    opponent_url: str
    opponent_rating: int
    colour: str
    colour_name: str
    result: str
    kind: str
    games: tuple[tuple[str, str], ...]
    points: str
    so_far: str
    float: str


@dataclass(frozen=True, slots=True)
class PartRow:
    """What a round adds to a tie-break."""

    round: int
    opponent: str
    opponent_url: str
    mark: str
    why: str
    score: str
    value: str
    cut: bool


@dataclass(frozen=True, slots=True)
class TiebreakBox:
    """A tie-break, its value, and what is behind it."""

    slug: str
    name: str
    about: str
    article: str
    value: str
    mean: bool
    parts: tuple[PartRow, ...]
    tied: tuple[tuple[str, str], ...]
    more_tied: int
    among_tied: bool


_COLOURS = {Colour.RED: gettext_lazy("red"), Colour.BLUE: gettext_lazy("blue"), None: ""}


def _mark_text(cell: CrosstableCell) -> str:
    return str(MARKS[cell.mark]) if cell.mark is not None else _("going on")


@dataclass
class EntryCard:
    """What the page of an entry shows: its rounds, points and opponents."""

    sheet: Sheet
    entry: Entry

    @property
    def number(self) -> int | None:
        """The pairing number, once play has begun."""
        return self.sheet.fold.numbers.get(self.entry.number)

    @property
    def name(self) -> str:
        return names_of_entry(self.entry)

    @property
    def profile(self) -> SafeString:
        """What stands for the name with its link."""
        return mark_safe(names_of_entry(self.entry, link_to))  # noqa: S308  # ids and a word

    @property
    def presence(self) -> str:
        """Whether it takes part."""
        return str(PRESENCES[self.entry.presence])

    @property
    def byes(self) -> Iterator[tuple[str, str]]:
        for round, kind in sorted(self.entry.byes.items()):
            yield self.sheet.round_name(round), str(BYES[kind])

    @cached_property
    def standing(self) -> Standing | None:
        return self.sheet.standing_of(self.number)

    @property
    def annulled(self) -> str:
        """What to say instead of a place of who left too early."""
        return str(ANNULLED) if self.standing is not None and self.standing.annulled else ""

    @property
    def points(self) -> str:
        return points_text(self.standing.points) if self.standing is not None else ""

    @property
    def pairing(self) -> Iterator[tuple[str, str]]:
        """What the pairing of the next round knows, where it goes by the scores; and a streak, where that counts."""
        if self.number is not None and self.sheet.format.grows and (text := streak_text(self.sheet, self.number)):
            yield _("Streak"), text
        if self.number is None or not self.sheet.format.by_score:
            return
        card = self.sheet.cards[self.number]
        yield _("Score group"), points_text(card.score)
        yield _("Colours so far"), colours_text(card)
        yield _("Due"), due_text(card)
        yield _("Floats"), floats_text(card)

    @cached_property
    def cells(self) -> tuple[CrosstableCell, ...]:
        return self.sheet.cells_of(self.number)

    @cached_property
    def rounds(self) -> list[RoundRow]:
        """Every round that has begun, and the next one once it is paired."""
        if self.sheet.format.grows:  # its columns are no rounds
            games = [cell for cell in self.cells if cell.opponent is not None]
            return [replace(self._round(cell), number=number) for number, cell in enumerate(games, 1)]
        return [*map(self._round, self.cells), *self._to_come()]

    def _to_come(self) -> Iterator[RoundRow]:
        """The round that is paired and has not begun: nothing of it counts yet."""
        sheet, round = self.sheet, self.sheet.round
        if self.number is None or round is None or round.begun_at is not None:
            return
        board = round.board_of(self.entry.number)
        if board is None:
            return
        other = next(entry for entry in board.entries if entry != self.entry.number)
        colour = Colour.RED if board.red == self.entry.number else Colour.BLUE
        yield RoundRow(
            number=round.number,
            url=sheet.url("round", round.number),
            opponent=sheet.entry_name(other),
            opponent_url=sheet.card_url(other),
            opponent_rating=sheet.fold.entries[other].rating,
            colour=colour,
            colour_name=str(_COLOURS[colour]),
            result=_("not begun yet"),
            kind="waiting",
            games=(),
            points="",
            so_far="",
            float="",
        )

    def _round(self, cell: CrosstableCell) -> RoundRow:
        sheet, round = self.sheet, self.sheet.columns[cell.round - 1]
        board = round.board_of(self.entry.number)
        waits = board is not None and sheet.waits(round, board.leg)
        floats = sheet.cards[self.number or 0].floats if sheet.format.by_score else ()
        float = floats[cell.round - 1] if cell.round <= len(floats) and cell.mark is not None else None
        other = cell.opponent
        return RoundRow(
            number=cell.round,
            url=sheet.url("round", round.number),
            opponent=sheet.name(other) if other else "",
            opponent_url=sheet.number_url(other) if other else "",
            opponent_rating=sheet.table.row(other).rating if other else 0,
            colour=cell.colour or "",
            colour_name=str(_COLOURS[cell.colour]),
            result=_("not begun yet") if waits else _mark_text(cell),
            kind="waiting" if waits else KINDS.get(cell.mark, ""),
            games=tuple(self._games(board.legs)) if board is not None else (),
            points=_("does not count")
            if not cell.counts
            else points_text(cell.points)
            if cell.mark is not None
            else "",
            so_far=points_text(cell.so_far),
            float=FLOATS[float] if float is not None else "",
        )

    def _games(self, legs: tuple[Leg, ...]) -> Iterator[tuple[str, str]]:
        for number, leg in enumerate(legs, 1):
            words = _("Game %(number)d: %(result)s") % {"number": number, "result": result_text(leg.marks)}
            yield (words if len(legs) > 1 else _("Game")), self.sheet.game_url(leg)

    @cached_property
    def tiebreaks(self) -> list[TiebreakBox]:
        """Every tie-break of the event with what is behind it."""
        if self.number is None or not self.sheet.format.by_points:
            return []
        return [self._tiebreak(place, tiebreak) for place, tiebreak in enumerate(self.sheet.tiebreaks)]

    def _tiebreak(self, place: int, tiebreak: Tiebreak) -> TiebreakBox:
        assert self.number is not None
        sheet, before = self.sheet, [tiebreak.slug for tiebreak in self.sheet.tiebreaks[:place]]
        explanation = explain(sheet.counted, tiebreak.slug, self.number, before=before, lot=sheet.fold.lot)
        name, about = TIEBREAK_WORDS[tiebreak.slug]
        return TiebreakBox(
            slug=tiebreak.slug,
            name=str(name),
            about=str(about),
            article=tiebreak.article,
            value=value_text(explanation.total, tiebreak),
            mean=explanation.mean,
            parts=tuple(
                self._part(tiebreak, explanation, part)
                for part in explanation.parts
                if part.opponent is not None or not sheet.format.grows
            ),
            tied=tuple((sheet.name(other), sheet.number_url(other)) for other in explanation.tied[:TIED]),
            more_tied=max(0, len(explanation.tied) - TIED),
            among_tied=tiebreak.among_tied,
        )

    def _part(self, tiebreak: Tiebreak, explanation: Explanation, part: TiebreakPart) -> PartRow:
        sheet, cell = self.sheet, self.cells[part.round - 1]
        return PartRow(
            round=part.round,
            opponent=sheet.name(cell.opponent) if cell.opponent else "",
            opponent_url=sheet.number_url(cell.opponent) if cell.opponent else "",
            mark=_mark_text(cell),
            why=str(PART_REASONS[part.why if cell.counts else "not-counted"]),
            score="" if part.why in ("rating", "no-rating") or not part.score else points_text(part.score),
            value=value_text(part.value, tiebreak),
            cut=part.cut,
        )
