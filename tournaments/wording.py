"""Words of tournaments: refusals, names of what the terms choose among, results, statuses.

The domain speaks in codes (`Illegal(Refusal(code, params))`); whoever adds a code adds its sentence to `REFUSALS`.
Sentences say what to do.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.rules import Refusal
from games.wording import refusal_text
from tournaments.domain.fold import Presence, Status
from tournaments.domain.terms import Format
from tournaments.scoring import TENTHS, Mark

__all__ = [
    "BYES",
    "DECIDERS",
    "ENTRIES",
    "FORMATS",
    "MARKS",
    "PRESENCES",
    "REFUSALS",
    "RESULTS",
    "ROLES",
    "SEEDINGS",
    "SHORT_RESULTS",
    "SPECTATORS",
    "STATUSES",
    "points_text",
    "result_text",
    "status_of",
    "tournament_refusal",
]

# -- names ----------------------------------------------------------------------------------------

FORMATS: dict[str, Promise] = {
    Format.SWISS: gettext_lazy("Swiss"),
    Format.KNOCKOUT: gettext_lazy("Knockout"),
    Format.ROUND_ROBIN: gettext_lazy("Round robin"),
}

STATUSES: dict[str, Promise] = {
    Status.DRAFT: gettext_lazy("Draft, seen by its staff alone"),
    Status.OPEN: gettext_lazy("Announced"),
    Status.RUNNING: gettext_lazy("Running"),
    Status.PAUSED: pgettext_lazy("tournament", "Paused"),
    Status.FINISHED: pgettext_lazy("tournament", "Finished"),
    Status.CANCELLED: pgettext_lazy("tournament", "Cancelled"),
}

PRESENCES: dict[str, Promise] = {
    Presence.WAITING: gettext_lazy("On the waiting list"),
    Presence.ENTERED: gettext_lazy("Entered"),
    Presence.WITHDRAWN: gettext_lazy("Withdrawn"),
    Presence.EXPELLED: gettext_lazy("Expelled"),
}

ROLES: dict[str, Promise] = {
    "owner": pgettext_lazy("role", "Organiser"),
    "arbiter": pgettext_lazy("role", "Arbiter"),
    "helper": pgettext_lazy("role", "Helper"),
}

ENTRIES: dict[str, Promise] = {
    "open": gettext_lazy("Open to everybody"),
    "invitation": gettext_lazy("By invitation"),
    "code": gettext_lazy("With an entry code"),
}

SEEDINGS: dict[str, Promise] = {
    "rating": gettext_lazy("By rating"),
    "hand": gettext_lazy("By hand"),
    "lot": gettext_lazy("By lot"),
}

SPECTATORS: dict[str, Promise] = {
    "live": gettext_lazy("Anybody may watch, without the ranks"),
    "ended": gettext_lazy("Nobody sees a game before it is over"),
}

DECIDERS: dict[str, Promise] = {
    "seed": gettext_lazy("The higher seed goes on"),
    "blue": gettext_lazy("Who had blue in the last game goes on"),
    "lot": gettext_lazy("Drawn by lot"),
}

BYES: dict[str, Promise] = {
    "half": gettext_lazy("Half-point bye"),
    "full": gettext_lazy("Full-point bye"),
    "zero": gettext_lazy("No points"),
}

MARKS: dict[Mark, Promise] = {
    Mark.WIN: gettext_lazy("Win"),
    Mark.DRAW: gettext_lazy("Draw"),
    Mark.LOSS: gettext_lazy("Loss"),
    Mark.WIN_UNRATED: gettext_lazy("Win, not rated"),
    Mark.DRAW_UNRATED: gettext_lazy("Draw, not rated"),
    Mark.LOSS_UNRATED: gettext_lazy("Loss, not rated"),
    Mark.FORFEIT_WIN: gettext_lazy("Win by forfeit"),
    Mark.FORFEIT_LOSS: gettext_lazy("Loss by forfeit"),
    Mark.PAIRING_BYE: gettext_lazy("Pairing bye"),
    Mark.FULL_BYE: gettext_lazy("Full-point bye"),
    Mark.HALF_BYE: gettext_lazy("Half-point bye"),
    Mark.ABSENT: gettext_lazy("Not paired"),
}

RESULTS: dict[tuple[Mark, Mark], Promise] = {
    (Mark.WIN, Mark.LOSS): gettext_lazy("Red wins"),
    (Mark.DRAW, Mark.DRAW): gettext_lazy("Draw"),
    (Mark.LOSS, Mark.WIN): gettext_lazy("Blue wins"),
    (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS): gettext_lazy("Red wins by forfeit"),
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN): gettext_lazy("Blue wins by forfeit"),
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS): gettext_lazy("Forfeit of both"),
    (Mark.LOSS, Mark.LOSS): gettext_lazy("Lost for both"),
}
"""What a game of a round can have ended with, in the words of pages; in the order in which forms offer it."""

SHORT_RESULTS: dict[tuple[Mark, Mark], str] = {
    (Mark.WIN, Mark.LOSS): "1 – 0",
    (Mark.DRAW, Mark.DRAW): "½ – ½",
    (Mark.LOSS, Mark.WIN): "0 – 1",
    (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS): "+ – −",
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN): "− – +",
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS): "− – −",
    (Mark.LOSS, Mark.LOSS): "0 – 0",
}


def result_text(marks: tuple[Mark, Mark] | None) -> str:
    """The result of a game in words, such as “Red wins by forfeit”."""
    if marks is None:
        return _("Not decided")
    text = RESULTS.get(marks)
    return str(text) if text is not None else f"{MARKS[marks[0]]} – {MARKS[marks[1]]}"


def points_text(tenths: int) -> str:
    """Points as they are written: whole ones plain, halves as ½, other parts with one decimal."""
    whole, rest = divmod(abs(tenths), TENTHS)
    sign = "−" if tenths < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == TENTHS // 2:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}.{rest}"


# -- refusals -------------------------------------------------------------------------------------

REFUSALS: dict[str, Promise] = {
    # who
    "not-allowed": gettext_lazy("Your role in this event does not allow that. Ask its organiser or an arbiter."),
    "sign-in": gettext_lazy("Sign in first."),
    "no-tournament": gettext_lazy("There is no such event. Capitals matter in its address."),
    "changed": gettext_lazy(
        "Something has changed since this page was opened, so nothing was done. Here is how it stands now; "
        "what you typed is kept."
    ),
    # times on the wall
    "skipped-hour": gettext_lazy(
        "%(time)s does not exist in %(zone)s: the clocks are put forward over it. Choose %(before)s or %(after)s."
    ),
    "doubled-hour": gettext_lazy(
        "%(time)s comes twice in %(zone)s: the clocks are put back. Choose a time before or after that hour."
    ),
    "past": gettext_lazy("This time is over already. Choose a later one."),
}

_STATUS = {
    "not-allowed": 403,
    "sign-in": 403,
    "no-tournament": 404,
    "changed": 409,
}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of an answer that refuses: 422 unless the code says more."""
    return _STATUS.get(refusal.code, 422)


def tournament_refusal(refusal: Refusal) -> str:
    """A refusal as a sentence that says what to do."""
    params: Mapping[str, object] = dict(refusal.params)
    words = REFUSALS.get(refusal.code)
    return refusal_text(refusal) if words is None else str(words) % params
