"""The archive of an event proves itself: what is good passes, and whatever is altered is found, be the manifest made to
fit or not.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import ANY
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.models import Account, Player
from eventlog import checkpoints
from games.domain import command_handler, commands
from games.domain.random_play import random_setup
from games.models import Game, key_of
from games.rules import Seat
from privacy.erase import delete_account
from tests.alterations import alterations
from tests.caches import empty_cache
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.files.records import small_record
from tests.tournaments.games import end_game, open_games
from tests.tournaments.scenes import a_tournament, an_owner, next_round, play_out, play_round
from tournaments import tasks
from tournaments.domain import lifecycle
from tournaments.domain.commands import registration, results
from tournaments.domain.queries.tournaments import fold_of, published_fold_of
from tournaments.domain.state import Board
from tournaments.files.exchange import check_event, event_archive, large_archives
from tournaments.files.exchange.event_archive import archive_of, proofs_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.pages import views
from tournaments.models import LargeArchive, LargeArchivePart
from tournaments.scoring.points import SCORINGS, Mark

WON = (Mark.WIN, Mark.LOSS)

pytestmark = pytest.mark.django_db

Files = dict[str, bytes]


@pytest.fixture(autouse=True)
def _as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program says where its modules are, and writes none; here they are loaded. Checkpoints lie apart."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path / "checkpoints")
    monkeypatch.setattr(check_event, "PROGRAMS", event_archive.programs_hash())


def played(players: int = 4, **terms: Any) -> UUID:
    """A round robin online that is over: red won each game."""
    tournament = a_tournament(players, format="round_robin", real=False, **({"reveal": "end"} | terms))
    while len(fold_of(tournament).rounds) < fold_of(tournament).planned:
        next_round(tournament)
        for game in open_games(tournament):
            end_game(game)
            results.take_over(game)
    lifecycle.finish(tournament=tournament, by=None)
    return tournament


def files_of(tournament: UUID) -> Files:
    return dict(archive_of(tournament, published_fold_of(tournament), proofs_of(tournament)).files())


def fitting(files: Files) -> Files:
    manifest = json.loads(files["manifest.json"])
    others = {name: content for name, content in files.items() if name != "manifest.json"}
    manifest["files"] = {name: hashlib.sha256(content).hexdigest() for name, content in others.items()}
    return others | {"manifest.json": json.dumps(manifest).encode()}


def changed(files: Files, name: str, change: Callable[[Any], object]) -> Files:
    value = json.loads(files[name])
    change(value)
    return fitting(files | {name: json.dumps(value).encode()})


def laid_out(files: Files, folder: Path) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


@pytest.fixture
def found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Files], str]:
    number = iter(range(1000))

    def check(files: Files) -> str:
        try:
            check_event.main(laid_out(files, tmp_path / str(next(number))))
        except SystemExit as error:
            return str(error.code)
        return ""

    return check


# -- what is good ---------------------------------------------------------------------------------


def test_it_is_checked_with_nothing_but_python(tmp_path: Path) -> None:
    tournament = played()
    checkpoints.write()
    files = files_of(tournament)
    assert len([name for name in files if name.startswith("records/")]) == 6
    assert len([name for name in files if name.startswith("proofs/")]) == 6
    file = tmp_path / "event.zip"
    call_command("export_event", key_of(tournament), out=file, stdout=(result := io.StringIO()))
    with zipfile.ZipFile(file) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    alone = tmp_path / "check_event.py"
    alone.write_bytes(files["check_event.py"])
    done = subprocess.run(
        [sys.executable, "-I", alone, file], capture_output=True, text=True, check=False, cwd=tmp_path, env={}
    )
    assert (done.returncode, done.stderr) == (0, "")
    fingerprint = hashlib.sha256(files["manifest.json"]).hexdigest()
    proof = json.loads(next(content for name, content in files.items() if name.startswith("proofs/")))["checkpoint"]
    root = hashlib.sha256(json.dumps(proof, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    assert done.stdout.splitlines() == [
        f"{len(files) - 1} files are those of the manifest, which has the fingerprint {fingerprint}.",
        "6 records hold together: chains, seals, shuffles, options, times, every turn by the rules, what was noted, "
        "event, round, who played, and result. 0 games are not open. 0 results were set by an arbiter, by both players "
        "or by forfeit.",
        f"Checkpoint 1 with the root {root} covers 6 games, 6 of them to their end.",
        f"4 places follow from the results, by points, {', '.join(json.loads(files['event.json'])['tiebreaks'])}.",
        "Held by the fingerprint alone, since nothing here tells it:",
        "  event.json: name, place, federation, zone, arbiters, time_control, real, rated, rounds, first_colour, "
        "scoring (what no result has), begun, ended, pairings.begun, double (where no place follows from it), "
        "entries.players.sex, entries.players.title, entries.players.federation, entries.players.fide, "
        "entries.players.birth, entries.players.club, entries.players.rating, entries.rating, entries.playing, "
        "pairings.byes.mark.",
        "  boards.json: decided, corrected, elsewhere.",
        "  manifest.json: apart.",
        "  records: seats.red.player and those of the other seats; what came after the last event, without a proof.",
        "  proofs: checkpoint. Compare its root.",
        "  README.txt and check_event.py.",
        "Compare the fingerprint with the one that others have, and the roots with those at /checkpoints/.",
    ]
    assert result.getvalue() == f"Open games: 6, not open: 0, proofs: 6.\nFingerprint: {fingerprint}\n"


def test_all_that_it_asks_for_comes_along(tmp_path: Path) -> None:
    """Whichever format an event has: here the modules of the service would be found too."""
    tournament = a_tournament(2, format="round_robin")
    play_out(tournament)
    folder = laid_out(files_of(tournament), tmp_path)
    asked = sorted({*re.findall(r"from (tournaments[\w.]*) import", Path(check_event.__file__).read_text())})
    assert len(asked) > 5
    loaded = "; ".join(["import sys", "sys.path.insert(0, 'programs')", *(f"import {name}" for name in asked)])
    done = subprocess.run([sys.executable, "-I", "-c", loaded], capture_output=True, text=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "terms"),
    [
        ("swiss", {"rounds": 3, "scoring": "1-half-0", "tiebreaks": ("buchholz-cut-1", "direct-encounter", "lot")}),
        ("round_robin", {"double": True}),
        ("knockout", {"third_place": True, "replays": 1, "decider": "lot"}),
        ("group_stage", {"group_count": 2, "advance": 1, "best_others": 1, "drawn": "pots", "decider": "lot"}),
        ("swiss_cut", {"rounds": 3, "cut": 4, "tiebreaks": ("buchholz-cut-1", "lot"), "decider": "blue"}),
        ("double_elim", {"best_of": 2, "replays": 0, "decider": "blue"}),
    ],
)
def test_standings_of_every_format_follow_from_the_results(
    found: Callable[[Files], str], format: str, terms: dict[str, Any]
) -> None:
    terms = terms | ({"scoring": SCORINGS[terms["scoring"]]} if "scoring" in terms else {})
    tournament = a_tournament(7, format=format, **terms)
    play_out(tournament, seed=5)
    files = files_of(tournament)
    assert found(files) == ""
    assert json.loads(files["boards.json"]) == []
    event = json.loads(files["event.json"])
    first, last = event["standings"][0], event["standings"][-1]
    assert first["place"] == 1 != last["place"]
    other = changed(files, "event.json", lambda new: new["standings"].reverse())
    assert found(other).startswith("The standings do not follow from the results.")


def test_a_bracket_is_checked_as_it_was_paired(found: Callable[[Files], str]) -> None:
    """Its last player left during the knockout: the result that made 4 the winner of the group counts no more."""
    tournament = a_tournament(8, format="group_stage", group_count=2, advance=2)

    def decide(board: Board) -> tuple[Mark, Mark]:
        if set(board.entries) == {1, 5}:
            return Mark.DRAW, Mark.DRAW
        first = (board.leg.red < board.leg.blue) is (set(board.entries) != {1, 8})
        won = (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS) if set(board.entries) & {4, 5} and 8 in board.entries else WON
        return won if first else won[::-1]

    for _round in range(4):
        play_round(tournament, decide)
    registration.withdraw(tournament=tournament, entry=8, by=None)
    play_out(tournament)
    assert found(files_of(tournament)) == ""


@pytest.mark.parametrize("slug", ["cards", "alliance"])
def test_shuffles_and_partners_are_checked_too(found: Callable[[Files], str], slug: str) -> None:
    chance = random.Random(4)
    tournament = a_tournament(3, format="round_robin", variant=slug, real=False, reveal="end")
    while len(fold_of(tournament).rounds) < fold_of(tournament).planned:
        next_round(tournament)
        for game in open_games(tournament):
            now = command_handler.open_game(game)
            for seat in now.variant.seats:
                placement = random_setup(now.variant, seat, now.options, now.decks.get(seat, ""), chance)
                commands.make_setup(game=game, seat=seat, placement=placement)
            commands.resign(game=game, seat=chance.choice((Seat.RED, Seat.BLUE)))
            results.take_over(game)
    lifecycle.finish(tournament=tournament, by=None)
    files = files_of(tournament)
    assert found(files) == ""
    record = next(name for name in files if name.startswith("records/"))
    here = record.removeprefix("records/")
    if slug == "cards":
        other = changed(files, record, lambda new: new["shuffles"].update(seed="00" * 32))
        assert found(other).startswith(f"{here}: The log says otherwise: shuffles was altered.")
    else:
        swap = {"red": "red2", "red2": "red"}
        other = changed(
            files, record, lambda new: new.update(seats={swap.get(k, k): v for k, v in new["seats"].items()})
        )
        assert found(other).startswith(f"{here}: The log says otherwise: seats was altered.")


def test_an_imported_event_has_what_its_file_told(found: Callable[[Files], str]) -> None:
    record = small_record()
    tournament = import_tournament(record=record, choices=choices_for(record), owner=an_owner())
    if not fold_of(tournament).ended:
        lifecycle.finish(tournament=tournament, by=None)
    files = files_of(tournament)
    assert found(files) == ""
    assert [file for file in files if file.startswith("records/")] == []


def test_games_that_are_not_open_are_named_and_not_told(found: Callable[[Files], str]) -> None:
    tournament = played(reveal="never")
    files = files_of(tournament)
    assert found(files) == ""
    assert [name for name in files if name.startswith(("records/", "proofs/"))] == []
    games = json.loads(files["boards.json"])
    assert len(games) == 6
    assert all(game.keys() == {"round", "board", "leg", "game", "decided", "corrected"} for game in games)
    assert not any(str(game).encode() in b"".join(files.values()) for game in Game.objects.values_list("id", flat=True))


# -- what was altered -----------------------------------------------------------------------------


@pytest.mark.slow
def test_no_byte_of_any_file_can_be_altered(found: Callable[[Files], str]) -> None:
    tournament = played(3)
    checkpoints.write()
    files = files_of(tournament)
    assert found(files) == ""
    for name, content in files.items():
        middle = len(content) // 2
        altered = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        assert found(files | {name: altered}) != "", name
    assert found({name: content for name, content in files.items() if name != "event.json"}) != ""
    assert found(files | {"records/more.json": b"{}"}).startswith("There are other files than the manifest names")


@pytest.mark.slow
def test_what_is_altered_with_the_manifest_is_found(found: Callable[[Files], str]) -> None:
    tournament, elsewhere = played(), played()
    checkpoints.write()
    files, others = files_of(tournament), files_of(elsewhere)
    records = sorted(name for name in files if name.startswith("records/"))
    record, foreign = records[0], next(name for name in others if name.startswith("records/round-1-board-1"))
    proofs = sorted(name for name in files if name.startswith("proofs/"))

    def of_record(change: Callable[[Any], object]) -> str:
        return found(changed(files, record, change))

    def of_event(change: Callable[[Any], object]) -> str:
        return found(changed(files, "event.json", change))

    def games(new: Any, round: int = 0) -> list[Any]:
        return [board["games"][0] for board in new["pairings"][round]["boards"]]

    def swap_opponents(new: Any) -> None:
        item, other = games(new)
        item["blue"], other["blue"] = other["blue"], item["blue"]

    def swap_colours(new: Any) -> None:
        game = games(new)[0]
        game["red"], game["blue"] = game["blue"], game["red"]

    def turn_round(new: Any) -> None:
        games(new)[0]["result"].reverse()

    def of_another_game(new: Any) -> None:
        new.clear()
        new.update(json.loads(others[foreign]))

    here = record.removeprefix("records/")
    proven = next(name for name in records if proofs[0][7:18] in name).removeprefix("records/")
    data = {
        "turn": of_record(lambda new: new["log"][3]["data"].update(turn="a1-a2")),
        "salt": of_record(lambda new: new["commitments"]["red"].update(salt="00" * 32)),
        "seal": of_record(lambda new: new["commitments"]["red"].update(commitment="00" * 32)),
        "set-up": of_record(lambda new: new["seats"]["red"].update(setup=new["seats"]["red"]["setup"][::-1])),
        "result": of_record(lambda new: new["result"].update(winner="blue")),
        "another game": of_record(of_another_game),
        "no record": found(fitting({name: file for name, file in files.items() if name != record})),
        "opponents": of_event(swap_opponents),
        "colours": of_event(swap_colours),
        "result of a board": of_event(turn_round),
        "round": of_event(lambda new: new["pairings"].pop()),
        "entry": of_event(lambda new: new["pairings"][0]["boards"].pop()),
        "place": of_event(lambda new: new["standings"][1].update(place=1)),
        "points": of_event(lambda new: new["standings"][1].update(points=99)),
        "tie-break": of_event(
            lambda new: new["standings"][0]["tiebreaks"].update(dict.fromkeys(new["standings"][0]["tiebreaks"], 99))
        ),
        "name in the standings": of_event(lambda new: new["standings"][0].update(name="Nobody")),
        "no last place": of_event(lambda new: new["standings"].pop()),
        "scoring": of_event(lambda new: new["scoring"].update(win=90)),
        "key": of_event(lambda new: new.update(key="Abcdefghijk")),
        "board": found(changed(files, "boards.json", lambda new: new[0].update(board=2))),
        "game": found(changed(files, "boards.json", lambda new: new.pop())),
        "path of a proof": found(changed(files, proofs[0], lambda new: new["path"].reverse())),
        "root": found(changed(files, proofs[0], lambda new: new["checkpoint"].update(heads="00" * 32))),
        "proof of another": found(fitting(files | {proofs[0]: files[proofs[1]]})),
    }
    places = "The standings do not follow from the results."
    assert {name: words.split(" The archive was altered")[0] for name, words in data.items()} == {
        "turn": f"{here}: Event 4 was altered.",
        "salt": f"{here}: The log says otherwise: commitments was altered.",
        "seal": f"{here}: The log says otherwise: commitments was altered.",
        "set-up": f"{here}: The log says otherwise: seats was altered.",
        "result": f"{here}: The log says otherwise: result was altered.",
        "another game": f"{record} is the record of another game.",
        "no record": "There are other records than boards.json names.",
        "opponents": ANY,
        "colours": ANY,
        "result of a board": f"{record} ended otherwise than event.json says.",
        "round": "boards.json tells of other games than event.json.",
        "entry": "Round 1 does not have each entry once.",
        "place": places,
        "points": places,
        "tie-break": places,
        "name in the standings": places,
        "no last place": ANY,
        "scoring": places,
        "key": "event.json is of another event.",
        "board": "boards.json tells of other games than event.json.",
        "game": "boards.json tells of other games than event.json.",
        "path of a proof": f"{proven}: The proof does not hold.",
        "root": f"{proven}: The proof does not hold.",
        "proof of another": f"{proofs[0]} proves another record.",
    }
    for name in ("opponents", "colours"):
        assert "was played by another entry than" in data[name], name
    assert data["no last place"] != ""


@pytest.mark.fuzz
def test_each_of_200_alterations_is_found_or_named_as_held_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over all fields of all files, with a manifest that fits; of records and proofs it takes one of each event."""
    online, bracket, swiss = played(3), a_tournament(5, format="knockout", best_of=3, third_place=True), a_tournament(5)
    checkpoints.write()
    for other in (bracket, swiss):
        play_out(other, seed=5)
    chance, missed, altered = random.Random(27), [], 0
    for tournament in (online, bracket, swiss):
        files = files_of(tournament)
        folder = laid_out(files, tmp_path / tournament.hex)
        assert check_event.main(folder) is None  # type: ignore[func-returns-value]
        values = {name.partition("/")[0]: name for name in files if name.endswith(".json")}
        for place, name in values.items():
            for alteration in alterations(json.loads(files[name]), chance, kinds=KINDS):
                altered += 1
                other = files | {name: json.dumps(alteration.value).encode()}
                other = other if name == "manifest.json" else fitting(other)
                laid_out({changed: other[changed] for changed in (name, "manifest.json")}, folder)
                capsys.readouterr()
                with suppress(SystemExit):
                    check_event.main(folder)
                    if not alteration.field.startswith(named(capsys.readouterr().out, place)):
                        missed.append((name, alteration.field, alteration.change))
            laid_out({changed: files[changed] for changed in (name, "manifest.json")}, folder)
    assert (missed, altered > 200) == ([], True)


KINDS = {"red2?|blue2?": "seat", ".*[/.].*": "path"}
"""Keys that are names of something: of seats, and of files."""


def named(out: str, place: str) -> tuple[str, ...]:
    """The fields of a file of which the program says that the fingerprint alone holds them.

    Args:
        out: what it says.
        place: the name of the file, or of the folder that it lies in.
    """
    lines = out.partition("since nothing here tells it:\n")[2].splitlines()
    result = dict(line.strip().removesuffix(".").partition(": ")[::2] for line in lines)
    fields = result.get(place, "").partition(". ")[0]
    return tuple(filter(None, re.split(r" [(][^)]*[)]|, |; | and ", re.sub("red2?", "seat", fields))))


def test_no_program_of_the_archive_is_run_that_the_checker_does_not_know(tmp_path: Path) -> None:
    """Whoever makes an archive could write any program into it, and a manifest that fits. A copy of `check_event.py`
    that somebody trusts runs none of them; and compiled ones, which Python would take for those of the manifest, are
    files that the manifest does not name.
    """
    tournament = played(3)
    files = files_of(tournament)
    assert f'PROGRAMS = "{event_archive.programs_hash()}"' in files["check_event.py"].decode()
    trusted, ran = tmp_path / "check_event.py", tmp_path / "ran"
    trusted.write_bytes(files["check_event.py"])
    evil = f"open({str(ran)!r}, 'w')\n".encode()
    check, standings = "programs/check.py", "programs/tournaments/scoring/standings.py"
    others = {
        "check": fitting(files | {check: evil + files[check]}),
        "standings": fitting(files | {standings: evil + files[standings]}),
        "one more": fitting(files | {"programs/hashlib.py": evil}),
        "compiled": files | {"programs/tournaments/scoring/__pycache__/standings.cpython-311.pyc": evil},
    }
    data = {}
    for name, altered in others.items():
        done = subprocess.run(
            [sys.executable, "-I", trusted, laid_out(altered, tmp_path / name)],
            capture_output=True,
            text=True,
            check=False,
            env={},
        )
        data[name] = (done.returncode, done.stdout, done.stderr.split(":")[0])
    programs = (1, "", "Its programs are not those that this check_event.py knows")
    assert data == {
        "check": programs,
        "standings": programs,
        "one more": programs,
        "compiled": (1, "", "There are other files than the manifest names"),
    }
    assert not ran.exists()


def test_who_played_is_not_said_to_be_checked_where_it_was_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The manifest alone says that players were at several entries: who reads what holds has to read that, too."""
    files = files_of(played(3))
    words = "Who played was not checked: somebody is said to have played for two entries."
    assert check_event.main(laid_out(files, tmp_path / "apart")) is None  # type: ignore[func-returns-value]
    before = capsys.readouterr().out
    assert ("who played, and result" in before, words in before) == (True, False)
    manifest = json.loads(files["manifest.json"]) | {"apart": False}
    check_event.main(laid_out(files | {"manifest.json": json.dumps(manifest).encode()}, tmp_path / "not"))
    after = capsys.readouterr().out
    assert ("who played" in after, words in after.splitlines()) == (False, True)


# -- who gets it ----------------------------------------------------------------------------------


def test_everybody_gets_the_same(client: Client) -> None:
    owner = an_owner()
    tournament = played(3, owner=owner)
    path = f"/tournaments/{key_of(tournament)}/download/archive.zip"
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="open-{key_of(tournament)}-archive.zip"'
    content = b"".join(answer.streaming_content)
    mine = Client()
    mine.force_login(Player.objects.get(id=owner).account)
    again = mine.get(path)
    assert (b"".join(again.streaming_content), again.headers["ETag"]) == (content, answer.headers["ETag"])
    assert client.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_an_event_has_an_archive_once_it_is_over(client: Client) -> None:
    tournament = a_tournament(4, rounds=1)
    path = f"/tournaments/{key_of(tournament)}/download/archive.zip"
    assert client.get(path).status_code == 403
    assert b"archive.zip" not in client.get(f"/tournaments/{key_of(tournament)}/download/").content
    with pytest.raises(CommandError, match="once the event has been played"):
        call_command("export_event", key_of(tournament), out=Path("nowhere.zip"))
    with pytest.raises(CommandError, match="There is no event Abcdefghijk"):
        call_command("export_event", "Abcdefghijk", out=Path("nowhere.zip"))
    play_out(tournament)
    assert client.get(path).status_code == 200
    assert b"archive.zip" in client.get(f"/tournaments/{key_of(tournament)}/download/").content


def test_who_is_gone_has_no_name_in_it(client: Client) -> None:
    tournament = played(3)
    path = f"/tournaments/{key_of(tournament)}/download/archive.zip"
    before = client.get(path)
    content = b"".join(before.streaming_content)
    player = fold_of(tournament).entries[1].players[0]
    account = Account.objects.get(player=player)
    name = account.player.name.encode()
    delete_account(account)
    after = client.get(path)
    assert after.headers["ETag"] != before.headers["ETag"]
    texts = [
        b"".join(archive.read(item) for item in archive.namelist())
        for archive in (zipfile.ZipFile(io.BytesIO(item)) for item in (content, b"".join(after.streaming_content)))
    ]
    assert [name in text for text in texts] == [True, False]
    assert b"Deleted player" in texts[1]


def test_proofs_that_are_young_are_for_the_operator_alone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = played(3)
    checkpoints.write()
    path = f"/tournaments/{key_of(tournament)}/download/archive.zip"

    def proofs() -> int:
        empty_cache()
        with zipfile.ZipFile(io.BytesIO(b"".join(client.get(path).streaming_content))) as archive:
            return sum(name.startswith("proofs/") for name in archive.namelist())

    assert (proofs(), len(proofs_of(tournament))) == (0, 3)
    monkeypatch.setattr(event_archive, "SETTLED", timedelta(0))
    assert proofs() == 3
    monkeypatch.setattr(event_archive, "LARGEST", 10)
    assert proofs() == 0


# -- large ones -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_large_archive_is_made_by_a_task(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(large_archives, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(views, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(large_archives, "PART", 5000)
    tournament = played(3)
    page = f"/tournaments/{key_of(tournament)}/download/"
    moved = client.get(f"{page}archive.zip")
    assert (moved.status_code, moved.headers["Location"]) == (302, page)
    assert b"archive.zip" not in client.get(page).content
    with django_capture_on_commit_callbacks(execute=False):  # the message is lost
        assert client.post(f"{page}archive/").headers["Location"] == page
    assert b"It waits for its turn." in client.get(page).content
    large_archives.WORK.report(tournament, 1, 3)
    assert b"It is being made: 1 of 3 records" in client.get(page).content
    with django_capture_on_commit_callbacks(execute=True):
        tasks.sweep_archives()
    whole = b"".join(archive_of(tournament, published_fold_of(tournament)).pieces())
    assert LargeArchivePart.objects.count() == -(-len(whole) // 5000)
    assert b"archive.zip" in client.get(page).content
    answer = client.get(f"{page}archive.zip")
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, whole)
    tasks.make_archive(str(tournament))  # twice is as good as once
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{page}archive/")
    assert LargeArchive.objects.get().tries == 1
    delete_account(Account.objects.get(player=fold_of(tournament).entries[1].players[0]))
    assert (LargeArchive.objects.count(), LargeArchivePart.objects.count()) == (0, 0)


@pytest.mark.slow
def test_what_fails_is_tried_again_and_then_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(large_archives, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(views, "MOST_AT_ONCE", 2)
    tournament = played(3)
    page = f"/tournaments/{key_of(tournament)}/download/"
    write = large_archives._write

    def broken(row: LargeArchive) -> None:
        write(row)
        raise OSError

    monkeypatch.setattr(large_archives, "_write", broken)
    client.post(f"{page}archive/")
    for _one in range(large_archives.MOST_TRIES + 1):
        assert LargeArchive.objects.get().state == "waiting"
        tasks.make_archive(str(tournament))
    assert (LargeArchive.objects.get().state, LargeArchivePart.objects.count()) == ("failed", 0)
    assert b"It could not be made." in client.get(page).content
    monkeypatch.setattr(large_archives, "_write", write)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{page}archive/")
    assert LargeArchive.objects.get().state == "done"
    monkeypatch.setattr(large_archives, "KEPT", timedelta(0))
    tasks.sweep_archives()
    assert LargeArchive.objects.count() == 0


def test_who_goes_while_an_archive_is_written_goes(fresh_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The account is deleted once the archive is there, and takes it along: parts that were not to be seen, too."""
    tournament = played(3)
    large_archives.want(large_archives.archive_now(tournament))
    LargeArchive.objects.update(state="waiting", tries=0)
    LargeArchivePart.objects.all().delete()
    account = Account.objects.get(player=fold_of(tournament).entries[1].players[0])
    written, go_on = threading.Event(), threading.Event()
    write = large_archives._write

    def slowly(row: LargeArchive) -> None:
        write(row)
        written.set()  # and not committed
        go_on.wait(60)

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        finally:
            connection.close()

    monkeypatch.setattr(large_archives, "_write", slowly)
    with ThreadPoolExecutor(2) as threads:
        making = threads.submit(run, lambda: tasks.make_archive(str(tournament)))
        assert written.wait(60)
        going = threads.submit(run, lambda: delete_account(account))
        with connection.cursor() as cursor:
            waits, until = False, time.monotonic() + 90
            while not waits and time.monotonic() < until and not going.done():
                cursor.execute(
                    "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock')",
                    [fresh_database],
                )
                waits = cursor.fetchone()[0]
        go_on.set()
        making.result(20)
        going.result(20)
    assert waits
    assert not Account.objects.filter(pk=account.pk).exists()
    assert (LargeArchive.objects.count(), LargeArchivePart.objects.count()) == (0, 0)
