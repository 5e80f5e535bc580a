"""Golden data for models in MJCF, by the wheel `mujoco` (README.md).

    python mujoco_data.py SITE_PACKAGES

trims the models that the wheels `dm_control` and `gymnasium` carry, of what has no dynamics, to NAME.xml, and writes what MuJoCo
computes of them at random states to NAME.json, both beside this file.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

import mujoco
import numpy

DM_CONTROL = "dm_control/suite"
GYMNASIUM = "gymnasium/envs/mujoco/assets"

# Name here, folder of the wheel, file.
MODELS = [
    ("acrobot", DM_CONTROL, "acrobot"),
    ("cartpole", DM_CONTROL, "cartpole"),
    ("ball_in_cup", DM_CONTROL, "ball_in_cup"),
    ("cheetah", DM_CONTROL, "cheetah"),
    ("finger", DM_CONTROL, "finger"),
    ("fish", DM_CONTROL, "fish"),
    ("hopper", DM_CONTROL, "hopper"),
    ("humanoid", DM_CONTROL, "humanoid"),
    ("manipulator", DM_CONTROL, "manipulator"),
    ("quadruped", DM_CONTROL, "quadruped"),
    ("walker", DM_CONTROL, "walker"),
    ("ant", GYMNASIUM, "ant"),
    ("half_cheetah", GYMNASIUM, "half_cheetah"),
    ("humanoid_standup", GYMNASIUM, "humanoidstandup"),
    ("inverted_double_pendulum", GYMNASIUM, "inverted_double_pendulum"),
    ("pusher", GYMNASIUM, "pusher_v5"),
    ("swimmer", GYMNASIUM, "swimmer"),
    ("walker2d", GYMNASIUM, "walker2d_v5"),
]

# Written here.
OWN = ["everything"]

# Without any dynamics.
SECTIONS = ["include", "asset", "visual", "statistic", "sensor", "keyframe", "custom", "size"]
INSIDE = ["camera", "light", "site"]
# Of pictures and of contacts; what refers to materials refers to assets.
ATTRIBUTES = ["material", "rgba", "condim", "friction", "solref", "solimp", "solreflimit", "solimplimit", "conaffinity",
              "contype", "margin", "user", "hfield"]


def trimmed(path):
    """The model without what has no dynamics, and without what this compiler refuses: a medium, springs in tendons, ties of three
    joints."""
    root = ElementTree.parse(path).getroot()
    large = {one.get("name") for one in root.iter("fixed") if len(one) > 2}
    for tag in SECTIONS:
        for child in root.findall(tag):
            root.remove(child)
    for parent in list(root.iter()):
        for child in list(parent):
            shape = child.get("type") in ("hfield", "plane")
            sites = child.tag == "spatial"
            acts_on_site = parent.tag == "actuator" and (child.get("site") or child.get("tendon"))
            tied = parent.tag in ("tendon", "equality") and (child.get("name") in large or child.get("tendon1") in large)
            if tied or child.tag in INSIDE or (child.tag == "geom" and shape) or sites or acts_on_site:
                parent.remove(child)
    for element in root.iter():
        for key in ATTRIBUTES:
            element.attrib.pop(key, None)
        if element.tag == "option":
            for key in ("density", "viscosity"):
                element.attrib.pop(key, None)
        if element.tag == "fixed":
            element.attrib.pop("stiffness", None)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def couplings(model):
    """G and g with q = G x + g: the independent joints x of a model whose joints and fixed tendons are tied in pairs."""
    nv = model.nv
    matrix, offset = numpy.eye(nv), numpy.zeros(nv)
    kept = list(range(nv))
    for k in range(model.neq):
        kind, (one, other) = model.eq_type[k], (model.eq_obj1id[k], model.eq_obj2id[k])
        c0, c1, *rest = model.eq_data[k][:5]
        assert not any(rest) and model.eq_active0[k]
        row, constant = numpy.zeros(nv), c0
        if kind == mujoco.mjtEq.mjEQ_JOINT:
            parts = [(one, 1.0)] + ([(other, -c1)] if other >= 0 else [])
        else:
            assert kind == mujoco.mjtEq.mjEQ_TENDON
            parts = [(j, s * a) for t, s in ((one, 1.0), (other, -c1)) if t >= 0 for j, a in wraps(model, t)]
        for joint, factor in parts:
            row[model.jnt_dofadr[joint]] += factor
            constant += factor * model.qpos0[model.jnt_qposadr[joint]]
        # row · q = constant: the last joint follows the first; of a joint constraint the first follows the second.
        places = [int(i) for i in numpy.flatnonzero(row)]
        assert len(places) == 2
        follower = model.jnt_dofadr[one] if kind == mujoco.mjtEq.mjEQ_JOINT else places[-1]
        leader = next(i for i in places if i != follower)
        matrix[follower] = 0
        matrix[follower, leader] = -row[leader] / row[follower]
        offset[follower] = constant / row[follower]
        kept.remove(follower)
    return matrix[:, kept], offset


def wraps(model, tendon):
    """The joints of a fixed tendon with their coefficients."""
    first = model.tendon_adr[tendon]
    return [(model.wrap_objid[i], model.wrap_prm[i]) for i in range(first, first + model.tendon_num[tendon])]


def state(model, matrix, offset, random):
    """Random coordinates, velocities and accelerations that hold what ties joints."""
    x, xd, xdd = (random.uniform(-1, 1, matrix.shape[1]) * scale for scale in (1.2, 2.0, 3.0))
    v, a = matrix @ xd, matrix @ xdd
    q = numpy.zeros(model.nq)
    angles = matrix @ x + offset
    for joint in range(model.njnt):
        at, dof = model.jnt_qposadr[joint], model.jnt_dofadr[joint]
        kind = model.jnt_type[joint]
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            q[at:at + 3] = angles[dof:dof + 3]
            q[at + 3:at + 7] = quaternion(random)
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            q[at:at + 4] = quaternion(random)
        else:
            q[at] = angles[dof]
    return x, xd, xdd, q, v, a


def quaternion(random):
    one = random.normal(size=4)
    return one / numpy.linalg.norm(one)


def data(model, states, seed):
    matrix, offset = couplings(model)
    random = numpy.random.default_rng(seed)
    disabled = mujoco.mjtDisableBit
    model.opt.disableflags |= disabled.mjDSBL_CONTACT | disabled.mjDSBL_CONSTRAINT
    result, noise = [], 0.0
    for _ in range(states):
        x, xd, xdd, q, v, a = state(model, matrix, offset, random)
        own = mujoco.MjData(model)
        own.qpos, own.qvel, own.qacc = q, v, a
        mujoco.mj_inverse(model, own)
        mass = numpy.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, own, mass)
        passive, bias, inverse = own.qfrc_passive, own.qfrc_bias, own.qfrc_inverse
        size = numpy.abs(mass) @ numpy.abs(a) + numpy.abs(bias) + numpy.abs(passive)
        apart = numpy.abs(inverse - (mass @ a + bias - passive)) / numpy.maximum(size, 1e-300)
        noise = max(noise, float(apart.max()))
        result.append({
            "qpos": q.tolist(), "qvel": v.tolist(), "qacc": a.tolist(),
            "inverse": inverse.tolist(), "bias": bias.tolist(), "passive": passive.tolist(),
            "mass_matrix": mass.tolist(),
        })
    independent = [int(numpy.flatnonzero(column == 1.0)[0]) for column in matrix.T]
    return {
        "mujoco": mujoco.__version__,
        "joints": [model.joint(j).name for j in range(model.njnt)],
        "types": [int(t) for t in model.jnt_type],
        # The velocities that are independent, and with which factors all follow them.
        "independent": independent,
        "coupling": matrix.tolist() if matrix.shape[0] != matrix.shape[1] else None,
        # A constraint in MuJoCo, and off here.
        "frictionloss": model.dof_frictionloss.tolist(),
        "noise": noise,
        "states": result,
    }


def main():
    packages, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent
    for name, folder, file in MODELS:
        (here / f"{name}.xml").write_text(trimmed(packages / folder / f"{file}.xml"))
    for seed, name in enumerate([name for name, *_ in MODELS] + OWN):
        text = (here / f"{name}.xml").read_text()
        model = mujoco.MjModel.from_xml_string(text)
        found = data(model, 3, seed)
        (here / f"{name}.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")
        print(f"{name}: {model.nv} velocities, {len(found['independent'])} independent, noise {found['noise']:.1e}")


if __name__ == "__main__":
    main()
