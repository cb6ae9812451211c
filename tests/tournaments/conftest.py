"""The time, as tests of notices have it."""

from tests.players.notices.conftest import time  # noqa: F401
