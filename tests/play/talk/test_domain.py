"""Talk at a table, notes and guesses: who reads what, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.conduct.blocks import block
from accounts.models import Player
from games.domain import command_handler, commands
from games.models import Game
from games.rules import Illegal, Seat, Viewer
from play.talk import domain
from play.talk.models import MESSAGE_LENGTH, Message
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return game_in_play(accounts=(account("Ada"), account("Charles")))


def _ids(game: Game) -> tuple[object, object]:
    red, blue = game.seats.all()
    return red.player_id, blue.player_id


def _texts(game: Game, player: object) -> list[str]:
    return [message.phrase or message.text for message in domain.messages(game.id, player)]


def _code(error: pytest.ExceptionInfo[Illegal]) -> str:
    return error.value.refusal.code


def test_what_one_says_the_other_reads(game: Game) -> None:
    """In order, without white space at the ends, and counted as unread until it is read."""
    red, blue = _ids(game)
    domain.say(game=game, player=red, text="  Hello   there\n")
    domain.say(game=game, player=red, phrase="luck")
    assert _texts(game, red) == _texts(game, blue) == ["Hello there", "luck"]
    assert domain.unread_counts(blue, [game.id]) == {game.id: 2}
    assert domain.unread_counts(red, [game.id]) == {}
    domain.read(game=game.id, player=blue)
    assert domain.unread_counts(blue, [game.id]) == {}


@pytest.mark.parametrize(
    ("said", "code"),
    [({"text": " \n"}, "talk-empty"), ({"phrase": "insult"}, "talk-empty"), ({"text": "x" * 301}, "talk-long")],
)
def test_what_cannot_be_said(game: Game, said: dict[str, str], code: str) -> None:
    with pytest.raises(Illegal) as error:
        domain.say(game=game, player=_ids(game)[0], **said)
    assert _code(error) == code
    assert MESSAGE_LENGTH == 300
    assert not Message.objects.exists()


def test_nobody_floods_a_table(game: Game) -> None:
    """Ten messages a minute; the other one may still speak."""
    red, blue = _ids(game)
    for number in range(10):
        domain.say(game=game, player=red, text=str(number))
    with pytest.raises(Illegal) as error:
        domain.say(game=game, player=red, text="and another")
    assert _code(error) == "talk-often"
    domain.say(game=game, player=blue, text="calm down")
    Message.objects.update(sent=timezone.now() - timedelta(minutes=2))
    domain.say(game=game, player=red, text="sorry")


def test_who_is_muted_is_not_heard_and_does_not_notice(game: Game) -> None:
    """And is there again, with all that was said meanwhile, once unmuted."""
    red, blue = _ids(game)
    domain.mute(player=blue, muted=red)
    domain.say(game=game, player=red, text="listen!")
    assert _texts(game, red) == ["listen!"]
    assert _texts(game, blue) == []
    assert domain.unread_counts(blue, [game.id]) == {}
    assert domain.deaf_to(red, [blue]) == {blue}
    domain.unmute(player=blue, muted=red)
    assert _texts(game, blue) == ["listen!"]


def test_a_block_silences_both(game: Game) -> None:
    red, blue = _ids(game)
    domain.say(game=game, player=red, text="from red")
    domain.say(game=game, player=blue, text="from blue")
    block(blocker=Player.objects.get(id=blue), target=Player.objects.get(id=red))
    assert (_texts(game, red), _texts(game, blue)) == (["from red"], ["from blue"])
    assert (domain.unread_counts(red, [game.id]), domain.unread_counts(blue, [game.id])) == ({}, {})
    assert (domain.deaf_to(red, [blue]), domain.deaf_to(blue, [red])) == ({blue}, {red})


def test_a_table_shows_the_last_messages(game: Game) -> None:
    red, blue = _ids(game)
    said = [Message(game=game.id, author_id=red, text=str(number), sent=timezone.now()) for number in range(205)]
    Message.objects.bulk_create(said)
    assert len(_texts(game, blue)) == domain.SHOWN


def test_what_a_moderator_hides_is_gone_for_all(game: Game) -> None:
    red, _blue = _ids(game)
    domain.say(game=game, player=red, text="rude")
    Message.objects.update(hidden=True)
    assert _texts(game, red) == []


def test_a_table_closes_some_days_after_its_game(game: Game) -> None:
    commands.resign(game=game.id, seat=Seat.RED)
    game.refresh_from_db()
    domain.say(game=game, player=_ids(game)[0], phrase="thanks")
    game.ended = timezone.now() - domain.OPEN_AFTER_END
    with pytest.raises(Illegal) as error:
        domain.say(game=game, player=_ids(game)[0], phrase="thanks")
    assert _code(error) == "talk-closed"


def test_texts_go_with_their_player(game: Game) -> None:
    red, blue = _ids(game)
    domain.say(game=game, player=red, text="my secret diary")
    domain.write_note(game=game, player=red, text="b4 is a Bomb")
    game.seats.all()[0].player.delete()
    assert not Message.objects.exists()
    assert domain.note_of(game.id, red) == ""
    assert _texts(game, blue) == []


def test_notes_are_kept_for_their_writer(game: Game) -> None:
    red, blue = _ids(game)
    domain.write_note(game=game, player=red, text="first")
    domain.write_note(game=game, player=red, text="second")
    assert (domain.note_of(game.id, red), domain.note_of(game.id, blue)) == ("second", "")
    with pytest.raises(Illegal) as error:
        domain.write_note(game=game, player=red, text="x" * 4001)
    assert _code(error) == "note-long"


def test_guesses_mark_pieces_whose_rank_is_hidden(game: Game) -> None:
    red, blue = _ids(game)
    state = command_handler.open_game(game.id).state
    assert state is not None
    view = state.view(Viewer.RED)
    hidden = next(piece.id for piece in view.pieces if piece.rank is None)
    own = next(piece.id for piece in view.pieces if piece.seat is Seat.RED)
    domain.guess(game=game, seat=Seat.RED, player=red, piece=hidden, symbol="B")
    domain.guess(game=game, seat=Seat.RED, player=red, piece=hidden, symbol="M")
    assert domain.guesses_of(game.id, red) == {hidden: "M"}
    assert domain.guesses_of(game.id, blue) == {}
    for piece, symbol, code in ((own, "B", "guess-piece"), (999, "B", "guess-piece"), (hidden, "C", "guess-rank")):
        with pytest.raises(Illegal) as error:
            domain.guess(game=game, seat=Seat.RED, player=red, piece=piece, symbol=symbol)
        assert _code(error) == code
    domain.clear_guess(game=game, player=red, piece=hidden)
    assert domain.guesses_of(game.id, red) == {}
