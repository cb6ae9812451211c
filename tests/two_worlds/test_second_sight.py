"""Second sight knows nothing of a game that is not revealed: moderators cannot tell two worlds apart by it."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.urls import reverse

from accounts.models import Account
from accounts.people.accounts import player_of
from games.domain import command_handler, commands, creation
from games.models import Game
from games.rules import Options, Seat, Viewer, apply, parse_turn, start, variant
from moderation.cases import commands as case_commands
from moderation.cases.intake import open_case
from moderation.fairness.domain import sight_reports
from moderation.fairness.domain.sight import sightings
from moderation.fairness.models import SeatSight, SightCount, Unsighted
from tests.games.rules.positions import placement

from .asking import Ask
from .pages import Answers, Cast, held_still, logged, rolled_back

RED, BLUE = Seat.RED, Seat.BLUE
CLASSIC = variant("classic")
WORLDS = "4", "9"
"""What waits on b7 while red's 8 comes to take the piece on a7: spectators never learn it, and the score knows it."""
TURNS = ["b4-b5", "j7-j6", "b5-b6", "i7-i6", "b6-b7", "j6-j5", "a4-a5", "i6-i5", "a5-a6", "j5-j4", "a6-a7"]
OLD = UUID(int=7)


def setups(waits: str) -> dict[Seat, str]:
    red = placement(CLASSIC, RED, f"8a4 {waits}b4 {'9' if waits == '4' else '4'}c1 Ff1")
    return {RED: red, BLUE: placement(CLASSIC, BLUE, "5a7 4j7 4i7 3c10 Mg10 Ff10")}


def played(cast: Cast, waits: str) -> UUID:
    """The game in one world, as far as red's attack."""
    game = creation.create_game(
        variant=CLASSIC,
        players={seat: cast.players[seat] for seat in (RED, BLUE)},
        options=Options(free_setup=True),
        reveal="never",
    )
    for seat, setup in setups(waits).items():
        commands.make_setup(game=game, seat=seat, placement=setup)
    for number, turn in enumerate(TURNS):
        commands.play_turn(game=game, seat=(RED, BLUE)[number % 2], turn=turn)
    return game


def answers_of(cast: Cast, waits: str, *, over: bool) -> Answers:
    """What moderators are told in a case of cheating about red, who has one game that was looked at.

    Args:
        waits: red's piece on b7.
        over: the game has ended, and stays closed.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "second sight"), logged() as lines:
        staff = player_of(Account.objects.get(username="staff"))
        red = cast.players[RED]
        game = played(cast, waits)
        if over:
            commands.resign(game=game, seat=BLUE)
        seen = {"game": OLD, "seat": 0, "player": red, "variant": "classic", "over": datetime(2026, 1, 1, tzinfo=UTC)}
        SeatSight.objects.create(**seen, value=1.5, told=[[7, "s", 61, 80]])
        Unsighted.objects.create(game=game)
        sight_reports.look_at_opened(9)
        case = open_case(kind="cheating", about=red, source="other", score=500, thing="game", target=game)
        case_commands.look(case=case, by=staff.pk, what="evidence")
        for path in (reverse("moderation:case", args=[case]), reverse("moderation:queue")):
            answers[path,] = cast.ask(Viewer.SPECTATOR, Ask(path, who="staff"))
        answers["rows",] = list(SeatSight.objects.values_list("player", "value", "told"))
        answers["counts",] = list(SightCount.objects.values_list("player", "games"))
        answers["log",] = list(lines)
    return answers


def score_of(waits: str) -> float:
    """What the game would add to red's score."""
    state = start(CLASSIC, setups(waits), Options(free_setup=True))
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    views = [state.view(Viewer.RED)]
    for turn in TURNS:
        state, _facts = apply(state, parse_turn(CLASSIC, turn))
        views.append(state.view(Viewer.RED))
    return sum(sighting.score for sighting in sightings(CLASSIC, state.options, RED, views, truth))


@pytest.mark.parametrize("over", [False, True], ids=["goes on", "over and closed"])
def test_a_game_that_is_not_revealed_moves_nothing_that_moderators_see(cast: Cast, over: bool) -> None:
    here, there = (answers_of(cast, waits, over=over) for waits in WORLDS)
    assert here == there
    assert here["rows",] == [(cast.players[RED], 1.5, [[7, "s", 61, 80]])]
    assert here["counts",] == []
    (page, *_rest) = (answer for (name,), answer in here.items() if name.startswith("/moderation/cases/"))
    assert "In 1 game the score adds up to" in page.body.decode()


def test_a_sweep_that_does_not_ask_whether_a_game_is_open_is_found(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(game: UUID) -> None:
        ranks = command_handler.open_game(game).state._position.rank
        row = Game.objects.get(id=game)
        data = {"game": game, "seat": 0, "player": cast.players[RED], "variant": "classic", "over": row.created}
        SeatSight.objects.create(**data, value=score_of("9" if 9 in ranks[:4] else "4"), told=[])

    monkeypatch.setattr(sight_reports, "_look_at", look)
    assert score_of("4") != score_of("9")
    here, there = (answers_of(cast, waits, over=False) for waits in WORLDS)
    assert {name for (name,) in here if here[name,] != there[name,]} >= {"rows"}
    assert any(name.startswith("/moderation/cases/") for (name,) in here if here[name,] != there[name,])
