"""Values and derivatives, against CasADi's own expression of the same dynamics and against differences."""

import casadi as ca
import numpy as np
import pytest

from project import MODELS
from dynamics import Chain

DYNAMICS = ["inverse_dynamics", "forward_dynamics"]
ALL = [*DYNAMICS, "mass_matrix", "gravity", "tip_pose_tip"]


def state(seed, function):
    """A random argument list."""
    draw = np.random.default_rng(seed)
    return [draw.uniform(-2, 2, function.size_in(i)) for i in range(function.n_in())]


def dense(matrix):
    return matrix if isinstance(matrix, np.ndarray) else np.array(ca.densify(matrix))


def close(found, expected, tolerance):
    found, expected = dense(found), dense(expected)
    assert found.shape == expected.shape
    assert np.max(np.abs(found - expected)) < tolerance * (1 + np.max(np.abs(expected)))


@pytest.mark.parametrize("name", DYNAMICS)
def test_values_are_those_of_casadi(ur5, name):
    external, own = ur5.load(name), Chain(MODELS / "ur5.toml").function(name)
    for seed in range(20):
        x = state(seed, external)
        close(external(*x), own(*x), 1e-11)


@pytest.mark.parametrize("name", DYNAMICS)
def test_jacobians_are_those_of_casadi(ur5, name):
    external, own = ur5.load(name), Chain(MODELS / "ur5.toml").function(name)
    assert ur5.has(f"jac_ur5_{name}")
    for seed in range(5):
        x = state(seed, external)
        for found, expected in zip(external.jacobian()(*x, 0), own.jacobian()(*x, 0)):
            close(found, expected, 1e-10)


@pytest.mark.parametrize("name", DYNAMICS)
def test_derivatives_of_expressions_are_those_of_casadi(ur5, name):
    """Jacobians, products from both sides, and exact Hessians."""
    external = ur5.load(name)
    own = Chain(MODELS / "ur5.toml").function(name)
    x = [ca.MX.sym(external.name_in(i), 6) for i in range(3)]
    z = ca.vertcat(*x)
    weights = ca.DM(np.linspace(-1, 2, 6))
    direction = ca.DM(np.linspace(1, -2, 18))

    def derivatives(f):
        y = f(*x)
        return ca.Function(
            "derivatives",
            x,
            [
                ca.jacobian(y, z),
                ca.jtimes(y, z, direction),
                ca.jtimes(y, z, weights, True),
                ca.hessian(ca.dot(weights, y) + ca.sumsqr(y), z)[0],
            ],
        )

    found, expected = derivatives(external), derivatives(own)
    for seed in range(3):
        at = state(seed, external)
        for one, other in zip(found(*at), expected(*at)):
            close(one, other, 1e-9)


@pytest.mark.parametrize("name", ALL)
def test_derivatives_are_limits_of_differences(ur5, name):
    external = ur5.load(name)
    x = [ca.MX.sym(external.name_in(i), external.sparsity_in(i)) for i in range(external.n_in())]
    outputs = external(*x)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    z, y = ca.veccat(*x), ca.veccat(*[ca.densify(one) for one in outputs])
    values = ca.Function("values", x, [y])
    weights = ca.DM(np.linspace(-1, 2, y.numel()))
    derivatives = ca.Function(
        "derivatives", x, [ca.jacobian(y, z), ca.jtimes(y, z, weights, True)]
    )
    at = state(7, external)
    jacobian, gradient = derivatives(*at)
    columns, h = [], 1e-6
    flat = np.concatenate(at).ravel()

    def values_at(flat):
        return np.array(values(*np.split(flat, len(at)))).ravel()

    for k in range(flat.size):
        step = np.zeros(flat.size)
        step[k] = h
        columns.append((values_at(flat + step) - values_at(flat - step)) / (2 * h))
    expected = np.array(columns).T
    close(jacobian, expected, 1e-7)
    close(gradient, expected.T @ np.array(weights), 1e-7)


def test_matrices_are_sparse_and_have_their_columns(ur5):
    matrix, inverse = ur5.load("mass_matrix"), ur5.load("inverse_dynamics")
    assert matrix.nnz_out(0) < 36
    q = state(3, matrix)[0]
    bias = inverse(q, np.zeros(6), np.zeros(6))
    columns = [inverse(q, np.zeros(6), np.eye(6)[k]) - bias for k in range(6)]
    close(ca.densify(matrix(q)), ca.horzcat(*columns), 1e-12)
    R, p = ur5.load("tip_pose_tip")(q)
    close(R.T @ R, ca.DM.eye(3), 1e-14)
    # The forearm's axis and the second one are parallel: the rotation matrix is not symmetric, so columns are not rows.
    assert R.shape == (3, 3) and p.shape == (3, 1)


def test_the_jacobian_has_structural_zeros(ur5):
    sparsity = ur5.load("forward_dynamics").jac_sparsity(0, 0)
    assert sparsity.nnz() == 30 and not sparsity.has_nz(0, 0)


def test_arguments_have_the_names_of_the_functions(ur5):
    external = ur5.load("forward_dynamics")
    assert external.name_in() == ["q", "qd", "tau"] and external.name_out() == ["qdd"]
    found = external(q=np.ones(6))["qdd"]
    close(found, external(np.ones(6), np.zeros(6), np.zeros(6)), 0.0 + 1e-15)


@pytest.mark.parametrize("parallel", ["serial", "thread"])
def test_many_states_at_once_and_in_threads(ur5, parallel):
    """More memory slots than one are asked for: functions keep no state, and one serves all."""
    external = ur5.load("forward_dynamics")
    draw = np.random.default_rng(1)
    x = [draw.uniform(-2, 2, (6, 64)) for _ in range(3)]
    found = np.array(external.map(64, parallel, 4)(*x) if parallel == "thread" else external.map(64)(*x))
    for k in range(64):
        assert np.array_equal(found[:, k], np.array(external(*(one[:, k] for one in x))).ravel())


def test_what_a_library_has_not_is_an_error_of_casadi(ur5):
    with pytest.raises(RuntimeError):
        ur5.load("coriolis_matrix")(np.zeros(6))


def test_second_derivatives_that_are_not_there_are_an_error_of_casadi(ur5):
    q = ca.MX.sym("q", 6)
    _, p = ur5.load("tip_pose_tip")(q)
    with pytest.raises(RuntimeError, match="Derivatives cannot be calculated"):
        ca.hessian(ca.sumsqr(p), q)
