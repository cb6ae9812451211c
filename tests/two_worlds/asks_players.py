"""How the pages of players are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom


def _name(scene: Scene) -> str:
    """One of the players of the game, as `Cast` names them."""
    return f"Player {scene.chance.choice(scene.seats).slug}"


def _profile(scene: Scene) -> Iterator[Ask]:
    """It counts games and lists the last ones."""
    yield Ask(reverse("players:profile", args=[_name(scene)]))


def _block(scene: Scene) -> Iterator[Ask]:
    yield Ask(
        reverse("players:block", args=[_name(scene)]), method="POST", data=scene.chance.choice(({}, {"undo": "1"}))
    )


def _report(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("players:report"), data={"player": _name(scene)})


def _delete(scene: Scene) -> Iterator[Ask]:
    """Deleting gives up the game, which everybody may know."""
    data = scene.chance.choice(({"sure": "on", "password": "wrong"}, {}))
    yield Ask(reverse("players:delete"), method=scene.chance.choice(("GET", "POST")), data=data)


def _vacation(scene: Scene) -> Iterator[Ask]:
    data = scene.chance.choice(({"days": "3"}, {"days": "99"}, {"end": "1"}))
    yield Ask(reverse("players:vacation"), method=scene.chance.choice(("GET", "POST")), data=data)


ASKS: dict[str, Asking] = {
    "players:profile": _profile,
    "players:account": seldom(page("players:account")),
    "players:preferences": seldom(page("players:preferences")),
    "players:block": seldom(_block),
    "players:report": seldom(_report),
    "players:vacation": _vacation,
    "players:delete": seldom(_delete),
    "admin:moderation_": page("admin:moderation_auditentry_changelist", who="staff"),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset({"account_", "players:outbox"})
"""Addresses that can show nothing of any game: allauth's own pages, and mails of a demo, which say what their notices
say; those are compared as notices.
"""
