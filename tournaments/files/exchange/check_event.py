"""Checks the archive of an event, without the service that made it: python3 check_event.py [FILE.zip or folder]

It needs Python 3.11 and nothing else. What it checks, and what it cannot, is told in README.txt beside it. Exit status
0 if all of it holds, 1 with what does not. A copy that comes from an archive which you trust checks any other one: it
runs nothing that it does not know.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
import runpy
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

PROGRAMS = ""
"""The SHA-256 of the hashes of all programs that it runs, written here as it goes into an archive: others that an
archive brings along could say anything."""


class Places(NamedTuple):
    """What gives the places in a format.

    Attributes:
        bracket: a bracket; else points and tie-breaks.
        all_meet: everybody meets everybody (C.07, predetermined pairings).
        own: the fields of event.json that this format alone has, with their types.
        groups: first everybody meets everybody in groups, and the best of them go into the bracket.
        losers: who loses in the bracket plays on along another one.
        grows: one round in which somebody has many boards.
        streaks: an arena: wins in a row count double.
        ladder: who stands where follows from the moves on a ladder.
    """

    bracket: bool = False
    all_meet: bool = False
    own: dict[str, type] = {}
    groups: bool = False
    losers: bool = False
    grows: bool = False
    streaks: bool = False
    ladder: bool = False


_MATCHES = {"best_of": int, "best_of_final": int, "replays": int, "decider": str, "lot": int}
_FINAL = {"third_place": bool, "final_rounds": int} | dict.fromkeys(("final_stage", "carried", "last_place"), str)

PLACES = {
    "swiss": Places(own={"accelerated": bool, "team_colours": str}),
    "round_robin": Places(all_meet=True, own={"double": bool}),
    "knockout": Places(bracket=True, own=_MATCHES | {"third_place": bool}),
    "double_elim": Places(bracket=True, own=_MATCHES, losers=True),
    "group_stage": Places(
        bracket=True,
        own=_MATCHES
        | _FINAL
        | {
            "double": bool,
            "group_count": int,
            "advance": int,
            "best_others": int,
            "drawn": str,
        },
        groups=True,
    ),
    "arena": Places(own={"minutes": int}, grows=True, streaks=True),
    "ladder": Places(
        own={
            "ladder_days": int,
            "ladder_order": str,
            "challenge_range": int,
            "answer_days": int,
            "rematch_days": int,
            "at_once": int,
            "idle_days": int,
            "idle_places": int,
            "pause_days": int,
        },
        grows=True,
        ladder=True,
    ),
    "swiss_cut": Places(
        bracket=True,
        own=_MATCHES
        | _FINAL
        | {
            "accelerated": bool,
            "team_colours": str,
            "cut": int,
            "swiss_rounds": int,
        },
    ),
}
"""By what a record calls the format. Of another one it cannot tell whether the standings follow."""

_NUMBER = (int, float)
_PERSON = dict.fromkeys(("name", "sex", "title", "federation", "fide", "birth", "club"), str) | {"rating": int}
_GAME = {"red": int, "blue": int, "game": str, "result": (type(None), [str]), "red_member": int, "blue_member": int}
_POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "pairing_bye", "full_bye", "half_bye", "absent")
EVENT = {
    **dict.fromkeys(("format", "name", "place", "federation", "key", "variant", "system", "status", "zone"), str),
    **dict.fromkeys(("version", "rounds", "begun", "ended", "team_boards"), int),
    **dict.fromkeys(("time_control", "first_colour", "board_order"), str),
    **dict.fromkeys(("real", "rated"), bool),
    "arbiters": [str],
    "tiebreaks": [str],
    "scoring": dict.fromkeys(_POINTS, int),
    "entries": [
        {"number": int, "rating": int, "playing": bool, "left": int, "players": [_PERSON], "members": [_PERSON]}
    ],
    "pairings": [
        {
            "round": int,
            "begun": int,
            "play_off": bool,
            "boards": [{"board": int, "winner": int, "games": [_GAME]}],
            "byes": [{"entry": int, "mark": str}],
        }
    ],
    "moves": [{"kind": str, "entry": int, "other": int, "board": int, "places": int}],
    "standings": [{"place": int, "number": int, "name": str, "points": _NUMBER, "tiebreaks": {"": _NUMBER}}],
}
"""The fields of event.json by their types; several types are those that there may be, and "" is any name."""

BOARDS = [
    dict.fromkeys(("round", "board", "leg", "corrected"), int)
    | dict.fromkeys(("game", "record", "decided"), str)
    | {"elsewhere": bool}
]
PROOF = {"stream": str, "key": str, "version": int, "index": int, "path": [str], "checkpoint": {"": (int, str)}}
MANIFEST = {"format": str, "version": int, "event": str, "files": {"": str}, "apart": bool, "lot": int}


def fail(words: str) -> NoReturn:
    """End with what does not hold."""
    sys.exit(f"{words} The archive was altered, or is not whole.")


def read(path: Path, shape: Any = None) -> Any:
    """The value of a JSON file."""
    value = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    if shape is not None:
        _check_shape(path.name, value, shape)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        fail("Something is said twice.")
    return value


def _check_shape(where: str, value: Any, shape: Any) -> None:
    """Nothing is there but what is known, and each is of its type: no true for 1, and no 1.0."""
    kinds = shape if isinstance(shape, tuple) else (shape,)
    fitting = [kind for kind in kinds if (kind if isinstance(kind, type) else type(kind)) is type(value)]
    if not fitting:
        fail(f"{where} is of another type.")
    [shape] = fitting
    if isinstance(shape, list):
        for item in value:
            _check_shape(where, item, shape[0])
    elif isinstance(shape, dict):
        for name, item in value.items():
            if name not in shape and "" not in shape:
                fail(f"{where} has a field that is not known: {name}.")
            _check_shape(f"{where}, {name},", item, shape.get(name, shape.get("")))


# -- files ----------------------------------------------------------------------------------------


def check_files(folder: Path) -> tuple[dict[str, Any], str]:
    """Every file is as the manifest says, and there is no other. Returns the manifest, and its hash."""
    text = (folder / "manifest.json").read_bytes()
    manifest: dict[str, Any] = read(folder / "manifest.json", MANIFEST)
    if manifest["format"] != "vexillum-event-archive" or manifest["version"] != 1:
        fail("The manifest is of another form.")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if there != {*manifest["files"], "manifest.json"}:
        different = sorted(there ^ {*manifest["files"], "manifest.json"})
        fail(f"There are other files than the manifest names: {', '.join(different)}.")
    for name, digest in manifest["files"].items():
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            fail(f"{name} is another one than the manifest names.")
    if hash_of_programs(manifest["files"]) != PROGRAMS:
        fail("Its programs are not those that this check_event.py knows: take both from one release.")
    return manifest, hashlib.sha256(text).hexdigest()


def hash_of_programs(files: dict[str, str]) -> str:
    """The hash of the programs among some files, which have theirs by name."""
    texts = {name: digest for name, digest in files.items() if name.startswith("programs/")}
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def run(program: Path, *files: Path) -> str:
    """Run one of the programs of the documentation on files; returns what it prints."""
    before, result = sys.argv, io.StringIO()
    sys.argv = [str(program), *map(str, files)]
    try:
        with contextlib.redirect_stdout(result):
            runpy.run_path(str(program), run_name="__main__")
    except SystemExit as error:
        if error.code:
            fail(f"{files[-1].name}: {error.code}")
    except Exception as error:
        fail(f"{files[-1].name}: {program.name} cannot read it ({type(error).__name__}).")
    finally:
        sys.argv = before
    return result.getvalue()


# -- games ----------------------------------------------------------------------------------------


def key_of(stream: str) -> str:
    """The public address of a stream: the low 64 bits of its id in base58."""
    number, digits = int(stream.replace("-", ""), 16) & (1 << 64) - 1, []
    for _place in range(11):
        number, digit = divmod(number, 58)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


def side_of(seat: str) -> int:
    """0 for red and its partner, 1 for blue and its."""
    return int(seat.startswith("blue"))


def marks_of(record: dict[str, Any]) -> tuple[str, str] | None:
    """The marks that a record gives to red and blue, or None if it gives none: by its result, which follows from its
    log (`check.py`), or what the moderators made of that.
    """
    rulings: dict[str, tuple[str, dict[str, Any]]] = {}
    for event in record["log"]:
        if event["type"] in ("result-annulled", "result-forfeited"):
            rulings[event["data"]["penalty"]] = event["type"], event["data"]
        elif event["type"] == "result-restored":
            del rulings[event["data"]["penalty"]]
    winner = {"red": 0, "blue": 1, None: None}[record["result"]["winner"]]
    lost = [0, 1] if record["result"]["kind"] in ("both-lose", "both-missing") else []
    lost = lost if winner is None else [1 - winner]
    if record["result"]["kind"] == "unfinished":
        return None
    if any(kind == "result-annulled" for kind, _data in rulings.values()):
        if all(data.get("why") == "reversed" for _kind, data in rulings.values()):
            return None
        lost = [0, 1]
    elif rulings:
        lost = sorted({side_of(data["seat"]) for _kind, data in rulings.values()})
    if not lost:
        return "=", "="
    return ("0" if 0 in lost else "1"), ("0" if 1 in lost else "1")


def check_games(folder: Path, event: dict[str, Any], boards: list[dict[str, Any]], *, apart: bool) -> dict[str, Any]:
    """Every record holds together, is of this event, this board and these entries, and ended as the event says.
    Returns the records by key.

    Args:
        folder: of the archive.
        event: event.json.
        boards: boards.json.
        apart: each player sat for one entry only.
    """
    legs = {
        (item["round"], board["board"], place): game
        for item in event["pairings"]
        for board in item["boards"]
        for place, game in enumerate(board["games"], 1)
    }
    result = {(board["round"], board["board"], board["leg"]): board for board in boards}
    names = {(place, game["game"]) for place, game in legs.items() if "game" in game}
    if names != {(place, item["game"]) for place, item in result.items()} or len(result) != len(boards):
        fail("boards.json tells of other games than event.json.")
    if any("elsewhere" in board and ("record" in board or not board["elsewhere"]) for board in boards):
        fail("boards.json has a record of a game that it says was elsewhere.")
    if any(
        board["decided"] not in ("", "game", "arbiter", "players", "forfeit") or board["corrected"] < 0
        for board in boards
    ):
        fail("boards.json tells of a decision that there is not.")
    wanted = {board["record"] for board in boards if "record" in board}
    if wanted != {f"records/{path.name}" for path in (folder / "records").glob("*")}:
        fail("There are other records than boards.json names.")
    entries: dict[str, int] = {}
    records: dict[str, Any] = {}
    for place, item in result.items():
        if "record" not in item:
            continue
        path, leg, name = folder / item["record"], legs[place], item["record"]
        if "by the rules" not in run(folder / "programs" / "check.py", path):
            fail(f"{name}: the rules of its edition cannot be loaded.")
        record = read(path)
        if "shuffles" in record:
            run(folder / "programs" / "shuffles.py", path)
        created = record["log"][0]["data"]
        if key_of(record["stream"]) != item["game"] or record["variant"] != event["variant"]:
            fail(f"{name} is the record of another game.")
        if key_of(created["tournament"]) != event["key"] or created["round"] != place[0]:
            fail(f"{name} is a game of another event or round.")
        sides = (leg["red"], leg["blue"])
        for seat, player in created["seats"].items():
            number = sides[side_of(seat)]
            if apart and player is not None and entries.setdefault(player, number) != number:
                fail(f"{name} was played by another entry than {number}.")
        marks = marks_of(record)
        stands = None if leg["result"] is None else tuple(leg["result"])
        if item["decided"] == "game" and not item["corrected"] and marks != stands:
            fail(f"{name} ended otherwise than event.json says.")
        if created.get("rated") and not event.get("rated"):
            fail(f"{name} was rated, and the event is said not to be.")
        records[item["game"]] = record
    return records


# -- the log as a whole ---------------------------------------------------------------------------


def check_proofs(folder: Path, boards: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Each proof leads from a record to the root of a checkpoint. Returns for each checkpoint how many games it covers,
    and how many of these to their end.
    """
    numbers: dict[str, list[int]] = {}
    records = {board["game"]: board["record"] for board in boards if "record" in board}
    for path in sorted((folder / "proofs").glob("*.json")):
        if path.stem not in records:
            fail(f"proofs/{path.name} proves no record.")
        record = folder / records[path.stem]
        proof = read(path, PROOF)
        if proof["stream"] != read(record)["stream"]:
            fail(f"proofs/{path.name} proves another record.")
        said = run(folder / "programs" / "proof.py", path, record)
        checkpoint = re.match(r"checkpoint \d+ with the root [0-9a-f]{64}", said)
        if checkpoint is None:
            fail(f"proofs/{path.name} says nothing of a checkpoint.")
        counts = numbers.setdefault(checkpoint[0], [0, 0])
        counts[0] += 1
        counts[1] += proof["version"] == len(read(record)["log"])
    return numbers


# -- standings ------------------------------------------------------------------------------------


def check_rounds(event: dict[str, Any]) -> None:
    """It is an event that is over; each round has each entry once, on a board or with a bye; results go together."""
    terms = (event["format"], event["version"], event["status"], event["first_colour"])
    if terms not in {
        ("vexillum-tournament", 1, status, colour) for status in ("finished", "cancelled") for colour in ("red", "blue")
    }:
        fail("event.json is of another form, or of an event that is not over.")
    if event["rounds"] < len(event["pairings"]):
        fail("There are more rounds than there should be.")
    numbers = [item["number"] for item in event["entries"]]
    if numbers != list(range(1, len(numbers) + 1)):
        fail("The entries are not numbered from 1.")
    for place, item in enumerate(event["pairings"], 1):
        there = [side for board in item["boards"] for side in (board["games"][0]["red"], board["games"][0]["blue"])]
        there += [bye["entry"] for bye in item["byes"]]
        there = sorted(set(there)) if PLACES[event["system"]].grows else sorted(there)
        if item["round"] != place or there != numbers:
            fail(f"Round {item['round']} does not have each entry once.")
        if [board["board"] for board in item["boards"]] != list(range(1, len(item["boards"]) + 1)):
            fail(f"The boards of round {place} are not numbered from 1.")
        if any(bye["mark"] not in ("U", "F", "H", "Z") for bye in item["byes"]):
            fail(f"Round {place} has a bye that there is not.")
        for board in item["boards"]:
            pair = {board["games"][0]["red"], board["games"][0]["blue"]}
            for game in board["games"]:
                if {game["red"], game["blue"]} != pair:
                    fail(f"Round {place}, board {board['board']} has games of others.")


def check_standings(folder: Path, event: dict[str, Any], lot: int) -> str:
    """The standings follow from the results. Returns what they were counted by.

    Args:
        folder: of the archive.
        event: event.json.
        lot: the number that was drawn, for the tie-break by lot.
    """
    from tournaments.scoring.standings import Standing, decimal, standings
    from tournaments.scoring.tiebreaks import TIEBREAKS

    by = PLACES[event["system"]]
    result = event.get("standings", [])
    table = _table(event, len(result), by)
    if by.ladder:
        ladder = _ladder(event)
        places: Sequence[Any] = [Standing(place, number, table.points(number), (), False) for place, number in ladder]
    elif by.bracket and "cut" not in by.own:
        places = _group_stage(event, table) if by.groups else _places(event, range(1, len(result) + 1), table)
    elif by.bracket:
        places = _cut(event, table, lot)
    else:
        places = standings(table, event["tiebreaks"], predetermined=by.all_meet, lot=lot)
    units = {slug: TIEBREAKS[slug].unit for slug in event["tiebreaks"]}
    values = [
        (
            standing.place,
            standing.number,
            decimal(standing.points),
            {slug: decimal(value, units[slug]) for slug, value in zip(units, standing.values, strict=False)},
        )
        for standing in places
    ]
    names = {item["number"]: " / ".join(player["name"] for player in item["players"]) for item in event["entries"]}
    stands = [(item["place"], item["number"], item["points"], item["tiebreaks"]) for item in result]
    if json.dumps(stands) != json.dumps(values) or any(item["name"] != names[item["number"]] for item in result):
        fail("The standings do not follow from the results.")
    if by.ladder:
        return "the moves on the ladder"
    return "the bracket" if by.bracket and "cut" not in by.own else ", ".join(("points", *event["tiebreaks"]))


def _table(event: dict[str, Any], size: int, by: Places) -> Any:
    from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
    from tournaments.scoring.points import Mark, Scoring, bye_board_points

    results: list[list[Any]] = [[] for _one in event["entries"]]
    for item in _columns(event) if by.grows else event["pairings"]:
        for bye in item["byes"]:
            mark = Mark(bye["mark"])
            points = bye_board_points(mark, event.get("team_boards", 0))
            results[bye["entry"] - 1].append(RoundResult(mark, board_points=points))
        for board in item["boards"]:
            red, blue = board["games"][0]["red"], board["games"][0]["blue"]
            sides = _team_marks(board) if event.get("team_boards") and "winner" not in board else _marks(board)
            marks = [None if mark is None else Mark(mark) for mark in sides]
            made = [_board_points(board, side) if event.get("team_boards") else 0 for side in (red, blue)]
            results[red - 1].append(RoundResult(marks[0], blue, Colour.RED, made[0]))
            results[blue - 1].append(RoundResult(marks[1], red, Colour.BLUE, made[1]))
    if any(item.opponent is not None for row in results[size:] for item in row):
        fail("Somebody who played has no place in the standings.")
    gone = _annulled(event, by)
    rows = tuple(
        Row(
            entry["number"],
            entry.get("rating", 0),
            tuple(results[entry["number"] - 1]),
            absent=not entry.get("playing", True),
            annulled=entry["number"] in gone,
        )
        for entry in event["entries"][:size]
    )
    scoring = Scoring.from_value(event["scoring"])
    return Crosstable(rows, event["rounds"], scoring, first_colour=Colour(event["first_colour"]), streaks=by.streaks)


def _ladder(event: dict[str, Any]) -> list[tuple[int, int]]:
    """Place and number of each entry: as they stand on the ladder, and below them who is off it."""
    from tournaments.scoring.ladder import LadderMove, MoveKind, places
    from tournaments.scoring.points import WON, Mark

    boards = [board["games"][0] for item in event["pairings"] for board in item["boards"]]

    def won(board: int, entry: int) -> bool:
        game = boards[board - 1] if 0 < board <= len(boards) else {}
        if entry not in (game.get("red"), game.get("blue")) or game["result"] is None:
            fail(f"A move on the ladder is of a game on board {board} that there is not.")
        return Mark(game["result"][0 if game["red"] == entry else 1]) in WON

    moves = event.get("moves", [])
    if any(move["kind"] not in list(MoveKind) for move in moves):
        fail("There is a move on the ladder of a kind that is not known.")
    made = [LadderMove(**{**move, "kind": MoveKind(move["kind"])}) for move in moves]
    order = dict.fromkeys((*places(made, won), *(entry["number"] for entry in event["entries"])))
    return list(enumerate(order, 1))


def _columns(event: dict[str, Any]) -> list[dict[str, Any]]:
    """The games of one round that grew in columns in each of which everybody is once."""
    from tournaments.scoring.streaks import columns_of

    boards = [board for item in event["pairings"] for board in item["boards"]]
    pairs = [(board["games"][0]["red"], board["games"][0]["blue"]) for board in boards]
    columns = columns_of(pairs)
    parts = []
    for column in range(max(columns, default=-1) + 1):
        here = [board for board, place in zip(boards, columns, strict=True) if place == column]
        seated = {game[side] for board in here for game in board["games"][:1] for side in ("red", "blue")}
        byes = [{"entry": item["number"], "mark": "Z"} for item in event["entries"] if item["number"] not in seated]
        parts.append({"boards": here, "byes": byes})
    return parts


def _marks(board: dict[str, Any]) -> tuple[str | None, str | None]:
    """What a board was for its two sides: its game, or the match that it decided."""
    first, winner = board["games"][0], board.get("winner")
    only = first["result"]
    if len(board["games"]) == 1 and (winner is None or only is None or only[0] != only[1]):
        return (None, None) if only is None else (only[0], only[1])
    if winner is None:
        return None, None
    if not winner:
        return "-", "-"
    return ("1", "0") if winner == first["red"] else ("0", "1")


def _team_marks(board: dict[str, Any]) -> tuple[Any, Any]:
    """What a match of teams was for the two, by the points at its boards."""
    from tournaments.scoring.points import Mark, team_result

    if any(game["result"] is None for game in board["games"]):
        return None, None
    sides = board["games"][0]["red"], board["games"][0]["blue"]
    marks = [[Mark(game["result"][game["red"] != side]) for game in board["games"]] for side in sides]
    return team_result(*marks)


def _board_points(board: dict[str, Any], side: int) -> int:
    """What a team made at its boards, in tenths."""
    from tournaments.scoring.points import HALVES, Mark

    marks = [game["result"][game["red"] != side] for game in board["games"] if game["result"] is not None]
    return sum(HALVES.get(Mark(mark), 0) for mark in marks) * 5


def _annulled(event: dict[str, Any], by: Places) -> set[int]:
    """Who left before half of the games where all meet: nothing of theirs counts."""
    if not by.all_meet and not by.groups:
        return set()
    plan = _plan(event) if by.groups else None
    groups = [range(1, len(event["entries"]) + 1)] if plan is None else _groups(event, plan)
    played = [
        number
        for item in event["pairings"][: plan and plan.rounds]
        for board in item["boards"]
        if any(game["result"] is not None and game["result"][0] in "1=0WDL" for game in board["games"])
        for number in (board["games"][0]["red"], board["games"][0]["blue"])
    ]
    gone = {item["number"] for item in event["entries"] if not item.get("playing", True)}
    if plan is not None:  # who left later, or has gone on, counts
        gone = {
            item["number"] for item in event["entries"] if item["number"] in gone and item.get("left", 0) < plan.rounds
        }
        gone -= _seated(event, plan.rounds)
    each = 2 if event.get("double") else 1
    return {
        number
        for group in groups
        for number in gone.intersection(group)
        if 2 * played.count(number) < (len(group) - 1) * each
    }


def _plan(event: dict[str, Any]) -> Any:
    from tournaments.pairing.groups import plan_for

    wanted = {"groups": "group_count", "advance": "advance", "others": "best_others", "double": "double"}
    usual = {"groups": 4, "advance": 2, "others": 0, "double": False}
    terms = {name: event.get(field, usual[name]) for name, field in wanted.items()}
    return plan_for(len(event["entries"]), **terms)


def _groups(event: dict[str, Any], plan: Any) -> Any:
    from tournaments.pairing.groups import groups_of

    return groups_of(plan, drawn=event.get("drawn", "snake"), lot=event.get("lot", 0))


def _group_stage(event: dict[str, Any], table: Any) -> Any:
    """The places of groups and a final stage after them."""
    from tournaments.pairing.groups import ranked, seeds_of, standings_of

    plan = _plan(event)
    places = ranked(table, _groups(event, plan), plan.rounds, event["tiebreaks"], lot=event.get("lot", 0))
    here = _seated(event, plan.rounds)
    if not here:
        return standings_of(plan, places, table, None)
    final = _final(event, table, seeds_of(plan, places, table, here), plan.rounds)
    return standings_of(plan, places, table, final, here)


def _cut(event: dict[str, Any], table: Any, lot: int) -> Any:
    """The places of a Swiss, and of a final stage of its best after it."""
    from tournaments.pairing.knockout import above, places, with_bracket
    from tournaments.scoring.standings import standings

    last, ranked = event["swiss_rounds"], standings(table, event["tiebreaks"], after=event["swiss_rounds"], lot=lot)
    here = _seated(event, last)
    if not here:
        return ranked
    numbers = [standing.number for standing in ranked if standing.number in here]
    if not _kind_of_final(event).bracket:
        return above(_final(event, table, numbers, last), ranked)
    before = _before(event, last)
    numbers = _seats(numbers, event["pairings"][before])
    return with_bracket(ranked, places(_bracket(event, numbers, before)), numbers)


def _kind_of_final(event: dict[str, Any]) -> Places:
    return PLACES[event.get("final_stage", "knockout")]


def _final(event: dict[str, Any], table: Any, numbers: Sequence[int], first: int) -> Any:
    """The places in a final stage.

    Args:
        event, table: as they are.
        numbers: who plays it, by seed.
        first: rounds of the first stage.
    """
    from tournaments.pairing.groups import places_in_final
    from tournaments.pairing.knockout import placed

    kind, before = _kind_of_final(event), _before(event, first)
    if kind.bracket:
        seats = _seats(numbers, event["pairings"][before])
        return placed(_bracket(event, seats, before), seats, table)
    return places_in_final(
        table,
        sorted(numbers),
        first=first,
        before=before,
        carried=event.get("carried", "none"),
        tiebreaks=event["tiebreaks"],
        all_meet=kind.all_meet,
        all_met=PLACES[event["system"]].groups,
        lot=event.get("lot", 0),
    )


def _before(event: dict[str, Any], first: int) -> int:
    """How many rounds there are before the final stage: of the first one, and of a play-off."""
    return first + sum(1 for item in event["pairings"][first:] if item.get("play_off"))


def _seated(event: dict[str, Any], first: int) -> frozenset[int]:
    """Who is in the final stage: on a board, or free in its first round.

    Args:
        event: as it is.
        first: rounds of the first stage.
    """
    rounds = event["pairings"][_before(event, first) :][:2]
    boards = (game[side] for item in rounds for board in item["boards"] for game in board["games"] for side in _SIDES)
    return frozenset([*boards, *(bye["entry"] for item in rounds[:1] for bye in item["byes"] if bye["mark"] == "U")])


_SIDES = ("red", "blue")


def _seats(seeds: Sequence[int], pairing: dict[str, Any]) -> list[int]:
    """The same players in the places that the first round of the bracket gave them."""
    from tournaments.pairing.knockout import seated

    boards = [(board["games"][0]["red"], board["games"][0]["blue"]) for board in pairing["boards"]]
    free = {bye["entry"] for bye in pairing["byes"] if bye["mark"] == "U"}
    return [*seated(seeds, boards, [number for number in seeds if number in free])]


def _places(event: dict[str, Any], seeds: Sequence[int], table: Any) -> Any:
    from tournaments.pairing.knockout import placed

    return placed(_bracket(event, seeds), seeds, table)


def _bracket(event: dict[str, Any], seeds: Sequence[int], before: int = 0) -> Any:
    """The bracket of a knockout, after a look at who won each match.

    Args:
        seeds: the pairing numbers in their order.
        before: rounds before it.
    """
    from tournaments.pairing import double_elimination
    from tournaments.pairing.knockout import Decider, PlayedLeg, bracket, rounds_of, team_verdict, verdict
    from tournaments.pairing.rounds import Pairing
    from tournaments.scoring.points import Mark

    numbers = {0: 0} | {number: seed for seed, number in enumerate(seeds, 1)}
    terms = {"replays": event.get("replays", 0), "lot": event.get("lot", 0)}
    losers = PLACES[event["system"]].losers or _kind_of_final(event).losers
    last = double_elimination.rounds_of(len(seeds)) - 1 if losers else rounds_of(len(seeds))
    winners: list[list[int | None]] = []
    for number, item in enumerate(event["pairings"][before:], 1):
        winners.append([])
        for board in item["boards"]:
            legs = [
                PlayedLeg(numbers[game["red"]], numbers[game["blue"]], Mark(game["result"][0]), Mark(game["result"][1]))
                for game in board["games"]
                if game["result"] is not None
            ]
            winner = board.get("winner")
            winner = None if winner is None else numbers[winner]
            if winner is not None and legs:
                first = Pairing(legs[0].red, legs[0].blue)
                decider = Decider(event.get("decider", "seed"))
                if event.get("team_boards"):
                    right = team_verdict(first, legs, decider=decider, lot=terms["lot"])
                else:
                    final = number >= last and board["board"] == 1
                    best_of = (final and event.get("best_of_final", 0)) or event.get("best_of", 1)
                    right = verdict(first, legs, best_of=best_of, decider=decider, **terms)
                if right.winner != winner:
                    fail(f"Round {item['round']}, board {board['board']} has another winner than its games.")
            winners[-1].append(winner)
    if losers:
        return double_elimination.bracket(len(seeds), winners)
    return bracket(len(seeds), winners, third_place=bool(event.get("third_place")))


# -- what nothing follows for ----------------------------------------------------------------------


def held_alone(event: dict[str, Any], boards: list[dict[str, Any]], manifest: dict[str, Any]) -> Iterator[str]:
    """What is not checked, since nothing here tells it: the file and its fields, without places in lists.

    Args:
        event, boards, manifest: the values of the files.
    """
    by = PLACES[event["system"]]
    fields = ["name", "place", "federation", "zone", "arbiters", "time_control", "real", "rated", "rounds"]
    fields += ["first_colour", "scoring (what no result has)", "begun", "ended", "pairings.begun"]
    fields += [f"{name} (where no place follows from it)" for name in by.own]
    fields += [f"entries.players.{name}" for name in _PERSON if name != "name"]
    fields += ["entries.rating", "entries.playing", "pairings.byes.mark"]
    if event.get("team_boards"):
        fields += ["team_boards", "board_order", "entries.members", "pairings.boards.games.red_member, blue_member"]
    if len(event.get("standings", [])) < len(event["entries"]):
        fields.append("entries.players.name (of who has no place)")
    if by.bracket and not by.groups and "cut" not in by.own:
        fields.append("tiebreaks")
    games = sum(len(board["games"]) for item in event["pairings"] for board in item["boards"])
    shown = sum("record" in board for board in boards)
    if shown < games or not manifest["apart"]:
        fields.append("pairings.boards.games (of who has no open record: sides and result)")
    elif any(board["decided"] != "game" or board["corrected"] for board in boards):
        fields.append("pairings.boards.games.result (that was set by somebody)")
    if not shown:
        fields.append("variant")
    yield f"event.json: {', '.join(fields)}."
    if boards:
        yield "boards.json: decided, corrected, elsewhere."
    yield f"manifest.json: apart{', lot (where no place follows from it)' if 'lot' in manifest else ''}."
    if shown:
        yield "records: seats.red.player and those of the other seats; what came after the last event, without a proof."
        yield "proofs: checkpoint. Compare its root."
    yield "README.txt and check_event.py."


# -- all of it ------------------------------------------------------------------------------------


def told_of(folder: Path) -> Iterator[str]:
    """Check an archive that is unpacked in a folder; yields what holds."""
    manifest, fingerprint = check_files(folder)
    yield f"{len(manifest['files'])} files are those of the manifest, which has the fingerprint {fingerprint}."
    sys.path.insert(0, str(folder / "programs"))
    event = read(folder / "event.json")
    if event["system"] not in PLACES:
        fail(f"Standings of the format {event['system']} cannot be counted by this program.")
    _check_shape("event.json", event, EVENT | PLACES[event["system"]].own)
    boards = read(folder / "boards.json", BOARDS)
    if event["key"] != manifest["event"]:
        fail("event.json is of another event.")
    check_rounds(event)
    records = check_games(folder, event, boards, apart=manifest["apart"])
    closed = [board for board in boards if "record" not in board]
    set_by_hand = sum(board["decided"] != "game" or board["corrected"] for board in boards)
    who = "who played, " if manifest["apart"] else ""
    yield (
        f"{len(records)} records hold together: chains, seals, shuffles, options, times, every turn by the rules, what "
        f"was noted, event, round, {who}and result. "
        f"{len(closed)} games are not open. {set_by_hand} results were set by an arbiter, by both players or by "
        "forfeit."
    )
    if not manifest["apart"]:
        yield "Who played was not checked: somebody is said to have played for two entries."
    for checkpoint, (games, whole) in check_proofs(folder, boards).items():
        yield f"C{checkpoint[1:]} covers {games} games, {whole} of them to their end."
    counted = check_standings(folder, event, manifest.get("lot", 0))
    yield f"{len(event.get('standings', []))} places follow from the results, by {counted}."
    yield "Held by the fingerprint alone, since nothing here tells it:"
    yield from (f"  {line}" for line in held_alone(event, boards, manifest))
    yield "Compare the fingerprint with the one that others have, and the roots with those at /checkpoints/."


def main(path: Path) -> None:
    """Check a zip, or a folder with what was in it."""
    sys.dont_write_bytecode = True
    try:
        if path.is_dir():
            lines = list(told_of(path))
        else:
            with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
                lines = list(told_of(Path(folder)))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OSError, zipfile.BadZipFile) as error:
        fail(f"It cannot be read ({type(error).__name__}: {error}).")
    print(*lines, sep="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
