"""Functions of CasADi."""

import shutil

import numpy as np
import pytest
from conftest import MODELS, ROOT

import denoc

casadi = pytest.importorskip("casadi")


def test_external():
    # At level 2 its derivatives are searched for half a minute.
    puma = denoc.load(MODELS / "puma.toml", opt=1)
    function = puma.casadi("forward_dynamics")
    q, qd, tau = np.random.default_rng(5).standard_normal((3, 6))
    np.testing.assert_allclose(np.ravel(function(q, qd, tau)), puma.forward_dynamics(q, qd, tau), rtol=1e-14)
    x = casadi.MX.sym("q", 6)
    jacobian = casadi.Function("J", [x], [casadi.jacobian(function(x, qd, tau), x)])
    by_q = next(
        found
        for (name, _), found in zip(
            puma.forward_dynamics_derivatives.outputs, puma.forward_dynamics_derivatives(q, qd, tau)
        )
        if name == "dqdd_dq"
    )
    np.testing.assert_allclose(jacobian(q), by_q, rtol=1e-12, atol=1e-12)


def test_callback_without_a_compiler(puma, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    function = puma.casadi("inverse_dynamics")
    q, qd, qdd = np.random.default_rng(6).standard_normal((3, 6))
    np.testing.assert_array_equal(np.ravel(function(q, qd, qdd)), puma.inverse_dynamics(q, qd, qdd))
    x = casadi.MX.sym("a", 6)
    mass = casadi.Function("M", [x], [casadi.jacobian(function(q, qd, x), x)])
    np.testing.assert_allclose(mass(qdd), puma.mass_matrix(q), atol=1e-5)


def test_callback_of_a_model_with_any_name(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for name in ["6R my-arm", "_arm__2", "arm"]:
        robot = denoc.loads(FREE.replace("floating", name))
        q, qd = np.array([0.0, 0, 0, 0, 0, 0, 1]), np.zeros(6)
        np.testing.assert_array_equal(np.ravel(robot.casadi("bias")(q, qd)), robot.bias(q, qd))


FREE = """
name = "floating"
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
com = [0.1, 0.2, -0.1]
inertia = { xx = 0.1, yy = 0.2, zz = 0.3 }
"""


def test_quaternions_of_any_length(monkeypatch):
    robot = denoc.loads(FREE)
    external = robot.casadi("inverse_dynamics")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    called = robot.casadi("inverse_dynamics")
    generator = np.random.default_rng(7)
    q, qd, qdd = generator.standard_normal(7), generator.standard_normal(6), generator.standard_normal(6)
    unit = np.concatenate([q[:3], q[3:] / np.linalg.norm(q[3:])])
    expected = robot.inverse_dynamics(unit, qd, qdd)
    x = casadi.MX.sym("q", 7)
    jacobians = []
    for function in (external, called):
        np.testing.assert_allclose(np.ravel(function(q, qd, qdd)), expected, rtol=1e-13)
        jacobian = casadi.Function("J", [x], [casadi.jacobian(function(x, qd, qdd), x)])
        jacobians.append(np.array(jacobian(q)))
    np.testing.assert_allclose(jacobians[0], jacobians[1], atol=1e-5)
    np.testing.assert_allclose(jacobians[0][:, 3:] @ q[3:], 0, atol=1e-13)


def test_parameters_come_first(monkeypatch):
    robot = denoc.loads((ROOT / "jit" / "tests" / "stretch.toml").read_text(encoding="utf-8"))
    external = robot.casadi("inverse_dynamics")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    called = robot.casadi("inverse_dynamics")
    values, state = [4.0, 0.25], [0.3, 0.2, 0.1]
    expected = robot.with_parameters(payload=4.0, length=0.25).inverse_dynamics(*([one] for one in state))
    x = casadi.MX.sym("p", 2)
    jacobians = []
    for function in (external, called):
        assert function.name_in() == ["parameters", "q", "qd", "qdd"]
        np.testing.assert_allclose(np.ravel(function(values, *state)), expected, rtol=1e-14)
        jacobian = casadi.Function("J", [x], [casadi.jacobian(function(x, *state), x)])
        jacobians.append(np.array(jacobian(values)))
    np.testing.assert_allclose(jacobians[0], jacobians[1], atol=1e-5)


def test_a_parameter_is_called_out(monkeypatch):
    text = (ROOT / "jit" / "tests" / "stretch.toml").read_text(encoding="utf-8")
    robot = denoc.loads(text.replace("payload", "out"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = robot.casadi("gravity")([4.0, 0.25], 0.3)
    np.testing.assert_allclose(np.ravel(found), robot.with_parameters(out=4.0, length=0.25).gravity([0.3]), rtol=1e-14)


def test_a_compiler_that_fails_is_shown(puma):
    with pytest.raises(RuntimeError, match="-nonsense"):
        puma.casadi("gravity", flags=["-nonsense"])
