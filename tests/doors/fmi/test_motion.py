"""Motions by FMPy and by `denoc simulate`: the same within 1e-8."""

import ctypes
import itertools

import fmpy
import numpy as np

TOLERANCE = 1e-8


def start(unit):
    """Torques and starts by names: small ones, and the velocities that close the loops where there are any."""
    inputs = dict(zip(unit.names("input"), itertools.cycle([0.4, -0.2, 0.1])))
    starts = {one.name: float(one.start) for one in unit.description.modelVariables if one.name in unit.states()}
    if unit.description.modelName != "five_bar":
        starts = {name: value + (0.1 if name.startswith("v.") else 0.0) for name, value in starts.items()}
    return inputs, starts


def listed(values):
    return ",".join(repr(float(value)) for value in values)


def compared(unit, tmp_path, kind, **settings):
    """The largest difference in all columns of a motion of a second under constant torques."""
    inputs, states = start(unit)
    expected = unit.simulated(
        tmp_path,
        "--torque", listed(inputs.values()),
        "--q0", listed(value for name, value in states.items() if name.startswith("q.")),
        "--qd0", listed(value for name, value in states.items() if name.startswith("v.")),
    )
    found = fmpy.simulate_fmu(
        str(unit.path),
        fmi_type=kind,
        stop_time=1.0,
        output_interval=0.01,
        start_values=inputs | states,
        output=[name for name in expected if name != "time"],
        record_events=False,
        **settings,
    )
    assert np.allclose(found["time"], expected["time"], rtol=0, atol=1e-12)
    worst = {name: np.abs(found[name] - expected[name]).max() for name in expected}
    print(unit.description.modelName, kind, "largest difference", max(worst.values()))
    assert max(worst.values()) < TOLERANCE, worst
    moved = max(np.ptp(expected[name]) for name in unit.states())
    assert moved > 0.1


def test_co_simulation(unit, tmp_path):
    compared(unit, tmp_path, "CoSimulation")


def test_model_exchange(unit, tmp_path):
    compared(unit, tmp_path, "ModelExchange", relative_tolerance=1e-13)


def test_longer_steps_are_the_same_motion(five_bar):
    """Steps of the integrator are its own: neither communication points nor their distance change the motion."""
    ends = []
    for step in (0.25, 0.001):
        one = five_bar.started()
        one.setFloat64(five_bar[five_bar.names("input")[:1]], [1.0])
        for k in range(round(1 / step)):
            one.doStep(k * step, step)
        ends.append(one.getFloat64(five_bar[five_bar.states()]))
        one.terminate()
        one.freeInstance()
    assert np.allclose(*ends, rtol=0, atol=TOLERANCE)


def test_loops_close_from_a_guess(five_bar):
    """Start values that gape are closed when initialization ends; those that cannot be are refused."""
    states = five_bar.states()
    one = five_bar.instance()
    exact = np.array(one.getFloat64(five_bar[states]))
    one.setFloat64(five_bar[states[:1]], [exact[0] + 0.01])
    one.enterInitializationMode()
    one.exitInitializationMode()
    closed = np.array(one.getFloat64(five_bar[states]))
    assert 1e-4 < np.abs(closed - exact).max() < 0.1
    one.freeInstance()


def test_solvers_are_asked_to_close_loops(five_bar):
    """In model exchange a state that gapes asks for event mode, which closes it; so does a quaternion off its length."""
    one = five_bar.started(exchange=True)
    one.updateDiscreteStates()
    one.enterContinuousTimeMode()
    exact = np.array(one.getFloat64(five_bar[five_bar.states()]))
    assert one.completedIntegratorStep() == (False, False)
    moved = exact + 1e-5 * np.arange(len(exact))
    one.setContinuousStates((ctypes.c_double * len(moved))(*moved), len(moved))
    assert one.completedIntegratorStep() == (True, False)
    one.enterEventMode()
    assert one.updateDiscreteStates()[3]
    one.enterContinuousTimeMode()
    assert one.completedIntegratorStep() == (False, False)
    closed = np.array(one.getFloat64(five_bar[five_bar.states()]))
    assert 1e-7 < np.abs(closed - moved).max() < 1e-3
    one.freeInstance()


def test_solvers_are_asked_to_normalise_quaternions(floating):
    one = floating.started(exchange=True)
    one.updateDiscreteStates()
    one.enterContinuousTimeMode()
    states = floating.states()
    at = np.array(one.getFloat64(floating[states]))
    rates = one.getFloat64(floating[[f"der({name})" for name in states if name.startswith("v.")]])
    at[states.index("q.trunk.qw")] = 1.001
    one.setContinuousStates((ctypes.c_double * len(at))(*at), len(at))
    # A length turns nothing.
    assert np.allclose(one.getFloat64(floating[[f"der({name})" for name in states if name.startswith("v.")]]), rates, rtol=0, atol=1e-13)
    assert one.completedIntegratorStep() == (True, False)
    one.enterEventMode()
    assert one.updateDiscreteStates()[3]
    assert one.getFloat64(floating[["q.trunk.qw"]]) == [1.0]
    one.freeInstance()
