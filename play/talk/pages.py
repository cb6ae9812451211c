"""The panels of talk and notes beside a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.presentation.words import seat_name
from games.rules import Seat
from play.talk import domain
from play.talk.guess_pages import choice_markup
from play.talk.models import MESSAGE_LENGTH, NOTE_LENGTH, Message, Phrase

READ = mark_safe('<p id="talk-new" hx-swap-oob="innerHTML"></p>')
"""Takes the line of new messages away, wherever on the page it is."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message as its reader sees it. `id` is for a report; `own` if the reader said it."""

    id: str
    slug: str
    seat: str
    name: str
    text: str
    sent: datetime
    own: bool


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the table, who may be muted."""

    id: str
    name: str
    muted: bool


def _said(messages: list[Message], game: Game, player: UUID) -> Iterator[Said]:
    seats = {seat.player_id: Seat(seat.seat) for seat in game.all_seats}
    for message in messages:
        seat = seats.get(message.author_id)
        words = Phrase(message.phrase).label if message.phrase else message.text
        slug, name = ("", "") if seat is None else (seat.slug, seat_name(seat))
        yield Said(
            str(message.id), slug, name, message.author.name, str(words), message.sent, message.author_id == player
        )


def _others(game: Game, player: UUID) -> Iterator[Other]:
    muted = domain.muted_by(player, [seat.player_id for seat in game.all_seats if seat.player_id is not None])
    for seat in game.all_seats:
        # An id without a row is a deleted player, who says nothing any more; the computer never says anything.
        if seat.player_id != player and seat.player is not None and not seat.player.bot:
            yield Other(str(seat.player_id), seat.player.name, seat.player_id in muted)


def said_markup(request: HttpRequest, game: Game, player: UUID) -> SafeString:
    """The list of what was said. It notes by itself that it was read, once it is in sight."""
    said = list(_said(domain.messages(game.id, player), game, player))
    unread = domain.unread_counts(player, games=[game.id]).get(game.id, 0)
    return render_to_string("talk/_said.html", {"game": game, "said": said, "unread": unread}, request=request)


def new_markup(game: Game, player: UUID) -> SafeString:
    """A line for who looks at the board while something is said below it; empty if all is read."""
    unread = domain.unread_counts(player, games=[game.id]).get(game.id, 0)
    return mark_safe(render_to_string("talk/_new.html", {"unread": unread}).strip())  # noqa: S308 (rendered)


def talk_markup(
    request: HttpRequest, game: Game, player: UUID, *, trouble: str | None = None, draft: str = ""
) -> SafeString:
    """The panel of talk as one player sees it.

    Args:
        game, player: what is read, and by whom.
        trouble: why the last message was not sent.
        draft: that message, so that it is not lost.
    """
    context = {
        "game": game,
        "said": said_markup(request, game, player),
        "others": list(_others(game, player)),
        "open": domain.may_talk(game),
        "phrases": Phrase.choices,
        "phrases_only": domain.phrases_only(game),
        "most": MESSAGE_LENGTH,
        "trouble": trouble,
        "draft": draft,
    }
    return render_to_string("talk/_talk.html", context, request=request)


def panels_markup(request: HttpRequest, game: Game, player: UUID, *, notes: bool) -> SafeString:
    """The panels of talk and, if the game allows them, of notes: what stands beside a board.

    Args:
        game, player: what is read, and by whom.
        notes: the game allows notes.
    """
    domain.read(game=game.id, player=player)
    context = {
        "game": game,
        "talk": talk_markup(request, game, player),
        "notes": notes,
        "note": domain.note_of(game.id, player) if notes else "",
        "choice": choice_markup(request, game, player) if notes else "",
        "most": NOTE_LENGTH,
    }
    return render_to_string("talk/_panels.html", context, request=request)


def note_status(text: str, *, ok: bool) -> SafeString:
    """The line below the notes that says whether they are kept."""
    return format_html('<span class="{}">{}</span>', "ok" if ok else "not-ok", text)
