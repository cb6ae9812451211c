"""A format that is registered is all there: nothing else in the service has to know it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.urls import reverse

import tournaments
from api.v1.organizer import EventTermsShape
from eventlog import store
from eventlog.sources import new_id
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tests.tournaments.organizer.people import fields, person, words
from tournaments.domain.formats import AskedField, Format, Proposal, register
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import places_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import changeable, check_terms, names_of_terms, usual_terms
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.check_event import PLACES, Places
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.trf_form import read_trf, to_trf
from tournaments.models import Tournament
from tournaments.organizer.event_kinds import unfit
from tournaments.organizer.event_values import rounds_of
from tournaments.scoring.formats import (
    FORMATS,
    USUAL,
    FileField,
    FormatTerms,
    OwnTerms,
    format_in_file,
)
from tournaments.scoring.points import Mark

HOME = Path(tournaments.__file__).parent


@dataclass(frozen=True)
class NeighboursTerms(OwnTerms):
    laps: int = 1


class Neighbours(Format):
    slug = "neighbours"
    name = "Neighbours"  # type: ignore[assignment]
    terms = FormatTerms(
        own=NeighboursTerms, bounds={"laps": (1, 3)}, usual={"tiebreaks": ("wins",), "half_byes": 0, "laps": 2}
    )
    asked = (AskedField("laps", lambda: forms.IntegerField(label="Laps", max_value=3, required=False)),)
    untied = "By the ranking."
    in_files = (FileField("laps", 1, bounds=(1, 9)),)
    report_name = "Individual: Neighbours"
    report_words = ("neighbour",)

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        return min(1, own["laps"])

    def next_round(self, fold: TournamentFold) -> Proposal:
        boards = tuple(zip(fold.order[::2], fold.order[1::2], strict=False))
        byes = ((fold.order[-1], "pairing-bye"),) if len(fold.order) % 2 else ()
        return Proposal(len(fold.rounds) + 1, fold.version, fold.order, boards, byes)


@pytest.fixture
def neighbours() -> Iterator[Format]:
    format = register(Neighbours())
    yield format
    del FORMATS[format.slug]


@pytest.mark.django_db
def test_a_format_that_is_registered_is_played_shown_and_written(neighbours: Format, client: Client) -> None:
    event = scenes.a_tournament(5, format=neighbours.slug)
    scenes.play_round(event, lambda _board: (Mark.WIN, Mark.LOSS))
    fold = scenes.play_out(event)
    assert (fold.planned, [board.entries for board in fold.rounds[0].boards]) == (1, [(1, 2), (3, 4)])
    assert {entry for entry, place in places_of(fold).items() if place <= 3} == {1, 3, 5}

    key, row = key_of(event), Tournament.objects.get(id=event)
    assert (row.format, row.get_format_display()) == ("neighbours", "Neighbours")
    names = ("tournament", "standings", "crosstable", "rounds", "entries", "podium", "log")
    pages = [client.get(reverse(f"tournaments:{name}", args=[key]), follow=True) for name in names]
    assert [page.status_code for page in pages] == [200] * len(names)
    assert "Neighbours" in pages[0].content.decode()
    assert "Neighbours" in client.get(reverse("tournaments:list")).content.decode()

    record = record_of(event, fold)
    files = read_json(to_json(record).decode()), read_trf(to_trf(record, places(fold)))
    assert [(file.format, file.terms_in_file["laps"]) for file in files] == [("neighbours", 2), ("neighbours", 1)]
    with pytest.raises(FileError):
        read_json(to_json(replace(record, own={"laps": 10})).decode())
    assert (format_in_file(["Neighbours of 2026"]), format_in_file(["FIDE_DUTCH_2025"])) == ("neighbours", "swiss")
    assert {"rounds", "double", "best_of"} <= unfit("neighbours", real=False)
    verify_tournament(iter(store.load(event)))


@pytest.mark.django_db
def test_the_form_of_an_event_asks_for_what_a_format_brings(neighbours: Format) -> None:
    _ada, browser = person("Ada")
    page = reverse("tournaments:new")
    first = browser.get(page)
    assert "Laps" not in words(first)
    sent = fields(first, "announce") | {"name": "Winter Open", "format": neighbours.slug}
    shown = browser.post(page, sent | {"do": "tiebreaks"})
    groups = {slug: [item.name for item in group] for slug, _legend, group, _open in shown.context["form"].groups}
    assert (groups["format"], "half_byes" in groups["who"]) == (["laps"], False)
    bracket = browser.post(page, sent | {"do": "tiebreaks", "format": "knockout"})
    assert "A knockout needs none: its bracket gives the places." in words(bracket)
    assert browser.post(page, sent | {"laps": "4"}).context["form"].errors.keys() == {"laps"}
    for once, laps in enumerate(("3", "")):
        new = {"laps": laps, "once": str(new_id()), "name": f"Open {once}"}
        assert browser.post(page, sent | new).status_code == 303
    assert rounds_of({"format": neighbours.slug, "capacity": 4, "laps": None}) == 1
    assert set(EventTermsShape().fields) == names_of_terms() - {"variant", "format", "real"}
    assert {fold_of(tournament.id).terms.own for tournament in Tournament.objects.all()} == {
        NeighboursTerms(3),
        NeighboursTerms(2),
    }


def test_the_program_that_checks_archives_knows_what_gives_the_places() -> None:
    assert {
        slug: Places(
            item.has_bracket,
            item.all_meet,
            {field.name: type(field.usual) for field in item.in_files},
            item.has_groups,
            item.has_losers_bracket,
            item.grows,
            item.streaks,
            item.by_challenge,
        )
        for slug, item in FORMATS.items()
    } == PLACES


def _beside() -> Iterator[Path]:
    """What else is made for events: pages, scripts, and what programs ask."""
    for folder, form in (("templates", "*.html"), ("static", "*.js"), ("api", "*.py")):
        yield from (HOME.parent / folder).rglob(form)


def test_no_module_names_a_format() -> None:
    """A slug stands in its format; else in what is preset for organisers and in the demo, once as the usual one, and in
    the program that checks archives where this service is not."""
    own = {f"formats/{slug}.py": {slug} for slug in FORMATS}
    preset = {"organizer/event_kinds.py", "simulation/demo.py", "files/exchange/check_event.py"}
    slugs = re.compile(rf"""["']({"|".join(FORMATS)})["']""")
    result = {
        f"{name}: {line.strip()}"
        for path in (*HOME.rglob("*.py"), *HOME.rglob("*.json"), *_beside())
        if (name := str(path).removeprefix(f"{HOME}/")) not in preset and not name.startswith("migrations/")
        for line in path.read_text().splitlines()
        if set(slugs.findall(line)) - own.get(name, set())
    }
    ratings = {line for line in result if "/api/" in line and '"ladder": ' in line}  # a ladder of ratings is no format
    assert result - ratings == {f'scoring/formats.py: USUAL = "{USUAL}"'}


def test_no_module_compares_with_a_format() -> None:
    slugs = "|".join(FORMATS)
    asking = re.compile(rf"""(==|!=|\bis\b|\bis not\b|\bin\b)\s*\(?["']({slugs})["']""")
    names = {path.name for path in HOME.rglob("*.py") if path.stem not in FORMATS and asking.search(path.read_text())}
    assert names == set()


def test_the_bounds_of_a_formats_own_terms_are_those_it_says() -> None:
    for item in FORMATS.values():
        result = usual_terms("barrage", item.slug).fields_of_format
        bounded = {name for name, value in result.items() if not isinstance(value, bool)}
        assert bounded == item.terms.bounds.keys() | item.terms.choices.keys()
        assert set(item.terms.late) <= changeable(begun=True)
        for name, (_least, most) in item.terms.bounds.items():
            for format in FORMATS:
                with pytest.raises(Illegal) as error:
                    check_terms(usual_terms("barrage", format, **{name: most + 1}))
                assert (error.value.refusal.code, error.value.refusal.params["field"]) == ("out-of-bounds", name)
