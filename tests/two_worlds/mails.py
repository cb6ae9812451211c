"""What the service tells players of a game on its own account: notices and mails, in words, at one moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from uuid import UUID

from django.utils import timezone

from accounts.models import Player
from games.models import Game
from notices.kinds.registry import kind_of
from notices.kinds.words import words_of
from notices.mails.messages import mail_of
from notices.models import Kind, Notice
from tournaments.presentation import notices

from .events import BOARD, Event

TOURNAMENTS = frozenset(kind for kind in Kind if kind_of(kind).subject is notices.TOURNAMENTS)
SOME = 3  # of the notices that could be written at a moment


def mails_of(game: Game, chance: random.Random, event: Event | None = None) -> Iterator[str]:
    """Some kinds of notices about a game and its tournament, each to one of its players, and the mail that would be
    sent of it now, whether there is cause for one or not; over many moments all of them. They are for all to read: what
    one player is told must not depend on what is hidden from any viewer.
    """
    players = Player.objects.in_bulk([seat.player_id for seat in game.seats.all()])
    kinds = [kind for kind in Kind if event is not None or kind not in TOURNAMENTS]
    cases = [(seat.player_id, kind) for seat in game.seats.order_by("seat") for kind in kinds]
    for player, kind in chance.sample(cases, SOME):
        notice = _notice(game, players[player], kind)
        if event is not None and kind in TOURNAMENTS:
            notice.tournament, notice.round, notice.board, notice.version = event.id, event.round, BOARD, 1
        yield f"{player} {kind} {words_of([notice])}"
        mail = mail_of(notice)
        if mail is not None:
            yield f"{mail.to} {mail.subject}\n{mail.body}\n{mail.extra_headers}"


def _notice(game: Game, player: Player, kind: Kind) -> Notice:
    return Notice(
        id=UUID(int=0),
        player=player,
        kind=kind,
        game=game.id,
        actor=player.id,
        version=game.turn_version,
        created=timezone.now(),
        mail=Notice.Mail.WAITING,
    )
