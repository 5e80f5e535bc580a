"""The base parameters of an arm, from more samples than fit in memory.

    python examples/dask/identify.py --samples 100_000_000 --workers 2

Torques are linear in the base parameters, tau = Y(q, qd, qdd) pi, and pi is the least-squares solution of many samples. A chunk of samples
needs no more than its part of the normal equations, A = sum of Y^T Y and b = sum of Y^T tau (m x m and m numbers), so chunks are
computed where they lie, summed in a tree, and solved at the end:

    chunk of samples --map--> (A, b) --tree reduction--> (A, b) --solve--> pi

Chunks are made here by simulating a sensor; with recorded data `samples` reads the part of a file instead. A worker that dies loses
chunks that are in work, which Dask gives to others. `--kill` ends one on purpose.

The same code runs on a cluster: give the address of its scheduler with --scheduler. The robot is pickled as text, and compiled by
each worker once.
"""

import argparse
import os
import signal
import threading
import time
from functools import lru_cache
from pathlib import Path

import numpy as np
from distributed import Client, LocalCluster

import denoc

MODEL = Path(__file__).parents[2] / "models" / "puma.toml"

# Standard deviation of a measured torque, Nm.
NOISE = 0.1

# Samples of a chunk: 36 base parameters of 6 torques take 8 * 6 * 36 bytes a sample, in parts of a chunk.
CHUNK = 100_000
PART = 10_000


@lru_cache(maxsize=None)
def robot():
    """The robot, compiled once in every process: at level 1, since sums of Y^T Y take most of the time, whatever a regressor costs."""
    return denoc.load(MODEL, opt=1)


def samples(chunk, count):
    """q, qd, qdd and measured torques of a chunk: the same in every run."""
    rng = np.random.default_rng([7, chunk])
    arm = robot()
    q = rng.uniform(-np.pi, np.pi, (count, arm.nq))
    qd, qdd = rng.uniform(-2, 2, (2, count, arm.nv))
    tau = arm.inverse_dynamics(q, qd, qdd)
    return q, qd, qdd, tau + rng.normal(0, NOISE, tau.shape)


def normal_equations(chunk, count):
    """A, b and the number of samples of a chunk."""
    q, qd, qdd, tau = samples(chunk, count)
    columns = robot().base_regressor.outputs[0][1][1]
    a, b = np.zeros((columns, columns)), np.zeros(columns)
    for start in range(0, count, PART):
        part = slice(start, start + PART)
        y = robot().base_regressor(q[part], qd[part], qdd[part]).reshape(-1, columns)
        a += y.T @ y
        b += y.T @ tau[part].ravel()
    return a, b, count


def added(parts):
    """The sum of normal equations."""
    return tuple(sum(column) for column in zip(*parts))


def solved(a, b):
    """The parameters, and their standard deviations."""
    scale = 1 / np.sqrt(np.diag(a))
    inverse = np.linalg.inv(a * np.outer(scale, scale)) * np.outer(scale, scale)
    return inverse @ b, NOISE * np.sqrt(np.diag(inverse))


def chunks(total):
    """Number and size of each chunk."""
    return [(start // CHUNK, min(CHUNK, total - start)) for start in range(0, total, CHUNK)]


def reduced(client, total, width=16):
    """The normal equations of all samples: a future for every chunk, and of every `width` sums their sum."""
    level = [client.submit(normal_equations, *chunk, retries=3, pure=False) for chunk in chunks(total)]
    while len(level) > 1:
        level = [client.submit(added, level[k : k + width], retries=3, pure=False) for k in range(0, len(level), width)]
    return level[0].result()


def here(total):
    """The same in this process."""
    return added([normal_equations(*chunk) for chunk in chunks(total)])


def kill_one(client, after):
    """Ends a worker after some seconds, as a machine that fails would."""

    def kill():
        time.sleep(after)
        pids = client.run(os.getpid)
        victim = next(iter(pids.values()))
        print(f"killed the worker with process {victim}")
        os.kill(victim, signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2, help="processes of the local cluster")
    parser.add_argument("--memory", default="1GiB", help="memory of a process, at most")
    parser.add_argument("--scheduler", help="address of the scheduler of a cluster, in place of a local one")
    parser.add_argument("--kill", type=float, metavar="SECONDS", help="end a worker after so many seconds")
    parser.add_argument("--check", action="store_true", help="compute the same in this process, and compare")
    arguments = parser.parse_args()

    cluster = None
    if arguments.scheduler is None:
        cluster = LocalCluster(
            n_workers=arguments.workers, threads_per_worker=1, memory_limit=arguments.memory, dashboard_address=None
        )
    with Client(arguments.scheduler or cluster) as client:
        if arguments.kill is not None:
            kill_one(client, arguments.kill)
        start = time.perf_counter()
        a, b, count = reduced(client, arguments.samples)
        seconds = time.perf_counter() - start
    if cluster is not None:
        cluster.close()
    parameters, deviations = solved(a, b)
    print(f"{count} samples in {seconds:.1f} s, {1e9 * seconds / count:.0f} ns a sample")
    for k, (value, deviation) in enumerate(zip(parameters, deviations)):
        print(f"  {k:2}: {value: .6f} +- {deviation:.6f}")
    if arguments.check:
        a_here, b_here, count_here = here(arguments.samples)
        assert count == count_here == arguments.samples
        found, _ = solved(a_here, b_here)
        worst = np.abs((found - parameters) / deviations).max()
        print(f"the process by itself finds the same, to {worst:.1e} standard deviations")
        assert worst < 1e-6


if __name__ == "__main__":
    main()
