#!/usr/bin/env python3
"""languages.py SOURDINE: what is published in one language has no word and no number of the other.

Blurred places, surveys (asked once, again and again, afresh each time, with fake data) and generalised tables are
checked and published in English and in French, and the pages of the English ones opened in French. Looked at: what a
check says, PRIVACY.md, the sentences of page.json in both languages, those of manifest.json and of the terminal, which
are in English whatever the publication's language, and the pages as chromium shows them (exit code 77 without it).
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOREIGN_WORDS = {
    "fr": r"the|of|and|is|are|by|which|with|from|every|whoever|nobody|rows?|people|survey|share|each|at most",
    "en": r"le|la|les|des|est|une|qui|dans|avec|par|du|et|lignes?|personnes?|enquête|chaque|au plus",
}
# A decimal point where a comma belongs; a comma that no three digits follow.
FOREIGN_NUMBER = {"fr": r"\d\.\d", "en": r"\d,\d{1,2}(?!\d)|\d,\d{4}"}
# What is the same in both: names of files and keys, quotations of the data, versions.
COMMON = r"sourdine \d+\.\d+\.\d+|\b[\w-]+\.(csv|md|json|jsonl|toml|srep)\b|--[\w-]+|`[^`]*`|« (le|la) »"

EVENTS = """[events]
latitude = "lat"
longitude = "lon"
keep = ["when"]
[area]
box = [5.8, 47.1, 6.2, 47.4]
outside = "drop"
[privacy]
level = 1.5
within = "250 m"
"""
PEOPLE = """[[attribute]]
name = "mood"
labels = ["0", "1", "2"]
[[attribute]]
name = "age"
bins = [0, 18.5, 65, inf]
[privacy]
epsilon = 2.5
"""
AGAIN = """solution = "spl"
epsilon1 = 1.25
memo_key = "panel.key"
cap = 2
state = "kept"
[people]
source = "panel.csv"
id = "who"
collection = "month"
"""
TABLE = """[columns]
keep = ["town"]
[quasi.zip]
kind = "masked"
[quasi.age]
kind = "intervals"
widths = [5, 10, 20]
[sensitive.disease]
distinct_l = 2
entropy_l = 1.5
recursive = { c = 2.5, l = 2 }
t = 0.25
[privacy]
k = 3
suppress = 0.015
[population]
source = "all.csv"
"""

faults = 0


def scan(where, text, language):
    global faults
    text = re.sub(COMMON, " ", text)
    for pattern in (rf"\b({FOREIGN_WORDS[language]})\b", FOREIGN_NUMBER[language]):
        for found in re.finditer(pattern, text, re.IGNORECASE):
            faults += 1
            around = text[max(0, found.start() - 60):found.end() + 60].replace("\n", " ")
            print(f"{where}: '{found[0]}' in a text of language {language}: …{around}…")


def sentences(value):
    """The texts of a JSON value that have a space in them; names have none."""
    if isinstance(value, str):
        return [value] if " " in value else []
    if isinstance(value, dict):
        return [text for part in value.values() for text in sentences(part)]
    return [text for part in value for text in sentences(part)] if isinstance(value, list) else []


def page_text(chromium, path):
    shown = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
                            "--dump-dom", path.resolve().as_uri()],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True).stdout.decode()
    shown = re.sub(r"<(script|style|noscript)\b.*?</\1>|<fieldset[^>]*id=\"language\".*?</fieldset>", " ", shown,
                   flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "\n", shown))


def write_data():
    calls = [f"2024-01-{1 + i % 28:02},{47.11 + i * 7919 % 2800 / 1e4:.4f},{5.81 + i * 104729 % 3800 / 1e4:.4f}\n"
             for i in range(2000)]
    pathlib.Path("calls.csv").write_text("when,lat,lon\n" + "".join(calls) + "2024-01-01,48,6\n")
    pathlib.Path("once.csv").write_text("mood,age\n" + "".join(f"{i % 3},{i % 90}\n" for i in range(2000)))
    pathlib.Path("panel.csv").write_text("who,month,mood,age\n" + "".join(
        f"p{i},{month},{(i + month) % 3},{i % 90}\n" for month in (1, 2, 3) for i in range(2000)))
    diseases = ("heart", "viral", "cancer", "flu")
    pathlib.Path("people.csv").write_text("zip,age,disease,town\n" + "".join(
        f"{13050 + i * 31 % 8 * 10},{18 + i * 37 % 60},{diseases[i * 7919 % 11 % 4]},T{i % 3}\n" for i in range(1500)))
    pathlib.Path("all.csv").write_text("zip,age\n" + "".join(
        f"{13050 + z * 10},{age}\n" for z in range(8) for age in range(18, 78) for _ in range(3)))


class Publisher:
    def __init__(self, sourdine, language):
        self.sourdine, self.language, self.directories = sourdine, language, []

    def run(self, *arguments):
        done = subprocess.run([self.sourdine, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise SystemExit(f"sourdine {' '.join(arguments)}: {done.stderr.decode()}")
        return done.stdout.decode()

    def checked_and_published(self, out, *command, of_people=()):
        name = f"{out} ({self.language})"
        scan(f"check of {name}", self.run(*command, "--check", *of_people), self.language)
        scan(f"terminal of {name}", self.run(*command, "--out", out, *of_people), "en")
        if not pathlib.Path(out, "page.json").exists():
            return
        self.directories.append(out)
        scan(f"PRIVACY.md of {name}", pathlib.Path(out, "PRIVACY.md").read_text(), self.language)
        page = json.loads(pathlib.Path(out, "page.json").read_text())
        for language, words in page["guarantee"]["words"].items():
            scan(f"page.json of {name}", "\n".join(sentences(words)), language)
        manifest = json.loads(pathlib.Path(out, "manifest.json").read_text())
        manifest.pop("title")
        scan(f"manifest.json of {name}", "\n".join(sentences(manifest)), "en")

    def publish_all(self):
        def config(name, text):
            path = pathlib.Path(f"{name}-{self.language}.toml")
            path.write_text(f'language = "{self.language}"\n{text}')
            return str(path)

        def out(name):
            return f"{name}-{self.language}"

        prior = config("calls", EVENTS + '[publish]\nprior = "uniform"\norder = "input"\n')
        self.checked_and_published(out("blurred"), "blur", "calls.csv", "--config", prior)
        repeats = config("repeats", EVENTS + "memo = false\nrepeats = 3\n")
        self.checked_and_published(out("repeated"), "blur", "calls.csv", "--config", repeats)
        for solution in ("smp", "rs+fd"):
            name = solution.replace("+", "-")
            asked = config(name, PEOPLE + f'solution = "{solution}"\n')
            self.checked_and_published(out(name) + ".srep", "survey", "randomize", "once.csv", "--config", asked)
            self.checked_and_published(out(name), "survey", "estimate", out(name) + ".srep", "--config", asked)
        afresh = config("afresh", PEOPLE)
        for collection in ("a", "b"):
            self.run("survey", "randomize", "once.csv", "--config", afresh, "--collection", collection, "--out",
                     f"{collection}-{self.language}.srep")
        self.checked_and_published(out("afresh"), "survey", "estimate", f"a-{self.language}.srep",
                                   f"b-{self.language}.srep", "--config", afresh)
        again = config("again", PEOPLE + AGAIN.replace("panel.key", out("panel.key")))
        self.checked_and_published(out("reports"), "survey", "randomize", "--config", again, of_people=("--new-key",))
        self.checked_and_published(out("again"), "survey", "estimate", out("reports"), "--config", again)
        self.checked_and_published(out("table"), "anonymize", "people.csv", "--config", config("table", TABLE))
        coarser = config("coarser", TABLE.replace("[5, 10, 20]", "[10, 20]"))
        self.checked_and_published(out("coarser"), "anonymize", "people.csv", "--config", coarser, "--compare-with",
                                   out("table"))


def main():
    sourdine = os.path.abspath(sys.argv[1])
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_data()
        for language in ("en", "fr"):
            publisher = Publisher(sourdine, language)
            publisher.publish_all()
            if not chromium:
                continue
            for directory in publisher.directories:
                scan(f"page of {directory}", page_text(chromium, pathlib.Path(directory, "index.html")), language)
                if language == "en":
                    publisher.run("page", directory, "--language", "fr", "--title", "Un titre")
                    scan(f"French page of {directory}",
                         page_text(chromium, pathlib.Path(directory, "index.fr.html")), "fr")
        os.chdir("/")
    if faults:
        sys.exit(f"{faults} words or numbers of the other language")
    if not chromium:
        sys.exit(77)


if __name__ == "__main__":
    main()
