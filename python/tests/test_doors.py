"""The lines of docs/doors.md run, block after block."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "doors.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_python(monkeypatch):
    for package in ("distributed", "casadi"):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    assert len(blocks("python")) == 3
    names = {}
    for block in blocks("python"):
        exec(compile(block, "docs/doors.md", "exec"), names)
    assert names["torques"].shape == (400, 7)
    assert names["motion"].q.shape[1] == 7
    # At rest under the torques of gravity the arm stays where it is.
    assert abs(names["x_next"] - names["np"].concatenate([names["q"], names["qd"]])[:, None]).full().max() < 1e-9


def test_shell(tmp_path):
    command = Path(os.environ.get("DENOC", ROOT / "target" / "debug" / "denoc"))
    if not command.exists() or not shutil.which("cc"):
        pytest.skip("neither the command `denoc` nor a C compiler")
    (tmp_path / "models").symlink_to(ROOT / "models")
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    assert len(blocks("sh")) == 1
    for block in blocks("sh"):
        subprocess.run(["sh", "-eu", "-c", block], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True)
    assert (tmp_path / "panda.o").exists() and (tmp_path / "src" / "panda.h").exists()
