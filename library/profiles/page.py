"""What everybody may see of a player: results, and the games that are public anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.domain import queries
from games.presentation.lists import GameRow, game_row
from library.profiles.results import Results, results_of

LATEST, RUNNING = 10, 20  # games on a profile


@dataclass
class Profile:
    """A player's page: everything that `profiles/profile.html` needs."""

    player: Player

    @property
    def kind(self) -> str:
        """What the player is, if it is not simply a person."""
        if self.player.machine:
            return _("Bot")
        return _("Computer") if self.player.bot else _("Guest") if self.player.guest else ""

    @property
    def keeper(self) -> Player | None:
        """Whose bot it is, if its owner wants to be named."""
        return self.player.keeper if self.player.machine and self.player.kept else None

    @cached_property
    def results(self) -> tuple[Results, ...]:
        """Results by rule book."""
        return results_of(self.player.id)

    @property
    def games_text(self) -> str:
        count = sum(results.games for results in self.results)
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}

    @cached_property
    def running(self) -> Sequence[GameRow]:
        """Games in play, newest first."""
        return [game_row(game) for game in queries.in_play_of(self.player.id, RUNNING)]

    @cached_property
    def latest(self) -> Sequence[GameRow]:
        """The last games that ended."""
        return [game_row(game) for game in queries.ended_of(self.player.id, LATEST)]
