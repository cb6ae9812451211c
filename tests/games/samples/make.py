"""Makes the recorded games beside this file: `python -m tests.games.samples.make`. The same seeds, the same files.

They are games of the repository's own: whole ones, and chases cut where a repetition rule bars a turn. `manifest.json`
says what the second reading of the rules (tests/games/rules/oracle.py) finds in each; the engine has no say in it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from games.notation import Record, to_json
from games.rules import End, Options, Outcome, Seat, variant
from tests.games.rules import oracle
from tests.games.rules.chases import BOOKS, chase, second_reading

FOLDER = Path(__file__).parent
SEEDS = range(300)
EACH = 2


def full_setups(chance: random.Random, slug: str) -> dict[Seat, str]:
    """Whole armies, Bombs and Flag in the two rows behind."""
    book = variant(slug)
    setups = {}
    for seat in (Seat.RED, Seat.BLUE):
        squares = ["."] * 40
        # Those that never move are placed first, while there is room behind.
        for rank, count in sorted(book.army.items(), key=lambda item: item[0].symbol not in "FB"):
            for _ in range(count):
                places = range(20) if rank.symbol in "FB" else range(40)
                squares[chance.choice([place for place in places if squares[place] == "."])] = rank.symbol
        setups[seat] = "".join(squares if seat is Seat.RED else reversed(squares))
    return setups


def bold_choice(chance: random.Random, game: oracle.Game, legal: list[str]) -> str:
    """A turn that likes to attack and to go forward."""
    forward = 1 if game.seat == 0 else -1

    def weight(text: str) -> float:
        start, end = (oracle.square(part) for part in text.split("-"))
        return 8.0 if end in game.board else 4.0 if (end[1] - start[1]) * forward > 0 else 1.0

    return chance.choices(legal, [weight(text) for text in legal])[0]


def whole_game(slug: str, seed: int) -> tuple[Record, oracle.Game]:
    chance = random.Random(seed)
    setups = full_setups(chance, slug)
    game = second_reading(slug, setups)
    while not game.over:
        game.play(bold_choice(chance, game, sorted(game.legal())))
    kind, winner = game.over
    return record(slug, setups, texts(game), Options(), Outcome(End(kind), winner)), game


def texts(game: oracle.Game) -> tuple[str, ...]:
    return tuple(f"{oracle.name(ply.path[0])}-{oracle.name(ply.path[-1])}" for ply in game.plies)


def record(
    slug: str, setups: dict[Seat, str], turns: tuple[str, ...], options: Options, result: Outcome | None
) -> Record:
    edition = variant(slug).edition
    return Record(variant=slug, setups=setups, turns=turns, result=result, options=options, edition=edition)


def barred_chases(slug: str, rule: str) -> list[tuple[Record, dict[str, object]]]:
    """The chases in which `rule` comes in latest, each cut at the ply where it first bars a turn."""
    results = []
    for seed in SEEDS:
        played = chase(slug, seed)
        game = second_reading(slug, played.setups)
        for ply, text in enumerate(played.turns):
            turn = next((turn for turn, breach in sorted(game.barred().items()) if breach == rule), None)
            if turn is not None:
                values: dict[str, object] = {"turn": turn, "rule": rule}
                if rule == "more-squares":
                    path = [oracle.square(part) for part in turn.split("-")]
                    values["ply"] = game.repeated_ply(game.board[path[0]], path)
                cut = record(slug, played.setups, played.turns[:ply], Options(free_setup=True), None)
                results.append((max(game.lengths()), ply, seed, cut, values))
                break
            game.play(text)
    results.sort(key=lambda result: result[:3], reverse=True)
    return [(cut, result) for _length, _ply, _seed, cut, result in results[:EACH]]


def legal_in_all(made: Record) -> int:
    game = second_reading(made.variant, dict(made.setups))
    total = 0
    for text in made.turns:
        total += len(game.legal())
        game.play(text)
    return total + len(game.legal())


def main() -> None:
    manifest = {}
    made: list[tuple[str, Record, dict[str, object]]] = []
    for slug, book in BOOKS.items():
        for number in range(1, EACH + 1):
            whole, game = whole_game(slug, number)
            made.append((f"{slug}-whole-{number}", whole, {"outcome": list(game.over or ())}))
        for rule in ("two-squares", "chase-limit" if book["chasing"] == "limit" else "more-squares"):
            for number, (cut, result) in enumerate(barred_chases(slug, rule), 1):
                made.append((f"{slug}-{rule}-{number}", cut, {"refused": result}))
    for name, item, result in made:
        (FOLDER / f"{name}.json").write_bytes(to_json(item))
        manifest[name] = {"plies": len(item.turns), "legal": legal_in_all(item), **result}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(result)}" for name, result in manifest.items())
    (FOLDER / "manifest.json").write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
