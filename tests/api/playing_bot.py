"""A bot of this service as a program of its own: `python -m tests.api.playing_bot SITE KEY SEED PLIES`, its token in
`BOT_TOKEN`. It knows what the lines of its game tell it, and nothing else, and keeps nothing: whoever kills it and
starts it anew has the same bot, since its whims follow from the seed and the ply.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
import time
from typing import Any
from urllib.parse import urlsplit

from games.rules import RANK_OF_SYMBOL, LastTurn, PieceView, Seat, Variant, View, Viewer, variant
from games.rules.knowledge import Attack
from play.bots.evaluation import choose_on_board
from play.bots.field import Field
from play.bots.sight import Sight


def piece_of(value: dict[str, Any], rules: Variant) -> PieceView:
    rank = None if value["rank"] is None else RANK_OF_SYMBOL[value["rank"]]
    where = rules.board.square(value["square"])
    state = value["revealed"], value["captive"], value["rescuer"]
    return PieceView(value["id"], Seat[value["seat"].upper()], where, rank, *state)


def turn_of(value: dict[str, Any], rules: Variant) -> LastTurn:
    """A turn as a line tells it, of a rule book whose turns have no further parts."""
    result = value["attack"]
    attack = result and Attack(
        piece_of(result["attacker"], rules), piece_of(result["defender"], rules), result["result"]
    )
    shown = None if value["revealed"] is None else RANK_OF_SYMBOL[value["revealed"]]
    path = tuple(map(rules.board.square, value["path"]))
    return LastTurn(
        Seat[value["seat"].upper()], value["piece"], path, attack, shown, value["noted"], text=value["text"]
    )


def sight_of_line(line: dict[str, Any], turns: dict[int, LastTurn]) -> Sight:
    """What a bot inside would be given, made of a line and of the turns that were told so far."""
    result, rules = line["view"], variant(line["variant"])
    view = View(
        variant=result["variant"],
        viewer=Viewer(result["viewer"]),
        ply=result["ply"],
        to_move=Seat[result["to_move"].upper()],
        pending=None,
        outcome=None,
        pieces=tuple(piece_of(item, rules) for item in result["pieces"]),
        captured=tuple(piece_of(item, rules) for item in result["captured"]),
        last=None if result["last"] is None else turn_of(result["last"], rules),
        quiet=result["quiet"],
        quiet_limit=result["quiet_limit"],
        cautions=(),
        noted=(),
        edition=result["edition"],
    )
    return Sight(view, tuple(line["legal"]), tuple(turns[ply] for ply in range(1, result["ply"] + 1)))


def whims(seed: str, ply: int) -> random.Random:
    return random.Random(f"{seed} {ply}")


class Game:
    def __init__(self, site: str, key: str) -> None:
        self.address = urlsplit(site)
        self.path = f"/api/v1/games/{key}/"
        self.key = key

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self.address.port, timeout=60)
        bearer = {"Authorization": f"Bearer {os.environ['BOT_TOKEN']}", "Host": "localhost"}
        kind = {} if body is None else {"Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body)
        line.request(method, self.path + path, sent, {**bearer, **kind, **headers})
        return line.getresponse()

    def play(self, line: dict[str, Any], turn: str) -> None:
        """Send a turn once, however often it is sent; that things have moved on is no harm."""
        once = {"If-Match": f'"{line["version"]}"', "Idempotency-Key": f"{self.key}-{line['version']}"}
        answer = self.ask("POST", "turns/", {"turn": turn}, **once)
        assert answer.status in (200, 409, 412), answer.read()


def main(site: str, key: str, seed: str, plies: str) -> None:
    """Follow the game from its beginning, and play until it is over; red gives up after so many plies."""
    game, turns = Game(site, key), dict[int, LastTurn]()
    since = "0-0"
    while True:
        stream = game.ask("GET", f"stream/?since={since}")
        assert stream.status == 200, stream.read()
        while text := stream.readline():
            line = json.loads(text) if text.strip() else {"type": ""}
            if line["type"] != "game":
                continue
            since = line["id"]
            turns |= {item["ply"]: turn_of(item, variant(line["variant"])) for item in line["turns"]}
            if line["status"] == "over":
                return
            if line["legal"] and line["view"]["ply"] >= int(plies):
                game.ask("POST", "resignation/", {}, **{"Idempotency-Key": f"{key}-end"})
            elif line["legal"]:
                game.play(
                    line, choose_on_board(Field(sight_of_line(line, turns)), whims(seed, line["view"]["ply"]), 0.04)
                )
        time.sleep(0.1)  # the service restarts


if __name__ == "__main__":
    main(*sys.argv[1:])
