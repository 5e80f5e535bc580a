"""The example of examples/dask: the same result in processes, also where one of them is killed."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("distributed")

EXAMPLE = ROOT / "examples" / "dask" / "identify.py"


@pytest.mark.parametrize("more", [[], ["--kill", "1.0"]], ids=["all alive", "one killed"])
def test_identification(more):
    command = [sys.executable, str(EXAMPLE), "--samples", "500_000", "--check", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert "500000 samples" in done.stdout and "finds the same" in done.stdout
    if more:
        assert "killed the worker" in done.stdout
