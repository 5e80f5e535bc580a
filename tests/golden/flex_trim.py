"""Writes tests/golden/flex/NAME.json and tests/models/flex/NAME.toml, and NAME.modes.toml of a body by nodes, from the full golden data of flexible bodies.

    python3 tests/golden/flex_trim.py FOLDER

FOLDER has one file a mechanism. Kept of it are the states with every level, the noise, and the trajectories; numbers stand as
they are. The geometry of the models is `exact`: a test puts another level in its place.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
STATE = ["q", "qd", "qdd", "tau", "elastic_tau", "damping_tau", "potential_elastic", "levels"]
NAMES = ["rotating_beam", "planar_2link", "spatial_3r", "spacecraft", "nodal_arm", "slider_crank"]


def text(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(text(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text(one)}" for key, one in value.items()) + " }"
    return repr(value)


def placement(one):
    parts = {}
    if any(one["t"]):
        parts["xyz"] = one["t"]
    rows = [[0.0 if abs(x) < 1e-15 else x for x in row] for row in one["R"]]
    if rows != [[1, 0, 0], [0, 1, 0], [0, 0, 1]]:
        parts["matrix"] = rows
    return parts


def flexible(data):
    section = {key: data[key] for key in ["length", "E", "G", "density", "area", "Iy", "Iz", "J"]}
    return {
        "beam": section,
        "modes": {key: count for key, count in data["modes"].items() if count},
        "boundary": data["boundary"],
        "damping": data["damping"],
        "geometry": "exact",
        "frames": data["frames"],
    }


def modes(name, data):
    """The mode file of a body by nodes."""
    lines = [f"# The nodes of golden flex/{name}.json, written by tests/golden/flex_trim.py."]
    for key in ["nodes", "node_mass", "node_inertia", "shapes", "stiffness"]:
        lines += [f"{key} = {rows(data[key])}"]
    lines += [f'damping = {rows(data["damping_matrix"])}', f'frames = {text(data["frames"])}']
    return "\n".join(lines) + "\n"


def rows(value):
    """An array with a row on each line."""
    if not isinstance(value[0], list):
        return text(value)
    return "[\n" + "".join(f"    {text(row)},\n" for row in value) + "]"


def named(body):
    """The name of a body; "base" is that of no body in a model."""
    return "turntable" if body["name"] == "base" else body["name"]


def where(bodies, index, frame):
    if index < 0:
        return "base"
    name = named(bodies[index])
    return f"{name}/{frame}" if frame else name


def closure(bodies, one):
    """The cut joint of a planar loop: a pin about z where both of its coordinates x and y are held."""
    assert one["rows"] == [0, 1]
    lines = ["[[loop]]", 'name = "pin"', 'joint = { type = "revolute", axis = [0, 0, 1] }']
    for key, end in [("from", "i"), ("to", "j")]:
        side = {"body": where(bodies, one[f"body_{end}"], one[f"frame_{end}"])}
        if any(one[f"t_{end}"]):
            side["placement"] = {"xyz": one[f"t_{end}"]}
        lines += [f"{key} = {text(side)}"]
    return [*lines, ""]


def assembly(data):
    """The joints where the first motion starts, closed; modes are at rest."""
    start = zip(data["coordinates"], data["trajectories"][0]["q"][0])
    return [f'{name.split(".")[0]} = {q}' for name, q in start if "_" not in name]


def model(data):
    bodies = data["bodies"]
    lines = [f'# The bodies of golden flex/{data["name"]}.json, written by tests/golden/flex_trim.py.']
    lines += [f'name = "{data["name"]}"', f'gravity = {text(data["gravity"])}', ""]
    for body in bodies:
        lines += ["[[body]]", f'name = "{named(body)}"']
        lines += [f'parent = "{where(bodies, body["parent"], body.get("parent_frame"))}"']
        lines += [f'joint = {text(body["joint"])}']
        placed = placement(body["placement"])
        if placed:
            lines += [f"placement = {text(placed)}"]
        if "flexible" in body:
            nodal = body["flexible"].get("type") == "nodal"
            file = {"file": f'{data["name"]}.modes.toml', "geometry": "exact"}
            lines += [f'flexible = {text(file if nodal else flexible(body["flexible"]))}']
        if body["mass"]:
            i = body["inertia"]
            tensor = {"xx": i[0][0], "yy": i[1][1], "zz": i[2][2], "xy": i[0][1], "xz": i[0][2], "yz": i[1][2]}
            lines += [f'mass = {body["mass"]}', f'com = {text(body["com"])}', f"inertia = {text(tensor)}"]
        lines += [""]
    lines += [line for one in data.get("loops", []) for line in closure(bodies, one)]
    if "loops" in data:
        lines += ["[assembly]", *assembly(data), ""]
    tip = data["tip"]
    lines += ["[[frame]]", 'name = "tip"', f'body = "{where(bodies, tip["body"], tip["frame"])}"']
    placed = placement(tip)
    if placed:
        lines += [f"placement = {text(placed)}"]
    return "\n".join(lines) + "\n"


def main():
    source = pathlib.Path(sys.argv[1])
    for name in NAMES:
        data = json.loads((source / f"{name}.json").read_text())
        kept = {key: data[key] for key in ["name", "nq", "nv", "coordinates", "noise", "trajectories"] if key in data}
        kept["states"] = [{key: state[key] for key in STATE} for state in data["states"]]
        (HERE / "flex").mkdir(exist_ok=True)
        (HERE / "flex" / f"{name}.json").write_text(json.dumps(kept, separators=(",", ":")) + "\n")
        models = HERE.parent / "models" / "flex"
        models.mkdir(exist_ok=True)
        (models / f"{name}.toml").write_text(model(data))
        for body in data["bodies"]:
            if body.get("flexible", {}).get("type") == "nodal":
                (models / f"{name}.modes.toml").write_text(modes(name, body["flexible"]))


if __name__ == "__main__":
    main()
