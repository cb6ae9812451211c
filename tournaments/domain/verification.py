"""How the log of a tournament is replayed to prove it: see `eventlog.verify`.

Every event has to fit. Every round has to keep the absolute criteria: everybody who was present is in it once, nobody
meets twice in a Swiss, nobody has a second bye, and pairs that must not meet do not (C.04.1, C.04.3.C). A round that an
arbiter paired by hand, with a reason, may break them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from eventlog.canonical import at as as_time
from eventlog.registry import Broken, Stored, verifier
from games.rules import Illegal
from tournaments.domain.challenges import answer_until, longest_pause, why_not
from tournaments.domain.commands.takebacks import paired_anew
from tournaments.domain.consequences import may_grow
from tournaments.domain.events import (
    BoardsAdded,
    ChallengeAnswered,
    ChallengeMade,
    EntryFell,
    LadderPaused,
    MatchesPairedAnew,
    MovesRecorded,
    RankingCorrected,
    RoundPaired,
    TournamentCreated,
    TournamentStarted,
)
from tournaments.domain.formats import format_of
from tournaments.domain.initial_ranking import ranking
from tournaments.domain.ladder import ChallengeState
from tournaments.domain.round_transitions import Misfit, with_ratings
from tournaments.domain.state import TournamentFold
from tournaments.domain.transitions import step


@verifier(TournamentCreated)
def verify_tournament(events: Iterator[Stored]) -> None:
    """Replays a whole tournament.

    Raises:
        Broken: an event does not fit, a round breaks a criterion, or the ranking is not what its lot gives.
    """
    now: TournamentFold | None = None
    elsewhere: datetime | None = None
    for event in events:
        if isinstance(event.event, TournamentCreated) and event.event.imported:
            elsewhere = event.time  # what a report told came in one append; how it was paired is not ours to prove
        if now is not None and event.time != elsewhere:
            reason = _wrong(now, event)
            if reason:
                raise Broken(event.version, reason)
        try:
            now = step(now, event.event, event.time)
        except Misfit as misfit:
            raise Broken(event.version, str(misfit)) from misfit


def _wrong(now: TournamentFold, stored: Stored) -> str:
    event = stored.event
    if isinstance(event, TournamentStarted) and event.order != ranking(_rated(now, event), event.lot):
        return "the initial ranking is not that of the entries and the lot"
    if isinstance(event, RankingCorrected) and not now.rounds and event.order != ranking(_rated(now, event), now.lot):
        return "the corrected ranking is not that of the ratings and the lot"
    if isinstance(event, RoundPaired):
        return _wrong_round(now, event)
    if isinstance(event, MatchesPairedAnew):
        return _wrong_matches(now, event)
    if isinstance(event, BoardsAdded):
        return _wrong_boards(now, event, stored.time)
    if isinstance(event, ChallengeMade | ChallengeAnswered | LadderPaused | EntryFell):
        return _wrong_on_ladder(now, event, stored.time)
    return "the moves of a ladder are none of a file" if isinstance(event, MovesRecorded) else ""


def _wrong_on_ladder(
    now: TournamentFold, event: ChallengeMade | ChallengeAnswered | LadderPaused | EntryFell, time: datetime
) -> str:
    if isinstance(event, ChallengeMade):
        return "a challenge breaks the rules" if why_not(now, event.entry, event.other, time) is not None else ""
    if isinstance(event, LadderPaused):
        ends = as_time(event.until) <= time
        too_long = not ends and as_time(event.until) > longest_pause(now, event.entry, time)
        return "somebody pauses for too long" if too_long else ""
    if isinstance(event, ChallengeAnswered) and event.answer == ChallengeState.ACCEPTED:
        challenge = None if now.ladder is None else now.ladder.challenges.get(event.challenge)
        late = challenge is not None and answer_until(now, challenge) <= time
        return "a challenge is accepted too late" if late else ""
    by_time = isinstance(event, EntryFell) or event.answer == ChallengeState.LAPSED
    early = by_time and event not in format_of(now).passed(now, time)
    return "somebody loses places before the time" if early else ""


def _wrong_boards(now: TournamentFold, event: BoardsAdded, time: datetime) -> str:
    right = format_of(now).boards_to_add(now, time) == tuple(zip(event.red, event.blue, strict=True))
    return "" if right and may_grow(now, time) else "boards are added that are not those of who waited"


def _wrong_matches(now: TournamentFold, event: MatchesPairedAnew) -> str:
    try:
        right = paired_anew(now, event.boards) == tuple(zip(event.red, event.blue, strict=True))
    except (Illegal, IndexError):
        right = False
    return "" if right else "matches that are paired anew are not those of the bracket"


def _rated(now: TournamentFold, event: TournamentStarted | RankingCorrected) -> TournamentFold:
    return with_ratings(now, dict(zip(event.order, event.ratings or (), strict=False)))


def _wrong_round(now: TournamentFold, event: RoundPaired) -> str:
    if now.round is not None and now.round.finished_at is None:
        return "a round is paired while another one goes on"
    if event.seen > now.version or (not event.by_hand and event.seen != now.version):
        return "a round was computed from another version"
    return format_of(now).wrong_round(now, event)
