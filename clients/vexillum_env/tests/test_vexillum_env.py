"""The environments: PettingZoo's own tests, every submission by actions, arrays that are what a view says, and two
worlds."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

import games.rules
from games.rules import Illegal, Seat, Viewer
from tests.two_worlds.worlds import Pair, pairs
from vexillum_env import BOOKS, IllegalAction, StrategoEnv, env
from vexillum_env.sight import FIXED, PENDING, Sight
from vexillum_env.submissions import follow

HERE = Path(__file__).parents[1]
SEEDS = st.integers(0, 2**32 - 1)
ONCE = settings(max_examples=2, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))


def over(game: StrategoEnv) -> bool:
    return any(game.terminations.values()) or any(game.truncations.values())


def played(book: str, seed: int, steps: int, **arguments: Any) -> Iterator[StrategoEnv]:
    """A random game, before each of its actions and at its end."""
    game = env(book, **{"setups": "random", "spotter": book == "cards", **arguments})
    game.reset(seed=seed)
    chance = random.Random(seed)
    for _step in range(steps):
        yield game
        if over(game):
            return
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(chance.choice(np.flatnonzero(mask))))
    yield game


@pytest.mark.slow
@pytest.mark.parametrize("setups", ["place", "random"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_tests_of_pettingzoo(book, setups):
    with warnings.catch_warnings():
        # What it does not know by name it asks to have one array for an observation, and numbers for names of agents.
        warnings.simplefilter("ignore")
        api_test(env(book, setups=setups), num_cycles=30)
        seed_test(lambda: env(book, setups=setups), num_cycles=15)


# -- actions --------------------------------------------------------------------------------------


def submissions(game: StrategoEnv) -> list[str]:
    """All that the open actions, and those that may follow them, make."""
    seat, result = game.cursor.to_move, []

    def walk(node: Any) -> None:
        if isinstance(node, list):
            node = follow(game.actions, seat, node, game.cursor.view(Viewer.of(seat)))
        if isinstance(node, dict):
            for below in node.values():
                walk(below)
        else:
            result.append(node.text)

    for action in np.flatnonzero(game.observe(game.agent_selection)["action_mask"]):
        walk((game.tree or {}).get(int(action)) or game.actions.turns[seat][action] or game.declined())
    return sorted(result)


def check_actions(book: str, seed: int, steps: int) -> None:
    for game in played(book, seed, steps):
        if over(game) or game.parts_chosen:
            continue
        legal = game.cursor.legal_turns()
        assert submissions(game) == sorted(turn.text for turn in legal)


@pytest.mark.parametrize("book", BOOKS)
@ONCE
@given(SEEDS)
def test_the_open_actions_are_the_legal_submissions(book, seed):
    check_actions(book, seed, 60)


@pytest.mark.fuzz
@pytest.mark.parametrize("book", BOOKS)
@given(SEEDS)
def test_the_open_actions_are_the_legal_submissions_at_length(book, seed):
    check_actions(book, seed, 1000)


def test_a_set_up_that_does_not_fit_is_refused():
    with pytest.raises(Illegal):
        env("duel").reset(options={"setups": {"red": "F" * 40, "blue": "F" * 40}})


@pytest.mark.parametrize(
    "arguments",
    [{"setups": "mine"}, {"render_mode": "human"}, {"max_plies": 0}, {"no_attack_limit": 40_000}, {"spotter": True}],
)
def test_arguments_that_say_nothing_are_refused(arguments):
    with pytest.raises(ValueError, match=next(iter(arguments)) if "spotter" not in arguments else "Spotter"):
        env("duel", **arguments)


def test_an_action_that_is_not_open_changes_nothing():
    game = next(iter(played("classic", 1, 1)))
    before = {agent: game.observe(agent)["observation"].tobytes() for agent in game.agents}
    closed = int(np.flatnonzero(game.observe("red")["action_mask"] == 0)[0])
    for action in (closed, -1, game.actions.count, None):
        with pytest.raises(IllegalAction):
            game.step(action)
    assert {agent: game.observe(agent)["observation"].tobytes() for agent in game.agents} == before


def test_set_ups_are_made_piece_by_piece_and_shown_to_nobody():
    game = env("barrage")
    game.reset(seed=0)
    number = {game.text_of("red", number): number for number in range(len(game.actions.ranks) + 1)}
    symbols = "FBS2239M" + "." * 32
    unseen = game.observe("blue")
    for place, symbol in enumerate(symbols):
        assert game.agent_selection == "red"
        game.step(number[f"place {symbol}"])
        if place < 39:
            assert all((game.observe("blue")[name] == unseen[name]).all() for name in unseen)
    for symbol in symbols:
        assert game.agent_selection == "blue"
        assert game.observe("red")["facts"][1] == 0
        game.step(number[f"place {symbol}"])
    view = game.cursor.view(Viewer.ALL)
    assert [(piece.seat.slug, game.book.board.name(piece.square), piece.rank.symbol) for piece in view.pieces] == [
        *(("red", f"{column}1", symbol) for column, symbol in zip("abcdefgh", symbols, strict=False)),
        *(("blue", f"{column}10", symbol) for column, symbol in zip("cdefghij", reversed(symbols[:8]), strict=True)),
    ]


def test_seats_that_sit_alike_see_alike():
    """Blue's set-up is red's, turned: before the first ply each sees what the other sees, but for whose turn it is."""
    game = env("classic")
    army = "FSM9" + "88" + "777" + "6666" + "5555" + "4444" + "33333" + "2" * 8 + "B" * 6
    red = "".join(random.Random(3).sample(army, 40))
    game.reset(options={"setups": {"red": red, "blue": red[::-1]}})
    item, other = game.observe("red"), game.observe("blue")
    assert item["observation"].tobytes() == other["observation"].tobytes()
    facts = {name for name, a, b in zip(game.layout.facts, item["facts"], other["facts"], strict=True) if a != b}
    assert facts == {"to move", "seat"}


def test_what_was_played_elsewhere_is_played_by_actions():
    for book in ("lightning", "alliance", "cards"):
        texts: list[str] = []
        for game in played(book, 5, 200):
            texts = [turn.text for turn in game.submitted]
        again = env(book, spotter=book == "cards")
        first = next(iter(played(book, 5, 1)))
        again.reset(seed=5, options=first.begun_with)
        for text in texts:
            for action in again.actions_of(text):
                again.step(action)
        assert [turn.text.partition("!")[0] for turn in again.submitted] == [text.partition("!")[0] for text in texts]


# -- the end --------------------------------------------------------------------------------------


def test_an_alliance_wins_together():
    ends = []
    for seed in (13, 25):
        *_before, game = played("alliance_lightning", seed, 3000, no_attack_limit=400)
        ends.append((game.cursor.outcome.winner, game.rewards, {*game.terminations.values()}))
    assert ends == [
        (1, {"red": -1, "blue": 1, "red2": -1, "blue2": 1}, {True}),
        (0, {"red": 1, "blue": -1, "red2": 1, "blue2": -1}, {True}),
    ]


def test_a_game_that_is_too_long_is_truncated():
    *_before, game = played("classic", 1, 100, max_plies=7)
    assert (game.cursor.ply, game.truncations, game.rewards) == (
        7,
        {"red": True, "blue": True},
        {"red": 0, "blue": 0},
    )
    assert not any(game.terminations.values())


def test_rendering_shows_what_its_audience_may_see():
    drawn = {}
    for audience in ("red", "spectator", "all"):
        game = env("duel", setups="random", render_mode="ansi", audience=audience)
        game.reset(seed=1)
        drawn[audience] = game.render()
    assert [(text.count("r?"), text.count("b?")) for text in drawn.values()] == [(0, 10), (10, 10), (0, 0)]
    assert drawn["all"].endswith("duel, ply 0, red to move")


# -- what is seen ---------------------------------------------------------------------------------


def check_arrays(book: str, seed: int, steps: int) -> None:
    """What was kept up turn by turn is what a whole view says."""
    told_elsewhere = {*range(len(FIXED)), *range(len(FIXED), len(FIXED) + len(PENDING))} - {0, 2, 5, 7, 8, 9}
    for game in played(book, seed, steps):
        for agent in game.agents:
            seat = Seat(game.possible_agents.index(agent))
            view = game.cursor.view(Viewer.of(seat))
            seen = game.observe(agent)
            whole = Sight(game.layout, seat, game.options.no_attack_limit or 0)
            whole.read(view, game.moved)
            assert (seen["facts"][3], seen["facts"][4]) == (view.ply, view.quiet)
            if game.parts_chosen:
                continue
            assert seen["observation"].tobytes() == bytes(whole.board)
            facts = [
                (name, int(here), there)
                for place, (name, here, there) in enumerate(
                    zip(game.layout.facts, seen["facts"], whole.facts, strict=True)
                )
                if here != there and place not in told_elsewhere and name != "plies since the look"
            ]
            assert facts == []
            assert game.observation_space(agent).contains(seen)


@pytest.mark.parametrize("book", BOOKS)
@ONCE
@given(SEEDS)
def test_arrays_are_what_a_view_says(book, seed):
    check_arrays(book, seed, 60)


@pytest.mark.fuzz
@pytest.mark.parametrize("book", BOOKS)
@given(SEEDS)
def test_arrays_are_what_a_view_says_at_length(book, seed):
    check_arrays(book, seed, 1000)


def check_worlds(book: str, seed: int, longest: int) -> int:
    """Plays pairs of games in two environments, and returns how often what the viewer saw was compared."""
    compared = 0
    for pair in pairs(book, seed, longest=longest):
        if pair is not None and pair.viewer.seat is not None:
            compared += compare(pair)
    return compared


def compare(pair: Pair) -> int:
    agent = pair.viewer.value
    both = []
    for world in (pair.here, pair.there):
        options = world.state.options
        game = env(pair.slug, spotter=options.spotter)
        game.options = options
        ledger = world.ledger
        begun = {"setups": ledger.setups, "decks": ledger.chance}
        given_ = {name: {seat.slug: text for seat, text in by.items()} for name, by in begun.items()}
        game.reset(seed=pair.seed, options=given_)
        both.append(game)
    here, there = both
    compared = 0
    done = 0
    while True:
        while done < len(pair.here.steps):
            here.submit(pair.here.steps[done].text)
            there.submit(pair.there.steps[done].text)
            done += 1
        item, other = here.observe(agent), there.observe(agent)
        for name in item:
            assert item[name].tobytes() == other[name].tobytes(), f"{pair.name}: {name} for {agent} after {done}"
        compared += 1
        if not pair.play_on():
            return compared


@pytest.mark.parametrize("book", BOOKS)
@ONCE
@given(SEEDS)
def test_two_worlds_are_one_to_who_may_not_know(book, seed):
    assert check_worlds(book, seed, 60) >= 0


@pytest.mark.fuzz
@pytest.mark.parametrize("book", BOOKS)
@given(SEEDS)
def test_two_worlds_are_one_to_who_may_not_know_at_length(book, seed):
    check_worlds(book, seed, 400)


# -- the package ----------------------------------------------------------------------------------


def test_the_engine_goes_with_it_and_no_django():
    """Asked of a process that has no settings."""
    code = (
        "import sys, vexillum_env\n"
        "game = vexillum_env.env('campaign')\n"
        "game.reset(seed=1)\n"
        "for agent in game.agent_iter(120):\n"
        "    observation, *_rest = game.last()\n"
        "    game.step(int(observation['action_mask'].argmax()))\n"
        "print(len(game.submitted) > 0, sorted(name for name in sys.modules if name.split('.')[0] in"
        " ('django', 'psycopg', 'eventlog', 'players', 'tests') or name == 'games.domain'))"
    )
    roots = (HERE, Path(games.rules.__file__).parents[2])
    paths = ":".join(map(str, roots))
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": paths}, cwd="/", capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True []"


def test_its_wheel_holds_every_package_of_the_engine_and_of_what_can_be_known():
    setuptools = tomllib.loads((HERE / "pyproject.toml").read_text())["tool"]["setuptools"]
    root = Path(games.rules.__file__).parents[1]
    folders = [path.parent for room in ("rules", "knowledge") for path in (root / room).rglob("__init__.py")]
    named = {f"vexillum_games.{folder.relative_to(root).as_posix().replace('/', '.')}": folder for folder in folders}
    named["vexillum_env"] = HERE / "vexillum_env"
    assert set(setuptools["packages"]) == set(named)
    assert {name: (HERE / folder).resolve() for name, folder in setuptools["package-dir"].items()} == named


WORLDS = factorial(10) // (factorial(2) ** 3)
"""In how many ways the ten pieces of a duel can be told apart: two Bombs, two Miners, two Scouts."""


@pytest.mark.slow
def test_its_wheel_counts_and_draws_worlds_and_takes_no_name_of_others(tmp_path):
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path]
    subprocess.run(build, cwd=HERE, check=True, capture_output=True)
    assert {path.name for path in tmp_path.iterdir()} == {"vexillum_env", "vexillum_games"}
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import vexillum_env
from vexillum_games.knowledge import Seen, known_at, numbered_world
from vexillum_games.rules import Options, Viewer
game = vexillum_env.env("duel", setups="random")
game.reset(seed=7)
view = game.cursor.view(Viewer.RED)
seen = Seen.first(view, game.options)
known = known_at(seen, view)
print(known.worlds, len(numbered_world(seen, view, known.worlds - 1)), "games" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{WORLDS} 10 False\n", "")


# -- copies ---------------------------------------------------------------------------------------


def told(game: StrategoEnv) -> Any:
    """All that it says of a game, and what it draws next."""
    seen = {
        agent: {name: item.tobytes() for name, item in game.observe(agent).items()} for agent in game.possible_agents
    }
    chance = game._chance.getstate()
    kept = (game.agents, game.rewards, game._cumulative_rewards, game.terminations, game.truncations, game.infos)
    return seen, game.agent_selection, chance, kept, [turn.text for turn in getattr(game, "submitted", ())]


COPIES = [StrategoEnv.clone, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]


@pytest.mark.parametrize("copied", COPIES, ids=["clone", "deepcopy", "pickle"])
@pytest.mark.parametrize("book", ["barrage", "campaign", "alliance", "cards"])
def test_a_copy_goes_on_alike_and_by_itself(book, copied):
    chance = random.Random(5)
    game = copied(env(book, setups="place", max_plies=40))
    game.reset(seed=7)
    before, stood = copied(game), told(game)
    while not over(game):
        twin = copied(game)
        action = int(chance.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])))
        for item in (game, twin):
            item.step(action)
        assert told(twin) == told(game)
        assert told(before) == stood
        before, stood = (copied(twin), told(twin)) if chance.random() < 0.2 else (before, stood)
    assert len(game.submitted) >= 40 or any(game.terminations.values())
