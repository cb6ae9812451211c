"""Where a game comes from that is played on from a position of another one, in words and with the way there."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.domain.origins import Origin
from games.models import Game, key_of
from games.presentation.words import seat_name


@dataclass(frozen=True, slots=True)
class OriginText:
    """The position from which a game is played on.

    Args:
        words: which it is, to be a link.
        url: the other game at that ply.
        how: from the truth, or from what a seat could know.
        hash: of the other game's log at that ply, in hex.
    """

    words: str
    url: str
    how: str = ""
    hash: str = ""


def origin_text(origin: Origin | None) -> OriginText | None:
    """A game's origin; None for a game that is not played on from another one."""
    if origin is None:
        return None
    if origin.view is None:
        how = _("as everything stood")
    else:
        how = _("as %(seat)s saw it; what was hidden is drawn by lot") % {"seat": seat_name(origin.view)}
    return OriginText(_words(origin.game, origin.ply), _url(origin.game, origin.ply), how, origin.hash)


def origin_of_row(game: Game) -> OriginText | None:
    """The same for a list, without how."""
    if game.origin is None or game.origin_ply is None:
        return None
    return OriginText(_words(game.origin, game.origin_ply), _url(game.origin, game.origin_ply))


def _words(game: UUID, ply: int) -> str:
    return _("played on from move %(ply)d of game %(key)s") % {"ply": ply, "key": key_of(game)}


def _url(game: UUID, ply: int) -> str:
    return f"{reverse('games:replay', args=[key_of(game)])}?ply={ply}"
