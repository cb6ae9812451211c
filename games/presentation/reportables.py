"""How a game is found that somebody reports: by whoever may look at it, about one of those who sit there."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils.http import urlencode

from accounts.cases.reports import Reportable, by_key, reportable
from accounts.models import Player, Report
from games.domain import queries
from games.models import Game
from games.presentation.audiences import audiences
from games.presentation.lists import players_of
from games.presentation.words import variant_name


def people_at(game: Game, reporter: UUID | None) -> tuple[Player, ...]:
    """Those at a game whom somebody else can report: no programs, and nobody without an account.

    Args:
        game: with its seats.
        reporter: who would, and is left out.
    """
    there = {seat.player.pk: seat.player for seat in game.seats.all() if seat.player is not None}
    return tuple(one for one in there.values() if one.account_id is not None and one.member and one.pk != reporter)


def report_url(game: Game, reporter: Player | None) -> str:
    """Where somebody reports a game; "" for guests and visitors, and where nobody sits who could be reported."""
    if reporter is None or reporter.guest or not people_at(game, reporter.pk):
        return ""
    return f"{reverse('players:report')}?{urlencode({'game': game.key})}"


@reportable(Report.Kind.GAME.value)
def find_game(target: UUID, reporter: Player) -> Reportable | None:
    """A game that the reporter may look at now. Nothing of it is quoted."""
    game = queries.games_by_id([target]).get(target)
    if game is None:
        return None
    own = queries.seat_of_player(game, reporter.pk)
    people = people_at(game, reporter.pk)
    if not people or not audiences(game, own):
        return None
    names = " – ".join(one.name for one in players_of(game))
    return Reportable(
        about=people[0] if len(people) == 1 else None,
        choices=people if len(people) > 1 else (),
        excerpt="",
        url=reverse("games:replay", args=[game.key]),
        title=f"{names}, {variant_name(game.variant)}",
    )


@by_key(Report.Kind.GAME.value)
def game_by_key(key: str) -> UUID | None:
    """The id of the game at an address."""
    return Game.objects.filter(key=key).values_list("pk", flat=True).first()
