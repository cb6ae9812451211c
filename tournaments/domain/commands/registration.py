"""Participation: entering, checking in, leaving and coming back, exclusion.

`entry` and `round` are numbers from 1, `tournament` is an id, `reason` a text, which can be erased. Commands raise
`Illegal` (`not-allowed`, `no-entry`, `moved-on` and what each says), `NoTournament` and `Conflict`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from secrets import compare_digest
from typing import Unpack
from uuid import UUID

from accounts.conduct.blocks import blocked_among
from accounts.conduct.restrictions import Barred, barred_ids, refuse_barred
from accounts.models import MEMBERS, Player
from accounts.people.bots import counts_on, machines_among
from eventlog.canonical import at as as_time
from games.domain.daily_limits import approach
from games.rules import Illegal
from notices.domain.commands import notify
from notices.models import Kind
from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.people import renumber_persons
from tournaments.domain.commands.succession import GOING
from tournaments.domain.consequences import check_room, has_room, takes_entries, time_is_over
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import format_of
from tournaments.domain.initial_ranking import mean, rating_for
from tournaments.domain.lineups import roster_of
from tournaments.domain.state import Entry, Presence, Status, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.models import Announcement, PartnerRequest, TournamentEntry
from web.words import clean_text

_HERE = (Presence.ENTERED, Presence.WAITING)


# -- entering -------------------------------------------------------------------------------------


def enter(*, players: Sequence[UUID], code: str = "", **command: Unpack[Command]) -> int:
    """Enters a player, or two partners. Who comes when the tournament is full waits.

    A partner has to agree: whoever of the two calls first makes a request, and the entry is made when the other one
    calls with the same two. Across real boards the staff enters who has no account; a member enters alone, and is
    invited or asked. Who is invited needs no code, and no rating within the limits.

    Side effects: appends PlayerEntered, or keeps a PartnerRequest and tells the partner.

    Args:
        players: one, or two where the variant is played by partners; the first has the first seat of the side.
        code: the entry code, if one is asked for.

    Returns:
        The number of the entry; 0 if a partner has yet to agree.

    Raises:
        Illegal: `entries-closed`; `of-teams`; `team-size` (`players`); `named-twice`; `no-player`; `guest`;
            `entered-already`; `expelled`; `not-invited`; `wrong-code`; `bots`: the staff has not invited this one as a
            bot; `rating-limits` (`least`, `most`); `too-many-entries`;
            `ask-first`: the staff enters no member unasked;
            `has-looked`: who saw both sides of a game of the event knows how these players set up;
            `blocked` (`name`): the staff enters nobody who wants nothing to do with who does it;
            `player-barred` (`name`): a moderator keeps somebody else of them out.
        PlayerBarred: a penalty stands against it.
    """
    numbers: list[int] = []

    def decide(draft: DraftedEvents) -> None:
        now, staff = draft.now, _is_staff(draft)
        if not staff and draft.by not in players:
            draft.need("helper")
        _may_enter(draft, players)
        check_standing(draft, players)
        ratings = [rating_for(now, player) for player in players]
        if staff:
            draft.need_no_block(players)
        else:
            machines = machines_among(players)
            if machines - now.bots:  # a partner's invitation is none for them: that too the staff decides
                raise refuse("bots")
            if draft.by not in now.invited:
                need_open_door(draft, code)
                check_ratings(now.terms, ratings)
        if draft.by is not None and not _decides_alone(draft, players):
            if draft.by not in players:
                raise refuse("ask-first" if staff and now.terms.real else "not-allowed")
            if not _agreed(draft, players, draft.by):
                return
        waiting = bool(now.waiting) or not has_room(now)
        rating = mean(ratings)
        ids = tuple(map(str, players))
        draft.add(e.PlayerEntered(entry=len(now.entries) + 1, players=ids, rating=rating, waiting=waiting))
        numbers.append(len(now.entries) + 1)
        PartnerRequest.objects.filter(tournament=draft.stream, player__in=players).delete()

    execute(decide=decide, **command)
    return numbers[-1] if numbers else 0


def check_standing(draft: DraftedEvents, players: Sequence[UUID]) -> None:
    """Whether players may take part in events now, as far as moderators say.

    Raises:
        PlayerBarred: who acts may not.
        Illegal: `player-barred` (`name`): another one of them may not.
    """
    asked = [Barred.EVENTS, *([Barred.RATED] if draft.now.terms.rated else [])]
    if draft.by is not None and draft.by in players:
        refuse_barred(draft.by, *asked)
    kept_out = barred_ids(players, *asked)
    if kept_out:
        name = Player.objects.filter(id__in=kept_out).order_by("name").values_list("name", flat=True).first()
        raise refuse("player-barred", name=name or "")


def cancel_request(*, tournament: UUID, player: UUID, partner: UUID) -> None:
    """Takes the request of a player to a partner back, or declines it. Side effects: deletes the PartnerRequest."""
    PartnerRequest.objects.filter(tournament=tournament, player=player, partner=partner).delete()


def _is_staff(draft: DraftedEvents) -> bool:
    return draft.by is None or draft.now.role(draft.by) != ""


def _decides_alone(draft: DraftedEvents, players: Sequence[UUID]) -> bool:
    """Whether who acts enters these players and brings them back without asking: the service, and the staff across real
    boards for those who have no account."""
    if draft.by is None:
        return True
    others = [player for player in players if player != draft.by]
    asked = Player.objects.filter(MEMBERS, id__in=others, bot=False)
    return _is_staff(draft) and draft.now.terms.real and not asked.exists()


def _may_enter(draft: DraftedEvents, players: Sequence[UUID]) -> None:
    """Raises `Illegal` unless these players may take part at all."""
    now = draft.now
    closed = not takes_entries(now) or time_is_over(now, draft.at)
    if closed and not (now.status is Status.DRAFT and _is_staff(draft)):
        raise refuse("entries-closed")
    if now.terms.team_boards:
        raise refuse("of-teams")
    if len(players) != now.terms.team:
        raise refuse("team-size", field="players", players=now.terms.team)
    if len(set(players)) < len(players):
        raise refuse("named-twice")
    check_room(now, 1)
    answers = [answer for call in now.calls for answer in call.answers]
    if any(answer.ruling == "looked" and answer.arbiter in players for answer in answers):
        raise refuse("has-looked")
    for player in players:
        entry = now.entry_of(player)
        if entry is not None and entry.presence in _HERE:
            raise refuse("entered-already", entry=entry.number)
        if entry is not None and entry.presence is Presence.EXPELLED:
            raise refuse("expelled")
        if entry is not None and entry.number in now.numbers:
            raise refuse("come-back", entry=entry.number)
    result = {player.id: player for player in Player.objects.filter(id__in=list(players))}
    for player in players:
        if player not in result:
            raise refuse("no-player")
        if result[player].guest:
            raise refuse("guest")
        if not now.terms.real and not result[player].member:
            raise refuse("no-account", name=result[player].name)


def need_open_door(draft: DraftedEvents, code: str) -> None:
    """Refuses who is not invited where only the invited enter, or a wrong code where there is one."""
    now = draft.now
    if now.terms.entry == "invitation":
        raise refuse("not-invited")
    if now.terms.entry == "code":
        wanted = Announcement.objects.filter(tournament=draft.stream).values_list("code", flat=True).first()
        if not wanted or not _same(wanted, code):
            raise refuse("wrong-code", field="code")


def _same(text: str, other: str) -> bool:
    """Whether two entry codes are the same, in a time that does not tell how much of them is."""
    return compare_digest(text.strip().casefold().encode(), other.strip().casefold().encode())


def check_ratings(terms: Terms, ratings: Sequence[int]) -> None:
    """Raises `Illegal` (`rating-limits`) for a rating that the terms do not admit."""
    least, most = terms.rating_from or 0, terms.rating_to
    if any(rating < least or (most is not None and rating > most) for rating in ratings):
        raise refuse("rating-limits", least=least, most="" if most is None else most)


def _agreed(draft: DraftedEvents, players: Sequence[UUID], by: UUID) -> bool:
    """Whether the partner, if there is one, has asked for the same; if not, keeps what is asked for, and tells the
    partner of it. In play it is known by the round that comes."""
    if len(players) == 1:
        return True
    now, tournament = draft.now, draft.stream
    (partner,) = (player for player in players if player != by)
    if PartnerRequest.objects.filter(tournament=tournament, player=partner, partner=by).exists():
        return True
    if not PartnerRequest.objects.filter(tournament=tournament, player=by, partner=partner).exists():
        approach(by, [partner])
    PartnerRequest.objects.update_or_create(tournament=tournament, player=by, defaults={"partner": partner})
    if not blocked_among(by, [partner]):
        round = len(now.rounds) + 1 if now.begun else 0
        notify(partner, Kind.PARTNER, tournament=tournament, actor=by, round=round)
    return False


def check_in(*, entry: int, **command: Unpack[Command]) -> TournamentFold:
    """Says that an entry is present and will play. Side effects: appends CheckedIn; nothing if it has.

    Raises:
        Illegal: `no-check-in`; `check-in-closed` outside the time for it, which does not hold for the staff.
    """

    def decide(draft: DraftedEvents) -> None:
        result = draft.need_entry(entry)
        now = draft.now
        if not now.terms.check_in or now.status is not Status.OPEN:
            raise refuse("no-check-in")
        need_here(result)
        opens = _check_in_opens(now)
        if not _is_staff(draft) and opens is not None and draft.at < opens:
            raise refuse("check-in-closed", opens=opens.isoformat())
        if not result.checked_in:
            draft.add(e.CheckedIn(entry))

    return execute(decide=decide, **command)


def _check_in_opens(now: TournamentFold) -> datetime | None:
    starts = now.terms.starts
    return None if starts is None else as_time(starts) - timedelta(seconds=now.terms.check_in)


# -- leaving and coming back ----------------------------------------------------------------------


def withdraw(*, entry: int, reason: str = "", missing: bool = False, **command: Unpack[Command]) -> TournamentFold:
    """Takes an entry out of all pairings to come. It loses a board that has not begun; a game that has goes on.

    Nobody gains points by leaving: a round for which it is not paired is worth nothing, byes that were requested
    included.

    Side effects: appends EntryWithdrawn; nothing if it is out.

    Args:
        missing: it did not check in or appear; for the staff and the service to say.

    Raises:
        Illegal: `over`; `own-board`: the staff does not take out whom it is to meet.
    """

    def decide(draft: DraftedEvents) -> None:
        result = draft.need_entry(entry)
        draft.need_not_over()
        if missing:
            draft.need("helper")
        if draft.by not in result.acting:
            _need_neutral(draft, entry)
        if result.presence in _HERE:
            draft.add(e.EntryWithdrawn(entry, missing, **draft.because(reason)))

    return execute(decide=decide, **command)


def come_back(*, entry: int, **command: Unpack[Command]) -> TournamentFold:
    """Lets a withdrawn entry play again, from the next round that is paired. What it missed stays without points.

    Before the start it takes a free place, or waits again. Of two partners both have to want it, as when they entered:
    whoever calls first makes a request. Who has a role brings back whom it wants; of a pair of one's own, only across
    real boards.

    Side effects: appends EntryReturned or PlayerEntered, or keeps a PartnerRequest and tells the partner.

    Raises:
        Illegal: `expelled`; `entries-closed`: it had left before the start; `entered-already`; `out`: it lost a match;
            `player-barred` (`name`), as when entering.
        PlayerBarred: a penalty stands against it.
    """

    def decide(draft: DraftedEvents) -> None:
        result, now = _newest_of(draft.now, draft.need_entry(entry)), draft.now
        if result.presence is Presence.EXPELLED:
            raise refuse("expelled")
        if result.presence in _HERE:
            return
        _free_of_others(now, result)
        check_standing(draft, result.players)
        back = _return_of(now, result)
        own = draft.by in result.players and not _decides_alone(draft, result.players)
        if draft.by is not None and own and not _agreed(draft, result.players, draft.by):
            return
        draft.add(back)
        if isinstance(back, e.PlayerEntered):
            renumber_persons(draft.stream, result.number, back.entry)
            draft.add(*_goes_along(now, result, back.entry))
        PartnerRequest.objects.filter(tournament=draft.stream, player__in=result.players).delete()

    return execute(decide=decide, **command)


def _newest_of(now: TournamentFold, entry: Entry) -> Entry:
    """The entry by which the same players came back after this one, if they did, else this one."""
    newest = now.entry_of(entry.players[0])
    return newest if newest is not None and {*newest.players} == {*entry.players} else entry


def _goes_along(now: TournamentFold, entry: Entry, number: int) -> Iterator[e.TournamentEvent]:
    """What was settled of an entry, for the one that it comes back as."""
    if (roster := roster_of(entry, number)) is not None:
        yield roster
    if entry.written:
        yield e.EntryDescribed(number, entry.rating)
    for round, kind in entry.byes.items():
        if round > len(now.rounds):
            yield e.ByeRequested(number, round, kind)
    for pair in now.forbidden:
        if entry.number in pair:
            (other,) = pair - {entry.number}
            why = now.apart.get(pair)
            yield e.PairForbidden(number, other, reason=None if why is None else str(why))


def _free_of_others(now: TournamentFold, entry: Entry) -> None:
    """Raises `Illegal` if one of the players has entered otherwise since."""
    for player in entry.people:
        other = now.entry_of(player)
        if other is not None and other.number != entry.number and other.presence in _HERE:
            raise refuse("entered-already", entry=other.number)


def _return_of(now: TournamentFold, entry: Entry) -> e.EntryReturned | e.PlayerEntered:
    """How an entry comes back: to its place, or to the waiting list. Raises `Illegal` if it cannot."""
    if entry.number in now.numbers and not now.ended:
        if format_of(now).is_out(now, entry.number):
            raise refuse("out")
        return e.EntryReturned(entry.number)
    if not takes_entries(now):
        raise refuse("entries-closed")
    if not now.waiting and has_room(now):
        return e.EntryReturned(entry.number)
    ids = tuple(map(str, entry.players))
    return e.PlayerEntered(entry=len(now.entries) + 1, players=ids, rating=entry.rating, waiting=True)


def expel(*, entry: int, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Excludes an entry. It loses a game that goes on, and cannot return, but an arbiter may `readmit` it.

    Side effects: appends EntryExpelled and the result of its board; its game is ended after the commit.

    Raises:
        Illegal: `over`; `reason-needed`; `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        reasoned = _need_reasoned(draft, entry, reason)
        if reasoned.presence is Presence.EXPELLED:
            return
        _need_neutral(draft, entry)
        draft.add(e.EntryExpelled(entry, **draft.because(reason)))
        _lose_game(draft, entry)

    return execute(decide=decide, **command)


def readmit(*, entry: int, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Reverses an expulsion. Who took part then plays again from the next round that is paired, where that is possible.
    Else, and of somebody who had withdrawn before, the entry is withdrawn. A result that the expulsion brought stays,
    and can be corrected.

    Side effects: appends ExpulsionReversed, and EntryReturned or PlayerEntered; nothing if it is not expelled.

    Raises:
        Illegal: `over`; `reason-needed`; `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        reasoned = _need_reasoned(draft, entry, reason)
        if reasoned.presence is not Presence.EXPELLED:
            return
        if draft.by in reasoned.people:
            raise refuse("own-board")
        _need_neutral(draft, entry)
        draft.add(e.ExpulsionReversed(entry, **draft.because(reason)))
        if reasoned.before is not Presence.WITHDRAWN:
            _bring_back(draft, entry)

    return execute(decide=decide, **command)


def _need_reasoned(draft: DraftedEvents, entry: int, reason: str) -> Entry:
    """The entry that an arbiter expels or readmits, who says why."""
    draft.need("arbiter")
    result = draft.need_entry(entry, "arbiter")
    draft.need_not_over()
    if not clean_text(reason):
        raise refuse("reason-needed", field="reason")
    return result


def _bring_back(draft: DraftedEvents, entry: int) -> None:
    """Lets a withdrawn entry play again, if it can."""
    result = draft.now.entries[entry]
    try:
        _free_of_others(draft.now, result)
        back = _return_of(draft.now, result)
    except Illegal:
        return
    draft.add(back)


def _need_neutral(draft: DraftedEvents, entry: int) -> None:
    """Raises `Illegal` with `own-board` if who acts would win a board that is not decided by taking this entry out."""
    round = draft.now.round
    board = None if round is None else round.board_of(entry)
    if board is not None and not board.decided:
        draft.need_neutral(board.entries)


def _lose_game(draft: DraftedEvents, entry: int) -> None:
    """Records the loss of a game that an expelled entry is playing; what had not begun is forfeited by itself."""
    round = draft.now.round
    board = round.board_of(entry) if round is not None and round.begun_at is not None else None
    if round is None or board is None:
        return
    for number, leg in enumerate(board.legs, 1):
        if leg.marks is None and leg.game is not None and not leg.relayed:
            marks = ("loss", "win") if leg.red == entry else ("win", "loss")
            draft.add(e.ResultRecordedOnBoard(round.number, board.number, number, *marks, source="arbiter"))


def can_return(now: TournamentFold, entry: Entry) -> bool:
    """Whether an entry that was withdrawn can come back now; of partners both have to want it."""
    try:
        _return_of(now, entry)
    except Illegal:
        return False
    return True


def need_here(entry: Entry) -> None:
    """Refuses for an entry that has left or is not there yet: `not-here`."""
    if entry.presence not in _HERE:
        raise refuse("not-here", entry=entry.number)


def requests_to(tournament: UUID, player: UUID) -> list[UUID]:
    """Who wants to enter with a player, the first one first."""
    requests = PartnerRequest.objects.filter(tournament=tournament, partner=player).order_by("asked")
    return list(requests.values_list("player", flat=True))


@counts_on
def plays_in_events(player: UUID) -> bool:
    """Whether a player has entered an event that is not over. Who was taken out counts too: they may come back."""
    return TournamentEntry.objects.filter(player=player, place=None, tournament__status__in=GOING).exists()
