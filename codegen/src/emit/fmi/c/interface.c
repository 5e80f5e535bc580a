
/* FMI 3.0: the types of its interface that are needed here. */
typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
typedef void (*fmi3IntermediateUpdateCallback)(
    fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3PreemptionCallback)(void);

/* Where the sources are compiled into a program, FMI3_FUNCTION_PREFIX goes before the names of all functions. */
#if defined(FMI3_FUNCTION_PREFIX)
#define FMU_PASTE(a, b) a##b
#define FMU_NAME(prefix, name) FMU_PASTE(prefix, name)
#define FMI3(name) FMU_NAME(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI3(name) name
#endif
#if defined(_WIN32) || defined(__CYGWIN__)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif
/* A function of the interface, declared before it is defined. */
#define FMU_DEFINE(result, name, parameters) \
    FMU_EXPORT result FMI3(name) parameters; \
    FMU_EXPORT result FMI3(name) parameters

/* Arrays have at least one element. */
#define FMU_ROOM(n) ((n) > 0 ? (n) : 1)
#define FMU_NX (FMU_NQ + FMU_NV)

/* The numbers of an instance: what fmi3GetFMUState copies. */
typedef struct {
    double time;                     /* s */
    double q[FMU_NQ];                /* coordinates */
    double v[FMU_NV];                /* velocities */
    double tau[FMU_ROOM(FMU_NU)];    /* torques and forces of the actuated joints */
    double step;                     /* the next step of the integrator, s */
    double tolerance;                /* of a step, relative */
    double allowed;                  /* distance from closed loops and unit quaternions at which a solver is stopped */
    double parameters[FMU_ROOM(FMU_NP)];
    FMU_PREPARED prepared;           /* what depends on the parameters only */
    int mode;
    int moved;                       /* whether the states are not those that a solver set */
    int cosimulation;
} fmu_numbers;

/* How coordinates follow velocities: places of the first coordinate and of the first velocity. */
enum { FMU_RATE, FMU_QUATERNION, FMU_POSE };
typedef struct {
    int kind, q, v;
} fmu_piece;
