"""Three hospitals count for themselves; whoever adds up their files never sees a report."""

from pathlib import Path

import numpy as np

import sourdine as sd

WARDS = ["emergency", "maternity", "surgery", "other"]


def count_at(site: int, oracle: sd.Oracle) -> Path:
    """What happens inside a hospital: values in, a file of sums out."""
    visits = np.random.default_rng(site).integers(len(WARDS), size=5_000)
    file = Path(f"site-{site}.stly")
    oracle.randomize(visits, collection="visits of March").tally().to_file(file)
    return file


def main() -> None:
    oracle = sd.oracle("oue", labels=WARDS, epsilon=1.0)
    files = [count_at(site, oracle) for site in range(3)]
    total = sum((sd.read_tally(file) for file in files), oracle.empty_tally(collection="visits of March"))
    print(total)
    print(total.estimate().to_pandas())


if __name__ == "__main__":
    main()
