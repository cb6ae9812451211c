"""The way every command of a tournament goes: open, decide, let follow what follows by itself, append.

Commands of one tournament wait for one another: the database holds a lock until the transaction ends. So 150 games may
end at once; they are recorded one after the other, and none is lost. What is computed outside, such as a pairing, names
the version that it was computed from, and is refused if the tournament has moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.db import transaction

from eventlog import store
from eventlog.recent import Recent
from eventlog.statements import execute, one
from eventlog.store import StreamSnapshot
from games.domain.creation import write_games
from tournaments.domain import recent
from tournaments.domain.consequences import following
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.events import TournamentEvent
from tournaments.domain.game_sync import align_games, concerns_games
from tournaments.domain.listeners import tell
from tournaments.domain.projections import known
from tournaments.domain.snapshots import ENGINE, from_snapshot, snapshot_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.transitions import step

TRIES = 4
TOLD_AFTER = 500  # events, which take some tenths of a second

SNAPSHOT_AFTER = 500
"""Events that are folded at once, after which a snapshot is kept."""


class NoTournament(LookupError):
    """There is no tournament with this id."""


Decide = Callable[[DraftedEvents], None]


def open_tournament(tournament: UUID) -> tuple[store.Opened, TournamentFold]:
    """The tournament as its log has it now. Raises `NoTournament`, and `Damaged` if the log cannot be folded."""
    try:
        return _opened(tournament, recent.recall(tournament))
    except store.Damaged:
        recent.forget(tournament)  # it saves time; only a log that cannot be folded from its first event is damaged
        return _opened(tournament, None, engine="")


def _opened(
    tournament: UUID, kept: Recent[TournamentFold] | None, engine: str = ENGINE
) -> tuple[store.Opened, TournamentFold]:
    opened = store.open_stream(tournament, engine=engine, since=None if kept is None else kept.head)
    if not opened.version:
        raise NoTournament(tournament)
    now = kept.now if kept is not None and opened.resumed else None
    if opened.snapshot is not None:
        now = _from_snapshot(tournament, opened)
    for stored in opened.events:
        try:
            now = step(now, stored.event, stored.time)
        except Exception as error:
            raise store.Damaged(tournament, stored.version, type(error).__name__) from error
    assert now is not None
    if opened.events or not opened.resumed:
        recent.remember(tournament, opened.head, now)
    if len(opened.events) >= SNAPSHOT_AFTER:
        _save_snapshot(tournament, now)
    return opened, now


def _from_snapshot(tournament: UUID, opened: store.Opened) -> TournamentFold:
    try:
        return from_snapshot(opened.snapshot)
    except Exception as error:  # of whatever kind: it is not what was written
        raise store.Damaged(tournament, opened.snapshot_version, type(error).__name__) from error


def _save_snapshot(tournament: UUID, now: TournamentFold) -> None:
    """Keeps the fold of many events, so that the next reader folds only those that came later.

    Readers keep it, so no command waits for it. An event that is over gets one too. After a change of the code, or a
    rebuild, the next reader makes a new one. A replica of the database takes none.
    """
    if one(b"SELECT current_setting('transaction_read_only')")[0] == "off":
        store.save_snapshot(stream=tournament, version=now.version, snapshot=StreamSnapshot(ENGINE, snapshot_of(now)))


def act(*, tournament: UUID, by: UUID | None, decide: Decide, expected: int | None = None) -> TournamentFold:
    """Reads the tournament, decides, and appends what was decided with what follows from it.

    Side effects: appends events, opens games, keeps texts, all in one transaction; then tells the listeners.

    Args:
        by: the player who acts; None for the service.
        decide: adds events to the draft, or raises `Illegal`; nothing is written then.
        expected: the version that was seen; the command is refused if the tournament has moved on.

    Raises:
        Illegal: as `decide`; `moved-on` with `expected` and `actual`.
        NoTournament: there is none.
        Conflict: others, who did not wait, were faster several times.
    """
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                return _act(tournament, by, decide, expected)
        except store.Conflict:
            if attempt == TRIES or transaction.get_connection().needs_rollback:
                raise
    raise AssertionError("the loop returns or raises")


def _act(tournament: UUID, by: UUID | None, decide: Decide, expected: int | None) -> TournamentFold:
    execute(b"SELECT pg_advisory_xact_lock(%s::int8)", (lock_of(tournament),))
    opened, now = open_tournament(tournament)
    if expected is not None and expected != now.version:
        raise refuse("moved-on", expected=expected, actual=now.version)
    draft = DraftedEvents(tournament, now, opened.now, by)
    decide(draft)
    if draft.events:
        following(draft)
        _append(draft, opened)
    return draft.now


def begin(
    *,
    tournament: UUID,
    by: UUID | None,
    events: Sequence[TournamentEvent],
    progress: Callable[[int, int], None] | None = None,
) -> TournamentFold:
    """Writes the first events of a tournament. Raises `Conflict` if it exists.

    Args:
        by: who makes it; None for the service.
        progress: told how many of them are folded, of how many; then they are written.
    """
    with transaction.atomic():
        opened = store.open_stream(tournament)
        draft = DraftedEvents(tournament, None, opened.now, by)
        for start in range(0, len(events), TOLD_AFTER):
            draft.add(*events[start : start + TOLD_AFTER])
            if progress is not None:
                progress(min(start + TOLD_AFTER, len(events)), len(events))
        if opened.version:
            raise store.Conflict(tournament, 0, opened.version)
        _append(draft, opened)
    return draft.now


def _append(draft: DraftedEvents, opened: store.Opened) -> None:
    after = draft.now
    if draft.games:
        write_games(draft.games)
    with known({draft.tournament: after}):
        appended = store.append(
            stream=draft.tournament,
            expected=opened.version,
            events=draft.events,
            actor=draft.by,
            now=draft.at,
            opened=opened,
            savepoint=False,
        )
    recent.remember(draft.tournament, appended.head, after)
    tell(draft.tournament, draft.before, after, draft.events, draft.by)
    if concerns_games(draft.events):
        transaction.on_commit(lambda: align_games(draft.tournament, after))


def lock_of(tournament: UUID) -> int:
    """The key of the advisory lock of a tournament: 63 bits of its random id."""
    return tournament.int & ((1 << 63) - 1)
