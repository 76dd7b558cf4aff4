"""One attribute, one collection: a client and its aggregators for each protocol."""
