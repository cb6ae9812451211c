"""The addresses of the organiser's pages, and of a player's own entry. All of them stand below `tournaments/`."""

from __future__ import annotations

from django.urls import path

from tournaments.organizer import (
    director,
    entries,
    entry,
    entry_form,
    event_pages,
    event_templates,
    hand_pairing,
    letters,
    list_reader,
    printouts,
    prizes,
    rating_lists,
)

urlpatterns = [
    path("new/", event_pages.new, name="new"),
    path("templates/", event_templates.templates, name="templates"),
    path("preview/", event_pages.preview, name="preview"),
    path("<slug:like>/clone/", event_pages.new, name="clone"),
    path("<slug:key>/edit/", event_pages.edit, name="edit"),
    path("<slug:key>/enter/", entry.own_entry, name="enter"),
    path("<slug:key>/withdraw/", entry.own_entry, {"opened": "withdraw"}, name="withdraw"),
    path("<slug:key>/check-in/", entry.own_entry, {"opened": "check-in"}, name="check-in"),
    path("<slug:key>/bye/", entry.own_entry, {"opened": "bye"}, name="bye"),
    path("<slug:key>/sign-up/", entry_form.sign_up, name="sign-up"),
    path("<slug:key>/sign-up/<str:token>/", entry_form.by_mail, name="sign-up-link"),
    path("<slug:key>/desk/form/", entry_form.settings, name="desk-form"),
    path("<slug:key>/desk/", director.desk, name="desk"),
    path("<slug:key>/desk/entries/", entries.entries, name="desk-entries"),
    path("<slug:key>/desk/entries/paste/", list_reader.paste, name="desk-paste"),
    path("<slug:key>/desk/ratings/", rating_lists.ratings, name="desk-ratings"),
    path("<slug:key>/desk/entries/<int:number>/", entries.entry, name="desk-entry"),
    path("<slug:key>/desk/seeds/", entries.seeds, name="desk-seeds"),
    path("<slug:key>/desk/staff/", entries.staff, name="desk-staff"),
    path("<slug:key>/desk/letters/", letters.letters, name="desk-letters"),
    path("<slug:key>/desk/prizes/", prizes.prizes, name="desk-prizes"),
    path("<slug:key>/letters/<int:number>/", letters.letter, name="letter"),
    path("<slug:key>/desk/pairing/", hand_pairing.by_hand, name="desk-by-hand"),
    path("<slug:key>/desk/rounds/<int:number>/", director.sheet, name="desk-round"),
    path("<slug:key>/desk/rounds/<int:round>/boards/<int:number>/", director.board, name="desk-board"),
    path("<slug:key>/desk/rounds/<int:round>/boards/<int:number>/record/", director.record, name="desk-record"),
    path("<slug:key>/print/", printouts.index, name="desk-print"),
    path("<slug:key>/print/entries/", printouts.entries, name="print-entries"),
    path("<slug:key>/print/crosstable/", printouts.crosstable, name="print-crosstable"),
    path("<slug:key>/print/groups/", printouts.groups, name="print-groups"),
    path("<slug:key>/print/bracket/", printouts.bracket, name="print-bracket"),
    path("<slug:key>/print/standings/", printouts.standings, name="print-standings"),
    path("<slug:key>/print/prizes/", printouts.prizes, name="print-prizes"),
    path("<slug:key>/print/<int:number>/boards/", printouts.boards, name="print-boards"),
    path("<slug:key>/print/<int:number>/names/", printouts.names, name="print-names"),
    path("<slug:key>/print/<int:number>/slips/", printouts.slips, name="print-slips"),
]
