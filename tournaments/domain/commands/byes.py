"""Byes that players ask for, and those that an arbiter gives.

`entry` and `round` are numbers from 1. Commands raise `Illegal` (`not-allowed`, `no-entry`, `moved-on` and what each
says), `NoTournament` and `Conflict`.
"""

from __future__ import annotations

from typing import Unpack

from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.registration import need_here
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import stage_of
from tournaments.domain.state import Entry, TournamentFold, published
from tournaments.scoring.points import Mark


def request_bye(*, entry: int, round: int, kind: str, **command: Unpack[Command]) -> TournamentFold:
    """Leaves an entry out of a round that is not paired yet.

    Nobody may learn of an unpublished pairing: the request is granted all the same, and the pairing is taken
    back if the entry has a place in it, to pair anew. An arbiter, who sees it, is refused instead.

    A player may ask for `zero` (no points) at any time, and for as many `half` ones as the terms give. A `full` one is
    an arbiter's to give, and at most one in all: who had a pairing bye gets none (C.04.1.d).

    Side effects: appends ByeRequested, and RoundUnpaired before it.

    Args:
        kind: one of `zero`, `half`, `full`.

    Raises:
        Illegal: `no-byes` in this format; `no-choice`; `round-paired`; `no-round`; `bye-requested`; `bye-exhausted`
            (`most`); `byes-closed` (`round`); `not-here`; `own-board`: nobody gives a full one to the own entry.
    """

    def decide(draft: DraftedEvents) -> None:
        result, now = draft.need_entry(entry), draft.now
        arbiter = _is_arbiter_of(draft, result)
        need_here(result)
        if not stage_of(now, round).format.by_score:
            raise refuse("no-byes")
        if kind not in ("half", "full", "zero"):
            raise refuse("no-choice", field="kind")
        known = now if arbiter else published(now)
        _check_round(known, round)
        if round in result.byes:
            raise refuse("bye-requested", round=round)
        if kind == "half" and not arbiter:
            _check_half(known, result, round)
        if kind == "full":
            draft.need("arbiter")
            if not arbiter:
                raise refuse("own-board")
            _check_full(now, result)
        _take_back_unseen(draft, entry, round)
        draft.add(e.ByeRequested(entry, round, kind))

    return execute(decide=decide, **command)


def _is_arbiter_of(draft: DraftedEvents, entry: Entry) -> bool:
    """Whether who acts is an arbiter to an entry: who plays and has a role has no more byes than any other player."""
    return draft.by is None or (draft.now.role(draft.by) in ("arbiter", "owner") and draft.by not in entry.acting)


def _take_back_unseen(draft: DraftedEvents, entry: int, round: int) -> None:
    """Takes a pairing back that is not published, if it is of a round and has a place for an entry."""
    if round == len(draft.now.rounds):
        waiting = draft.now.rounds[-1]
        if waiting.hidden and (entry in waiting.byes or waiting.board_of(entry) is not None):
            draft.add(e.RoundUnpaired(round))


def _check_round(now: TournamentFold, round: int) -> None:
    most = now.planned or now.terms.rounds
    if round < 1 or (most and round > most):
        raise refuse("no-round", round=round, rounds=most)
    if round <= len(now.rounds) or now.ended:
        raise refuse("round-paired", round=round)


def half_byes_left(now: TournamentFold, entry: Entry) -> int:
    """How many half-point byes an entry may still ask for; those that it has asked for are gone."""
    open = not now.terms.own.byes_until or len(now.rounds) < now.terms.own.byes_until
    return max(now.terms.own.half_byes - _half_byes(now, entry), 0) if open else 0


def full_bye_left(now: TournamentFold, entry: Entry) -> bool:
    """Whether an arbiter may give an entry a full-point bye: nobody has two points without a game."""
    had = any(item.byes.get(entry.number) in (Mark.FULL_BYE, Mark.PAIRING_BYE) for item in now.rounds)
    return not had and all(kind != "full" or at <= len(now.rounds) for at, kind in entry.byes.items())


def rounds_to_come(now: TournamentFold) -> bool:
    """Whether there may be a round that is not paired yet."""
    most = now.planned or now.terms.rounds
    return not now.ended and (not most or len(now.rounds) < most)


def _half_byes(now: TournamentFold, entry: Entry) -> int:
    asked = sum(kind == "half" for at, kind in entry.byes.items() if at > len(now.rounds))
    return asked + sum(item.byes.get(entry.number) is Mark.HALF_BYE for item in now.rounds)


def _check_half(now: TournamentFold, entry: Entry, round: int) -> None:
    if _half_byes(now, entry) >= now.terms.own.half_byes:
        raise refuse("bye-exhausted", most=now.terms.own.half_byes)
    if now.terms.own.byes_until and round > now.terms.own.byes_until:
        raise refuse("byes-closed", round=now.terms.own.byes_until)


def _check_full(now: TournamentFold, entry: Entry) -> None:
    if not full_bye_left(now, entry):
        raise refuse("bye-exhausted", most=1)


def cancel_bye(*, entry: int, round: int, **command: Unpack[Command]) -> TournamentFold:
    """Lets an entry play a round after all; of a pairing that is not published as `request_bye`.

    Side effects: appends ByeCancelled, and RoundUnpaired before it.

    Raises:
        Illegal: `no-bye`; `round-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        result = draft.need_entry(entry)
        known = draft.now if _is_arbiter_of(draft, result) else published(draft.now)
        if round <= len(known.rounds):
            raise refuse("round-paired", round=round)
        if round not in result.byes:
            raise refuse("no-bye", round=round)
        _take_back_unseen(draft, entry, round)
        draft.add(e.ByeCancelled(entry, round))

    return execute(decide=decide, **command)
