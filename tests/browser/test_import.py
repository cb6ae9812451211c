"""An event is brought in as a file, mended, and created; then its files are there to take."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.scenes import account
from tests.tournaments.files.records import small_record
from tests.windows import watch
from tournaments.domain.queries.tournaments import fold_of
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import Tournament

from .looks import check, signed_in


def test_an_event_comes_in_as_a_file_and_goes_out_as_one(site: str, browser: Browser, tmp_path: Path) -> None:
    context = signed_in(browser, site, account("Ada"))
    page = context.new_page()
    trouble = watch(page)
    report = to_trf(small_record(), {})
    path = tmp_path / "cup.trf"
    path.write_text(report.replace("XXR 3", "XXR three"))
    page.goto(f"{site}/tournaments/import/")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line ")
    check(page)

    page.get_by_label("Text of the file").fill(report)
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", name="What was understood")).to_be_visible()
    page.get_by_label("Continue it here").check()
    page.set_viewport_size({"width": 360, "height": 740})
    check(page)
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="Cup")).to_be_visible()
    assert len(fold_of(Tournament.objects.get().id).rounds) == 2

    page.goto(f"{page.url}download/")
    check(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Report file").click()
    assert download.value.suggested_filename.endswith(".trf")
    context.close()
    assert trouble == []
