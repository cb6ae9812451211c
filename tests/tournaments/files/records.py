"""Tournament records for tests, at random and by hand."""

from __future__ import annotations

import random

from tournaments.files.formats.boards import in_board_order
from tournaments.files.formats.record import (
    EntryRecord,
    GameRecord,
    MatchRecord,
    Person,
    RoundRecord,
    TournamentRecord,
)
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.points import Mark

RESULTS = (
    (Mark.WIN, Mark.LOSS),
    (Mark.LOSS, Mark.WIN),
    (Mark.DRAW, Mark.DRAW),
    (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
    None,
)
BYES = (Mark.PAIRING_BYE, Mark.HALF_BYE, Mark.ABSENT, Mark.FULL_BYE)


def small_record() -> TournamentRecord:
    """Three players, two rounds, the second of which goes on."""
    people = (Person("Ann", rating=1700, federation="GER", birth="1990/01/02"), Person("Ben"), Person("=1+1"))
    entries = tuple(EntryRecord(number, (person,), person.rating) for number, person in enumerate(people, 1))
    first = RoundRecord(1, (MatchRecord(1, (GameRecord(1, 2, (Mark.WIN, Mark.LOSS), "abc"),)),), {3: Mark.PAIRING_BYE})
    second = RoundRecord(2, (MatchRecord(1, (GameRecord(3, 1),)),), {2: Mark.HALF_BYE})
    return TournamentRecord("Cup", "barrage", "swiss", 3, entries, (first, second), tiebreaks=("buchholz",))


def random_record(seed: int) -> TournamentRecord:
    """A tournament of any size with results of any kind; the pairings follow no rule."""
    chance = random.Random(seed)
    count = chance.randint(1, 12)
    rounds = chance.randint(0, 5) if count > 1 else 0
    entries = tuple(
        EntryRecord(number, (Person(f"{chance.choice('=+-@x')}Player {number}"),), chance.choice((0, 1500, 2100)))
        for number in range(1, count + 1)
    )
    played = []
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, count + 1), count)
        # A round in which nobody meets anybody is none.
        pairs = [order[at : at + 2] for at in range(0, count - count % 2, 2) if not at or chance.random() < 0.8]
        boards = tuple(
            MatchRecord(board, (GameRecord(*pair, chance.choice(RESULTS)),)) for board, pair in enumerate(pairs, 1)
        )
        there = {item for pair in pairs for item in pair}
        byes = {number: chance.choice(BYES) for number in range(1, count + 1) if number not in there}
        played.append(RoundRecord(number, boards, byes))
    colour = chance.choice(list(Colour))
    record = TournamentRecord("", "", "swiss", rounds, entries, tuple(played), real=True, first_colour=colour)
    return in_board_order(record)
