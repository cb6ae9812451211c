"""Snapshots of tournaments: the same fold without its events, and nothing that anybody depends on."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from eventlog import store
from eventlog.models import Snapshot
from games.domain.clocks import TimeControl
from tests.tournaments.scenes import a_tournament, next_round, play_on
from tournaments.domain import command_handler
from tournaments.domain.ladder import ChallengeState, LadderChallenge, LadderPause, LadderState
from tournaments.domain.persistent_lists import Numbered
from tournaments.domain.prizes import Prize, PrizeCategory, Prizes
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.snapshots import ENGINE, _Codecs, _defaults, from_snapshot, snapshot_of
from tournaments.domain.state import (
    Appointment,
    Board,
    Boards,
    Call,
    CallAnswer,
    Entry,
    Leg,
    Presence,
    Round,
    Status,
    TakenBack,
    TakenGame,
    TieDecision,
    TournamentFold,
)
from tournaments.domain.terms import usual_terms
from tournaments.domain.transitions import fold
from tournaments.scoring.ladder import LadderMove, MoveKind
from tournaments.scoring.points import Mark

AT = datetime(2026, 12, 5, 10, 30, 0, 123456, tzinfo=UTC)
IDS = [UUID(int=number) for number in range(10)]

CLAIMS = {2: (Mark.FORFEIT_WIN, Mark.WIN)}
DRAW = (Mark.DRAW, Mark.DRAW)
LEG = Leg(1, 2, IDS[9], (Mark.WIN, Mark.LOSS), "game", AT, (DRAW,), CLAIMS, ruled_from=DRAW, relayed=True)
BOARD = Board(
    1,
    (LEG, Leg(2, 1)),
    Appointment({1: (5, 6)}, {1: IDS[3]}, 6, frozenset({1, 2}), ((AT, 1, "proposed"),)),
    winner=1,
    over=False,
    taken_back=True,
    teams=True,
    sealed={1: "ab" * 32},
    lineups={1: (IDS[1], None)},
)
ROUND = Round(1, (BOARD,), {3: Mark.HALF_BYE}, 7, True, ((1, 2), (3, 0)), True, AT, AT, AT, True)
CALL = Call(
    1, 1, 1, 2, "rules", AT, (1, 2), IDS[9], 4, True, IDS[4], (CallAnswer(AT, "rule", IDS[1], 5, 1, IDS[5]),), True
)
BEFORE = TournamentFold(usual_terms("barrage"), AT, AT, 3)
WHOLE = TournamentFold(
    terms=usual_terms("barrage", time=TimeControl("bank", 600, 10, cap=900, setup=300), calendar=(1, 2)),
    created_at=AT,
    changed_at=AT,
    version=40,
    status=Status.PAUSED,
    roles={IDS[1]: "owner"},
    invited=frozenset({IDS[2]}),
    bots=frozenset({IDS[2]}),
    forbidden=frozenset({frozenset({1, 2})}),
    apart={frozenset({1, 2}): IDS[6]},
    entries=Numbered.of(
        [
            Entry(
                1,
                (IDS[1], IDS[2]),
                *(1500, Presence.EXPELLED, True, {2: "half"}, 1, True, Presence.ENTERED, True, 9),
                *((IDS[4],), (1400,), IDS[3], 2),
            )
        ]
    ),
    seeds=(1,),
    order=(1,),
    numbers={1: 1},
    red_first=False,
    lot=7,
    ladder=LadderState(
        challenges=Numbered.of([LadderChallenge(1, 2, 1, AT, ChallengeState.ACCEPTED, AT, 1)]),
        moves=(LadderMove(MoveKind.GAME, 2, other=1, board=1, places=0),),
        moved_at=(AT,),
        order=(2, 1),
        in_play=frozenset({1}),
        active={1: AT},
        pauses={1: LadderPause(AT, AT, 5)},
    ),
    planned=5,
    approved=True,
    rounds=(ROUND,),
    taken_back=(TakenBack(AT, 1, (1,), True, (1, 2), (TakenGame(IDS[8], 1, 1),)),),
    decisions=(TieDecision((1, 2), (1,), "lot", IDS[6]),),
    calls=(CALL,),
    failed="no-pairing",
    failed_at=AT,
    announced_at=AT,
    started_at=AT,
    ended_at=AT,
    clocks_paused=True,
    resumed_at=AT,
    handed_to=IDS[7],
    imported=True,
    revisions=2,
    revised_at=AT,
    revised_for=1,
    prizes=Prizes(
        "hort", "eur", (PrizeCategory((Prize(5, UUID(int=7)),)), PrizeCategory((Prize(3),), sex="w", chosen=(1,)))
    ),
    colour_set=True,
    virtual_points={1: (10, 5)},
    public_view=BEFORE,
)


@pytest.mark.parametrize("whole", [WHOLE, ROUND, BOARD, LEG, CALL, BOARD.meeting, WHOLE.entries[1]])
def test_the_fold_that_is_tried_has_another_value_than_usual_in_each_field(whole: Any) -> None:
    usual = [name for name, value in _defaults(type(whole)).items() if getattr(whole, name) == value]
    assert usual == []


def test_a_snapshot_has_all_of_a_tournament() -> None:
    again = from_snapshot(json.loads(json.dumps(snapshot_of(WHOLE))))
    assert again == WHOLE
    assert type(again.rounds[0].boards) is Boards
    assert snapshot_of(again) == snapshot_of(WHOLE)
    assert snapshot_of(BEFORE).keys() == {"terms", "created_at", "changed_at", "version"}


def test_another_field_type_or_default_is_another_form() -> None:
    def shape(*fields: Any) -> str:
        return _Codecs().of(dataclasses.make_dataclass("Entry", fields)).shape

    shapes = [
        shape(("number", int)),
        shape(("number", int), ("more", bool)),
        shape(("number", UUID)),
        shape(("number", int, 1)),
        shape(("number", int, 2)),
        shape(("number", tuple[Mark, ...])),
    ]
    assert len(set(shapes)) == len(shapes)
    assert "0x" not in _Codecs().of(TournamentFold).shape  # nothing that differs from process to process
    with pytest.raises(TypeError):
        shape(("number", float))


# -- kept by who reads ----------------------------------------------------------------------------


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_handler, "SNAPSHOT_AFTER", 5)


def as_after_a_restart(tournament: UUID) -> tuple[int, TournamentFold]:
    command_handler.TOURNAMENTS.recent.forget()
    opened, now = command_handler.open_tournament(tournament)
    return len(opened.events), now


def from_nothing(tournament: UUID) -> TournamentFold:
    return fold((event.event, event.time) for event in store.load(tournament))


@pytest.mark.django_db
def test_a_process_that_has_not_seen_it_folds_what_came_since(often: None) -> None:
    tournament = a_tournament(4, rounds=3)
    next_round(tournament)
    version = fold_of(tournament).version
    assert as_after_a_restart(tournament)[0] == version
    kept = Snapshot.objects.get(stream=tournament)
    assert (kept.version, kept.engine) == (version, ENGINE)
    assert as_after_a_restart(tournament) == (0, from_nothing(tournament))
    play_on(tournament)
    folded, now = as_after_a_restart(tournament)
    assert (folded, now) == (now.version - version, from_nothing(tournament))
    next_round(tournament)  # decided from the snapshot
    assert fold_of(tournament) == from_nothing(tournament)


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"engine": "tournament-0"}, {"state": '{"version": 1}'}, {"state": "[]"}])
def test_a_snapshot_of_other_code_or_of_junk_is_left_aside_and_made_anew(often: None, change: dict[str, str]) -> None:
    tournament = a_tournament(4, rounds=3)
    whole = as_after_a_restart(tournament)
    Snapshot.objects.filter(stream=tournament).update(**change)
    assert as_after_a_restart(tournament) == whole == (fold_of(tournament).version, from_nothing(tournament))
    assert as_after_a_restart(tournament) == (0, whole[1])


@pytest.mark.django_db
def test_a_small_event_has_none() -> None:
    tournament = a_tournament(4, rounds=3)
    as_after_a_restart(tournament)
    assert not Snapshot.objects.exists()
