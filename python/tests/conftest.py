"""Models of the repository."""

from pathlib import Path

import pytest

import denoc

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "models"


@pytest.fixture(scope="session")
def puma():
    return denoc.load(MODELS / "puma.toml")


@pytest.fixture(scope="session")
def five_bar():
    return denoc.load(MODELS / "loops" / "five_bar.toml")
