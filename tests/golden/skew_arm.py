#!/usr/bin/env python3
"""Writes tests/golden/urdf/skew_arm.json and skew_arm_coupled.json, and their models in tests/models/urdf, from skew_arm.urdf.

    pip install pin mpmath && python3 tests/golden/skew_arm.py

`skew_arm` has all joints free. In `skew_arm_coupled` the prismatic joint `reach` stands still at 0.17, where Pinocchio's reduced model
has it, and `grip` and `twist` follow `tilt`: q = G q_free + offset, with G applied to Pinocchio's results of the joints moving freely.
Every number of a state is Pinocchio's, except `fd_qdd_ld`. `noise` compares each with a second derivation in 40 digits, which reads
the URDF by itself: Jacobians of mass centres and virtual work, no spatial algebra, no recursion on forces.
"""

import json
import pathlib
import random
import xml.etree.ElementTree as xml

import mpmath
import numpy
import pinocchio

from trim import URDF_STATES, render

HERE = pathlib.Path(__file__).resolve().parent
URDF = HERE / "urdf" / "skew_arm.urdf"
GRAVITY = [0.0, 0.0, -9.81]
TIP = "tool"
LOCKED = {"reach": 0.17}
mpmath.mp.dps = 40


# The second derivation.


def vector(text):
    return mpmath.matrix([mpmath.mpf(word) for word in text.split()])


def about(axis, angle):
    """Rodrigues' formula."""
    k = skew(axis)
    return mpmath.eye(3) + k * mpmath.sin(angle) + k * k * (1 - mpmath.cos(angle))


def skew(v):
    return mpmath.matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def cross(a, b):
    return skew(a) * b


def dot(a, b):
    return (a.T * b)[0]


def origin(element):
    """Rotation and translation of an <origin>."""
    x, y, z = (mpmath.matrix(row) for row in ([1, 0, 0], [0, 1, 0], [0, 0, 1]))
    roll, pitch, yaw = vector(element.get("rpy"))
    return about(z, yaw) * about(y, pitch) * about(x, roll), vector(element.get("xyz"))


class Naive:
    """The arm as its URDF says, joints in the order `names`; `locked` ones stand still."""

    def __init__(self, names, locked):
        robot = xml.parse(URDF).getroot()
        self.links = {link.get("name"): link.find("inertial") for link in robot.iter("link")}
        self.joints = {joint.find("child").get("link"): joint for joint in robot.iter("joint")}
        self.names, self.locked = names, locked

    def chain(self, link):
        """The joints from the base to a link."""
        joint = self.joints.get(link)
        return [] if joint is None else self.chain(joint.find("parent").get("link")) + [joint]

    def motion(self, link, q):
        """Pose of a link; column, axis, place of each moving joint before it, and whether it turns; the frames that joints move."""
        R, p = mpmath.eye(3), mpmath.zeros(3, 1)
        columns, frames = [], []
        for joint in self.chain(link):
            placement, shift = origin(joint.find("origin"))
            p, R = p + R * shift, R * placement
            name, kind = joint.get("name"), joint.get("type")
            if kind == "fixed":
                continue
            axis = vector(joint.find("axis").get("xyz"))
            axis = axis / mpmath.norm(axis)
            value = self.locked.get(name)
            column = self.names.index(name) if value is None else None
            value = q[column] if value is None else mpmath.mpf(value)
            world = R * axis
            if kind == "revolute":
                R = R * about(axis, value)
            else:
                p = p + world * value
            if column is not None:
                columns.append((column, world, p, kind == "revolute"))
            frames.append((name, R.copy(), p.copy()))
        return R, p, columns, frames

    def point(self, link, offset, q, qd):
        """Jacobians (angular, linear) of a point of a link, and its accelerations (angular, linear) at q̈ = 0; numbers are of the base."""
        R, p, columns, _ = self.motion(link, q)
        at = p + R * offset
        n = len(self.names)
        angular, linear = mpmath.zeros(3, n), mpmath.zeros(3, n)
        for column, axis, place, turns in columns:
            angular[:, column] = axis if turns else mpmath.zeros(3, 1)
            linear[:, column] = cross(axis, at - place) if turns else axis
        # d/dt of the columns, with the velocities of what they are made of.
        alpha, acceleration = mpmath.zeros(3, 1), mpmath.zeros(3, 1)
        velocity = linear * qd
        for k, (column, axis, place, turns) in enumerate(columns):
            before = columns[:k]
            omega = sum((one[1] * qd[one[0]] for one in before if one[3]), mpmath.zeros(3, 1))
            moved = sum(
                (cross(one[1], place - one[2]) * qd[one[0]] if one[3] else one[1] * qd[one[0]] for one in before),
                mpmath.zeros(3, 1),
            )
            turned = cross(omega, axis)
            if turns:
                alpha += turned * qd[column]
                acceleration += (cross(turned, at - place) + cross(axis, velocity - moved)) * qd[column]
            else:
                acceleration += turned * qd[column]
        return R, at, angular, linear, alpha, acceleration

    def inertials(self):
        """Link, mass, mass centre, inertia about it; in the link's frame."""
        for link, inertial in self.links.items():
            turn, centre = origin(inertial.find("origin"))
            entry = lambda key: mpmath.mpf(inertial.find("inertia").get(key))
            tensor = mpmath.matrix([[entry("i" + "".join(sorted(a + b))) for b in "xyz"] for a in "xyz"])
            yield link, mpmath.mpf(inertial.find("mass").get("value")), centre, turn * tensor * turn.T

    def state(self, q, qd, qdd, tau):
        q, qd, qdd, tau = (mpmath.matrix([mpmath.mpf(x) for x in array]) for array in (q, qd, qdd, tau))
        n, g = len(self.names), mpmath.matrix(GRAVITY)
        mass, weight, bias = mpmath.zeros(n, n), mpmath.zeros(n, 1), mpmath.zeros(n, 1)
        potential, loads = mpmath.mpf(0), {}
        for link, m, centre, tensor in self.inertials():
            R, at, angular, linear, alpha, acceleration = self.point(link, centre, q, qd)
            tensor = R * tensor * R.T
            omega = angular * qd
            gyroscopic = cross(omega, tensor * omega)
            mass += linear.T * linear * m + angular.T * tensor * angular
            weight -= linear.T * g * m
            bias += linear.T * acceleration * m + angular.T * (tensor * alpha + gyroscopic)
            # Pinocchio leaves out the root, whose energy is constant.
            if self.chain(link):
                potential -= m * dot(g, at)
            force = (linear * qdd + acceleration - g) * m
            loads[link] = (at, force, tensor * (angular * qdd + alpha) + gyroscopic)
        R, at, angular, linear, _, _ = self.point(TIP, mpmath.zeros(3, 1), q, qd)
        inverse = mass**-1
        return {
            "id_tau": mass * qdd + bias + weight,
            "gravity_tau": weight,
            "coriolis_h": bias,
            "mass_matrix": mass,
            "minv": inverse,
            "fd_qdd": inverse * (tau - bias - weight),
            "momentum": mass * qd,
            "kinetic_energy": dot(qd, mass * qd) / 2,
            "potential_energy": potential,
            "tip_R": R,
            "tip_p": at,
            "tip_jacobian": mpmath.matrix(linear.tolist() + angular.tolist()),
            "joint_wrench": self.wrenches(loads, q),
        }

    def wrenches(self, loads, q):
        """[force; moment] through every joint, about the origin and in the axes of the body that it moves."""
        rows = []
        for name in self.names:
            below = [link for link in self.links if name in [joint.get("name") for joint in self.chain(link)]]
            frame = next(one for one in self.motion(below[0], q)[3] if one[0] == name)
            _, R, p = frame
            force, moment = mpmath.zeros(3, 1), mpmath.zeros(3, 1)
            for link in below:
                at, f, n = loads[link]
                force, moment = force + f, moment + n + cross(at - p, f)
            rows.append(list(R.T * force) + list(R.T * moment))
        return mpmath.matrix(rows)


# Pinocchio.


def by_pinocchio(model, q, qd, qdd, tau):
    """The quantities of a model whose joints move freely."""
    data = model.createData()
    q, qd, qdd, tau = (numpy.array(array) for array in (q, qd, qdd, tau))
    zero = numpy.zeros(model.nv)
    frame = model.getFrameId(TIP)
    mass = pinocchio.crba(model, data, q)
    mass = numpy.triu(mass) + numpy.triu(mass, 1).T
    gravity = pinocchio.computeGeneralizedGravity(model, model.createData(), q).copy()
    without = model.copy()
    without.gravity.linear = numpy.zeros(3)
    bias = pinocchio.rnea(without, without.createData(), q, qd, zero).copy()
    torque = pinocchio.rnea(model, data, q, qd, qdd).copy()
    wrenches = [data.f[joint].vector.copy() for joint in range(1, model.njoints)]
    pinocchio.framesForwardKinematics(model, data, q)
    placement = data.oMf[frame]
    rotation, position = placement.rotation.copy(), placement.translation.copy()
    jacobian = pinocchio.computeFrameJacobian(model, data, q, frame, pinocchio.LOCAL_WORLD_ALIGNED).copy()
    return {
        "id_tau": torque,
        "gravity_tau": gravity,
        "coriolis_h": bias,
        "mass_matrix": mass,
        "minv": pinocchio.computeMinverse(model, model.createData(), q).copy(),
        "fd_qdd": pinocchio.aba(model, model.createData(), q, qd, tau).copy(),
        "momentum": mass @ qd,
        "kinetic_energy": pinocchio.computeKineticEnergy(model, model.createData(), q, qd),
        "potential_energy": pinocchio.computePotentialEnergy(model, model.createData(), q),
        "tip_R": rotation,
        "tip_p": position,
        "tip_jacobian": jacobian,
        "joint_wrench": numpy.array(wrenches),
    }


def coupled(results, G, tau):
    """Of joints that follow others: G takes the rates of the independent joints to those of all."""
    mass = G.T @ results["mass_matrix"] @ G
    bias, gravity = G.T @ results["coriolis_h"], G.T @ results["gravity_tau"]
    inverse = numpy.linalg.inv(mass)
    return results | {
        "id_tau": G.T @ results["id_tau"],
        "gravity_tau": gravity,
        "coriolis_h": bias,
        "mass_matrix": mass,
        "minv": inverse,
        "fd_qdd": numpy.linalg.solve(mass, tau - bias - gravity),
        "momentum": G.T @ results["momentum"],
        "tip_jacobian": results["tip_jacobian"] @ G,
    }


def exactly_coupled(results, G, tau):
    """The same in 40 digits."""
    G = mpmath.matrix(G.tolist())
    tau = mpmath.matrix([mpmath.mpf(x) for x in tau])
    mass = G.T * results["mass_matrix"] * G
    bias, gravity = G.T * results["coriolis_h"], G.T * results["gravity_tau"]
    inverse = mass**-1
    return results | {
        "id_tau": G.T * results["id_tau"],
        "gravity_tau": gravity,
        "coriolis_h": bias,
        "mass_matrix": mass,
        "minv": inverse,
        "fd_qdd": inverse * (tau - bias - gravity),
        "momentum": G.T * results["momentum"],
        "tip_jacobian": results["tip_jacobian"] * G,
    }


def plain(value):
    if isinstance(value, mpmath.matrix):
        rows = [[float(x) for x in row] for row in value.tolist()]
        return [row[0] for row in rows] if value.cols == 1 else rows
    return value.tolist() if isinstance(value, numpy.ndarray) else float(value)


def noise(found, exact):
    """max|difference| / max|exact|, to two digits."""
    entries = lambda value: value if isinstance(value, mpmath.matrix) else mpmath.matrix([value])
    exact = entries(exact)
    found = numpy.atleast_1d(found).reshape(exact.rows, exact.cols)
    pairs = [(exact[i, j], mpmath.mpf(float(found[i, j]))) for i in range(exact.rows) for j in range(exact.cols)]
    worst = max(abs(a - b) for a, b in pairs)
    return float(f"{float(worst / max(abs(a) for a, _ in pairs)):.1e}")


def states(model, naive, draw, G=None, offset=None):
    n = model.nv if G is None else G.shape[1]
    for scale in [1.0, 3.0, 1.0][:URDF_STATES]:
        q, qd, qdd, tau = ([draw.uniform(-1, 1) * size for _ in range(n)] for size in (1.5, scale, 5.0, 20.0))
        inputs = [q, qd, qdd, tau]
        if G is not None:
            inputs = [list(G @ q + offset), list(G @ qd), list(G @ qdd), [0.0] * model.nv]
        found, exact = by_pinocchio(model, *inputs), naive.state(*inputs)
        if G is not None:
            found, exact = coupled(found, G, tau), exactly_coupled(exact, G, tau)
        state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
        state |= {key: plain(value) for key, value in found.items()}
        state["fd_qdd_ld"] = plain(exact["fd_qdd"])
        state["noise"] = {key: noise(value, exact[key]) for key, value in found.items()}
        yield state


def model_text(name, mimic, lock):
    lines = [
        f"# golden urdf/{name}: urdf/skew_arm.urdf; written by tests/golden/skew_arm.py.",
        f'name = "{name}"',
        f"gravity = {json.dumps(GRAVITY)}",
        'urdf = "../../golden/urdf/skew_arm.urdf"',
        f"mimic = {str(mimic).lower()}",
        "dynamics = false",
    ]
    if lock:
        lines.append("lock = { " + ", ".join(f"{joint} = {value!r}" for joint, value in lock.items()) + " }")
    return "\n".join([*lines, "", "[[frame]]", 'name = "tip"', f'body = "{TIP}"']) + "\n"


def write(name, joints, found, mimic, lock):
    data = {"name": name, "gravity": GRAVITY, "states": list(found), "joints": joints}
    (HERE / "urdf" / f"{name}.json").write_text(render(data))
    (HERE.parent / "models" / "urdf" / f"{name}.toml").write_text(model_text(name, mimic, lock))
    for state in data["states"]:
        print(name, max(state["noise"].items(), key=lambda one: one[1]))


def followers(names):
    """G and the offsets of the joints that follow others, and the names of those that do not."""
    tags = {joint.get("name"): joint.find("mimic") for joint in xml.parse(URDF).getroot().iter("joint")}
    free = [name for name in names if tags[name] is None]
    G, offset = numpy.zeros((len(names), len(free))), numpy.zeros(len(names))
    for row, name in enumerate(names):
        tag = tags[name]
        if tag is None:
            G[row, free.index(name)] = 1.0
        else:
            G[row, free.index(tag.get("joint"))] = float(tag.get("multiplier"))
            offset[row] = float(tag.get("offset"))
    return G, offset, free


def main():
    model = pinocchio.buildModelFromUrdf(str(URDF))
    model.gravity.linear = numpy.array(GRAVITY)
    names = list(model.names)[1:]
    write("skew_arm", names, states(model, Naive(names, {}), random.Random(1)), False, {})

    held = numpy.zeros(model.nq)
    for joint, value in LOCKED.items():
        held[model.joints[model.getJointId(joint)].idx_q] = value
    reduced = pinocchio.buildReducedModel(model, [model.getJointId(joint) for joint in LOCKED], held)
    names = list(reduced.names)[1:]
    G, offset, free = followers(names)
    joints = free + [name for name in names if name not in free]
    found = states(reduced, Naive(names, LOCKED), random.Random(2), G, offset)
    write("skew_arm_coupled", joints, found, True, LOCKED)


if __name__ == "__main__":
    main()
