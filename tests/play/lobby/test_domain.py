"""Seeks from the first word to the game: who may join, what is refused, and how they end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.conduct.blocks import block
from accounts.models import Player
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.domain.limits import usual_limit
from games.models import Game
from games.rules import Illegal, Options, Refusal, Seat, variant
from notices.kinds.words import words_of
from notices.models import Notice
from play.lobby import domain
from play.lobby.models import Place, Seek
from play.lobby.terms import GameTerms
from tests.books import each_book
from tests.scenes import account

pytestmark = pytest.mark.django_db

DAYS, LIVE = PRESETS["3-days"], PRESETS["live-10-10"]


def person(name: str) -> Player:
    return account(name).player


def terms(**changes: Any) -> GameTerms:
    return GameTerms(**{"variant": "classic", "time": DAYS} | changes)


def refusal(function: Any, **arguments: Any) -> Refusal:
    with pytest.raises(Illegal) as caught:
        function(**arguments)
    return caught.value.refusal


def seated(seek: Seek) -> dict[Seat, str]:
    assert seek.game is not None
    return {Seat(game.seat): game.player.name for game in Game.objects.get(id=seek.game).seats.select_related("player")}


def test_who_joins_starts_the_game_on_the_terms_of_the_seek() -> None:
    ada, bob = person("Ada"), person("Bob")
    offered = terms(time=LIVE, rated=True, notes=False, no_attack_limit=77, colour="blue")
    seek = domain.open_seek(host=ada, terms=offered)
    joined = domain.join(seek=seek.id, player=bob)
    game = open_game(joined.game)  # type: ignore[arg-type]
    row = Game.objects.get(id=joined.game)
    assert seated(joined) == {Seat.RED: "Bob", Seat.BLUE: "Ada"}
    assert (game.time, game.options, game.created.notes) == (LIVE, Options(no_attack_limit=77), False)
    assert (row.rated, row.status, row.due is None) == (True, "waiting", False)
    assert (joined.state, Seek.objects.get().state) == ("started", "started")


def test_the_usual_limit_goes_by_the_army_and_the_seats() -> None:
    data = {"classic": 200, "barrage": 100, "duel": 100, "lightning": 200, "cards": 100, "alliance": 400}
    assert {slug: usual_limit(variant(slug)) for slug in data} == data


@each_book
def test_every_game_of_the_lobby_ends_some_day(slug: str) -> None:
    """It has a time control and a limit of plies without an attack, whatever was left empty."""
    people = [person(name) for name in ("Ada", "Bob", "Cyd", "Dee")]
    seek = domain.open_seek(host=people[0], terms=terms(variant=slug))
    for player in people[1 : seek.size]:
        seek = domain.join(seek=seek.id, player=player)
    game = open_game(seek.game)  # type: ignore[arg-type]
    assert (game.time, game.options.no_attack_limit) == (DAYS, usual_limit(variant(slug)))
    assert set(seated(seek).values()) == {player.name for player in people[: seek.size]}


def test_a_form_sent_twice_makes_one_seek_and_one_game() -> None:
    ada, bob = person("Ada"), person("Bob")
    first = domain.open_seek(host=ada, terms=terms(), id=None)
    again = domain.open_seek(host=ada, terms=terms(), id=first.id)
    assert (again, Seek.objects.count()) == (first, 1)
    games = {domain.join(seek=first.id, player=bob).game for _click in range(3)}
    assert games == set(Game.objects.values_list("id", flat=True))
    # The page is still there with the same form: once its seek is over, it posts another.
    assert domain.open_seek(host=ada, terms=terms(), id=first.id).id != first.id


def test_the_refusals_of_joining() -> None:
    ada, bob, cyd = person("Ada"), person("Bob"), person("Cyd")
    gus = person("Gus")
    gus.guest = True
    gus.save()
    seek = domain.open_seek(host=ada, terms=terms(rating_from=1700, rating_to=1900))
    assert refusal(domain.join, seek=seek.id, player=ada) == Refusal("own-seek")
    assert refusal(domain.join, seek=seek.id, player=gus) == Refusal("guest")
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal(
        "rating", {"rating": 1500, "lowest": 1700, "highest": 1900}
    )
    seek = domain.open_seek(host=ada, terms=terms(rating_from=1400, rating_to=1600))
    block(blocker=ada, target=bob)
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("blocked", {"name": "Ada"})
    domain.join(seek=seek.id, player=cyd)
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("full")
    assert refusal(domain.join, seek=ada.id, player=bob) == Refusal("gone")
    assert Game.objects.count() == 1


def test_the_blocked_cannot_join_either_way() -> None:
    ada, bob = person("Ada"), person("Bob")
    block(blocker=bob, target=ada)
    seek = domain.open_seek(host=ada, terms=terms(), kind="link")
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("blocked", {"name": "Ada"})
    assert refusal(domain.challenge, host=ada, terms=terms(), players=[bob]) == Refusal("blocked", {"name": "Bob"})


def test_what_was_taken_back_or_has_expired_cannot_be_joined() -> None:
    ada, bob = person("Ada"), person("Bob")
    seek = domain.open_seek(host=ada, terms=terms())
    assert refusal(domain.cancel, seek=seek.id, player=bob) == Refusal("not-yours")
    assert [domain.cancel(seek=seek.id, player=ada).state for _click in range(2)] == ["cancelled", "cancelled"]
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("gone")
    seek = domain.open_seek(host=ada, terms=terms())
    Seek.objects.filter(id=seek.id).update(expires=timezone.now())
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("expired")  # before any sweep
    assert (domain.expire(), domain.expire()) == (1, 0)
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("expired")
    ada.account.is_active = False
    seek = domain.open_seek(host=ada, terms=terms())
    ada.account.save()
    assert refusal(domain.join, seek=seek.id, player=bob) == Refusal("gone")


def test_a_live_seek_stands_as_long_as_its_host_looks_on() -> None:
    ada, now = person("Ada"), timezone.now()
    seek = domain.open_seek(host=ada, terms=terms(time=LIVE))
    assert domain.keep_alive(player=ada.id, now=now) == 0  # it has just been posted
    later = now + timedelta(minutes=9)
    assert domain.keep_alive(player=ada.id, now=later) == 1
    assert Seek.objects.get(id=seek.id).expires == later + domain.EXPIRES_LIVE
    assert domain.keep_alive(player=ada.id, now=later + timedelta(minutes=11)) == 0  # it was over before


def test_a_live_game_takes_back_the_other_live_seeks_of_its_players() -> None:
    ada, bob = person("Ada"), person("Bob")
    slow = domain.open_seek(host=ada, terms=terms())
    lives = [domain.open_seek(host=who, terms=terms(time=LIVE)) for who in (ada, ada, bob)]
    domain.join(seek=lives[0].id, player=bob)
    states = [Seek.objects.get(id=seek.id).state for seek in (slow, *lives)]
    assert states == ["open", "started", "cancelled", "cancelled"]


def notices() -> list[tuple[str, str]]:
    return sorted((notice.player.name, words_of([notice])[0].text) for notice in Notice.objects.all())


@pytest.mark.django_db(transaction=True)
def test_a_live_game_takes_back_live_challenges_and_places_too() -> None:
    ada, bob, cyd, dee = (person(name) for name in ("Ada", "Bob", "Cyd", "Dee"))
    hers = domain.challenge(host=ada, terms=terms(time=LIVE), players=[cyd])
    linked = domain.open_seek(host=ada, terms=terms(time=LIVE, variant="alliance"), kind="link")
    domain.join(seek=linked.id, player=dee)
    table = domain.open_seek(host=cyd, terms=terms(time=LIVE, variant="alliance"))
    domain.join(seek=table.id, player=bob)
    Notice.objects.all().delete()
    domain.join(seek=domain.open_seek(host=ada, terms=terms(time=LIVE)).id, player=bob)
    assert refusal(domain.accept, seek=hers.id, player=cyd) == Refusal("gone")
    assert Seek.objects.get(id=linked.id).state == "cancelled"
    assert list(Place.objects.filter(seek=table).values_list("player__name", flat=True)) == ["Cyd"]
    assert notices() == [
        ("Ada", "Bob takes you on, set up your army: Classic"),
        ("Cyd", "Bob declined your challenge"),
        ("Dee", "Ada called off a game that you had joined"),
    ]


@pytest.mark.django_db(transaction=True)
def test_all_who_sat_at_a_table_hear_that_its_time_is_over() -> None:
    seek, (_ada, bob, *_others) = four()
    domain.join(seek=seek.id, player=bob)
    Notice.objects.all().delete()
    Seek.objects.filter(id=seek.id).update(expires=timezone.now())
    assert (domain.expire(), domain.expire()) == (1, 0)
    text = "Too few players came in time for a game that you waited for"
    assert notices() == [("Ada", text), ("Bob", text)]


def test_only_so_many_seeks_and_challenges() -> None:
    ada, bob = person("Ada"), person("Bob")
    for _number in range(domain.MOST_TO_ONE):
        domain.challenge(host=ada, terms=terms(), players=[bob])
    assert refusal(domain.challenge, host=ada, terms=terms(), players=[bob]) == Refusal(
        "challenged-enough", {"name": "Bob"}
    )
    for _number in range(domain.MOST_OPEN - domain.MOST_TO_ONE):
        domain.open_seek(host=ada, terms=terms())
    assert refusal(domain.open_seek, host=ada, terms=terms()) == Refusal("too-many", {"most": domain.MOST_OPEN})


# -- challenges -----------------------------------------------------------------------------------


def test_a_challenge_is_for_who_was_named() -> None:
    ada, bob, cyd = person("Ada"), person("Bob"), person("Cyd")
    seek = domain.challenge(host=ada, terms=terms(rating_from=3000, colour="red"), players=[bob])
    assert refusal(domain.join, seek=seek.id, player=cyd) == Refusal("not-invited")
    assert refusal(domain.decline, seek=seek.id, player=cyd) == Refusal("not-invited")
    assert seated(domain.accept(seek=seek.id, player=bob)) == {Seat.RED: "Ada", Seat.BLUE: "Bob"}


def test_a_declined_challenge_is_over() -> None:
    ada, bob = person("Ada"), person("Bob")
    seek = domain.challenge(host=ada, terms=terms(), players=[bob])
    assert [domain.decline(seek=seek.id, player=bob).state for _click in range(2)] == ["declined", "declined"]
    assert refusal(domain.accept, seek=seek.id, player=bob) == Refusal("gone")
    assert Game.objects.count() == 0


def test_who_cannot_be_challenged() -> None:
    ada, robot, paper = person("Ada"), Player.objects.create(name="Robot", bot=True), Player.objects.create(name="Old")
    off = person("Off")
    off.account.is_active = False
    off.account.save()
    for player, expected in (
        (ada, Refusal("challenge-self")),
        (robot, Refusal("bot", {"name": "Robot"})),
        (paper, Refusal("no-account", {"name": "Old"})),
        (off, Refusal("no-account", {"name": "Off"})),
    ):
        assert refusal(domain.challenge, host=ada, terms=terms(), players=[player]) == expected
    both = [person("Bob"), person("Cyd")]
    assert refusal(domain.challenge, host=ada, terms=terms(), players=both) == Refusal("table-size", {"most": 1})


# -- tables of four -------------------------------------------------------------------------------


def four(**changes: Any) -> tuple[Seek, list[Player]]:
    """A table of four that Ada opens, and those who may sit down."""
    people = [person(name) for name in ("Ada", "Bob", "Cyd", "Dee")]
    return domain.open_seek(host=people[0], terms=terms(variant="alliance", **changes)), people


def test_partners_sit_together_whoever_joins_first() -> None:
    seek, (_ada, bob, cyd, dee) = four(colour="blue")
    domain.join(seek=seek.id, player=cyd, number=2)
    assert refusal(domain.join, seek=seek.id, player=bob, number=2) == Refusal("place-taken")
    assert domain.join(seek=seek.id, player=dee, number=3).game is None
    seats = seated(domain.join(seek=seek.id, player=bob))
    partners = {seat.side: {name for item, name in seats.items() if item.side == seat.side} for seat in seats}
    assert partners == {1: {"Ada", "Cyd"}, 0: {"Bob", "Dee"}}
    # Around the table the order is that of the places.
    order = [seats[seat] for seat in Seat]
    assert (order * 2)[order.index("Ada") :][:4] == ["Ada", "Bob", "Cyd", "Dee"]


def test_partners_are_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    seek, (_ada, bob, cyd, dee) = four(partners="drawn")
    monkeypatch.setattr(domain._lot, "shuffle", lambda players: players.reverse())
    monkeypatch.setattr(domain._lot, "choice", lambda seats: seats[0])
    for player in (bob, cyd, dee):
        seek = domain.join(seek=seek.id, player=player, number=2)  # where they sat down does not matter
    assert list(seated(seek).values()) == ["Ada", "Dee", "Cyd", "Bob"]


def test_a_place_that_is_left_is_free_again() -> None:
    seek, (ada, bob, cyd, dee) = four()
    domain.join(seek=seek.id, player=bob, number=1)
    assert refusal(domain.leave, seek=seek.id, player=ada) == Refusal("own-seek")
    domain.leave(seek=seek.id, player=bob)
    for nobody in (bob, cyd):
        assert refusal(domain.leave, seek=seek.id, player=nobody) == Refusal("not-there")
    assert list(Place.objects.filter(seek=seek).values_list("number", "player__name")) == [(0, "Ada")]
    for player in (cyd, dee, bob):
        seek = domain.join(seek=seek.id, player=player)
    assert seek.state == "started"


def test_a_table_with_invitations_fills_by_link() -> None:
    ada, bob, cyd, dee = (person(name) for name in ("Ada", "Bob", "Cyd", "Dee"))
    seek = domain.challenge(host=ada, terms=terms(variant="alliance"), players=[bob, cyd])
    assert list(seek.places.values_list("number", "player__name")) == [(0, "Ada"), (1, "Cyd"), (2, "Bob")]
    domain.decline(seek=seek.id, player=cyd)
    domain.join(seek=seek.id, player=dee)
    domain.join(seek=seek.id, player=cyd)
    assert set(seated(domain.accept(seek=seek.id, player=bob)).values()) == {"Ada", "Bob", "Cyd", "Dee"}
