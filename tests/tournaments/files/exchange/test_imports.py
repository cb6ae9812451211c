"""Events from files: what comes back is what went out, and can go on."""

from __future__ import annotations

import random
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player
from games.models import key_of
from games.rules import Illegal
from privacy.erase import erase_player
from tests.scenes import account
from tests.tournaments.files.records import small_record
from tests.tournaments.scenes import a_tournament, play_on, play_out, play_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization, registration
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import places_of
from tournaments.domain.state import Status
from tournaments.domain.terms import usual_terms
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.exchange.imports import Choices, import_tournament, understood
from tournaments.files.formats.json_form import to_json
from tournaments.files.formats.record import TournamentRecord
from tournaments.files.formats.tables import crosstable_csv
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import Tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def choices_for(record: TournamentRecord, *, going_on: bool = False) -> Choices:
    return Choices(
        name=record.name,
        variant=record.variant or "barrage",
        format=record.format,
        scoring=record.scoring,
        tiebreaks=record.tiebreaks,
        going_on=going_on,
    )


def imported(data: bytes | str, *, going_on: bool = False) -> UUID:
    result = understood(data)
    assert result.errors == ()
    assert result.record is not None
    (owner,) = some_players(1)
    return import_tournament(
        record=result.record, choices=choices_for(result.record, going_on=going_on), owner=owner.id
    )


def exports(tournament: UUID) -> dict[str, bytes]:
    """Every form that can be read back, without the address that only this copy has."""
    fold = fold_of(tournament)
    record = replace(record_of(tournament, fold), key="")
    return {
        "json": to_json(record),
        "trf": to_trf(record, places(fold)).encode(),
        "csv": crosstable_csv(record),
    }


def some_event(kind: str) -> UUID:
    """An event that is over, with what makes exports hard: a bye, a withdrawal, a match of several games, partners."""
    if kind == "knockout":
        tournament = a_tournament(5, format="knockout", best_of=2, name="Cup")
    elif kind in ("seeds", "lots"):
        terms = {"best_of": 2, "third_place": True, "decider": "lot"} if kind == "lots" else {}
        tournament = a_tournament(8, format="knockout", name="Cup", **terms)
    elif kind == "partners":
        tournament = a_tournament(4, variant="alliance", format="round_robin", name="Pairs")
    else:
        tournament = a_tournament(5, rounds=3, name="Open", half_byes=1)
        play_round(tournament)
        player = fold_of(tournament).entries[2].players[0]
        byes.request_bye(tournament=tournament, entry=1, round=2, kind="half", by=None)
        registration.withdraw(tournament=tournament, entry=2, by=player)
    play_out(tournament)
    return tournament


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "knockout", "seeds", "lots", "partners"])
def test_what_is_exported_comes_back_whole(kind: str) -> None:
    before = exports(some_event(kind))
    for form in ("json", "trf"):
        copy = imported(before[form])
        after = exports(copy)
        assert after[form] == before[form]
        if form == "json":
            assert after == before
        call_command("rebuild", verbosity=0)
        row = Tournament.objects.get(id=copy)
        assert (row.status, row.imported) == ("finished", True)


def test_matches_that_were_drawn_to_the_end_come_back() -> None:
    tournament = a_tournament(6, format="knockout", third_place=True, decider="lot", name="Cup")
    for _round in range(3):
        play_round(tournament, lambda board: (Mark.DRAW, Mark.DRAW))
    lifecycle.finish(tournament=tournament, by=None)
    before = exports(tournament)
    for form in ("json", "trf"):
        copy = imported(before[form])
        assert (exports(copy)[form], places(fold_of(copy))) == (before[form], places(fold_of(tournament)))


def test_rounds_of_another_format_are_no_bracket() -> None:
    record = record_of(swiss := some_event("swiss"), fold_of(swiss))
    (owner,) = some_players(1)
    choices = replace(choices_for(record), format="knockout")
    with pytest.raises(Illegal, match="no-such-bracket"):
        import_tournament(record=record, choices=choices, owner=owner.id)
    assert not Tournament.objects.filter(imported=True).exists()


def test_a_crosstable_comes_back() -> None:
    before = exports(some_event("swiss"))["csv"]
    assert exports(imported(before))["csv"] == before


def test_an_event_goes_on_where_its_file_ends() -> None:
    tournament = a_tournament(8, rounds=4, name="Open")
    play_round(tournament)
    fold = play_round(tournament)
    copy = imported(to_trf(record_of(tournament, fold), places(fold)), going_on=True)
    now = fold_of(copy)
    assert (now.status, len(now.rounds), now.planned) == (Status.RUNNING, 2, 4)
    for id in (tournament, copy):
        lifecycle.pair(tournament=id, by=None)
    pairings = [[(board.red, board.blue) for board in fold_of(id).rounds[2].boards] for id in (tournament, copy)]
    order = fold.order  # the copy numbers its entries as they were ranked
    assert [(order[red - 1], order[blue - 1]) for red, blue in pairings[1]] == pairings[0]
    assert play_out_from_pairing(copy) is Status.FINISHED


def play_out_from_pairing(tournament: UUID) -> Status:
    lifecycle.begin_round(tournament=tournament, by=None)
    play_on(tournament)
    return play_out(tournament).status


def test_what_a_file_said_of_somebody_goes_with_them() -> None:
    tournament = imported(to_trf(small_record(), {}))
    ann = Player.objects.get(name="Ann")
    assert b"1990/01/02" in exports(tournament)["trf"]
    erase_player(ann)
    assert b"1990" not in exports(tournament)["trf"]
    assert b"Ann" not in b"".join(exports(tournament).values())


# -- the page -------------------------------------------------------------------------------------


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(account("Ada"))
    return client


ADDRESS = "tournaments:import"


def test_what_was_understood_is_shown_and_then_created(organiser: Client) -> None:
    address = reverse(ADDRESS)
    assert organiser.get(address).status_code == 200
    text = to_trf(small_record(), {})
    looked = organiser.post(address, {"text": text, "do": "look"})
    assert looked.status_code == 200
    assert not Tournament.objects.exists()
    form = looked.context["choices"].initial | {"text": text, "do": "create", "scoring": "file", "going_on": "yes"}
    refused = organiser.post(address, form | {"rounds": "1", "tiebreak_1": "luck", "member-1-0": "nobody"})
    assert refused.status_code == 422
    page = refused.content.decode()
    for words in (
        "The file has 2 rounds already.",
        "luck is not one of the available choices",
        "no player called nobody here",
    ):
        assert words in page
    assert "001    1" in page  # the file is not lost

    created = organiser.post(address, form | {"name": "My cup", "member-1-0": "ada"})
    (row,) = Tournament.objects.all()
    assert created["Location"] == reverse("tournaments:tournament", args=[row.key])
    fold = fold_of(row.id)
    ada = Player.objects.get(account__username="ada").id
    assert (fold.entries[1].players, fold.role(ada)) == ((ada,), "owner")
    assert organiser.post(address, form | {"name": "My cup"})["Location"] == created["Location"]
    assert Tournament.objects.count() == 1


def chosen(shown: dict[str, str]) -> list[str]:
    return [shown[name] for name in sorted(shown) if name.startswith("tiebreak_")]


def test_tiebreaks_are_asked_for_by_their_names_with_the_usual_ones_chosen(organiser: Client) -> None:
    address = reverse(ADDRESS)
    bare = to_trf(replace(small_record(), tiebreaks=()), {})
    looked = organiser.post(address, {"text": bare, "do": "look"})
    assert "Buchholz Cut-1" in looked.content.decode()
    form = looked.context["choices"].initial | {"text": bare, "do": "create", "scoring": "file", "going_on": "no"}
    assert chosen(form) == list(usual_terms("barrage").tiebreaks)
    post = organiser.post(address, {"text": to_trf(small_record(), {}), "do": "look"})
    assert chosen(post.context["choices"].initial) == ["buchholz"]  # those of the file
    # Whoever changes the format and leaves them alone has the usual ones of that format.
    organiser.post(address, form | {"format": "round_robin"})
    (row,) = Tournament.objects.all()
    usual = usual_terms("barrage", "round_robin").tiebreaks
    assert fold_of(row.id).terms.tiebreaks == usual
    form |= {"once": str(uuid4()), "format": "round_robin", "tiebreak_1": "sonneborn-berger", "tiebreak_2": "buchholz"}
    refused = organiser.post(address, form | {"tiebreak_3": "sonneborn-berger"})
    assert refused.context["choices"].errors == {
        "tiebreak_1": ["This tie-break is chosen twice."],
        "tiebreak_2": ["“Buchholz” does not suit this format."],
        "tiebreak_3": ["This tie-break is chosen twice."],
    }


def test_tiebreaks_of_an_import_change_until_its_first_new_round() -> None:
    text = to_trf(replace(small_record(), played=small_record().played[:1]), {})
    copy = imported(text, going_on=True)
    owner = next(iter(fold_of(copy).roles))
    assert fold_of(copy).terms.tiebreaks == ("buchholz",)

    def change(*tiebreaks: str) -> None:
        terms = replace(fold_of(copy).terms, tiebreaks=tiebreaks)
        organization.change_terms(tournament=copy, terms=terms, by=owner)

    change("wins", "buchholz")
    lifecycle.pair(tournament=copy, by=owner)
    with pytest.raises(Illegal, match="too-late-to-change"):
        change("wins")
    assert fold_of(copy).terms.tiebreaks == ("wins", "buchholz")
    here = a_tournament(4)
    with pytest.raises(Illegal, match="too-late-to-change"):
        organization.change_terms(tournament=here, terms=replace(fold_of(here).terms, tiebreaks=()), by=None)


def test_days_of_a_file_are_days_at_the_event() -> None:
    """West of Greenwich a day that began in UTC would be the one before."""
    record = replace(small_record(), begun=86_400_000_000 * 200, ended=None)
    record = replace(record, played=tuple(replace(item, begun=86_400_000_000 * 201) for item in record.played))
    text = to_trf(record, {})
    result = understood(text).record
    assert result is not None
    (owner,) = some_players(1)
    choices = replace(choices_for(result), zone="America/Lima")
    copy = import_tournament(record=result, choices=choices, owner=owner.id)
    lines = to_trf(record_of(copy, fold_of(copy)), {}).splitlines()
    assert [line for line in lines if line[:3] in ("042", "132")] == [
        line for line in text.splitlines() if line[:3] in ("042", "132")
    ]
    assert record_of(copy, fold_of(copy)).begun == 86_400_000_000 * 200 + 5 * 3_600_000_000


@pytest.mark.slow
def test_an_account_imports_so_many_events_in_a_day_and_no_more(organiser: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"import_event": "2/d/user"}
    text = to_trf(small_record(), {})

    def create(once: UUID) -> HttpResponse:
        looked = organiser.post(reverse(ADDRESS), {"text": text, "do": "look"})
        form = looked.context["choices"].initial | {"text": text, "do": "create", "scoring": "file", "going_on": "no"}
        return organiser.post(reverse(ADDRESS), form | {"name": "Cup", "once": once})  # type: ignore[return-value]

    first, second = uuid4(), uuid4()
    assert [create(once).status_code for once in (first, second, first, second)] == [302] * 4
    refused = create(uuid4())
    assert (refused.status_code, Tournament.objects.count()) == (429, 2)
    page = refused.content.decode()
    assert "as many events as one account may in a day" in page
    assert "001    1" in page  # the file is not lost
    organiser.force_login(account("Bob"))
    assert create(uuid4()).status_code == 302


def test_errors_are_told_by_line(organiser: Client) -> None:
    text = to_trf(small_record(), {}).replace("1 b 0  0000 - H", "3 b 0  0000 - H")
    answer = organiser.post(reverse(ADDRESS), {"text": text, "do": "look"})
    assert answer.status_code == 422
    assert "Line " in answer.context["errors"][0]
    assert text in answer.context["form"]["text"].value()
    for junk in ("hello", "{", '{"format": 1}', "\ufeff", "001 " + "x" * 90, "number,name,rating\n1,2\n"):
        assert organiser.post(reverse(ADDRESS), {"text": junk}).status_code == 422
    assert organiser.post(reverse(ADDRESS), {}).status_code == 422


@pytest.mark.parametrize("seed", range(4))
def test_any_bytes_are_refused_without_harm(seed: int) -> None:
    chance = random.Random(seed)
    text = bytearray(to_trf(small_record(), {}).encode() if seed % 2 else to_json(small_record()))
    for _one in range(chance.randint(1, 30)):
        text[chance.randrange(len(text))] = chance.randrange(256)
    result = understood(bytes(text))
    assert result.record is not None or result.errors


def test_who_may_not_organise_may_not_import(client: Client) -> None:
    answer = client.get(reverse(ADDRESS))
    assert answer.status_code == 302
    guest = account("Guest")
    Player.objects.filter(account=guest).update(guest=True)
    client.force_login(guest)
    assert client.get(reverse(ADDRESS)).status_code == 403


def test_a_rule_book_of_partners_needs_partners(organiser: Client) -> None:
    text = to_trf(small_record(), {})
    form = {"text": text, "do": "create", "name": "Cup", "variant": "alliance", "format": "swiss", "scoring": "file"}
    answer = organiser.post(reverse(ADDRESS), form | {"going_on": "no", "rounds": "3", "once": str(uuid4())})
    assert answer.status_code == 422
    assert not Tournament.objects.exists()
    assert key_of(UUID(int=1)) not in answer.content.decode()


@pytest.mark.parametrize(
    ("format", "terms"),
    [("swiss_cut", {"rounds": 3, "cut": 6}), ("group_stage", {"group_count": 2, "advance": 3})],
)
def test_a_knockout_after_another_stage_comes_back_though_somebody_left_before_it(
    format: str, terms: dict[str, int]
) -> None:
    tournament = a_tournament(7, format=format, name="Cup", **terms)
    for _round in range(3):
        play_round(tournament)
    best = min(places_of(fold_of(tournament)).items(), key=lambda item: item[1])[0]
    registration.withdraw(tournament=tournament, entry=best, by=None)
    fold = play_out(tournament)
    again = fold_of(imported(to_json(record_of(tournament, fold))))
    by_number = {fold.numbers[entry]: place for entry, place in places_of(fold).items()}
    assert {again.numbers[entry]: place for entry, place in places_of(again).items()} == by_number
