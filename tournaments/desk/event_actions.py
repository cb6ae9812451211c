"""The actions of the desk about an event, its boards and its staff: forms with their fields, and the command of each.

Those about entries stand in `entry_actions.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import Illegal, Refusal
from tournaments.counting.scoring import Mark
from tournaments.desk.access import EventAccess
from tournaments.desk.actions import Action, ActionForm, MayReasonForm, OneForm, ReasonForm, Submission, by_slug
from tournaments.desk.fields import NameField, WallTimeField, offer_choices
from tournaments.desk.losing import lost_games
from tournaments.desk.names import Names
from tournaments.domain import organising, reporting, running, scheduling, taking_back
from tournaments.domain.correcting import Different, places_if, what_if
from tournaments.domain.fold import Board
from tournaments.domain.formats import format_of
from tournaments.domain.walltimes import moment_of
from tournaments.pages.parts import ROWS
from tournaments.show.wording import RESULTS, ROLES, tournament_refusal

# -- the event ------------------------------------------------------------------------------------


class PauseForm(ReasonForm):
    """Why the event stops, and whether the clocks of its games stop too."""

    clocks = forms.BooleanField(
        label=gettext_lazy("The clocks of its games stand still as well"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.access.fold.terms.real:
            del self.fields["clocks"]  # the service holds no clock across real boards


class ExtendForm(ReasonForm):
    """A later end of the round."""

    until = WallTimeField(label=gettext_lazy("New end of the round"))
    field_order = ["version", "until", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("On the clocks of %(zone)s.") % {"zone": self.access.zone}

    def clean_until(self) -> int:
        """The moment, in microseconds since the epoch."""
        wall = self.cleaned_data["until"]
        try:
            return moment_of(wall, self.access.zone)
        except Illegal as illegal:
            raise forms.ValidationError(tournament_refusal(illegal.refusal)) from None


def _paired(submission: Submission) -> str:
    running.pair(**submission.usual)
    number = submission.access.again().fold.rounds[-1].number
    return _("Round %(number)d is paired. Nothing is fixed before it begins.") % {"number": number}


def _paired_anew(submission: Submission) -> str:
    """Two commands: a round that cannot be paired any more stays unpaired, and the desk says why."""
    running.unpair(**submission.usual, reason=submission.reason)
    return _paired(replace(submission, access=submission.access.again()))


def _by_itself(submission: Submission, automatic: bool) -> None:
    terms = replace(submission.access.fold.terms, automatic=automatic)
    organising.change_terms(**submission.usual, terms=terms, reason=submission.reason)


class TakeBackForm(ReasonForm):
    """A round that is taken back, or matches: with results that count the organiser alone may."""

    def clean(self) -> dict[str, Any]:
        """Says at once that it is somebody else's to do."""
        results = taking_back.counted(lost_boards(self.access, self.about))
        if results and not self.access.is_at_least("owner"):
            self.refuse(Refusal("owner-confirms", {"results": results}))
        return super().clean() or {}


def lost_boards(access: EventAccess, about: Any) -> tuple[Board, ...]:
    """The boards that are taken back: those that follow from a board that a page is about, or the whole last round."""
    if about is None:
        return () if access.fold.round is None else tuple(access.fold.round.boards)
    round, board = about
    return tuple(
        one for one in format_of(access.fold).follow_from(access.fold, round, board.number) if not one.taken_back
    )


def _lost(access: EventAccess, about: Any) -> object:
    """What taking back depends on: every game that is lost by it, and its result."""
    round, boards = access.fold.round, lost_boards(access, about)
    games = [(one.number, [(leg.red, leg.blue, leg.game, leg.marks) for leg in one.legs]) for one in boards]
    return access.fold.status, round and (round.number, round.begun_at), len(access.fold.taken_back), games


def _lost_in_words(submission: Submission) -> list[str]:
    """Each game that is lost, by board, with how far it is."""
    boards = lost_boards(submission.access, submission.about)
    return lost_games(boards, Names(submission.access.fold), real=submission.access.fold.terms.real)


def _lost_question(submission: Submission) -> str:
    boards = lost_boards(submission.access, submission.about)
    count = taking_back.counted(boards)
    results = ngettext("%(results)d result counts no more.", "%(results)d results count no more.", count) % {
        "results": count
    }
    text = _(
        "What stands below is lost: games that go on are called off, and games that are over stay games of their "
        "players, also in the ratings, but not of this event. Everybody concerned is told. This cannot be undone."
    )
    return f"{results} {text}" if count else text


def _round_taken_back(submission: Submission) -> str:
    round = submission.access.fold.round
    if round is None:
        raise Illegal(Refusal("not-running"))
    was = submission.access.fold.terms.automatic
    taking_back.take_back_round(**submission.usual, round=round.number, reason=submission.reason)
    told = _("Round %(number)d is taken back. Correct what was wrong, then pair it anew.") % {"number": round.number}
    if not was:
        return told
    return f"{told} " + _("Until you let the rounds go on by themselves nothing is paired.")


EVENT = by_slug(
    Action(
        "announce",
        gettext_lazy("Announce the event"),
        lambda submission: organising.announce(**submission.usual),
        done=gettext_lazy("Your event is announced: everybody sees it, and entries are taken."),
        about=gettext_lazy("Everybody sees it, and entries are taken."),
    ),
    Action(
        "start",
        gettext_lazy("Start the event"),
        lambda submission: running.start(**submission.usual),
        done=gettext_lazy("The event has begun. The initial ranking is fixed."),
        about=gettext_lazy("The initial ranking is fixed, and the colour of the first board is drawn."),
        sure=gettext_lazy("Once the event has begun the initial ranking stands. Start it now?"),
    ),
    Action("pair", gettext_lazy("Pair the next round"), _paired),
    Action(
        "unpair",
        gettext_lazy("Take the pairing back"),
        lambda submission: running.unpair(**submission.usual, reason=submission.reason),
        form=MayReasonForm,
        done=gettext_lazy("The pairing is taken back."),
        about=gettext_lazy("Nothing has begun yet, so the round can be paired anew."),
    ),
    Action(
        "pair-anew",
        gettext_lazy("Pair it anew"),
        _paired_anew,
        form=MayReasonForm,
        about=gettext_lazy("After somebody has come or left: the pairing is taken back and computed again."),
    ),
    Action(
        "publish",
        gettext_lazy("Publish the pairing"),
        lambda submission: running.publish_pairing(**submission.usual),
        done=gettext_lazy("The pairing is published: everybody sees it, and its players are told."),
        about=gettext_lazy("So far nobody but the staff sees it. Its players are told."),
    ),
    Action(
        "begin",
        gettext_lazy("Begin the round"),
        lambda submission: running.begin_round(**submission.usual),
        done=gettext_lazy("The round has begun."),
        about=gettext_lazy("The games start, everybody sees the pairing, and it stands from then on."),
        sure=gettext_lazy(
            "Once the round has begun its pairing can only be taken back with everything that was played. Begin it now?"
        ),
    ),
    Action(
        "pair-matches",
        gettext_lazy("Pair the matches anew"),
        lambda submission: taking_back.pair_matches_anew(**submission.usual),
        done=gettext_lazy("The matches that were taken back are paired anew, and have begun."),
        about=gettext_lazy("By the results as they stand now; the games start at once."),
    ),
    Action(
        "take-back",
        gettext_lazy("Take the round back"),
        _round_taken_back,
        form=TakeBackForm,
        about=gettext_lazy("It is as if it had not been paired. You are shown first what is lost."),
        sure=_lost_question,
        follows=_lost_in_words,
        sees=_lost,
        danger=True,
    ),
    Action(
        "extend",
        gettext_lazy("Give the round more time"),
        lambda submission: running.extend(
            **submission.usual, deadline=submission.values["until"], reason=submission.reason
        ),
        form=ExtendForm,
        done=gettext_lazy("The round ends later now. Its players are told."),
    ),
    Action(
        "hold",
        gettext_lazy("Hold the next round"),
        lambda submission: _by_itself(submission, False),
        form=ReasonForm,
        done=gettext_lazy("The next round waits until you let it go on, or begin it yourself."),
        about=gettext_lazy("What is being played goes on. Nothing is paired, begun or ended by itself."),
    ),
    Action(
        "go-on",
        gettext_lazy("Let the rounds go on by themselves"),
        lambda submission: _by_itself(submission, True),
        form=MayReasonForm,
        done=gettext_lazy("Rounds are paired and begun by themselves again."),
        about=gettext_lazy("If the time of the next round has come, it is paired and begun at once."),
    ),
    Action(
        "pause",
        gettext_lazy("Pause the event"),
        lambda submission: running.pause(
            **submission.usual, clocks=submission.values.get("clocks", False), reason=submission.reason
        ),
        form=PauseForm,
        done=gettext_lazy("The event is paused."),
        about=gettext_lazy("Nothing is paired or forfeited until you resume it."),
    ),
    Action(
        "resume",
        gettext_lazy("Resume the event"),
        lambda submission: running.resume(**submission.usual),
        done=gettext_lazy("The event goes on."),
    ),
    Action(
        "finish",
        gettext_lazy("End the event"),
        lambda submission: running.finish(**submission.usual, reason=submission.reason),
        form=MayReasonForm,
        done=gettext_lazy("The event is over. The places stand."),
        sure=gettext_lazy("The places are those of now, and no round follows. This cannot be undone. End the event?"),
        danger=True,
    ),
    Action(
        "cancel",
        gettext_lazy("Call the event off"),
        lambda submission: organising.cancel_tournament(**submission.usual, reason=submission.reason),
        form=ReasonForm,
        done=gettext_lazy("The event is called off. Everybody who entered is told."),
        sure=gettext_lazy("Nobody gets a place, and this cannot be undone. Call the event off?"),
        danger=True,
    ),
)
"""What the staff does with the event as a whole. `queries.desk` says which of it is possible now."""


# -- a board --------------------------------------------------------------------------------------

_BY_SLUG = {f"{red.name}-{blue.name}".lower().replace("_", "-"): (red, blue) for red, blue in RESULTS}


def slug_of(marks: tuple[Mark, Mark]) -> str:
    """A result as forms send it: `win-loss`, `forfeit-loss-forfeit-loss`."""
    return next((slug for slug, one in _BY_SLUG.items() if one == marks), "")


def marks_of(slug: str) -> tuple[Mark, Mark]:
    """The marks of red and blue. Raises KeyError."""
    return _BY_SLUG[slug]


def result_choices() -> list[tuple[str, Any]]:
    """Results as a form offers them; each begins with the key that chooses it."""
    keys = {"win-loss": "1", "draw-draw": "=", "loss-win": "0"}
    keys |= {"forfeit-win-forfeit-loss": "+", "forfeit-loss-forfeit-win": "-"}
    return [
        (slug, f"{keys[slug]}  {RESULTS[marks]}" if slug in keys else RESULTS[marks])
        for slug, marks in _BY_SLUG.items()
    ]


class ResultForm(ReasonForm):
    """The result of the game that goes on at a board. Online an arbiter ends the game by it, and says why."""

    result = forms.ChoiceField(label=gettext_lazy("Result"), choices=result_choices)
    leg = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    field_order = ["version", "leg", "result", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        self.fields["leg"].initial = len(board.legs)
        if self.access.fold.terms.real:
            self.spare_reason()


class CorrectForm(ReasonForm):
    """Another result than the one that stands."""

    leg = forms.TypedChoiceField(label=gettext_lazy("Game"), coerce=int)
    result = forms.ChoiceField(label=gettext_lazy("The right result"), choices=result_choices)
    field_order = ["version", "leg", "result", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        decided = [number for number, leg in enumerate(board.legs, start=1) if leg.marks is not None]
        offer_choices(self, "leg", [(number, _("Game %(number)d") % {"number": number}) for number in decided])
        if len(decided) == 1:
            self.fields["leg"].widget = forms.HiddenInput()
            self.fields["leg"].initial = decided[0]


class ForfeitForm(ReasonForm):
    """Who loses a board without a game, or in the middle of one."""

    who = forms.MultipleChoiceField(label=gettext_lazy("Who loses by forfeit"), widget=forms.CheckboxSelectMultiple)
    field_order = ["version", "who", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _round, board = self.about
        names = Names(self.access.fold)
        offer_choices(self, "who", [(str(one), names.entry(one)) for one in (board.legs[-1].red, board.legs[-1].blue)])


def _games(access: Any, about: Any) -> object:
    """What an action about a board depends on: its games and their results."""
    round, board = about
    again = access.fold.times_taken_back(round, board.number)
    return again, [(leg.red, leg.blue, leg.game, leg.marks) for leg in board.legs]


def _place(submission: Submission) -> dict[str, Any]:
    round, board = submission.about
    return {"round": round, "board": board.number}


def _result(submission: Submission) -> dict[str, Any]:
    """Which game has which result."""
    red, blue = marks_of(submission.values["result"])
    return _place(submission) | {"leg": submission.values["leg"], "red": red, "blue": blue}


def _record(submission: Submission) -> None:
    reporting.record_result(**submission.usual, **_result(submission), reason=submission.reason)


def _correct(submission: Submission) -> None:
    reporting.correct_result(**submission.usual, **_result(submission), reason=submission.reason)


def _forfeit(submission: Submission) -> None:
    who = tuple(int(one) for one in submission.values["who"])
    reporting.forfeit(**submission.usual, **_place(submission), entries=who, reason=submission.reason)


def _correct_follows(submission: Submission) -> list[str]:
    """Board by board which later pairings would have been others with this result, of which none is changed; and who
    changes places.
    """
    fold, names = submission.access.fold, Names(submission.access.fold)
    moved = places_if(fold, **_result(submission))
    rows = [(names.entry(one.entry), one.place, one.instead) for one in moved[:ROWS]]
    places = {"rows": rows, "more": max(0, len(moved) - ROWS)}
    return [*_pairings_if(submission, names), render_to_string("tournaments/_what_if_places.html", places)]


MOST_PAIRED_AGAIN = 300
"""So many are paired in a second or two (docs/pairing.md): with more, nobody can wait for it on a page."""


def _pairings_if(submission: Submission, names: Names) -> list[str]:
    """Which later pairings would have been others."""
    fold, round = submission.access.fold, submission.about[0]
    if len(fold.order) > MOST_PAIRED_AGAIN and round < len(fold.rounds) and format_of(fold).by_score:
        return [_("So many take part that it is not worked out which later pairings would have been others.")]
    found = what_if(tournament=submission.access.id, **_result(submission))
    return [_different(one, names) for one in found] or [_("No later pairing would have differed.")]


def _different(one: Different, names: Names) -> str:
    """A later round that would have been paired otherwise: who sits at each board that differs, and who would have."""
    if one.failed:
        return _("Round %(round)d could not have been paired at all.") % {"round": one.round}

    def told(pair: tuple[int, int] | None) -> str:
        return "" if pair is None else " – ".join(map(names.entry, pair))

    rows = [(number, told(is_), told(would)) for number, is_, would in one.boards[:ROWS]]
    more = max(0, len(one.boards) - ROWS)
    return render_to_string("tournaments/_what_if_round.html", {"round": one.round, "rows": rows, "more": more})


def _correct_question(submission: Submission) -> str:
    text = _("The result becomes: %(result)s. Standings follow; pairings that were made stay.")
    return text % {"result": RESULTS[marks_of(submission.values["result"])]}


def _matches_taken_back(submission: Submission) -> str:
    round, board = submission.about
    taking_back.take_back_matches(**submission.usual, round=round, board=board.number, reason=submission.reason)
    return _("What followed from this match is taken back. Correct the result, then pair the matches anew at the desk.")


BOARD = by_slug(
    Action(
        "take-back",
        gettext_lazy("Take back what follows from this match"),
        _matches_taken_back,
        form=TakeBackForm,
        about=gettext_lazy(
            "If its result is wrong: who goes on may be another one then. You are shown first what is lost."
        ),
        sure=_lost_question,
        follows=_lost_in_words,
        sees=_lost,
        danger=True,
    ),
    Action(
        "record",
        gettext_lazy("Record the result"),
        _record,
        form=ResultForm,
        done=gettext_lazy("It is recorded."),
    ),
    Action(
        "correct",
        gettext_lazy("Correct the result"),
        _correct,
        form=CorrectForm,
        done=gettext_lazy("The result is corrected, and the standings with it. No pairing was changed."),
        about=gettext_lazy("You are shown first which later pairings would have differed, and who changes places."),
        sure=_correct_question,
        follows=_correct_follows,
    ),
    Action(
        "agree-anew",
        gettext_lazy("Let them agree another time"),
        lambda submission: scheduling.agree_anew(**submission.usual, **_place(submission)),
        done=gettext_lazy("The agreed time is taken back, and both sides are told."),
        about=gettext_lazy("The time that they agreed is taken back."),
    ),
    Action(
        "forfeit",
        gettext_lazy("Forfeit"),
        _forfeit,
        form=ForfeitForm,
        done=gettext_lazy("The forfeit is recorded."),
        sure=gettext_lazy("A game that goes on is ended by this. Record the forfeit?"),
        danger=True,
    ),
    sees=_games,
)


# -- staff ----------------------------------------------------------------------------------------


class RoleForm(ActionForm):
    """A role for somebody."""

    player = NameField(label=gettext_lazy("Player"))
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[("arbiter", ROLES["arbiter"]), ("helper", ROLES["helper"]), ("owner", ROLES["owner"])],
    )


STAFF = by_slug(
    Action(
        "give",
        gettext_lazy("Give a role"),
        lambda submission: organising.give_role(
            **submission.usual, player=submission.values["player"].id, role=submission.values["role"]
        ),
        form=RoleForm,
        done=gettext_lazy("The role is given."),
    ),
    Action(
        "take",
        gettext_lazy("Take the role back"),
        lambda submission: organising.take_role(**submission.usual, player=submission.values["one"]),
        form=OneForm,
        done=gettext_lazy("The role is taken back."),
    ),
)
