"""`make mutants`: breaks the source in one place after the other, and shows that the tests notice.

A mutant replaces a text that stands once in all our source by another, in a copy of the working tree, and runs the
tests that must fail then. `make mutants ONLY=rank` runs those whose names hold a word. A mutant that lives means that
something can break unseen: write the test that kills it. When tests are made cheaper, all mutants must still die.
"""

from __future__ import annotations

import argparse
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.packages import ROOMS

ROOT = Path(__file__).parents[1]
OURS = ROOMS
RULES = ("rules/test_positions.py", "rules/test_section_5.py", "rules/test_against_oracle.py")
COMMANDS = ("games/domain/test_commands.py",)
VIEWS = ("two_worlds/test_views.py",)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault.

    Args:
        name: what is wrong then.
        old, new: the text, which stands in one place only, and what takes its place.
        tests: files or folders of tests, each by the end of its path, of which one test at least must fail.
    """

    name: str
    old: str
    new: str
    tests: tuple[str, ...]


MUTANTS = (
    # The rules.
    Mutant("a Spy loses to a Marshal", "if attacker is Rank.SPY and defender is Rank.MARSHAL:", "if False:", RULES),
    Mutant(
        "a Miner falls to a Bomb",
        "return Result.WIN if attacker is Rank.MINER else Result.LOSS",
        "return Result.LOSS",
        RULES,
    ),
    Mutant(
        "equals both stay",
        "return _by_rank(attacker, defender, equal=Result.BOTH)",
        "return _by_rank(attacker, defender, equal=Result.WIN)",
        RULES,
    ),
    Mutant("two squares is not asked", "if last == piece and common & turn.borders:", "if False:", RULES),
    Mutant("the chase is limited nowhere", "if self.barred >> turn.target & 1:", "if False:", RULES),
    Mutant(
        "more squares is not asked",
        "if self.chase[me & 1] > 1 and self._threatens(turn) and self._returns().ply(piece, turn.target) is not None:",
        "if False:",
        ("rules/test_against_oracle.py",),
    ),
    Mutant(
        "one may always go back in a chase",
        "return mine is None or mine.target != turn.source or mine.source != turn.target",
        "return True",
        ("rules/test_against_oracle.py",),
    ),
    Mutant(
        "a battle does not end a chase",
        "        self.chase[theirs] = 0\n        self.chase[mine] = 1 if near & occ[theirs] else 0",
        "        self.chase[mine] = 1 if near & occ[theirs] else 0",
        ("rules/test_against_oracle.py",),
    ),
    # What a viewer may know.
    Mutant(
        "everybody sees every rank",
        "RANKS[position.rank[piece]] if known & 1 or mask < 0 or mask & (known >> 1 | 1 << seat) else None,",
        "RANKS[position.rank[piece]],",
        VIEWS,
    ),
    Mutant(
        "a reserve is open",
        "return Holding(seat, kind, sum(counts), ranks if among(viewer, 1 << seat) else None)",
        "return Holding(seat, kind, sum(counts), ranks)",
        VIEWS,
    ),
    Mutant("a claim is told to all", " and among(viewer, position.partners(claim.seat))", "", VIEWS),
    Mutant(
        "what a turn did in secret is told",
        "seen = [(deed, among(viewer, deed.seats)) for deed in last.deeds]",
        "seen = [(deed, True) for deed in last.deeds]",
        VIEWS,
    ),
    Mutant(
        "a battle reveals the attacker alone",
        "self.known[piece] = self.known[defender] = 1",
        "self.known[piece] = 1",
        RULES,
    ),
    # The fold.
    Mutant(
        "an offer of a draw outlives the next turn",
        "            self.now = replace(self.now, draw=())",
        "            pass",
        COMMANDS,
    ),
    Mutant(
        "a turn may be played in a pause",
        'raise ValueError("a turn is played while the game is paused")',
        "pass",
        ("games/domain/test_pauses.py",),
    ),
    Mutant(
        "the clock runs on after the end",
        "clock = clock.stopped(times[-1])",
        "pass",
        ("games/domain/test_time.py",),
    ),
    Mutant(
        "who forfeits wins",
        "return _end_early(now, Outcome(End.FORFEIT, 1 - sides.pop()), time)",
        "return _end_early(now, Outcome(End.FORFEIT, sides.pop()), time)",
        ("games/domain/test_time.py",),
    ),
    Mutant(
        "shuffles are not counted",
        'counts[place % len(seats)] += order_in(turn) != ""',
        "pass",
        ("games/domain/test_shuffles.py",),
    ),
    # Who may do what.
    Mutant(
        "whoever is signed in may see the desk",
        "if not access.is_at_least(role):",
        "if False:",
        ("tournaments/test_authority.py",),
    ),
    Mutant(
        "a draft is public",
        "return access if whole.public or access.role else None",
        "return access",
        ("organizer/test_event_pages.py",),
    ),
    Mutant(
        "pairings are shown before they are published",
        "return whole if player is not None and whole.role(player.id) else published(whole)",
        "return whole",
        ("two_worlds/test_pairings.py",),
    ),
    Mutant(
        "a game is revealed while it is played",
        '            raise Illegal(Refusal("not-over"))\n        if not now.to_be_revealed:',
        "            pass\n        if not now.to_be_revealed:",
        COMMANDS,
    ),
    Mutant(
        "a stale form counts",
        'raise Illegal(Refusal("moved-on", {"expected": expected, "actual": now.public_version}))',
        "pass",
        COMMANDS,
    ),
    Mutant(
        "one plays when it is not one's turn",
        'raise Illegal(Refusal("not-your-turn", {"seat": seat.slug, "to_move": state.to_move.slug}))',
        "pass",
        COMMANDS,
    ),
)


def file_of(mutant: Mutant) -> Path:
    """Return the only file with the text of a mutant, relative to the root.

    Raises:
        LookupError: it stands nowhere or more than once: the source has changed, and the mutant must follow.
    """
    paths = [path for path, text in _sources().items() for _place in range(text.count(mutant.old))]
    if len(paths) != 1:
        raise LookupError(f"{mutant.name}: its text stands in {len(paths)} places")
    return paths[0].relative_to(ROOT)


@functools.cache
def _sources() -> dict[Path, str]:
    folders = (ROOT / folder for folder in OURS)
    return {path: path.read_text() for folder in folders if folder.is_dir() for path in folder.rglob("*.py")}


def files_of_tests(mutant: Mutant) -> list[str]:
    """Return the paths of its tests, relative to the root, wherever their folder has moved to."""
    paths = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*") if path.is_dir() or path.suffix == ".py"]
    result = [[str(path) for path in paths if f"/{path}".endswith(f"/{wanted}")] for wanted in mutant.tests]
    if not all(result):
        raise LookupError(f"{mutant.name}: there is no {mutant.tests[result.index([])]}")
    return [path for some in result for path in some]


def lives(mutant: Mutant, copy: Path) -> bool:
    """Run the tests of a mutant in a copy of the tree, which is whole again afterwards; True if all of them pass."""
    path = copy / file_of(mutant)
    whole = path.read_text()
    path.write_text(whole.replace(mutant.old, mutant.new))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files_of_tests(mutant)]
    environment = {"VEXILLUM_DATA": str(ROOT / ".data")} | os.environ  # the servers that run already
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    finally:
        path.write_text(whole)
    if done.returncode and " failed" not in done.stdout:
        raise RuntimeError(f"{mutant.name}: the tests did not run\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.returncode == 0


def copied(place: Path) -> Path:
    """Copy what git knows of the working tree to an empty folder."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    return place


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="a part of the names of those to run")
    wanted = [mutant for mutant in MUTANTS if parser.parse_args().only in mutant.name]
    alive = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = copied(Path(place))
        for mutant in wanted:
            lived = lives(mutant, copy)
            alive += lived
            print(f"{'LIVES ' if lived else 'caught'} {mutant.name}", flush=True)
    print(f"{len(wanted) - alive} of {len(wanted)} mutants were caught.")
    return 1 if alive or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
