"""The notices of tournaments, in words, and whether they still hold. Names come from the rows of players and of the
tournament, which may be erased; the rest from the fold: who meets whom, when, and the results, which everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from eventlog.canonical import at as as_time
from eventlog.corruption import skipping_damaged
from eventlog.statements import Columns, execute
from games.models import key_of
from games.presentation.clock_text import span_text
from notices.kinds.registry import KindOfNotice, Limit, ReadBeside, Subject, Words, register
from notices.models import Kind, Notice
from tournaments.domain.calendar import forfeited_at
from tournaments.domain.challenges import answer_until
from tournaments.domain.ladder import ChallengeState, LadderChallenge
from tournaments.domain.notices import OF_THE_ROUND
from tournaments.domain.queries import tournaments as querie_tournaments
from tournaments.domain.queries.due_notices import ANSWERS
from tournaments.domain.state import Board, Entry, Leg, Round, Status, TournamentFold
from tournaments.models import Announcement, Tournament
from tournaments.presentation.words import moment_text, result_text
from web.words import isolated


@dataclass(frozen=True, slots=True)
class _About:
    notice: Notice
    name: str
    key: str
    fold: TournamentFold
    names: Mapping[UUID, str]

    @property
    def me(self) -> Entry | None:
        entries = self.fold.entries.values()
        return next((entry for entry in entries if self.notice.player_id in entry.people), None)

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
        board = self.board
        return None if board is None else board.legs[board.leg_number_of(self.notice.player_id) - 1]

    @property
    def challenge(self) -> LadderChallenge | None:
        """The challenge on a ladder that a notice is about."""
        if self.fold.ladder is None or self.notice.kind not in (Kind.CHALLENGED, Kind.CHALLENGE_ANSWERED):
            return None
        return self.fold.ladder.challenges.get(self.notice.version)

    @property
    def opponent(self) -> str:
        """The other side of the board or of the challenge; both of a board, for who sits at none."""
        if self.challenge is not None:
            mine = None if self.me is None else self.me.number
            return self.named(next(entry for entry in self.challenge.both if entry != mine))
        if self.leg is None:
            return ""
        mine = None if self.me is None else self.me.number
        return gettext(" and ").join(self.named(number) for number in (self.leg.red, self.leg.blue) if number != mine)

    def named(self, entry: int) -> str:
        """The names of an entry's players."""
        players = self.fold.entries[entry].players
        return gettext(" and ").join(isolated(self.names.get(player, gettext("Deleted player"))) for player in players)


_TOURNAMENT = Columns(Tournament, "t", "id", "status", "round")
_BY_ID = f"SELECT {_TOURNAMENT.sql} FROM tournaments_tournament t WHERE t.id = ANY(%s)".encode()  # noqa: S608 (columns)


class Tournaments(Subject[Tournament, "_About | str"]):
    """Notices about tournaments. Of one that is gone, or cannot be read, there is a sentence that says so."""

    beside = ReadBeside(
        _TOURNAMENT.sql,
        len(_TOURNAMENT),
        "LEFT JOIN tournaments_tournament t ON t.id = n.tournament",
        _TOURNAMENT.object,
    )

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, Tournament]:
        """The rows of tournaments say how far they are, by the ids of the notices."""
        ids = {notice.tournament for notice in notices if notice.tournament is not None}
        rows = execute(_BY_ID, (list(ids),)) if ids else ()
        tournaments = {row.id: row for row in map(_TOURNAMENT.object, rows) if row is not None}
        return {notice.id: tournaments[notice.tournament] for notice in notices if notice.tournament in tournaments}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, _About | str]:
        """The folds of the tournaments, and all names, by the ids of the notices."""
        result = [(notice, notice.tournament) for notice in notices if notice.tournament is not None]
        ids = {tournament for _notice, tournament in result}
        folds = {id_: fold for id_ in ids if (fold := _fold_of(id_)) is not None}
        titles = dict(Announcement.objects.filter(tournament__in=ids).values_list("tournament", "name"))
        names = dict(Player.objects.filter(id__in=set(_met(result, folds))).values_list("id", "name"))
        abouts: dict[UUID, _About | str] = {notice.id: gettext("The tournament is gone") for notice in notices}
        for notice, tournament in result:
            fold = folds.get(tournament)
            if fold is not None:
                title = isolated(titles.get(tournament, "")) or gettext("Tournament")
                abouts[notice.id] = _About(notice, title, key_of(tournament), fold, names)
            elif tournament in titles:
                abouts[notice.id] = gettext("The tournament cannot be shown now")
        return abouts

    def sender(self, notice: Notice) -> UUID | None:
        """Who does it; else whoever runs the tournament."""
        if notice.actor is not None or notice.tournament is None:
            return notice.actor
        return Tournament.objects.filter(id=notice.tournament).values_list("owner", flat=True).first()


def _fold_of(tournament: UUID) -> TournamentFold | None:
    with suppress(LookupError), skipping_damaged():
        return querie_tournaments.published_fold_of(tournament)
    return None


def _met(notices: Sequence[tuple[Notice, UUID]], folds: Mapping[UUID, TournamentFold]) -> Iterator[UUID]:
    """The players on the boards that notices are about, and who did something that is told of."""
    for notice, tournament in notices:
        fold = folds.get(tournament)
        about = None if fold is None else _About(notice, "", "", fold, {})
        if fold is not None and about is not None and about.challenge is not None:
            yield from (player for entry in about.challenge.both for player in fold.entries[entry].players)
        leg = None if about is None else about.leg
        if fold is not None and leg is not None:
            yield from (*fold.entries[leg.red].players, *fold.entries[leg.blue].players)
        if notice.actor is not None:
            yield notice.actor


TOURNAMENTS = Tournaments()
OF_PLAYERS, OF_ARBITERS = _("Tournaments"), _("For arbiters")

Sentence = str | Promise
Holds = Callable[[Notice, Tournament], bool]
Address = Callable[["_About"], str]
Deadline = Callable[["_About"], "datetime | None"]

_IN_PLAY = (Status.RUNNING, Status.PAUSED)


# -- whether they still hold ----------------------------------------------------------------------
#
# A row alone decides, since this is asked for the head of every page. What is out of date within a round is taken back
# as it changes (`tournaments.domain.notices.withdraw_all_but`).


def _always(notice: Notice, tournament: Tournament) -> bool:
    return True


def _before_play(notice: Notice, tournament: Tournament) -> bool:
    return tournament.status == Status.OPEN


def _in_play(notice: Notice, tournament: Tournament) -> bool:
    return tournament.status in _IN_PLAY


def _takes_entries(notice: Notice, tournament: Tournament) -> bool:
    """Late entries too; taken back when no more are taken."""
    return tournament.status in (Status.OPEN, *_IN_PLAY)


def _wants_a_partner(notice: Notice, tournament: Tournament) -> bool:
    """Before play; or in it, for a pair that is to come back."""
    return _in_play(notice, tournament) if notice.round else _before_play(notice, tournament)


def _in_its_round(notice: Notice, tournament: Tournament) -> bool:
    return tournament.status == Status.RUNNING and tournament.round <= notice.round


def _is_stuck(notice: Notice, tournament: Tournament) -> bool:
    return tournament.status in (Status.OPEN, Status.RUNNING) and tournament.round <= notice.round


# -- where they lead, and until when ---------------------------------------------------------------


def _page(name: str) -> Address:
    return lambda about: reverse(f"tournaments:{name}", args=[about.key])


def _of_partner(about: _About) -> str:
    """Where a request is answered: on the page of the reader's team, or of the own entry."""
    if about.fold.terms.team_boards and about.me is not None:
        return reverse("tournaments:team", args=[about.key, about.me.number])
    return reverse("tournaments:enter", args=[about.key])


def _numbered(name: str, *, of: int = 1) -> Address:
    """A page of something in the tournament, whose number stands in the notice, `of` times over."""
    return lambda about: reverse(f"tournaments:{name}", args=[about.key, about.notice.version // of])


def _board(about: _About) -> str:
    if about.board is None:
        return reverse("tournaments:tournament", args=[about.key])
    return reverse("tournaments:board", args=[about.key, about.notice.round, about.notice.board])


def _game(about: _About) -> str:
    leg = about.leg
    return _board(about) if leg is None or leg.game is None else reverse("games:replay", args=[key_of(leg.game)])


def _until_start(about: _About) -> datetime | None:
    starts = about.fold.terms.starts
    return None if starts is None else as_time(starts)


def _until_the_end(about: _About) -> datetime | None:
    return None if about.round is None or about.board is None else about.round.deadline


def _until_forfeit(about: _About) -> datetime | None:
    agreed = None if about.board is None else about.board.meeting.agreed
    return None if about.board is None or agreed is None else forfeited_at(about.fold, about.board.meeting)


# -- words ----------------------------------------------------------------------------------------


def _tell(
    kind: Kind,
    sentence: Sentence | Callable[[_About], Sentence],
    *,
    holds: Holds = _always,
    address: Address = _board,
    deadline: Deadline | None = None,
    mail: bool = True,
    limit: Limit = Limit.NONE,
    heading: Sentence = OF_PLAYERS,
) -> KindOfNotice[Tournament, _About | str]:
    """A kind of notice about tournaments.

    Args:
        sentence: what it says, with the values of `_words`; or what gives that.
        holds: by the row of the tournament; what is of one round holds as long as that is the last.
        address, deadline: where it leads, and until when something has to be done.
        mail, limit, heading: as in `KindOfNotice`.
    """
    truth = _in_its_round if kind in OF_THE_ROUND else holds
    words = partial(_words, sentence=sentence, address=address, deadline=deadline)
    return KindOfNotice(kind, TOURNAMENTS, heading, words, partial(_holds, truth), mail=mail, limit=limit)


def _holds(truth: Holds, notice: Notice, tournament: Tournament | None) -> bool:
    return tournament is not None and truth(notice, tournament)


def _words(
    about: _About | str,
    *,
    sentence: Sentence | Callable[[_About], Sentence],
    address: Address,
    deadline: Deadline | None,
) -> Words:
    if isinstance(about, str):
        return Words(about, reverse("notices:notices"), None)
    notice, terms = about.notice, about.fold.terms
    values = {
        "event": about.name,
        "round": notice.round,
        "board": notice.board,
        "opponent": about.opponent,
        "name": isolated(about.names.get(notice.actor, gettext("Deleted player"))) if notice.actor is not None else "",
        "time": _moment(about),
        "result": result_text(about.leg.marks) if about.leg is not None else "",
        "place": _place(about) or "",
        "span": span_text(terms.no_show) if terms.no_show else "",
    }
    text = str(sentence(about) if callable(sentence) else sentence) % values
    return Words(text, address(about), None if deadline is None else deadline(about))


def _moment(about: _About) -> str:
    """The time that is agreed, in the time zone that is on."""
    agreed = None if about.board is None else about.board.meeting.agreed
    return "" if agreed is None else moment_text(agreed)


def _place(about: _About) -> int | None:
    """The place of who is told, once the tournament is over."""
    if about.notice.kind != Kind.PLACES or about.me is None:
        return None
    return querie_tournaments.place_of(about.fold, about.me.number)


def _paired(about: _About) -> Sentence:
    if about.board is None:
        return _("%(event)s, round %(round)s: you have a bye")
    return _("%(event)s, round %(round)s: you meet %(opponent)s on board %(board)s")


def _over(about: _About) -> Sentence:
    if about.notice.kind == Kind.PLACES and _place(about):
        return _("%(event)s is over: you are number %(place)s")
    return _("%(event)s is over")


def _blocked(about: _About) -> Sentence:
    if about.fold.status is Status.OPEN:
        return _("%(event)s could not begin: too few are ready to play; the desk says what to do")
    if any(entry.lost_rating for entry in about.fold.entries.values()):
        return _("%(event)s: the start took ratings that people were entered with; the desk puts them right")
    return _("%(event)s, round %(round)s is stuck: see at the desk what blocks it")


def _taken_back(about: _About) -> Sentence:
    """The whole round, or the match of who is told."""
    if about.notice.board:
        return _("%(event)s, round %(round)s: your match is taken back and counts no more; its log says why")
    return _("%(event)s: round %(round)s is taken back and counts no more; its log says why")


def _partner(about: _About) -> Sentence:
    """Before play, or in it: then a pair that was withdrawn is to come back, or comes late. Or to join a team."""
    if about.fold.terms.team_boards:
        return _("%(name)s asks to join your team in %(event)s")
    if about.notice.round:
        return _("%(name)s wants to play %(event)s with you from the next round on")
    return _("%(name)s wants to enter %(event)s with you")


def _role(about: _About) -> Sentence:
    role = about.fold.roles.get(about.notice.player_id)
    if role == "owner":
        return _("%(event)s is yours to run: you are its organiser now")
    return _("%(event)s: you are an arbiter") if role != "helper" else _("%(event)s: you are a helper")


def _appointment(about: _About) -> Sentence:
    if about.fold.terms.no_show is None:
        return _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s, be there, or an arbiter decides")
    return _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s, be there within %(span)s, or you lose")


def _missed(about: _About) -> Sentence:
    """Who does not come: to an agreed time about which arbiters decide, or else loses."""
    agreed = about.board is not None and about.board.meeting.agreed is not None
    if agreed and about.fold.terms.no_show is None:
        return _("%(event)s, round %(round)s: you are missed: an arbiter decides your game against %(opponent)s")
    return _("%(event)s, round %(round)s: you are missed, and lose to %(opponent)s by forfeit")


def _challenges(about: _About) -> str:
    name = "tournament" if about.fold.ladder is None else "challenges"
    return reverse(f"tournaments:{name}", args=[about.key])


def _until_answered(about: _About) -> datetime | None:
    challenge = about.challenge
    return None if challenge is None else answer_until(about.fold, challenge)


def _challenge_answered(about: _About) -> Sentence:
    challenge = about.challenge
    if challenge is not None and challenge.answer is ChallengeState.ACCEPTED:
        return _("%(event)s: %(opponent)s accepts your challenge")
    if challenge is None or about.me is None or about.me.number == challenge.challenger:
        return _("%(event)s: %(opponent)s has lost your challenge by default: you move up")
    return _("%(event)s: you did not answer the challenge of %(opponent)s in time, and lost it by default")


_for_arbiters = partial(_tell, heading=OF_ARBITERS)

register(
    _tell(
        Kind.INVITED,
        _("You are invited to %(event)s"),
        holds=_takes_entries,
        address=_page("enter"),
        limit=Limit.UNASKED,
    ),
    _tell(Kind.PARTNER, _partner, holds=_wants_a_partner, address=_of_partner, limit=Limit.UNASKED),
    _tell(
        Kind.NAMED, _("%(name)s has written a name down in %(event)s: say whether that is you"), address=_page("named")
    ),
    _tell(Kind.ADMITTED, _("You move up from the waiting list: you play in %(event)s")),
    _tell(
        Kind.TERMS,
        _("%(event)s: the announcement is changed; its log says what is different, and why"),
        address=_page("log"),
        limit=Limit.REPEATED,
    ),
    _tell(
        Kind.CHECK_IN,
        _("%(event)s begins soon: check in, or you are out"),
        holds=_before_play,
        address=_page("enter"),
        deadline=_until_start,
    ),
    _tell(
        Kind.NOT_BEGUN,
        _(
            "%(event)s could not begin at its time: too few are ready to play. It begins as soon as enough are, or its "
            "organiser sets another time"
        ),
        holds=_before_play,
    ),
    _tell(Kind.PAIRED, _paired, deadline=_until_the_end),
    _tell(Kind.BEGUN, _("%(event)s, round %(round)s: your game against %(opponent)s begins"), address=_game),
    _tell(
        Kind.TIME_PROPOSED, _("%(event)s, round %(round)s: %(opponent)s proposes when to play"), deadline=_until_the_end
    ),
    _tell(Kind.TIME_AGREED, _("%(event)s, round %(round)s: you play %(opponent)s on %(time)s")),
    _tell(
        Kind.TIME_REFUSED,
        _("%(event)s, round %(round)s: %(opponent)s cannot play then, agree another time"),
        deadline=_until_the_end,
    ),
    _tell(Kind.APPOINTMENT, _appointment),
    _tell(
        Kind.DEADLINE,
        _("%(event)s, round %(round)s ends soon: agree when to play %(opponent)s"),
        deadline=_until_the_end,
    ),
    _tell(Kind.NO_SHOW, _missed, deadline=_until_forfeit),
    _tell(Kind.CLAIMED, _("%(event)s, round %(round)s: confirm the result that %(opponent)s has told")),
    _tell(Kind.DISPUTED, _("%(event)s, round %(round)s, board %(board)s: the two sides disagree: %(opponent)s")),
    _tell(Kind.DECIDED, _("%(event)s, round %(round)s: your result against %(opponent)s: %(result)s"), mail=False),
    _tell(
        Kind.CHALLENGED,
        _("%(event)s: %(opponent)s challenges you; without an answer you lose by default"),
        holds=_in_play,
        address=_challenges,
        deadline=_until_answered,
    ),
    _tell(Kind.CHALLENGE_ANSWERED, _challenge_answered, address=_challenges),
    _tell(Kind.TAKEN_BACK, _taken_back, address=_page("log")),
    _tell(
        Kind.ANSWERED,
        _("%(event)s, round %(round)s: an arbiter answers your call"),
        address=_numbered("call", of=ANSWERS),
    ),
    _tell(Kind.LETTER, _("%(event)s: the staff writes to you"), address=_numbered("letter"), limit=Limit.REPEATED),
    _tell(Kind.PLACES, _over),
    _tell(Kind.CALLED_OFF, _("%(event)s is called off")),
    _for_arbiters(Kind.ROLE, _role, address=_page("desk"), limit=Limit.UNASKED),
    _for_arbiters(
        Kind.CALL,
        _("%(event)s, round %(round)s, board %(board)s: a player calls the arbiter"),
        holds=_in_play,
        address=_numbered("call"),
    ),
    _for_arbiters(
        Kind.WITHDRAWN,
        _("%(event)s: an entry is withdrawn by a decision of the moderators"),
        address=_page("desk-entries"),
    ),
    _for_arbiters(
        Kind.RESULT_RULED,
        _("%(event)s, round %(round)s, board %(board)s: the moderators have decided about the result of the game"),
    ),
    _for_arbiters(Kind.BLOCKED, _blocked, holds=_is_stuck, address=_page("desk")),
)
