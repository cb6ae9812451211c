"""The addresses where actions of events are done: one for each group of `tournaments/organizer/action_endpoints.py`,
made of it.

A GET tells what is offered now and what each takes; a POST does one. Who may is asked as the pages ask it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from allauth.core.ratelimit import consume
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.authentication.second_factor import has_factor
from accounts.models import Account
from api.http.endpoint import Endpoint, Operation, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_tournaments as shapes
from api.v1.actions import action_value, body_of, event_refused, moved_on, question_of, submitted
from api.v1.events import no_event
from eventlog.aggregate import lock
from eventlog.store import Conflict
from games.rules import Illegal
from tournaments.organizer import action_endpoints
from tournaments.organizer.access import EventAccess, access_to
from tournaments.organizer.action_endpoints import ActionGroup, NotHere, NotYours
from tournaments.organizer.actions import Action, Submission

TRIES = 4
"""How often something is tried that goes by no version, while others are faster."""

DoAction = Callable[[EventAccess], HttpResponse]


class ActingEndpoint(Endpoint):
    """What is done in one event."""

    role: ClassVar[str] = ""

    def access(self, key: str) -> EventAccess:
        """The event as the owner of the token may act in it.

        Raises:
            Problem: 404 for no event, 403 for who has no such role, or has no second factor where it is needed.
        """
        result = access_to(key.replace("\0", ""), self.player, self._passes)
        if result is None:
            raise no_event()
        if self.role and not result.passed:
            words = _(
                "This event is rated. What its arbiters do needs a token with the scope “staff”, of an account that has"
                " a second step to sign in."
            )
            raise Problem(403, "second-factor", words)
        if self.role and not result.is_at_least(self.role):
            raise Problem(403, "not-allowed", _("Only the event’s staff may do this."))
        return result

    def _passes(self) -> bool:
        """Whether the token acts for somebody who has shown a second factor, and has one still."""
        if not settings.VEXILLUM_STAFF_FACTORS:
            return True
        token, account = self.token, self.request.user
        return (
            token is not None and Scope.STAFF in token.scopes and isinstance(account, Account) and has_factor(account)
        )

    def acted(self, key: str, do: DoAction, *, locked: bool = True) -> HttpResponse:
        """Do something at the version that was seen, as `If-Match` says.

        Args:
            key: of the event.
            do: does it, and answers.
            locked: hold others off from the look at the version until it is done. What takes long, or names the version
                to its command, needs none.

        Raises:
            Problem: 412, with the version that there is now, for who had seen another one.
        """
        seen = self.seen_version()
        for attempt in range(1, TRIES + 1):
            access = self.access(key)
            try:
                if seen is None or not locked:
                    return self._done_at(access, seen, do)
                with transaction.atomic():
                    lock(access.id)
                    return self._done_at(access.again(), seen, do)
            except Illegal as illegal:
                late = illegal.refusal.code == "moved-on"
                if not late or seen is not None or attempt == TRIES:
                    raise event_refused(illegal.refusal, access.again().fold.version) from None
            except Conflict:
                if attempt == TRIES or transaction.get_connection().needs_rollback:
                    raise
        raise AssertionError("the loop returns or raises")

    def _done_at(self, access: EventAccess, seen: int | None, do: DoAction) -> HttpResponse:
        if seen is not None and seen != access.fold.version:
            raise moved_on(access.fold.version)
        return do(access)


class ActionGroupEndpoint(ActingEndpoint):
    group: ClassVar[ActionGroup]

    def _about(self, access: EventAccess, numbers: dict[str, int]) -> Any:
        try:
            return self.group.about(access, **numbers)
        except NotHere as error:
            raise missing(str(error)) from None
        except NotYours as error:
            raise Problem(403, "not-allowed", str(error)) from None

    def do_get(self, request: Request, key: str, **numbers: int) -> HttpResponse:
        access = self.access(key)
        about = self._about(access, numbers)
        offered = [action_value(action, access, about) for action in self.group.offered(access, about)]
        return json_answer({**self._state(access), "actions": offered}, version=access.fold.version)

    def do_post(self, request: Request, key: str, **numbers: int) -> HttpResponse:
        self._spare()
        # All commands of the event as a whole name the version that was seen, and a pairing takes long.
        return self.acted(key, lambda access: self._do(access, numbers), locked=self.group is not action_endpoints.DESK)

    def _do(self, access: EventAccess, numbers: dict[str, int]) -> HttpResponse:
        about = self._about(access, numbers)
        action = self.group.taken(access, about, self.body["do"])
        if action is None:
            words = _("This cannot be done now.")
            known = [action.slug for action in self.group.offered(access, about)]
            raise Problem(409, "not-now", words, params={"offered": known})
        seen = self.body.get("version", "")
        if seen and seen != action.mark(access, about):
            raise moved_on(access.fold.version)
        submission = submitted(action, access, about, self.body)
        self._make_sure(action, submission)
        said = action.run(submission)
        words = str(said) if isinstance(said, str | Promise) else str(action.done)
        now = access.again()
        return json_answer({**self._state(now), "done": words}, version=now.fold.version)

    def _make_sure(self, action: Action, submission: Submission) -> None:
        """Refuses what cannot be undone to who has not said that it is meant."""
        if action.sure and self.body.get("sure") is not True:
            question = question_of(action, submission)
            words = _("%(question)s Send it with “sure”: true.") % {"question": question}
            raise Problem(422, "not-sure", words, params={"do": action.slug})

    def _state(self, access: EventAccess) -> dict[str, Any]:
        entry = None if access.entry is None else access.entry.number
        return shapes.StateOfEventShape.of(access, round=len(access.fold.rounds), entry=entry)

    def _spare(self) -> None:
        """A word can be guessed by who may try as often as a program can."""
        if self.group not in (action_endpoints.OWN_ENTRY, action_endpoints.TEAMS) or "code" not in self.body:
            return
        if not consume(self.request, action="entry_code", user=self.request.user):
            words = _("That was too often. Wait some minutes, then try again.")
            raise Problem(429, "too-often", words, headers={"Retry-After": "600"})


def group_endpoint(group: ActionGroup, reads: Scope, acts: Scope, names: tuple[str, str], text: str) -> type[Endpoint]:
    """The address of a group.

    Args:
        group: which one.
        reads, acts: the scopes that a token needs.
        names: of the two operations, for clients.
        text: what the group is, as the end of a sentence.
    """
    offers = Operation(
        names[0],
        f"What can be done now {text}, and what each action takes.",
        scope=reads,
        answer=shapes.StationShape,
    )
    acting = Operation(
        names[1],
        f"Do something {text}. `sure` is needed for what cannot be undone.",
        scope=acts,
        body=body_of(group),
        answer=shapes.DeedDoneShape,
        condition=True,
        weight=2,
    )
    values: dict[str, Any] = {
        "group": group,
        "role": group.role,
        "operations": {"get": offers, "post": acting},
        "__doc__": f"The group {group.slug}.",
    }
    return type(f"{names[1][0].upper()}{names[1][1:]}Endpoint", (ActionGroupEndpoint,), values)


S = Scope
ADDRESSES: dict[ActionGroup, tuple[str, type[Endpoint]]] = {
    group: (route, group_endpoint(group, reads, acts, names, text))
    for group, route, reads, acts, names, text in (
        (
            *(action_endpoints.OWN_ENTRY, "entry/", S.READ, S.PLAY, ("getOwnEntry", "changeOwnEntry")),
            "about your own entry: enter, check in, ask for a bye, withdraw, come back",
        ),
        (
            *(action_endpoints.OWN_BOARD, "rounds/<int:round>/boards/<int:board>/", S.READ, S.PLAY),
            *(("getOwnBoard", "actAtBoard"), "at your own board: agree a time, be there, tell the result"),
        ),
        (
            *(action_endpoints.OWN_CHALLENGES, "challenges/", S.READ, S.PLAY, ("getChallenges", "actOnChallenge")),
            "on a ladder: challenge somebody, answer, take a challenge back, pause",
        ),
        (
            *(action_endpoints.TEAMS, "teams/", S.READ, S.PLAY, ("getTeams", "enterTeam")),
            "about teams: enter one, and be its captain",
        ),
        (
            *(action_endpoints.OWN_TEAM, "teams/<int:entry>/", S.READ, S.PLAY, ("getTeam", "actForTeam")),
            "about one team: join it, leave it; as its captain say who is in it, and hand in who plays",
        ),
        (
            *(action_endpoints.ORGANISING, "organising/", S.ORGANISE, S.ORGANISE, ("getOrganising", "organise")),
            "as the organiser: announce the event, call it off",
        ),
        (
            *(action_endpoints.ROLES, "organising/roles/", S.ORGANISE, S.ORGANISE, ("getRoles", "changeRoles")),
            "about who runs the event",
        ),
        (
            *(action_endpoints.WRITING, "organising/letters/", S.ORGANISE, S.ORGANISE, ("getWriting", "writeLetter")),
            "to write to those who take part",
        ),
        (
            *(action_endpoints.DESK, "desk/", S.STAFF, S.STAFF, ("getDesk", "actAtDesk")),
            "with the event as a whole: start it, pair, publish, begin and end rounds, pause",
        ),
        (
            *(action_endpoints.DESK_ENTRIES, "desk/entries/", S.STAFF, S.STAFF, ("getDeskEntries", "actOnEntries")),
            "about who takes part: invitations, pairs kept apart",
        ),
        (
            *(
                action_endpoints.DESK_ENTRY,
                "desk/entries/<int:entry>/",
                S.STAFF,
                S.STAFF,
                ("getDeskEntry", "actOnEntry"),
            ),
            "about one entry: byes, withdrawals, expulsions, corrections",
        ),
        (
            *(action_endpoints.DESK_BOARD, "desk/rounds/<int:round>/boards/<int:board>/", S.STAFF, S.STAFF),
            *(("getDeskBoard", "actOnBoard"), "about one board: results, corrections, forfeits"),
        ),
        (
            *(action_endpoints.DESK_CALL, "desk/calls/<int:call>/", S.STAFF, S.STAFF, ("getDeskCall", "answerCall")),
            "about a call for the arbiter: rulings, time, clocks",
        ),
    )
}
"""The address of each group, below that of the event, with what answers there."""
