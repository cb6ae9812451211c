"""Set-ups are sorted into families as their definition says, whatever order games came in; and what pages say of it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import ne
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain import reveal
from games.domain.placement import form_of, mirrored, to_text
from games.replay import timeline
from games.rules import Seat, Variant, variant
from library.archive import tasks
from library.archive.domain import families as domain
from library.archive.domain.counters import count_opened
from library.archive.domain.criteria import near_at_most
from library.archive.domain.families import KINDS, count_forms, sort_all
from library.archive.domain.nearest import FEWEST, distance, families, nearest
from library.archive.domain.opened import OpenedSetup, either_way
from library.archive.models import FamiliesMade, FormCount, PlacementCount, SetupFamily
from tests.scenes import game_of, placements

DUEL, SMALL = variant("duel"), variant("alliance_lightning")


def forms_around(rules: Variant, chance: random.Random, *, centres: int, number: int) -> list[str]:
    """Set-ups that differ from some few by a few pieces that have changed places, some of them mirrored."""
    slug = rules.slug
    middles = [form_of(placements(slug, chance)[Seat.RED], rules, Seat.RED) for _one in range(centres)]
    results = []
    for _one in range(number):
        squares = list(chance.choice(middles))
        for _swap in range(chance.choice([0, 0, 1, 1, 2, 3])):
            a, b = chance.randrange(len(squares)), chance.randrange(len(squares))
            squares[a], squares[b] = squares[b], squares[a]
        form = "".join(squares)
        results.append(mirrored(form, rules) if chance.random() < 0.5 else form)
    return results


def apart(text: str, other: str, rules: Variant) -> int:
    """On how many squares two set-ups differ, counted square by square."""
    images = [other, "".join(mirrored(other, rules))]
    return min(len([True for a, b in zip(text, image, strict=True) if a != b]) for image in images)


def by_definition(laid: Mapping[str, int], rules: Variant) -> list[tuple[str, dict[str, int]]]:
    left, leaders = dict(laid), []
    while left:
        near = {
            item: sum(number for other, number in left.items() if apart(item, other, rules) <= near_at_most(item))
            for item in left
        }
        best = min(near, key=lambda item: (-near[item], -laid[item], item))
        if near[best] < FEWEST:
            break
        leaders.append(best)
        left = {other: n for other, n in left.items() if apart(best, other, rules) > near_at_most(best)}
    texts: list[tuple[str, dict[str, int]]] = [(leader, {}) for leader in leaders]
    for form in laid:
        far = [(apart(leader, form, rules), place) for place, leader in enumerate(leaders)]
        inside = [item for item in far if item[0] <= near_at_most(leaders[item[1]])]
        if inside:
            texts[min(inside)[1]][1][form] = min(inside)[0]
    return texts


@settings(max_examples=25)
@given(
    slug=st.sampled_from(["duel", "alliance_lightning", "barrage", "classic"]),
    seed=st.integers(0, 10**6),
    centres=st.integers(1, 5),
    number=st.integers(1, 60),
)
def test_families_are_what_their_definition_says_in_whatever_order(
    slug: str, seed: int, centres: int, number: int
) -> None:
    rules, chance = variant(slug), random.Random(seed)
    forms = [either_way(form, rules) for form in forms_around(rules, chance, centres=centres, number=number)]
    laid = {form: times * chance.choice([1, 1, 2, 5]) for form, times in Counter(forms).items()}
    expected = by_definition(laid, rules)

    def found(given: Mapping[str, int]) -> list[tuple[str, dict[str, int]]]:
        return [
            (family.leader, {own.form: own.distance for own in family.members}) for family in families(given, rules)
        ]

    shuffled = dict(chance.sample(list(laid.items()), len(laid)))
    assert found(laid) == expected
    assert found(shuffled) == expected
    leaders = [leader for leader, _members in expected]
    for form in forms:
        own = next((leader for leader, members in expected if form in members), None)
        assert nearest(form, leaders, rules) == nearest(mirrored(form, rules), leaders, rules) == own
    for family in families(laid, rules):
        for member in family.members:
            assert sum(a != b for a, b in zip(member.beside, family.leader, strict=True)) == member.distance
            assert either_way(member.beside, rules) == either_way(member.form, rules)


def test_distances() -> None:
    rules, chance = DUEL, random.Random(1)
    for _one in range(50):
        a, b = forms_around(rules, chance, centres=1, number=2)
        assert distance(a, b, rules) == apart(a, b, rules) == distance(b, mirrored(a, rules), rules)
    assert distance("F" + "." * 39, "." * 9 + "F" + "." * 30, rules) == 0


# -- counted, and sorted ----------------------------------------------------------------------------


def opened(form: str, chance: random.Random, *, slug: str = "duel", result: str = "") -> OpenedSetup:
    source, side, some = chance.choice(KINDS)
    values: dict[str, Any] = {
        "game": UUID(int=1),
        "rated": False,
        "rating": None,
        "year": 2026,
        "event": "",
        "player": None,
    }
    went = PlacementCount.Result(result or some)
    return OpenedSetup(variant=slug, source=source, side=side, result=went, form=form, **values)


def known(
    chance: random.Random, forms: Sequence[str], *, slug: str = "duel", result: str = "", batch: int = 7
) -> list[OpenedSetup]:
    """Counts set-ups, some at a time, and sorts them."""
    setups = [opened(form, chance, slug=slug, result=result) for form in forms]
    for start in range(0, len(setups), batch):
        count_forms(setups[start : start + batch])
    sort_all()
    return setups


def rows() -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name != "id"}
        for row in SetupFamily.objects.order_by("variant", "number").values()
    ]


@pytest.mark.django_db
def test_what_a_row_of_a_family_says() -> None:
    chance = random.Random(3)
    setups = known(chance, forms_around(DUEL, chance, centres=2, number=90))
    leaders = [row.form for row in SetupFamily.objects.order_by("number")]
    for row in SetupFamily.objects.all():
        own = [setup for setup in setups if nearest(setup.form, leaders, DUEL) == row.form]
        beside = [
            min((item.form, mirrored(item.form, DUEL)), key=lambda form, row=row: sum(map(ne, form, row.form)))
            for item in own
        ]
        kinds = [(item.source, item.side, item.result.value) for item in own]
        assert (row.setups, row.reach) == (len(own), 4)
        assert row.forms == len({either_way(item.form, DUEL) for item in own})
        assert row.went == [kinds.count(kind) for kind in KINDS]
        for square in range(40):
            here = [kind for form, kind in zip(beside, kinds, strict=True) if form[square] == row.form[square]]
            assert row.stands[square * 12 : square * 12 + 12] == [here.count(kind) for kind in KINDS]
        assert sum(sum(went) for _form, _far, went in row.members) <= row.setups


@pytest.mark.django_db
def test_a_book_is_sorted_again_when_more_was_counted_and_as_long_however_much_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(2)
    forms = forms_around(DUEL, chance, centres=1, number=40)
    setups = known(chance, forms)
    assert sort_all() == []
    count_forms(setups[:1])
    assert sort_all() == ["duel"]
    made = FamiliesMade.objects.get()
    assert (made.setups, made.forms) == (41, FormCount.objects.count())
    monkeypatch.setattr(domain, "SORTED", 3)
    assert sort_all() == ["duel"]
    most = list(FormCount.objects.order_by("-setups").values_list("setups", flat=True)[:3])
    made.refresh_from_db()
    assert (made.setups, made.forms) == (sum(most), 3)


# -- the pages ------------------------------------------------------------------------------------


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, (response.status_code, response.headers.get("Location"))
    return response.content.decode()


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def tables(markup: str) -> Iterator[list[list[str]]]:
    for item in re.findall(r'<table class="went">.*?</table>', markup, re.S):
        lines = re.findall(r"<tr><th scope=\"row\">.*?</tr>", item, re.S)
        yield [[words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line, re.S)] for line in lines]


FORM = "." * 30 + "F22MS9B33B"
"""A set-up of Duel."""

NEAR = "." * 30 + "F2M2S9B33B"
OTHER = "F22MS9B33B" + "." * 30


def count(form: str, **went: int) -> None:
    """A set-up that was laid so often: by kinds such as `play_0_won`."""
    numbers = [went.get(f"{source.value}_{side}_{result}", 0) for source, side, result in KINDS]
    FormCount.objects.create(variant="duel", form=either_way(form, DUEL), setups=sum(numbers), went=numbers)


@pytest.mark.django_db
def test_families_stand_in_a_list_with_what_came_of_them(client: Client) -> None:
    count(FORM, play_0_won=12, play_0_lost=8, play_1_lost=3)
    count(NEAR, import_0_drawn=4)
    count(OTHER, play_1_won=10)
    sort_all()
    result = page(client, "/games/families/?variant=duel")
    assert list(tables(result)) == [
        [
            ["All", "27", "44% (28 to 63%)", "15%", "41%"],
            ["Red", "24", "50% (31 to 69%)", "17%", "33%"],
            ["Blue", "fewer than ten games"],
        ],
        [
            ["All", "10", "100% (72 to 100%)", "0%", "0%"],
            ["Red", "fewer than ten games"],
            ["Blue", "10", "100% (72 to 100%)", "0%", "0%"],
        ],
    ]
    assert "2 families of set-ups, found among 37 set-ups of open games" in words(result)
    assert [
        [line[0] for line in table] for table in tables(page(client, "/games/families/?variant=duel&colour=blue"))
    ] == [["All"]]
    assert list(tables(page(client, "/games/families/?variant=duel&source=import"))) == []
    assert "No family of ten open games yet" in page(client, "/games/families/")
    response = client.get("/games/families/?variant=duel&colour=&source=")
    assert (response.status_code, response["Location"]) == (302, "/games/families/?variant=duel")
    assert 'id="id_variant_error"' in page(client, "/games/families/?variant=none", 400)


@pytest.mark.django_db
def test_the_page_of_a_family_shows_the_set_ups_that_ten_games_were_played_with(client: Client) -> None:
    count(FORM, play_0_won=12, play_0_lost=8, play_1_lost=3)
    count(NEAR, play_0_drawn=9, play_1_won=9)
    sort_all()
    address = f"/games/family/?variant=duel&setup={NEAR}"
    result = page(client, address)
    text = words(result)
    assert next(tables(result))[0] == ["All", "41", "51% (36 to 66%)", "22%", "27%"]
    members = re.findall(r'<ul class="members">.*?</ul>', result, re.S)
    assert len(re.findall(r"<li", members[0])) == 1
    assert "The leading set-up laid 23 times" in words(members[0])
    assert "1 set-up of the family is not shown by itself" in text
    leader = SetupFamily.objects.get().form
    assert f'href="/setups/duel/?take={leader}"' in result
    assert f'href="/games/?variant=duel&amp;setup={leader}&amp;near=4"' in result
    assert to_text(leader, DUEL) in result
    # On a square where one of both differs 23 games stand behind the leader's piece, elsewhere all 41 set-ups.
    shares = re.findall(r"<title>\w+: [^<]*, in ([\d.]+)% of the set-ups</title>", result)
    assert Counter(shares) == {"100.0": 38, "56.1": 2}
    assert "It belongs to no family" in page(client, f"/games/family/?variant=duel&setup={OTHER}")
    assert "this one has 2" in words(page(client, "/games/family/?variant=duel&setup=FF", 400))
    assert page(client, "/games/family/?variant=duel")


@pytest.mark.django_db
def test_each_book_is_sorted_by_a_message_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug in ("barrage", "duel"):
        game_of(slug, plies=2)
    count_opened()
    sent: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(tasks.sort_book, "delay", sent.append)
        tasks.sort_setups()
    assert (FamiliesMade.objects.count(), {"barrage", "classic", "duel"} - {*sent}) == (0, set())
    tasks.sort_book("duel")
    assert [made.variant for made in FamiliesMade.objects.all()] == ["duel"]


@pytest.mark.django_db
def test_sealed_games_are_in_no_family(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("library.archive.domain.nearest.FEWEST", 1)
    game = game_of("duel", plies=6, reveal="never")
    count_opened()
    assert (sort_all(), rows()) == ([], [])
    reveal.reveal_game(game=game.id)
    count_opened()
    assert sort_all() == ["duel"]
    laid = {
        either_way(form_of(seal.placement, DUEL, Seat(seal.seat)), DUEL)
        for seal in timeline(game).seals
        if seal.placement is not None
    }
    assert {row["form"] for row in rows()} == laid
