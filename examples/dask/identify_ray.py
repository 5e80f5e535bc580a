"""The same as identify.py, with the tasks of Ray.

    python examples/dask/identify_ray.py 1_000_000
"""

import sys
from pathlib import Path

import ray

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from identify import added, chunks, normal_equations, solved  # noqa: E402


def main():
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    ray.init(log_to_driver=False, include_dashboard=False, runtime_env={"env_vars": {"PYTHONPATH": str(HERE)}})
    chunk, add = ray.remote(normal_equations), ray.remote(lambda *parts: added(parts))
    level = [chunk.remote(*one) for one in chunks(total)]
    while len(level) > 1:
        level = [add.remote(*level[k : k + 16]) for k in range(0, len(level), 16)]
    a, b, count = ray.get(level[0])
    parameters, deviations = solved(a, b)
    print(f"{count} samples")
    for k, (value, deviation) in enumerate(zip(parameters, deviations)):
        print(f"  {k:2}: {value: .6f} +- {deviation:.6f}")


if __name__ == "__main__":
    main()
