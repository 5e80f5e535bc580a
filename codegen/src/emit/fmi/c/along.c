
FMU_DEFINE(fmi3Status, fmi3GetDirectionalDerivative,
    (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t n_unknowns, const fmi3ValueReference knowns[], size_t n_knowns,
        const fmi3Float64 seed[], size_t n_seed, fmi3Float64 sensitivity[], size_t n_sensitivity))
{
    fmu_instance *i = (fmu_instance *)instance;
    double direction[FMU_NX] = {0.0}, torques[FMU_ROOM(FMU_NU)] = {0.0};
    double unit[FMU_NQ], tangent[FMU_NV], rates[FMU_NX], y[FMU_ROOM(FMU_NY)];
    size_t k, place;
    FMU_MODES(FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS | FMU_STEP | FMU_TERMINATED, "fmi3GetDirectionalDerivative")
    if (n_seed != n_knowns || n_sensitivity != n_unknowns) {
        return fmu_say(i, fmi3Error, "fmi3GetDirectionalDerivative: all variables are scalars, a number for each");
    }
    for (k = 0; k < n_knowns; k++) {
        const int kind = fmu_kind(knowns[k], &place);
        if (kind == FMU_IS_TORQUE) {
            torques[place] += seed[k];
        } else if (kind == FMU_IS_STATE) {
            direction[place] += seed[k];
        } else if (kind != FMU_IS_TIME) {
            return fmu_say(i, fmi3Error, "fmi3GetDirectionalDerivative: derivatives are those by states and torques");
        }
    }
    if (fmu_unit(i->n.q, unit) != 0) {
        return fmu_say(i, fmi3Error, "fmi3GetDirectionalDerivative: a quaternion has no length");
    }
    fmu_tangent(i->n.q, unit, direction, tangent);
    if (fmu_along(&i->n, unit, i->n.v, tangent, &direction[FMU_NQ], torques, &rates[FMU_NQ], y) != 0) {
        return fmu_say(i, fmi3Discard, "fmi3GetDirectionalDerivative: the equations of motion are singular here");
    }
    fmu_rates_along(i->n.q, unit, i->n.v, direction, tangent, &direction[FMU_NQ], rates);
    for (k = 0; k < n_unknowns; k++) {
        const int kind = fmu_kind(unknowns[k], &place);
        if (kind == FMU_IS_STATE) {
            sensitivity[k] = direction[place];
        } else if (kind == FMU_IS_RATE) {
            sensitivity[k] = rates[place];
        } else if (kind == FMU_IS_OUTPUT) {
            sensitivity[k] = y[place];
        } else {
            return fmu_say(i, fmi3Error, "fmi3GetDirectionalDerivative: derivatives are those of states, their rates and outputs");
        }
    }
    return fmi3OK;
}
