"""What tests of people share."""

from __future__ import annotations

import pytest

from accounts.mails import outbox as mail


@pytest.fixture(autouse=True)
def mails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that roll back never commit: a mail is sent as soon as it is posted, and not once that is committed."""
    monkeypatch.setattr(mail, "_once_committed", lambda act: act())


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page does after its transaction is done while the page is made, as where tests roll nothing back."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda act, **_how: act())
