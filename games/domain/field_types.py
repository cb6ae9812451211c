"""The texts that events of games may hold, besides those of the log (`eventlog/field_types.py`): turns, set-ups and
cards.
"""

from __future__ import annotations

from typing import Annotated

from eventlog.field_types import Token
from games.rules.squares import SQUARE_NAME as _SQUARE

_RANK = "[FS2-9MBCP]"
_TURN = (
    rf"{_SQUARE}(?:-{_SQUARE}){{1,2}}(?:\*[1-9][0-9]{{0,2}}@{_SQUARE}|(?:={_SQUARE})?(?:\?{_SQUARE})?)"  # a move
    rf"|\*(?:0|[1-9][0-9]{{0,2}}@{_SQUARE})|\+(?:0|{_RANK}@{_SQUARE})|[>=]{_SQUARE}"  # a part alone
    rf"|{_SQUARE}(?:\?(?:0|{_SQUARE}(?:,{_SQUARE})?)|!{_RANK}{{1,24}}|={_SQUARE}:{_RANK})"  # at cards
)

TurnText = Annotated[str, Token(_TURN, 32)]
"""A turn in canonical notation (docs/notation.md); with a digit in every form of it, so a name is none."""

Placement = Annotated[str, Token(r"[FS2-9MBCP.]{1,64}", 64, secret=True)]
"""A set-up, one character a home square."""

Cards = Annotated[str, Token(rf"{_RANK}{{1,24}}", 24, secret=True)]
"""The order of a shuffled deck, the top card first."""
