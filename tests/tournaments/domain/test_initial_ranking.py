"""Who enters with a rating keeps it: it ranks, seeds and numbers, and stands in rows, tables, files and prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from eventlog import store
from eventlog.sources import new_id
from games.models import key_of
from games.rules import Illegal
from notices.domain.commands import notices_of
from notices.kinds.words import words_of
from ratings.models import Rating
from tests.api.asking import Program
from tests.scenes import account
from tests.tournaments.organizer.people import address, fields, words
from tests.tournaments.organizer.test_paste import sent_after
from tests.tournaments.organizer.test_printouts import cells
from tests.tournaments.scenes import a_tournament, next_round, play_on, some_players
from tournaments.domain import events as e
from tournaments.domain import lifecycle
from tournaments.domain.command_handler import execute
from tournaments.domain.commands import organization, registration, rounds
from tournaments.domain.commands import people as command_people
from tournaments.domain.commands.people import NewEntry, NewPerson
from tournaments.domain.drafts import DraftedEvents
from tournaments.domain.notices import tell_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange import large_imports
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.exchange.imports import Choices, import_tournament, understood
from tournaments.files.formats.record import EntryRecord, Person, TournamentRecord
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import TournamentEntry
from tournaments.scoring.points import SCORINGS

pytestmark = pytest.mark.django_db

RATINGS = (1000, 2000, 0, 1500)
"""Of the four who enter, in this order."""

NAMES = ("Ann", "Bo", "Cyd", "Dee")


def rate(player: UUID, value: int) -> None:
    data = {"value": value, "deviation": 50, "volatility": 0.06, "games": 9, "played": timezone.now(), "position": 1}
    Rating.objects.update_or_create(player=player, variant="barrage", defaults=data)


# -- the ways in ----------------------------------------------------------------------------------


def new_entries() -> list[NewEntry]:
    return [NewEntry((NewPerson(name),), rating) for name, rating in zip(NAMES, RATINGS, strict=True)]


def typed(format: str, owner: Player) -> UUID:
    id = a_tournament(0, format=format, owner=owner.id, started=False)
    command_people.enter_people(tournament=id, entries=new_entries(), by=owner.id)
    return id


def pasted(format: str, owner: Player) -> UUID:
    id, browser = a_tournament(0, format=format, owner=owner.id, started=False), Client()
    browser.force_login(owner.account)
    page = address(id, "desk/entries/paste/")
    listed = "\n".join(f"{name};{rating or ''}" for name, rating in zip(NAMES, RATINGS, strict=True))
    assert browser.post(page, sent_after(browser, page, f"name;rating\n{listed}")).status_code == 303
    return id


def by_program(format: str, owner: Player) -> UUID:
    id = a_tournament(0, format=format, owner=owner.id, started=False)
    people = [{"people": [{"name": name}], "rating": rating} for name, rating in zip(NAMES, RATINGS, strict=True)]
    sent = Program(owner.account, "staff").post(
        f"tournaments/{key_of(id)}/desk/people/", {"entries": people}, {"If-Match": "*"}
    )
    assert sent.status_code == 200
    return id


def report(format: str) -> tuple[TournamentRecord, Choices, str]:
    people = sorted(zip(NAMES, RATINGS, strict=True), key=lambda item: -item[1])  # a file's numbers are kept
    entries = tuple(
        EntryRecord(at, (Person(name, rating=person),), person) for at, (name, person) in enumerate(people, 1)
    )
    text = to_trf(TournamentRecord("Cup", "barrage", format, 3, entries, (), real=True), {})
    record = understood(text).record
    assert record is not None
    return record, Choices("Cup", "barrage", format, SCORINGS["6-3-1"], (), going_on=True, rounds=3), text


def imported(format: str, owner: Player) -> UUID:
    record, choices, _text = report(format)
    return import_tournament(record=record, choices=choices, owner=owner.id)


def imported_by_task(format: str, owner: Player) -> UUID:
    record, choices, text = report(format)
    row = large_imports.keep(id=new_id(), record=record, text=text, choices=choices, owner=owner.id)
    large_imports.run(row.id)
    return row.id


def invited(format: str, owner: Player) -> UUID:
    """Members, whose ratings of the service are gone by the start."""
    id = a_tournament(0, format=format, owner=owner.id, started=False, entry="invitation")
    people = [player.id for player in some_players(4)]
    organization.invite(tournament=id, players=people, by=owner.id)
    for player, rating in zip(people, RATINGS, strict=True):
        if rating:
            rate(player, rating)
        registration.enter(tournament=id, players=(player,), by=player)
    Rating.objects.all().delete()
    return id


WAYS: dict[str, Callable[[str, Player], UUID]] = {
    item.__name__: item for item in (typed, pasted, by_program, imported, imported_by_task, invited)
}

FIRST_ROUND = {
    "swiss": [{2000, 1000}, {1500, 0}],
    "knockout": [{2000, 0}, {1500, 1000}],
    "round_robin": [{2000, 0}, {1500, 1000}],
}
"""Who meets, by ratings, where the highest has number 1."""


def everywhere(id: UUID) -> dict[str, list[int]]:
    """The ratings by pairing number, wherever they are told."""
    fold = fold_of(id)
    record = understood(to_trf(record_of(id, fold), places(fold))).record
    assert record is not None
    printed = cells(words(Client().get(address(id, "print/entries/"))))
    rows = TournamentEntry.objects.filter(tournament=id).order_by("number")
    return {
        "fold": [fold.entries[entry].rating for entry in fold.order],
        "rows": [row.rating for row in rows],
        "table": [row.rating for row in crosstable(fold).rows],
        "file": [entry.rating for entry in record.entries],
        "print": [int(row[2] or 0) for row in printed],
    }


def in_all_places(*ratings: int) -> dict[str, list[int]]:
    return {place: list(ratings) for place in ("fold", "rows", "table", "file", "print")}


@pytest.mark.parametrize("format", FIRST_ROUND)
@pytest.mark.parametrize("way", WAYS)
def test_who_enters_with_a_rating_keeps_it(way: str, format: str) -> None:
    owner = account("Ada").player
    id = WAYS[way](format, owner)
    lifecycle.start(tournament=id, by=owner.id)
    fold = next_round(id)
    assert everywhere(id) == in_all_places(*sorted(RATINGS, reverse=True))
    boards = [{fold.entries[entry].rating for entry in board.entries} for board in fold.rounds[0].boards]
    assert sorted(boards, key=max, reverse=True) == FIRST_ROUND[format]
    verify_tournament(store.load(id))


def test_partners_who_enter_with_a_rating_keep_it() -> None:
    owner = account("Ada").player
    id = a_tournament(0, variant="alliance", owner=owner.id, started=False)
    pairs = [
        NewEntry((NewPerson(f"{name} 1"), NewPerson(f"{name} 2")), rating)
        for name, rating in zip(NAMES, RATINGS, strict=True)
    ]
    command_people.enter_people(tournament=id, entries=pairs, by=owner.id)
    lifecycle.start(tournament=id, by=owner.id)
    assert fold_of(id).order == (2, 4, 1, 3)
    assert everywhere(id)["fold"] == sorted(RATINGS, reverse=True)


def test_who_comes_late_is_ranked_among_ratings_that_stand() -> None:
    owner = account("Ada").player
    terms = {"rounds": 3, "late": 3, "tiebreaks": ("average-rating",)}
    id = a_tournament(0, owner=owner.id, started=False, **terms)
    command_people.enter_people(tournament=id, entries=new_entries(), by=owner.id)
    lifecycle.start(tournament=id, by=owner.id)
    command_people.enter_people(tournament=id, entries=[NewEntry((NewPerson("Eve"),), 1200)], by=owner.id)
    fold = next_round(id)
    assert everywhere(id) == in_all_places(2000, 1500, 1200, 1000, 0)
    fold = play_on(id)
    averages = {fold.order[standing.number - 1]: standing.values[0] for standing in standings_of(fold)}
    met = {item: other for board in fold.rounds[0].boards for item, other in (board.entries, board.entries[::-1])}
    assert {entry: value for entry, value in averages.items() if value} == {
        entry: fold.entries[other].rating for entry, other in met.items() if fold.entries[other].rating
    }


# -- the service's --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ratings", "by_entry"),
    [("entered", [1700, 1900, 1500, 1650, 0]), ("current", [1600, 2100, 1500, 1650, 0])],
)
def test_the_service_has_a_rating_for_who_has_none_and_for_all_members_by_the_terms(
    ratings: str, by_entry: list[int]
) -> None:
    """Of a member who entered with one, of one whom the staff named with one, of who is no member, of a member who was
    named without, and of nobody. What the staff has corrected stays in any event."""
    owner, (named, bare, member) = account("Ada").player, some_players(3)
    id = a_tournament(0, owner=owner.id, started=False, start_ratings=ratings)
    rate(member.id, 1700)
    registration.enter(tournament=id, players=(member.id,), by=member.id)
    people = [NewEntry((NewPerson(name),), rating) for name, rating in (("A", 1900), ("B", 1500), ("C", 0), ("D", 0))]
    command_people.enter_people(tournament=id, entries=people, by=owner.id)
    rate(member.id, 1600)
    for entry, player, value in ((2, named, 2100), (4, bare, 1650)):
        identify(id, entry, player.id)
        rate(player.id, value)
    corrected = a_tournament([named.id, bare.id], owner=owner.id, started=False, start_ratings=ratings)
    command_people.correct(tournament=corrected, entry=1, by=owner.id, rating=1234)
    for event, expected in ((id, by_entry), (corrected, [1234, 1650])):
        lifecycle.start(tournament=event, by=owner.id)
        assert [entry.rating for entry in fold_of(event).entries.values()] == expected


def identify(id: UUID, entry: int, player: UUID) -> None:
    execute(tournament=id, by=player, decide=lambda draft: draft.add(e.PlayerIdentified(entry, 0, str(player))))


def test_an_event_played_here_has_current_ratings_and_one_across_boards_those_of_the_entries() -> None:
    ratings = [fold_of(a_tournament(0, started=False, real=real)).terms.start_ratings for real in (False, True)]
    assert ratings == ["current", "entered"]


# -- events that began without --------------------------------------------------------------------


def begun_without(owner: Player, **terms: Any) -> UUID:
    """An event that began as events did: the start took what was typed."""
    id = a_tournament(0, owner=owner.id, started=False, **terms)
    command_people.enter_people(tournament=id, entries=new_entries(), by=owner.id)

    def decide(draft: DraftedEvents) -> None:
        draft.add(e.TournamentStarted((1, 2, 3, 4), red_first=True, lot=7, rounds=3, ratings=(0, 0, 0, 0)))

    execute(tournament=id, by=owner.id, decide=decide)
    return id


def told(player: UUID) -> list[str]:
    return [word.text for word in words_of(notices_of(player))]


def test_arbiters_of_an_event_that_began_without_ratings_are_told_and_put_them_right() -> None:
    owner, browser = account("Ada").player, Client()
    browser.force_login(owner.account)
    id = begun_without(owner, name="Open")
    assert everywhere(id) == in_all_places(0, 0, 0, 0)
    tell_people(id)
    assert told(owner.id) == ["Open: the start took ratings that people were entered with; the desk puts them right"]
    desk = browser.get(address(id, "desk/"))
    assert "The start took the ratings of 3 entries, and ranked them as if they had none." in words(desk)
    assert browser.post(address(id, "desk/"), fields(desk, "correct-ranking")).status_code == 303
    assert everywhere(id) == in_all_places(2000, 1500, 1000, 0)
    assert fold_of(id).order == (2, 4, 1, 3)
    again = words(browser.get(address(id, "desk/")))
    assert ("The start took" in again, "correct-ranking" in again) == (False, False)
    assert "The ratings of the start, and the ranking by them, were put right." in words(
        Client().get(address(id, "log/"))
    )
    tell_people(id)
    assert told(owner.id) == []
    verify_tournament(store.load(id))


def test_a_rating_that_is_corrected_before_the_first_round_can_change_the_numbers() -> None:
    owner = account("Ada").player
    id = a_tournament(0, owner=owner.id, started=False)
    command_people.enter_people(tournament=id, entries=new_entries(), by=owner.id)
    before = lifecycle.start(tournament=id, by=owner.id)
    assert rounds.correct_ranking(tournament=id, by=owner.id).version == before.version
    command_people.correct(tournament=id, entry=3, by=owner.id, rating=2500)
    assert rounds.correct_ranking(tournament=id, by=owner.id).order == (3, 2, 4, 1)
    verify_tournament(store.load(id))


def test_once_a_round_is_paired_numbers_stay_and_ratings_come_back() -> None:
    owner = account("Ada").player
    id = begun_without(owner)
    lifecycle.pair(tournament=id, by=owner.id)
    with pytest.raises(Illegal, match="round-paired"):
        rounds.correct_ranking(tournament=id, by=owner.id)
    lifecycle.begin_round(tournament=id, by=owner.id)
    fold = rounds.correct_ranking(tournament=id, by=owner.id)
    assert (fold.order, [entry.rating for entry in fold.entries.values()]) == ((1, 2, 3, 4), [1000, 2000, 0, 1500])
    verify_tournament(store.load(id))
