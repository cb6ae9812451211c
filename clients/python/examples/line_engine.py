"""An engine that speaks the protocol of `vexillum_client.bridge`, for all rule books, in forty lines and without any
package: it takes what it sees to be weaker, else plays at random. `python line_engine.py [SEED]`.
"""

import json
import random
import sys

STRENGTH = {rank: place for place, rank in enumerate("S23456789M", 1)}


def wins(turn: str, position: dict) -> bool:
    """Whether a turn takes a piece that is known to be weaker."""
    ranks = {piece["square"]: piece["rank"] for piece in position["pieces"] if piece["square"]}
    begin, end = turn[:2].rstrip("-"), turn.split("-")[-1]
    mine, theirs = STRENGTH.get(ranks.get(begin) or ""), STRENGTH.get(ranks.get(end) or "")
    return mine is not None and theirs is not None and mine > theirs


def main(seed: str = "") -> None:
    """Answer each question with one line."""
    chance, position, legal = random.Random(seed or None), {}, []
    for line in sys.stdin:
        word, _space, result = line.strip().partition(" ")
        if word == "vexillum":
            print("name Example", "ready", sep="\n", flush=True)
        elif word == "setup":
            print("rows random", flush=True)  # or the squares as text, the row nearest the enemy first
        elif word == "position":
            position = json.loads(result)
        elif word == "legal":
            legal = result.split()
        elif word == "go":
            print("turn", chance.choice([item for item in legal if wins(item, position)] or legal), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
