"""How every address of the API behaves: authentication, refusals, stored answers."""
