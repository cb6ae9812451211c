"""PettingZoo environments of the ten rule books of Stratego, on the engine of Vexillum (the README has all of it)."""

from games.rules import VARIANTS

from .environment import IllegalAction, StrategoEnv, env, raw_env

BOOKS = tuple(VARIANTS)
"""The rule books by slug."""

__all__ = ["BOOKS", "IllegalAction", "StrategoEnv", "env", "raw_env"]
