"""Panels of what detectors look at: who loses quickly to the player, and what was done to hidden pieces."""

from __future__ import annotations

from datetime import timedelta
from itertools import accumulate
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Player
from games.domain.queries import games_by_id
from games.models import Game
from games.presentation.plot_svg import walk_svg
from games.rules import Seat, variant
from moderation.cases.kinds import CaseKind
from moderation.evidence.games import game_cell
from moderation.evidence.parts import (
    Cell,
    EvidenceBoard,
    EvidenceRequest,
    EvidenceTable,
    Parts,
    evidence_panel,
)
from moderation.evidence.play import number, of_kinds
from moderation.fairness.domain.ring_reports import partners_of
from moderation.fairness.domain.rings import WINDOW, Oddity
from moderation.fairness.domain.sight import MOVED, STILL
from moderation.fairness.domain.sight_reports import MEASURED, last_games, line
from moderation.fairness.models import SeatSight

LISTED = 20
"""So many partners are listed."""

ODDITIES = {
    Oddity.ALONE: gettext_lazy("plays hardly anybody else"),
    Oddity.NEW: gettext_lazy("a new account"),
    Oddity.BETTER: gettext_lazy("does better against others"),
    Oddity.ADDRESS: gettext_lazy("shares an address"),
}


@evidence_panel("quick-wins", gettext_lazy("Quick wins by partner"), *of_kinds(CaseKind.BOOSTING, CaseKind.ACCOUNTS))
def quick_wins(request: EvidenceRequest) -> Parts | None:
    """Who lost quickly to the player more than once, and what else they played. The player is not told who shares an
    address: that is between the other and the service."""
    if request.about is None:
        return None
    begin = request.case.opened.date() - timedelta(days=WINDOW)
    partners = partners_of(request.about.pk, begin, request.at.date())[:LISTED]
    if not partners:
        return None
    promises = {oddity: words for oddity, words in ODDITIES.items() if request.staff or oddity is not Oddity.ADDRESS}
    names = dict(Player.objects.filter(id__in=[partner.player for partner in partners]).values_list("id", "name"))
    rows = tuple(
        (
            Cell(names.get(partner.player, _("Deleted player"))),
            *map(
                number,
                (partner.games, partner.won, partner.lost, partner.quick, partner.elsewhere, partner.elsewhere_won),
            ),
            Cell(", ".join(str(words) for oddity, words in promises.items() if oddity in partner.oddities)),
        )
        for partner in partners
    )
    head = (
        *(_("Partner"), _("Games"), _("Won by the partner"), _("Lost"), _("Lost quickly")),
        *(_("Games with others"), _("Won of them"), _("What does not fit")),
    )
    caption = _(
        "Rated games with who lost quickly to this player more than once, from %(days)d days before the case on"
    )
    caption %= {"days": WINDOW}
    return Parts(tables=[EvidenceTable("evidence-quick", caption, head, rows)])


STRONGEST = 12
"""So many plies that came out best against the odds are listed."""


@evidence_panel(
    "second-sight",
    gettext_lazy("Attacks on hidden pieces against the odds"),
    *of_kinds(CaseKind.CHEATING, CaseKind.TELLING),
)
def second_sight(request: EvidenceRequest) -> Parts | None:
    """How the player's attacks on hidden pieces came out in the last games that are open."""
    if request.about is None:
        return None
    parts = Parts()
    for slug in sorted(MEASURED):
        games = last_games(request.about.pk, slug)
        if games:
            _add_walk(parts, slug, games)
    return parts if parts.lines else None


def _add_walk(parts: Parts, slug: str, games: list[SeatSight]) -> None:
    """The score over the games of a rule book, the games, and the plies behind it."""
    values = list(accumulate(game.value for game in reversed(games)))
    data = {"games": len(games), "score": f"{values[-1]:+.1f}", "usual": f"{line(1):.1f}"}
    parts.lines.append(
        ngettext(
            "In %(games)d game the score adds up to %(score)s. Under fair play it sinks as a rule, and seldom "
            "comes to %(usual)s. Good luck looks the same: look at the moves, and whether they had another reason.",
            "In %(games)d games the score adds up to %(score)s. Under fair play it sinks as a rule, and seldom "
            "comes to %(usual)s. Good luck looks the same: look at the moves, and whether they had another reason.",
            len(games),
        )
        % data
    )
    label = _("The score added up game by game, with a dashed line that fair play seldom reaches")
    parts.boards.append(EvidenceBoard(label, walk_svg(values, line(1), label=label)))
    rows = games_by_id([game.game for game in games])
    head = (_("Game"), _("Unmoved pieces"), _("Moved pieces"), _("Score"))
    listed = tuple(
        (
            game_cell(rows[game.game]),
            number(sum(kind == STILL[0] for _ply, kind, _square, _score in game.told)),
            number(sum(kind == MOVED[0] for _ply, kind, _square, _score in game.told)),
            number(f"{game.value:+.1f}"),
        )
        for game in games
        if game.game in rows
    )[:LISTED]
    caption = _("Attacks in the last games, the newest first")
    parts.tables.append(EvidenceTable(f"evidence-sight-{slug}", caption, head, listed))
    parts.tables.append(_plies(slug, games, rows))


def _plies(slug: str, games: list[SeatSight], rows: dict[UUID, Game]) -> EvidenceTable:
    """The plies that came out best against the odds, each with its place in the replay, from the player's own view."""
    best = sorted(
        (
            (score, game, ply, kind, square)
            for game in games
            if game.game in rows
            for ply, kind, square, score in game.told
        ),
        key=lambda result: (-result[0], result[1].game, result[2]),
    )[:STRONGEST]
    words = {STILL[0]: _("a piece on %(square)s that never moved"), MOVED[0]: _("a piece on %(square)s that had moved")}
    board = variant(slug).board
    listed = tuple(
        (
            Cell(
                _("move %(ply)d") % {"ply": ply},
                f"{game_cell(rows[sight.game]).url}?view={Seat(sight.seat).slug}&ply={ply}",
            ),
            game_cell(rows[sight.game]),
            Cell(words[kind] % {"square": board.name(square)}),
            number(f"{score / 100:+.2f}"),
        )
        for score, sight, ply, kind, square in best
    )
    head = (_("Move"), _("Game"), _("Attack on"), _("Better than by the odds"))
    return EvidenceTable(f"evidence-plies-{slug}", _("The moves that came out best against the odds"), head, listed)
