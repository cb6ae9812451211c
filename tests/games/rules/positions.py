"""Short ways to put up a position for a test."""

from __future__ import annotations

from games.rules import Options, Repetition, Seat, State, Variant, apply, dump, load, parse_turn, start, variant


def position(
    slug: str = "classic", red: str = "", blue: str = "", *, edition: int | None = None, **options: object
) -> State:
    """A state with few pieces, in the home rows: `red="Ma1 Fb1"`. A side without a Flag gets one in its corner."""
    book = variant(slug, edition)
    setups = {}
    for seat, result, corner in ((Seat.RED, red, "a1"), (Seat.BLUE, blue, "a10")):
        flag = "" if any(text[0] == "F" for text in result.split()) else f" F{corner}"
        setups[seat] = placement(book, seat, result + flag)
    return start(book, setups, Options(free_setup=True, **options))  # type: ignore[arg-type]


def placement(book: Variant, seat: Seat, result: str) -> str:
    """A set-up of these pieces: `placement(book, Seat.RED, "Ma1 Fb1")`."""
    homes = [book.board.name(square) for square in book.board.homes[seat]]
    pieces = {text[1:]: text[0] for text in result.split()}
    assert len(pieces) == len(result.split())
    assert set(pieces) <= set(homes), (pieces, homes)
    return "".join(pieces.get(home, ".") for home in homes)


def played(state: State, *turns: str) -> State:
    for text in " ".join(turns).split():
        state, _facts = apply(state, parse_turn(state.variant, text))
    return state


NOTED = {"repetition": Repetition.NOTED}


def seated(slug: str, *, edition: int | None = None, **pieces: str) -> State:
    """A state with these pieces on home squares, by seat: `seated("alliance", red="Ff1 5e3", blue2="Fk6")`. A seat
    without a Flag gets one on the first of its home squares that is empty; the rest of an army may be in reserve.
    """
    book = variant(slug, edition)
    setups = {}
    for seat in book.seats:
        homes = [book.board.name(square) for square in book.board.homes[seat]]
        placed = {text[1:]: text[0] for text in pieces.get(seat.slug, "").split()}
        if "F" not in placed.values():
            placed[next(home for home in homes if home not in placed)] = "F"
        assert set(placed) <= set(homes), (placed, homes)
        setups[seat] = "".join(placed.get(home, ".") for home in homes)
    return start(book, setups, Options(free_setup=True))


def elsewhere(state: State, *moves: str, to_move: Seat | None = None) -> State:
    """The same state with pieces put on other squares, without a turn: `elsewhere(state, "a4>c9")`."""
    value = dump(state)
    board = state.variant.board
    where = list(value["where"])
    for move in " ".join(moves).split():
        source, target = (board.square(name) for name in move.split(">"))
        assert target not in where, move
        where[where.index(source)] = target
    turn = value["to_move"] if to_move is None else int(to_move)
    return load(state.variant, state.options, {**value, "where": where, "to_move": turn})
