"""Rating lists of federations: what is read of a file, who is found in it, and what an event takes of it."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.rules import Illegal
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands.organization import give_role
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people, persons_of
from tournaments.domain.commands.rating_lists import MOST_LISTS, MOST_PEOPLE, NewRated, keep_rating_list
from tournaments.domain.queries.rated_people import SoughtPerson, match_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import RatedPerson, RatingList
from tournaments.organizer.rating_file import read_rating_list

ISF = """Nr;Naam;Rating;Club;Fed;Geboortejaar
101;Smit, Jan;1712;De Vlag;NED;1980
102;Smit, Jan;1500;Oranje;NED;2001
103;Müller-Lüdenscheidt, José;1650;SC Blau;GER;
104;van der Berg, Piet;-;;NED;1990
"""
FIDE = (
    "ID Number      Name                      Fed Sex Tit  WTit OTit           FOA  SEP26 SGm SK B-day Flag\n"
    "1503014        Carlsen, Magnus           NOR M   GM                            2839  0   10 1990      \n"
    "24116068       Smit, Jan                 NED M                                 0     0   20 0000      \n"
)


def test_lists_are_read_with_headings_in_four_languages_and_in_fixed_columns() -> None:
    assert read_rating_list(ISF.encode(), year=2026) == [
        NewRated("101", "Smit, Jan", 1712, "De Vlag", "NED", "", "1980"),
        NewRated("102", "Smit, Jan", 1500, "Oranje", "NED", "", "2001"),
        NewRated("103", "Müller-Lüdenscheidt, José", 1650, "SC Blau", "GER"),
        NewRated("104", "van der Berg, Piet", 0, "", "NED", "", "1990"),
    ]
    assert read_rating_list(ISF.encode("cp1252"), year=2026) == read_rating_list(ISF.encode(), year=2026)
    assert read_rating_list(FIDE.encode(), year=2026) == [
        NewRated("1503014", "Carlsen, Magnus", 2839, "", "NOR", "GM", "1990"),
        NewRated("24116068", "Smit, Jan", 0, "", "NED"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "list-unheaded", {}),
        ("Smit, Jan;1712\n", "list-unheaded", {}),
        ("Name;Rating\n", "list-empty", {}),
        ("Name;Rating\n\nJan;1712\nPiet;good\n", "list-line", {"line": 4, "cell": "good"}),
        ("Name;Rating\n;1712\n", "list-line", {"line": 2, "cell": ""}),
        ("Name;Rating\n" + "Jan;1\n" * (MOST_PEOPLE + 1), "list-too-long", {"most": MOST_PEOPLE}),
    ],
)
def test_a_file_that_is_no_list_says_what_to_do(text: str, code: str, params: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refused:
        read_rating_list(text.encode(), year=2026)
    assert (refused.value.refusal.code, dict(refused.value.refusal.params)) == (code, params)


@pytest.mark.django_db
def test_the_number_decides_and_what_speaks_against_a_match_is_said() -> None:
    ada, _client = person("Ada")
    people = read_rating_list(ISF.encode(), year=2026)
    kept = keep_rating_list(owner=ada.player.id, name="ISF", day=date(2026, 11, 1), people=people)
    sought = [
        SoughtPerson(1, "Jan Smit", number="101"),
        SoughtPerson(2, "Jan Smit"),
        SoughtPerson(3, "Jan Smit", birth="2001/03/04"),
        SoughtPerson(4, "jose muller ludenscheidt"),
        SoughtPerson(5, "P. van der Berg", number="104", birth="1991"),
        SoughtPerson(6, "Johannes Smit"),
        SoughtPerson(7, "Piet van der Berg"),
        SoughtPerson(8, "Nobody Else"),
        SoughtPerson(9, "Müller-Lüdenscheidt, José", number="999"),
    ]
    matches = match_people(kept.id, sought)
    assert {
        number: (match.person and match.person.number, [one.number for one in match.candidates], match.doubts)
        for number, match in matches.items()
    } == {
        1: ("101", ["101", "102"], ()),
        2: (None, ["101", "102"], ("namesakes",)),
        3: ("102", ["102", "101"], ()),
        4: ("103", ["103"], ("taken-twice",)),
        5: ("104", ["104"], ("other-name", "other-birth", "taken-twice")),
        6: (None, ["101", "102"], ("family",)),
        7: ("104", ["104"], ("taken-twice",)),
        8: (None, [], ("unknown",)),
        9: ("103", ["103"], ("other-number", "taken-twice")),
    }


@pytest.mark.django_db
def test_an_arbiter_uploads_a_list_takes_what_is_sure_and_chooses_the_rest() -> None:
    ada, staff = person("Ada")
    event = a_tournament(0, started=False, owner=ada.player.id)
    names = (NewPerson("Jan Smit", fide="101", club="Typed"), NewPerson("Jan Smit"), NewPerson("Nobody Else"))
    enter_people(tournament=event, entries=[NewEntry((name,), 1000) for name in names], by=None)
    page = address(event, "desk/ratings/")
    assert "By its number a person is found" in words(staff.get(page))
    bad = {"do": "upload", "name": "ISF", "day": "2026-11-01", "file": SimpleUploadedFile("isf.txt", b"Jan;1")}
    refused = staff.post(page, bad)
    assert (refused.status_code, "name the columns" in words(refused), 'value="ISF"' in words(refused)) == (
        422,
        True,
        True,
    )
    sent = staff.post(page, bad | {"file": SimpleUploadedFile("isf.csv", ISF.encode())})
    kept = RatingList.objects.get()
    assert (sent.status_code, sent.url, kept.people) == (303, f"{page}?list={kept.id}", 4)
    shown = staff.get(sent.url)
    assert "several of this name" in words(shown)
    assert "nobody like that in the list" in words(shown)
    form = fields(shown, "take-sure")
    assert {slug: value for slug, value in form.items() if slug.startswith("person-")} == {
        "person-1": str(RatedPerson.objects.get(number="101").pk),
        "person-2": "",
    }
    assert staff.post(page, form).status_code == 303
    assert [fold_of(event).entries[number].rating for number in (1, 2, 3)] == [1712, 1000, 1000]
    row = persons_of(event)[1, 0]
    assert (row.fide, row.club, row.federation, row.birth) == ("101", "Typed", "NED", "1980")
    again = staff.get(sent.url)
    assert "1 entry is as the list says" in words(again)
    chosen = fields(again, "take") | {"person-2": str(RatedPerson.objects.get(number="102").pk)}
    version = fold_of(event).version
    assert staff.post(page, chosen).status_code == 303
    assert (fold_of(event).entries[2].rating, fold_of(event).version) == (1500, version + 1)
    staff.post(page, chosen)
    assert fold_of(event).version == version + 1  # the same again changes nothing
    assert "really" not in words(staff.post(page, {"do": "delete", "list": str(kept.id)}))
    assert RatingList.objects.exists()  # asked first
    staff.post(page, {"do": "delete", "list": str(kept.id), "sure": "1"})
    assert (RatingList.objects.count(), RatedPerson.objects.count(), fold_of(event).entries[2].rating) == (0, 0, 1500)


@pytest.mark.django_db
def test_lists_are_seen_by_their_owner_and_the_arbiters_of_the_owners_events() -> None:
    (ada, _own), (bob, helping), (eve, other) = person("Ada"), person("Bob"), person("Eve")
    people = read_rating_list(ISF.encode(), year=2026)
    mine = keep_rating_list(owner=ada.player.id, name="Ours", day=date(2026, 11, 1), people=people)
    event, elsewhere = (a_tournament(2, started=False, owner=who.player.id) for who in (ada, eve))
    give_role(tournament=event, player=bob.player.id, role="arbiter", by=None)
    assert "Ours" in words(helping.get(address(event, "desk/ratings/")))
    assert Client().get(address(event, "desk/ratings/")).status_code == 302
    assert other.get(address(event, "desk/ratings/")).status_code == 403
    for do in ("take", "take-sure"):
        stolen = {"do": do, "list": str(mine.id), "person-1": str(RatedPerson.objects.first().pk)}
        answer = other.post(address(elsewhere, "desk/ratings/"), stolen)
        assert (answer.status_code, "Smit" in words(answer)) == (404, False)
    assert "Ours" not in words(other.get(address(elsewhere, "desk/ratings/") + f"?list={mine.id}"))
    other.post(address(elsewhere, "desk/ratings/"), {"do": "delete", "list": str(mine.id), "sure": "1"})
    assert "deleted" not in words(
        helping.post(address(event, "desk/ratings/"), {"do": "delete", "list": str(mine.id), "sure": "1"})
    )
    assert RatingList.objects.filter(id=mine.id).exists()


@pytest.mark.django_db
def test_a_version_again_replaces_itself_and_there_are_only_so_many() -> None:
    ada, _client = person("Ada")
    one = [NewRated("1", "Jan Smit", 1500)]
    for month in range(1, MOST_LISTS + 1):
        keep_rating_list(owner=ada.player.id, name="ISF", day=date(2026, month, 1), people=one)
    keep_rating_list(owner=ada.player.id, name=" ISF ", day=date(2026, 1, 1), people=[*one, NewRated("2", "Ann", 1600)])
    assert (RatingList.objects.count(), RatedPerson.objects.count()) == (MOST_LISTS, MOST_LISTS + 1)
    with pytest.raises(Illegal, match="too-many-lists"):
        keep_rating_list(owner=ada.player.id, name="ISF", day=date(2027, 1, 1), people=one)
