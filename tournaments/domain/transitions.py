"""How each event changes a tournament. Pure.

What does not fit raises `Misfit`: commands never write that, and `verify_log` tells of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from eventlog.canonical import at as as_time
from tournaments.domain import events as e
from tournaments.domain import ladder_transitions
from tournaments.domain.formats import format_of
from tournaments.domain.persistent_lists import Numbered
from tournaments.domain.prizes import Prizes
from tournaments.domain.round_transitions import ROUND_STEPS, Misfit, StepFunction, id_of
from tournaments.domain.state import Call, CallAnswer, Entry, Presence, Status, TournamentFold
from tournaments.domain.terms import Terms


def fold(history: Iterable[tuple[e.TournamentEvent, datetime]], since: TournamentFold | None = None) -> TournamentFold:
    """The tournament after all events of `history`, beginning with those in `since`.

    Raises:
        Misfit: an event does not fit, or there is none.
    """
    now = since
    for event, time in history:
        now = step(now, event, time)
    if now is None:
        raise Misfit("a tournament has no events")
    return now


def step(now: TournamentFold | None, event: e.TournamentEvent, time: datetime) -> TournamentFold:
    """The tournament after one more event. Raises `Misfit`.

    Args:
        now: the tournament before it; None before the first.
        event: what happened.
        time: when, by the log; aware.
    """
    if now is None:
        if not isinstance(event, e.TournamentCreated):
            raise Misfit("a tournament begins by being created")
        roles = {UUID(event.owner): "owner"}
        return TournamentFold(
            Terms.from_value(event), created_at=time, changed_at=time, version=1, roles=roles, imported=event.imported
        )
    try:
        after = _STEPS[type(event)](now, event, time)
        if isinstance(event, e.TournamentStarted) and (order := format_of(after).order_at_start(after)) is not None:
            after = ladder_transitions.begun(after, order, time)
        elif after.ladder is not None:
            after = ladder_transitions.followed(after, event, time)
    except (KeyError, IndexError) as error:
        raise Misfit(f"{type(event).__name__} names what is not there") from error
    return replace(after, version=now.version + 1, changed_at=time, public_view=_public_view(now, event, time))


def _public_view(now: TournamentFold, event: e.TournamentEvent, time: datetime) -> TournamentFold | None:
    """What everybody may know after one more event; None if that is all."""
    if isinstance(event, e.RoundPublished):
        return None
    if _is_unseen(now, event):
        return now.public_view or now
    return None if now.public_view is None else step(now.public_view, event, time)


def _is_unseen(now: TournamentFold, event: e.TournamentEvent) -> bool:
    """Whether an event tells of a pairing that is not published."""
    if isinstance(event, e.RoundPaired):
        return bool(event.hidden)
    return isinstance(event, e.RoundUnpaired) and now.rounds[-1].hidden


def unseen(history: Iterable[tuple[int, e.TournamentEvent]]) -> frozenset[int]:
    """The versions of those events of a whole log that tell of a pairing that is not published, so far."""
    numbers: list[int] = []
    hidden = False
    for version, event in history:
        if isinstance(event, e.RoundPublished):
            numbers, hidden = [], False
        elif isinstance(event, e.RoundPaired):
            hidden = bool(event.hidden)
            numbers += [version] if hidden else []
        elif isinstance(event, e.RoundUnpaired):
            numbers += [version] if hidden else []
            hidden = False
    return frozenset(numbers)


# -- organising -----------------------------------------------------------------------------------


def _created(now: TournamentFold, event: e.TournamentCreated, time: datetime) -> TournamentFold:
    raise Misfit("a tournament is created twice")


def _terms(now: TournamentFold, event: e.TermsChanged, time: datetime) -> TournamentFold:
    terms = Terms.from_value(event)
    planned = terms.rounds if now.planned and terms.rounds and terms.rounds != now.terms.rounds else now.planned
    news = now.public and not now.terms.same_but_automatic(terms)  # nobody entered for who pairs the rounds
    now = replace(now, terms=terms, planned=planned)
    return _revised(now, time) if news else now


def _described(now: TournamentFold, event: e.TournamentDescribed, time: datetime) -> TournamentFold:
    news = now.public and set(event.parts) != {"code"}  # who has entered needs no code any more
    return _revised(now, time) if news else now


def _prizes(now: TournamentFold, event: e.PrizesSet, time: datetime) -> TournamentFold:
    now = replace(now, prizes=Prizes.from_value(event) if event.prizes else None)
    return _revised(now, time) if now.public else now


def _revised(now: TournamentFold, time: datetime) -> TournamentFold:
    """Who has entered is told that something is different."""
    return replace(now, revisions=now.revisions + 1, revised_at=time, revised_for=len(now.entries))


def _announced(now: TournamentFold, event: e.TournamentAnnounced, time: datetime) -> TournamentFold:
    return replace(now, status=Status.OPEN, announced_at=time)


def _cancelled(now: TournamentFold, event: e.TournamentCancelled, time: datetime) -> TournamentFold:
    return replace(now, status=Status.CANCELLED, ended_at=time)


def _role_given(now: TournamentFold, event: e.RoleGiven, time: datetime) -> TournamentFold:
    handed_to = UUID(event.player) if event.role == "owner" else now.handed_to
    return replace(now, roles={**now.roles, UUID(event.player): event.role}, handed_to=handed_to)


def _role_taken(now: TournamentFold, event: e.RoleTaken, time: datetime) -> TournamentFold:
    return replace(now, roles={player: role for player, role in now.roles.items() if player != UUID(event.player)})


def _invited(now: TournamentFold, event: e.PlayerInvited, time: datetime) -> TournamentFold:
    player = {UUID(event.player)}
    return replace(now, invited=now.invited | player, bots=now.bots | player if event.bot else now.bots)


def _uninvited(now: TournamentFold, event: e.PlayerUninvited, time: datetime) -> TournamentFold:
    player = {UUID(event.player)}
    return replace(now, invited=now.invited - player, bots=now.bots - player)


def _forbidden(now: TournamentFold, event: e.PairForbidden, time: datetime) -> TournamentFold:
    pair, why = frozenset((event.one, event.other)), id_of(event.reason)
    apart = now.apart if why is None else {**now.apart, pair: why}
    return replace(now, forbidden=now.forbidden | {pair}, apart=apart)


def _allowed(now: TournamentFold, event: e.PairAllowed, time: datetime) -> TournamentFold:
    pair = frozenset((event.one, event.other))
    apart = {numbers: why for numbers, why in now.apart.items() if numbers != pair}
    return replace(now, forbidden=now.forbidden - {pair}, apart=apart)


# -- entries --------------------------------------------------------------------------------------


def _entered(now: TournamentFold, event: e.PlayerEntered, time: datetime) -> TournamentFold:
    if event.entry != len(now.entries) + 1:
        raise Misfit("entries are numbered one by one")
    entry = Entry(
        number=event.entry,
        players=tuple(map(UUID, event.players)),
        rating=event.rating,
        presence=Presence.WAITING if event.waiting else Presence.ENTERED,
        entered_after=len(now.rounds),
    )
    return replace(now, entries=now.entries.put(entry.number, entry))


def _with_entry(now: TournamentFold, number: int, **changes: Any) -> TournamentFold:
    return replace(now, entries=now.entries.put(number, replace(now.entries[number], **changes)))


def _identified(now: TournamentFold, event: e.PlayerIdentified, time: datetime) -> TournamentFold:
    entry, player = now.entries[event.entry], UUID(event.player)
    places = now.entries.once(_places)
    if event.partner < 0 or any(now.entries[number].here for number in places.get(player, ())):
        raise Misfit("a player is in one place")
    players = list(entry.players)
    before, players[event.partner] = players[event.partner], player
    changed = now.entries.put(entry.number, replace(entry, players=tuple(players)))
    # A file names thousands one after the other: all entries are looked through once, and not for each.
    after = {**places, player: places.get(player, frozenset()) | {entry.number}}
    if before not in players:
        after[before] -= {entry.number}
        if not after[before]:
            del after[before]
    return replace(now, entries=changed.knowing(_places, after))


def _places(entries: Numbered[Entry]) -> dict[UUID, frozenset[int]]:
    numbers: dict[UUID, frozenset[int]] = {}
    for entry in entries.values():
        for player in entry.players:
            numbers[player] = numbers.get(player, frozenset()) | {entry.number}
    return numbers


def _entry_described(now: TournamentFold, event: e.EntryDescribed, time: datetime) -> TournamentFold:
    now = _with_entry(now, event.entry)
    if event.rating is None:
        return now
    return _with_entry(now, event.entry, rating=event.rating, written=event.rating > 0, lost_rating=0)


def _admitted(now: TournamentFold, event: e.EntryAdmitted, time: datetime) -> TournamentFold:
    return _with_entry(now, event.entry, presence=Presence.ENTERED, entered_after=len(now.rounds), admitted=True)


def _checked_in(now: TournamentFold, event: e.CheckedIn, time: datetime) -> TournamentFold:
    return _with_entry(now, event.entry, checked_in=True)


def _withdrawn(now: TournamentFold, event: e.EntryWithdrawn, time: datetime) -> TournamentFold:
    return _with_entry(
        now, event.entry, presence=Presence.WITHDRAWN, checked_in=False, left_after=_left_after(now, event.entry)
    )


def _left_after(now: TournamentFold, number: int) -> int:
    """How many rounds are over as an entry leaves; who has left stays so."""
    known, round = now.entries[number].left_after, now.round
    return known if known is not None else len(now.rounds) - (round is not None and round.finished_at is None)


def _returned(now: TournamentFold, event: e.EntryReturned, time: datetime) -> TournamentFold:
    if now.entries[event.entry].presence is not Presence.WITHDRAWN:
        raise Misfit("who returns was withdrawn")
    return _with_entry(now, event.entry, presence=Presence.ENTERED, left_after=None)


def _expelled(now: TournamentFold, event: e.EntryExpelled, time: datetime) -> TournamentFold:
    before = now.entries[event.entry].presence
    return _with_entry(
        now, event.entry, presence=Presence.EXPELLED, before=before, left_after=_left_after(now, event.entry)
    )


def _expulsion_reversed(now: TournamentFold, event: e.ExpulsionReversed, time: datetime) -> TournamentFold:
    if now.entries[event.entry].presence is not Presence.EXPELLED:
        raise Misfit("an expulsion is reversed where there is one")
    return _with_entry(now, event.entry, presence=Presence.WITHDRAWN, before=None)


def _bye(now: TournamentFold, event: e.ByeRequested, time: datetime) -> TournamentFold:
    byes = {**now.entries[event.entry].byes, event.round: event.kind}
    return _with_entry(now, event.entry, byes=byes)


def _no_bye(now: TournamentFold, event: e.ByeCancelled, time: datetime) -> TournamentFold:
    byes = {round: kind for round, kind in now.entries[event.entry].byes.items() if round != event.round}
    return _with_entry(now, event.entry, byes=byes)


def _seeds(now: TournamentFold, event: e.SeedsSet, time: datetime) -> TournamentFold:
    return replace(now, seeds=event.order)


def _colour_set(now: TournamentFold, event: e.FirstColourSet, time: datetime) -> TournamentFold:
    return replace(now, red_first=event.red, colour_set=True)


def _virtual_points(now: TournamentFold, event: e.VirtualPointsSet, time: datetime) -> TournamentFold:
    return replace(now, virtual_points=dict(zip(event.entries, event.points, strict=True)))


def _roster_changed(now: TournamentFold, event: e.RosterChanged, time: datetime) -> TournamentFold:
    members, captain = tuple(map(UUID, event.members)), id_of(event.captain)
    if not now.terms.team_boards or len({*members}) < len(members) or len(event.ratings) != len(members):
        raise Misfit("a member is in a roster once, with a rating")
    for player in members if captain is None else (captain, *members):
        other = now.entry_of(player)
        if other is not None and other.here and other.number != event.entry:
            raise Misfit("a player is in one team")
    now = _with_entry(now, event.entry, roster=members, ratings=event.ratings, captain=captain)
    if now.begun or now.entries[event.entry].written:
        return now
    return _with_entry(now, event.entry, rating=team_rating(event.ratings, now.terms.team_boards))


def team_rating(ratings: Sequence[int], boards: int) -> int:
    """The rating of a team: the mean of its best members who have one, as many as there are boards; 0 if none has."""
    best = sorted(filter(None, ratings), reverse=True)[:boards]
    return round(sum(best) / len(best)) if best else 0


# -- arbiters, the end ----------------------------------------------------------------------------

_OPEN_ENDS = frozenset({"answered", "time-given", "looked", "paused"})
"""Rulings after which a call stays open."""


def _called(now: TournamentFold, event: e.ArbiterCalled, time: datetime) -> TournamentFold:
    if event.call != len(now.calls) + 1:
        raise Misfit("calls are numbered one by one")
    call = Call(
        number=event.call,
        round=event.round,
        board=event.board,
        entry=event.entry,
        about=event.about,
        called_at=time,
        sides=now.rounds[event.round - 1].boards[event.board - 1].entries,
        game=id_of(event.game),
        seen=event.seen,
        stopped=event.stopped,
        words=id_of(event.words),
    )
    return replace(now, calls=(*now.calls, call))


def _answered(now: TournamentFold, event: e.CallAnswered, time: datetime) -> TournamentFold:
    call = now.calls[event.call - 1]
    closed = event.ruling not in _OPEN_ENDS
    answer = CallAnswer(time, event.ruling, UUID(event.arbiter), event.amount, event.entry, id_of(event.reason))
    call = replace(call, answers=(*call.answers, answer), closed=closed)
    return replace(now, calls=(*now.calls[: event.call - 1], call, *now.calls[event.call :]))


def _tournament_paused(now: TournamentFold, event: e.TournamentPaused, time: datetime) -> TournamentFold:
    return replace(now, status=Status.PAUSED, clocks_paused=event.clocks)


def _tournament_resumed(now: TournamentFold, event: e.TournamentResumed, time: datetime) -> TournamentFold:
    return replace(now, status=Status.RUNNING, clocks_paused=False, resumed_at=time)


def _finished(now: TournamentFold, event: e.TournamentFinished, time: datetime) -> TournamentFold:
    return replace(now, status=Status.FINISHED, ended_at=time if event.at is None else as_time(event.at))


_STEPS: Mapping[type[Any], StepFunction] = {
    e.TournamentCreated: _created,
    e.TermsChanged: _terms,
    e.TournamentDescribed: _described,
    e.PrizesSet: _prizes,
    e.TournamentAnnounced: _announced,
    e.TournamentCancelled: _cancelled,
    e.RoleGiven: _role_given,
    e.RoleTaken: _role_taken,
    e.PlayerInvited: _invited,
    e.PlayerUninvited: _uninvited,
    e.PairForbidden: _forbidden,
    e.PairAllowed: _allowed,
    e.PlayerEntered: _entered,
    e.PlayerIdentified: _identified,
    e.EntryDescribed: _entry_described,
    e.EntryAdmitted: _admitted,
    e.CheckedIn: _checked_in,
    e.EntryWithdrawn: _withdrawn,
    e.EntryReturned: _returned,
    e.EntryExpelled: _expelled,
    e.ExpulsionReversed: _expulsion_reversed,
    e.ByeRequested: _bye,
    e.ByeCancelled: _no_bye,
    e.SeedsSet: _seeds,
    e.FirstColourSet: _colour_set,
    e.VirtualPointsSet: _virtual_points,
    e.RosterChanged: _roster_changed,
    **ROUND_STEPS,
    **ladder_transitions.LADDER_STEPS,
    e.ArbiterCalled: _called,
    e.CallAnswered: _answered,
    e.TournamentPaused: _tournament_paused,
    e.TournamentResumed: _tournament_resumed,
    e.TournamentFinished: _finished,
}

e.check_covered("fold", _STEPS)
