"""What everybody may see of a player: results, and the games that are public anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.domain import queries
from games.presentation.lists import list_markup
from library.profiles.results import Results, results_of


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
    def running(self) -> SafeString:
        """Games in play, newest first; empty without any."""
        return _listed(queries.in_play_of(self.player.id))

    @cached_property
    def latest(self) -> SafeString:
        """The last games that ended; empty without any."""
        return _listed(queries.ended_of(self.player.id))


def _listed(ids: Sequence[UUID]) -> SafeString:
    return list_markup(ids, queries.rows_by_id(ids)) if ids else SafeString("")
