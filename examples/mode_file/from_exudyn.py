"""A finite-element body of Exudyn → the JSON that mode_file.py reads. Needs exudyn, numpy and scipy.

    python3 from_exudyn.py BODY.npz OUT.json ROOT NAME=SET ...

BODY is what FEMinterface.SaveToFile wrote, in any of its formats, with mass and stiffness matrix, a mode basis (ComputeHurtyCraigBamptonModes) and
`Position` nodes. ROOT is the node set that the body is held by; every NAME becomes a frame at the mean place of the node set SET.
"""

import json
import sys

import numpy
from exudyn.FEM import FEMinterface


def node_set(fem, name):
    for one in fem.nodeSets:
        if one["Name"] == name:
            return [int(node) for node in one["NodeNumbers"]]
    sys.exit(f"no node set {name!r}: there are {[one['Name'] for one in fem.nodeSets]}")


def rigid(nodes):
    """Displacements of the nodes for unit translations along, then rotations about x, y, z at the origin."""
    motion = numpy.zeros((3 * len(nodes), 6))
    for k in range(3):
        unit = numpy.eye(3)[k]
        motion[k::3, k] = 1
        motion[:, 3 + k] = numpy.cross(unit, nodes).ravel()
    return motion


def body(fem, root, frames):
    nodes = fem.GetNodePositionsAsArray()
    modes = numpy.asarray(fem.modeBasis["matrix"])
    mass, stiffness = fem.GetMassMatrix(), fem.GetStiffnessMatrix()
    motion = rigid(nodes)
    symmetric = lambda matrix: ((matrix + matrix.T) / 2).tolist()
    return {
        "nodes": nodes.tolist(),
        # Row sums for a translation along x: the masses lumped to the nodes.
        "node_mass": (mass @ motion[:, 0])[0::3].tolist(),
        "modes": [mode.reshape(-1, 3).tolist() for mode in modes.T],
        "root": node_set(fem, root),
        "frames": {name: node_set(fem, nodes) for name, nodes in frames},
        "stiffness": symmetric(modes.T @ (stiffness @ modes)),
        # Of the consistent mass matrix, for comparison: by two modes, and by two rigid motions.
        "modal_mass": symmetric(modes.T @ (mass @ modes)),
        "rigid_mass": symmetric(motion.T @ (mass @ motion)),
    }


def main():
    if len(sys.argv) < 4 or not all("=" in one for one in sys.argv[4:]):
        sys.exit(__doc__)
    source, out, root, *frames = sys.argv[1:]
    fem = FEMinterface()
    fem.LoadFromFile(source)
    data = body(fem, root, [one.split("=") for one in frames])
    with open(out, "w") as file:
        json.dump(data, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
