"""What a viewer can know of a game, ply by ply."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from eventlog.registry import stream_at
from games.knowledge import Knowledge, PieceKnowledge, knowledge
from games.models import Game
from games.notation import Record, RecordError, read_records
from games.presentation.audiences import audiences
from games.presentation.words import rank_name, record_error_text, refusal_text, seat_name
from games.replay import knowledge_of, timeline
from games.rules import Illegal, IllegalAt, Variant, View, Viewer, advance, replay, start, variant


class Command(BaseCommand):
    """Writes what a viewer can know at each ply, to standard output. Exit 2 if that cannot be told."""

    help = "Tell what a viewer can know at each ply of a game, counted exactly (docs/knowledge.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument(
            "game", metavar="GAME|RECORD", help=_("a game, by its id or its key, or a file with one record")
        )
        parser.add_argument("--viewer", required=True, metavar="V", help=", ".join(Viewer))
        parser.add_argument("--ply", type=int, metavar="N", help=_("this ply alone; 0 is before the first"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object a ply"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Tell it, or why not."""
        if options["viewer"] not in set(Viewer):
            words = _("There is no viewer “%(name)s”. Choose one of: %(known)s.")
            raise _refused(words % {"name": options["viewer"], "known": ", ".join(Viewer)})
        viewer = Viewer(options["viewer"])
        if os.path.lexists(options["game"]):
            book, knowledges = _of_record(options["game"], viewer)
        else:
            book, knowledges = _of_game(options["game"], viewer)
        self._tell(book, knowledges, options["ply"], as_json=options["json"])

    def _tell(self, book: Variant, knowledges: Iterator[Knowledge], ply: int | None, *, as_json: bool) -> None:
        if ply is not None:
            chosen = [] if ply < 0 else list(islice(knowledges, ply, ply + 1))
            if not chosen:
                words = _("The game has no ply %(ply)d. Plies are counted from 0, the set-ups.")
                raise _refused(words % {"ply": ply})
            knowledges = iter(chosen)
        if as_json:
            for known in knowledges:
                self.stdout.write(json.dumps(_value(known, book)))
            return
        ply_head, bits, hidden, certain_head = _("ply"), _("bits"), _("hidden"), _("certain")
        self.stdout.write(f"{ply_head:>6} {bits:>9} {hidden:>7}  {certain_head}")
        for known in knowledges:
            certain = [
                f"{book.board.name(piece.square)} {piece.certain.symbol}" for piece in known.pieces if piece.certain
            ]
            line = f"{known.ply:>6} {known.bits:>9.2f} {len(known.pieces):>7}  {', '.join(certain)}"
            self.stdout.write(line.rstrip())
            if ply is not None:
                self._tell_pieces(known, book)

    def _tell_pieces(self, known: Knowledge, book: Variant) -> None:
        for piece in known.pieces:
            shares = ", ".join(
                f"{rank_name(rank, book)} {100 * (worlds / known.worlds):.3g}%" for rank, worlds in piece.ranks.items()
            )
            self.stdout.write(f"{book.board.name(piece.square):>6} {seat_name(piece.seat)}: {shares}")


def _value(known: Knowledge, book: Variant) -> dict[str, Any]:
    return {
        "ply": known.ply,
        "bits": known.bits,
        "pieces": [_piece(piece, book) for piece in known.pieces],
        "worlds": str(known.worlds),
    }


def _piece(piece: PieceKnowledge, book: Variant) -> dict[str, Any]:
    return {
        "square": book.board.name(piece.square),
        "seat": piece.seat.slug,
        "ranks": {rank.symbol: str(worlds) for rank, worlds in piece.ranks.items()},
    }


def _refused(words: str) -> CommandError:
    return CommandError(words, returncode=2)


def _need_seat(book: Variant, viewer: Viewer) -> None:
    if viewer.seat is not None and viewer.seat not in book.seats:
        raise _refused(_("This game has no seat “%(name)s”.") % {"name": viewer.value})


# -- a game of the database -----------------------------------------------------------------------


def _of_game(text: str, viewer: Viewer) -> tuple[Variant, Iterator[Knowledge]]:
    """A game that is here. Before the reveal what a seat knows is that seat's own, the operator's no more than
    anybody's: only what spectators know is printed, and nothing of a game that they may not watch.
    """
    stream = stream_at(text)
    game = None if stream is None else Game.objects.filter(id=stream).first()
    if game is None:
        words = _("There is no game %(id)s and no such file. The archive page shows every game's key.")
        raise _refused(words % {"id": text})
    book = variant(game.variant)
    _need_seat(book, viewer)
    if viewer not in {audience.viewer for audience in audiences(game, None)}:
        words = _(
            "The game %(id)s is not revealed yet, so what its seats know is told to nobody. Ask with --viewer "
            "spectator, which also waits for the end where spectators may not watch."
        )
        raise _refused(words % {"id": text})
    line = timeline(game)
    if not line.begun:
        raise _refused(_("The game %(id)s has not begun: its set-ups are not made.") % {"id": text})
    return line.rules, knowledge_of(line, viewer)


# -- a record in a file ---------------------------------------------------------------------------


def _of_record(path: str, viewer: Viewer) -> tuple[Variant, Iterator[Knowledge]]:
    """The one record of a file, whatever its form."""
    records = [record for _name, record in islice(read_records(path), 2)]
    if len(records) != 1:
        raise _refused(_("%(path)s does not hold one record. Give a file with a single game.") % {"path": path})
    record = records[0]
    if isinstance(record, RecordError):
        raise _refused(record_error_text(record))
    _need_seat(record.rules, viewer)
    try:
        replay(record.rules, record.setups, record.turns, record.options, record.chance or None)
    except IllegalAt as error:
        words = _("The record breaks a rule at ply %(ply)d: %(text)s")
        raise _refused(words % {"ply": error.ply, "text": refusal_text(error.refusal)}) from None
    except Illegal as error:
        raise _refused(refusal_text(error.refusal)) from None
    return record.rules, knowledge(_views(record, viewer), record.options)


def _views(record: Record, viewer: Viewer) -> Iterator[View]:
    """The views of a record, one a ply, each after the ply's last choice."""
    state = start(record.rules, record.setups, record.options, record.chance or None)
    for turn in record.turns:
        if state.pending is None:
            yield state.view(viewer)
        state = advance(state, [turn])
    yield state.view(viewer)
