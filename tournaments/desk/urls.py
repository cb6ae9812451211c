"""The addresses of the organiser's pages, and of a player's own entry. All of them stand below `tournaments/`."""

from __future__ import annotations

from django.urls import path

from tournaments.desk import arranging, by_hand, directing, entering, entries, letters, paste, printing

urlpatterns = [
    path("new/", arranging.new, name="new"),
    path("preview/", arranging.preview, name="preview"),
    path("<slug:like>/clone/", arranging.new, name="clone"),
    path("<slug:key>/edit/", arranging.edit, name="edit"),
    path("<slug:key>/enter/", entering.own_entry, name="enter"),
    path("<slug:key>/withdraw/", entering.own_entry, {"opened": "withdraw"}, name="withdraw"),
    path("<slug:key>/check-in/", entering.own_entry, {"opened": "check-in"}, name="check-in"),
    path("<slug:key>/bye/", entering.own_entry, {"opened": "bye"}, name="bye"),
    path("<slug:key>/desk/", directing.desk, name="desk"),
    path("<slug:key>/desk/entries/", entries.entries, name="desk-entries"),
    path("<slug:key>/desk/entries/paste/", paste.paste, name="desk-paste"),
    path("<slug:key>/desk/entries/<int:number>/", entries.entry, name="desk-entry"),
    path("<slug:key>/desk/seeds/", entries.seeds, name="desk-seeds"),
    path("<slug:key>/desk/staff/", entries.staff, name="desk-staff"),
    path("<slug:key>/desk/letters/", letters.letters, name="desk-letters"),
    path("<slug:key>/letters/<int:number>/", letters.letter, name="letter"),
    path("<slug:key>/desk/pairing/", by_hand.by_hand, name="desk-by-hand"),
    path("<slug:key>/desk/rounds/<int:number>/", directing.sheet, name="desk-round"),
    path("<slug:key>/desk/rounds/<int:round>/boards/<int:number>/", directing.board, name="desk-board"),
    path("<slug:key>/desk/rounds/<int:round>/boards/<int:number>/record/", directing.record, name="desk-record"),
    path("<slug:key>/print/", printing.index, name="desk-print"),
    path("<slug:key>/print/entries/", printing.entries, name="print-entries"),
    path("<slug:key>/print/crosstable/", printing.crosstable, name="print-crosstable"),
    path("<slug:key>/print/standings/", printing.standings, name="print-standings"),
    path("<slug:key>/print/<int:number>/boards/", printing.boards, name="print-boards"),
    path("<slug:key>/print/<int:number>/names/", printing.names, name="print-names"),
    path("<slug:key>/print/<int:number>/slips/", printing.slips, name="print-slips"),
]
