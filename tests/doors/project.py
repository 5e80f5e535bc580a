"""The project, for the tests of all doors."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"

# A model with parameters.
OPEN = (ROOT / "codegen" / "tests" / "models" / "open.toml").read_text(encoding="utf-8")


def denoc(*arguments):
    """Runs the command, of the environment variable DENOC."""
    command = os.environ.get("DENOC", str(ROOT / "target" / "debug" / "denoc"))
    return subprocess.run([command, *map(str, arguments)], check=True, capture_output=True, text=True)
