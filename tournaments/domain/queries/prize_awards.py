"""Who wins which prize, by the standings, by what is known of the people of each entry, and of the boards of teams by
who sat there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from tournaments.domain.formats import format_of
from tournaments.domain.prizes import PrizeCategory, decimals_of
from tournaments.domain.state import Entry, TournamentFold
from tournaments.domain.texts import texts_of
from tournaments.models import EntryPerson
from tournaments.scoring.points import HALVES
from tournaments.scoring.prizes import Award, Contender, PrizeList, distribute
from tournaments.scoring.standings import Standing


def awards_of(tournament: UUID, fold: TournamentFold, standings: Sequence[Standing]) -> tuple[Award, ...]:
    """The prizes as these standings give them, but for those of boards; numbers are those of entries. Who has left the
    event wins none.

    Args:
        tournament: its id.
        fold: the event; what is not public in it is for nobody here.
        standings: its places.
    """
    prizes = fold.prizes
    if prizes is None:
        return ()
    shown = [row for row in standings if not row.annulled and fold.numbered(row.number).playing]
    ranked = [Contender(fold.order[row.number - 1], row.place, _level(fold, row)) for row in shown]
    entries = [fold.entries[player.number] for player in ranked]
    of_people = any(category.of_people for category in prizes.categories)
    people = _people(tournament) if of_people else {}
    texts = texts_of(prizes.texts) if of_people else {}
    unit = 10 ** decimals_of(prizes.currency)
    lists = [
        PrizeList(
            tuple(prize.amount * unit for prize in category.prizes),
            tuple(prize.thing is not None for prize in category.prizes),
            frozenset(
                entry.number for entry in entries if not category.board and _fits(category, entry, people, texts)
            ),
        )
        for category in prizes.categories
    ]
    return distribute(lists, ranked, sharing=prizes.sharing)


def board_awards_of(fold: TournamentFold) -> tuple[tuple[Award, ...], tuple[UUID, ...]]:
    """The prizes of the boards of teams, and the players: the number of an award is the place of its player there, from
    1. Who made most points in games that were played at a board comes first, and of those who made the same who needed
    fewer games. Nobody gets two of them; those of teams that have left win none.

    Args:
        fold: the event.
    """
    if fold.prizes is None or not any(category.board for category in fold.prizes.categories):
        return (), ()
    made: dict[tuple[int, UUID], tuple[int, int]] = {}
    for match in (match for round in fold.rounds for match in round.boards):
        for number, leg in enumerate(match.legs, 1):
            for entry, player, mark in zip(
                (leg.red, leg.blue), match.players_at(number), leg.marks or (), strict=False
            ):
                if player is not None and mark.played and fold.entries[entry].playing:
                    halves, games = made.get((number, player), (0, 0))
                    made[number, player] = halves + HALVES.get(mark, 0), games + 1
    unit, players = 10 ** decimals_of(fold.prizes.currency), tuple(dict.fromkeys(player for _board, player in made))
    numbers = {player: number for number, player in enumerate(players, 1)}
    awards: list[Award] = []
    won: set[int] = set()
    for at, category in enumerate(fold.prizes.categories):
        results = {numbers[player]: made[board, player] for board, player in made if board == category.board}
        keys = {number: (-halves, games) for number, (halves, games) in results.items() if number not in won}
        order = sorted(keys, key=lambda number: (keys[number], number))
        ranked = [
            Contender(number, 1 + sum(other < keys[number] for other in keys.values()), -keys[number][0])
            for number in order
        ]
        amounts = tuple(prize.amount * unit for prize in category.prizes)
        things = tuple(prize.thing is not None for prize in category.prizes)
        row = PrizeList(amounts, things, frozenset(order))
        here = distribute([row], ranked, sharing=fold.prizes.sharing) if category.board else ()
        won |= {award.number for award in here}
        awards += [replace(award, list=at) for award in here]
    return tuple(awards), players


def _level(fold: TournamentFold, row: Standing) -> int:
    """The same for those who are level: their points, or their place where a bracket gives it."""
    format = format_of(fold)
    stage = format.bracket_stage(fold)
    drawn = stage is not None and len(fold.rounds) > stage.before and fold.order[row.number - 1] in stage.fold.numbers
    return row.points if format.by_points and not drawn else -row.place


def _people(tournament: UUID) -> dict[tuple[int, int], EntryPerson]:
    """What is known of each person, by entry and place in the pair."""
    return {(row.entry, row.partner): row for row in EntryPerson.objects.filter(tournament=tournament)}


def _fits(
    category: PrizeCategory,
    entry: Entry,
    people: Mapping[tuple[int, int], EntryPerson],
    texts: Mapping[UUID, str],
) -> bool:
    """Whether an entry can win the prizes of a category: of a pair both have to fit.

    Args:
        category, entry: which.
        people: as `_people` finds them.
        texts: the words of the prizes that are not erased.
    """
    if category.chosen and entry.number not in category.chosen:
        return False
    if category.rating_from and entry.rating < category.rating_from:
        return False
    if category.rating_to is not None and entry.rating > category.rating_to:
        return False
    if not category.of_people:
        return True
    nobody = EntryPerson()
    return all(
        _person_fits(category, people.get((entry.number, place), nobody), texts) for place in range(len(entry.players))
    )


def _person_fits(category: PrizeCategory, person: EntryPerson, texts: Mapping[UUID, str]) -> bool:
    for wanted, is_there in ((category.club, person.club), (category.federation, person.federation)):
        # A limit whose words are erased fits nobody: the prizes are not everybody's by that.
        if wanted is not None and (wanted not in texts or texts[wanted].casefold() != is_there.strip().casefold()):
            return False
    if category.sex and not person.sex.casefold().startswith(("w", "f") if category.sex == "w" else "m"):
        return False
    year = re.search(r"\d{4}", person.birth)
    if category.born_from is not None and (year is None or int(year[0]) < category.born_from):
        return False
    return category.born_to is None or (year is not None and int(year[0]) <= category.born_to)
