"""Short ways to put up a position for a test."""

from __future__ import annotations

from games.rules import Options, Repetition, Seat, State, apply, parse_turn, start, variant


def position(slug: str = "classic", red: str = "", blue: str = "", **options: object) -> State:
    """A state with few pieces, in the home rows: `red="Ma1 Fb1"`. A side without a Flag gets one in its corner."""
    book = variant(slug)
    setups = {}
    for seat, told, corner in ((Seat.RED, red, "a1"), (Seat.BLUE, blue, "a10")):
        homes = [book.board.name(square) for square in book.board.homes[seat]]
        pieces = {text[1:]: text[0] for text in told.split()}
        if "F" not in pieces.values():
            assert corner not in pieces
            pieces[corner] = "F"
        assert set(pieces) <= set(homes), (pieces, homes)
        setups[seat] = "".join(pieces.get(home, ".") for home in homes)
    return start(book, setups, Options(free_setup=True, **options))  # type: ignore[arg-type]


def played(state: State, *turns: str) -> State:
    """The state after these turns, each judged."""
    for text in " ".join(turns).split():
        state, _facts = apply(state, parse_turn(state.variant, text))
    return state


NOTED = {"repetition": Repetition.NOTED}
