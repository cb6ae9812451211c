"""Members whom an imported event names: theirs only once they agree, and no longer once they take that back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.conduct import allowances
from accounts.conduct.blocks import block
from accounts.models import Player
from eventlog import store
from games.domain.imports import judge
from games.models import GameSeat, key_of
from games.notation import parse_records
from games.rules import Illegal
from notices.domain.commands import notices_of
from notices.kinds.words import words_of
from privacy.erase import erase_player
from tests.scenes import account
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.files.records import small_record
from tournaments.domain.commands import game_records, name_claims
from tournaments.domain.queries.event_lists import own_events
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.imports import import_tournament
from tournaments.models import EntryPerson, NamedMember, TournamentEntry

pytestmark = pytest.mark.django_db

DUEL = Path("games/demo/duel-1.json").read_bytes()  # red wins


def member(name: str) -> Player:
    return Player.objects.get(account=account(name))


@pytest.fixture
def ada() -> Player:
    return member("Ada")


@pytest.fixture
def bob() -> Player:
    return member("Bob")


def an_import(owner: Player, *, rounds: int = 2, **named: Player) -> UUID:
    """An event that goes on after so many rounds, whose `Ann`, `Ben` and so on in the file are these members."""
    record = replace(small_record(), variant="duel", played=small_record().played[:rounds])
    places = {entry.people[0].name.lower(): (entry.number, 0) for entry in record.entries}
    players = {places[name]: item.id for name, item in named.items()}
    choices = replace(choices_for(record, going_on=True), players=players)
    return import_tournament(record=record, choices=choices, owner=owner.id)


def shown(tournament: UUID, path: str = "entries", *args: int) -> str:
    return Client().get(reverse(f"tournaments:{path}", args=[key_of(tournament), *args])).content.decode()


def link(player: Player) -> str:
    return f'href="{reverse("players:profile", args=[player.name])}"'


def test_nothing_leads_to_a_member_who_has_not_agreed(ada: Player, bob: Player) -> None:
    cup = an_import(ada, ann=bob)
    written = Player.objects.get(name="Ann", account=None)
    assert fold_of(cup).entries[1].players == (written.id,)
    assert (bob.name in shown(cup), "Ann" in shown(cup), link(bob) in shown(cup, "card", 1)) == (False, True, False)
    assert list(own_events(bob.id)) == []
    (result,) = words_of(notices_of(bob.id))
    assert result.text == f"{ada.name} has written a name down in Cup: say whether that is you"
    assert result.url == reverse("tournaments:named", args=[key_of(cup)])


def test_who_agrees_has_the_event_and_who_takes_it_back_has_not(ada: Player, bob: Player) -> None:
    cup = an_import(ada, ann=bob)
    before = TournamentEntry.objects.filter(tournament=cup).order_by("entry").values_list("player", flat=True)
    written = list(before)
    for _again in range(2):
        name_claims.answer(tournament=cup, by=bob.id, agree=True)
        assert fold_of(cup).entries[1].players == (bob.id,)
        assert (bob.name in shown(cup), "Ann" in shown(cup), link(bob) in shown(cup, "card", 1)) == (True, False, True)
        assert [event.id for event in own_events(bob.id)] == [cup]
        assert notices_of(bob.id) == []
    rows = list(TournamentEntry.objects.filter(tournament=cup).order_by("entry").values())
    call_command("rebuild", verbosity=0)
    assert [row | {"id": 0} for row in TournamentEntry.objects.filter(tournament=cup).order_by("entry").values()] == [
        row | {"id": 0} for row in rows
    ]
    name_claims.answer(tournament=cup, by=bob.id, agree=False)
    assert list(before.all()) == written
    assert (bob.name in shown(cup), bob.name in shown(cup, "log"), "Ann" in shown(cup)) == (False, False, True)
    assert [type(event.event).__name__ for event in store.load(cup)].count("PlayerIdentified") == 2
    verify_tournament(store.load(cup))


def test_nobody_is_named_by_somebody_they_block(ada: Player, bob: Player) -> None:
    block(blocker=bob, target=ada)
    with pytest.raises(Illegal, match="blocked"):
        an_import(ada, ann=bob)
    assert not Player.objects.filter(name="Ann").exists()


def test_who_is_named_counts_as_invited(ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(allowances.MOST, allowances.What.INVITATIONS_TO, 2)  # type: ignore[arg-type]  # a dict
    an_import(ada, ann=bob, ben=ada)
    an_import(ada, ann=bob)
    with pytest.raises(Illegal, match="invited-enough"):
        an_import(ada, ann=bob)
    assert (NamedMember.objects.filter(player=bob.id).count(), an_import(ada, ann=ada) is not None) == (2, True)


def test_records_of_games_go_by_the_name_in_the_file(ada: Player, bob: Player) -> None:
    """A game that is written stays, and an agreement can be taken back."""
    cup = an_import(ada, ann=bob)
    name_claims.answer(tournament=cup, by=bob.id, agree=True)
    (record,) = parse_records(DUEL)
    game_records.attach_record(tournament=cup, round=1, board=1, leg=1, judged=judge("duel", record), by=ada.id)
    assert not GameSeat.objects.filter(player_id=bob.id).exists()
    assert GameSeat.objects.filter(player__name="Ann").count() == 1


def test_a_name_that_a_member_has_agreed_to_goes_with_the_member(ada: Player, bob: Player) -> None:
    cup = an_import(ada, ann=bob, ben=member("Cyd"))
    name_claims.answer(tournament=cup, by=bob.id, agree=True)
    (record,) = parse_records(DUEL)
    game_records.attach_record(tournament=cup, round=1, board=1, leg=1, judged=judge("duel", record), by=ada.id)
    erase_player(bob)
    assert sorted(Player.objects.filter(account=None).values_list("name", flat=True)) == ["=1+1", "Ben"]
    assert EntryPerson.objects.count() == 0
    page = shown(cup)
    assert ("Ann" in page, "Deleted player" in page, "Ben" in page) == (False, True, True)


def test_the_question_goes_with_who_is_asked(ada: Player, bob: Player) -> None:
    an_import(ada, ann=bob)
    erase_player(bob)
    assert not NamedMember.objects.exists()


def test_the_page(ada: Player, bob: Player, client: Client) -> None:
    cup = an_import(ada, ann=bob)
    address = reverse("tournaments:named", args=[key_of(cup)])
    assert client.get(address).status_code == 302
    client.force_login(account("Eve"))
    assert client.get(address).status_code == 404
    assert client.post(address, {"do": "agree"}).status_code == 404

    client.force_login(bob.account)
    event = client.get(reverse("tournaments:tournament", args=[key_of(cup)])).content.decode()
    assert (address in event, "Say whether this is you" in event) == (True, True)
    page = client.get(address).content.decode()
    assert ("“Ann” in it is you" in page, "Whom you named" in page) == (True, False)
    assert [f'value="{do}"' in page for do in ("agree", "decline")] == [True, True]
    assert client.post(address, {"do": "perhaps"}).status_code == 400
    assert client.post(address, {"do": "agree"})["Location"] == address
    assert "Take it back" in client.get(address).content.decode()

    client.force_login(ada.account)
    page = client.get(address).content.decode()
    assert ("Whom you named" in page, "Agreed" in page, bob.name in page, "Is this you" in page) == (
        True,
        True,
        True,
        False,
    )
    assert client.get(reverse("tournaments:named", args=[key_of(uuid4())])).status_code == 404
