"""How every command of a tournament works: open, decide, add the consequences, append.

Commands of one tournament wait for one another: the database holds a lock until the transaction ends. So 150 games may
end at once; they are recorded one after the other, and none is lost. What is computed outside, such as a pairing, names
the version that it was computed from, and is refused if the tournament has moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NotRequired, TypedDict
from uuid import UUID

from django.db import transaction

from eventlog import store
from eventlog.aggregate import Aggregate
from eventlog.recent import RecentFolds
from eventlog.statements import fetch_row
from games.domain.creation import write_games
from tournaments.domain.consequences import following
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.events import TournamentEvent
from tournaments.domain.game_sync import align_games, concerns_games
from tournaments.domain.listeners import tell
from tournaments.domain.projections import TOURNAMENT_FOLDS
from tournaments.domain.snapshots import ENGINE, from_snapshot, snapshot_of
from tournaments.domain.state import TournamentFold

PROGRESS_EVERY = 500  # events, which take some tenths of a second

SNAPSHOT_AFTER = 500
"""Events that are folded at once, after which a snapshot is kept."""


class NoTournament(LookupError):
    """There is no tournament with this id."""


class _Tournaments(Aggregate[TournamentFold, DraftedEvents]):
    draft, missing, folds, engine, locks = DraftedEvents, NoTournament, TOURNAMENT_FOLDS, ENGINE, True
    from_snapshot = staticmethod(from_snapshot)
    recent = RecentFolds(most=64)  # a large one has some megabytes

    def open(self, stream: UUID, seen: store.SeenHead | None = None) -> tuple[store.Opened, TournamentFold]:
        """Keeps the fold of many events, so that the next reader folds only those that came later.

        Readers keep it, so no command waits for it. An event that is over gets one too. After a change of the code, or
        a rebuild, the next reader makes a new one. A replica of the database takes none.
        """
        opened, now = super().open(stream, seen)
        if (
            len(opened.events) >= SNAPSHOT_AFTER
            and fetch_row(b"SELECT current_setting('transaction_read_only')")[0] == "off"
        ):
            snapshot = store.StreamSnapshot(ENGINE, snapshot_of(now))
            store.save_snapshot(stream=stream, version=now.version, snapshot=snapshot)
        return opened, now

    def append(self, draft: DraftedEvents, **_more: Any) -> None:
        """Opens the games of a round with it, and brings those that it concerns into line after the commit."""
        if draft.games:
            write_games(draft.games)
        super().append(draft)
        tell(draft.stream, draft.before, draft.now, draft.events, draft.by)
        if concerns_games(draft.events):
            transaction.on_commit(partial(align_games, draft.stream, draft.now))


TOURNAMENTS = _Tournaments()

open_tournament = TOURNAMENTS.open
"""The tournament as its log has it now. Raises `NoTournament`, and `Damaged` if the log cannot be folded."""

Decide = Callable[[DraftedEvents], None]


class Command(TypedDict):
    """What every command takes.

    Args:
        tournament: its id.
        by: the player who acts; None for the service.
        expected: the version that was seen, or None; the command is refused if the tournament has moved on.
    """

    tournament: UUID
    by: UUID | None
    expected: NotRequired[int | None]


def execute(*, decide: Decide, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Reads the tournament, decides, and appends what was decided with what follows from it.

    Side effects: appends events, opens games, keeps texts, all in one transaction; then tells the listeners.

    Args:
        decide: adds events to the draft, or raises `Illegal`; nothing is written then.
        tournament, by, expected: as in `Command`.

    Raises:
        Illegal: as `decide`; `moved-on` with `expected` and `actual`.
        NoTournament: there is none.
        Conflict: others, who did not wait, were faster several times.
    """

    def decide_at(draft: DraftedEvents) -> None:
        if expected is not None and expected != draft.now.version:
            raise refuse("moved-on", expected=expected, actual=draft.now.version)
        decide(draft)
        if draft.events:
            following(draft)

    return TOURNAMENTS.execute(stream=tournament, by=by, decide=decide_at).now


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

    def add(draft: DraftedEvents) -> None:
        for start in range(0, len(events), PROGRESS_EVERY):
            draft.add(*events[start : start + PROGRESS_EVERY])
            if progress is not None:
                progress(min(start + PROGRESS_EVERY, len(events)), len(events))

    return TOURNAMENTS.begin(stream=tournament, by=by, decide=add).now
