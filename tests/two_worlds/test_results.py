"""Moderators change the result of a game that is over and not open: games that differ only in a set-up answer everybody
alike but who made it, in words, in lists and to the staff.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.urls import reverse

from accounts.models import Account, Penalty, Player
from accounts.people.accounts import player_of
from games.domain import commands, creation, reveal
from games.domain.clocks import PRESETS
from games.domain.random_play import random_setup
from games.models import key_of
from games.rules import Options, Seat, Viewer, variant
from moderation.cases import commands as case_commands
from moderation.cases import reports
from moderation.cases.terms import PenaltyTerms
from moderation.sanctions import games
from moderation.sanctions.effects import take_due
from ratings.domain.recomputation import refold

from .asking import Ask
from .pages import Answers, Cast, held_still, logged, rolled_back

RED, BLUE = Seat.RED, Seat.BLUE


def answers_of(cast: Cast, other: bool, kind: str) -> Answers:
    """All that others are told of a game that blue gave up, and whose result a moderator changes.

    Args:
        other: blue's pieces stand on the same squares in another order.
        kind: of the penalty.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "results"), logged():
        staff = player_of(Account.objects.get(username="staff"))
        red, blue = (Player.objects.get(pk=cast.players[seat]) for seat in (RED, BLUE))
        game = given_up(cast, other)
        case = reports.report(kind="game", target=game, why="cheating", about=red, reporter=blue, text="It knew.").case
        assert case is not None
        terms = PenaltyTerms(red.pk, kind, "own-eyes", game=game, reason="You knew.")
        case_commands.decide(case=case, by=staff.pk, outcome="penalised", penalties=[terms])
        take_due()
        refold()
        for viewer, ask in asked(key_of(game), case, red):
            answers[ask.path, str(viewer)] = cast.ask(viewer, ask)
    return answers


def given_up(cast: Cast, other: bool) -> UUID:
    book = variant("duel")
    players = {seat: cast.players[seat] for seat in (RED, BLUE)}
    terms = {"reveal": "delay", "reveal_after": 86_400, "time": PRESETS["1-day"]}
    game = creation.create_game(variant=book, players=players, **terms)
    for seat in (RED, BLUE):
        placement = random_setup(book, seat, Options(), "", random.Random(1))
        if other and seat is BLUE:
            pieces = [piece for piece in placement if piece.isalnum()]
            placement = "".join(pieces.pop() if piece.isalnum() else piece for piece in placement)
        commands.make_setup(game=game, seat=seat, placement=placement)
    commands.resign(game=game, seat=BLUE, actor=players[BLUE])
    return game


def asked(key: str, case: UUID, red: Player) -> Iterator[tuple[Viewer, Ask]]:
    for viewer in (Viewer.RED, Viewer.SPECTATOR):
        yield viewer, Ask(reverse("games:replay", args=[key]))
        yield viewer, Ask(reverse("players:profile", args=[red.name]))
    yield Viewer.RED, Ask(reverse("play:table", args=[key]))
    yield Viewer.SPECTATOR, Ask(reverse("moderation:case", args=[case]), who="staff")


@pytest.mark.parametrize("kind", [Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED])
def test_a_changed_result_tells_nothing_that_is_not_open(cast: Cast, kind: str) -> None:
    here, there = (answers_of(cast, other, kind) for other in (False, True))
    assert {answer.status for answer in here.values()} == {200}
    assert here == there
    (page, *_others) = here.values()
    assert ("annulled the result" if kind == Penalty.Kind.ANNULLED else "has lost the game") in page.body.decode()


def test_it_would_show_if_a_changed_result_opened_the_game(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    change: Callable[..., object] = games.moderation.annul_result

    def opened(*, game: UUID, **value: object) -> None:
        change(game=game, **value)
        reveal.reveal_game(game=game)

    monkeypatch.setattr(games.moderation, "annul_result", opened)
    here, there = (answers_of(cast, other, Penalty.Kind.ANNULLED) for other in (False, True))
    assert here != there
