"""Teams of an event: entering one, who is in it, joining and leaving.

A member with an account joins a team by asking for it, and its captain, or the staff, takes the member in; nobody is
named unasked. Who has no account is named by the captain or the staff, across real boards only.

`entry` is the number of the team. Commands raise `Illegal` (`not-allowed`, `no-entry`, `no-teams`, `moved-on` and what
each says), `NoTournament` and `Conflict`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack
from uuid import UUID

from accounts.conduct.blocks import blocked_among
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from accounts.people.bots import machines_among
from games.domain.daily_limits import approach
from notices.domain.commands import notify, withdraw
from notices.models import Kind
from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.lineups import need_team
from tournaments.domain.commands.registration import check_standing, need_here, need_open_door
from tournaments.domain.consequences import check_room, has_room, takes_entries
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.initial_ranking import rating_for
from tournaments.domain.state import Entry, Status, TournamentFold
from tournaments.models import PartnerRequest
from web.words import clean_line

MOST_MEMBERS = 24
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A member without an account, and the rating for the order of the boards; 0 for none."""

    name: str
    rating: int = 0


TeamMember = UUID | NamedPerson


# -- entering -------------------------------------------------------------------------------------


def enter_team(*, name: str, members: Sequence[TeamMember] = (), code: str = "", **command: Unpack[Command]) -> int:
    """Enters a team. A member who does it is its captain; the staff enters teams without one. When the event is full
    the team waits.

    Side effects: makes a player of this event alone that bears the name of the team, and one for each person without an
        account; appends PlayerEntered and RosterChanged.

    Args:
        members: in the order of the boards: the captain, and people without an account; others join later.
        code: the entry code, if one is asked for.

    Returns:
        The number of the entry.

    Raises:
        Illegal: `entries-closed`; `no-name`; `name-taken`; `too-many-entries` (`most`); `entered-already`; `guest`;
            `no-account`; `bots`; `not-invited`; `wrong-code`; `player-barred`; as `change_roster`.
        PlayerBarred: a penalty stands against who enters.
    """
    numbers: list[int] = []

    def decide(draft: DraftedEvents) -> None:
        numbers.clear()
        now = draft.now
        staff = draft.by is None or now.role(draft.by) != ""
        if not now.terms.team_boards:
            raise refuse("no-teams")
        if not takes_entries(now) and not (now.status is Status.DRAFT and staff):
            raise refuse("entries-closed")
        if draft.by is not None:
            refuse_barred(draft.by, Barred.TALK)
        title = clean_line(name)[:LONGEST_NAME]
        _check_name(draft, title)
        check_room(now, 1)
        captain = None if staff else draft.by
        if captain is not None:
            _may_join(draft, captain)
            if captain not in now.invited:
                need_open_door(draft, code)
        team = Player.objects.create(name=title, event=draft.stream)
        number = len(now.entries) + 1
        waiting = bool(now.waiting) or not has_room(now)
        draft.add(e.PlayerEntered(entry=number, players=(str(team.id),), rating=0, waiting=waiting))
        _change(draft, draft.now.entries[number], members, captain, "")
        numbers.append(number)

    execute(decide=decide, **command)
    return numbers[-1]


def _check_name(draft: DraftedEvents, name: str) -> None:
    if not name:
        raise refuse("no-name", field="name")
    teams = [entry.players[0] for entry in draft.now.entries.values() if entry.here]
    if Player.objects.filter(id__in=teams, name__iexact=name).exists():
        raise refuse("name-taken", field="name")


def _may_join(draft: DraftedEvents, player: UUID) -> None:
    """Raises `Illegal` or `PlayerBarred` unless a member of this service may be in a team."""
    check_standing(draft, [player])
    row = Player.objects.filter(id=player).first()
    if row is None or row.guest or not row.member:
        raise refuse("guest" if row is not None and row.guest else "no-account", name="" if row is None else row.name)
    if machines_among([player]) - draft.now.bots:
        raise refuse("bots")
    if any(
        answer.ruling == "looked" and answer.arbiter == player for call in draft.now.calls for answer in call.answers
    ):
        raise refuse("has-looked")
    entry = draft.now.entry_of(player)
    if entry is not None and entry.here:
        raise refuse("entered-already", entry=entry.number)


# -- who is in it ---------------------------------------------------------------------------------


def change_roster(
    *, entry: int, members: Sequence[TeamMember], captain: UUID | None, reason: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Says who is in a team, in the order of the boards; where ratings give the order they do. The captain does it
    until play begins, the staff until the event is over.

    Side effects: makes players for people without an account; appends RosterChanged; deletes the requests of who is in,
        and the notices of them.

    Args:
        members: those who are in it already, who have asked to be, or people without an account.
        captain: who acts for the team; one of the members, or as before, or None.
        reason: why, for the log.

    Raises:
        Illegal: `over`; `roster-closed`: play has begun, and the staff alone changes it; `too-many-members` (`most`);
            `named-twice`; `ask-first`: a member is named who has not asked to be in it; `online`: people without an
            account play across real boards only; `entered-already`; `player-barred`; `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        team = need_team(draft, entry, "helper")
        need_here(team)
        if draft.now.begun:
            if draft.by is not None and draft.now.role(draft.by) == "":
                raise refuse("roster-closed")
            draft.need("arbiter")
            draft.need_neutral([entry])
        _change(draft, team, members, captain, reason)

    return execute(decide=decide, **command)


def _change(
    draft: DraftedEvents, team: Entry, members: Sequence[TeamMember], captain: UUID | None, reason: str
) -> None:
    if len(members) > MOST_MEMBERS:
        raise refuse("too-many-members", field="members", most=MOST_MEMBERS)
    names = [clean_line(member.name) for member in members if isinstance(member, NamedPerson)]
    if names and not draft.now.terms.real:
        raise refuse("online", field="members")
    if names and draft.by is not None:
        refuse_barred(draft.by, Barred.TALK)
    if not all(names):
        raise refuse("no-name", field="members")
    ids = [member for member in members if isinstance(member, UUID)]
    if len({*ids}) < len(ids) or len({name.casefold() for name in names}) < len(names):
        raise refuse("named-twice", field="members")
    for player in {*ids, captain} - {None, draft.by, *team.people}:
        assert player is not None
        _need_asked(draft, team, player)
    for player in {*ids, captain} - {None, *team.people}:
        assert player is not None
        _may_join(draft, player)
    ranked = [_ranked(draft, member) for member in members]
    if draft.now.terms.board_order == "rating":
        ranked.sort(key=lambda member: -member[1])
    roster, ratings = tuple(str(player) for player, _rating in ranked), tuple(rating for _player, rating in ranked)
    same = roster == tuple(map(str, team.roster)) and captain == team.captain
    if same and team.roster:
        return
    lead = None if captain is None else str(captain)
    draft.add(e.RosterChanged(team.number, roster, ratings, lead, **draft.because(reason)))
    PartnerRequest.objects.filter(tournament=draft.stream, player__in=ids).delete()
    if team.captain is not None:
        for player in {*ids} - {*team.people}:
            withdraw(Kind.PARTNER, player_id=team.captain, actor=player, tournament=draft.stream)


def _need_asked(draft: DraftedEvents, team: Entry, player: UUID) -> None:
    """Raises `Illegal` with `ask-first` if a member did not ask to be in a team."""
    asked = PartnerRequest.objects.filter(tournament=draft.stream, player=player, partner=team.players[0])
    if not asked.exists():
        raise refuse("ask-first", field="members")


def _ranked(draft: DraftedEvents, member: TeamMember) -> tuple[UUID, int]:
    """A member with the rating for the order of the boards; who has no account gets a player of this event."""
    if isinstance(member, NamedPerson):
        row = Player.objects.create(name=clean_line(member.name), event=draft.stream)
        return row.id, max(0, min(member.rating, 4000))
    return member, draft.now.rating_in_team(member) or rating_for(draft.now, member)


def ask_to_join(*, entry: int, **command: Unpack[Command]) -> TournamentFold:
    """Asks to be in a team. Its captain is told, and takes the member in or not.

    Side effects: keeps a PartnerRequest with the player of the team, instead of any other of this player here; a
        notice.

    Raises:
        Illegal: `over`; `no-entry`; `roster-closed`: play has begun; `entered-already`; `guest`; `player-barred`.
        PlayerBarred: a penalty stands against who asks.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        team, by = draft.now.entries.get(entry), draft.by
        if not draft.now.terms.team_boards:
            raise refuse("no-teams")
        if team is None or by is None:
            raise refuse("no-entry", entry=entry)
        need_here(team)
        if draft.now.begun:
            raise refuse("roster-closed")
        _may_join(draft, by)
        known = PartnerRequest.objects.filter(tournament=draft.stream, player=by, partner=team.players[0]).exists()
        if known:
            return
        if team.captain is not None:
            approach(by, [team.captain])
        PartnerRequest.objects.update_or_create(
            tournament=draft.stream, player=by, defaults={"partner": team.players[0]}
        )
        if team.captain is not None and not blocked_among(by, [team.captain]):
            notify(team.captain, Kind.PARTNER, tournament=draft.stream, actor=by)

    return execute(decide=decide, **command)


def leave_team(*, entry: int, **command: Unpack[Command]) -> TournamentFold:
    """Takes who acts out of a team; whom nobody can keep in one. A captain who leaves leaves the team to the staff.

    Side effects: appends RosterChanged; nothing if it is not the player's.

    Raises:
        Illegal: `over`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        team, by = draft.now.entries.get(entry), draft.by
        if team is None or by is None or by not in team.people or not draft.now.terms.team_boards:
            return
        stay = [place for place, player in enumerate(team.roster) if player != by]
        captain = None if team.captain in (by, None) else str(team.captain)
        draft.add(
            e.RosterChanged(
                entry,
                tuple(str(team.roster[place]) for place in stay),
                tuple(team.ratings[place] for place in stay),
                captain,
            )
        )

    return execute(decide=decide, **command)


def requests_to_team(tournament: UUID, team: Entry) -> list[UUID]:
    """Who asks to be in a team, the first one first."""
    asked = PartnerRequest.objects.filter(tournament=tournament, partner=team.players[0]).order_by("asked")
    return list(asked.values_list("player", flat=True))
