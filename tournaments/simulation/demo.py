"""The events of a demo: one that is over, one that runs and waits for the demo accounts, one that takes entries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.people.bots import bots
from eventlog.canonical import microseconds
from eventlog.sources import injected
from games.domain import command_handler, commands
from games.domain.clocks import PRESETS
from games.domain.listeners import unheard
from games.rules import Seat
from tournaments.domain import lifecycle
from tournaments.domain.commands import arbitration, organization, registration, results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.domain.terms import Terms, usual_terms
from tournaments.models import Announcement, Tournament
from tournaments.simulation.events import open_games
from tournaments.simulation.games import play_game, play_some

_OURS = UUID("1c1f8a4e-5d0b-4f3c-8a52-0b7b0f0d9d11")
_NAMES = ("Anvil", "Bramble", "Cinder", "Dapple", "Ember", "Flint", "Garnet", "Hazel", "Iris", "Juniper")


def load_events(*, red: Player, blue: Player, arbiter: Player) -> int:
    """Makes the events that are not there; one that was to come or ran is made anew once it is over.

    Side effects: appends tournaments, with games that are played through the commands.

    Args:
        red, blue: the players of the demo.
        arbiter: who organises them.

    Returns:
        How many were made.
    """
    made = 0
    wanted = ((_past, False), (_present, True), (_future, True))
    for make, current in wanted:
        name, description = _WORDS[make.__name__]
        if not _there(str(name), arbiter, current=current):
            with unheard(), transaction.atomic():  # half an event would look like one that is there
                make(red, blue, arbiter, str(name), str(description))
            made += 1
    return made


def _there(name: str, owner: Player, *, current: bool) -> bool:
    ids = Announcement.objects.filter(owner=owner.id, name=name).values("tournament")
    tournaments = Tournament.objects.filter(id__in=ids)
    if current:
        tournaments = tournaments.exclude(status__in=(Status.FINISHED.value, Status.CANCELLED.value))
    return tournaments.exists()


_WORDS = {
    "_past": (
        "Autumn Swiss",
        "Five rounds of **Barrage** in one evening. The games are open to everybody: replay them, or take the records "
        "from the downloads.",
    ),
    "_present": (
        "Flag Cup",
        "A knockout with three days a move. In a semi-final *red* meets *blue*; sign in as one of them and play on.\n\n"
        "- Who loses a semi-final plays for the third place.\n- Call the arbiter from the board if something is amiss.",
    ),
    "_future": (
        "Winter Open",
        "Everybody is welcome.\n\n1. Enter by the button above.\n2. Check in during the half hour before the start.\n"
        "3. Play.\n\nByes of half a point may be asked for twice.",
    ),
}


def _computers(count: int) -> list[UUID]:
    """Players of the demo that nobody plays for once it is loaded."""
    players = [
        Player.objects.get_or_create(id=uuid5(_OURS, name), defaults={"name": f"{name} (computer)", "bot": True})[0]
        for name in _NAMES[:count]
    ]
    return [player.id for player in players]


def _announced(
    owner: Player, terms: Terms, name: str, description: str, players: Sequence[UUID], *, zone: str = "UTC"
) -> UUID:
    tournament = organization.create_tournament(
        owner=owner.id, terms=terms, name=name, description=description, place=_("Online"), zone=zone
    )
    organization.announce(tournament=tournament, by=owner.id)
    for player in players:
        registration.enter(tournament=tournament, players=[player], by=player)
    return tournament


def _past(red: Player, blue: Player, arbiter: Player, name: str, description: str) -> None:
    """A Swiss of twelve, a week ago."""
    now = [datetime.now(UTC) - timedelta(days=7)]
    chance = random.Random(name)  # noqa: S311 - games, not secrets
    terms = usual_terms("barrage", rounds=5, rated=False)
    with injected(clock=lambda: now[0]):
        players = [red.id, *_computers(10), blue.id]
        tournament = _announced(arbiter, terms, name, description, players)
        lifecycle.start(tournament=tournament, by=arbiter.id)
        for _round in range(5):
            lifecycle.pair(tournament=tournament, by=arbiter.id)
            lifecycle.begin_round(tournament=tournament, by=arbiter.id)
            for _place, game in open_games(tournament):
                play_game(game, chance)
                now[0] += timedelta(seconds=40)
                results.take_over(game=game)
            now[0] += timedelta(minutes=5)
        lifecycle.finish(tournament=tournament, by=arbiter.id)


def _present(red: Player, blue: Player, arbiter: Player, name: str, description: str) -> None:
    """A knockout of eight in its semi-finals: red meets blue, and two of the service's bots play each other."""
    drummer, bugler, fifer = (bot.id for bot in bots(3))
    first, second, third = _computers(3)
    # Seeds 1 and 4 meet in one semi-final, 2 and 3 in the other, if the higher ones win.
    players = [red.id, drummer, bugler, blue.id, first, second, third, fifer]
    terms = replace(
        usual_terms("barrage", "knockout", rated=False, third_place=True, seeding="hand"), time=PRESETS["3-days"]
    )
    tournament = _announced(arbiter, terms, name, description, players)
    organization.seed_by_hand(tournament=tournament, order=range(1, 9), by=arbiter.id)
    lifecycle.start(tournament=tournament, by=arbiter.id)
    lifecycle.pair(tournament=tournament, by=arbiter.id)
    lifecycle.begin_round(tournament=tournament, by=arbiter.id)
    chance = random.Random(name)  # noqa: S311 - games, not secrets
    for _place, game in open_games(tournament):
        _win_for(game, players[:4], chance)
        results.take_over(game=game)
    lifecycle.pair(tournament=tournament, by=arbiter.id)
    lifecycle.begin_round(tournament=tournament, by=arbiter.id)
    fold = fold_of(tournament)
    board = next(
        board for board in fold.rounds[1].boards if {*board.entries} == {1, 4}
    )  # red entered first, blue fourth
    assert board.leg.game is not None
    play_some(board.leg.game, chance, most=12)
    text = _("May a Scout attack at the end of a long move?")
    arbitration.call_arbiter(tournament=tournament, round=2, board=board.number, by=blue.id, about="rules", text=text)


def _win_for(game: UUID, winners: Sequence[UUID], chance: random.Random) -> None:
    """Plays on a little; then who is not to win gives up."""
    now = command_handler.open_game(game)
    play_some(game, chance, most=14)
    for seat in (Seat.RED, Seat.BLUE):
        if UUID(now.created.seats[seat.slug] or "") not in winners and not command_handler.open_game(game).outcome:
            commands.resign(game=game, seat=seat)


def _future(red: Player, blue: Player, arbiter: Player, name: str, description: str) -> None:
    """A Swiss that begins on a Saturday evening in two weeks, and takes entries."""
    today = datetime.now(UTC).replace(hour=18, minute=0, second=0, microsecond=0)
    begins = today + timedelta(days=14 + (5 - today.weekday()) % 7)
    terms = usual_terms(
        "barrage", rounds=7, starts=microseconds(begins), check_in=1800, capacity=64, half_byes=2, late=2
    )
    _announced(arbiter, terms, name, description, [blue.id, *_computers(4)], zone="Europe/Berlin")
