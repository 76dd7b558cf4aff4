"""Mobility scenarios: from unions of days to synthetic people."""
import measure

TARGET = 5.0  # seconds


def row(plan):
    """One row of the budget table."""
    program = plan.program("sourdine_bench_mobility")
    made = [measure.json_of([*measure.ONE_CORE, program]) for _ in range(plan.repetitions)]
    seconds = measure.Figure([each["scenario_seconds"] + each["population_seconds"] for each in made])
    first = made[0]
    return [f"scenario of {first['days']} days and {first['people']:,} synthetic people, as tables",
            f"{seconds.median:.3f} s ({min(seconds.samples):.3f}–{max(seconds.samples):.3f})", f"< {TARGET:g} s",
            "none has it", "", "yes" if seconds.median < TARGET else f"**no**, {seconds.median / TARGET:.2f} times it"]
