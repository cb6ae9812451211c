"""What tests of moderation share with those of people."""

from tests.accounts.conftest import at_once, mails_at_once

__all__ = ["at_once", "mails_at_once"]
