#!/usr/bin/env python3
"""Trims the full golden data to what the tests need, and writes each model in denoc's own format.

    python3 tests/golden/trim.py FOLDER

FOLDER holds dh/*.json, mech/*.json and urdf/NAME/NAME.json. Writes tests/golden/{dh,mech,urdf}/NAME.json and
tests/models/{dh,mech}/NAME.toml; the models of urdf/ are models/NAME.toml.
Every number is passed through as printed: the script stops when a decimal is not its double's shortest round trip.
"""

import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent / "models"

STATE = """q qd qdd tau id_tau gravity_tau coriolis_h mass_matrix minv fd_qdd fd_qdd_ld momentum kinetic_energy
           potential_energy tip_R tip_p tip_jacobian joint_wrench noise""".split()
INVERSE_DYNAMICS = "q qd qdd id_tau noise".split()
# Robots of models/ whose numbers come from a URDF.
ROBOTS = ["ur5", "panda"]
# All their states are kept for inverse dynamics; the other quantities for the first FULL.
PAPER_ROBOTS = {"puma_saha", "stanford_saha"}
FULL = 5
# A file above this keeps fewer states, but at least LEAST (VAST_LEAST from VAST velocities on: M and its inverse
# take 40 kB a state there, and 100 kB at 50).
BYTES = 60_000
LEAST = 3
VAST, VAST_LEAST = 30, 2
# A diagnostic reading of the data: its states are enough.
NO_TRAJECTORY = {"stanford_saha_flipped_r"}


def shortest(text):
    value = float(text)
    if repr(value) != text and f"{value}" != text:
        raise SystemExit(f"{text} is not the shortest round trip {value!r}")
    return value


def pick(state, keys):
    picked = {key: state[key] for key in keys if key in state}
    picked["noise"] = {key: value for key, value in state["noise"].items() if key in picked}
    return picked


def golden(data, keep):
    name = data["name"]
    trimmed = {"name": name, "gravity": data["gravity"], "states": []}
    for index, state in enumerate(data["states"]):
        full = index < FULL if name in PAPER_ROBOTS else index < keep
        if full:
            trimmed["states"].append(pick(state, STATE))
        elif name in PAPER_ROBOTS:
            trimmed["states"].append(pick(state, INVERSE_DYNAMICS))
    if "trajectory" in data and name not in NO_TRAJECTORY:
        trimmed["trajectory"] = [
            {key: sample[key] for key in ("q", "qd", "qdd", "tau")} for sample in data["trajectory"]["samples"]
        ]
    if "free_fall" in data:
        trimmed["free_fall"] = [
            {"label": fall["label"], "q0": fall["q0"], "t": fall["t"], "q": fall["ld_q"]}
            for fall in data["free_fall"]
        ]
    return render(trimmed)


def render(trimmed):
    """JSON with one state or sample per line, one quantity of a state per line."""
    compact = lambda value: json.dumps(value, separators=(",", ":"), allow_nan=False)
    lines = []
    for key, value in trimmed.items():
        if key == "states":
            states = [
                "{" + ",\n ".join(f"{compact(k)}:{compact(v)}" for k, v in state.items()) + "}" for state in value
            ]
            lines.append('"states":[\n' + ",\n".join(states) + "]")
        elif key in ("trajectory", "free_fall"):
            lines.append(f'"{key}":[\n' + ",\n".join(map(compact, value)) + "]")
        else:
            lines.append(f"{compact(key)}:{compact(value)}")
    return "{" + ",\n".join(lines) + "}\n"


def numbers(values):
    return "[" + ", ".join(repr(value) for value in values) + "]"


def angle(value):
    turns = round(value / (math.pi / 2))
    if turns != 0 and abs(value - turns * (math.pi / 2)) <= 1e-15 * abs(turns):
        return {1: '"pi/2"', -1: '"-pi/2"', 2: '"pi"', -2: '"-pi"'}.get(turns, f'"{turns}*pi/2"')
    return repr(value)


def inertia(entries):
    kept = [f"{key} = {value!r}" for key, value in entries.items() if key in ("xx", "yy", "zz") or value != 0]
    return "{ " + ", ".join(kept) + " }"


def head(data, source):
    return [
        f"# {source}, written by tests/golden/trim.py; every number as it stands there.",
        f'name = "{data["name"]}"',
        f"gravity = {numbers(data['gravity'])}",
    ]


def dh_model(data):
    out = head(data, f"The table of golden dh/{data['name']}.json")
    out.append('convention = "saha"')
    for row in data["table"]:
        own = {"r": "theta", "p": "b"}[row["joint"]]
        assert row[own] is None and all(row[key] is not None for key in ("a", "b", "alpha", "theta") if key != own)
        joint = {"r": "revolute", "p": "prismatic"}[row["joint"]]
        out += ["", "[[link]]", f'joint = "{joint}"']
        out += [f"{key} = {row[key]!r}" for key in ("a", "b") if row[key] is not None]
        out += [f"{key} = {angle(row[key])}" for key in ("alpha", "theta") if row[key] is not None]
        out += [f"mass = {row['mass']!r}", f"r = {numbers(row['r'])}"]
        out.append(f"inertia = {inertia({key[1:]: row[key] for key in ('Ixx', 'Iyy', 'Izz', 'Ixy', 'Ixz', 'Iyz')})}")
    return "\n".join(out) + "\n"


def placement(rotation, translation):
    rows = ",\n  ".join(numbers(row) for row in rotation)
    return f"placement = {{ xyz = {numbers(translation)}, matrix = [\n  {rows},\n] }}"


def body_model(data):
    out = head(data, f"The bodies of golden mech/{data['name']}.json")
    bodies = data["bodies"]
    for body in bodies:
        joint = [f'type = "{body["joint"]["type"]}"']
        for key, value in body["joint"].items():
            if key != "type":
                joint.append(f"{key} = {numbers(value) if isinstance(value, list) else repr(value)}")
        tensor = body["inertia"]
        assert all(tensor[i][j] == tensor[j][i] for i in range(3) for j in range(i)), body["name"]
        parent = "base" if body["parent"] < 0 else bodies[body["parent"]]["name"]
        entries = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
        out += [
            "",
            "[[body]]",
            f'name = "{body["name"]}"',
            f'parent = "{parent}"',
            f"joint = {{ {', '.join(joint)} }}",
            placement(body["placement"]["R"], body["placement"]["t"]),
            f"mass = {body['mass']!r}",
            f"com = {numbers(body['com'])}",
            f"inertia = {inertia({key: tensor[i][j] for key, (i, j) in entries.items()})}",
        ]
    tip = data["tip"]
    out += ["", "[[frame]]", 'name = "tip"', f'body = "{bodies[tip["body"]]["name"]}"']
    out.append(placement(tip["R"], tip["t"]))
    return "\n".join(out) + "\n"


def main(folder):
    total = 0
    for kind, model in (("dh", dh_model), ("mech", body_model)):
        (HERE / kind).mkdir(exist_ok=True)
        (MODELS / kind).mkdir(parents=True, exist_ok=True)
        for path in sorted((folder / kind).glob("*.json")):
            data = json.loads(path.read_text(), parse_float=shortest)
            assert data["name"] == path.stem
            keep = len(data["states"])
            least = VAST_LEAST if len(data["states"][0]["qd"]) >= VAST else LEAST
            while keep > least and len(golden(data, keep)) > BYTES:
                keep -= 1
            text = golden(data, keep)
            total += len(text)
            (HERE / kind / path.name).write_text(text)
            (MODELS / kind / f"{path.stem}.toml").write_text(model(data))
            print(f"{kind}/{path.stem}: {len(text)} bytes, {text.count(chr(10) + '{' + chr(34) + 'q')} states and samples")
    (HERE / "urdf").mkdir(exist_ok=True)
    for name in ROBOTS:
        text = golden(json.loads((folder / "urdf" / name / f"{name}.json").read_text(), parse_float=shortest), LEAST)
        total += len(text)
        (HERE / "urdf" / f"{name}.json").write_text(text)
    print(f"total {total} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(pathlib.Path(sys.argv[1]))
