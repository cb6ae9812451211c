"""What is chosen of an event besides what its file says, for pages and programs: how it is filled in, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from allauth.core.ratelimit import consume
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from tournaments.domain.commands.people import EntryPlace
from tournaments.domain.drafts import refuse
from tournaments.domain.terms import usual_terms
from tournaments.files.exchange import large_imports
from tournaments.files.exchange.imports import Choices, import_tournament
from tournaments.files.formats.record import TournamentRecord
from tournaments.models import LargeImport, Tournament
from tournaments.organizer.event_values import TIEBREAK_FIELDS
from tournaments.organizer.fields import player_named
from tournaments.presentation.tiebreaks import tiebreak_name
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import SCORINGS, Scoring
from tournaments.scoring.tiebreaks import TIEBREAKS, Where

MOST_NAMED = 200
"""So many entries may be named as members on the page; of more, nobody."""

OF_FILE = "file"
"""Chosen as the scoring: that of the file."""


def first_tiebreaks(record: TournamentRecord) -> tuple[str, ...]:
    """The tie-breaks of a file, or else the usual ones of its format."""
    slugs = tuple(slug for slug in record.tiebreaks if slug in TIEBREAKS)
    return (slugs or usual_tiebreaks(record.format))[: len(TIEBREAK_FIELDS)]


def usual_tiebreaks(format: str) -> tuple[str, ...]:
    return usual_terms("classic", format).tiebreaks if format in FORMATS else ()


def first_rounds(record: TournamentRecord) -> int:
    return max(record.rounds, len(record.played), 1)


def goes_on(record: TournamentRecord) -> bool:
    """Whether the event of a file is not over."""
    return record.status not in ("finished", "cancelled")


def tiebreak_troubles(record: TournamentRecord, format: str, chosen: Sequence[str]) -> dict[int, str]:
    """What is wrong with tie-breaks that are chosen for a format, by their places.

    Args:
        record: of the file; those of teams suit where teams play.
        format: the slug.
        chosen: slugs.
    """
    result = {}
    for place, slug in enumerate(chosen):
        of_teams = bool(record.team_boards) and TIEBREAKS[slug].where is Where.TEAMS
        if format in FORMATS and not of_teams and not FORMATS[format].suits(TIEBREAKS[slug]):
            result[place] = gettext("“%(tiebreak)s” does not suit this format.") % {"tiebreak": tiebreak_name(slug)}
        elif chosen.count(slug) > 1:
            result[place] = gettext("This tie-break is chosen twice.")
    return result


def rounds_trouble(record: TournamentRecord, rounds: int) -> str:
    """Why an event of a file cannot have so few rounds; nothing if it can."""
    played = len(record.played)
    if rounds >= played:
        return ""
    words = ngettext("The file has %(played)d round already.", "The file has %(played)d rounds already.", played)
    return words % {"played": played}


def persons(record: TournamentRecord) -> list[tuple[EntryPlace, str]]:
    return [((entry.number, at), person.name) for entry in record.entries for at, person in enumerate(entry.people)]


def members_named(names: Mapping[EntryPlace, str]) -> tuple[dict[EntryPlace, UUID], dict[EntryPlace, str]]:
    """The members who are meant by names, and what is wrong with the others, each by the place of a person."""
    ids: dict[EntryPlace, UUID] = {}
    unknown: dict[EntryPlace, str] = {}
    for place, name in names.items():
        player = player_named(name)
        if player is None or player.bot:
            unknown[place] = gettext("There is no player called %(name)s here.") % {"name": name[:60]}
        elif player.id in ids.values():
            unknown[place] = gettext("%(name)s is named twice.") % {"name": name[:60]}
        else:
            ids[place] = player.id
    return ids, unknown


def scoring_of(record: TournamentRecord, slug: str) -> Scoring:
    """The scoring that a slug means, `OF_FILE` or one of `SCORINGS`."""
    return record.scoring if slug == OF_FILE else SCORINGS[slug]


def created(
    request: HttpRequest, record: TournamentRecord, choices: Choices, *, id: UUID, owner: UUID, text: str
) -> tuple[UUID, bool]:
    """Creates the event, unless its organiser has created many today; one that is there is no further one. A large one
    is made in the background.

    Args:
        request: by whom they are counted.
        record: what was understood of the text.
        choices: what it does not say.
        id: of the event to be: the same form sent twice makes one event.
        owner: the player whose event it is.
        text: of the file.

    Returns:
        The id of the event, and whether it has yet to be made.

    Raises:
        Illegal, PlayerBarred: as `import_tournament`; `too-many-imports`.
    """
    there = Tournament.objects.filter(id=id).exists() or LargeImport.objects.filter(id=id, owner=owner).exists()
    if not there and not consume(request, action="import_event", user=request.user):
        raise refuse("too-many-imports")
    if large_imports.is_large(record) and not Tournament.objects.filter(id=id).exists():
        large_imports.keep(id=id, record=record, text=text, choices=choices, owner=owner)
        return id, True
    return import_tournament(record=record, choices=choices, owner=owner, id=id), False
