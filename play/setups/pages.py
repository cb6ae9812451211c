"""What the templates of set-ups ask for: the squares, the tray, what is missing, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import queries
from games.domain.placement import EMPTY, SetupSquare, Stock, Trouble, cells, form_of, to_text, troubles, view_order
from games.domain.ready_setups import Ready, ready
from games.models import Game, Ladder
from games.presentation.board_svg import numeral, tile_svg
from games.presentation.lists import PlayerName, players_of
from games.presentation.panels import ShownGame
from games.presentation.rooms import SetupFamilyLink, SetupResults
from games.presentation.words import rank_name, rated_words, seat_name, variant_name
from games.rules import RANK_OF_SYMBOL, Rank, Reserve, Seat, Variant, variant
from play.setups.domain import Work, saved_setups
from play.setups.models import SavedSetup
from play.setups.words import pieces_text

# -- words ----------------------------------------------------------------------------------------


def trouble_text(trouble: Trouble, rules: Variant) -> str:
    """One thing that is missing or wrong, and what to do about it."""
    count = trouble.count
    if trouble.code == "flag":
        return _("The Flag must stand on the board.")
    if trouble.code == "empty":
        if rules.deals:
            text = ngettext("Lay %(count)d more card.", "Lay %(count)d more cards.", count)
        else:
            text = ngettext("Fill %(count)d more square.", "Fill %(count)d more squares.", count)
        return text % {"count": count}
    assert trouble.rank is not None
    words = {"count": count, "rank": rank_name(trouble.rank, rules)}
    if trouble.code == "surplus":
        return _("%(count)d × %(rank)s too many. Take off what you do not have.") % words
    missing = _("%(count)d × %(rank)s")
    return missing.replace(" ", "\u00a0") % words


def summary(form: str, rules: Variant, stock: Stock) -> str:
    """How far the set-up is, in a sentence.

    Args:
        form: as in `games.domain.placement`.
        rules: the rule book.
        stock: what may be placed.
    """
    result = troubles(form, stock)
    if not result:
        return _("The set-up is complete.")
    if any(trouble.code == "surplus" for trouble in result):
        return _("There are more cards than you hold.") if rules.deals else _("There are more pieces than you have.")
    if result == (Trouble("flag"),):
        return trouble_text(result[0], rules)
    count = sum(trouble.count for trouble in result if trouble.code == "missing") or form.count(EMPTY)
    if rules.deals:
        text = ngettext("%(count)d card to go.", "%(count)d cards to go.", count)
    else:
        text = ngettext("%(count)d piece to go.", "%(count)d pieces to go.", count)
    return text % {"count": count}


def stock_text(rules: Variant) -> str:
    """What is placed and what stays behind."""
    if rules.deals:
        return _(
            "These are the eight cards that you have drawn. Lay five of them on your front line; the other three are "
            "your hand. Each place is known by its letter during the whole game."
        )
    squares, size = len(rules.board.homes[0]), rules.army_size
    if rules.reserve is Reserve.REST:
        text = _(
            "Choose %(squares)d of your %(size)d pieces, the Flag among them; the other %(rest)d are your reserve and "
            "may enter later."
        )
        return text % {"squares": squares, "size": size, "rest": size - squares}
    if rules.reserve is Reserve.SECOND_ARMY:
        text = _(
            "Set up the first of your two armies, all %(size)d pieces. The second, just as large, is your reserve: "
            "it enters later, its Flag first."
        )
        return text % {"size": size}
    if size < squares:
        text = _("Set up all %(size)d pieces on any of the %(squares)d squares; the others stay empty.")
        return text % {"size": size, "squares": squares}
    return _("Set up all %(size)d pieces.") % {"size": size}


def results_text(went: SetupResults | None) -> str:
    """How the games went that a set-up was laid in; that there are none, too."""
    if went is None:
        return _("in no open game yet")
    text = ngettext(
        "%(games)d open game: won %(won)d, drawn %(drawn)d, lost %(lost)d",
        "%(games)d open games: won %(won)d, drawn %(drawn)d, lost %(lost)d",
        sum(went),
    )
    return text % {"games": sum(went), **went._asdict()}


class SavedRow(NamedTuple):
    """A saved set-up in the list of them: its name, how its games went, and the family it belongs to, if to one."""

    name: str
    results: str
    family: SetupFamilyLink | None


# -- pictures -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the editor: `label` says where it is and what stands there."""

    cell: SetupSquare
    name: str
    label: str = field(repr=False)
    symbol: str = field(repr=False, default="")
    tile: SafeString | str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class SquareRow:
    """A row of squares with its name at the left."""

    name: str
    squares: tuple[Square, ...]

    @property
    def ahead(self) -> bool:
        """Whether it lies in front of the home squares."""
        return all(square.cell.place is None for square in self.squares)


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one rank in the tray. `keys` are the keys of the keyboard that place one."""

    symbol: str = field(repr=False)
    name: str = field(repr=False)
    tile: SafeString = field(repr=False)
    keys: str = field(repr=False)
    total: int = field(repr=False)
    left: int = field(repr=False)

    @property
    def label(self) -> str:
        """Name and number, for who does not see the tray."""
        text = ngettext("%(name)s, %(left)d left", "%(name)s, %(left)d left", self.left)
        return text % {"name": self.name, "left": self.left}


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is asked before it is done: `do` does it, and nothing else has to be typed again."""

    text: str
    yes: str
    do: str
    name: str = ""


def _keys(rank: Rank, ranks: str) -> str:
    keys = [rank.symbol.lower()]
    if ranks == "low" and rank.symbol not in "FSBCP":
        keys = [numeral(rank, ranks)[-1]] + (["m"] if rank is Rank.MARSHAL else [])
    elif rank is Rank.MARSHAL:
        keys.append("0")
    elif rank is Rank.SPY and ranks != "low":
        keys.append("1")
    return " ".join(keys)


# -- pages ----------------------------------------------------------------------------------------


@dataclass
class _Placed:
    """A form on its squares, as one seat sees it."""

    rules: Variant
    seat: Seat
    form: str = field(repr=False)
    ranks: str

    @property
    def cells(self) -> Sequence[Sequence[SetupSquare]]:
        """The squares, row by row from the front."""
        return cells(self.rules, self.seat)

    @property
    def rows(self) -> Iterator[SquareRow]:
        """The squares, row by row from the front; a row is named if the board has names on the side of the seat."""
        board = self.rules.board
        for row in self.cells:
            squares = tuple(self._square(cell) for cell in row)
            names = {"".join(filter(str.isdigit, board.name(cell.square))) for cell in row}
            letters = {board.name(cell.square)[0] for cell in row}
            yield SquareRow((names if len(names) == 1 else letters).pop(), squares)

    def _square(self, cell: SetupSquare) -> Square:
        name = self.rules.board.name(cell.square)
        if cell.place is None:
            kinds = {"lake": _("lake"), "stockade": _("stockade"), "other": _("no home square")}
            return Square(cell, name, f"{name}: {kinds[cell.kind]}")
        symbol = self.form[cell.place]
        rank = RANK_OF_SYMBOL.get(symbol)
        said = _("empty") if rank is None else rank_name(rank, self.rules)
        tile = "" if rank is None else tile_svg(self.seat, rank, self.ranks)
        return Square(cell, name, f"{name}: {said}", symbol, tile)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names below the columns."""
        last = cells(self.rules, self.seat)[-1]
        names = [self.rules.board.name(cell.square) for cell in last]
        across = len({name[0] for name in names}) > 1
        return tuple(name[0] if across else name[1:] for name in names)

    @property
    def width(self) -> int:
        """How many columns are shown."""
        return len(self.columns)

    @property
    def slug(self) -> str:
        """The seat's, for its colours."""
        return self.seat.slug


@dataclass
class WaitingPage:
    """A game whose set-ups are being made, for one of its players who has made the own one."""

    game: Game
    seat: Seat
    form: str = field(repr=False)
    ranks: str

    @property
    def board(self) -> _Placed:
        return _Placed(variant(self.game.variant), self.seat, self.form, self.ranks)

    @cached_property
    def table(self) -> Table:
        """Who plays, and who is ready."""
        return Table(self.game, self.seat)


@dataclass
class Table:
    """The game around a set-up: only what everybody may know. By a link nobody is known to read it."""

    game: Game
    seat: Seat
    by_link: bool = False

    @property
    def variant(self) -> str:
        """The name of the rule book."""
        return variant_name(self.game.variant)

    @cached_property
    def players(self) -> tuple[PlayerName, ...]:
        return players_of(self.game)

    @property
    def player(self) -> UUID | None:
        """Who sits there and reads this."""
        if self.by_link:
            return None
        return next((seat.player_id for seat in self.game.all_seats if seat.seat == self.seat), None)

    @property
    def shown(self) -> ShownGame:
        """The game as the rooms know it that set something beside it."""
        return ShownGame(self.game, self.player, self.game.notes)

    @property
    def others(self) -> str:
        """Against whom one plays, and with whom."""
        foes = _(" and ").join(player.name for player in self.players if player.side != self.seat.side)
        friends = [p.name for p in self.players if p.side == self.seat.side and p.slug != self.seat.slug]
        if friends:
            text = _("with %(friends)s, against %(foes)s")
            return text % {"friends": _(" and ").join(friends), "foes": foes}
        return _("against %(foes)s") % {"foes": foes}

    @property
    def ready(self) -> Iterator[tuple[PlayerName, bool]]:
        """Each player and whether the set-up is made: nobody may learn more (RULES section 2)."""
        done = {Seat(seat.seat).slug: seat.ready for seat in self.game.all_seats}
        for player in self.players:
            yield player, done[player.slug]

    @property
    def rated(self) -> str:
        """For whom the game is rated; nothing for a casual one."""
        ladders = (Ladder(seat.ladder).slug for seat in self.game.all_seats)
        return rated_words(ladders) if self.game.rated else ""

    @property
    def due(self) -> datetime | None:
        """Until when the set-ups must be made."""
        return self.game.due

    @property
    def due_stamp(self) -> int:
        """The same in milliseconds, for the countdown; 0 without a time."""
        return 0 if self.due is None else int(self.due.timestamp() * 1000)

    @property
    def stamp(self) -> int:
        """The server's time in milliseconds, so that a countdown is right on a machine whose clock is not."""
        return int(timezone.now().timestamp() * 1000)

    @property
    def url(self) -> str:
        """The address of the game."""
        return reverse("games:replay", args=[self.game.key])

    @property
    def rules_url(self) -> str:
        return reverse("games:rule-book", args=[self.game.variant])


@dataclass
class EditorPage:
    """The editor, for a game or without one.

    Args:
        work: the draft as it stands.
        form: what is shown; the draft, or what somebody has just sent that could not be kept.
        text: of the text field; the form as text unless it could not be read.
        error: why not.
        question: something to be asked first.
        stale: the draft was changed in another window meanwhile.
        name: of the set-up that is being saved.
        taken: it comes from elsewhere, and nothing is kept yet.
        link: of who has no account, the address of the page.
    """

    rules: Variant
    seat: Seat
    stock: Stock
    player: UUID
    work: Work
    ranks: str
    game: Game | None = None
    drawn: Sequence[Rank] = field(default=(), repr=False)
    form: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    error: str = field(default="", repr=False)
    question: Question | None = None
    stale: bool = False
    name: str = ""
    taken: bool = False
    link: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.form = self.form or self.work.form
        self.text = self.text or to_text(self.form, self.rules)

    @property
    def board(self) -> _Placed:
        return _Placed(self.rules, self.seat, self.form, self.ranks)

    @cached_property
    def table(self) -> Table | None:
        """The game around it."""
        return None if self.game is None else Table(self.game, self.seat, by_link=bool(self.link))

    @property
    def pieces_text(self) -> str:
        return pieces_text(self.rules)

    @property
    def variant(self) -> str:
        """The name of the rule book."""
        return variant_name(self.rules.slug)

    @property
    def url(self) -> str:
        """Where the form is sent."""
        if self.link:
            return self.link
        if self.game is None:
            return reverse("setups:workshop", args=[self.rules.slug])
        return reverse("setups:edit", args=[self.game.key])

    @property
    def tray(self) -> Iterator[Stack]:
        """The pieces, and how many of each are yet to place."""
        counts = Counter(self.form)
        for rank in sorted(self.stock.counts, key=_in_tray):
            total = self.stock.counts[rank]
            left = max(total - counts[rank.symbol], 0)
            name = rank_name(rank, self.rules)
            yield Stack(rank.symbol, name, tile_svg(self.seat, rank, self.ranks), _keys(rank, self.ranks), total, left)

    @property
    def squares(self) -> Iterator[tuple[int, str]]:
        """Every square with what stands there, to choose from without scripts."""
        for row in self.board.rows:
            for square in row.squares:
                if square.cell.place is not None:
                    yield square.cell.place, square.label

    @cached_property
    def _found(self) -> tuple[Trouble, ...]:
        return troubles(self.form, self.stock)

    @property
    def troubles(self) -> Iterator[str]:
        """What is missing or wrong, one by one; the pieces that are not placed come in one line."""
        yield from (trouble_text(trouble, self.rules) for trouble in self._found if trouble.code != "missing")
        missing = [trouble for trouble in self._found if trouble.code == "missing"]
        if missing:
            missing.sort(key=lambda trouble: _in_tray(trouble.rank or Rank.FLAG))
            yield _("To place: %(pieces)s.") % {
                "pieces": ", ".join(trouble_text(trouble, self.rules) for trouble in missing)
            }

    @property
    def complete(self) -> bool:
        return not self._found

    @property
    def summary(self) -> str:
        return summary(self.form, self.rules, self.stock)

    @property
    def lines(self) -> int:
        """How many rows the text has."""
        return len(to_text(self.work.form, self.rules).splitlines()) + 1

    @property
    def about(self) -> str:
        """What is placed and what stays behind."""
        return stock_text(self.rules)

    @property
    def ready(self) -> Iterator[tuple[Ready, SafeString]]:
        """The ready-made set-ups, each with a picture that shows where what stands."""
        for item in ready(self.rules, self.drawn):
            yield item, self._picture(form_of(item.placements[Seat.RED], self.rules, Seat.RED))

    def _picture(self, form: str) -> SafeString:
        """A square for each piece, by its kind; the Flag and the Bombs stand out."""
        squares: dict[str, list[str]] = {}
        rows = [
            row
            for row in _Placed(self.rules, self.seat, form, self.ranks).cells
            if any(c.place is not None for c in row)
        ]
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell.place is not None:
                    kind = _KINDS.get(form[cell.place], "low")
                    squares.setdefault(kind, []).append(f"M{x * 8 + 0.5} {y * 8 + 0.5}h7v7h-7z")
        paths = "".join(f'<path class="{kind}" d="{"".join(drawn)}"/>' for kind, drawn in squares.items())
        box = f"0 0 {len(rows[0]) * 8} {len(rows) * 8}"
        return mark_safe(f'<svg class="laid" viewBox="{box}" aria-hidden="true" focusable="false">{paths}</svg>')  # noqa: S308 - of numbers

    @property
    def has_last(self) -> bool:
        """Whether the player has set up for this rule book before."""
        return self.saves and queries.last_setup(self.player, self.rules.slug) is not None

    @property
    def saves(self) -> bool:
        """Whether set-ups of this rule book can be saved: one of cards is only for the cards drawn."""
        return not self.rules.deals and not self.link

    @cached_property
    def saved(self) -> tuple[SavedSetup, ...]:
        """The player's own saved ones."""
        return tuple(saved_setups(self.player, self.rules.slug)) if self.saves else ()

    @property
    def reserve(self) -> bool:
        """Whether what is left over stays behind."""
        return not self.stock.whole

    @property
    def seat_name(self) -> str:
        """What the reader calls the seat, such as Red 2."""
        return seat_name(self.seat)

    @property
    def order(self) -> str:
        """The names of the squares in the order of a form, for the script."""
        return " ".join(self.rules.board.name(square) for square in view_order(self.rules, self.seat))


_KINDS = {"F": "flag", "B": "bomb", "C": "bomb", ".": "none"} | dict.fromkeys("M987", "high")
"""How the squares of a small picture of a set-up are drawn, by what stands there; all others are `low`."""


def _in_tray(rank: Rank) -> int:
    """The high ranks first, then those that do not fight: the order in which one looks for them."""
    return {Rank.BOMB: 20, Rank.CANNON: 20, Rank.FLAG: 21, Rank.SPOTTER: 9}.get(rank, 10 - rank)
