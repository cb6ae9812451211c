"""Letters of the staff and notes to proposed times stay sealed for moderators while they may tell a rank: of a game of
the event that is not revealed, in which the writer plays, or at which the writer looked as arbiter.

Each opener is called as `accounts.cases.registry.sealed` says: with the id of the `target`, the `moderator`, and when
the target was `told` of by a report last.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.cases.refusals import CaseRefused
from accounts.cases.registry import sealed
from accounts.models import Player, Report
from games.domain import moderation
from games.models import Game
from tournaments.domain.queries import fold_of
from tournaments.models import Letter, Text, TournamentGame


def open_letter(target: UUID, moderator: Player, told: datetime | None) -> None:
    """The players of these games see that a moderator opens a letter.

    Side effects: as `moderating.open_for_moderator`, for each game.

    Raises:
        CaseRefused: `gone`, if nobody knows any more of which games it may tell.
    """
    letter = Letter.objects.filter(id=target).first()
    if letter is None:
        raise CaseRefused("gone")
    _open(_hidden_games(letter.tournament, letter.by), moderator, Report.Kind.LETTER.value, target, told)


def open_note(target: UUID, moderator: Player, told: datetime | None) -> None:
    """They see that a moderator opens a note: as `open_letter`, with its errors (`CaseRefused`)."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None or text.by is None:
        raise CaseRefused("gone")
    _open(_hidden_games(text.tournament, text.by), moderator, Report.Kind.NOTE.value, target, told)


def _open(games: set[UUID], moderator: Player, what: str, target: UUID, told: datetime | None) -> None:
    for game in sorted(games):
        moderation.open_for_moderator(
            game=game, moderator=moderator.pk, what=what, target=target, written=told, actor=moderator.pk
        )


@sealed(Report.Kind.LETTER.value, opener=open_letter)
def letter_is_sealed(target: UUID) -> bool:
    """Whether a letter may tell a rank now; one that is gone may."""
    letter = Letter.objects.filter(id=target).first()
    return letter is None or bool(_hidden_games(letter.tournament, letter.by))


@sealed(Report.Kind.NOTE.value, opener=open_note)
def note_is_sealed(target: UUID) -> bool:
    """Whether a note may tell a rank now; one that is gone may."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None or text.by is None:
        return True
    return bool(_hidden_games(text.tournament, text.by))


def _hidden_games(tournament: UUID, writer: UUID) -> set[UUID]:
    """The games of an event whose ranks a writer may know and not all do."""
    ids = TournamentGame.objects.filter(tournament=tournament).values("game")
    own = Game.objects.filter(id__in=ids, seats__player=writer, revealed=False)
    looked = {
        call.game
        for call in fold_of(tournament).calls
        if call.game is not None and any(one.ruling == "looked" and one.arbiter == writer for one in call.answers)
    }
    beside = Game.objects.filter(id__in=looked, revealed=False)
    return {*own.values_list("id", flat=True), *beside.values_list("id", flat=True)}
