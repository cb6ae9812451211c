"""What games are found by follows the log: public facts when they are public, hidden ones from the reveal on."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Q

from accounts.models import Player
from accounts.people.bots import bots
from eventlog.rebuild import rebuild
from games.domain import command_handler, commands, creation, reveal
from games.domain.placement import form_of
from games.models import Game, key_of
from games.replay import timeline
from games.rules import VARIANTS, Rank, Seat, Viewer, legal_turns, variant
from library.archive.domain.facts import fact, loss_code, piece_code, setup_bits
from library.archive.models import ArchiveEntry, EntryRatings
from library.figures.models import FigureDue
from ratings.models import Change
from tests.books import each_book
from tests.games.domain.played import begun, play_some
from tests.games.domain.test_delay import Clock, clock, played  # noqa: F401 (a fixture)
from tests.scenes import account, game_in_play, game_of, game_over, game_waiting, player
from tournaments.simulation import demo
from tournaments.simulation.players import sparring_partners

pytestmark = pytest.mark.django_db

HIDDEN = ("kept", "red_setup", "blue_setup", "red2_setup", "blue2_setup")
OF_THE_END = ("plies", "noted", "attacked", "losses", "red_left", "blue_left")


def entry(game: UUID) -> ArchiveEntry:
    return ArchiveEntry.objects.get(game=game)


def values(game: UUID, *names: str) -> dict[str, Any]:
    return ArchiveEntry.objects.values(*names).get(game=game)


def told(game: UUID, *words: object) -> bool:
    row = entry(game)
    return (row.place >> 18 << 36) | fact(*words) in row.facts


def rows() -> dict[str, list[dict[str, Any]]]:
    return {model.__name__: list(model.objects.order_by("game").values()) for model in (ArchiveEntry, EntryRatings)}


def test_a_turn_may_end_a_game() -> None:
    game = game_in_play(plies=1, slug="duel", no_attack_limit=2, reveal="never").id
    second = legal_turns(command_handler.open_game(game).state)[0]
    assert (entry(game).result, FigureDue.objects.count()) == ("playing", 0)
    commands.play_turn(game=game, seat=Seat.BLUE, turn=str(second))
    assert (entry(game).result, [row.game for row in FigureDue.objects.all()]) == ("draw", [game])


def test_a_game_is_found_from_its_making_on_by_who_plays_what() -> None:
    ada, (drummer,) = player("Ada"), bots(1)
    game = creation.create_game(variant=variant("duel"), players={Seat.RED: ada.id, Seat.BLUE: drummer.id})
    names = [field.attname for field in ArchiveEntry._meta.concrete_fields if field.attname not in ("place", "facts")]
    row = values(game, *names)
    assert row == dict.fromkeys(names) | {
        "game": game,
        "variant": "duel",
        "source": "play",
        "red": [ada.id],
        "blue": [drummer.id],
        "sitting": "mixed",
        "event": "",
        "result": "playing",
        "outcome": "",
        "played": Game.objects.get(id=game).created,
    }
    assert [told(game, "red", ada.id), told(game, "blue", ada.id), told(game, "book", "duel")] == [True, False, True]


def test_computers_are_told_from_people_by_their_ids() -> None:
    ada, computers = player("Ada"), [*bots(2), *sparring_partners(2), *map(Player.objects.get, _demo_computers())]
    assert all(computer.bot for computer in computers)
    games = [
        creation.create_game(variant=variant("duel"), players={Seat.RED: red.id, Seat.BLUE: blue.id})
        for red, blue in [*pairwise(computers), (ada, computers[0]), (ada, player("Grace"))]
    ]
    sitting = [entry(game).sitting for game in games]
    assert sitting == ["computers"] * (len(computers) - 1) + ["mixed", "people"]


def _demo_computers() -> list[Q]:
    return [Q(id=id) for id in demo._computers(2)]


def test_nothing_changes_at_a_turn_or_with_a_set_up() -> None:
    game, now = begun(variant("barrage"), random.Random(1))
    before = rows()
    play_some(game, now, random.Random(2))
    assert rows() == before
    assert values(game, *OF_THE_END, *HIDDEN) == dict.fromkeys((*OF_THE_END, *HIDDEN))


@pytest.mark.slow
@each_book
def test_what_a_spectator_saw_is_told_at_the_end_and_set_ups_at_the_reveal(slug: str) -> None:
    game = game_of(slug, plies=140 if slug == "barrage" else 60, seed=3, reveal="never")
    line, row = timeline(game), entry(game.id)
    turns = list(line.turns(Viewer.SPECTATOR, 1, line.plies))
    attacks = [ply for ply, turn in turns if turn.attack is not None]
    last = line.view(Viewer.SPECTATOR, line.plies)
    fallen = sorted((piece.seat.side, piece.rank) for piece in last.captured)

    assert (row.plies, row.result, row.outcome) == (line.plies, game.result, game.outcome)
    assert row.attacked == min(attacks, default=None)
    assert attacks
    assert sorted((loss >> 4 & 1, Rank(loss & 15)) for loss in row.losses) == fallen
    assert {loss >> 5 for loss in row.losses} <= set(attacks)
    assert values(game.id, *HIDDEN) == dict.fromkeys(HIDDEN)
    public = {name: getattr(row, name) for name in (*OF_THE_END, "result", "outcome", "played", "red", "blue")}
    facts = set(row.facts)

    reveal.reveal_game(game=game.id)
    after, line = entry(game.id), timeline(Game.objects.get(id=game.id))
    assert {name: getattr(after, name) for name in public} == public
    assert facts < set(after.facts)
    setups = {seal.seat: seal.placement for seal in line.seals}
    for seat in Seat:
        bits = getattr(after, f"{seat.slug}_setup")
        assert bits == (setup_bits(form_of(setups[seat], line.rules, seat)) if seat in setups else None)
    view = line.view(Viewer.ALL, line.plies)
    standing = [piece_code(piece.seat.side, piece.rank) for piece in view.pieces if not piece.captive]
    held = [
        piece_code(holding.seat.side, rank)
        for holding in view.holdings
        for rank, count in holding.ranks
        for _ in range(count)
    ]
    assert after.kept == sorted(standing + held)
    assert (after.red_left, after.blue_left) == tuple(sum(code >> 4 == side for code in after.kept) for side in (0, 1))


def test_losses_have_the_ply_of_their_battle_and_their_number() -> None:
    game = game_over(slug="duel", plies=60, seed=2)
    line, row = timeline(game), entry(game.id)
    expected = []
    for ply, turn in line.turns(Viewer.ALL, 1, line.plies):
        if turn.attack is not None:
            lost = {"win": [turn.attack.defender], "loss": [turn.attack.attacker]}.get(
                turn.attack.result, [turn.attack.defender, turn.attack.attacker]
            )
            expected += [loss_code(ply, piece.seat.side, piece.rank) for piece in lost]
    assert sorted(row.losses) == sorted(expected)
    assert row.losses


def test_an_end_is_found_when_it_is_public(clock: Clock) -> None:  # noqa: F811
    game = played()
    before = rows()
    commands.resign(game=game, seat=Seat.BLUE)
    assert rows() == before
    clock.now += timedelta(hours=1)
    reveal.publish_if_due(game=game)
    row = entry(game)
    assert (row.result, row.outcome, row.plies is not None) == ("red", "resignation", True)


def test_games_that_were_called_off_have_no_course() -> None:
    game = game_in_play(slug="duel", plies=1)
    commands.abort_game(game=game.id, seat=Seat.RED)
    row = entry(game.id)
    assert (row.result, row.plies, row.attacked, row.losses, row.kept) == ("called-off", 1, None, None, None)
    unplayed = game_waiting()
    commands.cancel_game(game=unplayed.id)
    assert entry(unplayed.id).plies == 0


def test_ratings_are_those_before_the_game() -> None:
    ada, grace = account("Ada"), account("Grace")
    games = []
    for _one in range(2):
        seated = {Seat.RED: ada.player.id, Seat.BLUE: grace.player.id}
        game, now = begun(variant("duel"), random.Random(5), players=seated, rated=True)
        for _submission in range(30):
            now = play_some(game, now, random.Random(7)) if now.outcome is None else now
        if now.outcome is None:
            commands.resign(game=game, seat=Seat.RED)
        games.append(game)
    result = {row.game: (row.lowest, row.highest) for row in EntryRatings.objects.all()}
    before = {game: list(Change.objects.filter(game=game).values_list("before", flat=True)) for game in games}
    assert result == {game: (min(values), max(values)) for game, values in before.items()}
    assert result[games[0]] == (1500, 1500)
    assert result[games[1]][0] < 1500 < result[games[1]][1]
    assert [row.stretch for row in EntryRatings.objects.order_by("game")] == [
        place >> 18 for place in ArchiveEntry.objects.order_by("game").values_list("place", flat=True)
    ]


def _archive_of_all_kinds() -> None:
    test_ratings_are_those_before_the_game()
    for seed, slug in enumerate(VARIANTS):
        game_of(slug, plies=20, seed=seed, reveal="never" if seed % 3 == 0 else "end", over=seed % 2 == 0)
    test_games_that_were_called_off_have_no_course()


@pytest.mark.slow
def test_a_rebuild_makes_the_same_entries() -> None:
    _archive_of_all_kinds()
    before = rows()
    assert {len(result) > 1 for result in before.values()} == {True}
    rebuild()
    assert rows() == before


def test_events_of_a_tournament_are_found_by_its_key() -> None:
    event = UUID(int=9 << 70 | 5)
    game = creation.create_game(variant=variant("duel"), players={}, tournament=event, round=3)
    assert values(game, "event", "round") == {"event": key_of(event), "round": 3}


def test_an_end_reads_nothing_of_the_log_while_it_is_written(by_hand: list[bytes]) -> None:
    """What an entry wants of the course is read before: the end is one statement with all its rows."""
    game = game_in_play(slug="duel", plies=12, reveal="never")
    by_hand.clear()
    commands.resign(game=game.id, seat=Seat.RED)
    writing = [place for place, sql in enumerate(by_hand) if b"INSERT INTO eventlog_event" in sql]
    assert len(writing) == 1
    assert b"UPDATE archive_entry" in by_hand[writing[0]]
    assert by_hand[writing[0] + 1 :] == []
