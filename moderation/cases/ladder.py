"""The ladder: what a moderator may impose for what, and which step comes next. Terms can be chosen freely besides.

Penalties of the same kind within a year suggest a step; a person decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.conduct.rules import Rule
from accounts.models import Penalty
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Case

Kind = Penalty.Kind

COUNTS_FOR = timedelta(days=365)
"""So long an earlier penalty moves the suggestion up the ladder."""


@dataclass(frozen=True, slots=True)
class LadderPreset:
    """A step of a ladder.

    Attributes:
        slug: of the step, in any ladder the same.
        title: its words.
        kind: of penalty.
        length: how long; None for good, or for what has no length.
        rule: of `Rule`, that a case of this kind is usually about.
        games: of a ban: what becomes of games that go on, as in `PenaltyTerms`.
        suggested: it comes next.
    """

    slug: str
    title: str | Promise
    kind: str
    length: timedelta | None = None
    rule: str = Rule.OTHER
    games: str = ""
    suggested: bool = False


def _days(days: int) -> timedelta:
    return timedelta(days=days)


_STEPS: tuple[LadderPreset, ...] = (
    LadderPreset("note", _("A note: a word to the player, and nothing else"), Kind.NOTE),
    LadderPreset("warning", _("A warning, to be confirmed before the next game"), Kind.WARNING),
    LadderPreset("no-talk-1", _("No talk for a day"), Kind.NO_TALK, _days(1)),
    LadderPreset("no-talk-7", _("No talk for a week"), Kind.NO_TALK, _days(7)),
    LadderPreset("no-talk-30", _("No talk for 30 days"), Kind.NO_TALK, _days(30)),
    LadderPreset("no-talk", _("No talk for good"), Kind.NO_TALK),
    LadderPreset("no-rated-1", _("No rated games for a day"), Kind.NO_RATED, _days(1)),
    LadderPreset("no-rated-7", _("No rated games for a week"), Kind.NO_RATED, _days(7)),
    LadderPreset("no-rated-30", _("No rated games for 30 days"), Kind.NO_RATED, _days(30)),
    LadderPreset("no-seeks-7", _("No seeks and challenges for a week"), Kind.NO_SEEKS, _days(7)),
    LadderPreset("no-seeks-30", _("No seeks and challenges for 30 days"), Kind.NO_SEEKS, _days(30)),
    LadderPreset("no-events-30", _("No events for 30 days"), Kind.NO_EVENTS, _days(30)),
    LadderPreset("no-events-180", _("No events for 180 days"), Kind.NO_EVENTS, _days(180)),
    LadderPreset("no-events", _("No events for good"), Kind.NO_EVENTS),
    LadderPreset("annulled", _("The result of a game annulled"), Kind.ANNULLED),
    LadderPreset("forfeited", _("A game lost by forfeit"), Kind.FORFEITED),
    LadderPreset("set-back", _("The rating set back to what it was before a game"), Kind.RATING),
    LadderPreset("ban-7", _("A ban for a week; games are paused"), Kind.BAN, _days(7), games="paused"),
    LadderPreset("ban-30", _("A ban for 30 days; games are resigned"), Kind.BAN, _days(30), games="resigned"),
    LadderPreset("ban-180", _("A ban for 180 days; games are resigned"), Kind.BAN, _days(180), games="resigned"),
    LadderPreset("ban", _("A ban for good; games are resigned"), Kind.BAN, games="resigned"),
)
STEPS: Mapping[str, LadderPreset] = {step.slug: step for step in _STEPS}

_WORDS = ("note", "warning", "no-talk-1", "no-talk-7", "no-talk-30", "no-talk", "ban-30", "ban")
_LEAVING = ("note", "warning", "no-rated-1", "no-rated-7", "no-seeks-7", "no-seeks-30", "ban-30", "ban")
_UNFAIR = ("warning", "set-back", "annulled", "no-rated-30", "no-events-180", "ban-180", "ban")

LADDERS: Mapping[str, tuple[str, ...]] = {
    CaseKind.STOPPED_PLAYING: (*_LEAVING, "forfeited"),
    CaseKind.STALLING: (*_LEAVING, "forfeited"),
    CaseKind.DRAW_REFUSAL: _LEAVING,
    CaseKind.CHASING: _LEAVING,
    CaseKind.ABUSE: _WORDS,
    CaseKind.NAME: _WORDS,
    CaseKind.SPAM: _WORDS,
    CaseKind.ACCOUNTS: ("warning", "set-back", "annulled", "no-rated-30", "ban-30", "ban"),
    CaseKind.BOOSTING: _UNFAIR,
    CaseKind.TELLING: ("warning", "annulled", "forfeited", "no-events-30", "no-events-180", "ban-180", "ban"),
    CaseKind.COLLUSION: ("warning", "annulled", "forfeited", "no-events-180", "no-events", "ban-180", "ban"),
    CaseKind.CHEATING: ("annulled", "set-back", "forfeited", "no-rated-30", "no-events-180", "ban-180", "ban"),
    CaseKind.POWERS: ("note", "warning", "no-events-30", "no-events-180", "no-events", "ban-30", "ban"),
    CaseKind.WRONG: ("note",),
    CaseKind.OTHER: ("note", "warning", "no-talk-7", "no-seeks-7", "no-rated-7", "ban-7", "ban-30", "ban"),
}
"""The steps of each kind of case, from the mildest."""

RULES: Mapping[str, str] = {
    CaseKind.STOPPED_PLAYING: Rule.PLAY_ON,
    CaseKind.STALLING: Rule.NO_STALLING,
    CaseKind.DRAW_REFUSAL: Rule.NO_STALLING,
    CaseKind.CHASING: Rule.NO_STALLING,
    CaseKind.ABUSE: Rule.RESPECT,
    CaseKind.NAME: Rule.NAMES,
    CaseKind.SPAM: Rule.NO_SPAM,
    CaseKind.ACCOUNTS: Rule.ONE_ACCOUNT,
    CaseKind.BOOSTING: Rule.PLAY_TO_WIN,
    CaseKind.TELLING: Rule.NO_TELLING,
    CaseKind.COLLUSION: Rule.NO_TELLING,
    CaseKind.CHEATING: Rule.OWN_EYES,
    CaseKind.POWERS: Rule.POWERS,
    CaseKind.WRONG: Rule.OTHER,
    CaseKind.OTHER: Rule.OTHER,
}
"""The rule that is usually broken in a case of a kind."""


def presets_for(case: Case, earlier: Sequence[Penalty]) -> Sequence[LadderPreset]:
    """The steps for a case, from the mildest, of which one is suggested.

    Args:
        earlier: what was imposed on the player before. What was reversed, or is a year old as the case is opened, does
            not count.
    """
    ladder = LADDERS[case.kind]
    counted = [
        penalty for penalty in earlier if penalty.reversed_at is None and penalty.begins > case.opened - COUNTS_FOR
    ]
    times = sum(penalty.rule == RULES[case.kind] for penalty in counted)
    following = min(times, len(ladder) - 1)
    return [
        LadderPreset(
            step.slug, step.title, step.kind, step.length, RULES[case.kind], step.games, suggested=place == following
        )
        for place, step in enumerate(STEPS[slug] for slug in ladder)
    ]
