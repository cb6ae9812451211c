"""What templates show of a position and of a list of moves: views and codes turned into words, tiles and rows.

Nothing here reads a database or knows a name of a player, so that what it makes may be kept for ever at one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board_svg import HALF_TURN, board_svg, board_table, numeral, tile_svg
from games.rules import Attack, Fact, LastTurn, Rank, Seat, Variant, View, Viewer, variant
from games.wording import caution_text, fact_text, outcome_text, rank_name, seat_name

__all__ = ["CHUNK", "board_label", "move_rows", "position_markup", "said", "view_name"]

CHUNK = 50
"""Plies in one chunk of the move list."""

# From the highest to the lowest, as players count them; only those of the variant's army are shown.
_TRAY_ORDER = (
    Rank.MARSHAL,
    Rank.GENERAL,
    Rank.COLONEL,
    Rank.MAJOR,
    Rank.CAPTAIN,
    Rank.LIEUTENANT,
    Rank.SERGEANT,
    Rank.MINER,
    Rank.SCOUT,
    Rank.SPOTTER,
    Rank.SPY,
    Rank.BOMB,
    Rank.CANNON,
    Rank.FLAG,
)


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of piece in a tray: its picture, and how many of it were lost."""

    tile: SafeString
    count: int


@dataclass(frozen=True, slots=True)
class Tray:
    """What a seat has lost, in a row for the eye and in a sentence for the ear."""

    title: str
    words: str
    ranks: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A line under the position: `kind` is `caution`, `breach` or `outcome`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """One ply in the move list. `text` is its notation, `words` the whole of it, `clash` the ranks that met."""

    ply: int
    text: str
    words: str
    clash: str
    noted: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One round of the move list: a ply of each seat. The last one may be short."""

    number: int
    moves: tuple[Move, ...]


def view_name(viewer: Viewer) -> str:
    """What the switch calls an audience."""
    if viewer is Viewer.ALL:
        return _("Everything")
    if viewer is Viewer.SPECTATOR:
        return _("Public")
    return _("%(seat)s's view") % {"seat": seat_name(viewer.value)}


# -- the last turn in words -----------------------------------------------------------------------


def facts_of(last: LastTurn, rules: Variant) -> tuple[Fact, ...]:
    """The last turn of a view as facts, for `fact_text`; squares by name, ranks by number."""
    path = tuple(rules.board.name(square) for square in last.path)
    params: dict[str, object] = {"seat": last.seat.slug, "piece": last.piece, "path": path}
    facts = []
    if last.attack is None:
        facts.append(Fact("moved", params))
        if last.revealed is not None:
            facts.append(Fact("revealed", {"piece": last.piece, "rank": last.revealed}))
    else:
        facts.append(Fact("attacked", params | _attack(last.attack)))
    if last.noted is not None:
        facts.append(Fact("noted", {"rule": last.noted}))
    return tuple(facts)


def _attack(attack: Attack) -> dict[str, object]:
    assert attack.attacker.rank is not None, "an attack shows both pieces to all (RULES section 3)"
    assert attack.defender.rank is not None
    return {
        "rank": attack.attacker.rank,
        "defender": attack.defender.id,
        "defender_rank": attack.defender.rank,
        "result": attack.result,
    }


def said(view: View) -> str:
    """The last move in a sentence or two: the caption of a position, which a screen reader hears."""
    rules = variant(view.variant)
    if view.last is None:
        begin = _("The set-ups are made. %(seat)s moves first.") % {"seat": seat_name(view.to_move)}
        return begin if view.outcome is None else f"{begin} {_over(view)}"
    sentences = [fact_text(fact) for fact in facts_of(view.last, rules) if fact.code != "noted"]
    if view.outcome is not None:
        sentences.append(_over(view))
    return " ".join([_("Ply %(ply)d:") % {"ply": view.ply}, *sentences])


def _over(view: View) -> str:
    return f"{outcome_text(view.outcome)}."


def _notes(view: View) -> list[Note]:
    notes = []
    if view.last is not None and view.last.noted is not None:
        notes.append(Note("breach", fact_text(Fact("noted", {"rule": view.last.noted}))))
    if view.outcome is None:
        notes += [Note("caution", caution_text(caution)) for caution in view.cautions]
        notes.append(Note("quiet", _quiet(view)))
    return notes


def _quiet(view: View) -> str:
    """Whose turn it is, and how long the last attack is ago."""
    turn = _("%(seat)s to move.") % {"seat": seat_name(view.to_move)}
    if view.quiet_limit is not None:
        quiet = _("%(quiet)d of %(limit)d plies without an attack.") % {"quiet": view.quiet, "limit": view.quiet_limit}
    else:
        text = ngettext("%(quiet)d ply without an attack.", "%(quiet)d plies without an attack.", view.quiet)
        quiet = text % {"quiet": view.quiet}
    return f"{turn} {quiet}"


# -- a position -----------------------------------------------------------------------------------


def board_label(view: View) -> str:
    """The accessible name of a board: what is drawn, and for whom."""
    if view.viewer is Viewer.ALL:
        text = _("Board after ply %(ply)d, everything open. The table below it names every piece.")
    elif view.viewer is Viewer.SPECTATOR:
        text = _("Board after ply %(ply)d, as spectators see it. The table below it names every piece.")
    else:
        text = _("Board after ply %(ply)d, as %(seat)s sees it. The table below it names every piece.")
    return text % {"ply": view.ply, "seat": seat_name(view.viewer.value) if view.viewer.seat is not None else ""}


def _tray(view: View, seat: Seat, rules: Variant) -> Tray:
    lost = Counter(piece.rank for piece in view.captured if piece.seat is seat)
    names = [
        _("%(count)d × %(rank)s") % {"count": lost[rank], "rank": rank_name(rank, rules)}
        for rank in _TRAY_ORDER
        if lost[rank]
    ]
    seat_word = seat_name(seat)
    if names:
        words = _("%(seat)s has lost: %(pieces)s.") % {"seat": seat_word, "pieces": ", ".join(names)}
    else:
        words = _("%(seat)s has lost nothing.") % {"seat": seat_word}
    ranks = tuple(Tile(tile_svg(seat, rank), lost[rank]) for rank in _TRAY_ORDER if rank in rules.army)
    return Tray(title=_("%(seat)s lost") % {"seat": seat_word}, words=words, ranks=ranks)


def position_markup(view: View, *, flip: bool = False, wait: int | None = None) -> SafeString:
    """Render a position: trays, board, the last move in words, cautions.

    Args:
        view: what the audience may know.
        flip: with blue's side at the bottom.
        wait: milliseconds until the next ply was played, if that is known.
    """
    rules = variant(view.variant)
    # Trays stand at the side of the seats that lost the pieces; partners share a side when there are four.
    red, blue = (_tray(view, seat, rules) for seat in rules.seats[:2])
    top, bottom = (red, blue) if flip else (blue, red)

    def words(seat: Seat, rank: Rank | None) -> str:
        name = _("unknown") if rank is None else rank_name(rank, rules)
        return _("%(seat)s %(piece)s") % {"seat": seat_name(seat), "piece": name}

    context = {
        "top": top,
        "bottom": bottom,
        "board": board_svg(view, label=board_label(view), turn=HALF_TURN if flip else 0),
        "table": board_table(view, caption=_("Who stands where"), words=words, lake=_("lake")),
        "said": said(view),
        "notes": _notes(view),
        "wait": wait,
    }
    return render_to_string("games/_position.html", context)


# -- the move list --------------------------------------------------------------------------------


def move_rows(moves: Iterable[tuple[int, LastTurn]], rules: Variant) -> tuple[Row, ...]:
    """Lay out plies as rounds of the move list.

    Args:
        moves: plies in order, each with its number and the turn as the audience saw it. The first one begins a round.
        rules: the game's variant.
    """
    seats = len(rules.seats)
    rows: dict[int, list[Move]] = {}
    for ply, last in moves:
        rows.setdefault((ply - 1) // seats + 1, []).append(_move(ply, last, rules))
    return tuple(Row(number, tuple(played)) for number, played in rows.items())


def _move(ply: int, last: LastTurn, rules: Variant) -> Move:
    names = [rules.board.name(square) for square in last.path]
    path = names if len(names) > 2 and not _straight(last.path, rules) else [names[0], names[-1]]
    text = "-".join(path) if last.attack is None else "-".join(path[:-1]) + "×" + path[-1]
    words = " ".join([_("Ply %(ply)d:") % {"ply": ply}, *(fact_text(fact) for fact in facts_of(last, rules))])
    return Move(ply=ply, text=text, words=words, clash=_clash(last), noted=last.noted is not None)


def _straight(path: Sequence[int], rules: Variant) -> bool:
    columns = {square % rules.board.columns for square in path}
    return len(columns) == 1 or len({square // rules.board.columns for square in path}) == 1


_CLASHES: Mapping[str, str] = {"win": "%s › %s", "loss": "%s ‹ %s", "both": "%s = %s"}


def _clash(last: LastTurn) -> str:
    """The ranks that met, attacker first, and the sign of who stays; or the Scout that showed itself by its move."""
    if last.attack is not None:
        attacker, defender = last.attack.attacker.rank, last.attack.defender.rank
        assert attacker is not None
        assert defender is not None
        return _CLASHES[last.attack.result] % (numeral(attacker), numeral(defender))
    return "" if last.revealed is None else numeral(last.revealed)
