"""What the process that holds a stream open and the pages that make its lines exchange in headers.

A request has a signature, so that nobody else gets what only the streams may know, or asks without being
counted. The answer has the stream's topics, and how to continue.
"""

from __future__ import annotations

from typing import Literal

from django.core import signing

ASKS = "Stream-Asks"
TOPICS = "Stream-Topics"
"""The topics (`realtime/topics.py`) for the stream, with a space between; without it those that it has.
"""
ABOUT = "Stream-About"
"""The keys of the games that all notices were about since the last question, with a space between; without it anything
may stand otherwise."""
CURSOR = "Stream-Cursor"
"""The query for the next lines."""
UNTIL = "Stream-Until"
"""When the token ends, in seconds since the epoch."""
AGAIN = "Stream-Again"
"""It asks again with each of its heartbeats: who sees a game some time behind is told by nobody that time has gone."""
SHARED = "Stream-Shared"
"""The lines are the same for all requests with the same query."""
END = "Stream-End"
"""Nothing comes after these lines."""

GOOD_FOR = 60
"""Seconds that a signature is good for."""

StreamStep = Literal["first", "more"]

_signer = signing.TimestampSigner(salt="api.streaming")


def signed(step: StreamStep) -> str:
    """The value of `ASKS`.

    Args:
        step: `first` as the stream begins, `more` ever after.
    """
    return _signer.sign(step)


def step_of(value: str) -> StreamStep | None:
    """The step that a value of `ASKS` names; None for one that was not made here, or is too old."""
    try:
        step = _signer.unsign(value, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return "first" if step == "first" else "more"
