"""Captains and arbiters as programs: entering a team, its members, a line-up that is sealed, one that is set."""

from __future__ import annotations

import pytest

from accounts.models import Penalty
from games.models import key_of
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program, code_of
from tests.scenes import account
from tests.tournaments.scenes import an_owner, announced
from tests.tournaments.teams.scenes import pair
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms

pytestmark = pytest.mark.django_db

ANY = {"If-Match": "*"}


def test_captains_run_their_teams_by_programs() -> None:
    terms = usual_terms(
        "classic",
        "swiss",
        real=True,
        team_boards=2,
        board_order="fixed",
        rounds=1,
        publishing="paired",
        automatic=False,
    )
    owner, ada, bob, eve = an_owner(), account("Ada"), account("Bob"), account("Eve")
    event = announced(terms, owner, "Cup")
    captain, other, member = (Program(who, "read", "play") for who in (ada, bob, eve))
    at = f"tournaments/{key_of(event)}/teams/"
    entered = captain.post(at, {"do": "enter-team", "name": "Reds", "plays": True, "members": "Fin; 1800\nGil"}, ANY)
    assert (entered.status_code, entered.json()["entry"]) == (200, 1)
    assert code_of(captain.post(at, {"do": "enter-team", "name": "More"}, ANY)) == (409, "not-now")
    assert code_of(other.post(at, {"do": "enter-team", "name": "reds"}, ANY)) == (422, "name-taken")
    assert other.post(at, {"do": "enter-team", "name": "Blues", "members": "Hal\nIda"}, ANY).status_code == 200

    assert member.post(f"{at}1/", {"do": "join"}, ANY).status_code == 200
    offered = [action["do"] for action in captain.get(f"{at}1/").json()["actions"]]
    assert offered == ["roster", "leave"]
    assert code_of(member.post(f"{at}1/", {"do": "roster", "members": "Eve"}, ANY)) == (409, "not-now")
    changed = captain.post(f"{at}1/", {"do": "roster", "members": "Eve\nFin\nGil\nAda"}, ANY)
    assert changed.status_code == 200, changed.content
    team = fold_of(event).entries[1]
    assert (team.roster[0], team.roster[3], team.captain) == (eve.player.id, ada.player.id, ada.player.id)

    lifecycle.start(tournament=event, by=owner)
    pair(event)
    assert code_of(captain.post(f"{at}1/", {"do": "line-up", "lineup": [2, 1]}, ANY)) == (422, "board-order")
    assert code_of(captain.post(f"{at}1/", {"do": "line-up", "lineup": [1, 9]}, ANY)) == (422, "invalid")
    assert captain.post(f"{at}1/", {"do": "line-up", "lineup": [1, 4]}, ANY).status_code == 200
    assert code_of(other.post(f"{at}1/", {"do": "line-up", "lineup": [1, 2]}, ANY)) == (409, "not-now")
    assert list(fold_of(event).rounds[0].boards[0].sealed) == [1]

    arbiter = account("Arbiter")
    organization.give_role(tournament=event, player=arbiter.player.id, role="arbiter", by=owner)
    desk, desk_at = Program(arbiter, "staff"), f"tournaments/{key_of(event)}/desk/entries/"
    assert code_of(desk.post(f"{desk_at}1/", {"do": "fix-line-up", "lineup": [1, 2], "reason": "Ill"}, ANY)) == (
        422,
        "lineups-sealed",
    )
    assert desk.post(desk_at, {"do": "open-line-ups"}, ANY).status_code == 200
    board = fold_of(event).rounds[0].boards[0]
    assert board.lineups[1] == (eve.player.id, ada.player.id)
    fixed = desk.post(f"{desk_at}1/", {"do": "fix-line-up", "lineup": [4, 0], "reason": "Came late"}, ANY)
    assert fixed.status_code == 200, fixed.content
    assert fold_of(event).rounds[0].boards[0].lineups[1] == (ada.player.id, None)


def test_who_is_kept_out_of_events_enters_no_team() -> None:
    terms = usual_terms("classic", "round_robin", real=True, team_boards=2)
    event, ada = announced(terms, an_owner(), "Cup"), account("Ada")
    impose(ada.player.id, Penalty.Kind.NO_EVENTS)
    program, at = Program(ada, "read", "play"), f"tournaments/{key_of(event)}/teams/"
    assert program.post(at, {"do": "enter-team", "name": "Reds"}, ANY).status_code == 403
    assert not fold_of(event).entries
