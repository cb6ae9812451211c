"""Guesses at pieces: when each was made, who sees them once the game is open, and how good they were."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Preferences
from games.domain import command_handler, commands
from games.domain.imports import import_records, judge
from games.models import Game
from games.notation import parse_records
from games.replay import NotRevealed, timeline
from games.rules import Illegal, Rank, Seat, Viewer, legal_turns
from play.talk import domain
from play.talk.guess_scores import StandingGuess, score_guesses
from play.talk.models import Guess, GuessOpening
from privacy.erase import delete_account
from tests.library.archive.test_knowing import DEMO, text
from tests.play.talk.guessed import PLIES, guessed_game
from tests.scenes import account

pytestmark = pytest.mark.django_db

FLAG, BOMB, SPY, SCOUT = (rank.symbol for rank in (Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.SCOUT))
MINER, GENERAL = Rank.MINER.symbol, Rank.GENERAL.symbol
HTMX = {"HX-Request": "true"}
RED, BLUE = Seat.RED, Seat.BLUE

# To red 16 is the Flag, 20 a Bomb, 17 the Marshal, 13 a Miner, all hidden to the end; 12 a Scout, shown at ply 18. To
# blue 5 is a Bomb.
MADE = {
    2: [(RED, 16, BOMB)],
    3: [(RED, 12, SCOUT)],
    4: [(RED, 13, MINER), (BLUE, 5, FLAG)],
    5: [(RED, 17, GENERAL), (RED, 17, SPY)],
    10: [(RED, 16, FLAG)],
    20: [(RED, 13, "")],
    30: [(RED, 20, BOMB)],
    40: [(RED, 20, MINER)],
    50: [(RED, 20, BOMB)],
}


@pytest.fixture
def seated() -> dict[Seat, Account]:
    return {RED: account("Ada"), BLUE: account("Ben")}


def spans(game: Game, account: Account) -> list[tuple[int, str, int, int | None]]:
    made = Guess.objects.filter(game=game.id, player=account.player).order_by("piece", "since")
    return list(made.values_list("piece", "symbol", "since", "until"))


# -- when they were made --------------------------------------------------------------------------


def test_a_guess_has_the_plies_at_which_it_stood(seated: dict[Seat, Account]) -> None:
    """What is changed at the same ply never stood; what is said again changes nothing."""
    game = guessed_game(seated, MADE | {31: [(RED, 20, BOMB)]}, over=False)
    assert spans(game, seated[RED]) == [
        (12, SCOUT, 3, None),
        (13, MINER, 4, 20),
        (16, BOMB, 2, 10),
        (16, FLAG, 10, None),
        (17, SPY, 5, None),
        (20, BOMB, 30, 40),
        (20, MINER, 40, 50),
        (20, BOMB, 50, None),
    ]
    red = seated[RED].player.id
    assert domain.guesses_of(game.id, red) == {12: SCOUT, 16: FLAG, 17: SPY, 20: BOMB}
    domain.clear_guess(game=game, player=red)
    assert domain.guesses_of(game.id, red) == {}
    assert len(spans(game, seated[RED])) == 8


def test_a_guess_that_had_to_wait_stands_from_the_ply_that_there_is_then(
    seated: dict[Seat, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one of the same player comes first, and a turn before that."""
    game = guessed_game(seated, {}, over=False)
    red, alone = seated[RED].player.id, domain._one_at_a_time

    @contextmanager
    def waited(*value: Any) -> Iterator[None]:
        monkeypatch.setattr(domain, "_one_at_a_time", alone)
        state = command_handler.open_game(game.id).state
        assert state is not None
        commands.play_turn(game=game.id, seat=state.to_move, turn=str(legal_turns(state)[0]))
        domain.guess(game=game, seat=RED, player=red, piece=20, symbol=MINER)
        with alone(*value):
            yield

    monkeypatch.setattr(domain, "_one_at_a_time", waited)
    domain.guess(game=game, seat=RED, player=red, piece=20, symbol=BOMB)
    assert spans(game, seated[RED]) == [(20, BOMB, PLIES + 1, None)]


def test_nobody_guesses_once_the_game_is_over(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    before, red = spans(game, seated[RED]), seated[RED].player.id
    for act in (
        lambda: domain.guess(game=game, seat=RED, player=red, piece=21, symbol=BOMB),
        lambda: domain.clear_guess(game=game, player=red),
    ):
        with pytest.raises(Illegal) as error:
            act()
        assert error.value.refusal.code == "guess-over"
    assert spans(game, seated[RED]) == before


def test_they_go_with_their_player(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    delete_account(seated[RED])
    assert set(Guess.objects.values_list("player", flat=True)) == {seated[BLUE].player.id}
    assert set(GuessOpening.objects.values_list("player", flat=True)) == {seated[BLUE].player.id}
    assert spans(game, seated[BLUE]) == [(5, FLAG, 4, None)]


# -- the score ------------------------------------------------------------------------------------


def test_what_guesses_were_worth(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    line = timeline(game)
    score = score_guesses(line, RED, Guess.objects.filter(player=seated[RED].player).order_by("piece", "since"))

    def odds(piece: int, ply: int, rank: Rank) -> Fraction:
        known = line.knowledge(Viewer.RED, ply)
        return Fraction(next(item for item in known.pieces if item.id == piece).ranks.get(rank, 0), known.worlds)

    result = [
        (piece.piece, piece.rank, piece.right_from, piece.right, piece.stood, piece.shown, piece.lead, piece.odds)
        for piece in score.pieces
    ]
    assert result == [
        (16, Rank.FLAG, 10, 51, 59, None, 51, odds(16, 10, Rank.FLAG)),
        (12, Rank.SCOUT, 3, 15, 15, 18, 15, odds(12, 3, Rank.SCOUT)),
        (13, Rank.MINER, None, 16, 16, None, None, odds(13, 4, Rank.MINER)),
        (17, Rank.MARSHAL, None, 0, 56, None, None, odds(17, 5, Rank.SPY)),
        (20, Rank.BOMB, 50, 21, 31, None, 11, odds(20, 50, Rank.BOMB)),
    ]
    assert score.pieces[4].guesses == (
        StandingGuess(Rank.BOMB, 30, 39, right=True),
        StandingGuess(Rank.MINER, 40, 49, right=False),
        StandingGuess(Rank.BOMB, 50, 60, right=True),
    )
    assert [piece.at_last is None for piece in score.pieces] == [False, False, True, False, False]
    assert (score.guessed, score.right) == (4, 3)
    assert score.expected == sum((item[-1] for item in result if item[0] != 13), Fraction())
    assert score.right_plies == Fraction(51 + 15 + 16 + 21, 59 + 15 + 16 + 56 + 31)
    assert score.lead == Fraction(51 + 15 + 11, 3)


@dataclass(frozen=True)
class Taken:
    piece: int
    symbol: str
    since: int
    until: int | None = None


def test_a_guess_is_held_against_what_could_be_known_for_certain() -> None:
    """A piece that could be known by the moves alone: a guess before that is early by these plies, one after it by
    none."""
    record = DEMO / "barrage-2.json"
    (result,) = parse_records(record.read_bytes())
    (done,) = import_records([judge(record.name, result)])
    line = timeline(Game.objects.get(id=done.game))
    moment = next(moment for moment in line.moments(Viewer.BLUE) if moment.told and moment.ply > 1)
    square, _seat, rank = moment.told[0]
    piece = next(piece.id for piece in line.view(Viewer.BLUE, moment.ply).pieces if piece.square == square)
    for since, lead in ((moment.ply - 2, 2), (moment.ply, 0)):
        (early,) = score_guesses(line, BLUE, [Taken(piece, rank.symbol, since)]).pieces
        assert (early.certain, early.right_from, early.lead) == (moment.ply, since, lead)
        assert (early.odds == 1) is (since == moment.ply)


def test_a_score_needs_a_game_that_is_open(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE, over=False)
    with pytest.raises(NotRevealed):
        score_guesses(timeline(game), RED, Guess.objects.filter(player=seated[RED].player))


# -- who sees them --------------------------------------------------------------------------------


def address(game: Game, name: str = "guesses") -> str:
    return reverse(f"talk:{name}", args=[game.key])


@pytest.mark.slow
def test_before_the_game_is_open_nobody_sees_any(client: Client, seated: dict[Seat, Account]) -> None:
    """Their author neither: right or wrong would tell a rank."""
    Preferences.objects.create(account=seated[RED], open_guesses=True)
    games = [
        guessed_game(seated, MADE, over=False),
        guessed_game(seated, MADE, reveal="delay", reveal_after=3600),
        guessed_game(seated, MADE, reveal="never"),
        guessed_game(seated, MADE, spectators="delayed", delay=600),
    ]
    for game in games:
        for who in (None, seated[RED], seated[BLUE]):
            reader = Client()
            if who is not None:
                reader.force_login(who)
            assert reader.get(address(game)).status_code == 403
        page = client.get(reverse("games:replay", args=[game.key])).content.decode()
        assert "Duel" in page
        assert 'id="guesses"' not in page


@pytest.mark.slow
def test_only_their_author_sees_guesses_that_are_not_opened(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    replay = reverse("games:replay", args=[game.key])
    pages = {}
    for who in (None, RED, BLUE):
        reader = Client()
        if who is not None:
            reader.force_login(seated[who])
        whole = reader.get(replay, {"ply": "5"}).content.decode()
        assert ('id="guesses"' in whole) is (who is not None)
        pages[who] = reader.get(address(game), headers=HTMX).content.decode()
    assert pages[None].count("<table>") == 0
    assert "No guesses at this game are open." in pages[None]
    assert pages[RED].count("<table>") == pages[BLUE].count("<table>") == 1
    assert "3 of 4 pieces were right" in text(pages[RED])
    assert "0 of 1 piece was right" in text(pages[BLUE])
    assert "Only you see them." in pages[RED]


@pytest.mark.slow
def test_opened_guesses_are_everybodys_until_they_are_taken_back(seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    red, stranger = Client(), Client()
    red.force_login(seated[RED])
    answer = red.post(address(game, "open-guesses"), {"act": "choose", "opened": "1"}, headers=HTMX)
    assert "Everybody sees them now." in answer.content.decode()
    shown = text(stranger.get(address(game), headers=HTMX).content.decode())
    assert "3 of 4 pieces were right when they were hidden last" in shown
    assert "Red" in shown
    assert "Ada" not in shown
    assert 'hx-get="/games/' in stranger.get(reverse("games:replay", args=[game.key])).content.decode()
    assert "Delete my guesses" not in shown
    assert red.post(address(game, "open-guesses"), {"act": "choose"}).status_code == 302
    assert "<table>" not in stranger.get(address(game), headers=HTMX).content.decode()


@pytest.mark.slow
def test_a_preference_holds_from_the_first_guess_on(seated: dict[Seat, Account]) -> None:
    """It changes nothing of games in which one has guessed; and each game can be another."""
    before = guessed_game(seated, MADE)
    Preferences.objects.create(account=seated[RED], open_guesses=True)
    after = guessed_game(seated, MADE)
    red, blue = (seated[seat].player.id for seat in (RED, BLUE))
    opens = [domain.opens_guesses(game.id, player) for game in (before, after) for player in (red, blue)]
    assert opens == [False, False, True, False]
    domain.open_guesses(game=after.id, player=red, opened=False)
    assert set(domain.guesses_shown(after, None)) == set()
    assert set(domain.guesses_shown(before, red)) == {red}
    assert set(domain.guesses_shown(after, blue)) == {blue}


# -- how they are shown ---------------------------------------------------------------------------


def marks(markup: str) -> list[tuple[str, int, int, str]]:
    findall = re.findall(
        r'<g class="guess opened (\w+ \w+)" data-first="(\d+)" data-last="(\d+)" transform="translate\(([\d ]+)\)"',
        markup,
    )
    return [(kind, int(first), int(last), corner) for kind, first, last, corner in findall]


@pytest.mark.slow
def test_marks_stand_on_the_pieces_at_every_ply(client: Client, seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    GuessOpening.objects.update(opened=True)
    line = timeline(game)
    for flip in ("0", "1"):
        result = marks(client.get(address(game), {"flip": flip}, headers=HTMX).content.decode())
        for ply in (1, 4, 12, 35, 45, PLIES):
            drawn = [corner for _kind, first, last, corner in result if first <= ply <= last]
            board = client.get(
                f"{reverse('games:replay', args=[game.key])}", {"view": "all", "ply": str(ply), "flip": flip}
            ).content.decode()
            standing = [span for span in (*spans(game, seated[RED]), *spans(game, seated[BLUE])) if span[2] <= ply]
            hidden = {
                piece.id
                for viewer in (Viewer.RED, Viewer.BLUE)
                for piece in line.view(viewer, ply).pieces
                if piece.rank is None
            }
            expected = [item for item in standing if item[0] in hidden and (item[3] is None or ply < item[3])]
            assert len(drawn) == len(expected)
            assert all(f'transform="translate({corner})"' in board for corner in drawn)


@pytest.mark.slow
def test_it_is_told_in_words(client: Client, seated: dict[Seat, Account]) -> None:
    game = guessed_game(seated, MADE)
    GuessOpening.objects.update(opened=True)
    page = client.get(address(game))
    assert page["Cache-Control"] == "private, no-cache"
    shown = text(page.content.decode())
    assert "g8 Blue Flag 2 Bomb ✗ wrong 10 Flag ✓ right right from move 10 on 51 / 59" in shown
    assert " h9 " not in shown  # a word of its own: the key of a game may hold these two letters
    assert "seen at move 18" in shown
    assert "taken back" in shown
    again = client.get(address(game), headers={"If-None-Match": page["ETag"]})
    assert again.status_code == 304
