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
from collections.abc import Iterator
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
    """

    bracket: bool = False
    all_meet: bool = False


PLACES = {"swiss": Places(), "round_robin": Places(all_meet=True), "knockout": Places(bracket=True)}
"""By what a record calls the format. Of another one it cannot tell whether the standings follow."""


def fail(words: str) -> NoReturn:
    """End with what does not hold."""
    sys.exit(f"{words} The archive was altered, or is not whole.")


def read(path: Path) -> Any:
    """The value of a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


# -- files ----------------------------------------------------------------------------------------


def check_files(folder: Path) -> tuple[dict[str, Any], str]:
    """Every file is as the manifest says, and there is no other. Returns the manifest, and its hash."""
    text = (folder / "manifest.json").read_bytes()
    manifest: dict[str, Any] = json.loads(text)
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
    told = {name: digest for name, digest in files.items() if name.startswith("programs/")}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def run(program: Path, *files: Path) -> str:
    """Run one of the programs of the documentation on files; returns what it prints."""
    before, told = sys.argv, io.StringIO()
    sys.argv = [str(program), *map(str, files)]
    try:
        with contextlib.redirect_stdout(told):
            runpy.run_path(str(program), run_name="__main__")
    except SystemExit as error:
        if error.code:
            fail(f"{files[-1].name}: {error.code}")
    except Exception as error:
        fail(f"{files[-1].name}: {program.name} cannot read it ({type(error).__name__}).")
    finally:
        sys.argv = before
    return told.getvalue()


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


def end_in_log(log: list[dict[str, Any]]) -> tuple[bool, list[int]] | None:
    """How the log says that a game ended: whether it was a draw, and else the sides that lost. None if it ended on the
    board, which follows from the rules, or if several partners had to give up.
    """
    seats = log[0]["data"]["seats"]
    for event in reversed(log):
        kind, data = event["type"], event["data"]
        if kind in ("setups-forfeited", "game-forfeited"):
            return False, sorted({side_of(seat) for seat in data["seats"]})
        if kind == "adjudicated":
            winner = data.get("winner")
            lost = [0, 1] if data.get("both_lose") else [] if winner is None else [1 - winner]
            return not lost, lost
        if kind == "plies-exhausted":
            return True, []
        if len(seats) == 2 and kind in ("resigned", "timed-out"):
            return False, [side_of(data["seat"])]
        if len(seats) == 2 and kind == "draw-agreed":
            return True, []
        if kind == "result-recorded":
            if data["kind"] in ("unfinished", "both-lose", "both-missing"):
                return None
            winner = data.get("winner")
            return winner is None, [] if winner is None else [1 - winner]
    return None


def check_result(name: str, record: dict[str, Any]) -> tuple[str, str] | None:
    """The marks that a record's result gives to red and blue. It is that of the log, where the log tells one."""
    result = record.get("result")
    told = end_in_log(record["log"])
    if result is None:
        if told is not None:
            fail(f"{name} has another result than its log.")
        return None
    winner = {"red": 0, "blue": 1, None: None}[result["winner"]]
    both = result["kind"] in ("both-lose", "both-missing")
    if told is not None and told != (
        winner is None and not both,
        [0, 1] if both else [] if winner is None else [1 - winner],
    ):
        fail(f"{name} has another result than its log.")
    if result["kind"] == "unfinished":
        return None
    played = set(record["seats"]) == set(record["log"][0]["data"]["seats"])
    won, beaten = ("1", "0") if played else ("+", "-")
    if both:
        return beaten, beaten
    if winner is None:
        return "=", "="
    return (won, beaten) if winner == 0 else (beaten, won)


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
        (one["round"], board["board"], place): game
        for one in event["pairings"]
        for board in one["boards"]
        for place, game in enumerate(board["games"], 1)
    }
    told = {(one["round"], one["board"], one["leg"]): one for one in boards}
    names = {(place, game["game"]) for place, game in legs.items() if "game" in game}
    if names != {(place, one["game"]) for place, one in told.items()} or len(told) != len(boards):
        fail("boards.json tells of other games than event.json.")
    wanted = {one["record"] for one in boards if "record" in one}
    if wanted != {f"records/{path.name}" for path in (folder / "records").glob("*")}:
        fail("There are other records than boards.json names.")
    entries: dict[str, int] = {}
    records: dict[str, Any] = {}
    for place, one in told.items():
        if "record" not in one:
            continue
        path, leg, name = folder / one["record"], legs[place], one["record"]
        run(folder / "programs" / "check.py", path)
        record = read(path)
        if "shuffles" in record:
            run(folder / "programs" / "shuffles.py", path)
        created = record["log"][0]["data"]
        if key_of(record["stream"]) != one["game"] or record["variant"] != event["variant"]:
            fail(f"{name} is the record of another game.")
        if key_of(created["tournament"]) != event["key"] or created["round"] != place[0]:
            fail(f"{name} is a game of another event or round.")
        sides = (leg["red"], leg["blue"])
        for seat, player in created["seats"].items():
            number = sides[side_of(seat)]
            if apart and player is not None and entries.setdefault(player, number) != number:
                fail(f"{name} was played by another entry than {number}.")
        marks = check_result(name, record)
        stands = None if leg["result"] is None else tuple(leg["result"])
        if one["decided"] == "game" and not one["corrected"] and marks != stands:
            fail(f"{name} ended otherwise than event.json says.")
        records[one["game"]] = record
    return records


# -- the log as a whole ---------------------------------------------------------------------------


def check_proofs(folder: Path, boards: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Each proof leads from a record to the root of a checkpoint. Returns for each checkpoint how many games it covers,
    and how many of these to their end.
    """
    found: dict[str, list[int]] = {}
    records = {one["game"]: one["record"] for one in boards if "record" in one}
    for path in sorted((folder / "proofs").glob("*.json")):
        if path.stem not in records:
            fail(f"proofs/{path.name} proves no record.")
        record = folder / records[path.stem]
        said = run(folder / "programs" / "proof.py", path, record)
        checkpoint = re.match(r"checkpoint \d+ with the root [0-9a-f]{64}", said)
        if checkpoint is None:
            fail(f"proofs/{path.name} says nothing of a checkpoint.")
        counts = found.setdefault(checkpoint[0], [0, 0])
        counts[0] += 1
        counts[1] += read(path)["version"] == len(read(record)["log"])
    return found


# -- standings ------------------------------------------------------------------------------------


def check_rounds(event: dict[str, Any]) -> None:
    """Each round has each entry once, on a board or with a bye; results go together."""
    numbers = [one["number"] for one in event["entries"]]
    if numbers != list(range(1, len(numbers) + 1)):
        fail("The entries are not numbered from 1.")
    for place, one in enumerate(event["pairings"], 1):
        there = [side for board in one["boards"] for side in (board["games"][0]["red"], board["games"][0]["blue"])]
        there += [bye["entry"] for bye in one["byes"]]
        if one["round"] != place or sorted(there) != numbers:
            fail(f"Round {one['round']} does not have each entry once.")
        for board in one["boards"]:
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
    sys.path.insert(0, str(folder / "programs"))
    from tournaments.counting.standings import decimal, standings
    from tournaments.counting.tiebreaks import TIEBREAKS

    by = PLACES.get(event["system"])
    if by is None:
        fail(f"Standings of the format {event['system']} cannot be counted by this program.")
    told = event.get("standings", [])
    table = _table(event, len(told), by)
    if by.bracket:
        found: list[Any] = [
            (one.place, one.number, decimal(table.points(one.number)), {}) for one in _bracket(event, len(told))
        ]
    else:
        counted = standings(table, event["tiebreaks"], predetermined=by.all_meet, lot=lot)
        units = {slug: TIEBREAKS[slug].unit for slug in event["tiebreaks"]}
        found = [
            (
                one.place,
                one.number,
                decimal(one.points),
                {slug: decimal(value, units[slug]) for slug, value in zip(units, one.values, strict=True)},
            )
            for one in counted
        ]
    names = {one["number"]: " / ".join(player["name"] for player in one["players"]) for one in event["entries"]}
    stands = [(one["place"], one["number"], one["points"], one["tiebreaks"]) for one in told]
    if stands != found or any(one["name"] != names[one["number"]] for one in told):
        fail("The standings do not follow from the results.")
    return "the bracket" if by.bracket else ", ".join(("points", *event["tiebreaks"]))


def _table(event: dict[str, Any], size: int, by: Places) -> Any:
    """The crosstable of the entries that have a place."""
    from tournaments.counting.crosstable import Colour, Crosstable, RoundResult, Row
    from tournaments.counting.scoring import Mark, Scoring

    results: list[list[Any]] = [[] for _one in event["entries"]]
    for one in event["pairings"]:
        for bye in one["byes"]:
            results[bye["entry"] - 1].append(RoundResult(Mark(bye["mark"])))
        for board in one["boards"]:
            red, blue = board["games"][0]["red"], board["games"][0]["blue"]
            marks = [None if one is None else Mark(one) for one in _marks(board)]
            results[red - 1].append(RoundResult(marks[0], blue, Colour.RED))
            results[blue - 1].append(RoundResult(marks[1], red, Colour.BLUE))
    if any(one.opponent is not None for row in results[size:] for one in row):
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
    return Crosstable(rows, event["rounds"], scoring, first_colour=Colour(event["first_colour"]))


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


def _annulled(event: dict[str, Any], by: Places) -> set[int]:
    """Who left before half of the games where all meet: nothing of theirs counts."""
    if not by.all_meet:
        return set()
    played = [
        number
        for one in event["pairings"]
        for board in one["boards"]
        for game in (board["games"][-1],)
        if game["result"] is not None and game["result"][0] in "1=0WDL"
        for number in (game["red"], game["blue"])
    ]
    needed = (len(event["entries"]) - 1) * (2 if event.get("double") else 1)
    gone = [one["number"] for one in event["entries"] if not one.get("playing", True)]
    return {number for number in gone if 2 * played.count(number) < needed}


def _bracket(event: dict[str, Any], size: int) -> Any:
    """The places of a knockout, after a look at who won each match."""
    from tournaments.counting.scoring import Mark
    from tournaments.pairing.knockout import Decider, PlayedLeg, bracket, places, verdict
    from tournaments.pairing.rounds import Pairing

    terms = {"best_of": event.get("best_of", 1), "replays": event.get("replays", 0), "lot": event.get("lot", 0)}
    winners: list[list[int | None]] = []
    for one in event["pairings"]:
        winners.append([])
        for board in one["boards"]:
            legs = [
                PlayedLeg(game["red"], game["blue"], Mark(game["result"][0]), Mark(game["result"][1]))
                for game in board["games"]
                if game["result"] is not None
            ]
            winner = board.get("winner")
            if winner is not None and legs:
                first = Pairing(legs[0].red, legs[0].blue)
                if verdict(first, legs, decider=Decider(event.get("decider", "seed")), **terms).winner != winner:
                    fail(f"Round {one['round']}, board {board['board']} has another winner than its games.")
            winners[-1].append(winner)
    return places(bracket(size, winners, third_place=bool(event.get("third_place"))))


# -- all of it ------------------------------------------------------------------------------------


def told_of(folder: Path) -> Iterator[str]:
    """Check an archive that is unpacked in a folder; yields what holds."""
    manifest, fingerprint = check_files(folder)
    yield f"{len(manifest['files'])} files are those of the manifest, which has the fingerprint {fingerprint}."
    event, boards = read(folder / "event.json"), read(folder / "boards.json")
    if event["key"] != manifest["event"]:
        fail("event.json is of another event.")
    check_rounds(event)
    records = check_games(folder, event, boards, apart=manifest["apart"])
    closed = [one for one in boards if "record" not in one]
    set_by_hand = sum(one["decided"] != "game" or one["corrected"] for one in boards)
    who = "who played, " if manifest["apart"] else ""
    yield (
        f"{len(records)} records hold together: chains, seals, shuffles, event, round, {who}and result. "
        f"{len(closed)} games are not open. {set_by_hand} results were set by an arbiter, by both players or by "
        "forfeit."
    )
    if not manifest["apart"]:
        yield "Who played was not checked: somebody is said to have played for two entries."
    for checkpoint, (games, whole) in check_proofs(folder, boards).items():
        yield f"C{checkpoint[1:]} covers {games} games, {whole} of them to their end."
    counted = check_standings(folder, event, manifest.get("lot", 0))
    yield f"{len(event.get('standings', []))} places follow from the results, by {counted}."
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
