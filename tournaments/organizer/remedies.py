"""What would do where a round cannot be paired, and the one command of each that needs no pairing by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from django.core.cache import cache
from django.utils.translation import gettext as _

from tournaments.domain.commands import byes, organization, registration
from tournaments.domain.formats import format_of
from tournaments.domain.pairing_numbers import table_to_pair
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Submission
from tournaments.organizer.names import Names
from tournaments.pairing.rounds import CannotPair, Choice
from tournaments.pairing.worker import why_not_in_worker
from tournaments.presentation.words import choice_text

MOST = 12
"""Remedies of one kind that are offered; the pages of entries and of the pairing by hand have the others."""


class Remedy(NamedTuple):
    """Something that an arbiter can do about a round that cannot be paired.

    Args:
        code: of the `Choice`; `cancel-bye` for a bye that is taken back.
        words: what it is, with names.
        entries: whom it concerns.
        page: the name of the page where it is done; "" if `perform` does it.
    """

    code: str
    words: str
    entries: tuple[int, ...] = ()
    page: str = ""

    @property
    def slug(self) -> str:
        """As forms send it: the code, and the numbers of the entries."""
        return "-".join((self.code, *map(str, self.entries)))


def remedies_of(access: EventAccess) -> list[Remedy]:
    if format_of(access.fold).ties(access.fold):  # that has an action of its own
        return []
    names = Names(access.fold)
    return [remedy for choice in _choices(access) for remedy in _remedies(access, names, choice)]


def _choices(access: EventAccess) -> tuple[Choice, ...]:
    """What would do, asked of the engine once for each version: pages that follow the event ask often."""
    kept = f"why-not:{access.id}:{access.fold.version}"
    choices: tuple[Choice, ...] | None = cache.get(kept)
    if choices is None:
        try:
            choices = why_not_in_worker(table_to_pair(access.fold))
        except CannotPair:  # its process failed; pairing by hand is offered all the same
            return ()
        cache.set(kept, choices, 3600)
    return choices


def _remedies(access: EventAccess, names: Names, choice: Choice) -> Iterator[Remedy]:
    fold = access.fold
    entry = {number: item for item, number in fold.numbers.items()}
    match choice.code:
        case "allow-forbidden":
            for item, other in cast(tuple[tuple[int, int], ...], choice.params["pairs"]):
                both = (entry[item], entry[other])
                text = _("Let %(one)s and %(other)s meet")
                yield Remedy(choice.code, text % {"one": names.entry(both[0]), "other": names.entry(both[1])}, both)
        case "leave-out":
            for number in cast(tuple[int, ...], choice.params["numbers"]):
                text = _("Give %(name)s a half-point bye for this round")
                yield _of(choice.code, text, names, entry[number])
        case "come-back":
            gone = [entry.number for entry in fold.entries.values() if entry.number in fold.numbers and not entry.here]
            back = [number for number in gone if registration.can_return(fold, fold.entries[number])][:MOST]
            yield from (_of("come-back", _("Take %(name)s back in"), names, number) for number in back)
            away = [entry.number for entry in fold.playing if len(fold.rounds) + 1 in entry.byes][:MOST]
            yield from (_of("cancel-bye", _("Take the bye of %(name)s back"), names, number) for number in away)
        case "end":
            yield Remedy("end", choice_text(choice), page="desk")
        case code:
            yield Remedy(code, _with_names(choice, names, entry), page="desk-by-hand")


def _of(code: str, text: str, names: Names, entry: int) -> Remedy:
    return Remedy(code, text % {"name": names.entry(entry)}, (entry,))


def _with_names(choice: Choice, names: Names, entry: dict[int, int]) -> str:
    """A choice in words, with names after its pairing numbers."""
    numbers: set[int] = set()
    for value in choice.params.values():
        for item in value if isinstance(value, tuple) else (value,):
            numbers |= set(item) if isinstance(item, tuple) else ({item} if isinstance(item, int) else set())
    who = ", ".join(f"{number}: {names.entry(entry[number])}" for number in sorted(numbers) if number in entry)
    text = choice_text(choice)
    return f"{text} ({who})" if who else text


def perform(submission: Submission, remedy: Remedy) -> None:
    """Does what a remedy says.

    Raises:
        Illegal: as the command of it.
    """
    usual, round = submission.usual, len(submission.access.fold.rounds) + 1
    match remedy.code:
        case "allow-forbidden":
            number, other = remedy.entries
            organization.allow_pair(**usual, number=number, other=other, reason=submission.reason)
        case "leave-out":
            byes.request_bye(**usual, entry=remedy.entries[0], round=round, kind="half")
        case "come-back":
            registration.come_back(**usual, entry=remedy.entries[0])
        case "cancel-bye":
            byes.cancel_bye(**usual, entry=remedy.entries[0], round=round)
        case code:
            raise ValueError(f"{code} is done on a page of its own")
