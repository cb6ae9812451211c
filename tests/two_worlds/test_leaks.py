"""The comparison of two worlds can fail: leaks are planted one by one, where they would come to be, and each is caught.

A planted leak uses what is hidden from the viewer. It is caught if one of the first pairs looks different by the
comparison that is named beside it.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import pytest
from django.utils.safestring import mark_safe

from api.v1 import games as api_games
from api.v1 import play as api_playing
from api.v1 import streams as api_streams
from eventlog import store
from games.domain import arbitration, command_handler, commands, commitments, projections
from games.domain.events import SetupMade
from games.domain.state import GameFold
from games.models import Game
from games.presentation import knowledge as presentation_knowledge
from games.presentation import presentation
from games.replay import exporters
from games.replay.timeline import Timeline
from games.rules import (
    Caution,
    Options,
    Rank,
    Seat,
    State,
    Viewer,
    card_knowledge,
    card_table,
    engine,
    four_seats,
    knowledge,
    parse_turn,
    parts,
    state,
    variant,
)
from library.archive import explorer, page, views
from library.archive.domain import placements
from moderation.evidence import play as evidence
from notices.kinds import games as game_kinds
from play.live import listeners
from play.table import table
from tournaments.files import downloads
from tournaments.files.exchange import archives, exports
from tournaments.organizer.calls import pages as calls_pages
from tournaments.pages import parts as event_parts
from tournaments.presentation import log as event_log

from .compare import leaks
from .pages import Cast, Plan, differences
from .worlds import Pair, World, begin, pair, pairs, random_start

Plant = Callable[[pytest.MonkeyPatch], None]

MOST = 60
"""Pairs that a planted leak may take to show itself."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A leak: what it is, the rule book it shows in, what must catch it, and how it is planted."""

    name: str
    slug: str
    by: str
    plant: Plant

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


def wrapped(patch: pytest.MonkeyPatch, owner: object, name: str, change: Callable[..., Any]) -> None:
    """Puts in place of a function one that gives `change` its result and its arguments."""
    function = getattr(owner, name)

    def leaking(*args: Any, **kwargs: Any) -> Any:
        return change(function(*args, **kwargs), *args, **kwargs)

    patch.setattr(owner, name, leaking)


# -- leaks in the engine --------------------------------------------------------------------------


def rank_in_an_id(patch: pytest.MonkeyPatch) -> None:
    wrapped(
        patch, knowledge, "_seen", lambda view, position, piece, *_rest: view._replace(id=position.rank[piece] * 100)
    )


def rank_in_the_id_of_a_card(patch: pytest.MonkeyPatch) -> None:
    wrapped(patch, card_knowledge, "_card", lambda view, table, card, *_rest: view._replace(id=table.rank[card] * 100))


def order_of_the_set_up_in_ids(patch: pytest.MonkeyPatch) -> None:
    """Pieces are numbered as a player takes them from the box: one rank after the other."""

    def numbered(_none: None, position: engine.Position, *_args: object) -> None:
        order = sorted(range(2, len(position.rank)), key=lambda piece: (position.seat[piece], position.rank[piece]))
        for name in ("where", "rank", "seat"):
            numbers = getattr(position, name)
            setattr(position, name, [*numbers[:2], *(numbers[piece] for piece in order)])
        position.stand()

    wrapped(patch, engine.Position, "__init__", numbered)


def order_of_the_pieces(patch: pytest.MonkeyPatch) -> None:
    def sorted_by_rank(view: Any, position: engine.Position, _viewer: Viewer) -> Any:
        return replace(view, pieces=tuple(sorted(view.pieces, key=lambda piece: position.rank[piece.id])))

    wrapped(patch, state, "view_of", sorted_by_rank)


def length_of_a_reserve(patch: pytest.MonkeyPatch) -> None:
    def told(holding: Any, _seat: Seat, _kind: str, counts: list[int], _viewer: Viewer) -> Any:
        return replace(holding, ranks=holding.ranks or (None,) * sum(map(bool, counts)))

    wrapped(patch, knowledge, "_holding", told)


def rank_of_an_entry(patch: pytest.MonkeyPatch) -> None:
    wrapped(patch, parts.PositionWithParts, "_enter", lambda deed, *_rest: deed._replace(public=deed.text))


def cannon_known_again(patch: pytest.MonkeyPatch) -> None:
    """A Cannon that comes back from the reserve is shown, because it was known when it fired."""

    def known(deed: Any, position: Any, *_rest: object) -> Any:
        if position.rank[deed.piece] == Rank.CANNON:
            position.known[deed.piece] |= 1
        return deed

    wrapped(patch, parts.PositionWithParts, "_enter", known)


def card_known_again(patch: pytest.MonkeyPatch) -> None:
    """A card that was shown before a shuffle is shown when it is laid again."""

    def known(_none: None, table: Any, turn: Any) -> None:
        card = table.at[turn.source]
        seen = [item for item in table.rank if item != card]
        if any(
            (table.seat[item], table.rank[item]) == (table.seat[card], turn.rank) and table.known[item] for item in seen
        ):
            table.known[card] |= 1

    wrapped(patch, card_table.CardTable, "_lay_card", known)


def legal_turn_by_a_hidden_rank(patch: pytest.MonkeyPatch) -> None:
    def wary(turns: Any, position: engine.Position) -> Any:
        return [turn for turn in turns if position.rank[position.at[turn.target]] != Rank.BOMB]

    wrapped(patch, engine.Position, "_moves", wary)


def refusal_with_a_rank(patch: pytest.MonkeyPatch) -> None:
    def told(refusal: Any, position: engine.Position, turn: Any) -> Any:
        rank = position.rank[position.at[turn.source]]
        return replace(refusal, params={**refusal.params, "rank": rank})

    wrapped(patch, engine.Position, "_explain", told)


def claim_that_counts_as_a_ply(patch: pytest.MonkeyPatch) -> None:
    """What only two partners know of moves the number that everybody sees."""

    def counted(_none: None, position: Any, *_rest: object) -> None:
        position.ply += 1

    wrapped(patch, four_seats.FourSeatPosition, "_claim", counted)


def claim_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def told(view: Any, position: Any, _viewer: Viewer) -> Any:
        return replace(view, claims=tuple(position.claims))

    wrapped(patch, state, "view_of", told)


def fact_with_the_rank_of_an_entry(patch: pytest.MonkeyPatch) -> None:
    def told(facts: Any, position: Any, *_rest: object) -> Any:
        return tuple(
            replace(fact, params={**fact.params, "rank": position.rank[fact.params["piece"]]})
            if fact.code == "entry"
            else fact
            for fact in facts
        )

    wrapped(patch, state, "facts_of", told)


def caution_by_a_hidden_rank(patch: pytest.MonkeyPatch) -> None:
    """Whoever stands beside a hidden Bomb is warned of it."""

    def warned(cautions: Any, position: engine.Position) -> Any:
        near = [
            square
            for square, piece in enumerate(position.at)
            if piece >= 2
            and position.rank[piece] == Rank.BOMB
            and position.board.near[square] & position.occ[1 - (position.seat[piece] & 1)]
        ]
        return (*cautions, Caution("beware", {"near": len(near)}))

    wrapped(patch, knowledge, "_cautions", warned)


def rank_in_the_repr(patch: pytest.MonkeyPatch) -> None:
    wrapped(patch, State, "__repr__", lambda result, game: f"{result[:-1]} {bytes(game._position.rank[2:]).hex()}>")


def number_that_is_equal_and_another(patch: pytest.MonkeyPatch) -> None:
    """A count is a whole number in one world and `3.0` in the other: `==` does not see it, the bytes do."""

    def another(view: Any, position: engine.Position, _viewer: Viewer) -> Any:
        secret = sum(rank * piece for piece, rank in enumerate(position.rank)) % 2
        return replace(view, quiet=float(view.quiet)) if secret else view

    wrapped(patch, state, "view_of", another)


def order_of_a_shuffle(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(card_table.CardTurn, "public_text", property(lambda turn: turn.text))


def look_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def told(view: Any, table: Any, _viewer: Viewer) -> Any:
        return replace(view, looks=tuple(table.looks))

    wrapped(patch, state, "view_of", told)


def hand_in_its_order(patch: pytest.MonkeyPatch) -> None:
    def told(holding: Any, _seat: Seat, _kind: str, cards: list[int], _viewer: Viewer) -> Any:
        return replace(holding, ranks=holding.ranks and tuple((Rank(card), 1) for card in cards))

    wrapped(patch, card_knowledge, "_holding", told)


def hidden_ranks_not_counted(patch: pytest.MonkeyPatch) -> None:
    """Memory marks count out what stands on the front rows, shown or not."""

    def counted(out: Any, position: engine.Position, seat: Seat) -> Any:
        near = {position.rank[piece] for piece in position.at[30:70] if piece >= 2 and position.seat[piece] == seat}
        return tuple((rank, count) for rank, count in out if rank not in near)

    wrapped(patch, knowledge, "_out", counted)


def mark_on_what_can_move(patch: pytest.MonkeyPatch) -> None:
    """Memory marks say which pieces could have moved, rather than which did."""

    def marked(pieces: Any, position: engine.Position, _viewer: Viewer) -> Any:
        moves = position.options.memory and position.ply > 0
        return tuple(item._replace(moved=moves and position.rank[item.id] != Rank.BOMB) for item in pieces)

    wrapped(patch, knowledge, "_standing", marked)


ENGINE = [
    Leak("rank in an id", "classic", "view.pieces", rank_in_an_id),
    Leak("rank in the id of a card", "cards", "view.pieces", rank_in_the_id_of_a_card),
    Leak("order of the set-up in ids", "barrage", "view.pieces", order_of_the_set_up_in_ids),
    Leak("order of the pieces", "battle", "view.pieces", order_of_the_pieces),
    Leak("length of a reserve", "campaign", "view.holdings", length_of_a_reserve),
    Leak("rank of an entry", "alliance", "view.last", rank_of_an_entry),
    Leak("cannon known again", "alliance", "view.pieces", cannon_known_again),
    Leak("card known again", "cards", "view.pieces", card_known_again),
    Leak("legal turn by a hidden rank", "duel", "legal turns", legal_turn_by_a_hidden_rank),
    Leak("refusal with a rank", "classic", "refusal of", refusal_with_a_rank),
    Leak("claim that counts as a ply", "alliance_lightning", "ply", claim_that_counts_as_a_ply),
    Leak("claim told to all", "alliance_lightning", "view.claims", claim_told_to_all),
    Leak("fact with the rank of an entry", "campaign", "facts", fact_with_the_rank_of_an_entry),
    Leak("caution by a hidden rank", "duel", "view.cautions", caution_by_a_hidden_rank),
    Leak("rank in the repr", "lightning", "repr of the state", rank_in_the_repr),
    Leak("number that is equal and another", "barrage", "JSON of the view", number_that_is_equal_and_another),
    Leak("order of a shuffle", "cards", "view.last", order_of_a_shuffle),
    Leak("look told to all", "cards", "view.looks", look_told_to_all),
    Leak("hidden ranks not counted", "classic", "view.out", hidden_ranks_not_counted),
    Leak("mark on what can move", "campaign", "view.pieces", mark_on_what_can_move),
    Leak("deck in its order", "cards", "view.holdings", hand_in_its_order),
]


@pytest.mark.parametrize("leak", ENGINE, ids=str)
def test_a_leak_in_the_engine_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.plant(monkeypatch)
    assert caught(leak, (result for seed in itertools.count() for result in pairs(leak.slug, seed)))


def caught(leak: Leak, among: Iterator[Pair | None]) -> bool:
    return any(
        what.startswith(leak.by)
        for result in itertools.islice(among, MOST)
        if result is not None
        for _played, what in leaks(result)
    )


# -- a wait that only some ranks have -------------------------------------------------------------


def wait_for_an_optional_rescue(patch: pytest.MonkeyPatch) -> None:
    """A move to the enemy's back row waits for a rescue, if the piece may rescue; a Scout may not, so it does not."""

    def waits(_none: None, position: Any, _turns: object) -> None:
        last = position.last
        if position.outcome is None and not position.pending and last.result is None and not last.deeds:
            next_one, position.to_move = position.to_move, last.seat
            arrived = position._arrives(last.piece, last.turn.source, last.turn.target) is None
            if arrived and position._rescuable(last.seat):
                position.pending = "rescue"
            else:
                position.to_move = next_one

    wrapped(patch, parts.PositionWithParts, "run", waits)


def before_the_back_row() -> World:
    """Two hidden pieces of red, a Scout and a Lieutenant, stand before blue's back row; red's Spy can be rescued."""
    rules = variant("lightning")
    red = {"a1": "F", "a4": "5", "j4": "2", "e4": "S"}
    blue = {"e7": "M", "c10": "F"}
    setups = {
        seat: "".join(pieces.get(rules.board.name(square), ".") for square in rules.board.homes[seat])
        for seat, pieces in zip((Seat.RED, Seat.BLUE), (red, blue), strict=True)
    }
    world = begin(rules, setups, {}, Options(free_setup=True))
    marches = [f"{column}{row}-{column}{row + 1}" for column in "aj" for row in range(4, 9)]
    answers = ["e7-e6", "e6-e5", "e5-e4", "e4-e3", "e3-e2", "e2-f2", "f2-f3", "f3-g3", "g3-g2", "g2-h2"]
    for turns in zip(marches, answers, strict=True):
        for turn in turns:
            world.play(parse_turn(rules, turn))
    return world


def test_a_wait_that_only_some_ranks_have_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = before_the_back_row()

    def some() -> Iterator[Pair | None]:
        for number in itertools.count():
            yield pair(game, len(game.steps), Viewer.BLUE, ("lightning", 0, number))

    leak = Leak("wait for an optional rescue", "lightning", "pending", wait_for_an_optional_rescue)
    assert not caught(leak, some())
    leak.plant(monkeypatch)
    assert caught(leak, some())


# -- leaks in pages -------------------------------------------------------------------------------


def overheard(patch: pytest.MonkeyPatch) -> dict[str, int]:
    """A number that depends on every rank of the position drawn last: what views keep out of pages."""
    heard = {"secret": 0}

    def hear(view: Any, line: Timeline, _viewer: Viewer, ply: int) -> Any:
        position = line._state(ply)._position
        heard["secret"] = sum(piece * rank for piece, rank in enumerate(position.rank)) % 97
        return view

    wrapped(patch, Timeline, "view", hear)
    return heard


def class_name_in_the_drawing(patch: pytest.MonkeyPatch) -> None:
    heard = overheard(patch)

    def named(svg: str, *_args: object, **_kwargs: object) -> str:
        return mark_safe(svg.replace('class="board', f'class="r{heard["secret"]} board', 1))

    wrapped(patch, presentation, "board_svg", named)


def overheard_at_the_table(patch: pytest.MonkeyPatch) -> dict[str, bool]:
    """The same where what a ply changed is written."""
    heard = {"odd": False}

    def hear(last: Any, now: GameFold, _version: int | None) -> Any:
        if now.state is not None:
            heard["odd"] = bool(sum(piece * rank for piece, rank in enumerate(now.state._position.rank)) % 2)
        return last

    wrapped(patch, GameFold, "only_ply_since", hear)
    return heard


def order_of_what_a_ply_changed(patch: pytest.MonkeyPatch) -> None:
    heard = overheard_at_the_table(patch)
    wrapped(patch, table, "changed_squares", lambda squares, *_rest: squares[::-1] if heard["odd"] else squares)


def part_of_what_a_ply_changed(patch: pytest.MonkeyPatch) -> None:
    heard = overheard_at_the_table(patch)
    wrapped(patch, table, "only_moved", lambda moved, *_rest: moved and not heard["odd"])


def length_of_a_page(patch: pytest.MonkeyPatch) -> None:
    heard = overheard(patch)
    for module in (page, views):
        wrapped(patch, module, "position_markup", lambda text, *_args, **_how: mark_safe(text + " " * heard["secret"]))


def odds_of_who_sees_all(patch: pytest.MonkeyPatch) -> None:
    def truer(value: Any, line: Timeline, _viewer: Viewer, ply: int) -> Any:
        ranks = line._state(ply)._position.rank
        pieces = tuple(replace(piece, ranks={Rank(ranks[piece.id]): value.worlds}) for piece in value.pieces)
        return replace(value, pieces=pieces)

    wrapped(patch, Timeline, "knowledge", truer)


def turning_point_that_is_true(patch: pytest.MonkeyPatch) -> None:
    """A graph of what is known marks where the number of worlds would be another one in the other world."""
    heard = overheard(patch)
    wrapped(
        patch,
        presentation_knowledge,
        "graph_svg",
        lambda svg, *_args, **_how: mark_safe(f"{svg}<!--{heard['secret']}-->"),
    )


def header(patch: pytest.MonkeyPatch) -> None:
    heard = overheard(patch)

    def timed(_none: None, response: Any, **_how: object) -> None:
        response["Server-Timing"] = f"draw;dur={heard['secret']}"

    wrapped(patch, views, "_keep", timed)


def version_that_counts_a_private_thing(patch: pytest.MonkeyPatch) -> None:
    """The public version counts the Scouts that have left home too."""
    place = projections._PLAYING.index("public_version")

    def counted(row: tuple[Any, ...], change: Any) -> tuple[Any, ...]:
        position = change.now.state._position
        scouts = [piece for piece, rank in enumerate(position.rank) if rank == Rank.SCOUT]
        out = [scout for scout in scouts if position.where[scout] not in position.board.homes[position.seat[scout]]]
        return (*row[:place], row[place] + len(out), *row[place + 1 :])

    wrapped(patch, projections, "_playing", counted)


def line_in_the_log(patch: pytest.MonkeyPatch) -> None:
    def told(fold: Any, *, placement: str, **_how: object) -> Any:
        logging.getLogger("games").warning("set-up %s", placement)
        return fold

    wrapped(patch, commands, "make_setup", told)


def page_of_the_admin(patch: pytest.MonkeyPatch) -> None:
    def titled(_title: str, game: Game) -> str:
        return " ".join(event.event.placement for event in store.load(game.id) if isinstance(event.event, SetupMade))

    wrapped(patch, Game, "__str__", titled)


def word_in_a_mail(patch: pytest.MonkeyPatch) -> None:
    """The name of the opponent has the set-ups behind it."""

    def told(names: str, game: Game, _seat: Seat | None) -> str:
        return names + "".join(
            event.event.placement for event in store.load(game.id) if isinstance(event.event, SetupMade)
        )

    wrapped(patch, game_kinds, "_opponents", told)


def set_up_in_an_export(patch: pytest.MonkeyPatch) -> None:
    def told(own: dict[str, Any], game: UUID, _seat: Seat) -> dict[str, Any]:
        made = (event.event for event in store.load(game) if isinstance(event.event, SetupMade))
        return own | {"setups": [event.placement for event in made]}

    wrapped(patch, exporters, "own_view", told)


def length_of_a_notice(patch: pytest.MonkeyPatch) -> None:
    """Open pages are told twice of some set-ups."""

    def told(values: tuple[Any, ...], happened: Any) -> tuple[Any, ...]:
        setups = [event.event for event in store.load(happened.game) if isinstance(event.event, SetupMade)]
        red = next((setup.placement for setup in setups if setup.seat == "red"), "")
        return values * (1 + (sum(map(ord, red[:10])) % 2))

    wrapped(patch, listeners, "notices_of", told)


def opening_of_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    known = commitments.Seals.known

    def opened(sealed: commitments.Seals, view: Any, truth: Any) -> Any:
        return known(sealed, replace(truth(), viewer=view.viewer), truth)

    patch.setattr(commitments.Seals, "known", opened)


def leaves_in_order_of_rank(patch: pytest.MonkeyPatch) -> None:
    """The hashes beside a piece's way up say between which ranks it stands."""

    def sorted_leaves(leaves: tuple[bytes, ...], _seat: str, _nonce: str, placement: str, *_rest: Any) -> Any:
        return tuple(leaves[place] for place in sorted(range(len(leaves)), key=placement.__getitem__))

    wrapped(patch, commitments, "_leaves", sorted_leaves)


def depth_of_a_piece(patch: pytest.MonkeyPatch) -> None:
    """The way up is as long as the Flag's square wants it."""

    def cut(piece: Any, sealed: commitments.Seals, *_args: Any) -> Any:
        hidden = sealed._made[piece.seat].placement.index("F")
        return replace(piece, path=piece.path[: 1 + hidden % 5])

    wrapped(patch, commitments.Seals, "_open", cut)


def lone_seals_in_order_of_rank(patch: pytest.MonkeyPatch) -> None:
    def listed(lone: tuple[Any, ...], _sealed: Any, view: Any, truth: Any) -> Any:
        ranks = {piece.id: piece.rank for piece in truth().pieces} if lone else {}
        came = sorted(piece.id for piece in view.pieces if piece.id in ranks and not piece.revealed)[-len(lone) :]
        by_rank = sorted(zip(came, lone, strict=True), key=lambda item: ranks[item[0]]) if lone else ()
        return tuple(seal for _piece, seal in by_rank)

    wrapped(patch, commitments.Seals, "_lone", listed)


def leaf_of_an_empty_square(patch: pytest.MonkeyPatch) -> None:
    def bare(leaf: bytes, seat: str, _nonce: str, place: str, symbol: str) -> bytes:
        return hashlib.sha256(f"{seat} {place}".encode()).digest() if symbol == "." else leaf

    wrapped(patch, commitments, "_leaf", bare)


def count_of_a_game_that_is_sealed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(placements, "FEWEST", 1)

    def with_sealed(result: placements.Placements, variant: str, rank: str, **_how: object) -> placements.Placements:
        squares = [Counter(square) for square in result.squares]
        for game in Game.objects.filter(variant=variant, status=Game.Status.OVER, revealed=False):
            for square, symbol in zip(squares * len(Seat), set_ups(game.id), strict=False):
                square[0, "won"] += symbol == rank
        return replace(result, setups={(0, "won"): len(squares)}, squares=squares)

    wrapped(patch, explorer, "placements", with_sealed)


def family_of_a_game_that_is_sealed(patch: pytest.MonkeyPatch) -> None:
    """The families of set-ups name what stands in games that are over, whether they are revealed or not."""

    def book(page: views.FamiliesPage) -> str:
        games = Game.objects.filter(variant=page._form.rules.slug, status=Game.Status.OVER, revealed=False)
        return " ".join(setup for game in games for setup in set_ups(game.id))

    patch.setattr(views.FamiliesPage, "book", property(book))


def panel_of_evidence(patch: pytest.MonkeyPatch) -> None:
    """The table of moves counts attackers by the ranks that they have."""

    def counted(table: evidence.EvidenceTable, game: evidence.SeenGame) -> evidence.EvidenceTable:
        return replace(table, caption=f"{table.caption} {secret_of(game.game.id)}")

    wrapped(patch, evidence, "_moves_table", counted)


def view_for_programs(patch: pytest.MonkeyPatch) -> None:
    """What a program is told of a position has a number that depends on what is hidden."""
    heard = overheard(patch)
    wrapped(patch, api_games, "view_value", lambda result, _view: result | {"quiet": result["quiet"] + heard["secret"]})


def line_for_programs(patch: pytest.MonkeyPatch) -> None:
    heard = overheard(patch)
    wrapped(
        patch, api_streams, "view_value", lambda result, _view: result | {"quiet": result["quiet"] + heard["secret"]}
    )


def state_for_programs(patch: pytest.MonkeyPatch) -> None:
    """A program that plays is told how long the answer took: by what the pieces are."""

    def timed(values: dict[str, Any], now: Any) -> dict[str, Any]:
        ranks = now.state._position.rank
        return values | {"plies": values["plies"] + sum(piece * rank for piece, rank in enumerate(ranks)) % 97}

    wrapped(patch, api_playing, "state_value", timed)


PAGES = [
    (Leak("view for programs", "duel", "/views/", view_for_programs), "api:view"),
    (Leak("line for programs", "duel", "/stream/", line_for_programs), "api:game-stream"),
    (Leak("state for programs", "barrage", "/draw/", state_for_programs), "api:draw"),
    (Leak("class name in the drawing", "classic", "/at/", class_name_in_the_drawing), "games:position"),
    (Leak("length of a page", "barrage", "/at/", length_of_a_page), "games:position"),
    (Leak("header", "duel", "/at/", header), "games:position"),
    (Leak("count of a game that is sealed", "duel", "/explorer/", count_of_a_game_that_is_sealed), "games:explorer"),
    (Leak("family of a game that is sealed", "duel", "/families/", family_of_a_game_that_is_sealed), "games:families"),
    (Leak("odds of who sees all", "barrage", "/odds/", odds_of_who_sees_all), "games:odds"),
    (Leak("turning point that is true", "duel", "/knowing/", turning_point_that_is_true), "games:knowing"),
    (Leak("version that counts a private thing", "classic", "rows", version_that_counts_a_private_thing), "nothing"),
    (Leak("line in the log", "battle", "log", line_in_the_log), "nothing"),
    (Leak("page of the admin", "lightning", "/admin/games/game/", page_of_the_admin), "admin:games_game"),
    (Leak("set-up in an export", "duel", "data", set_up_in_an_export), "nothing"),
    (Leak("panel of evidence", "duel", "/moderation/cases/", panel_of_evidence), "moderation:case"),
    (Leak("word in a mail", "duel", "mails", word_in_a_mail), "nothing"),
    (Leak("length of a notice", "classic", "stream", length_of_a_notice), "nothing"),
    (Leak("opening of what is hidden", "duel", "/opened/", opening_of_what_is_hidden), "games:opened"),
    (Leak("order of what a ply changed", "classic", "/table/", order_of_what_a_ply_changed), "play:table"),
    (Leak("part of what a ply changed", "classic", "/table/", part_of_what_a_ply_changed), "play:table"),
    (Leak("leaves in order of rank", "barrage", "rows", leaves_in_order_of_rank), "nothing"),
    (Leak("depth of a piece", "barrage", "/at/", depth_of_a_piece), "games:position"),
    (Leak("lone seals in order of rank", "campaign", "/opened/", lone_seals_in_order_of_rank), "games:opened"),
]
"""Each with the pages that are asked for, so that they need not all be."""

FIRST = {
    "part of what a ply changed": 5,
    "count of a game that is sealed": 2,
    "family of a game that is sealed": 2,
    "panel of evidence": 3,
    "length of a notice": 2,
    "depth of a piece": 4,
    "state for programs": 2,
    "a part that is kept": 2,
}
"""The first pair that shows a leak, where it is not the very first; from there on as many are tried as for others."""


RARELY = {"data", "/admin/games/game/", "/explorer/", "/families/"}
"""What only a pair shows that is asked for all: the export, the admin, and what is there once a game is given up."""


@pytest.mark.parametrize(("leak", "page"), PAGES, ids=str)
def test_a_leak_in_the_pages_is_caught(leak: Leak, page: str, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.plant(monkeypatch)
    results = (
        result for seed in itertools.count() for result in pairs(leak.slug, seed, longest=20) if result is not None
    )
    few = map(played, itertools.islice(results, FIRST.get(leak.name, 0), None))
    plan = Plan(rarely=leak.by in RARELY, room=page)
    tried = (differences(item, cast, plan) for item in itertools.islice(few, 8))
    assert any(leak.by in what for found_out in tried for what in found_out)


def test_a_leaf_that_tells_an_empty_square_is_caught(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """While set-ups are missing not even which squares are filled is known: a seal must not tell it either."""
    here, there = (random_start(variant("lightning"), Options(), random.Random(seed)) for seed in (1, 2))
    pair = Pair("lightning", 0, 0, Viewer.SPECTATOR, here, there, 0, 1, random.Random(1))
    plan = Plan(waiting=True, room="nothing")
    assert differences(pair, cast, plan) == []
    leaf_of_an_empty_square(monkeypatch)
    assert any("rows" in what for what in differences(pair, cast, plan))


# -- leaks in tournaments -------------------------------------------------------------------------


def set_ups(game: UUID) -> str:
    return "".join(event.event.placement for event in store.load(game) if isinstance(event.event, SetupMade))


def secret_of(game: UUID) -> int:
    return hashlib.sha256(set_ups(game).encode()).digest()[0]


def look_without_a_pause(patch: pytest.MonkeyPatch) -> None:
    """The arbiter sees both sides whenever there is a call, and nobody is told."""

    def seen(_views: Any, *, game: UUID, arbiter: UUID) -> Any:
        now = command_handler.open_game(game)
        return now.state and tuple(now.state.view(Viewer.of(seat)) for seat in now.variant.seats)

    wrapped(patch, arbitration, "look_again", seen)


def sealed_games_in_the_zip(patch: pytest.MonkeyPatch) -> None:
    def all_games(_members: Any, asked: Any) -> list[archives.Member]:
        rounds = asked.fold.rounds
        legs = [leg for round in rounds for board in round.boards for leg in board.legs]
        return [archives.Member(str(place), leg.game) for place, leg in enumerate(legs) if leg.game is not None]

    wrapped(patch, downloads, "_members", all_games)
    patch.setattr(archives, "record_of", lambda game, **_how: game)
    patch.setattr(archives, "to_json", lambda game: set_ups(game).encode())


def ply_of_a_call(patch: pytest.MonkeyPatch) -> None:
    wrapped(
        patch,
        calls_pages,
        "evidence",
        lambda result, call: result and replace(result, ply=secret_of(call.game)),
    )


def digest_in_a_file(patch: pytest.MonkeyPatch) -> None:
    def told(match: Any, board: Any, *_rest: Any) -> Any:
        digest = hashlib.sha256("".join(set_ups(leg.game) for leg in board.legs if leg.game).encode()).hexdigest()
        return replace(match, games=tuple(replace(game, key=digest) for game in match.games))

    wrapped(patch, exports, "_match", told)


def kept_part(patch: pytest.MonkeyPatch) -> None:
    """What is drawn once for all readers, and kept, says more of a round than who meets whom."""

    def said(text: str, sheet: Any) -> str:
        games = [leg.game for board in sheet.round.boards for leg in board.legs if leg.game] if sheet.round else []
        return text + "".join(str(secret_of(game)) for game in games)

    wrapped(patch, event_parts, "said", said)


def reason_of_a_ruling(patch: pytest.MonkeyPatch) -> None:
    """The log of decisions tells what the arbiter saw."""

    def told(rows: Any, sheet: Any, *_rest: Any) -> Any:
        games = [call.game for call in sheet.fold.calls if call.game]
        return [replace(row, reason=str(secret_of(games[0]))) if games else row for row in rows]

    wrapped(patch, event_log, "in_words", told)


EVENTS = [
    (Leak("a part that is kept", "duel", "/now/", kept_part), "now"),
    (Leak("reason of a ruling", "barrage", "/log/", reason_of_a_ruling), "log"),
    (Leak("look without a pause", "duel", "/calls/1/look/", look_without_a_pause), "call-look"),
    (Leak("sealed games in the zip", "barrage", "/download/records.zip", sealed_games_in_the_zip), "records-file"),
    (Leak("ply of a call", "duel", "/calls/1/", ply_of_a_call), "call"),
    (Leak("digest in a file", "cards", "/download/event.json", digest_in_a_file), "event-file"),
]
"""As above, below `tournaments:`."""


@pytest.mark.parametrize(("leak", "page"), EVENTS, ids=str)
def test_a_leak_in_tournaments_is_caught(leak: Leak, page: str, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.plant(monkeypatch)
    results = (
        result for seed in itertools.count() for result in pairs(leak.slug, seed, longest=20) if result is not None
    )
    seated = (result for result in itertools.islice(results, 24) if result.viewer.seat is not None)
    few = map(played, itertools.islice(seated, FIRST.get(leak.name, 0), None))
    caught = (what for item in few for what in differences(item, cast, Plan(event=True, room=f"tournaments:{page}")))
    assert any(leak.by in what for what in caught)


def played(result: Pair) -> Pair:
    result.limit = 6
    while result.play_on():
        pass
    return result
