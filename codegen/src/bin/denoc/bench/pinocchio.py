"""Times functions of Pinocchio: URDF NQ NV SECONDS REPETITIONS on the command line, samples in ns as JSON on stdout."""

import json
import sys
import time

try:
    import numpy
    import pinocchio
except ImportError as error:
    sys.exit(f"{error} (python3 -m pip install pin)")

path, nq, nv, least, repetitions = sys.argv[1], *map(int, sys.argv[2:4]), float(sys.argv[4]), int(sys.argv[5])
model = pinocchio.buildModelFromUrdf(path)
if (model.nq, model.nv) == (nq - 7, nv - 6):
    model = pinocchio.buildModelFromUrdf(path, pinocchio.JointModelFreeFlyer())
if (model.nq, model.nv) != (nq, nv):
    sys.exit(f"it has {model.nq} coordinates and {model.nv} velocities of this URDF where denoc has {nq} and {nv}")

data = model.createData()
random = numpy.random.default_rng(1)
step = lambda: random.uniform(-1.5, 1.5, nv)
states = [(pinocchio.integrate(model, pinocchio.neutral(model), step()), step(), step()) for _ in range(16)]


def sample(call):
    """ns for a call, of so many that they take at least so long."""
    count = 16
    while True:
        start = time.perf_counter()
        for _ in range(count // 16):
            for q, v, a in states:
                call(q, v, a)
        taken = time.perf_counter() - start
        if taken >= least:
            return 1e9 * taken / count
        count *= 2


vector = numpy.zeros(3)
calls = {
    "overhead": lambda q, v, a: pinocchio.skew(vector),
    "rnea": lambda q, v, a: pinocchio.rnea(model, data, q, v, a),
    "aba": lambda q, v, a: pinocchio.aba(model, data, q, v, a),
    "crba": lambda q, v, a: pinocchio.crba(model, data, q),
    "nonLinearEffects": lambda q, v, a: pinocchio.nonLinearEffects(model, data, q, v),
    "computeGeneralizedGravity": lambda q, v, a: pinocchio.computeGeneralizedGravity(model, data, q),
}
samples = {name: [] for name in calls}
for _ in range(repetitions):
    for name, call in calls.items():
        samples[name].append(sample(call))
print(json.dumps({"version": pinocchio.__version__, **samples}))
