"""A survey question: each answer is randomised where it is given, and only counts come out."""

import random

import sourdine as sd

COLOURS = ["red", "green", "blue"]


def main() -> None:
    answers = random.choices(COLOURS, weights=[5, 3, 2], k=20_000)
    oracle = sd.oracle("ss", labels=COLOURS, epsilon=1.0)
    print(oracle.guarantee)

    reports = oracle.randomize(answers)
    estimate = oracle.tally(reports).estimate(confidence=0.95, consistency="norm-sub")
    for colour in COLOURS:
        count = estimate[colour]
        print(f"{colour:6} {count.value:7.0f}, between {count.lower:.0f} and {count.upper:.0f}")


if __name__ == "__main__":
    main()
