"""What FMPy says of the FMU, and of its C source."""

import pathlib
import subprocess
import zipfile

import pytest
from fmpy.validation import validate_fmu

from project import denoc


def test_the_validator_finds_nothing(unit):
    assert validate_fmu(str(unit.path)) == []


def test_the_archive_has_sources_and_one_binary(puma):
    names = zipfile.ZipFile(puma.path).namelist()
    assert names[0] == "modelDescription.xml"
    assert {"sources/puma.c", "sources/buildDescription.xml"} < set(names)
    assert len([name for name in names if name.startswith("binaries/")]) == 1


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_source_compiles_without_a_warning(unit, compiler):
    (source,) = (pathlib.Path(unit.folder) / "sources").glob("*.c")
    flags = ["-std=c99", "-pedantic", "-O1", "-Wall", "-Wextra", "-Werror", "-c", "-o", "/dev/null"]
    subprocess.run([compiler, *flags, str(source)], check=True)


def test_an_fmu_of_the_same_model_is_the_same_file(rod, tmp_path):
    again = tmp_path / "again.fmu"
    denoc("fmu", rod.model, "-o", again)
    assert again.read_bytes() == rod.path.read_bytes()


def test_states_of_loops_are_guesses(five_bar, floating):
    initial = {one.name: one.initial for one in five_bar.description.modelVariables}
    assert {initial[name] for name in five_bar.states()} == {"approx"}
    initial = {one.name: one.initial for one in floating.description.modelVariables}
    assert {initial[name] for name in floating.states()} == {"exact"}
    assert "q.'left-arm'.qw" in floating.states()
