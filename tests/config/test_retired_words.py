"""Names that the glossary has retired."""

import ast

from config.retired_words import bound_names, retired_words

SOURCE = """
def told(one, *, kept): found = [twins for twins in one.settle]

class Sitting:
    one: int
"""


def test_whatever_is_named_is_looked_at_but_fields_of_stored_events() -> None:
    names = {name for _line, name in bound_names(ast.parse(SOURCE))}
    assert names & retired_words().keys() == {"told", "one", "found", "twins", "Sitting"}
    assert "settle" in retired_words()


def test_a_field_of_a_class_keeps_its_name() -> None:
    assert list(bound_names(ast.parse("class Meeting:\n    one: int"))) == [(1, "Meeting")]
