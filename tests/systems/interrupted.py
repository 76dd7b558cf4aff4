#!/usr/bin/env python3
"""interrupted.py SOURDINE [--every N] [--name NAME]: what becomes of money, state and files when a publication is killed,
is told to stop, or finds the disk full, at each call of it that changes something on the disk (strace): for every kind.

Whenever it ends: nothing of it can be read that the ledger does not name; what is there is whole; the ledger can be read
and holds one entry for each attempt at most; the state that it keeps is as it was, or as the entry says. Then the command
runs again, undisturbed, and publishes; what it had kept (a key, symbols that people used) is still the same. --every N:
only each Nth call, the first one by the kind. Exit code 77 (skipped) where strace is missing or not permitted.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

from publications import Failure, Making, all_publications, copied, is_key, require

CHANGES = ("openat", "mkdir", "rename", "renameat2", "link", "linkat", "unlink", "unlinkat", "rmdir", "chmod", "fchmod",
           "write", "pwrite64", "fsync", "fdatasync", "ftruncate")
# A disk that is full refuses to take bytes and names; what removes them goes on.
FILLING = ("mkdir", "rename", "renameat2", "link", "linkat", "write", "pwrite64", "fsync", "fdatasync")
FAULTS = {"kill": "signal=SIGKILL", "stop": "signal=SIGTERM", "full": "error=ENOSPC"}


def strace(log, *options):
    return ("strace", "-f", "-qq", "-y", "-s", "0", "-o", str(log), *options)


def changing_calls(making, base):
    """What the command does to files, in order: (call, how often its thread has made that call). None: no strace."""
    with copied(base) as folder:
        log = folder.parent / "log"
        code, _, err = making.run(making.publication.command, folder, strace(log, "-e", "trace=" + ",".join(CHANGES)))
        text = log.read_text() if log.exists() else ""
    if code != 0 and not text:
        return None
    require(code == 0, f"the command ended with {code}: {err}")
    calls, counts = [], {}
    main_thread = text.split(maxsplit=1)[0]
    for line in text.splitlines():
        thread, call = line.split(maxsplit=1)
        match = re.match(r"(\w+)\(", call)
        if not match or thread != main_thread:
            continue
        name = match[1]
        counts[name] = counts.get(name, 0) + 1
        makes = name != "openat" or "O_CREAT" in call or "O_TMPFILE" in call
        is_file = name not in ("write", "pwrite64") or "/work/" in call
        if makes and is_file and " = -1 " not in call:
            calls.append((name, counts[name]))
    require(len(calls) >= 10, f"{len(calls)} changing calls were seen")
    return calls


def is_published(making, folder):
    """Whether something is there; then it is whole."""
    path = folder / making.publication.out
    if not path.exists():
        return False
    making.done(["verify" if (path / "manifest.json").exists() else "inspect", path.name], folder)
    return True


def require_nothing_left(publication, folder, before, fault):
    allowed = {name for name in (publication.out, publication.ledger, *publication.kept) if name}
    names = {path.name for path in folder.iterdir()} - before - allowed
    # The ledger's head, and its lock. What a killed program could not remove, no verb takes for a publication.
    names = {name for name in names if not publication.ledger or not name.startswith(publication.ledger + ".")}
    if fault == "kill":
        names = {name for name in names if not re.fullmatch(r"\..*|.*\.tmp|.*\.key\.\w{6}", name)}
    require(not names, f"left behind: {names}")


def interrupt(making, base, fault, call, number):
    publication = making.publication
    with copied(base) as folder:
        before, kept = {path.name for path in folder.iterdir()}, making.kept(folder)
        inject = f"inject={call}:{FAULTS[fault]}:when={number}{'+' if fault == 'full' else ''}"
        code, _, err = making.run(publication.command, folder,
                                  strace(folder.parent / "log", "-e", f"trace={call}", "-e", inject))
        require("exception" not in err and "terminate" not in err, f"it said: {err}")
        require(fault != "full" or code in (0, 1), f"exit code {code}: {err}")
        published, spent = is_published(making, folder), making.entries(folder)
        require(published or code != 0, "it said that it is done, and nothing is there")
        require(spent in (0, publication.entries), f"{spent} entries for one publication")
        if publication.ledger:
            require(spent or not published, "something is there that was not paid for")
            require(fault != "stop" or bool(spent) == published,
                    f"stopped, with {spent} entries, and published: {published}")
        require_nothing_left(publication, folder, before, fault)
        after = making.kept(folder)
        require(set(kept) <= set(after), "state was lost")
        making.done(making.again(folder), folder)
        require(is_published(making, folder), "nothing is there after another attempt")
        total = making.entries(folder)
        require(total <= spent + publication.entries, f"{total} entries of two attempts")
        for key in filter(is_key, after):
            require((folder / key).read_bytes() == after[key], f"another {key} was drawn")


def interrupt_at_all(making, base, calls, chosen):
    """How often it was interrupted, at the chosen places, and how often something was wrong then."""
    tried = failed = 0
    for place, (call, number) in enumerate(calls):
        for fault_number, fault in enumerate(FAULTS):
            if not chosen(place + fault_number) or (fault == "full" and call not in FILLING):
                continue
            tried += 1
            try:
                interrupt(making, base, fault, call, number)
            except Failure as failure:
                failed += 1
                print(f"{making.publication.name}, {fault} at {call} {number}: {failure}")
    return tried, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sourdine", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--name", action="append")
    options = parser.parse_args()
    if shutil.which("strace") is None:
        print("there is no strace here")
        return 77
    all_failed = 0
    for shift, publication in enumerate(all_publications()):
        if options.name and publication.name not in options.name:
            continue
        making = Making(options.sourdine, publication)
        with tempfile.TemporaryDirectory() as name:
            base = pathlib.Path(name) / "work"
            making.make_ready(base)
            calls = changing_calls(making, base)
            if calls is None:
                print("strace is not permitted here")
                return 77
            tried, failed = interrupt_at_all(making, base, calls, lambda i: (i + shift) % options.every == 0)
        all_failed += failed
        print(f"{publication.name}: {len(calls)} calls, {tried} interrupted, {failed} failed")
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
