#!/usr/bin/env python3
"""ledger.py SOURDINE: the ledger under faults, as the system sees it (strace). Exit code 77 (skipped) without strace.

kills       a program that spends is killed before every system call from the first look at the ledger to the end: on
            no ledger, on one, on one whose last line is open, on one of the older form, on one that a kill left behind.
            No committed line is lost, the sum never exceeds the budget, what was published was counted, and the next
            spending works. Every kill happens; what a kill leaves behind is looked at once for each of the folders that
            differ by more than times, noise and the names of temporary files, since a program that comes later sees no
            more of it. With SOURDINE_EVERY_KILL=1 in the environment it is looked at after every kill.
order       a reservation is on the disk before the output appears, and the commit before the program says so
tampering   a ledger that is changed, put in another order, cut off or spliced does not verify; one rewritten together
            with its head does not verify against a release's manifest
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SOURDINE = pathlib.Path(sys.argv[1]).resolve()
NOT_KILLED_AT = {"exit_group", "execve", "exit"}


class Failure(Exception):
    pass


def require(is_so, what):
    if not is_so:
        raise Failure(what)


def sourdine(folder, *arguments):
    done = subprocess.run([SOURDINE, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


SPEND = ["range", "build", "people.csv", "--number", "age", "--from", "0", "--to", "99", "--epsilon", "0.1",
         "--structure", "flat", "--ledger", "d.ledger.jsonl", "--budget", "1", "--out"]


def strace(folder, out):
    """What spending does: its exit code and its system calls."""
    log = folder.parent / "strace.log"
    code = subprocess.run(["strace", "-f", "-y", "-qq", "-s", "300", "-o", str(log), SOURDINE, *SPEND, out],
                          cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    return code, [re.sub(r"^\d+ +", "", line) for line in log.read_text().splitlines()]


def kill(folder, call, when):
    """Spends, and is killed before the system call of this name and number."""
    return subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                           f"inject={call}:signal=KILL:when={when}", SOURDINE, *SPEND, "k.srng"],
                          cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def begin(folder):
    folder.mkdir()
    (folder / "people.csv").write_text("age\n19\n23\n24\n40\n")


def older_lines():
    line = {"date": "2026-01-01", "dataset": "d", "purpose": "old", "epsilon": "0.300000000",
            "unit": "one record (add or remove one record)", "private": True}
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for _ in range(3))


def spent(folder):
    code, text = sourdine(folder, "ledger", "show", "d.ledger.jsonl", "--json")
    if not (folder / "d.ledger.jsonl").exists():  # killed before there was one
        require(code == 2 and "there is no ledger" in text, f"a ledger that is not there is shown: {text}")
        return 0, set(), 0
    require(code == 0, f"the ledger cannot be shown: {text}")
    shown = json.loads(text)
    nano = sum(round(float(entry["loss"].split()[1]) * 1e9) for entry in shown["entries"] if entry["state"] != "cancelled")
    return nano, {entry["purpose"] for entry in shown["entries"]}, shown["head"]["count"]


def make_ledgers(scratch):
    """Folders to begin from, each with at most 0.9 of 1 spent."""
    ledgers = {}
    for name in ("none", "one", "open", "older"):
        ledgers[name] = scratch / f"begin-{name}"
        begin(ledgers[name])
    for i in range(2):
        require(sourdine(ledgers["one"], *SPEND, f"{i}.srng")[0] == 0, "spending fails")
    (ledgers["older"] / "d.ledger.jsonl").write_text(older_lines())
    # A reservation that nobody closed: the lines without the last, and a head that is behind by one more.
    require(sourdine(ledgers["open"], *SPEND, "0.srng")[0] == 0, "spending fails")
    path = ledgers["open"] / "d.ledger.jsonl"
    line = path.read_text().splitlines()[0] + "\n"
    path.write_text(line)
    (ledgers["open"] / "d.ledger.jsonl.head").write_text(json.dumps({"count": 0, "hash": "0" * 64}))
    return ledgers


def window_of(calls):
    """(name, how often it occurred up to there) of the calls from the first look at the ledger on."""
    seen, found, is_inside = {}, [], False
    for call in calls:
        name = re.match(r"(\w+)\(", call)
        if not name:
            continue
        name = name[1]
        seen[name] = seen.get(name, 0) + 1
        is_inside = is_inside or (name != "execve" and "d.ledger.jsonl" in call)
        if is_inside and name not in NOT_KILLED_AT:
            found.append((name, seen[name]))
    return found


def left_behind(folder):
    """All that a later program can see of a folder, without what differs from run to run: the ledger without its times,
    with a line's number for its hash; its heads likewise; the names of the files. What is published is noise."""
    numbers = {"0" * 64: "#0"}

    def without_times(text):
        text = re.sub(r'"time":"[^"]*"', '"time"', text)
        return re.sub(r"[0-9a-f]{64}", lambda found: numbers.get(found[0], found[0]), text)

    seen = []
    ledger = folder / "d.ledger.jsonl"
    if ledger.exists():
        for number, line in enumerate(ledger.read_bytes().splitlines(keepends=True), 1):
            seen.append(without_times(line.decode()))
            numbers[hashlib.sha256(line.rstrip(b"\n")).hexdigest()] = f"#{number}"
    for path in sorted(folder.iterdir()):
        seen.append(re.sub(r"\.[0-9a-f]{16}\.tmp$", ".tmp", path.name))
        if ".head" in path.name:
            seen.append(without_times(path.read_text()))
    return tuple(seen)


TENTH, BUDGET = 100_000_000, 1_000_000_000


def look_after_kill(folder, where):
    ledger = folder / "d.ledger.jsonl"
    code, said = sourdine(folder, "ledger", "verify", "d.ledger.jsonl")
    require(code == (0 if ledger.exists() else 2), f"{where}: {said}")
    nano, purposes, _ = spent(folder)
    require(nano <= BUDGET, f"{where}: {nano} is spent")
    require((folder / "k.srng").exists() <= ("k.srng" in purposes), f"{where}: published without being counted")
    # Whoever comes next spends what is left, and not more.
    if nano <= BUDGET - TENTH:
        code, said = sourdine(folder, *SPEND, "again.srng")
        require(code == 0, f"{where}, then: {said}")
        require(spent(folder)[0] == nano + TENTH, f"{where}: the next spending is not counted")
    if nano > BUDGET - 2 * TENTH:
        code, said = sourdine(folder, *SPEND, "once_more.srng")
        require(code == 3, f"{where}, then, with nothing left: {code} {said}")
        require(spent(folder)[0] == BUDGET, f"{where}: not all is spent")


def kill_everywhere(scratch, name, start, pool, looked_at):
    """The number of kills, of spending that begins from this folder."""
    before = (start / "d.ledger.jsonl").read_text() if (start / "d.ledger.jsonl").exists() else ""
    folder = scratch / "kill"
    shutil.copytree(start, folder)
    code, calls = strace(folder, "k.srng")
    shutil.rmtree(folder)
    if code != 0 and not calls:
        return None
    require(code == 0, f"{name}: spending ended with {code}")
    window = window_of(calls)
    require(len(window) > 20, f"{name}: only {len(window)} system calls")

    def one(call, when):
        where = f"{name}, killed at {call} number {when}"
        mine = scratch / f"kill-{call}-{when}"
        shutil.copytree(start, mine)
        code = kill(mine, call, when)
        require(code in (-9, 137), f"{where}: it ended with {code}")
        ledger = mine / "d.ledger.jsonl"
        require((ledger.read_text() if ledger.exists() else "").startswith(before), f"{where}: lines are lost")
        state = left_behind(mine)
        if "SOURDINE_EVERY_KILL" in os.environ or state not in looked_at:
            looked_at.add(state)
            look_after_kill(mine, where)
        shutil.rmtree(mine)

    for done in [pool.submit(one, *point) for point in window]:
        done.result()
    return len(window)


def kills(scratch):
    total, looked_at = 0, set()
    starts = make_ledgers(scratch)
    # The last tenth: whether it was spent is known after every kill, and nobody gets it twice.
    starts["last tenth"] = scratch / "begin-last"
    begin(starts["last tenth"])
    for i in range(9):
        require(sourdine(starts["last tenth"], *SPEND, f"{i}.srng")[0] == 0, "spending fails")
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for name, start in starts.items():
            count = kill_everywhere(scratch, name, start, pool, looked_at)
            if count is None:
                return None
            total += count
    require(total >= 200, f"only {total} kills")
    print(f"{total} kills, {len(looked_at)} different folders left behind: nothing committed is lost or spent twice")
    return total


def first(calls, pattern, what, after=-1):
    for number, call in enumerate(calls):
        if number > after and re.search(pattern, call):
            return number
    raise Failure(f"not seen: {what}\n" + "\n".join(calls[-80:]))


def order(scratch):
    folder = scratch / "order"
    begin(folder)
    require(sourdine(folder, *SPEND, "0.srng")[0] == 0, "spending fails")
    _, calls = strace(folder, "o.srng")
    calls = [call for call in calls if " = -1 " not in call]
    at = -1
    steps = []
    for line, what in ((r'\\"step\\":\\"reserve', "the reservation"), (r'\\"step\\":\\"commit', "the commit")):
        if what == "the commit":
            at = first(calls, r'rename.*"o\.srng"|link.*"o\.srng"|o\.srng"', "the output gets its name", at)
            steps.append(("output", at))
        at = first(calls, r"write\(\d+<[^>]*d\.ledger\.jsonl>.*" + line, what, at)
        at = first(calls, r"fsync\(\d+<[^>]*d\.ledger\.jsonl>\)", f"{what} on the disk", at)
        at = first(calls, r"fsync\(\d+<[^>]*d\.ledger\.jsonl\.head\.new>\)", "the head on the disk", at)
        at = first(calls, r'rename.*\.head\.new", .*\.head"', "the head gets its name", at)
        at = first(calls, r"fsync\(\d+<[^>]*/order>\)", "the folder on the disk", at)
        steps.append((what, at))
    first(calls, r"write\(1<", "what is said", at)
    require(not any(re.search(r"write\(1<", call) for call in calls[:at]), "something was said before it was so")
    # A ledger that is made is in its folder, on the disk, before its first line counts.
    begin(scratch / "made")
    _, calls = strace(scratch / "made", "m.srng")
    calls = [call for call in calls if " = -1 " not in call]
    made = first(calls, r'd\.ledger\.jsonl", .*O_CREAT', "the ledger is made")
    flushed = first(calls, r"fsync\(\d+<[^>]*/made>\)", "its folder on the disk", made)
    require(flushed < first(calls, r"write\(\d+<[^>]*d\.ledger\.jsonl>", "the first line"), "a ledger without a folder")
    print("reserved, on the disk, published, committed, on the disk, said")


def rechained(lines):
    """The lines with hashes that fit again, and their head: what somebody writes who changes a ledger with its head."""
    before, out = "0" * 64, []
    for line in lines:
        entry = json.loads(line)
        entry["before"] = before
        text = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
        before = hashlib.sha256(text.encode()).hexdigest()
        out.append(text)
    return "".join(line + "\n" for line in out), json.dumps({"count": len(out), "hash": before})


def tampering(scratch):
    folder = scratch / "tamper"
    folder.mkdir()
    (folder / "events.csv").write_text("when,where\n2024-01-01,north\n2024-01-02,south\n")
    (folder / "d.toml").write_text('[events]\ntime="when"\nplace="where"\n[places]\nregions=["north","south"]\n'
                                   "[privacy]\nepsilon=1\n")
    for i in range(3):
        require(sourdine(folder, "release", "events.csv", "--config", "d.toml", "--out", f"r{i}")[0] == 0, "no release")
    ledger, head = folder / "d.ledger.jsonl", folder / "d.ledger.jsonl.head"
    text, known = ledger.read_text(), head.read_text()
    lines = text.splitlines()
    require(len(lines) == 6, text)

    def verify(*options):
        return sourdine(folder, "ledger", "verify", "d.ledger.jsonl", *options)

    for i in range(3):
        require(verify("--head", f"r{i}")[0] == 0, f"release {i} does not verify: {verify('--head', f'r{i}')}")
    joined = lambda some: "".join(line + "\n" for line in some)
    cases = {"changed": text.replace("1.000000000", "0.100000000", 1), "reordered": joined(lines[2:4] + lines[:2] + lines[4:]),
             "cut off": joined(lines[:-2]), "cut off by one": joined(lines[:-1]), "cut within a line": text[:-10],
             "spliced": joined(lines[:2] + lines[4:]), "doubled": text + joined(lines[4:]), "empty": ""}
    for what, changed in cases.items():
        ledger.write_text(changed)
        code, said = verify()
        require(code == 2 and said.startswith("sourdine: ") and len(said.splitlines()) <= 2, f"{what}: {code} {said}")
    # Rewritten together with its head: it verifies by itself, and against no release after the change.
    for what, some in {"a smaller epsilon": [line.replace("1.000000000", "0.100000000") for line in lines],
                       "a spending less": lines[:2]}.items():
        changed, new_head = rechained(some)
        ledger.write_text(changed)
        head.write_text(new_head)
        require(verify()[0] == 0, f"{what}: {verify()}")
        code, said = verify("--head", "r2")
        require(code == 2, f"{what} is not found by a manifest: {said}")
        code, said = verify("--head", json.loads(known)["hash"])
        require(code == 2, f"{what} is not found by a hash: {said}")
    ledger.write_text(text)
    head.write_text(known)
    require(verify("--head", json.loads(known)["hash"])[0] == 0, "the ledger as it was does not verify")
    print("changed, reordered, cut off, spliced, rewritten: found")


def main():
    if shutil.which("strace") is None:
        print("there is no strace here")
        return 77
    # In memory where that is possible: a program is killed here, not a machine, and no disk has to be waited for.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name:
        scratch = pathlib.Path(name)
        try:
            if kills(scratch) is None:
                print("strace is not permitted here")
                return 77
            order(scratch)
            tampering(scratch)
        except Failure as failure:
            print(failure)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
