"""How templates are written, and what they may know of one another."""

import functools
import re

from django.conf import settings
from django.template.backends.django import get_installed_libraries

from config.packages import ROOMS
from tests.config.test_arrows import contracts

COLUMNS = 140
LINES = 300
"""The most of a stylesheet: a longer one has two rooms in it."""

TEMPLATES = [
    path
    for folder in (settings.BASE_DIR / "templates", settings.BASE_DIR / "benchmarks" / "templates")
    for path in sorted(folder.rglob("*"))
    if path.is_file()
]
# An attribute that holds an address of this site, or the start of one, as it is written.
WRITTEN = re.compile(r"""\b(?:href|src|action|formaction|hx-(?:get|post|put|delete|push-url))=["']/""")

ROOM_OF = {
    "account": "accounts",
    "admin": "config",
    "evidence": "moderation.evidence",
    "games": "library.archive",
    "mfa": "accounts",
    "moderation": "moderation",
    "play": "play.table",
    "rules": "library.rulebooks",
    "show": "games.presentation",
}
"""Whose templates a folder has, where it is not called as its room: `lobby` is that of `play.lobby`."""

NAMED = re.compile(r"""{%-?\s*(?:include|extends)\s+["']([^"']+)["']""")
LOADED = re.compile(r"""{%-?\s*load\s+([^%]+?)\s*-?%}""")
RENDERED = re.compile(r"""["']((?:[a-z_]+/)+\w+\.(?:html|txt))["']""")


def room_of(name):
    """Whose a template is; those that lie loose are the ground of all pages, and None's."""
    folder, slash, _name = name.partition("/")
    if not slash:
        return None
    rooms = (folder, *(f"{package}.{folder}" for package in ("play", "library", "games")))
    return ROOM_OF.get(folder) or next(room for room in rooms if (settings.BASE_DIR / room.replace(".", "/")).is_dir())


@functools.cache
def floors():
    layers = contracts()["importlinter:contract:layers"]["layers"]
    return [re.split(r"[ |:]+", line) for line in layers.split("\n")]


def floor_of(room):
    """How far down a room or a module lies in the layers."""
    for down, floor in enumerate(floors()):
        if any(f"{room}.".startswith(f"{item}.") or item.startswith(f"{room}.") for item in floor if item):
            return down
    raise LookupError(f"{room} has no floor: name whose templates these are in ROOM_OF")


def is_arrow_down(room, needed):
    """Whether what a room has may name what another one has: its own, the ground, or what lies on a floor below."""
    if needed is None or f"{room}.".startswith(f"{needed}.") or f"{needed}.".startswith(f"{room}."):
        return True
    return floor_of(needed) > floor_of(room)


def needs(text, libraries):
    """What a template names: others, by whose they are, and the libraries of tags that it loads, by their modules."""
    for name in NAMED.findall(text):
        yield name, room_of(name)
    for loaded in LOADED.findall(text):
        for name in loaded.split(" from ")[-1].split():
            if libraries.get(name, "").partition(".")[0] in ROOMS:
                yield name, libraries[name].partition(".templatetags")[0]


def test_templates_know_what_lies_below_them_alone():
    """As modules do: what a room below shows of one above is registered there (`games/presentation/panels.py`)."""
    folder = settings.BASE_DIR / "templates"
    libraries = get_installed_libraries() | settings.TEMPLATES[0]["OPTIONS"]["libraries"]
    wrong = {
        (str(path.relative_to(folder)), name)
        for path in folder.rglob("*.*")
        for name, needed in needs(path.read_text(), libraries)
        if not is_arrow_down(room_of(str(path.relative_to(folder))) or "config", needed)
    }
    assert wrong == set()


def test_rooms_draw_templates_of_their_own_and_of_rooms_below():
    result = {
        (".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts), name)
        for top in ROOMS
        for path in (settings.BASE_DIR / top).rglob("*.py")
        for name in RENDERED.findall(path.read_text())
        if (settings.BASE_DIR / "templates" / name).is_file()
    }
    assert len(result) > 150
    assert {(who, name) for who, name in result if not is_arrow_down(who, room_of(name))} == set()


def test_templates_fit_their_columns():
    assert len(TEMPLATES) > 150
    assert [
        f"{path.relative_to(settings.BASE_DIR)}:{number} has {len(line)} columns"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS
    ] == []


def test_templates_ask_for_addresses_by_name():
    assert [
        f"{path.relative_to(settings.BASE_DIR)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if WRITTEN.search(line)
    ] == []


LINKED = re.compile(r'{% static "(css/[^"]+)" %}')


def test_every_stylesheet_is_short_and_linked_once():
    everywhere = settings.BASE_DIR / "templates" / "_styles.html"
    others = (path for path in TEMPLATES if path != everywhere)
    linked = [file for path in (everywhere, *others) for file in LINKED.findall(path.read_text())]
    static = settings.BASE_DIR / "static"
    assert linked[0] == "css/ground.css"  # the others change what it says
    files = {str(path.relative_to(static)): path.read_text() for path in static.rglob("*.css")}
    assert sorted(linked) == sorted(files)
    assert {name: lines for name, text in files.items() if (lines := text.count("\n")) > LINES} == {}


_RULE = re.compile(r"(@[^{]*)\{|([^{}@]+)\{([^{}]*)\}|\}")


def laid_out(sheet: str) -> set[str]:
    """The classes whose elements, or the plain elements in them, a style sheet lays out on the screen."""
    result, media = set[str](), ""
    for rule in _RULE.finditer(re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)):
        if rule[2] is None:
            media = rule[1] or ""
        elif "print" not in media and re.search(r"\bdisplay:", rule[3]):
            classes = (re.fullmatch(r"\.([\w-]+)( \w+)?", part.strip()) for part in rule[2].split(","))
            result |= {item[1] for item in classes if item}
    return result


def test_no_two_stylesheets_lay_out_one_class():
    sheets = {
        path.name: laid_out(path.read_text()) for path in sorted((settings.BASE_DIR / "static" / "css").glob("*.css"))
    }
    both = {
        (name, sheet, other)
        for sheet, classes in sheets.items()
        for other, others in sheets.items()
        for name in classes & others
        if sheet < other
    }
    assert both == set()
