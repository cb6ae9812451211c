"""The mutants of `make mutants` are faults of the source as it is: each text that they replace stands there once."""

from __future__ import annotations

import pytest

from tests.mutants import MUTANTS, Mutant, file_of, files_of_tests


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_a_mutant_is_a_fault_of_the_source_as_it_is(mutant: Mutant) -> None:
    source = file_of(mutant).read_text()
    compile(source.replace(mutant.old, mutant.new), "mutant", "exec")
    assert files_of_tests(mutant)
