"""What the staff of an event writes to those who take part: to all, to a round, or to who has not agreed a time.

The words are a row that can be erased; the log holds nothing of it. Who is written to is settled when it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.conduct.allowances import What, most, spend
from accounts.conduct.blocks import blocked_among
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from eventlog.aggregate import lock
from eventlog.sources import new_id
from notices.models import Kind
from tournaments.domain.command_handler import open_tournament
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.notices import tell_once
from tournaments.domain.queries.appointment_states import AppointmentState, state_of
from tournaments.domain.queries.due_notices import Due
from tournaments.domain.state import Round, Status, TournamentFold, published
from tournaments.models import Letter
from web.words import clean_text

LONGEST = 2000  # characters
AUDIENCES = ("all", "round", "unagreed")


def audiences(fold: TournamentFold) -> list[str]:
    """To whom the staff can write now, of `AUDIENCES`."""
    now = published(fold)
    texts = ["all"] if not fold.ended and fold.public else []
    if now.status in (Status.RUNNING, Status.PAUSED) and now.round is not None:
        texts += ["round"]
        texts += ["unagreed"] if any(_unagreed(now, now.round)) else []
    return texts


def _people(now: TournamentFold, audience: str) -> frozenset[UUID]:
    if audience == "all":
        entries = [entry.number for entry in now.entries.values() if entry.here]
    elif now.round is None:
        entries = []
    elif audience == "round":
        entries = [entry for board in now.round.boards for entry in board.entries] + list(now.round.byes)
    else:
        entries = list(_unagreed(now, now.round))
    return frozenset(player for entry in entries for player in now.entries[entry].people)


def _reached(players: frozenset[UUID]) -> list[UUID]:
    """Those of the players who have an account that can be told: across real boards many have none."""
    result = Player.objects.filter(id__in=players, account__isnull=False, bot=False)
    return sorted(result.values_list("id", flat=True))


def readers_of(fold: TournamentFold, audience: str, by: UUID) -> list[UUID]:
    """Whom a letter would reach now.

    Args:
        fold: the event.
        audience: of `AUDIENCES`.
        by: who writes, and gets none; nor does anybody with a block between them.
    """
    meant = _people(published(fold), audience) - {by}
    return _reached(meant - blocked_among(by, meant))


def _unagreed(now: TournamentFold, round: Round) -> Iterator[int]:
    """The entries of boards whose players have not agreed when to play."""
    for board in round.boards:
        state = state_of(now, round, board, timezone.now())
        if state is not None and state is not AppointmentState.AGREED and board.meeting.agreed is None:
            yield from (board.leg.red, board.leg.blue)


def write_letter(*, tournament: UUID, by: UUID, audience: str, text: str, expected: int | None = None) -> Letter:
    """Writes to those who take part. Who has blocked the writer, or is blocked, gets nothing.

    Side effects: keeps the letter and tells its readers, in one transaction; counts it for the day.

    Args:
        tournament: its id.
        by: who writes; one of the staff.
        text: the words; they can be erased.
        audience: of `AUDIENCES`; a round is the last one whose pairing is published.
        expected: how many letters had been written; a second press of the button writes none.

    Raises:
        Illegal: `not-allowed`; `no-choice`; `reason-needed` (`field`) without words; `nobody-to-write`;
            `too-many-letters` (`most`) in a day; `moved-on`.
        PlayerBarred: a penalty stands against it.
    """
    with transaction.atomic():
        lock(tournament)
        opened, fold = open_tournament(tournament)
        DraftedEvents(tournament, fold, opened.now, by).need("arbiter")
        if audience not in audiences(fold):
            raise refuse("no-choice", field="audience")
        if not clean_text(text):
            raise refuse("reason-needed", field="text")
        number = (Letter.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0) + 1
        if expected is not None and expected != number - 1:
            raise refuse("moved-on", expected=expected, actual=number - 1)
        now = published(fold)
        people = readers_of(fold, audience, by)
        if not people:
            raise refuse("nobody-to-write", field="audience")
        refuse_barred(by, Barred.TALK)
        if not spend(by, What.LETTERS):
            raise refuse("too-many-letters", most=most(What.LETTERS))
        letter = Letter.objects.create(
            id=new_id(),
            tournament=tournament,
            number=number,
            by=by,
            audience=audience,
            round=0 if audience == "all" or now.round is None else now.round.number,
            text=clean_text(text)[:LONGEST],
            to=people,
            written=timezone.now(),
        )
        tell_once(tournament, [Due(player, Kind.LETTER, letter.round, 0, number) for player in people])
    return letter


def letter_for(tournament: UUID, number: int, reader: UUID | None, *, staff: bool) -> Letter | None:
    """A letter, if there is one that somebody may read: whom it was written to, and the staff.

    Args:
        tournament: its id.
        number: of the letter, from 1.
        reader: who wants to read it.
        staff: the reader is one of the staff.
    """
    letter = Letter.objects.filter(tournament=tournament, number=number).first()
    return letter if letter is not None and (staff or reader in letter.to) else None
