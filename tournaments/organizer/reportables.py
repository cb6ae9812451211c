"""How a letter of the staff, or a note to proposed times, is found that somebody reports."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from accounts.cases.reports import Reportable, reportable
from accounts.models import Player, Report
from games.models import key_of
from tournaments.domain.queries import published_fold_of
from tournaments.models import Letter, Text


@reportable(Report.Kind.LETTER.value)
def find_letter(target: UUID, reporter: Player) -> Reportable | None:
    """A letter, for whom it was written to."""
    letter = Letter.objects.filter(id=target).first()
    if letter is None or reporter.id not in letter.to or not letter.text:
        return None
    writer = Player.objects.filter(id=letter.by).first()
    url = reverse("tournaments:letter", args=[key_of(letter.tournament), letter.number])
    return None if writer is None else Reportable(about=writer, excerpt=letter.text, url=url)


@reportable(Report.Kind.NOTE.value)
def find_note(target: UUID, reporter: Player) -> Reportable | None:
    """A note to proposed times that stand, for the other side of the board."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None:
        return None
    writer = None if text.by is None else Player.objects.filter(id=text.by).first()
    fold = published_fold_of(text.tournament)
    mine = fold.entry_of(reporter.id)
    round = fold.round
    board = None if mine is None or round is None else round.board_of(mine.number)
    if writer is None or mine is None or round is None or board is None or target not in board.meeting.notes.values():
        return None
    url = reverse("tournaments:board", args=[key_of(text.tournament), round.number, board.number])
    return Reportable(about=writer, excerpt=text.text, url=url)
