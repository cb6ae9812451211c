"""Who could know what, as pages show it: the graph over the plies, the turning points, and what hidden pieces may be.

It knows what viewers could know and no states; a name of a player stands nowhere, so that it may be kept at an address
of its own, as positions are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.knowledge import Knowledge, PieceKnowledge
from games.models import Game
from games.presentation.audiences import Audience
from games.presentation.board_svg import MARGIN, places, turn_for
from games.presentation.card_svg import card_places
from games.presentation.graph_svg import GraphLine, GraphMark, graph_svg
from games.presentation.words import rank_name, seat_name
from games.replay import KnownPly, Loss, Timeline
from games.rules import Rank, Seat, Variant, Viewer

MOST_COUNTED = 6000
"""Plies that are counted for one page, those of each viewer by themselves: about two seconds when nothing is known yet.
Of longer games a page tells nothing; `manage.py knowledge` tells all of them.
"""

KEPT = 6 * 3600
"""Seconds for which all processes keep what can no longer change: to count it takes up to a second."""

MOST_TURNS = 30
"""Turning points that are told."""

NAMED = 3
"""Pieces that one turning point names; of more it says how many."""

_GRAVE = (Rank.MARSHAL, Rank.GENERAL, Rank.SPY)
_NOTED_FIRST = (Rank.FLAG, Rank.MARSHAL, Rank.GENERAL, Rank.SPY, Rank.BOMB)


def may_know(game: Game, own: Seat | None) -> bool:
    """Whether a reader may be told what can be known. Where the terms of a game forbid memory aids, its players are
    told nothing before it is over; anybody else is.

    Args:
        game: which game.
        own: the seat of the reader; None for who plays no part in it.
    """
    return own is None or game.notes or game.status == Game.Status.OVER


@dataclass(frozen=True, slots=True)
class LineName:
    """A line of the graph in words, with its class for the stylesheet."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply from which somebody could have known something."""

    ply: int
    url: str
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class KnowingRow:
    """A ply of the table: what is hidden, what stands, and what happened."""

    ply: int
    url: str
    bits: tuple[str, ...] = field(repr=False)
    standing: tuple[int, ...]
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Odds:
    """What some hidden pieces may be, of which the same is known.

    Args:
        squares: their names, each with the corner of its drawing on the board, `x y`.
        whose: the seat in words.
        shares: for each viewer that does not know them, who that is (nothing, if it is the audience itself) and the
            ranks with their shares.
    """

    squares: list[tuple[str, str]]
    whose: str
    shares: tuple[tuple[str, str], ...] = field(repr=False)


def _kept(game: Game, line: Timeline, audience: Audience, what: str, draw: Callable[[], str]) -> SafeString:
    """What `draw` makes, drawn once. It is the same for everybody who may look as this audience, and nobody's own: a
    seat's view before the reveal is drawn anew.

    Args:
        game, line, audience: as for `knowing_markup`.
        what: is drawn.
        draw: makes it.
    """
    if audience.private:
        return mark_safe(draw())  # noqa: S308 (made by a template)
    place = f"{audience.build}:{game.id.hex}:{line.version}:{audience.viewer}:{audience.reveal}"
    return mark_safe(cache.get_or_set(f"{what}:{place}", draw, KEPT) or "")  # noqa: S308


def knowing_markup(game: Game, line: Timeline, audience: Audience) -> SafeString:
    """Render the graph with its turning points and its table. That of a game that is over is kept.

    Args:
        game: which game.
        line: what audiences see of it.
        audience: who reads.
    """
    if line.outcome is None:
        return _knowing(line, audience)
    return _kept(game, line, audience, "knowing", lambda: _knowing(line, audience))


def _knowing(line: Timeline, audience: Audience) -> SafeString:
    if too_long(line, audience.viewer, line.plies):
        return render_to_string("show/_knowing.html", {"too_long": True})
    plies = {viewer: line.moments(viewer) for viewer in _viewers(line.rules, audience.viewer)}
    lines = tuple(_lines(plies, audience.viewer))
    names = [name for name, _values in lines]
    drawn = [GraphLine(name.kind, values) for name, values in lines]
    (some, *_others) = plies.values()
    seats = [LineName(seat.slug, seat_name(seat)) for seat in line.rules.seats]
    standing = [GraphLine(seat.slug, [moment.standing[seat] for moment in some]) for seat in line.rules.seats]
    events = _events(some, line.rules)
    marks = [mark for moment in some for mark in _marks(moment, events.get(moment.ply, []), audience.viewer)]
    turns = list(islice(_turning_points(plies, line.rules, audience.viewer), MOST_TURNS))
    words = {turn.ply: turn.words for turn in turns}
    context = {
        "names": names,
        "graph": graph_svg(drawn, marks, label=_("Bits that are hidden, by move"), plies=line.plies),
        "seats": seats,
        "material": graph_svg(standing, (), label=_("Pieces on the board, by move"), plies=line.plies, height=90),
        "turns": turns,
        "rows": [_row(moment, lines, events.get(moment.ply, []), words, audience.viewer) for moment in some],
    }
    return render_to_string("show/_knowing.html", context)


def too_long(line: Timeline, viewer: Viewer, plies: int) -> bool:
    """Whether so many plies of a game are too many to be counted for a page.

    Args:
        line: what audiences see of the game.
        viewer: the audience.
        plies: up to which ply.
    """
    return plies * len(_viewers(line.rules, viewer)) > MOST_COUNTED


def _viewers(rules: Variant, viewer: Viewer) -> tuple[Viewer, ...]:
    """Whose knowledge an audience is told: its own; once everything is open, that of each seat."""
    return tuple(map(Viewer.of, rules.seats)) if viewer is Viewer.ALL else (viewer,)


def _lines(plies: Mapping[Viewer, Sequence[KnownPly]], viewer: Viewer) -> Iterator[tuple[LineName, list[float]]]:
    """The lines of the graph with a value a ply: for who sees all, what was hidden from each seat; for others what is
    hidden of each.
    """
    if viewer is Viewer.ALL:
        for seat, moments in plies.items():
            name = LineName(seat.value, _("Hidden from %(seat)s") % {"seat": seat_name(seat.value)})
            yield name, [moment.all_bits for moment in moments]
        return
    (moments,) = plies.values()
    for hidden in sorted({seat for moment in moments for seat in moment.bits}):
        name = LineName(hidden.slug, _("%(seat)s’s ranks") % {"seat": seat_name(hidden)})
        yield name, [moment.bits.get(hidden, 0.0) for moment in moments]


def _address(viewer: Viewer, ply: int) -> str:
    return f"?view={viewer.value}&ply={ply}"


# -- what happened --------------------------------------------------------------------------------


def _events(moments: Sequence[KnownPly], rules: Variant) -> dict[int, list[GraphMark]]:
    """By ply what is marked at the head of the graph, without an address: first contact and grave losses."""
    marks: dict[int, list[GraphMark]] = {}
    contact = next((moment.ply for moment in moments if moment.attacked), None)
    if contact is not None:
        marks[contact] = [GraphMark(contact, "contact", "×", _("first contact"), "")]
    for moment in moments:
        for loss in moment.losses:
            words = _loss(loss, rules)
            if words:
                mark = GraphMark(moment.ply, f"loss {loss.seat.slug}", loss.rank.symbol, words, "")
                marks.setdefault(moment.ply, []).append(mark)
    return marks


def _loss(loss: Loss, rules: Variant) -> str:
    """A loss that changes a game, in words; nothing for any other."""
    values = {"seat": seat_name(loss.seat), "rank": rank_name(loss.rank, rules)}
    if loss.rank is Rank.MINER and loss.last:
        return _("%(seat)s loses its last %(rank)s") % values
    return _("%(seat)s loses its %(rank)s") % values if loss.rank in _GRAVE else ""


def _marks(moment: KnownPly, events: Sequence[GraphMark], viewer: Viewer) -> Iterator[GraphMark]:
    url = _address(viewer, moment.ply)
    for event in events:
        words = _("Move %(ply)d: %(what)s") % {"ply": moment.ply, "what": event.words}
        yield GraphMark(moment.ply, event.kind, event.sign, words, url)
    if moment.attacked:
        yield GraphMark(moment.ply, "battle", "", _("Move %(ply)d: a battle") % {"ply": moment.ply}, url)


def _row(
    moment: KnownPly,
    lines: Sequence[tuple[LineName, list[float]]],
    events: Sequence[GraphMark],
    turns: Mapping[int, str],
    viewer: Viewer,
) -> KnowingRow:
    words = [event.words for event in events] or ([_("battle")] if moment.attacked else [])
    if moment.ply in turns:
        words.append(turns[moment.ply])
    bits = tuple(f"{values[moment.ply]:.1f}" for _name, values in lines)
    return KnowingRow(moment.ply, _address(viewer, moment.ply), bits, moment.standing, "; ".join(words))


# -- turning points -------------------------------------------------------------------------------


def _turning_points(
    plies: Mapping[Viewer, Sequence[KnownPly]], rules: Variant, audience: Viewer
) -> Iterator[TurningPoint]:
    """The plies from which a hidden piece could have been known, in order."""
    by_ply = sorted(
        (moment.ply, viewer, moment) for viewer, moments in plies.items() for moment in moments if moment.told
    )
    for ply, viewer, moment in by_ply:
        known = sorted(moment.told, key=lambda item: (_weight(item[2]), item[0]))
        for rank_is_flag in (True, False):
            some = [item for item in known if (item[2] is Rank.FLAG) is rank_is_flag]
            if some:
                yield TurningPoint(ply, _address(audience, ply), _turned(viewer, some, rules))


def _weight(rank: Rank) -> int:
    return _NOTED_FIRST.index(rank) if rank in _NOTED_FIRST else len(_NOTED_FIRST)


def _turned(viewer: Viewer, pieces: Sequence[tuple[int, Seat, Rank]], rules: Variant) -> str:
    who = _("Everybody") if viewer.seat is None else seat_name(viewer.value)
    if len(pieces) == 1:
        ((square, _seat, rank),) = pieces
        values = {"who": who, "square": rules.board.name(square), "rank": rank_name(rank, rules)}
        if rules.army.get(rank, 1) == 1:
            return _("%(who)s could have known that %(square)s is the %(rank)s from here") % values
        return _("%(who)s could have known that %(square)s is a %(rank)s from here") % values
    named = ", ".join(
        _("%(square)s: %(rank)s") % {"square": rules.board.name(square), "rank": rank_name(rank, rules)}
        for square, _seat, rank in pieces[:NAMED]
    )
    several = {"who": who, "count": len(pieces), "named": named}
    if len(pieces) > NAMED:
        text = ngettext(
            "%(who)s could have known %(count)d piece from here, among them %(named)s",
            "%(who)s could have known %(count)d pieces from here, among them %(named)s",
            len(pieces),
        )
        return text % several
    text = ngettext(
        "%(who)s could have known %(count)d piece from here: %(named)s",
        "%(who)s could have known %(count)d pieces from here: %(named)s",
        len(pieces),
    )
    return text % several


# -- what hidden pieces may be --------------------------------------------------------------------


def odds_markup(game: Game, line: Timeline, audience: Audience, ply: int, *, below: int = 0) -> SafeString:
    """Render what each hidden piece may be at a ply. That of a ply which can no longer change is kept.

    Args:
        game: which game.
        line: what audiences see of it.
        audience: who reads.
        ply: which.
        below: number of the seat whose side of the board is at the bottom.
    """
    if ply == line.plies:
        return _odds_at(line, audience.viewer, ply, below)
    return _kept(game, line, audience, f"odds:{ply}:{below}", lambda: _odds_at(line, audience.viewer, ply, below))


def _odds_at(line: Timeline, viewer: Viewer, ply: int, below: int) -> SafeString:
    if too_long(line, viewer, ply):
        return render_to_string("show/_odds.html", {"too_long": True})
    rules = line.rules
    known = {item: line.knowledge(item, ply) for item in _viewers(rules, viewer)}
    context = {"odds": _odds(known, rules, below, flag=viewer is Viewer.ALL), "ply": ply}
    return render_to_string("show/_odds.html", context)


def _odds(known: Mapping[Viewer, Knowledge], rules: Variant, below: int, *, flag: bool) -> list[Odds]:
    board = rules.board
    corners = card_places(board, bool(below)) if rules.deals else places(board, turn_for(board, below), MARGIN)
    pieces: dict[int, list[tuple[Viewer, int, PieceKnowledge]]] = {}
    for viewer, knowledge in known.items():
        for piece in knowledge.pieces:
            pieces.setdefault(piece.id, []).append((viewer, knowledge.worlds, piece))
    odds: dict[tuple[Seat, tuple[tuple[str, str], ...]], Odds] = {}
    for views in sorted(pieces.values(), key=lambda views: views[0][2].square):
        piece = views[0][2]
        shares = tuple(
            (_("To %(seat)s") % {"seat": seat_name(viewer.value)} if flag else "", shares_text(view, worlds, rules))
            for viewer, worlds, view in views
        )
        x, y = corners[piece.square]
        alike = odds.setdefault((piece.seat, shares), Odds([], seat_name(piece.seat), shares))
        alike.squares.append((board.name(piece.square), f"{x} {y}"))
    return list(odds.values())


def shares_text(piece: PieceKnowledge, worlds: int, rules: Variant) -> str:
    """The ranks of a piece with their shares, the likeliest first.

    Args:
        piece: hidden from somebody.
        worlds: how many that viewer cannot tell apart.
        rules: the rule book.
    """
    if piece.certain is not None:
        return _("certainly %(rank)s") % {"rank": rank_name(piece.certain, rules)}
    ordered = sorted(piece.ranks.items(), key=lambda rank: -rank[1])
    return ", ".join(
        _("%(rank)s %(share)s%%") % {"rank": rank_name(rank, rules), "share": percent_text(number, worlds)}
        for rank, number in ordered
    )


def percent_text(number: int, worlds: int) -> str:
    """A share in percent, with a digit after the point where it is small; what is possible is never nothing.

    Args:
        number: in so many worlds it is so.
        worlds: how many there are.
    """
    tenths = (2000 * number + worlds) // (2 * worlds)
    if tenths < 1:
        return "<0.1"
    return str((tenths + 5) // 10) if tenths >= 100 and number < worlds else f"{tenths / 10:g}"
