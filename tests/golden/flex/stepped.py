"""Writes tests/golden/flex/stepped.json: modes of stepped beams, some with a body at the tip, from their exact shapes.

    python3 tests/golden/flex/stepped.py        # needs mpmath

In each section a bending mode is A cosh kx + B sinh kx + C cos kx + D sin kx with k⁴ = ω² ρA/EI, a mode of torsion or
stretch A cos kx + B sin kx. Displacement, slope, moment and force are carried from section to section by transfer matrices; ω² is a
root of the determinant of what the end demands, found with 30 digits. No finite elements are involved.
"""

import json
import pathlib

import mpmath as mp
from mpmath.calculus.quadrature import GaussLegendre

mp.mp.dps = 30
E, G = mp.mpf("70e9"), mp.mpf("27e9")

# length, density, area, Iy, Iz, J
TWO = [("0.6", "2700", "2.4e-4", "7.2e-9", "3.2e-9", "8e-9"), ("0.4", "2700", "1.2e-4", "3e-9", "8e-10", "2e-9")]
THREE = [("0.3", "2700", "1e-4", "2e-9", "1e-9", "2.5e-9"), ("0.5", "7800", "4e-4", "9e-9", "1.6e-8", "2e-8"), ("0.35", "2700", "5e-5", "4e-10", "2e-10", "5e-10")]
# Mass, place of the mass centre beyond the tip along x, and its inertias about x (through the tip), y and z.
TIP = ("0.5", "0.03", "0.0004", "0.0006", "0.0007")
CASES = [
    ("two", TWO, "clamped-free", None),
    ("two", TWO, "clamped-clamped", None),
    ("two", TWO, "pinned-pinned", None),
    ("three", THREE, "clamped-free", None),
    ("three", THREE, "clamped-clamped", None),
    ("two_loaded", TWO, "clamped-free", TIP),
    ("uniform_loaded", TWO[:1], "clamped-free", TIP),
]
MODES = 3


def functions(bends, k, x):
    """The functions of a section at x from its start, and their derivatives up to the third."""
    if bends:
        ch, sh, c, s = mp.cosh(k * x), mp.sinh(k * x), mp.cos(k * x), mp.sin(k * x)
        rows = [[ch, sh, c, s], [sh, ch, -s, c], [ch, sh, -c, -s], [sh, ch, s, -c]]
    else:
        c, s = mp.cos(k * x), mp.sin(k * x)
        rows = [[c, s], [-s, c]]
    return [[k**n * value for value in row] for n, row in enumerate(rows)]


# Nodes and weights of Gauss's rule with 48 points on 0 … 1.
RULE = [((1 + x) / 2, w / 2) for x, w in GaussLegendre(mp.mp).calc_nodes(5, mp.mp.prec)]


def bisected(f, a, b):
    """The root between a and b by secants that keep it between them (Illinois)."""
    fa, fb = f(a), f(b)
    for _ in range(60):
        c = b - fb * (b - a) / (fb - fa)
        fc = f(c)
        if fc == 0 or abs(b - a) < mp.mpf(10) ** -24 * abs(c):
            return c
        a, fa = (b, fb) if fb * fc < 0 else (a, fa / 2)
        b, fb = c, fc
        if abs(fb) < mp.mpf(10) ** -60:
            break
    return b


class Family:
    def __init__(self, name, sections, boundary, tip):
        self.name, self.boundary = name, boundary
        self.bends = name.startswith("bending")
        self.sections = []
        for text in sections:
            length, density, area, iy, iz, j = map(mp.mpf, text)
            rigidity = {"bending_y": E * iz, "bending_z": E * iy, "torsion": G * j, "axial": E * area}[name]
            inertia = density * (iy + iz) if name == "torsion" else density * area
            self.sections.append((length, rigidity, inertia))
        mass, arm, about_x, about_y, about_z = map(mp.mpf, tip or ["0"] * 5)
        self.mass, self.arm = (about_x if name == "torsion" else mass), arm
        self.turn = {"bending_y": about_z, "bending_z": about_y}.get(name, mp.mpf(0))

    def wave(self, square, section):
        _, rigidity, inertia = section
        return mp.root(square * inertia / rigidity, 4 if self.bends else 2)

    def state(self, rigidity, rows, n):
        """Displacement, slope, EI w'', EI w''' (or displacement and force) of functions with these derivatives."""
        factors = [1, 1, rigidity, rigidity] if self.bends else [1, rigidity]
        return mp.matrix([[factors[i] * rows[i][j] for j in range(n)] for i in range(n)])

    def transfer(self, square):
        n = 4 if self.bends else 2
        total = mp.eye(n)
        for section in self.sections:
            k = self.wave(square, section)
            start = self.state(section[1], functions(self.bends, k, mp.mpf(0)), n)
            end = self.state(section[1], functions(self.bends, k, section[0]), n)
            total = end * start**-1 * total
        return total

    def conditions(self, square):
        """What the end demands of the states that the start allows: a square matrix that is singular at ω²."""
        total = self.transfer(square)
        pinned = self.boundary == "pinned-pinned" and self.bends
        free = ([1, 3] if pinned else [2, 3]) if self.bends else [1]
        columns = total[:, free[0]] if len(free) == 1 else None
        columns = mp.matrix([[total[i, j] for j in free] for i in range(total.rows)])
        if not self.bends:
            held = self.boundary == "clamped-clamped"
            row = columns[0, 0] if held else columns[1, 0] - square * self.mass * columns[0, 0]
            return mp.matrix([[row]]), free
        if self.boundary == "clamped-clamped":
            return columns[0:2, :], free
        if pinned:
            return mp.matrix([[columns[i, j] for j in range(2)] for i in (0, 2)]), free
        # Force and moment on the tip: EI w''' = −ω² m (w + c w'), EI w'' = ω² (m c w + (m c² + I) w').
        m, c, turn = self.mass, self.arm, self.turn
        shear = columns[3, :] + square * m * (columns[0, :] + c * columns[1, :])
        moment = columns[2, :] - square * (m * c * columns[0, :] + (m * c * c + turn) * columns[1, :])
        return mp.matrix([[shear[j] for j in range(2)], [moment[j] for j in range(2)]]), free

    def squares(self):
        def value(root):
            return mp.det(self.conditions(root**2 if not self.bends else root**4)[0])

        # Steps much finer than the distance of roots of ω (or √ω).
        length = sum(section[0] for section in self.sections)
        slow = sum(section[0] * self.wave(mp.mpf(1), section) for section in self.sections)
        step = 1 / slow / 10
        found, at, before = [], step, value(step)
        while len(found) < MODES:
            after = value(at + step)
            if before * after < 0:
                root = bisected(value, at, at + step)
                found.append(root**4 if self.bends else root**2)
            at, before = at + step, after
        return found

    def mode(self, square):
        conditions, free = self.conditions(square)
        n = 4 if self.bends else 2
        start = mp.matrix(n, 1)
        if self.bends:
            # The null vector of the conditions, whose rows are parallel.
            row = max(range(2), key=lambda i: abs(conditions[i, 0]) / (abs(conditions[i, 1]) + 1))
            start[free[0]], start[free[1]] = -conditions[row, 1], conditions[row, 0]
        else:
            start[1] = 1
        pieces, x = [], mp.mpf(0)
        for section in self.sections:
            k = self.wave(square, section)
            at = self.state(section[1], functions(self.bends, k, mp.mpf(0)), n)
            pieces.append((x, k, section, at**-1 * start))
            start = self.state(section[1], functions(self.bends, k, section[0]), n) * pieces[-1][3]
            x += section[0]

        def integral(f):
            return sum(
                sum(w * section[0] * f(x0 + t * section[0], self.at(k, c, t * section[0]), section[2]) for t, w in RULE)
                for x0, k, section, c in pieces
            )

        end = self.at(pieces[-1][1], pieces[-1][3], pieces[-1][2][0])
        slope = end[1] if self.bends else mp.mpf(0)
        tip = self.mass * (end[0] + self.arm * slope) ** 2 + self.turn * slope**2
        modal = integral(lambda x, w, m: m * w[0] ** 2) + tip
        first = self.at(pieces[0][1], pieces[0][3], mp.mpf(0))
        leaving = functions(True, pieces[0][1], mp.mpf(0))[2] if self.bends and self.boundary != "pinned-pinned" else None
        sign = sum(a * b for a, b in zip(leaving, pieces[0][3])) if leaving else first[1]
        scale = mp.sign(sign) / mp.sqrt(modal)
        return {
            "square": square,
            "end": [scale * end[0], scale * slope],
            "moments": [scale * integral(lambda x, w, m: m * w[0]), scale * integral(lambda x, w, m: m * x * w[0])],
            "mass": 1 - tip * scale**2,
            "shortening": scale**2 * integral(lambda x, w, m: w[1] ** 2) if self.bends else mp.mpf(0),
        }

    def at(self, k, coefficients, s):
        rows = functions(self.bends, k, s)
        return [sum(a * b for a, b in zip(row, coefficients)) for row in rows[:2]]


def plain(value):
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    number = float(value)
    return 0.0 if abs(number) < 1e-25 else number


def main():
    keys = ["length", "density", "area", "Iy", "Iz", "J"]
    cases = []
    for name, sections, boundary, tip in CASES:
        families = {}
        for family in ["bending_y", "bending_z", "torsion", "axial"]:
            one = Family(family, sections, boundary, tip)
            families[family] = [plain(one.mode(square)) for square in one.squares()]
        beam = [{key: float(value) for key, value in zip(keys, section)} for section in sections]
        cases.append({"name": name, "boundary": boundary, "sections": beam, "tip": [float(x) for x in tip or []], "modes": families})
    data = {"E": float(E), "G": float(G), "cases": cases}
    text = json.dumps(data, indent=1)
    (pathlib.Path(__file__).parent / "stepped.json").write_text(text + "\n")


main()
