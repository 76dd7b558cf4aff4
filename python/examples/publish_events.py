"""Events in a data frame become a release: estimates by day and month, a statement, a page, and a forecast."""

import pandas as pd

import sourdine as sd


def main() -> None:
    sd.simulate("doubs", out="events.csv", towns="towns.csv")
    events = pd.read_csv("events.csv", parse_dates=["SDate"], date_format="%Y/%m/%d %H:%M")
    config = {
        "dataset": "doubs",
        "events": {"time": "SDate", "place": "Town"},
        "places": {"table": "towns.csv"},
        "privacy": {"epsilon": 1.0, "budget": 3.0},
        "publish": {"periods": ["month", "day"]},
    }
    release = sd.release(events, config, out="release")
    print(release.estimates(by="month").tail(3))
    print(release.forecast(horizon=3).to_pandas().head(3))
    print(f"open {release.page()}")


if __name__ == "__main__":
    main()
