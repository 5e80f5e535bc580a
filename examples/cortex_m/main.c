/*
 * Gravity compensation of the Panda arm, in double and in single precision: on a Cortex-M4 and on the desktop, from the same files.
 * It prints the torques in mNm and the bits of the numbers, so that two outputs can be compared.
 */
#include "console.h"
#include "panda.h"
#include "panda_f32.h"

#include <stdint.h>

#define CONFIGURATIONS 4

static const double configurations[CONFIGURATIONS][PANDA_NQ] = {
    {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
    {0.1, -0.4, 0.3, -1.9, 0.2, 1.6, 0.8},
    {-2.5, 1.7, -0.6, -0.1, 2.8, 3.7, -1.1},
    {1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0},
};

static void print_hexadecimal(uint64_t bits, int digits)
{
    char text[17];
    int at;
    for (at = digits - 1; at >= 0; at--) {
        text[at] = "0123456789abcdef"[bits & 15];
        bits >>= 4;
    }
    text[digits] = '\0';
    console_print(text);
}

/* A whole number, right-aligned in 8 columns. */
static void print_number(long value)
{
    char text[] = "        ";
    int at = 7;
    long rest = value < 0 ? -value : value;
    do {
        text[at] = (char)('0' + rest % 10);
        rest /= 10;
        at--;
    } while (rest > 0 && at > 0);
    if (value < 0) {
        text[at] = '-';
    }
    console_print(text);
}

static void print_torques(const double tau[PANDA_NV], const float tau_f32[PANDA_NV])
{
    int joint;
    for (joint = 0; joint < PANDA_NV; joint++) {
        union { double value; uint64_t bits; } wide;
        union { float value; uint32_t bits; } narrow;
        wide.value = tau[joint];
        narrow.value = tau_f32[joint];
        print_number((long)(1000.0 * wide.value));
        console_print(" mNm  ");
        print_hexadecimal(wide.bits, 16);
        console_print("  ");
        print_hexadecimal(narrow.bits, 8);
        console_print("\n");
    }
    console_print("\n");
}

int main(void)
{
    int at, joint;
    for (at = 0; at < CONFIGURATIONS; at++) {
        const double *q = configurations[at];
        float q_f32[PANDA_NQ];
        double tau[PANDA_NV];
        float tau_f32[PANDA_NV];
        for (joint = 0; joint < PANDA_NQ; joint++) {
            q_f32[joint] = (float)q[joint];
        }
        panda_gravity(q, tau);
        panda_f32_gravity(q_f32, tau_f32);
        print_torques(tau, tau_f32);
    }
    return 0;
}
