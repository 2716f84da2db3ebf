"""The database's user makes root change root's files; and a compromised service is root.

If root runs `gauntlet up`, parts of the data directory belong to the user `postgres`. An attacker
who becomes that user replaces a part with a link to a directory of root's, and waits for the next
start: root gave the link's target away (`postgres/run`), and wrote `pg_hba.conf` to it
(`postgres/data`). And the services themselves ran as root.

The rule: a link is refused by name before anything is changed, and its target keeps its owner and
gets no file; no service runs as root. The links are created in this script's own directory, by the
user `postgres` itself, in the layout that the directory had when its part belonged to that user.
"""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from common import DATA, PROGRAMS, Report

# The attacks end by then, and the processes that they started within 10 s more.
DEADLINE = time.monotonic() + 45
SERVICES = ["identity", "challenges", "media", "scoring", "gateway"]


def uids(data):
    """Returns the real, effective, saved and file system uid of each service, by name."""
    with open(f"{data}/run/cluster.json") as file:
        processes = json.load(file)["processes"]
    found = {}
    for process in processes:
        if process["name"].split("-")[0] not in SERVICES:
            continue
        with open(f"/proc/{process['pid']}/status") as file:
            line = next(line for line in file if line.startswith("Uid:"))
        found[process["name"]] = [int(word) for word in line.split()[1:]]
    return found


def gauntlet(*arguments, seconds=None):
    """Runs the operator's command; returns its status and output.

    Exits the script if the command takes longer than `seconds`, by default until the deadline.
    """
    limit = seconds or max(0.1, DEADLINE - time.monotonic())
    command = [f"{PROGRAMS}/gauntlet", *arguments]
    environment = dict(os.environ, GAUNTLET_LOG_LEVEL="warning")
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, env=environment
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"gauntlet {arguments[0]}: timed out")
    return done.returncode, (done.stdout + done.stderr).strip()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def up(data):
    return gauntlet("up", "--detach", "--no-demo", "--data", data, "--port", str(free_port()))


def end(data):
    """Stops a cluster of this script, whatever its state."""
    try:
        gauntlet("down", "--data", data, seconds=5)
    except SystemExit:
        # The supervisor first: it would start the others again.
        kill(data, lambda state: [state["supervisor"]])
        kill(data, lambda state: [process.get("pid") for process in state["processes"]])


def kill(data, pids):
    """Kills processes of a cluster of this script that its state file names."""
    try:
        with open(f"{data}/run/cluster.json") as file:
            found = pids(json.load(file))
    except (OSError, ValueError):
        return
    for pid in filter(None, found):
        subprocess.run(["kill", "-KILL", str(pid)], stderr=subprocess.DEVNULL)


def as_user(user, body):
    """Runs a function in a process of a user; returns whether it succeeded."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            body()
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def planting(path, victim):
    """Returns a function that replaces a directory with a link to another one."""

    def plant():
        os.rename(path, f"{path}.away")
        os.symlink(victim, path)

    return plant


def attack(report, work, user, part):
    """Makes root start a cluster of which one part is a link to a directory of root's."""
    data, victim = f"{work}/{part}-data", f"{work}/{part}-victim"
    status, said = up(data)
    if status != 0:
        sys.exit(f"gauntlet up: {said}")
    gauntlet("down", "--data", data)
    os.mkdir(victim, 0o755)
    with open(f"{victim}/PG_VERSION", "w") as file:
        file.write("15\n")

    path = f"{data}/postgres/{part}"
    planted = as_user(user, planting(path, victim))
    report.figure(f"postgres/{part}: links by that user", int(planted), "", "0", not planted)
    if not planted:
        # The layout of the previous release: the attack targets the first start of this release.
        os.chown(f"{data}/postgres", user.pw_uid, user.pw_gid)
        os.unlink(f"{data}/run/owners")
        if not as_user(user, planting(path, victim)):
            sys.exit(f"{path} cannot be replaced with a link")

    status, said = up(data)
    gauntlet("down", "--data", data)
    owner = os.stat(victim).st_uid
    report.figure(f"postgres/{part}: the target's owner", owner, "", "0, root", owner == 0)
    strangers = sorted(set(os.listdir(victim)) - {"PG_VERSION"})
    report.figure(f"postgres/{part}: files in the target", len(strangers), "", "0", not strangers)
    named = status != 0 and path in said
    report.figure(f"postgres/{part}: refused by name", named, "", "True", named)


def main():
    if os.geteuid() != 0:
        print("skipped: needs root")
        return
    report = Report()
    running = uids(DATA)
    as_root = [name for name, ids in running.items() if 0 in ids]
    report.figure("services that run as root", len(as_root), f"of {len(running)}", "0", not as_root)

    # `timeout` ends a script with TERM; stop the processes that it started then too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    user = pwd.getpwnam("postgres")
    work = tempfile.mkdtemp(prefix="gauntlet-root.", dir="/tmp")
    os.chmod(work, 0o755)
    try:
        for part in ["run", "data"]:
            attack(report, work, user, part)
    finally:
        for name in os.listdir(work):
            if name.endswith("-data"):
                end(f"{work}/{name}")
        shutil.rmtree(work, ignore_errors=True)
    report.finish()


main()
