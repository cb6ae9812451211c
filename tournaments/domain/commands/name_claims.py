"""Members whom an imported event names: each has to agree before the event shows as theirs, and may take that back.

Who imports an event may name anybody. So an entry is that of a player who is known by the name in the file alone, until
the member who is meant agrees: no page links to the member, and no list, place or number counts it as theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from accounts.conduct.restrictions import Barred, refuse_barred
from games.domain.daily_limits import approach
from notices.domain.commands import notify, withdraw
from notices.models import Kind
from tournaments.domain import events as e
from tournaments.domain.command_handler import execute
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.state import TournamentFold
from tournaments.models import NamedMember


class Naming(NamedTuple):
    """A place of an entry, who is named there, and the player whose it is until then."""

    entry: int
    partner: int
    player: UUID
    written: UUID


def ask_members(*, tournament: UUID, by: UUID, named: Iterable[Naming]) -> None:
    """Asks members whether they are who a file means. Who imports the event has answered by that.

    Side effects: keeps a NamedMember for each; a notice for those who are asked, who count as invited.

    Args:
        tournament: its id.
        by: who imports the event.
        named: the members, by entry.

    Raises:
        Illegal: `too-many-invitations`, `invited-enough` for the day.
    """
    rows = [
        NamedMember(
            tournament=tournament,
            entry=naming.entry,
            partner=naming.partner,
            player=naming.player,
            written=naming.written,
            state=NamedMember.State.AGREED if naming.player == by else NamedMember.State.ASKED,
        )
        for naming in named
    ]
    asked = [row.player for row in rows if row.state == NamedMember.State.ASKED]
    approach(by, asked)
    NamedMember.objects.bulk_create(rows)
    for player in asked:
        notify(player, Kind.NAMED, tournament=tournament, actor=by)


def answer(*, tournament: UUID, by: UUID, agree: bool) -> TournamentFold:
    """Answers for oneself whether one is the player whom a file means. The answer can be changed at any time.

    Side effects: appends PlayerIdentified where something is different; takes the notice back.

    Args:
        tournament: its id.
        by: the member.
        agree: it is so.

    Raises:
        Illegal: `not-named`; `entered-already`: the member plays in the event by another entry.
        PlayerBarred: a penalty stands against being in it.
        NoTournament: there is none.
        Conflict: others were faster several times.
    """

    def decide(draft: DraftedEvents) -> None:
        row = NamedMember.objects.select_for_update().filter(tournament=tournament, player=by).first()
        if row is None:
            raise refuse("not-named")
        if agree:
            refuse_barred(by, Barred.EVENTS)
        state = NamedMember.State.AGREED if agree else NamedMember.State.DECLINED
        player = by if agree else row.written
        if draft.now.entries[row.entry].players[row.partner] != player:
            there = draft.now.entry_of(player)
            if there is not None and there.here:
                raise refuse("entered-already", entry=there.number)
            draft.add(e.PlayerIdentified(row.entry, row.partner, str(player)))
        if row.state != state and (agree or row.state != NamedMember.State.LEFT):
            row.state, row.answered = state, timezone.now()
            row.save(update_fields=["state", "answered"])
        withdraw(Kind.NAMED, player_id=by, tournament=tournament)

    return execute(tournament=tournament, by=by, decide=decide)


def named_in(tournament: UUID, player: UUID) -> NamedMember | None:
    """Where an imported event names a member, with the answer."""
    return NamedMember.objects.filter(tournament=tournament, player=player).first()


def written_for(tournament: UUID) -> Mapping[UUID, UUID]:
    """For each member whom a file names, the player of the file. Records of games go by that one: they are not taken
    back."""
    return dict(NamedMember.objects.filter(tournament=tournament).values_list("player", "written"))
