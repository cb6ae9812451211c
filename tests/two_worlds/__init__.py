"""Two games that differ only in what a viewer may not know must look the same to that viewer (docs/two-worlds.md)."""
