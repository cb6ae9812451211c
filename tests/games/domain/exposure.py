"""Whether a Scout can take a Flag on the first ply, as the engine has it."""

from __future__ import annotations

from games.domain.placement import form_of, placed
from games.rules import Options, Seat, Variant, legal_turns, start


def flag_is_exposed(book: Variant, seat: Seat, placement: str) -> bool:
    """Whether Red, with a Scout anywhere in its front row and its own Flag behind, takes this Flag at once.

    Args:
        book: a rule book of two seats.
        seat: whose placement it is; it is laid at Blue's side.
        placement: a set-up.
    """
    blue = placed(form_of(placement, book, seat), book, Seat.BLUE)
    flag = book.board.name(book.board.homes[Seat.BLUE][blue.index("F")])
    size = len(blue)
    for place in range(book.board.columns):
        red = placed("2".join(("." * place, "." * (size - place - 2))) + "F", book, Seat.RED)
        state = start(book, {Seat.RED: red, Seat.BLUE: blue}, Options(free_setup=True), None)
        if any(str(turn).endswith(f"-{flag}") for turn in legal_turns(state)):
            return True
    return False
