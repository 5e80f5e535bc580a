"""Integrators of CasADi on external dynamics."""

import casadi as ca
import numpy as np
import pytest

from project import MODELS
from dynamics import Chain

START = np.array([0.3, -1.0, 0.8, -0.5, 0.4, 0.2])


def flow(forward, method):
    """The state after half a second of free fall with damping torques, and its derivative by the start."""
    x = ca.MX.sym("x", 12)
    q, qd = x[:6], x[6:]
    ode = ca.vertcat(qd, forward(q, qd, -5 * qd))
    # The Newton matrix of sensitivities without second derivatives, which are no products: the solution is the same.
    options = {"abstol": 1e-10, "reltol": 1e-10, "second_order_correction": False} if method == "cvodes" else {"number_of_finite_elements": 100}
    return ca.integrator("flow", method, {"x": x, "ode": ode}, 0, 0.5, options)


@pytest.mark.parametrize("method", ["cvodes", "rk"])
def test_flows_and_their_sensitivities_are_those_of_casadi(ur5, method):
    external = flow(ur5.load("forward_dynamics"), method)
    own = flow(Chain(MODELS / "ur5.toml").function("forward_dynamics"), method)
    x0 = ca.MX.sym("x0", 12)

    def both(one):
        end = one(x0=x0)["xf"]
        return ca.Function("both", [x0], [end, ca.jacobian(end, x0)])(np.concatenate([START, np.zeros(6)]))

    tolerance = 1e-6 if method == "cvodes" else 1e-10
    for found, expected in zip(both(external), both(own)):
        found, expected = np.array(found), np.array(expected)
        assert np.max(np.abs(found - expected)) < tolerance * (1 + np.max(np.abs(expected)))
