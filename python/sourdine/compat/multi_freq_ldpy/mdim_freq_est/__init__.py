"""Several attributes: not there yet, and every call says so."""
