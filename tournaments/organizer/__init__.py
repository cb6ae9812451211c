"""The organiser's pages: create, register, direct, print. Every form names the version that it was made from."""
