"""What a person can do on a page a program can do, or it is told why not."""

from __future__ import annotations

import re
from pathlib import Path

from django.urls import get_resolver

from api.v1.urls import endpoints
from tests.accounts.conduct.test_doors import writes
from tests.api.test_event_actions import AT as AT_EVENTS
from tests.api.test_event_actions import READ_ALONE

AT = {
    "bots:again": "api:again",
    "bots:become": "api:become-bot",
    "bots:computer": "api:computer",
    "bots:now": "api:computer",
    "bots:play-on": "api:play-on",
    "lobby:cancel": "api:seek",
    "lobby:challenge": "api:challenges",
    "lobby:decline": "api:decline",
    "lobby:join": "api:join",
    "lobby:leave": "api:leave-seek",
    "lobby:mine": "api:my-seeks",
    "lobby:post": "api:seeks",
    "lobby:rematch": "api:rematch",
    "notices:read": "api:notices",
    "notices:settings": "api:wishes",
    "play:act": "api:draw",  # and `resignation`, `abortion`, `reveal`
    "play:turn": "api:turns",
    **dict.fromkeys(("players:appeal", "players:appeal-write", "players:appeal-withdraw"), "api:appeal"),
    "players:data": "api:data",
    "players:acknowledge": "api:acknowledgement",
    "players:block": "api:block",
    "players:preferences": "api:preferences",
    "players:report": "api:reports",
    "players:vacation": "api:vacation",
    "puzzles:puzzle": "api:puzzle",
    "setups:edit": "api:game-draft",
    "setups:workshop": "api:saved-setups",
    "studies:answer": "api:study-membership",
    "studies:begin": "api:studies",
    "studies:delete": "api:study",
    "studies:edit": "api:study-comments",
    "studies:settings": "api:study-settings",
    "talk:guess": "api:guess",
    "talk:mute": "api:mutes",
    "talk:note": "api:notes",
    "talk:open-guesses": "api:guesses",
    "talk:talk": "api:talk",
}
"""Where programs do what people send to a page; of tournaments see `test_event_actions.py`."""


def page_only() -> set[str]:
    """The addresses that the table of `api/README.md` names; `…` stands for all that begin so."""
    text = Path("api/README.md").read_text()
    table = text[text.index("## Actions that only pages have") :]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_whatever_a_page_takes_a_program_sends_or_is_told_why_not() -> None:
    sent = {name for name in writes(get_resolver().url_patterns) if not name.startswith("api:")}
    alone = page_only()
    beginnings = tuple(name.removesuffix("…") for name in alone if name.endswith("…"))
    of_events = {name for name in sent if name.startswith("tournaments:")}
    known = AT.keys() | AT_EVENTS.keys() | alone | {name for name in of_events if name.startswith(READ_ALONE)}
    assert {name for name in sent - known if not name.startswith(beginnings)} == set()
    assert {name for name in alone if not name.endswith("…")} - sent == set()
    assert {*AT.values(), *AT_EVENTS.values()} - {f"api:{endpoint.name}" for endpoint in endpoints} == set()
