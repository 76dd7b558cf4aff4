#!/usr/bin/env python3
"""What is read from a page of results, and what is said to be slower: slow-downs are planted, and must be seen."""
from __future__ import annotations

import dataclasses
import pathlib
import random
import re
import tempfile
import unittest

import history
import plan
from page import Row, read_rows

PAGE = (plan.ROOT / "bench/RESULTS.md").read_text(encoding="utf-8")
MACHINE = "2 cores of a test"
SAMPLE = f"""# Benchmark results

- 2026-11-17, {MACHINE}, 24 GiB, Linux 6; load average 1.4 at the start
- sourdine 1.2.3, a compiler

## Budget
| path | ours | target | best peer | ratio | met |
|---|---|---|---|---|---|
| tally | 6.81 G/s (622 M–6.88 G) | ≥ 1 G/s | a peer 1.2: 6.57 M/s (5.21 M–7.78 M) | 1,037 × | yes |
| alone | 21.8 ms (20.6–22.6), and more | < 50 ms | none has it |  | yes |
| share | 11.5 % | ≤ 20 % | – | – | yes |

## Every oracle
| oracle | k | randomize | decode |
|---|---|---|---|
| grr | 17 | 645 M/s (595 M–659 M) |  |

## Releases
| what | events | seconds (median) | spread | MB |
|---|---|---|---|---|
| ours | 1,000,000 | 0.23 | 0.21-0.24 | 51 |
| pandas + multi-freq-ldpy | 1,000,000 | 6.43 | 6.25-6.70 | 807 |

## From Python
| path | sourdine | multi-freq-ldpy | pure-ldp | ratio |
|---|---|---|---|---|
| grr | 500 M/s (487 M–503 M) | 3.52 M/s (3.24 M–3.55 M) | 2.53 M/s (2.35 M–2.54 M) | 142 × |

## Files
| oracle | ours, one core | ours, two threads | peer, one core | ratio on one core |
|---|---|---|---|---|
| grr, k = 17 | 60 M/s | 90 M/s | 2 M/s | 30 × |

## The peers, all paths
| path | peer | reports |
|---|---|---|
| grr | pure-ldp | 2.07 M/s (1.75 M–2.51 M) |

## Instructions per report
| oracle | k | tally |
|---|---|---|
| olh | 16384 | 12,199 |
"""


def rate(value: float, **others: object) -> Row:
    return dataclasses.replace(Row("section", "row", "", value, value, value, "/s"), **others)  # type: ignore[arg-type]


def time(value: float) -> Row:
    return rate(value, unit="s")


def run(when: str, *rows: Row, machine: str = MACHINE) -> history.Run:
    return history.Run(when, "abc1234", machine, "tools", {row.key: row for row in rows})


def slower(now: Row, *before: Row) -> bool:
    """Is `now` said to be slower than these, the last one last?"""
    found, _ = history.changes(run("9", now), [run(str(day), row) for day, row in enumerate(before)])
    return bool(found)


class Reading(unittest.TestCase):
    def test_figures_are_read_with_their_units_spread_and_peer(self) -> None:
        rows = read_rows(SAMPLE)
        self.assertEqual(list(rows.values()), [
            Row("Budget", "tally", "", 6.81e9, 6.22e8, 6.88e9, "/s", 1037, "a peer 1.2"),
            Row("Budget", "alone", "", 21.8 * 1e-3, 20.6 * 1e-3, 22.6 * 1e-3, "s"),
            Row("Every oracle", "grr, k = 17", "randomize", 6.45e8, 5.95e8, 6.59e8, "/s"),
            Row("Releases", "ours, events = 1,000,000", "seconds (median)", 0.23, 0.23, 0.23, "s"),
            Row("Releases", "ours, events = 1,000,000", "MB", 51e6, 51e6, 51e6, "B"),
            Row("From Python", "grr", "", 5e8, 4.87e8, 5.03e8, "/s", 142, "multi-freq-ldpy"),
            Row("Files", "grr, k = 17", "ours, one core", 6e7, 6e7, 6e7, "/s", 30, "peer, one core"),
            Row("Files", "grr, k = 17", "ours, two threads", 9e7, 9e7, 9e7, "/s"),
            Row("Instructions per report", "olh, k = 16384", "tally", 12199, 12199, 12199, "instructions")])

    def test_rows_of_one_name_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "two rows"):
            read_rows("## A\n| path | rate |\n|---|---|\n| x | 1 M/s |\n| x | 2 M/s |\n")

    def test_the_page_of_the_checkout_is_read_whole(self) -> None:
        """Every section with rates or times has rows."""
        rows = read_rows(PAGE)
        self.assertGreater(len(rows), 350)
        sections = {key[0] for key in rows}
        timed = {section.split("\n")[0] for section in PAGE.split("\n## ")[1:]
                 if re.search(r"^\|.*\| \d[\d.,]*( [GMk])?(/s| s| ms| ns)\b", section, re.MULTILINE)}
        self.assertEqual(timed - sections, {"The peers, all paths"})

    def test_a_run_is_what_its_file_says(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "history"
            kept = history.keep(PAGE, "abc1234", "12:34", folder)
            again = history.keep(PAGE, "abc1234", "12:35", folder)
            found = history.read_runs(folder)
        self.assertEqual([(old.when, old.commit) for old in found], [(old.when, "abc1234") for old in (kept, again)])
        self.assertEqual(found[0].machine, kept.machine)
        self.assertEqual(list(found[0].rows), list(kept.rows))
        for key, row in kept.rows.items():
            self.assertAlmostEqual(found[0].rows[key].median / row.median, 1, places=5)
            self.assertEqual((found[0].rows[key].ratio, found[0].rows[key].peer), (row.ratio, row.peer))

    def test_the_runs_of_the_checkout_are_read(self) -> None:
        for old in history.read_runs(history.FOLDER):
            self.assertGreater(len(old.rows), 350, old.when)

    def test_a_quick_run_is_not_kept(self) -> None:
        self.assertIsNone(plan.QUICK.history)
        self.assertEqual(plan.FULL.history, history.FOLDER)
        self.assertIn("not kept", history.conclude("no page at all", "", "", plan.QUICK.history))


class Comparing(unittest.TestCase):
    def test_one_run_before_a_plain_factor_decides(self) -> None:
        self.assertTrue(slower(rate(100), rate(126)))
        self.assertFalse(slower(rate(100), rate(124)))
        self.assertTrue(slower(rate(100), rate(90), rate(126)))  # the last one counts
        self.assertFalse(slower(rate(100), rate(126), rate(90)))

    def test_times_memory_and_instructions_are_slower_when_they_grow(self) -> None:
        self.assertTrue(slower(time(1.26), time(1)))
        self.assertFalse(slower(time(1), time(1.26)))
        self.assertTrue(slower(rate(1.3e6, unit="B"), rate(1e6, unit="B")))
        self.assertTrue(slower(rate(62.4, unit="instructions"), rate(60, unit="instructions")))
        self.assertFalse(slower(rate(61, unit="instructions"), rate(60, unit="instructions")))

    def test_of_three_runs_the_spread_decides(self) -> None:
        steady, wild = [rate(value) for value in (99, 100, 101)], [rate(value) for value in (80, 100, 125)]
        self.assertTrue(slower(rate(88), *steady))
        self.assertFalse(slower(rate(92), *steady))
        self.assertFalse(slower(rate(50), *wild))
        self.assertTrue(slower(rate(25), *wild))
        # One slow run among many hides nothing.
        self.assertTrue(slower(rate(80), *steady, *steady, rate(40)))

    def test_a_slow_down_in_steps_is_seen(self) -> None:
        before = [rate(100 * 0.97**day) for day in range(4)]
        self.assertTrue(slower(rate(60), *before))

    def test_the_peer_of_the_same_run_tells_the_machine_from_the_program(self) -> None:
        def beside(value: float, ratio: float, peer: str = "peer 1") -> Row:
            return rate(value, ratio=ratio, peer=peer)

        self.assertFalse(slower(beside(50, 10), beside(100, 10)))  # a machine of half the speed
        self.assertTrue(slower(beside(100, 5), beside(100, 10)))
        self.assertTrue(slower(beside(50, 10, "peer 2"), beside(100, 10)))  # another peer tells nothing
        self.assertTrue(slower(beside(50, 10), rate(100)))  # nor does none
        self.assertFalse(slower(beside(50, 10), beside(100, 10), rate(100)))

    def test_noise_is_not_called_slower(self) -> None:
        draw = random.Random(1)

        def noisy() -> list[Row]:
            return [rate(100 * draw.lognormvariate(0, 0.05), name=f"row {number}") for number in range(400)]

        runs = [run(str(day), *noisy()) for day in range(6)]
        found, _ = history.changes(run("9", *noisy()), runs)
        self.assertLess(len(found), 8)

    def test_what_is_planted_in_a_page_is_said_and_nothing_else(self) -> None:
        planted = SAMPLE
        for old, new in (("1,037 ×", "500 ×"), ("| 0.23 |", "| 0.46 |"), ("12,199", "12,999")):
            self.assertEqual(SAMPLE.count(old), 1, old)
            planted = planted.replace(old, new)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.assertIn("nothing to compare", history.conclude(SAMPLE, "before", "10:00", folder))
            same = history.conclude(SAMPLE, "same", "11:00", folder)
            said = history.conclude(planted, "after", "12:00", folder).splitlines()
        self.assertIn("0 rows became slower, 0 faster, 9 are as before", same)
        self.assertEqual(said, [
            f"beside 2 earlier on {MACHINE}, the last of 2026-11-17 11:00 at same:",
            "  Budget: tally: 2.07 × slower (6.81 G/s, was 6.81 G/s; 500 × a peer 1.2, was 1,037 ×)",
            "  Releases: ours, events = 1,000,000: seconds (median): 2.00 × slower (460 ms, was 230 ms)",
            "  Instructions per report: olh, k = 16384: tally: 1.07 × slower "
            "(12,999 instructions, was 12,199 instructions)",
            "3 rows became slower, 0 faster, 6 are as before; 0 are new, 0 of the last run are gone"])

    def test_any_row_of_the_page_that_takes_twice_as_long_is_said(self) -> None:
        rows = read_rows(PAGE)
        for key, row in rows.items():
            worse = {"median": row.median / 2 if row.unit == "/s" else row.median * 2}
            if row.ratio is not None:
                worse["ratio"] = row.ratio / 2
            planted = {**rows, key: dataclasses.replace(row, **worse)}  # type: ignore[arg-type]
            found, _ = history.changes(run("2", *planted.values()), [run("1", *rows.values())])
            self.assertEqual([change.row.key for change in found], [key])

    def test_other_machines_do_not_count(self) -> None:
        before = run("1", rate(1000), machine="64 cores of another")
        self.assertIn("nothing to compare", history.verdict(run("2", rate(1)), [before]))

    def test_new_rows_and_rows_that_are_gone_are_counted(self) -> None:
        before = run("1", rate(1), rate(1, name="gone"))
        said = history.verdict(run("2", rate(1), rate(1, name="new"), rate(1, name="newer")), [before])
        self.assertIn("1 are as before; 2 are new, 1 of the last run are gone", said)


if __name__ == "__main__":
    unittest.main()
