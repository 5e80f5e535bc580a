"""Directional derivatives beside central differences."""

import numpy as np
import pytest


def values(one, unit, names):
    return np.array(one.getFloat64(unit[names]))


@pytest.mark.parametrize("name", ["puma", "floating", "rod"])
def test_directional_derivatives_are_those_of_differences(name, request):
    unit = request.getfixturevalue(name)
    assert unit.says("providesDirectionalDerivatives")
    random = np.random.default_rng(1)
    states, inputs = unit.states(), unit.names("input")
    unknowns = [one.variable.name for one in unit.description.derivatives + unit.description.outputs]
    at = random.uniform(-0.8, 0.8, len(states))
    torques = random.uniform(-1, 1, len(inputs))
    for _ in range(3):
        along = random.uniform(-1, 1, len(states) + len(inputs))
        one = unit.instance(exchange=True)

        def there(step):
            one.reset()
            one.setFloat64(unit[states], list(at + step * along[: len(states)]))
            one.setFloat64(unit[inputs], list(torques + step * along[len(states) :]))
            return values(one, unit, unknowns)

        step = 1e-5
        expected = (there(step) - there(-step)) / (2 * step)
        there(0)
        one.enterInitializationMode()
        found = one.getDirectionalDerivative(unit[unknowns], unit[states + inputs], list(along))
        scale = 1 + np.abs(expected)
        assert np.max(np.abs(found - expected) / scale) < 1e-7
        one.freeInstance()


def test_loops_and_parameters_have_none(five_bar, rod):
    assert not five_bar.says("providesDirectionalDerivatives")
    one = five_bar.started(exchange=True)
    with pytest.raises(Exception, match="fmi3GetDirectionalDerivative"):
        one.getDirectionalDerivative(five_bar[["energy.kinetic"]], five_bar[five_bar.states()[:1]], [1.0])
    one.freeInstance()
    one = rod.started(exchange=True)
    with pytest.raises(Exception, match="fmi3GetDirectionalDerivative"):
        one.getDirectionalDerivative(rod[["energy.kinetic"]], rod[["parameters.mass"]], [1.0])
    one.freeInstance()
