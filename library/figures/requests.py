"""The requested player and figures, for pages and programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.people.accounts import member_of
from accounts.people.preferences import preferences_of
from library.figures.domain.counters import books_of_player, figures_of, figures_of_player, last_shown_month, slice_of
from library.figures.domain.sums import FEWEST
from library.figures.filters import FiguresFilters, PlayerFiguresForm
from library.figures.tables import Figures


class NoFigures(Exception):
    """The reader may not see figures of this player.

    Args:
        status: of HTTP.
        code: a slug that programs go by.
        words: the same for people.
    """

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(code)
        self.status, self.code, self.words = status, code, words


def figures_asked(form: FiguresFilters) -> Figures:
    """The figures of a form without errors."""
    asked = form.cleaned_data
    part = slice_of(year=asked["year"], event=asked["event"])
    counts = figures_of(form.rules.slug, of=part, source=asked["source"])
    # Of an event whose games are all open, all is told: nothing is hidden behind a number.
    whole = bool(asked["event"]) and counts["opened"] == counts["games"]
    return Figures(form.rules, counts, usual=None, fewest=1 if whole else FEWEST)


@dataclass(frozen=True, slots=True)
class PlayerAsked:
    """The player of the requested figures.

    Args:
        player: whose.
        until: the last month that the reader may see; None for all, of one's own.
        form: which of them.
        books: there are figures of some rule book.
    """

    player: Player
    until: date | None
    form: PlayerFiguresForm
    books: bool

    @property
    def figures(self) -> Figures:
        """The figures, compared with those of all players."""
        rules = self.form.rules
        counts = figures_of_player(
            self.player.id, rules.slug, until=self.until, year=self.form.cleaned_data.get("year")
        )
        return Figures(rules, counts, usual=figures_of(rules.slug), fewest=FEWEST if self.until else 1)


def player_asked(name: str, account: Any, data: QueryDict) -> PlayerAsked:
    """The figures of a player that are asked for: at once for the player, for others once the month has been over for
    a month, and not if the player keeps them back.

    Args:
        name: whose.
        account: the key of the account that asks; None for nobody.
        data: the parameters of the address.

    Raises:
        NoFigures: there is no such player, or the reader may not see them.
    """
    try:
        player = member_of(name)
    except Http404:
        words = _("There is no player of this name. The account may have been deleted.")
        raise NoFigures(404, "not-found", words) from None
    if player.bot:
        words = _("The computer has no figures of its own: its games count in those of all.")
        raise NoFigures(404, "not-found", words)
    own = account is not None and account == player.account_id
    if not own and not preferences_of(player.account).show_figures:
        raise NoFigures(403, "figures-kept", _("This player keeps the figures to themselves."))
    until = None if own else last_shown_month(timezone.now())
    books = books_of_player(player.id, until=until)
    return PlayerAsked(player, until, PlayerFiguresForm(data, books), bool(books))
