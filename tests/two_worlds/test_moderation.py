"""What was said at a table, and quoted in reports and appeals, is sealed for the staff: games that differ only in that
answer them alike, until a moderator opens it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.urls import reverse

from accounts.models import Account, Player
from accounts.people.accounts import player_of
from games.domain import arbitration, commands, creation
from games.domain.random_play import random_setup
from games.models import Game
from games.rules import Options, Seat, Viewer, variant
from moderation.cases import appeals, redaction, reports
from moderation.cases import commands as case_commands
from moderation.cases.command_handler import fold_of
from moderation.cases.intake import open_case
from moderation.cases.terms import PenaltyTerms
from moderation.evidence import talk
from play.talk.models import Message
from tests.scenes import play_quietly, swap_hidden

from .asking import Ask
from .pages import Answers, Cast, held_still, logged, rolled_back

RED, BLUE = Seat.RED, Seat.BLUE
KINDS = ("telling", "abuse")


def answers_of(cast: Cast, words: str, *, opened: str = "", over: bool = False, within: str = "/") -> Answers:
    """All that the staff is told of a game at which red said something, and blue reported it.

    Args:
        words: what red said; it stands in the reports too.
        opened: what a moderator has opened before: `message`, with the appeal, `talk` or nothing.
        over: the game is over and open.
        within: how the addresses begin that are asked for.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "moderation"), logged():
        staff = player_of(Account.objects.get(username="staff"))
        red, blue = (Player.objects.get(pk=cast.players[seat]) for seat in (RED, BLUE))
        game = begun(cast)
        sent = Game.objects.get(id=game).created
        message = Message.objects.create(game=game, author=red, text=words, sent=sent)
        Message.objects.create(game=game, author=blue, text=f"What? {words}?", sent=sent)
        data = {"reporter": blue, "text": f"It said: {words}"}
        cases = []
        for why in KINDS:
            row = reports.report(kind="message", target=message.pk, why=why, **data)
            cases.append(row.case)
        reports.report(kind="game", target=game, why="telling", about=red, **data)
        reports.report(kind="player", target=red.pk, why="abuse", **data)
        for case in cases:
            case_commands.look(case=case, by=staff.pk, what="evidence")
        appeal = appealed(red.pk, game, words)
        if opened == "message":
            appeals.open_words(penalty=appeal, by=staff.pk)
        if opened:
            target = message.pk if opened == "message" else game
            case_commands.look(case=cases[0], by=staff.pk, what=opened, target=target)
        if over:
            commands.resign(game=game, seat=RED)
        rows = reports.Report.objects.order_by("why", "kind").values_list("pk", flat=True)
        for ask in asked([item for item in cases if item], message.pk, list(rows), appeal):
            if ask.path.startswith(within):
                answers[ask.path,] = cast.ask(Viewer.SPECTATOR, ask)
    return answers


def begun(cast: Cast) -> UUID:
    book, chance = variant("duel"), random.Random(1)
    game = creation.create_game(variant=book, players={seat: cast.players[seat] for seat in (RED, BLUE)})
    for seat in (RED, BLUE):
        commands.make_setup(game=game, seat=seat, placement=random_setup(book, seat, Options(), "", chance))
    play_quietly(game, 4)
    return game


def appealed(player: UUID, game: UUID, words: str) -> UUID:
    """A note about the game that its player appeals, to a moderator who answers and gives the appeal back."""
    judge, other = (Player.objects.get_or_create(name=name, account=None)[0].pk for name in ("Judge", "Other"))
    case = open_case(kind="accounts", about=player, thing="game", target=game, source="rings", score=700)
    case_commands.decide(
        case=case, by=judge, outcome="penalised", penalties=[PenaltyTerms(player, "note", "own-eyes", reason="So.")]
    )
    (penalty,) = fold_of(case).penalties
    appeals.appeal(penalty=penalty, player=player, words=words)
    appeals.answer(penalty=penalty, by=other, words=f"Why do you write {words}?")
    appeals.release(penalty=penalty, by=other)
    return penalty


def asked(cases: list[UUID], message: UUID, rows: list[UUID], appeal: UUID) -> Iterator[Ask]:
    yield Ask(reverse("moderation:appeal", args=[appeal]), who="staff")
    for case in cases:
        yield Ask(reverse("moderation:case", args=[case]), who="staff")
    yield Ask(reverse("moderation:queue"), who="staff")
    yield Ask(reverse("admin:players_report_changelist"), who="staff")
    yield Ask(reverse("admin:talk_message_changelist"), who="staff")
    yield Ask(reverse("admin:talk_message_change", args=[message]), who="staff")
    for row in rows:
        yield Ask(reverse("admin:players_report_change", args=[row]), who="staff")


def differing(here: Answers, there: Answers) -> set[str]:
    assert list(here) == list(there)
    return {name[0].split("/")[1] + "/" + name[0].split("/")[2] for name in here if here[name] != there[name]}


TWO = "My Marshal is on b2.", "That is a Bomb, not my Spy, which is on c1!"


@pytest.mark.parametrize("opened", ["", "message", "talk"])
def test_the_staff_cannot_tell_what_was_said_until_it_is_opened(cast: Cast, opened: str) -> None:
    here, there = (answers_of(cast, words, opened=opened) for words in TWO)
    assert {answer.status for answer in here.values()} == {200}
    data = {"": set(), "message": {"moderation/appeals", "moderation/cases"}, "talk": {"moderation/cases"}}
    assert differing(here, there) == data[opened]
    (_appeal, _first, second, *_rest) = here
    assert here[second] == there[second]  # it was opened in another case


def test_all_of_it_is_told_once_the_game_is_open(cast: Cast) -> None:
    here, there = (answers_of(cast, words, over=True) for words in TWO)
    assert differing(here, there) == {"moderation/appeals", "moderation/cases", "admin/players", "admin/talk"}


# -- both sides of a paused game -----------------------------------------------------------------


def sides_of(cast: Cast, swap: tuple[str, str] | None) -> Answers:
    """What everybody else is told of a paused game of which a moderator has opened both sides, in two worlds: blue's
    first pieces of two ranks, which never moved, change places."""
    answers: Answers = {}
    book, chance = variant("duel"), random.Random(3)
    with rolled_back(cast.owner), held_still(None, "sides"), logged():
        staff = player_of(Account.objects.get(username="staff"))
        seats = {seat: cast.players[seat] for seat in (RED, BLUE)}
        game = creation.create_game(variant=book, players=seats)
        setups = {seat: random_setup(book, seat, Options(), "", chance) for seat in (RED, BLUE)}
        if swap is not None:
            setups[BLUE] = swap_hidden(setups[BLUE], *swap)
        for seat, placement in setups.items():
            commands.make_setup(game=game, seat=seat, placement=placement)
        arbitration.pause_game(game=game)
        red = Player.objects.get(pk=cast.players[RED])
        data = {"about": red, "reporter": Player.objects.get(pk=cast.arbiter), "text": "See."}
        case = reports.report(kind="game", target=game, why="cheating", **data).case
        assert case is not None
        case_commands.look(case=case, by=staff.pk, what="sides", target=game)
        key = Game.objects.get(id=game).key
        for viewer in (Viewer.of(RED), Viewer.SPECTATOR):
            ask = Ask(reverse("games:replay", args=[key]))
            answers[ask.path, viewer.value] = cast.ask(viewer, ask)
        for who in ("staff", "arbiter"):
            for path in (reverse("moderation:case", args=[case]), reverse("moderation:queue")):
                answers[path, who] = cast.ask(Viewer.SPECTATOR, Ask(path, who=who))
    return answers


def test_both_sides_of_a_paused_game_are_told_to_who_opened_them_alone(cast: Cast) -> None:
    """Not to the other player, spectators, or a player who reported it: and to the moderator there is something."""
    here, there = (sides_of(cast, swap) for swap in (None, ("2", "3")))
    assert list(here) == list(there)
    result = {(path.split("/")[1], who) for path, who in here if here[path, who] != there[path, who]}
    assert result == {("moderation", "staff")}
    assert here[next(item for item in here if item[1] == "staff")].status == 200


# -- leaks that are planted -----------------------------------------------------------------------


def never(_target: UUID) -> bool:
    return False


def messages_are_not_sealed(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(redaction.SEALED, "message", (never, redaction.open_message))


def reports_are_not_sealed(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(redaction.SEALED, "report", (never, redaction.open_report))


def appeals_are_not_sealed(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(redaction.SEALED, "appeal", (never, redaction.open_appeal))


def talk_is_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(talk, "word_is_sealed", lambda _message, _game: False)


def only_ranks_are_sealed(patch: pytest.MonkeyPatch) -> None:
    def named(message: Message, _game: Game | None) -> bool:
        return "Marshal" in message.text

    patch.setattr(talk, "word_is_sealed", named)
    patch.setattr(redaction, "word_is_sealed", named)


def players_are_not_thought_of(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redaction, "hidden_games", lambda _one, _other: set())


LEAKS = [
    messages_are_not_sealed,
    reports_are_not_sealed,
    appeals_are_not_sealed,
    players_are_not_thought_of,
    talk_is_shown,
    only_ranks_are_sealed,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda item: item.__name__)
def test_a_seal_that_is_forgotten_is_found(
    cast: Cast, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    here, there = (answers_of(cast, words, within="/moderation/") for words in TWO)
    assert differing(here, there)
