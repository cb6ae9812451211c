"""The games of `make demo`: complete ones of every rule book, played through the real commands."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import Account, Player
from benchmarks.plausible import DAYS, EPOCH
from games.management.commands import load_demo
from games.models import Game, Ladder
from games.notation import Record, read_records
from games.rules import VARIANTS, Seat
from library.archive.domain.families import setups_went
from library.archive.models import SetupFamily
from library.puzzles.domain.creation import waiting
from library.puzzles.domain.selection import puzzle_of_the_day, today
from library.puzzles.models import Puzzle
from library.studies.models import Study
from play.lobby.models import Seek
from play.lobby.queries import open_seeks
from ratings.models import Rating

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "games/demo"
RATED = ("barrage-3.json", "duel-4.json")
OTHERS = (load_demo.IN_PLAY, load_demo.SEALED, load_demo.AT_THE_BOARD, "cards-spotter.json")
PUZZLES = 5


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["load_demo", "load_demo_tournaments", "load_demo_cases"])
def test_accounts_with_known_passwords_are_made_in_a_demo_only(name: str) -> None:
    with pytest.raises(CommandError, match="set VEXILLUM_DEMO=1") as refused:
        call_command(name, stdout=StringIO(), stderr=StringIO(), verbosity=0)
    assert refused.value.returncode == 2
    assert _counts() == (0, 0, 0)
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_the_demo_plays_a_complete_game_of_every_rule_book(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shortest one of each, and one of each kind besides. That all of them are legal `test_imports.py` shows."""
    settings.VEXILLUM_DEMO = True
    for name in {*_shortest(), *RATED, *OTHERS}:
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    monkeypatch.setattr(load_demo, "FOLDER", tmp_path)
    monkeypatch.setattr(load_demo, "PUZZLES", PUZZLES)
    call_command("load_demo", stdout=StringIO(), stderr=StringIO(), verbosity=0)
    complete = Game.objects.filter(status="over", revealed=True)
    assert {game.variant for game in complete} == set(VARIANTS)
    seated = {game.variant: {seat.player_id for seat in game.seats.all()} for game in complete}
    assert {slug: len(players) for slug, players in seated.items()} == {
        slug: len(rules.seats) for slug, rules in VARIANTS.items()
    }
    assert Counter(Game.objects.values_list("status", "revealed")) == {
        ("over", True): complete.count(),
        ("over", False): 1,
        ("playing", False): 2,
        ("waiting", False): 1,
    }
    names = dict(Player.objects.values_list("id", "name"))
    rated = Rating.objects.values_list("player", "variant", "ladder")
    assert {(names[player], slug, ladder) for player, slug, ladder in rated} == {
        ("red", "barrage", Ladder.PEOPLE),
        ("blue", "barrage", Ladder.PEOPLE),
        ("clockwork (bot)", "duel", Ladder.BOTS),  # red plays bots for no rating, as everybody at first
    }
    lobby = [(seek.variant, seek.host.name) for seek in open_seeks(player=None)]
    assert lobby == [("duel", "blue"), ("barrage", "clockwork (bot)")]
    families = SetupFamily.objects.filter(variant="classic")
    wents = [setups_went(row.went, VARIANTS["classic"]) for row in families]
    assert len([went for went in wents if went.enough]) >= 3
    study = Study.objects.get()
    assert (study.visibility, study.hidden, Game.objects.get(id=study.game).revealed) == ("public", False, True)
    assert (study.comments.count(), study.drawings.count(), study.variations.count()) == (2, 1, 1)

    assert Puzzle.objects.count() >= PUZZLES
    assert puzzle_of_the_day(today()) is not None
    assert waiting(1)  # the rest is made while it runs

    again = _counts()
    call_command("load_demo", stdout=StringIO(), stderr=StringIO(), verbosity=0)
    assert _counts() == again  # a second run adds nothing


def _shortest() -> list[str]:
    """The file of the shortest game of each rule book that the demo plays to its end."""
    records = {Path(name).name: record for name, record in read_records(FOLDER) if isinstance(record, Record)}
    complete = sorted(records.keys() - {load_demo.IN_PLAY, load_demo.SEALED}, key=lambda name: len(records[name].turns))
    return list({records[name].variant: name for name in reversed(complete)}.values())


def _counts() -> tuple[int, int, int]:
    return Game.objects.count(), Seek.objects.count(), Player.objects.count()


def test_demo_records_are_small_and_show_what_there_is_to_see() -> None:
    records = [record for _name, record in read_records(FOLDER) if isinstance(record, Record)]
    assert len(records) == len(list(FOLDER.iterdir()))
    assert max(path.stat().st_size for path in FOLDER.iterdir()) < 40_000
    assert any(record.options.spotter for record in records)
    assert {seat for record in records for seat in record.setups} == set(Seat)
    turns = " ".join(turn for record in records for turn in record.turns)
    # A rescue, an entry, a stockade, a Flag set free, a claim or a look, and a Spotter's guess.
    assert {sign for sign in "*+>=?" if sign in turns} == set("*+>=?")
    days = [(time - EPOCH) / 86_400_000_000 for record in records for time in record.times or ()]
    assert 0 <= min(days) < max(days) < DAYS
