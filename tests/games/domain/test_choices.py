"""Choices that a battle opens, and games of four seats, through the commands."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import timedelta

import pytest

from eventlog import store
from eventlog.models import Event
from games.domain import command_handler, commands, creation, records, reveal
from games.domain.imports import import_records, judge
from games.domain.queries import names_of
from games.domain.random_play import random_setup
from games.models import Game
from games.notation import RecordError, parse_records, to_gravon, to_json
from games.replay import timeline
from games.rules import VARIANTS, End, Illegal, Options, Outcome, Refusal, Seat, Viewer, legal_turns, variant
from tests import scenes
from tests.games.notation.played import played

from .played import begun, play_some

pytestmark = pytest.mark.django_db

CAMPAIGN = variant("campaign")
FOUR = [slug for slug, book in VARIANTS.items() if len(book.seats) == 4]


def refused(call) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def waiting_for_a_choice(seed: int = 1):
    """A game of campaign whose last battle has opened a choice."""
    chance = random.Random(seed)
    game, now = begun(CAMPAIGN, chance, options=Options(no_attack_limit=100), reveal="never")
    while now.state.pending is None:
        now = play_some(game, now, chance)
    return game, now


def test_while_a_choice_is_open_nothing_else_is_played():
    game, now = waiting_for_a_choice()
    seat, ply = now.state.to_move, now.state.ply
    other = next(item for item in CAMPAIGN.seats if item is not seat)
    row = Game.objects.get(id=game)
    assert (row.plies, row.to_move, row.public_version) == (ply, seat.value, now.version)
    assert refused(lambda: commands.play_turn(game=game, seat=seat, turn="a1-a2")) == Refusal(
        "choice-first", {"kind": now.state.pending.kind}
    )
    assert refused(lambda: commands.play_turn(game=game, seat=other, turn="+0")).code == "not-your-turn"
    choice = str(legal_turns(now.state)[0])
    stale = now.public_version - 1
    assert refused(lambda: commands.play_turn(game=game, seat=seat, turn=choice, expected=stale)).code == "moved-on"
    after = commands.play_turn(game=game, seat=seat, turn=choice, expected=now.public_version)
    row = Game.objects.get(id=game)
    assert (after.state.ply, after.public_version, after.state.pending) == (ply, now.public_version + 1, None)
    assert (row.plies, row.to_move, row.public_version) == (ply, other.value, after.version)
    last = Event.objects.filter(stream=game).latest("version")
    assert (last.type, last.data["choice"], len(last.data["nonce"])) == ("choice-made", choice, 64)


def test_a_ply_is_shown_as_it_stands_up_to_now_and_its_time_is_that_of_its_turn():
    game, now = waiting_for_a_choice()
    ply = now.state.ply
    line = timeline(Game.objects.get(id=game))
    assert (line.plies, line.view(Viewer.SPECTATOR, ply).pending) == (ply, now.state.pending)
    before = dict(line.turns(Viewer.SPECTATOR, ply, ply))[ply]
    seat = now.state.to_move
    choice = next(str(turn) for turn in legal_turns(now.state) if "@" in str(turn))
    now = commands.play_turn(game=game, seat=seat, turn=choice)
    commands.play_turn(game=game, seat=now.state.to_move, turn=str(legal_turns(now.state)[0]))
    line = timeline(Game.objects.get(id=game))
    assert (line.plies, line.view(Viewer.SPECTATOR, ply).pending) == (ply + 1, None)
    after = dict(line.turns(Viewer.SPECTATOR, ply, ply))[ply]
    assert (after.path, after.attack) == (before.path, before.attack)
    assert [part.kind for part in after.parts] == [*(part.kind for part in before.parts), "entry"]
    assert after.text.startswith(before.text)
    assert choice in dict(line.turns(Viewer.of(seat), ply, ply))[ply].text
    stored = [event for event in store.load(game) if type(event.event).__name__ == "TurnPlayed"]
    waited = stored[ply].time - stored[ply - 1].time
    assert line.wait(ply) == waited // timedelta(milliseconds=1)


@pytest.mark.slow
def test_a_seat_may_resign_or_lose_on_time_while_its_choice_is_open():
    for seed, end in ((1, commands.resign), (2, commands.time_out)):
        game, now = waiting_for_a_choice(seed)
        loser = now.state.to_move
        over = end(game=game, seat=loser)
        assert over.outcome.winner == 1 - loser.side
        reveal.reveal_game(game=game)
        record = records.record_of(game, names={})
        assert list(parse_records(to_json(record))) == [record]


@pytest.mark.slow
def test_a_secret_of_a_choice_is_in_no_row_and_no_size():
    """Two games that differ in the rank that enters alone are alike in all that a list or a header is made of."""
    rows, sizes = [], []
    for pick in (0, -1):
        game, now = waiting_for_a_choice()
        entries = [turn for turn in legal_turns(now.state) if "@" in str(turn)]
        square = entries[0].square
        ranks = [turn for turn in entries if turn.square == square]
        now = commands.play_turn(game=game, seat=now.state.to_move, turn=str(ranks[pick]))
        rows.append(Game.objects.filter(id=game).values("plies", "to_move", "version", "public_version", "noted").get())
        sizes.append(len(json.dumps(Event.objects.filter(stream=game).latest("version").data)))
    assert rows[0] == rows[1]
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize("slug", FOUR)
def test_four_seats_agree_to_a_draw_together(slug):
    chance = random.Random(1)
    game, now = begun(variant(slug), chance)
    commands.offer_draw(game=game, seat=Seat.BLUE2)
    for seat in (Seat.RED, Seat.BLUE):
        assert commands.agree_draw(game=game, seat=seat).outcome is None
    assert refused(lambda: commands.agree_draw(game=game, seat=Seat.BLUE)).code == "no-draw-offer"
    commands.decline_draw(game=game, seat=Seat.RED2)
    assert refused(lambda: commands.agree_draw(game=game, seat=Seat.RED2)).code == "no-draw-offer"
    for seat in (Seat.RED2, Seat.RED, Seat.BLUE, Seat.BLUE2):
        now = commands.offer_draw(game=game, seat=seat)
    assert (now.outcome, Game.objects.get(id=game).winner) == (Outcome(End.AGREED_DRAW), None)


@pytest.mark.parametrize("slug", FOUR)
@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_of_four_loses_for_its_alliance(slug, seat):
    book, chance = variant(slug), random.Random(2)
    players = {seat: scenes.player(f"Player {seat.slug}").id for seat in book.seats}
    game, now = begun(book, chance, players=players)
    now = play_some(game, now, chance)
    assert commands.time_out(game=game, seat=seat).outcome == Outcome(End.TIME_OUT, 1 - seat.side)
    row = Game.objects.get(id=game)
    assert (row.winner, row.seats.count()) == (1 - seat.side, 4)
    record = records.record_of(game, names=names_of(game))
    value = json.loads(to_json(record))
    assert list(value["seats"]) == list(value["commitments"]) == ["red", "blue", "red2", "blue2"]
    assert value["result"] == {"kind": "time-out", "winner": ("blue", "red")[seat.side]}
    assert list(parse_records(to_json(record))) == [record]
    with pytest.raises(RecordError) as error:
        to_gravon(record)
    assert error.value == RecordError("type-missing", variant=slug)


@pytest.mark.parametrize("slug", FOUR)
def test_a_camp_is_filled_and_has_the_flag(slug):
    book = variant(slug)
    game = creation.create_game(variant=book, players={})
    squares = len(book.board.homes[0])

    def reason(placement: str) -> tuple[str, str]:
        refusal = refused(lambda: commands.make_setup(game=game, seat=Seat.RED2, placement=placement))
        return refusal.code, refusal.params["reason"]

    good = random_setup(book, Seat.RED2, Options(), "", random.Random(1))
    assert reason(good[:-1]) == ("set-up", "length")
    assert reason("X" + good[1:]) == ("set-up", "symbol")
    assert reason("M" * squares) == ("set-up", "count")
    assert reason(good.replace("F", "9")) == ("set-up", "count")
    assert reason(good[:-1] + ".")[0] == "set-up"
    assert commands.make_setup(game=game, seat=Seat.RED2, placement=good).ready == {Seat.RED2}


def test_a_record_may_break_off_while_a_choice_is_open():
    whole = next(
        item for item in (played("campaign", seed, 300, limit=60) for seed in range(20)) if judge("", item).choices
    )
    place = min(judge("", whole).choices)
    cut = replace(whole, turns=whole.turns[:place], result=None)
    judged = judge("", cut)
    assert (judged.status, judged.plies, judged.choices) == ("valid", place, frozenset())
    assert judge("", replace(whole, turns=whole.turns[: place + 1], result=None)).choices == {place}
    (result,) = import_records([judged])
    now = command_handler.open_game(result.game)
    assert (now.state.pending, now.outcome) == (None, Outcome(End.UNFINISHED))
    assert records.record_of(result.game, names={}) == replace(cut, result=Outcome(End.UNFINISHED))
