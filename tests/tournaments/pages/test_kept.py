"""Parts of a large event are drawn now and then, and not for each result and reader."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Preferences
from benchmarks.large_event import large_swiss
from eventlog.canonical import microseconds
from tests.tournaments.pages.test_views import path, signed_in
from tests.tournaments.scenes import a_tournament, some_players
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.pages import part_cache, parts
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def large() -> UUID:
    """An event of 120 across real boards whose only round goes on."""
    return large_swiss(120, 1, open_boards=60, real=True)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that are drawn, each time that one is. A part is fresh for a minute here: tests may be slow."""
    texts: list[str] = []
    draw = parts.draw

    def counted(sheet: object, part: str, *rest: object) -> str:
        texts.append(part)
        return draw(sheet, part, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "draw", counted)
    monkeypatch.setattr(part_cache, "FRESH", 60.0)
    return texts


def won(tournament: UUID, board: int, by: UUID | None = None) -> int:
    now = results.record_result(tournament=tournament, round=1, board=board, red=Mark.WIN, blue=Mark.LOSS, by=by)
    return now.version


def shown_to(client: Client, tournament: UUID, page: str = "rounds/1/") -> int:
    markup = client.get(path(tournament, page)).content.decode()
    (version,) = set(re.findall(r'data-(?:shown|version)="(\d+)"', markup))
    return int(version)


@pytest.mark.slow
def test_who_only_looks_sees_what_was_drawn_a_moment_ago(client: Client, large: UUID, drawn: list[str]) -> None:
    before = fold_of(large).version
    assert shown_to(client, large) == before
    for board in range(1, 6):
        won(large, board)
        assert shown_to(client, large) == shown_to(client, large, "now/round/1/") == before
    assert drawn == ["round"]


def test_each_reader_is_told_times_by_their_own_clock() -> None:
    begins = datetime(2027, 3, 6, 20, tzinfo=UTC)
    event = a_tournament(2, started=False, starts=microseconds(begins))
    shown = []
    for player, zone in zip(some_players(2), ("Europe/Madrid", "Asia/Tokyo"), strict=True):
        Preferences.objects.create(account=player.account, time_zone=zone)
        shown.append(signed_in(player.id).get(path(event)).content.decode())
    assert ["6 March 2027, 21:00" in shown[0], "7 March 2027, 05:00" in shown[1]] == [True, True]


@pytest.mark.slow
def test_who_acted_and_whose_board_it_was_see_it_at_once(
    client: Client,
    large: UUID,
    drawn: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    fold = fold_of(large)
    owner = next(iter(fold.roles))
    red, other = (fold.entries[fold.rounds[0].boards[place].red].players[0] for place in (0, 1))
    assert shown_to(signed_in(other), large) == fold.version
    with django_capture_on_commit_callbacks(execute=True):
        after = won(large, 1, by=owner)
    assert shown_to(signed_in(other), large) == fold.version
    for reader in (owner, red):
        assert shown_to(signed_in(reader), large) == after
    assert shown_to(client, large) == after  # it is drawn once for all
    assert drawn == ["round", "round"]


def test_a_part_is_drawn_anew_once_it_is_not_fresh(
    client: Client, large: UUID, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown_to(client, large) == fold_of(large).version
    after = won(large, 1)
    monkeypatch.setattr(part_cache, "FRESH", 0.0)
    assert (shown_to(client, large), shown_to(client, large), drawn) == (after, after, ["round", "round"])


def test_readers_ask_for_their_own_lines_when_the_event_takes_its_course(large: UUID) -> None:
    def stage() -> str:
        return parts.stage(Sheet(large, fold_of(large)))

    before = stage()
    won(large, 1)
    assert stage() == before
    for board in range(2, 61):
        won(large, board)
    assert stage() != before
