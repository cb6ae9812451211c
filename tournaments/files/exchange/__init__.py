"""Events between the log and files: what a file is made of, what an import writes, large ones in the background."""
