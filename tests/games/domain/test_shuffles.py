"""Chance: dealt from a seed that is committed first, shuffled again in play, opened at the reveal, and checked."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from eventlog import store
from eventlog.models import Event
from eventlog.registry import Broken
from eventlog.sources import commitment, injected
from eventlog.verify import verify
from games.domain import command_handler, commands, creation, recent, records
from games.domain.events import CardsDealt, SetupMade, TurnPlayed
from games.domain.imports import import_records, judge
from games.domain.queries import cards_drawn
from games.domain.shuffles import deal, deck, shuffles_of
from games.domain.state import order_in
from games.domain.verification import verify_game
from games.models import Game
from games.notation import parse_records, to_json
from games.replay import SeedSeal, timeline
from games.rules import (
    VARIANTS,
    Illegal,
    Options,
    Refusal,
    Seat,
    legal_turns,
    parse_turn,
    shuffle_label,
    shuffled,
    to_shuffle,
    variant,
)

from .played import begun, play_out, play_some

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("slug", [slug for slug, book in VARIANTS.items() if book.deals]),
]

RED, BLUE = Seat.RED, Seat.BLUE
SEED = bytes(range(32))


def refused(call) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def seeded(book, seed: bytes, **values):
    with injected(random=lambda count: seed[:count]):
        return creation.create_game(variant=book, players={}, **values)


def with_a_shuffle(book, *, reveal: str = "end", options: Options | None = None):
    for seed in range(200):
        chance = random.Random(seed)
        game, now = begun(book, chance, reveal=reveal, options=options)
        for _turn in range(40):
            if now.outcome is not None:
                break
            turns = [turn for turn in legal_turns(now.state) if to_shuffle(now.state, turn) is not None]
            if turns:
                before, seat = now, now.state.to_move
                return game, before, commands.play_turn(game=game, seat=seat, turn=str(turns[0])), str(turns[0])
            now = play_some(game, now, chance)
    raise AssertionError("nothing was ever shuffled")


@pytest.mark.parametrize("spotter", [False, True])
def test_cards_are_dealt_and_the_seed_is_committed_before_anybody_chooses(slug, spotter):
    book = variant(slug)
    options = Options(spotter=spotter)
    game = seeded(book, SEED, options=options)
    created, dealt = (event.event for event in store.load(game))
    assert isinstance(dealt, CardsDealt)
    assert (dealt.seed, dealt.orders) == (SEED.hex(), deal(book, options, SEED))
    for order in dealt.orders.values():
        assert Counter(order) == Counter(deck(book, options))
        assert order.count("P") == spotter
    assert SEED.hex() not in repr(dealt)
    line = timeline(Game.objects.get(id=game))
    assert (line.begun, line.seals) == (False, ())
    assert line.seed_seal == SeedSeal(commitment(bytes.fromhex(dealt.nonce), dealt.seed), None, None, None)
    assert created.options == ({"spotter": True} if spotter else {})


def test_a_seat_sees_the_cards_it_has_drawn_and_chooses_from_them(slug):
    book = variant(slug)
    game = seeded(book, SEED)
    orders = deal(book, Options(), SEED)
    for seat in (RED, BLUE):
        drawn = cards_drawn(game, seat)
        assert Counter(rank.symbol for rank in drawn) == Counter(orders[seat.slug][: book.drawn])
        assert list(drawn) == sorted(drawn)
    squares = len(book.board.homes[RED])
    good = orders["red"][:squares]
    below = next(symbol for symbol in orders["red"] if symbol not in orders["red"][: book.drawn])

    def reason(placement: str) -> str:
        refusal = refused(lambda: commands.make_setup(game=game, seat=RED, placement=placement))
        assert refusal.code == "set-up"
        return refusal.params["reason"]

    assert reason(good[:-1]) == "length"
    assert reason(good[:-1] + below) == "not-drawn"
    assert reason(good[:-1] + ".") == "empty-square"
    assert reason(good[:-1] + "X") == "symbol"
    assert commands.make_setup(game=game, seat=RED, placement=good).ready == {RED}
    assert cards_drawn(game, RED) != ()
    now = commands.make_setup(game=game, seat=BLUE, placement=orders["blue"][:squares])
    assert (now.status, now.decks, cards_drawn(game, RED)) == ("playing", {}, ())


def test_a_shuffle_in_play_follows_from_the_seed_and_no_player_gives_it(slug):
    book = variant(slug)
    game, before, now, turn = with_a_shuffle(book, reveal="never")
    last = [event.event for event in store.load(game) if isinstance(event.event, TurnPlayed)][-1]
    seat, cards = before.state.to_move, to_shuffle(before.state, parse_turn(book, turn))
    order = shuffled(bytes.fromhex(now.seed), shuffle_label(seat.slug, 1), cards)
    assert last.turn == f"{turn}{order}"
    assert now.shuffles[book.seats.index(seat)] == 1
    recent.forget()
    assert command_handler.open_game(game).shuffles == now.shuffles
    # The order is not for a player to choose, even if it is the right one.
    for given in (order, order[::-1]):
        result = refused(lambda given=given: commands.play_turn(game=game, seat=seat, turn=f"{turn}{given}"))
        assert result.code in ("notation", "not-your-turn", "choice-first")


def test_an_order_that_a_player_sends_is_refused(slug):
    book = variant(slug)
    game, before, _now, turn = with_a_shuffle(book, reveal="never")
    events = [event.event for event in store.load(game)][: before.version]
    other = creation.new_id()
    store.append(stream=other, expected=0, events=events)
    cards = to_shuffle(before.state, parse_turn(book, turn))
    seat = before.state.to_move
    refusal = refused(lambda: commands.play_turn(game=other, seat=seat, turn=f"{turn}{cards}"))
    assert refusal.code == "notation"


def test_the_reveal_opens_the_seed_and_every_order_is_worked_out_again(slug):
    book = variant(slug)
    game, _before, now, _turn = with_a_shuffle(book, options=Options(no_attack_limit=40))
    now = play_out(game, random.Random(1))
    line = timeline(Game.objects.get(id=game))
    seal = line.seed_seal
    assert (seal.seed, seal.computed) == (now.seed, seal.commitment)
    assert [label for label, _order, _fair in seal.orders][:2] == ["red-0", "blue-0"]
    assert len(seal.orders) > 2
    assert all(fair for _label, _order, fair in seal.orders)
    record = records.record_of(game, names={})
    assert record.proof["shuffles"] == {"commitment": seal.commitment, "salt": seal.salt, "seed": seal.seed}
    assert [report.status for report in verify([game])] == ["ok"]
    (back,) = parse_records(to_json(record))
    assert back == record


def test_a_deal_or_shuffle_that_was_chosen_is_found(slug):
    book = variant(slug)
    game, before, now, _turn = with_a_shuffle(book, reveal="never")
    stored = list(store.load(game))
    verify_game(iter(stored))

    def broken(place: int, event) -> tuple[int | None, str]:
        altered = [*stored[:place], stored[place]._replace(event=event), *stored[place + 1 :]]
        with pytest.raises(Broken) as error:
            verify_game(iter(altered))
        return error.value.version, error.value.reason

    dealt = stored[1].event
    deep = {seat: order[:-2] + order[-1] + order[-2] for seat, order in dealt.orders.items()}
    seat = before.state.to_move.slug
    if deep["red"] != dealt.orders["red"]:
        assert broken(1, replace(dealt, orders=deep)) == (2, "the shuffle red-0 is not the one that the seed gives")
    place = next(
        place for place, item in enumerate(stored) if isinstance(item.event, TurnPlayed) and order_in(item.event.turn)
    )
    begins, _mark, order = stored[place].event.turn.partition("!")
    swapped = replace(stored[place].event, turn=f"{begins}!{order[:-2]}{order[-1]}{order[-2]}")
    if swapped.turn != stored[place].event.turn:
        assert broken(place, swapped) == (place + 1, f"the shuffle {seat}-1 is not the one that the seed gives")
    other = replace(dealt, seed="00" * 32)
    assert broken(1, other) == (2, "the shuffle red-0 is not the one that the seed gives")
    assert now.shuffles.count(1) == 1


def test_an_imported_game_has_orders_and_no_seed(slug):
    book = variant(slug)
    game, _before, _now, _turn = with_a_shuffle(book, options=Options(no_attack_limit=40))
    play_out(game, random.Random(1))
    record = records.record_of(game, names={})
    Game.objects.filter(id=game).update(fingerprint=None)
    (result,) = import_records([judge("", replace(record, proof=None))])
    assert result.status == "imported"
    dealt = next(event.event for event in store.load(result.game) if isinstance(event.event, CardsDealt))
    assert (dealt.seed, dealt.orders) == (None, {seat.slug: order for seat, order in record.chance.items()})
    assert timeline(Game.objects.get(id=result.game)).seed_seal is None
    events = ((event.version, event.event) for event in store.load(result.game))
    assert {shuffle.fair for shuffle in shuffles_of(book, events)} == {None}
    again = records.record_of(result.game, names={})
    assert (again, "shuffles" in again.proof) == (record, False)
    assert [report.status for report in verify([result.game])] == ["ok"]


def test_a_record_without_its_deal_is_refused(slug):
    book = variant(slug)
    game, _now = begun(book, random.Random(1), options=Options(no_attack_limit=10))
    play_out(game, random.Random(1))
    value = json.loads(to_json(records.record_of(game, names={})))
    errors = []
    for change in (
        lambda: value.pop("chance"),
        lambda: value.update(chance={"red": "F"}),
        lambda: value.update(chance={"red": "F", "blue": "."}),
        lambda: value.update(chance={"red": "F", "blue": "F"}),
    ):
        change()
        (result,) = parse_records(json.dumps(value).encode())
        errors.append(str(result) if not hasattr(result, "setups") else judge("", result).rule)
    assert errors[:3] == [
        "value-missing (path $.chance)",
        "value-missing (path $.chance.blue)",
        "value-type (path $.chance.blue, expected cards)",
    ]
    assert errors[3] in ("shuffle", "set-up")


def test_options_that_are_not_of_the_rule_book_are_refused(slug):
    with pytest.raises(ValueError, match="option"):
        creation.create_game(variant=variant(slug), players={}, options=Options(free_setup=True))
    with pytest.raises(ValueError, match="option"):
        creation.create_game(variant=variant("classic"), players={}, options=Options(spotter=True))


def test_no_list_and_no_size_depends_on_the_deal(slug):
    book = variant(slug)
    rows, sizes = [], []
    for seed in (SEED, SEED[::-1]):
        game = seeded(book, seed)
        rows.append(Game.objects.filter(id=game).values("status", "plies", "version", "public_version").get())
        sizes.append(
            [
                len(json.dumps(data))
                for data in Event.objects.filter(stream=game).order_by("version").values_list("data", flat=True)
            ]
        )
    assert rows[0] == rows[1]
    assert sizes[0] == sizes[1]
    assert not any(isinstance(event.event, SetupMade) for event in store.load(game))
