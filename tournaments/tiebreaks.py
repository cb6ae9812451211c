"""Tie-breaks by the Tie-Break Regulations of FIDE (Handbook C.07, in force since 1 March 2026). Pure.

Articles are those of C.07. Every value is made of `Part`s, one a round, so that a page can open it to the opponents,
the byes and the sum behind it: `explain` and the standings count the same parts.

Rounds that were not played (article 16, Swiss):

- A *requested bye* is a half-point or zero-point bye (16.1.1); who was absent without a word has a zero-point bye. A
  *voluntary unplayed round* is a requested bye or a forfeit loss (16.1.2). Pairing-allocated and full-point byes and
  forfeit wins are neither.
- For the opponents a player's score is *adjusted*: requested byes that nothing but voluntary unplayed rounds follow
  count as draws (16.2.5, 16.3.2); all other rounds count what they were worth (16.3.1).
- A player's own unplayed round counts as a game with that round's result against a *dummy* who has the player's own
  score (16.4), but after a forfeit no more than the scheduled opponent's adjusted score (16.4.1), and after a bye no
  more than a draw in each round (16.4.2); before the last one these are the rounds so far. Until March 2026 nothing
  was capped: `capped=False`.
- Where the lowest value is cut, the lowest one from a voluntary unplayed round goes instead, unless it is worth less
  (16.5).

In a round robin (article 15, `predetermined`) forfeits count as games against the scheduled opponent, but not for
ratings, and a forfeit loss is no game of one's own (15.2); rounds without an opponent count nothing, and scores are not
adjusted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.crosstable import Colour, Crosstable, Result
from tournaments.scoring import TENTHS, Mark

__all__ = [
    "TIEBREAKS",
    "WHY",
    "Count",
    "Explanation",
    "Part",
    "Tiebreak",
    "direct_encounter",
    "explain",
    "lot_order",
    "rank",
]

HUNDREDTHS = 100
"""Units of a point where points are multiplied or averaged."""

_REQUESTED = frozenset({Mark.HALF_BYE, Mark.ABSENT})
_VOLUNTARY = _REQUESTED | {Mark.FORFEIT_LOSS}
_WON = frozenset({Mark.WIN, Mark.WIN_UNRATED})
_LATE = Result(Mark.ABSENT)


class Part(NamedTuple):
    """What one round adds to a tie-break.

    Args:
        round: from 1.
        opponent: the pairing number, or None.
        mark: what the round was for the player; None while the game goes on.
        value: what it adds, in the unit of the tie-break.
        why: a slug of `WHY`.
        score: the opponent's or dummy's score that `value` comes from, in tenths (a rating for the average rating).
        voluntary: it is a voluntary unplayed round (16.1.2).
        cut: it is left out of the sum.
    """

    round: int
    opponent: int | None
    mark: Mark | None
    value: int
    why: str
    score: int = 0
    voluntary: bool = False
    cut: bool = False


WHY: Mapping[str, Promise] = {
    "opponent": _("the opponent's score"),
    "adjusted": _("the opponent's score, byes asked for at the end counted as draws"),
    "dummy": _("no game: the player's own score"),
    "dummy-opponent": _("no game: the player's own score, at most that of the opponent who was to be played"),
    "dummy-draws": _("no game: the player's own score, at most a draw in each round"),
    "scheduled": _("a forfeit, counted as a game"),
    "result": _("the result of the round"),
    "counted": _("counts"),
    "not-counted": _("does not count"),
    "score-so-far": _("the player's score after this round"),
    "rating": _("the opponent's rating"),
    "no-rating": _("the opponent has no rating"),
    "tied": _("a game with a tied player"),
    "going-on": _("the game goes on"),
}
"""Why a part counts what it does, in words."""


@dataclass(frozen=True, slots=True)
class Count:
    """An event after some of its rounds, with the scores that all tie-breaks need.

    Args:
        table: the crosstable.
        after: how many rounds count.
        predetermined: a round robin (article 15).
        capped: dummies are capped (16.4.1 and 16.4.2, since March 2026).
        results: by pairing number less 1, one a round; a round that a player has none for counts as absence.
        points: by pairing number less 1, in tenths.
        adjusted: likewise, as the opponents' tie-breaks see it (16.3).
        lot: chance from the caller, for the order by lot.
    """

    table: Crosstable
    after: int
    predetermined: bool
    capped: bool
    results: tuple[tuple[Result, ...], ...]
    points: tuple[int, ...]
    adjusted: tuple[int, ...]
    worth: Mapping[Mark | None, int]
    lot: int = 0
    _parts: dict[tuple[Rule, int], list[Part]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        table: Crosstable,
        *,
        after: int | None = None,
        predetermined: bool = False,
        capped: bool = True,
        lot: int = 0,
    ) -> Count:
        """Count an event.

        Args:
            table, predetermined, capped, lot: as above.
            after: count the first so many rounds; None for all that were paired.
        """
        rounds = table.paired if after is None else min(after, table.paired)
        worth: dict[Mark | None, int] = {mark: table.scoring.points(mark) for mark in Mark}
        worth[None] = 0
        results = tuple(_padded(row.results[:rounds], rounds) for row in table.rows)
        points = tuple(sum(worth[result.mark] for result in row) for row in results)
        draw = table.scoring.draw
        adjusted = points if predetermined else tuple(_adjusted(row, worth, draw) for row in results)
        return cls(
            table=table,
            after=rounds,
            predetermined=predetermined,
            capped=capped,
            results=results,
            points=points,
            adjusted=adjusted,
            worth=worth,
            lot=lot,
        )

    def parts(self, rule: Rule, number: int) -> list[Part]:
        """The parts of a rule before anything is cut; counted once for all tie-breaks that share the rule."""
        key = (rule, number)
        if key not in self._parts:
            self._parts[key] = rule(self, number)
        return self._parts[key]


Rule = Callable[[Count, int], list[Part]]
"""From an event and a pairing number to the parts, one a round that counts."""


def _padded(results: tuple[Result, ...], rounds: int) -> tuple[Result, ...]:
    """One result a round: who is missing in the last ones was absent."""
    return results if len(results) == rounds else (*results, *[_LATE] * (rounds - len(results)))


def _adjusted(results: Sequence[Result], worth: Mapping[Mark | None, int], draw: int) -> int:
    """A player's score for the opponents' tie-breaks (16.3)."""
    points, last = 0, True
    for result in reversed(results):
        if last and result.mark in _REQUESTED:
            points += draw
        else:
            points += worth[result.mark]
            last = last and result.mark in _VOLUNTARY
    return points


# -- opponents' scores (articles 8 and 9) ---------------------------------------------------------


def _faced(count: Count, number: int, result: Result) -> tuple[int, str] | None:
    """The score that a round is counted against, and why; None if the round does not count (15.1)."""
    mark, opponent = result.mark, result.opponent
    if opponent is not None and (mark is None or mark.played):
        score = count.adjusted[opponent - 1]
        if mark is None:
            return score, "going-on"
        return score, "opponent" if score == count.points[opponent - 1] else "adjusted"
    if count.predetermined:
        return (count.points[opponent - 1], "scheduled") if opponent is not None else None
    own = count.points[number - 1]
    if not count.capped:
        return own, "dummy"
    if opponent is not None:
        most, why = count.adjusted[opponent - 1], "dummy-opponent"
    else:
        most, why = count.after * count.table.scoring.draw, "dummy-draws"
    return (own, "dummy") if own <= most else (most, why)


def _buchholz(count: Count, number: int) -> list[Part]:
    """The sum of the opponents' scores (8.1)."""
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        faced = _faced(count, number, result)
        if faced is not None:
            score, why = faced
            voluntary = result.mark in _VOLUNTARY and not count.predetermined
            parts.append(Part(index + 1, result.opponent, result.mark, score, why, score, voluntary))
    return parts


def _sonneborn_berger(count: Count, number: int) -> list[Part]:
    """The opponents' scores, each times the points made against that opponent (9.1); in hundredths.

    With a scoring such as 6-3-1 the points of that scoring are the factor, those of a loss included.
    """
    return [part._replace(value=part.value * count.worth[part.mark]) for part in count.parts(_buchholz, number)]


def _koya(count: Count, number: int) -> list[Part]:
    """The points against opponents who made half of what they could (9.2)."""
    win = count.table.scoring.win
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        if result.opponent is None:
            continue
        games = sum(one.opponent is not None for one in count.results[result.opponent - 1])
        possible = win * (games if count.predetermined else count.after)
        score = count.points[result.opponent - 1]
        half = 2 * score >= possible
        value = count.worth[result.mark] if half else 0
        parts.append(Part(index + 1, result.opponent, result.mark, value, "counted" if half else "not-counted", score))
    return parts


# -- the player's own results (article 7) ---------------------------------------------------------


def _counting(counts: Callable[[Count, Result], bool]) -> Rule:
    """A rule that counts rounds, one each."""

    def rule(count: Count, number: int) -> list[Part]:
        return [
            Part(index + 1, result.opponent, result.mark, int(good), "counted" if good else "not-counted")
            for index, result in enumerate(count.results[number - 1])
            for good in (counts(count, result),)
        ]

    return rule


def _as_good_as_won(count: Count, result: Result) -> bool:
    """As many points as for a win, with or without playing (7.1)."""
    mark = result.mark
    return mark in _WON or (mark is not None and not mark.played and count.worth[mark] == count.table.scoring.win)


def _won_on_the_board(count: Count, result: Result) -> bool:
    """Won by playing (7.2), or by forfeit in a round robin (15.2)."""
    return result.mark in _WON or (count.predetermined and result.mark is Mark.FORFEIT_WIN)


def _with_blue(count: Count, result: Result) -> bool:
    """Played with blue, the black of the regulations (7.3); in a round robin forfeit wins are games (15.2)."""
    if result.colour is not Colour.BLUE or result.mark is None:
        return False
    return result.mark.played or (count.predetermined and result.mark is Mark.FORFEIT_WIN)


def _won_with_blue(count: Count, result: Result) -> bool:
    """Won with blue (7.4); in a round robin by forfeit too (15.2)."""
    return result.colour is Colour.BLUE and _won_on_the_board(count, result)


def _elected(count: Count, result: Result) -> bool:
    """Neither a requested bye nor lost by forfeit (7.6)."""
    return result.mark not in _VOLUNTARY


def _progressive(count: Count, number: int) -> list[Part]:
    """The score after each round, summed up (7.5)."""
    parts, so_far = [], 0
    for index, result in enumerate(count.results[number - 1]):
        so_far += count.worth[result.mark]
        parts.append(Part(index + 1, result.opponent, result.mark, so_far, "score-so-far", so_far))
    return parts


_HALVES: Mapping[Mark | None, int] = {
    Mark.WIN: 2,
    Mark.WIN_UNRATED: 2,
    Mark.DRAW: 1,
    Mark.DRAW_UNRATED: 1,
}


def _standard(count: Count, number: int) -> list[Part]:
    """The points by 1, ½ and 0, whatever the event counts by (7.7): more than the opponent, or, without playing, more
    than for a draw; half for as many.
    """
    draw = count.table.scoring.draw
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        mark, worth = result.mark, count.worth[result.mark]
        if mark is None or mark.played:
            halves = _HALVES.get(mark, 0)
        else:
            halves = (worth > draw) + (worth >= draw)
        parts.append(Part(index + 1, result.opponent, mark, halves * TENTHS // 2, "result"))
    return parts


# -- ratings (article 10) -------------------------------------------------------------------------


def _ratings(count: Count, number: int) -> list[Part]:
    """The ratings of the opponents met on the board (10.1; a forfeit is no game here, 15.2).

    An opponent without a rating is left out.
    """
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        if result.opponent is None or result.mark is None or not result.mark.played:
            continue
        rating = count.table.row(result.opponent).rating
        why = "rating" if rating else "no-rating"
        parts.append(Part(index + 1, result.opponent, result.mark, rating, why, rating, cut=not rating))
    return parts


# -- chosen ends ----------------------------------------------------------------------------------


def _number(count: Count, number: int) -> list[Part]:
    """What comes from no round has no parts: the pairing number (7.8), the rating (10.6), a lot."""
    return []


def lot_order(lot: int, number: int) -> str:
    """What players who are still tied are sorted by: SHA-256 over `lot` and the pairing number, in decimal.

    Anybody who knows `lot`, which is drawn at the start, can check the order.
    """
    return hashlib.sha256(f"{lot} {number}".encode()).hexdigest()


# -- the list -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break.

    Args:
        slug: its name in terms and addresses.
        name, about: for people.
        article: of C.07; empty if it has none.
        rule: where its parts come from.
        unit: what one point is in its values: 10 for tenths, 100 for hundredths, 1 for plain numbers.
        low, high: how many of the lowest and highest parts are cut (article 14).
        mean: the value is the mean of the parts, rounded to the nearest whole, halves up (10.1).
        ascending: the lower value is better.
        among_tied: it looks at the games of the tied players only (article 6).
        formats: where it tells players apart, and C.07 does not advise against it.
    """

    slug: str
    name: Promise
    about: Promise
    article: str
    rule: Rule
    unit: int = TENTHS
    low: int = 0
    high: int = 0
    mean: bool = False
    ascending: bool = False
    among_tied: bool = False
    formats: tuple[str, ...] = ("swiss", "round_robin")

    def parts(self, count: Count, number: int) -> list[Part]:
        """The parts of a player's value, those cut marked so."""
        parts = count.parts(self.rule, number)
        if not self.low and not self.high:
            return parts
        if self.rule is _progressive:
            return [part._replace(cut=True) if part.round <= self.low else part for part in parts]
        return _cut(parts, low=self.low, high=self.high)

    def value(self, count: Count, number: int) -> int:
        """A player's value; not for `among_tied`."""
        if self.slug == "seed":
            return number
        if self.slug == "rating":
            return count.table.row(number).rating
        if self.slug == "lot":
            return _drawn(count)[number]
        kept = [part.value for part in self.parts(count, number) if not part.cut]
        if self.mean:
            return (2 * sum(kept) + len(kept)) // (2 * len(kept)) if kept else 0
        return sum(kept)


def _drawn(count: Count) -> dict[int, int]:
    """The order by lot, from 1."""
    numbers = sorted((row.number for row in count.table.rows), key=lambda number: lot_order(count.lot, number))
    return {number: place for place, number in enumerate(numbers, start=1)}


def _cut(parts: Sequence[Part], *, low: int, high: int) -> list[Part]:
    """The parts with the least and most significant ones marked as cut (14.1 to 14.4, 16.5).

    The least significant part is that of the opponent with the lowest score, and of several the one that adds least
    (14.1.1). It is spared if the lowest part from a voluntary unplayed round adds no less (16.5).
    """
    kept = [part for part in parts if not part.cut]
    gone: set[int] = set()
    for _count in range(min(low, len(kept))):
        least = min(kept, key=lambda part: (part.score, part.value, part.round))
        unplayed = [part for part in kept if part.voluntary]
        if unplayed:
            lowest = min(unplayed, key=lambda part: (part.value, part.score, part.round))
            least = lowest if lowest.value >= least.value else least
        kept.remove(least)
        gone.add(least.round)
    for _count in range(min(high, len(kept))):
        most = max(kept, key=lambda part: (part.score, part.value, -part.round))
        kept.remove(most)
        gone.add(most.round)
    return [part._replace(cut=True) if part.round in gone else part for part in parts]


_LIST = (
    Tiebreak(
        "buchholz", _("Buchholz"), _("The scores of the opponents, added up."), "8.1", _buchholz, formats=("swiss",)
    ),
    Tiebreak(
        "buchholz-cut-1",
        _("Buchholz Cut-1"),
        _("The scores of the opponents without the lowest."),
        "8.1, 14.1",
        _buchholz,
        low=1,
        formats=("swiss",),
    ),
    Tiebreak(
        "buchholz-cut-2",
        _("Buchholz Cut-2"),
        _("The scores of the opponents without the two lowest."),
        "8.1, 14.2",
        _buchholz,
        low=2,
        formats=("swiss",),
    ),
    Tiebreak(
        "buchholz-median",
        _("Median Buchholz"),
        _("The scores of the opponents without the lowest and the highest."),
        "8.1, 14.3",
        _buchholz,
        low=1,
        high=1,
        formats=("swiss",),
    ),
    Tiebreak(
        "buchholz-median-2",
        _("Median Buchholz 2"),
        _("The scores of the opponents without the two lowest and the two highest."),
        "8.1, 14.4",
        _buchholz,
        low=2,
        high=2,
        formats=("swiss",),
    ),
    Tiebreak(
        "sonneborn-berger",
        _("Sonneborn-Berger"),
        _("The score of each opponent times the points made against that opponent, added up."),
        "9.1",
        _sonneborn_berger,
        unit=HUNDREDTHS,
    ),
    Tiebreak(
        "sonneborn-berger-cut-1",
        _("Sonneborn-Berger Cut-1"),
        _("Sonneborn-Berger without the opponent with the lowest score."),
        "9.1, 14.1",
        _sonneborn_berger,
        unit=HUNDREDTHS,
        low=1,
        formats=("swiss",),
    ),
    Tiebreak(
        "direct-encounter",
        _("Direct encounter"),
        _("The points from the games of the tied players against one another, if they have all met."),
        "6",
        _number,
        unit=HUNDREDTHS,
        among_tied=True,
    ),
    Tiebreak(
        "wins",
        _("Wins"),
        _("Rounds with as many points as for a win, byes and forfeits included."),
        "7.1",
        _counting(_as_good_as_won),
        unit=1,
    ),
    Tiebreak("games-won", _("Games won"), _("Games won on the board."), "7.2", _counting(_won_on_the_board), unit=1),
    Tiebreak("games-blue", _("Games with blue"), _("Games played with blue."), "7.3", _counting(_with_blue), unit=1),
    Tiebreak(
        "wins-blue",
        _("Wins with blue"),
        _("Games won on the board with blue."),
        "7.4",
        _counting(_won_with_blue),
        unit=1,
    ),
    Tiebreak(
        "progressive",
        _("Progressive score"),
        _("The score after each round, added up."),
        "7.5",
        _progressive,
        formats=("swiss",),
    ),
    Tiebreak(
        "progressive-cut-1",
        _("Progressive score Cut-1"),
        _("The score after each round but the first, added up."),
        "7.5, 14.1",
        _progressive,
        low=1,
        formats=("swiss",),
    ),
    Tiebreak(
        "rounds-elected",
        _("Rounds elected to play"),
        _("Rounds without a bye asked for and without a forfeit loss."),
        "7.6",
        _counting(_elected),
        unit=1,
    ),
    Tiebreak(
        "standard-points",
        _("Standard points"),
        _("The points if a win counted 1, a draw ½ and a loss 0."),
        "7.7",
        _standard,
    ),
    Tiebreak(
        "koya",
        _("Koya"),
        _("The points against opponents who made at least half of the points they could."),
        "9.2",
        _koya,
        formats=("round_robin",),
    ),
    Tiebreak(
        "average-rating",
        _("Average rating of opponents"),
        _("The mean rating of the opponents met on the board."),
        "10.1",
        _ratings,
        unit=1,
        mean=True,
        formats=("swiss",),
    ),
    Tiebreak(
        "average-rating-cut-1",
        _("Average rating of opponents Cut-1"),
        _("The mean rating of the opponents met on the board without the lowest."),
        "10.1, 14.1",
        _ratings,
        unit=1,
        mean=True,
        low=1,
        formats=("swiss",),
    ),
    Tiebreak("rating", _("Rating"), _("The rating at the start; the higher one first."), "10.6", _number, unit=1),
    Tiebreak(
        "seed",
        _("Initial ranking"),
        _("The place in the initial ranking; the higher one first."),
        "7.8",
        _number,
        unit=1,
        ascending=True,
    ),
    Tiebreak("lot", _("Lot"), _("The order drawn by lot at the start."), "", _number, unit=1, ascending=True),
)

TIEBREAKS: Mapping[str, Tiebreak] = {tiebreak.slug: tiebreak for tiebreak in _LIST}
"""All tie-breaks by slug, in the order in which they are offered."""


# -- direct encounter (article 6) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Encounter:
    """What the games of tied players say of one of them.

    Args:
        made: the points made against the other tied players, in hundredths; the mean where two met more than once
            (6.1.2).
        missing: how many of the others were not met.
    """

    made: Fraction
    missing: int


def _met(count: Count, group: Iterable[int], number: int) -> dict[int, list[Part]]:
    """The games of a player against others of a group, by opponent."""
    tied = set(group)
    games: dict[int, list[Part]] = {}
    for index, result in enumerate(count.results[number - 1]):
        mark = result.mark
        if result.opponent not in tied or mark is None:
            continue
        if mark.played or count.predetermined:
            value = count.worth[mark] * HUNDREDTHS // TENTHS
            part = Part(index + 1, result.opponent, mark, value, "tied", value)
            games.setdefault(result.opponent, []).append(part)
    return games


def _encounter(count: Count, group: Sequence[int], number: int) -> Encounter:
    """The points of a player among the tied (6.1)."""
    games = _met(count, group, number)
    made = sum((Fraction(sum(part.value for part in parts), len(parts)) for parts in games.values()), Fraction(0))
    return Encounter(made=made, missing=len(group) - 1 - len(games))


def direct_encounter(count: Count, group: Sequence[int]) -> list[list[int]]:
    """Tied players in the order of article 6: lists of those who are still tied, the best first.

    If all of them have met, the points from these games rank them, and the rule is used again for those who are still
    level (6.2). If not, whoever is first whatever the missing games had brought is first, and the rule is used again
    for the rest; if nobody is, all stay tied (6.3). In a Swiss only games on the board count (6.1.1).

    Args:
        group: pairing numbers that everything before has left tied.
    """
    if len(group) == 1:
        return [list(group)]
    found = {number: _encounter(count, group, number) for number in group}
    if any(one.missing for one in found.values()):
        first = _certain(count, found)
        if first is None:
            return [sorted(group)]
        return [[first], *direct_encounter(count, [number for number in group if number != first])]
    tiers = _tiers(group, lambda number: found[number].made)
    if len(tiers) == 1:
        return tiers
    return [part for tier in tiers for part in direct_encounter(count, tier)]


def _certain(count: Count, found: Mapping[int, Encounter]) -> int | None:
    """Who is first whatever the missing games had brought (6.3)."""
    most = max(count.table.scoring.win, count.table.scoring.draw) * HUNDREDTHS // TENTHS
    first = max(found, key=lambda number: found[number].made)
    best = found[first].made
    if all(best > one.made + one.missing * most for number, one in found.items() if number != first):
        return first
    return None


def _tiers(group: Iterable[int], value: Callable[[int], Fraction]) -> list[list[int]]:
    """Those of the same value together, the highest first."""
    tiers: dict[Fraction, list[int]] = {}
    for number in sorted(group):
        tiers.setdefault(value(number), []).append(number)
    return [tiers[made] for made in sorted(tiers, reverse=True)]


def _encounter_values(count: Count, group: Sequence[int]) -> dict[int, int]:
    """The points, in hundredths, of those whom article 6 ranks by them: of all if all have met (6.2), else of who is
    first for certain, and so on among the rest (6.3).
    """
    if len(group) == 1:
        return {}
    found = {number: _encounter(count, group, number) for number in group}
    if not any(one.missing for one in found.values()):
        return {number: round(one.made) for number, one in found.items()}
    first = _certain(count, found)
    if first is None:
        return {}
    rest = [number for number in group if number != first]
    return {first: round(found[first].made), **_encounter_values(count, rest)}


# -- ranking and explaining -----------------------------------------------------------------------


def rank(count: Count, tiebreaks: Sequence[str]) -> tuple[list[list[int]], dict[int, list[int]]]:
    """The players by points and tie-breaks.

    Args:
        tiebreaks: slugs, the first to be looked at first.

    Returns:
        lists of those who share a place, the best first; and for each player the value of each tie-break.

    Raises:
        KeyError: a slug is unknown.
    """
    chosen = [TIEBREAKS[slug] for slug in tiebreaks]
    values: dict[int, list[int]] = {row.number: [] for row in count.table.rows}
    groups = _split([sorted(values)], lambda number: -count.points[number - 1])
    for tiebreak in chosen:
        if tiebreak.among_tied:
            for group in groups:
                made = _encounter_values(count, group)
                for number in group:
                    values[number].append(made.get(number, 0))
            groups = [tier for group in groups for tier in direct_encounter(count, group)]
            continue
        found = _values(count, tiebreak, values)
        for number, value in found.items():
            values[number].append(value)
        sign = 1 if tiebreak.ascending else -1
        groups = _split(groups, lambda number, found=found, sign=sign: sign * found[number])  # type: ignore[misc]
    return groups, values


def _values(count: Count, tiebreak: Tiebreak, numbers: Iterable[int]) -> dict[int, int]:
    """The value of each player."""
    if tiebreak.slug == "lot":
        return _drawn(count)
    return {number: tiebreak.value(count, number) for number in numbers}


def _split(groups: Iterable[Sequence[int]], key: Callable[[int], int]) -> list[list[int]]:
    """Each group in parts of equal keys, the lowest key first."""
    split = []
    for group in groups:
        if len(group) == 1:
            split.append(list(group))
            continue
        tiers: dict[int, list[int]] = {}
        for number in group:
            tiers.setdefault(key(number), []).append(number)
        split += [tiers[value] for value in sorted(tiers)]
    return split


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a value comes from.

    Args:
        slug, number: of the tie-break and the player.
        parts: round by round; those that are cut add nothing.
        total: the value, in `unit`.
        unit: of the parts and the total.
        mean: the total is the mean of the parts, rounded, and not their sum.
        tied: for a direct encounter, the players it was looked at for.
    """

    slug: str
    number: int
    parts: tuple[Part, ...]
    total: int
    unit: int
    mean: bool = False
    tied: tuple[int, ...] = ()


def explain(
    table: Crosstable | Count,
    slug: str,
    number: int,
    *,
    before: Sequence[str] = (),
    after: int | None = None,
    predetermined: bool = False,
    lot: int = 0,
) -> Explanation:
    """Open a value to the rounds behind it.

    Args:
        table: the event; counted already, or with `after`, `predetermined` and `lot` as for `Count.of`.
        slug: of the tie-break.
        number: the pairing number.
        before: the slugs that were looked at before it; they say who is still tied (direct encounter only).

    Raises:
        KeyError: the slug is unknown.
    """
    count = table
    if isinstance(count, Crosstable):
        count = Count.of(count, after=after, predetermined=predetermined, lot=lot)
    tiebreak = TIEBREAKS[slug]
    if tiebreak.among_tied:
        return _explained_encounter(count, tiebreak, number, before)
    parts = tuple(tiebreak.parts(count, number))
    return Explanation(slug, number, parts, tiebreak.value(count, number), tiebreak.unit, tiebreak.mean)


def _explained_encounter(count: Count, tiebreak: Tiebreak, number: int, before: Sequence[str]) -> Explanation:
    """The games with those who were still tied. They are marked as cut where they say nothing (6.3)."""
    groups, _values = rank(count, before)
    group = next(group for group in groups if number in group)
    made = _encounter_values(count, group)
    games = [part for parts in _met(count, group, number).values() for part in parts]
    parts = tuple(
        part if number in made else part._replace(cut=True, why="not-counted")
        for part in sorted(games, key=lambda part: part.round)
    )
    tied = tuple(other for other in group if other != number)
    return Explanation(tiebreak.slug, number, parts, made.get(number, 0), tiebreak.unit, tied=tied)
