"""Sections: events that are announced together, each with its own pairings and standings, such as A and B by rating.

They are told together by `Announcement.main`, the first of them. An entry moves between them until play begins.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from tournaments.domain import events as e
from tournaments.domain.command_handler import execute
from tournaments.domain.commands import organization
from tournaments.domain.consequences import check_room, has_room, takes_entries
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.lineups import roster_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.models import Announcement, EntryPerson, FormEntry, NamedMember

MOST_SECTIONS = 12


def add_section(
    *, tournament: UUID, name: str, by: UUID, rating_from: int | None = None, rating_to: int | None = None
) -> UUID:
    """Makes another section of an event: an event of the same terms, staff and words under a name of its own.

    Side effects: as `create_tournament` and `give_role`; announces it if the event is announced.

    Args:
        tournament: any section of the event.
        name: of the new one.
        by: who organises the event.
        rating_from, rating_to: whose entries it takes; None for no limit.

    Returns:
        Its id.

    Raises:
        Illegal: `not-allowed`; `section-begun`; `too-many-sections` (`most`); as `create_tournament` and `announce`.
        PlayerBarred: as `create_tournament`.
    """
    with transaction.atomic():
        first = Announcement.objects.select_for_update().get(tournament=tournament)
        now, main = fold_of(tournament), first.main or tournament
        if now.role(by) != "owner":
            raise refuse("not-allowed", role="owner")
        if now.begun or now.ended:
            raise refuse("section-begun")
        if Announcement.objects.filter(main=main).count() >= MOST_SECTIONS:
            raise refuse("too-many-sections", most=MOST_SECTIONS)
        terms = replace(now.terms, rating_from=rating_from, rating_to=rating_to)
        words = {slug: getattr(first, slug) for slug in ("description", "place", "zone", "code")}
        section = organization.create_tournament(owner=by, terms=terms, name=name, **words)
        for player, role in now.roles.items():
            if player != by:
                organization.give_role(tournament=section, player=player, role=role, by=by)
        if now.status is not Status.DRAFT:
            organization.announce(tournament=section, by=by)
        Announcement.objects.filter(tournament__in=(tournament, main, section)).update(main=main)
    return section


def move_entry(*, tournament: UUID, entry: int, to: UUID, by: UUID) -> int:
    """Moves an entry across real boards to another section, with its rating and all that is known of its people. Who
    comes when that is full waits.

    Side effects: appends PlayerEntered there and EntryWithdrawn here; moves the rows of its people.

    Args:
        tournament: the section in which it is.
        entry: its number here.
        to: the other section.
        by: somebody with a role in both.

    Returns:
        Its number there.

    Raises:
        Illegal: `no-section`: the two are no sections of one event; `not-allowed`; `online`; `no-entry`; `not-here`
            (`entry`); `section-begun`; `of-teams`, `no-teams`: one of the two is of teams;
            `entries-closed`; `too-many-entries` (`most`); `entered-already`.
    """
    numbers: list[int] = []

    def leave(draft: DraftedEvents) -> None:
        left = draft.need_entry(entry)
        draft.need("helper")
        if not draft.now.terms.real:
            raise refuse("online")
        if draft.now.begun:
            raise refuse("section-begun")
        if not left.here:
            raise refuse("not-here", entry=entry)
        draft.add(e.EntryWithdrawn(entry))

    def come(draft: DraftedEvents) -> None:
        numbers.clear()
        draft.need("helper")
        now = draft.now
        if now.begun:
            raise refuse("section-begun")
        if not takes_entries(now) and now.status is not Status.DRAFT:
            raise refuse("entries-closed")
        if any((there := now.entry_of(player)) is not None and there.here for player in moved.people):
            raise refuse("entered-already")
        check_room(now, 1)
        numbers.append(len(now.entries) + 1)
        waiting = bool(now.waiting) or not has_room(now)
        players = tuple(str(player) for player in moved.players)
        roster = roster_of(moved, numbers[0])
        if (roster is not None) != (now.terms.team_boards > 0):
            raise refuse("of-teams" if roster is None else "no-teams")
        draft.add(e.PlayerEntered(entry=numbers[0], players=players, rating=moved.rating, waiting=waiting))
        if roster is not None:
            draft.add(roster)

    with transaction.atomic():
        # Two that move at once wait here for each other, in one order.
        rows = Announcement.objects.select_for_update().filter(tournament__in=(tournament, to)).order_by("tournament")
        if len({row.main for row in rows} - {None}) != 1 or len(rows) != 2 or None in {row.main for row in rows}:
            raise refuse("no-section")
        left = execute(tournament=tournament, by=by, decide=leave)
        moved = left.entries[entry]
        execute(tournament=to, by=by, decide=come)
        for table in (EntryPerson.objects, NamedMember.objects):
            table.filter(tournament=tournament, entry=entry).update(tournament=to, entry=numbers[0])
        FormEntry.objects.filter(tournament=tournament, player__in=moved.players).update(tournament=to)
        Player.objects.filter(id__in=(*moved.players, *moved.roster), event=tournament).update(event=to)
    return numbers[0]
