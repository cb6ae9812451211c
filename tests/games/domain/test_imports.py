"""Records come in, are told apart from those that are there, and go out again the same."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from accounts.models import Player
from eventlog.models import Event
from games.domain import records
from games.domain.imports import TournamentPlace, import_records, judge
from games.domain.queries import names_of
from games.management.commands import load_demo
from games.models import Game, Tally
from games.notation import Record, parse_records, read_records, to_gravon, to_json
from games.replay import timeline
from games.rules import End, Options, Outcome, Seat, Viewer
from tests import scenes
from tests.databases import with_database

DEMO = Path(__file__).parents[3] / "games/demo"
BATTLE = "battle-1.json"

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def run(*arguments: object, **options: object) -> tuple[int, list[dict]]:
    out = StringIO()
    try:
        call_command(
            "import_games", *map(str, arguments), json=True, stdout=out, stderr=StringIO(), processes=1, **options
        )
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def demo(name: str) -> Record:
    ((_name, record),) = read_records(DEMO / name)
    assert isinstance(record, Record)
    return record


@pytest.fixture
def short_demo(tmp_path_factory: pytest.TempPathFactory, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """`load_demo` may be run, and plays some of its games only."""
    settings.VEXILLUM_DEMO = True
    some = tmp_path_factory.mktemp("demo")
    for name in (load_demo.IN_PLAY, load_demo.SEALED, load_demo.AT_THE_BOARD, BATTLE):
        (some / name).write_bytes((DEMO / name).read_bytes())
    monkeypatch.setattr(load_demo, "FOLDER", some)
    monkeypatch.setattr(load_demo, "ARCHIVE", tmp_path_factory.mktemp("none"))


def test_every_demo_record_comes_in_and_goes_out_the_same():
    code, result = run(DEMO)
    assert code == 0
    assert [item["status"] for item in result] == ["imported"] * len(list(DEMO.iterdir()))
    for item in result:
        ((_name, record),) = read_records(item["file"])
        game = Game.objects.get(id=item["game"])
        again = records.record_of(game.id, names=names_of(game.id))
        assert again == record
        assert list(parse_records(to_json(again))) == [record]
        plies = Event.objects.filter(stream=game.id, type="turn-played").count()
        assert (game.plies, game.revealed, game.status) == (plies, True, "over")
    assert Tally.objects.count() > 4
    _code, result = run(DEMO)
    assert {item["status"] for item in result} == {"duplicate"}
    assert Game.objects.count() == len(result)


@pytest.mark.usefixtures("short_demo")
def test_an_export_of_a_game_played_here_is_a_duplicate(tmp_path):
    record = demo("barrage-1.json")
    call_command("load_demo", stdout=StringIO(), stderr=StringIO(), verbosity=0)
    out = StringIO()
    key = Game.objects.get(variant="barrage", plies=len(record.turns)).key
    call_command("export_game", key, stdout=out)
    path = tmp_path / "a.json"
    path.write_text(out.getvalue())
    assert [item["status"] for item in run(path)[1]] == ["duplicate"]
    events = Event.objects.count()
    call_command("load_demo", stdout=StringIO(), stderr=StringIO(), verbosity=0)
    assert Event.objects.count() == events


def test_gravon_goes_out_and_in(tmp_path):
    record = demo("classic-1.json")
    (tmp_path / "a.xml").write_bytes(to_gravon(record))
    _code, ((item),) = run(tmp_path / "a.xml")
    out = StringIO()
    call_command("export_game", item["game"], format="gravon", stdout=out)
    (again,) = parse_records(out.getvalue().encode())
    assert isinstance(again, Record)
    assert (again.setups, again.turns, again.result, again.players) == (
        record.setups,
        record.turns,
        record.result,
        record.players,
    )


def broken(record: Record, ply: int, turn: str) -> Record:
    turns = list(record.turns)
    turns[ply - 1] = turn
    return Record(variant=record.variant, setups=record.setups, turns=tuple(turns), options=record.options)


def test_an_illegal_ply_rejects_the_record_whole_and_the_others_come_in(tmp_path):
    good = demo("duel-1.json")
    (tmp_path / "1.json").write_bytes(to_json(broken(good, 7, "a1-j10")))
    (tmp_path / "2.json").write_bytes(to_json(good))
    (tmp_path / "3.json").write_bytes(b'{"format":"vexillum-record"')
    code, result = run(tmp_path)
    assert code == 1
    assert [(item["status"], item["ply"], item["rule"]) for item in result] == [
        ("rejected", 7, result[0]["rule"]),
        ("imported", None, None),
        ("rejected", None, "json-broken"),
    ]
    assert result[0]["rule"] in {"not-straight", "not-your-piece", "immovable"}
    assert Game.objects.count() == 1


def chaser() -> Record:
    """Red goes back and forth over one border a fourth time."""
    setups = {Seat.RED: "F" + "." * 29 + "9" + "." * 9, Seat.BLUE: "." * 9 + "9" + "." * 20 + "F" + "." * 9}
    turns = ["a4-a5", "j7-j6", "a5-a4", "j6-j5", "a4-a5", "j5-i5", "a5-a4"]
    return Record(variant="classic", setups=setups, turns=tuple(turns), options=Options(free_setup=True))


def test_repetition_is_enforced_or_noted(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(to_json(chaser()))
    code, (item,) = run(path)
    assert (code, item["status"], item["ply"], item["rule"]) == (1, "rejected", 7, "two-squares")
    code, (item,) = run(path, repetition="noted")
    assert (code, item["status"], item["noted"]) == (0, "imported", [{"ply": 7, "rule": "two-squares"}])
    game = Game.objects.get(id=item["game"])
    assert (game.noted, game.outcome, game.winner) == (1, "unfinished", None)
    line = timeline(game)
    assert line.noted == ((7, "two-squares"),)
    assert records.record_of(game.id, names={}).noted == line.noted
    assert line.view(Viewer.ALL, 7).last.noted == "two-squares"


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        (None, Outcome(End.UNFINISHED)),
        (Outcome(End.FORFEIT, 1), Outcome(End.FORFEIT, 1)),
        (Outcome(End.ABORTED), Outcome(End.UNFINISHED)),
        (Outcome(End.CANCELLED), Outcome(End.UNFINISHED)),
        (Outcome(End.AGREED_DRAW), Outcome(End.AGREED_DRAW)),
        (Outcome(End.FLAG_CAPTURED, 0), Outcome(End.UNFINISHED, 0)),
    ],
)
def test_ends_that_the_board_does_not_show(tmp_path, claimed, kept):
    record = chaser()
    record = Record(
        variant="classic", setups=record.setups, turns=record.turns[:4], result=claimed, options=record.options
    )
    (tmp_path / "a.json").write_bytes(to_json(record))
    _code, (item,) = run(tmp_path / "a.json")
    assert timeline(Game.objects.get(id=item["game"])).outcome == kept


def test_check_stores_nothing(tmp_path):
    code, result = run(DEMO / "duel-1.json", check=True)
    assert (code, [(item["status"], item["game"]) for item in result]) == (0, [("valid", None)])
    assert Game.objects.count() == 0


def test_names_of_records_are_shared_and_erasable(tmp_path):
    run(DEMO)
    named = Player.objects.filter(account=None)
    assert len({player.name for player in named}) == named.count()
    player = named.first()
    game = player.seats.first().game
    seats = game.seats.count()
    player.delete()
    assert len(names_of(game.id)) == seats - 1
    assert records.record_of(game.id, names=names_of(game.id)).turns


def test_who_played_may_be_known_better_than_from_the_names_in_a_record():
    judged = judge("", next(parse_records((settings.BASE_DIR / "games/demo/duel-1.json").read_bytes())))
    ada, bob, event = (scenes.player(name).id for name in ("Ada", "Bob", "Event"))
    players = Player.objects.count()
    place = TournamentPlace(event, 2, {Seat.RED: ada, Seat.BLUE: bob})
    (done,) = import_records([replace(judged, place=place)])
    game = Game.objects.get(id=done.game)
    assert (game.tournament, game.round, game.revealed, game.rated) == (event, 2, True, False)
    assert list(game.seats.values_list("seat", "player_id")) == [(0, ada), (1, bob)]
    assert Player.objects.count() == players
    assert import_records([judged])[0].game == done.game


@pytest.mark.usefixtures("short_demo")
def test_what_cannot_be_exported_says_why():
    with pytest.raises(CommandError, match="There is no game"):
        call_command("export_game", "nothing", stdout=StringIO())
    call_command("load_demo", stdout=StringIO(), stderr=StringIO(), verbosity=0)
    sealed = Game.objects.get(status="over", revealed=False)
    with pytest.raises(CommandError, match="is not revealed yet"):
        call_command("export_game", sealed.key, stdout=StringIO())
    battle = Game.objects.filter(variant="battle", revealed=True).first()
    with pytest.raises(CommandError, match="no game type"):
        call_command("export_game", battle.key, format="gravon", stdout=StringIO())


def test_a_path_that_does_not_exist_is_bad_usage():
    with pytest.raises(CommandError) as error:
        call_command("import_games", "no-such-file", stdout=StringIO())
    assert error.value.returncode == 2


@pytest.mark.django_db(transaction=True)
def test_several_processes_import_what_one_would(fresh_database):
    """In a process of its own: the event loop that Playwright leaves in this one does not survive a fork."""
    stdout = subprocess.run(
        [sys.executable, "manage.py", "import_games", DEMO, DEMO, "--json", "--processes", "2"],
        cwd=DEMO.parents[1],
        env=os.environ | {"DATABASE_URL": with_database(settings.DATABASE_URL, fresh_database)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    rows = [json.loads(line) for line in stdout.splitlines()]
    count = len(list(DEMO.iterdir()))
    assert [Path(row["file"]).name for row in rows] == sorted(path.name for path in DEMO.iterdir()) * 2
    assert sorted(row["status"] for row in rows) == ["duplicate"] * count + ["imported"] * count
    assert Game.objects.count() == count
