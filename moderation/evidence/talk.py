"""Panels about words: what was said around a reported message, and what somebody is called."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Report
from games.domain.queries import games_by_id
from games.models import Game
from games.presentation.lists import game_row
from moderation.cases.kinds import CaseKind
from moderation.cases.redaction import TALK, word_is_sealed
from moderation.evidence.games import MOST_READ, games_of, names_of
from moderation.evidence.parts import (
    EvidenceRequest,
    Parts,
    Sealed,
    Talk,
    TalkLine,
    evidence_panel,
)
from moderation.evidence.play import of_kinds
from play.talk.models import Message
from web.words import isolated

AROUND = 5
"""So many messages before and after a reported one are shown, of the same table."""

REPORTED = 5
"""Of so many reported messages, the last ones."""

LAST = 30
"""So many last messages of a game's table are shown where none of them was reported."""


@evidence_panel(
    "talk",
    gettext_lazy("What was said"),
    *of_kinds(CaseKind.ABUSE, CaseKind.SPAM, CaseKind.NAME, CaseKind.TELLING, CaseKind.COLLUSION, CaseKind.OTHER),
)
def talk(request: EvidenceRequest) -> Parts | None:
    """The messages around those that were reported; if a game was, the last of its table. Of a game that is not
    revealed words are sealed until the moderator opens them, and what is said after that is sealed anew. The player
    sees the own words alone."""
    targets = [UUID(target) for thing, target in request.case.things if thing == Report.Kind.MESSAGE]
    reported = list(Message.objects.filter(pk__in=targets[:REPORTED]))
    tables = {
        game: _around([message for message in reported if message.game == game])
        for game in {message.game for message in reported}
    }
    if request.case.kind in (CaseKind.TELLING, CaseKind.COLLUSION, CaseKind.ABUSE):
        named = {target for thing, target in request.case.things if thing == Report.Kind.GAME}
        left = [game.id for game in games_of(request, MOST_READ) if game.id not in tables and str(game.id) in named]
        tables |= {game: _last(game) for game in left}
    games = games_by_id(tables)
    parts = Parts()
    for id, messages in tables.items():
        if id in games and messages:
            _add(parts, request, games[id], messages, {message.pk for message in reported})
    return parts if parts.talks else None


def _around(reported: Iterable[Message]) -> list[Message]:
    messages: dict[UUID, Message] = {}
    for message in reported:
        table = Message.objects.filter(game=message.game).select_related("author")
        before = table.filter(sent__lte=message.sent).order_by("-sent", "-id")[: AROUND + 1]
        after = table.filter(sent__gt=message.sent).order_by("sent", "id")[:AROUND]
        messages |= {each.pk: each for each in [*before, *after]}
    return sorted(messages.values(), key=lambda each: (each.sent, each.pk))


def _last(game: UUID) -> list[Message]:
    table = Message.objects.filter(game=game).select_related("author")
    return list(table.order_by("-sent", "-id")[:LAST])[::-1]


def _add(parts: Parts, request: EvidenceRequest, game: Game, messages: Iterable[Message], reported: set[UUID]) -> None:
    about = None if request.about is None else request.about.pk
    until = request.opened.get((TALK, game.id))
    lines = []
    for message in messages:
        if not request.staff and message.author_id != about:
            continue
        flag = not request.staff or (until is not None and message.sent <= until)
        flag = flag or (Report.Kind.MESSAGE.value, message.pk) in request.opened or not word_is_sealed(message, game)
        lines.append(
            TalkLine(
                at=message.sent,
                name=isolated(message.author.name),
                words=(message.get_phrase_display() if message.phrase else message.text) if flag else "",
                sealed=not flag,
                reported=message.pk in reported,
                hidden=message.hidden,
            )
        )
    if not lines:
        return
    caption = names_of(game)
    parts.talks.append(Talk(caption, game_row(game).url, tuple(lines)))
    if any(line.sealed for line in lines):
        words = _("What was said at the table of %(game)s is sealed until the game is open: it may tell a rank.")
        parts.sealed.append(Sealed(TALK, game.id, words % {"game": caption}))


NAMED = 20
"""So many reports are looked at for names."""


@evidence_panel("names", gettext_lazy("Names"), CaseKind.NAME.value)
def names(request: EvidenceRequest) -> Parts | None:
    """What the player is called now, and was when it was reported."""
    if request.about is None:
        return None
    reports = Report.objects.filter(case=request.case.pk, kind=Report.Kind.PLAYER).order_by("-created", "pk")
    then = dict.fromkeys(name for name in reports.values_list("excerpt", flat=True)[:NAMED] if name)
    lines = [_("The name now: %(name)s") % {"name": isolated(request.about.name)}]
    lines += [_("When it was reported: %(name)s") % {"name": isolated(name)} for name in then]
    return Parts(lines=lines)
