"""What is wrong with a file, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files.formats.errors import FileError
from tournaments.files.formats.trf_values import TrfError

FILE_ERRORS: dict[str, Promise] = {
    "encoding": gettext_lazy("The file is no text. Give a report file (TRF), our JSON, or a crosstable as CSV."),
    "too-large": gettext_lazy("The file is too large. At most %(allowed)s MiB can be read."),
    "form-unknown": gettext_lazy(
        "This is neither a report file (TRF), nor our JSON, nor our crosstable as CSV. A report file has lines that "
        "begin with 001."
    ),
    "json-broken": gettext_lazy("The JSON is broken at column %(column)s."),
    "json-deep": gettext_lazy("The JSON nests its lists and objects deeper than any event; it is refused."),
    "json-large": gettext_lazy("The JSON has more than %(allowed)s lists and objects, or too many values in them."),
    "version-unknown": gettext_lazy("The file is of version %(found)s; this service reads version %(known)s."),
    "value-missing": gettext_lazy("“%(path)s” is missing."),
    "value-type": gettext_lazy("“%(path)s” has to be of another kind: %(expected)s."),
    "value-unknown": gettext_lazy("“%(path)s” is not known, or not allowed here."),
    "numbers": gettext_lazy("The numbers of “%(path)s” do not run from 1 without gaps."),
    "not-here": gettext_lazy("Round %(path)s names player %(number)s, who is not in the file."),
    "twice-in-a-round": gettext_lazy("In round %(round)s player %(number)s is paired twice."),
    "not-alike": gettext_lazy("In round %(round)s player %(one)s names %(other)s as opponent, who says otherwise."),
    "marks": gettext_lazy("In round %(round)s the results of %(one)s and %(other)s do not go together."),
    "bye-with-opponent": gettext_lazy("In round %(round)s player %(number)s has a bye and an opponent."),
    "no-players": gettext_lazy("There are no players in the file."),
    "no-report": gettext_lazy(
        "There is no report file of an arena: report files tell of rounds. Its JSON and its tables tell all of it."
    ),
    "no-teams": gettext_lazy(
        "Report files hold teams of a Swiss and of a round robin only. The JSON file of the event has all of them."
    ),
    "no-lineups": gettext_lazy(
        "In round %(round)s it is not known who played at the boards of match %(board)s, and a report file tells of "
        "players. The JSON file of the event has all of it."
    ),
    "too-many": gettext_lazy("There are more lines than can be read; at most %(allowed)s."),
    "line-unread": gettext_lazy("not read: %(text)s"),
    "other-system": gettext_lazy(
        "The rounds were paired by another system (%(text)s). Rounds that are paired here follow the Dutch system."
    ),
    "other-team-system": gettext_lazy(
        "The rounds were paired by another system (%(text)s). Teams are paired here by match points, with board points "
        "for the colours (FIDE C.04.6)."
    ),
    "older-rules": gettext_lazy(
        "The rounds were paired by older rules (%(text)s). Rounds that are paired here follow those of 2026."
    ),
    "tiebreaks-unread": gettext_lazy("These tie-breaks are not known here: %(text)s."),
    "apart-later": gettext_lazy(
        "The file keeps players apart from round %(first)s on. That is not read: keep them apart when it comes."
    ),
    "apart-for-good": gettext_lazy(
        "The file keeps players apart until round %(last)s. Here they are kept apart until you let them meet."
    ),
    "no-date": gettext_lazy("“%(text)s” is no date, and is not read. Write it like 2026/11/28."),
}


def file_error_text(error: FileError | TrfError) -> str:
    """What is wrong, with the line if it is one line's fault."""
    if isinstance(error, TrfError):
        return trf_error_text(error)
    words = str(FILE_ERRORS[error.code]) % error.params
    return _("Line %(line)s: %(words)s") % {"line": error.line, "words": words} if error.line else words


TRF_ERRORS: dict[str, Promise] = {
    "too-long": gettext_lazy("The file is too long for a tournament report."),
    "no-players": gettext_lazy("There is no player in it. Each has a line that begins with 001."),
    "code": gettext_lazy(
        "“%(text)s” does not begin as a line of a report does. Begin it with a code such as 001 or XXR."
    ),
    "short": gettext_lazy("A player’s line has %(needed)s columns at least; this one has %(columns)s."),
    "number": gettext_lazy("“%(text)s” is not a pairing number. It belongs in columns 5 to 8."),
    "number-twice": gettext_lazy("Player %(number)s is in line %(first)s already."),
    "rating": gettext_lazy("“%(text)s” is not a rating. It belongs in columns 49 to 52."),
    "rank": gettext_lazy("“%(text)s” is not a place. It belongs in columns 86 to 89."),
    "decimal": gettext_lazy("“%(text)s” is not a number of points. Write it like 2.5."),
    "result": gettext_lazy(
        "“%(text)s”, round %(round)s of player %(number)s, is not a result. Write it like “  12 w 1”, "
        "or “0000 - U” for a bye."
    ),
    "forfeit-alone": gettext_lazy(
        "In round %(round)s player %(number)s wins by forfeit, and no opponent is named. Name the opponent, or write "
        "“0000 - U” or “0000 - F” for a bye of a full point."
    ),
    "rounds": gettext_lazy("“%(text)s” is not a number of rounds. Write it like XXR 9, or 142 9."),
    "round": gettext_lazy("“%(text)s” is not a round, or they are in the wrong order."),
    "first-colour": gettext_lazy("“%(text)s” is not a colour. Write 152 W, or 152 B."),
    "point-system": gettext_lazy("“%(text)s” is no scoring. Write it like 162  W 3.0    D 1.0    L 0.0."),
    "bye": gettext_lazy("“%(text)s” does not say who has a bye. Write it like 240 H 003   12, with F, H or Z."),
    "bye-differs": gettext_lazy(
        "Player %(number)s has this bye in round %(round)s, but line %(first)s of the player says otherwise. Correct "
        "one of them."
    ),
    "virtual-points": gettext_lazy(
        "“%(text)s” does not say who has virtual points. Write points, first and last round, first and last player, "
        "like 250       1.0 001 003    1   40."
    ),
    "contradicts": gettext_lazy("“%(text)s” says otherwise than line %(first)s. Correct one of them."),
    "abnormal-points": gettext_lazy(
        "Points that are given besides those of the results cannot be counted here: %(text)s. Take the line out, and "
        "the points out of the players’ lines."
    ),
    "team-event": gettext_lazy(
        "This is an event of teams that cannot be read from a report file (%(text)s): there are no teams in it (line "
        "310), or it is neither a Swiss nor a round robin."
    ),
    "team": gettext_lazy("“%(text)s” is not the number of a team. It belongs in columns 5 to 7."),
    "team-twice": gettext_lazy("Team %(number)s is in line %(first)s already."),
    "two-teams": gettext_lazy("Player %(number)s is in two teams."),
    "no-team": gettext_lazy("Player %(number)s is not in this team, or in none. Name the player in its line 310."),
    "team-opponent": gettext_lazy(
        "Against whom team %(number)s played in round %(round)s is not told, or its players met those of two teams."
    ),
    "line-up": gettext_lazy(
        "In round %(round)s the boards of team %(number)s do not fit those of its opponent. Say in a line 300 who sat "
        "where."
    ),
    "forfeited-match": gettext_lazy("“%(text)s” tells of no match. Write it like 330 +- 004 023 047."),
    "board-colours": gettext_lazy("The colours of the boards have to change from one to the next, as WBWB: %(text)s"),
    "board-colours-differ": gettext_lazy(
        "In round %(round)s the colours of team %(number)s do not change from board to board."
    ),
    "board-points": gettext_lazy("Games of teams are worth 1, ½ and 0 here; this line says otherwise."),
    "boards": gettext_lazy("A match has 2 to 8 boards; this one has %(number)s. Line 352 tells how many there are."),
    "match-points": gettext_lazy("“%(text)s” is no scoring of matches. Write it like 362 TW 2.0   TD 1.0   TL 0.0."),
    "bye-board-points": gettext_lazy(
        "A bye is worth half of the %(boards)s boards here, as a drawn match; this line says %(told)s."
    ),
    "team-points": gettext_lazy(
        "Team %(number)s has %(told)s points, but its matches add up to %(counted)s. Correct one of them."
    ),
    "system": gettext_lazy(
        "The file is paired by another system (%(text)s). Here rounds are paired by the Dutch system: take the line "
        "out if that will do."
    ),
    "configuration": gettext_lazy("“%(text)s” is not known after XXC: it may be white1, black1 or rank."),
    "scoring": gettext_lazy("“%(text)s” is not known after XXS. Write it like W=3.0."),
    "scoring-by-colour": gettext_lazy(
        "Results are worth the same with both colours here; this line says otherwise: %(text)s"
    ),
    "acceleration": gettext_lazy("“%(text)s” is not a pairing number. Write it like XXA 12 1.0 1.0 0.5."),
    "player": gettext_lazy("“%(text)s” is not a pairing number."),
    "forbidden": gettext_lazy(
        "Name two players who do not meet, or up to 40 of whom no two do. Write it like XXP 3 17, or 260 001 009    3 "
        "  17."
    ),
    "too-many-rounds": gettext_lazy("Player %(number)s has more results than the event has rounds: %(rounds)s."),
    "unknown-player": gettext_lazy("Player %(number)s is named, and there is none with this number."),
    "no-opponent": gettext_lazy(
        "In round %(round)s player %(number)s meets %(opponent)s, and there is no such opponent."
    ),
    "one-sided": gettext_lazy(
        "In round %(round)s player %(number)s meets %(opponent)s, but %(opponent)s does not meet %(number)s. "
        "Correct one of them."
    ),
    "same-colour": gettext_lazy("In round %(round)s players %(number)s and %(opponent)s have the same colour."),
    "results-disagree": gettext_lazy(
        "In round %(round)s the results of %(number)s and %(opponent)s do not fit together."
    ),
    "numbers-gap": gettext_lazy("The pairing numbers are not 1 to %(players)s, one for each player."),
    "by-rank": gettext_lazy("XXC rank is not supported: number the players by rank instead."),
    "points": gettext_lazy(
        "Player %(number)s has %(told)s points, but the results add up to %(counted)s. Correct one of them, or say in "
        "an XXS line what results are worth."
    ),
}


def trf_error_text(error: TrfError) -> str:
    words = str(TRF_ERRORS[error.code]) % error.params
    return _("Line %(line)s: %(words)s") % {"line": error.line, "words": words} if error.line else words


MOST_SHOWN = 50
"""Errors, and notes, on the page; more are counted."""
