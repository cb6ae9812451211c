"""The actions of teams, as programs do them: entering one, joining, who is in it, and its line-ups. Their pages are in
`teams.py`. What a captain has handed in no answer tells, not even the captain's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.commands import lineups, teams
from tournaments.domain.commands.teams import LONGEST_NAME, NamedPerson, TeamMember
from tournaments.domain.consequences import takes_entries
from tournaments.domain.state import Board, Entry
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Action, ActionForm, MayReasonForm, ReasonForm, Submission, by_slug
from tournaments.organizer.entry_actions import ShownEntry
from tournaments.organizer.fields import ExactInput, offer_choices
from tournaments.organizer.names import Names
from web.words import clean_line

LONGEST_LIST = 4000
MEMBERS_HELP = gettext_lazy(
    "One a line, in the order of the boards; who comes after the boards of a match is a reserve. Without an account: "
    "name; rating."
)


def members_named(text: str, known: Mapping[str, UUID]) -> list[TeamMember]:
    """The members that lines name: those of these names, and people without an account, whose rating may follow.

    Args:
        text: a name a line, with a semicolon before a rating.
        known: players by their names, case-folded.
    """
    result: list[TeamMember] = []
    for line in filter(None, map(clean_line, text.splitlines())):
        name, _sign, rating = (part.strip() for part in line.partition(";"))
        player = known.get(name.casefold())
        digits = rating if rating.isascii() and rating.isdigit() and len(rating) < 5 else "0"
        result.append(NamedPerson(name, int(digits)) if player is None else player)
    return result


def match_of(access: EventAccess, number: int) -> Board | None:
    """The match of a team in the last round, if everybody may see that."""
    round = access.fold.round
    return None if round is None or round.hidden else round.board_of(number)


def _team(about: Any) -> Entry:
    entry: Entry = about.entry if isinstance(about, ShownEntry) else about
    return entry


class EnterTeamForm(ActionForm):
    """A new team."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST_NAME)
    members = forms.CharField(
        label=gettext_lazy("Members"), help_text=MEMBERS_HELP, max_length=LONGEST_LIST, required=False
    )
    plays = forms.BooleanField(label=gettext_lazy("I play in it myself"), required=False)
    code = forms.CharField(label=gettext_lazy("Entry code"), max_length=40, required=False, widget=ExactInput)


class MembersForm(MayReasonForm):
    """Who is in a team."""

    members = forms.CharField(
        label=gettext_lazy("Members"), help_text=MEMBERS_HELP, max_length=LONGEST_LIST, required=False
    )
    captain = forms.CharField(
        label=gettext_lazy("Captain"),
        help_text=gettext_lazy("The name of a member with an account; left out: as it is."),
        max_length=150,
        required=False,
        widget=ExactInput,
    )

    def prepare(self) -> None:
        super().prepare()
        team = _team(self.about)
        asked = teams.requests_to_team(self.access.id, team)
        self.names = Names(self.access.fold, more=[*team.people, *asked])
        self.known = {self.names.plain(player).casefold(): player for player in (*asked, *team.people)}

    def clean_captain(self) -> UUID | None:
        """Somebody who is in the team, or asks to be."""
        name = clean_line(self.cleaned_data["captain"])
        if not name:
            return _team(self.about).captain
        player = self.known.get(name.casefold())
        if player is None or not self.names.is_member(player):
            raise forms.ValidationError(_("Nobody with an account is called so in this team."))
        return player

    def clean_members(self) -> list[TeamMember]:
        return members_named(self.cleaned_data["members"], self.known)


class LineupActionForm(ActionForm):
    """Who plays a match."""

    lineup = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Line-up"),
        help_text=gettext_lazy("For each board the place of a member in the roster, from 1; 0 for nobody."),
        coerce=int,
    )

    def prepare(self) -> None:
        team = _team(self.about)
        names = Names(self.access.fold, more=team.people)
        roster = [(place, names.player(player)) for place, player in enumerate(team.roster, 1)]
        offer_choices(self, "lineup", [(0, _("Nobody")), *roster])

    def clean_lineup(self) -> list[UUID | None]:
        """The members themselves."""
        roster = (None, *_team(self.about).roster)
        return [roster[place] for place in self.cleaned_data["lineup"]]


class FixForm(ReasonForm, LineupActionForm):
    """Who played a match, with the reason."""


# -- what they do ---------------------------------------------------------------------------------


def _enter(submission: Submission) -> str:
    values, access = submission.values, submission.access
    first: list[TeamMember] = [submission.by] if values["plays"] and not access.role else []
    named = [*first, *members_named(values["members"], {})]
    number = teams.enter_team(**submission.usual, name=values["name"], members=named, code=values["code"])
    return _("The team is entered, as number %(number)d.") % {"number": number}


def _change(submission: Submission) -> None:
    values = submission.values
    given = {"members": values["members"], "captain": values["captain"], "reason": submission.reason}
    teams.change_roster(**submission.usual, entry=_team(submission.about).number, **given)


def _hand_in(submission: Submission) -> None:
    number = _team(submission.about).number
    lineups.seal_lineup(**submission.usual, entry=number, lineup=submission.values["lineup"])


def _fix(submission: Submission) -> None:
    team, access = _team(submission.about), submission.access
    board = match_of(access, team.number)
    lineups.fix_lineup(
        **submission.usual,
        round=len(access.fold.rounds),
        board=0 if board is None else board.number,
        entry=team.number,
        lineup=submission.values["lineup"],
        reason=submission.reason,
    )


ENTER_TEAM = Action(
    "enter-team",
    gettext_lazy("Enter a team"),
    _enter,
    form=EnterTeamForm,
    done=gettext_lazy("The team is entered."),
    sees=lambda access, _about: access.fold.status,
)
OPEN_LINEUPS = Action(
    "open-line-ups",
    gettext_lazy("Open the line-ups"),
    lambda submission: lineups.open_lineups(**submission.usual) and None,
    done=gettext_lazy("The line-ups are open to everybody."),
)
TEAM = by_slug(
    Action(
        "join",
        gettext_lazy("Ask to join"),
        lambda submission: teams.ask_to_join(**submission.usual, entry=_team(submission.about).number) and None,
        done=gettext_lazy("You ask to be in this team. Its captain takes you in."),
    ),
    Action(
        "leave",
        gettext_lazy("Leave the team"),
        lambda submission: teams.leave_team(**submission.usual, entry=_team(submission.about).number) and None,
        done=gettext_lazy("You are in this team no more."),
    ),
    Action(
        "roster",
        gettext_lazy("Say who is in the team"),
        _change,
        form=MembersForm,
        done=gettext_lazy("The team is changed."),
    ),
    Action(
        "line-up",
        gettext_lazy("Hand in the line-up"),
        _hand_in,
        form=LineupActionForm,
        done=gettext_lazy("The line-up is handed in. Nobody else sees it before both are opened."),
    ),
    Action(
        "fix-line-up",
        gettext_lazy("Set who played"),
        _fix,
        form=FixForm,
        done=gettext_lazy("The line-up is set."),
    ),
    sees=lambda _access, about: (_team(about).roster, _team(about).captain),
)
OF_MEMBERS = tuple(TEAM[slug] for slug in ("join", "leave", "roster", "line-up"))
OF_STAFF = tuple(TEAM[slug] for slug in ("roster", "line-up", "fix-line-up"))


# -- when they are offered ------------------------------------------------------------------------


def can_enter_team(access: EventAccess) -> bool:
    """Whether who looks may enter a team: nobody who is in one."""
    free = access.entry is None or not access.entry.here
    return bool(access.fold.terms.team_boards) and takes_entries(access.fold) and (free or bool(access.role))


def offered_to_members(access: EventAccess, team: Entry) -> list[Action]:
    """What a player can do about a team: its captain more than others.

    Args:
        access: the event and who asks.
        team: which.
    """
    fold, me = access.fold, None if access.player is None else access.player.id
    slugs = []
    if me is not None and me == team.captain and not fold.ended:
        slugs += ["line-up"] if _waits_for_lineup(access, team) else []
        slugs += [] if fold.begun else ["roster"]
    if me in team.people and not fold.ended:
        slugs.append("leave")
    elif not fold.begun and not fold.ended and (access.entry is None or not access.entry.here):
        slugs.append("join")
    return [TEAM[slug] for slug in slugs]


def offered_to_staff(access: EventAccess, team: Entry) -> list[Action]:
    """What the staff can do about a team; an arbiter alone about its line-ups.

    Args:
        access: the event and who asks.
        team: which.
    """
    if not access.fold.terms.team_boards or access.fold.ended:
        return []
    slugs, board = ["roster"], match_of(access, team.number)
    if access.is_at_least("arbiter") and board is not None:
        slugs += ["fix-line-up"] if board.lineups else ["line-up"] if _waits_for_lineup(access, team) else []
    return [TEAM[slug] for slug in slugs]


def _waits_for_lineup(access: EventAccess, team: Entry) -> bool:
    board, round = match_of(access, team.number), access.fold.round
    return board is not None and not board.lineups and round is not None and round.begun_at is None
