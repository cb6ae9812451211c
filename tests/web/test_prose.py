"""What an organiser writes is shown, and nothing of it runs, loads or leads elsewhere unseen."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from web.prose import rendered

HARMLESS = {("p", ""), ("a", ""), ("a", "rel"), ("a", "title"), ("a", "href")}


class Seen(HTMLParser):
    """The elements and attributes of some markup, as a browser reads it; an address that is no web page's is told."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, ""))
        for name, value in attrs:
            bad = name == "href" and not (value or "").startswith("https://")
            self.found.append((tag, f"{name}={value}" if bad else name))


def test_markdown_becomes_markup_below_the_headings_of_the_page() -> None:
    assert rendered("# Rules\n\n*Be* there at **ten**.\n\n- one\n- two") == (
        "<h3>Rules</h3>\n<p><em>Be</em> there at <strong>ten</strong>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
    )


def test_links_hand_on_neither_rank_nor_referrer() -> None:
    assert rendered("[site](https://example.org)") == (
        '<p><a href="https://example.org" rel="nofollow noopener noreferrer ugc">site</a></p>\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "![cat](https://example.org/cat.png)",
        "[go](javascript:alert(1))",
        '<a href="/" style="position:fixed">x</a>',
        "[go](data:text/html;base64,PHNjcmlwdD4=)",
        '[x](https://example.org "a\\" onmouseover=\\"b")',
    ],
)
def test_nothing_of_a_stranger_runs_or_loads(text: str) -> None:
    seen = Seen()
    seen.feed(rendered(text))
    assert [(tag, name) for tag, name in seen.found if (tag, name) not in HARMLESS] == []
