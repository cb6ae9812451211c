"""Stratego on Vexillum, from Python: `Client` waits for answers, `AsyncClient` is awaited.

    from vexillum_client import Client

    with Client("https://vexillum.example", token) as vexillum:
        for game in vexillum.each_games(variant="duel"):
            print(game["key"], game["result"])

Answers are plain JSON values with types of their own (`vexillum_client.types`). What is refused is raised as `Refused`.
"""

from __future__ import annotations

from . import types
from ._calls import LEFT_OUT, Refused, Version
from ._operations import AsyncOperations, Operations
from .setups import random_rows

__all__ = ["LEFT_OUT", "AsyncClient", "Client", "Refused", "Version", "random_rows", "types"]


class Client(Operations):
    """The service, for a program that waits. It may be shared by threads.

    Args:
        site: its address, such as `https://vexillum.example`.
        token: the secret of a token; none for what is open to everybody.
        language: of the words in refusals, as `Accept-Language` has it.
        timeout: seconds that an answer may take.
    """


class AsyncClient(AsyncOperations):
    """The service, awaited.

    Args:
        site: its address, such as `https://vexillum.example`.
        token: the secret of a token; none for what is open to everybody.
        language: of the words in refusals, as `Accept-Language` has it.
        timeout: seconds that an answer may take.
    """
