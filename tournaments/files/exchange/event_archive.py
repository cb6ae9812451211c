"""The archive of an event as one file that proves itself: what everybody may know of it, and what checks it.

A zip with the event (`event.json`, as its download), what is known of each game (`boards.json`), the records of open
games, the proofs that a checkpoint covers them, and `check_event.py` with all it needs. The last file is a manifest
with the hash of every other one. The same event gives the same bytes.

Not in it: the log of the event itself. Invitations, pairs kept apart, what the sides of a board arranged, and pairings
that nobody was shown are events of it and not public; their hashes could be guessed, and their number told.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache as kept
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from accounts.models import Player
from eventlog import checkpoints
from eventlog.proofs import daily_proofs
from games.models import Game, GameSeat, key_of
from games.rules import Seat
from tournaments.domain.standings import begun_rounds
from tournaments.domain.state import Leg, TournamentFold
from tournaments.files.exchange.archives import Member, record_in
from tournaments.files.exchange.check_event import hash_of_programs
from tournaments.files.exchange.exports import placed, placed_value, record_of
from tournaments.files.formats.json_form import to_json
from tournaments.files.formats.record import TournamentRecord
from tournaments.models import TournamentGame
from web.zips import packed

FORMAT, VERSION = "vexillum-event-archive", 1

ProofValue = Mapping[str, Any]

_CHECKS: Final = ("check", "shuffles", "proof")
"""The programs of docs/verifying.md that come along."""

_COUNTING: Final = ("tournaments/__init__.py", "tournaments/scoring/**/*.py", "tournaments/pairing/__init__.py")
_BRACKETS: Final = (
    "tournaments/pairing/knockout.py",
    "tournaments/pairing/double_elimination.py",
    "tournaments/pairing/groups.py",
    "tournaments/pairing/round_robin.py",
    "tournaments/pairing/rounds.py",
)
_RULES: Final = ("games/rules/**/*.py",)


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of the event.

    Args:
        place: round, board and number of the game there.
        key: its public address, or what a file told of one.
        leg: as the event has it.
        game: its id; None if a file told of it.
        opened: its record is there.
    """

    place: tuple[int, int, int]
    key: str
    leg: Leg
    game: UUID | None
    opened: bool

    @property
    def name(self) -> str:
        """The name of its record, without the ending."""
        round, board, leg = self.place
        return f"round-{round}-board-{board}-game-{leg}-{self.key}"


@dataclass(frozen=True, slots=True)
class EventArchive:
    """An event that is over, as its archive holds it.

    Args:
        id: of the tournament.
        fold: what everybody may know of it.
        record: the same for files, with names.
        games: in the order of rounds and boards.
        apart: no player is found at two entries, so that who played can be checked.
        proofs: of open games, by their ids.
    """

    id: UUID
    fold: TournamentFold
    record: TournamentRecord
    games: tuple[ArchivedGame, ...]
    apart: bool
    proofs: Mapping[UUID, ProofValue]

    @property
    def opened(self) -> int:
        return sum(game.opened for game in self.games)

    def digest(self) -> str:
        """Another one whenever the file is another one: of all that it is made of but the records, which cannot change
        once they are open, but for the names in them.
        """
        sha256 = hashlib.sha256()
        for name, content in self._told():
            sha256.update(name.encode() + b"\0" + content + b"\0")
        opened = [game.game for game in self.games if game.opened]
        seats = GameSeat.objects.filter(game__in=opened).order_by("game", "seat").values_list("player", flat=True)
        names = dict(Player.objects.filter(id__in=[seat for seat in seats if seat]).values_list("id", "name"))
        sha256.update(repr([names.get(seat, "") if seat else "" for seat in seats]).encode())
        return sha256.hexdigest()

    def pieces(self) -> Iterator[bytes]:
        """The zip, in pieces. One game is in memory at a time."""
        return packed(self.files())

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file, the manifest last."""
        hashes: dict[str, str] = {}
        for name, content in self._told():
            hashes[name] = hashlib.sha256(content).hexdigest()
            yield name, content
        for game in self.games:
            record = record_in(Member(game.name, game.game)) if game.opened and game.game is not None else None
            if record is not None:
                name = f"records/{game.name}.json"
                hashes[name] = hashlib.sha256(record).hexdigest()
                yield name, record
        manifest: dict[str, Any] = {"format": FORMAT, "version": VERSION, "event": key_of(self.id), "files": hashes}
        manifest["apart"] = self.apart
        if "lot" in self.record.tiebreaks:
            manifest["lot"] = self.fold.lot
        yield "manifest.json", _json(manifest)

    def _told(self) -> Iterator[tuple[str, bytes]]:
        yield "README.txt", _README.encode()
        yield "check_event.py", _checker()
        yield from _programs()
        standings = [placed_value(item, self.fold.terms.ranked_by) for item in placed(self.fold, self.record)]
        yield "event.json", to_json(self.record, standings)
        yield "boards.json", _json([_game_value(game) for game in self.games])
        for game in self.games:
            if game.opened and game.game is not None and game.game in self.proofs:
                yield f"proofs/{game.key}.json", _json(self.proofs[game.game])


def _game_value(game: ArchivedGame) -> dict[str, Any]:
    round, board, leg = game.place
    value: dict[str, Any] = {"round": round, "board": board, "leg": leg, "game": game.key}
    if game.opened:
        value["record"] = f"records/{game.name}.json"
    if game.game is None:
        value["elsewhere"] = True
    return value | {"decided": game.leg.source, "corrected": len(game.leg.corrected)}


def archive_of(id: UUID, fold: TournamentFold, proofs: Mapping[UUID, ProofValue] | None = None) -> EventArchive:
    """The archive of an event that is over.

    Args:
        id: of the tournament.
        fold: what everybody may know of it (`tournaments.domain.state.published`).
        proofs: that a checkpoint covers a game, by its id.
    """
    record = record_of(id, fold)
    standing = set(TournamentGame.objects.filter(tournament=id, taken_back=False).values_list("game", flat=True))
    opened = set(Game.objects.filter(id__in=standing, revealed=True).values_list("id", flat=True))
    games = tuple(_games(fold, record, opened))
    return EventArchive(id, fold, record, games, _are_apart(fold, games), proofs or {})


SETTLED = timedelta(days=2)
"""So old is a checkpoint whose proofs go to everybody: they tell how many streams it covers, and what was hidden for a
while then, such as a move within the delay of its spectators, is public by now."""

LARGEST = 64 << 20
"""Bytes of the file of a checkpoint that a request reads: some 600,000 streams of a day."""

KNOWN_FOR = 3600
"""Seconds for which proofs that were made are kept."""


def known_proofs(id: UUID) -> Mapping[UUID, ProofValue]:
    """The proofs of an event's open games that everybody may have; none on a machine without the files."""
    key = f"event-proofs:{id.hex}"
    values: Mapping[UUID, ProofValue] | None = cache.get(key)
    if values is None:
        values = proofs_of(id, before=datetime.now(UTC) - SETTLED, largest=LARGEST)
        cache.set(key, values, KNOWN_FOR)
    return values


def proofs_of(id: UUID, *, before: datetime | None = None, largest: int | None = None) -> Mapping[UUID, ProofValue]:
    """The proofs of an event's open games, as far as the files of checkpoints are on this machine.

    Args:
        id: of the tournament.
        before, largest: as of `eventlog.proofs.daily_proofs`.
    """
    games = TournamentGame.objects.filter(tournament=id, taken_back=False).values_list("game", flat=True)
    opened = list(Game.objects.filter(id__in=list(games), revealed=True).values_list("id", flat=True))
    return daily_proofs(opened, checkpoints.folder(), before=before, largest=largest) if opened else {}


def _games(fold: TournamentFold, record: TournamentRecord, opened: set[UUID]) -> Iterator[ArchivedGame]:
    for round, result in zip(begun_rounds(fold), record.played, strict=True):
        for board, match in zip(round.boards, result.boards, strict=True):
            for number, (leg, game) in enumerate(zip(board.legs, match.games, strict=True), 1):
                if game.key:
                    place = (round.number, board.number, number)
                    yield ArchivedGame(place, game.key, leg, leg.game, leg.game in opened)


def _are_apart(fold: TournamentFold, games: Iterable[ArchivedGame]) -> bool:
    """Whether each player sat for one entry only in the games that are open."""
    sides = {game.game: (game.leg.red, game.leg.blue) for game in games if game.opened}
    seats = GameSeat.objects.filter(game__in=list(sides), player__isnull=False).values_list("game", "seat", "player")
    entries: dict[UUID, int] = {}
    return all(
        entries.setdefault(player, sides[game][Seat(seat).side]) == sides[game][Seat(seat).side]
        for game, seat, player in seats
    )


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


# -- what comes along -----------------------------------------------------------------------------


@kept
def _checker() -> bytes:
    """The program that checks, with the hash of all that it runs: whatever archive it is given, it runs no others."""
    text = Path(__file__).with_name("check_event.py").read_text(encoding="utf-8")
    return text.replace('PROGRAMS = ""', f'PROGRAMS = "{programs_hash()}"', 1).encode()


def programs_hash() -> str:
    """The hash of the programs that come along, as `check_event.py` works it out."""
    return hash_of_programs({name: hashlib.sha256(content).hexdigest() for name, content in _programs()})


@kept
def _programs() -> tuple[tuple[str, bytes], ...]:
    """The programs of the documentation, the modules that count an event and the rules: the service's own."""
    root = Path(settings.BASE_DIR)
    text = (root / "docs" / "verifying.md").read_text(encoding="utf-8")
    blocks = {}
    for result in re.finditer(r"```python\n(.*?)```", text, re.DOTALL):
        blocks[re.findall(r"ave this as `(\w+)\.py`", text[: result.start()])[-1]] = result[1].encode()
    checks = [(f"programs/{name}.py", blocks[name]) for name in _CHECKS]
    paths = sorted(path for pattern in (*_COUNTING, *_BRACKETS, *_RULES) for path in root.glob(pattern))
    return (*checks, *((f"programs/{path.relative_to(root).as_posix()}", path.read_bytes()) for path in paths))


_README = """\
The archive of an event on Vexillum

  python3 check_event.py

checks all of it, with Python 3.11 or newer and nothing else: no network, no service. This folder comes from whoever
gave it to you, and so does that program. Of an archive that you do not trust run another copy, from one that you do:

  python3 check_event.py FILE.zip

It runs the programs that it knows, and refuses an archive with others, such as one of another release.

  event.json     entries, pairings, results and standings
  boards.json    the games: which record is whose, who said how it ended, and which games are not open
  records/       the games that are open to all: set-ups, seals with their salts, every turn, the whole log
  proofs/        that a checkpoint of the service's log covers a game, where there is one
  programs/      what checks a record, shuffles and a proof (docs/verifying.md), the rules, what counts the standings
  manifest.json  the SHA-256 of every other file; its own is the fingerprint of the archive

What is checked
  1. Every file is the one that the manifest names, and there is no other.
  2. Each record: the chain of its log, each seal, each shuffle; and that all it says follows from the log by the
     rules: rule book, options, set-ups, every turn, times, result, and what was noted.
  3. Each record belongs to this event, to its round and board; a player is found at one entry only, unless the manifest
     says otherwise, which is told; the result is that of event.json, unless somebody set another one there.
  4. Each proof leads from the log of its game to the root of a checkpoint.
  5. Each round has each entry once; the standings follow from the results, by points and tie-breaks or by the bracket.

What is not checked
  - Names, ratings of entries, times of the event, and results without an open record: the fingerprint alone holds them.
    The program lists each field of which this is so.
  - That there were no other events, entries or games: compare with others, and with /checkpoints/ of the service.
  The log of the event is not here. It holds what is not public, such as invitations and pairs that were kept apart.
"""
