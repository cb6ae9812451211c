"""The organiser's pages: create, register, direct, print. Every form says which version of the event it was made from."""
