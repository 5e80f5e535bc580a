"""The same robots in Pinocchio, read from the same files."""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

import denoc

pin = pytest.importorskip("pinocchio")

URDF = ROOT / "tests" / "golden" / "urdf"

# Those of the repository, with names alone, and those of the package example-robot-data.
ROBOTS = [
    ("anymal", "floating"),
    ("double_pendulum_continuous", "fixed"),
    ("ur5_robot", "floating"),
    ("finger_edu_description/robots/finger_edu", "fixed"),
    ("hyq_description/robots/hyq_no_sensors", "floating"),
    ("iris_description/robots/iris", "floating"),
    ("tiago_no_hand", "fixed"),
]

# The same kinds once more, and larger ones: golden data of `tests/golden/urdf`, also of Pinocchio, have those of the repository.
MORE = [
    ("allegro_right_hand", "fixed"),
    ("anymal", "fixed"),
    ("solo12", "floating"),
    ("ur5_robot", "fixed"),
    ("a1_description/urdf/a1", "floating"),
    ("bolt_description/robots/bolt", "floating"),
    ("laikago_description/urdf/laikago", "floating"),
    ("talos_data/robots/talos_reduced", "floating"),
    ("ur_description/urdf/ur10_robot", "fixed"),
    ("z1_description/urdf/z1", "fixed"),
]
if "DENOC_SLOW_TESTS" in os.environ:
    ROBOTS += MORE


def place(name):
    """The file of a robot."""
    if "/" not in name:
        return URDF / f"{name}.urdf"
    data = pytest.importorskip("example_robot_data")
    return Path(data.__file__).parents[4] / "share" / "example-robot-data" / "robots" / f"{name}.urdf"


class Pair:
    """A robot here and there, and the places of one's velocities and coordinates in the other."""

    def __init__(self, name, base):
        path = place(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.robot = denoc.load(path, base=base, snap=0, opt=1)
        root = [pin.JointModelFreeFlyer()] if base == "floating" else []
        self.model = pin.buildModelFromUrdf(str(path), *root)
        self.data = self.model.createData()
        theirs = []
        for joint, one in zip(list(self.model.names)[1:], list(self.model.joints)[1:]):
            theirs += [joint] if one.nv == 1 else [f"{joint}/{k}" for k in range(one.nv)]
        ours, count = [], {}
        for name in self.robot.velocities:
            joint = name.rsplit(".", 1)[0] if name not in theirs else name
            if joint in theirs:
                ours.append(joint)
            else:
                ours.append(f"{joint}/{count.setdefault(joint, 0)}")
                count[joint] += 1
        self.order = [ours.index(joint) for joint in theirs]

    def states(self, n):
        rng = np.random.default_rng(n)
        v, a = rng.standard_normal((2, n, self.robot.nv))
        q = np.stack([self.robot.integrate(self.neutral(), rng.standard_normal(self.robot.nv)) for _ in range(n)])
        return q, v, a

    def neutral(self):
        q = np.zeros(self.robot.nq)
        if self.robot.nq > self.robot.nv:
            q[6] = 1.0
        return q

    def q(self, q):
        """Coordinates of Pinocchio: continuous joints are their cosine and sine."""
        free = self.robot.nq - self.robot.nv
        plain = np.concatenate([q[:7], q[7:]]) if free else q
        found = pin.neutral(self.model)
        for joint in list(self.model.joints)[1:]:
            v = self.order[joint.idx_v]
            if joint.nv == 6:
                found[joint.idx_q : joint.idx_q + 7] = q[:7]
            elif joint.nq == 2:
                angle = plain[v + free]
                found[joint.idx_q : joint.idx_q + 2] = np.cos(angle), np.sin(angle)
            else:
                found[joint.idx_q] = plain[v + free]
        return found

    def close(self, ours, theirs, axes=1):
        ours = ours[self.order] if axes == 1 else ours[np.ix_(self.order, self.order)]
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-11 * max(1.0, np.abs(theirs).max()))


@pytest.fixture(scope="module", params=ROBOTS, ids=lambda one: f"{Path(one[0]).name}-{one[1]}")
def pair(request):
    return Pair(*request.param)


def test_dynamics(pair):
    q, v, a = pair.states(5)
    tau, mass = pair.robot.inverse_dynamics(q, v, a), pair.robot.mass_matrix(q)
    gravity = pair.robot.gravity(q)
    model, data = pair.model, pair.data
    for k in range(5):
        q_pin, v_pin, a_pin = pair.q(q[k]), v[k][pair.order], a[k][pair.order]
        pair.close(tau[k], pin.rnea(model, data, q_pin, v_pin, a_pin))
        full = pin.crba(model, data, q_pin)
        full = np.triu(full) + np.triu(full, 1).T
        pair.close(mass[k], full, axes=2)
        pair.close(gravity[k], pin.computeGeneralizedGravity(model, data, q_pin))


def test_forward_dynamics(pair):
    """The motion that it finds has the forces that were given, in Pinocchio's inverse dynamics: for any condition of M."""
    q, v, tau = pair.states(3)
    found = pair.robot.forward_dynamics(q, v, tau)
    for k in range(3):
        forces = pin.rnea(pair.model, pair.data, pair.q(q[k]), v[k][pair.order], found[k][pair.order])
        scale = np.abs(pair.robot.mass_matrix(q[k])) @ np.abs(found[k]) + np.abs(pair.robot.bias(q[k], v[k]))
        worst = np.abs(forces - tau[k][pair.order]) / np.maximum(scale[pair.order], np.abs(tau[k][pair.order]))
        assert worst.max() < 1e-10


def test_derivatives(pair):
    if pair.robot.nv > 20:
        pytest.skip("long to compile at every run")
    q, v, a = pair.states(2)
    by_q, by_qd = pair.robot.inverse_dynamics_derivatives(q, v, a)
    for k in range(2):
        q_pin, v_pin, a_pin = pair.q(q[k]), v[k][pair.order], a[k][pair.order]
        expected = pin.computeRNEADerivatives(pair.model, pair.data, q_pin, v_pin, a_pin)
        pair.close(by_q[k], expected[0], axes=2)
        pair.close(by_qd[k], expected[1], axes=2)
