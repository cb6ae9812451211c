"""The process that pairs: it answers as the function does, and may crash, hang and wear out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest
from hypothesis import given

from tests.tournaments.tables import events, table
from tournaments.pairing import worker
from tournaments.pairing.choices import why_not
from tournaments.pairing.rounds import CannotPair, Choice
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.worker import pair_in_worker, table_from_value, table_value, why_not_in_worker
from tournaments.scoring.crosstable import Crosstable

pytestmark = pytest.mark.slow

EVENT = table("2400 3w1\n2390 4b1\n2380 1b0\n2370 2w0\n2360 Z", rounds=3)
FULL = table("2400 2w1\n2390 1b0", rounds=3)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """The process that earlier tests have asked is not worn out in the midst of one of these."""
    if worker._worker is not None:
        worker._worker.left = worker.TASKS


def pid() -> int:
    assert worker._worker is not None
    return worker._worker.process.pid


@given(events())
def test_crosstables_go_through_json(event: Crosstable):
    assert table_from_value(table_value(event)) == event


def test_it_answers_as_the_function_does():
    assert pair_in_worker(EVENT) == pair_round(EVENT)
    assert why_not_in_worker(FULL) == why_not(FULL) == (Choice("meet-again", {"pairs": ((1, 2),)}), Choice("end", {}))
    with pytest.raises(CannotPair) as refused:
        pair_in_worker(FULL)
    assert (refused.value.code, refused.value.params) == ("no-pairing", {})


def test_one_process_answers_until_it_is_worn_out(monkeypatch: pytest.MonkeyPatch):
    pair_in_worker(EVENT)
    first = pid()
    pair_in_worker(EVENT)
    assert pid() == first
    assert worker._worker is not None
    worker._worker.left = 0
    assert pair_in_worker(EVENT) == pair_round(EVENT)
    assert pid() != first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_crash_is_told_and_the_next_round_paired():
    pair_in_worker(EVENT)
    os.kill(pid(), signal.SIGSTOP)
    threading.Timer(0.2, os.kill, (pid(), signal.SIGKILL)).start()
    with pytest.raises(CannotPair) as refused:
        pair_in_worker(EVENT)
    assert (refused.value.code, refused.value.params) == ("engine-failed", {"how": "crash"})
    assert pair_in_worker(EVENT) == pair_round(EVENT)


def test_one_without_work_ends_by_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker, "_worker", None)
    monkeypatch.setattr(worker, "IDLE", 0.3)
    pair_in_worker(EVENT)
    assert worker._worker is not None
    assert worker._worker.process.wait(timeout=60) == 0
    assert pair_in_worker(EVENT) == pair_round(EVENT)


def test_one_that_hangs_is_ended():
    pair_in_worker(EVENT)
    hung = pid()
    os.kill(hung, signal.SIGSTOP)
    with pytest.raises(CannotPair) as refused:
        pair_in_worker(EVENT, timeout=0.2)
    assert (refused.value.code, refused.value.params) == ("engine-failed", {"how": "timeout"})
    with pytest.raises(ProcessLookupError):
        os.kill(hung, 0)


def test_large_events_have_more_time():
    assert [worker.time_limit(players) for players in (2, 300, 2000)] == [60, 60, 400]


def test_a_forked_process_has_a_worker_of_its_own():
    pair_in_worker(EVENT)
    child = os.fork()
    if child == 0:
        try:
            good = worker._worker is None and pair_in_worker(EVENT) == pair_round(EVENT)
            if worker._worker is not None:
                worker._worker.close()
        finally:
            os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert pair_in_worker(EVENT) == pair_round(EVENT)


def test_it_knows_no_secrets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VEXILLUM_SECRET_KEY", "told to nobody")
    monkeypatch.setattr(worker, "_worker", None)
    pair_in_worker(EVENT)
    with open(f"/proc/{pid()}/environ") as file:
        names = {line.partition("=")[0] for line in file.read().split("\0") if line}
    assert names == {"PATH", "PYTHONPATH", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"}


def test_the_web_does_not_load_the_engine():
    """Importing what pages and tasks import loads neither the engine nor its libraries."""
    loaded = "import sys, tournaments.pairing.swiss, tournaments.files.formats.trf"
    code = f"{loaded}; print([m for m in sys.modules if 'swiss' in m])"
    result = subprocess.run([sys.executable, "-c", code], cwd=worker.ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "['tournaments.pairing.swiss']\n"
