"""Calls: shapes, types, broadcasting, results in place, what is refused."""

import warnings

import numpy as np
import pytest

import denoc

rng = np.random.default_rng(7)


def state(robot, *leading):
    return [rng.standard_normal((*leading, n)) for n in (robot.nq, robot.nv, robot.nv)]


def test_one_state(puma):
    q, qd, qdd = state(puma)
    tau = puma.inverse_dynamics(q, qd, qdd)
    assert tau.shape == (6,) and tau.dtype == np.float64
    mass = puma.mass_matrix(q)
    assert mass.shape == (6, 6)
    np.testing.assert_allclose(mass @ qdd + puma.bias(q, qd), tau, rtol=0, atol=1e-12)
    np.testing.assert_allclose(puma.forward_dynamics(q, qd, tau), qdd, rtol=0, atol=1e-12)
    assert isinstance(puma.kinetic_energy(q, qd), float)
    np.testing.assert_allclose(puma.kinetic_energy(q, qd), qd @ mass @ qd / 2)


def test_lists_and_other_types_are_numbers(puma):
    zeros = [0] * 6
    tau = puma.inverse_dynamics(zeros, tuple(zeros), np.zeros(6, dtype=np.int32))
    np.testing.assert_array_equal(tau, puma.inverse_dynamics(np.zeros(6), np.zeros(6), np.zeros(6)))
    with pytest.raises(TypeError, match="q is an array of complex128; it takes real numbers"):
        puma.gravity(np.zeros(6, dtype=complex))
    with pytest.raises(TypeError, match="real numbers"):
        puma.gravity("abcdef")
    with pytest.raises(TypeError, match="real numbers"):
        puma.gravity(None)


def test_states_are_broadcast(puma):
    q, qd, _ = state(puma, 5, 1)
    qdd = rng.standard_normal((3, 6))
    tau = puma.inverse_dynamics(q, qd, qdd)
    assert tau.shape == (5, 3, 6)
    for i in range(5):
        for k in range(3):
            np.testing.assert_array_equal(tau[i, k], puma.inverse_dynamics(q[i, 0], qd[i, 0], qdd[k]))
    assert puma.mass_matrix(q).shape == (5, 1, 6, 6)
    assert puma.kinetic_energy(q, qd).shape == (5, 1)
    with pytest.raises(ValueError, match=r"do not broadcast: q \(5,\), qd \(4,\)"):
        puma.bias(np.zeros((5, 6)), np.zeros((4, 6)))


def test_many_states_have_the_bits_of_single_ones(puma):
    q, qd, qdd = state(puma, 2003)
    tau = puma.inverse_dynamics(q, qd, qdd)
    for i in range(0, 2003, 17):
        np.testing.assert_array_equal(tau[i], puma.inverse_dynamics(q[i], qd[i], qdd[i]))


@pytest.mark.parametrize(
    "change",
    [np.asfortranarray, lambda x: np.repeat(x, 2, axis=0)[::2], lambda x: x[::-1].copy()[::-1], lambda x: x.astype(">f8")],
)
def test_any_layout(puma, change):
    q, qd, qdd = state(puma, 40)
    expected = puma.inverse_dynamics(q, qd, qdd)
    np.testing.assert_array_equal(puma.inverse_dynamics(change(q), qd, change(qdd)), expected)


def test_views_and_read_only_arrays(puma):
    q, qd, _ = state(puma, 40)
    expected = puma.bias(q, qd)
    table = np.concatenate([q, qd], axis=1)
    np.testing.assert_array_equal(puma.bias(table[:, :6], table[:, 6:]), expected)
    q.flags.writeable = False
    np.testing.assert_array_equal(puma.bias(q, qd), expected)
    np.testing.assert_array_equal(puma.bias(q[3], qd[3]), expected[3])


def test_single_precision_is_kept(puma):
    q, qd, qdd = (x.astype(np.float32) for x in state(puma, 9))
    tau = puma.inverse_dynamics(q, qd, qdd)
    assert tau.dtype == np.float32
    expected = puma.inverse_dynamics(q.astype(float), qd.astype(float), qdd.astype(float))
    np.testing.assert_allclose(tau, expected, rtol=2e-4, atol=2e-4)
    assert puma.inverse_dynamics(q, qd, qdd.astype(float)).dtype == np.float64


def test_results_in_place(puma):
    q, qd, qdd = state(puma, 4)
    expected = puma.inverse_dynamics(q, qd, qdd)
    out = np.empty((4, 6))
    assert puma.inverse_dynamics(q, qd, qdd, out=out) is out
    np.testing.assert_array_equal(out, expected)
    wide = np.zeros((4, 12))
    puma.inverse_dynamics(q, qd, qdd, out=wide[:, ::2])
    np.testing.assert_array_equal(wide[:, ::2], expected)
    over = qdd.copy()
    puma.inverse_dynamics(q, qd, over, out=over)
    np.testing.assert_array_equal(over, expected)
    by_q, by_qd = np.empty((4, 6, 6)), np.empty((4, 6, 6))
    puma.inverse_dynamics_derivatives(q, qd, qdd, out=(by_q, by_qd))
    np.testing.assert_array_equal(by_q, puma.inverse_dynamics_derivatives(q, qd, qdd)[0])
    with pytest.raises(ValueError, match=r"out: tau has the shape \(4, 6\), and this array \(3, 6\)"):
        puma.inverse_dynamics(q, qd, qdd, out=np.empty((3, 6)))
    frozen = np.empty((4, 6))
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        puma.inverse_dynamics(q, qd, qdd, out=frozen)


def test_arrays_at_odd_addresses(puma):
    """Numbers that lie across the addresses of their type, as those of records and of buffers with a header do, are copied."""
    q, qd, qdd = state(puma, 4)
    odd = [np.frombuffer(bytearray(8 * 24 + 1), np.uint8)[1:].view(float).reshape(4, 6) for _ in range(3)]
    for array, values in zip(odd, (q, qd, qdd), strict=True):
        assert not array.flags.aligned
        array[:] = values
    expected = puma.inverse_dynamics(q, qd, qdd)
    np.testing.assert_array_equal(puma.inverse_dynamics(*odd), expected)
    np.testing.assert_array_equal(puma.inverse_dynamics(*(array[0] for array in odd)), expected[0])
    records = np.zeros(6, np.dtype([("tag", np.uint8), ("q", float)]))
    records["q"] = q[0]
    np.testing.assert_array_equal(puma.gravity(records["q"]), puma.gravity(q[0]))
    out = np.frombuffer(bytearray(8 * 24 + 1), np.uint8)[1:].view(float).reshape(4, 6)
    puma.inverse_dynamics(*odd, out=out)
    np.testing.assert_array_equal(out, expected)


def test_results_are_not_truncated(puma):
    q, qd, qdd = state(puma, 4)
    with pytest.raises(TypeError, match="out: tau is float64, which is not written to an array of int64"):
        puma.inverse_dynamics(q, qd, qdd, out=np.zeros((4, 6), np.int64))
    out = np.zeros((4, 6), np.float32)
    puma.inverse_dynamics(q, qd, qdd, out=out)
    np.testing.assert_array_equal(out, puma.inverse_dynamics(q, qd, qdd).astype(np.float32))


def test_shapes_that_do_not_fit(puma):
    with pytest.raises(ValueError, match=r"q has the shape \(5,\); it takes \(..., 6,\)"):
        puma.gravity(np.zeros(5))
    with pytest.raises(ValueError, match=r"q has the shape \(\); it takes"):
        puma.gravity(1.0)
    with pytest.raises(TypeError, match=r"takes 3 arrays \(q, qd, qdd\), and 2 were given"):
        puma.inverse_dynamics(np.zeros(6), np.zeros(6))


def test_no_states(puma):
    assert puma.gravity(np.zeros((0, 6))).shape == (0, 6)
    assert puma.mass_matrix(np.zeros((3, 0, 6))).shape == (3, 0, 6, 6)


def test_nan_stays_where_it_is(puma):
    q = np.full((64, 6), 0.3)
    expected = puma.gravity(q)
    q[31, 2] = np.nan
    found = puma.gravity(q)
    assert np.isnan(found[31]).any()
    np.testing.assert_array_equal(np.delete(found, 31, axis=0), np.delete(expected, 31, axis=0))


def test_names(puma):
    with pytest.raises(AttributeError, match="no attribute or function inverse_dynamic;"):
        puma.inverse_dynamic
    with pytest.raises(ValueError, match="unknown function `inverse_dynamic`"):
        puma.function("inverse_dynamic")
    assert puma.function("gravity") is puma.gravity
    assert "mass_matrix" in dir(puma) and "mass_matrix" in puma.functions
    assert puma.gravity.inputs == [("q", (6,))] and puma.gravity.outputs == [("g", (6,))]
    assert "Nm" in puma.inverse_dynamics.__doc__
    assert puma.inverse_dynamics.engine == "native"
    counts = puma.counts("inverse_dynamics")["inverse_dynamics"]
    assert counts["multiplications"] + counts["additions"] <= 300
    assert repr(puma.gravity) == "<denoc function gravity(q)>"


def test_frames(puma):
    q = rng.standard_normal(6)
    frame = puma.frames[0]
    for found, expected in zip(puma.tip_pose(frame, q), getattr(puma, f"tip_pose_{frame}")(q)):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(ValueError, match="has no frame hand; write one of: " + frame):
        puma.tip_pose("hand", q)
    direction = rng.standard_normal(6)
    of_frame = getattr(puma, f"tip_pose_{frame}_jvp")
    for found, expected in zip(puma.tip_pose_jvp(frame, q, direction), of_frame(q, direction)):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(TypeError, match=rf"tip_pose_{frame} takes 1 arrays \(q\), and 2 were given"):
        getattr(puma, f"tip_pose_{frame}")(frame, q)


def test_singular_states(five_bar):
    inputs = [np.zeros(shape) for _, shape in five_bar.forward_dynamics.inputs]
    if five_bar.nq:
        nothing = [np.full_like(one, np.nan) for one in inputs]
        with pytest.raises(denoc.SingularError, match="singular"):
            five_bar.forward_dynamics(*nothing)
    rows = [np.stack([one, one]) for one in nothing]
    with pytest.warns(RuntimeWarning, match="singular in 2 of the states: 0, 1; they are NaN"):
        results = five_bar.forward_dynamics(*rows)
    assert all(np.isnan(one).all() for one in results)


def test_huge_batches_are_refused(puma):
    # What they would take is more than there is: numpy says so, before anything is computed.
    states = np.lib.stride_tricks.as_strided(np.zeros(6), (2**40, 6), (0, 8))
    with pytest.raises((ValueError, MemoryError)):
        puma.gravity(states)


def test_more_axes_than_numpy_has_are_refused(puma):
    axes = 63 if int(np.__version__.split(".")[0]) >= 2 else 31
    with pytest.raises(ValueError):
        puma.mass_matrix(np.zeros((1,) * axes + (6,)))


def test_interpreter_has_the_same_bits():
    from conftest import MODELS

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        native, interpreted = (denoc.load(MODELS / "ur5.toml", engine=engine) for engine in ("native", "interpreted"))
    q, qd, qdd = state(native, 100)
    assert interpreted.inverse_dynamics.engine == "interpreted"
    np.testing.assert_array_equal(native.inverse_dynamics(q, qd, qdd), interpreted.inverse_dynamics(q, qd, qdd))
