"""Generalised tables: the optimum over whole columns and Mondrian, beside anjana with the same k, hierarchies and limit."""
import csv
import json
import subprocess

import measure

K, PERCENT = 5, 4
OTHER_K = [2, 10, 50, 100]  # loss alone
SEARCH_TARGET, MONDRIAN_TARGET = 2.0, 2.0  # seconds
MONDRIAN_ROWS = 10**6
NAMES = ["age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship", "race",
         "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country", "salary"]
# The quasi-identifiers of examples/anonymize/adult/adult.toml, in its order.
QUASI = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary"]
FILES = ["marital-status", "education", "native-country", "workclass", "occupation"]
MEASURES = {"ncp": "NCP", "entropy": "non-uniform entropy", "discernibility": "discernibility",
            "class_size": "average class size"}


def write_adult(plan, table):
    """The rows in which every value is known; None without the data."""
    data = plan.build.parents[1] / "../shared/data/adult.data.zst"
    if not data.exists():
        return None
    text = subprocess.run(["zstd", "-dcq", data], check=True, capture_output=True, text=True).stdout
    rows = [line.split(", ") for line in text.splitlines() if line and "?" not in line.split(", ")]
    with open(table, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(NAMES)
        writer.writerows(rows)
    return rows


def interval(value, width):
    low = value // width * width
    return f"[{low};{low + width}["


def hierarchies_of(rows, folder):
    """Those of the configuration: columns of numbers, files, and the others value by value."""
    made = {}
    for name in QUASI:
        if name in FILES:
            with open(folder / f"{name}.csv", encoding="utf-8") as file:
                made[name] = [line.rstrip("\n").split(";") for line in file if line.strip()]
            continue
        values = sorted({row[NAMES.index(name)] for row in rows})
        if name == "age":
            made[name] = [[value, *(interval(int(value), width) for width in (5, 10, 20)), "*"] for value in values]
        else:
            made[name] = [[value, "*"] for value in values]
    return made


def short_bytes(number):
    return f"{number / 2**20:.0f} MiB"


class Adult:
    """The table, its hierarchies and configurations, for ours and for the peer."""

    def __init__(self, plan, folder, rows):
        self.plan, self.folder, self.table = plan, folder, folder / "adult.csv"
        example = plan.build.parents[1] / "examples/anonymize/adult"
        self.config = (example / "adult.toml").read_text(encoding="utf-8")
        for name in FILES:
            self.config = self.config.replace(f'"{name}.csv"', json.dumps(str(example / f"{name}.csv")))
        self.hierarchies = folder / "hierarchies.json"
        self.hierarchies.write_text(json.dumps(hierarchies_of(rows, example)), encoding="utf-8")

    def configured(self, k, search):
        """The name of a configuration whose search section is another."""
        text = self.config.replace("k = 5", f"k = {k}").replace("suppress = 0.04", f"suppress = {PERCENT / 100}")
        path = self.folder / "adult.toml"
        path.write_text(text[:text.index("[search]")] + "[search]\n" + search, encoding="utf-8")
        return path

    def optimum(self, k, key):
        program = self.plan.program("sourdine_bench_anonymity")
        path = self.configured(k, f'measure = "{key}"\nlocal_recoding = false\n')
        return measure.json_of([*measure.ONE_CORE, program, self.table, path])

    def halved(self, k):
        """The losses of Mondrian."""
        path = self.configured(k, 'algorithm = "mondrian"\n')
        measure.output_of([self.plan.sourdine, "anonymize", self.table, "--config", path, "--out",
                           self.folder / f"mondrian-{k}", "--ledger", self.folder / f"mondrian-{k}.ledger.jsonl"])
        return json.loads((self.folder / f"mondrian-{k}/manifest.json").read_text(encoding="utf-8"))["loss"]

    def peer(self, k, repetitions):
        return measure.json_of([*measure.ONE_CORE, self.plan.peers, "bench/peers/tables.py", self.table, self.hierarchies,
                                k, PERCENT, repetitions])


def loss_rows(k, ours, halved, theirs):
    """`ours`: by measure, the loss of the optimum under it."""
    return [[str(k), name, f"{ours[key]:.6g}", f"{halved[key]:.6g}", f"{theirs[key]:.6g}",
             "yes" if ours[key] <= theirs[key] * (1 + 1e-9) else "**no**"] for key, name in MEASURES.items()]


def run(plan, folder):
    """(rows of the budget table, section)"""
    program, table = plan.program("sourdine_bench_anonymity"), folder / "adult.csv"
    size = MONDRIAN_ROWS // (100 if plan.quick else 1)
    halved = [measure.json_of([*measure.ONE_CORE, program, size]) for _ in range(plan.repetitions)]
    mondrian = measure.Figure([each["mondrian"]["seconds"] for each in halved])
    rows = [[f"Mondrian, {measure.quantity(size)} rows × 5 quasi-identifiers, k = 10",
             f"{mondrian.median:.2f} s ({min(mondrian.samples):.2f}–{max(mondrian.samples):.2f})",
             f"< {MONDRIAN_TARGET:g} s", "none has it", "",
             "yes" if mondrian.median < MONDRIAN_TARGET else f"**no**, {mondrian.median / MONDRIAN_TARGET:.2f} times it"]]
    adult = write_adult(plan, table)
    if adult is None:
        return rows, "## Generalised tables\n\nAdult was not there: nothing is beside the peer."
    tables = Adult(plan, folder, adult)
    optima = {key: [tables.optimum(K, key) for _ in range(plan.repetitions)] for key in MEASURES}
    theirs = tables.peer(K, plan.repetitions)
    by_k = {K: loss_rows(K, {key: optima[key][0]["losses"][key] for key in MEASURES}, tables.halved(K), theirs["losses"])}
    for k in [] if plan.quick else OTHER_K:
        ours = {key: tables.optimum(k, key)["losses"][key] for key in MEASURES}
        by_k[k] = loss_rows(k, ours, tables.halved(k), tables.peer(k, 1)["losses"])
    peer = f"anjana {theirs['version']}"
    search = measure.Figure([each["seconds"] for each in optima["ncp"]])
    other = measure.Figure(theirs["seconds"])
    first = optima["ncp"][0]
    rows.append([f"optimal generalisation of Adult ({first['rows']:,} × {len(QUASI)}), k = {K}, NCP",
                 f"{search.median:.2f} s ({min(search.samples):.2f}–{max(search.samples):.2f})", f"< {SEARCH_TARGET:g} s",
                 f"{peer}, one path and no optimum: {other.median:.2f} s", measure.ratio(other.median / search.median),
                 "yes" if search.median < SEARCH_TARGET else f"**no**, {search.median / SEARCH_TARGET:.2f} times it"])
    losses = measure.table(["k", "measure", "our optimum under it", "Mondrian", peer, "at or below"],
                           [row for k in sorted(by_k) for row in by_k[k]])
    facts = measure.table(["", "time", "rows suppressed", "levels", "peak memory"], [
        [f"sourdine: optimum under {name}", f"{measure.Figure([e['seconds'] for e in optima[key]]).median:.2f} s",
         str(optima[key][0]["suppressed"]), " ".join(map(str, optima[key][0]["levels"])),
         short_bytes(optima[key][0]["peak_bytes"])] for key, name in MEASURES.items()] + [
        [peer, f"{other.median:.2f} s", str(theirs["suppressed"]), " ".join(map(str, theirs["levels"])),
         short_bytes(theirs["peak_bytes"])],
        [f"sourdine: Mondrian, {measure.quantity(size)} made-up rows", f"{mondrian.median:.2f} s", "0", "by class",
         short_bytes(halved[0]["peak_bytes"])]])
    return rows, (f"## Generalised tables\n\nAdult, {first['rows']:,} rows, {len(QUASI)} quasi-identifiers, at most "
                  f"{PERCENT} % of the rows suppressed, one core. {peer} generalises the column with most values, again "
                  "and again, until enough rows look alike; ours is the least loss of all "
                  f"{first['combinations']:,} combinations. Smaller is better.\n\n{losses}\n\nAt k = {K}:\n\n{facts}")
