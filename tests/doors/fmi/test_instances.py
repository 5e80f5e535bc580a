"""Parameters, states that are kept and restored, instances beside each other."""

import ctypes

import numpy as np
import pytest
from fmpy.fmi1 import FMICallException

DISCARD = 2


def test_illegal_parameters_are_refused_and_the_simulation_goes_on(rod):
    messages = []

    def log(environment, status, category, message):
        messages.append((status, category.decode(), message.decode()))

    one = rod.instance(log=log)
    one.enterInitializationMode()
    one.exitInitializationMode()
    other = rod.started()
    both = rod[["parameters.mass", "parameters.length"]]
    for k in range(10):
        for values in ([-1.0, 3.0], [float("nan"), 3.0], [2.0, float("inf")]):
            with pytest.raises(FMICallException) as refused:
                one.setFloat64(both, values)
            assert refused.value.status == DISCARD
        assert one.getFloat64(both) == [2.0, 1.0]
        one.doStep(k * 0.1, 0.1)
        other.doStep(k * 0.1, 0.1)
    names = rod.states() + ["energy.kinetic", "pose.end.p[1]"]
    assert one.getFloat64(rod[names]) == other.getFloat64(rod[names])
    assert messages[0] == (DISCARD, "logStatusDiscard", 'the mass of body "rod" is negative; all values stay as they were')
    assert "not a finite number" in messages[1][2]
    one.freeInstance()
    other.freeInstance()


def test_parameters_change_while_a_simulation_runs(rod):
    one = rod.started()
    q, v, mass, length = 0.0, 0.0, 3.0, 0.5
    one.setFloat64(rod[["parameters.length", "parameters.mass"]], [length, mass])
    (acceleration,) = one.getFloat64(rod[["der(v.rod)"]])
    assert abs(acceleration + 1.5 * 9.81 / length) < 1e-13
    one.doStep(0.0, 0.1)
    before = one.getFloat64(rod[["q.rod", "v.rod"]])
    one.setFloat64(rod[["parameters.length"]], [1.0])
    assert one.getFloat64(rod[["q.rod", "v.rod"]]) == before
    (x,) = one.getFloat64(rod[["pose.end.p[1]"]])
    assert abs(x - np.cos(before[0])) < 1e-15
    one.reset()
    assert one.getFloat64(rod[["parameters.length", "q.rod"]]) == [1.0, 0.0]
    one.freeInstance()


def test_two_instances_know_nothing_of_each_other(puma):
    states = puma.states()
    torque = puma[puma.names("input")[:2]]
    alone = []
    for value in (10.0, -20.0):
        one = puma.started()
        one.setFloat64(torque, [value, value])
        for k in range(20):
            one.doStep(k * 0.01, 0.01)
        alone.append(one.getFloat64(puma[states]))
        one.freeInstance()
    together = [puma.started() for _ in alone]
    for one, value in zip(together, (10.0, -20.0)):
        one.setFloat64(torque, [value, value])
    for k in range(20):
        for one in together:
            one.doStep(k * 0.01, 0.01)
    assert [one.getFloat64(puma[states]) for one in together] == alone
    for one in together:
        one.freeInstance()


def test_states_are_kept_serialised_and_restored(five_bar):
    states = five_bar.states()
    one = five_bar.started()
    one.doStep(0.0, 0.1)
    kept = one.getFMUState()
    written = one.serializeFMUState(kept)
    one.doStep(0.1, 0.1)
    end = one.getFloat64(five_bar[states])
    one.setFMUState(kept)
    one.doStep(0.1, 0.1)
    assert one.getFloat64(five_bar[states]) == end
    other = five_bar.started()
    read = other.deserializeFMUState(written)
    other.setFMUState(read)
    other.doStep(0.1, 0.1)
    assert other.getFloat64(five_bar[states]) == end
    with pytest.raises(FMICallException):
        other.deserializeFMUState(written[:-1])
    token = len(five_bar.description.guid) + 1
    with pytest.raises(FMICallException):
        other.deserializeFMUState(written[:token] + bytes(len(written) - token))
    one.freeFMUState(kept)
    other.freeFMUState(read)
    one.freeInstance()
    other.freeInstance()


def test_a_quaternion_without_a_length_is_refused(floating):
    names = [f"q.trunk.q{axis}" for axis in "xyzw"]
    one = floating.instance()
    one.setFloat64(floating[names], [0.0] * 4)
    one.enterInitializationMode()
    with pytest.raises(FMICallException):
        one.exitInitializationMode()
    one.setFloat64(floating[names], [0.0, 0.0, 0.0, 2.0])
    one.exitInitializationMode()
    assert one.getFloat64(floating[names]) == [0.0, 0.0, 0.0, 1.0]
    one.freeInstance()


def test_calls_out_of_order_are_errors(rod):
    one = rod.instance()
    with pytest.raises(FMICallException):
        one.doStep(0.0, 0.1)
    one.enterInitializationMode()
    one.exitInitializationMode()
    with pytest.raises(FMICallException):
        one.setFloat64(rod[["q.rod"]], [1.0])
    with pytest.raises(FMICallException):
        one.doStep(0.0, -0.1)
    with pytest.raises(FMICallException):
        one.doStep(5.0, 0.1)
    with pytest.raises(FMICallException):
        one.getFloat64([1000])
    one.doStep(0.0, 0.1)
    one.freeInstance()


def test_the_token_of_another_fmu_is_refused(rod, puma):
    with pytest.raises(Exception, match="instantiate"):
        rod.instance(token=puma.description.guid)


def test_loops_that_an_importer_opens_are_closed_in_event_mode(five_bar):
    one = five_bar.started(exchange=True)
    count = len(five_bar.states())
    states = (ctypes.c_double * count)()
    one.enterContinuousTimeMode()
    one.getContinuousStates(states, count)
    states[0] += 0.3
    one.setContinuousStates(states, count)
    event, _ = one.completedIntegratorStep()
    assert event
    one.enterEventMode()
    one.updateDiscreteStates()
    one.enterContinuousTimeMode()
    event, _ = one.completedIntegratorStep()
    assert not event
    one.freeInstance()
