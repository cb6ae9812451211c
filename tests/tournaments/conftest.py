"""The time, as tests of notices have it."""

from tests.notices.conftest import time  # noqa: F401
