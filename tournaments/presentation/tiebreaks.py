"""What tie-breaks and their parts are called, for people. Files and the counting know them by their slugs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.scoring.tiebreaks import TIEBREAKS, Tiebreak


class TiebreakWords(NamedTuple):
    name: Promise
    about: Promise


TIEBREAK_WORDS: Mapping[str, TiebreakWords] = {
    "buchholz": TiebreakWords(_("Buchholz"), _("The scores of the opponents, added up.")),
    "buchholz-cut-1": TiebreakWords(_("Buchholz Cut-1"), _("The scores of the opponents without the lowest.")),
    "buchholz-cut-2": TiebreakWords(_("Buchholz Cut-2"), _("The scores of the opponents without the two lowest.")),
    "buchholz-median": TiebreakWords(
        _("Median Buchholz"), _("The scores of the opponents without the lowest and the highest.")
    ),
    "buchholz-median-2": TiebreakWords(
        _("Median Buchholz 2"), _("The scores of the opponents without the two lowest and the two highest.")
    ),
    "sonneborn-berger": TiebreakWords(
        _("Sonneborn-Berger"), _("The score of each opponent times the points made against that opponent, added up.")
    ),
    "sonneborn-berger-cut-1": TiebreakWords(
        _("Sonneborn-Berger Cut-1"), _("Sonneborn-Berger without the opponent with the lowest score.")
    ),
    "direct-encounter": TiebreakWords(
        _("Direct encounter"),
        _("The points from the games of the tied players against one another, if they have all met."),
    ),
    "wins": TiebreakWords(_("Wins"), _("Rounds with as many points as for a win, byes and forfeits included.")),
    "games-won": TiebreakWords(_("Games won"), _("Games won on the board.")),
    "games-blue": TiebreakWords(_("Games with blue"), _("Games played with blue.")),
    "wins-blue": TiebreakWords(_("Wins with blue"), _("Games won on the board with blue.")),
    "progressive": TiebreakWords(_("Progressive score"), _("The score after each round, added up.")),
    "progressive-cut-1": TiebreakWords(
        _("Progressive score Cut-1"), _("The score after each round but the first, added up.")
    ),
    "rounds-elected": TiebreakWords(
        _("Rounds elected to play"), _("Rounds without a bye asked for and without a forfeit loss.")
    ),
    "standard-points": TiebreakWords(_("Standard points"), _("The points if a win counted 1, a draw ½ and a loss 0.")),
    "koya": TiebreakWords(
        _("Koya"), _("The points against opponents who made at least half of the points they could.")
    ),
    "average-rating": TiebreakWords(
        _("Average rating of opponents"), _("The mean rating of the opponents met on the board.")
    ),
    "average-rating-cut-1": TiebreakWords(
        _("Average rating of opponents Cut-1"),
        _("The mean rating of the opponents met on the board without the lowest."),
    ),
    "rating": TiebreakWords(_("Rating"), _("The rating at the start; the higher one first.")),
    "seed": TiebreakWords(_("Initial ranking"), _("The place in the initial ranking; the higher one first.")),
    "board-points": TiebreakWords(_("Board points"), _("The points that a team made at its boards, by 1, ½ and 0.")),
    "match-board-points": TiebreakWords(
        _("Match points of opponents by board points"),
        _("The match points of each opponent times the board points made against that opponent, added up."),
    ),
    "lot": TiebreakWords(_("Lot"), _("The order drawn by lot at the start.")),
}
"""By slug."""

PART_REASONS: Mapping[str, Promise] = {
    "opponent": _("the opponent's score"),
    "adjusted": _("the opponent's score, byes asked for at the end counted as draws"),
    "dummy": _("no game: the player's own score"),
    "dummy-opponent": _("no game: the player's own score, at most that of the opponent who was to be played"),
    "dummy-draws": _("no game: the player's own score, at most a draw in each round"),
    "scheduled": _("a forfeit, counted as a game"),
    "result": _("the result of the round"),
    "counted": _("counts"),
    "not-counted": _("does not count"),
    "score-so-far": _("the player's score after this round"),
    "rating": _("the opponent's rating"),
    "no-rating": _("the opponent has no rating"),
    "tied": _("a game with a tied player"),
    "going-on": _("the game goes on"),
}
"""Why a part of a tie-break counts what it does."""


def tiebreak_name(slug: str) -> Promise:
    return TIEBREAK_WORDS[slug].name


def tiebreak_names(slugs: Iterable[str]) -> list[str]:
    """What tie-breaks are called, without those that there are not any more."""
    return [str(tiebreak_name(slug)) for slug in slugs if slug in TIEBREAKS]


def words_of(tiebreaks: Iterable[Tiebreak]) -> list[TiebreakWords]:
    """The words of tie-breaks, for the head of a table."""
    return [TIEBREAK_WORDS[tiebreak.slug] for tiebreak in tiebreaks]
