#!/usr/bin/env python3
"""Counts multiplications and additions of the regressor of the inverse dynamics, tau = Y pi, by the algorithms of two peers.

    pip install casadi numpy
    benches/peers/regressors.py models/puma.toml models/ur5.toml models/panda.toml

Each algorithm is traced by CasADi, which leaves out what is multiplied by 0, 1 and -1, and its common subexpressions are merged. So these
are programs that could be printed of it, not what the peer runs:

  SymPyBotics   one forward sweep with U = w'~ + w~ w~, then Newton and Euler backward for every parameter in turn as 1, all others 0
                (its `regressor` by `rne_khalil`, which its SymPy code then merges)
  Pinocchio     the 6 x 10 regressor of every body from its spatial velocity and acceleration, carried to all joints before it
                (`computeJointTorqueRegressor`, `bodyRegressor`)
  CasADi        the Jacobian of a lean recursive Newton-Euler algorithm (recursion.py) by all parameters

Columns are the ten parameters of every body: mass, first moments, moments and products of inertia.
"""

import sys

import casadi as ca
import numpy as np

import recursion

MULTIPLIED = {ca.OP_MUL, ca.OP_SQ}
ADDED = {ca.OP_ADD, ca.OP_SUB, ca.OP_TWICE}
FREE = {ca.OP_CONST, ca.OP_INPUT, ca.OP_OUTPUT, ca.OP_NEG, ca.OP_SIN, ca.OP_COS, ca.OP_ASSIGN}


def counted(name, inputs, matrix):
    """Multiplications and additions of a matrix, common subexpressions merged."""
    function = ca.Function(name, inputs, ca.cse([matrix]))
    counts = [0, 0]
    for k in range(function.n_instructions()):
        operation = function.instruction_id(k)
        if operation in MULTIPLIED:
            counts[0] += 1
        elif operation in ADDED:
            counts[1] += 1
        elif operation not in FREE:
            raise ValueError(f"{name}: operation {operation} is not counted")
    return counts


def constant(matrix):
    return ca.sparsify(ca.SX(ca.DM(np.asarray(matrix, float))))


def skew(v):
    return ca.sparsify(ca.skew(v))


class Joint:
    """A joint: from the frame of its body, which moves with it, to that of the body before."""

    def __init__(self, before, body, q):
        turned, shifted = before
        self.prismatic = body.prismatic
        self.axis = constant(body.axis)
        turn = ca.SX.eye(3) if body.prismatic else recursion.turning(body.axis, q)
        placed = constant(recursion.exact(turned @ body.rotation))
        self.rotation = ca.mtimes(placed, turn)
        offset = constant(recursion.exact(turned @ body.offset + shifted))
        self.offset = offset + ca.mtimes(placed, self.axis * q) if body.prismatic else offset


def joints(chain, q):
    """All joints. A body's parameters are in the frame behind its joint."""
    before, found = (np.eye(3), np.zeros(3)), []
    for k, body in enumerate(chain):
        found.append(Joint(before, body, q[k]))
        before = body.turned, body.turned @ np.zeros(3) + body.shifted
    return found


def motions(chain, gravity, q, qd, qdd):
    """The joints, and for each the rate, its change and the acceleration of the body's origin, in the body's axes."""
    rate, change, acceleration = ca.SX(3, 1), ca.SX(3, 1), constant(-gravity)
    for k, joint in enumerate(joints(chain, q)):
        u = skew(change) + ca.mtimes(skew(rate), skew(rate))
        acceleration = ca.mtimes(joint.rotation.T, acceleration + ca.mtimes(u, joint.offset))
        carried, change = (ca.mtimes(joint.rotation.T, x) for x in (rate, change))
        own, own_change = joint.axis * qd[k], joint.axis * qdd[k]
        if joint.prismatic:
            rate = carried
            acceleration = acceleration + own_change + 2 * ca.cross(carried, own)
        else:
            rate, change = carried + own, change + own_change + ca.cross(carried, own)
        yield joint, rate, change, acceleration


UNITS = [(i, j) for i in range(3) for j in range(i, 3)]


def unit_wrenches(rate, change, acceleration):
    """Force and moment of a body of every unit parameter: m; m x, m y, m z; xx, xy, xz, yy, yz, zz."""
    u = skew(change) + ca.mtimes(skew(rate), skew(rate))
    yield acceleration, ca.SX(3, 1)
    for k in range(3):
        moment = constant(np.eye(3)[k])
        yield ca.mtimes(u, moment), ca.cross(moment, acceleration)
    for i, j in UNITS:
        unit = np.zeros((3, 3))
        unit[i, j] = unit[j, i] = 1
        unit = constant(unit)
        yield ca.SX(3, 1), ca.mtimes(unit, change) + ca.cross(rate, ca.mtimes(unit, rate))


def component(joint, force, moment):
    return ca.dot(joint.axis, force if joint.prismatic else moment)


def sympybotics(chain, *motion):
    """One backward sweep for every parameter."""
    steps = list(motions(chain, *motion))
    columns = []
    for k, (_, *moving) in enumerate(steps):
        for force, moment in unit_wrenches(*moving):
            column = [ca.SX(1, 1)] * len(steps)
            for at in range(k, -1, -1):
                joint = steps[at][0]
                column[at] = component(joint, force, moment)
                force, moment = ca.mtimes(joint.rotation, force), ca.mtimes(joint.rotation, moment)
                moment = moment + ca.cross(joint.offset, force)
            columns.append(ca.vertcat(*column))
    return ca.horzcat(*columns)


def pinocchio(chain, gravity, q, qd, qdd):
    """Spatial velocities and accelerations, 6 x 10 regressors, carried to the base."""
    angular, linear = ca.SX(3, 1), ca.SX(3, 1)
    change, acceleration = ca.SX(3, 1), constant(-gravity)
    steps, rows = [], [[] for _ in chain]
    for k, joint in enumerate(joints(chain, q)):
        inward = lambda w, v: (ca.mtimes(joint.rotation.T, w), ca.mtimes(joint.rotation.T, v + ca.cross(w, joint.offset)))
        (angular, linear), (change, acceleration) = inward(angular, linear), inward(change, acceleration)
        own, own_change = joint.axis * qd[k], joint.axis * qdd[k]
        if joint.prismatic:
            linear = linear + own
            acceleration = acceleration + own_change + ca.cross(angular, own)
        else:
            angular = angular + own
            change = change + own_change + ca.cross(angular, own)
            acceleration = acceleration + ca.cross(linear, own)
        steps.append(joint)
        classical = acceleration + ca.cross(angular, linear)
        wrenches = list(unit_wrenches(angular, change, classical))
        force, moment = (ca.horzcat(*part) for part in zip(*wrenches))
        for at in range(k, -1, -1):
            before = steps[at]
            row = ca.mtimes(before.axis.T, force if before.prismatic else moment)
            rows[at].append(row)
            force, moment = ca.mtimes(before.rotation, force), ca.mtimes(before.rotation, moment)
            moment = moment + ca.mtimes(skew(before.offset), force)
        for at in range(k + 1, len(chain)):
            rows[at].append(ca.SX(1, 10))
    return ca.vertcat(*(ca.horzcat(*row) for row in rows))


def casadi(chain, gravity, q, qd, qdd):
    """The same sweep with all parameters as symbols, differentiated."""
    parameters = ca.SX.sym("p", 10 * len(chain))
    steps = list(motions(chain, gravity, q, qd, qdd))
    force, moment, torques = ca.SX(3, 1), ca.SX(3, 1), [None] * len(chain)
    for k, (joint, *moving) in reversed(list(enumerate(steps))):
        own = [parameters[10 * k + i] for i in range(10)]
        for parameter, (f, m) in zip(own, unit_wrenches(*moving)):
            force, moment = force + parameter * f, moment + parameter * m
        torques[k] = component(joint, force, moment)
        force, moment = ca.mtimes(joint.rotation, force), ca.mtimes(joint.rotation, moment)
        moment = moment + ca.cross(joint.offset, force)
    return ca.jacobian(ca.vertcat(*torques), parameters)


ALGORITHMS = {"SymPyBotics": sympybotics, "Pinocchio": pinocchio, "CasADi": casadi}


def same(inputs, matrices):
    """Whether all give the same at a random state."""
    values = [ca.Function("y", inputs, [ca.densify(one)]) for one in matrices]
    state = [np.random.default_rng(1).uniform(-2, 2, one.numel()) for one in inputs]
    found = [np.array(one(*state)) for one in values]
    return all(np.allclose(found[0], one, rtol=1e-10, atol=1e-10) for one in found)


def main():
    print("| M + A of Y | " + " | ".join(ALGORITHMS) + " |")
    print("|---" * (1 + len(ALGORITHMS)) + "|")
    for path in sys.argv[1:] or sys.exit(__doc__):
        chain, gravity = recursion.read(path)
        inputs = [ca.SX.sym(name, len(chain)) for name in ("q", "qd", "qdd")]
        matrices = [algorithm(chain, gravity, *inputs) for algorithm in ALGORITHMS.values()]
        if not same(inputs, matrices):
            sys.exit(f"{path}: the algorithms disagree")
        counts = [counted("y", inputs, one) for one in matrices]
        print(f"| {path} | " + " | ".join(f"{m} + {a} = {m + a}" for m, a in counts) + " |")


if __name__ == "__main__":
    main()
