"""The next season of a league: its divisions are the sections of an event, of which the first is the highest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from uuid import UUID

from django.db import transaction

from accounts.models import MEMBERS, Player
from tournaments.domain.commands import organization
from tournaments.domain.commands.people import EntryPlace, NewEntry, NewPerson, enter_people, persons_of
from tournaments.domain.drafts import refuse
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import places_of
from tournaments.domain.state import Entry, Presence, TournamentFold
from tournaments.models import Announcement, EntryPerson, Tournament

_UNDATED = {"starts": None, "calendar": (), "rating_from": None, "rating_to": None}


def next_season(*, divisions: Sequence[UUID], names: Sequence[str], moving: int, by: UUID) -> list[UUID]:
    """Makes the next season of a league: an event in as many divisions, as drafts without dates. The first of each
    division go up and the last go down. Members are invited, and people without an account are entered with all that is
    known of them.

    Side effects: as `create_tournament`, `give_role`, `invite` and `enter_people`.

    Args:
        divisions: those of the last season, the highest first.
        names: of the new ones.
        moving: how many go up and down between two divisions; at most half of the smaller one.
        by: who organises all of them.

    Returns:
        The new divisions.

    Raises:
        Illegal: `not-allowed`; `of-teams`; `season-goes-on`: a division is not over; `season-there`: a draft
            has one of these names, as after the same order twice; as the commands above.
        PlayerBarred: as `create_tournament`.
    """
    folds = [fold_of(division) for division in divisions]
    if any(fold.role(by) != "owner" for fold in folds):
        raise refuse("not-allowed", role="owner")
    if any(fold.terms.team_boards for fold in folds):
        raise refuse("of-teams")
    if not all(fold.ended and fold.begun for fold in folds):
        raise refuse("season-goes-on")
    same = Announcement.objects.filter(owner=by, name__in=names).values("tournament")
    if Tournament.objects.filter(id__in=same, status=Tournament.Status.DRAFT).exists():
        raise refuse("season-there")
    places = moved([ranked(fold) for fold in folds], moving)
    made: list[UUID] = []
    with transaction.atomic():
        for division, fold, name, entries in zip(divisions, folds, names, places, strict=True):
            first = Announcement.objects.get(tournament=division)
            words = {slug: getattr(first, slug) for slug in ("description", "place", "zone", "code")}
            terms = fold.terms.changed(**_UNDATED)
            new = organization.create_tournament(owner=by, terms=terms, name=name, **words)
            for player, role in fold.roles.items():
                if player != by:
                    organization.give_role(tournament=new, player=player, role=role, by=by)
            _bring(new, [(divisions[at], folds[at].entries[number]) for at, number in entries], by, real=terms.real)
            made.append(new)
            main = made[0] if len(divisions) > 1 else None
            Announcement.objects.filter(tournament=new).update(main=main, series=first.series)
    return made


def ranked(fold: TournamentFold) -> list[int]:
    """The entries of a division that are there for the next season, by their places: without who was excluded."""
    places = places_of(fold)
    there = [entry.number for entry in fold.entries.values() if entry.presence is not Presence.EXPELLED]
    return sorted((number for number in there if number in places), key=lambda number: (places[number], number))


def moved(divisions: Sequence[Sequence[int]], moving: int) -> list[list[tuple[int, int]]]:
    """Who plays in each division of the next season: its number in the last one, and the entry there.

    >>> moved([[1, 2, 3], [1, 2, 3]], 1)
    [[(0, 1), (0, 2), (1, 1)], [(0, 3), (1, 2), (1, 3)]]
    """
    sizes = [len(division) for division in divisions]
    between = [min(moving, low // 2, high // 2) for high, low in pairwise(sizes)]
    result: list[list[tuple[int, int]]] = []
    for at, division in enumerate(divisions):
        up, down = (between[at - 1] if at else 0), (between[at] if at < len(between) else 0)
        above = [(at - 1, number) for number in divisions[at - 1][sizes[at - 1] - up :]] if up else []
        below = [(at + 1, number) for number in divisions[at + 1][:down]] if down else []
        result.append([*above, *((at, number) for number in division[up : sizes[at] - down]), *below])
    return result


def _bring(event: UUID, entries: Sequence[tuple[UUID, Entry]], by: UUID, *, real: bool) -> None:
    ids = {player for _division, entry in entries for player in entry.players}
    players = Player.objects.in_bulk(ids)
    members = {*Player.objects.filter(MEMBERS, id__in=ids).values_list("id", flat=True)}
    organization.invite(tournament=event, players=sorted(members - {by}), by=by)
    if not real:
        return
    persons = {division: persons_of(division) for division in {division for division, _entry in entries}}
    known = [
        NewEntry(tuple(_people(entry, players, persons[division])), entry.rating)
        for division, entry in entries
        if not members.intersection(entry.players) and players.keys() >= {*entry.players}
    ]
    if known:
        enter_people(tournament=event, entries=known, by=by)


def _people(
    entry: Entry, players: Mapping[UUID, Player], persons: Mapping[EntryPlace, EntryPerson]
) -> Iterator[NewPerson]:
    for partner, player in enumerate(entry.players):
        row = persons.get((entry.number, partner))
        names = {field.name for field in fields(NewPerson)} - {"name", "ask"}
        yield NewPerson(players[player].name, **({} if row is None else {name: getattr(row, name) for name in names}))
