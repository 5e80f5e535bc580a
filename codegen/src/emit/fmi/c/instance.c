
/* The states of FMI's state machine. */
enum { FMU_INSTANTIATED = 1, FMU_INITIALIZATION = 2, FMU_EVENT = 4, FMU_CONTINUOUS = 8, FMU_STEP = 16, FMU_TERMINATED = 32 };
#define FMU_BEFORE (FMU_INSTANTIATED | FMU_INITIALIZATION)
#define FMU_ANY (FMU_BEFORE | FMU_EVENT | FMU_CONTINUOUS | FMU_STEP | FMU_TERMINATED)

/* An instance. There are no other variables: instances know nothing of each other. */
typedef struct {
    fmu_numbers n;
    fmi3LogMessageCallback log;
    fmi3InstanceEnvironment environment;
    double rates[FMU_NX];          /* of the states, where they are known */
    double y[FMU_ROOM(FMU_NY)];    /* outputs that are computed, where they are known */
    int rates_known, y_known;
} fmu_instance;

/* Kinds of variables, in the order of their value references. */
enum { FMU_IS_TIME, FMU_IS_TORQUE, FMU_IS_STATE, FMU_IS_RATE, FMU_IS_OUTPUT, FMU_IS_PARAMETER, FMU_IS_NONE };

/* The kind of the variable with a value reference, and its place among those of the kind. */
static int fmu_kind(fmi3ValueReference reference, size_t *place)
{
    static const size_t lengths[FMU_IS_NONE] = {1, FMU_NU, FMU_NX, FMU_NX, FMU_NY, FMU_NP};
    int kind;
    *place = reference;
    for (kind = 0; kind < FMU_IS_NONE && *place >= lengths[kind]; kind++) {
        *place -= lengths[kind];
    }
    return kind;
}

static fmi3Status fmu_say(const fmu_instance *i, fmi3Status status, const char *what)
{
    static const char *const categories[] = {"", "logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal"};
    if (i->log != NULL) {
        i->log(i->environment, status, categories[status], what);
    }
    return status;
}

/* Whether the instance is in one of these modes; says so where it is not. */
static int fmu_is_in(const fmu_instance *i, int modes, const char *what)
{
    if (i == NULL) {
        return 0;
    }
    if ((i->n.mode & modes) != 0) {
        return 1;
    }
    fmu_say(i, fmi3Error, what);
    return 0;
}

#define FMU_MODES(modes, name) \
    if (!fmu_is_in(instance, modes, name ": not allowed in the mode that the instance is in")) { \
        return fmi3Error; \
    }

/* What was computed is no longer so. */
static void fmu_forget(fmu_instance *i)
{
    i->rates_known = 0;
    i->y_known = 0;
}

/* An instance as it is made. */
static void fmu_reset(fmu_instance *i)
{
    const int cosimulation = i->n.cosimulation;
    memset(&i->n, 0, sizeof i->n);
    i->n.cosimulation = cosimulation;
    i->n.mode = FMU_INSTANTIATED;
    i->n.step = 1e-3;
    i->n.tolerance = 1e-12;
    i->n.allowed = 1e-9;
    memcpy(i->n.q, fmu_start, sizeof i->n.q);
    fmu_defaults(&i->n);
    fmu_forget(i);
}

static fmi3Instance fmu_instantiate(
    int cosimulation, fmi3String token, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    fmu_instance *i = (fmu_instance *)calloc(1, sizeof(fmu_instance));
    if (i == NULL) {
        return NULL;
    }
    i->log = log;
    i->environment = environment;
    i->n.cosimulation = cosimulation;
    if (token == NULL || strcmp(token, FMU_TOKEN) != 0) {
        fmu_say(i, fmi3Error, "the instantiation token is not that of this FMU: its description is of another");
        free(i);
        return NULL;
    }
    fmu_reset(i);
    return i;
}

static fmi3Status fmu_know_rates(fmu_instance *i)
{
    if (!i->rates_known && fmu_derivatives(&i->n, i->n.q, i->n.v, i->rates) != 0) {
        return fmu_say(i, fmi3Discard, "the accelerations cannot be computed: the equations of motion are singular, or not finite, here");
    }
    i->rates_known = 1;
    return fmi3OK;
}

static fmi3Status fmu_know_outputs(fmu_instance *i)
{
    double unit[FMU_NQ];
    if (!i->y_known && (fmu_unit(i->n.q, unit) != 0 || fmu_outputs(&i->n, unit, i->n.v, i->y) != 0)) {
        return fmu_say(i, fmi3Discard, "the outputs cannot be computed: a quaternion has no length");
    }
    i->y_known = 1;
    return fmi3OK;
}

/* A state by its place: coordinates, then velocities. */
static double *fmu_state(fmu_numbers *n, size_t place)
{
    return place < FMU_NQ ? &n->q[place] : &n->v[place - FMU_NQ];
}

static fmi3Status fmu_get(fmu_instance *i, fmi3ValueReference reference, double *value)
{
    fmi3Status status = fmi3OK;
    size_t place;
    switch (fmu_kind(reference, &place)) {
    case FMU_IS_TIME:
        *value = i->n.time;
        break;
    case FMU_IS_TORQUE:
        *value = i->n.tau[place];
        break;
    case FMU_IS_STATE:
        *value = *fmu_state(&i->n, place);
        break;
    case FMU_IS_RATE:
        status = fmu_know_rates(i);
        *value = i->rates[place];
        break;
    case FMU_IS_OUTPUT:
        status = fmu_know_outputs(i);
        *value = i->y[place];
        break;
    case FMU_IS_PARAMETER:
        *value = i->n.parameters[place];
        break;
    default:
        status = fmu_say(i, fmi3Error, "fmi3GetFloat64: there is no variable with this value reference");
    }
    return status;
}

/* A value into the numbers of an instance; where it is refused, the status and the reason. */
static fmi3Status fmu_put(fmu_numbers *n, fmi3ValueReference reference, double value, int *prepares, const char **reason)
{
    const int before = (n->mode & FMU_BEFORE) != 0;
    size_t place;
    const int kind = fmu_kind(reference, &place);
    if (!fmu_is_finite(value)) {
        *reason = "fmi3SetFloat64: a value is not a finite number; all values stay as they were";
        return fmi3Discard;
    }
    if (kind == FMU_IS_TORQUE) {
        n->tau[place] = value;
    } else if (kind == FMU_IS_STATE && before) {
        *fmu_state(n, place) = value;
    } else if (kind == FMU_IS_PARAMETER && (before || (n->mode & (FMU_EVENT | FMU_STEP)) != 0)) {
        n->parameters[place] = value;
        *prepares = 1;
    } else {
        *reason = "fmi3SetFloat64: there is no such variable, or it cannot be set, or not in this mode; all values stay as they were";
        return fmi3Error;
    }
    return fmi3OK;
}

FMU_DEFINE(const char *, fmi3GetVersion, (void))
{
    return "3.0";
}

FMU_DEFINE(fmi3Status, fmi3SetDebugLogging,
    (fmi3Instance instance, fmi3Boolean on, size_t n, const fmi3String categories[]))
{
    /* Errors are always logged; there is nothing else. */
    (void)on, (void)n, (void)categories;
    return instance == NULL ? fmi3Error : fmi3OK;
}

FMU_DEFINE(fmi3Instance, fmi3InstantiateModelExchange,
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
        fmi3InstanceEnvironment environment, fmi3LogMessageCallback log))
{
    (void)name, (void)resources, (void)visible, (void)logging;
    return fmu_instantiate(0, token, environment, log);
}

FMU_DEFINE(fmi3Instance, fmi3InstantiateCoSimulation,
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
        fmi3Boolean early, const fmi3ValueReference required[], size_t n, fmi3InstanceEnvironment environment,
        fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update))
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)required, (void)n, (void)update;
    return fmu_instantiate(1, token, environment, log);
}

FMU_DEFINE(fmi3Instance, fmi3InstantiateScheduledExecution,
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
        fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
        fmi3PreemptionCallback lock, fmi3PreemptionCallback unlock))
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
    if (log != NULL) {
        log(environment, fmi3Error, "logStatusError", "this FMU has no scheduled execution");
    }
    return NULL;
}

FMU_DEFINE(void, fmi3FreeInstance, (fmi3Instance instance))
{
    free(instance);
}

FMU_DEFINE(fmi3Status, fmi3EnterInitializationMode,
    (fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop))
{
    fmu_instance *i = (fmu_instance *)instance;
    (void)has_stop, (void)stop;
    FMU_MODES(FMU_INSTANTIATED, "fmi3EnterInitializationMode")
    if (!fmu_is_finite(start) || (has_tolerance && !(tolerance > 0.0 && tolerance < 1.0))) {
        return fmu_say(i, fmi3Error, "fmi3EnterInitializationMode: the start is not finite, or the tolerance is not between 0 and 1");
    }
    if (has_tolerance) {
        i->n.tolerance = tolerance > 1e-14 ? tolerance : 1e-14;
        i->n.allowed = tolerance > 1e-9 ? tolerance : 1e-9;
    }
    i->n.time = start;
    i->n.mode = FMU_INITIALIZATION;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3ExitInitializationMode, (fmi3Instance instance))
{
    fmu_instance *i = (fmu_instance *)instance;
    double q[FMU_NQ], v[FMU_NV];
    FMU_MODES(FMU_INITIALIZATION, "fmi3ExitInitializationMode")
    memcpy(q, i->n.q, sizeof q);
    memcpy(v, i->n.v, sizeof v);
    if (fmu_settle(&i->n, q, v, 0) != 0) {
        return fmu_say(i, fmi3Error,
            FMU_ROWS > 0 ? "fmi3ExitInitializationMode: the loops do not close from the start values; take values nearer to a closed configuration"
                         : "fmi3ExitInitializationMode: a quaternion has no length; take 0, 0, 0, 1 for no turn");
    }
    memcpy(i->n.q, q, sizeof q);
    memcpy(i->n.v, v, sizeof v);
    i->n.mode = i->n.cosimulation ? FMU_STEP : FMU_EVENT;
    fmu_forget(i);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3EnterEventMode, (fmi3Instance instance))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_CONTINUOUS, "fmi3EnterEventMode")
    i->n.mode = FMU_EVENT;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3EnterContinuousTimeMode, (fmi3Instance instance))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_EVENT, "fmi3EnterContinuousTimeMode")
    i->n.mode = FMU_CONTINUOUS;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3Terminate, (fmi3Instance instance))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS | FMU_STEP, "fmi3Terminate")
    i->n.mode = FMU_TERMINATED;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3Reset, (fmi3Instance instance))
{
    FMU_MODES(FMU_ANY, "fmi3Reset")
    fmu_reset((fmu_instance *)instance);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetFloat64,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Float64 values[], size_t length))
{
    size_t k;
    FMU_MODES(FMU_ANY, "fmi3GetFloat64")
    if (n != length) {
        return fmu_say((fmu_instance *)instance, fmi3Error, "fmi3GetFloat64: all variables are scalars, a value for each");
    }
    for (k = 0; k < n; k++) {
        const fmi3Status status = fmu_get((fmu_instance *)instance, references[k], &values[k]);
        if (status != fmi3OK) {
            return status;
        }
    }
    return fmi3OK;
}

/* All values of a call are set, or none: parameters are checked together. */
FMU_DEFINE(fmi3Status, fmi3SetFloat64,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Float64 values[], size_t length))
{
    fmu_instance *i = (fmu_instance *)instance;
    fmu_numbers next;
    int prepares = 0;
    size_t k;
    FMU_MODES(FMU_ANY & ~FMU_TERMINATED, "fmi3SetFloat64")
    if (n != length) {
        return fmu_say(i, fmi3Error, "fmi3SetFloat64: all variables are scalars, a value for each");
    }
    next = i->n;
    for (k = 0; k < n; k++) {
        const char *reason = "";
        const fmi3Status status = fmu_put(&next, references[k], values[k], &prepares, &reason);
        if (status != fmi3OK) {
            return fmu_say(i, status, reason);
        }
    }
    if (prepares) {
        const char *reason = fmu_prepare(&next);
        if (reason != NULL) {
            return fmu_say(i, fmi3Discard, reason);
        }
        if ((next.mode & FMU_BEFORE) == 0) {
            if (FMU_ROWS > 0 && fmu_settle(&next, next.q, next.v, 0) != 0) {
                return fmu_say(i, fmi3Discard, "fmi3SetFloat64: with these parameters the loops do not close; all values stay as they were");
            }
            next.moved = FMU_ROWS > 0;
        }
    }
    i->n = next;
    fmu_forget(i);
    return fmi3OK;
}

/* There are no variables of other types. */
#define FMU_OTHER(type) \
    FMU_DEFINE(fmi3Status, fmi3Get##type, \
        (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3##type values[], size_t length)) \
    { \
        (void)references, (void)values, (void)length; \
        FMU_MODES(n == 0 ? FMU_ANY : 0, "fmi3Get" #type ", where all variables are of type Float64") \
        return fmi3OK; \
    } \
    FMU_DEFINE(fmi3Status, fmi3Set##type, \
        (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3##type values[], size_t length)) \
    { \
        (void)references, (void)values, (void)length; \
        FMU_MODES(n == 0 ? FMU_ANY : 0, "fmi3Set" #type ", where all variables are of type Float64") \
        return fmi3OK; \
    }
FMU_OTHER(Float32)
FMU_OTHER(Int8)
FMU_OTHER(UInt8)
FMU_OTHER(Int16)
FMU_OTHER(UInt16)
FMU_OTHER(Int32)
FMU_OTHER(UInt32)
FMU_OTHER(Int64)
FMU_OTHER(UInt64)
FMU_OTHER(Boolean)
FMU_OTHER(String)

/* What this FMU has not, such as clocks. */
#define FMU_LACKS(name, parameters, unused) \
    FMU_DEFINE(fmi3Status, name, parameters) \
    { \
        unused; \
        FMU_MODES(0, #name ", which this FMU has not") \
        return fmi3OK; \
    }
FMU_LACKS(fmi3GetBinary,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, size_t sizes[], fmi3Binary values[], size_t length),
    ((void)references, (void)n, (void)sizes, (void)values, (void)length))
FMU_LACKS(fmi3SetBinary,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const size_t sizes[], const fmi3Binary values[],
        size_t length),
    ((void)references, (void)n, (void)sizes, (void)values, (void)length))
FMU_LACKS(fmi3GetClock, (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Clock values[]),
    ((void)references, (void)n, (void)values))
FMU_LACKS(fmi3SetClock, (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Clock values[]),
    ((void)references, (void)n, (void)values))
FMU_LACKS(fmi3GetNumberOfVariableDependencies, (fmi3Instance instance, fmi3ValueReference reference, size_t *n),
    ((void)reference, (void)n))
FMU_LACKS(fmi3GetVariableDependencies,
    (fmi3Instance instance, fmi3ValueReference dependent, size_t elements[], fmi3ValueReference independents[], size_t of_independents[],
        fmi3DependencyKind kinds[], size_t n),
    ((void)dependent, (void)elements, (void)independents, (void)of_independents, (void)kinds, (void)n))
FMU_LACKS(fmi3GetAdjointDerivative,
    (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t n_unknowns, const fmi3ValueReference knowns[], size_t n_knowns,
        const fmi3Float64 seed[], size_t n_seed, fmi3Float64 sensitivity[], size_t n_sensitivity),
    ((void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seed, (void)n_seed, (void)sensitivity, (void)n_sensitivity))
FMU_LACKS(fmi3EnterConfigurationMode, (fmi3Instance instance), ((void)0))
FMU_LACKS(fmi3ExitConfigurationMode, (fmi3Instance instance), ((void)0))
FMU_LACKS(fmi3GetIntervalDecimal,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]),
    ((void)references, (void)n, (void)intervals, (void)qualifiers))
FMU_LACKS(fmi3GetIntervalFraction,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
        fmi3IntervalQualifier qualifiers[]),
    ((void)references, (void)n, (void)counters, (void)resolutions, (void)qualifiers))
FMU_LACKS(fmi3GetShiftDecimal, (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3Float64 shifts[]),
    ((void)references, (void)n, (void)shifts))
FMU_LACKS(fmi3GetShiftFraction,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[]),
    ((void)references, (void)n, (void)counters, (void)resolutions))
FMU_LACKS(fmi3SetIntervalDecimal,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Float64 intervals[]),
    ((void)references, (void)n, (void)intervals))
FMU_LACKS(fmi3SetIntervalFraction,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]),
    ((void)references, (void)n, (void)counters, (void)resolutions))
FMU_LACKS(fmi3SetShiftDecimal,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Float64 shifts[]),
    ((void)references, (void)n, (void)shifts))
FMU_LACKS(fmi3SetShiftFraction,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]),
    ((void)references, (void)n, (void)counters, (void)resolutions))
FMU_LACKS(fmi3EvaluateDiscreteStates, (fmi3Instance instance), ((void)0))
FMU_LACKS(fmi3EnterStepMode, (fmi3Instance instance), ((void)0))
FMU_LACKS(fmi3GetOutputDerivatives,
    (fmi3Instance instance, const fmi3ValueReference references[], size_t n, const fmi3Int32 orders[], fmi3Float64 values[], size_t length),
    ((void)references, (void)n, (void)orders, (void)values, (void)length))
FMU_LACKS(fmi3ActivateModelPartition, (fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 time), ((void)clock, (void)time))

FMU_DEFINE(fmi3Status, fmi3GetFMUState, (fmi3Instance instance, fmi3FMUState *state))
{
    const fmu_instance *i = (const fmu_instance *)instance;
    FMU_MODES(FMU_ANY, "fmi3GetFMUState")
    if (*state == NULL) {
        *state = malloc(sizeof(fmu_numbers));
    }
    if (*state == NULL) {
        return fmu_say(i, fmi3Error, "fmi3GetFMUState: no memory is left");
    }
    memcpy(*state, &i->n, sizeof(fmu_numbers));
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3SetFMUState, (fmi3Instance instance, fmi3FMUState state))
{
    fmu_instance *i = (fmu_instance *)instance;
    const fmu_numbers *numbers = (const fmu_numbers *)state;
    FMU_MODES(FMU_ANY, "fmi3SetFMUState")
    if (numbers == NULL || numbers->cosimulation != i->n.cosimulation) {
        return fmu_say(i, fmi3Error, "fmi3SetFMUState: there is no state, or it is that of the other type of interface");
    }
    i->n = *numbers;
    fmu_forget(i);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3FreeFMUState, (fmi3Instance instance, fmi3FMUState *state))
{
    FMU_MODES(FMU_ANY, "fmi3FreeFMUState")
    if (state != NULL) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

/* A serialised state: the token with its end, and the numbers as the memory of this platform has them. */
#define FMU_SERIALISED (sizeof FMU_TOKEN + sizeof(fmu_numbers))

FMU_DEFINE(fmi3Status, fmi3SerializedFMUStateSize, (fmi3Instance instance, fmi3FMUState state, size_t *size))
{
    (void)state;
    FMU_MODES(FMU_ANY, "fmi3SerializedFMUStateSize")
    *size = FMU_SERIALISED;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3SerializeFMUState, (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size))
{
    FMU_MODES(FMU_ANY, "fmi3SerializeFMUState")
    if (state == NULL || size < FMU_SERIALISED) {
        return fmu_say((fmu_instance *)instance, fmi3Error, "fmi3SerializeFMUState: there is no state, or too little room for it");
    }
    memcpy(bytes, FMU_TOKEN, sizeof FMU_TOKEN);
    memcpy(bytes + sizeof FMU_TOKEN, state, sizeof(fmu_numbers));
    return fmi3OK;
}

/* Whether the state machine and the integrator can go on from these numbers. */
static int fmu_is_possible(const fmu_numbers *n)
{
    const int mode = n->mode;
    const int is_one = mode > 0 && mode <= FMU_TERMINATED && (mode & (mode - 1)) == 0;
    return is_one && fmu_is_finite(n->time) && fmu_is_finite(n->step) && n->step > 0.0 && fmu_is_finite(n->tolerance) && n->tolerance > 0.0;
}

FMU_DEFINE(fmi3Status, fmi3DeserializeFMUState,
    (fmi3Instance instance, const fmi3Byte bytes[], size_t size, fmi3FMUState *state))
{
    fmu_numbers numbers;
    FMU_MODES(FMU_ANY, "fmi3DeserializeFMUState")
    if (size != FMU_SERIALISED || memcmp(bytes, FMU_TOKEN, sizeof FMU_TOKEN) != 0) {
        return fmu_say((fmu_instance *)instance, fmi3Error, "fmi3DeserializeFMUState: this is no state of this FMU");
    }
    memcpy(&numbers, bytes + sizeof FMU_TOKEN, sizeof numbers);
    if (!fmu_is_possible(&numbers)) {
        return fmu_say((fmu_instance *)instance, fmi3Error, "fmi3DeserializeFMUState: these bytes were changed: an instance has no such state");
    }
    if (*state == NULL) {
        *state = malloc(sizeof(fmu_numbers));
    }
    if (*state == NULL) {
        return fmu_say((fmu_instance *)instance, fmi3Error, "fmi3DeserializeFMUState: no memory is left");
    }
    memcpy(*state, &numbers, sizeof numbers);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3UpdateDiscreteStates,
    (fmi3Instance instance, fmi3Boolean *needs, fmi3Boolean *ends, fmi3Boolean *nominals, fmi3Boolean *states, fmi3Boolean *has_next,
        fmi3Float64 *next))
{
    fmu_instance *i = (fmu_instance *)instance;
    double q[FMU_NQ], v[FMU_NV];
    FMU_MODES(FMU_EVENT, "fmi3UpdateDiscreteStates")
    *needs = false;
    *ends = false;
    *nominals = false;
    *has_next = false;
    *next = 0.0;
    memcpy(q, i->n.q, sizeof q);
    memcpy(v, i->n.v, sizeof v);
    if (fmu_settle(&i->n, q, v, 1) != 0) {
        /* Too far open for impulses, as after states that the importer set. */
        memcpy(q, i->n.q, sizeof q);
        memcpy(v, i->n.v, sizeof v);
        if (fmu_settle(&i->n, q, v, 0) != 0) {
            return fmu_say(i, fmi3Error, "fmi3UpdateDiscreteStates: the loops do not close, or a quaternion has no length");
        }
    }
    *states = i->n.moved || memcmp(q, i->n.q, sizeof q) != 0 || memcmp(v, i->n.v, sizeof v) != 0;
    memcpy(i->n.q, q, sizeof q);
    memcpy(i->n.v, v, sizeof v);
    i->n.moved = 0;
    fmu_forget(i);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3CompletedIntegratorStep,
    (fmi3Instance instance, fmi3Boolean no_set_before, fmi3Boolean *event, fmi3Boolean *ends))
{
    const fmu_instance *i = (const fmu_instance *)instance;
    (void)no_set_before;
    FMU_MODES(FMU_CONTINUOUS, "fmi3CompletedIntegratorStep")
    /* In event mode the loops are closed, and quaternions are of unit length. */
    *event = fmu_gap(&i->n) > i->n.allowed || fmu_stretch(i->n.q) > 1e3 * i->n.allowed;
    *ends = false;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3SetTime, (fmi3Instance instance, fmi3Float64 time))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_EVENT | FMU_CONTINUOUS, "fmi3SetTime")
    if (!fmu_is_finite(time)) {
        return fmu_say(i, fmi3Error, "fmi3SetTime: the time is not finite");
    }
    i->n.time = time;
    return fmi3OK;
}

/* Whether an array has an element for every state. */
#define FMU_LENGTH(n, name) \
    if ((n) != FMU_NX) { \
        return fmu_say((fmu_instance *)instance, fmi3Error, name ": the array has not one element for every state"); \
    }

FMU_DEFINE(fmi3Status, fmi3SetContinuousStates, (fmi3Instance instance, const fmi3Float64 states[], size_t n))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_CONTINUOUS, "fmi3SetContinuousStates")
    FMU_LENGTH(n, "fmi3SetContinuousStates")
    memcpy(i->n.q, states, sizeof i->n.q);
    memcpy(i->n.v, &states[FMU_NQ], sizeof i->n.v);
    fmu_forget(i);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetContinuousStates, (fmi3Instance instance, fmi3Float64 states[], size_t n))
{
    const fmu_instance *i = (const fmu_instance *)instance;
    FMU_MODES(FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS, "fmi3GetContinuousStates")
    FMU_LENGTH(n, "fmi3GetContinuousStates")
    memcpy(states, i->n.q, sizeof i->n.q);
    memcpy(&states[FMU_NQ], i->n.v, sizeof i->n.v);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetContinuousStateDerivatives, (fmi3Instance instance, fmi3Float64 rates[], size_t n))
{
    fmu_instance *i = (fmu_instance *)instance;
    FMU_MODES(FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS, "fmi3GetContinuousStateDerivatives")
    FMU_LENGTH(n, "fmi3GetContinuousStateDerivatives")
    if (fmu_know_rates(i) != fmi3OK) {
        return fmi3Discard;
    }
    memcpy(rates, i->rates, sizeof i->rates);
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetNominalsOfContinuousStates, (fmi3Instance instance, fmi3Float64 nominals[], size_t n))
{
    size_t k;
    FMU_MODES(FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS, "fmi3GetNominalsOfContinuousStates")
    FMU_LENGTH(n, "fmi3GetNominalsOfContinuousStates")
    for (k = 0; k < n; k++) {
        nominals[k] = 1.0;
    }
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetNumberOfContinuousStates, (fmi3Instance instance, size_t *n))
{
    FMU_MODES(FMU_ANY, "fmi3GetNumberOfContinuousStates")
    *n = FMU_NX;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetNumberOfEventIndicators, (fmi3Instance instance, size_t *n))
{
    FMU_MODES(FMU_ANY, "fmi3GetNumberOfEventIndicators")
    *n = 0;
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3GetEventIndicators, (fmi3Instance instance, fmi3Float64 indicators[], size_t n))
{
    (void)indicators;
    FMU_MODES(n == 0 ? FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS : 0, "fmi3GetEventIndicators, of which there are none")
    return fmi3OK;
}

FMU_DEFINE(fmi3Status, fmi3DoStep,
    (fmi3Instance instance, fmi3Float64 point, fmi3Float64 duration, fmi3Boolean no_set_before, fmi3Boolean *event, fmi3Boolean *ends,
        fmi3Boolean *early, fmi3Float64 *reached))
{
    fmu_instance *i = (fmu_instance *)instance;
    (void)no_set_before;
    FMU_MODES(FMU_STEP, "fmi3DoStep")
    *event = false;
    *ends = false;
    *early = false;
    *reached = i->n.time;
    if (!fmu_is_finite(point) || !fmu_is_finite(duration) || !(duration > 0.0)) {
        return fmu_say(i, fmi3Error, "fmi3DoStep: the communication point is not finite, or the step is not a positive time");
    }
    if (fabs(point - i->n.time) > 1e-9 * (fabs(point) + duration)) {
        return fmu_say(i, fmi3Error, "fmi3DoStep: the communication point is not the time that the instance is at");
    }
    if (fmu_advance(&i->n, duration) != 0) {
        return fmu_say(i, fmi3Discard,
            "fmi3DoStep: the motion does not go on: the equations are singular or not finite, or steps are as small as rounding; "
            "the state is that before the step");
    }
    i->n.time = point + duration;
    *reached = i->n.time;
    fmu_forget(i);
    return fmi3OK;
}
