#!/usr/bin/env python3
"""every_kind.py SOURDINE [--name NAME]: what the commands that publish do alike, for every kind.

A check spends and writes nothing, and says what publishing then does; a budget that refuses is told by the exit code 3 of
both; what was published is read by `inspect`, `verify` and `page`; it is replaced by --force alone, and --force replaces
nothing but what the same kind made.
"""
import argparse
import json
import sys
import tempfile
import pathlib

from publications import Failure, Making, all_publications, copied, require



def tree(folder):
    """All files below it, byte by byte."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(making, arguments, folder, code, what):
    """Ends with that code, one sentence and perhaps a hint, and leaves all as it was."""
    before = tree(folder)
    found, _, err = making.run(arguments, folder)
    require(found == code, f"{what}: exit code {found}: {err}")
    require(err.startswith("sourdine: "), f"{what}: it said: {err}")
    require(tree(folder) == before, f"{what}: it changed {set(tree(folder)) ^ set(before) or 'a file'}")
    return err


def checks_spend_nothing(making, folder):
    before = tree(folder)
    text = making.done([*making.publication.command, "--check"], folder)
    require("Nothing was written, nothing was spent." in text, f"the check said: {text}")
    check = json.loads(making.done([*making.publication.command, "--check", "--json"], folder))
    require(check["ready"] and check["problems"] == [], f"the check said: {check}")
    require(len(set(check) - {"ready", "problems", "ledger"}) > 0, f"the check tells nothing of what is made: {check}")
    spendings = check.get("ledger", {"spendings": []})["spendings"]
    require(len(spendings) == (making.publication.entries if making.publication.ledger else 0), f"spendings {spendings}")
    require(tree(folder) == before, "the check wrote something")


def budgets_refuse(making, folder):
    publication = making.publication
    if not publication.budget:
        return
    (folder / "budget.toml").write_text(publication.budget)
    check = [*publication.command, "--check"]
    refused(making, check, folder, 3, "a check beyond the budget")
    refused(making, publication.command, folder, 3, "a publication beyond the budget")
    before = tree(folder)
    code, out, _ = making.run([*check, "--json"], folder)
    answer = json.loads(out)
    require(code == 3 and not answer["ready"] and answer["problems"], f"the check said: {answer}")
    require(tree(folder) == before, "the check wrote something")
    (folder / "budget.toml").unlink()


def is_published(making, folder):
    publication = making.publication
    answer = json.loads(making.done([*publication.command, "--json"], folder))
    require(answer["kind"] == publication.kind, f"--json says kind {answer['kind']}")
    require(answer["promise"] and answer["not_protected"], f"no promise: {answer}")
    require("guarantee" in answer or not publication.budget, f"no guarantee: {answer}")
    require(making.entries(folder) == (publication.entries if publication.ledger else 0), "the ledger's entries")
    inspected = json.loads(making.done(["inspect", "out", "--json"], folder))
    require(inspected["kind"] == publication.kind, f"inspect says kind {inspected['kind']}")
    making.done(["inspect", "out"], folder)
    if not (folder / "out" / "manifest.json").exists():
        return
    verified = json.loads(making.done(["verify", "out", "--json"], folder))
    require(verified["fingerprint"] == answer["fingerprint"], "verify and publish tell two fingerprints")
    if (folder / "out" / "index.html").exists():
        making.done(["page", "out", "--language", "fr", "--title", "Un titre"], folder)
        require("Un titre" in (folder / "out" / "index.fr.html").read_text(), "the French page has another title")
        making.done(["verify", "out", "--fingerprint", answer["fingerprint"]], folder)


def only_force_replaces(making, folder):
    publication = making.publication
    spent = making.entries(folder)
    again = making.again(folder)
    err = refused(making, again[:-1], folder, 2, "without --force")
    require("already" in err, f"without --force it said: {err}")
    making.done(again, folder)
    require(making.entries(folder) == 2 * spent, "what was spent stays spent")
    making.done(["inspect", publication.out], folder)
    for name, text in (("a file", "precious"), ("a directory", None)):
        with copied(folder) as place:
            out = place / publication.out
            if out.is_dir():
                making_way = [path.unlink() for path in sorted(out.rglob("*"), reverse=True)]
                require(making_way, "an empty publication")
                out.rmdir()
            else:
                out.unlink()
            if text:
                out.write_text(text)
            else:
                out.mkdir()
                (out / "precious").write_text("precious")
            refused(making, again, place, 2, f"--force on {name} of somebody else's")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sourdine", type=pathlib.Path)
    parser.add_argument("--name", action="append")
    options = parser.parse_args()
    failed = 0
    for publication in all_publications():
        if options.name and publication.name not in options.name:
            continue
        making = Making(options.sourdine, publication)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "work"
            making.make_ready(folder)
            for step in (checks_spend_nothing, budgets_refuse, is_published, only_force_replaces):
                try:
                    step(making, folder)
                except (Failure, KeyError, ValueError) as failure:
                    failed += 1
                    print(f"{publication.name}, {step.__name__}: {failure!r}")
                    break
            else:
                print(f"{publication.name}: as every kind")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
