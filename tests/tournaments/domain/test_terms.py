"""Terms: what makes sense, what may change and until when, what is usual."""

from dataclasses import replace

import pytest

from games.domain.clocks import TimeControl
from games.rules import VARIANTS, Illegal, Options, Refusal
from tournaments.domain.events import TournamentCreated
from tournaments.domain.terms import Terms, check_change, check_terms, usual_terms
from tournaments.formats.knockout import KnockoutTerms
from tournaments.formats.swiss import SwissTerms, usual_rounds
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import SCORINGS, Scoring

OPEN = usual_terms("barrage")


def refusal_of(terms: Terms) -> Refusal:
    with pytest.raises(Illegal) as refused:
        check_terms(terms)
    return refused.value.refusal


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("format", list(FORMATS))
@pytest.mark.parametrize("real", [False, True])
def test_usual_terms_make_sense_and_go_through_the_log(variant, format, real):
    terms = usual_terms(variant, format, real=real)
    if real and FORMATS[format].grows:
        assert refusal_of(terms) == Refusal("terms-clash", {"field": "real", "other": "format"})
        return
    check_terms(terms)
    assert Terms.from_value(TournamentCreated(owner="x", **terms.value())) == terms


def test_every_field_goes_through_the_log():
    terms = Terms(
        variant="classic",
        time=TimeControl("move", 86_400, setup=86_400, vacation=True),
        options=Options(no_attack_limit=80),
        format="knockout",
        rated=False,
        scoring=Scoring.of(30, 10, 0),
        tiebreaks=("wins",),
        capacity=64,
        entry="code",
        rating_from=1000,
        rating_to=2000,
        seeding="lot",
        starts=1_800_000_000_000_000,
        calendar=(1, 2),
        pause=60,
        automatic=False,
        check_in=600,
        round_length=86_400,
        no_show=600,
        scheduled=True,
        reveal="delay",
        reveal_after=60,
        spectators="ended",
        notes=False,
        own=KnockoutTerms(best_of=3, third_place=True, replays=2, decider="lot"),
        stop_clocks=True,
    )
    check_terms(terms)
    assert Terms.from_value(TournamentCreated(owner="x", **terms.value())) == terms


def test_terms_hold_the_part_of_their_format_alone():
    swiss = usual_terms("barrage", late=3)
    knockout = swiss.changed(format="knockout", best_of=3)
    assert (swiss.own, swiss.elsewhere) == (SwissTerms(late=3), ())
    assert (knockout.own, knockout.elsewhere) == (KnockoutTerms(best_of=3), (("late", 3),))
    assert (knockout.own.late, replace(knockout, format="swiss").own) == (0, swiss.own)
    assert refusal_of(knockout) == Refusal("terms-clash", {"field": "late", "other": "format"})
    assert knockout.value()["terms"] == swiss.value()["terms"] | {"format": "knockout", "best_of": 3}
    assert Terms.from_value(TournamentCreated(owner="x", **knockout.value())) == knockout


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"variant": "chess"}, Refusal("no-choice", {"field": "variant"})),
        ({"decider": "duel"}, Refusal("no-choice", {"field": "decider"})),
        ({"capacity": 1}, Refusal("out-of-bounds", {"field": "capacity", "least": 2, "most": 2000})),
        ({"rounds": -1}, Refusal("out-of-bounds", {"field": "rounds", "least": 0, "most": 99})),
        ({"time": None}, Refusal("time-needed", {"field": "time"})),
        ({"real": True}, Refusal("terms-clash", {"field": "time", "other": "real"})),
        ({"rating_from": 9, "rating_to": 8}, Refusal("terms-clash", {"field": "rating_to", "other": "rating_from"})),
        ({"reveal": "delay"}, Refusal("terms-clash", {"field": "reveal_after", "other": "reveal"})),
        ({"spectators": "delayed"}, Refusal("terms-clash", {"field": "delay", "other": "spectators"})),
        ({"delay": 600}, Refusal("terms-clash", {"field": "delay", "other": "spectators"})),
        (
            {"spectators": "delayed", "delay": 59},
            Refusal("out-of-bounds", {"field": "delay", "least": 60, "most": 86_400}),
        ),
        ({"best_of": 3}, Refusal("terms-clash", {"field": "best_of", "other": "format"})),
        ({"check_in": 60}, Refusal("terms-clash", {"field": "check_in", "other": "starts"})),
        ({"calendar": (2, 1)}, Refusal("calendar-order", {"field": "calendar"})),
        ({"tiebreaks": ("wins", "wins")}, Refusal("tiebreak-twice", {"field": "tiebreaks"})),
        ({"tiebreaks": ("luck",)}, Refusal("no-choice", {"field": "tiebreaks"})),
        ({"scoring": Scoring.of(0, 10, 20)}, Refusal("no-choice", {"field": "scoring"})),
        ({"options": Options(spotter=True)}, Refusal("terms-clash", {"field": "options", "other": "variant"})),
    ],
)
def test_terms_without_sense_are_refused(changes, refusal):
    assert refusal_of(OPEN.changed(**changes)) == refusal


@pytest.mark.parametrize(
    ("begun", "changes", "field"),
    [
        (False, {"capacity": 20, "tiebreaks": ("wins",), "time": TimeControl("bank", 60)}, None),
        (False, {"variant": "classic"}, "variant"),
        (False, {"format": "knockout"}, "format"),
        (True, {"rounds": 5, "calendar": (1,), "pause": 9, "stop_clocks": True}, None),
        (True, {"scoring": SCORINGS["1-half-0"]}, "scoring"),
        (True, {"tiebreaks": ("wins",)}, "tiebreaks"),
        (True, {"rounds": 2}, "rounds"),
        (True, {"time": TimeControl("bank", 60)}, "time"),
    ],
)
def test_what_is_fair_to_change(begun, changes, field):
    after = OPEN.changed(**changes)
    if field is None:
        check_change(OPEN, after, begun=begun, paired=3)
        return
    with pytest.raises(Illegal) as refused:
        check_change(OPEN, after, begun=begun, paired=3)
    assert refused.value.refusal.params["field"] == field


def test_a_swiss_has_enough_rounds_for_one_winner():
    assert [usual_rounds(entries) for entries in (2, 4, 8, 9, 16, 100, 200, 300)] == [1, 2, 3, 5, 5, 8, 9, 10]


def test_a_format_takes_as_many_as_it_can_carry() -> None:
    most = {slug: Terms(variant="classic", format=slug).most_entries for slug in ("swiss", "round_robin", "knockout")}
    assert most == {"swiss": 2000, "round_robin": 100, "knockout": 5000}
    twice = usual_terms("classic", "round_robin", double=True, capacity=51)
    assert refusal_of(twice) == Refusal("out-of-bounds", {"field": "capacity", "least": 2, "most": 50})
    check_terms(replace(twice, capacity=50))
