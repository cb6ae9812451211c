"""A round that cannot be paired: what would do stands there as buttons, and programs find the same."""

from __future__ import annotations

from uuid import UUID

import pytest

from accounts.models import Account
from games.models import key_of
from games.rules import Illegal
from tests.api.asking import Program
from tests.tournaments.organizer.people import address, person, words
from tests.tournaments.scenes import a_tournament, play_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.access import access_to
from tournaments.organizer.remedies import remedies_of

pytestmark = pytest.mark.django_db


def stuck(ada: Account, *, forbid: bool = False, leave: bool = False) -> UUID:
    """An event whose next round cannot be paired: all pairs left are forbidden, or all but one have left."""
    id = a_tournament(4, owner=ada.player.id, rounds=3)
    if leave:
        play_round(id)
        for entry in (2, 3, 4):
            registration.withdraw(tournament=id, entry=entry, by=None)
    if forbid:
        for other in (2, 3, 4):
            organization.keep_apart(tournament=id, entries=(1, other), by=None)
    with pytest.raises(Illegal, match="cannot-pair"):
        lifecycle.pair(tournament=id, by=ada.player.id)
    return id


def slugs(id: UUID, ada: Account) -> list[tuple[str, str]]:
    access = access_to(key_of(id), ada.player, lambda: True)
    assert access is not None
    return [(remedy.slug, remedy.page) for remedy in remedies_of(access)]


def test_a_pair_that_must_not_meet_is_allowed_by_a_button() -> None:
    ada, browser = person("Ada")
    id = stuck(ada, forbid=True)
    assert slugs(id, ada) == [
        *((f"allow-forbidden-1-{other}", "") for other in (2, 3, 4)),
        *((f"leave-out-{entry}", "") for entry in (4, 3, 2, 1)),
        ("end", "desk"),
    ]
    desk = words(browser.get(address(id, "desk/")))
    assert '<button name="choice" value="allow-forbidden-1-3">' in desk
    sent = {"do": "settle-pairing", "choice": "allow-forbidden-1-3"}
    assert browser.post(address(id, "desk/"), sent).status_code == 303
    fold = fold_of(id)
    assert frozenset((1, 3)) in {frozenset(board.entries) for board in fold.rounds[0].boards}
    gone = browser.post(address(id, "desk/"), sent)  # nothing is stuck any more
    assert (gone.status_code, fold_of(id).version) == (422, fold.version)


def test_who_has_left_is_taken_back_in_by_a_program() -> None:
    ada, _browser = person("Ada")
    id = stuck(ada, leave=True)
    desk, at = Program(ada, "staff"), f"tournaments/{key_of(id)}/desk/"
    offered = {item["do"]: item for item in desk.get(at).json()["actions"]}
    (field, _reason) = offered["settle-pairing"]["takes"]
    assert (field["name"], field["choices"]) == ("choice", ["come-back-2", "come-back-3", "come-back-4"])
    met = next(board for board in fold_of(id).rounds[0].boards if 1 in board.entries)
    other = next(entry for entry in (2, 3, 4) if entry not in met.entries)
    answer = desk.post(at, {"do": "settle-pairing", "choice": f"come-back-{other}"}, {"If-Match": "*"})
    assert answer.status_code == 200
    assert answer.json()["done"].endswith(" back in. Round 2 is paired. Nothing is fixed before it begins.")
    assert {frozenset(board.entries) for board in fold_of(id).rounds[1].boards} == {frozenset((1, other))}


def test_the_desk_says_before_the_start_that_fewer_rounds_can_be_played() -> None:
    ada, browser = person("Ada")
    text = "5 rounds are asked for. So many players can play 3"
    few, enough = (a_tournament(players, owner=ada.player.id, rounds=5, started=False) for players in (3, 6))
    assert [text in words(browser.get(address(id, "desk/"))) for id in (few, enough)] == [True, False]
