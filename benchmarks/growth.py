"""`growth`: every named page and sweep on 30,000 short games against the same on 3,000.

The ratio is the time of the worst of them at 30,000 over 3,000: each costs the same, however large the archive is. Rows
are compared by `tests/growth` too; here the planner chooses freely, and time is what counts. Two databases stand side
by side and are asked in turns, so that what else the machine does falls on both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

import psycopg
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from benchmarks.database import Scratch, scratch
from benchmarks.result import Bar, Result, seconds
from games.domain import recent
from notices.domain import sweeps
from notices.models import DueGame
from tests.caches import empty_cache
from tests.growth.multiplied import Few, multiply, play_few
from tests.growth.test_growth import Work, all_work, catch_up, undone
from tests.two_worlds.pages import Cast

FEW, MANY = 3000, 30_000
ROUNDS = 7
WARM = 2
SORTED = 1000
AGAIN, DOUBTFUL = 30, 1.3
"""So often what took longer by so much is measured again."""

Times = dict[str, tuple[list[float], list[float]]]

BARS = (Bar("ratio", at_most=1.5),)


def run() -> Result:
    """Measure milliseconds of each page and sweep in both databases."""
    with scratch() as databases, quietly():
        sites = [site(databases, FEW), site(databases, MANY)]
        times: Times = {what: ([], []) for what in sites[0][1]}
        for turn in range(WARM + ROUNDS):
            take(databases, sites, list(times), times, turn)
            if turn == WARM - 1:
                times = {what: ([], []) for what in times}
        for turn in range(AGAIN):  # what other work of the machine fell on
            take(databases, sites, [what for what, ratio in ratios_of(times).items() if ratio > DOUBTFUL], times, turn)
    medians = {what: (median(few) * 1000, median(many) * 1000) for what, (few, many) in times.items()}
    ratios = ratios_of(times)
    worst = max(ratios, key=lambda what: ratios[what])
    parts = {f"{what}, ms": many for what, (_few, many) in medians.items()}
    parts |= {f"{what}, {MANY:,} / {FEW:,}": ratio for what, ratio in ratios.items()}
    few, many = medians[worst]
    return Result("growth", many, few, ratios[worst], "ms, the worst", {"worst": worst} | parts, BARS)


def take(
    databases: Scratch, sites: list[tuple[str, dict[str, Work]]], names: list[str], times: Times, turn: int
) -> None:
    """Measure some works once more, in either database; which of them goes first changes from turn to turn."""
    for which in (0, 1) if turn % 2 else (1, 0):
        name, works = sites[which]
        use(databases, name)
        for what in names:
            times[what][which].append(time_of(works[what]))


def ratios_of(times: Times) -> dict[str, float]:
    """The time of each in the large database over that in the small one."""
    return {what: median(many) / median(few) for what, (few, many) in times.items()}


def site(databases: Scratch, games: int) -> tuple[str, dict[str, Work]]:
    """Make a database with so many games and return its name, and what is to be measured there."""
    name = databases.fresh()
    with psycopg.connect(databases.owner_url(name), autocommit=True) as owner:
        few: Few = play_few(Cast(owner), settings.VEXILLUM_RELEASES)
        catch_up()
        multiply(owner, few, over=games, going=100, events=True)
    catch_up()
    while sweeps.tell_turns() != (0, 0) or DueGame.objects.filter(at__lte=timezone.now()).exists():
        pass
    return name, all_work(few)


def use(databases: Scratch, name: str) -> None:
    if connection.settings_dict["NAME"] != name:
        databases.leave()
        connection.settings_dict["NAME"] = name
        connection.ensure_connection()


def time_of(work: Work) -> float:
    """How many seconds a piece of work takes; it is undone."""
    recent.forget()
    empty_cache()
    with undone():
        return seconds(work)


def is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


@contextmanager
def quietly() -> Iterator[None]:
    """Settings as tests have them: nothing is queued, passwords are quick, files need no manifest, sweeps take up what
    was appended a moment ago, and both archives have more set-ups than are sorted into families. Of requests only
    errors are told: many addresses refuse who asks, which is measured too.
    """
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    logging.disable(logging.INFO)
    requests = logging.getLogger("django.request")
    requests.addFilter(
        is_error
    )  # which outlasts `django.setup()`, that what builds the site calls again; no level does
    try:
        with (
            TemporaryDirectory() as static,
            TemporaryDirectory() as releases,
            patch("eventlog.changes.LAG", timedelta()),
            patch("library.archive.domain.families.SORTED", SORTED),
            override_settings(
                CELERY_TASK_ALWAYS_EAGER=True,
                EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
                ALLOWED_HOSTS=["testserver"],
                VEXILLUM_RELEASES=Path(releases),
                STATIC_ROOT=static,
                STORAGES={**settings.STORAGES, "staticfiles": plain},
            ),
        ):
            yield
    finally:
        requests.removeFilter(is_error)
        logging.disable(logging.NOTSET)
