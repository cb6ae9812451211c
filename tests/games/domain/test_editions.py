"""Games in the log stay in the edition of their rule book: one of each edition, where they differ, as it is stored."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from eventlog import store
from eventlog.canonical import GENESIS, canonical, digest, envelope, microseconds
from eventlog.models import Event
from eventlog.rebuild import rebuild
from eventlog.registry import type_named
from eventlog.verify import verify
from games.domain.command_handler import open_game
from games.domain.commands import make_setup, play_turn, resign
from games.domain.creation import create_game
from games.domain.imports import import_records, judge
from games.domain.records import record_of
from games.domain.replay import replayed
from games.domain.reveal import reveal_game
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.transitions import IllegalEvent, fold
from games.models import Game
from games.notation import parse_records, to_json
from games.replay import timeline
from games.rules import VARIANTS, End, Options, Outcome, Variant, Viewer, variant
from tests.games.notation.test_json_record import SCHEMA
from tests.games.rules.positions import placement

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NONCE = "00" * 32

BLOCKED = {"red": "9a4 3j1 Bi1 Bj2 Fe1", "blue": "9a7 3j10 Bi10 Bj9 Fe10"}
TRADE = "a4-a5 a7-a6 a5-a6"

FLAGS = {"red": "Ff3 9d1", "blue": "Fa5 5c6", "red2": "Ff9 4h11", "blue2": "Fk6 6i6"}
UNITING = "f3-f4 c6-d6 f9-f8 i6-i7 f4-f5 d6-e6 f8-f7 i7-i6 f5-f6?f7"

CAPTIVE = {"red": "Fd1 2f3 4g3", "blue": "Fc5 5c6", "red2": "Fe11 4f9", "blue2": "Fk6 6j4"}
HELD = (
    "f3-f5 c6-d6 f9-f8 j4-j3 g3-g4 d6-e6 f8-e8 j3-j2 g4-g5 e6-f6 e8-e9 j2-j3 f5-c5 >i2 {entry} f6-f7 e9-f9 j3-j2{freed}"
)


@dataclass(frozen=True)
class Told:
    """A game as the log has it, and what has come of it.

    Args:
        pieces: as spectators see them, `?` for a hidden rank, `!` after one that all know.
        last: the last turn in notation, as spectators read it.
    """

    slug: str
    edition: int
    setups: dict[str, str]
    turns: str
    outcome: Outcome | None
    pieces: str
    last: str
    options: dict[str, Any] | None = None
    noted: tuple[tuple[int, str], ...] = ()

    @property
    def id(self) -> str:
        return f"{self.slug}-{self.edition}-{self.last}"

    @property
    def stored(self) -> list[tuple[str, int, dict[str, Any]]]:
        """Its events as rows have them: type, version and data. The first edition was written without one."""
        book = variant(self.slug, self.edition)
        created = {
            "variant": self.slug,
            "options": {"free_setup": True} | (self.options or {}),
            "seats": {seat.slug: None for seat in book.seats},
            "reveal": "end",
            "source": "play",
            "rated": False,
            "notes": True,
            "spectators": "live",
        }
        created |= {} if self.edition == 1 else {"edition": self.edition}
        made = [
            {"seat": seat.slug, "placement": placement(book, seat, self.setups[seat.slug]), "nonce": NONCE}
            for seat in book.seats
        ]
        secret = {"nonce": NONCE} if book.secret_turns else {}
        return [
            ("game-created", 4, created),
            *(("setup-made", 1, data) for data in made),
            *(
                ("choice-made", 1, {"choice": text} | secret)
                if text[0] in ">+"
                else ("turn-played", 2, {"turn": text} | secret)
                for text in self.turns.split()
            ),
        ]

    @property
    def events(self) -> list[Any]:
        return [type_named(name).decode(data, version) for name, version, data in self.stored]


def pieces_of(view: Any) -> str:
    name = VARIANTS[view.variant].board.name
    return " ".join(
        f"{piece.seat.slug}:{name(piece.square)}"
        f"{'?' if piece.rank is None else piece.rank.symbol}{'!' * piece.revealed}"
        for piece in view.pieces
    )


LEFT = "red:e1? red:i1? red:j1? red:j2? blue:j9? blue:e10? blue:i10? blue:j10?"
MEETING = "red:d1? blue:a5? blue:e6? red:f6{flag} blue2:i6? blue2:k6? red2:f7{flag} red2:h11?"
AFTER = "red:d1? {held}blue2:j2? red:c52! red:g5? blue2:k6? blue:f7? {freed}red2:f9? red2:e11?"

GAMES = [
    *(
        Told(slug, edition, BLOCKED, TRADE, outcome, LEFT, "a5xa6")
        for slug in ("battle", "duel")
        for edition, outcome in ((1, Outcome(End.NOBODY_CAN_MOVE)), (2, Outcome(End.NO_LEGAL_TURN, 0)))
    ),
    *(
        Told(slug, edition, FLAGS, UNITING, Outcome(End.FLAGS_UNITED, 0), MEETING.format(flag=flag), last)
        for slug in ("alliance", "alliance_lightning")
        for edition, flag, last in ((1, "?", "f5-f6"), (2, "F!", "f5-f6?f7"))
    ),
    *(
        Told(
            slug,
            edition,
            CAPTIVE,
            HELD.format(entry=entry, freed=freed),
            None,
            AFTER.format(held="" if freed else "blue:i2F! ", freed="blue:a8F! " if freed else ""),
            f"j3-j2{freed}",
            options={"repetition": "noted"},
            noted=((16, "two-squares"),),
        )
        for slug, entry in (("alliance", "+0"), ("alliance_lightning", ""))
        for edition, freed in ((1, ""), (1, "=a8"), (2, "=a8"))
    ),
]
every = pytest.mark.parametrize("told", GAMES, ids=lambda result: result.id)


@every
def test_a_stored_game_of_each_edition_folds_as_it_was_played(told: Told) -> None:
    now = fold((event, NOON) for event in told.events)
    assert (now.variant, now.state.variant) == (variant(told.slug, told.edition),) * 2
    view = now.state.view(Viewer.SPECTATOR)
    assert (view.edition, now.outcome, pieces_of(view), view.last.text) == (
        told.edition,
        told.outcome,
        told.pieces,
        told.last,
    )
    assert tuple((mark.ply, mark.rule) for mark in now.state.noted) == told.noted


@every
def test_a_snapshot_keeps_the_edition(told: Told) -> None:
    now = fold((event, NOON) for event in told.events)
    again = from_snapshot(json.loads(json.dumps(snapshot_of(now))))
    assert (again.created, again.state.variant) == (now.created, now.state.variant)
    assert [again.state.view(viewer) for viewer in Viewer] == [now.state.view(viewer) for viewer in Viewer]


@pytest.mark.parametrize("slug", ["alliance", "alliance_lightning"])
def test_what_the_first_edition_let_through_the_second_refuses(slug: str) -> None:
    """A move that broke section 4 and left the Flag beside it captive, in a record with `noted`."""
    first = next(game for game in GAMES if game.slug == slug and game.last == "j3-j2")
    with pytest.raises(IllegalEvent) as refused:
        fold((event, NOON) for event in replace(first, edition=2).events)
    assert (refused.value.ply, refused.value.refusal.code) == (16, "freed")


@pytest.mark.slow
@pytest.mark.django_db
def test_stored_games_of_every_edition_are_read_alike_by_all_that_read_them() -> None:
    """Rebuilt, verified, replayed, shown, told as records and taken in again: each by its own edition."""
    games = [_store(game, UUID(int=number)) for number, game in enumerate(GAMES, 1)]
    rebuild()
    assert {report.status for report in verify(games)} == {"ok"}
    for result, game in zip(GAMES, games, strict=True):
        now = replayed(game)
        assert snapshot_of(now) == snapshot_of(open_game(game))
        row = Game.objects.get(id=game)
        line = timeline(row)
        assert line.view(Viewer.SPECTATOR, line.plies) == now.state.view(Viewer.SPECTATOR)
        if result.outcome is None:
            resign(game=game, seat=now.state.to_move)
        reveal_game(game=game)
        record = record_of(game, names={})
        value = json.loads(to_json(record))
        assert (record.edition, value.get("edition")) == (result.edition, None if result.edition == 1 else 2)
        SCHEMA.validate(value)
        (back,) = parse_records(to_json(record))
        assert back == record
        # The same turns under another edition are the same game; here each is looked at alone.
        Game.objects.exclude(id=game).update(fingerprint=None)
        (again,) = import_records([judge("again", back)])
        assert (again.status, again.game) == ("duplicate", game)
        Game.objects.filter(id=game).update(fingerprint=None)
        (imported,) = import_records([judge("anew", back)])
        assert (imported.status, record_of(imported.game, names={})) == ("imported", record)
    assert {report.status for report in verify(Game.objects.values_list("id", flat=True))} == {"ok"}


def _store(result: Told, stream: UUID) -> UUID:
    """Writes a game's rows as the release did that played it."""
    previous = GENESIS
    for version, (name, type_version, data) in enumerate(result.stored, 1):
        row = {
            "actor": None,
            "previous": previous,
            "stream": stream,
            "type": name,
            "type_version": type_version,
            "version": version,
        }
        previous = digest(envelope(**row, data=canonical(data), time=microseconds(NOON)))
        Event.objects.create(**row, data=data, time=NOON, hash=previous)
    return stream


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "named", "flags", "last"),
    [
        (1, ["edition 1 of 2"], [], "Red moves from f5 to f6."),
        (2, [], ["Red 2 Flag", "Red Flag"], "Red claims the piece on f7 to be the partner’s Flag."),
    ],
)
def test_pages_show_united_flags_and_an_earlier_edition(
    client: Client, edition: int, named: list[str], flags: list[str], last: str
) -> None:
    book = variant("alliance", edition)
    game = create_game(variant=book, players={}, options=Options(free_setup=True), reveal="never")
    for seat in book.seats:
        now = make_setup(game=game, seat=seat, placement=placement(book, seat, FLAGS[seat.slug]))
    for turn in UNITING.split():
        now = play_turn(game=game, seat=now.state.to_move, turn=turn)
    assert (now.outcome, now.revealed) == (Outcome(End.FLAGS_UNITED, 0), False)
    page = client.get(f"/games/{Game.objects.get(id=game).key}/").content.decode()
    assert re.findall(r'href="/rules/alliance/#editions">([^<]*)<', page) == named
    assert re.findall(r"<td>(Red[^<]*Flag)</td>", page) == flags
    assert f"{last} Red wins: the Flags were united." in page


@pytest.mark.django_db
@pytest.mark.parametrize("book", VARIANTS.values(), ids=str)
def test_new_games_are_of_the_newest_edition(book: Variant) -> None:
    game = create_game(variant=variant(book.slug), players={})
    (created, *_dealt) = store.load(game)
    assert (open_game(game).variant, created.event.edition) == (book, None if book.edition == 1 else book.edition)


def test_a_rule_book_has_the_editions_that_its_data_says() -> None:
    assert {slug: book.edition for slug, book in VARIANTS.items() if book.edition > 1} == {
        "battle": 2,
        "duel": 2,
        "alliance": 2,
        "alliance_lightning": 2,
    }
    for slug, book in VARIANTS.items():
        assert variant(slug) is variant(slug, book.edition) is book
        assert [(item.slug, item.edition) for item in book.editions] == [(slug, n + 1) for n in range(book.edition)]
        with pytest.raises(KeyError):
            variant(slug, book.edition + 1)
    differences = {
        slug: {
            field.name: (getattr(variant(slug, 1), field.name), getattr(variant(slug), field.name))
            for field in fields(Variant)
            if field.name != "earlier" and getattr(variant(slug, 1), field.name) != getattr(variant(slug), field.name)
        }
        for slug in ("duel", "alliance_lightning")
    }
    assert differences == {
        "duel": {"drawn_if_blocked": (True, False)},
        "alliance_lightning": {"shows_united": (False, True), "breach_frees": (False, True)},
    }
