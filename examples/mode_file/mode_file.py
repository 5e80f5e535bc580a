"""Nodes, lumped masses and displacements of a finite-element body → a mode file of denoc. Needs Python alone.

    python3 mode_file.py BODY.json OUT.modes.toml [DAMPING_RATIO]

BODY.json (from_exudyn.py writes it; any other program can):
  nodes       [[x, y, z], …], m
  node_mass   a lumped mass for each node, kg
  modes       for each mode, for each node [x, y, z], the displacement
  root        the nodes that the body is held by: the origin is in their mean place, and modes are counted from their mean motion
  frames      { name = [nodes] }: a frame at the mean place of these, that moves and turns as they do in the mean (least squares)
  stiffness   K by two modes; modes may move the root, as a motion of the whole body does no work in K
  modal_mass  optional: M by two modes of the consistent mass matrix, for comparison
  rigid_mass  optional: the same by two rigid motions, along and about x, y, z

It prints what lumping changes: mass, first moment and inertia about the origin of the nodes, and the diagonal of the modal masses. Damping is that ratio for
each mode by itself, on the diagonal of K and M.
"""

import json
import math
import sys

# Below this part of the largest displacement of a mode, a displacement is rounding.
ROUNDING = 1e-12


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def less(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def mean(vectors):
    return [math.fsum(column) / len(vectors) for column in zip(*vectors)]


def inertia(places, masses):
    """Σ m (r² 1 − r rᵀ)."""
    entry = lambda r, i, j: (dot(r, r) if i == j else 0.0) - r[i] * r[j]
    return [[math.fsum(m * entry(r, i, j) for m, r in zip(masses, places)) for j in range(3)] for i in range(3)]


def solve(a, b):
    """a x = b of three rows, by Cramer's rule; None where they depend on each other."""
    columns = list(zip(*a))
    size = dot(columns[0], cross(columns[1], columns[2]))
    if abs(size) <= ROUNDING * max(abs(x) for row in a for x in row) ** 3:
        return None
    replaced = [[b if k == i else column for k, column in enumerate(columns)] for i in range(3)]
    return [dot(one[0], cross(one[1], one[2])) / size for one in replaced]


class Patch:
    """Nodes that carry a frame: their mean place, and their mean motion by least squares."""

    def __init__(self, what, indices, nodes):
        self.indices = indices
        self.place = mean([nodes[k] for k in indices])
        self.arms = [less(nodes[k], self.place) for k in indices]
        self.inertia = inertia(self.arms, [1.0] * len(indices))
        if solve(self.inertia, [0.0] * 3) is None:
            sys.exit(f"{what}: nodes on a line say nothing of the rotation about it; name three that are not")

    def motion(self, shifts):
        """Small rotation and displacement for the displacements of all nodes."""
        own = [shifts[k] for k in self.indices]
        moment = [math.fsum(column) for column in zip(*map(cross, self.arms, own))]
        return solve(self.inertia, moment), mean(own)


def counted_from(root, nodes, shifts):
    """Displacements without the motion of the whole body that the root has."""
    turn, shift = root.motion(shifts)
    carried = [add(shift, cross(turn, less(node, root.place))) for node in nodes]
    return [less(one, other) for one, other in zip(shifts, carried)]


def without_rounding(values, largest):
    return [0.0 if abs(x) <= ROUNDING * largest else x for x in values]


def shapes(root, patches, data):
    """For each mode, for each node and then for each frame, rotation and displacement."""
    found = []
    for number, mode in enumerate(data["modes"]):
        shifts = counted_from(root, data["nodes"], mode)
        largest = max(abs(x) for one in shifts for x in one)
        if largest <= ROUNDING * max(abs(x) for one in mode for x in one):
            sys.exit(f"mode {number + 1} moves the body as a whole: leave it out, it is what the joint does")
        rows = [[0.0] * 3 + without_rounding(one, largest) for one in shifts]
        for patch in patches:
            turn, shift = patch.motion(shifts)
            rows.append(without_rounding(turn, largest) + without_rounding(shift, largest))
        found.append(rows)
    return found


def text(value):
    return "[" + ", ".join(map(text, value)) + "]" if isinstance(value, list) else repr(value)


def lines(value):
    return "[\n" + "".join(f"    {text(one)},\n" for one in value) + "]"


def mode_file(data, ratio):
    nodes, masses = data["nodes"], data["node_mass"]
    if min(masses) < 0:
        sys.exit("lumped masses are negative, as row sums of quadratic elements are: use linear elements, or lump by the diagonal")
    root = Patch("root", data["root"], nodes)
    patches = {name: Patch(name, indices, nodes) for name, indices in data["frames"].items()}
    found = shapes(root, list(patches.values()), data)
    moved = [rows[: len(nodes)] for rows in found]
    lumped = [math.fsum(m * dot(one, one) for m, one in zip(masses, rows)) for rows in moved]
    k = data["stiffness"]
    damping = [[2 * ratio * math.sqrt(k[i][i] * m) if i == j else 0.0 for j in range(len(k))] for i, m in enumerate(lumped)]
    places = [less(place, root.place) for place in nodes + [patch.place for patch in patches.values()]]
    values = {"nodes": places, "node_mass": masses + [0.0] * len(patches), "shapes": found, "stiffness": k, "damping": damping}
    written = [f"{key} = {lines(value) if isinstance(value[0], list) else text(value)}" for key, value in values.items()]
    frames = ", ".join(f"{name} = {len(nodes) + number}" for number, name in enumerate(patches))
    return "\n".join(["# Written by examples/mode_file/mode_file.py.", *written, f"frames = {{ {frames} }}"]) + "\n"


def deviations(data):
    """What lumping changes, as parts of what the consistent mass matrix has."""
    nodes, masses = data["nodes"], data["node_mass"]
    if "rigid_mass" in data:
        r = data["rigid_mass"]
        first = [math.fsum(m * node[i] for m, node in zip(masses, nodes)) for i in range(3)]
        yield "mass", math.fsum(masses), r[0][0]
        # A rotation about y moves x by z, about z moves y by x, about x moves z by y.
        for axis, own, other in [("x", 0, r[1][5]), ("y", 1, r[2][3]), ("z", 2, r[0][4])]:
            yield f"first moment {axis}", first[own], other
        tensor = inertia(nodes, masses)
        for i, axis in enumerate("xyz"):
            yield f"inertia {axis}{axis}", tensor[i][i], r[3 + i][3 + i]
    for number, row in enumerate(data.get("modal_mass", [])):
        mode = data["modes"][number]
        yield f"mass of mode {number + 1}", math.fsum(m * dot(one, one) for m, one in zip(masses, mode)), row[number]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        data = json.load(file)
    with open(sys.argv[2], "w") as file:
        file.write(mode_file(data, float(sys.argv[3]) if len(sys.argv) == 4 else 0.0))
    for what, lumped, consistent in deviations(data):
        print(f"{what}: {lumped:.6g} lumped, {consistent:.6g} consistent")


if __name__ == "__main__":
    main()
