"""Knockouts: a seeded bracket for any number of players, and matches of one game or several. Pure.

The pairing numbers are the seeds. The bracket has 2^k places; the seeds stand so that, if the higher one always wins,
the best two meet in the final, the best four in the semi-finals, and so on. Places without a player are byes, and they
fall to the highest seeds. There is no reseeding: who plays the winner of which match is known from the start.

    seeds -> `bracket(n, winners)` -> `Bracket.rounds`, each with its `Match`es from top to bottom
          -> `next_round(n, winners)`: the matches of the next round that have a board
          -> `coloured(match, …)`: who has red in the first game
          -> `verdict(legs, …)`: who has won, or which game is played next
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from tournaments.pairing.rounds import Pairing
from tournaments.scoring.crosstable import Colour, Crosstable
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing

NOBODY = 0
"""Instead of a pairing number: nobody is or goes there, a bye or a match that neither side came to."""

LEAST = 2


# -- the bracket ----------------------------------------------------------------------------------


class BracketPart(StrEnum):
    """Which part of a bracket a match belongs to; a knockout has the first one alone."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Match:
    """Two places of a bracket that meet.

    Args:
        round: from 1.
        position: from 1, from top to bottom; the winner goes to position `(position + 1) // 2` of the next round. The
            match for the third place is position 2 of the last round.
        upper, lower: the pairing numbers, `NOBODY`, or None where the match before is not decided.
        winner: who goes on, `NOBODY`, or None as long as it is not decided. With nobody on the other side the only
            player goes on at once.
        board: its number among the boards of its round, from 1; None where it is not played or not known yet.
        third: it is the match for the third place.
        part: of the bracket. Positions count in it.
    """

    round: int
    position: int
    upper: int | None
    lower: int | None
    winner: int | None = None
    board: int | None = None
    third: bool = False
    part: BracketPart = BracketPart.WINNERS

    @property
    def known(self) -> bool:
        return self.upper is not None and self.lower is not None

    @property
    def bye(self) -> bool:
        """Whether it needs no game: somebody is missing."""
        return self.known and NOBODY in (self.upper, self.lower)

    @property
    def empty(self) -> bool:
        """Whether nobody is there, or will be."""
        return self.upper == self.lower == NOBODY

    @property
    def players(self) -> tuple[int, ...]:
        """The pairing numbers that are known, the upper one first."""
        return tuple(number for number in (self.upper, self.lower) if number)

    @property
    def loser(self) -> int | None:
        """Who is out, or None as long as it is not decided. `NOBODY` where there was no opponent, or both are out."""
        if self.winner is None or self.upper is None or self.lower is None:
            return None
        if self.winner == NOBODY:
            return NOBODY
        return self.lower if self.winner == self.upper else self.upper


class BracketTree(NamedTuple):
    """What is drawn as one: rounds that each have half as many matches as the one before, or as many.

    Args:
        part: what it is called after.
        rounds: the matches, from top to bottom.
    """

    part: BracketPart
    rounds: tuple[tuple[Match, ...], ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knockout after some of its matches.

    Args:
        players: how many there are.
        rounds: the matches of each round, by part and from top to bottom; those to come have unknown places.
        third: the match for the third place, or None where there is none. It is played in the last round.
    """

    players: int
    rounds: tuple[tuple[Match, ...], ...]
    third: Match | None = None

    @property
    def final(self) -> Match:
        return self.rounds[-1][0]

    @property
    def champion(self) -> int | None:
        """The winner of the final; None as long as it is not decided, `NOBODY` if neither came to it."""
        return self.final.winner

    @property
    def trees(self) -> tuple[BracketTree, ...]:
        return (BracketTree(BracketPart.WINNERS, self.rounds),)

    @property
    def out(self) -> dict[int, int]:
        """The round in which each player went out, of those who did."""
        return {
            number: match.round
            for matches in self.rounds
            for match in matches
            if match.winner is not None
            for number in match.players
            if number != match.winner
        }

    def boards_after(self, paired: int) -> tuple[Match, ...]:
        """The matches that are played in the round after so many, by board; empty if the knockout is over.

        A round in which nobody has an opponent (neither side came to the matches before) is there and has no boards.

        Raises:
            ValueError: a match of the rounds before is not decided.
        """
        if paired == len(self.rounds):
            return ()
        if any(match.winner is None for matches in self.rounds[:paired] for match in matches):
            raise ValueError("a match of the rounds before is not decided")
        return self.boards(paired + 1)

    def boards(self, number: int) -> tuple[Match, ...]:
        """The matches of a round that are played, by board; the one for the third place is the last.

        Args:
            number: of the round, from 1. A round before it must be decided, or matches are missing.
        """
        matches = self.rounds[number - 1]
        if self.third is not None and number == len(self.rounds):
            matches = (*matches, self.third)
        return tuple(match for match in matches if match.board is not None)


def rounds_of(players: int) -> int:
    """How many rounds a knockout of so many players has (at least 2)."""
    return (players - 1).bit_length()


def seeds(players: int) -> tuple[int, ...]:
    """The seeds in the places of the bracket from top to bottom, `NOBODY` for a bye.

    Two neighbours meet in the first round: 8 players stand as 1 8 4 5 2 7 3 6. The sum of two who meet is always one
    more than the number of those left, if the higher seeds win.

    Raises:
        ValueError: there are fewer than two players.
    """
    if players < LEAST:
        raise ValueError("a knockout needs two players or more")
    order = [1]
    while len(order) < players:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(seed if seed <= players else NOBODY for seed in order)


def bracket(players: int, winners: Sequence[Sequence[int | None]] = (), *, third_place: bool = False) -> Bracket:
    """The whole bracket as far as it is decided.

    Args:
        players: how many; at least 2.
        winners: for each round that was paired, the winner of each board in the order of boards (`Bracket.boards`):
            a pairing number, `NOBODY` if neither side goes on, None if it is not decided. A list may stop early.
        third_place: the losers of the semi-finals meet for the third place.

    Raises:
        ValueError: there are too few players, too many winners, or one that does not play on that board.
    """
    if len(winners) > rounds_of(players):
        raise ValueError("there are winners of more rounds than the bracket has")
    places: tuple[int | None, ...] = seeds(players)
    rounds: list[tuple[Match, ...]] = []
    third: Match | None = None
    while len(places) > 1:
        number = len(rounds) + 1
        pairs = [
            Match(round=number, position=place // 2 + 1, upper=places[place], lower=places[place + 1])
            for place in range(0, len(places), 2)
        ]
        if third_place and len(pairs) == 1 and rounds:
            upper, lower = (match.loser for match in rounds[-1])
            pairs.append(Match(round=number, position=2, upper=upper, lower=lower, third=True))
        decided = decide(pairs, winners[number - 1] if number <= len(winners) else ())
        if decided[-1].third:
            third = decided.pop()
        rounds.append(tuple(decided))
        places = tuple(match.winner for match in decided)
    return Bracket(players=players, rounds=tuple(rounds), third=third)


def decide(matches: Sequence[Match], winners: Sequence[int | None]) -> list[Match]:
    """The matches of a round with their boards and winners.

    Args:
        matches: by part and from top to bottom.
        winners: of the boards, as for `bracket`.

    Raises:
        ValueError: as for `bracket`.
    """
    result, board = [], 0
    for match in matches:
        if match.bye:
            result.append(replace(match, winner=max(match.upper or NOBODY, match.lower or NOBODY)))
        elif match.known:
            board += 1
            winner = winners[board - 1] if board <= len(winners) else None
            if winner not in (None, NOBODY, match.upper, match.lower):
                raise ValueError(f"{winner} does not play on board {board} of round {match.round}")
            result.append(replace(match, winner=winner, board=board))
        else:
            result.append(match)
    if len(winners) > board:
        raise ValueError("there are more winners than boards")
    return result


def seated(order: Sequence[int], boards: Sequence[Sequence[int]], byes: Sequence[int]) -> tuple[int, ...]:
    """Players by seed, in the places that a first round gave them: what their seeds follow from may look otherwise
    since, and the bracket stands. The order itself if the round is not one of these players.

    Args:
        order: by the seeds that they would have now.
        boards: who met, by board.
        byes: who was free, from top to bottom.
    """
    if {*order} != {*byes}.union(*boards) or len(order) != len(byes) + 2 * len(boards) or len(order) < LEAST:
        return tuple(order)
    matches, result = bracket(len(order)).rounds[0], dict[int, int]()
    if len(byes) != sum(match.bye for match in matches):
        return tuple(order)
    pairs, free = iter(boards), iter(byes)
    for match in matches:
        both = [next(free)] if match.bye else sorted(next(pairs), key=order.index)
        result.update(zip(sorted(match.players), both, strict=True))
    return tuple(result[seed] for seed in sorted(result))


def first_round(players: int, *, third_place: bool = False) -> tuple[Match, ...]:
    """The matches of the first round that are played, by board; see `bracket`."""
    return next_round(players, (), third_place=third_place)


def next_round(
    players: int, winners: Sequence[Sequence[int | None]], *, third_place: bool = False
) -> tuple[Match, ...]:
    """The matches of the round after those in `winners`, by board: see `Bracket.boards_after`.

    Args:
        players, winners, third_place: as for `bracket`; every match must be decided.

    Raises:
        ValueError: as for `bracket`, or a match is not decided.
    """
    return bracket(players, winners, third_place=third_place).boards_after(len(winners))


def bracket_of(table: Crosstable) -> Bracket:
    """The bracket that a crosstable was played by, one result a match: of a report file, say.

    Who won a match that was drawn is who plays on. There was a match for the third place if the last round has two
    boards.

    Raises:
        ValueError: there are fewer than two players, or they met otherwise than in this bracket.
    """
    players = len(table.rows)
    rounds = rounds_of(players)
    last = [row.number for row in table.rows if len(row.results) == rounds and row.results[-1].opponent is not None]
    third = len(last) > LEAST and rounds > 1
    return followed(table, lambda winners: bracket(players, winners, third_place=third))


def followed(table: Crosstable, draw: Callable[[Sequence[Sequence[int | None]]], Bracket]) -> Bracket:
    """The bracket that a crosstable was played by.

    Args:
        table: one result a match.
        draw: the bracket by its winners, as `bracket`.

    Raises:
        ValueError: as for `bracket_of`.
    """
    winners: list[list[int | None]] = []
    if table.paired > len(draw(winners).rounds):
        raise ValueError("there are more rounds than the bracket has")
    while len(winners) < table.paired:
        matches = draw(winners).boards_after(len(winners))
        met = {frozenset(match.players) for match in matches}
        if met != _meetings(table, len(winners)):
            raise ValueError(f"round {len(winners) + 1} is not one of this bracket")
        winners.append([_went_on(table, match) for match in matches])
    return draw(winners)


def _meetings(table: Crosstable, index: int) -> set[frozenset[int]]:
    return {
        frozenset({row.number, row.results[index].opponent or row.number})
        for row in table.rows
        if len(row.results) > index and row.results[index].opponent is not None
    }


def _went_on(table: Crosstable, match: Match) -> int | None:
    """Who won a match by the results; None if the game goes on or nothing says so."""
    upper, lower = (table.row(number).results for number in match.players)
    marks = upper[match.round - 1].mark, lower[match.round - 1].mark
    if all(mark in _LOST for mark in marks):
        return NOBODY
    for number, mark in zip(match.players, marks, strict=True):
        if mark is not None and _HALVES.get(mark) == 2:
            return number
    for number, results in zip(match.players, (upper, lower), strict=True):
        if not match.third and any(result.opponent is not None for result in results[match.round :]):
            return number
    return None


# -- places ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A place in the end.

    Args:
        place: from 1; those who went out in the same round share the best place that is left.
        number: the pairing number.
        shared: somebody else has the same place.
        out: the round in which the player went out; None for who is still in, or has won.
    """

    place: int
    number: int
    shared: bool
    out: int | None = None


def places(drawn: Bracket) -> tuple[BracketPlace, ...]:
    """The places as far as they are decided, by place and then by seed.

    Who is still in shares the first places. Who lost in the same round shares a place: the losers of the quarter-finals
    are fifth. The semi-finals' losers are third, unless a match for the third place tells them apart.
    """
    out = drawn.out
    final = len(drawn.rounds)
    ranked = sorted(range(1, drawn.players + 1), key=lambda number: (-_depth(drawn, out, number, final), number))
    depths = {number: _depth(drawn, out, number, final) for number in ranked}
    first = {depth: index for index, depth in reversed(list(enumerate((depths[number] for number in ranked), start=1)))}
    counts = [depths[number] for number in ranked]
    return tuple(
        BracketPlace(
            place=first[depths[number]], number=number, shared=counts.count(depths[number]) > 1, out=out.get(number)
        )
        for number in ranked
    )


def with_bracket(
    ranked: Sequence[Standing], places: Sequence[BracketPlace], numbers: Sequence[int]
) -> tuple[Standing, ...]:
    """The places of an event whose best played on in a knockout: first those, by how far they came.

    Args:
        ranked: the places before the knockout.
        places: in the bracket, by seed.
        numbers: the pairing number of each seed.
    """
    by_number = {standing.number: standing for standing in ranked}
    return above(
        [replace(by_number[numbers[item.number - 1]], place=item.place, shared=item.shared) for item in places], ranked
    )


def placed(drawn: Bracket, numbers: Sequence[int], table: Crosstable) -> tuple[Standing, ...]:
    """The places in a bracket, by the pairing numbers of an event.

    Args:
        drawn: the bracket, by seed.
        numbers: the pairing number of each seed.
        table: of the event.
    """
    return tuple(
        Standing(item.place, numbers[item.number - 1], table.points(numbers[item.number - 1]), (), item.shared)
        for item in places(drawn)
    )


def above(first: Sequence[Standing], ranked: Sequence[Standing]) -> tuple[Standing, ...]:
    """The places of an event whose best played on: first those.

    Args:
        first: their places.
        ranked: the places of all before they played on.
    """
    ahead = {standing.number for standing in first}
    rest = [standing for standing in ranked if standing.number not in ahead]
    places_below = {standing.place for standing in rest}
    moved = {place: len(first) + 1 + sum(item.place < place for item in rest) for place in places_below}
    counts = Counter(standing.place for standing in rest)
    return (*first, *(replace(item, place=moved[item.place], shared=counts[item.place] > 1) for item in rest))


def _depth(drawn: Bracket, out: Mapping[int, int], number: int, final: int) -> float:
    """How far a player came, to sort by; half a round apart for the match for the third place."""
    if number not in out:
        return final + 1
    third = drawn.third
    if third is not None and third.winner == number:
        return out[number] + 0.5
    return out[number]


# -- colours --------------------------------------------------------------------------------------


def coloured(match: Match, *, first: Colour, history: Mapping[int, Sequence[Colour]] | None = None) -> Pairing:
    """Who has red in the first game of a match.

    Who has had red less often gets it; then who had blue when the two last had different colours; then the higher seed
    has the colour that was drawn by lot, on odd boards, and the other one on even boards (as in the first round of a
    Swiss, C.04.3).

    Args:
        match: with two players.
        first: the colour drawn by lot.
        history: the colours that each player had in the games so far, oldest first.

    Raises:
        ValueError: the match has no two players.
    """
    if len(match.players) != LEAST:
        raise ValueError("a bye has no colours")
    item, other = sorted(match.players)
    had = {number: list((history or {}).get(number, ())) for number in (item, other)}
    balance = {number: had[number].count(Colour.RED) - had[number].count(Colour.BLUE) for number in (item, other)}
    if balance[item] != balance[other]:
        red = min(balance, key=lambda number: balance[number])
        return _pairing(red, item, other)
    for before, then in zip(reversed(had[item]), reversed(had[other]), strict=False):
        if before is not then:
            return _pairing(item if before is Colour.BLUE else other, item, other)
    higher = first if (match.board or match.position) % 2 else first.other
    return _pairing(item if higher is Colour.RED else other, item, other)


def _pairing(red: int, number: int, other: int) -> Pairing:
    return Pairing(red=red, blue=other if red == number else number)


# -- matches --------------------------------------------------------------------------------------


class Decider(StrEnum):
    """Who wins a match that is still level after all its games and replays."""

    SEED = "seed"
    BLUE = "blue"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class PlayedLeg:
    """A game of a match that is over.

    Args:
        red, blue: pairing numbers.
        red_mark, blue_mark: what it was for each.
    """

    red: int
    blue: int
    red_mark: Mark
    blue_mark: Mark

    @property
    def lost_by_both(self) -> bool:
        """Whether neither side came, or an arbiter declared the game lost for both."""
        return self.red_mark in _LOST and self.blue_mark in _LOST


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match stands.

    Args:
        winner: who goes on; `NOBODY` if neither side does; None if a game is to be played.
        next: the next game, or None if the match is decided.
        score: half points (a win 2, a draw 1) of each of the two.
        why: `ahead` (cannot be caught up), `replay` (won in a replay), `boards` (of teams, as many points at
            higher boards), `seed`, `blue`, `lot`, `both-lost`, or `going-on`.
        replay: the next game is a replay.
    """

    winner: int | None
    next: Pairing | None
    score: Mapping[int, int]
    why: str
    replay: bool = False


_LOST = frozenset({Mark.LOSS, Mark.LOSS_UNRATED, Mark.FORFEIT_LOSS})
_HALVES = {
    Mark.WIN: 2,
    Mark.WIN_UNRATED: 2,
    Mark.FORFEIT_WIN: 2,
    Mark.DRAW: 1,
    Mark.DRAW_UNRATED: 1,
    Mark.LOSS: 0,
    Mark.LOSS_UNRATED: 0,
    Mark.FORFEIT_LOSS: 0,
}


def verdict(
    first: Pairing,
    legs: Sequence[PlayedLeg],
    *,
    best_of: int = 1,
    replays: int = 1,
    decider: Decider = Decider.SEED,
    lot: int = 0,
) -> Verdict:
    """Who has won a match, or which game is played next.

    A match is decided early, as soon as the games left cannot make it level. If it is level after `best_of` games, it
    is played again with colours changed, at most `replays` times, and the first win decides. After that the `decider`
    speaks. A game that both sides lose ends the match: who leads goes on, and nobody if it is level.

    Args:
        first: who has red in the first game. Colours change with every game.
        legs: the games that are over, in order.
        best_of: how many games are planned.
        replays: how many more there are at most.
        decider: who wins in the end. `blue`: who had blue in the last game, since moving first is worth something.
        lot: chance from the caller, the same at every call.

    Raises:
        ValueError: the first game has no two players, or a leg others than these.
    """
    if first.blue is None:
        raise ValueError("a bye has no games")
    number, other = first.red, first.blue
    score = _score(number, other, legs)
    lead = abs(score[number] - score[other])
    ahead = number if score[number] > score[other] else other
    planned = len(legs) <= best_of
    left = 2 * max(best_of - len(legs), 0)
    if lead > left:
        return Verdict(winner=ahead, next=None, score=score, why="ahead" if planned else "replay")
    if legs and legs[-1].lost_by_both:
        winner = ahead if lead else NOBODY
        return Verdict(winner=winner, next=None, score=score, why="ahead" if lead else "both-lost")
    if len(legs) < best_of + replays:
        again = first if len(legs) % 2 == 0 else first.reversed
        if legs:
            # An arbiter may have set the colours of a game by hand: they change from those.
            again = Pairing(red=legs[-1].blue, blue=legs[-1].red)
        return Verdict(winner=None, next=again, score=score, why="going-on", replay=len(legs) >= best_of)
    return Verdict(winner=_decided_by(decider, legs[-1], lot), next=None, score=score, why=decider.value)


def team_verdict(
    first: Pairing, legs: Sequence[PlayedLeg], *, decider: Decider = Decider.SEED, lot: int = 0
) -> Verdict:
    """Who has won a match of two teams, all of whose boards are decided.

    Whoever made more points at the boards; if both made as many, whoever made them at higher boards: by the sum of the
    points times the numbers of their boards (board count), then by the first board at which they differ. After that the
    `decider` speaks. Nobody wins a match of which both lost every board.

    Args:
        first: the two teams.
        legs: the boards, in order.
        decider, lot: as for `verdict`; the last board is the last game.
    """
    assert first.blue is not None
    sides = (first.red, first.blue)
    score = _score(first.red, first.blue, legs)
    if all(leg.lost_by_both for leg in legs):
        return Verdict(winner=NOBODY, next=None, score=score, why="both-lost")
    keys = {}
    for side in sides:
        made = [_HALVES[leg.red_mark if leg.red == side else leg.blue_mark] for leg in legs]
        keys[side] = sum(made), -sum(number * halves for number, halves in enumerate(made, 1)), made
    if keys[sides[0]] != keys[sides[1]]:
        winner = max(sides, key=keys.__getitem__)
        why = "ahead" if score[sides[0]] != score[sides[1]] else "boards"
        return Verdict(winner=winner, next=None, score=score, why=why)
    return Verdict(winner=_decided_by(decider, legs[-1], lot), next=None, score=score, why=decider.value)


def _score(number: int, other: int, legs: Sequence[PlayedLeg]) -> dict[int, int]:
    """The half points of the two."""
    score = {number: 0, other: 0}
    for leg in legs:
        if {leg.red, leg.blue} != {number, other}:
            raise ValueError("a game of a match is between its two players")
        score[leg.red] += _HALVES[leg.red_mark]
        score[leg.blue] += _HALVES[leg.blue_mark]
    return score


def _decided_by(decider: Decider, last: PlayedLeg, lot: int) -> int:
    """Who wins a level match."""
    number, other = sorted((last.red, last.blue))
    if decider is Decider.SEED:
        return number
    if decider is Decider.BLUE:
        return last.blue
    return by_lot(lot, number, other)


def by_lot(lot: int, number: int, other: int) -> int:
    """Which of two pairing numbers a lot falls on. Anybody who knows `lot` can check it: it is the lowest bit of
    SHA-256 over `lot`, the lower and the higher number, written in decimal with spaces; 0 means the lower number.

    Args:
        lot: 32 bits of chance, drawn when the event starts.
        number, other: pairing numbers, in any order.
    """
    low, high = sorted((number, other))
    digest = hashlib.sha256(f"{lot} {low} {high}".encode()).digest()
    return high if digest[-1] & 1 else low
