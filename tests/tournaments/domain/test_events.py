"""The stored form of every kind of event. The log keeps it for ever: what is here may be added to, never changed."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest

from eventlog.canonical import encode_json
from eventlog.registry import event_types, type_of_class
from tournaments.domain.events import TournamentEvent

ID = "9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab"
WHY = {"reason": ID, "reason_hash": "ab" * 32}
TERMS: dict[str, Any] = {
    "terms": {"format": "swiss", "capacity": None, "rounds": 5, "rated": True},
    "options": {"repetition": "enforced", "no_attack_limit": None, "free_setup": False},
    "scoring": {"win": 60, "draw": 30, "loss": 10},
    "tiebreaks": ["buchholz-cut-1", "wins"],
    "calendar": [1_700_000_000_000_000],
}
TIME = {"time": {"kind": "bank", "seconds": 900, "live": True}}
BOARD = {"round": 2, "board": 3}
GAME = {**BOARD, "leg": 1}
MARKS = {"red": "win", "blue": "loss"}

STORED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tournament-created": ({"owner": ID, **TERMS, "imported": False}, {**TIME, "imported": True}),
    "terms-changed": (TERMS, {**TIME, **WHY}),
    "tournament-described": ({"parts": ["name", "place"]}, {}),
    "prizes-set": (
        {"sharing": "hort", "currency": "eur", "texts": {ID: "ab" * 32}, "chosen": [[], [3]]}
        | {"prizes": [{"category": 0, "amount": 500, "thing": ID}, {"category": 1, "amount": 100}]}
        | {"categories": [{}, {"rating_from": 1200, "sex": "w", "club": ID}]},
        WHY,
    ),
    "tournament-announced": ({}, {}),
    "tournament-cancelled": ({}, WHY),
    "role-given": ({"player": ID, "role": "arbiter"}, {}),
    "role-taken": ({"player": ID}, {}),
    "player-invited": ({"player": ID}, {"bot": True}),
    "player-uninvited": ({"player": ID}, {}),
    "player-identified": ({"entry": 1, "partner": 0, "player": ID}, {}),
    "pair-forbidden": ({"one": 1, "other": 2}, WHY),
    "pair-allowed": ({"one": 1, "other": 2}, WHY),
    "player-entered": ({"entry": 1, "players": [ID, ID], "rating": 1500, "waiting": False}, {"waiting": True}),
    "entry-described": ({"entry": 1}, {"rating": 1500}),
    "entry-admitted": ({"entry": 1}, {}),
    "checked-in": ({"entry": 1}, {}),
    "entry-withdrawn": ({"entry": 1, "missing": False}, {"missing": True, **WHY}),
    "entry-returned": ({"entry": 1}, {}),
    "entry-expelled": ({"entry": 1}, WHY),
    "expulsion-reversed": ({"entry": 1}, WHY),
    "bye-requested": ({"entry": 1, "round": 2, "kind": "half"}, {}),
    "bye-cancelled": ({"entry": 1, "round": 2}, {}),
    "seeds-set": ({"order": [3, 1, 2]}, {}),
    "roster-changed": ({"entry": 1, "members": [ID, ID], "ratings": [1500, 0]}, {"captain": ID, **WHY}),
    "lineup-sealed": ({"round": 1, "board": 2, "entry": 3, "commitment": "ab" * 32}, {}),
    "lineups-opened": (
        {"round": 1, "board": 2, "red": [ID, None], "blue": [ID, ID]},
        {"red_salt": "ab" * 32, "blue_salt": "cd" * 32},
    ),
    "lineup-fixed": ({"round": 1, "board": 2, "entry": 3, "players": [ID, None]}, WHY),
    "tournament-started": (
        {"order": [3, 1, 2], "red_first": True, "lot": 77, "rounds": 5},
        {"ratings": [1700, 1600, 1500], "at": 1_700_000_000_000_000, "approved": True},
    ),
    "ranking-corrected": ({"order": [3, 1, 2], "ratings": [1700, 1600, 1500]}, {}),
    "round-paired": (
        {"round": 2, "red": [1], "blue": [2], "order": [1, 2, 3], "seen": 12}
        | {"bye_entries": [], "bye_kinds": [], "by_hand": False},
        {
            "bye_entries": [3],
            "bye_kinds": ["pairing-bye"],
            "by_hand": True,
            "engine_red": [2],
            "engine_blue": [1],
            "hidden": True,
            "play_off": True,
            **WHY,
        },
    ),
    "tie-decided": ({"entries": [3, 1, 2], "through": [1, 2], "why": "lot"}, WHY),
    "round-published": ({"round": 2}, {}),
    "pairing-failed": ({"round": 2, "code": "no-pairing"}, {}),
    "round-unpaired": ({"round": 2}, WHY),
    "round-begun": (
        {"round": 2, "games": [ID, None]},
        {"deadline": 1_700_000_000_000_000, "at": 1_600_000_000_000_000},
    ),
    "board-started": ({**BOARD, "game": ID}, {}),
    "leg-added": ({**BOARD, "leg": 2, "red": 5, "blue": 4}, {"game": ID}),
    "result-recorded-on-board": ({**GAME, **MARKS, "source": "arbiter"}, WHY),
    "result-corrected": ({**GAME, **MARKS}, {**WHY, "penalty": ID}),
    "result-claimed": ({**GAME, **MARKS, "entry": 4}, {}),
    "record-attached": ({**GAME, "game": ID}, {}),
    "board-relayed": ({**GAME, "game": ID}, {}),
    "round-taken-back": ({"round": 2}, WHY),
    "matches-taken-back": ({"round": 2, "boards": [1, 3]}, WHY),
    "matches-paired-anew": (
        {"round": 2, "boards": [1, 3], "red": [5, 1], "blue": [4, 2], "games": [ID, None]},
        {"deadline": 1_700_000_000_000_000},
    ),
    "boards-added": ({"round": 1, "red": [5, 1], "blue": [4, 2], "games": [ID, ID]}, {"numbered": [5]}),
    "challenge-made": ({"challenge": 1, "entry": 5, "other": 3}, {}),
    "challenge-answered": ({"challenge": 1, "answer": "taken-back"}, {}),
    "ladder-paused": ({"entry": 5, "until": 1_700_000_000_000_000}, {}),
    "entry-fell": ({"entry": 5, "places": 2}, {}),
    "moves-recorded": (
        {"kinds": ["joined", "game"], "entries": [1, 2], "others": [0, 1], "boards": [0, 1], "places": [0, 0]},
        {},
    ),
    "round-extended": ({"round": 2, "deadline": 1_700_000_000_000_000}, WHY),
    "round-finished": ({"round": 2}, {}),
    "time-proposed": ({**BOARD, "entry": 4, "slots": [1_700_000_000_000_000]}, {"words": ID, "words_hash": "cd" * 32}),
    "time-agreed": ({**BOARD, "entry": 4, "slot": 1_700_000_000_000_000}, {}),
    "time-refused": ({**BOARD, "entry": 4}, {}),
    "presence-shown": ({**BOARD, "entry": 4}, {}),
    "arbiter-called": (
        {"call": 1, **BOARD, "entry": 4, "about": "clock", "stopped": False},
        {"game": ID, "seen": 9, "stopped": True, "words": ID, "words_hash": "cd" * 32},
    ),
    "call-answered": ({"call": 1, "arbiter": ID, "ruling": "time-given"}, {"amount": 60, "entry": 4, **WHY}),
    "first-colour-set": ({"red": True}, {}),
    "virtual-points-set": ({"entries": [3, 1], "points": [[10, 5], [10]]}, {}),
    "tournament-paused": ({"clocks": False}, {"clocks": True, **WHY}),
    "tournament-resumed": ({}, {}),
    "tournament-finished": ({}, {**WHY, "at": 1_700_000_000_000_000}),
}
"""By the name of the type: what it stores at least, and what else it may store."""


def test_every_kind_of_event_is_here() -> None:
    assert {type_of_class(kind).name for kind in get_args(TournamentEvent)} == STORED.keys()


@pytest.mark.parametrize("name", STORED)
def test_an_event_is_stored_as_ever(name: str) -> None:
    kind, (least, more) = event_types()[name], STORED[name]
    given = {field.name: least[field.name] for field in fields(kind.cls) if field.default is MISSING}
    assert kind.version == 1
    assert {field.name for field in fields(kind.cls)} == least.keys() | more.keys()
    assert kind.encode(kind.decode(given, 1)) == encode_json(least)
    assert kind.encode(kind.decode({**least, **more}, 1)) == encode_json({**least, **more})
