"""Lookups of tournaments for pages and tasks: by address, blockers, a player's next board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from eventlog.corruption import skipping_damaged
from eventlog.statements import joined, objects_of, rows_of
from games.models import Game
from tournaments.domain.command_handler import open_tournament
from tournaments.domain.standings import places_of
from tournaments.domain.state import Board, Entry, Leg, Round, Status, TournamentFold, published
from tournaments.models import Tournament, TournamentEntry, TournamentGame


def tournament_at(key: str) -> Tournament | None:
    """The tournament at a public address, drafts included. The caller checks who may see one."""
    return next(iter(objects_of(_by_key, key)), None)


def _by_key(key: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(key=key)


def fold_of(id: UUID) -> TournamentFold:
    """A tournament as its log has it now; in a process that saw it lately this is one short question.

    Raises:
        NoTournament: there is none (a `LookupError`).
    """
    return open_tournament(id)[1]


def published_fold_of(id: UUID) -> TournamentFold:
    """The same as everybody may know it. Raises `NoTournament`."""
    return published(fold_of(id))


def place_of(fold: TournamentFold, entry: int) -> int | None:
    """The place of an entry as things stand; None for who has no pairing number."""
    return places_of(fold).get(entry)


def place_of_game(game: UUID) -> TournamentGame | None:
    """Where a game belongs, with its tournament; None if it belongs to none."""
    place = next(iter(objects_of(_of_game, game)), None)
    if place is not None:
        joined(place, "tournament", objects_of(_by_id, place.tournament_id)[0])
    return place


def _of_game(game: UUID) -> QuerySet[TournamentGame]:
    return TournamentGame.objects.filter(game=game).order_by("pk")


def _by_id(id: UUID) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=id)


def played_by(player: UUID) -> QuerySet[TournamentEntry]:
    """The tournaments that a player took part in and that are over; for a profile's honours.

    What a file told is none: whoever imports it may name anybody as its players.
    """
    return TournamentEntry.objects.filter(
        player=player, tournament__status=Status.FINISHED.value, tournament__imported=False, place__isnull=False
    )


# -- what stands in the way -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Blocker:
    """A reason why a tournament does not go on.

    Args:
        code: `game-open` (a game goes on), `result-missing` (across a real board), `claims-differ`, `not-begun` (the
            players have not met), `taken-back` (a match to be paired anew), `game-called-off`, `pairing-failed`,
            `too-few-entries`, `to-pair`, `to-begin`, `to-finish`, `paused`.
        round, board: where, from 1; 0 for none.
        entries: whom it concerns.
        detail: for `pairing-failed` the code of `CannotPair`.
    """

    code: str
    round: int = 0
    board: int = 0
    entries: tuple[int, ...] = ()
    detail: str = ""


def blockers(fold: TournamentFold, called_off: Iterable[UUID] = ()) -> tuple[Blocker, ...]:
    """Everything that the next step of a tournament waits for; empty only before it is announced and after its end.

    Args:
        called_off: games that ended without a result, see `called_off_games`.
    """
    if fold.status is Status.PAUSED:
        return (Blocker("paused"),)
    if fold.status is Status.OPEN and len(fold.playing) < 2:
        return (Blocker("too-few-entries"),)
    if fold.status is not Status.RUNNING:
        return ()
    round = fold.round
    if round is None or round.finished_at is not None:
        return (_between(fold),)
    if round.begun_at is None:
        return (Blocker("to-begin", round.number),)
    gone = frozenset(called_off)
    return tuple(_of_board(fold, round, board, gone) for board in round.boards if not board.decided)


def _between(fold: TournamentFold) -> Blocker:
    if len(fold.rounds) >= fold.planned:
        return Blocker("to-finish", len(fold.rounds))
    if fold.failed:
        return Blocker("pairing-failed", len(fold.rounds) + 1, detail=fold.failed)
    return Blocker("to-pair", len(fold.rounds) + 1)


def _of_board(fold: TournamentFold, round: Round, board: Board, gone: frozenset[UUID]) -> Blocker:
    leg: Leg = board.leg
    code = "game-open"
    if board.taken_back:
        code = "taken-back"
    elif leg.game in gone:
        code = "game-called-off"
    elif fold.terms.real:
        code = "claims-differ" if len(leg.claims) > 1 else "result-missing"
    elif leg.game is None:
        code = "not-begun"
    return Blocker(code, round.number, board.number, (leg.red, leg.blue))


def called_off_games(tournament: UUID) -> tuple[UUID, ...]:
    """The games of a tournament that ended without a result, on boards that are not decided."""
    ids = TournamentGame.objects.filter(tournament=tournament, decided=False).values_list("game", flat=True)
    games = Game.objects.filter(id__in=list(ids), status=Game.Status.OVER, outcome__in=("aborted", "cancelled"))
    return tuple(games.values_list("id", flat=True))


def overdue_results(tournament: UUID) -> list[UUID]:
    """Games that are over and whose result does not stand in their tournament yet."""
    open_games = TournamentGame.objects.filter(tournament=tournament, decided=False).values("game")
    over = Game.objects.filter(id__in=open_games, status=Game.Status.OVER)
    return list(over.order_by("position").values_list("id", flat=True))


def paused_games(tournament: UUID, now: TournamentFold) -> tuple[UUID, ...]:
    """The games of a tournament whose clocks stand still, on boards that are not decided. Of games that others see some
    time behind that is known from the tournament alone: one that has ended meanwhile cannot be stopped, nor go on.
    """
    ids = TournamentGame.objects.filter(tournament=tournament, decided=False).values_list("game", flat=True)
    behind = Q(spectators=Game.Spectators.DELAYED, status=Game.Status.PLAYING)
    still = now.status is Status.PAUSED and now.clocks_paused
    wanted = Q(paused=True) | behind if still else Q(paused=True) & ~behind
    return tuple(Game.objects.filter(wanted, id__in=list(ids)).values_list("id", flat=True))


# -- a player's own -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next for a player in a running tournament.

    Args:
        board: the board of the present round; None with a bye, or between rounds.
        leg: its game that is played or to come.
    """

    tournament: UUID
    entry: Entry
    round: Round | None
    board: Board | None
    leg: Leg | None


def my_next(player: UUID) -> tuple[Next, ...]:
    """Where a player is to play: one for each running tournament that the player takes part in and that can be read."""
    results = []
    for (id,) in rows_of(_entered, player):
        with skipping_damaged():
            fold = published_fold_of(id)
            entry = fold.entry_of(player)
            if entry is not None and entry.playing:
                results.append(next_in(id, fold, entry, player))
    return tuple(results)


def _entered(player: UUID) -> QuerySet[Any, Any]:
    entries = TournamentEntry.objects.filter(
        player=player,
        place=None,
        presence="entered",
        tournament__status__in=(Status.RUNNING.value, Status.PAUSED.value),
    )
    return entries.order_by("tournament__started").values_list("tournament_id")


def next_in(tournament: UUID, fold: TournamentFold, entry: Entry, player: UUID) -> Next:
    """What comes next for an entry of one tournament.

    Args:
        tournament: its id.
        fold: the tournament as it stands.
        entry: one of its entries.
        player: whose it is; of a team the game is the member's.
    """
    round = fold.round
    board = None if round is None or round.finished_at is not None else round.board_of(entry.number)
    board = None if board is not None and board.taken_back else board
    if board is None or board.decided:
        return Next(tournament, entry, round, board, None)
    return Next(tournament, entry, round, board, board.legs[board.leg_number_of(player) - 1])
