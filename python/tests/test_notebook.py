"""The notebook runs from its first cell to its last."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
execute = pytest.importorskip("nbconvert.preprocessors")


def test_notebook():
    path = Path(__file__).parents[1] / "notebooks" / "robot.ipynb"
    notebook = nbformat.read(path, as_version=4)
    runner = execute.ExecutePreprocessor(timeout=120, kernel_name="python3")
    runner.preprocess(notebook, {"metadata": {"path": str(path.parent)}})
