"""Line-ups of matches of teams: handed in sealed, opened together, set by hand afterwards; and the games that follow.

`round` and `board` are numbers from 1, `entry` is a team's, `reason` a text, which can be erased. Commands raise
`Illegal` (`not-allowed`, `no-board`, `no-teams`, `moved-on` and what each says), `NoTournament` and `Conflict`, and
return the tournament after the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Unpack
from uuid import UUID

from accounts.conduct.restrictions import Barred, barred_ids
from accounts.models import MEMBERS, Player
from eventlog.sources import new_salt
from ratings.domain.queries import rateable
from tournaments.domain import events as e
from tournaments.domain.boards import game_of
from tournaments.domain.calendar import lineups_at
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.drafts import DraftedEvents, board_of, refuse, waiting_round
from tournaments.domain.lineups import Lineup, check_lineup, commitment_of, usual_lineup
from tournaments.domain.state import Board, Entry, TournamentFold
from tournaments.models import SealedLineup
from web.words import clean_text

# -- handed in ------------------------------------------------------------------------------------


def seal_lineup(*, entry: int, lineup: Sequence[UUID | None], **command: Unpack[Command]) -> TournamentFold:
    """Hands in who plays the match of a team in the round that is paired, instead of any line-up before. Nobody but the
    captain sees it before the other side's is opened with it; an arbiter may hand one in for a team.

    Side effects: keeps the line-up; appends LineupSealed.

    Args:
        lineup: a member for each board of the match, or None for nobody.

    Raises:
        Illegal: `nothing-paired`; `no-match`: the team has none in this round; `lineups-open`; `lineups-closed`: it is
            too late; `member-barred` (`name`); `own-board`; as `check_lineup`.
    """

    def decide(draft: DraftedEvents) -> None:
        team, now = need_team(draft, entry, "arbiter"), draft.now
        round = waiting_round(now)
        board = None if round.hidden else round.board_of(entry)
        if board is None:
            raise refuse("no-match", round=round.number)
        if draft.by not in team.acting:
            draft.need_neutral(board.entries)
        closed = lineups_at(now)
        if board.lineups:
            raise refuse("lineups-open")
        if closed is not None and closed <= draft.at:
            raise refuse("lineups-closed")
        check_lineup(now.terms, team, tuple(lineup))
        _refuse_out(draft, lineup)
        salt = new_salt()
        SealedLineup.objects.update_or_create(
            tournament=draft.stream,
            round=round.number,
            entry=entry,
            defaults={"by": draft.by, "salt": salt, "players": list(lineup)},
        )
        draft.add(e.LineupSealed(round.number, board.number, entry, commitment_of(salt, lineup)))

    return execute(decide=decide, **command)


def sealed_lineup(tournament: UUID, round: int, entry: int) -> Lineup | None:
    """The line-up that a team has handed in for a round and that is not opened yet: for its captain's eyes alone.

    Args:
        tournament: its id.
        round: from 1.
        entry: the team.
    """
    row = SealedLineup.objects.filter(tournament=tournament, round=round, entry=entry).first()
    return None if row is None else tuple(row.players)


def need_team(draft: DraftedEvents, entry: int, role: str) -> Entry:
    """The team of an entry, if who acts is its captain or has at least this role.

    Args:
        draft: the tournament while a command decides.
        entry: its number.
        role: as for `DraftedEvents.need`.

    Raises:
        Illegal: `no-teams`; `no-entry`; `not-allowed`.
    """
    if not draft.now.terms.team_boards:
        raise refuse("no-teams")
    return draft.need_entry(entry, role)


def _refuse_out(draft: DraftedEvents, lineup: Iterable[UUID | None]) -> None:
    out = _who_is_out(draft, (player for player in lineup if player is not None))
    if out:
        raise refuse("member-barred", field="lineup", name=_name_of(out))


def _name_of(players: Iterable[UUID]) -> str:
    return Player.objects.filter(id__in=players).order_by("name").values_list("name", flat=True).first() or ""


def _who_is_out(draft: DraftedEvents, players: Iterable[UUID]) -> frozenset[UUID]:
    """Those of some players who may not play now: moderators keep them out, or, where the games are played here, they
    have no account any more."""
    ids, terms = list(players), draft.now.terms
    out = frozenset(barred_ids(ids, Barred.EVENTS, *([Barred.RATED] if terms.rated else [])))
    if terms.real or not ids:
        return out
    return out | ({*ids} - {*Player.objects.filter(MEMBERS, id__in=ids).values_list("id", flat=True)})


# -- opened ---------------------------------------------------------------------------------------


def open_lineups(**command: Unpack[Command]) -> TournamentFold:
    """Shows the line-ups of all matches of the round that is paired. Who has handed none in plays with the first of the
    roster.

    Side effects: as `open_all`.

    Raises:
        Illegal: `nothing-paired`; `not-published`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if not draft.now.terms.team_boards:
            raise refuse("no-teams")
        if waiting_round(draft.now).hidden:
            raise refuse("not-published", round=len(draft.now.rounds))
        open_all(draft)

    return execute(decide=decide, **command)


def open_all(draft: DraftedEvents) -> None:
    """Opens the line-ups of the round that is paired, where teams play and they are not open yet.

    Side effects: appends LineupsOpened for each match, and LineupFixed where somebody may not play; deletes the rows.
    """
    round = waiting_round(draft.now)
    boards = [board for board in round.boards if board.teams and not board.lineups]
    if not boards:
        return
    rows = SealedLineup.objects.filter(tournament=draft.stream, round=round.number)
    kept = {row.entry: row for row in rows}
    entries = [draft.now.entries[entry] for board in boards for entry in board.entries]
    named = {player for row in kept.values() for player in row.players if player is not None}
    out = _who_is_out(draft, named.union(*(entry.roster for entry in entries)))
    for board in boards:
        (red, red_salt), (blue, blue_salt) = (
            _opened(draft, board, kept.get(entry), entry, out) for entry in board.entries
        )
        draft.add(e.LineupsOpened(round.number, board.number, _ids(red), _ids(blue), red_salt, blue_salt))
        for entry, lineup in zip(board.entries, (red, blue), strict=True):
            gone = out | ({*lineup} - {*draft.now.entries[entry].roster})
            left = tuple(None if player in gone else player for player in lineup)
            if left != lineup:
                draft.add(e.LineupFixed(round.number, board.number, entry, _ids(left)))
    rows.delete()


def _opened(
    draft: DraftedEvents, board: Board, row: SealedLineup | None, entry: int, out: frozenset[UUID]
) -> tuple[Lineup, str | None]:
    """The line-up of a team as it was handed in, with what opens it; else the first of the roster."""
    if row is not None:
        lineup, salt = tuple(row.players), bytes(row.salt)
        if board.sealed.get(entry) == commitment_of(salt, lineup):
            return lineup, salt.hex()
    return usual_lineup(draft.now.terms, draft.now.entries[entry], out), None


def _ids(lineup: Lineup) -> tuple[str | None, ...]:
    return tuple(None if player is None else str(player) for player in lineup)


# -- set by hand ----------------------------------------------------------------------------------


def fix_lineup(
    *, round: int, board: int, entry: int, lineup: Sequence[UUID | None], reason: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Sets who plays a match for a team, once the line-ups are open. Across real boards it says who sat there, at any
    time; where the games are played here a board changes only before its game is there.

    Side effects: appends LineupFixed and what follows; nothing if it is so.

    Args:
        lineup: a member for each board of the match, or None for nobody. Its order is the arbiter's.

    Raises:
        Illegal: `reason-needed`; `own-board`; `no-match`; `lineups-sealed`: they are not open; `lineup-size`;
            `not-in-team`; `named-twice`; `game-is-there` (`game`).
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        match = board_of(draft.now, round, board)
        if not clean_text(reason):
            raise refuse("reason-needed", field="reason")
        if entry not in match.entries:
            raise refuse("no-match", round=round)
        draft.need_neutral(match.entries)
        if not match.lineups:
            raise refuse("lineups-sealed")
        before, after = match.lineups[entry], tuple(lineup)
        team = draft.now.entries[entry]
        check_lineup(draft.now.terms.changed(board_order="free"), team, after)
        if after == before:
            return
        for number, (was, then) in enumerate(zip(before, after, strict=True), 1):
            if was != then and match.legs[number - 1].game is not None:
                raise refuse("game-is-there", game=number)
        draft.add(e.LineupFixed(round, board, entry, _ids(after), **draft.because(reason)))

    return execute(decide=decide, **command)


# -- the games ------------------------------------------------------------------------------------


def games_of_round(draft: DraftedEvents) -> tuple[str | None, ...]:
    """The games of the round that begins, of each board of each match; None where a board is empty, or a team has left.

    Side effects: opens them.
    """
    now, round = draft.now, waiting_round(draft.now)
    seated = [board.players_at(number) for board in round.boards for number in range(1, len(board.legs) + 1)]
    players = [player for player in chain.from_iterable(seated) if player is not None]
    rated = rateable(players) if now.terms.rated else {}
    games: list[str | None] = []
    for leg, both in zip((leg for board in round.boards for leg in board.legs), seated, strict=True):
        there = tuple(player for player in both if player is not None)
        game = None
        if len(there) == len(both) and all(now.entries[entry].playing for entry in (leg.red, leg.blue)):
            game = str(game_of(draft, round.number, leg.red, leg.blue, rated, there).id)
        games.append(game)
    return tuple(games)
