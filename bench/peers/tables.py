"""Generalising a table with anjana: k-anonymity by whole columns, with hierarchies and a limit of suppressed rows.

tables.py TABLE.csv HIERARCHIES.json K PERCENT REPETITIONS: one JSON object {"version", "seconds": […], "levels",
"suppressed", "losses": {measure: number}, "peak_bytes"}. HIERARCHIES.json: for every column the lines of its hierarchy,
one list of labels for each value. Losses are computed here from its result, by the definitions of
src/sourdine/anonymity/table.h.
"""
import collections
import contextlib
import importlib.metadata
import io
import json
import math
import resource
import sys
import time

import numpy as np
import pandas as pd
from anjana.anonymity import k_anonymity


def losses_of(rows, published, suppressed, levels, hierarchies, k):
    """`rows`: the table; `published`: by row, whether it is; `levels`: by column."""
    n, columns = len(rows), list(hierarchies)
    group = {c: {line[0]: line[levels[c]] for line in hierarchies[c]} for c in columns}
    leaves = {c: collections.Counter(group[c].values()) for c in columns}
    classes = collections.Counter(tuple(group[c][v] for c, v in zip(columns, row))
                                  for row, is_published in zip(rows, published) if is_published)
    ncp = entropy = whole = 0.0
    for place, c in enumerate(columns):
        by_value = collections.Counter(row[place] for row in rows)
        by_group = collections.Counter(group[c][row[place]] for row in rows)
        for row, is_published in zip(rows, published):
            value = row[place]
            everything = math.log(n / by_value[value])
            whole += everything
            if is_published:
                size = leaves[c][group[c][value]]
                ncp += size / len(group[c]) if size > 1 else 0
                entropy += math.log(by_group[group[c][value]] / by_value[value])
            else:
                ncp += 1
                entropy += everything
    return {"discernibility": sum(size * size for size in classes.values()) + suppressed * n,
            "class_size": n / (k * (len(classes) + (1 if suppressed else 0))),
            "ncp": ncp / (n * len(columns)),
            "entropy": entropy / whole}


def main(table, hierarchies, k, percent, repetitions):
    frame = pd.read_csv(table, dtype=str)
    with open(hierarchies, encoding="utf-8") as file:
        lines = json.load(file)
    columns = list(lines)
    frame = frame[columns]
    levels = {c: {level: np.array([line[level] for line in lines[c]]) for level in range(len(lines[c][0]))}
              for c in columns}
    seconds, made = [], None
    for _ in range(repetitions):
        begin = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            made = k_anonymity(frame.copy(), [], columns, k, percent, levels)
        seconds.append(time.perf_counter() - begin)
    # What it says of rows: their number in the original, where some were left out.
    kept = set(made["index"]) if "index" in made.columns else set(range(len(made)))
    published = [i in kept for i in range(len(frame))]
    reached = {c: next(level for level in levels[c] if set(made[c]) <= set(levels[c][level])) for c in columns}
    suppressed = len(frame) - len(made)
    json.dump({"version": importlib.metadata.version("anjana"), "seconds": seconds,
               "levels": [int(reached[c]) for c in columns], "suppressed": suppressed,
               "losses": losses_of(frame.values.tolist(), published, suppressed, reached, lines, k),
               "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
