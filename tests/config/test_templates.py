"""How templates are written."""

import re

import pytest
from django.conf import settings

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


@pytest.mark.parametrize(
    ("breach", "found"),
    [
        ('<a href="/games/">', True),
        ("<form action='/login/'>", True),
        ('<a hx-get="/my/">', True),
        ('<a href="{% url "games:archive" %}">', False),
        ('<a href="?page=2">', False),
        ('<a href="https://example.org/">', False),
    ],
)
def test_what_a_written_address_is(breach, found):
    assert bool(WRITTEN.search(breach)) is found


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


def test_every_stylesheet_is_short_and_linked_once():
    page = (settings.BASE_DIR / "templates" / "_styles.html").read_text()
    linked = re.findall(r'{% static "(css/[^"]+)" %}', page)
    static = settings.BASE_DIR / "static"
    assert linked[0] == "css/ground.css"  # the others change what it says
    files = {str(path.relative_to(static)): path.read_text() for path in static.rglob("*.css")}
    assert sorted(linked) == sorted(files)
    assert {name: lines for name, text in files.items() if (lines := text.count("\n")) > LINES} == {}
