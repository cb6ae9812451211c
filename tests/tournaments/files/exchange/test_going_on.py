"""An event that goes on where a file ends is paired as the file says: import, then pair, is to pair the file."""

from __future__ import annotations

import random
from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import key_of
from games.rules import Illegal
from tests.scenes import account
from tests.tournaments.files.exchange.test_imports import choices_for, imported
from tests.tournaments.scenes import a_tournament, play_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization
from tournaments.domain.queries.tournaments import fold_of, published_fold_of
from tournaments.domain.state import Status, TournamentFold
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats import trf
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.trf_form import read_trf, to_trf
from tournaments.models import Tournament
from tournaments.pages.lists import event_rows
from tournaments.pairing.worker import pair_in_worker
from tournaments.presentation.log import history_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

Boards = list[tuple[int, int]]


def line(number: int, rating: int, points: str, rounds: str = "") -> str:
    return f"001 {number:>4}      {f'Player {number}':<34}{rating or '':>4}{points:>32}{number:>5}  {rounds}".rstrip()


def six(*more: str, last: str = "", points: str = "0.0") -> str:
    """Six players after one round of four; `last` is what the last one has in the next round."""
    rounds = ["3 w 1", "4 b 1", "1 b 0", "2 w 0", "6 w 1", f"5 b 0{last}"]
    worth = ["1.0", "1.0", "0.0", "0.0", "1.0", points]
    players = [line(n, 2100 - 100 * n, worth[n - 1], f"   {rounds[n - 1]}") for n in range(1, 7)]
    return "\n".join(["012 Going on", "042 2026/11/01", "XXR 4", *more, *players])


def paired(text: str) -> Boards:
    return sorted((pairing.red, pairing.blue or 0) for pairing in pair_in_worker(trf.read(text).crosstable()).pairings)


def paired_here(tournament: UUID) -> tuple[Boards, TournamentFold]:
    """The next round of an event, by pairing numbers, red first; it starts before if it has not."""
    lifecycle.start(tournament=tournament, by=None)
    now = lifecycle.pair(tournament=tournament, by=None)
    boards = [(now.numbers[board.red], now.numbers[board.blue]) for board in now.rounds[-1].boards]
    free = [(now.numbers[entry], 0) for entry, mark in now.rounds[-1].byes.items() if mark is Mark.PAIRING_BYE]
    return sorted([*boards, *free]), now


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        (six("XXP 1 2"), [(2, 5), (3, 4), (6, 1)]),
        (six("260 002 004    1    2"), [(2, 5), (3, 4), (6, 1)]),
        (six(last="  0000 - H", points="0.5"), [(2, 1), (3, 5), (4, 0)]),
        (six("240 H 002    6"), [(2, 1), (3, 5), (4, 0)]),
        (six("XXZ 6"), [(2, 1), (3, 5), (4, 0)]),
    ],
    ids=["XXP", "260", "half-bye", "240", "XXZ"],
)
def test_what_the_next_round_depends_on_is_not_dropped(text: str, boards: Boards) -> None:
    assert (paired(text), paired_here(imported(text, going_on=True))[0]) == (boards, boards)


def test_an_event_that_has_not_begun_has_the_numbers_the_colour_and_the_virtual_points_of_its_file() -> None:
    players = [line(n, 1200 + 100 * n, "0.0") for n in range(1, 9)]
    text = "\n".join(["012 Baku", "XXR 4", "XXC black1", *(f"XXA {n:>4}  1.0  1.0" for n in range(1, 5)), *players])
    copy = imported(text, going_on=True)
    assert fold_of(copy).status is Status.OPEN
    boards, now = paired_here(copy)
    assert boards == paired(text) == [(2, 4), (3, 1), (6, 8), (7, 5)]
    assert (now.virtual_points, now.red_first) == (dict.fromkeys(range(1, 5), (10, 10)), False)


def test_an_accelerated_event_is_one_here() -> None:
    players = [line(n, 2000 - n, "0.0") for n in range(1, 9)]
    for lines in (["192 FIDE_DUTCH_BAKU"], ["XXA 1 1.0 0.5", "XXA 2 1.0 0.5", "XXA 3 1.0 0.5", "XXA 4 1.0 0.5"]):
        text = "\n".join(["012 Baku", "142 4", "152 W", *lines, *players])
        copy = imported(text, going_on=True)
        now = fold_of(copy)
        assert (now.terms.by_name()["accelerated"], now.virtual_points) == (True, {})
        assert paired_here(copy)[0] == paired(text)


def a_file(seed: int) -> str:
    """Up to three rounds as we pair them, with chance results, and for the next one whatever a file may say."""
    chance = random.Random(seed)
    count, rounds, played = chance.randint(6, 11), 5, chance.randint(0, 3)
    apart = [chance.sample(range(1, count + 1), 2) for _one in range(chance.randint(0, 2))]
    head = ["012 Any", f"142 {rounds}", f"152 {chance.choice('WB')}"]
    head += [f"XXP {item} {other}" if chance.random() < 0.5 else f"260 001 005 {item} {other}" for item, other in apart]
    if chance.random() < 0.4:
        head.append(chance.choice(["192 FIDE_DUTCH_BAKU", f"250 1.0 001 003 1 {count // 2}"]))
    results: dict[int, list[str]] = {n: [] for n in range(1, count + 1)}
    points = dict.fromkeys(results, 0)
    ratings = {n: chance.choice((0, 1500, 1800, 2000)) for n in results}

    def text(*more: str) -> str:
        rows = [line(n, ratings[n], f"{points[n] / 10}", "  ".join(result)) for n, result in results.items()]
        return "\n".join([*head, *more, *rows])

    for _round in range(played):
        for red, blue in paired(text()):
            if not blue:
                results[red].append("0000 - U")
                points[red] += 10
                continue
            marks = chance.choice(("10", "01", "==", "+-", "--"))
            for me, other, colour, mark in ((red, blue, "w", marks[0]), (blue, red, "b", marks[1])):
                results[me].append(f"{other:>4} {colour} {mark}")
                points[me] += {"1": 10, "+": 10, "=": 5}.get(mark, 0)
    asked = chance.sample(sorted(results), 2)
    return text(f"240 {chance.choice('HZ')} {played + 1:03} {asked[0]:>4}", f"XXZ {asked[1]}")


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(5, 60))])
def test_to_import_and_to_pair_is_to_pair_the_file(seed: int) -> None:
    text = a_file(seed)
    copy = imported(text, going_on=True)
    boards, now = paired_here(copy)
    assert boards == paired(text)
    # And so it is with what the event says of itself then.
    assert paired(to_trf(record_of(copy, published_fold_of(copy), apart=True), {})) == boards
    report, mine = trf.read(text), now.rounds[-1].byes.items()
    asked = {n: result[len(now.rounds)] for n, result in report.requested.items()}
    given = {now.numbers[entry]: mark for entry, mark in mine if mark is not Mark.PAIRING_BYE}
    assert given == dict.fromkeys(report.absent, Mark.ABSENT) | asked


# -- out ------------------------------------------------------------------------------------------


def apart_and_away() -> UUID:
    """An event of six after a round: two are kept apart, one has a half-point bye to come, one has left."""
    tournament = a_tournament(6, rounds=4, name="Open", half_byes=1)
    play_round(tournament)
    organization.keep_apart(tournament=tournament, entries=(1, 2), by=None)
    byes.request_bye(tournament=tournament, entry=3, round=2, kind="half", by=None)
    byes.request_bye(tournament=tournament, entry=4, round=4, kind="zero", by=None)
    return tournament


def test_an_export_says_who_is_kept_apart_and_who_has_asked_for_a_bye() -> None:
    tournament = apart_and_away()
    fold = fold_of(tournament)
    item, other, half, zero = (fold.numbers[entry] for entry in (1, 2, 3, 4))
    record = record_of(tournament, fold, apart=True)
    assert record.forbidden == {frozenset({item, other})}
    assert record.requested == {half: {2: Mark.HALF_BYE}, zero: {4: Mark.ABSENT}}
    lines = to_trf(record, places(fold)).splitlines()
    assert [result for result in lines if result[:3] in ("240", "XXP", "XXZ")] == [
        f"XXZ {half}",
        f"240 H 002 {half:>4}",
        f"240 Z 004 {zero:>4}",
        f"XXP {min(item, other)} {max(item, other)}",
    ]
    for back in (read_trf("\n".join(lines)), read_json(to_json(record).decode())):
        assert (back.forbidden, back.requested, back.first_colour) == (
            record.forbidden,
            record.requested,
            record.first_colour,
        )


def test_who_is_kept_apart_is_in_the_files_of_the_staff_alone(client: Client) -> None:
    tournament = apart_and_away()
    organiser, addresses = (
        account("Ada"),
        [reverse(f"tournaments:{name}", args=[key_of(tournament)]) for name in ("report-file", "event-file")],
    )
    organization.give_role(
        tournament=tournament, player=Player.objects.get(account=organiser).id, role="helper", by=None
    )
    for staff in (False, True):
        if staff:
            client.force_login(organiser)
        contents = [client.get(address).content.decode() for address in addresses]
        assert ["XXP " in contents[0], '"apart":' in contents[1]] == [staff, staff]


def test_who_has_left_is_away_for_programs_that_know_no_xxz() -> None:
    record = read_trf(six())
    *others, last = record.entries
    text = to_trf(replace(record, entries=(*others, replace(last, playing=False))), {})
    assert [result for result in text.splitlines() if result[:3] in ("240", "XXZ") or "left" in result] == [
        "### vexillum-left 6",
        "XXZ 6",
        "240 Z 002    6",
    ]
    back = read_trf(text)
    assert ([entry.playing for entry in back.entries], back.requested) == ([True] * 5 + [False], {})


def test_what_no_event_can_have_been_is_refused_and_not_tried_again() -> None:
    """Whatever a reader lets through: the page answers in words, and a task does not try it for minutes."""
    record = read_trf(six())
    strange = replace(record, played=(replace(record.played[0], byes={6: Mark.FORFEIT_LOSS}),))
    (owner,) = some_players(1)
    with pytest.raises(Illegal, match="import-misfit"):
        import_tournament(record=strange, choices=choices_for(record, going_on=True), owner=owner.id)
    assert not Tournament.objects.exists()


# -- what is said of it ---------------------------------------------------------------------------


def test_what_is_not_read_is_named_line_by_line_before_anything_is_made(client: Client) -> None:
    client.force_login(account("Ada"))
    more = ["052 sometime", "172 FRA NRO", "202 BH/C1,XYZ", "260 002 002    1    2", "260 003 003    1    3"]
    answer = client.post(reverse("tournaments:import"), {"text": six(*more, "192 FIDE_DUBOV"), "do": "look"})
    assert answer.context["notes"] == [
        "Line 5: not read: 172 FRA NRO",
        "Line 9: The rounds were paired by another system (FIDE_DUBOV). Rounds that are paired here follow the Dutch "
        "system.",
        "Line 6: These tie-breaks are not known here: XYZ.",
        "Line 7: The file keeps players apart until round 2. Here they are kept apart until you let them meet.",
        "Line 8: The file keeps players apart from round 3 on. That is not read: keep them apart when it comes.",
        "Line 4: “sometime” is no date, and is not read. Write it like 2026/11/28.",
    ]
    assert "not read: 172 FRA NRO" in answer.content.decode()
    assert answer.context["choices"].initial["tiebreak_1"] == "buchholz-cut-1"


@pytest.mark.parametrize("lines", [("0000 - +", "1.0"), ("0000 - -", "0.0")], ids=["a forfeit win", "a forfeit loss"])
def test_a_forfeit_against_nobody_ends_in_no_error_of_ours(client: Client, lines: tuple[str, str]) -> None:
    client.force_login(account("Ada"))
    mark, points = lines
    text = six().replace("   6 w 1", f"{mark}").replace("   5 b 0", "0000 - Z")
    text = text.replace(line(5, 1600, "1.0", mark), line(5, 1600, points, mark))
    looked = client.post(reverse("tournaments:import"), {"text": text, "do": "look"})
    if mark.endswith("+"):
        assert looked.status_code == 422
        assert "Line 8: In round 1 player 5 wins by forfeit, and no opponent is named." in looked.content.decode()
        return
    form = looked.context["choices"].initial | {"text": text, "do": "create", "scoring": "file", "variant": "barrage"}
    assert client.post(reverse("tournaments:import"), form).status_code == 302


def test_the_log_of_an_import_claims_nothing_that_nobody_did(client: Client) -> None:
    copy = imported(six("XXC white1", "XXZ 6"), going_on=True)
    lifecycle.pair(tournament=copy, by=None)
    page = client.get(reverse("tournaments:log", args=[key_of(copy)])).content.decode()
    for words in (
        "The event was imported from a file.",
        "As imported: play began with 6 entries, for 4 rounds; number 1 had red first.",
        "Round 1 is as imported: 3 boards.",
        "(as imported)",
    ):
        assert words in page
    for words in ("Drawn by lot", "by hand", "recorded by an arbiter"):
        assert words not in page
    assert len(history_of(copy)) > 10


def test_an_event_whose_file_gives_no_day_began_at_none_that_is_known(client: Client) -> None:
    text = six().replace("042 2026/11/01\n", "")
    for going_on in (True, False):
        copy = imported(text, going_on=going_on)
        page = client.get(reverse("tournaments:tournament", args=[key_of(copy)])).content.decode()
        assert ("the file does not say when" in page, "<dt>Ended" in page) == (True, False)
        row = Tournament.objects.get(id=copy)
        body = client.get(reverse("api:tournament", args=[row.key])).json()
        assert (body["started"], body["ended"]) == (None, None)
        (listed,) = event_rows([row])
        assert (listed.starts, listed.starts_text) == (None, "The file does not say when")
    dated = client.get(reverse("api:tournament", args=[key_of(imported(six(), going_on=True))])).json()
    assert dated["started"] == "2026-11-01T00:00:00Z"
