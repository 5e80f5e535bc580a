"""The project, for the tests of all doors."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"

# A model with parameters.
OPEN = """
name = "open"
gravity = [0, -9.81, 0]
[parameters]
mass = 2
length = 1
[[body]]
name = "rod"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = "mass"
com = ["length/2", 0, 0]
inertia = { xx = 0, yy = "mass*length*length/12", zz = "mass*length*length/12" }
"""


def denoc(*arguments):
    """Runs the command, of the environment variable DENOC."""
    command = os.environ.get("DENOC", str(ROOT / "target" / "debug" / "denoc"))
    return subprocess.run([command, *map(str, arguments)], check=True, capture_output=True, text=True)
