"""The page around the table: who plays, what its script needs to know, and what does not change while it is open."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.people.bots import BOT_IDS
from games.domain.clocks import GRACE
from games.domain.commitments import seals_of
from games.domain.origins import origin_of
from games.domain.projections import ladder_at
from games.domain.state import GameFold
from games.presentation.audiences import Audience, audiences
from games.presentation.board_svg import MARGIN, SIDE, SQUARE, places, turn_for
from games.presentation.card_svg import card_places, table_box
from games.presentation.last_plies import piece_size
from games.presentation.lists import PlayerName, players_of
from games.presentation.move_list import CHUNK
from games.presentation.opened import seals_markup
from games.presentation.origin import OriginText, origin_text
from games.presentation.panels import ShownGame
from games.presentation.presentation import TRAY_ORDER
from games.presentation.reveal import reveal_text
from games.presentation.seats import SeatContext
from games.presentation.words import counts_from_text, rank_name, rated_words, variant_name
from games.rules import Rank, Seat, Variant, variant
from games.rules.squares import SQUARE_NAME
from play.table import presence
from play.table.table import Addresses, addresses_of, choose_text, edges
from ratings import ratings_among
from web.addresses import address


@lru_cache(maxsize=64)
def grid(rules: Variant, below: int, coordinates: bool) -> str:
    """Where the squares of a board are drawn, so that the script can lay buttons over them: the box of the drawing,
    the size of a square, and each square with its corner; `;` between them.

    Args:
        rules: the rule book.
        below: the seat at the bottom.
        coordinates: the drawing has them at its sides.
    """
    board = rules.board
    if rules.deals:
        box = (0, 0, *table_box(board))
        corners = card_places(board, bool(below))
    else:
        margin, rim = MARGIN if coordinates else 0, SIDE if len(rules.seats) > 2 else 0
        turn = turn_for(board, below)
        across, down = (board.columns, board.rows) if turn % 2 == 0 else (board.rows, board.columns)
        edge = margin + 2 + 2 * rim
        box = (-1 - rim, -1 - rim, across * SQUARE + edge, down * SQUARE + edge)
        corners = places(board, turn, margin)
    squares = [f"{board.name(square)} {x} {y}" for square, (x, y) in enumerate(corners)]
    return ";".join([" ".join(map(str, box)), " ".join(map(str, piece_size(rules))), *squares])


@lru_cache(maxsize=64)
def words(rules: Variant, language: str | None) -> str:
    """What the script says, in the reader's language, as JSON."""
    known = [rank for rank in TRAY_ORDER if rank in rules.army or (rules.deals and rank is Rank.SPOTTER)]
    deals = rules.deals
    return json.dumps(
        {
            "ranks": {rank.symbol: rank_name(rank, rules) for rank in known},
            "choose": choose_text(rules),
            "to": _("%(square)s chosen. Choose where it goes."),
            "target": _("%(square)s chosen. Choose the card it is aimed at, or an action."),
            "none": _("The card at %(square)s cannot be used now.")
            if deals
            else _("The piece on %(square)s cannot go anywhere now."),
            "notYours": _("Choose one of your own cards.") if deals else _("Choose one of your own pieces."),
            "notThere": _("It cannot be aimed at %(square)s. Choose a marked card.")
            if deals
            else _("It cannot go to %(square)s. Choose a marked square."),
            "via": _("Two ways lead there. Choose the square between."),
            "place": _("Choose a marked place.") if deals else _("Choose a marked square."),
            "second": _("Choose the second card."),
            "what": _("What follows?"),
            "which": _("Which card?") if deals else _("Which piece?"),
            "rank": _("Which rank?"),
            "wait": _("It is not your turn."),
            "send": _("Send %(turn)s?"),
            "yes": _("Send"),
            "cancel": _("Cancel"),
            "back": _("Choose again"),
            "sending": _("Sending…"),
            "failed": _("It could not be sent. Your choice is kept; try again."),
            "out": _("You seem to be signed out. Reload the page and sign in; then choose again."),
            "again": _("Try again"),
            "end": _("Only move"),
            "rescue": _("Rescue a piece"),
            "enter": _("Enter a piece from the reserve"),
            "lay": _("Lay a card"),
            "decline": _("Decline"),
            "claim": _("Claim %(square)s to be your partner’s Flag"),
            "hand": _("Look at the enemy’s hand"),
            "line": _("Look at two cards"),
            "shuffle": _("Shuffle everything"),
            "name": _("Name a card"),
            "attack": _("Attack"),
            "earlier": _("Earlier moves"),
            "guess": _("What do you take the card at %(square)s for? Nobody else sees it while you play.")
            if deals
            else _("What do you take the piece on %(square)s for? Nobody else sees it while you play."),
            "noGuess": _("No guess"),
            "empty": _("empty"),
            "marked": _("can be chosen"),
            "picked": _("chosen"),
            "board": _("Table: arrow keys go from place to place, Enter chooses, Escape takes back.")
            if deals
            else _("Board: arrow keys go from square to square, Enter chooses, Escape takes back."),
            "yourTurn": _("It is your turn."),
            "takenBack": _("The last move was taken back."),
            "prepared": _("Your next move: %(turn)s. It is sent as soon as it is your turn."),
            "prepareTo": _("%(square)s chosen. Choose where it goes when it is your turn."),
            "notNow": _("%(turn)s is not possible now. Choose again."),
            "later": _("prepared"),
            "past": _("The board after move %(ply)d of %(last)d."),
            "now": _("Back to now"),
            "present": _("The board as it is now."),
            "days": _("%(days)d d %(hours)d h"),
            "hours": _("%(hours)d h %(minutes)d min"),
        }
    )


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at an edge of the board, with the rating that the game counts for, or nothing."""

    name: PlayerName
    rating: str


@dataclass(frozen=True)
class TablePage:
    """What `play/table.html` asks for, beside the fragment.

    Args:
        sitting: who asks, at which game.
        now: the game as it stands.
        table: the fragment, rendered.
    """

    sitting: SeatContext
    now: GameFold
    table: SafeString = field(repr=False)

    @property
    def rules(self) -> Variant:
        return variant(self.sitting.game.variant)

    @property
    def shown(self) -> ShownGame:
        """The game as the rooms know it that set something beside it."""
        return ShownGame(self.sitting.game, self.sitting.player)

    @property
    def to(self) -> Addresses:
        return addresses_of(self.sitting.game.key)

    @cached_property
    def players(self) -> tuple[PlayerName, ...]:
        """Who plays, partners together."""
        return players_of(self.sitting.game)

    @cached_property
    def _at_edges(self) -> tuple[tuple[TablePlayer, ...], tuple[TablePlayer, ...]]:
        names = {name.slug: name for name in self.players}
        ratings = self._ratings()
        return tuple(  # type: ignore[return-value]
            tuple(TablePlayer(names[seat.slug], ratings.get(seat, "")) for seat in seats)
            for seats in edges(self.rules, self.sitting.below)
        )

    @property
    def upper(self) -> tuple[TablePlayer, ...]:
        """Who sits above the board, from the left to the right."""
        return self._at_edges[0]

    @property
    def lower(self) -> tuple[TablePlayer, ...]:
        """Who sits below the board."""
        return self._at_edges[1]

    def _ratings(self) -> dict[Seat, str]:
        """The ratings of a rated game’s players; an uncertain one has a question mark."""
        if not self.rated or self.now.unrated is not None:
            return {}
        seats = {Seat(seat.seat): seat.player_id for seat in self.sitting.game.all_seats if seat.player_id is not None}
        ladders = {seat: ladder_at(self.now.created, seat) for seat in seats}
        values = {
            ladder: ratings_among([seats[seat] for seat in seats if ladders[seat] == ladder], ladder)
            for ladder in set(ladders.values())
        }
        ratings = {seat: values[ladders[seat]].get(player, {}).get(self.rules.slug) for seat, player in seats.items()}
        return {seat: f"{value.value}{'?' if value.provisional else ''}" for seat, value in ratings.items() if value}

    scripts = ("js/battles.js", "js/sounds.js", "js/squares.js", "js/turns.js")
    """What `play.js` imports."""

    @property
    def grace(self) -> int:
        """Seconds after a deadline before the server ends the game."""
        return GRACE.seconds

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The tabs of the table: the name of each in the script, and in words."""
        notes = [("notes", _("Notes"))] if self.notes else []
        return [("moves", _("Moves")), ("talk", _("Talk")), *notes, ("about", _("Table"))]

    @property
    def live(self) -> bool:
        """Whether the players sit at the board together."""
        return self.now.clock is not None and self.now.clock.control.live

    @cached_property
    def presence(self) -> bool:
        """Whether the players see of each other who is at the board."""
        return self.live and self.now.outcome is None and presence.wished(self.sitting.game.id)

    @property
    def title(self) -> str:
        players = self.players
        sides = (" + ".join(player.name for player in players if player.side == side) for side in range(2))
        return f"{' – '.join(sides)}, {self.variant}"

    @property
    def variant(self) -> str:
        """The name of the rule book."""
        return variant_name(self.sitting.game.variant)

    @property
    def four(self) -> bool:
        return len(self.rules.seats) > 2

    @property
    def grid(self) -> str:
        """Where the squares are drawn."""
        return grid(self.rules, self.sitting.below, self.sitting.preferences.coordinates)

    @property
    def square(self) -> str:
        """How the name of a square is written, as a regular expression."""
        return SQUARE_NAME

    @property
    def words(self) -> str:
        """What the script says."""
        return words(self.rules, get_language())

    @property
    def stamp(self) -> int:
        """The server's time in milliseconds, so that a clock is right on a machine whose own is not."""
        return int(timezone.now().timestamp() * 1000)

    @property
    def notes(self) -> bool:
        """Whether notes and guesses are allowed; after the end they are."""
        return self.now.outcome is not None or self.now.created.notes

    @property
    def date(self) -> datetime:
        """When play began, or the game was made."""
        return self.now.started_at or self.now.created_at

    @property
    def rated(self) -> str:
        """Whether the game is rated, for whom, and from when on it counts; that an arbiter's look has ended it."""
        if not self.now.created.rated:
            return ""
        if self.now.unrated is not None:
            return _("not rated")
        rated = rated_words((self.now.created.ladders or {}).values())
        if self.now.outcome is not None:
            return rated
        return f"{rated}, {counts_from_text(self.sitting.game.variant)}"

    @property
    def reveal(self) -> str:
        """When the game is opened, while it is played; afterwards the fragment says it, with the time."""
        return "" if self.now.outcome is not None else reveal_text(self.now.reveal_plan).text

    @property
    def moves(self) -> str:
        """The address of chunks of the move list, all but the number. The script asks for the last one when the list
        comes into sight, and for earlier ones on demand: none of it is read for this page.
        """
        return self._own.address("games:moves", self.sitting.game, 0).removesuffix("0/")

    @cached_property
    def _own(self) -> Audience:
        audience = audiences(self.sitting.game, self.sitting.seat)
        return next(item for item in audience if item.viewer.seat is self.sitting.seat)

    @property
    def chunk(self) -> int:
        """Plies in a chunk of the move list."""
        return CHUNK

    @property
    def sealed(self) -> SafeString:
        """What the script needs that checks opened pieces."""
        seats = self.sitting.game.all_seats
        roots = {Seat(seat.seat): bytes(seat.commitment).hex() for seat in seats if seat.commitment is not None}
        by_piece = seals_of(self.sitting.game.id, self.now.variant).by_piece if roots else ()
        return seals_markup(self.sitting.game.key, roots, by_piece, self.now.variant)

    @property
    def past(self) -> str:
        """The address of positions as the player saw them, all but the number of the ply."""
        return self._own.address("games:position", self.sitting.game, 0).removesuffix("0/")

    @property
    def replay(self) -> str:
        """The replay of the game so far, as the player has seen it."""
        return f"{address('games:replay', self.sitting.game.key)}?view={self.sitting.seat.slug}"

    @property
    def origin(self) -> OriginText | None:
        """The position of another game from which it is played on."""
        return origin_text(origin_of(self.now.created))

    @property
    def rematch(self) -> str:
        """The address that asks for a rematch; the computer is always ready for one."""
        game = self.sitting.game
        against_computer = any(seat.player_id in BOT_IDS for seat in game.all_seats)
        return address("bots:again" if against_computer else "lobby:rematch", game.key)
