"""The rules of C.07 that make parts of rounds. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.scoring.crosstable import Colour, RoundResult
from tournaments.scoring.points import TENTHS, Mark
from tournaments.scoring.tiebreaks.tallies import VOLUNTARY, Count, TiebreakPart, TiebreakRule

_WON = frozenset({Mark.WIN, Mark.WIN_UNRATED})


# -- opponents' scores (articles 8 and 9) ---------------------------------------------------------


def _faced(count: Count, number: int, result: RoundResult) -> tuple[int, str] | None:
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


def buchholz(count: Count, number: int) -> list[TiebreakPart]:
    """The sum of the opponents' scores (8.1)."""
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        faced = _faced(count, number, result)
        if faced is not None:
            score, why = faced
            voluntary = result.mark in VOLUNTARY and not count.predetermined
            parts.append(TiebreakPart(index + 1, result.opponent, result.mark, score, why, score, voluntary))
    return parts


def sonneborn_berger(count: Count, number: int) -> list[TiebreakPart]:
    """The opponents' scores, each times the points made against that opponent (9.1); in hundredths.

    With a scoring such as 6-3-1 the points of that scoring are the factor, those of a loss included.
    """
    return [part._replace(value=part.value * count.worth[part.mark]) for part in count.parts(buchholz, number)]


def koya(count: Count, number: int) -> list[TiebreakPart]:
    """The points against opponents who made half of what they could (9.2)."""
    win = count.table.scoring.win
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        if result.opponent is None:
            continue
        games = sum(item.opponent is not None for item in count.results[result.opponent - 1])
        possible = win * (games if count.predetermined else count.after)
        score = count.points[result.opponent - 1]
        half = 2 * score >= possible
        value = count.worth[result.mark] if half else 0
        parts.append(
            TiebreakPart(index + 1, result.opponent, result.mark, value, "counted" if half else "not-counted", score)
        )
    return parts


# -- the player's own results (article 7) ---------------------------------------------------------


def _rounds_with(counts: Callable[[Count, RoundResult], bool]) -> TiebreakRule:
    def rule(count: Count, number: int) -> list[TiebreakPart]:
        return [
            TiebreakPart(index + 1, result.opponent, result.mark, int(good), "counted" if good else "not-counted")
            for index, result in enumerate(count.results[number - 1])
            for good in (counts(count, result),)
        ]

    return rule


def _as_good_as_won(count: Count, result: RoundResult) -> bool:
    """As many points as for a win, with or without playing (7.1)."""
    mark = result.mark
    return mark in _WON or (mark is not None and not mark.played and count.worth[mark] == count.table.scoring.win)


def _won_on_the_board(count: Count, result: RoundResult) -> bool:
    """Won by playing (7.2); a forfeit is no game on the board, in a round robin either."""
    return result.mark in _WON


def _with_blue(count: Count, result: RoundResult) -> bool:
    """Played with blue, the black of the regulations (7.3); in a round robin forfeit wins are games (15.2)."""
    if result.colour is not Colour.BLUE or result.mark is None:
        return False
    return result.mark.played or (count.predetermined and result.mark is Mark.FORFEIT_WIN)


def _won_with_blue(count: Count, result: RoundResult) -> bool:
    """Won on the board with blue (7.4)."""
    return result.colour is Colour.BLUE and _won_on_the_board(count, result)


def _elected(count: Count, result: RoundResult) -> bool:
    """Neither a requested bye nor lost by forfeit (7.6). A free round of a round robin is none (15.1)."""
    return result.mark not in VOLUNTARY and (result.opponent is not None or not count.predetermined)


wins = _rounds_with(_as_good_as_won)
games_won = _rounds_with(_won_on_the_board)
games_blue = _rounds_with(_with_blue)
wins_blue = _rounds_with(_won_with_blue)
rounds_elected = _rounds_with(_elected)


def progressive(count: Count, number: int) -> list[TiebreakPart]:
    """The score after each round, summed up (7.5)."""
    parts, so_far = [], 0
    for index, result in enumerate(count.results[number - 1]):
        so_far += count.worth[result.mark]
        parts.append(TiebreakPart(index + 1, result.opponent, result.mark, so_far, "score-so-far", so_far))
    return parts


def board_points(count: Count, number: int) -> list[TiebreakPart]:
    """What a team made at its boards, by 1, ½ and 0: its game points, where match points come first."""
    return [
        TiebreakPart(index + 1, result.opponent, result.mark, result.board_points, "result")
        for index, result in enumerate(count.results[number - 1])
    ]


def match_and_board_points(count: Count, number: int) -> list[TiebreakPart]:
    """The opponents' match points, each times the board points made against that opponent (EMGSB); in hundredths."""
    own = count.results[number - 1]
    return [
        part._replace(value=part.value * own[part.round - 1].board_points) for part in count.parts(buchholz, number)
    ]


_HALVES: Mapping[Mark | None, int] = {Mark.WIN: 2, Mark.WIN_UNRATED: 2, Mark.DRAW: 1, Mark.DRAW_UNRATED: 1}


def standard(count: Count, number: int) -> list[TiebreakPart]:
    """The points by 1, ½ and 0, whatever the event counts by (7.7): more than the opponent, or, without playing, more
    than for a draw; half for as many.

    A game that both sides lose by forfeit gives neither anything. They have as many points as each other, but the
    article gives a half to who made as much as a draw is worth, and nobody did (docs/tiebreaks.md).
    """
    draw = count.table.scoring.draw
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        mark, worth = result.mark, count.worth[result.mark]
        if mark is None or mark.played:
            halves = _HALVES.get(mark, 0)
        else:
            halves = (worth > draw) + (worth >= draw)
        parts.append(TiebreakPart(index + 1, result.opponent, mark, halves * TENTHS // 2, "result"))
    return parts


# -- ratings (article 10) -------------------------------------------------------------------------


def ratings(count: Count, number: int) -> list[TiebreakPart]:
    """The ratings of the opponents met on the board (10.1; a forfeit is no game here, 15.2).

    An opponent without a rating is left out.
    """
    parts = []
    for index, result in enumerate(count.results[number - 1]):
        if result.opponent is None or result.mark is None or not result.mark.played:
            continue
        rating = count.table.row(result.opponent).rating
        why = "rating" if rating else "no-rating"
        parts.append(TiebreakPart(index + 1, result.opponent, result.mark, rating, why, rating, cut=not rating))
    return parts


def no_rounds(count: Count, number: int) -> list[TiebreakPart]:
    """What comes from no round has no parts: the pairing number (7.8), the rating (10.6), a lot."""
    return []
