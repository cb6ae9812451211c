"""When a game is opened, in words and with its time: the policy (docs/reveal.md), a countdown, and what its seats agree
on. All of it is public, and stands on every page of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.state import RevealPlan
from games.presentation.clock_text import Moment, span_text
from games.presentation.words import seat_name
from games.rules import Seat

POLICIES = ("end", "delay", "never")
"""What a game outside of tournaments chooses from (`GameCreated.reveal`)."""


@dataclass(frozen=True, slots=True)
class RevealText:
    """How the reveal of a game stands, as a page shows it to one reader.

    Args:
        text: the policy, or what came of it; nothing of a game that is never opened because it was called off.
        at: when it opens, if that is known.
        proposed: who wants it opened before its time.
        acts: what the reader may do about it, each with its words.
    """

    text: str
    at: Moment | None = None
    proposed: str = ""
    acts: tuple[tuple[str, str], ...] = ()


def reveal_text(plan: RevealPlan, seat: Seat | None = None) -> RevealText:
    """How the reveal of a game stands.

    Args:
        plan: when it is opened, and what its seats want.
        seat: where the reader sits; None for everybody else.
    """
    if plan.nothing:
        return RevealText("")
    if plan.opened:
        return RevealText(_("All pieces are shown."))
    text, at = policy_text(plan.policy, plan.after), None
    if plan.at is not None:
        text, at = _("Hidden pieces will be shown:"), Moment.of(plan.at)
    if seat is None or not plan.free:
        return RevealText(text, at)
    return RevealText(text, at, _proposed(plan.openers, seat), tuple(_acts(plan.openers, seat)))


def policy_text(reveal: str, after: int | None) -> str:
    """A policy as a sentence, with what follows from it for the archive and for ratings.

    Args:
        reveal, after: as in `GameCreated`.
    """
    if reveal == "delay":
        return _("Hidden pieces are shown %(time)s after the end.") % {"time": span_text(after or 0)}
    if reveal == "never":
        return _(
            "The set-ups stay closed, after the end too: the archive shows what spectators saw, and there is no record "
            "to download. For ratings it counts as any other game."
        )
    if reveal == "round":
        return _("Hidden pieces are shown when the round is over.")
    if reveal == "event":
        return _("Hidden pieces are shown when the event is over.")
    return _("Hidden pieces are shown when the game ends.")


def reveal_words(reveal: str, after: int | None) -> str:
    """A policy in a few words, for a list of what a game offers; nothing for the usual one, at the end."""
    if reveal == "delay":
        return _("opened %(time)s after the end") % {"time": span_text(after or 0)}
    return _("never opened") if reveal == "never" else ""


def _proposed(openers: Sequence[Seat], seat: Seat) -> str:
    others = [seat_name(opener) for opener in openers if opener is not seat]
    if seat in openers:
        return _("You want it opened now. The others have yet to agree.")
    if not others:
        return ""
    text = ngettext("%(seats)s wants it opened now.", "%(seats)s want it opened now.", len(others))
    return text % {"seats": _(" and ").join(others)}


def _acts(openers: Sequence[Seat], seat: Seat) -> Iterator[tuple[str, str]]:
    if seat in openers:
        yield "close", _("Take it back")
    elif openers:
        yield "open", _("Agree to open it now")
    else:
        yield "open", _("Propose to open it now")
