"""Look the pinned packages up in a list of known vulnerabilities, for `make audit`.

    python -m config.audit PIP_AUDIT REQUIREMENTS…

Ends with 1 if a package has a known vulnerability. Where no list can be reached it says so and ends with 0: a machine
without a network has learned nothing, and nothing is wrong with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

SERVICES = ("pypi", "osv")  # asked in this order, the second where the first cannot be reached
SECONDS = 10  # for one question


@dataclass(frozen=True)
class Findings:
    """What one list knows.

    Args:
        known: how many packages it could look up.
        unknown: the names of those that it could not.
        vulnerable: a line for each vulnerability.
    """

    known: int
    unknown: tuple[str, ...]
    vulnerable: tuple[str, ...]


def findings_of(answers: Iterable[dict[str, Any]]) -> Findings:
    """Read answers of pip-audit, one for each file of requirements."""
    known: set[str] = set()
    unknown: set[str] = set()
    vulnerable: set[str] = set()
    for answer in answers:
        for package in answer["dependencies"]:
            if "vulns" not in package:
                unknown.add(package["name"])
                continue
            known.add(package["name"])
            for result in package["vulns"]:
                mended = ", ".join(result.get("fix_versions", ())) or "no version yet"
                vulnerable.add(f"{package['name']} {package['version']}: {result['id']}, mended in {mended}")
    return Findings(len(known), tuple(sorted(unknown - known)), tuple(sorted(vulnerable)))


def audit(program: str, files: Sequence[str], service: str) -> Findings:
    """Ask a list about all packages that files pin. A list that cannot be reached knows none of them.

    Args:
        program: the path of pip-audit.
        files: requirements files.
        service: the name of the list, as pip-audit knows it.
    """
    answers = []
    for file in files:
        command = [
            *(program, "--requirement", file, "--require-hashes", "--disable-pip", "--format", "json"),
            *("--progress-spinner", "off", "--vulnerability-service", service, "--timeout", str(SECONDS)),
        ]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        try:
            answers.append(json.loads(asked.stdout))
        except ValueError:  # it was not reached
            return Findings(0, (), ())
    return findings_of(answers)


def main(program: str, *files: str) -> int:
    """Ask the lists and say what they know; return the status to end with."""
    for service in SERVICES:
        findings = audit(program, files, service)
        if not findings.known:
            continue
        for line in findings.vulnerable:
            print(line)
        if findings.unknown:
            print(f"{len(findings.unknown)} packages are unknown to {service}: {', '.join(findings.unknown)}")
        print(
            f"{findings.known} packages were looked up at {service}; known vulnerabilities: {len(findings.vulnerable)}."
        )
        return 1 if findings.vulnerable else 0
    print(f"No list of vulnerabilities can be reached (tried: {', '.join(SERVICES)}): nothing was looked up.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
