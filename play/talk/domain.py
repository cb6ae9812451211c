"""Talk at a table, notes to oneself, and guesses at enemy pieces. None of it is in the log.

The caller checks who may act at a game: each function takes the player who sits there. A refusal is a code with
parameters, as those of the rules; words are made in `play.talk.words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.conduct.blocks import blocked_among
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Preferences
from eventlog.statements import execute, rows_of
from games.domain.command_handler import open_game
from games.domain.state import GameFold
from games.models import Game, GameSeat
from games.presentation.rooms import unread_talk
from games.rules import RANK_OF_SYMBOL, Illegal, Refusal, Seat, State, Viewer, variant
from notices.domain.commands import notify_each
from notices.models import Kind
from play.talk.models import (
    MESSAGE_LENGTH,
    NOTE_LENGTH,
    Guess,
    GuessOpening,
    Message,
    Mute,
    Note,
    Phrase,
    Reading,
)
from realtime.changes import publish_player
from web.keyset import Page, PageCursor, page_of
from web.words import clean_line

OPEN_AFTER_END = timedelta(days=7)
"""How long a table may go on talking once its game is over."""

SHOWN = 200
"""The most messages that a table shows."""

MOST_A_MINUTE = 10
"""Messages that one player may send in a minute at one table."""

MOST_GUESSES = 1000
"""Guesses that a player may make at one game, those that were changed or taken back too: 25 at each piece."""


# -- talk -----------------------------------------------------------------------------------------


def may_talk(game: Game) -> bool:
    """Whether the table is open: until some days after the end of its game."""
    return game.ended is None or timezone.now() < game.ended + OPEN_AFTER_END


def phrases_only(game: Game) -> bool:
    """Whether a guest sits at the table: guests can report nobody, and nobody knows who they are, so nothing is said
    there but in set phrases until they have signed up.
    """
    return any(seat.player is not None and seat.player.guest for seat in game.all_seats)


def say(*, game: Game, player: UUID, text: str = "", phrase: str = "") -> Message:
    """Says something to everybody at the table.

    Side effects: writes the message, and a notice for the others who hear it; marks what was there before as read by
    who says it; tells the others' open pages.

    Args:
        game: the game; the player sits there.
        text: the player's own words; white space at the ends does not count.
        phrase: one of `Phrase` instead of a text.

    Raises:
        Illegal: `talk-closed`, `talk-empty`, `talk-phrases` for words of one's own where a guest sits, `talk-long`
            (with `most`), `talk-often` (with `most`, a minute).
        PlayerBarred: a penalty stands against words of one's own; set phrases remain.
    """
    text = clean_line(text)
    if not may_talk(game):
        raise Illegal(Refusal("talk-closed"))
    if phrase not in Phrase.values and not text:
        raise Illegal(Refusal("talk-empty"))
    if phrase not in Phrase.values and phrases_only(game):
        raise Illegal(Refusal("talk-phrases"))
    if len(text) > MESSAGE_LENGTH:
        raise Illegal(Refusal("talk-long", {"most": MESSAGE_LENGTH}))
    if phrase not in Phrase.values:
        refuse_barred(player, Barred.TALK)
    now = timezone.now()
    with transaction.atomic():
        # One at a time a player and table, so that the limit holds against parallel requests too.
        GameSeat.objects.select_for_update(of=("self",)).filter(game_id=game.id, player_id=player).first()
        recent = Message.objects.filter(game=game.id, author_id=player, sent__gt=now - timedelta(minutes=1))
        if recent.count() >= MOST_A_MINUTE:
            raise Illegal(Refusal("talk-often", {"most": MOST_A_MINUTE}))
        texts = {"phrase": phrase} if phrase in Phrase.values else {"text": text}
        message = Message.objects.create(game=game.id, author_id=player, sent=now, **texts)
        read(game=game.id, player=player)
        others = [seat.player_id for seat in game.all_seats if seat.player_id and seat.player_id != player]
        deaf = deaf_to(player, others)
        others = [other for other in others if other not in deaf]
        notify_each(others, Kind.MESSAGE, game=game.id, actor=player)
    for other in others:
        publish_player(other, {"k": game.key, "t": "talk"})
    return message


def messages(game: UUID, player: UUID) -> list[Message]:
    """The last that was said at a table, the oldest first, as `player` wants to read it: without the words of who is
    muted, or of anybody between whom and the player there is a block.
    """
    return list(_heard(game, player).order_by("-sent", "-id")[:SHOWN])[::-1]


def page_of_messages(
    game: UUID, player: UUID, *, size: int, beside: UUID | None = None, upwards: bool = False
) -> Page[Message] | None:
    """A page of what was said at a table, the newest first, as `messages` has it; None for a message that is not there.

    Args:
        game, player: what is read, and by whom.
        size: messages of the page, at most.
        beside: the id of a message at this table, next to the page; None for the newest page.
        upwards: the page ends above that message.
    """
    key = None
    if beside is not None:
        key = Message.objects.filter(game=game, id=beside).values_list("sent", "id").first()
        if key is None:
            return None
    return page_of(_heard(game, player), size, PageCursor(key, upwards), ("sent", "id"))


def _heard(game: UUID, player: UUID) -> QuerySet[Message]:
    result = Message.objects.filter(game=game, hidden=False).exclude(author_id__in=_unheard(player, [game]))
    return result.select_related("author")


def _unheard(player: UUID, games: Iterable[UUID]) -> set[UUID]:
    """Who sits at these tables and is not read by a player."""
    seats = GameSeat.objects.filter(game__in=games, player__isnull=False).exclude(player=player)
    others = set(seats.values_list("player_id", flat=True))
    return {*muted_by(player, others), *blocked_among(player, others)}


def read(*, game: UUID, player: UUID) -> None:
    """Notes that a player has read all that was said so far. Side effects: writes the reading if that is news."""
    unread = unread_counts(player, games=[game]).get(game, 0)
    if unread or not Reading.objects.filter(game=game, player_id=player).exists():
        Reading.objects.update_or_create(game=game, player_id=player, defaults={"until": timezone.now()})


_UNREAD = b"""
SELECT m.game, m.author_id, count(*) FROM talk_message m
LEFT JOIN talk_reading r ON r.game = m.game AND r.player_id = %s
WHERE m.game = ANY(%s) AND NOT m.hidden AND m.author_id <> %s AND (r.until IS NULL OR m.sent > r.until)
GROUP BY m.game, m.author_id
"""


def unread_counts(player: UUID, games: Iterable[UUID]) -> dict[UUID, int]:
    """How much a player has yet to read at the tables of these games; those without anything are left out."""
    rows = execute(_UNREAD, (player, list(games), player))
    authors = {author for _game, author, _count in rows}
    unheard = {*muted_by(player, authors), *blocked_among(player, authors)} if authors else set()
    result: Counter[UUID] = Counter()
    for game, author, count in rows:
        if author not in unheard:
            result[game] += count
    return dict(result)


unread_talk.provide(unread_counts)


def mute(*, player: UUID, muted: UUID) -> None:
    """Stops showing `player` what another one says. Nobody else learns of it. Side effects: writes the mute."""
    if player != muted:
        Mute.objects.get_or_create(player_id=player, muted_id=muted)


def unmute(*, player: UUID, muted: UUID) -> None:
    """Takes a mute back; what was said meanwhile is there again."""
    Mute.objects.filter(player_id=player, muted_id=muted).delete()


def muted_by(player: UUID, others: Iterable[UUID]) -> frozenset[UUID]:
    mutes = Mute.objects.filter(player_id=player, muted_id__in=list(others))
    return frozenset(mutes.values_list("muted_id", flat=True))


def deaf_to(player: UUID, others: Collection[UUID]) -> frozenset[UUID]:
    """Who of some players does not hear this one: whoever has muted it, and those behind a block. It is for the server
    alone."""
    muting = Mute.objects.filter(muted_id=player, player_id__in=others).values_list("player_id", flat=True)
    return frozenset(muting) | blocked_among(player, others)


# -- notes ----------------------------------------------------------------------------------------


def note_of(game: UUID, player: UUID) -> str:
    return Note.objects.filter(game=game, player_id=player).values_list("text", flat=True).first() or ""


def write_note(*, game: Game, player: UUID, text: str) -> None:
    """Keeps a player's notes on a game, in place of what they were.

    Args:
        game, player: whose notes on what.
        text: all of them; empty for none.

    Raises:
        Illegal: `notes-forbidden` while the game is in play and its event forbids notes; `note-long` (with `most`).
    """
    if game.status != Game.Status.OVER:
        _in_play(game)
    text = text.replace("\0", "")
    if len(text) > NOTE_LENGTH:
        raise Illegal(Refusal("note-long", {"most": NOTE_LENGTH}))
    Note.objects.update_or_create(game=game.id, player_id=player, defaults={"text": text})


def _in_play(game: Game) -> GameFold:
    """The game as it stands. Raises `Illegal` if it forbids notes and guesses (they are a memory that not everybody
    has) and goes on."""
    now = open_game(game.id)
    if now.outcome is None and not now.created.notes:
        raise Illegal(Refusal("notes-forbidden"))
    return now


# -- guesses --------------------------------------------------------------------------------------


def guess(*, game: Game, seat: Seat, player: UUID, piece: int, symbol: str) -> None:
    """Marks a piece of somebody else with what the player takes it for, from the present ply on.

    Side effects: what the player took it for before ends at this ply, or goes if it was made at the same ply. The first
    guess at a game notes whether the player's guesses are to be opened with it, as the preferences have it.

    Args:
        game, seat, player: who guesses, and from which seat.
        piece: its id in the player's view.
        symbol: the character of a rank of the enemy's army.

    Raises:
        Illegal: `notes-forbidden`; `guess-over` once the game has ended; `guess-piece` if the player sees no such piece
            of unknown rank on the board; `guess-rank` if there is no such rank in this rule book; `guess-many` (with
            `most`).
    """
    rules = variant(game.variant)
    if symbol not in RANK_OF_SYMBOL or RANK_OF_SYMBOL[symbol] not in rules.army:
        raise Illegal(Refusal("guess-rank"))
    with _one_at_a_time(game, player):
        state, ply = _guessing(game)
        if piece not in _unknown(state, seat):
            raise Illegal(Refusal("guess-piece"))
        made = Guess.objects.filter(game=game.id, player_id=player)
        if made.count() >= MOST_GUESSES:
            raise Illegal(Refusal("guess-many", {"most": MOST_GUESSES}))
        standing = made.filter(piece=piece, until=None)
        if standing.filter(symbol=symbol).exists():
            return
        _end(standing, ply)
        Guess.objects.create(game=game.id, player_id=player, piece=piece, symbol=symbol, since=ply)
        if not GuessOpening.objects.filter(game=game.id, player_id=player).exists():
            opened = Preferences.objects.filter(account__player=player, open_guesses=True).exists()
            GuessOpening.objects.create(game=game.id, player_id=player, opened=opened)


def clear_guess(*, game: Game, player: UUID, piece: int | None = None) -> None:
    """Takes a player's mark off a piece, or off all of them in the game.

    Raises:
        Illegal: `notes-forbidden`; `guess-over`.
    """
    with _one_at_a_time(game, player):
        _state, ply = _guessing(game)
        standing = Guess.objects.filter(game=game.id, player_id=player, until=None)
        _end(standing if piece is None else standing.filter(piece=piece), ply)


def guesses_of(game: UUID, player: UUID) -> Mapping[int, str]:
    """A player's marks by the id of the piece; who shows them leaves out those whose rank is known by now."""
    standing = Guess.objects.filter(game=game, player_id=player, until=None).order_by("piece")
    return dict(standing.values_list("piece", "symbol"))


def _guessing(game: Game) -> tuple[State | None, int]:
    """The state that is guessed at, and the ply. Raises `Illegal`: `notes-forbidden`, `guess-over`."""
    now = _in_play(game)
    if now.outcome is not None:
        raise Illegal(Refusal("guess-over"))
    return now.state, 0 if now.state is None else now.state.ply


@contextmanager
def _one_at_a_time(game: Game, player: UUID) -> Iterator[None]:
    """A transaction that a player has for itself at a table. The game is read within it, so that what is done later
    never counts from an earlier ply."""
    with transaction.atomic():
        GameSeat.objects.select_for_update(of=("self",)).filter(game_id=game.id, player_id=player).first()
        yield


def _end(standing: QuerySet[Guess], ply: int) -> None:
    """Ends guesses at a ply; those that were made at that ply never stood at one."""
    standing.filter(since__gte=ply).delete()
    standing.update(until=ply)


def _unknown(state: State | None, seat: Seat) -> frozenset[int]:
    """The pieces of others on the board whose rank a seat does not know."""
    if state is None:
        return frozenset()
    view = state.view(Viewer.of(seat))
    return frozenset(piece.id for piece in view.pieces if piece.rank is None and piece.seat is not seat)


# -- guesses that are opened ----------------------------------------------------------------------


def open_guesses(*, game: UUID, player: UUID, opened: bool) -> None:
    """Says whether a player's guesses of a game are shown to everybody once the game is open. It can be changed at any
    time: what was shown is hidden again.

    Args:
        game, player: whose guesses of what.
        opened: show them.
    """
    GuessOpening.objects.update_or_create(game=game, player_id=player, defaults={"opened": opened})


def opens_guesses(game: UUID, player: UUID) -> bool | None:
    """Whether a player's guesses of a game are opened with it; None for who has made none and said nothing."""
    return GuessOpening.objects.filter(game=game, player_id=player).values_list("opened", flat=True).first()


def erase_guesses(*, game: Game, player: UUID) -> None:
    """Deletes what a player guessed at a game, with all that was kept of it."""
    with _one_at_a_time(game, player):
        Guess.objects.filter(game=game.id, player_id=player).delete()
        GuessOpening.objects.filter(game=game.id, player_id=player).delete()


def guesses_shown(game: Game, own: UUID | None) -> Mapping[UUID, Sequence[Guess]]:
    """The guesses of a game that somebody may see, by their author, in order of piece and ply.

    Nothing before the game is open to all: also to their author, because what is said of guesses tells whether they
    are right. Then those whose author wants it, and the reader's own.

    Args:
        game: which game.
        own: the player who asks, if it sits at this game.
    """
    if not game.revealed:
        return {}
    wanted = {player for player, opened in _openings(game.id) if opened or player == own}
    result: dict[UUID, list[Guess]] = {}
    if wanted:
        made = Guess.objects.filter(game=game.id, player_id__in=wanted).order_by("piece", "since")
        for item in made:
            result.setdefault(item.player_id, []).append(item)
    return result


def may_show_guesses(game: Game, own: UUID | None) -> bool:
    """Whether somebody may see any guesses of a game: as `guesses_shown`, without reading them."""
    return game.revealed and any(opened or player == own for player, opened in _openings(game.id))


def _openings(game: UUID) -> list[tuple[Any, ...]]:
    return rows_of(_openings_of, game)


def _openings_of(game: UUID) -> QuerySet[Any, Any]:
    return GuessOpening.objects.filter(game=game).values_list("player_id", "opened")
