"""FMUs: a model → `denoc fmu` → FMPy; and the motions of `denoc simulate` to compare with."""

import pathlib

import fmpy
import numpy as np
import pytest
from fmpy.fmi3 import FMU3Model, FMU3Slave
from lxml import etree

from project import MODELS, OPEN, denoc

ROD = OPEN.replace("open", "rod") + """
[[frame]]
name = "end"
body = "rod"
placement = { xyz = ["length", 0, 0] }
"""

FLOATING = """
name = "floating"
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
com = [0.1, 0.05, -0.02]
inertia = { xx = 0.1, yy = 0.2, zz = 0.25 }
[[body]]
name = "left-arm"
parent = "trunk"
joint = { type = "spherical" }
placement = { xyz = [0.2, 0, 0.3] }
mass = 1
com = [0.1, 0, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.025 }
[[body]]
name = "hand"
parent = "left-arm"
joint = { type = "prismatic", axis = [0, 1, 0] }
placement = { xyz = [0.3, 0, 0] }
mass = 0.5
com = [0.1, 0, 0]
inertia = { xx = 0.01, yy = 0.01, zz = 0.01 }
[[frame]]
name = "palm"
body = "hand"
placement = { xyz = [0.2, 0, 0] }
"""


class Unit:
    """An FMU, unpacked, and its model."""

    def __init__(self, model, path):
        self.model, self.path = model, path
        self.description = fmpy.read_model_description(str(path))
        self.folder = fmpy.extract(str(path))
        self.references = {one.name: one.valueReference for one in self.description.modelVariables}

    def __getitem__(self, names):
        return [self.references[name] for name in names]

    def names(self, causality):
        return [one.name for one in self.description.modelVariables if one.causality == causality]

    def says(self, attribute):
        """What both interfaces say of a capability, by the XML: FMPy reads some under the names of FMI 2.0."""
        root = etree.parse(str(pathlib.Path(self.folder) / "modelDescription.xml")).getroot()
        (said,) = {root.find(kind).get(attribute) for kind in ("ModelExchange", "CoSimulation")}
        return said == "true"

    def states(self):
        return [one.variable.derivative.name for one in self.description.derivatives]

    def instance(self, exchange=False, log=None, token=None):
        kind = FMU3Model if exchange else FMU3Slave
        made = kind(
            guid=token or self.description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="one",
        )
        made.instantiate(logMessage=log)
        return made

    def started(self, exchange=False, starts=()):
        """An instance at the start of its motion."""
        made = self.instance(exchange)
        starts = dict(starts)
        made.setFloat64(self[starts], list(starts.values()))
        made.enterInitializationMode()
        made.exitInitializationMode()
        return made

    def simulated(self, folder, *arguments):
        """The motion of `denoc simulate`, by the names of the FMU's variables."""
        table = folder / "motion.csv"
        denoc("simulate", self.model, "--csv", table, *arguments)
        motion = np.genfromtxt(table, delimiter=",", names=True, deletechars="", replace_space=" ")
        words = {"q": "q.", "qd": "v.", "tau": "tau."}
        columns = {"time": motion["t"], "energy.kinetic": motion["T"], "energy.potential": motion["V"]}
        for column in motion.dtype.names:
            word, colon, joint = column.partition(":")
            if colon and word in words:
                parts = [part if part.isidentifier() else f"'{part}'" for part in joint.split(".")]
                columns[words[word] + ".".join(parts)] = motion[column]
        return columns


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """The FMU of a model of the repository, or of a text with a name, made once for all tests."""
    known = {}

    def built(name, text=None):
        if name not in known:
            folder = tmp_path_factory.mktemp("unit")
            model = MODELS / f"{name}.toml" if text is None else folder / f"{name}.toml"
            if text is not None:
                model.write_text(text)
            path = folder / f"{pathlib.Path(name).name}.fmu"
            denoc("fmu", model, "-o", path)
            known[name] = Unit(model, path)
        return known[name]

    return built


@pytest.fixture(scope="session")
def puma(build):
    return build("puma")


@pytest.fixture(scope="session")
def floating(build):
    return build("floating", FLOATING)


@pytest.fixture(scope="session")
def five_bar(build):
    return build("loops/five_bar")


@pytest.fixture(scope="session")
def rod(build):
    return build("rod", ROD)


@pytest.fixture(params=["puma", "floating", "five_bar", "rod"])
def unit(request):
    """Each of them."""
    return request.getfixturevalue(request.param)
