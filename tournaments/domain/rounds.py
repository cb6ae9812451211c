"""How a tournament runs: start, pair, begin a round, finish it, pause, resume, end.

Each function takes keyword arguments. `by` is the player who acts, None the service; `expected` the version that was
seen. `tournament` is its id, and `reason` the words that say why, which can be erased. All of them raise `Illegal`
(`not-allowed`, `not-running`, `moved-on` and what each says), `NoTournament` and `Conflict`, and return the
tournament as it stands afterwards. All of them can be given twice: what is done already is not done again.
"""

from __future__ import annotations

from uuid import UUID

from eventlog.canonical import microseconds
from eventlog.sources import random_bytes
from ratings.domain.queries import rateable
from tournaments.domain import events as e
from tournaments.domain.approval import is_approved, owner_of
from tournaments.domain.boards import game_of
from tournaments.domain.command_handler import execute, open_tournament
from tournaments.domain.consequences import following
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import format_of
from tournaments.domain.initial_ranking import planned_rounds, ranking
from tournaments.domain.next_round import hidden, propose
from tournaments.domain.progress import deadline_of
from tournaments.domain.proposals import Proposal
from tournaments.domain.ratings import start_ratings
from tournaments.domain.round_transitions import with_ratings
from tournaments.domain.state import Round, Status, TournamentFold
from tournaments.pairing.rounds import CannotPair

LEAST_ENTRIES = 2
ATTEMPTS = 8
"""How often a pairing is computed anew because somebody came or left meanwhile."""


# -- the start ------------------------------------------------------------------------------------


def start(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Begins play: who has not checked in is out, the ranking is fixed by the ratings that the terms ask
    for (`start_ratings`), and lots are drawn.
    Whether its organiser is approved for rated events is settled here, for good.

    Side effects: appends EntryWithdrawn for who is missing, EntryAdmitted for who moves up, and TournamentStarted.

    Raises:
        Illegal: `not-announced`; `too-few-entries` (`least`); `over`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.begun:
            return
        if draft.now.status is not Status.OPEN:
            raise refuse("over" if draft.now.ended else "not-announced")
        _close_check_in(draft)
        if len(draft.now.playing) < LEAST_ENTRIES:
            raise refuse("too-few-entries", least=LEAST_ENTRIES)
        lot = int.from_bytes(random_bytes(4))
        red_first = draft.now.red_first if draft.now.colour_set else bool(random_bytes(1)[0] & 1)
        ratings = start_ratings(draft.now)
        order, rounds = ranking(with_ratings(draft.now, ratings), lot), planned_rounds(draft.now)
        told = tuple(ratings[entry] for entry in order)
        approved = True if draft.now.terms.rated and is_approved(owner_of(draft.now)) else None
        draft.add(
            e.TournamentStarted(
                order=order, red_first=red_first, lot=lot, rounds=rounds, ratings=told, approved=approved
            )
        )

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def _close_check_in(draft: DraftedEvents) -> None:
    if not draft.now.terms.check_in:
        return
    for entry in (*draft.now.playing, *draft.now.waiting):
        if not entry.checked_in:
            draft.add(e.EntryWithdrawn(entry.number, missing=True))
    following(draft)


def correct_ranking(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
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

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


# -- pairing --------------------------------------------------------------------------------------


def pair(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Pairs the next round. It is computed outside any transaction, from one version, and recorded only if that is
    still the version; if somebody came or left meanwhile it is computed anew.

    Side effects: appends RoundPaired; or PairingFailed if there is no pairing, once for each reason.

    Raises:
        Illegal: `round-not-over`; `event-over`; `cannot-pair` with the `reason` of `CannotPair` and its params.
    """
    for _attempt in range(ATTEMPTS):
        fold = open_tournament(tournament)[1]
        if expected is not None and expected != fold.version:
            raise refuse("moved-on", expected=expected, actual=fold.version)
        if fold.round is not None and fold.round.begun_at is None and expected is None:
            return fold
        _may_pair(DraftedEvents(tournament, fold, fold.changed_at, by))
        try:
            found: Proposal | CannotPair = propose(fold)
        except CannotPair as failed:
            found = failed
        after = _record(tournament, by, fold, found)
        if after is None:
            continue
        if isinstance(found, CannotPair):
            raise refuse("cannot-pair", reason=found.code, **{"round": len(fold.rounds) + 1, **found.params})
        return after
    raise refuse("moved-on", expected=expected, actual=None)


def _may_pair(draft: DraftedEvents) -> None:
    draft.need("arbiter")
    now = draft.now
    _running(now)
    if now.round is not None and now.round.finished_at is None:
        raise refuse("round-not-over" if now.round.begun_at else "round-paired", round=now.round.number)
    if len(now.rounds) >= now.planned:
        raise refuse("event-over", rounds=now.planned)


def _record(
    tournament: UUID, by: UUID | None, fold: TournamentFold, found: Proposal | CannotPair
) -> TournamentFold | None:
    """Appends what was computed; None if the tournament has moved on."""
    moved = False

    def decide(draft: DraftedEvents) -> None:
        nonlocal moved
        if draft.now.version != fold.version:
            moved = True
            return
        _may_pair(draft)
        if isinstance(found, Proposal):
            draft.add(found.event(hidden=hidden(draft.now.terms)))
        elif draft.now.failed != found.code:
            draft.add(e.PairingFailed(len(fold.rounds) + 1, found.code))

    after = execute(tournament=tournament, by=by, decide=decide)
    return None if moved else after


def unpair(*, tournament: UUID, by: UUID | None, reason: str = "", expected: int | None = None) -> TournamentFold:
    """Takes the pairing of a round back that has not begun. Side effects: appends RoundUnpaired.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        round = _waiting_round(draft.now)
        draft.add(e.RoundUnpaired(round.number, **draft.because(reason)))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def publish_pairing(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Shows the pairing of the round to come to everybody. Side effects: appends RoundPublished; nothing if it is.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        _publish(draft, _waiting_round(draft.now))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def _publish(draft: DraftedEvents, round: Round) -> None:
    if round.hidden:
        draft.add(e.RoundPublished(round.number))


# -- rounds ---------------------------------------------------------------------------------------


def begin_round(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Begins the round that is paired, and publishes its pairing. Its games are opened in the same transaction; where
    the players agree a time, or play across real boards, there are none yet.

    Who has left since the pairing loses by forfeit, if an arbiter begins the round all the same. The service takes a
    pairing by the scores back instead, to pair anew without them.

    Side effects: appends RoundPublished if it is not, RoundBegun and what follows, and opens the games; or
        RoundUnpaired.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        now = draft.now
        if now.round is not None and now.round.begun_at is not None and now.round.finished_at is None:
            return
        round = _waiting_round(now)
        if by is None and now.terms.automatic and format_of(now).by_score and _left(now, round):
            draft.add(e.RoundUnpaired(round.number))
            return
        _publish(draft, round)
        ends = deadline_of(now.terms, round.number, draft.at)
        deadline = None if ends is None else microseconds(ends)
        draft.add(e.RoundBegun(round=round.number, games=_games(draft, round), deadline=deadline))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def _left(now: TournamentFold, round: Round) -> bool:
    """Whether somebody who is paired does not play any more."""
    return any(not now.entries[entry].playing for board in round.boards for entry in board.entries)


def _games(draft: DraftedEvents, round: Round) -> tuple[str | None, ...]:
    now = draft.now
    if now.terms.real or now.terms.scheduled:
        return (None,) * len(round.boards)
    rated = rateable(player for entry in now.playing for player in entry.players) if now.terms.rated else {}
    return tuple(
        str(game_of(draft, round.number, board.red, board.blue, rated).id)
        if all(now.entries[entry].playing for entry in board.entries)
        else None
        for board in round.boards
    )


def finish_round(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
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

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def extend(
    *, tournament: UUID, deadline: int, by: UUID | None, reason: str = "", expected: int | None = None
) -> TournamentFold:
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

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


# -- stopping, going on, the end ------------------------------------------------------------------


def pause(
    *, tournament: UUID, by: UUID | None, clocks: bool = False, reason: str = "", expected: int | None = None
) -> TournamentFold:
    """Stops a tournament: nothing is paired or forfeited until it is resumed. Results are taken over all the same.

    Side effects: appends TournamentPaused; with `clocks` its games are paused after the commit.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.status is Status.PAUSED and draft.now.clocks_paused == clocks:
            return
        if draft.now.status is not Status.PAUSED:
            _running(draft.now)
        draft.add(e.TournamentPaused(clocks, **draft.because(reason)))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def resume(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Lets a paused tournament go on. Side effects: appends TournamentResumed; its games go on after the commit."""

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.status is Status.PAUSED:
            draft.add(e.TournamentResumed())
        else:
            _running(draft.now)

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def finish(*, tournament: UUID, by: UUID | None, reason: str = "", expected: int | None = None) -> TournamentFold:
    """Ends a tournament: the places are those of now. A round that has not begun is taken back.

    Side effects: appends TournamentFinished, and RoundUnpaired before it; nothing if it is finished.

    Raises:
        Illegal: `round-not-over` while games go on; `rounds-left` for the service: an arbiter may end it early, the
            service only where no round can be paired any more.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        now = draft.now
        if now.status is Status.FINISHED:
            return
        if now.status is not Status.PAUSED:
            _running(now)
        if now.round is not None and now.round.finished_at is None:
            if now.round.begun_at is not None:
                left = sum(not board.decided for board in now.round.boards)
                raise refuse("round-not-over", round=now.round.number, open=left)
            draft.add(e.RoundUnpaired(now.round.number))
        if draft.by is None and len(draft.now.rounds) < now.planned and not now.failed:
            raise refuse("rounds-left", rounds=now.planned - len(draft.now.rounds))
        draft.add(e.TournamentFinished(**draft.because(reason)))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def _running(now: TournamentFold) -> None:
    if now.status is not Status.RUNNING:
        raise refuse("over" if now.ended else "not-running", status=now.status.value)


def _waiting_round(now: TournamentFold) -> Round:
    """The round that is paired and has not begun."""
    _running(now)
    if now.round is None or now.round.begun_at is not None:
        raise refuse("nothing-paired")
    return now.round
