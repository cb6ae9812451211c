"""When a game is opened, in words: for everybody, and for who sits there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.domain.state import RevealPlan
from games.presentation.clock_text import Moment
from games.presentation.reveal import RevealText, reveal_text, reveal_words
from games.rules import Seat

RED, BLUE = Seat.RED, Seat.BLUE
AT = datetime(2026, 11, 22, 12, tzinfo=UTC)
PLAYING = RevealPlan(policy="end", after=None, over=False, nothing=False, opened=False, at=None, free=False, openers=())
CLOSED = replace(PLAYING, policy="never", over=True, free=True)


@pytest.mark.parametrize(
    ("policy", "after", "words"),
    [
        ("end", None, "Hidden pieces are shown when the game ends."),
        ("round", None, "Hidden pieces are shown when the round is over."),
        ("event", None, "Hidden pieces are shown when the event is over."),
        ("delay", 5400, "Hidden pieces are shown 1 hour 30 minutes after the end."),
    ],
)
def test_each_policy_has_words(policy: str, after: int | None, words: str) -> None:
    assert reveal_text(replace(PLAYING, policy=policy, after=after)) == RevealText(words)


def test_never_says_what_follows_from_it() -> None:
    (text,) = {reveal_text(replace(PLAYING, policy="never")).text, reveal_text(CLOSED).text}
    assert "no record to download" in text
    assert "For ratings it counts as any other game." in text


def test_a_time_that_is_known_is_told() -> None:
    waiting = replace(CLOSED, policy="delay", after=60, at=AT)
    assert reveal_text(waiting) == RevealText("Hidden pieces will be shown:", Moment.of(AT))
    assert reveal_text(replace(waiting, opened=True, at=None)) == RevealText("All pieces are shown.")
    assert reveal_text(replace(waiting, nothing=True, at=None)) == RevealText("")


def test_only_who_sits_there_is_asked_whether_to_open_it_now() -> None:
    def told(*openers: Seat, seat: Seat | None = RED, free: bool = True) -> tuple[str, tuple[tuple[str, str], ...]]:
        text = reveal_text(replace(CLOSED, openers=openers, free=free), seat)
        return text.proposed, text.acts

    assert told() == ("", (("open", "Propose to open it now"),))
    assert told(BLUE) == ("Blue wants it opened now.", (("open", "Agree to open it now"),))
    assert told(BLUE, Seat.BLUE2)[0].endswith("want it opened now.")
    assert told(RED) == ("You want it opened now. The others have yet to agree.", (("close", "Take it back"),))
    assert told(BLUE, seat=None) == told(free=False) == ("", ())


def test_lists_name_what_is_not_usual() -> None:
    assert [reveal_words("end", None), reveal_words("never", None)] == ["", "never opened"]
    assert reveal_words("delay", 172_800) == "opened 2 days after the end"
