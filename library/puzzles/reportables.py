"""How a puzzle is found that somebody reports, and its game."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.cases.reports import Reportable, by_key, reportable
from accounts.models import Player, Report
from games.domain.reportables import of_a_game
from library.puzzles.models import Puzzle


@reportable(Report.Kind.PUZZLE.value)
def find_puzzle(target: UUID, reporter: Player) -> Reportable | None:
    """A puzzle, for everybody: it is nobody's."""
    puzzle = Puzzle.objects.filter(pk=target).first()
    if puzzle is None:
        return None
    url = reverse("puzzles:puzzle", args=[puzzle.key])
    return Reportable(about=None, excerpt="", url=url, title=_("puzzle %(key)s") % {"key": puzzle.key})


@by_key(Report.Kind.PUZZLE.value)
def puzzle_by_key(key: str) -> UUID | None:
    """The id of the puzzle at an address."""
    return Puzzle.objects.filter(key=key).values_list("pk", flat=True).first()


@of_a_game(Report.Kind.PUZZLE.value)
def games_of_puzzles(ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The games from which puzzles were made."""
    return dict(Puzzle.objects.filter(pk__in=ids).values_list("pk", "game"))
