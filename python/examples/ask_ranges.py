"""How old are they? A tree over ages, counted once by a trusted curator, answers any range at no further cost."""

import numpy as np

import sourdine as sd


def main() -> None:
    ages = np.random.default_rng(3).normal(45, 18, 30_000).clip(0, 119).astype(int)
    tree = sd.range_tree(ages, epsilon=0.5, from_=0, to=119)
    print(tree.query("0-17", "18-64", (65, None)))

    # The same question without a curator: everybody reports by themselves.
    protocol = sd.range_protocol(120, epsilon=2.0)
    print(protocol.tally(protocol.randomize(ages)).query("0-17", "18-64", (65, None)))


if __name__ == "__main__":
    main()
