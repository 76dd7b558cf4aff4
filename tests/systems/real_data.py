"""What the systems tests on real data share: the unpacked file, and promises that are all checked before one fails."""
import pathlib
import subprocess
import sys
import tempfile


class Promises:
    """check(holds, what) says of every promise whether it holds; exit_code() is 1 when one does not."""

    def __init__(self):
        self.broken = 0

    def check(self, holds, what):
        print(("holds: " if holds else "FAILS: ") + what)
        self.broken += not holds

    def exit_code(self):
        return 1 if self.broken else 0


def run(test):
    """Calls test(sourdine, rows, folder, check) with the unpacked data given on the command line; 77 without them."""
    sourdine, data = sys.argv[1], pathlib.Path(sys.argv[2])
    if not data.exists():
        print("the data are not here")
        return 77
    promises = Promises()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = folder / "rows.csv"
        with rows.open("wb") as out:
            subprocess.run(["zstd", "-dc", str(data)], stdout=out, check=True)
        test(sourdine, rows, folder, promises.check)
    return promises.exit_code()
