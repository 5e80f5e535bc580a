"""The dynamics of a chain of revolute joints in CasADi's own scalars, from the numbers of a model file and from nothing of denoc: Newton-Euler
and articulated bodies in body coordinates (Featherstone, Rigid Body Dynamics Algorithms, tables 5.1 and 7.1)."""

import math
import tomllib

import casadi as ca


class Chain:
    """Bodies in their order, each on the one before it."""

    def __init__(self, path):
        with open(path, "rb") as file:
            model = tomllib.load(file)
        self.name = model["name"]
        self.gravity = ca.DM(model["gravity"])
        self.bodies = [Body(body) for body in model["body"]]
        parents = [body["parent"] for body in model["body"]]
        names = ["base"] + [body["name"] for body in model["body"]]
        assert parents == names[:-1], "an open chain"

    def _motions(self, q):
        return [body.transform(q[i]) for i, body in enumerate(self.bodies)]

    def inverse_dynamics(self, q, qd, qdd):
        """Generalised forces."""
        transforms = self._motions(q)
        v, a = ca.SX.zeros(6), ca.vertcat(ca.DM.zeros(3), -self.gravity)
        forces = []
        for i, (body, X) in enumerate(zip(self.bodies, transforms)):
            v_joint = body.S * qd[i]
            v = X @ v + v_joint
            a = X @ a + body.S * qdd[i] + cross_motion(v) @ v_joint
            forces.append(body.I @ a + cross_force(v) @ (body.I @ v))
        tau = [None] * len(forces)
        for i in reversed(range(len(forces))):
            tau[i] = self.bodies[i].S.T @ forces[i]
            if i > 0:
                forces[i - 1] += transforms[i].T @ forces[i]
        return ca.vertcat(*tau)

    def forward_dynamics(self, q, qd, tau):
        """Accelerations."""
        count = len(self.bodies)
        transforms = self._motions(q)
        v, c, inertia, bias = [], [], [], []
        for i, (body, X) in enumerate(zip(self.bodies, transforms)):
            v_joint = body.S * qd[i]
            v.append(v_joint + (X @ v[i - 1] if i > 0 else 0))
            c.append(cross_motion(v[i]) @ v_joint)
            inertia.append(ca.SX(body.I))
            bias.append(cross_force(v[i]) @ (body.I @ v[i]))
        U, d, u = [None] * count, [None] * count, [None] * count
        for i in reversed(range(count)):
            S, X = self.bodies[i].S, transforms[i]
            U[i] = inertia[i] @ S
            d[i] = S.T @ U[i]
            u[i] = tau[i] - S.T @ bias[i]
            if i > 0:
                reduced = inertia[i] - U[i] @ U[i].T / d[i]
                inertia[i - 1] += X.T @ reduced @ X
                bias[i - 1] += X.T @ (bias[i] + reduced @ c[i] + U[i] * u[i] / d[i])
        a, qdd = ca.vertcat(ca.DM.zeros(3), -self.gravity), []
        for i, (body, X) in enumerate(zip(self.bodies, transforms)):
            a = X @ a + c[i]
            qdd.append((u[i] - U[i].T @ a) / d[i])
            a = a + body.S * qdd[i]
        return ca.vertcat(*qdd)

    def function(self, name):
        """One of the two as a function of CasADi."""
        q, qd, x = (ca.SX.sym(one, len(self.bodies)) for one in ("q", "qd", "x"))
        return ca.Function(name, [q, qd, x], [getattr(self, name)(q, qd, x)], {"cse": True})


class Body:
    """A body, and the revolute joint that carries it."""

    def __init__(self, body):
        joint = body["joint"]
        assert joint["type"] == "revolute" and set(joint) == {"type", "axis"}
        self.S = ca.DM(list(joint["axis"]) + [0, 0, 0])
        self.axis = ca.DM(joint["axis"])
        placement = body.get("placement", {})
        self.offset = ca.DM(placement.get("xyz", [0, 0, 0]))
        roll, pitch, yaw = (angle(one) for one in placement.get("rpy", [0, 0, 0]))
        self.fixed = turn([0, 0, 1], yaw) @ turn([0, 1, 0], pitch) @ turn([1, 0, 0], roll)
        mass, com = body["mass"], tilde(ca.DM(body.get("com", [0, 0, 0])))
        inertia = body["inertia"]
        entry = lambda key: inertia.get(key, 0.0)
        about_com = ca.DM(
            [
                [entry("xx"), entry("xy"), entry("xz")],
                [entry("xy"), entry("yy"), entry("yz")],
                [entry("xz"), entry("yz"), entry("zz")],
            ]
        )
        self.I = ca.sparsify(
            ca.blockcat([[about_com + mass * com @ com.T, mass * com], [mass * com.T, mass * ca.DM.eye(3)]])
        )

    def transform(self, q):
        """Motion vectors of the body before to this one's."""
        E = (self.fixed @ turn(self.axis, q)).T
        return ca.blockcat([[E, ca.SX(3, 3)], [-E @ tilde(self.offset), E]])


def angle(value):
    """Radians, as a number or as a multiple of pi."""
    return eval(value, {"__builtins__": {}}, {"pi": math.pi}) if isinstance(value, str) else value


def tilde(x):
    """The matrix of x ×."""
    return ca.blockcat([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


def turn(axis, q):
    """The rotation by an angle about a unit axis."""
    axis = tilde(ca.DM(axis))
    return ca.sparsify(ca.DM.eye(3)) + ca.sin(q) * axis + (1 - ca.cos(q)) * (axis @ axis)


def cross_motion(v):
    """v × of motions."""
    return ca.blockcat([[tilde(v[:3]), ca.SX(3, 3)], [tilde(v[3:]), tilde(v[:3])]])


def cross_force(v):
    """v × of forces."""
    return -cross_motion(v).T
