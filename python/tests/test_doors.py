"""The lines of docs/doors.md run, block after block."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import denoc
import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "doors.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the models, where the commands of the page have run."""
    command = Path(os.environ.get("DENOC", ROOT / "target" / "debug" / "denoc"))
    if not command.exists() or not shutil.which("c++"):
        pytest.skip("neither the command `denoc` nor a C++ compiler")
    path = tmp_path_factory.mktemp("doors")
    (path / "models").symlink_to(ROOT / "models")
    environment = {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}
    assert len(blocks("sh")) == 3
    for block in blocks("sh"):
        subprocess.run(["sh", "-eu", "-c", block], cwd=path, env=environment, check=True)
    return path


@pytest.fixture
def place(folder, monkeypatch):
    monkeypatch.chdir(folder)
    return folder


def test_python(place):
    for package in ("distributed", "casadi", "fmpy"):
        pytest.importorskip(package)
    assert len(blocks("python")) == 5
    names = {}
    for block in blocks("python"):
        exec(compile(block, "docs/doors.md", "exec"), names)
    assert names["torques"].shape == (400, 7)
    assert names["motion"].q.shape[1] == 7
    # At rest under the torques of gravity the arm stays where it is.
    assert abs(names["x_next"] - names["np"].concatenate([names["q"], names["qd"]])[:, None]).full().max() < 1e-9
    assert names["moved"]["q.link2"][0] == 0.1 and names["moved"]["time"][-1] == 0.1
    # A capsule of 1000 kg/m³ about its upper end.
    assert 2 < names["M"][0, 0] < 4


def test_cpp(place):
    [block] = blocks("cpp")
    (place / "main.cpp").write_text(block)
    subprocess.run("c++ -std=c++20 -Wall -Wextra -Werror -Isrc main.cpp panda.o -o main".split(), check=True)
    printed = subprocess.run(["./main"], check=True, stdout=subprocess.PIPE, text=True).stdout
    robot = denoc.load("models/panda.toml")
    torques = robot.gravity([0, 0.5, 0, 0, 0, 0, 0])
    assert [float(line) for line in printed.split()] == pytest.approx(list(torques), rel=1e-5, abs=1e-300)
