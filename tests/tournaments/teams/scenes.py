"""Events of teams for tests, through the real commands."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tests.tournaments.scenes import an_owner, announced, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands import lineups, results, teams
from tournaments.domain.commands.teams import NamedPerson
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import usual_terms
from tournaments.scoring.points import Mark

BOARDS = 4


def a_cup(
    names: tuple[str, ...], *, boards: int = BOARDS, reserves: int = 1, **terms: Any
) -> tuple[UUID, UUID, dict[str, UUID]]:
    """An event of teams across real boards, each with a captain who does not play and people without an account.

    Returns:
        its id, its owner, and the captains by the names of their teams.
    """
    owner = an_owner()
    values = {"real": True, "automatic": False, "publishing": "paired", "team_boards": boards, "board_order": "fixed"}
    tournament = announced(usual_terms("classic", **{**values, **terms}), owner, "Country cup")
    captains = dict(zip(names, (player.id for player in some_players(len(names), prefix="captain")), strict=True))
    for place, (name, captain) in enumerate(captains.items()):
        people = [NamedPerson(f"{name} {at}", 2000 - 10 * place - at) for at in range(1, boards + reserves + 1)]
        teams.enter_team(tournament=tournament, by=captain, name=name, members=people)
    return tournament, owner, captains


def play_match(tournament: UUID, round: int, board: int, red_wins: int, draws: int = 0) -> TournamentFold:
    """Decides every board of a match: the team with red at the first board wins the first ones."""
    match = fold_of(tournament).rounds[round - 1].boards[board - 1]
    for number, leg in enumerate(match.legs, 1):
        if leg.marks is None:
            mine = Mark.WIN if number <= red_wins else Mark.DRAW if number <= red_wins + draws else Mark.LOSS
            other = {Mark.WIN: Mark.LOSS, Mark.DRAW: Mark.DRAW, Mark.LOSS: Mark.WIN}[mine]
            red, blue = (mine, other) if leg.red == match.red else (other, mine)
            results.record_result(
                tournament=tournament, round=round, board=board, leg=number, red=red, blue=blue, by=None
            )
    return fold_of(tournament)


def pair(tournament: UUID) -> TournamentFold:
    return lifecycle.pair(tournament=tournament, by=None)


def begin(tournament: UUID) -> TournamentFold:
    return lifecycle.begin_round(tournament=tournament, by=None)


def hand_in(tournament: UUID, entry: int, captain: UUID, order: tuple[int | None, ...]) -> TournamentFold:
    """Hands in a line-up by places of the roster, from 0."""
    roster = fold_of(tournament).entries[entry].roster
    lineup = [None if place is None else roster[place] for place in order]
    return lineups.seal_lineup(tournament=tournament, by=captain, entry=entry, lineup=lineup)
