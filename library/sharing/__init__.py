"""Games on the pages of others: frames, pictures, and what other sites ask about an address."""
