"""Libraries of external functions: a model → `denoc generate --emit casadi` → a compiler → `casadi.external`."""

import ctypes
import os
import subprocess

import casadi as ca
import pytest

from project import MODELS, denoc

class Library:
    """External functions of a model."""

    def __init__(self, name, path):
        self.name, self.path = name, path

    def load(self, function, options=None):
        return ca.external(f"{self.name}_{function}", str(self.path), options or {})

    def has(self, symbol):
        return hasattr(ctypes.CDLL(str(self.path)), symbol)


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """Makes the library of functions of a model, once for all tests."""
    known = {}

    def built(model, functions, *arguments):
        key = (str(model), functions, arguments)
        if key in known:
            return known[key]
        folder = tmp_path_factory.mktemp("library")
        denoc("generate", model, "--emit", "casadi", "--functions", functions, "--out", folder, *arguments)
        (source,) = folder.glob("*.casadi.c")
        name = source.name.removesuffix(".casadi.c")
        library = folder / f"{name}.so"
        flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([os.environ.get("CC", "cc"), *flags, str(source), "-o", str(library)], check=True)
        known[key] = Library(name, library)
        return known[key]

    return built


@pytest.fixture(scope="session")
def ur5(build):
    """The functions of the UR5 that most tests call; at level 1, since at level 2, that of the other models, derivatives are searched
    for half a minute of processor time."""
    return build(MODELS / "ur5.toml", "inverse_dynamics,forward_dynamics,mass_matrix,gravity,tip_pose_tip", "--opt", "1")
