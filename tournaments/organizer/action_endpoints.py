"""Where the actions of an event stand: the one list of all that its players and its staff can do.

Pages draw them as buttons; the API (`api/v1/event_actions.py`) takes the same ones by their slugs. An action that
stands nowhere here fails a test, so that neither can do what the other cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.domain.commands import arbitration
from tournaments.domain.commands.byes import rounds_to_come
from tournaments.domain.commands.letters import audiences
from tournaments.domain.commands.people import persons_of
from tournaments.domain.formats import pairs_by_score
from tournaments.domain.state import Entry
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Action
from tournaments.organizer.board_actions import BOARD
from tournaments.organizer.boards import actions as at_board
from tournaments.organizer.boards.place import BoardPlace
from tournaments.organizer.calls.actions import ACTIONS as CALLS
from tournaments.organizer.calls.pages import CallPage, players_at
from tournaments.organizer.calls.player_actions import CALL, TAKE_UP
from tournaments.organizer.challenges import CHALLENGES
from tournaments.organizer.challenges import possible as challenges_possible
from tournaments.organizer.director import possible_on
from tournaments.organizer.entries import possible_for
from tournaments.organizer.entry import OWN, possible
from tournaments.organizer.entry_actions import ENTRIES, ENTRY, ShownEntry
from tournaments.organizer.event_actions import EVENT, STAFF
from tournaments.organizer.letters import LETTERS
from tournaments.organizer.next_steps import next_steps
from tournaments.organizer.prizes import PRIZES, can_set
from tournaments.organizer.registration import can_invite
from tournaments.organizer.team_actions import (
    ENTER_TEAM,
    OF_MEMBERS,
    OF_STAFF,
    OPEN_LINEUPS,
    can_enter_team,
    offered_to_members,
    offered_to_staff,
)


class NotHere(LookupError):
    """There is nothing at an address, in words."""


class NotYours(PermissionError):
    """It is somebody else's, in words."""


About = Callable[..., Any]
Offered = Callable[[EventAccess, Any], Sequence[Action]]


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """The actions that are done at one address.

    Args:
        slug: what it is called.
        actions: all that may ever be offered there.
        role: the least role of who comes there; "" for every player.
        about: what is concerned, by the numbers of the address. Raises `NotHere` and `NotYours`.
        offered: those that are offered now, the most likely first.
        numbers: what the address counts: `round`, `board`, `entry`, `call`.
        only_offered: no other is taken; elsewhere the commands say what is possible.
    """

    slug: str
    actions: tuple[Action, ...]
    role: str
    about: About
    offered: Offered
    numbers: tuple[str, ...] = ()
    only_offered: bool = False

    def taken(self, access: EventAccess, about: Any, slug: str) -> Action | None:
        """The action of a slug, if it is taken here; of two with one slug that which is offered.

        Args:
            access, about: the event with its reader, and what the action is about.
            slug: of the action.
        """
        here = self.offered(access, about)
        return next(
            (action for action in (*here, *(() if self.only_offered else self.actions)) if action.slug == slug), None
        )


def _event(access: EventAccess) -> None:
    return None


# -- a player's own -------------------------------------------------------------------------------


def _own(access: EventAccess) -> Any:
    return access.entry


def _own_offered(access: EventAccess, about: Any) -> list[Action]:
    entry = access.entry
    actions = [OWN[slug] for slug in possible(access)]
    if entry is not None and not access.fold.ended and any(bye > len(access.fold.rounds) for bye in entry.byes):
        actions.append(OWN["cancel-bye"])
    if access.fold.terms.team > 1 and (entry is None or not entry.playing) and not access.fold.ended:
        actions += [OWN["agree"], OWN["decline"], OWN["take-back"]]
    return actions


def _challenges(access: EventAccess) -> None:
    if access.fold.ladder is None:
        raise NotHere(_("This event has no ladder, or has not begun."))


def _challenges_offered(access: EventAccess, about: Any) -> list[Action]:
    return [CHALLENGES[slug] for slug in challenges_possible(access)]


def _own_board(access: EventAccess, round: int, board: int) -> BoardPlace:
    place = BoardPlace.of(access, round, board)
    if place is None:
        raise NotHere(_("There is no such board in this event."))
    if place.mine is None:
        raise NotYours(_("You do not sit at this board."))
    return place


_AT_BOARD = (at_board.CLAIM, at_board.ACCEPT, at_board.REFUSE, at_board.CALL_OFF, at_board.PROPOSE, at_board.AGAIN)


def _team(access: EventAccess, entry: int) -> Entry:
    result = access.fold.entries.get(entry)
    if result is None or not access.fold.terms.team_boards:
        raise NotHere(_("There is no such team in this event."))
    return result


def _teams_offered(access: EventAccess, about: Any) -> list[Action]:
    return [ENTER_TEAM] if can_enter_team(access) and not access.role else []


# -- the staff's ----------------------------------------------------------------------------------


def _steps(access: EventAccess, about: Any) -> list[Action]:
    return [EVENT[slug] for slug in next_steps(access).all]


_HOLDING = ("announce", "cancel")
"""What is the organiser's to do with the event as a whole."""


def _board(access: EventAccess, round: int, board: int) -> Any:
    rounds = access.fold.rounds
    result = rounds[round - 1].board(board) if 0 < round <= len(rounds) else None
    if result is None:
        raise NotHere(_("There is no such board in this event."))
    return round, result


def _board_offered(access: EventAccess, about: Any) -> list[Action]:
    round, board = about
    return possible_on(access, access.fold.rounds[round - 1], board)


def _entries_offered(access: EventAccess, about: Any) -> list[Action]:
    fold, slugs = access.fold, []
    if can_invite(access):
        slugs.append("invite")
    if fold.invited:
        slugs.append("uninvite")
    if fold.terms.check_in:
        slugs.append("check-in")
    if access.is_at_least("arbiter") and pairs_by_score(fold) and rounds_to_come(fold) and len(fold.entries) > 1:
        slugs += ["forbid", "allow"]
    offered = [ENTRIES[slug] for slug in slugs]
    if fold.terms.team_boards and not fold.ended:
        offered += [ENTER_TEAM] if can_enter_team(access) else []
        sealed = fold.round is not None and not fold.round.hidden and fold.round.begun_at is None
        offered += [OPEN_LINEUPS] if sealed and access.is_at_least("arbiter") else []
    return offered


def _entry(access: EventAccess, entry: int) -> ShownEntry:
    result = access.fold.entries.get(entry)
    if result is None:
        raise NotHere(_("There is no such entry in this event."))
    return ShownEntry(result, persons_of(access.id), Player.objects.in_bulk(result.players))


def _entry_offered(access: EventAccess, about: ShownEntry) -> list[Action]:
    slugs = [*possible_for(access, about.entry), "correct"]
    if any(number > len(access.fold.rounds) for number in about.entry.byes) and not access.fold.ended:
        slugs.append("cancel-bye")
    if access.fold.terms.real and not access.fold.ended:
        slugs.append("disown")
    return [*(ENTRY[slug] for slug in slugs), *offered_to_staff(access, about.entry)]


def _staff_offered(access: EventAccess, about: Any) -> list[Action]:
    return [STAFF["give"], STAFF["take"]] if access.is_at_least("owner") else [STAFF["take"]]


def _letters_offered(access: EventAccess, about: Any) -> list[Action]:
    return list(LETTERS.values()) if audiences(access.fold) else []


def _call(access: EventAccess, call: int) -> CallPage:
    if not 0 < call <= len(access.fold.calls) or access.player is None:
        raise NotHere(_("There is no such call in this event."))
    result = access.fold.calls[call - 1]
    if not arbitration.may_see(access.fold, result, access.player.id):
        raise NotHere(_("There is no such call in this event."))
    if access.player.id in players_at(access.fold, result.round, result.board):
        raise NotYours(_("Only an arbiter who does not play at this board can answer."))
    return CallPage(access, result, arbiter=True)


def _call_offered(access: EventAccess, about: CallPage) -> list[Action]:
    return [] if about.call.closed else list(CALLS.values())


OWN_ENTRY = ActionGroup("entry", tuple(OWN.values()), "", _own, _own_offered)
OWN_BOARD = ActionGroup(
    "board",
    (*_AT_BOARD, at_board.TAKE_BACK, at_board.PRESENT),
    "",
    _own_board,
    lambda access, about: at_board.actions_of(about),
    ("round", "board"),
    only_offered=True,
)
OWN_CHALLENGES = ActionGroup("challenges", tuple(CHALLENGES.values()), "", _challenges, _challenges_offered)
TEAMS = ActionGroup("teams", (ENTER_TEAM,), "", _event, _teams_offered, only_offered=True)
OWN_TEAM = ActionGroup("team", OF_MEMBERS, "", _team, offered_to_members, ("entry",), only_offered=True)
ORGANISING = ActionGroup(
    "organising",
    (*(EVENT[slug] for slug in _HOLDING), *PRIZES.values()),
    "owner",
    _event,
    lambda access, about: [*(step for step in _steps(access, about) if step.slug in _HOLDING), *can_set(access)],
)
ROLES = ActionGroup("roles", tuple(STAFF.values()), "helper", _event, _staff_offered)
WRITING = ActionGroup("letters", tuple(LETTERS.values()), "arbiter", _event, _letters_offered)
DESK = ActionGroup("desk", tuple(EVENT.values()), "helper", _event, _steps)
DESK_ENTRIES = ActionGroup(
    "desk-entries", (*ENTRIES.values(), ENTER_TEAM, OPEN_LINEUPS), "helper", _event, _entries_offered
)
DESK_ENTRY = ActionGroup("desk-entry", (*ENTRY.values(), *OF_STAFF), "helper", _entry, _entry_offered, ("entry",))
DESK_BOARD = ActionGroup("desk-board", tuple(BOARD.values()), "helper", _board, _board_offered, ("round", "board"))
DESK_CALL = ActionGroup("desk-call", tuple(CALLS.values()), "arbiter", _call, _call_offered, ("call",))

ACTION_GROUPS = (
    *(OWN_ENTRY, OWN_BOARD, OWN_CHALLENGES, TEAMS, OWN_TEAM),
    *(ORGANISING, ROLES, WRITING),
    *(DESK, DESK_ENTRIES, DESK_ENTRY, DESK_BOARD, DESK_CALL),
)
"""All of them: a player's, the organiser's, the desk's."""


def all_actions() -> Iterator[Action]:
    """Every action, each once; to call an arbiter and to take a board up have addresses of their own in the API."""
    return iter(dict.fromkeys([*(action for group in ACTION_GROUPS for action in group.actions), CALL, TAKE_UP]))
