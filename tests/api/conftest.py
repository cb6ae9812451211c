"""What tests of the API share."""

from __future__ import annotations

import pytest

from players.mails import posting as mail


@pytest.fixture(autouse=True)
def mails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that roll back never commit: a mail is sent as soon as it is posted, and not once that is committed."""
    monkeypatch.setattr(mail, "_once_committed", lambda act: act())
