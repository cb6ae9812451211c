"""Reports: what players want a moderator to look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from players.models import Player, Report

__all__ = ["Report", "Reportable", "close", "found", "report", "reportable"]


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something that can be reported. `excerpt` is what it says now, kept with the report; `url` is where it is."""

    about: Player
    excerpt: str
    url: str


Finder = Callable[[UUID, Player], "Reportable | None"]

_FINDERS: dict[str, Finder] = {}


def reportable(kind: str) -> Callable[[Finder], Finder]:
    """Register what finds the things of a kind of report.

    It stands best in a module `reportables.py` of its app, which is loaded with Django.

    The function takes the id of a thing and the player who wants to report it, and returns None if there is no such
    thing or that player may not see it.
    """

    def register(finder: Finder) -> Finder:
        _FINDERS[kind] = finder
        return finder

    return register


def found(kind: str, target: UUID, reporter: Player) -> Reportable | None:
    """The thing that somebody wants to report; None if there is none, or none that this player may see."""
    finder = _FINDERS.get(kind)
    return finder(target, reporter) if finder else None


@reportable(Report.Kind.PLAYER.value)
def _player(target: UUID, reporter: Player) -> Reportable | None:
    player = Player.objects.filter(pk=target).first()
    if player is None or not player.member:
        return None
    return Reportable(about=player, excerpt=player.name, url="")


def report(*, kind: str, target: UUID, reporter: Player, why: str, text: str) -> Report:
    """Report a player or a message. A second report of the same by the same player replaces the first, while that is
    open.

    Args:
        kind: a `Report.Kind`.
        target: id of the player or the message.
        reporter: who reports.
        why: a `Report.Why`.
        text: the reporter's own words, at most 1000 characters.

    Raises:
        LookupError: there is no such thing, or the reporter cannot see it.
        ValueError: nobody can report themselves.
    """
    thing = found(kind, target, reporter)
    if thing is None:
        raise LookupError(kind)
    if thing.about.pk == reporter.pk:
        raise ValueError("a player cannot report itself")
    told = {"about": thing.about, "why": why, "text": text, "excerpt": thing.excerpt[:2000]}
    made, _new = Report.objects.update_or_create(
        kind=kind, target=target, reporter=reporter, state=Report.State.OPEN, defaults=told
    )
    return made


def close(reports: list[UUID], *, state: Report.State) -> int:
    """Close open reports as resolved or dismissed; return how many there were."""
    open_ones = Report.objects.filter(pk__in=reports, state=Report.State.OPEN)
    return open_ones.update(state=state, closed=timezone.now())
