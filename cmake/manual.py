#!/usr/bin/env python3
"""manual.py SOURDINE VERSION DIRECTORY: manual pages (man1/) and completions (bash/, zsh/, fish/) of the program, from
what it says of itself."""
import gzip
import pathlib
import re
import subprocess
import sys

sourdine, version, directory = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def said(*arguments):
    return subprocess.run([sourdine, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def escaped(text):
    """As it stands: no request of troff, no sign that means something to it."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def page(name, help_text, others):
    lines = help_text.strip().split("\n")
    title = name.replace(" ", "-")
    see = ", ".join(f"\\fB{other}\\fR(1)" for other in others)
    return (f'.TH {title.upper()} 1 "" "sourdine {version}" "Sourdine"\n.SH NAME\n{escaped(title)} \\- '
            f'{escaped(lines[0].rstrip("."))}\n.SH DESCRIPTION\n.nf\n{escaped(chr(10).join(lines[1:]))}\n.fi\n'
            f".SH SEE ALSO\n{see}\n")


def write(path, text, is_packed=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if is_packed else text.encode())


def listed(text):
    """The verbs that a help lists: under the tasks of the program, or under Subcommands."""
    sections = re.findall(r"^([A-Z][a-z]+):\n((?:  .*\n?)+)", text, re.MULTILINE)
    others = ("Options", "Positionals", "Example", "Examples")
    return [verb for heading, lines in sections if heading not in others
            for verb in re.findall(r"^  ([a-z]+) ", lines, re.MULTILINE)]


def write_pages(verbs):
    """The page of a command, and those of its verbs: 'range', 'range stream', 'range stream append'."""
    name = " ".join(["sourdine", *verbs])
    text = said("help", *verbs)
    below = [verb for verb in listed(text) if verb != "help"]
    above = [name.rsplit(" ", 1)[0].replace(" ", "-")] if verbs else []
    title = name.replace(" ", "-")
    write(directory / f"man1/{title}.1.gz", page(name, text, above + [f"{title}-{verb}" for verb in below]), True)
    for verb in below:
        write_pages([*verbs, verb])


write_pages([])
write(directory / "bash/sourdine", said("completion", "bash"))
# zsh calls the file as a function when it is first needed: it defines the real one, and answers at once.
write(directory / "zsh/_sourdine", "#compdef sourdine\nautoload -U +X bashcompinit && bashcompinit\n" +
      said("completion", "bash") + "_bash_complete -o default -F _sourdine\n")
write(directory / "fish/sourdine.fish", said("completion", "fish"))
