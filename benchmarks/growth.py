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
from statistics import median
from unittest.mock import patch

import psycopg
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from benchmarks.database import Scratch, scratch
from benchmarks.result import Bar, Result, seconds
from games.domain import recent
from notices.domain import sweeps
from notices.models import DueGame
from tests.growth.multiplied import Few, multiply, play_few
from tests.growth.test_growth import Work, all_work, catch_up, signed_in, undone
from tests.scenes import account

FEW, MANY = 3000, 30_000
ROUNDS = 15
WARM = 4
SORTED = 1000
BARS = (Bar("ratio", at_most=1.5),)


def run() -> Result:
    """Measure milliseconds of each page and sweep in both databases."""
    with scratch() as databases, quietly():
        sites = [site(databases, FEW), site(databases, MANY)]
        times: dict[str, tuple[list[float], list[float]]] = {}
        for turn in range(WARM + ROUNDS):
            for which in (0, 1) if turn % 2 else (1, 0):
                name, works = sites[which]
                use(databases, name)
                for what, work in works.items():
                    took = time_of(work)
                    if turn >= WARM:
                        times.setdefault(what, ([], []))[which].append(took)
    medians = {what: (median(few) * 1000, median(many) * 1000) for what, (few, many) in times.items()}
    ratios = {what: many / few for what, (few, many) in medians.items()}
    worst = max(ratios, key=lambda what: ratios[what])
    parts = {f"{what}, ms": many for what, (_few, many) in medians.items()}
    parts |= {f"{what}, {MANY:,} / {FEW:,}": ratio for what, ratio in ratios.items()}
    few, many = medians[worst]
    return Result("growth", many, few, ratios[worst], "ms, the worst", {"worst": worst} | parts, BARS)


def site(databases: Scratch, games: int) -> tuple[str, dict[str, Work]]:
    """Make a database with so many games and return its name, and what is to be measured there."""
    name = databases.fresh()
    few: Few = play_few()
    catch_up()
    operator = account("Operator")
    operator.is_staff = operator.is_superuser = True
    operator.save()
    with psycopg.connect(databases.owner_url(name), autocommit=True) as owner:
        multiply(owner, few, over=games, going=100, events=True)
    catch_up()
    while sweeps.tell_turns() != (0, 0) or DueGame.objects.filter(at__lte=timezone.now()).exists():
        pass
    works = all_work(few, signed_in(few.ada), signed_in(operator))
    return name, works


def use(databases: Scratch, name: str) -> None:
    """Point Django at a database."""
    if connection.settings_dict["NAME"] != name:
        databases.leave()
        connection.settings_dict["NAME"] = name
        connection.ensure_connection()


def time_of(work: Work) -> float:
    """How many seconds a piece of work takes; it is undone."""
    recent.forget()
    cache.clear()
    with undone():
        return seconds(work)


@contextmanager
def quietly() -> Iterator[None]:
    """Settings as tests have them: nothing is queued, passwords are quick, files need no manifest, sweeps take up what
    was appended a moment ago, and both archives have more set-ups than are sorted into families.
    """
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    logging.disable(logging.INFO)
    try:
        with (
            patch("eventlog.news.LAG", timedelta()),
            patch("games.archive.domain.families.SORTED", SORTED),
            override_settings(
                CELERY_TASK_ALWAYS_EAGER=True,
                ALLOWED_HOSTS=["testserver"],
                STORAGES={**settings.STORAGES, "staticfiles": plain},
            ),
        ):
            yield
    finally:
        logging.disable(logging.NOTSET)
