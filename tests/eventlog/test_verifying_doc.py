"""The programs of docs/verifying.md are run exactly as they stand there, on the records of games."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.conf import settings

from eventlog.sources import commitment, injected
from games.domain.arbitration import adjudicate
from games.domain.command_handler import open_game
from games.domain.commands import agree_draw, agree_takeback, make_setup, offer_draw, offer_takeback, play_turn, resign
from games.domain.creation import create_game
from games.domain.imports import import_records, judge
from games.domain.records import record_of
from games.models import Game, GameSeat
from games.notation import parse_records, to_json
from games.presentation.audiences import audiences
from games.rules import VARIANTS, Options, Repetition, Seat, Viewer, legal_turns, shuffle_label, shuffled, variant
from tests.alterations import alterations
from tests.books import each_book
from tests.games.domain.played import begun, play_many, play_out, play_some
from tests.games.domain.test_playing_on import on
from tests.games.domain.test_playing_on import source as a_source
from tests.scenes import play_quietly

TEXT = (Path(settings.BASE_DIR) / "docs" / "verifying.md").read_text(encoding="utf-8")
PROGRAM, PIECES, SHUFFLES, ORIGIN, PROOF = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
CODE = compile(PROGRAM, "check.py", "exec")
RED = "FBB.S.....".ljust(30, ".") + "M9.22.33.."
BLUE = "..33.22.9M" + "FBB.S.....".rjust(30, ".")


@pytest.fixture
def record() -> dict[str, Any]:
    game = create_game(variant=variant("duel"), players={})
    make_setup(game=game, seat=Seat.RED, placement=RED)
    make_setup(game=game, seat=Seat.BLUE, placement=BLUE)
    for number in range(6):
        turn = legal_turns(open_game(game).state)[number]
        play_turn(game=game, seat=Seat(number % 2), turn=str(turn))
    resign(game=game, seat=Seat.BLUE)
    return json.loads(to_json(record_of(game, names={})))


@pytest.fixture
def check(tmp_path: Path):
    """Run a program on a record; return its exit code, output and complaint."""

    def run(record: dict[str, Any], text: str = PROGRAM, *more: Path) -> tuple[int, str, str]:
        program, file = tmp_path / "check.py", tmp_path / "record.json"
        program.write_text(text, encoding="utf-8")
        file.write_text(json.dumps(record), encoding="utf-8")
        done = subprocess.run([sys.executable, "-I", program, file, *more], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr.strip()

    return run


def test_it_can_be_read_at_a_sitting() -> None:
    assert len([line for line in PROGRAM.splitlines() if line]) <= 130


@pytest.mark.django_db
def test_a_good_record_passes(record, check) -> None:
    commitments = record["commitments"]
    assert check(record) == (
        0,
        f"red: {commitments['red']['commitment']}\nblue: {commitments['blue']['commitment']}\n"
        f"{len(record['log'])} events, the last {record['log'][-1]['hash']}."
        " Compare the lines above with the commitments shown when play began.\n"
        "Follows from them: format, version, variant, edition, seats, turns, times, result, stream, commitments.\n"
        "Not checked: seats.red.player, seats.blue.player, what came after the last event, whether the turns are legal."
        "\n",
        "",
    )
    assert len(record["log"]) == 11


@pytest.mark.django_db
def test_a_record_of_before_seals_opened_by_piece_passes(check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.domain.commands.TREE", None)  # as set-ups were made then
    game = create_game(variant=variant("duel"), players={})
    make_setup(game=game, seat=Seat.RED, placement=RED)
    monkeypatch.undo()
    make_setup(game=game, seat=Seat.BLUE, placement=BLUE)
    resign(game=game, seat=Seat.BLUE)
    record = json.loads(to_json(record_of(game, names={})))
    red, blue = record["commitments"]["red"], record["commitments"]["blue"]
    assert [opened.get("form") for opened in (red, blue)] == [None, "tree"]
    assert [item["data"].get("seal", "left out") for item in record["log"][1:3]] == ["left out", "tree"]
    assert red["commitment"] == hashlib.sha256(bytes.fromhex(red["salt"]) + RED.encode()).hexdigest()
    assert check(record)[1].splitlines()[:2] == [f"red: {red['commitment']}", f"blue: {blue['commitment']}"]
    for other in (red | {"form": "tree"}, red | {"commitment": blue["commitment"]}):
        altered = record | {"commitments": {"red": other, "blue": blue}}
        assert check(altered)[::2] == (1, "The log says otherwise: commitments was altered.")


@pytest.mark.django_db
def test_whatever_is_altered_is_found(record, check) -> None:
    def altered(change) -> tuple[int, str]:
        copy = json.loads(json.dumps(record))
        change(copy)
        code, _out, error = check(copy)
        return code, error

    other = record["seats"]["red"]["setup"].replace("M9", "9M")
    changes = {
        "event 4": lambda new: new["log"][3]["data"].update(turn="a1-a2"),
        "time 2": lambda new: new["log"][1].update(time=new["log"][1]["time"] + 1),
        "actor 1": lambda new: new["log"][0].update(actor="00000000-0000-4000-8000-000000000000"),
        "hash 9": lambda new: new["log"][8].update(hash="0" * 64),
        "gap 5": lambda new: new["log"].pop(4),
        "stream": lambda new: new.update(stream="00000000-0000-4000-8000-000000000000"),
        "turns": lambda new: new["turns"].pop(),
        "variant": lambda new: new.update(variant="battle"),
        "edition": lambda new: new.pop("edition"),
        "set-up": lambda new: new["seats"]["red"].update(setup=other),
        "salt": lambda new: new["commitments"]["blue"].update(salt="00" * 32),
        "commitment": lambda new: new["commitments"]["blue"].update(commitment="00" * 32),
        "times": lambda new: new["times"].__setitem__(2, new["times"][2] + 1),
        "options": lambda new: new.update(options={"no_attack_limit": 200}),
        "noted": lambda new: new.update(noted=[{"ply": 3, "rule": "two-square"}]),
        "winner": lambda new: new["result"].update(winner="blue"),
        "end": lambda new: new["result"].update(kind="time-out"),
        "last event": lambda new: new["log"].pop(),
        "no log": lambda new: new.update(log=[]),
        "a text for a number": lambda new: new["log"][0].update(version="1"),
        "no result": lambda new: new.pop("result"),
        "no stream": lambda new: new.pop("stream"),
    }
    assert {name: altered(change) for name, change in changes.items()} == {
        "event 4": (1, "Event 4 was altered."),
        "time 2": (1, "Event 2 was altered."),
        "actor 1": (1, "Event 1 was altered."),
        "hash 9": (1, "Event 9 was altered."),
        "gap 5": (1, "Event 5 was altered."),
        "stream": (1, "Event 1 was altered."),
        "turns": (1, "The log says otherwise: turns was altered."),
        "variant": (1, "The log says otherwise: variant was altered."),
        "edition": (1, "The log says otherwise: edition was altered."),
        "set-up": (1, "The log says otherwise: seats was altered."),
        "salt": (1, "The log says otherwise: commitments was altered."),
        "commitment": (1, "The log says otherwise: commitments was altered."),
        "times": (1, "The log says otherwise: times was altered."),
        "options": (1, "The log says otherwise: options was altered."),
        "noted": (1, "The log says otherwise: noted was altered."),
        "winner": (1, "The log says otherwise: result was altered."),
        "end": (1, "The log says otherwise: result was altered."),
        "last event": (1, "The log is cut short."),
        "no log": (1, "The log is cut short."),
        "a text for a number": (1, "Event 1 was altered."),
        "no result": (1, "The log says otherwise: result was altered."),
        "no stream": (1, "The record cannot be read: KeyError('stream')."),
    }


@pytest.mark.django_db
def test_a_record_has_what_stands_of_a_log_with_turns_taken_back(check) -> None:
    game = create_game(variant=variant("duel"), players={})
    make_setup(game=game, seat=Seat.RED, placement=RED)
    make_setup(game=game, seat=Seat.BLUE, placement=BLUE)
    play_quietly(game, 5)
    offer_takeback(game=game, seat=Seat.RED)
    agree_takeback(game=game, seat=Seat.BLUE)
    resign(game=game, seat=Seat.BLUE)
    record = json.loads(to_json(record_of(game, names={})))
    assert (len(record["turns"]), check(record)[::2]) == (4, (0, ""))
    taken = next(event["data"]["turn"] for event in reversed(record["log"]) if event["type"] == "turn-played")
    record["turns"].append(taken)
    assert check(record)[::2] == (1, "The log says otherwise: turns was altered.")


@pytest.mark.slow
@pytest.mark.django_db
@each_book
def test_a_record_of_every_rule_book_passes(slug, check) -> None:
    chance = random.Random(3)
    game, _now = begun(variant(slug), chance, options=Options(no_attack_limit=20))
    play_out(game, chance)
    record = json.loads(to_json(record_of(game, names={})))
    code, out, error = check(record)
    result = [f"{seat}: {opened['commitment']}" for seat, opened in record["commitments"].items()]
    assert (code, out.splitlines()[:-3], error) == (0, result, "")
    if VARIANTS[slug].deals:
        assert check(record, SHUFFLES)[0] == 0


def told_of(file: Path, rules: bool) -> tuple[str, str]:
    """What `check.py` prints of a file, and its complaint.

    Args:
        file: of a record.
        rules: the rules are installed where it runs.
    """
    away = {} if rules else {"games.rules": None}
    with (
        patch.dict(sys.modules, away),
        patch.object(sys, "argv", ["check.py", str(file)]),
        contextlib.redirect_stdout(io.StringIO()) as out,
    ):
        try:
            exec(CODE, {"__name__": "__main__"})
        except SystemExit as error:
            return out.getvalue(), str(error.code)
    return out.getvalue(), ""


def some_records() -> dict[str, Any]:
    """Records of short games, each of which ended in another way."""
    chance = random.Random(14)
    games: dict[str, UUID] = {}

    def a_game(name: str, book: str, plies: int, end: Callable[[UUID], object] | None, **options: Any) -> None:
        with injected(seed=lambda: bytes(32)):
            games[name], _now = begun(variant(book), chance, options=Options(**options))
        play_many(games[name], chance, most=plies or None)
        if end is not None:
            end(games[name])

    def agree(game: UUID) -> None:
        seats = variant("alliance").seats
        offer_draw(game=game, seat=seats[0])
        for seat in seats[1:]:
            agree_draw(game=game, seat=seat)

    games["noted"] = create_game(variant=variant("duel"), players={}, options=Options(repetition=Repetition.NOTED))
    for seat, placement in ((Seat.RED, RED), (Seat.BLUE, BLUE)):
        make_setup(game=games["noted"], seat=seat, placement=placement)
    for number, turn in enumerate(["b4-c4", "i7-h7", "c4-b4", "h7-i7"] * 3):  # which is not allowed, and noted
        play_turn(game=games["noted"], seat=Seat(number % 2), turn=turn)
    resign(game=games["noted"], seat=Seat.RED)
    a_game("on the board", "barrage", 0, None, no_attack_limit=12)
    a_game("alliance", "alliance", 9, agree)
    a_game("cards", "cards", 8, lambda game: adjudicate(game=game, winner=0), spotter=True)
    games["played on"] = on(games["on the board"], 6, Seat.RED, None, "barrage")
    resign(game=games["played on"], seat=Seat.RED)
    result = {name: json.loads(to_json(record_of(game, names={}))) for name, game in games.items()}
    moved = {key: result["on the board"][key] for key in ("format", "version", "variant", "seats", "times")}
    moved["turns"] = result["on the board"]["turns"][:-1]
    moved["times"] = moved["times"][:-1]
    moved["seats"]["red"]["player"] = "Ann"
    moved["result"] = {"kind": "forfeit", "winner": "blue"}
    [read] = parse_records(json.dumps(moved).encode())
    [done] = import_records([judge("from elsewhere", read)])
    assert done.game is not None
    result["imported"] = json.loads(to_json(record_of(done.game, names=names_of(done.game))))
    return result


def names_of(game: UUID) -> dict[UUID, str]:
    return dict(GameSeat.objects.filter(game=game, player__isnull=False).values_list("player", "player__name"))


@pytest.mark.fuzz
@pytest.mark.django_db
def test_each_of_200_alterations_is_found_or_named_as_not_checked(tmp_path) -> None:
    """Of records as they are downloaded, over all fields: with the rules at hand, and without."""
    file, chance, missed = tmp_path / "record.json", random.Random(27), []
    records = some_records()
    assert {name: record["result"]["kind"] for name, record in records.items()} == {
        "noted": "resignation",
        "on the board": "no-attack-limit",
        "alliance": "agreed-draw",
        "cards": "adjudication",
        "played on": "resignation",
        "imported": "forfeit",
    }
    assert records["noted"]["noted"][0] == {"ply": 5, "rule": "two-squares"}
    altered, names = 0, "red2?|blue2?"
    for name, record in records.items():
        file.write_text(json.dumps(record), encoding="utf-8")
        assert [told_of(file, rules)[1] for rules in (True, False)] == ["", ""], name
        for alteration in alterations(record, chance, kinds={names: "seat"}):
            altered += 1
            file.write_text(json.dumps(alteration.value), encoding="utf-8")
            for rules in (True, False):
                out, error = told_of(file, rules)
                split = out.partition("Not checked: ")[2].rstrip(".\n").split(", ")
                if not error and not alteration.field.startswith(
                    tuple(re.sub(names, "seat", field) for field in split)
                ):
                    missed.append((name, alteration.field, alteration.change, rules))
    assert (missed, altered > 200) == ([], True)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["barrage", "lightning", "alliance", "cards"])
def test_what_was_opened_in_play_fits_its_seals_and_the_record(slug, check, tmp_path, client) -> None:
    chance = random.Random(5)
    with injected(seed=lambda: bytes(32)):
        game, now = begun(variant(slug), chance, options=Options(no_attack_limit=40))
    key, seen, came = Game.objects.get(id=game).key, [], 0
    while now.outcome is None:
        now = play_some(game, now, chance)
        came += "+" in now.state.view(Viewer.ALL).last.text
        if now.outcome is None and now.state.ply % 4 == 0:
            [audience] = audiences(Game.objects.get(id=game), None)
            answer = client.get(audience.address("games:opened", Game.objects.get(id=game), now.state.ply))
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
            seen.append(answer.json())
    opened = next(item for item in reversed(seen) if item["pieces"])
    assert (opened["viewer"], opened["game"], bool(came)) == ("spectator", key, slug in ("alliance", "cards"))
    assert len(opened["later"]) > 0 or not came
    record = tmp_path / "whole.json"
    record.write_bytes(to_json(record_of(game, names={})))
    code, out, error = check(opened, PIECES, record)
    result = [f"{seat}: {root}" for seat, root in opened["seals"].items()]
    assert (code, error, out.splitlines()[: len(result)]) == (0, "", result)
    assert out.splitlines()[-1].startswith(f"{len(opened['pieces'])} pieces fit.")
    assert check(opened, PIECES)[:2] == (code, out)

    piece = next(item for item in opened["pieces"] if not item["place"].startswith("+"))
    where = f"The seal of {piece['seat']} {piece['place']} does not fit."
    other = "9" if piece["rank"] != "9" else "8"
    changes = {
        "rank": other,
        "salt": "00" * 32,
        "path": piece["path"][:-1],
        "place": "1" if piece["place"] == "0" else "0",
    }
    for name, value in changes.items():
        kept, piece[name] = piece[name], value
        code, _out, error = check(opened, PIECES)
        assert (code, error) == (1, where if name != "place" else error), name
        piece[name] = kept
    opened["seals"][piece["seat"]] = "00" * 32
    assert check(opened, PIECES)[::2] == (1, where)


@pytest.mark.django_db
def test_a_record_that_has_other_pieces_than_were_opened_is_found(check, tmp_path, client) -> None:
    """A server that showed one thing in play and writes another one into the record, with seals to fit."""
    chance = random.Random(5)
    with injected(seed=lambda: bytes(32)):
        game, now = begun(variant("cards"), chance)
    while not any(play.text.startswith("+") for play in legal_turns(now.state)):
        now = play_some(game, now, chance)
    now = play_some(game, now, chance)
    result = Game.objects.get(id=game)
    [audience] = audiences(result, None)
    opened = client.get(audience.address("games:opened", result, now.state.ply)).json()
    resign(game=game, seat=Seat.RED)
    whole = json.loads(to_json(record_of(game, names={})))
    name = next(iter(opened["later"]))
    turn = next(place for place, text in enumerate(whole["turns"]) if "+" in text)
    swapped = whole["turns"][turn][1]
    file = tmp_path / "whole.json"
    for change, error in (
        (lambda new: None, ""),
        (
            lambda new: new["turns"].__setitem__(
                turn, new["turns"][turn].replace(swapped, "F" if swapped != "F" else "9")
            ),
            f"The record has another piece at {name}.",
        ),
        (lambda new: new["commitments"]["red"].update(commitment="00" * 32), "The record has other seals."),
    ):
        altered = json.loads(json.dumps(whole))
        change(altered)
        file.write_text(json.dumps(altered), encoding="utf-8")
        assert check(opened, PIECES, file)[2] == error
    piece = next(item for item in opened["pieces"] if not item["place"].startswith("+"))
    setup = whole["seats"][piece["seat"]]["setup"]
    place = int(piece["place"])
    whole["seats"][piece["seat"]]["setup"] = setup[:place] + ("F" if setup[place] != "F" else "9") + setup[place + 1 :]
    file.write_text(json.dumps(whole), encoding="utf-8")
    assert check(opened, PIECES, file)[2] == f"The record has another piece at {piece['seat']} {piece['place']}."


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["barrage", "alliance", "cards"])
def test_from_where_a_game_was_played_on(slug, check, tmp_path) -> None:
    source, plies = a_source(slug)
    ply, file = plies // 2, tmp_path / "source.json"
    whole = json.loads(to_json(record_of(source, names={})))
    for view in (None, variant(slug).seats[1]):
        file.write_text(json.dumps(whole), encoding="utf-8")
        game = on(source, ply, Seat.BLUE, view, slug)
        resign(game=game, seat=Seat.BLUE)
        record = json.loads(to_json(record_of(game, names={})))
        assert check(record)[0] == 0
        assert check(record, ORIGIN, file) == (
            0,
            f"It is played on from ply {ply} of {source}, as that game was then.\n",
            "",
        )
        if slug == "cards":
            shuffles = f"0 shuffles follow from the seed: {record['shuffles']['commitment']}\n"
            assert check(record, SHUFFLES) == (0, shuffles, "")
        changes = {
            "hash": lambda new: new["origin"].update(hash="00" * 32),
            "ply": lambda new: new["origin"].update(ply=ply - 1),
            "options": lambda new: new.pop("options"),
            "set-up": lambda new: new["seats"]["blue"].update(setup=new["seats"]["blue"]["setup"][::-1]),
            "turn": lambda new: new["log"][-3]["data"].update(turn="a1-a1", choice="a1-a1"),
        }
        result = {}
        for name, change in changes.items():
            altered = json.loads(json.dumps(record))
            change(altered)
            result[name] = check(altered, ORIGIN, file)[2]
        elsewhere = "It is not played on from this game, or the game was another one then."
        assert result == {
            "hash": elsewhere,
            "ply": elsewhere,
            "options": "It is played on by other rules.",
            "set-up": "The set-up of blue is another one.",
            "turn": f"Ply {ply} is another one.",
        }


SEED, SALT = bytes(range(32)), bytes(32)
DECKS = {seat: shuffled(SEED, shuffle_label(seat, 0), "FS23456789MB") for seat in ("red", "blue")}


def dealt_record() -> dict[str, Any]:
    """As much of a record as its shuffles need: the deal, and a shuffle of blue's."""
    again = shuffled(SEED, shuffle_label("blue", 1), "F23M")
    return {
        "chance": dict(DECKS),
        "shuffles": {"commitment": commitment(SALT, SEED.hex()), "salt": SALT.hex(), "seed": SEED.hex()},
        "log": [
            {"type": "cards-dealt", "data": {"seed": SEED.hex(), "orders": dict(DECKS)}},
            {"type": "turn-played", "data": {"turn": "a1-a2"}},
            {"type": "turn-played", "data": {"turn": f"b2!{again}"}},
        ],
    }


def test_shuffles_follow_from_the_seed(check) -> None:
    committed = commitment(SALT, SEED.hex())
    assert check(dealt_record(), SHUFFLES) == (0, f"3 shuffles follow from the seed: {committed}\n", "")


def test_a_shuffle_that_was_chosen_is_found(check) -> None:
    def altered(change) -> tuple[int, str]:
        copy = dealt_record()
        change(copy)
        code, _out, error = check(copy, SHUFFLES)
        return code, error

    swapped = DECKS | {"red": DECKS["red"][1] + DECKS["red"][0] + DECKS["red"][2:]}
    changes = {
        "seed": lambda new: new["shuffles"].update(seed="00" * 32),
        "deal": lambda new: new.update(chance=swapped),
        "both deals": lambda new: (new.update(chance=swapped), new["log"][0]["data"].update(orders=swapped)),
        "order": lambda new: new["log"][2]["data"].update(turn="b2!F23M"),
        "seat": lambda new: new["log"].pop(1),
    }
    assert {name: altered(change) for name, change in changes.items()} == {
        "seed": (1, "The seed does not fit its commitment."),
        "deal": (1, "The deal is not that of the log."),
        "both deals": (1, "The shuffle red-0 is not the one that the seed gives."),
        "order": (1, "The shuffle blue-1 is not the one that the seed gives."),
        "seat": (1, "The shuffle red-1 is not the one that the seed gives."),
    }


def test_the_example_of_the_text() -> None:
    assert f"`{shuffled(bytes(32), 'red-0', 'FS23456789MB')}`" in TEXT
