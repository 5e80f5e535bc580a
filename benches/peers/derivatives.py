#!/usr/bin/env python3
"""Times the generated derivatives beside those of CasADi: C of both, the same compilers, the same run.

    cargo build --release -p denoc-codegen --features cli
    pip install casadi numpy
    benches/peers/derivatives.py models/puma.toml models/ur5.toml models/panda.toml

prints a table: nanoseconds a call, medians of samples that take turns over 1024 states, and their ratio. CasADi differentiates a lean
recursive Newton-Euler algorithm (recursion.py) by its own `jacobian`, with `cse`; its forward dynamics solve M qdd = tau - h and are
differentiated by -M^-1 of those of the inverse dynamics, as denoc's are.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import casadi as ca
import numpy as np

import recursion

ROOT = Path(__file__).resolve().parents[2]
STATES = 1024
SAMPLES = 301


def casadi_functions(model):
    """CasADi's functions of a model, by the names of denoc's."""
    chain, gravity = recursion.read(model)
    n = len(chain)
    q, qd, qdd, tau = (ca.SX.sym(name, n) for name in ("q", "qd", "qdd", "tau"))
    needed = recursion.inverse_dynamics(chain, gravity, q, qd, qdd)
    by_q, by_qd = ca.jacobian(needed, q), ca.jacobian(needed, qd)
    inertia = ca.jacobian(needed, qdd)
    bias = ca.substitute(needed, qdd, ca.SX.zeros(n, 1))
    factors = ca.ldl(inertia, False)
    inverse = ca.ldl_solve(ca.SX.eye(n), *factors)
    accelerations = ca.ldl_solve(tau - bias, *factors)
    of_forward = [ca.ldl_solve(-ca.substitute(one, qdd, accelerations), *factors) for one in (by_q, by_qd)]
    functions = {
        "inverse_dynamics": ([q, qd, qdd], [needed]),
        "inverse_dynamics_derivatives": ([q, qd, qdd], [by_q, by_qd]),
        "forward_dynamics_derivatives": ([q, qd, tau], [*of_forward, inverse, accelerations]),
    }
    # Dense and row-major, as denoc's are.
    return n, {
        name: ca.Function(name, given, [ca.densify(one.T) for one in ca.cse(found)])
        for name, (given, found) in functions.items()
    }


def harness(name, n, functions):
    """A program that prints for every function the times of both and the largest difference."""
    lines = [f'#include "{name}.h"', "#include <math.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <time.h>"]
    for function in functions:
        lines.append(f"int {function}(const double **, double **, long long *, double *, int);")
        lines.append(f"int {function}_work(long long *, long long *, long long *, long long *);")
    lines += [
        f"enum {{ N = {n}, STATES = {STATES}, SAMPLES = {SAMPLES} }};",
        "static double in[3][STATES][N], ours[8][N * N], theirs[8][N * N], w[1 << 20];",
        "static long long iw[1 << 16];",
        "static int rank(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }",
        "static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e9 * (double)t.tv_sec + (double)t.tv_nsec; }",
    ]
    for function, (size, outputs) in functions.items():
        given = ", ".join(f"in[{k}][s]" for k in range(size))
        found = ", ".join(f"ours[{k}]" for k in range(len(outputs)))
        results = ", ".join(f"theirs[{k}]" for k in range(len(outputs)))
        lines += [
            f"static void call_ours_{function}(int s) {{ {name}_{function}({given}, {found}); }}",
            f"static void call_theirs_{function}(int s) {{ const double *arg[] = {{ {given} }}; double *res[] = {{ {results} }}; (void){function}(arg, res, iw, w, 0); }}",
        ]
    lines.append("int main(void) {")
    lines.append("    for (int k = 0; k < 3; k++) for (int s = 0; s < STATES; s++) for (int i = 0; i < N; i++) in[k][s][i] = 6.0 * rand() / RAND_MAX - 3.0;")
    for function, (_, outputs) in functions.items():
        compare = "".join(
            f"for (int i = 0; i < {length}; i++) {{ double d = fabs(ours[{k}][i] - theirs[{k}][i]), m = fabs(theirs[{k}][i]); if (d > off) off = d; if (m > most) most = m; }} "
            for k, length in enumerate(outputs)
        )
        lines += [
            "    {",
            "        static double a[SAMPLES], b[SAMPLES]; double off = 0.0, most = 1.0;",
            f"        for (int s = 0; s < 64; s++) {{ call_ours_{function}(s); call_theirs_{function}(s); {compare}}}",
            "        for (int k = 0; k < SAMPLES; k++) {",
            f"            double start = now(); for (int s = 0; s < STATES; s++) call_ours_{function}(s);",
            f"            double middle = now(); for (int s = 0; s < STATES; s++) call_theirs_{function}(s);",
            "            a[k] = (middle - start) / STATES; b[k] = (now() - middle) / STATES;",
            "        }",
            "        qsort(a, SAMPLES, sizeof *a, rank); qsort(b, SAMPLES, sizeof *b, rank);",
            f'        printf("{function} %.1f %.1f %.2e\\n", a[SAMPLES / 2], b[SAMPLES / 2], off / most);',
            "    }",
        ]
    lines.append("}")
    return "\n".join(lines) + "\n"


def bench(model, compilers, denoc):
    """The rows of a model."""
    n, functions = casadi_functions(model)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        names = ",".join(functions)
        subprocess.run(
            [denoc, "generate", model, "--emit", "c", "--functions", names, "--name", "ours", "--out", folder],
            check=True, stdout=subprocess.DEVNULL,
        )
        generator = ca.CodeGenerator("theirs.c", {"with_header": False})
        for function in functions.values():
            generator.add(function)
        generator.generate(str(folder) + "/")
        shapes = {
            name: (one.n_in(), [one.numel_out(k) for k in range(one.n_out())]) for name, one in functions.items()
        }
        (folder / "main.c").write_text(harness("ours", n, shapes))
        for compiler in compilers:
            flags = ["-O2", "-march=native", "-std=gnu11", "-o", folder / "run"]
            subprocess.run([compiler, *flags, *(folder / f"{one}.c" for one in ("main", "ours", "theirs")), "-lm"], check=True)
            for line in subprocess.run([folder / "run"], check=True, capture_output=True, text=True).stdout.splitlines():
                name, ours, theirs, off = line.split()
                assert float(off) < 1e-9, f"{name}: {off}"
                instructions = functions[name].n_instructions()
                yield Path(model).stem, name, compiler, float(ours), float(theirs), instructions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--denoc", default=ROOT / "target/release/denoc")
    given = parser.parse_args()
    print("| model | function | compiler | denoc ns | CasADi ns | ratio | CasADi instructions |")
    print("|---|---|---|---:|---:|---:|---:|")
    for model in given.models:
        for stem, name, compiler, ours, theirs, instructions in bench(model, given.compilers.split(","), given.denoc):
            print(f"| {stem} | `{name}` | {compiler} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} | {instructions} |", flush=True)


if __name__ == "__main__":
    main()
