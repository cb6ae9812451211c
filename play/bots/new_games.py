"""Games against the computer: how one begins, and which of them somebody has not finished."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from accounts.people.bots import BOT_IDS, BOT_LEVELS, USUAL_LEVEL, bots
from games.domain import queries
from games.domain.clocks import PRESETS, TimeControl
from games.domain.command_handler import open_game
from games.domain.commands import make_setup
from games.domain.creation import create_game
from games.domain.limits import usual_limit
from games.domain.origins import origin_of
from games.domain.playing_on import play_on
from games.domain.ready_setups import ready
from games.domain.state import options_of
from games.models import OPEN, Game, GameSeat
from games.replay import Timeline
from games.rules import VARIANTS, Illegal, Options, Refusal, Seat, Variant
from play.bots.actions import act
from play.bots.levels import level_of
from web.limits import asker, wait_for

MOST_AT_ONCE = 20
"""Unfinished games against the computer that one player may have."""

PACES: dict[str, TimeControl] = {slug: PRESETS[slug] for slug in ("14-days", "1-day", "live-20-10")}
"""The paces that the page offers; the first means no hurry. The bot answers at once in each of them."""


def unfinished(player: UUID) -> QuerySet[Game]:
    """The games of a player against the computer that are not over, newest first."""
    # One after the other: a bot has far more games than a player.
    mine = list(GameSeat.objects.filter(OPEN, player_id=player).values_list("game_id", flat=True))
    around = GameSeat.objects.filter(game_id__in=mine).values_list("game_id", "player_id")
    with_bots = {game for game, other in around if other in BOT_IDS}
    return Game.objects.filter(id__in=with_bots).order_by("-created", "-id")


def start_game(
    *,
    player: Player,
    book: Variant,
    side: int | None,
    time: TimeControl,
    memory: bool = False,
    reveal: str = "end",
    reveal_after: int | None = None,
    ready_made: bool = False,
    level: int = USUAL_LEVEL,
) -> UUID:
    """Opens an unrated game of a player against the computer. At a table of four the player's partner is a bot too.

    Side effects: appends the events of a new game; the bots are called to set up once that is committed. With
    `ready_made` all have set up, and play has begun.

    Args:
        player: who plays.
        book: the rule book, in its newest edition.
        time: the time control; None for a game in which nobody's time runs.
        side: the player's: 0 red, 1 blue, None for either.
        memory: with memory marks (`Options.memory`).
        reveal, reveal_after: when it is opened, as for `create_game`.
        ready_made: the player's set-up is one of the ready-made ones, drawn by lot; of a rule book that does not deal.
        level: how well the computer plays; the best level of a rule book that has fewer.

    Returns:
        The id of the game.

    Raises:
        Illegal: `too-many`, with `most`, if the player has so many unfinished already.
    """
    own = secrets.choice([seat for seat in book.seats if side in (None, seat.side)])
    with _room_for_one_more(player):
        game = create_game(
            variant=book,
            players=_around(book, own, player, level_of(book, level).number),
            options=Options(no_attack_limit=usual_limit(book), memory=memory),
            time=time,
            reveal=reveal,
            reveal_after=reveal_after,
            actor=player.account_id,
        )
        if ready_made:
            placement = secrets.choice(ready(book)).placements[own]
            make_setup(game=game, seat=own, placement=placement, actor=player.account_id)
            act(game)
        return game


def last_ply(line: Timeline) -> int:
    """The last ply of a game from which one can play on; below 0 if there is none."""
    return line.plies - (line.outcome is not None and line.outcome.kind.on_board)


def start_what_if(*, player: Player, game: Game, ply: int, own: Seat, truth: bool) -> UUID:
    """Opens a game of a player against the computer that goes on from a position of another game.

    Side effects: as `games.domain.playing_on.play_on`; the bots are called if it is their turn.

    Args:
        player: who plays.
        game: the other game, which is open to everybody.
        ply: after so many plies of it.
        own: the seat that the player takes.
        truth: from the position as it was; else from one that this seat could not tell from it.

    Returns:
        The id of the new game.

    Raises:
        Illegal: `too-many`, as `start_game`; `no-seat`; and what `play_on` refuses.
    """
    book = VARIANTS[game.variant]
    with _room_for_one_more(player):
        if own not in book.seats:
            raise Illegal(Refusal("no-seat", {"seat": own.slug}))
        return play_on(
            source=game.id,
            ply=ply,
            players=_around(book, own, player),
            view=None if truth else own,
            time=next(iter(PACES.values())),
            actor=player.account_id,
        )


@contextmanager
def _room_for_one_more(player: Player) -> Iterator[None]:
    """Begins one game inside: one at a time a player, so that the limit holds whatever is asked for at once.

    Raises:
        Illegal: `too-many`, for who has so many unfinished already.
        PlayerBarred: for who may not play.
    """
    refuse_barred(player.id, Barred.PLAY)
    with transaction.atomic():
        Player.objects.select_for_update(of=("self",), no_key=True).get(id=player.id)
        if unfinished(player.id)[:MOST_AT_ONCE].count() >= MOST_AT_ONCE:
            raise Illegal(Refusal("too-many", {"most": MOST_AT_ONCE}))
        yield


def _around(book: Variant, own: Seat, player: Player, level: int = USUAL_LEVEL) -> dict[Seat, UUID]:
    """Who sits where: bots sit down in turn order after the player, so the first of them is always an opponent."""
    others = [Seat((own + step) % len(book.seats)) for step in range(1, len(book.seats))]
    return {own: player.id} | {seat: bot.id for seat, bot in zip(others, bots(len(others), level), strict=True)}


PLIES_AN_HOUR = 20_000
"""Plies that may be told again within an hour for who plays on from other games: the log keeps them for good."""


BESIDE_PLIES = 50
"""For so many plies each such game counts besides: it has a beginning, and bots who think."""


class TooManyPlies(Exception):
    """So many plies were told again for who asks that it has to wait, this many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def once_more(request: HttpRequest, over: Game, seat: Seat, player: Player) -> UUID:
    """The same game again with the colours changed; one that went on from another one's position again from there.

    Args:
        request: by whom plies are counted that are told again.
        over: the game, against the computer.
        seat, player: who sat there, and sits down again.

    Returns:
        The id of the new game.

    Raises:
        Illegal, PlayerBarred, TooManyPlies: as `start_game`, `start_what_if` and `count_plies` say.
    """
    made = open_game(over.id).created
    origin = origin_of(made)
    source = None if origin is None else queries.games_by_id([origin.game]).get(origin.game)
    if origin is not None and source is not None:
        truth = origin.view is None
        count_plies(request, origin.ply)
        return start_what_if(player=player, game=source, ply=origin.ply, own=seat, truth=truth)
    control = TimeControl.from_value(over.time) if over.time else next(iter(PACES.values()))
    return start_game(
        player=player,
        book=VARIANTS[over.variant],
        side=1 - seat.side,
        time=control,
        memory=options_of(made.options).memory,
        level=max(BOT_LEVELS[sitting.player_id] for sitting in over.all_seats if sitting.player_id in BOT_LEVELS),
        reveal=made.reveal,
        reveal_after=made.reveal_after,
    )


def count_plies(request: HttpRequest, ply: int) -> None:
    """Counts what is told again for a game of who asks. Raises `TooManyPlies`."""
    weight = ply + BESIDE_PLIES
    seconds = wait_for("plies told again", asker(request), most=PLIES_AN_HOUR, seconds=3600, weight=weight)
    if seconds:
        raise TooManyPlies(seconds)
