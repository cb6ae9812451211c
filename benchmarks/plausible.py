"""Complete games that look like games: the Flag behind bombs, pieces that advance and attack what they beat.

    python -m benchmarks.plausible games/demo

writes the recorded games of the demo, and beside them an archive for it (`games/demo_archive`); the same seed gives the
same game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Container
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from eventlog.sources import commitment
from games.domain.placement import form_of, mirrored, placed
from games.domain.ready_setups import ready
from games.domain.shuffles import deck
from games.notation import Record, to_json
from games.rules import (
    Board,
    Options,
    Rank,
    Seat,
    State,
    Turn,
    Variant,
    View,
    Viewer,
    apply,
    legal_turns,
    shuffle_label,
    shuffled,
    start,
    to_shuffle,
    variant,
    with_order,
)
from games.rules.combat import Result

NAMES = ("Aksel", "Bruna", "Chidi", "Dilek", "Emre", "Freja", "Goran", "Hanna", "Imani", "Jonas", "Kaisa", "Luca")
DEMO = {
    "classic": range(11, 17),
    "barrage": range(23, 27),
    "battle": range(35, 39),
    "duel": range(47, 51),
    "lightning": (51, 52),
    "ultimate_lightning": (61, 62),
    "campaign": (71, 72),
    "alliance": (203, 204),
    "alliance_lightning": (308, 312),
    "cards": (408, 455),
}
SPOTTER = ("cards", 471)  # with the Spotter, which names the Flag in the end
BETWEEN = (("classic", 60), ("duel", 62))  # between the demo accounts; never shown whole
ARCHIVE = ("classic", 60, 7)  # rule book, games, and the seed of the first: with set-ups that many people lay
EPOCH = 1_788_000_000_000_000  # microseconds, in the late summer of 2026
DAYS = 80  # days after it on which the games were played


def setup(chance: random.Random, book: Variant, seat: Seat) -> str:
    """A set-up with the Flag at the back, bombs beside it and strong pieces in front."""
    board = book.board
    home = list(board.homes[seat])
    depth = {square: _from_the_middle(book, square) for square in home}
    back = [square for square in home if depth[square] == max(depth.values())]
    army = [rank.symbol for rank, count in book.army.items() for _ in range(count)]
    placed = {chance.choice(back): "F"}
    army.remove("F")
    (flag,) = placed
    guards = [square for square in board.squares_of(board.near[flag]) if square in home]
    for square in guards[: army.count("B")]:
        placed[square] = "B"
        army.remove("B")
    free = [square for square in home if square not in placed]
    chance.shuffle(free)
    chance.shuffle(army)
    placed |= dict(zip(free, army, strict=False))
    return "".join(placed.get(square, ".") for square in home)


def _from_the_middle(book: Variant, square: int) -> float:
    """How far a square is from the middle, by rows; where there are four seats, by rows or columns."""
    row, column = divmod(square, book.board.columns)
    rows = abs(row - (book.board.rows - 1) / 2)
    return rows if len(book.seats) == 2 else max(rows, abs(column - (book.board.columns - 1) / 2))


def line(chance: random.Random, book: Variant, drawn: str) -> str:
    """A front line of the cards drawn: the Flag stays in the hand if it can."""
    cards = sorted(drawn, key=lambda symbol: (symbol == "F", chance.random()))
    return "".join(cards[: len(book.board.homes[0])])


def choose(chance: random.Random, state: State) -> Turn:
    """A turn that a hasty player might choose, knowing only what that seat may know."""
    turns = legal_turns(state)
    view = state.view(Viewer.of(state.to_move))
    undone = frozenset(caution.params.get("square") for caution in view.cautions)
    return chance.choices(turns, [_weight(state, view, turn, undone) for turn in turns])[0]


def _weight(state: State, view: View, turn: Turn, undone: Container[object]) -> float:
    """How likely a turn is.

    Args:
        state, view: of the moment, and what the seat sees of it.
        undone: the squares of pieces that would take back the seat's last turn, as far as the cautions tell.
    """
    if turn.source == turn.target:
        return _weight_of_part(turn.text)
    at = {piece.square: piece for piece in view.pieces}
    board = state.variant.board
    mine, theirs = at[turn.source], at.get(turn.target)
    if theirs is not None:
        if theirs.rank is None or mine.rank is None:
            return 6.0
        wins = state.variant.combat.result(mine.rank, theirs.rank)
        return {Result.WIN: 60.0, Result.BOTH: 3.0, Result.LOSS: 0.01}[wins]
    if state.variant.deals:
        return 1.0
    if mine.captive:
        return 20.0
    if len(state.variant.seats) > 2:
        return (0.3 if mine.rank is Rank.FLAG else 1.0) * _weight_of_approach(view, board, turn)
    ahead = turn.target // board.columns - turn.source // board.columns
    forward = ahead if state.to_move.side == 0 else -ahead
    back_and_forth = view.last is not None and view.ply > 1 and board.name(turn.source) in undone
    return (3.0 if forward > 0 else 0.8 if forward == 0 else 0.4) * (0.1 if back_and_forth else 1.0)


def _weight_of_part(text: str) -> float:
    """Of an entry, a rescue, a choice, a look or a shuffle: rescues are taken, the rest comes now and then."""
    if text in ("+0", "*0"):
        return 0.5
    if text.endswith("!"):
        return 0.05
    if "*" in text or text[0] in ">=":
        return 1.0
    if "?" in text or "=" in text:
        return 0.4
    return {"F": 0.2, "B": 0.02}.get(text[1:2], 0.04)


def _weight_of_approach(view: View, board: Board, turn: Turn) -> float:
    """Nearer to the enemy is better than away from it."""
    enemies = [piece.square for piece in view.pieces if piece.seat.side != view.to_move.side and not piece.captive]

    def nearest(square: int) -> int:
        row, column = divmod(square, board.columns)
        return min((abs(row - e // board.columns) + abs(column - e % board.columns) for e in enemies), default=0)

    closer = nearest(turn.source) - nearest(turn.target)
    return 3.0 if closer > 0 else 0.8 if closer == 0 else 0.3


def usual_setup(chance: random.Random, book: Variant, seat: Seat) -> str:
    """A ready-made set-up as somebody lays it: a few pieces have changed places, or left and right."""
    form = list(form_of(chance.choice(ready(book)).placements[seat], book, seat))
    for _swap in range(chance.choice((0, 0, 1, 1, 2))):
        item, other = chance.sample([place for place, symbol in enumerate(form) if symbol not in "FB"], 2)
        form[item], form[other] = form[other], form[item]
    laid = "".join(form)
    return placed(mirrored(laid, book) if chance.random() < 0.3 else laid, book, seat)


def play(
    slug: str,
    seed: int,
    *,
    options: Options | None = None,
    setup_of: Callable[[random.Random, Variant, Seat], str] = setup,
) -> Record:
    """A complete game from a seed, with names and times; where cards are dealt, with the seed of their shuffles.

    Args:
        slug: the rule book.
        seed: of all chance in it.
        options: those of the game; a draw after 200 plies without an attack if there are none.
        setup_of: how a seat sets up, where no cards are dealt.
    """
    chance = random.Random(seed)
    book = variant(slug)
    options = options or Options(no_attack_limit=200)
    shuffles = sha256(f"{slug} {seed}".encode()).digest()
    orders = {seat: shuffled(shuffles, shuffle_label(seat.slug, 0), deck(book, options)) for seat in book.seats}
    if book.deals:
        setups = {seat: line(chance, book, orders[seat][: book.drawn]) for seat in book.seats}
    else:
        setups = {seat: setup_of(chance, book, seat) for seat in book.seats}
    state = start(book, setups, options, orders if book.deals else None)
    turns: list[str] = []
    times: list[int] = []
    shuffled_by = dict.fromkeys(book.seats, 0)
    clock = EPOCH + seed % DAYS * 86_400_000_000
    while state.outcome is None:
        turn = choose(chance, state)
        cards = to_shuffle(state, turn)
        if cards is not None:
            shuffled_by[state.to_move] += 1
            label = shuffle_label(state.to_move.slug, shuffled_by[state.to_move])
            turn = with_order(state, turn, shuffled(shuffles, label, cards))
        state, _facts = apply(state, turn)
        clock += int(min(60.0, chance.lognormvariate(1.2, 0.8)) * 1_000_000)
        turns.append(turn.text)
        times.append(clock)
    return Record(
        variant=slug,
        setups=setups,
        turns=tuple(turns),
        result=state.outcome,
        players=dict(zip(book.seats, chance.sample(NAMES, len(book.seats)), strict=True)),
        options=options,
        times=tuple(times),
        chance=orders if book.deals else {},
        edition=book.edition,
        proof=_opened(shuffles) if book.deals else None,
    )


def _opened(seed: bytes) -> dict[str, object]:
    salt = sha256(seed).digest()
    return {"shuffles": {"commitment": commitment(salt, seed.hex()), "salt": salt.hex(), "seed": seed.hex()}}


def main() -> None:
    """Write the games of the demo into a folder."""
    folder = Path(sys.argv[1])
    for slug, seeds in DEMO.items():
        for number, seed in enumerate(seeds, start=1):
            (folder / f"{slug}-{number}.json").write_bytes(to_json(play(slug, seed)))
    slug, seed = SPOTTER
    spotted = play(slug, seed, options=Options(no_attack_limit=200, spotter=True))
    (folder / f"{slug}-spotter.json").write_bytes(to_json(spotted))
    for slug, seed in BETWEEN:
        (folder / f"between-{slug}.json").write_bytes(to_json(play(slug, seed)))
    write_archive(folder.with_name("demo_archive"))


def write_archive(folder: Path) -> None:
    """Write many games of one rule book as one file, without their times."""
    slug, games, first = ARCHIVE
    folder.mkdir(exist_ok=True)
    with ZipFile(folder / f"{slug}.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for number in range(games):
            record = replace(play(slug, first + number, setup_of=usual_setup), times=None)
            archive.writestr(
                ZipInfo(f"{slug}-{number + 1:02}.json", (2026, 9, 1, 0, 0, 0)), to_json(record), ZIP_DEFLATED
            )


if __name__ == "__main__":
    main()
