"""What comes next for a player in the tournaments that go on: for the page of one's own games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from eventlog.canonical import at as as_time
from eventlog.statements import execute
from games.models import key_of
from tournaments.domain.calendar import next_round_at
from tournaments.domain.formats import format_of
from tournaments.domain.queries.tournaments import Next, my_next, published_fold_of
from tournaments.domain.state import TournamentFold
from tournaments.presentation.words import MARKS
from web.words import isolated


@dataclass(frozen=True, slots=True)
class Hint:
    """One tournament of a player.

    Args:
        event: its name.
        text: where the player is to play, and against whom.
        what: what there is to do, in words.
        url: where that is done.
        at: when the game is to begin, if a time is agreed, or the next round begins.
        deadline: the hard end of the round, if the game has not begun.
    """

    event: str
    text: str
    what: str
    url: str
    at: datetime | None = None
    deadline: datetime | None = None


_TITLES = b"SELECT tournament, name FROM tournaments_announcement WHERE tournament = ANY(%s)"
_NAMES = b"SELECT id, name FROM players_player WHERE id = ANY(%s)"


def hints_of(player: UUID) -> list[Hint]:
    """The tournaments that a player takes part in and that go on, in the order of their starts."""
    result = [(step, published_fold_of(step.tournament)) for step in my_next(player)]
    if not result:
        return []
    titles = dict(execute(_TITLES, ([step.tournament for step, _fold in result],)))
    names = dict(execute(_NAMES, (list(set(_opponents(result))),)))
    return [
        _hint(step, fold, isolated(titles.get(step.tournament, "")) or _("Tournament"), names) for step, fold in result
    ]


@panel(PanelPlace.GAMES)
def hints_panel(player: Player) -> str:
    """A list of the tournaments that a player takes part in and that go on."""
    return render_to_string("tournaments/_hints.html", {"hints": hints_of(player.id)})


def _opponents(nexts: Iterable[tuple[Next, TournamentFold]]) -> Iterable[UUID]:
    for step, fold in nexts:
        if step.leg is not None:
            yield from fold.entries[step.leg.red].players
            yield from fold.entries[step.leg.blue].players


def _hint(step: Next, fold: TournamentFold, event: str, names: Mapping[UUID, str]) -> Hint:
    key, round, entry = key_of(step.tournament), step.round, step.entry.number
    home = reverse("tournaments:tournament", args=[key])
    if round is None or round.finished_at is not None:
        if len(fold.rounds) >= fold.planned:
            return Hint(event, _("All rounds are played"), "", home)
        if not format_of(fold).plays_on(fold, entry):
            return Hint(event, _("You are out; others play on"), "", home)
        at = next_round_at(fold)
        return Hint(event, _("Round %(round)d is to come") % {"round": len(fold.rounds) + 1}, "", home, at=at)
    words: dict[str, object] = {"round": round.number}
    if entry in round.byes:
        mark = str(MARKS[round.byes[entry]])
        return Hint(event, _("Round %(round)d: %(mark)s") % {"round": round.number, "mark": mark}, "", home)
    table = round.board_of(entry)
    if table is not None and table.taken_back:
        return Hint(event, _("Round %(round)d: your match is taken back, and may be paired again") % words, "", home)
    if step.board is None or step.leg is None:
        return Hint(event, _("Round %(round)d: others are still playing") % words, "", home)
    red = step.leg.red == entry
    players = fold.entries[step.leg.blue if red else step.leg.red].players
    words |= {"board": step.board.number}
    words |= {"name": _(" and ").join(isolated(names.get(player, _("Deleted player"))) for player in players)}
    text = _("Round %(round)d, board %(board)d: red against %(name)s")
    if not red:
        text = _("Round %(round)d, board %(board)d: blue against %(name)s")
    url = reverse("tournaments:board", args=[key, round.number, step.board.number])
    if step.leg.game is not None:
        url = reverse("games:replay", args=[key_of(step.leg.game)])
    at = None if step.board.meeting.agreed is None or step.leg.game else as_time(step.board.meeting.agreed)
    deadline = round.deadline if step.leg.game is None else None
    return Hint(event, text % words, _what(step, fold), url, at=at, deadline=deadline)


def _what(step: Next, fold: TournamentFold) -> str:
    assert step.round is not None
    assert step.board is not None
    assert step.leg is not None
    meeting, entry = step.board.meeting, step.entry.number
    other = step.leg.blue if step.leg.red == entry else step.leg.red
    if step.round.begun_at is None:
        return _("The round has not begun")
    if step.leg.game is not None:
        return _("To the game")
    if fold.terms.real:
        claimed = other in step.leg.claims and entry not in step.leg.claims
        return _("Confirm the result") if claimed else _("Tell the result")
    if meeting.agreed is not None:
        return _("Be there")
    if meeting.proposed.get(other):
        return _("Answer the proposed times")
    return _("Wait for an answer") if meeting.proposed.get(entry) else _("Propose when to play")
