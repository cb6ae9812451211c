"""Two authors edit a study at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection

from games.rules import Illegal
from library.studies.domain import edits
from library.studies.domain.edits import StudyChanged
from library.studies.domain.lines import StudyPlace
from library.studies.models import (
    Study,
    StudyComment,
    StudyDrawing,
    StudyVariation,
)
from tests.scenes import account

from .studied import a_study, another, joins

PLACE = StudyPlace(0, 3)


def at_once(*works: Callable[[], object]) -> list[str]:
    """Does all of it in threads that begin together; what each came to: nothing, or the name of what it was refused
    with."""
    start = threading.Barrier(len(works))
    texts: list[str] = [""] * len(works)

    def run(number: int, work: Callable[[], object]) -> None:
        try:
            start.wait(60)
            work()
        except Illegal as error:
            texts[number] = error.refusal.code
        except StudyChanged:
            texts[number] = "changed"
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=work) for work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return texts


def test_two_authors_at_once(fresh_database: str) -> None:
    """Nothing is lost where they do not touch the same, one is told where they do, and a version is given once."""
    ada = account("Ada")
    study = a_study(ada)
    bob = joins(study, "Bob")
    mine, his = ada.player.pk, bob.player.pk
    begun = Study.objects.get(pk=study.pk).version
    turn = another(study, PLACE)

    def comment(by: object, text: str) -> Callable[[], object]:
        return lambda: edits.write_comment(
            study=study.pk,
            by=by,
            place=PLACE,
            text=text,
            seen=begun,  # type: ignore[arg-type]
        )

    def draw(by: object, square: str) -> Callable[[], object]:
        return lambda: edits.draw(
            study=study.pk,
            by=by,
            place=PLACE,
            colour="red",
            squares=[square],  # type: ignore[arg-type]
        )

    def play(by: object) -> Callable[[], object]:
        return lambda: edits.play(study=study.pk, by=by, place=PLACE, turn=turn)  # type: ignore[arg-type]

    once = at_once(
        comment(mine, "One window."),
        comment(mine, "Another window."),
        comment(his, "Bob's."),
        draw(mine, "a1"),
        draw(his, "a2"),
        play(mine),
        play(his),
    )
    assert sorted(once[:2]) == ["", "changed"]
    assert once[2:] == [""] * 5
    assert StudyComment.objects.count() == 2
    assert sorted(StudyDrawing.objects.get().shapes) == [["red", "a1"], ["red", "a2"]]
    assert [variation.plies for variation in StudyVariation.objects.all()] == [[[turn]]]
    assert Study.objects.get(pk=study.pk).version == begun + 6
