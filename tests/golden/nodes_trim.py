"""Writes tests/golden/flex/nodes_NAME.json, tests/models/flex/nodes_NAME.toml and their mode files from the full golden data of links by nodes.

    python3 tests/golden/nodes_trim.py FOLDER

FOLDER has ex5_flex_*.json. A link is a row of nodes with lumped bodies and a stiffness matrix (SOA, section 4). All nodal unit
displacements are its modes, in the order of the data. The node at the joint does not move: its lumped body is that of the link.
Of the others the mode file has the masses. In the plane it has the inertias too; in space a node that turns takes its inertia with
it, so that half of its mass and its inertia are those of a body welded to a frame there, and the mode file has the other half, with the
inertia NOMINAL, below rounding, because modes need some. Numbers of states stand as they are; of `qdd` and `tau` the data tell no noise: it is
how far M qdd + c + grav + K u = tau is from holding with the numbers as printed.
"""

import json
import pathlib
import sys

import mpmath

from flex_trim import rows, text

HERE = pathlib.Path(__file__).parent
NAMES = ["planar_arm", "spatial_2link", "spatial_pendulum", "spatial_pendulum_b"]
STATES = 4
DOFS = ["psi_x", "psi_y", "psi_z", "u_x", "u_y", "u_z"]
AXES = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}
NOMINAL = 1e-22


def diagonal(values):
    return [[value if i == j else 0.0 for j in range(3)] for i, value in enumerate(values)]


def moving(link, mask):
    """The nodes that move, from the tip, and their degrees of freedom: node, dof."""
    nodes = range(len(link["nodes_x_tip_to_base"]) - 1)
    return [(node, DOFS.index(name)) for node in nodes for name in mask]


def modes(link, mask):
    """The mode file of a link."""
    planar = len(mask) == 3
    count = len(link["nodes_x_tip_to_base"])
    dofs = moving(link, mask)
    node_mass, node_inertia = [], []
    for mass, inertia in link["node_mass"][:-1]:
        node_mass.append(mass if planar else mass / 2)
        node_inertia.append(diagonal(inertia if planar else [NOMINAL] * 3))
    node_mass.append(0.0)
    node_inertia.append(diagonal([0.0] * 3))
    shapes = [[[int((node, dof) == (k, i)) for i in range(6)] for k in range(count)] for node, dof in dofs]
    full = link["stiffness_full_6n"]
    stiffness = [[full[6 * a + i][6 * b + j] for b, j in dofs] for a, i in dofs]
    named = [f"node{node + 1}_{DOFS[dof]}" for node, dof in dofs]
    lines = ["# Written by tests/golden/nodes_trim.py."]
    values = {"nodes": link["nodes_x_tip_to_base"], "node_mass": node_mass, "node_inertia": node_inertia}
    values |= {"shapes": shapes, "stiffness": stiffness}
    lines += [f"{key} = {rows(value)}" for key, value in values.items()]
    lines += [f"modes = {text(named)}"]
    lines += [f'frames = {text({f"node{k + 1}": k for k in range(count - 1)})}']
    return "\n".join(lines) + "\n"


def body(name, parent, joint, placement=None, more=()):
    lines = ["[[body]]", f'name = "{name}"', f'parent = "{parent}"', f"joint = {text(joint)}"]
    if placement and any(placement):
        lines += [f'placement = {text({"xyz": placement})}']
    return [*lines, *more, ""]


def lump(mass, inertia):
    tensor = dict(zip(["xx", "yy", "zz"], inertia))
    return [f"mass = {mass!r}", f"inertia = {text(tensor)}"]


def link_bodies(data, link, parent, placement):
    """The bodies of a link: carriers of its first joints, itself, and what is welded to its nodes."""
    number, mask = link["link003"], data["model"]["mask"]
    lines = []
    *carried, last = link["joint_axes"]
    for axis in carried:
        name = f"beta_{number}_{axis}"
        lines += body(name, parent, {"type": "revolute", "axis": AXES[axis]}, placement)
        parent, placement = name, None
    file = {"file": f'nodes_{data["short"]}_{number}.modes.toml', "geometry": "exact"}
    own = [f"flexible = {text(file)}", *lump(*link["node_mass"][-1])]
    lines += body(f"link{number}", parent, {"type": "revolute", "axis": AXES[last]}, placement, own)
    if len(mask) == 6:
        for k, (mass, inertia) in enumerate(link["node_mass"][:-1]):
            place = f"link{number}/node{k + 1}"
            lines += body(f"lump{number}_{k + 1}", place, {"type": "fixed"}, None, lump(mass / 2, inertia))
    return lines


def coordinate(name):
    """What a model calls a coordinate of the data."""
    first, *rest = name.split("_")
    return f'{first}.{"_".join(rest)}' if first.startswith("link") else name


def order(data):
    links = {link["link003"]: link for link in data["model"]["links_base_to_tip"]}
    last = {f'beta_{n}_{link["joint_axes"][-1]}': f"link{n}" for n, link in links.items()}
    return [last.get(name, coordinate(name)) for name in data["coordinates"]]


def model(data):
    gravity = text(data["model"]["gravity"])
    lines = [f'# Golden flex/nodes_{data["short"]}.json, written by tests/golden/nodes_trim.py.']
    lines += [f'name = "nodes_{data["short"]}"', f"gravity = {gravity}", f"order = {text(order(data))}", ""]
    parent, placement = "base", None
    for link in data["model"]["links_base_to_tip"]:
        lines += link_bodies(data, link, parent, placement)
        parent, placement = f'link{link["link003"]}/node1', link["tip_node_to_next_joint"]
    return "\n".join(lines)


def noise_of(states, level):
    """How far M qdd + c + grav + K u = tau of the data is from holding, as parts of tau and of qdd."""
    mpmath.mp.dps = 40
    of_tau, of_qdd = 0, 0
    for state in states:
        mass = mpmath.matrix(state["M_G" if level == "G" else "Mf_U"])
        qdd, tau = mpmath.matrix(state[f"qdd_{level}"]), mpmath.matrix(state["tau"])
        bias = mpmath.matrix(state[f"c_{level}"]) + mpmath.matrix(state[f"grav_{level}"]) + mpmath.matrix(state["Ku"])
        miss = mass * qdd + bias - tau
        of_tau = max(of_tau, mpmath.norm(miss, mpmath.inf) / mpmath.norm(tau, mpmath.inf))
        of_qdd = max(of_qdd, mpmath.norm(mpmath.lu_solve(mass, miss), mpmath.inf) / mpmath.norm(qdd, mpmath.inf))
    return {f"tau_{level}": float(of_tau), f"qdd_{level}": float(of_qdd)}


def main():
    source = pathlib.Path(sys.argv[1])
    for name in NAMES:
        data = json.loads((source / f"ex5_flex_{name}.json").read_text()) | {"short": name}
        states = data["states"][:STATES]
        checks = data["checks"]
        noise = {"M": checks["M_lagrange_vs_kane_rel"], "bias": checks["bias_lagrange_vs_kane_rel"]}
        noise |= noise_of(states, "G") | noise_of(states, "U")
        kept = {"source": f"ex5_flex_{name}", "coordinates": data["coordinates"], "noise": noise, "states": states}
        if "trajectory_G_free" in data:
            fall = data["trajectory_G_free"]
            kept["fall"] = {key: fall[key][::5] for key in ["t", "q", "qd"]}
            kept["fall"] |= {"tau": [0.0] * len(data["coordinates"]), "energy": fall["energy0"]}
        out = HERE / "flex" / f"nodes_{name}.json"
        out.write_text(json.dumps(kept, separators=(",", ":")) + "\n")
        models = HERE.parent / "models" / "flex"
        (models / f"nodes_{name}.toml").write_text(model(data))
        for link in data["model"]["links_base_to_tip"]:
            file = models / f'nodes_{name}_{link["link003"]}.modes.toml'
            file.write_text(modes(link, data["model"]["mask"]))
        print(name, out.stat().st_size, noise)


if __name__ == "__main__":
    main()
