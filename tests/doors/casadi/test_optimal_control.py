"""From posture to posture with the least torque, by IPOPT: the same optimum by external functions as by CasADi's own expression."""

import os
import subprocess
import time

import casadi as ca
import numpy as np
import pytest

from project import MODELS
from dynamics import Chain

INTERVALS = 40
DURATION = 1.5
FROM = np.array([0.0, -1.2, 1.0, -0.3, 0.0, 0.0])
TO = np.array([1.2, -0.6, 0.4, 0.5, 0.8, -0.5])
LIMIT = np.array([150, 150, 150, 28, 28, 28.0])


def solve(forward, hessian):
    """Trapezoidal collocation: the solution, its costs and its statistics."""
    h = DURATION / INTERVALS
    opti = ca.Opti()
    q, qd, tau = (opti.variable(6, INTERVALS + 1) for _ in range(3))
    rates = [forward(q[:, k], qd[:, k], tau[:, k]) for k in range(INTERVALS + 1)]
    for k in range(INTERVALS):
        opti.subject_to(q[:, k + 1] - q[:, k] == h / 2 * (qd[:, k] + qd[:, k + 1]))
        opti.subject_to(qd[:, k + 1] - qd[:, k] == h / 2 * (rates[k] + rates[k + 1]))
    opti.subject_to(opti.bounded(-np.tile(LIMIT[:, None], INTERVALS + 1), tau, np.tile(LIMIT[:, None], INTERVALS + 1)))
    for place, posture in [(0, FROM), (INTERVALS, TO)]:
        opti.subject_to(q[:, place] == posture)
        opti.subject_to(qd[:, place] == 0)
    opti.minimize(h * ca.sumsqr(tau / LIMIT[:, None].repeat(INTERVALS + 1, 1)))
    along = np.linspace(0, 1, INTERVALS + 1)
    opti.set_initial(q, np.outer(FROM, 1 - along) + np.outer(TO, along))
    opti.set_initial(qd, np.outer((TO - FROM) / DURATION, np.ones(INTERVALS + 1)))
    ipopt = {"print_level": 0, "sb": "yes", "tol": 1e-9, "hessian_approximation": hessian, "max_iter": 500}
    opti.solver("ipopt", {"print_time": False, "ipopt": ipopt})
    start = time.perf_counter()
    solution = opti.solve()
    wall = time.perf_counter() - start
    return solution.value(opti.f), solution.value(q), solution.value(tau), solution.stats(), wall


@pytest.fixture(scope="module")
def own():
    """CasADi's expression."""
    return Chain(MODELS / "ur5.toml").function("forward_dynamics")


@pytest.fixture(scope="module")
def own_in_c(own, tmp_path_factory):
    """The same as an external function, in C that CasADi prints, with the derivatives that ours have; its compiler takes most of the time."""
    if "DENOC_SLOW_TESTS" not in os.environ:
        return None
    function, folder = own, tmp_path_factory.mktemp("own")
    adjoint = function.reverse(1)
    generator = ca.CodeGenerator("own.c")
    for one in [function, function.jacobian(), function.forward(1), adjoint, adjoint.forward(1)]:
        generator.add(one)
    generator.generate(f"{folder}/")
    library = f"{folder}/own.so"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", f"{folder}/own.c", "-o", library, "-lm"], check=True)
    return ca.external(function.name(), library)


@pytest.mark.parametrize("hessian", ["exact", "limited-memory"])
def test_the_optimum_is_that_of_casadi(ur5, own, own_in_c, hessian):
    external = ur5.load("forward_dynamics")
    found, expected = solve(external, hessian), solve(own, hessian)
    solutions = [("denoc", found), ("CasADi", expected)]
    if own_in_c is not None:
        solutions.append(("CasADi in C", solve(own_in_c, hessian)))
    for name, one in solutions:
        stats = one[3]
        assert stats["success"]
        parts = {key: stats.get(f"t_wall_nlp_{key}", 0.0) for key in ("g", "jac_g", "hess_l")}
        parts = ", ".join(f"{key} {1000 * value:.1f} ms" for key, value in parts.items())
        print(f"{hessian}, {name}: {stats['iter_count']} iterations, {one[4]:.3f} s; {parts}")
    assert abs(found[0] - expected[0]) < 1e-7 * abs(expected[0])
    loose = 1e-5 if hessian == "exact" else 1e-3
    for k in (1, 2):
        assert np.max(np.abs(found[k] - expected[k])) < loose * (1 + np.max(np.abs(expected[k])))
