"""What the staff does about one board: its result, a correction, a forfeit, a match that is taken back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.commands import appointments, relays, takebacks
from tournaments.domain.commands import results as tournament_results
from tournaments.domain.formats import pairs_by_score, stage_of
from tournaments.domain.queries.correction_preview import Different, places_if, what_if
from tournaments.organizer.actions import Action, ReasonForm, Submission, by_slug
from tournaments.organizer.event_actions import TakeBackForm, lost_in_words, lost_question, lost_seen
from tournaments.organizer.fields import offer_choices
from tournaments.organizer.names import Names
from tournaments.pages.parts import ROWS
from tournaments.presentation.words import RESULTS
from tournaments.scoring.points import Mark

_BY_SLUG = {f"{red.name}-{blue.name}".lower().replace("_", "-"): (red, blue) for red, blue in RESULTS}


def slug_of(marks: tuple[Mark, Mark]) -> str:
    """A result as forms send it: `win-loss`, `forfeit-loss-forfeit-loss`."""
    return next((slug for slug, item in _BY_SLUG.items() if item == marks), "")


def marks_of(slug: str) -> tuple[Mark, Mark]:
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

    def prepare(self) -> None:
        _round, board = self.about
        if board.teams:
            open_legs = [number for number, leg in enumerate(board.legs, start=1) if leg.marks is None]
            self.fields["leg"] = forms.TypedChoiceField(label=_("Board of the match"), coerce=int)
            offer_choices(self, "leg", [(number, str(number)) for number in open_legs])
        self.fields["leg"].initial = board.leg_number
        if (marks := relays.proposed(board.leg)) is not None:
            self.fields["result"].initial = slug_of(marks)
        if self.access.fold.terms.real:
            self.spare_reason()


class CorrectForm(ReasonForm):
    """Another result than the one that stands."""

    leg = forms.TypedChoiceField(label=gettext_lazy("Game"), coerce=int)
    result = forms.ChoiceField(label=gettext_lazy("The right result"), choices=result_choices)
    field_order = ["version", "leg", "result", "reason"]

    def prepare(self) -> None:
        _round, board = self.about
        decided = [number for number, leg in enumerate(board.legs, start=1) if leg.marks is not None]
        offer_choices(self, "leg", [(number, _("Game %(number)d") % {"number": number}) for number in decided])
        if len(decided) == 1:
            self.fields["leg"].widget = forms.HiddenInput()
            self.fields["leg"].initial = decided[0]


class EachGame(forms.SelectMultiple):
    """A choice for each game of a match, all under one name; those at the end may be left empty."""

    games = 1

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """What was chosen for each game in order.

        Args:
            data, files, name: as Django gives them.
        """
        chosen = list(super().value_from_datadict(data, files, name) or ())
        while chosen and not chosen[-1]:
            chosen.pop()
        return chosen

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """A select for each game.

        Args:
            name, value, attrs, renderer: as Django gives them.
        """
        chosen = [*(value or ()), *[""] * self.games][: self.games]
        own = forms.Select(choices=[("", _("None")), *self.choices])
        rows = [
            (number, own.render(name, item, {"aria-label": _("Game %(number)d") % {"number": number}}, renderer))
            for number, item in enumerate(chosen, 1)
        ]
        return format_html_join("", "<p>{}. {}</p>", rows)


class CorrectMatchForm(ReasonForm):
    """The results of all games of a match, in order: those that it has, and any that it should have had besides."""

    results = forms.MultipleChoiceField(
        label=gettext_lazy("The right result of each game"), choices=result_choices, widget=EachGame
    )
    field_order = ["version", "results", "reason"]

    def prepare(self) -> None:
        round, board = self.about
        results = self.fields["results"]
        results.widget.games = max(len(board.legs), stage_of(self.access.fold, round).most_legs)
        results.initial = [slug_of(leg.marks) for leg in board.legs if leg.marks]


class ForfeitForm(ReasonForm):
    """Who loses a board without a game, or in the middle of one."""

    entries = forms.MultipleChoiceField(label=gettext_lazy("Who loses by forfeit"), widget=forms.CheckboxSelectMultiple)
    field_order = ["version", "entries", "reason"]

    def prepare(self) -> None:
        _round, board = self.about
        names = Names(self.access.fold)
        offer_choices(
            self, "entries", [(str(item), names.entry(item)) for item in (board.legs[-1].red, board.legs[-1].blue)]
        )


def _games(access: Any, about: Any) -> object:
    round, board = about
    again = access.fold.times_taken_back(round, board.number)
    return again, [(leg.red, leg.blue, leg.game, leg.marks) for leg in board.legs]


def _place(submission: Submission) -> dict[str, Any]:
    round, board = submission.about
    return {"round": round, "board": board.number}


def _result(submission: Submission) -> dict[str, Any]:
    red, blue = marks_of(submission.values["result"])
    return _place(submission) | {"leg": submission.values["leg"], "red": red, "blue": blue}


def _record(submission: Submission) -> None:
    tournament_results.record_result(**submission.usual, **_result(submission), reason=submission.reason)


def _correct(submission: Submission) -> None:
    tournament_results.correct_result(**submission.usual, **_result(submission), reason=submission.reason)


def _results(submission: Submission) -> list[tuple[Mark, Mark]]:
    return [marks_of(value) for value in submission.values["results"]]


def _correct_match(submission: Submission) -> None:
    results = _results(submission)
    tournament_results.correct_match(
        **submission.usual, **_place(submission), results=results, reason=submission.reason
    )


def _match_in_words(submission: Submission) -> list[str]:
    """The result of each game as it will stand."""
    results = enumerate(_results(submission), 1)
    return [_("Game %(number)d: %(result)s") % {"number": at, "result": RESULTS[marks]} for at, marks in results]


def _forfeit(submission: Submission) -> None:
    who = tuple(int(value) for value in submission.values["entries"])
    tournament_results.forfeit(**submission.usual, **_place(submission), entries=who, reason=submission.reason)


def _correct_follows(submission: Submission) -> list[str]:
    """Board by board which later pairings would have been others with this result, of which none is changed; and who
    changes places.
    """
    fold, names = submission.access.fold, Names(submission.access.fold)
    moved = places_if(fold, **_result(submission))
    rows = [(names.entry(item.entry), item.place, item.instead) for item in moved[:ROWS]]
    places = {"rows": rows, "more": max(0, len(moved) - ROWS)}
    return [*_pairings_if(submission, names), render_to_string("tournaments/_what_if_places.html", places)]


MOST_PAIRED_AGAIN = 300
"""So many are paired in a second or two (docs/pairing.md): with more, nobody can wait for it on a page."""


def _pairings_if(submission: Submission, names: Names) -> list[str]:
    fold, round = submission.access.fold, submission.about[0]
    if len(fold.order) > MOST_PAIRED_AGAIN and round < len(fold.rounds) and pairs_by_score(fold):
        return [_("So many take part that it is not worked out which later pairings would have been others.")]
    differents = what_if(tournament=submission.access.id, **_result(submission))
    return [_different(different, names) for different in differents] or [_("No later pairing would have differed.")]


def _different(different: Different, names: Names) -> str:
    """A later round that would have been paired otherwise: who sits at each board that differs, and who would have."""
    if different.failed:
        return _("Round %(round)d could not have been paired at all.") % {"round": different.round}

    def pair_text(pair: tuple[int, int] | None) -> str:
        return "" if pair is None else " – ".join(map(names.entry, pair))

    rows = [(number, pair_text(is_), pair_text(would)) for number, is_, would in different.boards[:ROWS]]
    more = max(0, len(different.boards) - ROWS)
    return render_to_string("tournaments/_what_if_round.html", {"round": different.round, "rows": rows, "more": more})


def _correct_question(submission: Submission) -> str:
    text = _("The result becomes: %(result)s. Standings follow; pairings that were made stay.")
    return text % {"result": RESULTS[marks_of(submission.values["result"])]}


def _relay(submission: Submission) -> None:
    relays.relay_board(**submission.usual, **_place(submission))


def _end_relay(submission: Submission) -> None:
    relays.end_relay(**submission.usual, **_place(submission))


def _resume_relay(submission: Submission) -> None:
    relays.resume_relay(**submission.usual, **_place(submission))


def _matches_taken_back(submission: Submission) -> str:
    round, board = submission.about
    takebacks.take_back_matches(**submission.usual, round=round, board=board.number, reason=submission.reason)
    return _("What followed from this match is taken back. Correct the result, then pair again at the desk.")


BOARD = by_slug(
    Action(
        "take-back",
        gettext_lazy("Take back what follows from this match"),
        _matches_taken_back,
        form=TakeBackForm,
        about=gettext_lazy("If its result is wrong: another player may advance then. You first see what is lost."),
        sure=lost_question,
        follows=lost_in_words,
        sees=lost_seen,
        danger=True,
    ),
    Action("record", gettext_lazy("Record the result"), _record, form=ResultForm, done=gettext_lazy("It is recorded.")),
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
        "correct-match",
        gettext_lazy("Correct the whole match"),
        _correct_match,
        form=CorrectMatchForm,
        done=gettext_lazy("The match is corrected, and the standings with it. No pairing was changed."),
        about=gettext_lazy(
            "All its games at once, including games that should have been played. A game that nobody played is a "
            "forfeit: so you decide who advances."
        ),
        sure=gettext_lazy("The match gets the result below. Standings follow; existing pairings stay."),
        follows=_match_in_words,
    ),
    Action(
        "agree-anew",
        gettext_lazy("Let them agree another time"),
        lambda submission: appointments.agree_anew(**submission.usual, **_place(submission)),
        done=gettext_lazy("The agreed time is taken back, and both sides are told."),
        about=gettext_lazy("The time that they agreed is taken back."),
    ),
    Action(
        "forfeit",
        gettext_lazy("Forfeit"),
        _forfeit,
        form=ForfeitForm,
        done=gettext_lazy("The forfeit is recorded."),
        sure=gettext_lazy("This ends a game in play. Record the forfeit?"),
        danger=True,
    ),
    Action(
        "relay",
        gettext_lazy("Relay this board"),
        _relay,
        done=gettext_lazy("The board is relayed. Hand out the links below; play begins once both set-ups are sealed."),
        about=gettext_lazy("A scribe enters the moves, and everybody follows the game as the event allows."),
    ),
    Action(
        "resume-relay",
        gettext_lazy("Let the relay go on"),
        _resume_relay,
        done=gettext_lazy("The relay goes on."),
        about=gettext_lazy("Look first whether the real board and the moves entered are the same."),
    ),
    Action(
        "end-relay",
        gettext_lazy("End the relay"),
        _end_relay,
        done=gettext_lazy("The relay is called off. The board itself goes on."),
        sure=gettext_lazy("What was entered counts for nothing then, and is not opened. End the relay?"),
        danger=True,
    ),
    sees=_games,
)
