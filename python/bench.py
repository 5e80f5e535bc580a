"""Calls from Python beside Pinocchio's: `python python/bench.py models/puma.toml robot.urdf`.

The second file is the same robot, or one of as many joints, for Pinocchio. Medians of nine runs.
"""

import os
import statistics
import sys
import time
import timeit

import numpy as np

import denoc


def nanoseconds(call, number=20_000):
    """The median time of a call."""
    runs = timeit.repeat(call, number=number, repeat=9)
    return statistics.median(runs) / number * 1e9


def main():
    robot = denoc.load(sys.argv[1])
    q, qd, qdd = np.random.default_rng(0).standard_normal((3, robot.nv))
    mine = {
        "inverse dynamics": lambda: robot.inverse_dynamics(q, qd, qdd),
        "forward dynamics": lambda: robot.forward_dynamics(q, qd, qdd),
        "mass matrix": lambda: robot.mass_matrix(q),
        "derivatives of the inverse dynamics": lambda: robot.inverse_dynamics_derivatives(q, qd, qdd),
        "derivatives of the forward dynamics": lambda: robot.forward_dynamics_derivatives(q, qd, qdd),
    }
    theirs = {}
    if len(sys.argv) > 2:
        import pinocchio as pin

        model = pin.buildModelFromUrdf(sys.argv[2])
        data = model.createData()
        theirs = {
            "inverse dynamics": lambda: pin.rnea(model, data, q, qd, qdd),
            "forward dynamics": lambda: pin.aba(model, data, q, qd, qdd),
            "mass matrix": lambda: pin.crba(model, data, q),
            "derivatives of the inverse dynamics": lambda: pin.computeRNEADerivatives(model, data, q, qd, qdd),
            "derivatives of the forward dynamics": lambda: pin.computeABADerivatives(model, data, q, qd, qdd),
        }
    print(f"{robot.name}, ns a call")
    for name, call in mine.items():
        other = f", Pinocchio {nanoseconds(theirs[name]):.0f}" if name in theirs else ""
        print(f"  {name}: {nanoseconds(call):.0f}{other}")
    states = 1_000_000
    q, qd, qdd = np.random.default_rng(0).standard_normal((3, states, robot.nv))
    robot.inverse_dynamics(q[:10_000], qd[:10_000], qdd[:10_000])
    for text, out in [("to a new array", None), ("to the same array", np.empty_like(q))]:
        runs = []
        for _ in range(9):
            start = time.perf_counter(), time.process_time()
            robot.inverse_dynamics(q, qd, qdd, out=out)
            runs.append((time.perf_counter() - start[0], time.process_time() - start[1]))
        wall, cpu = (statistics.median(column) / states * 1e9 for column in zip(*runs))
        print(f"  inverse dynamics of {states} states {text}: {wall:.1f} ns a state, {cpu:.1f} ns of processors")
    if theirs:
        for threads in sorted({1, os.cpu_count()}):
            pool = pin.ModelPool(model, threads)
            columns = [np.asfortranarray(array.T) for array in (q, qd, qdd)]
            runs = []
            for _ in range(5):
                start = time.perf_counter()
                pin.rneaInParallel(threads, pool, *columns)
                runs.append(time.perf_counter() - start)
            print(f"  Pinocchio's rneaInParallel, {threads} threads: {statistics.median(runs) / states * 1e9:.1f} ns a state")


if __name__ == "__main__":
    main()
