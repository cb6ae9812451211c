"""How the moderators' pages are asked for in two worlds. A moderator sees of a game that goes on what everybody may: a
case about it is opened in both worlds, with a report and a suspicion, and its evidence is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse

from accounts.models import Account, Player
from accounts.people.accounts import player_of
from games.models import Game
from moderation.cases import appeals, commands, reports
from moderation.cases.command_handler import fold_of
from moderation.cases.intake import OPEN, open_case
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Appeal, Case
from moderation.cases.terms import PenaltyTerms
from play.talk.models import Message

from .asking import Ask, Asking, Scene, page, seldom, some_name

_HTMX = {"HX-Request": "true"}
STAFF = "staff"


def _opened(scene: Scene) -> UUID:
    """A case about somebody of the game, which the moderator has: opened when a page is asked for that needs one, and
    the same for all later ones of that world.
    """
    people = list(Player.objects.filter(account__username__in=[seat.slug for seat in scene.seats]))
    made = Case.objects.filter(
        about__in=[person.pk for person in people], state__in=OPEN, source="sight", target=scene.game
    )
    made = made.order_by("opened", "id").first()
    if made is not None:
        return made.pk
    staff = Account.objects.filter(username=STAFF).first()
    if staff is None:  # nobody plays
        return UUID(int=1)
    who, other = (Player.objects.get(account__username=seat.slug) for seat in scene.chance.sample(scene.seats, 2))
    kind = scene.chance.choice([item for item in CaseKind if item in reports.KINDS_OF["game"]])
    detected = {"source": "sight", "score": 800, "figures": {"attacks": 9}}
    case = open_case(kind=kind, about=who.pk, thing="game", target=scene.game, **detected)
    reports.report(kind="player", target=who.pk, reporter=other, why=kind, text="Look at this game.")
    commands.look(case=case, by=player_of(staff).pk, what="evidence")
    if kind in reports.KINDS_OF["message"]:
        _talked(scene, case, player_of(staff), who, other, kind)
    return case


def _talked(scene: Scene, case: UUID, staff: Player, who: Player, other: Player, why: str) -> None:
    """What was said at the table is reported too, and sometimes opened."""
    sent = Game.objects.get(id=scene.game).created
    id = UUID(int=scene.chance.getrandbits(128), version=4)
    message = Message.objects.create(id=id, game=scene.game, author=who, text="Quokka on b4", sent=sent)
    reports.report(kind="message", target=message.pk, reporter=other, why=why, text="It said quokka.")
    if scene.chance.random() < 0.5:
        commands.look(case=case, by=staff.pk, what="talk", target=scene.game)


def _queue(scene: Scene) -> Iterator[Ask]:
    _opened(scene)
    data = scene.chance.choice(({}, {"view": "mine"}, {"kind": "cheating"}))
    yield Ask(reverse("moderation:queue"), who=STAFF, data=data, headers=scene.chance.choice(({}, _HTMX)))


def _case(scene: Scene) -> Iterator[Ask]:
    path = reverse("moderation:case", args=[_opened(scene)])
    yield Ask(path, who=STAFF)
    yield Ask(path)


def _acting(name: str, **data: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(f"moderation:{name}", args=[_opened(scene)]), who=STAFF, method="POST", data=data)

    return asking


def _open(scene: Scene) -> Iterator[Ask]:
    path, name = reverse("moderation:open"), some_name(scene)
    data = {"player": name, "kind": "stalling", "game": scene.key, "words": "Seen."}
    yield Ask(path, who=STAFF, data={"player": name})
    yield Ask(path, who=STAFF, method="POST", data=data)
    yield Ask(path, method="POST", data=data)


def _look(scene: Scene) -> Iterator[Ask]:
    data = {"what": scene.chance.choice(("talk", "sides", "game")), "target": str(scene.game)}
    yield Ask(reverse("moderation:look", args=[_opened(scene)]), who=STAFF, method="POST", data=data)


def appealed(scene: Scene) -> UUID:
    """A note about the game, to who asks or to one of the players, that is appealed, and heard by the staff. It is made
    when a page is asked for that needs one, and the same for all later ones of that world.
    """
    staff = Account.objects.filter(username=STAFF).first()
    if staff is None:
        return UUID(int=1)
    seat = scene.viewer.seat or scene.seats[0]
    who = Player.objects.get(account__username=seat.slug)
    made = Appeal.objects.filter(player=who.pk).first()
    if made is not None:
        return made.pk
    judge = Player.objects.get_or_create(name="Judge", account=None)[0].pk
    case = open_case(kind="accounts", about=who.pk, thing="game", target=scene.game, source="rings", score=700)
    terms = PenaltyTerms(who.pk, "note", "own-eyes", shown=("games", str(scene.game)), reason="Look at this game.")
    commands.decide(case=case, by=judge, outcome="penalised", penalties=[terms])
    (penalty,) = fold_of(case).penalties
    appeals.appeal(penalty=penalty, player=who.pk, words="I looked at the board alone.")
    appeals.answer(penalty=penalty, by=player_of(staff).pk, words="What did you think?")
    return penalty


def _appeals(scene: Scene) -> Iterator[Ask]:
    appealed(scene)
    data = scene.chance.choice(({}, {"view": "mine"}, {"view": "risen"}, {"view": "decided"}))
    yield Ask(reverse("moderation:appeals"), who=STAFF, data=data, headers=scene.chance.choice(({}, _HTMX)))


def _appeal(scene: Scene) -> Iterator[Ask]:
    path = reverse("moderation:appeal", args=[appealed(scene)])
    yield Ask(path, who=STAFF)
    yield Ask(path)


def _hearing(name: str, **data: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(f"moderation:{name}", args=[appealed(scene)]), who=STAFF, method="POST", data=data)

    return asking


ASKS: dict[str, Asking] = {
    "moderation:queue": _queue,
    "moderation:case": _case,
    "moderation:claim": seldom(_acting("claim")),
    "moderation:release": seldom(_acting("release")),
    "moderation:merge": seldom(_acting("merge", other="00000000-0000-4000-8000-000000000001")),
    "moderation:decide": seldom(_acting("decide", outcome="penalised", kind="warning")),
    "moderation:look": _look,
    "moderation:note": seldom(_acting("note", words="Look at the third move.")),
    "moderation:open": _open,
    "moderation:appeals": _appeals,
    "moderation:appeal": _appeal,
    "moderation:appeal-claim": seldom(_hearing("appeal-claim")),
    "moderation:appeal-open": seldom(_hearing("appeal-open")),
    "moderation:appeal-release": seldom(_hearing("appeal-release")),
    "moderation:appeal-answer": seldom(_hearing("appeal-answer", words="Tell me more.")),
    "moderation:appeal-decide": seldom(_hearing("appeal-decide", outcome="reversed", reason="It was so.", sure="1")),
    "moderation:next": lambda scene: iter([Ask(reverse("moderation:next"), who=STAFF, method="POST")]),
    "admin:cases_": page("admin:cases_case_changelist", who=STAFF),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset({"moderation:figures"})
"""Counts of cases by month."""
