"""The publications that the tests over all kinds make: tests/kinds/publications.toml, and a folder to make one in."""
import contextlib
import dataclasses
import json
import pathlib
import shutil
import subprocess
import tempfile
import tomllib

TESTS = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = TESTS.parent / "examples"
PATIENCE = 120  # seconds until a command counts as one that hangs


class Failure(Exception):
    pass


def require(is_so, what):
    if not is_so:
        raise Failure(what)


@dataclasses.dataclass
class Publication:
    name: str
    kind: str
    files: str
    command: list
    ledger: str = ""
    entries: int = 1
    kept: list = ()
    prepare: list = ()
    edit: list = ()
    write: list = ()
    budget: str = ""
    out: str = "out"


def all_publications():
    with open(TESTS / "kinds" / "publications.toml", "rb") as file:
        return [Publication(**row) for row in tomllib.load(file)["publication"]]


class Making:
    """One publication, and the program that makes it."""

    def __init__(self, program, publication):
        self.program, self.publication = pathlib.Path(program).resolve(), publication

    def run(self, arguments, folder, prefix=()):
        """(exit code, standard output, standard error)"""
        done = subprocess.run([*prefix, self.program, *arguments], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def done(self, arguments, folder):
        code, out, err = self.run(arguments, folder)
        require(code == 0, f"{' '.join(map(str, arguments))} ended with {code}: {err}")
        return out

    def make_ready(self, folder):
        publication = self.publication
        shutil.copytree(EXAMPLES / publication.files, folder)
        for name, text, other in publication.edit:
            path = folder / name
            require(text in path.read_text(), f"'{text}' is not in {name}")
            path.write_text(path.read_text().replace(text, other))
        for name, text in publication.write:
            (folder / name).write_text(text)
        for command in publication.prepare:
            self.done(command, folder)

    def entries(self, folder):
        """How many the ledger has."""
        ledger = self.publication.ledger
        if not ledger or not (folder / ledger).exists():
            return 0
        entries = json.loads(self.done(["ledger", "show", ledger, "--json"], folder))["entries"]
        return sum(entry["state"] != "cancelled" for entry in entries)

    def kept(self, folder):
        """Its state: the bytes of files, and of those in directories."""
        paths = [path for name in self.publication.kept for path in [folder / name, *(folder / name).glob("*")]]
        return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}

    def again(self, folder):
        """The command that makes it once more, where it has a key by now."""
        has_key = any(is_key(name) for name in self.kept(folder))
        return [word for word in self.publication.command if word != "--new-key" or not has_key] + ["--force"]


def is_key(name):
    return name.endswith(".key")


@contextlib.contextmanager
def copied(folder):
    """A copy of the folder, for a `with`."""
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(shutil.copytree(folder, pathlib.Path(name) / "work"))
