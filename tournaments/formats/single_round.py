"""What formats have in common that have one round, which grows while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.domain.formats import Format
from tournaments.domain.state import Board, Round, TournamentFold
from tournaments.scoring.streaks import columns_of


class GrowingFormat(Format):
    """One round, to which boards are added; who comes late plays from then on."""

    grows = True

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """One, which grows."""
        return 1

    def takes_late(self, fold: TournamentFold) -> bool:
        return fold.round is None or fold.round.finished_at is None

    def rounds_in_table(self, rounds: tuple[Round, ...]) -> tuple[Round, ...]:
        return tuple(part for round in rounds for part in _parts(round))


def _parts(round: Round) -> list[Round]:
    """A round in parts in none of which somebody has two boards."""
    columns: dict[int, list[Board]] = {}
    for board, column in zip(round.boards, columns_of([board.entries for board in round.boards]), strict=True):
        columns.setdefault(column, []).append(board)
    return [replace(round, boards=tuple(columns[column])) for column in range(len(columns))]
