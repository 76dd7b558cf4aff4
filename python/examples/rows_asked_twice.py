"""The report of a row that is computed again must be the same report: a second draw would spend epsilon again."""

import pandas as pd

import sourdine as sd


def main() -> None:
    people = pd.DataFrame({"id": range(1000), "answer": [i % 2 for i in range(1000)]})
    oracle = sd.oracle("grr", k=2, epsilon=1.0)
    secret = sd.RowSecret.draw()  # for this question, at this moment; whoever has it can undo every report

    first = oracle.randomize(people["answer"], ids=people["id"], secret=secret)
    shuffled = people.sample(frac=1, random_state=1)
    again = oracle.randomize(shuffled["answer"], ids=shuffled["id"], secret=secret)

    order = shuffled["id"].to_numpy()
    print("the same reports:", bool((first.array[order] == again.array).all()))


if __name__ == "__main__":
    main()
