"""C that CasADi generates around external functions."""

import os
import subprocess

import casadi as ca
import numpy as np


def test_generated_c_calls_the_library(ur5, tmp_path):
    forward = ur5.load("forward_dynamics")
    x, tau = ca.MX.sym("x", 12), ca.MX.sym("tau", 6)
    rates = ca.vertcat(x[6:], forward(x[:6], x[6:], tau))
    model = ca.Function("model", [x, tau], [rates, ca.jacobian(rates, ca.vertcat(x, tau))])
    folder = os.getcwd()
    os.chdir(tmp_path)
    try:
        model.generate("model.c")
    finally:
        os.chdir(folder)
    command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", str(tmp_path / "model.c"), str(ur5.path.with_suffix(".casadi.c"))]
    subprocess.run([*command, "-o", str(tmp_path / "model.so")], check=True)
    found = ca.external("model", str(tmp_path / "model.so"))
    draw = np.random.default_rng(4)
    at = [draw.uniform(-1, 1, 12), draw.uniform(-1, 1, 6)]
    for one, other in zip(found(*at), model(*at)):
        assert np.array_equal(np.array(ca.densify(one)), np.array(ca.densify(other)))
