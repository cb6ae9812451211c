"""Parts of pages that are drawn once for what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.template import Context, Template
from django.test import override_settings
from django.utils.safestring import mark_safe

from web.drawn_parts import drawn


def test_a_part_shows_its_values_alone_and_never_those_of_another_reader(settings: Any, tmp_path: Path) -> None:
    """Equal values of another type show something else: markup and the same text, 1 and true."""
    (tmp_path / "part.html").write_text("{{ name }} {{ count }} {{ secret }}{{ request }}")
    (tmp_path / "other.html").write_text("{{ count }} {{ name }}")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("part.html", {"name": "<b>", "count": 1}),
        ("part.html", {"name": mark_safe("<b>"), "count": 1}),
        ("part.html", {"name": "<b>", "count": True}),
        ("part.html", {"name": "Ada", "count": 2}),
        ("part.html", {"name": "Ada"}),
        ("part.html", {"count": "Ada"}),
        ("other.html", {"name": "Ada", "count": 2}),
    ]
    for _time in range(2):
        assert [drawn(template, **shown) for template, shown in asked] == [
            "&lt;b&gt; 1 ",
            "<b> 1 ",
            "&lt;b&gt; True ",
            "Ada 2 ",
            "Ada  ",
            " Ada ",
            "2 Ada",
        ]
    page = Template('{% drawn "part.html" name=name count=3 %}')
    assert page.render(Context({"name": "Bob", "secret": "10", "request": "GET"})) == "Bob 3 "
    assert page.render(Context({"name": "Eve", "secret": "3"})) == "Eve 3 "


def test_a_part_changes_with_the_addresses_of_the_site() -> None:
    before = drawn("_footer.html")
    with override_settings(STATIC_URL="/elsewhere/"):
        assert "/elsewhere/" in drawn("_links.html", player=False)
    assert "/elsewhere/" not in drawn("_links.html", player=False)
    assert drawn("_footer.html") == before
