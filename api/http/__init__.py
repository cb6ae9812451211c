"""How every address of the API behaves: who asks, what is refused and how, what is kept."""
