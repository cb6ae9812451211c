"""Drafts, undo and saved set-ups: nothing is lost between two windows, and all of it can be erased."""

from __future__ import annotations

import uuid

import pytest

from games.domain import commands
from games.domain.ready_setups import ready
from games.rules import Seat, variant
from play.setups.domain import (
    HISTORY,
    SAVED,
    Desk,
    NameRefused,
    Stale,
    Work,
    draft_of,
    erase_draft,
    keep,
    rename_saved,
    save,
    saved_setups,
    undo,
)
from play.setups.models import Draft, SavedSetup
from privacy.erase import delete_account
from tests.scenes import account, player

from .games import desk_of, waiting_game

pytestmark = pytest.mark.django_db

CARDS = "cards"  # five squares, so that forms are short


@pytest.fixture
def desk() -> Desk:
    return Desk(player("Ada").id, CARDS, uuid.uuid4())


def test_a_draft_is_kept_and_taken_back(desk: Desk) -> None:
    assert draft_of(desk) == Work(".....", 0, False)
    assert keep(desk, form="M....", expected=0) == Work("M....", 1, True)
    assert keep(desk, form="M9...", expected=1) == Work("M9...", 2, True)
    assert draft_of(desk) == Work("M9...", 2, True)
    assert undo(desk, expected=2) == Work("M....", 3, True)
    assert undo(desk, expected=3) == Work(".....", 4, False)
    assert undo(desk, expected=4) == Work(".....", 4, False)


def test_who_began_from_an_older_one_is_told_and_overwrites_nothing(desk: Desk) -> None:
    keep(desk, form="M....", expected=0)
    with pytest.raises(Stale) as raised:
        keep(desk, form="9....", expected=0)
    assert raised.value.work == draft_of(desk) == Work("M....", 1, True)
    with pytest.raises(Stale):
        undo(desk, expected=0)
    assert keep(desk, form="M....", expected=0) == Work("M....", 1, True)


def test_desks_are_apart(desk: Desk) -> None:
    others = [
        Desk(player("Charles").id, CARDS, desk.game),
        Desk(desk.player, CARDS, uuid.uuid4()),
        Desk(desk.player, CARDS),
        Desk(desk.player, "barrage"),
    ]
    for number, other in enumerate(others):
        assert draft_of(other).version == 0
        keep(other, form="MSBF"[number] + draft_of(other).form[1:], expected=0)
    assert draft_of(desk).version == 0
    assert Draft.objects.count() == 4
    erase_draft(others[0])
    assert [draft_of(other).version for other in others] == [0, 1, 1, 1]


def test_the_history_is_bounded(desk: Desk) -> None:
    for number in range(HISTORY + 5):
        keep(desk, form="M9..."[number % 2 :][:1] + "....", expected=number)
    assert len(Draft.objects.get().history) == HISTORY


def test_names_are_one_each_in_any_case() -> None:
    ada = player("Ada").id
    first = save(player=ada, slug="duel", name=" Best  one", form="M")
    assert first.name == "Best one"
    with pytest.raises(NameRefused) as raised:
        save(player=ada, slug="duel", name="best ONE", form="9")
    assert (raised.value.code, raised.value.saved) == ("taken", first)
    save(player=ada, slug="barrage", name="Best one", form="M")
    save(player=player("Charles").id, slug="duel", name="Best one", form="M")
    second = save(player=ada, slug="duel", name="Another", form="9")
    with pytest.raises(NameRefused):
        rename_saved(saved=second, name="BEST ONE")
    assert rename_saved(saved=first, name="BEST one").name == "BEST one"
    assert save(player=ada, slug="duel", name="", form="8", over=first.id).form == "8"
    assert [saved.name for saved in saved_setups(ada, "duel")] == ["Another", "BEST one"]


def test_there_is_an_end_to_saving() -> None:
    ada = player("Ada").id
    rows = [SavedSetup(player_id=ada, variant="duel", name=str(number), form="M") for number in range(SAVED)]
    SavedSetup.objects.bulk_create(rows)
    with pytest.raises(NameRefused) as raised:
        save(player=ada, slug="duel", name="One more", form="M")
    assert raised.value.code == "many"
    save(player=ada, slug="barrage", name="One more", form="M")


def test_drafts_go_when_the_game_begins(django_capture_on_commit_callbacks) -> None:
    book = variant("barrage")
    ada, charles = account("Ada"), account("Charles")
    game = waiting_game("barrage", [ada, charles])
    other = waiting_game("barrage", [ada, charles])
    for at in (game, other):
        keep(desk_of(at, ada), form="M" + "." * 39, expected=0)
    with django_capture_on_commit_callbacks(execute=True):
        commands.make_setup(game=game.id, seat=Seat.RED, placement=ready(book)[0].placements[Seat.RED])
    assert Draft.objects.filter(game=game.id).count() == 1
    with django_capture_on_commit_callbacks(execute=True):
        commands.make_setup(game=game.id, seat=Seat.BLUE, placement=ready(book)[0].placements[Seat.BLUE])
    assert list(Draft.objects.values_list("game", flat=True)) == [other.id]


def test_who_goes_leaves_nothing_here() -> None:
    ada, charles = account("Ada"), account("Charles")
    for who in (ada, charles):
        keep(Desk(who.player.id, CARDS), form="M....", expected=0)
        save(player=who.player.id, slug="duel", name="Mine", form="M")
    stays = charles.player.id
    delete_account(ada)
    assert list(Draft.objects.values_list("player_id", flat=True)) == [stays]
    assert list(SavedSetup.objects.values_list("player_id", flat=True)) == [stays]
