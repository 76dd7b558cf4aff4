"""An example of each command in Python, for its docstring; all of them run in one empty folder.

In the module of the commands ``range`` is the group of that name, so that no example may use Python's.
"""

EXAMPLES = {
    "aggregate": """
        >>> import sourdine as sd
        >>> monday = sd.randomize([0, 1, 2, 1], oracle="grr", domain=3, epsilon=1, out="monday.srep")
        >>> tuesday = sd.randomize([2, 2], oracle="grr", domain=3, epsilon=1, out="tuesday.srep")
        >>> sd.aggregate("monday.srep", "tuesday.srep", out="week.stly").reports
        6
    """,
    "anonymize": """
        >>> import sourdine as sd
        >>> people = {"age": [28, 29, 21, 23], "zip": ["13053", "13068", "13068", "13053"], "ill": list("hhvv")}
        >>> config = {
        ...     "dataset": "people",
        ...     "quasi": {"age": {"kind": "intervals", "widths": [5, 10]}, "zip": {"kind": "masked"}},
        ...     "sensitive": {"ill": {"distinct_l": 2}},
        ...     "privacy": {"k": 2},
        ... }
        >>> sd.anonymize(people, config, out="anonymous").classes
        2
    """,
    "anonymize check": """
        >>> import sourdine as sd
        >>> theirs = {"age": ["2*", "2*", "3*", "3*"], "disease": ["heart", "viral", "cancer", "cancer"]}
        >>> sd.anonymize_check(theirs, quasi="age", sensitive="disease").classes
        2
    """,
    "audit": """
        >>> import sourdine as sd
        >>> answer = sd.audit(oracle="ss", domain=5, epsilon=1, trials=1000)
        >>> answer.ok, answer["exact"]["passed"]
        (True, True)
    """,
    "blur": """
        >>> import sourdine as sd
        >>> calls = {"when": ["2024-01-01", "2024-01-02"], "lat": [47.24, 47.23], "lon": [6.02, 6.03]}
        >>> config = {
        ...     "dataset": "blurred-calls",
        ...     "events": {"latitude": "lat", "longitude": "lon", "keep": ["when"]},
        ...     "area": {"box": [5.8, 47.1, 6.2, 47.4]},
        ...     "privacy": {"level": "ln 4", "within": "200 m"},
        ... }
        >>> sd.blur(calls, config, out="blurred").events
        2
    """,
    "completion": """
        >>> import sourdine as sd
        >>> sd.completion("fish").text.startswith("complete -c sourdine")
        True
    """,
    "demo": """
        >>> import sourdine as sd
        >>> sd.demo(out="my-demo", draws=1)  # takes a minute  # doctest: +SKIP
    """,
    "estimate": """
        >>> import sourdine as sd
        >>> made = sd.randomize([0, 1, 2, 1] * 100, oracle="grr", domain=3, epsilon=1, out="estimated.srep")
        >>> sd.estimate("estimated.srep", consistency="norm-sub").to_pandas()["value"].tolist()
        ['0', '1', '2']
    """,
    "forecast": """
        >>> import sourdine as sd
        >>> import pandas
        >>> days = pandas.date_range("2024-01-01", periods=300).repeat(6)
        >>> calls = pandas.DataFrame({"when": days, "where": ["north", "south", "south"] * 600})
        >>> config = {
        ...     "dataset": "forecast-calls",
        ...     "events": {"time": "when", "place": "where"},
        ...     "places": {"regions": ["north", "south"]},
        ...     "privacy": {"epsilon": 4},
        ... }
        >>> made = sd.release(calls, config, out="forecast-release")
        >>> sd.forecast(made, horizon=2).to_pandas()["date"].unique().tolist()
        ['2024-10-27', '2024-10-28']
    """,
    "init": """
        >>> import sourdine as sd
        >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "town": ["north", "south", "south"]}
        >>> answer = sd.init(calls, out="first.toml", rare=1)
        >>> answer.time, answer.place, answer.regions
        ('when', 'town', 2)
    """,
    "inspect": """
        >>> import sourdine as sd
        >>> made = sd.randomize([0, 16, 5], oracle="oue", domain=17, epsilon=1, out="inspected.srep")
        >>> sd.inspect("inspected.srep").kind
        'reports'
    """,
    "ledger check": """
        >>> import sourdine as sd
        >>> from pathlib import Path
        >>> written = Path("strict.toml").write_text("[total]\\\\nepsilon = 1\\\\n")
        >>> sd.ledger.check("checked.ledger.jsonl", epsilon=3, budget_file="strict.toml").ok
        False
    """,
    "ledger plan": """
        >>> import sourdine as sd
        >>> from pathlib import Path
        >>> written = Path("planned.toml").write_text("[total]\\\\nepsilon = 3\\\\ndelta = 1e-6\\\\n")
        >>> answer = sd.ledger.plan("planned.ledger.jsonl", epsilon=0.1, budget_file="planned.toml")
        >>> int(answer.to_pandas()["releases"][0])
        46
    """,
    "ledger record": """
        >>> import sourdine as sd
        >>> sd.ledger.record("recorded.ledger.jsonl", epsilon=0.5, purpose="survey of March").recorded
        'epsilon 0.500000000'
    """,
    "ledger show": """
        >>> import sourdine as sd
        >>> made = sd.ledger.record("shown.ledger.jsonl", epsilon=0.5, max_units=3, purpose="survey of March")
        >>> sd.ledger.show("shown.ledger.jsonl", delta=1e-6).to_pandas()["purpose"].tolist()
        ['survey of March']
    """,
    "ledger verify": """
        >>> import sourdine as sd
        >>> made = sd.ledger.record("verified.ledger.jsonl", epsilon=0.5, purpose="survey of March")
        >>> sd.ledger.verify("verified.ledger.jsonl").chain
        'whole'
    """,
    "mechanisms": """
        >>> import sourdine as sd
        >>> "sparse-vector" in sd.mechanisms().to_pandas()["name"].tolist()
        True
    """,
    "oracles": """
        >>> import sourdine as sd
        >>> sd.oracles("oue", domain=100, epsilon=2).report_bits
        100
    """,
    "page": """
        >>> import sourdine as sd
        >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
        >>> config = {
        ...     "dataset": "page-calls",
        ...     "events": {"time": "when", "place": "where"},
        ...     "places": {"regions": ["north", "south"]},
        ...     "privacy": {"epsilon": 1},
        ... }
        >>> made = sd.release(calls, config, out="page-release")
        >>> sd.page(made, language="fr").page
        'page-release/index.fr.html'
    """,
    "plan": """
        >>> import sourdine as sd
        >>> sd.plan(domain=17, epsilon=1, error="1%").to_pandas()["oracle"][0]
        'ss'
    """,
    "randomize": """
        >>> import sourdine as sd
        >>> labels = ["north", "south"]
        >>> sd.randomize(["north", "south", "south"], oracle="grr", labels=labels, epsilon=1, out="day.srep").reports
        3
    """,
    "range build": """
        >>> import sourdine as sd
        >>> people = {"age": [19, 23, 24, 40]}
        >>> answer = sd.range.build(people, number="age", from_=0, to=120, epsilon=1, out="built.srng")
        >>> answer.size, answer.guarantee.epsilon
        (121, 1.0)
    """,
    "range plan": """
        >>> import sourdine as sd
        >>> sd.range.plan(domain=365, epsilon=1).to_pandas()["structure"][0]
        'tree'
    """,
    "range query": """
        >>> import sourdine as sd
        >>> people = {"age": [19, 23, 24, 40]}
        >>> made = sd.range.build(people, number="age", from_=0, to=120, epsilon=1, out="queried.srng")
        >>> sd.range.query("queried.srng", "18-24", (40, None)).to_pandas()["range"].tolist()
        ['18-24', '40..']
    """,
    "range stream append": """
        >>> import sourdine as sd
        >>> made = sd.range.stream.new("appended.srng", epsilon=1, start="2026-01-01")
        >>> sd.range.stream.append("appended.srng", {"visits": [12, 0, 7]}, counts="visits").steps
        3
    """,
    "range stream new": """
        >>> import sourdine as sd
        >>> sd.range.stream.new("new.srng", epsilon=1, start="2026-01-01").next_step
        '2026-01-01'
    """,
    "range stream total": """
        >>> import sourdine as sd
        >>> made = sd.range.stream.new("total.srng", epsilon=1, start="2026-01-01")
        >>> made = sd.range.stream.append("total.srng", {"visits": [12, 0, 7]}, counts="visits")
        >>> sd.range.stream.total("total.srng", each=True).to_pandas()["through"].tolist()
        ['2026-01-01', '2026-01-02', '2026-01-03']
    """,
    "release": """
        >>> import sourdine as sd
        >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
        >>> config = {
        ...     "dataset": "calls",
        ...     "events": {"time": "when", "place": "where"},
        ...     "places": {"regions": ["north", "south"]},
        ...     "privacy": {"epsilon": 1},
        ... }
        >>> sd.release(calls, config, check=True).ready
        True
        >>> made = sd.release(calls, config, out="release")
        >>> made.events, made.estimates(by="year")["region"].tolist()
        (3, ['north', 'south'])
    """,
    "report": """
        >>> import sourdine as sd
        >>> from pathlib import Path
        >>> with sd.Collector(port=0, store="sqlite:reported.sqlite") as collector:
        ...     collector.create("fires", sd.oracle("oue", labels=["north", "south"], epsilon=1.0))
        ...     written = Path("client.token").write_text(collector.token("client", "fires"))
        ...     sd.report("north", "south", to=collector.url, collection="fires", token_file="client.token").acknowledged
        2
    """,
    "reproduce": """
        >>> import sourdine as sd
        >>> sd.reproduce("friis2021", quick=True).to_pandas()["verdict"].value_counts()  # doctest: +SKIP
    """,
    "simulate": """
        >>> import sourdine as sd
        >>> events = sd.simulate("doubs").to_pandas()
        >>> len(events), events.columns.tolist()
        (382046, ['ID', 'SDate', 'Station', 'Town', 'Location'])
    """,
    "survey aggregate": """
        >>> import sourdine as sd
        >>> people = {"sex": ["f", "m", "f"], "age": [17, 40, 70]}
        >>> config = {
        ...     "dataset": "added",
        ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
        ...     "privacy": {"epsilon": 1.0},
        ... }
        >>> made = sd.survey.randomize(people, config, out="added.srep")
        >>> sd.survey.aggregate("added.srep", out="added.stly").collections[0]["reports"]
        3
    """,
    "survey estimate": """
        >>> import sourdine as sd
        >>> people = {"sex": ["f", "m", "f"] * 100, "age": [17, 40, 70] * 100}
        >>> config = {
        ...     "dataset": "asked",
        ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
        ...     "privacy": {"epsilon": 1.0},
        ... }
        >>> made = sd.survey.randomize(people, config, out="asked.srep")
        >>> sd.survey.estimate("asked.srep", config=config, out="asked").to_pandas()["attribute"].unique().tolist()
        ['sex', 'age']
    """,
    "survey attack": """
        >>> import sourdine as sd
        >>> attacks = sd.survey.attack(attributes="2,4", epsilon=1, people=500, targets=50).to_pandas()
        >>> bool((attacks["chance"] <= attacks["bound"]).all())
        True
    """,
    "survey generate": """
        >>> import sourdine as sd
        >>> import pandas
        >>> unions = pandas.DataFrame({"from": [1, 1, 2], "to": [1, 2, 2], "people": [120, 190, 100]})
        >>> unions.to_csv("unions.csv", index=False)
        >>> made = sd.survey.generate(unions="unions.csv", out="visits.csv")
        >>> made.people, made.visits
        (190, 220)
    """,
    "survey leakage": """
        >>> import sourdine as sd
        >>> config = {
        ...     "dataset": "moods",
        ...     "people": {"id": "who", "collection": "day"},
        ...     "attribute": [{"name": "mood", "labels": ["good", "bad"]}],
        ...     "privacy": {"solution": "allomfree", "epsilon": 2.0, "epsilon1": 1.0, "memo_key": "moods.key"},
        ... }
        >>> sd.survey.leakage(config=config, reports="1,2").to_pandas()["epsilon"].round(4).tolist()
        [1.0, 1.6417]
    """,
    "survey randomize": """
        >>> import sourdine as sd
        >>> people = {"sex": ["f", "m", "f"], "age": [17, 40, 70]}
        >>> config = {
        ...     "dataset": "randomized",
        ...     "attribute": [{"name": "sex", "labels": ["f", "m"]}, {"name": "age", "bins": [0, 18, 65, float("inf")]}],
        ...     "privacy": {"epsilon": 1.0},
        ... }
        >>> sd.survey.randomize(people, config, out="randomized.srep").collections[0]["reports"]
        3
    """,
    "verify": """
        >>> import sourdine as sd
        >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
        >>> config = {
        ...     "dataset": "verified-calls",
        ...     "events": {"time": "when", "place": "where"},
        ...     "places": {"regions": ["north", "south"]},
        ...     "privacy": {"epsilon": 1},
        ... }
        >>> made = sd.release(calls, config, out="received")
        >>> sd.verify("received", fingerprint=made.fingerprint).is_named
        True
    """,
}
