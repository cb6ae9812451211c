"""How games go: figures by book, event and player, as plots, tables and CSV."""
