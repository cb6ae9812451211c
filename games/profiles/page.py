"""What everybody may see of a player: results, reliability, and the games that are public anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import queries
from games.models import PlayerTally
from games.rules import VARIANTS
from games.show.lists import GameRow, game_row
from games.show.wording import variant_name
from players.models import Player
from ratings import left_by

LATEST, RUNNING = 10, 20  # games on a profile


@dataclass(frozen=True, slots=True)
class Results:
    """How a player's games of a rule book ended."""

    variant: str
    won: int
    drawn: int
    lost: int

    @property
    def name(self) -> str:
        """The rule book's name."""
        return variant_name(self.variant)

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Reliability:
    """How reliably a player finishes games. A game counts as finished unless the player lost it by the clock, by never
    setting up, or by giving a rated one up before it counted; games that were called off count nowhere.
    """

    games: int
    by_clock: int
    absent: int
    given_up: int = 0

    @property
    def finished(self) -> int:
        """How many were finished."""
        return self.games - self.by_clock - self.absent - self.given_up

    def _percent(self, part: int) -> str:
        return _("%(percent)d%%") % {"percent": round(100 * part / self.games)} if self.games else _("no games yet")

    @property
    def finished_text(self) -> str:
        """The share of games finished."""
        return self._percent(self.finished)

    @property
    def given_up_text(self) -> str:
        """The share of games given up at once."""
        return self._percent(self.given_up)

    @property
    def clock_text(self) -> str:
        """The share of games lost by the clock."""
        return self._percent(self.by_clock)


def results_of(player_id: UUID) -> tuple[Results, ...]:
    """Won, drawn and lost games of each rule book that a player has played, in the usual order of the rule books."""
    mine = PlayerTally.objects.filter(player=player_id).values("variant")
    rows = {row["variant"]: row for row in mine.annotate(Sum("won"), Sum("drawn"), Sum("lost"))}
    counted = (
        Results(slug, rows[slug]["won__sum"], rows[slug]["drawn__sum"], rows[slug]["lost__sum"])
        for slug in VARIANTS
        if slug in rows
    )
    return tuple(results for results in counted if results.games)


def standing_of(player_id: UUID) -> Reliability:
    """The reliability of a player, from all games."""
    left = left_by(player_id)
    return Reliability(
        games=sum(results.games for results in results_of(player_id)),
        by_clock=left.timed_out,
        absent=left.not_set_up,
        given_up=left.given_up,
    )


@dataclass
class Profile:
    """A player's page: everything that `profiles/profile.html` asks for."""

    player: Player

    @property
    def kind(self) -> str:
        """What the player is, if it is not simply a person."""
        return _("Computer") if self.player.bot else _("Guest") if self.player.guest else ""

    @cached_property
    def results(self) -> tuple[Results, ...]:
        """Results by rule book."""
        return results_of(self.player.id)

    @cached_property
    def standing(self) -> Reliability:
        """Reliability."""
        return standing_of(self.player.id)

    @property
    def games_text(self) -> str:
        """How many games have a result."""
        count = self.standing.games
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}

    @cached_property
    def running(self) -> Sequence[GameRow]:
        """Games in play, newest first."""
        return [game_row(game) for game in queries.in_play_of(self.player.id, RUNNING)]

    @cached_property
    def latest(self) -> Sequence[GameRow]:
        """The last games that ended."""
        return [game_row(game) for game in queries.ended_of(self.player.id, LATEST)]
