"""Robots: loading, parameters, pickles, processes and threads, generated code, simulation, pages."""

import ctypes
import multiprocessing
import pickle
import re
import shutil
import subprocess
import threading
import warnings

import numpy as np
import pytest
from conftest import MODELS, ROOT
from scipy.integrate import solve_ivp

import denoc

STRETCH = (ROOT / "jit" / "tests" / "stretch.toml").read_text(encoding="utf-8")


def test_faults_have_their_places():
    with pytest.raises(denoc.ModelError, match=r"stretch.toml:10:8: error"):
        denoc.loads(STRETCH.replace('mass = "payload"', "mass = -1"), "stretch.toml")
    with pytest.raises(denoc.ModelError, match="no_such_robot.urdf"):
        denoc.load("no_such_robot.urdf")
    with pytest.raises(TypeError, match="load has no keyword bases; write one of: base"):
        denoc.load(MODELS / "puma.toml", bases="fixed")
    with pytest.raises(ValueError, match='base: write "fixed" or "floating"'):
        denoc.load(MODELS / "puma.toml", base="swimming")
    with pytest.raises(ValueError, match='engine: write "native" or "interpreted"'):
        denoc.load(MODELS / "puma.toml", engine="steam")
    for level in (4, 9, -1, 256):
        with pytest.raises(ValueError, match="opt: write 0, 1, 2 or 3"):
            denoc.load(MODELS / "puma.toml", opt=level)


def test_names(puma):
    assert (puma.name, puma.nq, puma.nv) == ("puma", 6, 6)
    assert len(puma.coordinates) == len(puma.velocities) == len(puma.forces) == 6
    assert repr(puma) == "<denoc robot puma, nq 6, nv 6>"


def test_parameters():
    robot = denoc.loads(STRETCH)
    assert robot.parameters == {"payload": 1.5, "length": 0.5}
    np.testing.assert_allclose(robot.gravity([0.0]), [-1.5 * 0.5 * 9.81])
    np.testing.assert_allclose(robot.gravity([0.0], payload=2.0), [-9.81])
    np.testing.assert_allclose(robot.gravity(np.zeros((3, 1)), payload=2.0), np.full((3, 1), -9.81))
    heavy = robot.with_parameters(payload=4.0, length=0.25)
    np.testing.assert_allclose(heavy.gravity([0.0]), [-9.81])
    assert heavy.parameters == {"payload": 4.0, "length": 0.25}
    with pytest.raises(ValueError, match="is negative or not a number"):
        robot.gravity([0.0], payload=-1.0)
    with pytest.raises(TypeError, match="no parameter load; write one of: payload, length"):
        robot.gravity([0.0], load=1.0)


def test_parameters_with_the_names_of_keywords():
    text = STRETCH.replace("payload", "out").replace("length", "frame")
    robot = denoc.loads(text + '[[frame]]\nname = "static"\nbody = "arm"\nplacement = { xyz = ["frame", 0, 0] }\n')
    np.testing.assert_array_equal(robot.tip_pose("static", [0.0], frame=0.25)[1], [0.25, 0, 0])
    with pytest.raises(TypeError, match=r"out is where results go; .* with_parameters\(out="):
        robot.gravity([0.0], out=2.0)
    np.testing.assert_allclose(robot.with_parameters(out=2.0).gravity([0.0]), [-9.81])
    out = np.zeros((3, 1))
    assert robot.gravity(np.zeros((3, 1)), out=out, frame=1.0) is out
    np.testing.assert_allclose(out, np.full((3, 1), -1.5 * 9.81))


def test_robots_move_and_are_shown_with_their_values_of_parameters():
    heavy = denoc.loads(STRETCH).with_parameters(payload=4.0, length=0.25)
    text = STRETCH.replace("payload = 1.5", "payload = 4.0").replace("length = 0.5", "length = 0.25")
    same = denoc.loads(text)
    found, expected = (robot.simulate(0.5, 0.1) for robot in (heavy, same))
    np.testing.assert_array_equal(found.q, expected.q)
    np.testing.assert_array_equal(found.potential_energy, expected.potential_energy)
    assert np.any(found.q != denoc.loads(STRETCH).simulate(0.5, 0.1).q)
    pages = [re.sub("[0-9a-f]{32,64}", "", robot.view()) for robot in (heavy, same, denoc.loads(STRETCH))]
    assert pages[0] == pages[1] != pages[2]
    nowhere = denoc.loads(STRETCH.replace('["length", 0, 0]', '["0.1/length", 0, 0]')).with_parameters(length=0.0)
    for call in (lambda: nowhere.simulate(0.1), nowhere.view):
        with pytest.raises(ValueError, match="the model divides by 0"):
            call()


def test_a_fixed_formulation_is_no_fault_of_other_functions():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robot = denoc.load(MODELS / "puma.toml", opt=1, formulations={"inverse_dynamics": "denoc"})
        assert robot.gravity(np.zeros(6)).shape == (6,)


def test_pickles(puma):
    q = np.linspace(-1, 1, 6)
    for robot in (puma, denoc.loads(STRETCH).with_parameters(payload=3.0)):
        again = pickle.loads(pickle.dumps(robot))
        np.testing.assert_array_equal(again.gravity(q[: robot.nq]), robot.gravity(q[: robot.nq]))
        assert again.parameters == robot.parameters
    function = pickle.loads(pickle.dumps(puma.mass_matrix))
    np.testing.assert_array_equal(function(q), puma.mass_matrix(q))
    of_frames = pickle.loads(pickle.dumps(puma.tip_pose))
    for found, expected in zip(of_frames("tip", q), puma.tip_pose("tip", q)):
        np.testing.assert_array_equal(found, expected)


def weights(robot, q):
    return robot.gravity(q)


def test_processes(puma):
    q = np.random.default_rng(0).standard_normal((4, 25, 6))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.starmap(weights, [(puma, part) for part in q])
    np.testing.assert_array_equal(np.stack(found), puma.gravity(q))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_processes_compute_what_their_parent_does_in_threads(puma):
    q = np.random.default_rng(0).standard_normal((2, 1000, 6))
    expected = puma.gravity(q)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.starmap_async(weights, [(puma, part) for part in q]).get(timeout=60)
    np.testing.assert_array_equal(np.stack(found), expected)


def test_threads(puma):
    q = np.random.default_rng(0).standard_normal((4, 999, 6))
    found = [None] * 4

    def work(k):
        found[k] = puma.mass_matrix(q[k])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    [one.start() for one in threads]
    [one.join() for one in threads]
    np.testing.assert_array_equal(np.stack(found), puma.mass_matrix(q))


def test_generated_c_has_the_same_bits(puma, tmp_path):
    files = puma.generate("c", tmp_path, ["inverse_dynamics"], batch=True)
    assert sorted(one.name for one in files) == ["puma.c", "puma.h"]
    library = tmp_path / "puma.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, tmp_path / "puma.c"], check=True)
    function = ctypes.CDLL(str(library)).puma_inverse_dynamics
    q, qd, qdd = np.random.default_rng(1).standard_normal((3, 6))
    tau = np.zeros(6)
    pointers = [one.ctypes.data_as(ctypes.c_void_p) for one in (q, qd, qdd, tau)]
    function(*pointers)
    np.testing.assert_array_equal(puma.inverse_dynamics(q, qd, qdd), tau)
    assert "prefetch" in puma.generate("c", tmp_path, ["inverse_dynamics"], prefetch=True)[0].read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="no language fortran; write one of: .*c"):
        puma.generate("fortran", tmp_path)
    with pytest.raises(TypeError, match="generate has no keyword fast"):
        puma.generate("c", tmp_path, fast=True)


def test_searched_programs_are_taken_where_they_are_beside_a_model(puma, tmp_path):
    def count(robot):
        counts = robot.counts("inverse_dynamics")["inverse_dynamics"]
        return counts["multiplications"] + counts["additions"]

    level2 = denoc.load(MODELS / "puma.toml", opt=2)
    assert count(puma) < count(level2)
    # A pickle has them, wherever the model is by then.
    for name in ["puma.toml", "puma.toml.opt3"]:
        shutil.copy(MODELS / name, tmp_path / name)
    saved = pickle.dumps(denoc.load(tmp_path / "puma.toml"))
    [(tmp_path / name).unlink() for name in ["puma.toml", "puma.toml.opt3"]]
    assert count(pickle.loads(saved)) == count(puma)
    assert count(pickle.loads(pickle.dumps(level2))) == count(level2)
    # Those of another model are told of and left.
    shutil.copy(MODELS / "puma.toml", tmp_path / "puma.toml")
    shutil.copy(MODELS / "ur5.toml.opt3", tmp_path / "puma.toml.opt3")
    with pytest.warns(UserWarning, match="puma.toml.opt3"):
        assert count(denoc.load(tmp_path / "puma.toml")) == count(level2)


def test_simulation_agrees_with_scipy(puma):
    q0 = np.array([0.1, -0.4, 0.2, 0.3, -0.2, 0.5])
    motion = puma.simulate(0.5, 0.1, q0=q0, torque=lambda t, q, qd: -3 * qd)

    def rates(t, y):
        q, qd = y[:6], y[6:]
        return np.concatenate([qd, puma.forward_dynamics(q, qd, -3 * qd)])

    found = solve_ivp(rates, (0, 0.5), np.concatenate([q0, np.zeros(6)]), "DOP853", rtol=1e-10, atol=1e-11, t_eval=motion.t)
    np.testing.assert_allclose(motion.q, found.y[:6].T, atol=1e-7)
    np.testing.assert_allclose(motion.qd, found.y[6:].T, atol=1e-7)
    assert motion.q.shape == (6, 6) and motion.kinetic_energy.shape == (6,)


def test_simulation_ends_where_python_raises(puma):
    def late(t, q, qd):
        if t > 0.1:
            raise RuntimeError("the controller gave up")
        return np.zeros(6)

    with pytest.raises(RuntimeError, match="gave up"):
        puma.simulate(1.0, torque=late)
    times = []
    puma.simulate(0.2, progress=times.append)
    assert times and times[-1] == pytest.approx(0.2)
    with pytest.raises(ValueError, match="method: write"):
        puma.simulate(method="euler")
    with pytest.raises(ValueError):
        puma.simulate(q0=[0.0])
    with pytest.raises(ValueError, match="torque gives 2 numbers; the robot takes 6"):
        puma.simulate(0.1, torque=lambda t, q, qd: [0.0, 0.0])


def test_quaternions():
    robot = denoc.load(MODELS.parent / "tests" / "models" / "robot.urdf", base="floating")
    q = np.zeros(robot.nq)
    q[6] = 1.0
    qd = np.linspace(-1, 1, robot.nv)
    end = robot.integrate(q, qd, 0.1)
    np.testing.assert_allclose(robot.difference(q, end), 0.1 * qd, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(end[3:7]), 1)


def test_page_of_fused_operations():
    page = denoc.loads(STRETCH, fma=True).view()
    assert not re.search(r"\bfma\(", page)


def test_page(puma, tmp_path):
    page = puma.view(tmp_path / "puma.html")
    assert page.startswith("<!") and (tmp_path / "puma.html").read_text() == page
    assert puma._repr_html_().startswith("<iframe srcdoc=")


def test_files_of_others_are_kept_and_devices_written_to(puma, tmp_path):
    mine = tmp_path / "mine.html"
    mine.write_text("mine")
    with pytest.raises(FileExistsError, match="force=True"):
        puma.view(mine)
    assert mine.read_text() == "mine"
    assert puma.view("/dev/null").startswith("<!")
    assert puma.view(mine, force=True) == mine.read_text()


def test_files_appear_whole_or_not_at_all(puma, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("")
    page.chmod(0o640)
    link = tmp_path / "link.html"
    link.symlink_to(page)
    before = page.stat().st_ino
    assert puma.view(link) == page.read_text()
    # Another file in the same place: who has the old one open sees no half of a page.
    assert link.is_symlink() and page.stat().st_ino != before and page.stat().st_mode & 0o777 == 0o640
    puma.generate("c", tmp_path / "new" / "folder", ["gravity"])
    with pytest.raises(OSError, match="arm.toml.*Not a directory"):
        (tmp_path / "arm.toml").write_text("name = 1")
        puma.generate("c", tmp_path / "arm.toml" / "x")
    assert not list(tmp_path.rglob(".denoc-*"))


def test_warnings_are_those_of_python(tmp_path):
    urdf = (MODELS.parent / "tests" / "models" / "robot.urdf").read_text()
    mesh = '<visual><geometry><mesh filename="package://lost/a.stl"/></geometry></visual></link>'
    (tmp_path / "robot.urdf").write_text(urdf.replace("</link>", mesh, 1))
    robot = denoc.load(tmp_path / "robot.urdf")
    with pytest.warns(UserWarning, match="the mesh package://lost/a.stl is not found"):
        robot.view()
    robot = denoc.load(MODELS / "puma.toml", formulations={"inverse_dynamics": "denoc"})
    with pytest.warns(UserWarning, match="`denoc` is chosen for `inverse_dynamics`, which is not among the functions"):
        robot.generate("c", tmp_path, ["gravity"])


def test_a_file_that_changes_is_read_as_it_was(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(STRETCH)
    robot = denoc.load(path)
    path.write_text(STRETCH.replace("payload = 1.5", "payload = 9.0"))
    np.testing.assert_allclose(robot.gravity([0.0]), [-1.5 * 0.5 * 9.81])
    again = pickle.loads(pickle.dumps(robot))
    np.testing.assert_allclose(again.gravity([0.0]), [-1.5 * 0.5 * 9.81])
    assert denoc.load(path).parameters["payload"] == 9.0
