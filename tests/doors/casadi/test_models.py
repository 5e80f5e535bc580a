"""Models with parameters, with quaternions, with loops, and what can fail."""

import casadi as ca
import numpy as np
import pytest

from project import MODELS, OPEN

FREE = """
name = "floating"
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
inertia = { xx = 0.1, yy = 0.2, zz = 0.3 }
"""


@pytest.fixture()
def written(tmp_path):
    def write(name, text):
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        return path

    return write


def test_parameters_are_an_argument_with_derivatives(build, written):
    library = build(written("open", OPEN), "inverse_dynamics,gravity")
    inverse = library.load("inverse_dynamics")
    assert inverse.name_in() == ["parameters", "q", "qd", "qdd"]
    defaults = library.load("parameters_default")()["parameters"]
    assert np.array_equal(np.array(defaults).ravel(), [2, 1])
    q, qdd, mass, length = 0.3, 0.7, 1.5, 0.8
    found = inverse([mass, length], q, 0, qdd)
    expected = mass * length**2 / 3 * qdd + mass * 9.81 * length / 2 * np.cos(q)
    assert abs(float(found) - expected) < 1e-14
    p = ca.MX.sym("p", 2)
    tau = inverse(p, q, 0, qdd)
    gradient = ca.Function("gradient", [p], [ca.jacobian(tau, p)])([mass, length])
    by_mass = length**2 / 3 * qdd + 9.81 * length / 2 * np.cos(q)
    by_length = 2 * mass * length / 3 * qdd + mass * 9.81 / 2 * np.cos(q)
    assert np.allclose(np.array(gradient).ravel(), [by_mass, by_length], rtol=1e-14)
    # That of gravity by parameters does not exist, and half a Jacobian is none.
    with pytest.raises(RuntimeError, match="Derivatives cannot be calculated"):
        ca.jacobian(library.load("gravity")(p, q), p)


def test_invalid_parameters_are_an_error_of_casadi(build, written):
    library = build(written("open", OPEN), "inverse_dynamics")
    with pytest.raises(RuntimeError):
        library.load("inverse_dynamics", {"error_on_fail": True})([-1, 1], 0, 0, 0)


def test_a_state_with_quaternions_is_integrated(build, written):
    library = build(written("floating", FREE), "inverse_dynamics,forward_dynamics")
    integrate, difference = library.load("integrate"), library.load("difference")
    q = ca.DM([0, 0, 0, 0, 0, 0, 1])
    v = ca.DM([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    after = integrate(q, v, 0.5)
    assert abs(float(ca.norm_2(after[3:])) - 1) < 1e-15
    assert np.allclose(np.array(difference(q, after)), 0.5 * np.array(v), atol=1e-15)


def test_a_loop_has_values(build):
    library = build(next((MODELS / "loops").glob("five_bar.toml")), "forward_dynamics,dependent_rates,closure")
    forward = library.load("forward_dynamics")
    assert forward.n_out() == 2
    assert not library.has("jac_five_bar_forward_dynamics")
