"""Names come last, and no cache knows one."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Player
from games.models import key_of
from tests.scenes import account
from tests.tournaments.scenes import a_tournament, play_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.names import Names
from tournaments.pages.part_cache import ShownPart, kept_part
from tournaments.presentation.names import link_to, name_of, names_of_entry, put_names, put_plain_names, without_marks


@pytest.mark.django_db
def test_all_names_are_read_at_once_and_escaped(by_hand: list[bytes]) -> None:
    ada, guest = account("Ada").player, Player.objects.create(name='<b>"&')
    gone = uuid4()
    markup = f"{name_of(ada.id)}|{link_to(ada.id)}|{link_to(guest.id)}|{name_of(gone)}|{name_of(ada.id)}"
    by_hand.clear()
    assert put_names(markup) == ('Ada|<a href="/players/Ada/">Ada</a>|&lt;b&gt;&quot;&amp;|Deleted player|Ada')
    assert len(by_hand) == 1


@pytest.mark.django_db
def test_a_name_stands_by_itself_for_people_and_as_it_is_for_programs() -> None:
    red, blue = (Player.objects.create(name=name) for name in ("محمد", "שרה"))
    words = f"{name_of(red.id)} – {name_of(blue.id)}: Red wins"
    assert put_names(words) == "\u2068محمد\u2069 – \u2068שרה\u2069: Red wins"
    assert put_plain_names([words]) == ["محمد – שרה: Red wins"]


@pytest.mark.django_db
def test_namesakes_are_told_apart_wherever_names_are_read() -> None:
    """On the arbiters' pages and on everybody's by the same words; a file for programs has the names alone."""
    owner = account("Ada").player
    event = a_tournament(0, owner=owner.id, started=False, rounds=1)
    people = [("Ann", "Rot"), ("ann", "Blau"), ("Bo", ""), ("Bo", ""), ("Cy", "Rot")]
    enter_people(
        tournament=event, entries=[NewEntry((NewPerson(name, club=club),)) for name, club in people], by=owner.id
    )
    lifecycle.start(tournament=event, by=owner.id)
    play_round(event)
    fold, key = fold_of(event), key_of(event)
    numbers = [fold.numbers[entry] for entry in (3, 4)]
    result = ["Ann (Rot)", "ann (Blau)", *(f"Bo (No. {number})" for number in numbers), "Cy"]
    desk = Names(fold)
    assert [desk.entry(entry) for entry in fold.entries] == result
    assert put_names("|".join(names_of_entry(entry) for entry in fold.entries.values())).split("|") == result
    assert put_plain_names([names_of_entry(entry) for entry in fold.entries.values()]) == [
        name for name, _club in people
    ]
    for page in ("standings/", "crosstable/", "rounds/1/", "entries/", "print/standings/", "print/crosstable/"):
        shown = Client().get(f"/tournaments/{key}/{page}").content.decode()
        assert (page, [name for name in result if name not in shown]) == (page, [])


def test_markup_without_names_asks_for_nothing() -> None:
    assert put_names("<p>x</p>") == "<p>x</p>"


def test_a_text_cannot_stand_for_a_name() -> None:
    text = f"I am {name_of(uuid4())}"
    assert put_names(without_marks(text)) == without_marks(text)


@pytest.mark.django_db
def test_a_renamed_and_a_deleted_player_are_right_at_once(client: Client) -> None:
    ada, *others = some_players(4)
    tournament = a_tournament([ada.id, *(other.id for other in others)])
    play_round(tournament)
    url = f"/tournaments/{key_of(tournament)}/standings/"
    assert ada.name in client.get(url).content.decode()
    Player.objects.filter(id=ada.id).update(name="Countess")
    renamed = client.get(url).content.decode()
    assert ada.name not in renamed
    assert "Countess" in renamed
    Player.objects.filter(id=ada.id).delete()
    deleted = client.get(url).content.decode()
    assert "Countess" not in deleted
    assert "Deleted player" in deleted


@pytest.mark.django_db
def test_what_is_kept_holds_no_name(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    players = some_players(4)
    tournament = a_tournament([player.id for player in players])
    play_round(tournament)
    drawn: list[str] = []

    def keep(*args: object, **kwargs: object) -> ShownPart:
        shown = kept_part(*args, **kwargs)  # type: ignore[arg-type]
        drawn.append(shown.markup)
        return shown

    monkeypatch.setattr("tournaments.pages.views.kept_part", keep)
    for page in ("", "standings/", "crosstable/", "rounds/1/", "entries/", "entries/1/"):
        assert client.get(f"/tournaments/{key_of(tournament)}/{page}").status_code == 200
    assert len(drawn) == 6
    assert [player.name for player in players if any(player.name in markup for markup in drawn)] == []
    assert all("player-" not in markup for markup in drawn)
