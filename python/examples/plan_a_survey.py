"""Before anything is collected: which oracle, which epsilon, and how many such surveys the budget allows."""

from pathlib import Path

import sourdine as sd


def main() -> None:
    plan = sd.plan(domain=40, reports=50_000, error=0.01)
    best = plan["rows"][0]
    print(f"{best['oracle']} at epsilon {best['epsilon']:.2f} gives shares to one percentage point")

    Path("budget.toml").write_text("[total]\nepsilon = 3\n", encoding="utf-8")
    ledger = Path("survey.ledger.jsonl")
    sd.ledger.record(ledger, epsilon=0.75, purpose="the survey of last year", model="local", unit="person")
    outlook = sd.ledger.plan(ledger, epsilon=0.75, model="local", unit="person")
    for budget in outlook["budgets"]:
        print(f"{budget['releases']} more such surveys fit")


if __name__ == "__main__":
    main()
