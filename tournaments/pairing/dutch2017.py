"""The Dutch system under the rules in force until 31 January 2026: the engine of py4swiss as it is.

Importing this loads native code.
"""

from __future__ import annotations

from collections.abc import Iterable

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.results import ColorToken, ResultToken, ScoringPointSystem
from py4swiss.trf.results import RoundResult as TheirResult
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark, Scoring

_COLOURS = {Colour.RED: ColorToken.WHITE, Colour.BLUE: ColorToken.BLACK, None: ColorToken.BYE_OR_NOT_PAIRED}
_RESULTS = {mark: ResultToken(mark.value) for mark in Mark}


def ask(table: Crosstable) -> tuple[Pairing, ...]:
    """The next round as the engine has it, boards in order.

    Raises:
        CannotPair: `no-pairing`.
    """
    try:
        pairings = DutchEngine.generate_pairings(parsed(table))
    except PairingError:
        raise CannotPair("no-pairing") from None
    return tuple(Pairing(pairing.white, pairing.black or None) for pairing in pairings)


def parsed(table: Crosstable) -> ParsedTrf:
    """The crosstable as the report file that the engine reads."""
    played = table.paired
    return ParsedTrf.model_construct(
        player_sections=[_section(row, table.points(row.number), played) for row in table.rows],
        x_section=XSection.model_construct(
            # The engine asks only whether the next round is the last one.
            number_of_rounds=table.rounds,
            zeroed_ids={row.number for row in table.rows if row.absent},
            scoring_point_system=ScoringPointSystem.model_construct(score_dict=_scores(table.scoring)),
            configuration=XSectionConfiguration.model_construct(
                first_round_color=table.first_colour is Colour.RED, by_rank=False
            ),
            # The engine lengthens these lists, so they are its own.
            accelerations={row.number: list(row.acceleration) for row in table.rows if row.acceleration},
            forbidden_pairs=set(_pairs(table.forbidden)),
        ),
    )


def _section(row: Row, points: int, played: int) -> PlayerSection:
    missing = [RoundResult(Mark.ABSENT)] * (played - len(row.results))
    return PlayerSection.model_construct(
        starting_number=row.number,
        points_times_ten=points,
        rank=row.number,
        results=[_result(result) for result in (*row.results, *missing)],
    )


def _result(result: RoundResult) -> TheirResult:
    assert result.mark is not None, "rounds that go on were refused before"
    return TheirResult.model_construct(
        id=result.opponent or 0, color=_COLOURS[result.colour], result=_RESULTS[result.mark]
    )


def _scores(scoring: Scoring) -> dict[tuple[ResultToken, ColorToken], int]:
    return {(_RESULTS[mark], colour): scoring.points(mark) for mark in Mark for colour in ColorToken}


def _pairs(forbidden: Iterable[frozenset[int]]) -> Iterable[tuple[int, int]]:
    for pair in forbidden:
        number, other = sorted(pair)
        yield number, other
