"""The recursive Newton-Euler algorithm in CasADi, in the frames of the bodies, for chains of one-degree-of-freedom joints.

It is lean: constants that are 0, 1 or -1 are exact, so that CasADi leaves out what they multiply.
"""

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import casadi as ca
import numpy as np


@dataclass
class Body:
    """A body behind its joint."""

    rotation: np.ndarray  # of the joint's frame in the parent's
    offset: np.ndarray  # m, in the parent's frame
    axis: np.ndarray  # unit vector
    prismatic: bool
    turned: np.ndarray  # of the body's frame in the joint's moving frame
    shifted: np.ndarray  # m
    mass: float  # kg
    com: np.ndarray  # m, in the body's frame
    inertia: np.ndarray  # kg m^2, about the mass centre


def angle(value):
    """An angle of a model, rad: a number, or a fraction of pi such as "-3*pi/4"."""
    if not isinstance(value, str):
        return float(value)
    product, _, divisor = value.partition("/")
    factors = product.lstrip("-").split("*")
    factor = math.prod(math.pi if one == "pi" else float(one) for one in factors)
    return math.copysign(factor, -1.0 if product.startswith("-") else 1.0) / float(divisor or 1)


def exact(matrix):
    """Numbers within rounding of an integer are that integer."""
    near = np.round(matrix)
    return np.where(np.abs(matrix - near) < 1e-10, near, matrix)


def about(axis, angle):
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def tensor(given):
    xx, yy, zz, xy, xz, yz = (given.get(key, 0.0) for key in ("xx", "yy", "zz", "xy", "xz", "yz"))
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def links(model):
    """A Denavit-Hartenberg table in the standard convention: link i is fixed in frame i + 1."""
    for link in model["link"]:
        alpha, a, b = angle(link.get("alpha", 0)), link.get("a", 0.0), link.get("b", 0.0)
        last = np.array([a, 0.0, b])
        turned = exact(about([1, 0, 0], alpha))
        # From the origin of frame i + 1, in its axes.
        com = -np.array(link["r"])
        yield Body(
            np.eye(3), np.zeros(3), np.array([0.0, 0.0, 1.0]), link["joint"] == "prismatic",
            turned, last, link["mass"], com, tensor(link["inertia"]),
        )


def placed(body):
    """Rotation and offset of a body's placement."""
    placement = body.get("placement", {})
    roll, pitch, yaw = (angle(one) for one in placement.get("rpy", [0, 0, 0]))
    rotation = about([0, 0, 1], yaw) @ about([0, 1, 0], pitch) @ about([1, 0, 0], roll)
    return exact(rotation), np.array(placement.get("xyz", [0.0] * 3))


def about_origin(mass, com, inertia):
    """Inertia about the origin, of one about the mass centre; with -mass the other way."""
    return inertia + mass * (com @ com * np.eye(3) - np.outer(com, com))


def bodies(model):
    """A chain of bodies, with what is fixed on them."""
    chain, frames = [], {}
    for body in model["body"]:
        rotation, offset = placed(body)
        mass, com, inertia = body.get("mass", 0.0), np.array(body.get("com", [0.0] * 3)), tensor(body.get("inertia", {}))
        if body["joint"]["type"] != "fixed":
            axis = np.array(body["joint"].get("axis", [0, 0, 1]), float)
            prismatic = body["joint"]["type"] == "prismatic"
            chain.append(Body(rotation, offset, axis, prismatic, np.eye(3), np.zeros(3), mass, com, inertia))
            frames[body["name"]] = np.eye(3), np.zeros(3)
            continue
        turned, shifted = frames[body["parent"]]
        turned, shifted = turned @ rotation, turned @ offset + shifted
        frames[body["name"]] = turned, shifted
        last, com, inertia = chain[-1], turned @ com + shifted, turned @ inertia @ turned.T
        whole = last.mass + mass
        centre = (last.mass * last.com + mass * com) / whole
        both = about_origin(last.mass, last.com, last.inertia) + about_origin(mass, com, inertia)
        last.mass, last.com, last.inertia = whole, centre, about_origin(-whole, centre, both)
    return chain


def read(path):
    """The bodies of a model file and gravity."""
    model = tomllib.loads(Path(path).read_text())
    return list(links(model) if "link" in model else bodies(model)), np.array(model["gravity"])


def turning(axis, q):
    """The rotation about a coordinate axis, or about any."""
    c, s = ca.cos(q), ca.sin(q)
    skew = ca.SX(ca.DM(exact(about(axis, math.pi / 2) - np.eye(3) - (np.outer(axis, axis) - np.eye(3)))))
    outer = ca.DM(np.outer(axis, axis))
    return ca.sparsify(ca.SX(outer) + c * ca.SX(ca.DM(np.eye(3)) - outer) + s * skew)


def inverse_dynamics(chain, gravity, q, qd, qdd):
    """tau."""
    constant = lambda matrix: ca.sparsify(ca.SX(ca.DM(matrix)))
    rate, change, acceleration = ca.SX(3, 1), ca.SX(3, 1), constant(-gravity)
    steps = []
    for i, body in enumerate(chain):
        axis = constant(body.axis)
        shift = axis * q[i] if body.prismatic else ca.SX(3, 1)
        turn = ca.SX.eye(3) if body.prismatic else turning(body.axis, q[i])
        to_joint = ca.mtimes(constant(body.rotation), turn)  # joint's moving frame in the parent's
        offset = constant(body.offset) + ca.mtimes(constant(body.rotation), shift)
        acceleration = acceleration + ca.cross(change, offset) + ca.cross(rate, ca.cross(rate, offset))
        rate, change, acceleration = (ca.mtimes(to_joint.T, x) for x in (rate, change, acceleration))
        if body.prismatic:
            acceleration = acceleration + axis * qdd[i] + 2 * ca.cross(rate, axis * qd[i])
        else:
            change = change + axis * qdd[i] + ca.cross(rate, axis * qd[i])
            rate = rate + axis * qd[i]
        # The body's frame.
        shifted = constant(body.shifted)
        acceleration = acceleration + ca.cross(change, shifted) + ca.cross(rate, ca.cross(rate, shifted))
        turned = constant(body.turned)
        rate, change, acceleration = (ca.mtimes(turned.T, x) for x in (rate, change, acceleration))
        com, inertia = constant(body.com), constant(body.inertia)
        centre = acceleration + ca.cross(change, com) + ca.cross(rate, ca.cross(rate, com))
        force = body.mass * centre
        moment = ca.mtimes(inertia, change) + ca.cross(rate, ca.mtimes(inertia, rate)) + ca.cross(com, force)
        steps.append((body, axis, to_joint, offset, turned, shifted, force, moment))
    torques = [None] * len(chain)
    force_beyond, moment_beyond = ca.SX(3, 1), ca.SX(3, 1)
    for i, (body, axis, to_joint, offset, turned, shifted, force, moment) in reversed(list(enumerate(steps))):
        # What the next joint carries stands in this body's frame.
        force, moment = force + force_beyond, moment + moment_beyond
        force, moment = ca.mtimes(turned, force), ca.mtimes(turned, moment)
        moment = moment + ca.cross(shifted, force)
        torques[i] = ca.dot(axis, force if body.prismatic else moment)
        force, moment = ca.mtimes(to_joint, force), ca.mtimes(to_joint, moment)
        force_beyond, moment_beyond = force, moment + ca.cross(offset, force)
    return ca.vertcat(*torques)
