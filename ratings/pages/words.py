"""What is said of a game's part in the ratings: what it did, or why it did nothing."""

from __future__ import annotations

from django.utils.translation import gettext as _

from eventlog.statements import Columns, execute
from games.models import Game
from games.presentation.words import seat_name, unrated_text
from games.rules import Seat
from ratings.domain.glicko import MONTH, MOST_MEETINGS
from ratings.domain.projections import COUNTED
from ratings.models import Change

_CHANGE = Columns(Change, "c")
# By hand, as it is asked at the end of every rated game.
_CHANGES = f"SELECT {_CHANGE.sql} FROM ratings_change c WHERE c.game = %b AND c.kind IN (0, 5) ORDER BY c.seat".encode()  # noqa: S608


def rating_lines(game: Game) -> tuple[str, ...]:
    """A line for each seat whose rating a game has changed, and how much of it counted; or why none has."""
    changes = list(_changes(game))
    text = _("%(seat)s: %(before)s → %(after)s (%(change)s)")
    lines = []
    for change in changes:
        if change.kind == Change.Kind.APART:
            continue
        seat, before, after = seat_name(Seat(change.seat)), round(change.before), round(change.value)
        lines.append(text % {"seat": seat, "before": before, "after": after, "change": f"{after - before:+d}"})
    note = _note(game, changes)
    return (*lines, note) if note else tuple(lines)


def rating_note(game: Game) -> str:
    """Why a rated game did not count, or not as a whole one; "" for one that did, or may."""
    return _note(game, list(_changes(game)))


def _apart(seat: Seat) -> str:
    return _("It does not count for %(seat)s, who wishes so of games against bots.") % {"seat": seat_name(seat)}


def _changes(game: Game) -> list[Change]:
    if not game.rated or game.unrated or game.status != Game.Status.OVER:
        return []
    return [change for row in execute(_CHANGES, (game.id,)) if (change := _CHANGE.object(row)) is not None]


def _note(game: Game, changes: list[Change]) -> str:
    days = {"days": MONTH.days}
    if game.unrated:
        return unrated_text(game.unrated, game.variant)
    if changes:
        notes = [_apart(Seat(change.seat)) for change in changes if change.kind == Change.Kind.APART]
        if changes[0].meeting > 1:
            part = _("It counts 1/%(part)s: it is game %(part)s of the same players within %(days)s days.")
            notes.append(part % {"part": changes[0].meeting, **days})
        return " ".join(notes)
    if game.rated and game.status == Game.Status.OVER and game.outcome in COUNTED:
        return _("Not rated: these players have had %(most)s rated games within %(days)s days, and no more count.") % {
            "most": MOST_MEETINGS,
            **days,
        }
    return ""
