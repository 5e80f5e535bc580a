"""Functions of a robot as functions of CasADi."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np


def function(robot, name, compiler=None, flags=("-O2",)):
    """See `Robot.casadi`."""
    import casadi

    compiler = compiler or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        return _callback(casadi, robot, name)
    # The library stays in use as long as the process: the folder is left for the system to clear.
    folder = Path(tempfile.mkdtemp(prefix="denoc-casadi-"))
    (source,) = robot.generate("casadi", folder, [name])
    library = folder / "functions.so"
    command = [compiler, *flags, "-std=c99", "-fPIC", "-shared", "-o", str(library), str(source), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    prefix = Path(source).name.split(".")[0]
    return casadi.external(f"{prefix}_{name}", str(library))


def _callback(casadi, robot, name):
    """The function in memory, called back; derivatives are finite differences. Parameters come first, as in what is compiled."""
    of_robot = robot.function(name)
    has_quaternions = robot.nq != robot.nv
    parameters = list(robot.parameters)
    inputs = [("parameters", (len(parameters),))] * bool(parameters) + list(of_robot.inputs)

    def sparsity(shape):
        rows, columns = (*shape, 1, 1)[:2]
        return casadi.Sparsity.dense(rows, columns)

    class Called(casadi.Callback):
        def __init__(self):
            super().__init__()
            # What CasADi takes for a name.
            of_model = re.sub("[^A-Za-z0-9]+", "_", robot.name).strip("_")
            prefix = of_model if of_model[:1].isalpha() else f"m_{of_model}".rstrip("_")
            self.construct(f"{prefix}_{name}", {"enable_fd": True})

        def get_n_in(self):
            return len(inputs)

        def get_n_out(self):
            return len(of_robot.outputs)

        def get_name_in(self, i):
            return inputs[i][0]

        def get_name_out(self, i):
            return of_robot.outputs[i][0]

        def get_sparsity_in(self, i):
            return sparsity(inputs[i][1])

        def get_sparsity_out(self, i):
            return sparsity(of_robot.outputs[i][1])

        def eval(self, arguments):
            arrays = {
                name: np.asarray(one.full()).reshape(shape) for one, (name, shape) in zip(arguments, inputs)
            }
            values = dict(zip(parameters, arrays.pop("parameters", ())))
            if has_quaternions and "q" in arrays:
                # At length 1, as external functions take them.
                arrays["q"] = robot.integrate(arrays["q"], np.zeros(robot.nv))
            # A parameter may be called as a keyword of functions.
            of_values = robot.with_parameters(**values).function(name) if values else of_robot
            results = of_values(*arrays.values())
            results = results if len(of_robot.outputs) > 1 else (results,)
            return [casadi.DM(np.atleast_1d(one)) for one in results]

    return Called()
