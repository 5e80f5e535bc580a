"""Lagrange's equations of arms with elastic joints, in 160 digits and without any formula of the project.

    python3 -m venv env && env/bin/pip install mpmath && env/bin/python tests/golden/elastic/lagrange.py

writes planar_2r.json and spatial_3r.json beside this file, for the models of their names in tests/models/elastic. Positions
and rotations of the bodies are products of rotation matrices; velocities are their differences along the motion, T and V sums over
the bodies, rotors and springs, and the equations of motion differences of T and V. Steps of differences are so small that what is
written is exact to the last digit of a double.
"""

import json
import pathlib
import random

from mpmath import mp, mpf, matrix, sqrt, cos, sin, pi

mp.dps = 160
INNER, OUTER = mpf(10) ** -45, mpf(10) ** -25


def about(axis, angle):
    """A turn about x, y or z."""
    c, s = cos(angle), sin(angle)
    rows = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    return matrix(rows[axis])


def vector(*texts):
    return matrix([mpf(text) for text in texts])


def symmetric(xx, yy, zz, xy="0", xz="0", yz="0"):
    rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    return matrix([[mpf(text) for text in row] for row in rows])


def identity():
    return mp.eye(3)


class Body:
    """A body behind a revolute joint, and what acts in the joint; units are SI."""

    def __init__(self, axis, place, mass, centre, inertia, turn=None, rotor="0", damping="0", spring=None, elastic=None):
        self.axis, self.place, self.turn = axis, vector(*place), turn or identity()
        self.mass, self.centre, self.inertia = mpf(mass), vector(*centre), symmetric(*inertia)
        self.rotor, self.damping = mpf(rotor), mpf(damping)
        self.spring = [mpf(text) for text in spring or ("0", "0")]
        self.elastic = elastic


class Elastic:
    """The spring of an elastic joint, and its motor; `friction`: size and rate."""

    def __init__(self, stiffness, damping, inertia, gear, resistance="0", friction=("0", "1")):
        self.stiffness, self.damping = mpf(stiffness), mpf(damping)
        self.reflected = mpf(inertia) * mpf(gear) ** 2
        self.resistance = mpf(resistance)
        self.friction = [mpf(text) for text in friction]


class Arm:
    """Bodies one behind the other; coordinates are those of the joints, then those of the motors."""

    def __init__(self, name, gravity, bodies, tip):
        self.name, self.gravity, self.bodies, self.tip = name, vector(*gravity), bodies, vector(*tip)
        self.motors = [k for k, body in enumerate(bodies) if body.elastic]
        self.n = len(bodies) + len(self.motors)

    def poses(self, q):
        rotation, origin, all_poses = identity(), vector("0", "0", "0"), []
        for body, angle in zip(self.bodies, q):
            origin = origin + rotation * body.place
            rotation = rotation * body.turn * about(body.axis, angle)
            all_poses.append((rotation, origin))
        return all_poses

    def tip_pose(self, q):
        rotation, origin = self.poses(q)[-1]
        return rotation, origin + rotation * self.tip

    def motor_of(self):
        """Joint, motor, spring of every elastic joint."""
        return [(k, len(self.bodies) + m, self.bodies[k].elastic) for m, k in enumerate(self.motors)]

    def kinetic(self, q, rates):
        ahead = self.poses([x + INNER * v for x, v in zip(q, rates)])
        behind = self.poses([x - INNER * v for x, v in zip(q, rates)])
        energy = mpf(0)
        for body, here, a, b, rate in zip(self.bodies, self.poses(q), ahead, behind, rates):
            centre = lambda pose: pose[1] + pose[0] * body.centre
            velocity = (centre(a) - centre(b)) / (2 * INNER)
            spin = here[0].T * (a[0] - b[0]) / (2 * INNER)
            omega = matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
            energy += (body.mass * (velocity.T * velocity)[0] + (omega.T * body.inertia * omega)[0]) / 2
            energy += body.rotor * rate**2 / 2
        for _, motor, elastic in self.motor_of():
            energy += elastic.reflected * rates[motor] ** 2 / 2
        return energy

    def weight(self, q):
        energy = mpf(0)
        for body, (rotation, origin) in zip(self.bodies, self.poses(q)):
            energy -= body.mass * (self.gravity.T * (origin + rotation * body.centre))[0]
        return energy

    def potential(self, q):
        energy = self.weight(q)
        for body, angle in zip(self.bodies, q):
            stiffness, rest = body.spring
            energy += stiffness * (angle - rest) ** 2 / 2
        for joint, motor, elastic in self.motor_of():
            energy += elastic.stiffness * (q[joint] - q[motor]) ** 2 / 2
        return energy

    def resistance(self, rates):
        """What damping and friction take."""
        forces = [mpf(0)] * self.n
        for k, body in enumerate(self.bodies):
            forces[k] += body.damping * rates[k]
        for joint, motor, elastic in self.motor_of():
            across = elastic.damping * (rates[joint] - rates[motor])
            size, rate = elastic.friction
            forces[joint] += across
            forces[motor] += elastic.resistance * rates[motor] - across
            forces[motor] += size * rates[motor] / sqrt(rates[motor] ** 2 + rate**2)
        return forces

    def mass_matrix(self, q):
        """T is half of a quadratic form: M_ij = T(e_i + e_j) − T(e_i) − T(e_j)."""
        unit = lambda *places: [mpf(1) if k in places else mpf(0) for k in range(self.n)]
        single = [self.kinetic(q, unit(i)) for i in range(self.n)]
        entry = lambda i, j: 2 * single[i] if i == j else self.kinetic(q, unit(i, j)) - single[i] - single[j]
        return matrix([[entry(i, j) for j in range(self.n)] for i in range(self.n)])

    def slope(self, function, q):
        moved = lambda k, sign: [x + sign * OUTER if i == k else x for i, x in enumerate(q)]
        return [(function(moved(k, 1)) - function(moved(k, -1))) / (2 * OUTER) for k in range(self.n)]

    def convective(self, q, rates):
        """d/dt(∂T/∂q̇) − ∂T/∂q without accelerations."""
        moved = lambda sign: self.mass_matrix([x + sign * OUTER * v for x, v in zip(q, rates)]) * matrix(rates)
        momentum = (moved(1) - moved(-1)) / (2 * OUTER)
        slope = self.slope(lambda at: self.kinetic(at, rates), q)
        return [momentum[k] - slope[k] for k in range(self.n)]

    def jacobian(self, q):
        """Angular velocity, then velocity of the tip, in base axes, for unit rates."""
        columns = []
        rotation, _ = self.tip_pose(q)
        for k in range(self.n):
            moved = lambda sign: self.tip_pose([x + sign * OUTER if i == k else x for i, x in enumerate(q)])
            (a, p), (b, r) = moved(1), moved(-1)
            spin = (a - b) / (2 * OUTER) * rotation.T
            linear = (p - r) / (2 * OUTER)
            columns.append([spin[2, 1], spin[0, 2], spin[1, 0], *linear])
        return [[column[row] for column in columns] for row in range(6)]

    def state(self, q, rates, accelerations, tau):
        q, rates, accelerations, tau = ([mpf(x) for x in one] for one in (q, rates, accelerations, tau))
        m = self.mass_matrix(q)
        convective = self.convective(q, rates)
        gravity = self.slope(self.weight, q)
        held = self.slope(self.potential, q)
        lost = self.resistance(rates)
        bias = [sum(parts) for parts in zip(convective, held, lost)]
        force = m * matrix(accelerations) + matrix(bias)
        rotation, origin = self.tip_pose(q)
        return {
            "q": q, "qd": rates, "qdd": accelerations, "tau": tau,
            "id_tau": force, "bias": bias, "coriolis_h": convective, "gravity_tau": gravity,
            "fd_qdd": mp.lu_solve(m, matrix(tau) - matrix(bias)),
            "mass_matrix": m, "minv": m**-1, "momentum": m * matrix(rates),
            "kinetic_energy": self.kinetic(q, rates), "potential_energy": self.potential(q),
            "tip_R": rotation, "tip_p": origin, "tip_jacobian": self.jacobian(q),
        }


PLANAR = Arm("planar_2r", ("0", "-9.81", "0"), [
    Body("z", ("0", "0", "0"), "2.5", ("0.19", "0.02", "0"), ("0.01", "0.04", "0.045"),
         elastic=Elastic("1500", "0.8", "4e-5", "80")),
    Body("z", ("0.4", "0", "0"), "1.4", ("0.16", "-0.01", "0"), ("0.004", "0.02", "0.022"),
         elastic=Elastic("900", "0", "2.5e-5", "60", "0.35")),
], ("0.33", "0", "0"))

SPATIAL = Arm("spatial_3r", ("0", "0", "-9.81"), [
    Body("z", ("0", "0", "0.3"), "3.0", ("0.02", "-0.01", "0.11"),
         ("0.03", "0.035", "0.02", "0.001", "-0.002", "0.0015"), rotor=mpf("3e-5") * 2500, damping="0.6"),
    Body("y", ("0.06", "0.09", "0.2"), "2.2", ("0.18", "0.01", "0.03"),
         ("0.008", "0.04", "0.042", "-0.0012", "0.0008", "0.0004"), damping="0.15", spring=("25", "0.2"),
         elastic=Elastic("2200", "1.2", "5e-5", "70", "0.5", ("1.1", "0.05"))),
    Body("x", ("0.37", "-0.04", "0.05"), "1.3", ("0.12", "0.05", "-0.02"),
         ("0.006", "0.015", "0.017", "0.0006", "-0.0003", "0.0005"), turn=about("y", pi / 2)),
], ("0.25", "0.02", "0.04"))


def plain(value):
    """Nested lists of doubles, each printed as the shortest decimal that is it."""
    if isinstance(value, matrix):
        value = [value[i] for i in range(len(value))] if value.cols == 1 else value.tolist()
    if isinstance(value, list):
        return [plain(one) for one in value]
    # What is below the error of a difference is 0.
    return float(value) if abs(value) > mpf(10) ** -40 else 0.0


def states(arm, seed):
    """Links anywhere, motors near their joints; every third state is at rest, the first is at 0."""
    chance = random.Random(seed)
    draw = lambda size: [round(chance.uniform(-size, size), 3) for _ in range(arm.n)]
    for index in range(6):
        q, rates = ([0.0] * arm.n if index == 0 else draw(3.0)), ([0.0] * arm.n if index % 3 == 0 else draw(2.0))
        for joint, motor, _ in arm.motor_of():
            q[motor] = q[joint] + round(chance.uniform(-0.05, 0.05), 4)
        state = arm.state(q, rates, draw(5.0), draw(10.0))
        yield {key: plain(value) for key, value in state.items()}


if __name__ == "__main__":
    for arm, seed in ((PLANAR, 1), (SPATIAL, 2)):
        path = pathlib.Path(__file__).with_name(f"{arm.name}.json")
        data = {"name": arm.name, "states": list(states(arm, seed))}
        path.write_text(json.dumps(data, indent=1) + "\n")
