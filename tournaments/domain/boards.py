"""The games of boards: who sits where, and by which terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from accounts.models import Player
from games.domain.clocks import TimeControl
from games.domain.creation import NewGame, new_game
from games.domain.limits import usual_limit
from games.rules import Options, Repetition, Seat
from ratings import ladders_of
from tournaments.domain.drafts import DraftedEvents
from tournaments.domain.state import Entry
from tournaments.domain.terms import Terms

LONGEST_SETUP = 60 * 86_400
"""Seconds: the most that a time control gives for a set-up."""


def seats_of(draft: DraftedEvents, red: int, blue: int) -> dict[Seat, UUID]:
    """Who sits at each seat when two entries meet. Of partners the first has the first seat of their side.

    Args:
        draft: the tournament while a command decides.
        red, blue: entries.
    """
    seats: dict[Seat, UUID] = {}
    for side, number in enumerate((red, blue)):
        entry: Entry = draft.now.entries[number]
        own = (seat for seat in draft.now.terms.rules.seats if seat.side == side)
        seats.update(zip(own, entry.players, strict=False))
    return seats


def game_of(
    draft: DraftedEvents,
    round: int,
    red: int,
    blue: int,
    rated: Mapping[UUID, Player] | None = None,
    seated: Sequence[UUID] = (),
) -> NewGame:
    """A new game between two entries, which is opened together with the events of the draft. Of a real board it is the
    relay: without clocks and ratings, and what is played there is noted, not refused, where it breaks sections 4 to 6.

    Args:
        draft: the tournament while a command decides.
        round: the round that the game is part of.
        red, blue: entries.
        rated: players whose games may be rated (`ratings.domain.queries.rateable`), if that is known already.
        seated: of teams who plays, red first.
    """
    terms = draft.now.terms
    seats = dict(zip(terms.rules.seats, seated, strict=True)) if seated else seats_of(draft, red, blue)
    ladders = ladders_of(seats, rated) if terms.rated and not terms.real else None
    options = _options(terms)
    game = new_game(
        variant=terms.rules,
        players=seats,
        options=replace(options, repetition=Repetition.NOTED) if terms.real else options,
        reveal=terms.reveal,
        reveal_after=terms.reveal_after,
        time=None if terms.real else _time(terms),
        rated=ladders is not None,
        ladders=ladders,
        notes=terms.notes,
        tournament=draft.stream,
        round=round,
        spectators=terms.spectators,
        delay=terms.delay,
        delay_plies=terms.delay_plies,
        approved=draft.now.approved,
        relayed=terms.real,
        actor=draft.by,
    )
    draft.games.append(game)
    return game


def _options(terms: Terms) -> Options:
    """Without a limit of the organiser's the usual one of the variant, so that no game goes on for ever."""
    if terms.options.no_attack_limit is not None:
        return terms.options
    return replace(terms.options, no_attack_limit=usual_limit(terms.rules))


def _time(terms: Terms) -> TimeControl | None:
    """The time control; who has not set up when a no-show is forfeited has lost."""
    if terms.time is None or terms.no_show is None:
        return terms.time
    return replace(terms.time, setup=min(terms.no_show, LONGEST_SETUP))
