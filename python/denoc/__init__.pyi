"""Multibody dynamics of robots, compiled in memory when they are loaded.

>>> import denoc
>>> robot = denoc.load("panda.urdf")
>>> tau = robot.inverse_dynamics(q, qd, qdd)

Every function takes arrays whose last axes are those of one state, `(nq,)` for q; axes before them are of states, and are
broadcast as numpy does. Double precision is the default; arrays of float32 are computed in float32. Angles are rad, lengths m,
torques Nm, forces N; quaternions are x, y, z, w. Results are those of the C code that denoc generates, to the last bit.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

class ModelError(ValueError):
    """The faults of a model, each with its place and what to write instead."""

class SingularError(ArithmeticError):
    """The equations of a state have no single solution."""

class LoadOptions(TypedDict, total=False):
    """Keywords of `load` and `loads`."""

    base: Literal["fixed", "floating"] | None
    """How the root link of a URDF is carried; takes precedence over the model."""
    snap: float | None
    """rad, at most 0.01: angles so near to a multiple of pi/4 or pi/6 are taken for it."""
    basis: str
    """The base parameters of `base_regressor`, as `denoc base --basis` prints them: `"tensor-yy"` (the default), `"tensor-xx"`, `"euler-zz"`."""
    opt: int
    """Level of optimisation, 0 to 3; by default 3 where results of `denoc optimize` are beside the model, else 2. With 1 a function is compiled in a
    fifth of the time, and takes up to a quarter longer."""
    fma: bool
    """Fused operations: fewer, rounded once, hence other last bits."""
    engine: Literal["native", "interpreted"]
    """Machine code (the default), or the interpreter."""
    formulations: Mapping[str, str]
    """The formulation of a function: `{"forward_dynamics": "soa"}`."""
    allow_path: Sequence[str | PathLike[str]]
    """Folders, besides the model's own, below which files may lie that it names."""

def load(path: str | PathLike[str], **options: Unpack[LoadOptions]) -> Robot:
    """Reads a model: TOML, URDF or MJCF, told apart by extension and text.

    Raises `ModelError` with all faults and their places. Warnings of the model are warnings of Python.
    """

def loads(text: str, name: str = "model.toml", **options: Unpack[LoadOptions]) -> Robot:
    """Reads a model from its text. `name` is for messages, and tells URDF and MJCF (`robot.urdf`, `robot.xml`) from TOML."""

class Counts(TypedDict):
    """Operations of a function."""

    multiplications: int
    additions: int
    divisions: int
    fused: int
    square_roots: int
    sines_and_cosines: int
    formulation: str

class Function:
    """A function of a robot. Compiled when it is first asked for, and kept."""

    def __call__(self, *args: ArrayLike, out: Any = None, **parameters: float) -> Any:
        """Calls it.

        `args` are arrays in the order of `inputs`, with any axes of states before their own. `out` takes the result: an array of
        its shape, or a tuple of arrays where there are several results. `parameters` are values of the model's parameters for
        this call; one that is called `out` is set by `with_parameters`.

        One state gives an array (a float for a number); many states an array with their axes first. The interpreter lock is
        released for many states, which are shared out among threads.

        Raises `ValueError` for shapes that do not fit, `TypeError` for arrays that are not of real numbers, `SingularError` for
        a state whose equations are singular. Of many states, those are NaN, and a `RuntimeWarning` names them.
        """
    @property
    def inputs(self) -> list[tuple[str, tuple[int, ...]]]:
        """Name and shape of each array that it takes."""
    @property
    def outputs(self) -> list[tuple[str, tuple[int, ...]]]:
        """Name and shape of each array that it gives."""
    @property
    def counts(self) -> Counts:
        """Its operations."""
    @property
    def formulation(self) -> str:
        """The formulation that was taken."""
    @property
    def engine(self) -> Literal["native", "interpreted"]:
        """What runs it."""

class Motion:
    """A motion: arrays with a row for every instant."""

    @property
    def t(self) -> Array:
        """Times, s."""
    @property
    def q(self) -> Array:
        """Coordinates, (instants, nq)."""
    @property
    def qd(self) -> Array:
        """Velocities, (instants, nv)."""
    @property
    def qdd(self) -> Array:
        """Accelerations, (instants, nv)."""
    @property
    def tau(self) -> Array:
        """Generalised forces, (instants, actuated)."""
    @property
    def kinetic_energy(self) -> Array:
        """J."""
    @property
    def potential_energy(self) -> Array | None:
        """J; None for a robot that has none."""
    @property
    def ended(self) -> float | None:
        """When the motion was ended early, s."""

class Robot:
    """A robot: a mechanism with values of its parameters. Its functions are its attributes.

    Robots and functions can be pickled (as text and options), and called from any thread.
    """

    name: str
    nq: int
    """Number of coordinates."""
    nv: int
    """Number of velocities."""
    functions: list[str]
    """Names of all functions."""
    coordinates: list[str]
    """Names of the elements of q."""
    velocities: list[str]
    """Names of the elements of qd and qdd."""
    forces: list[str]
    """Names of the elements of tau."""
    bodies: list[str]
    frames: list[str]
    """Names of frames: `tip_pose("tool", q)`."""
    limits: dict[str, dict[str, float]]
    """Limits of joints that the model gives: lower, upper, effort, velocity."""
    parameters: dict[str, float]
    """Values of the model's parameters."""

    def with_parameters(self, **parameters: float) -> Robot:
        """The same robot with other values of parameters; what is compiled is shared."""
    def function(self, name: str) -> Function:
        """A function by its name."""
    def counts(self, *names: str) -> dict[str, Counts]:
        """Operations of functions; by default those that a controller calls."""
    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """Generalised forces (..., nv) of a motion."""
    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """Accelerations (..., nv) under generalised forces."""
    def mass_matrix(self, q: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """The generalised inertia matrix (..., nv, nv)."""
    def bias(self, q: ArrayLike, qd: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """C(q, qd) qd + g(q), (..., nv)."""
    def gravity(self, q: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """g(q), (..., nv)."""
    def inverse_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: Any = None, **parameters: float
    ) -> Any:
        """Derivatives of tau by q and by qd, (..., nv, nv) each."""
    def forward_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: Any = None, **parameters: float
    ) -> Any:
        """qdd, its derivatives by q, qd and tau."""
    def tip_pose(self, frame: str, /, q: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """Pose of a frame in the base: the outputs of `tip_pose_FRAME`."""
    def tip_jacobian(self, frame: str, /, q: ArrayLike, *, out: Any = None, **parameters: float) -> Any:
        """Its Jacobian (..., 6, nv)."""
    def integrate(self, q: Sequence[float] | Array, qd: Sequence[float] | Array, dt: float = 1.0) -> Array:
        """q after `dt` seconds of the velocities: sums, and rotations of quaternions."""
    def difference(self, start: Sequence[float] | Array, end: Sequence[float] | Array) -> Array:
        """The velocities that lead from `start` to `end` in a second."""
    def generate(
        self,
        language: str,
        folder: str | PathLike[str] = ".",
        functions: Sequence[str] | None = None,
        *,
        force: bool = False,
        batch: bool = False,
        sparse: bool = False,
        selftest: bool = False,
        prefetch: bool = False,
        share: bool = False,
    ) -> list[Path]:
        """Prints functions (by default those of a controller) in a language, `"c"`, `"rust"`, `"casadi"`, into a folder; the paths of the
        files. A file that denoc did not write is replaced with `force` alone. The others are options of `denoc generate`."""
    def casadi(self, name: str, compiler: str | None = None, flags: Sequence[str] | None = None) -> Any:
        """A function as a `casadi.Function`: generated, compiled by the C compiler of the machine, and loaded, with Jacobians and Hessians. Without a
        compiler it is called back in memory, and its derivatives are finite differences."""
    def simulate(
        self,
        duration: float = 5.0,
        step: float = 0.01,
        *,
        q0: Sequence[float] | Array | None = None,
        qd0: Sequence[float] | Array | None = None,
        torque: ArrayLike | Callable[[float, Array, Array], ArrayLike] | None = None,
        method: Literal["dop853", "dopri5", "radau5"] = "dop853",
        rtol: float = 1e-9,
        atol: float = 1e-10,
        progress: Callable[[float], Any] | None = None,
    ) -> Motion:
        """The motion from a start. `torque` are constants, or a function of (t, q, qd) that is smooth between samples; `progress` is called with
        the time that is reached. Ctrl-C ends it."""
    def view(self, path: str | PathLike[str] | None = None, *, force: bool = False) -> str:
        """The page of the robot as HTML, which is also written to `path`."""
    def __getattr__(self, name: str) -> Any:
        """Any other function of the robot."""
