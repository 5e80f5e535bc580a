"""A bar of bricks of eight nodes, with Hurty-Craig-Bampton modes by Exudyn: writes bar.npz, from which bar.json comes.

    python3 bar.py && python3 from_exudyn.py bar.npz bar.json root tip=tip
"""

import itertools

import numpy
from exudyn.FEM import FEMinterface, HCBstaticModeSelection
from scipy.sparse import csr_matrix

SIZE = (0.5, 0.04, 0.03)
BRICKS = (5, 1, 1)
E, POISSON, DENSITY = 2e9, 0.3, 1200.0
EIGENMODES = 2
CORNERS = numpy.array(list(itertools.product([-1, 1], repeat=3)))


def elasticity():
    shear = E / (2 * (1 + POISSON))
    first = E * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    matrix = numpy.zeros((6, 6))
    matrix[:3, :3] = first
    return matrix + shear * numpy.diag([2, 2, 2, 1, 1, 1])


def brick(size):
    """Mass and stiffness of a box, in the order of CORNERS, by 2 × 2 × 2 points."""
    mass, stiffness = numpy.zeros((24, 24)), numpy.zeros((24, 24))
    volume = numpy.prod(size) / 8
    for point in CORNERS / numpy.sqrt(3):
        parts = 1 + CORNERS * point
        value = parts.prod(axis=1) / 8
        slope = numpy.array([CORNERS[:, i] * numpy.delete(parts, i, 1).prod(axis=1) / 8 * 2 / size[i] for i in range(3)])
        strain = numpy.zeros((6, 24))
        for i in range(3):
            strain[i, i::3] = slope[i]
        for row, (i, j) in enumerate([(1, 2), (0, 2), (0, 1)], 3):
            strain[row, i::3], strain[row, j::3] = slope[j], slope[i]
        shape = numpy.kron(value, numpy.eye(3))
        mass += DENSITY * volume * shape.T @ shape
        stiffness += volume * strain.T @ elasticity() @ strain
    return mass, stiffness


def main():
    counts = [n + 1 for n in BRICKS]
    grid = list(itertools.product(*map(range, counts)))
    number = {place: k for k, place in enumerate(grid)}
    step = numpy.array(SIZE) / BRICKS
    nodes = numpy.array(grid) * step - [0, SIZE[1] / 2, SIZE[2] / 2]
    mass, stiffness = (numpy.zeros((3 * len(grid),) * 2) for _ in range(2))
    own = brick(step)
    for corner in itertools.product(*map(range, BRICKS)):
        ends = [number[tuple(numpy.add(corner, (one + 1) // 2))] for one in CORNERS]
        dofs = numpy.array([3 * k + i for k in ends for i in range(3)])
        mass[numpy.ix_(dofs, dofs)] += own[0]
        stiffness[numpy.ix_(dofs, dofs)] += own[1]
    fem = FEMinterface()
    fem.nodes = {"Position": nodes}
    fem.massMatrix, fem.stiffnessMatrix = csr_matrix(mass), csr_matrix(stiffness)
    ends = {"root": 0.0, "tip": SIZE[0]}
    sets = {name: numpy.flatnonzero(numpy.abs(nodes[:, 0] - x) < 1e-9) for name, x in ends.items()}
    fem.nodeSets = [{"Name": name, "NodeNumbers": one, "NodeWeights": numpy.full(len(one), 1 / len(one))} for name, one in sets.items()]
    fem.ComputeHurtyCraigBamptonModes(list(sets.values()), EIGENMODES, useSparseSolver=False, computationMode=HCBstaticModeSelection.RBE2)
    fem.SaveToFile("bar.npz")


if __name__ == "__main__":
    main()
