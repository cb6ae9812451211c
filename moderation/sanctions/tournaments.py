"""What penalties do to events. Entries of who may not take part any more are withdrawn, and come back if that was
wrong. Results of games that the moderators change are changed at their boards, and changed back.
"""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction

from accounts.models import Penalty
from games.domain.conflict_retry import retry_on_conflict
from moderation.cases.due_effects import forget, remember, remembered
from moderation.sanctions.games import GIVEN_UP
from notices.domain.commands import notify
from notices.models import Kind as Told
from tournaments.domain.commands import registration, results
from tournaments.domain.commands.succession import GOING
from tournaments.models import PartnerRequest, TournamentEntry, TournamentGame, TournamentStaff

Kind = Penalty.Kind

WITHDRAWN = "entry-withdrawn"
RESULT_TOLD = "event-result-told"
_CHANGED, _GIVEN_BACK = 0, 1


def withdraw_entries(penalty: Penalty) -> None:
    """Withdraws the player's entries, of all events or of rated ones, and tells who organises them. A game that goes on
    is played to its end, unless the penalty says something else of games. A team plays on without the player, who is in
    no line-up any more (`tournaments.domain.commands.lineups`).
    """
    entries = TournamentEntry.objects.filter(player=penalty.player, member=False, presence__in=("entered", "waiting"))
    entries = entries.filter(tournament__status__in=GOING)
    if penalty.kind == Kind.NO_RATED:
        entries = entries.filter(tournament__rated=True)
    else:
        PartnerRequest.objects.filter(player=penalty.player).delete()
        PartnerRequest.objects.filter(partner=penalty.player).delete()
    for tournament, entry in entries.values_list("tournament_id", "entry"):
        with transaction.atomic():
            if remember(penalty.pk, WITHDRAWN, tournament, entry):
                staff = TournamentStaff.objects.filter(tournament=tournament, role="owner")
                for organiser in staff.exclude(player=penalty.player).values_list("player", flat=True):
                    notify(organiser, Told.WITHDRAWN, tournament=tournament, version=entry)
        retry_on_conflict(tournament, partial(registration.withdraw, tournament=tournament, entry=entry, by=None))


def bring_back_entries(penalty: Penalty) -> None:
    """Brings back the entries that the penalty took out, as far as they can come back."""
    for tournament, entry in remembered(penalty.pk, WITHDRAWN):
        retry_on_conflict(tournament, partial(registration.come_back, tournament=tournament, entry=entry, by=None))
        forget(penalty.pk, WITHDRAWN, tournament, entry)


# -- results --------------------------------------------------------------------------------------


def change_results(penalty: Penalty) -> None:
    """Adapts the result at the board to that of the penalty's game, and notifies the staff of the event."""
    if penalty.game is not None:
        _follow(penalty, penalty.game, _CHANGED)


def change_results_back(penalty: Penalty) -> None:
    """The same as the penalty is reversed; also of the games that it gave up, which an arbiter decides."""
    games = [game for game, _seat in remembered(penalty.pk, GIVEN_UP)]
    for game in dict.fromkeys([*games, *([] if penalty.game is None else [penalty.game])]):
        _follow(penalty, game, _GIVEN_BACK)


def _follow(penalty: Penalty, game: UUID, which: int) -> None:
    row = TournamentGame.objects.filter(game=game).first()
    if row is None:
        return
    results.follow_ruling(game, penalty.pk)
    result = partial(notify, tournament=row.tournament_id, round=row.round, board=row.board, version=which)
    with transaction.atomic():
        if remember(penalty.pk, RESULT_TOLD, game, which):
            staff = TournamentStaff.objects.filter(tournament=row.tournament_id, role__in=("owner", "arbiter"))
            for person in staff.exclude(player=penalty.player).values_list("player", flat=True).distinct():
                result(person, Told.RESULT_RULED)
