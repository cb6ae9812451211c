"""What everybody may see of a player: results, reliability, and the games that are public anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Mod
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import queries
from games.models import Game, GameSeat
from games.rules import VARIANTS, End
from games.show.lists import GameRow, game_row
from games.show.wording import variant_name
from players.models import Player
from ratings import left_by

LATEST, RUNNING = 10, 20  # games on a profile
LOST_BY_BOTH = [End.BOTH_MISSING.value, End.BOTH_LOSE.value]
WITHOUT_RESULT = [End.ABORTED.value, End.CANCELLED.value, End.UNFINISHED.value]


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
class Standing:
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


def _ended(player_id: UUID) -> QuerySet[GameSeat]:
    """The seats of a player in games that have a result; `side` is the player's."""
    seats = GameSeat.objects.filter(player_id=player_id, game__status=Game.Status.OVER)
    return seats.exclude(game__outcome__in=WITHOUT_RESULT).annotate(side=Mod("seat", 2)).order_by()


def results_of(player_id: UUID) -> tuple[Results, ...]:
    """Won, drawn and lost games of each rule book that a player has played, in the usual order of the rule books."""
    lost = Q(game__winner__isnull=False) & ~Q(game__winner=F("side")) | Q(game__outcome__in=LOST_BY_BOTH)
    rows = (
        _ended(player_id)
        .values("game__variant")
        .annotate(
            won=Count("pk", filter=Q(game__winner=F("side"))),
            lost=Count("pk", filter=lost),
            games=Count("pk"),
        )
    )
    found = {
        row["game__variant"]: Results(
            row["game__variant"], row["won"], row["games"] - row["won"] - row["lost"], row["lost"]
        )
        for row in rows
    }
    return tuple(found[slug] for slug in VARIANTS if slug in found)


def standing_of(player_id: UUID) -> Standing:
    """The reliability of a player, from all games."""
    left = left_by(player_id)
    return Standing(
        games=_ended(player_id).count(), by_clock=left.timed_out, absent=left.not_set_up, given_up=left.given_up
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
    def standing(self) -> Standing:
        """Reliability."""
        return standing_of(self.player.id)

    @property
    def games_text(self) -> str:
        """How many games have a result."""
        count = self.standing.games
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}

    def _games(self, over: bool, limit: int) -> Sequence[GameRow]:
        mine = GameSeat.objects.filter(player_id=self.player.id).values("game_id")
        found = queries.games().filter(id__in=mine)
        if over:
            found = found.filter(status=Game.Status.OVER).exclude(outcome__in=[End.ABORTED, End.CANCELLED])
        else:
            found = found.filter(status=Game.Status.PLAYING)
        return [game_row(game) for game in found[:limit]]

    @cached_property
    def running(self) -> Sequence[GameRow]:
        """Games in play, newest first."""
        return self._games(over=False, limit=RUNNING)

    @cached_property
    def latest(self) -> Sequence[GameRow]:
        """The last games that ended."""
        return self._games(over=True, limit=LATEST)
