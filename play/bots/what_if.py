"""The page from which one plays on from a position of a game that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game
from games.presentation.lists import players_of
from games.presentation.presentation import picture
from games.presentation.words import refusal_text, seat_name, variant_name
from games.replay import Timeline
from games.rules import Refusal, View, Viewer
from play.bots.forms import WhatIfForm
from play.bots.new_games import last_ply


@dataclass
class WhatIfPage:
    """What `bots/play_on.html` asks for.

    Args:
        game: the game that is to be played on from.
        line: what everybody sees of it: all.
        wanted: the ply that is asked for; the last one if None, the nearest one for one that there is not.
    """

    game: Game
    line: Timeline
    wanted: int | None

    @property
    def last(self) -> int:
        """The last ply from which one can play on; below 0 if there is none."""
        return last_ply(self.line)

    @property
    def ply(self) -> int:
        return max(0, self.last if self.wanted is None else min(self.wanted, self.last))

    @property
    def over(self) -> str:
        """Why one cannot play on from any ply; nothing if one can."""
        return refusal_text(Refusal("origin-over")) if self.last < 0 else ""

    @property
    def instead(self) -> str:
        """Why another ply is shown than was asked for; nothing if it is that one."""
        if self.wanted is None or self.wanted <= self.last:
            return ""
        return _("The game has no move from which it goes on after move %(ply)d.") % {"ply": self.ply}

    @cached_property
    def view(self) -> View:
        """The position that is shown. Of a game that ended off the board the last one as well."""
        return self.line.view(Viewer.ALL, self.ply)

    @property
    def board(self) -> SafeString:
        """Its picture, from the side of who is to move."""
        return picture(self.view, below=int(self.view.to_move))

    @property
    def to_move(self) -> str:
        """Whose turn it is there."""
        return _("%(seat)s is to move.") % {"seat": seat_name(self.view.to_move)}

    @property
    def address(self) -> str:
        """Where the form is sent."""
        return f"{reverse('bots:play-on', args=[self.game.key])}?ply={self.ply}"

    @property
    def replay(self) -> str:
        """The game itself, at this ply."""
        return f"{reverse('games:replay', args=[self.game.key])}?ply={self.ply}"

    @property
    def title(self) -> str:
        """Who plays what in the game."""
        names = " – ".join(player.name for player in players_of(self.game))
        return f"{names}, {variant_name(self.game.variant)}"

    def form(self, data: Mapping[str, Any] | None = None) -> WhatIfForm:
        """The form of this page, as it was sent if there is anything.

        Args:
            data: what was sent.
        """
        seats = self.line.rules.seats
        return WhatIfForm(data, seats=seats, ply=self.ply, last=self.last, to_move=self.view.to_move)
