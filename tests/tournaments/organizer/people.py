"""People with browsers, and what the desk's pages say."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import UUID

from django.test import Client

from accounts.models import Account
from games.models import key_of
from tests.scenes import account


def person(name: str) -> tuple[Account, Client]:
    made, client = account(name), Client()
    client.force_login(made)
    return made, client


def address(tournament: UUID, rest: str = "") -> str:
    return f"/tournaments/{key_of(tournament)}/{rest}"


def words(answer: Any) -> str:
    """The page, with the space between its words made even."""
    return " ".join(answer.content.decode().split())


def fields(answer: Any, do: str = "", *, nth: int = 0) -> dict[str, str]:
    """What the form of an action would send as it stands: its hidden fields and those that are filled in."""
    pages = [form for form in re.findall(r"<form.*?</form>", answer.content.decode(), re.S) if f'value="{do}"' in form]
    texts: dict[str, str] = {}
    for name, text in re.findall(r'<textarea name="([^"]*)".*?>(.*?)</textarea>', pages[nth], re.S):
        texts[name] = unescape(text).removeprefix("\n").strip("\n")
    for tag in re.findall(r"<input[^>]*>", pages[nth]):
        name, value = (re.search(rf'{name}="([^"]*)"', tag) for name in ("name", "value"))
        box = 'type="checkbox"' in tag or 'type="radio"' in tag
        if name and (not box or "checked" in tag):
            texts[name[1]] = value[1] if value else ("on" if box else "")
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', pages[nth], re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        texts[name] = chosen[1] if chosen else ""
    texts.pop("csrfmiddlewaretoken", None)
    return texts | ({"do": do} if do else {})
