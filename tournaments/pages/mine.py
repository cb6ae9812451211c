"""What concerns the reader of an event's page: the entry, the next game, what can be done now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Player
from eventlog.canonical import at as as_time
from games.models import key_of
from tournaments.domain.challenges import answer_until
from tournaments.domain.consequences import has_room, may_grow, takes_entries, time_is_over
from tournaments.domain.formats import format_of
from tournaments.domain.ladder import LadderState
from tournaments.domain.queries.tournaments import next_in
from tournaments.domain.state import Entry, Presence, Status, TournamentFold
from tournaments.models import NamedMember, Tournament
from tournaments.presentation.names import names_of
from tournaments.presentation.words import MARKS, PRESENCES, ROLES


@dataclass(frozen=True, slots=True)
class ReaderStep:
    """Something that the reader can do: words and an address. `do`: what the button at once does there (`Action.slug`);
    without it the address is only looked at."""

    words: str
    url: str
    primary: bool = False
    do: str = ""


@dataclass(frozen=True, slots=True)
class NextGame:
    """The reader's place in the round that is played.

    Args:
        text: where and whom, in words; the opponent is a mark.
        url: of the game, or of the board where there is none yet.
        at: the time that both agreed.
        deadline: of the round.
    """

    text: str
    url: str = ""
    link: str = ""
    at: datetime | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Mine:
    """The reader's own part of an event's page. `waiting`: for a game that may begin at any moment. `again`: an
    open page asks every few seconds, as what is played ends without the reader's doing."""

    role: str
    presence: str
    card_url: str
    next: NextGame | None
    steps: tuple[ReaderStep, ...]
    waiting: bool = False
    again: bool = False


def mine_of(row: Tournament, fold: TournamentFold, player: Player) -> Mine:
    """What an event's page tells a player who reads it.

    Args:
        row: of the event.
        fold: the tournament as it stands.
        player: who reads.
    """
    entry = fold.entry_of(player.id)
    own = entry if entry is not None and player.id in entry.acting else None  # of a team its captain acts
    role = fold.role(player.id)
    next = _next(row, fold, entry, player.id) if entry is not None else None
    at_once = format_of(fold).grows and not format_of(fold).by_challenge
    return Mine(
        role=str(ROLES[role]) if role else "",
        presence=str(PRESENCES[entry.presence]) if entry is not None else "",
        card_url=reverse("tournaments:card", args=[row.key, entry.number]) if entry is not None else "",
        next=next,
        steps=(
            *(_team_steps(row, fold, entry) if fold.terms.team_boards else ()),
            *_steps(row, fold, own, role, plays=next is not None and bool(next.url)),
            *(_named(row, player, role) if row.imported or row.real else ()),
        ),
        waiting=at_once and next is not None and not next.url,
        again=at_once and next is not None,
    )


def game_of(row: Tournament, fold: TournamentFold, player: Player) -> str:
    """The address of the game that a player has in an event now, or "".

    Args:
        row, fold, player: as for `mine_of`.
    """
    entry = fold.entry_of(player.id)
    next = _next(row, fold, entry, player.id) if entry is not None else None
    return next.url if next is not None else ""


def _steps_at_once(row: Tournament, fold: TournamentFold, entry: Entry | None) -> list[ReaderStep]:
    """Joining and pausing where somebody may do so between any two games."""
    if fold.ended or not takes_entries(fold) or time_is_over(fold, timezone.now()):
        return []
    address, terms, by_challenge = _address(row, "enter"), fold.terms, format_of(fold).by_challenge
    if by_challenge and entry is not None and entry.playing:
        return [ReaderStep(_("Challenges"), _address(row, "challenges"))] if fold.ladder else []
    if entry is not None and entry.playing:
        return [ReaderStep(_("Pause"), address, do="withdraw")] if fold.begun else []
    if entry is not None and entry.presence is Presence.WITHDRAWN and terms.team == 1:
        words = _("Come back, at the bottom") if by_challenge else _("Play on")
        return [ReaderStep(words, address, primary=True, do="return")]
    if entry is None and terms.team == 1 and terms.entry == "open":
        return [ReaderStep(_("Join"), address, primary=True, do="enter")]
    return []


def _steps(row: Tournament, fold: TournamentFold, entry: Entry | None, role: str, *, plays: bool) -> list[ReaderStep]:
    results = _steps_at_once(row, fold, entry) if format_of(fold).grows else []
    at_once = bool(results)
    gone = entry is None or entry.presence in (Presence.WITHDRAWN, Presence.EXPELLED)
    if not fold.ended:
        enters = takes_entries(fold) and not at_once and not fold.terms.team_boards
        if gone and (entry is None or not fold.begun) and enters:
            words = _("Enter") if has_room(fold) else _("Enter the waiting list")
            results.append(ReaderStep(words, _address(row, "enter"), primary=not role))
        elif entry is not None and entry.here and _check_in_open(fold, entry):
            results.append(ReaderStep(_("Check in"), _address(row, "check-in"), primary=True))
        elif entry is not None and entry.presence is not Presence.EXPELLED:
            words = _("My entry") if format_of(fold).grows else _("My entry: byes, withdrawing")
            results.append(ReaderStep(words, _address(row, "enter")))
    if role:
        results.append(ReaderStep(_("To the director’s desk"), _address(row, "desk"), primary=not plays))
        results.append(ReaderStep(_("Hall screen"), _address(row, "hall")))
    return results


def _team_steps(row: Tournament, fold: TournamentFold, entry: Entry | None) -> list[ReaderStep]:
    """The pages of teams: the reader's own, or all of them to enter or to join one."""
    if entry is not None and entry.here:
        return [ReaderStep(_("My team: members, line-up"), _address(row, "team", entry.number), primary=True)]
    open = takes_entries(fold) and not fold.ended
    return [ReaderStep(_("Teams: enter one, or join") if open else _("Teams"), _address(row, "teams"), primary=open)]


def _named(row: Tournament, player: Player, role: str) -> list[ReaderStep]:
    """The page of the members whom a file or the staff names, for them and for the organiser."""
    members = NamedMember.objects.filter(tournament=row.id)
    mine = members.filter(player=player.id).first()
    if mine is not None:
        asked = mine.state == NamedMember.State.ASKED
        words = _("Say whether this is you") if asked else _("My answer: is this me?")
        return [ReaderStep(words, _address(row, "named"), primary=asked)]
    return [ReaderStep(_("Members I named"), _address(row, "named"))] if role == "owner" and members.exists() else []


def _check_in_open(fold: TournamentFold, entry: Entry) -> bool:
    terms = fold.terms
    if fold.status is not Status.OPEN or not terms.check_in or terms.starts is None or entry.checked_in:
        return False
    return timezone.now() >= as_time(terms.starts - terms.check_in * 1_000_000)


def _address(row: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[row.key, *args])


def _next(row: Tournament, fold: TournamentFold, entry: Entry, player: UUID) -> NextGame | None:
    """The board of the reader in the round that is played or about to be."""
    if fold.status not in (Status.RUNNING, Status.PAUSED):
        return None
    step = next_in(row.id, fold, entry, player)
    round = step.round
    if fold.ladder is not None and (challenge := _challenged(row, fold, fold.ladder, entry)) is not None:
        return challenge
    if fold.ladder is not None and step.leg is None:
        return None
    if format_of(fold).grows and step.leg is None:
        return _waits(fold, entry)
    if round is None:
        return None
    table = round.board_of(entry.number)
    if table is not None and table.taken_back:
        text = _("Your match of round %(round)d is taken back. You are told when it is paired again.")
        return NextGame(text % {"round": round.number})
    if step.board is None or step.leg is None:
        mark = round.byes.get(entry.number)
        if mark is not None and round.finished_at is None:
            words = {"round": round.number, "what": str(MARKS[mark])}
            return NextGame(_("Round %(round)d: %(what)s. You have no game.") % words)
        return NextGame(_("Your game of round %(round)d is over.") % {"round": round.number}) if step.board else None
    leg = step.leg
    red = leg.red == entry.number
    words = {"round": round.number, "board": step.board.number, "name": names_of(fold, leg.blue if red else leg.red)}
    if format_of(fold).grows:
        text = _("You have red against %(name)s.") if red else _("You have blue against %(name)s.")
        return NextGame(text % words, *_board(row, leg.game, round.number, step.board.number))
    text = _("Round %(round)d, board %(board)d: you have red against %(name)s.")
    if not red:
        text = _("Round %(round)d, board %(board)d: you have blue against %(name)s.")
    agreed = step.board.meeting.agreed
    url, link = _board(row, leg.game, round.number, step.board.number)
    return NextGame(text % words, url, link, as_time(agreed) if agreed is not None else None, round.deadline)


def _challenged(row: Tournament, fold: TournamentFold, ladder: LadderState, entry: Entry) -> NextGame | None:
    """A challenge that waits for the reader's answer."""
    for item in ladder.open:
        if item.challenged == entry.number:
            until = date_format(timezone.localtime(answer_until(fold, item)), "j F Y, H:i e")
            words = {"name": names_of(fold, item.challenger), "time": until}
            text = _("%(name)s challenges you. Without an answer until %(time)s you lose by default.") % words
            return NextGame(text, _address(row, "challenges"), _("Answer"))
    return None


def _waits(fold: TournamentFold, entry: Entry) -> NextGame | None:
    """What somebody is told who has no game in an event in which the next one may begin at any moment."""
    if not entry.playing or fold.status is not Status.RUNNING or not may_grow(fold, timezone.now()):
        return None
    return NextGame(_("You are waiting for an opponent. Your game opens here by itself as soon as somebody is free."))


def _board(row: Tournament, game: UUID | None, round: int, board: int) -> tuple[str, str]:
    """Where a game is played or agreed upon, and what the link says."""
    if game is not None:
        return reverse("games:replay", args=[key_of(game)]), _("To my game")
    return _address(row, "board", round, board), _("To my board")
