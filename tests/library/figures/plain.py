"""Figures of a game by plain counting: state by state, every world at every ply, and no shortcut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.knowledge import knowledge
from games.models import Game
from games.notation import Record
from games.rules import Rank, Seat, State, Viewer, advance, start

SYMBOLS = "FS23456789MBCP"


def states_of(record: Record) -> Iterator[State]:
    """Before the first ply and after each, its choices made."""
    state = start(record.rules, record.setups, record.options, record.chance or None)
    yield state
    for turn in record.turns:
        state = advance(state, [turn])
        if state.pending is None:
            yield state
    if state.pending is not None:
        yield state


def band(ply: int, plies: int = 20) -> int:
    return min(99, 0 if ply == 0 else (ply - 1) // plies)


def ended_by_hand(record: Record, game: Game) -> Counter[str]:
    states = list(states_of(record))
    plies = len(states) - 1
    data = {"red": ("won", "lost"), "blue": ("lost", "won"), "draw": ("drawn", "drawn"), "neither": ("lost", "lost")}
    counts: Counter[str] = Counter(["games", f"end {game.outcome}", f"length {band(plies)}"])
    for colour, went in zip(("red", "blue"), data[game.result], strict=True):
        counts[f"result {colour} {went}"] += 1
    counts["plies"] = plies
    fights = []
    for ply, state in enumerate(states[1:], 1):
        last = state.last_turn(Viewer.ALL)
        if last is not None and last.attack is not None:
            fights.append(ply)
            item, two = (SYMBOLS[piece.rank or 0] for piece in (last.attack.attacker, last.attack.defender))
            if last.attack.result != "loss":
                counts[f"take {item}{two}"] += 1
            if last.attack.result != "win":
                counts[f"take {two}{item}"] += 1
    counts[f"contact {band(fights[0], 4) if fights else 'none'}"] += 1
    if fights:
        counts["contact-plies"] = fights[0]
    return counts


def opened_by_hand(record: Record) -> Counter[str]:
    if record.rules.deals:
        return Counter()
    states = list(states_of(record))
    plies = len(states) - 1
    counts: Counter[str] = Counter(["opened", f"opened-length {band(plies)}"])
    boards = [{piece.id: piece for piece in state.view(Viewer.ALL).pieces if not piece.captive} for state in states]
    for piece in boards[-1].values():
        counts[f"stood {SYMBOLS[piece.rank or 0]} {band(plies)}"] += 1
    last = states[-1].view(Viewer.ALL)
    for holding in last.holdings:
        for rank, number in holding.ranks or ():
            counts[f"stood {SYMBOLS[rank]} {band(plies)}"] += number
    for piece in (*last.captured, *(piece for piece in last.pieces if piece.captive)):
        (*_earlier, fell) = (
            ply for ply in range(1, plies + 1) if piece.id in boards[ply - 1] and piece.id not in boards[ply]
        )
        counts[f"fell {SYMBOLS[piece.rank or 0]} {band(fell)}"] += 1
    for how, ply in flags_by_hand(record, states):
        counts[f"flag {how} {band(ply)}"] += 1
    return counts


def flags_by_hand(record: Record, states: Sequence[State]) -> Iterator[tuple[str, int]]:
    """How the unknown life of each Flag ended, and when: every ply is looked at, by each player of the other side."""
    knowing = {seat: knowing_of(seat, record, states) for seat in record.rules.seats}
    for flag in states[0].view(Viewer.ALL).pieces:
        if flag.rank is Rank.FLAG:
            others = [plies for seat, plies in knowing.items() if seat.side != flag.seat.side]
            ends = [(ply, how) for plies in others for ply, flags in enumerate(plies) if (how := flags.get(flag.id))]
            # What is shown at a ply has not been reasoned by it.
            first = min(ends, key=lambda end: (end[0], end[1] != "taken"), default=(len(states) - 1, "unknown"))
            yield first[1], first[0]


def knowing_of(seat: Seat, record: Record, states: Sequence[State]) -> list[dict[int, str]]:
    views = [state.view(Viewer.of(seat)) for state in states]
    results = []
    for view, known in zip(views, knowledge(views, record.options, record.rules), strict=True):
        flags = {piece.id: "known" for piece in known.pieces if set(piece.ranks) == {Rank.FLAG}}
        if view.outcome is not None and view.outcome.kind.on_board:
            flags.clear()
        flags |= {piece.id: "taken" for piece in (*view.pieces, *view.captured) if piece.rank is Rank.FLAG}
        results.append(flags)
    return results
