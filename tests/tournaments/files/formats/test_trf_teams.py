"""Report files of teams: lines 310, 320, 330, 300, 352 and 362, in and out; and what is paired from them."""

from __future__ import annotations

import random
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tournaments.domain.round_transitions import team_legs
from tournaments.files.formats.boards import in_board_order
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import EntryRecord, GameRecord, MatchRecord, Person, RoundRecord, TournamentRecord
from tournaments.files.formats.trf import read
from tournaments.files.formats.trf_form import read_trf, table_to_pair, to_trf
from tournaments.files.formats.trf_values import TrfError
from tournaments.pairing.colours import TEAM_COLOURS
from tournaments.pairing.round_robin import berger
from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.pairing.swiss import pair_round
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.points import SCORINGS, Mark

GAMES = [(Mark.WIN, Mark.LOSS), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.WIN), (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)]


def a_match(chance: random.Random, pairing: Pairing, board: int, boards: int) -> MatchRecord:
    """A match with line-ups in any order and empty boards, or one to which nobody came."""
    assert pairing.blue is not None
    absent = chance.choice([pairing.red, pairing.blue, 0]) if chance.random() < 0.15 else -1
    seats = {}
    for team in (pairing.red, pairing.blue):
        seats[team] = chance.sample(range(1, boards + 2), boards)
        if chance.random() < 0.6:
            seats[team].sort()
        if chance.random() < 0.2:
            seats[team][chance.randrange(boards)] = 0
        if absent in (team, 0):
            seats[team] = [0] * boards
    games = []
    for at, leg in enumerate(team_legs(pairing.red, pairing.blue, boards)):
        there = [seats[leg.red][at], seats[leg.blue][at]]
        marks = chance.choice(GAMES)
        if not all(there):
            marks = tuple(Mark.FORFEIT_WIN if seat else Mark.FORFEIT_LOSS for seat in there)  # type: ignore[assignment]
        games.append(GameRecord(leg.red, leg.blue, marks, "", *there))
    return MatchRecord(board, tuple(games))


def an_event(seed: int, format: str = "swiss") -> TournamentRecord:
    """Some rounds of an event of teams, as they are paired here."""
    chance = random.Random(seed)
    count, boards, rounds = chance.randint(4, 8), chance.randint(2, 4), 5
    entries = []
    for number in range(1, count + 1):
        members = tuple(Person(f"P{number}.{at}", rating=2000 - 20 * number - at) for at in range(1, boards + 2))
        strength = 2000 - 20 * number
        entries.append(EntryRecord(number, (Person(f"Team {number}", rating=strength),), strength, members=members))
    colours = chance.choice(TEAM_COLOURS) if format == "swiss" else "a"
    own = {"team_colours": colours, "accelerated": format == "swiss" and chance.random() < 0.3}
    record = TournamentRecord(
        name="Cup",
        variant="classic",
        format=format,
        rounds=rounds if format == "swiss" else count - 1 + count % 2,
        entries=tuple(entries),
        played=(),
        scoring=SCORINGS["teams"] if chance.random() < 0.7 else replace(SCORINGS["3-1-0"], forfeit_win=20),
        tiebreaks=("buchholz",),
        first_colour=chance.choice(list(Colour)),
        own=own,
        team_boards=boards,
        board_order="free",
        real=True,
    )
    for number in range(1, chance.randint(0, 3) + 1):
        away = {n: chance.choice((Mark.HALF_BYE, Mark.ABSENT)) for n in range(1, count + 1) if chance.random() < 0.1}
        asked = replace(record, requested={n: {number: mark} for n, mark in away.items()})
        try:
            pairings = pair_round(asked.crosstable()).pairings if format == "swiss" else berger(count)[number - 1]
        except CannotPair:
            break
        byes = away if format == "swiss" else {}
        byes |= {p.red: Mark.PAIRING_BYE if format == "swiss" else Mark.ABSENT for p in pairings if p.blue is None}
        matches = [p for p in pairings if p.blue is not None]
        played = RoundRecord(
            number, tuple(a_match(chance, p, at, boards) for at, p in enumerate(matches, 1)), dict(sorted(byes.items()))
        )
        record = replace(record, played=(*record.played, played))
    if format == "swiss" and chance.random() < 0.4:
        record = replace(record, requested={chance.randint(1, count): {len(record.played) + 1: Mark.HALF_BYE}})
    return in_board_order(record)


def paired(record: TournamentRecord) -> object:
    try:
        return pair_round(record.crosstable()).pairings
    except CannotPair as refused:
        return refused.code


@given(st.integers(0, 10**6), st.sampled_from(["swiss", "round_robin"]))
@some(30)
def test_a_report_of_teams_is_read_back_and_paired_alike(seed: int, format: str) -> None:
    record = an_event(seed, format)
    places = {entry.number: entry.number for entry in record.entries}
    text = to_trf(record, places)
    back = read_trf(text)
    assert back == record
    assert to_trf(back, places) == text
    if format == "swiss":
        assert paired(back) == paired(record)
        table = table_to_pair(read(text))
        assert (table.rows, table.team_colours) == (record.crosstable().rows, record.own.get("team_colours", "a"))


def line(number: int, name: str, points: str, rounds: str = "") -> str:
    return f"001 {number:>4}      {name:<34}{2000:>4}{points:>32}{'':>5}  {rounds}".rstrip()


def four(*more: str) -> str:
    """Two matches of two boards, and a fifth team that has the bye, as another program may write them."""
    players = [
        line(1, "Ann", "1.0", "   3 w 1"),
        line(2, "Bob", "0.5", "   4 b ="),
        line(3, "Cat", "0.0", "   1 b 0"),
        line(4, "Dan", "0.5", "   2 w ="),
        *(line(number, f"P{number}", "0.0") for number in (5, 6, 7, 8, 9, 10)),
    ]
    teams = [
        "310   1 Reds                             RED     2000    2.0    1.5   1     1    2",
        "310   2 Blues                                    2000    0.0    0.5   5     3    4",
        "310   3 Greens                                   2000    2.0    2.0   1     5    6",
        "310   4 Greys                                    2000    0.0    0.0   5     7    8",
        "310   5 Whites                                   2000    1.0    1.0   3     9   10",
    ]
    return "\n".join(
        ["012 Cup", "092 Team: Swiss", "142 4", "152 W", "192 FIDE_TEAM_TYPEB_MP_GP", *players, *teams, *more]
    )


FORFEIT, BYE = "330 +- 001 003 004", "320  1.0  1.0 005"


def test_a_report_of_another_program() -> None:
    record = read_trf(four(FORFEIT, BYE))
    first, forfeited = record.played[0].boards
    assert [(game.red, game.blue, game.marks) for game in first.games] == [
        (1, 2, (Mark.WIN, Mark.LOSS)),
        (2, 1, (Mark.DRAW, Mark.DRAW)),
    ]
    assert [(game.red, game.blue, game.marks) for game in forfeited.games] == [
        (3, 4, (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)),
        (4, 3, (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)),
    ]
    assert (record.played[0].byes, record.team_boards, record.own) == ({5: Mark.PAIRING_BYE}, 2, {"team_colours": "b"})
    assert [(note.code, note.params) for note in record.notes] == [("line-unread", {"text": "310 RED"})]
    assert [person.name for person in record.entries[1].members] == ["Cat", "Dan"]


def test_teams_of_older_files() -> None:
    """Lines 013, in a file that says it is of teams."""
    lines = [item for item in four().splitlines() if not item.startswith(("310", "192"))]
    lines += [f"{'013 Reds':<36}   1    2", f"{'013 Blues':<36}   3    4", f"{'013 Rest':<36}   5    6"]
    lines = [item for item in lines if item[:8] not in {f"001 {number:>4}" for number in (7, 8, 9, 10)}]
    record = read_trf("\n".join(lines))
    assert [entry.name for entry in record.entries] == ["Reds", "Blues", "Rest"]
    assert (record.played[0].byes, record.notes) == ({3: Mark.ABSENT}, ())


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ((FORFEIT,), "team-points"),  # the fifth team has a point that no line tells of
        ((FORFEIT, "320  1.0  0.5 005"), "bye-board-points"),
        ((FORFEIT, "320  2.0  1.0 005"), "team-points"),
        ((FORFEIT, BYE, "330 +- 001 001 003"), "team-opponent"),
        ((FORFEIT, BYE, "330 += 001 001 003"), "forfeited-match"),
        ((FORFEIT, BYE, "300 001 001 002    2    1"), "line-up"),
        ((FORFEIT, BYE, "300 001 001 002    3    1"), "no-team"),
        ((FORFEIT, BYE, "352 WW"), "board-colours"),
        ((FORFEIT, BYE, "352 WBWBWBWBWB"), "boards"),
        ((FORFEIT, BYE, "362 TW 3.0   TD 1.0   TL 0.0"), "team-points"),
        ((FORFEIT, BYE, "362 TW 3"), "team-points"),
        ((FORFEIT, BYE, "362 W 3"), "match-points"),
        ((FORFEIT, BYE, "162  W 2.0    D 1.0    L 0.0"), "board-points"),
        ((FORFEIT, BYE, "310   1 Twice"), "team-twice"),
        ((FORFEIT, BYE, "310   6 Others" + " " * 59 + "   1"), "two-teams"),
        ((FORFEIT, BYE, "310   7 Others"), "numbers-gap"),
        ((FORFEIT, "320  1.0  1.0 009"), "unknown-player"),
    ],
)
def test_what_points_and_pairings_depend_on_is_not_passed_over(lines: tuple[str, ...], code: str) -> None:
    with pytest.raises(TrfError) as refused:
        read_trf(four(*lines))
    assert refused.value.code == code


def test_the_next_round_of_teams_is_paired_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.trf"
    path.write_text(four(FORFEIT, BYE))
    answer = StringIO()
    call_command("pair", trf=path, stdout=answer)
    record = read_trf(path.read_text())
    wanted = [f"{pairing.red} {pairing.blue or 0}" for pairing in pair_round(record.crosstable()).pairings]
    assert answer.getvalue().splitlines() == wanted
    path.write_text(four(FORFEIT, BYE).replace("TYPEB_MP_GP", "TYPEA_GP_MP"))
    with pytest.raises(CommandError, match="another system"):
        call_command("pair", trf=path, stdout=StringIO())


def test_a_report_has_no_teams_of_a_knockout_and_no_games_of_nobody() -> None:
    record = an_event(1)
    with pytest.raises(FileError) as refused:
        to_trf(replace(record, format="knockout"), {})
    assert refused.value.code == "no-teams"
    game = GameRecord(1, 2, (Mark.WIN, Mark.LOSS)), GameRecord(2, 1, (Mark.WIN, Mark.LOSS), "", 1, 1)
    with pytest.raises(FileError) as refused:
        to_trf(replace(record, team_boards=2, played=(RoundRecord(1, (MatchRecord(1, game),)),)), {})
    assert refused.value.code == "no-lineups"
