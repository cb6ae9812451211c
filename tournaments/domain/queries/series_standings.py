"""The events of a series, and the standings over those that are over.

A member is known by the account. Who was entered by name is known by the number of the federation, else by the name,
unless two of one event bear it; a name alone is never taken for a member's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Player
from tournaments.domain.queries.rated_people import name_words
from tournaments.models import Announcement, EntryPerson, EventSeries, Tournament, TournamentEntry, TournamentStaff
from tournaments.scoring.series import SeriesResult, SeriesStanding, series_standings

Status = Tournament.Status


def events_of(series: EventSeries, *, drafts: bool = False) -> list[Tournament]:
    """The events of a series in the order in which they begin; those without a time last.

    Args:
        drafts: also those that are not announced.
    """
    ids = Announcement.objects.filter(series=series.id).values("tournament")
    rows = Tournament.objects.filter(id__in=ids)
    if not drafts:
        rows = rows.filter(announced__isnull=False)
    return [*rows.annotate(begins=Coalesce("started", "starts")).order_by("begins", "created", "id")]


def events_to_add(series: EventSeries, *, most: int = 50) -> QuerySet[Tournament]:
    """Events that the owner organises and that belong to no series, the latest first."""
    own = TournamentStaff.objects.filter(player=series.owner, role="owner").values("tournament")
    free = Announcement.objects.filter(owner=series.owner, series=None).values("tournament")
    rows = Tournament.objects.filter(id__in=own).filter(id__in=free).exclude(status=Status.CANCELLED)
    return rows.order_by("-created", "id")[:most]


@dataclass(frozen=True, slots=True)
class _Row:
    event: int
    tournament: UUID
    place: tuple[int, int]
    player: UUID
    rank: int
    points: int


def standings_of(series: EventSeries, events: Sequence[Tournament]) -> list[SeriesStanding[UUID]]:
    """The standings over the events that are over; each row names a player by whom its person last took part. Four
    queries."""
    finished = {event.id: at for at, event in enumerate(events) if event.status == Status.FINISHED}
    entries = TournamentEntry.objects.filter(tournament__in=finished, place__isnull=False, member=False)
    rows = [
        _Row(
            finished[item.tournament_id],
            item.tournament_id,
            (item.entry, item.partner),
            item.player,
            item.place,
            item.points or 0,
        )
        for item in entries
        if item.place is not None
    ]
    rows.sort(key=lambda row: (row.event, row.place))
    people = _people(rows)
    last = {people[row]: row.player for row in rows}
    results = [SeriesResult(row.event, people[row], row.rank, row.points) for row in rows]
    standings = series_standings(results, best=series.best, table=series.points)
    return [SeriesStanding(row.place, last[row.who], row.total, row.points, row.counted, row.wins) for row in standings]


def _people(rows: Sequence[_Row]) -> dict[_Row, Hashable]:
    """What stands for the person of each row."""
    players = Player.objects.filter(id__in={row.player for row in rows})
    names = {id: (name, account is not None or bot) for id, name, account, bot in _named(players)}
    numbers = _numbers(rows)
    keys: dict[_Row, Hashable] = {}
    members: dict[str, Hashable] = {}
    for row in rows:
        if row.player not in names or names[row.player][1]:
            keys[row] = row.player
            if number := numbers.get((row.tournament, *row.place)):
                members.setdefault(number, row.player)
    for row in rows:
        if row not in keys and (number := numbers.get((row.tournament, *row.place))):
            keys[row] = members.get(number, number)
    words = {row: " ".join(sorted(name_words(names[row.player][0]))) for row in rows if row.player in names}
    numbered: dict[str, set[Hashable]] = {}
    for row, key in keys.items():
        if isinstance(key, str):
            numbered.setdefault(words[row], set()).add(key)
    named = Counter((row.event, word) for row, word in words.items() if not isinstance(keys.get(row), UUID))
    twice = {word for (_event, word), count in named.items() if count > 1}
    for row in rows:
        if row not in keys:
            word = words[row]
            same = numbered.get(word, set())
            apart = not word or word in twice or len(same) > 1
            keys[row] = row.player if apart else next(iter(same), f"name {word}")
    return keys


def _named(players: QuerySet[Player]) -> QuerySet[Player, tuple[UUID, str, UUID | None, bool]]:
    return players.values_list("id", "name", "account_id", "bot")


def _numbers(rows: Sequence[_Row]) -> Mapping[tuple[UUID, int, int], str]:
    """The number of the federation of each person who has one, by event, entry and place in the pair."""
    asked = EntryPerson.objects.filter(~Q(fide=""), tournament__in={row.tournament for row in rows})
    return {
        (tournament, entry, partner): number
        for tournament, entry, partner, number in asked.values_list("tournament", "entry", "partner", "fide")
    }
