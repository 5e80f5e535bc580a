"""The examples of examples/dask: the same result in processes, also where one of them is killed."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("distributed")

EXAMPLE = ROOT / "examples" / "dask" / "identify.py"


# That none is killed is the easier case.
RUNS = {"one killed": ["--kill", "1.0"]} | ({"all alive": []} if "DENOC_SLOW_TESTS" in os.environ else {})


@pytest.mark.parametrize("more", RUNS.values(), ids=RUNS.keys())
def test_identification(more):
    command = [sys.executable, str(EXAMPLE), "--samples", "500_000", "--check", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert "500000 samples" in done.stdout and "finds the same" in done.stdout
    if more:
        assert "killed the worker" in done.stdout


def test_identification_with_ray(monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    import identify

    total = 200_000  # Two chunks, so that there is a sum.
    command = [sys.executable, str(EXAMPLE.with_name("identify_ray.py")), str(total)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{total} samples" in done.stdout
    found = [float(value) for value in re.findall(r": +(\S+) \+-", done.stdout)]
    parameters, _ = identify.solved(*identify.here(total)[:2])
    assert found == pytest.approx(list(parameters), rel=0, abs=1e-6)
