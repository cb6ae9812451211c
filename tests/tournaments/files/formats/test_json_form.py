"""Our own form of a tournament: the way out and back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.files.records import random_record, small_record
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.record import EntryRecord, GameRecord, MatchRecord, Person, RoundRecord
from tournaments.scoring.formats import fields_in_files
from tournaments.scoring.points import Mark

ROOT = Path(__file__).parents[4]
SCHEMA = json.loads((ROOT / "tournaments/files/formats/tournament.schema.json").read_text())


@given(st.integers(0, 10**6))
def test_a_tournament_is_read_back(seed: int) -> None:
    record = replace(random_record(seed), variant="barrage", name="Cup", begun=1_700_000_000_000_000)
    data = to_json(record, standings=[{"place": 1, "number": 1}])
    assert read_json(data.decode()) == record
    assert to_json(read_json(data.decode())) == to_json(record)
    jsonschema.validate(json.loads(data), SCHEMA)


def test_a_match_of_partners_is_read_back() -> None:
    entries = tuple(
        EntryRecord(number, (Person(f"A{number}"), Person(f"B{number}")), playing=number == 1) for number in (1, 2)
    )
    games = (GameRecord(1, 2, (Mark.WIN, Mark.LOSS), "k1"), GameRecord(2, 1, (Mark.LOSS, Mark.WIN)))
    own = {"third_place": True, "replays": 2, "lot": 77, "best_of": 3, "decider": "lot"}
    record = replace(
        small_record(),
        own=own,
        format="knockout",
        variant="alliance",
        entries=entries,
        played=(RoundRecord(1, (MatchRecord(1, games, winner=1),)),),
    )
    document = json.loads(to_json(record))
    assert (read_json(to_json(record).decode()), {name: document[name] for name in own}) == (record, own)
    jsonschema.validate(document, SCHEMA)
    assert fields_in_files().keys() <= SCHEMA["properties"].keys()
    assert [result.mark for row in record.crosstable().rows for result in row.results] == [Mark.WIN, Mark.LOSS]


def test_the_example_of_the_documentation_is_valid() -> None:
    text = (ROOT / "docs/tournament-format.md").read_text()
    example = text.split("```json\n")[1].split("```")[0]
    jsonschema.validate(json.loads(example), SCHEMA)
    assert read_json(example).entries[0].name == "Ann"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"format": "other"}, FileError("form-unknown")),
        ({"version": 2}, FileError("version-unknown", found=2, known=1)),
        ({"rounds": "3"}, FileError("value-type", path="rounds", expected="integer")),
        ({"rounds": True}, FileError("value-type", path="rounds", expected="integer")),
        ({"variant": "chess"}, FileError("value-unknown", path="variant: chess")),
        ({"more": 1}, FileError("value-unknown", path="more")),
        ({"entries": [{"number": 2, "players": [{"name": "Ann"}]}]}, FileError("numbers", path="entries")),
        ({"entries": [{"number": 1, "players": [{}]}]}, FileError("value-missing", path="entries[0].players[0].name")),
        ({"scoring": {}}, FileError("value-missing", path="scoring.win")),
    ],
)
def test_reading_is_strict(change: dict[str, object], error: FileError) -> None:
    value = json.loads(to_json(small_record())) | change
    with pytest.raises(FileError) as raised:
        read_json(json.dumps(value))
    assert raised.value == error


def test_what_is_no_json_names_its_line() -> None:
    with pytest.raises(FileError) as raised:
        read_json('{"format":\n oops}')
    assert raised.value == FileError("json-broken", line=2, column=2)
