#!/usr/bin/env python3
"""Trims golden/loops to what the tests need: python3 loops_trim.py FROM TO. Numbers pass through as printed."""
import json, pathlib, sys
src, dst = map(pathlib.Path, sys.argv[1:])
def shortest(t):
    v = float(t); return v
load = lambda f: json.loads((src / f).read_text())
def some(part, keys, step=1):
    return {k: part[k][::step] for k in keys}
# Inputs without rounding, and what tests judge by other digits.
APART = {"source", "model", "t", "motor_torque", "singular_times", "t_singular", "published_at_0_03"}
def flat(value):
    if isinstance(value, dict): return [x for v in value.values() for x in flat(v)]
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]
def rounding(data):
    """The relative rounding of a number of the quantity that is printed with the fewest digits."""
    named = lambda d: [kv for k, v in d.items() if k not in APART for kv in (named(v) if isinstance(v, dict) else [(k, v)])]
    digits = lambda x: len(repr(x).split("e")[0].replace("-", "").replace(".", "").strip("0"))
    arrays = [[x for x in flat(v) if isinstance(x, float)] for _, v in named(data)]
    fewest = min(max(map(digits, one)) for one in arrays if any(one))
    return float(f"{0.5 * 10.0 ** (1 - min(fewest, 17)):.1g}")
def write(name, data):
    dump = lambda v: json.dumps(v, separators=(",", ":"), allow_nan=False)
    def lines(d):
        out = []
        for k, v in d.items():
            if isinstance(v, dict): out.append(f"{dump(k)}:{lines(v)}")
            elif isinstance(v, list) and v and isinstance(v[0], (list, dict)): out.append(f"{dump(k)}:[\n" + ",\n".join(map(dump, v)) + "]")
            else: out.append(f"{dump(k)}:{dump(v)}")
        return "{" + ",\n".join(out) + "}"
    data = {"source": data["source"], "noise": rounding(data)} | data
    text = lines(data) + "\n"
    (dst / f"{name}.json").write_text(text)
    print(name, len(text))
ID = "joint_angle joint_rate joint_acc tau lambda_E reaction_O1 reaction_A1 reaction_O2 reaction_A2".split()
for name, f in (("five_bar", "ex1_fivebar"), ("five_bar_narrow", "ex1_fivebar_a0_0.40_up")):
    g = load(f + ".json"); ff = g["free_fall"]
    write(name, {"source": f, "inverse_dynamics": some(g["inverse_dynamics"], ["t"] + ID, 2),
        "free_fall": some(ff, ["t", "joint_angle", "joint_rate", "joint_acc", "lambda_E"]) | {"t_singular": ff["t_singular"]}})
g = load("ex2_carpet.json")
write("carpet_scraper", {"source": "ex2_carpet", "kinematics": some(g["kinematics"], ["body_angle", "body_rate", "body_acc"], 6),
    **{k: some(g[k], ["tau", "lambda_cut", "reactions_uncut"], 6) for k in ("gravity_on", "gravity_off")},
    "forward_dynamics_states": g["forward_dynamics_states"]})
for s in ("", "_b"):
    g = load(f"ex3_double_pendulum{s}.json")
    write(f"double_pendulum{s}", {"source": f"ex3_double_pendulum{s}", **some(g, ["t", "theta", "omega", "alpha", "joint_force"], 5)})
for n, f in (("parallelogram", "ex3_parallelogram"), ("parallelogram_b", "ex3_parallelogram_b"), ("n_four_bar", "ex3_n_four_bar_N2")):
    g = load(f + ".json")
    write(n, {"source": f, "model": {k: g["model"][k] for k in ("N", "bar_length", "coupler_length", "bar_mass")},
        **some(g, ["t", "theta_exact", "omega_exact", "alpha_exact"], 4 if n == "n_four_bar" else 2),
        "singular_times": g["singular_times"], "regular_states": g["regular_states"]})
g = load("ex3_andrews.json")
write("andrews", {"source": "ex3_andrews", "coordinates": g["coordinates"], **some(g, ["t", "q", "qd", "qdd", "lambda_bari_sign"], 2), "published_at_0_03": g["published_at_0_03"]})
g = load("ex3_bricard_L0.8.json")
write("bricard", {"source": "ex3_bricard_L0.8", **some(g["trajectory"], ["t", "joint_angle", "joint_rate", "joint_acc", "P3"], 2)})
keys = "t platform_position platform_quaternion_wxyz platform_velocity platform_angular_velocity_world motor_angle motor_rate motor_acc hinge_angle platform_acc lambda_S_joints kinetic potential motor_work".split()
for n, f in (("three_leg_platform", "ex3_stewart"), ("three_leg_platform_zero_gravity", "ex3_stewart_zero_gravity"), ("three_leg_platform_symmetric", "ex3_stewart_symmetric")):
    g = load(f + ".json")
    write(n, {"source": f, "motor_torque": g["model"]["motor_torque"], **some(g["trajectory"], keys, 2)})
g = load("ex4_two_puma.json")
keys = "q qd tau object_position object_R object_omega object_velocity qdd object_alpha object_acceleration wrench_object_on_arm1 wrench_object_on_arm2".split()
write("two_pumas", {"source": "ex4_two_puma", "states": [{k: s[k] for k in keys} for s in g["states"]]})
