"""From counts of reports to shares."""
