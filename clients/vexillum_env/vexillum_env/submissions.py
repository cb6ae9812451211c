"""Submissions as actions: which actions are open, and which submission they make together.

Most submissions are one action. A move with a rescue, a freed Flag or a claim is several: the move, then each part, and
`nothing` where a further part would be allowed and is not wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.rules import Rank, Seat, Turn, View
from games.rules.acts import NOWHERE, Act

from .actions import Action, Actions
from .seats import turned

Tree = dict[int, Any]
"""For an action the submission that it completes, or the tree of what may follow it. Open actions that are not in a
tree are whole submissions."""


def open_actions(
    actions: Actions, seat: Seat, turns: Iterable[Turn], view: Callable[[], View]
) -> tuple[bytearray, Tree | None]:
    """A byte for each action, 1 if it is open, and the tree of those that are no whole submission by themselves.

    The tree holds, for such an action, the list of the submissions that begin with it, which `follow` then sorts: most
    are never asked for.

    Args:
        actions: those of the rule book.
        seat: who is to submit.
        turns: the legal submissions.
        view: gives the seat's view, which is asked for rarely.
    """
    mask = bytearray(actions.count)
    number_of = actions.index[seat].get
    longer: list[Turn] = []
    for turn in turns:
        number = number_of(turn.text)
        if number is None:
            longer.append(turn)
        else:
            mask[number] = 1
    if not longer:
        return mask, None
    tree: Tree = {}
    order: dict[int, int] | None = None
    for act in longer:
        assert isinstance(act, Act)
        if act.base is None:
            order = order or _captured_in_order(actions, seat, view())
            tree[_number(actions, seat, act, order)] = act
            continue
        first = actions.index[seat][act.base.text]
        if first not in tree:
            tree[first] = [actions.turns[seat][first]] if mask[first] else []
        tree[first].append(act)
    for number in tree:
        mask[number] = 1
    return mask, tree


def follow(actions: Actions, seat: Seat, begun: list[Turn], view: View) -> Tree:
    """What may follow a move, sorted by the actions that make it.

    Args:
        actions: those of the rule book.
        seat: who is to submit.
        begun: the submissions that begin with the move.
        view: the seat's.
    """
    order = _captured_in_order(actions, seat, view)
    tree: Tree = {}
    for turn in begun:
        if not isinstance(turn, Act):
            tree[actions.nothing] = turn
            continue
        number = _number(actions, seat, turn, order)
        if turn.kind == "freed" and turn.claim != NOWHERE:
            tree.setdefault(number, {})[_claimed(actions, seat, turn)] = turn
        elif turn.kind == "freed":
            tree.setdefault(number, {})[actions.nothing] = turn
        else:
            tree[number] = turn
    # Where nothing more can follow, nothing more is asked.
    return {
        number: below[actions.nothing] if isinstance(below, dict) and below.keys() == {actions.nothing} else below
        for number, below in tree.items()
    }


def mask_of(actions: Actions, tree: Tree) -> bytearray:
    """A byte for each action, 1 if the tree begins with it."""
    mask = bytearray(actions.count)
    for number in tree:
        mask[number] = 1
    return mask


def numbers_of(actions: Actions, seat: Seat, turn: Turn, view: View) -> list[int]:
    """The actions that make a submission, without the `nothing` that may have to end them.

    Args:
        actions: those of the rule book.
        seat: who submits it.
        turn: the submission.
        view: the seat's before it.
    """
    number = actions.index[seat].get(turn.text)
    if number is not None:
        return [number]
    assert isinstance(turn, Act)
    numbers = [] if turn.base is None else [actions.index[seat][turn.base.text]]
    numbers.append(_number(actions, seat, turn, _captured_in_order(actions, seat, view)))
    if turn.kind == "freed" and turn.claim != NOWHERE:
        numbers.append(_claimed(actions, seat, turn))
    return numbers


def _number(actions: Actions, seat: Seat, act: Act, order: Mapping[int, int]) -> int:
    """The action that is the part of an act after its move; of two parts the first."""
    if act.kind == "rescue":
        return order[act.piece] + turned(actions.book, seat)[act.square]
    if act.kind == "freed":
        return actions.index[seat][f"={actions.book.board.name(act.square)}"]
    return _claimed(actions, seat, act)


def _claimed(actions: Actions, seat: Seat, act: Act) -> int:
    return actions.index[seat][f"?{actions.book.board.name(act.claim)}"]


def _captured_in_order(actions: Actions, seat: Seat, view: View) -> dict[int, int]:
    """For each captured piece of the seat the action of its rescue to the first square."""
    numbers: dict[int, int] = {}
    counts: dict[Rank, int] = {}
    for piece in sorted(view.captured):
        if piece.seat == seat and piece.rank is not None:
            number = counts[piece.rank] = counts.get(piece.rank, -1) + 1
            first = actions.number.get(Action("rescue", (0,), piece.rank, number))
            if first is not None:
                numbers[piece.id] = first
    return numbers
