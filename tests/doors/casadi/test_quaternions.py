"""Derivatives by quaternions, and a satellite with an arm that is turned with the least effort."""

import casadi as ca
import numpy as np
import pytest

SATELLITE = """
name = "satellite"
gravity = [0, 0, 0]
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
com = [0.1, 0.2, -0.1]
inertia = { xx = 0.2, yy = 0.3, zz = 0.4, xy = 0.01 }
[[body]]
name = "arm"
parent = "trunk"
joint = { type = "revolute", axis = [0, 0.6, 0.8] }
placement = { xyz = [0.3, 0.1, 0.2] }
mass = 1
com = [0.2, 0, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.04 }
[[frame]]
name = "hand"
body = "arm"
placement = { xyz = [0.1, 0, 0.2] }
"""
NQ, NV = 8, 7
# Numbers of any length.
Q = np.array([0.3, -0.2, 0.5, 0.4, -0.6, 0.3, 0.9, 0.7])
V = np.array([0.1, -0.4, 0.3, 0.5, -0.2, 0.6, 0.8])
TAU = np.array([0.5, -0.1, 0.2, 0.3, 0.4, -0.5, 0.1])


@pytest.fixture(scope="module")
def satellite(build, tmp_path_factory):
    path = tmp_path_factory.mktemp("satellite") / "satellite.toml"
    path.write_text(SATELLITE)
    functions = "inverse_dynamics,forward_dynamics,mass_matrix,tip_pose_hand"
    return build(path, functions, "--opt", "1")  # as the UR5


def rates(q, v):
    """How coordinates follow velocities: as docs/casadi.md has it."""
    x, w = q[3:6], q[6]
    moved = v[:3] + 2 * ca.cross(x, ca.cross(x, v[:3]) + w * v[:3]) / ca.sumsqr(q[3:7])
    turned = ca.vertcat(w * v[3:6] + ca.cross(x, v[3:6]), -ca.dot(x, v[3:6])) / 2
    return ca.vertcat(moved, turned, v[6:])


def differences(function, x, h=1e-6):
    """Of a function of one vector, column by column."""
    columns = []
    for k in range(len(x)):
        step = np.zeros(len(x))
        step[k] = h
        ahead, behind = function(x + step), function(x - step)
        columns.append((np.array(ahead).ravel(order="F") - np.array(behind).ravel(order="F")) / (2 * h))
    return np.array(columns).T


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "tip_pose_hand"])
def test_jacobians_are_whole(satellite, name):
    function = satellite.load(name)
    parts = [Q, V, TAU][: function.n_in()]
    x = ca.MX.sym("x", sum(map(len, parts)))
    split = ca.vertsplit(x, list(np.cumsum([0, *map(len, parts)])))
    for result in function.call(split):
        dense = ca.vec(ca.densify(result))
        values = ca.Function("values", [x], [dense])
        found = np.array(ca.Function("found", [x], [ca.jacobian(dense, x)])(np.concatenate(parts)))
        assert np.allclose(found, differences(values, np.concatenate(parts)), atol=1e-7)
        assert np.max(np.abs(found[:, 3:7] @ Q[3:7])) < 1e-13


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_hessians_are_whole(satellite, name):
    x = ca.MX.sym("x", NQ + 2 * NV)
    result = satellite.load(name)(*ca.vertsplit(x, [0, NQ, NQ + NV, NQ + 2 * NV]))
    hessian, gradient = ca.hessian(ca.dot(np.arange(1.0, NV + 1), result), x)
    at = np.concatenate([Q, V, TAU])
    found = np.array(ca.Function("hessian", [x], [hessian])(at))
    assert np.max(np.abs(found - found.T)) < 1e-12 * np.max(np.abs(found))
    expected = differences(ca.Function("gradient", [x], [gradient]), at)
    assert np.allclose(found, expected, atol=1e-6 * np.max(np.abs(found)))


def test_the_length_of_a_quaternion_changes_nothing(satellite):
    forward = satellite.load("forward_dynamics")
    longer = Q.copy()
    longer[3:7] *= 3
    assert np.allclose(np.array(forward(Q, V, TAU)), np.array(forward(longer, V, TAU)), rtol=1e-14)


def turned(forward, hessian, intervals=20, duration=3.0):
    """Trapezoidal collocation of a turn by 120 degrees about a skew axis."""
    h = duration / intervals
    opti = ca.Opti()
    q, v, tau = opti.variable(NQ, intervals + 1), opti.variable(NV, intervals + 1), opti.variable(NV, intervals + 1)
    points = range(intervals + 1)
    moved = [rates(q[:, k], v[:, k]) for k in points]
    accelerated = [forward(q[:, k], v[:, k], tau[:, k]) for k in points]
    for k in range(intervals):
        opti.subject_to(q[:, k + 1] - q[:, k] == h / 2 * (moved[k] + moved[k + 1]))
        opti.subject_to(v[:, k + 1] - v[:, k] == h / 2 * (accelerated[k] + accelerated[k + 1]))
    start, goal = np.array([0, 0, 0, 0, 0, 0, 1, 0.2]), np.array([0.5, 0.5, 0.5, 0.5])
    opti.subject_to(q[:, 0] == start)
    opti.subject_to(v[:, 0] == 0)
    opti.subject_to(v[:, intervals] == 0)
    x, w = q[3:6, intervals], q[6, intervals]
    opti.subject_to(goal[3] * x - w * goal[:3] - ca.cross(goal[:3], x) == 0)
    opti.subject_to(q[:3, intervals] == np.array([0.5, 0, 0]))
    opti.subject_to(q[7, intervals] == -0.4)
    opti.minimize(h * ca.sumsqr(tau))
    along = np.linspace(0, 1, intervals + 1)
    opti.set_initial(q, np.outer(start, 1 - along) + np.outer(np.concatenate([[0.5, 0, 0], goal, [-0.4]]), along))
    ipopt = {"print_level": 0, "sb": "yes", "tol": 1e-9, "hessian_approximation": hessian, "max_iter": 1000}
    opti.solver("ipopt", {"print_time": False, "ipopt": ipopt})
    solution = opti.solve()
    return solution.value(opti.f), solution.value(q), solution.stats()


def test_a_satellite_turns_with_the_least_effort(satellite):
    forward = satellite.load("forward_dynamics")
    exact, limited = turned(forward, "exact"), turned(forward, "limited-memory")
    for name, (cost, q, stats) in [("exact", exact), ("limited-memory", limited)]:
        assert stats["success"]
        lengths = np.linalg.norm(q[3:7], axis=0)
        print(f"{name}: {stats['iter_count']} iterations, effort {cost:.9f}, quaternions {lengths.min():.4f} to {lengths.max():.4f}")
    assert exact[2]["iter_count"] < limited[2]["iter_count"]
    assert abs(exact[0] - limited[0]) < 1e-6 * exact[0]
