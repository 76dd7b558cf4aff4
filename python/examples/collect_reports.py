"""Crews report where they went; the collector counts reports, and never hears of a place."""

import random

import sourdine as sd

REGIONS = ["north", "south", "east", "west"]


def main() -> None:
    with sd.Collector(port=0, store="sqlite:collector.sqlite") as collector:
        collector.create("fires", sd.oracle("oue", labels=REGIONS, epsilon=1.0), title="Fires by region")
        token = collector.token("client", "fires")
        for tablet in range(3):
            queue = f"tablet-{tablet}.queue"
            with sd.Client(collector.url, "fires", token=token, queue=queue, max_epsilon=1.0) as client:
                client.report("north")
                client.report_all(random.choices(REGIONS, weights=[4, 3, 2, 1], k=2000))
                print(f"tablet {tablet}: {client.flush(30).acknowledged} reports are with the collector")
        fires = sd.read_collection(collector.url, "fires", token=collector.token("reader"))
    print(fires)
    print(fires.estimates(consistency="norm-sub"))


if __name__ == "__main__":
    main()
