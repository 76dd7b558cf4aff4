"""Several attributes of a person, and people who report every day.

Each person reports once about age, town and smoking, by the way that the plan recommends; then, day after day, about
their mood, through one permanent response to each.
"""

import numpy as np

import sourdine as sd

TOWNS = ["Besançon", "Montbéliard", "Pontarlier"]
ATTRIBUTES: dict[str, int | list[str]] = {"age": 8, "town": TOWNS, "smokes": ["no", "yes"]}
PEOPLE = 40_000


def main() -> None:
    draw = np.random.default_rng(1)
    people = {
        "age": draw.integers(8, size=PEOPLE),
        "town": np.array(TOWNS)[draw.choice(3, PEOPLE, p=[0.6, 0.25, 0.15])],
        "smokes": np.array(["no", "yes"])[draw.choice(2, PEOPLE, p=[0.8, 0.2])],
    }
    best = sd.tuple_plan(ATTRIBUTES, people=PEOPLE, epsilon=2.0)["tuple"][0]
    print(f"the plan: {best['solution']}, an error of {100 * best['mse'] ** 0.5:.1f} %")

    survey = sd.tuple_protocol(ATTRIBUTES, epsilon=2.0, solution=best["solution"])
    found = survey.randomize(people).tally().estimates()
    for town in TOWNS:
        one = found["town"][town]
        print(f"{town}: {one.value:,.0f} people, between {one.lower:,.0f} and {one.upper:,.0f}")
    print(f"epsilon {survey.epsilon:.3g} of all attributes, {survey.attribute_epsilon:.3g} of one")

    mood = sd.oracle("l-osue", labels=["good", "fair", "bad"], epsilon=2.0, epsilon1=1.0)
    secret = sd.RowSecret.draw()  # kept for as long as people report
    ids, moods = np.arange(PEOPLE), draw.choice(3, PEOPLE, p=[0.5, 0.3, 0.2])
    for day in ("monday", "tuesday", "wednesday"):
        reports = mood.respond(moods, people=ids, secret=secret, attribute="mood", collection=day)
        print(f"{day}: {reports.estimate()['good'].value:,.0f} in good mood")
        moods = np.where(draw.random(PEOPLE) < 0.1, draw.choice(3, PEOPLE), moods)
    three, ever = mood.leakage([3])[0], mood.lifetime(3).epsilon
    print(f"three reports about one mood tell {three:.3g}, all about three moods {ever:.3g}")


if __name__ == "__main__":
    main()
