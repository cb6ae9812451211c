"""`make audit`: what it says and how it ends, by what the list of vulnerabilities answers."""

import json
import sys
from pathlib import Path

import pytest

from config import audit

KNOWN = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {"name": "nh3", "version": "0.3", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["0.3.1"], "aliases": []}]}
UNKNOWN = {"name": "py4swiss", "skip_reason": "Dependency not found on PyPI"}


def program(folder: Path, **answers: list | None) -> str:
    """A stand-in for pip-audit that answers as each service does; None: it is not reached."""
    path = folder / "pip-audit"
    texts = {name: "" if answer is None else json.dumps({"dependencies": answer}) for name, answer in answers.items()}
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"text = {texts!r}[sys.argv[sys.argv.index('--vulnerability-service') + 1]]\n"
        "print(text)\nsys.exit(text == '' or 'PYSEC' in text)\n"
    )
    path.chmod(0o700)
    return str(path)


@pytest.mark.parametrize(
    ("pypi", "osv", "status", "words"),
    [
        ([KNOWN], None, 0, "1 packages were looked up at pypi; known vulnerabilities: 0."),
        (
            [KNOWN, BAD, UNKNOWN],
            None,
            1,
            "nh3 0.3: PYSEC-2026-1, mended in 0.3.1\n1 packages are unknown to pypi: py4swiss\n"
            "2 packages were looked up at pypi; known vulnerabilities: 1.",
        ),
        (None, [KNOWN], 0, "1 packages were looked up at osv; known vulnerabilities: 0."),
        (
            [UNKNOWN],
            None,
            0,
            "No list of vulnerabilities can be reached (tried: pypi, osv): nothing was looked up.",
        ),
    ],
)
def test_it_ends_with_1_for_what_was_found_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pypi, osv, status: int, words: str
) -> None:
    assert audit.main(program(tmp_path, pypi=pypi, osv=osv), "requirements.txt", "requirements-dev.txt") == status
    assert capsys.readouterr().out == words + "\n"
