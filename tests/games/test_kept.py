"""What processes and Valkey keep of games, as `games/README.md` lists it."""

import ast
import re

from django.conf import settings

ROOMS = [settings.BASE_DIR / room for room in ("games", "library", "moderation", "play")]
KEEPS = re.compile(
    r"\b(?:lru_cache|RecentFolds|OrderedDict)\b|import cache\b|\bimport (?:\w+, )*cache\b|import kept_markups?\b"
)
FEW = {"Board", "Variant", "Seat", "Rank", "None", "bool", "int", "str", "tuple"}
"""Of what a cache without a bound may be asked for: there are few of them, and none is a game's own."""


def modules():
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        if "migrations" not in path.parts and KEEPS.search(text := path.read_text()):
            yield str(path.relative_to(settings.BASE_DIR)), text


def test_every_cache_of_a_game_is_listed_with_its_bound():
    result = (settings.BASE_DIR / "games" / "README.md").read_text().partition("## Caches")[2]
    assert set(re.findall(r"`((?:\w+/)+\w+\.py)`", result)) == {name for name, _text in modules()}


def test_what_is_kept_without_a_bound_is_no_game_s_own():
    asked = {
        (name, node.name): {
            item.id for given in node.args.args for item in ast.walk(given.annotation) if isinstance(item, ast.Name)
        }
        for name, text in modules()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and {"cache", "kept"} & {getattr(item, "id", "") for item in node.decorator_list}
    }
    assert len(asked) > 20
    assert {who: names - FEW for who, names in asked.items() if names - FEW} == {}
