"""A turn as it is submitted, with its geometry computed once."""

from __future__ import annotations

GAIT_NONE = 0  # no straight line and no cavalry path: nobody moves like this
GAIT_STEP = 1  # one square
GAIT_TWO = 2  # two squares straight
GAIT_FAR = 4  # three squares or more, straight
GAIT_BENT = 8  # two squares with a turn of direction
GAIT_SHOT = 16  # a Cannon's shot: three squares straight, over lakes and empty stockades


class Turn:
    """One submission (RULES section 3): squares are indices of the board that made it, and text is its canonical
    notation.

    Turns are made by `Board.turn` and shared; two turns are equal if their texts are. `borders` has a bit for each
    border that the path crosses (section 4). The bent path of a cavalry move also has the bit of its two end squares:
    so one AND over the last turns answers both sentences of that section.
    """

    __slots__ = ("between", "borders", "gait", "parts", "source", "swap", "target", "text", "via")

    def __init__(
        self,
        *,
        text: str,
        source: int,
        target: int,
        via: int = -1,
        gait: int = GAIT_NONE,
        between: int = 0,
        borders: int = 0,
    ) -> None:
        self.text = text
        self.source = source
        self.target = target
        self.via = via
        self.gait = gait
        self.between = between
        self.borders = borders
        self.swap = 1 << source | 1 << target
        self.parts = (source, target, gait, between, borders, 1 << source, self.swap)
        """What the engine asks at every ply, to be taken in one step."""

    @property
    def path(self) -> tuple[int, ...]:
        """The squares named by the notation, first to last."""
        return (self.source, self.target) if self.via < 0 else (self.source, self.via, self.target)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Turn({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)
