#!/usr/bin/env python3
"""Times what the rounding errors of sums of angles cost: generated C with them, and the same text with zeros in their places.

    cargo build --release
    benches/angles.py models/puma.toml models/ur5.toml models/panda.toml

Runs of both alternate, and the least time a call of each is taken: other programs only add to a time.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAIL = re.compile(r"(const double e\d+ = )denoc_sum_tail\(.*?\);")
ALTERNATIONS = 12
MAIN = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "functions.c"
enum { STATES = 512, WIDTH = 64, ROUNDS = 1000 };
static double q[STATES][WIDTH], qd[STATES][WIDTH], qdd[STATES][WIDTH], tau[STATES][WIDTH];
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e9 * (double)t.tv_sec + (double)t.tv_nsec; }
int main(void)
{
    void (*volatile call)(const double *, const double *, const double *, double *) = CALL;
    double best = 1e9;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < WIDTH; j++) {
            q[i][j] = 6.0 * rand() / RAND_MAX - 3.0;
            qd[i][j] = 2.0 * rand() / RAND_MAX - 1.0;
            qdd[i][j] = 2.0 * rand() / RAND_MAX - 1.0;
        }
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now(), time;
        for (int i = 0; i < STATES; i++)
            call(q[i], qd[i], qdd[i], tau[i]);
        time = (now() - begin) / STATES;
        if (time < best)
            best = time;
    }
    printf("%.3f\n", best);
    return 0;
}
"""


def built(folder, model, name, text, compiler):
    """The program that times a text."""
    place = folder / name
    place.mkdir(exist_ok=True)
    (place / "functions.c").write_text(text)
    (place / f"{model}.h").write_bytes((folder / f"{model}.h").read_bytes())
    (place / "main.c").write_text(MAIN)
    program = place / compiler
    flags = ["-w", "-O2", "-march=native", f"-DCALL={model}_inverse_dynamics", "-o", program]
    subprocess.run([compiler, *flags, place / "main.c"], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="+")
    parser.add_argument("--compiler", nargs="+", default=["gcc", "clang"])
    arguments = parser.parse_args()
    denoc = ROOT / "target/release/denoc"
    if not denoc.exists():
        sys.exit("build the command first: cargo build --release")
    print("inverse dynamics, ns a call: with errors, without, difference")
    for path in arguments.model:
        model = "timed"
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            command = [denoc, "generate", path, "--emit", "c", "--functions", "inverse_dynamics", "--name", model]
            subprocess.run([*command, "--out", folder], check=True, capture_output=True)
            text = (folder / f"{model}.c").read_text()
            zeros, sums = TAIL.subn(r"\g<1>0.0;", text)
            for compiler in arguments.compiler:
                programs = [built(folder, model, name, one, compiler) for name, one in [("with", text), ("without", zeros)]]
                times = [[], []]
                for _ in range(ALTERNATIONS):
                    for program, found in zip(programs, times):
                        found.append(float(subprocess.run([program], check=True, capture_output=True).stdout))
                a, b = map(min, times)
                name = pathlib.Path(path).name
                print(f"{name} ({sums} sums), {compiler}: {a:.1f} {b:.1f} {a - b:+.1f}")


if __name__ == "__main__":
    main()
