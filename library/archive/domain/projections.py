"""The entries of the archive follow the log: made with the game, filled when its end is public, and when it is opened.

A game's entry is written three times, not at a turn, and again if the moderators change its result. What the reveal
opens is written by `GameRevealed` and by nothing before (RULES section 9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from accounts.people.bots import is_computer
from eventlog.histories import events_of
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.domain.events import GameRevealed
from games.domain.placement import form_of
from games.domain.projections import (
    GAME_EVENTS,
    RULING,
    GameChange,
    GameCourse,
    applied_versions,
    changes_of,
    course_after,
    only_goes_on,
    standing_result,
)
from games.domain.state import GameFold
from games.models import key_of
from games.rules import Seat, Variant, View, Viewer, first_attack_of, seat_of_slug
from library.archive.domain.facts import (
    FACT_BITS,
    STRETCH_BITS,
    EntryFacts,
    loss_code,
    piece_code,
    setup_bits,
)
from ratings.domain.projections import ENDING, Ended, on_strengths, ordering_keys_of, strengths_before

_FIXED = ("game", "place", "variant", "source", "red", "blue", "sitting", "event", "round")
_MOVING = {
    "result": "text",
    "outcome": "text",
    "played": "timestamptz",
    "plies": "int4",
    "noted": "int4",
    "attacked": "int4",
    "losses": "int4[]",
    "red_left": "int2",
    "blue_left": "int2",
    "kept": "int2[]",
    "red_setup": "bit(600)",
    "blue_setup": "bit(600)",
    "red2_setup": "bit(600)",
    "blue2_setup": "bit(600)",
}
_IN_STRETCH = f"ARRAY(SELECT (place >> {STRETCH_BITS} << {FACT_BITS}) | fact FROM unnest(%s::int8[]) fact)"  # noqa: S608
_INSERT = f"""
INSERT INTO archive_entry ({", ".join((*_FIXED, *_MOVING))}, facts)
SELECT new.*, {", ".join(f"%s::{kind}" for kind in _MOVING.values())}, {_IN_STRETCH}
FROM (
    VALUES (%s::uuid, %s::int8, %s::text, %s::text, %s::uuid[], %s::uuid[], %s::text, %s::text, %s::int4)
) new ({", ".join(_FIXED)})
""".encode()  # noqa: S608 (names of our own columns)
_UPDATE = f"""
UPDATE archive_entry SET {", ".join(f"{name} = %s::{kind}" for name, kind in _MOVING.items())}, facts = {_IN_STRETCH}
WHERE game = %s::uuid
""".encode()  # noqa: S608


@projection(
    "search", events=GAME_EVENTS, tables=("archive_entry",), writes_only=True, applied_versions=applied_versions
)
def project_entries(stored: Sequence[Stored]) -> None:
    """The entry of each game that is made, is over for everybody, or is opened."""
    if only_goes_on(stored):
        return
    made, filled = [], []
    for change in changes_of(stored):
        if change.whole:
            known = _known(change)
            game = (change.id, change.stored[0].position, known.variant, known.source)
            who = (list(known.red), list(known.blue), known.sitting, known.event, known.round)
            made.append((*_moving(known), known.facts, *game, *who))
        elif change.ends or events_of(change.stored, (GameRevealed, *RULING)):
            known = _known(change)
            filled.append((*_moving(known), known.facts, change.id))
    write("archive_entry", _INSERT, made)
    write("archive_entry", _UPDATE, filled)


def _known(change: GameChange) -> EntryFacts:
    over = change.now.public_status == "over" and change.now.state is not None
    if not over or change.now.outcome is None or change.now.outcome.kind.called_off:
        return entry_facts(change.now, None)
    return entry_facts(change.now, course_after(change))


def _moving(known: EntryFacts) -> tuple[Any, ...]:
    return (
        known.result,
        known.outcome,
        known.played,
        known.plies,
        known.noted,
        known.attacked,
        None if known.losses is None else list(known.losses),
        known.red_left,
        known.blue_left,
        None if known.kept is None else list(known.kept),
        *(setup_bits(known.forms[seat]) if seat in known.forms else None for seat in Seat),
    )


def entry_facts(now: GameFold, course: GameCourse | None) -> EntryFacts:
    """What is public of a game, as it is found by.

    Args:
        now: the game. Nothing of its end is told before that is public, and nothing that is hidden before the reveal.
        course: set-ups and turns of a game that is over for everybody and was not cancelled.
    """
    created, over = now.created, now.public_status == "over"
    outcome = now.outcome if over else None
    state = now.state if over else None
    known = EntryFacts(
        variant=created.variant,
        source=created.source,
        red=_players(now, 0),
        blue=_players(now, 1),
        sitting=_sitting(now),
        event="" if created.tournament is None else key_of(UUID(created.tournament)),
        round=created.round,
        rated=created.rated,
        result=standing_result(now).value,
        outcome="" if outcome is None else outcome.kind.value,
        played=(now.started_at if over else None) or now.created_at,
        plies=None if not over else 0 if state is None else state.ply,
        noted=None if not over else 0 if state is None else len(state.noted),
    )
    if course is None or state is None:
        return known
    # How many pieces there are is the same for all; what is known of them is not.
    seen = state.view(Viewer.ALL if now.revealed else Viewer.SPECTATOR)
    left = Counter(piece.seat.side for piece in seen.pieces if not piece.captive)
    for holding in seen.holdings:
        left[holding.seat.side] += holding.count
    known = replace(
        known,
        attacked=first_attack_of(state, course.setups, course.turns, course.chance or None),
        losses=tuple(
            loss_code(loss.ply, loss.seat.side, loss.rank)
            for loss in state.losses(Viewer.SPECTATOR)
            if loss.rank is not None
        ),
        red_left=left[0],
        blue_left=left[1],
    )
    return _opened(known, seen, course, now.variant) if now.revealed else known


def _opened(known: EntryFacts, view: View, course: GameCourse, rules: Variant) -> EntryFacts:
    kept = [
        piece_code(piece.seat.side, piece.rank) for piece in view.pieces if piece.rank is not None and not piece.captive
    ]
    for holding in view.holdings:
        for rank, number in holding.ranks or ():
            kept += [piece_code(holding.seat.side, rank)] * number
    forms = {seat: form_of(placement, rules, seat) for seat, placement in course.setups.items()}
    return replace(known, kept=tuple(sorted(kept)), forms=forms)


def _players(now: GameFold, side: int) -> tuple[UUID, ...]:
    seats = ((seat_of_slug(slug), player) for slug, player in now.created.seats.items())
    return tuple(UUID(player) for seat, player in sorted(seats) if player is not None and seat.side == side)


def _sitting(now: GameFold) -> str:
    computers = [player is not None and is_computer(UUID(player)) for player in now.created.seats.values()]
    return "people" if not any(computers) else "computers" if all(computers) else "mixed"


# -- ratings --------------------------------------------------------------------------------------

_INSERT_RATINGS = f"""
INSERT INTO archive_entryratings (game, stretch, lowest, highest)
SELECT game, place >> {STRETCH_BITS}, %s::float8, %s::float8 FROM archive_entry WHERE game = %s::uuid
ON CONFLICT (game) DO NOTHING
""".encode()  # noqa: S608


@projection(
    "search-ratings",
    events=ENDING,
    tables=("archive_entryratings",),
    across=True,
    filter=Ended(),
    ordering_keys=ordering_keys_of,
)
def project_ratings_of_entries(stored: Sequence[Stored]) -> None:
    """How strong the players of each rated game were, once that game counts. It comes after the ratings themselves, in
    the same order, so at most they are asked what they have just worked out."""
    before = strengths_before({item.stream for item in stored})
    rows = [(min(values), max(values), game) for game, values in sorted(before.items())]
    write("archive_entryratings", _INSERT_RATINGS, rows)


_STRENGTHS_AGAIN = f"""
WITH now AS (
    SELECT * FROM unnest(%s::uuid[], %s::float8[], %s::float8[]) AS t (game, lowest, highest)
), gone AS (
    DELETE FROM archive_entryratings WHERE game = ANY(%s::uuid[])
)
INSERT INTO archive_entryratings AS old (game, stretch, lowest, highest)
SELECT now.game, place >> {STRETCH_BITS}, lowest, highest FROM now JOIN archive_entry USING (game)
ON CONFLICT (game) DO UPDATE SET lowest = excluded.lowest, highest = excluded.highest
WHERE (old.lowest, old.highest) IS DISTINCT FROM (excluded.lowest, excluded.highest)
""".encode()  # noqa: S608


@on_strengths
def change_ratings_of_entries(strengths: Mapping[UUID, Sequence[float]]) -> None:
    """Has games be found by the ratings that their players are held to have had, as they would after a rebuild."""
    rows = [(game, min(values), max(values)) for game, values in sorted(strengths.items()) if values]
    columns = list(map(list, zip(*rows, strict=True))) or [[], [], []]
    execute(_STRENGTHS_AGAIN, (*columns, [game for game, values in strengths.items() if not values]))
