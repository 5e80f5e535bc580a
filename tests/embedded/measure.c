/*
 * Three functions of an arm at many states, on a board and on the desktop: one hash of the bits of all results for each, in lines that start
 * with `bits`, and on the board what a call takes, in lines that start with `cost`. `-DSCALAR=float` for single precision.
 */
#include "arm.h"
#include "console.h"
#include "cost.h"

#include <stdint.h>
#include <string.h>

#ifndef SCALAR
#define SCALAR double
#endif
typedef SCALAR scalar;

#define STATES 48

static scalar q[ARM_NQ], qd[ARM_NV], qdd[ARM_NV], tau[ARM_NV];
static scalar result[ARM_MASS_MATRIX_M_LEN];

static void nothing(void)
{
    __asm__ volatile("" ::: "memory");
}

static void inverse_dynamics(void)
{
    arm_inverse_dynamics(q, qd, qdd, result);
}

static void forward_dynamics(void)
{
    arm_forward_dynamics(q, qd, tau, result);
}

static void mass_matrix(void)
{
    arm_mass_matrix(q, result);
}

static const struct {
    const char *name;
    void (*run)(void);
    int len;
} functions[] = {
    {"inverse_dynamics", inverse_dynamics, ARM_INVERSE_DYNAMICS_TAU_LEN},
    {"forward_dynamics", forward_dynamics, ARM_FORWARD_DYNAMICS_QDD_LEN},
    {"mass_matrix", mass_matrix, ARM_MASS_MATRIX_M_LEN},
};

/* Numbers of all kinds: small and large ones, and in the last states what is no number, or hardly one. */
static void fill(scalar *values, int len, int state, uint32_t *seed)
{
    static const double special[] = {0.0, -0.0, 1.5707963267948966, 1e5, -1e5, 1e-40, 1e30};
    static const int count = (int)(sizeof special / sizeof special[0]);
    volatile scalar zero = 0;
    int k;
    for (k = 0; k < len; k++) {
        *seed = *seed * 1664525U + 1013904223U;
        values[k] = (scalar)((int32_t)*seed / 65536) / (scalar)8192;
        if (state < count) {
            values[k] = (scalar)special[state];
        } else if (state >= STATES - 4 && (*seed >> 30) == 0) {
            values[k] = (state % 2 == 0) ? 1 / zero : zero / zero;
        } else if (state >= STATES - 10) {
            values[k] = (scalar)special[(*seed >> 24) % (uint32_t)count];
        }
    }
}

/* FNV-1a over the bits; all that is not a number is one, since processors choose its bits. */
static uint64_t hash(uint64_t known, const scalar *values, int len)
{
    int k;
    size_t byte;
    for (k = 0; k < len; k++) {
        unsigned char bytes[sizeof(scalar)];
        memset(bytes, 0xFF, sizeof bytes);
        if (values[k] == values[k]) {
            memcpy(bytes, &values[k], sizeof bytes);
        }
        for (byte = 0; byte < sizeof bytes; byte++) {
            known = (known ^ bytes[byte]) * UINT64_C(0x100000001b3);
        }
    }
    return known;
}

static void print_hexadecimal(uint64_t bits)
{
    char text[17];
    int at;
    for (at = 15; at >= 0; at--) {
        text[at] = "0123456789abcdef"[bits & 15];
        bits >>= 4;
    }
    text[16] = '\0';
    console_print(text);
}

static void print_number(const char *before, uint32_t value)
{
    char text[11];
    int at = 10;
    text[at] = '\0';
    do {
        at--;
        text[at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    console_print(before);
    console_print(&text[at]);
}

static void measure(int which)
{
    uint32_t seed = 1, least = UINT32_MAX, most = 0, stack = 0;
    uint64_t bits = UINT64_C(0xcbf29ce484222325);
    int state;
    for (state = 0; state < STATES; state++) {
        cost call, empty;
        fill(q, ARM_NQ, state, &seed);
        fill(qd, ARM_NV, state, &seed);
        fill(qdd, ARM_NV, state, &seed);
        fill(tau, ARM_NV, state, &seed);
        call = cost_of(functions[which].run);
        bits = hash(bits, result, functions[which].len);
        empty = cost_of(nothing);
        call.instructions -= empty.instructions;
        least = call.instructions < least ? call.instructions : least;
        most = call.instructions > most ? call.instructions : most;
        stack = call.stack > stack ? call.stack : stack;
    }
    console_print("bits ");
    console_print(functions[which].name);
    console_print(" ");
    print_hexadecimal(bits);
    console_print("\ncost ");
    console_print(functions[which].name);
    print_number(" ", least);
    print_number(" ", most);
    print_number(" ", stack);
    console_print("\n");
}

int main(void)
{
    int which;
    for (which = 0; which < 3; which++) {
        measure(which);
    }
    if (arm_selftest() != 0) {
        console_print("the self-test found other bits than those of the evaluator\n");
        return 1;
    }
    return 0;
}
