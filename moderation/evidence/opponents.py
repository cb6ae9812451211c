"""Panels about opponents: pairs of players with their results, and revealed games."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.presentation.lists import game_row, players_of
from games.rules import End, Seat, variant
from moderation.cases.kinds import CaseKind
from moderation.evidence.games import game_cell, over_games, seats_of
from moderation.evidence.parts import Cell, EvidenceRequest, EvidenceTable, Parts, evidence_panel
from moderation.evidence.play import number, of_kinds

LOOKED_AT = 200
"""The last games of the player that are over, which pairs are counted in."""

PAIRS = 12
"""So many opponents are listed, those of the most games first."""

OPEN = 20
"""So many games that are open are listed."""

EARLY = 2
"""A game is given up early that has fewer plies than so many times those from which a rated game counts."""


@dataclass(slots=True)
class OpponentPair:
    """What two players' games came to, as the player concerned sees it; those given up early by either of them."""

    name: str
    url: str
    games: int = 0
    rated: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    gave_up: int = 0
    was_given: int = 0
    plies: int = 0

    @property
    def figures(self) -> tuple[int, ...]:
        """The numbers of its row; the plies are those of a game."""
        results = self.games, self.rated, self.won, self.drawn, self.lost
        return (*results, self.gave_up, self.was_given, round(self.plies / self.games))


@evidence_panel(
    "pairs",
    gettext_lazy("Results by opponent"),
    *of_kinds(CaseKind.BOOSTING, CaseKind.ACCOUNTS, CaseKind.COLLUSION),
)
def pairs(request: EvidenceRequest) -> Parts | None:
    """Results against each opponent, with games given up early."""
    result: dict[UUID, OpponentPair] = {}
    for game in over_games(request, LOOKED_AT):
        if not game.called_off:
            _count(result, request, game)
    if not result:
        return None
    most = sorted(result.values(), key=lambda pair: (-pair.games, pair.name))[:PAIRS]
    rows = tuple((Cell(pair.name, pair.url), *map(number, pair.figures)) for pair in most)
    head = (
        *(_("Opponent"), _("Games"), _("Rated"), _("Won"), _("Drawn"), _("Lost"), _("Gave up early")),
        *(_("Was given up to early"), _("Moves a game")),
    )
    caption = _("Of the last %(games)d games that are over, the most frequent opponents") % {"games": LOOKED_AT}
    return Parts(tables=[EvidenceTable("evidence-pairs", caption, head, rows)])


def _count(result: dict[UUID, OpponentPair], request: EvidenceRequest, game: Game) -> None:
    sides = {seat.side for seat in seats_of(game, request.about)}
    if len(sides) != 1:
        return
    (own,) = sides
    early = game.outcome == End.RESIGNATION and game.plies < EARLY * variant(game.variant).rated_from
    names = {player.slug: player for player in players_of(game)}
    for game_seat in game.all_seats:
        seat = Seat(game_seat.seat)
        if seat.side == own or game_seat.player_id is None:
            continue
        shown = names[seat.slug]
        pair = result.setdefault(game_seat.player_id, OpponentPair(shown.name, shown.url))
        pair.games += 1
        pair.rated += game.rated and not game.unrated
        pair.won += game.winner == own
        pair.lost += game.winner == 1 - own
        pair.drawn += game.result == Game.Result.DRAW
        pair.gave_up += early and game.winner == 1 - own
        pair.was_given += early and game.winner == own
        pair.plies += game.plies


@evidence_panel("open-games", gettext_lazy("Open games"), *of_kinds(CaseKind.CHEATING, CaseKind.COLLUSION))
def open_games(request: EvidenceRequest) -> Parts | None:
    """The last games of the player that are open, to look at from the player's own view."""
    rows: list[tuple[Cell, ...]] = []
    for game in over_games(request, LOOKED_AT):
        if game.revealed and not game.called_off and len(rows) < OPEN:
            row = game_row(game)
            seat = next(iter(seats_of(game, request.about)), Seat.RED)
            own = Cell(_("Own view"), f"{row.url}?view={seat.slug}")
            when = date_format(localtime(game.ended or game.created), "j F Y")
            rows.append((Cell(when), game_cell(game), Cell(row.variant), Cell(row.result), number(game.plies), own))
    if not rows:
        return None
    head = (_("When"), _("Game"), _("Rules"), _("Result"), _("Moves"), _("Look"))
    caption = _("The last games that are open to all")
    return Parts(tables=[EvidenceTable("evidence-open", caption, head, tuple(rows))])
