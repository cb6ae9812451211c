"""The end of a program: at once it runs no more, and what it was let do goes piece by piece, however many let it in.

A program being deleted has neither owner nor name. So no token of it works from then on; its streams end with the piece
that their tokens are in, and their next line would be refused anyway. A worker continues where the first piece does not
suffice, and the tidying of the day finishes what was broken off.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import QuerySet

from api.models import DeviceSignIn, Grant, KnownAs, Program
from api.tokens import grants

PIECE = 500
"""Grants, or other rows with a key of their own, that go together."""


def delete_program(program: Program) -> None:
    """Delete a program with all that it was let do.

    Args:
        program: whether its owner asks is checked by the caller.
    """
    with transaction.atomic():
        _delete(Program.objects.filter(pk=program.pk))


def clear(program: str) -> bool:
    """Delete a piece of a program being deleted; return whether there is more. Safe to call twice, and at once.

    Args:
        program: its id; one that is not to go stays.
    """
    with transaction.atomic():
        if not to_go().select_for_update().filter(pk=program).exists():
            return False
        result = list(Grant.objects.filter(program=program).values_list("pk", flat=True)[:PIECE])
        piece = Grant.objects.filter(pk__in=result)
        grants.end(piece)  # with the streams of all of them together
        piece.delete()
        if len(result) == PIECE:
            return True
        for kind in (KnownAs, DeviceSignIn):
            rows: QuerySet[Any] = kind.objects.filter(program=program)
            ids = list(rows.values_list("pk", flat=True)[:PIECE])
            rows.filter(pk__in=ids).delete()
            if len(ids) == PIECE:
                return True
        Program.objects.filter(pk=program).delete()
    return False


@shared_task
def clear_program(program: str) -> None:
    """Delete a piece of a program being deleted, and schedule the next."""
    if clear(program):
        clear_program.delay(program)


def to_go() -> QuerySet[Program]:
    programs: QuerySet[Program] = Program.objects.filter(owner=None, name="")
    return programs


def delete_programs_of(account: UUID) -> None:
    _delete(Program.objects.filter(owner=account))


def _delete(programs: QuerySet[Program]) -> None:
    ids = list(programs.values_list("pk", flat=True))
    Program.objects.filter(pk__in=ids).update(owner=None, name="", redirect_uris="", secret="")
    for item in ids:
        if clear(item):
            transaction.on_commit(
                partial(clear_program.delay, item)
            )  # without a broker the tidying of the day finds it
