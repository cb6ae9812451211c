"""The links of head and foot, where `base.html` puts them, in the language of who reads."""

from __future__ import annotations

from django.template import Context, Template


def drawn(part: str, room: str = "") -> str:
    return Template(f'{{% load menu %}}{{% menu "{part}" %}}').render(Context({"room": room}))


def test_links_stand_in_their_order_and_the_room_of_the_page_is_marked() -> None:
    assert drawn("bar", "tournaments").split("\n") == [
        '<a href="/lobby/">Play</a>',
        '<a class="wide" href="/watch/">Watch</a>',
        '<a class="wide" href="/tournaments/" aria-current="page">Tournaments</a>',
        '<a class="wide" href="/games/">Games</a>',
        '<a class="wide" href="/rules/">Rules</a>',
    ]
    assert (
        drawn("folded", "tournaments").split("\n")[1]
        == '<li class="narrow"><a href="/tournaments/">Tournaments</a></li>'
    )
    assert drawn("more", "puzzles").split("\n") == [
        '<li><a href="/puzzles/" aria-current="page">Puzzles</a></li>',
        '<li><a href="/studies/">Studies</a></li>',
    ]
    assert "aria-current" not in drawn("own") + drawn("foot", "rules")
