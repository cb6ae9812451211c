"""What could be known, beside the replay: who is told it, when, and in which words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.domain.imports import import_records, judge
from games.models import Game
from games.notation import parse_records
from games.presentation import knowledge
from games.presentation.audiences import Audience, audiences
from games.presentation.knowledge import knowing_markup, odds_markup
from games.replay import Timeline, timeline
from games.rules import Rank, Seat, Viewer
from tests.scenes import account, game_in_play, game_of

pytestmark = pytest.mark.django_db

DEMO = Path(__file__).parents[3] / "games" / "demo"
FOR_EVER = "public, max-age=31536000, immutable"


def address(game: Game, viewer: Viewer, ply: int, name: str = "knowing", *, own: Seat | None = None) -> str:
    result = next((audience for audience in audiences(game, own) if audience.viewer is viewer), None)
    known = result or Audience(viewer, "sealed", private=False)
    return known.address(f"games:{name}", game, ply)


def text(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


@pytest.fixture
def over() -> Game:
    return game_of("duel", plies=30, seed=4)


def test_a_graph_of_a_game_that_is_open_stays_for_ever(client: Client, over: Game) -> None:
    response = client.get(address(over, Viewer.ALL, over.plies))
    assert (response.status_code, response["Cache-Control"]) == (200, FOR_EVER)
    content = text(response.content.decode())
    assert "Hidden from Red" in content
    assert "Hidden from Blue" in content
    assert response.content.decode().count("data-cursor") == 2
    assert response.content.decode().count('<th scope="row">') == over.plies + 1


def test_a_seat_is_told_of_the_other(client: Client, over: Game) -> None:
    content = text(client.get(address(over, Viewer.BLUE, over.plies)).content.decode())
    assert "Red’s ranks" in content
    assert "Blue’s ranks" not in content


def test_the_table_has_what_is_counted(client: Client, over: Game) -> None:
    line = timeline(over)
    moments = line.moments(Viewer.RED)
    content = client.get(address(over, Viewer.RED, over.plies)).content.decode()
    numbers = re.findall(r'</th>\s*<td\s+class="number">([\d.]+)', content)
    assert numbers == [f"{moment.bits.get(Seat.BLUE, 0):.1f}" for moment in moments]
    assert [round(moment.all_bits, 9) for moment in moments] == [
        round(line.knowledge(Viewer.RED, moment.ply).bits, 9) for moment in moments
    ]


def test_marks_lead_to_their_plies(client: Client, over: Game) -> None:
    moments = timeline(over).moments(Viewer.RED)
    content = client.get(address(over, Viewer.RED, over.plies)).content.decode()
    contact = next(moment.ply for moment in moments if moment.attacked)
    link = f'href="?view=red&amp;ply={contact}" data-to-ply="{contact}" class="contact"'
    assert f'{link} aria-label="Move {contact}: first contact"' in content
    for moment in moments:
        for loss in moment.losses:
            if loss.rank is Rank.MARSHAL:
                assert f"Move {moment.ply}: {loss.seat.name.title()} loses its Marshal" in content


def test_turning_points_are_named() -> None:
    """Each piece that could have been known before it was shown is named at the first ply from which it could."""
    record = DEMO / "barrage-2.json"
    (result,) = parse_records(record.read_bytes())
    (done,) = import_records([judge(record.name, result)])
    game = Game.objects.get(id=done.game)
    line = timeline(game)
    (audience,) = [audience for audience in audiences(game, None) if audience.viewer is Viewer.BLUE]
    markup = text(knowing_markup(game, line, audience))
    moments = [moment for moment in line.moments(Viewer.BLUE) if moment.told]
    assert moments
    for moment in moments:
        certain = {piece.square: piece.certain for piece in line.knowledge(Viewer.BLUE, moment.ply).pieces}
        assert all(certain[square] is rank for square, _seat, rank in moment.told)
        for square, _seat, rank in moment.told:
            name = line.rules.board.name(square)
            what = f"a {rank.name.title()}" if line.rules.army[rank] > 1 else f"the {rank.name.title()}"
            assert f"Move {moment.ply} Blue could have known that {name} is {what} from here" in markup


def test_hidden_pieces_with_their_shares(client: Client) -> None:
    game = game_in_play(slug="duel", plies=3)
    response = client.get(address(game, Viewer.SPECTATOR, 0, "odds"))
    content = response.content.decode()
    assert content.count("data-corner") == 20
    assert "Bomb 20%, Miner 20%, Scout 20%" in text(content)
    assert (response.status_code, response["Cache-Control"]) == (200, FOR_EVER)
    assert "no-cache" in client.get(address(game, Viewer.SPECTATOR, 2, "odds"))["Cache-Control"]
    turned = client.get(address(game, Viewer.SPECTATOR, 0, "odds"), {"flip": "1"}).content.decode()
    corners = [re.findall(r'data-corner="([\d ]+)"', item) for item in (content, turned)]
    assert corners[0] != corners[1]
    assert len(set(corners[0])) == 20


def test_corners_are_those_of_the_drawing(over: Game) -> None:
    """What the pointer finds on the board is found in the list."""
    for game in (over, game_of("cards", plies=6)):
        line = timeline(game)
        audience = Audience(Viewer.RED, "open", private=False)
        for below in (0, 1):
            odds = odds_markup(game, line, audience, 3, below=below)
            drawn = Client().get(address(game, Viewer.RED, 3, "position"), {"flip": str(below)}).content.decode()
            corners = re.findall(r'data-corner="([\d.]+ [\d.]+)"', odds)
            assert corners
            assert [corner for corner in corners if f'transform="translate({corner})"' not in drawn] == []


# -- before the reveal ----------------------------------------------------------------------------


def test_before_the_reveal_each_is_told_its_own(client: Client) -> None:
    ada, ben = account("Ada"), account("Ben")
    game = game_in_play(slug="duel", plies=6, names=("Ada", "Ben"), accounts=(ada, ben))
    assert client.get(address(game, Viewer.SPECTATOR, 6)).status_code == 200
    for viewer in (Viewer.RED, Viewer.BLUE, Viewer.ALL):
        for name in ("knowing", "odds"):
            assert client.get(address(game, viewer, 6, name)).status_code == 403
    client.force_login(ada)
    own = client.get(address(game, Viewer.RED, 6, own=Seat.RED))
    assert (own.status_code, own["Cache-Control"]) == (200, "private, no-cache")
    assert client.get(address(game, Viewer.BLUE, 6)).status_code == 403


def test_players_without_memory_aids_are_told_nothing_before_the_end(client: Client, settings: Settings) -> None:
    ada, ben = account("Ada"), account("Ben")
    game = game_in_play(slug="duel", plies=6, names=("Ada", "Ben"), accounts=(ada, ben))
    Game.objects.filter(id=game.id).update(notes=False)
    page = reverse("games:replay", args=[game.key])
    assert "data-odds=" in client.get(page).content.decode()
    assert client.get(address(game, Viewer.SPECTATOR, 6)).status_code == 200
    client.force_login(ada)
    for view in ("red", "spectator"):
        assert "data-odds=" not in client.get(page, {"view": view, "ply": "6"}).content.decode()
    for name in ("knowing", "odds"):
        assert client.get(address(game, Viewer.RED, 6, name, own=Seat.RED)).status_code == 404
    Game.objects.filter(id=game.id).update(status=Game.Status.OVER)
    assert client.get(address(game, Viewer.RED, 6, own=Seat.RED)).status_code == 200


def test_without_scripts_it_is_part_of_the_page(client: Client, over: Game) -> None:
    page = reverse("games:replay", args=[over.key])
    plain = client.get(page, {"view": "red", "ply": "5"}).content.decode()
    assert "data-cursor" not in plain
    assert "&amp;knowing=1#knowing" in plain
    whole = client.get(page, {"view": "red", "ply": "5", "knowing": "1"}).content.decode()
    assert "data-cursor" in whole
    assert "Hidden pieces after move 5" in whole


def test_a_game_that_is_too_long_says_so(client: Client, over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_COUNTED", 2 * over.plies - 1)
    assert "too long" in text(client.get(address(over, Viewer.ALL, over.plies)).content.decode())
    assert "too long" not in text(client.get(address(over, Viewer.RED, over.plies)).content.decode())
    assert "too long" in text(client.get(address(over, Viewer.ALL, over.plies, "odds")).content.decode())
    assert "too long" not in text(client.get(address(over, Viewer.ALL, 3, "odds")).content.decode())


def test_what_is_settled_is_counted_once_for_everybody_and_a_seat_s_own_view_never_kept(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, counted = timeline(over), []
    known_at, moments = Timeline.knowledge, Timeline.moments
    monkeypatch.setattr(Timeline, "knowledge", lambda *args: counted.append("odds") or known_at(*args))
    monkeypatch.setattr(Timeline, "moments", lambda *args: counted.append("knowing") or moments(*args))
    everybody, own = (Audience(Viewer.RED, reveal, private=own) for reveal, own in (("open", False), ("sealed", True)))
    drawn = [
        (str(knowing_markup(over, line, item)), str(odds_markup(over, line, item, 3))) for item in (everybody,) * 2
    ]
    assert drawn[0] == drawn[1]
    assert counted == ["knowing", "odds"]
    for _time in range(2):
        assert (knowing_markup(over, line, own), odds_markup(over, line, own, 3)) == drawn[0]
    assert counted == ["knowing", "odds"] * 3
    knowing_markup(over, line, Audience(Viewer.RED, "sealed", private=False))
    assert len(counted) == 7


def test_what_is_counted_can_be_asked_for_some_times_a_minute(over: Game) -> None:
    client, whole = Client(), {"knowing": "1"}
    addresses = {address(over, Viewer.RED, 3, "odds"): 120, address(over, Viewer.RED, over.plies, "knowing"): 60}
    asked = {path: [client.get(path).status_code for _time in range(most + 1)] for path, most in addresses.items()}
    assert asked == {path: [200] * most + [429] for path, most in addresses.items()}
    path = f"/games/{over.key}/"
    assert [client.get(path, whole).status_code for _time in range(31)] == [200] * 30 + [429]
    assert client.get(path).status_code == 200
