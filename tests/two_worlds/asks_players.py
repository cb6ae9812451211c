"""How the pages of players are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse

from accounts.models import Player

from .asking import Ask, Asking, Scene, page, seldom, some_name
from .asks_moderation import appealed


def _profile(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("players:profile", args=[some_name(scene)]))


def _block(scene: Scene) -> Iterator[Ask]:
    yield Ask(
        reverse("players:block", args=[some_name(scene)]), method="POST", data=scene.chance.choice(({}, {"undo": "1"}))
    )


def _penalty(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("players:penalty", args=[scene.chance.choice((appealed(scene), UUID(int=7, version=4)))]))


def _acknowledge(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("players:acknowledge", args=[UUID(int=7, version=4)]), method="POST")


def _appeal(name: str, **data: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        path = reverse(f"players:{name}", args=[appealed(scene)])
        yield Ask(path, method="POST", data=data) if data else Ask(path)

    return asking


def _report(scene: Scene) -> Iterator[Ask]:
    """Somebody, the game, and a puzzle, which has no key of a game. With several at a game one is to be chosen."""
    path = reverse("players:report")
    about = Player.objects.filter(name=some_name(scene)).values_list("pk", flat=True).first()
    data = {"why": "stalling", "about": str(about), "text": "Look."}
    yield scene.chance.choice(
        (
            Ask(path, data={"player": some_name(scene)}),
            Ask(path, data={"game": scene.key}),
            Ask(path, data={"game": scene.key}, who="staff"),
            Ask(f"{path}?game={scene.key}", method="POST", data=data),
            Ask(path, data={"puzzle": scene.key}),
        )
    )


def _delete(scene: Scene) -> Iterator[Ask]:
    data = scene.chance.choice(({"sure": "on", "password": "wrong"}, {}))
    yield Ask(reverse("players:delete"), method=scene.chance.choice(("GET", "POST")), data=data)


def _data(scene: Scene) -> Iterator[Ask]:
    """What is in the file is compared whole, in `pages.py`."""
    yield Ask(reverse("players:data"), method=scene.chance.choice(("GET", "POST")))


def _data_file(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("players:data-file", args=["none"]))


def _earlier(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse(scene.chance.choice(("players:terms-version", "players:privacy-version")), args=[0]))


def _vacation(scene: Scene) -> Iterator[Ask]:
    data = scene.chance.choice(({"days": "3"}, {"days": "99"}, {"end": "1"}))
    yield Ask(reverse("players:vacation"), method=scene.chance.choice(("GET", "POST")), data=data)


ASKS: dict[str, Asking] = {
    "players:profile": _profile,
    "players:account": seldom(page("players:account")),
    "players:devices": seldom(page("players:devices")),
    "players:safety": seldom(page("players:safety")),
    "players:preferences": seldom(page("players:preferences")),
    "players:standing": seldom(page("players:standing")),
    "players:penalty": seldom(_penalty),
    "players:acknowledge": seldom(_acknowledge),
    "players:appeal": _appeal("appeal"),
    "players:appeal-write": seldom(_appeal("appeal-write", words="It was luck.")),
    "players:appeal-withdraw": seldom(_appeal("appeal-withdraw", sure="1")),
    "players:conduct": seldom(page("players:conduct")),
    "players:block": seldom(_block),
    "players:report": seldom(_report),
    "players:reports": seldom(page("players:reports")),
    "players:vacation": _vacation,
    "players:data": seldom(_data),
    "players:data-file": seldom(_data_file),
    "players:delete": seldom(_delete),
    "players:audit": seldom(page("players:audit", who="staff")),
    "players:audit-file": seldom(page("players:audit-file", who="staff")),
    "players:terms": seldom(page("players:terms")),
    "players:terms-version": seldom(_earlier),
    "players:privacy": seldom(page("players:privacy")),
    "players:privacy-version": seldom(_earlier),
    "players:agree": seldom(page("players:agree")),
    "admin:terms_": seldom(page("admin:terms_legaltext_changelist", who="staff")),
    "admin:moderation_": page("admin:moderation_auditentry_changelist", who="staff"),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset({"account_", "mfa_", "players:outbox", "players:forget"})
"""Addresses that can show nothing of any game: allauth's own pages, those of second factors, and mails of a demo, which
say what their notices say; those are compared as notices.
"""
