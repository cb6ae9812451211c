"""Teams of an event: the list with the way in, and the page of one with its roster and its line-up.

Everybody sees who is in a team. What was handed in for a match its captain alone sees before both line-ups are opened,
the staff no more than others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal, Refusal
from tournaments.domain.calendar import lineups_at
from tournaments.domain.commands import lineups, teams
from tournaments.domain.commands.teams import LONGEST_NAME, TeamMember
from tournaments.domain.consequences import takes_entries
from tournaments.domain.lineups import Lineup, usual_lineup
from tournaments.domain.standings import begun_rounds
from tournaments.domain.state import Board, Entry, Status, TournamentFold
from tournaments.organizer.access import EventAccess, for_visitors
from tournaments.organizer.fields import ExactInput
from tournaments.organizer.names import Names
from tournaments.organizer.registration import sorted_entries
from tournaments.organizer.team_actions import LONGEST_LIST, MEMBERS_HELP, match_of, members_named
from tournaments.presentation.words import PRESENCES, points_text, status_of, tournament_refusal
from tournaments.scoring.points import HALVES, TENTHS
from web.answers import refused, see_other

Points = Mapping[UUID, tuple[int, int]]


class TeamForm(forms.Form):
    """A new team."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST_NAME)
    members = forms.CharField(
        label=gettext_lazy("Members"),
        help_text=MEMBERS_HELP,
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    plays = forms.BooleanField(label=gettext_lazy("I play in it myself"), required=False, initial=True)
    code = forms.CharField(label=gettext_lazy("Entry code"), max_length=40, required=False, widget=ExactInput)

    def __init__(self, *args: Any, access: EventAccess, **kwargs: Any) -> None:
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
        terms = access.fold.terms
        if not terms.real:
            del self.fields["members"]  # others ask to join
        if access.role:
            del self.fields["plays"]
        if terms.entry != "code" or access.role or access.invited:
            del self.fields["code"]


class RosterForm(forms.Form):
    """Who is in a team, by names: members, those who ask to be, and people without an account."""

    members = forms.CharField(
        label=gettext_lazy("Members"),
        help_text=MEMBERS_HELP,
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    captain = forms.ChoiceField(label=gettext_lazy("Captain"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason, if there is one"),
        help_text=gettext_lazy("Everybody can read it in the event’s log."),
        max_length=500,
        required=False,
    )
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2000)


class LineupForm(forms.Form):
    """A member for each board of a match."""

    def __init__(
        self, *args: Any, members: Mapping[str, str], boards: int, lineup: Lineup, reasoned: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
        choices = [("", _("Nobody")), *members.items()]
        for number, player in enumerate(lineup, 1):
            self.fields[f"board_{number}"] = forms.ChoiceField(
                label=_("Board %(number)d") % {"number": number},
                choices=choices,
                required=False,
                initial="" if player is None else str(player),
            )
        self._boards = boards
        if reasoned:
            self.fields["reason"] = forms.CharField(
                label=_("Reason"), help_text=_("Everybody can read it in the event’s log."), max_length=500
            )

    @property
    def lineup(self) -> Lineup:
        """What was chosen."""
        chosen = [self.cleaned_data[f"board_{number}"] for number in range(1, self._boards + 1)]
        return tuple(UUID(player) if player else None for player in chosen)


# -- all teams ------------------------------------------------------------------------------------


@for_visitors
def all_teams(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The teams of an event, and the form that enters one."""
    if request.method == "POST" and access.player is None:
        return refused(request, 403, _("Sign in first."))
    if not access.fold.terms.team_boards:
        return refused(request, 404, _("Single players enter this event. There are no teams."))
    if request.method != "POST" or access.player is None:
        return _all_page(request, access)
    if request.POST.get("do") == "open":
        return _done(request, access, lambda: _open(access), _all_page)
    # A word can be guessed by who may try as often as a program can.
    if access.fold.terms.entry == "code" and "code" in request.POST:
        often: HttpResponse | None = consume_or_429(request, action="entry_code", user=request.user)
        if often:
            return often
    form = TeamForm(request.POST, access=access)
    if not form.is_valid():
        return _all_page(request, access, form, 422)
    values, by = form.cleaned_data, access.player.id
    first: list[TeamMember] = [by] if values.get("plays") else []
    try:
        named = [*first, *members_named(values.get("members", ""), {})]
        number = teams.enter_team(
            tournament=access.id, by=by, name=values["name"], members=named, code=values.get("code", "")
        )
    except Illegal as illegal:
        _beside(form, illegal)
        return _all_page(request, access.again(), form, status_of(illegal.refusal))
    messages.success(request, _("The team is entered."))
    return see_other(access.url("team", number))


def _open(access: EventAccess) -> str:
    assert access.player is not None
    lineups.open_lineups(tournament=access.id, by=access.player.id)
    return _("The line-ups are open to everybody.")


def _all_page(
    request: HttpRequest, access: EventAccess, form: TeamForm | None = None, status: int = 200, say: str = ""
) -> HttpResponse:
    fold = access.fold
    entries = sorted_entries(access)
    names = Names(fold, more=[player for entry in entries for player in entry.people])
    enters = access.player is not None and (
        (takes_entries(fold) and (bool(access.role) or access.entry is None or not access.entry.here))
        or (fold.status is Status.DRAFT and bool(access.role))
    )
    round, made = fold.round, _made(fold)
    waiting = round is not None and round.begun_at is None and not round.hidden
    sealed = waiting and round is not None and any(not board.lineups for board in round.boards)
    context = {
        "room": "tournaments",
        "access": access,
        "say": say,
        "teams": [_team_row(access, entry, names, made) for entry in entries],
        "form": (form or TeamForm(access=access)) if enters else None,
        "can_open": sealed and access.is_at_least("arbiter"),
    }
    return render(request, "tournaments/teams.html", context, status=status)


def _team_row(access: EventAccess, entry: Entry, names: Names, made: Points) -> dict[str, Any]:
    boards = access.fold.terms.team_boards
    return {
        "name": names.entry(entry.number),
        "url": access.url("team", entry.number),
        "captain": names.player(entry.captain),
        "members": [_with_points(names, player, made) for player in entry.roster[:boards]],
        "reserves": [_with_points(names, player, made) for player in entry.roster[boards:]],
        "state": "" if entry.playing else PRESENCES[entry.presence],
    }


def _made(fold: TournamentFold) -> dict[UUID, tuple[int, int]]:
    """What each member of a team has made at the boards so far: half points, and games with a result."""
    made: dict[UUID, tuple[int, int]] = {}
    for board in (board for round in begun_rounds(fold) for board in round.boards):
        for number, leg in enumerate(board.legs, 1):
            for player, mark in zip(board.players_at(number), leg.marks or (), strict=False):
                if player is not None:
                    halves, games = made.get(player, (0, 0))
                    made[player] = halves + HALVES.get(mark, 0), games + 1
    return made


def _with_points(names: Names, player: UUID, made: Points) -> str:
    if player not in made:
        return names.player(player)
    halves, games = made[player]
    words = {"name": names.player(player), "points": points_text(halves * TENTHS // 2), "games": games}
    return _("%(name)s (%(points)s of %(games)d)") % words


# -- one team -------------------------------------------------------------------------------------


@for_visitors
def one_team(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """The page of a team: who is in it, and, for its captain and the staff, what they can do."""
    if request.method == "POST" and access.player is None:
        return refused(request, 403, _("Sign in first."))
    if not access.fold.terms.team_boards or number not in access.fold.entries:
        return refused(request, 404, _("There is no such team in this event."))
    if request.method != "POST" or access.player is None:
        return _page(request, access, number)
    tournament, by = access.id, access.player.id
    do = request.POST.get("do", "")
    if do == "join":
        return _done(request, access, lambda: _join(access, number), _page, number)
    if do == "leave":
        teams.leave_team(tournament=tournament, by=by, entry=number)
        return see_other(access.url("team", number))
    if do == "roster":
        return _change_roster(request, access, number)
    if do in ("lineup", "fix"):
        return _take_lineup(request, access, number, fixed=do == "fix")
    return _page(request, access, number)


def _join(access: EventAccess, number: int) -> str:
    assert access.player is not None
    teams.ask_to_join(tournament=access.id, by=access.player.id, entry=number)
    return _("You ask to be in this team. Its captain takes you in.")


def _done(request: HttpRequest, access: EventAccess, act: Callable[[], str], page: Any, *place: int) -> HttpResponse:
    """Does what a button says, and comes back to its page; with the reason if it is refused."""
    try:
        text = act()
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        return page(request, access.again(), *place, status=status_of(illegal.refusal), say=say)  # type: ignore[no-any-return]
    messages.success(request, text)
    return see_other(request.path)


def _was(entry: Entry) -> str:
    """What a page shows of a roster, to see whether it has changed since."""
    return " ".join(str(player) for player in (*entry.roster, entry.captain))


def _change_roster(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    entry = access.fold.entries[number]
    asked = teams.requests_to_team(access.id, entry)
    names = Names(access.fold, more=[*entry.people, *asked])
    form = _roster_form(access, entry, names, asked, request.POST)
    if not form.is_valid():
        return _page(request, access, number, roster=form, status=422)
    if form.cleaned_data["was"] != _was(entry):
        form.add_error(None, _("Somebody has changed the team meanwhile. Nothing was changed."))
        return _page(request, access.again(), number, roster=form, status=409)
    known = {names.plain(player).casefold(): player for player in (*asked, *entry.people)}
    captain = form.cleaned_data["captain"]
    assert access.player is not None
    try:
        teams.change_roster(
            tournament=access.id,
            by=access.player.id,
            entry=number,
            members=members_named(form.cleaned_data["members"], known),
            captain=UUID(captain) if captain else None,
            reason=form.cleaned_data["reason"],
        )
    except Illegal as illegal:
        _beside(form, illegal)
        return _page(request, access.again(), number, roster=form, status=status_of(illegal.refusal))
    messages.success(request, _("The team is changed."))
    return see_other(access.url("team", number))


def _take_lineup(request: HttpRequest, access: EventAccess, number: int, *, fixed: bool) -> HttpResponse:
    board = match_of(access, number)
    assert access.player is not None
    if board is None:
        say = tournament_refusal(Refusal("no-match"))
        return _page(request, access, number, status=422, say=say)
    entry = access.fold.entries[number]
    names = Names(access.fold, more=entry.people)
    form = _lineup_form(access, entry, board, names, request.POST, fixed=fixed)
    if not form.is_valid():
        return _page(request, access, number, lineup=form, status=422)
    command: dict[str, Any] = {"tournament": access.id, "by": access.player.id, "entry": number, "lineup": form.lineup}
    try:
        if fixed:
            round = access.fold.rounds[-1].number
            lineups.fix_lineup(**command, round=round, board=board.number, reason=form.cleaned_data["reason"])
        else:
            lineups.seal_lineup(**command)
    except Illegal as illegal:
        _beside(form, illegal)
        return _page(request, access.again(), number, lineup=form, status=status_of(illegal.refusal))
    done = _("The line-up is handed in. Nobody else sees it before both are opened.")
    if fixed:
        done = _("The line-up is set.")
    messages.success(request, done)
    return see_other(access.url("team", number))


def _beside(form: forms.Form, illegal: Illegal) -> None:
    """Says a refusal beside the field that it names, or above all of them."""
    name = str(illegal.refusal.params.get("field", ""))
    form.add_error(name if name in form.fields else None, tournament_refusal(illegal.refusal))


def _page(
    request: HttpRequest,
    access: EventAccess,
    number: int,
    *,
    roster: RosterForm | None = None,
    lineup: LineupForm | None = None,
    status: int = 200,
    say: str = "",
) -> HttpResponse:
    fold, entry = access.fold, access.fold.entries[number]
    me = None if access.player is None else access.player.id
    leads = me is not None and me == entry.captain
    staff = access.is_at_least("arbiter") if fold.begun else access.is_at_least("helper")
    asked = teams.requests_to_team(access.id, entry) if leads or staff else []
    names = Names(fold, more=[*entry.people, *asked])
    changes = not fold.ended and entry.here and (staff or (leads and not fold.begun))
    board = match_of(access, number)
    context = {
        "room": "tournaments",
        "access": access,
        "say": say,
        "team": _team_row(access, entry, names, _made(fold)),
        "mine": me in entry.people,
        "leads": leads,
        "asked": [names.player(player) for player in asked],
        "can_join": me is not None and not fold.begun and not fold.ended and entry.here and _is_free(access),
        "roster": (roster or _roster_form(access, entry, names, asked)) if changes else None,
        **(_lineup_context(access, entry, board, names, lineup, leads=leads) if board is not None else {}),
    }
    return render(request, "tournaments/team.html", context, status=status)


def _is_free(access: EventAccess) -> bool:
    return access.entry is None or not access.entry.here


def _roster_form(access: EventAccess, entry: Entry, names: Names, asked: list[UUID], data: Any = None) -> RosterForm:
    """The form of a roster; captain is who has an account: a member, or somebody who asks to be one."""
    lines = "\n".join(map(names.plain, entry.roster))
    lead = "" if entry.captain is None else str(entry.captain)
    form = RosterForm(data, initial={"members": lines, "captain": lead, "was": _was(entry)}, label_suffix="")
    people = dict.fromkeys((*entry.people, *asked))
    choices = [("", _("Nobody: the staff acts for the team"))]
    form.fields["captain"].choices = [  # type: ignore[attr-defined]
        *choices,
        *((str(player), names.plain(player)) for player in people if names.is_member(player)),
    ]
    return form


def _lineup_context(
    access: EventAccess, entry: Entry, board: Board, names: Names, bound: LineupForm | None, *, leads: bool
) -> dict[str, Any]:
    fold, round = access.fold, access.fold.rounds[-1]
    other = next(number for number in board.entries if number != entry.number)
    arbiter, ended = access.is_at_least("arbiter"), fold.ended
    hands_in = not board.lineups and round.begun_at is None and (leads or arbiter) and fold.status is Status.RUNNING
    fixes = bool(board.lineups) and arbiter and not ended
    sealed = None
    if _sees_sealed(access, entry) and not board.lineups and entry.number in board.sealed:
        sealed = lineups.sealed_lineup(access.id, round.number, entry.number)
    form = bound or _lineup_form(access, entry, board, names, fixed=fixes, lineup=sealed)
    return {
        "round": round,
        "board": board,
        "other": names.entry(other),
        "handed_in": entry.number in board.sealed,
        "opened": [names.player(player) if player else "–" for player in board.lineups.get(entry.number, ())],
        "closes": lineups_at(fold),
        "lineup": form if hands_in or fixes else None,
        "fixes": fixes,
        "keeps": sealed is not None,
    }


def _sees_sealed(access: EventAccess, entry: Entry) -> bool:
    """Whether the reader may see a line-up of a team before both are opened: its captain alone."""
    return access.player is not None and access.player.id == entry.captain


def _lineup_form(
    access: EventAccess,
    entry: Entry,
    board: Board,
    names: Names,
    data: Any = None,
    *,
    fixed: bool,
    lineup: Lineup | None = None,
) -> LineupForm:
    """The form of a line-up, with that which stands: the open one, the captain's, or the first of the roster."""
    terms = access.fold.terms
    members = {str(player): names.plain(player) for player in entry.roster}
    stands = board.lineups.get(entry.number) or lineup or usual_lineup(terms, entry)
    return LineupForm(data, members=members, boards=terms.team_boards, lineup=stands, reasoned=fixed)
