"""What templates show of a position: views and codes turned into words, tiles and rows.

Nothing here reads a database or knows a name of a player, so that what it makes may be kept for ever at one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from types import MappingProxyType

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.presentation.board_svg import Sketch, board_change, board_svg, board_table, tile_svg, turn_for
from games.presentation.card_svg import table_svg
from games.presentation.facts import caution_text, fact_text, pending_text
from games.presentation.words import outcome_text, rank_name, seat_name
from games.rules import (
    Attack,
    Claim,
    Fact,
    Holding,
    LastTurn,
    Look,
    Part,
    PieceView,
    Rank,
    Seat,
    Variant,
    View,
    Viewer,
    variant,
)

TRAY_ORDER = (
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
"""From the highest to the lowest, as players count them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of piece in a row of a tray: its picture, and how many there are."""

    tile: SafeString
    count: int


@dataclass(frozen=True, slots=True)
class TrayRow:
    """Pieces off the board: lost, in reserve, or in a deck. `kind` is for the stylesheet, `title` for the eye."""

    kind: str
    title: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """What a seat has off the board, in rows for the eye and in sentences for the ear.

    Args:
        seat: slug of the seat.
        title: of the whole tray: the seat's name, or what its one row is.
        rows: those with tiles to show.
        marks: what is only counted: pieces that the viewer may not know, rescues left.
        alone: there is one row, which needs no title of its own.
    """

    seat: str
    title: str
    words: str
    rows: tuple[TrayRow, ...]
    marks: tuple[str, ...]
    alone: bool


@dataclass(frozen=True, slots=True)
class ToldList:
    """A list under the position that is open on demand: failed claims, or what looks showed."""

    slug: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionNote:
    """A line under the position: `kind` is `caution`, `breach` or `outcome`."""

    kind: str
    text: str


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
    if last.attack is not None:
        # A Spotter that names a card right attacks it by that; only the notation tells the two apart.
        code = "named" if last.text.startswith("=".join(path)) else "attacked"
        facts.append(Fact(code, params | _attack(last.attack)))
    elif rules.deals:
        facts.append(Fact("shown", params | {"rank": last.revealed}))
    elif len(path) > 1:
        facts.append(Fact("escaped" if last.path[0] in rules.board.stockades else "moved", params))
        if last.revealed is not None:
            facts.append(Fact("revealed", {"piece": last.piece, "rank": last.revealed}))
    for part in _parts(last.parts):
        facts += _facts_of_part(part, last, rules)
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


def _parts(parts: Sequence[Part]) -> list[Part]:
    """The parts of a turn, the cards that are laid one after another as one part with several squares."""
    result: list[Part] = []
    for part in parts:
        ranks = part.ranks
        if part.kind == "lay" and part.piece is not None and part.piece.rank is not None:
            ranks = (part.piece.rank,)
        if part.kind == "lay" and result and result[-1].kind == "lay":
            before = result.pop()
            together = None if ranks is None or before.ranks is None else (*before.ranks, *ranks)
            result.append(replace(before, squares=(*before.squares, *part.squares), ranks=together))
        else:
            result.append(replace(part, ranks=ranks))
    return result


def _facts_of_part(part: Part, last: LastTurn, rules: Variant) -> list[Fact]:
    squares = tuple(rules.board.name(square) for square in part.squares)
    params: dict[str, object] = {"seat": last.seat.slug, "squares": squares}
    rank = None if part.piece is None else part.piece.rank
    if part.kind == "lay":
        return [Fact("lay", params) if part.ranks is None else Fact("lay-known", params | {"ranks": part.ranks})]
    if part.kind in ("hand-look", "line-look"):
        known = [] if part.ranks is None else [Fact(f"{part.kind}-known", params | {"ranks": part.ranks})]
        return [Fact(part.kind, params), *known]
    if part.kind == "entry":
        return [Fact("entry", params) if rank is None else Fact("entry-known", params | {"rank": rank})]
    if part.kind == "claim":
        return [Fact("claim-known", params)]
    if part.kind in ("stockade", "freed") and part.piece is not None:
        return [Fact(part.kind, params | {"owner": part.piece.seat.slug})]
    return [Fact(part.kind, params | {"rank": rank, "ranks": part.ranks})]


def said(view: View) -> str:
    """The last turn in a few sentences: the caption of a position, which a screen reader hears."""
    if view.last is None:
        text = _("The set-ups are made. %(seat)s moves first.") % {"seat": seat_name(view.to_move)}
    else:
        text = turn_said(view.ply, view.last, view)
    return text if view.outcome is None else f"{text} {_over(view)}"


def turn_said(ply: int, last: LastTurn, view: View) -> str:
    """A ply in a few sentences.

    Args:
        last: the ply as its viewer saw it.
        view: a view of the same viewer, then or later.
    """
    texts = [text for code, text in sentences(last, variant(view.variant, view.edition)) if code != "noted"]
    if any(claim.ply == ply for claim in view.claims):
        texts.append(fact_text(Fact("claim-failed")))
    return " ".join([_("Move %(ply)d:") % {"ply": ply}, *texts])


def sentences(last: LastTurn, rules: Variant) -> tuple[tuple[str, str], ...]:
    """A ply as its facts, each by its code and in a sentence."""
    return _sentences_in(last, rules, get_language())


@lru_cache(maxsize=512)
def _sentences_in(last: LastTurn, rules: Variant, _language: str | None) -> tuple[tuple[str, str], ...]:
    # Kept, as a ply is told at the board and for the list of moves, and again to everybody who sees the same of it.
    return tuple((fact.code, fact_text(fact, rules)) for fact in facts_of(last, rules))


def _over(view: View) -> str:
    return f"{outcome_text(view.outcome)}."


def notes_of(view: View) -> list[PositionNote]:
    """What stands under a position: how near the limits are, a rule that was broken, whose turn it is."""
    notes = []
    if view.last is not None and view.last.noted is not None:
        notes.append(PositionNote("breach", fact_text(Fact("noted", {"rule": view.last.noted}))))
    if view.outcome is None:
        notes += [PositionNote("caution", caution_text(caution)) for caution in view.cautions]
        notes.append(PositionNote("quiet", _quiet(view)))
    return notes


def notes_markup(view: View) -> SafeString:
    """Write what stands under a position. No template: every move writes it anew."""
    items = [f'<li class="{note.kind}">{escape(note.text)}</li>' for note in notes_of(view)]
    return mark_safe(f"<ul>{''.join(items)}</ul>" if items else "")  # noqa: S308 - every text is escaped


def _quiet(view: View) -> str:
    """Whose turn it is or what it waits for, and how long the last attack is ago."""
    if view.pending is not None:
        turn = pending_text(view.pending)
    else:
        turn = _("%(seat)s to move.") % {"seat": seat_name(view.to_move)}
    if view.quiet_limit is not None:
        quiet = _("%(quiet)d of %(limit)d moves without an attack.") % {"quiet": view.quiet, "limit": view.quiet_limit}
    else:
        text = ngettext("%(quiet)d move without an attack.", "%(quiet)d moves without an attack.", view.quiet)
        quiet = text % {"quiet": view.quiet}
    return f"{turn} {quiet}"


# -- what only some may know ----------------------------------------------------------------------


def told_to(view: View) -> list[ToldList]:
    """What only this audience knows of failed claims and of looks."""
    rules = variant(view.variant, view.edition)
    results = []
    if view.claims:
        lines = tuple(_claim(claim, view, rules) for claim in view.claims)
        results.append(ToldList("claims", _("Failed claims (%(count)d)") % {"count": len(lines)}, lines))
    if view.looks:
        lines = tuple(_look(look, rules) for look in view.looks)
        results.append(ToldList("looks", _("Looks (%(count)d)") % {"count": len(lines)}, lines))
    return results


def _claim(claim: Claim, view: View, rules: Variant) -> str:
    """A failed claim, and where its two pieces stand now."""
    partner = next(seat for seat in rules.seats if seat.side == claim.seat.side and seat is not claim.seat)
    text = _("Move %(ply)d: %(seat)s claimed a piece of %(partner)s to be its Flag, and it is not.") % {
        "ply": claim.ply,
        "seat": seat_name(claim.seat),
        "partner": seat_name(partner),
    }
    squares = {piece.id: rules.board.name(piece.square) for piece in view.pieces}
    if claim.flag in squares:
        text += " " + _("%(seat)s’s Flag stands on %(square)s.") % {
            "seat": seat_name(claim.seat),
            "square": squares[claim.flag],
        }
    if claim.named in squares:
        text += " " + _("The piece named stands on %(square)s.") % {"square": squares[claim.named]}
    return text


def _look(look: Look, rules: Variant) -> str:
    values = {"ply": look.ply, "seat": seat_name(look.seat)}
    names = [rank_name(rank, rules) for rank in look.ranks]
    if look.kind == "hand":
        return _("Move %(ply)d: %(seat)s saw the enemy’s hand: %(cards)s.") % (values | {"cards": ", ".join(names)})
    cards = ", ".join(
        _("%(rank)s on %(square)s") % {"rank": name, "square": rules.board.name(square)}
        for square, name in zip(look.squares, names, strict=True)
    )
    return _("Move %(ply)d: %(seat)s saw %(cards)s.") % (values | {"cards": cards})


# -- a position -----------------------------------------------------------------------------------


def board_label(view: View, below: int = 0) -> str:
    """The accessible name of a board: what is drawn, for whom, and which seat sits below if the board is turned."""
    if view.viewer is Viewer.ALL:
        text = _("Board after move %(ply)d, everything open. The table below it names every piece.")
    elif view.viewer is Viewer.SPECTATOR:
        text = _("Board after move %(ply)d, as spectators see it. The table below it names every piece.")
    else:
        text = _("Board after move %(ply)d, as %(seat)s sees it. The table below it names every piece.")
    label = text % {"ply": view.ply, "seat": seat_name(view.viewer.value) if view.viewer.seat is not None else ""}
    if below:
        label += " " + _("Turned: %(seat)s sits below.") % {"seat": seat_name(below)}
    return label


def picture(
    view: View,
    *,
    below: int = 0,
    small: bool = False,
    coordinates: bool = True,
    ranks: str = "high",
    guesses: Mapping[int, str] = MappingProxyType({}),
    sketch: Sketch | None = None,
    over: str = "",
) -> SafeString:
    """Draw a position: a board, or a table of cards.

    Args:
        view: what the audience may know.
        below: number of the seat whose side is at the bottom.
        small: without the names of squares and seats beside the board.
        coordinates: with the names of squares, unless it is small; a table of cards has them always.
        ranks, guesses: what one reader wants to see, as for `board_svg`.
        sketch: what is drawn on top of a board.
        over: markup that is laid over it, as for `board_svg`.
    """
    rules = variant(view.variant, view.edition)
    label = board_label(view, below)
    if rules.deals:
        return table_svg(view, label=label, flip=bool(below), ranks=ranks, guesses=guesses, over=over)
    names = [seat_name(seat) for seat in rules.seats] if len(rules.seats) > 2 and not small else []
    return board_svg(
        view,
        label=label,
        turn=turn_for(rules.board, below),
        coordinates=coordinates and not small,
        names=names,
        ranks=ranks,
        guesses=guesses,
        sketch=sketch,
        over=over,
    )


_HOLDINGS = {
    "reserve": gettext_lazy("Reserve: %(count)d"),
    "hand": gettext_lazy("Hand: %(count)d"),
    "deck": gettext_lazy("Deck: %(count)d"),
}


def trays(view: View, *, ranks: str = "high", gaps: bool = True) -> list[Tray]:
    """What each seat has off the board, in the order of the seats.

    Args:
        view: what the audience may know.
        ranks: how the reader wants ranks written, as for `board_svg`.
        gaps: of two seats, show too which ranks have lost nothing; four have no room for that.
    """
    rules, language = variant(view.variant, view.edition), get_language()
    lost: dict[Seat, list[Rank | None]] = {seat: [] for seat in rules.seats}
    for piece in view.captured:
        lost[piece.seat].append(piece.rank)
    return [
        _tray(
            seat,
            tuple(sorted(lost[seat], key=_by_rank)),
            tuple(holding for holding in view.holdings if holding.seat is seat),
            view.rescues[seat] if view.rescues else None,
            view.out[seat] if view.out else None,
            rules,
            ranks,
            gaps and len(rules.seats) == 2,
            language,
        )
        for seat in rules.seats
    ]


def _by_rank(rank: Rank | None) -> int:
    return -1 if rank is None else rank


@lru_cache(maxsize=1024)
def tray_markup(tray: Tray) -> SafeString:
    """Write a tray: tiles for the eye, and sentences for the ear. No template: a page has up to four, each with rows of
    rows, and it is written anew after every move.
    """
    parts = [f'<div class="tray{"" if tray.alone else " rows"}" data-tray="{tray.seat}"><h3 aria-hidden="true">']
    marks = [escape(mark) for mark in tray.marks]
    if tray.alone:
        parts.append(escape(tray.title))
    else:
        parts.append(f'<span class="side {tray.seat}">{escape(tray.title)}</span>')
        parts += [f' <span class="mark">{mark}</span>' for mark in marks]
    parts.append(f'</h3><p class="visually-hidden">{escape(tray.words)}</p><div class="stock" aria-hidden="true">')
    for row in tray.rows:
        what = "" if tray.alone else f'<span class="what">{escape(row.title)}</span>'
        parts.append(f'<div class="line {row.kind}">{what}<ul>')
        for tile in row.tiles:
            none, count = ("", tile.count) if tile.count else (' class="none"', "&nbsp;")
            parts.append(f'<li{none}>{tile.tile}<span class="count">{count}</span></li>')
        parts.append("</ul></div>")
    if tray.alone:
        parts += [f'<p class="mark">{mark}</p>' for mark in marks]
    parts.append("</div></div>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


@lru_cache(maxsize=1024)
def _tray(
    seat: Seat,
    pieces: tuple[Rank | None, ...],
    holdings: tuple[Holding, ...],
    rescues: int | None,
    out: tuple[tuple[Rank, int], ...] | None,
    rules: Variant,
    ranks: str,
    gaps: bool,
    _language: str | None,
) -> Tray:
    """The tray of a seat. It changes only when a piece leaves the board or comes back, so it is kept."""
    seat_word = seat_name(seat)
    lost = Counter(pieces)
    counts = _counts(lost, rules)
    if counts:
        words = [_("%(seat)s has lost: %(pieces)s.") % {"seat": seat_word, "pieces": counts}]
    else:
        words = [_("%(seat)s has lost nothing.") % {"seat": seat_word}]
    army = [rank for rank in TRAY_ORDER if lost[rank] or (gaps and rank in rules.army)]
    off = _("Lost cards: %(count)d") if rules.deals else _("Lost pieces: %(count)d")
    rows = [TrayRow("lost", off % {"count": lost.total()}, _tiles(seat, lost, army, ranks))]
    if out is not None:
        still: Counter[Rank | None] = Counter(dict(out))
        title = _("Not seen yet: %(count)d") % {"count": still.total()}
        words.append(f"{title} ({_counts(still, rules)})." if still else f"{title}.")
        rows.append(TrayRow("out", title, _tiles(seat, still, [rank for rank in TRAY_ORDER if still[rank]], ranks)))
    for holding in holdings:
        title = str(_HOLDINGS[holding.kind]) % {"count": holding.count}
        held: Counter[Rank | None] = Counter(dict(holding.ranks or ()))
        words.append(f"{title} ({_counts(held, rules)})." if held else f"{title}.")
        # A hand lies open in the picture.
        listed = [] if holding.kind == "hand" else [rank for rank in TRAY_ORDER if held[rank]]
        rows.append(TrayRow(holding.kind, title, _tiles(seat, held, listed, ranks)))
    marks = [row.title for row in rows if not row.tiles]
    if rescues is not None:
        marks.append(ngettext("%(left)d rescue left", "%(left)d rescues left", rescues) % {"left": rescues})
        words.append(f"{marks[-1]}.")
    alone = len(rows) == 1 and len(rules.seats) == 2
    title = _("%(seat)s’s lost pieces") % {"seat": seat_word} if alone else seat_word
    drawn = tuple(row for row in rows if row.tiles)
    return Tray(seat.slug, title, " ".join(words), drawn, tuple(marks), alone)


def _counts(counts: Mapping[Rank | None, int], rules: Variant) -> str:
    return ", ".join(
        _("%(count)d × %(rank)s") % {"count": counts[rank], "rank": rank_name(rank, rules)}
        for rank in TRAY_ORDER
        if counts.get(rank)
    )


def _tiles(seat: Seat, counts: Mapping[Rank | None, int], shown: Iterable[Rank], ranks: str) -> tuple[Tile, ...]:
    return tuple(Tile(tile_svg(seat, rank, ranks), counts.get(rank, 0)) for rank in shown)


def _namer(rules: Variant, viewer: Viewer) -> Callable[[PieceView], str]:
    """What a table of this viewer's view calls pieces: whose each is, what it is, and the marks that the picture shows
    on it."""
    language, watching = get_language(), viewer is Viewer.SPECTATOR

    def words(piece: PieceView) -> str:
        known = piece.revealed and not watching
        return _piece_words(piece.seat, piece.rank, known, piece.captive, piece.rescuer, piece.moved, rules, language)

    return words


@lru_cache(maxsize=2048)
def _piece_words(
    seat: Seat,
    rank: Rank | None,
    known: bool,
    captive: bool,
    rescuer: bool,
    moved: bool,
    rules: Variant,
    _language: str | None,
) -> str:
    name = _("unknown") if rank is None else rank_name(rank, rules)
    words = [_("%(seat)s %(piece)s") % {"seat": seat_name(seat), "piece": name}]
    if captive:
        words.append(_("captive"))
    elif known and rank is not None:
        words.append(_("known to all"))
    if rescuer:
        words.append(_("has rescued"))
    if moved and rank is None:
        words.append(_("has moved"))
    return ", ".join(words)


def position_markup(
    view: View, *, below: int = 0, wait: int | None = None, opened: SafeString | None = None, over: str = ""
) -> SafeString:
    """Render a position: trays, board, the last turn in words, cautions.

    Args:
        view: what the audience may know.
        below: number of the seat whose side is at the bottom.
        wait: milliseconds until the next ply was played, if that is known.
        opened: the seals that the last turn opened, see `games/presentation/opened.py`.
        over: markup that is laid over the picture, as for `board_svg`.
    """
    upper, lower = beside(trays(view), below)
    context = {
        "top": upper,
        "bottom": lower,
        "board": picture(view, below=below, over=over),
        "said": said(view),
        "notes": notes_of(view),
        "details": details_markup(view),
        "wait": wait,
        "opened": opened,
    }
    return render_to_string("show/_position.html", context)


def beside(trays: Sequence[Tray], below: int) -> tuple[list[SafeString], list[SafeString]]:
    """Write trays and part them: of two players each has one at its own side of the board; four stand together.

    Args:
        trays: one for each seat.
        below: number of the seat whose side is at the bottom.

    Returns:
        Those above the board and those below it.
    """
    written = [tray_markup(tray) for tray in trays]
    return ([written[1 - below]], [written[below]]) if len(written) == 2 else ([], written)


def position_table(view: View) -> SafeString:
    """Write a position as a table, for those who read a board square by square."""
    rules = variant(view.variant, view.edition)
    return board_table(
        view,
        caption=_("Who stands where"),
        words=_namer(rules, view.viewer),
        lake=_("lake"),
        stockade=_("stockade"),
    )


def details_markup(view: View) -> SafeString:
    """Write what is open on demand under a position: what only this audience knows, and the table."""
    return mark_safe(told_markup(view) + table_markup(view))  # noqa: S308 - both are safe


def told_markup(view: View) -> SafeString:
    """Write what only this audience knows of claims and looks. No template: every move writes it anew."""
    parts = []
    for result in told_to(view):
        lines = "".join([f"<li>{escape(line)}</li>" for line in result.lines])
        parts.append(_details(result.slug, result.title, f'<ul class="told">{lines}</ul>'))
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


def table_markup(view: View) -> SafeString:
    """Write a position as a table that is open on demand."""
    title = _("The board as a table")
    where = f'class="scroll" tabindex="0" role="region" aria-label="{escape(title)}"'
    return mark_safe(_details("table", title, f"<div {where}>{position_table(view)}</div>"))  # noqa: S308 - as above


def change_markup(
    view: View,
    squares: Collection[int],
    *,
    below: int = 0,
    coordinates: bool = True,
    ranks: str = "high",
    guesses: Mapping[int, str] = MappingProxyType({}),
) -> SafeString:
    """Write what changes in the picture of a board and in its table (`static/js/change.js`).

    Args:
        squares: those on which something has changed since the position before.
        view, below, coordinates, ranks, guesses: as for `picture`.
    """
    rules = variant(view.variant, view.edition)
    words = _namer(rules, view.viewer)
    texts = {square: _("stockade") for square in rules.board.stockades}
    texts |= {piece.square: words(piece) for piece in view.pieces if piece.square in squares}
    cells = [f'<li data-cell="{rules.board.name(square)}">{escape(texts.get(square, ""))}</li>' for square in squares]
    drawn = board_change(
        view,
        squares,
        label=board_label(view, below),
        turn=turn_for(rules.board, below),
        coordinates=coordinates,
        ranks=ranks,
        guesses=guesses,
    )
    return mark_safe(f"{drawn}<ul hidden>{''.join(cells)}</ul>")  # noqa: S308 - built here; every text is escaped


def _details(kept: str, title: str, inside: str) -> str:
    return f'<details class="small" data-keep="{kept}"><summary>{escape(title)}</summary>{inside}</details>'
