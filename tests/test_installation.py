"""`tests/installation.py` knows each command of the page; it runs them at length, by itself."""

from __future__ import annotations

from tests.installation import LEFT_OUT, RUN, commands


def test_each_command_of_the_page_is_run_or_left_out() -> None:
    known = {command: [item for item in (*RUN, *LEFT_OUT) if command.startswith(item)] for command in commands()}
    assert {command: names for command, names in known.items() if len(names) != 1} == {}
    named = list(dict.fromkeys(name for (name,) in known.values()))
    assert [name for name in named if name in RUN] == list(RUN)
    assert {name for name in named if name in LEFT_OUT} == set(LEFT_OUT)
