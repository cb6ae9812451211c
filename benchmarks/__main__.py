"""Run benchmarks: `python -m benchmarks [NAME …] [--json]`.

`python -m benchmarks sight --fit OUT` measures nothing: it learns anew what second sight goes by.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from pathlib import Path

from benchmarks.result import Bar, Result

NAMES = tuple(
    name
    for name in (
        "replay",
        "simulate",
        "knowledge",
        "rebuild",
        "append",
        "archive",
        "search",
        "bots",
        "sight",
        "env",
        "http",
        "api",
        "api_streams",
        "ends",
        "growth",
        "pages",
        "idle",
        "load",
        "pairing",
        "events",
        "verify",
        "log",
    )
    if (Path(__file__).parent / f"{name}.py").exists()
)


def main() -> int:
    """Run those that were named, or all; return 1 if one of them misses a bar that the project has set itself."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--json", action="store_true", help="print one JSON object a benchmark")
    parser.add_argument("--fit", type=Path, metavar="OUT", help="with `sight`: learn leanings.json anew into a file")
    judges = parser.add_argument_group("with `sight` alone")
    judges.add_argument("--seed", help="of its games")
    judges.add_argument("--seats", type=int, help="of each kind of player, at least")
    judges.add_argument("--keep", type=Path, metavar="FILE", help="games that were played; a run goes on there")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(NAMES))
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}")
    terms = {name: getattr(arguments, name) for name in ("seed", "seats", "keep")}
    terms = {name: value for name, value in terms.items() if value is not None}
    if (arguments.fit or terms) and arguments.names != ["sight"]:
        parser.error("--fit, --seed, --seats and --keep go with `sight` alone")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django.conf

    import tests.owner  # noqa: F401 (before the settings)

    django.setup()
    # Nobody signs in by a password, and to hash a hundred of them takes a minute.
    django.conf.settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if arguments.fit:
        importlib.import_module("benchmarks.sight_fit").write(arguments.fit)
        return 0
    missed = False
    for name in arguments.names or NAMES:
        result: Result = importlib.import_module(f"benchmarks.{name}").run(**terms)
        if arguments.json:
            print(json.dumps(result.as_json()), flush=True)
        else:
            missed |= show(result)
    return 1 if missed else 0


def show(result: Result) -> bool:
    """Print a table of one benchmark and return whether it misses a bar."""
    bars = {bar.figure: bar for bar in result.bars}
    rows = [("ours", result.ours), ("peer", result.peer), ("ratio", result.ratio), *result.parts.items()]
    print(f"{result.name} ({result.unit})" if result.unit else result.name)
    missed = False
    for figure, value in rows:
        bar = bars.get(figure)
        missed |= bar is not None and not bar.kept(value)
        print(f"  {figure:<32}{_number(value):>14}  {_verdict(bar, value)}".rstrip())
    print(flush=True)
    return missed


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _verdict(bar: Bar | None, value: float) -> str:
    if bar is None:
        return ""
    return f"{bar}: {'kept' if bar.kept(value) else 'MISSED'}"


if __name__ == "__main__":
    sys.exit(main())
