"""Rating lists of federations: kept by version, each the uploader's own, and what an event takes of them.

They hold what a federation tells of its members, most of whom are nobody here. So they are seen only by who uploaded
them and by the arbiters of that organiser's events, and go with the account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from tournaments.domain import events as e
from tournaments.domain.command_handler import execute
from tournaments.domain.commands.people import persons_of
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.queries.rated_people import family_of
from tournaments.models import EntryPerson, RatedPerson, RatingList
from web.words import clean_line

MOST_PEOPLE = 30_000
"""Of one version."""

MOST_LISTS = 6
"""Versions that one organiser keeps."""


@dataclass(frozen=True, slots=True)
class NewRated:
    """A line of a list. What is not known is "" or 0; `number` is the federation's, `birth` a year or a day."""

    number: str
    name: str
    rating: int
    club: str = ""
    federation: str = ""
    title: str = ""
    birth: str = ""


def keep_rating_list(*, owner: UUID, name: str, day: date, people: Sequence[NewRated]) -> RatingList:
    """Keeps a version of a rating list. The same version again takes the place of the first.

    Args:
        owner: who uploads it.
        name: of the list, whatever its version.
        day: when this version was published.
        people: at most `MOST_PEOPLE`, each with a name.

    Raises:
        Illegal: `list-unnamed`; `list-empty`; `list-too-long` (`most`); `too-many-lists` (`most`).
    """
    line = clean_line(name)[:80]
    if not line:
        raise refuse("list-unnamed", field="name")
    if not people:
        raise refuse("list-empty")
    if len(people) > MOST_PEOPLE:
        raise refuse("list-too-long", most=MOST_PEOPLE)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(id=owner)  # two uploads at once wait here for each other
        RatingList.objects.filter(owner=owner, name=line, day=day).delete()
        if RatingList.objects.filter(owner=owner).count() >= MOST_LISTS:
            raise refuse("too-many-lists", most=MOST_LISTS)
        kept = RatingList.objects.create(owner=owner, name=line, day=day, people=len(people))
        RatedPerson.objects.bulk_create(
            (
                RatedPerson(
                    list=kept,
                    number=person.number,
                    name=person.name,
                    family=family_of(person.name),
                    rating=person.rating,
                    club=person.club,
                    federation=person.federation,
                    title=person.title,
                    birth=person.birth,
                )
                for person in people
            ),
            batch_size=2000,
        )
    return kept


def delete_rating_list(*, owner: UUID, list: UUID) -> None:
    """Deletes a version of an owner's list; nothing happens if it is not theirs. Events keep what they took of it."""
    RatingList.objects.filter(owner=owner, id=list).delete()


def take_ratings(*, tournament: UUID, chosen: Mapping[int, RatedPerson], by: UUID | None) -> int:
    """Gives entries what a rating list says of them: the rating and the number, and what else nothing was known of.

    Side effects: changes or makes rows of people; appends EntryDescribed for each entry of which something changes.

    Args:
        tournament: its id.
        chosen: for the number of an entry the line that it is.
        by: who acts; None for the service.

    Returns:
        How many entries are changed.

    Raises:
        Illegal: `not-allowed`; `over`; `no-entry` (`entry`); `of-teams`; `team-size`: partners have a rating
            together.
    """

    changed: list[EntryPerson] = []

    def decide(draft: DraftedEvents) -> None:
        changed.clear()
        draft.need("arbiter")
        draft.need_not_over()
        if draft.now.terms.team_boards:
            raise refuse("of-teams")
        if draft.now.terms.team != 1:
            raise refuse("team-size", players=draft.now.terms.team)
        if gone := next((number for number in chosen if number not in draft.now.entries), None):
            raise refuse("no-entry", entry=gone)
        people = persons_of(tournament)
        for number, line in chosen.items():
            row = people.get((number, 0)) or EntryPerson(tournament=tournament, entry=number)
            texts = _texts(row, line)
            for slug, text in texts.items():
                setattr(row, slug, text)
            entry = draft.now.entries[number]
            rating = line.rating if line.rating and line.rating != entry.rating else None
            if rating is not None and row.rating:
                row.rating = 0  # that of the entry is the only one
            if texts or rating is not None:
                draft.add(e.EntryDescribed(number, rating))
                changed.append(row)
        EntryPerson.objects.bulk_create(row for row in changed if row.pk is None)
        old = [row for row in changed if row.pk is not None]
        EntryPerson.objects.bulk_update(old, ["fide", "club", "federation", "title", "birth", "rating"])

    execute(tournament=tournament, by=by, decide=decide)
    return len(changed)


def _texts(row: EntryPerson, line: RatedPerson) -> dict[str, str]:
    """What a line of a list changes of what is told of a person."""
    texts = {"fide": line.number} if line.number and line.number != row.fide else {}
    other = {slug: getattr(line, slug) for slug in ("club", "federation", "title", "birth") if not getattr(row, slug)}
    return texts | {slug: text for slug, text in other.items() if text}
