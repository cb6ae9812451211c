"""What the pages of rules show of a rule book: words, tables and pictures, all of them chosen by the variant's data.

No rule book is named here. A page is put together of the parts that a variant has: rescue where it has rescues, a
reserve where it has one, cards where it deals. RULES.md is the norm; the templates in `templates/rules` say it in plain
words, and tests hold the pictures against the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.board_svg import board_svg, tile_svg
from games.presentation.card_svg import table_svg
from games.presentation.presentation import TRAY_ORDER
from games.presentation.rooms import rule_card
from games.presentation.words import rank_name, seat_name, variant_name
from games.rules import Board, Options, Rank, Reserve, Result, Seat, Variant, View, Viewer
from games.rules.card_table import HAND
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_NONE, GAIT_SHOT, GAIT_TWO
from library.rulebooks.scenes import CardScene, EntryScene, Scene, aside, opening

MANY = 20  # pieces that a picture's name still lists one by one


@dataclass(frozen=True, slots=True)
class ArmyRow:
    """A rank of an army: its tile, name, count, and what is special about it."""

    tile: SafeString
    name: str
    count: int
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CombatRow:
    """What a rank does to each other when it attacks: a sign and a word a cell."""

    tile: SafeString
    name: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption."""

    picture: SafeString
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page of rules: its place in the address, its title, and the template that says it."""

    slug: str
    title: str
    template: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The parts of a figure. `caption` may have `times`, how often a border was crossed."""

    scene: Scene | EntryScene | CardScene
    caption: str | Promise


@dataclass(frozen=True)
class RuleBook:
    """The rules of a variant, for players."""

    rules: Variant

    @property
    def name(self) -> str:
        return variant_name(self.rules.slug)

    @property
    def url(self) -> str:
        return reverse("games:rule-book", args=[self.rules.slug])

    # -- the parts that it has --

    @property
    def cards(self) -> bool:
        """It is played with cards on a table, not with pieces on a board."""
        return self.rules.deals

    @property
    def seats(self) -> int:
        return len(self.rules.seats)

    @property
    def four(self) -> bool:
        """Two alliances of two."""
        return self.seats > 2

    @property
    def cavalry(self) -> bool:
        """The Captain moves one or two squares."""
        return bool(self.rules.gaits.get(Rank.CAPTAIN, GAIT_NONE) & GAIT_BENT) and Rank.CAPTAIN in self.rules.army

    @property
    def cannon(self) -> bool:
        return Rank.CANNON in self.rules.army

    @property
    def bombs(self) -> bool:
        return Rank.BOMB in self.rules.army

    @property
    def flag_moves(self) -> bool:
        return Rank.FLAG in self.rules.gaits

    @property
    def reserve(self) -> bool:
        return self.rules.reserve is not Reserve.NONE

    @property
    def second_army(self) -> bool:
        return self.rules.reserve is Reserve.SECOND_ARMY

    @property
    def parts(self) -> bool:
        """A turn may have more parts than a move."""
        return bool(self.rules.rescues or self.rules.bonus_entry or self.rules.board.stockades)

    @property
    def sections(self) -> Iterator[Section]:
        """The parts of its page, in order."""
        cards, rules = self.cards, self.rules
        parts = (
            ("aim", _("The aim"), True),
            ("setup", _("Board and set-up"), not cards),
            ("army", _("The cards") if cards else _("The army"), True),
            ("deal", _("Dealing and set-up"), cards),
            ("card_turn", _("Your turn"), cards),
            ("actions", _("Actions"), cards),
            ("moving", _("Moving"), not cards),
            ("attack", _("Fights") if cards else _("Attacking"), True),
            ("parts", _("Turns of several parts"), self.parts),
            ("rescue", _("Rescue"), bool(rules.rescues)),
            ("reserve", _("The reserve"), self.reserve),
            ("cannon", _("Cannons"), self.cannon),
            ("flags", _("Flags on the move"), bool(rules.board.stockades)),
            ("repetition", _("No endless repetition"), bool(rules.two_squares)),
            ("end", _("The end of the game"), True),
            ("knowledge", _("Who knows what"), True),
            ("notation", _("How turns are written"), True),
            ("editions", _("Earlier editions"), bool(rules.earlier)),
        )
        for slug, title, there in parts:
            if there:
                yield Section(slug.replace("_", "-"), title, f"rules/parts/{slug}.html")

    # -- numbers --

    @property
    def total(self) -> int:
        """Pieces of an army."""
        return self.rules.army_size

    @property
    def squares(self) -> int:
        """Home squares, or places of a front line."""
        return len(self.rules.board.homes[0])

    @property
    def placed(self) -> int:
        """Pieces that are set up."""
        return min(self.total, self.squares)

    @property
    def kept(self) -> int:
        """Pieces that are in reserve at the start."""
        return self.total if self.second_army else self.total - self.placed if self.reserve else 0

    @property
    def empty(self) -> int:
        """Home squares that stay empty."""
        return self.squares - self.placed

    @property
    def home_rows(self) -> int:
        """Rows of home squares, where they are whole rows."""
        return self.squares // self.rules.board.columns

    @property
    def half(self) -> int:
        """Rows of a seat's half of the board."""
        return self.rules.board.rows // 2

    @property
    def in_hand(self) -> int:
        """Cards that are left in hand once the front line is chosen."""
        return self.rules.drawn - self.squares

    @property
    def hand(self) -> int:
        """Cards that a hand is drawn up to."""
        return HAND

    @property
    def crossing(self) -> str:
        """Which crossing of a border in a row is forbidden (RULES section 4), as a word."""
        return {3: _("third"), 4: _("fourth")}[self.rules.two_squares + 1]

    # -- words --

    @property
    def ranks(self) -> Mapping[str, str]:
        """The names of the ranks as this rule book has them, by their English names in small letters."""
        return {rank.name.lower(): rank_name(rank, self.rules) for rank in Rank}

    @property
    def summary(self) -> str:
        if self.cards:
            text = _("%(players)d players, %(total)d cards each, of which %(placed)d lie face down in a front line.")
        elif self.four:
            text = _("%(players)d players in two alliances, %(total)d pieces each, on %(columns)d × %(rows)d squares.")
        elif self.second_army:
            text = _("%(players)d players, two armies of %(total)d pieces each, on %(columns)d × %(rows)d squares.")
        else:
            text = _("%(players)d players, %(total)d pieces each, on %(columns)d × %(rows)d squares.")
        board = self.rules.board
        numbers = {"players": self.seats, "total": self.total, "placed": self.placed}
        return text % (numbers | {"columns": board.columns, "rows": board.rows})

    @property
    def features(self) -> Iterator[str]:
        """What it has, in a few words each."""
        rules = self.rules
        if self.equal_wins:
            yield _("the attacker wins against its equal")
        if self.cavalry:
            yield _("cavalry")
        if rules.rescues:
            yield ngettext("%(count)d rescue", "%(count)d rescues", rules.rescues) % {"count": rules.rescues}
        if self.second_army:
            yield _("a second army in reserve")
        elif self.reserve:
            yield _("a reserve")
        if self.cannon:
            yield _("Cannons, captive Flags")
        if self.cards:
            yield _("looks, a shuffle")
        if rules.two_squares:
            yield _("no %(crossing)s crossing in a row") % {"crossing": self.crossing}
        if rules.more_squares:
            yield _("more-squares rule")
        if rules.chase_limit:
            yield _("chase limit")

    @property
    def options(self) -> str:
        """What a player may do and need not."""
        values = {
            _("a rescue"): self.rules.rescues,
            _("entering a piece after a won attack"): self.rules.bonus_entry,
            _("a claim"): self.rules.board.stockades,
        }
        return ", ".join(words for words, there in values.items() if there)

    @property
    def earlier(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """For each edition before this one its number, and what was different from the edition after it."""
        for old, new in pairwise(self.rules.editions):
            yield old.edition, tuple(_differences(old, new))

    @property
    def notation(self) -> Iterator[tuple[str, str]]:
        """Texts of turns with their meanings (docs/notation.md), those that this rule book has."""
        if self.cards:
            yield "b1×d2", _("the card on b1 attacks the card on d2")
            yield "b1?0", _("the Spy on b1 looks at the enemy’s hand")
            yield "b1?c2,d2", _("the Scout on b1 looks at c2 and d2")
            yield "b1!", _("the Flag on b1 is shown and everything shuffled")
            yield "b1=d2:7", _("the Spotter on b1 names the card on d2 a Major")
            yield "+M@c1, +@c1", _("the Marshal is laid on c1; without its rank for who may not know it")
        else:
            yield "d4-d5", _("a move from d4 to d5")
            yield "d4×d5", _("an attack")
        if self.cavalry:
            yield "f4-f5-g5", _("a Captain’s move with a turn: the square between is written")
        if self.rules.rescues:
            yield "d9-d10*17@e3", _("a move, and the captured piece number 17 returns on e3")
        if self.reserve:
            yield "+7@d3, +@d3", _("a Major enters on d3; without its rank for who may not know it")
        if self.rules.board.stockades:
            yield ">i2", _("the Flag that was taken is put into the stockade on i2")
            yield "=b5", _("the Flag that was freed goes to b5")
            yield "f5-f6?g6", _("a Flag’s move, with a claim that the piece on g6 is the partner’s Flag")
        yield "7 › 5", _("the ranks that met, the attacker’s first: › it won, ‹ it lost, = both left")

    @property
    def reveals_length(self) -> bool:
        """A move of two squares shows its piece; else only what its shape proves (RULES section 3)."""
        return bool(self.rules.revealing & GAIT_TWO)

    @property
    def stockades(self) -> tuple[tuple[str, str], ...]:
        """For each side its name for templates and the names of its stockades."""
        board = self.rules.board
        texts: dict[int, list[str]] = {}
        for seat, square in zip(self.rules.seats, board.stockades, strict=False):
            texts.setdefault(seat.side, []).append(board.name(square))
        return tuple((seat_name(Seat(side)), _(" and ").join(names)) for side, names in texts.items())

    # -- combat --

    @property
    def equal_wins(self) -> bool:
        """Of equal ranks the attacker wins; else both leave."""
        return self._result(Rank.SERGEANT, Rank.SERGEANT) is Result.WIN

    @property
    def bomb_breaks(self) -> bool:
        """A Bomb leaves the board with whoever attacks it."""
        return self._result(Rank.MARSHAL, Rank.BOMB) is Result.BOTH

    @property
    def bomb_openers(self) -> str:
        return self._names(rank for rank in self._attackers if self._result(rank, Rank.BOMB) is Result.WIN)

    @property
    def spy_beats(self) -> str:
        return self._names(rank for rank in self._ranks if self._result(Rank.SPY, rank) is Result.WIN)

    @property
    def spy_meets_spy(self) -> bool:
        """Of two Spies both leave."""
        return self._result(Rank.SPY, Rank.SPY) is Result.BOTH

    def _result(self, attacker: Rank, defender: Rank) -> Result:
        return self.rules.combat.result(attacker, defender)

    def _names(self, ranks: Iterator[Rank]) -> str:
        return ", ".join(rank_name(rank, self.rules) for rank in ranks)

    @cached_property
    def _ranks(self) -> tuple[Rank, ...]:
        """The army's, the highest first."""
        return tuple(rank for rank in TRAY_ORDER if rank in self.rules.army)

    @cached_property
    def _attackers(self) -> tuple[Rank, ...]:
        ways = self.rules.gaits if self.rules.strikes is None else self.rules.strikes
        return tuple(rank for rank in self._ranks if ways.get(rank, GAIT_NONE) and rank is not Rank.FLAG)

    @property
    def defenders(self) -> tuple[tuple[SafeString, str], ...]:
        """The columns of the table of combat."""
        return tuple((tile_svg(Seat.BLUE, rank), rank_name(rank, self.rules)) for rank in self._ranks)

    @property
    def combat(self) -> Iterator[CombatRow]:
        """The rows of the table of combat: who stays when the one attacks the other."""
        signs = {Result.WIN: ("›", _("wins")), Result.LOSS: ("‹", _("loses")), Result.BOTH: ("=", _("both leave"))}
        for attacker in self._attackers:
            cells = tuple(signs[self._result(attacker, defender)] for defender in self._ranks)
            yield CombatRow(tile_svg(Seat.RED, attacker), rank_name(attacker, self.rules), cells)

    @property
    def army(self) -> Iterator[ArmyRow]:
        """The army, the highest rank first, each with what sets it apart."""
        for rank in self._ranks:
            powers = () if self.cards and rank is Rank.FLAG else tuple(self._powers(rank))
            yield ArmyRow(tile_svg(Seat.RED, rank), rank_name(rank, self.rules), self.rules.army[rank], powers)

    def _powers(self, rank: Rank) -> Iterator[str]:
        gait = self.rules.gaits.get(rank, GAIT_NONE)
        if not self.cards:
            if gait == GAIT_NONE:
                yield _("never moves")
            elif gait & GAIT_FAR:
                yield _("moves any number of squares in a straight line")
            elif gait & GAIT_BENT:
                yield _("moves one or two squares")
            elif gait & GAIT_SHOT:
                yield _("fires at exactly three squares")
        if rank is Rank.FLAG:
            yield _("moves one square, never attacks") if self.flag_moves else _("to be kept safe")
        elif rank is Rank.BOMB:
            yield _("blows up with its attacker") if self.bomb_breaks else _("beats whoever attacks it")
        elif rank is Rank.CANNON:
            yield _("hits whatever it aims at")
        # What it beats that its number would not tell.
        odd = [
            other
            for other in self._ranks
            if other is not Rank.FLAG
            and rank not in (Rank.BOMB, Rank.FLAG, Rank.CANNON)
            and self._result(rank, other) is Result.WIN
            and (other > rank if other <= Rank.MARSHAL else other is Rank.BOMB)
        ]
        if odd:
            yield _("beats when it attacks: %(ranks)s") % {"ranks": self._names(iter(odd))}

    # -- pictures --

    @property
    def opening(self) -> SafeString:
        """The beginning of a game as red sees it; on a board everybody's home squares are shaded."""
        label = _("Beginning of a game, as Red sees it: the own pieces are open, all others hidden.")
        if self.cards:
            return table_svg(opening(self.rules).view(Viewer.RED), label=label)
        names = [seat_name(seat) for seat in self.rules.seats] if self.four else []
        return board_svg(opening(self.rules).view(Viewer.RED), label=label, names=names, homes=True)

    @property
    def thumbnail(self) -> SafeString:
        view, label = opening(self.rules).view(Viewer.RED), _("Beginning of a game")
        if self.cards:
            return table_svg(view, label=label)
        return board_svg(view, label=label, coordinates=False, homes=True)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The pictures that go with its rules, by what they show."""
        return {name: self._figure(picture) for name, picture in figures_of(self.rules).items()}

    def _figure(self, picture: Picture) -> Figure:
        scene, caption = picture.scene, str(picture.caption) % {"times": self.rules.two_squares}
        if isinstance(scene, CardScene):
            return Figure(table_svg(scene.view, label=_label(scene.view, self.rules)), caption)
        board = scene.board if isinstance(scene, Scene) else self.rules.board
        return Figure(
            board_svg(
                scene.view,
                label=_label(scene.view, self.rules, board=board),
                board=board,
                homes=board is self.rules.board,
                sketch=scene.sketch,
            ),
            caption,
        )


def _differences(old: Variant, new: Variant) -> Iterator[str]:
    """What an edition had that the next one has not, a sentence each."""
    if old.drawn_if_blocked and not new.drawn_if_blocked:
        yield _(
            "If an attack removed both pieces, and then neither player would have had a legal turn, the game was drawn."
        )
    if new.shows_united and not old.shows_united:
        yield _("United Flags were shown to the two partners alone.")
    if new.breach_frees and not old.breach_frees:
        yield _(
            "In a record that only marks broken rules on repetition, a marked move next to a stockade did not have to "
            "free the Flag in it."
        )


def _label(view: View, rules: Variant, board: Board | None = None) -> str:
    """The accessible name of a small picture: pieces and squares."""
    board = board or rules.board
    texts = [
        _("%(seat)s %(piece)s on %(square)s")
        % {
            "seat": seat_name(piece.seat),
            "piece": _("unknown") if piece.rank is None else rank_name(piece.rank, rules),
            "square": board.name(piece.square),
        }
        for piece in view.pieces
    ]
    # A whole army is described by its words, not piece by piece.
    if len(texts) > MANY:
        return _("Diagram")
    return _("Diagram: %(pieces)s.") % {"pieces": ", ".join(texts)}


# -- the scenes -----------------------------------------------------------------------------------

_STEP = """
.. .. .. .. ..
.. .. b3 .. ..
.. ~~ r9 .. ..
.. .. r3 .. ..
"""

_SCOUT = """
.. .. .. b9 .. .. ..
.. .. .. .. .. .. ..
.. .. .. .. .. .. ..
.. ~~ .. r2 .. r3 ..
.. .. .. .. .. .. ..
"""

_CAVALRY = """
.. .. .. .. ..
.. .. .. b9 ..
.. .. r6 .. ..
.. .. r3 .. ..
.. .. .. .. ..
"""

_CANNON = """
b9 .. .. .. ..
b3 .. .. .. ..
.. .. .. .. ..
rC ~~ .. bM ..
"""

_BORDER = """
.. .. .. .. ..
.. .. .. .. ..
.. r9 .. .. ..
.. .. .. .. ..
"""

_CHASE = """
.. .. .. .. ..
.. .. b3 .. ..
.. r9 .. .. ..
.. .. .. .. ..
"""

_RESCUE = """
bF .. .. .. .. ..
.. .. r8 .. b9 ..
.. .. .. .. r4 ..
.. .. .. .. .. ..
.. .. .. .. .. ..
rF .. .. .. .. ..
"""

# Red's Major takes blue's Flag on g6 and puts it into i2, guarded by red's Sergeant.
_CAPTURE = """
.. .. .. .. .. RF .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. R3 .. .. .. .. ..
.. .. .. ~~ .. .. ~~ ~~ .. .. ..
.. .. .. ~~ .. .. .. .. .. .. ..
.. b5 .. .. .. r7 bF .. .. .. BF
.. .. .. .. .. .. .. ~~ .. .. ..
.. .. .. ~~ ~~ .. .. ~~ .. B6 ..
.. .. .. .. .. .. .. .. r4 .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. rF .. .. .. .. ..
"""
_CAPTURED = ("f6-g6", ">i2", "+0")

_UNITE = """
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. ~~ .. .. ~~ ~~ .. .. ..
.. .. .. ~~ .. R4 .. .. .. .. ..
bF b5 .. .. .. .. RF .. .. B6 BF
.. .. .. .. .. rF .. ~~ .. .. ..
.. .. .. ~~ ~~ r9 .. ~~ .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. ..
"""


@cache
def figures_of(rules: Variant) -> dict[str, Picture]:
    """The pictures of a rule book, each by its name in the template."""
    if rules.deals:
        return dict(_card_pictures(rules))
    return dict((*_move_pictures(rules), *_repetition_pictures(rules), *_part_pictures(rules)))


def _move_pictures(rules: Variant) -> Iterator[tuple[str, Picture]]:
    yield (
        "step",
        Picture(
            Scene(rules, _STEP, reach="c2"),
            gettext_lazy("The General may go to d2, or attack on c3. Its own piece stands on c1, and b2 is a lake."),
        ),
    )
    yield (
        "scout",
        Picture(
            Scene(rules, _SCOUT, reach="d2"),
            gettext_lazy(
                "Every dot is a move of the Scout: as far as the way is free. It may attack on d5 at once, "
                "three squares away."
            ),
        ),
    )
    if rules.gaits.get(Rank.CAPTAIN, GAIT_NONE) & GAIT_BENT and Rank.CAPTAIN in rules.army:
        yield (
            "cavalry",
            Picture(
                Scene(rules, _CAVALRY, reach="c3"),
                gettext_lazy(
                    "The Captain’s moves: one step or two, the second in any direction. It may attack on d4 by "
                    "way of c4 or of d3; its own piece on c2 stands in its way."
                ),
            ),
        )
    if Rank.CANNON in rules.army:
        yield (
            "cannon",
            Picture(
                Scene(rules, _CANNON, allowed=("a1-d1",), barred={"a1-a4": "shot"}, reach="a1", viewer=Viewer.ALL),
                gettext_lazy(
                    "The Cannon may fire over the lake and take the Marshal on d1, three squares away. It may not "
                    "fire on a4, because a piece stands between. Otherwise it moves one square."
                ),
            ),
        )


def _repetition_pictures(rules: Variant) -> Iterator[tuple[str, Picture]]:
    to_and_fro = ["b2-b3", "b3-b2"]
    crossings = [to_and_fro[number % 2] for number in range(rules.two_squares + 1)]
    stands = crossings[-1][:2]
    yield (
        "two_squares",
        Picture(
            Scene(rules, _BORDER, aside(rules, *crossings[:-1]), barred={crossings[-1]: "two-squares"}, reach=stands),
            gettext_lazy(
                "The General has crossed the border between b2 and b3 in each of the last %(times)d turns. "
                "It may go anywhere else now, but not across that border again."
            ),
        ),
    )
    if rules.more_squares:
        chase = aside(rules, "b2-c2", "c2-c3", "c3-b3", "b3-b2", foes=("c3-b3", "b3-b2", "b2-c2", "c2-c3"))
        yield (
            "more_squares",
            Picture(
                Scene(rules, _CHASE, chase, barred={"b2-c2": "more-squares"}),
                gettext_lazy(
                    "The General has chased the other piece once around four squares. To follow it again to c2 "
                    "would make a position that this chase has had already: that is barred."
                ),
            ),
        )
    if rules.chase_limit:
        chase = aside(rules, "b2-c2", "c2-c3", foes=("c3-b3", "b3-b2"))
        yield (
            "chase_limit",
            Picture(
                Scene(rules, _CHASE, chase, barred={"c3-b3": "chase-limit"}),
                gettext_lazy(
                    "The General has threatened the same piece on two turns, and twice it fled. To go to b3 "
                    "would threaten it a third time: that is barred."
                ),
            ),
        )


def _part_pictures(rules: Variant) -> Iterator[tuple[str, Picture]]:
    if rules.rescues:
        yield (
            "rescue",
            Picture(
                Scene(rules, _RESCUE, ("e4-e5", "e5-f5", "c5-c6*{lost}@b2"), whole=True),
                gettext_lazy(
                    "A small board. Red’s Sergeant was lost to the General. Now the Colonel has gone to c6, on "
                    "the enemy’s back row, and the Sergeant has come back on b2 in the same turn."
                ),
            ),
        )
    if rules.reserve is not Reserve.NONE:
        yield (
            "entry",
            Picture(
                EntryScene(rules),
                gettext_lazy("Red may enter a piece of the reserve on any of the empty home squares with a dot."),
            ),
        )
    if rules.board.stockades:
        yield from _flag_pictures(rules)


def _flag_pictures(rules: Variant) -> Iterator[tuple[str, Picture]]:
    yield (
        "captive",
        Picture(
            Scene(rules, _CAPTURE, _CAPTURED, barred={"i2-j2": "escape"}, viewer=Viewer.ALL, whole=True),
            gettext_lazy(
                "Red’s Major has taken Blue’s Flag on g6, and Red has put it into the stockade on i2. It cannot "
                "escape while Red’s Sergeant stands next to it on i3."
            ),
        ),
    )
    freeing = (*_CAPTURED, "b6-b7", "f9-f8", "j4-j3-j2=b5")
    yield (
        "freed",
        Picture(
            Scene(rules, _CAPTURE, freeing, viewer=Viewer.ALL, whole=True),
            gettext_lazy(
                "Blue 2’s Captain has gone to j2, next to the stockade, and so freed its partner’s Flag, which "
                "goes to b5 in Blue’s camp."
            ),
        ),
    )
    yield (
        "unite",
        Picture(
            Scene(rules, _UNITE, allowed=("f5-f6?f7", "f5-f6?g6"), viewer=Viewer.RED, whole=True),
            gettext_lazy(
                "As Red sees it. Red’s Flag may go to f6 and claim one of Red 2’s pieces next to it, on f7 or on g6, "
                "to be its partner’s Flag. If Red names the right one, the alliance has won."
            ),
        ),
    )


_LINES = ("M2S63B57", "7F92334B")


def _card_pictures(rules: Variant) -> Iterator[tuple[str, Picture]]:
    yield (
        "table",
        Picture(
            CardScene(rules, _LINES),
            gettext_lazy("The beginning, as Red sees it: the own front line and hand, and backs of all else."),
        ),
    )
    yield (
        "attack",
        Picture(
            CardScene(rules, _LINES, ("a1-a2",)),
            gettext_lazy(
                "The Marshal on a1 has attacked a2 and won. It lies face down in its place again, but everybody "
                "knows it now: the yellow mark says so. The gap on a2 is Blue’s to fill at the end of its own turn."
            ),
        ),
    )
    yield (
        "look",
        Picture(
            CardScene(rules, _LINES, ("b1?c2,d2",)),
            gettext_lazy("Red has shown the Scout on b1 and looked at c2 and d2. Only Red knows these two cards."),
        ),
    )
    yield (
        "spotter",
        Picture(
            CardScene(rules, ("MPS63B57", _LINES[1]), ("b1=b2:F",), options=Options(spotter=True)),
            gettext_lazy("The Spotter on b1 has named the card on b2 the Flag, and was right: Red wins."),
        ),
    )


rule_card.provide(RuleBook)
