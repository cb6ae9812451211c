"""Other commands of arbiters: correct the ranking, undo a pairing, extend a round, pause and resume the tournament.

Errors are those of `tournaments.domain.lifecycle`. `reason` is a text; `clocks` also pauses the games.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from eventlog.canonical import microseconds
from ratings.domain.queries import rateable
from tournaments.domain import events as e
from tournaments.domain.boards import game_of
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.consequences import following, may_grow
from tournaments.domain.drafts import DraftedEvents, need_running, refuse, waiting_round
from tournaments.domain.formats import format_of
from tournaments.domain.initial_ranking import ranking
from tournaments.domain.round_transitions import with_ratings
from tournaments.domain.state import Status, TournamentFold


def correct_ranking(**command: Unpack[Command]) -> TournamentFold:
    """Gives entries the ratings back that the start took, and ranks all by the ratings that stand then. Once a round is
    paired the numbers stay, and the ratings alone are put right.

    Side effects: appends RankingCorrected; nothing if all is right.

    Raises:
        Illegal: `not-running` before the start; `over`; `round-paired` while the first round is paired and has not
            begun: its pairing is taken back first.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        draft.need_not_over()
        now = draft.now
        if not now.begun:
            raise refuse("not-running", status=now.status.value)
        if len(now.rounds) == 1 and now.rounds[0].begun_at is None:
            raise refuse("round-paired", round=1)
        ratings = {number: now.entries[number].lost_rating or now.entries[number].rating for number in now.order}
        right = with_ratings(now, ratings)
        order = now.order if now.rounds else ranking(right, now.lot)
        if order != now.order or right.entries != now.entries:
            draft.add(e.RankingCorrected(order=order, ratings=tuple(ratings[number] for number in order)))

    return execute(decide=decide, **command)


def unpair(*, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Takes the pairing of a round back that has not begun. Side effects: appends RoundUnpaired.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        round = waiting_round(draft.now)
        draft.add(e.RoundUnpaired(round.number, **draft.because(reason)))

    return execute(decide=decide, **command)


TIE_REASONS = ("lot", "match", "agreed", "rules", "tie-breaks")
"""Why some go on of those who are level, as `TieDecided.why`."""


def decide_tie(
    *, entries: Collection[int], through: Collection[int], why: str, reason: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Settles who goes on of those who are level for the last place that does, while the next stage is not paired.

    Side effects: appends TieDecided.

    Args:
        entries: all who are level.
        through: those of them who go on.
        why: of `TIE_REASONS`.

    Raises:
        Illegal: `no-tie`: these are not level for a last place; `tie-places` (`places`): so many of them go on;
            `own-board`; `no-choice`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        need_running(draft.now)
        tie = next((tie for tie in format_of(draft.now).ties(draft.now) if {*tie.entries} == {*entries}), None)
        if tie is None:
            raise refuse("no-tie")
        if len({*through}) != tie.places or not {*through} <= {*tie.entries}:
            raise refuse("tie-places", places=tie.places)
        if why not in TIE_REASONS:
            raise refuse("no-choice", field="why")
        draft.need_neutral(tie.entries)
        chosen = tuple(entry for entry in tie.entries if entry in through)
        draft.add(e.TieDecided(tie.entries, chosen, why, **draft.because(reason)))

    return execute(decide=decide, **command)


def finish_round(**command: Unpack[Command]) -> TournamentFold:
    """Closes a round whose last game is decided; this happens by itself with the last result.

    Side effects: appends RoundFinished; nothing if it is.

    Raises:
        Illegal: `nothing-paired`; `round-not-over` with the number of `open` boards.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        round = draft.now.round
        if round is None or round.begun_at is None:
            raise refuse("nothing-paired")
        if round.finished_at is not None:
            return
        following(draft)
        if draft.now.rounds[-1].finished_at is None:
            left = sum(not board.decided for board in draft.now.rounds[-1].boards)
            raise refuse("round-not-over", round=round.number, open=left)

    return execute(decide=decide, **command)


def extend(*, deadline: int, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Gives the round that is played more time. Side effects: appends RoundExtended.

    Args:
        deadline: its new hard end, in microseconds since the epoch.

    Raises:
        Illegal: `nothing-paired`; `past`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        round = draft.now.round
        if round is None or round.begun_at is None or round.finished_at is not None:
            raise refuse("nothing-paired")
        if deadline <= microseconds(draft.at):
            raise refuse("past", field="until")
        draft.add(e.RoundExtended(round.number, deadline, **draft.because(reason)))

    return execute(decide=decide, **command)


def seat_waiting(draft: DraftedEvents) -> None:
    """Has those who wait in a round that grows play, as many as can; their games are opened with it."""
    now, round = draft.now, draft.now.round
    pairs = format_of(now).boards_to_add(now, draft.at) if may_grow(now, draft.at) else ()
    if round is None or not pairs:
        return
    seated = [entry for pair in pairs for entry in pair]
    players = [player for entry in seated for player in now.entries[entry].players]
    rated = rateable(players) if now.terms.rated else {}
    draft.add(
        e.BoardsAdded(
            round=round.number,
            red=tuple(red for red, _blue in pairs),
            blue=tuple(blue for _red, blue in pairs),
            games=tuple(str(game_of(draft, round.number, red, blue, rated).id) for red, blue in pairs),
            numbered=tuple(sorted(entry for entry in seated if entry not in now.numbers)) or None,
        )
    )


def pause(*, clocks: bool = False, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Stops a tournament: nothing is paired or forfeited until it is resumed. Results are taken over all the same.

    Side effects: appends TournamentPaused; with `clocks` its games are paused after the commit.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.status is Status.PAUSED and draft.now.clocks_paused == clocks:
            return
        if draft.now.status is not Status.PAUSED:
            need_running(draft.now)
        draft.add(e.TournamentPaused(clocks, **draft.because(reason)))

    return execute(decide=decide, **command)


def resume(**command: Unpack[Command]) -> TournamentFold:
    """Lets a paused tournament go on. Side effects: appends TournamentResumed; its games go on after the commit."""

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.status is Status.PAUSED:
            draft.add(e.TournamentResumed())
        else:
            need_running(draft.now)

    return execute(decide=decide, **command)
