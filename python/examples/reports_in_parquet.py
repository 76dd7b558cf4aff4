"""Reports are bytes: they travel in Parquet files, through polars, DuckDB or pyarrow, and are counted where they lie."""

import numpy as np
import polars as pl

import sourdine as sd


def main() -> None:
    oracle = sd.oracle("olh", k=1000, epsilon=2.0)
    for day in range(3):
        values = np.random.default_rng(day).zipf(1.5, 20_000).clip(1, 1000) - 1
        pl.DataFrame({"report": pl.Series(oracle.randomize(values))}).write_parquet(f"day-{day}.parquet")

    days = (oracle.reports(pl.read_parquet(f"day-{day}.parquet"), column="report") for day in range(3))
    estimate = oracle.tally(days).estimate()
    print(estimate.to_polars().sort("estimate", descending=True).head(5))


if __name__ == "__main__":
    main()
