"""Notices of tournaments in words. Names come from the rows of players and of the tournament, which may be erased; the
rest from the fold: who meets whom, when, and the results, which everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from eventlog.canonical import at as as_time
from eventlog.damage import skipping_damaged
from games.lobby.wording import span_text
from games.models import key_of
from notices.models import Kind, Notice
from notices.tournaments import ANSWERS
from players.models import Player
from tournaments.domain import queries
from tournaments.domain.fold import Board, Entry, Leg, Round, Status, TournamentFold
from tournaments.domain.progress import forfeited_at
from tournaments.models import Announcement
from tournaments.show.wording import moment_text, result_text

__all__ = ["Said", "said_of_tournaments"]


class Said(NamedTuple):
    """A notice as it is shown: a sentence without its full stop, where it leads, until when something is to be done."""

    text: str
    url: str
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class _About:
    """What a notice is about, as far as it is still there."""

    notice: Notice
    name: str
    key: str
    fold: TournamentFold
    names: Mapping[UUID, str]

    @property
    def me(self) -> Entry | None:
        """The entry of who is told."""
        entries = self.fold.entries.values()
        return next((one for one in entries if self.notice.player_id in one.players), None)

    @property
    def round(self) -> Round | None:
        number = self.notice.round
        return self.fold.rounds[number - 1] if 0 < number <= len(self.fold.rounds) else None

    @property
    def board(self) -> Board | None:
        boards = () if self.round is None else self.round.boards
        return boards[self.notice.board - 1] if 0 < self.notice.board <= len(boards) else None

    @property
    def leg(self) -> Leg | None:
        return None if self.board is None else self.board.legs[-1]

    @property
    def opponent(self) -> str:
        """The other side of the board; both, for who sits on none."""
        if self.leg is None:
            return ""
        mine = None if self.me is None else self.me.number
        return _(" and ").join(self.named(one) for one in (self.leg.red, self.leg.blue) if one != mine)

    def named(self, entry: int) -> str:
        """The names of an entry's players."""
        players = self.fold.entries[entry].players
        return _(" and ").join(self.names.get(player, _("Deleted player")) for player in players)


def said_of_tournaments(notices: Iterable[Notice]) -> dict[UUID, Said]:
    """The words of those of the notices that are about tournaments, by the notice's id, in the language that is on."""
    told = [(notice, notice.tournament) for notice in notices if notice.tournament is not None]
    if not told:
        return {}
    ids = {tournament for _notice, tournament in told}
    folds = {one: fold for one in ids if (fold := _fold_of(one)) is not None}
    titles = dict(Announcement.objects.filter(tournament__in=ids).values_list("tournament", "name"))
    names = dict(Player.objects.filter(id__in=set(_met(told, folds))).values_list("id", "name"))
    said = {}
    for notice, tournament in told:
        fold = folds.get(tournament)
        if fold is None:
            gone = _("The tournament is gone") if tournament not in titles else _("The tournament cannot be shown now")
            said[notice.id] = Said(gone, reverse("notices:notices"), None)
        else:
            title = titles.get(tournament) or _("Tournament")
            said[notice.id] = _said(_About(notice, title, key_of(tournament), fold, names))
    return said


def _fold_of(tournament: UUID) -> TournamentFold | None:
    with suppress(LookupError), skipping_damaged():
        return queries.published_fold_of(tournament)
    return None


def _met(told: Iterable[tuple[Notice, UUID]], folds: Mapping[UUID, TournamentFold]) -> Iterator[UUID]:
    """The players on the boards that notices are about, and who did something that is told of."""
    for notice, tournament in told:
        fold = folds.get(tournament)
        leg = None if fold is None else _About(notice, "", "", fold, {}).leg
        if fold is not None and leg is not None:
            yield from (*fold.entries[leg.red].players, *fold.entries[leg.blue].players)
        if notice.actor is not None:
            yield notice.actor


def _said(about: _About) -> Said:
    kind, notice = Kind(about.notice.kind), about.notice
    words = {
        "event": about.name,
        "round": notice.round,
        "board": notice.board,
        "opponent": about.opponent,
        "name": about.names.get(notice.actor, _("Deleted player")) if notice.actor is not None else "",
        "time": _moment(about),
        "result": result_text(about.leg.marks) if about.leg is not None else "",
        "place": _place(about) or "",
        "span": span_text(about.fold.terms.no_show) if about.fold.terms.no_show else "",
    }
    return Said(_SENTENCES[kind](about) % words, _url(kind, about), _deadline(kind, about))


def _moment(about: _About) -> str:
    """The time that is agreed, in the time zone that is on."""
    agreed = None if about.board is None else about.board.meeting.agreed
    return "" if agreed is None else moment_text(agreed)


def _place(about: _About) -> int | None:
    """The place of who is told, once the tournament is over."""
    if about.notice.kind != Kind.PLACES or about.me is None:
        return None
    return queries.place_of(about.fold, about.me.number)


def _url(kind: Kind, about: _About) -> str:
    if kind == Kind.CALL:
        return reverse("tournaments:call", args=[about.key, about.notice.version])
    if kind == Kind.ANSWERED:
        return reverse("tournaments:call", args=[about.key, about.notice.version // ANSWERS])
    if kind == Kind.LETTER:
        return reverse("tournaments:letter", args=[about.key, about.notice.version])
    if kind in (Kind.PARTNER, Kind.CHECK_IN, Kind.INVITED):
        return reverse("tournaments:enter", args=[about.key])
    if kind == Kind.NAMED:
        return reverse("tournaments:named", args=[about.key])
    if kind in (Kind.TERMS, Kind.TAKEN_BACK):
        return reverse("tournaments:log", args=[about.key])
    if kind in (Kind.BLOCKED, Kind.ROLE):
        return reverse("tournaments:desk", args=[about.key])
    if kind == Kind.BEGUN and about.leg is not None and about.leg.game is not None:
        return reverse("games:replay", args=[key_of(about.leg.game)])
    if about.board is not None:
        return reverse("tournaments:board", args=[about.key, about.notice.round, about.notice.board])
    return reverse("tournaments:tournament", args=[about.key])


def _deadline(kind: Kind, about: _About) -> datetime | None:
    """Until when something has to be done."""
    terms = about.fold.terms
    if kind == Kind.CHECK_IN and terms.starts is not None:
        return as_time(terms.starts)
    if kind in (Kind.PAIRED, Kind.TIME_PROPOSED, Kind.TIME_REFUSED, Kind.DEADLINE) and about.board is not None:
        return None if about.round is None else about.round.deadline
    if kind == Kind.NO_SHOW and about.board is not None and about.board.meeting.agreed is not None:
        return forfeited_at(about.fold, about.board.meeting)
    return None


def _paired(about: _About) -> str:
    if about.board is None:
        return _("%(event)s, round %(round)s: you have a bye")
    return _("%(event)s, round %(round)s: you meet %(opponent)s on board %(board)s")


def _over(about: _About) -> str:
    if about.notice.kind == Kind.PLACES and _place(about):
        return _("%(event)s is over: you are number %(place)s")
    return _("%(event)s is over")


def _blocked(about: _About) -> str:
    if about.fold.status is Status.OPEN:
        return _("%(event)s could not begin: too few are ready to play; the desk says what to do")
    return _("%(event)s, round %(round)s is stuck: see at the desk what blocks it")


def _taken_back(about: _About) -> str:
    """The whole round, or the match of who is told."""
    if about.notice.board:
        return _("%(event)s, round %(round)s: your match is taken back and counts no more; its log says why")
    return _("%(event)s: round %(round)s is taken back and counts no more; its log says why")


def _partner(about: _About) -> str:
    """Before play, or in it: then a pair that was withdrawn is to come back, or comes late."""
    if about.notice.round:
        return _("%(name)s wants to play %(event)s with you from the next round on")
    return _("%(name)s wants to enter %(event)s with you")


def _role(about: _About) -> str:
    role = about.fold.roles.get(about.notice.player_id)
    if role == "owner":
        return _("%(event)s is yours to run: you are its organiser now")
    return _("%(event)s: you are an arbiter") if role != "helper" else _("%(event)s: you are a helper")


def _appointment(about: _About) -> str:
    if about.fold.terms.no_show is None:
        return _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s, be there, or an arbiter decides")
    return _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s, be there within %(span)s, or you lose")


def _missed(about: _About) -> str:
    """Who does not come: to an agreed time about which arbiters decide, or else loses."""
    agreed = about.board is not None and about.board.meeting.agreed is not None
    if agreed and about.fold.terms.no_show is None:
        return _("%(event)s, round %(round)s: you are missed: an arbiter decides your game against %(opponent)s")
    return _("%(event)s, round %(round)s: you are missed, and lose to %(opponent)s by forfeit")


_SENTENCES: Mapping[Kind, Callable[[_About], str]] = {
    Kind.INVITED: lambda about: _("You are invited to %(event)s"),
    Kind.PARTNER: _partner,
    Kind.NAMED: lambda about: _("%(name)s has written a name down in %(event)s: say whether that is you"),
    Kind.ADMITTED: lambda about: _("You move up from the waiting list: you play in %(event)s"),
    Kind.TERMS: lambda about: _("%(event)s: the announcement is changed; its log says what is different, and why"),
    Kind.CHECK_IN: lambda about: _("%(event)s begins soon: check in, or you are out"),
    Kind.NOT_BEGUN: lambda about: _(
        "%(event)s could not begin at its time: too few are ready to play. It begins as soon as enough are, or its "
        "organiser sets another time"
    ),
    Kind.PAIRED: _paired,
    Kind.BEGUN: lambda about: _("%(event)s, round %(round)s: your game against %(opponent)s begins"),
    Kind.TIME_PROPOSED: lambda about: _("%(event)s, round %(round)s: %(opponent)s proposes when to play"),
    Kind.TIME_AGREED: lambda about: _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s"),
    Kind.TIME_REFUSED: lambda about: _("%(event)s, round %(round)s: %(opponent)s cannot play then, agree another time"),
    Kind.APPOINTMENT: _appointment,
    Kind.DEADLINE: lambda about: _("%(event)s, round %(round)s ends soon: agree when to play %(opponent)s"),
    Kind.NO_SHOW: _missed,
    Kind.CLAIMED: lambda about: _("%(event)s, round %(round)s: confirm the result that %(opponent)s has told"),
    Kind.DISPUTED: lambda about: _("%(event)s, round %(round)s, board %(board)s: the two sides disagree: %(opponent)s"),
    Kind.DECIDED: lambda about: _("%(event)s, round %(round)s: your result against %(opponent)s: %(result)s"),
    Kind.TAKEN_BACK: _taken_back,
    Kind.ANSWERED: lambda about: _("%(event)s, round %(round)s: an arbiter answers your call"),
    Kind.LETTER: lambda about: _("%(event)s: the staff writes to you"),
    Kind.PLACES: _over,
    Kind.CALLED_OFF: lambda about: _("%(event)s is called off"),
    Kind.ROLE: _role,
    Kind.CALL: lambda about: _("%(event)s, round %(round)s, board %(board)s: a player calls the arbiter"),
    Kind.BLOCKED: _blocked,
}
