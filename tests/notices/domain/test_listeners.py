"""What happens is told to whom it concerns, whatever becomes of the process: not to who did it, and nothing of games
against the computer.

No test in a transaction comes to what is done after the commit. So each of these is a process that is killed between
the commit and its listeners.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from uuid import UUID, uuid4

import pytest

from accounts.models import Penalty, Player
from games.domain import command_handler, commands, listeners, moderation, reveal
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Seat
from library.studies.domain import commands as studie_commands
from moderation.cases import appeals
from moderation.cases import commands as case_commands
from moderation.cases.terms import PenaltyTerms
from moderation.sanctions.effects import take_due
from notices import notify
from notices.domain.commands import notices_of
from notices.models import Kind, Notice, Wish
from play.lobby import domain as lobby
from play.lobby.rematches import rematch
from play.lobby.terms import GameTerms
from play.setups.domain import Desk, keep
from play.setups.models import Draft
from play.talk import domain as talk
from privacy.erase import delete_account
from tests.moderation.cases.courts import reported
from tests.moderation.staff.people import moderator
from tests.notices.people import Times, begun, lay_out, member, move
from tests.scenes import play_quietly
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands import name_claims, registration

pytestmark = pytest.mark.django_db(transaction=False)

LIVE = PRESETS["live-5-5"]


@dataclass(frozen=True)
class Cast:
    """Two members at a table; Ann does what there is to do, and Bob is told."""

    ann: Player
    bob: Player

    def game(self, *, over: bool = False, **terms: object) -> UUID:
        game = begun(self.ann, self.bob, **{"time": LIVE, **terms})
        if over:
            with listeners.unheard():
                commands.resign(game=game, seat=Seat.RED, actor=self.ann.account_id)
        return game

    @property
    def red(self) -> dict[str, object]:
        return {"seat": Seat.RED, "actor": self.ann.account_id}


def _starts(cast: Cast) -> None:
    game = cast.game(ready=0)
    lay_out(game, Seat.BLUE, actor=cast.bob)
    lay_out(game, Seat.RED, actor=cast.ann)


def _asked_back(cast: Cast) -> None:
    game = cast.game()
    with listeners.unheard():
        play_quietly(game, 1)
    commands.offer_takeback(game=game, **cast.red)


def _challenge(cast: Cast, **terms: object) -> UUID:
    terms = GameTerms(variant="duel", time=PRESETS["3-days"])
    return lobby.challenge(host=cast.ann, terms=terms, players=[cast.bob]).id


def _answered(answer: Callable[..., object], cast: Cast) -> None:
    asked = _challenge(Cast(cast.bob, cast.ann))
    answer(seek=asked, player=cast.ann)


def _study(cast: Cast) -> None:
    study = studie_commands.make_study(game=Game.objects.get(id=cast.game(over=True)), by=cast.ann, title="Plans")
    studie_commands.invite(study=study.pk, by=cast.ann, player=cast.bob, role="reader")


def _partner(cast: Cast) -> None:
    event = a_tournament([], variant="alliance", real=False, started=False)
    registration.enter(tournament=event, players=(cast.ann.id, cast.bob.id), by=cast.ann.id)


def _named(cast: Cast) -> None:
    event = a_tournament([], started=False, owner=cast.ann.id)
    naming = name_claims.Naming(entry=1, partner=0, player=cast.bob.id, written=cast.ann.id)
    name_claims.ask_members(tournament=event, by=cast.ann.id, named=[naming])


def _penalty(about: Player, by: Player, kind: str = "no-talk") -> UUID:
    case = reported(about, by)
    terms = PenaltyTerms(about.pk, kind, "respect", None, reason="You were rude.")
    case_commands.decide(case=case.pk, by=moderator("Mo").player.pk, outcome="penalised", penalties=[terms])
    take_due()
    return Penalty.objects.get(case=case.pk).pk


def _organised(cast: Cast) -> None:
    a_tournament([cast.ann.id], started=False, owner=cast.bob.id)
    _penalty(cast.ann, by=member("Cyd"), kind="ban")


def _heard(cast: Cast) -> None:
    penalty = _penalty(cast.ann, by=member("Cyd"))
    appeals.appeal(penalty=penalty, player=cast.ann.id, words="No.")
    appeals.claim(penalty=penalty, by=staff(cast.bob))
    appeals.write(penalty=penalty, player=cast.ann.id, words="It was my brother.")


def staff(player: Player) -> UUID:
    account = player.account
    assert account is not None
    account.is_staff = True
    account.save()
    account.groups.set(moderator("Mi").groups.all())
    return player.id


def _answer(cast: Cast) -> None:
    penalty = _penalty(cast.bob, by=member("Cyd"))
    appeals.appeal(penalty=penalty, player=cast.bob.id, words="No.")
    appeals.answer(penalty=penalty, by=moderator("Mia").player.pk, words="Why?")


# What somebody does, by the kind of notice for who is concerned.
AT_ONCE: dict[Kind, Callable[[Cast], object]] = {
    Kind.STARTED: _starts,
    Kind.DRAW_OFFER: lambda cast: commands.offer_draw(game=cast.game(), **cast.red),
    Kind.TAKEBACK: _asked_back,
    Kind.OVER: lambda cast: commands.resign(game=cast.game(), **cast.red),
    Kind.CANCELLED: lambda cast: commands.abort_game(game=cast.game(ready=1), **cast.red),
    Kind.REVEAL: lambda cast: reveal.propose_reveal(game=cast.game(over=True, reveal="never"), **cast.red),
    Kind.RULED: lambda cast: moderation.annul_result(game=cast.game(over=True), penalty=uuid4()),
    Kind.OPENED: lambda cast: moderation.open_for_moderator(game=cast.game(), moderator=uuid4(), what="talk"),
    Kind.CHALLENGE: _challenge,
    Kind.ACCEPTED: partial(_answered, lobby.accept),
    Kind.DECLINED: partial(_answered, lobby.decline),
    Kind.REMATCH: lambda cast: rematch(game=cast.game(over=True), player=cast.ann),
    Kind.MESSAGE: lambda cast: talk.say(game=Game.objects.get(id=cast.game()), player=cast.ann.id, text="Hello."),
    Kind.STUDY: _study,
    Kind.PARTNER: _partner,
    Kind.NAMED: _named,
    Kind.PENALTY: lambda cast: _penalty(cast.bob, by=cast.ann),
    Kind.WITHDRAWN: _organised,
    Kind.APPEAL: _answer,
    Kind.HEARING: _heard,
}

# What follows from how things stand, so that a sweep finds it whenever it comes: of turns, of games left, of reports,
# and of events (`tournaments.domain.queries.due_notices`). RESULT_RULED is due in a row until it is done.
FOUND = {
    *(Kind.YOUR_TURN, Kind.REMINDER, Kind.LEFT, Kind.REPORTED, Kind.INVITED, Kind.ADMITTED, Kind.TERMS, Kind.CHECK_IN),
    *(Kind.NOT_BEGUN, Kind.PAIRED, Kind.BEGUN, Kind.TIME_PROPOSED, Kind.TIME_AGREED, Kind.TIME_REFUSED),
    *(Kind.APPOINTMENT, Kind.DEADLINE, Kind.NO_SHOW, Kind.CLAIMED, Kind.DISPUTED, Kind.DECIDED, Kind.TAKEN_BACK),
    *(Kind.CHALLENGED, Kind.CHALLENGE_ANSWERED),
    *(Kind.ANSWERED, Kind.LETTER, Kind.PLACES, Kind.CALLED_OFF, Kind.ROLE, Kind.CALL, Kind.BLOCKED, Kind.RESULT_RULED),
}


def test_each_kind_is_written_with_what_it_tells_or_found_from_how_it_stands() -> None:
    assert set(Kind) - FOUND == set(AT_ONCE)


@pytest.mark.parametrize("kind", AT_ONCE, ids=lambda kind: kind.value)
def test_who_is_concerned_is_told_though_the_process_is_killed(kind: Kind) -> None:
    cast = Cast(member("Ann"), member("Bob"))
    AT_ONCE[kind](cast)
    notices = Notice.objects.filter(player=cast.bob.id).exclude(kind__in=FOUND).order_by("created")
    assert list(notices.values_list("kind", flat=True))[-1:] == [kind]


def told(game: UUID) -> list[tuple[str, str, str]]:
    return sorted(Notice.objects.filter(game=game).values_list("player__name", "kind", "mail"))


def test_an_event_that_is_not_appended_is_not_told() -> None:
    cast = Cast(member("Ann"), member("Bob"))
    game = cast.game()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command_handler.store, "append", lambda **_all: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            commands.offer_draw(game=game, **cast.red)
    assert told(game) == []


def test_a_draft_goes_as_play_begins_or_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = Cast(member("Ann"), member("Bob"))
    game, off, other = (cast.game(ready=1) for _one in range(3))
    for item in (game, off, other):
        keep(Desk(cast.bob.id, "duel", item), form="M", expected=0)
    lay_out(game, Seat.BLUE, actor=cast.bob)
    commands.cancel_game(game=off)
    assert list(Draft.objects.values_list("game", flat=True)) == [other]


def test_a_move_and_the_reveal_after_an_end_tell_nothing(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob, reveal="never")
    move(game)
    assert told(game) == []
    time.wait(days=4)
    commands.time_out(game=game)
    over = [("Ann", "over", "waiting"), ("Bob", "over", "waiting")]
    assert told(game) == over
    reveal.propose_reveal(game=game, seat=Seat.RED, actor=ann.account_id)
    assert [len(notices_of(item.id)) for item in (ann, bob)] == [1, 2]
    reveal.withdraw_reveal(game=game, seat=Seat.RED, actor=ann.account_id)
    assert len(notices_of(bob.id)) == 1  # it is no longer so
    for seat, item in ((Seat.RED, ann), (Seat.BLUE, bob)):
        reveal.propose_reveal(game=game, seat=seat, actor=item.account_id)
    assert (len(notices_of(bob.id)), told(game)) == (1, [*over, ("Bob", "reveal", "waiting")])


def test_a_deleted_account_leaves_no_notice(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    notify(ann.id, "declined", actor=bob.id)
    notify(bob.id, "declined", actor=ann.id)
    notify(bob.id, "accepted", actor=bob.id)
    Wish.objects.create(player=ann, kind="over", page=True, mail=False)
    delete_account(ann.account)
    assert list(Notice.objects.values_list("player__name", "kind")) == [("Bob", "accepted")]
    assert Wish.objects.count() == 0
