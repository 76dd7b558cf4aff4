"""The ledger: spendings reserved and committed, each flushed to the disk, and lines verified. No peer keeps one."""
import tempfile

import measure
import plan as plans


def rows(plan):
    """Rows of the budget table. The folder is on the disk of the checkout: in memory nothing is flushed."""
    (plans.ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=plans.ROOT / "build") as folder:
        ours = measure.json_of([*measure.ONE_CORE, plan.program("sourdine_bench_ledger"), plan.repetitions, folder])
    none = ["—", "no peer keeps a ledger", "—", "—"]
    return [["a spending reserved and committed (4 flushes of a file, 2 of a folder)",
             measure.rates(ours["append"], ours["appends"]).rate(), *none],
            [f"lines of a ledger verified ({ours['lines']:,} of them)",
             measure.rates(ours["verify"], ours["lines"]).rate(), *none]]
