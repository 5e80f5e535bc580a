#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Calls of the last sample that returned a status other than 0. */
static uint64_t failures;

/* ns */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* ns for one of n calls, n so large that they take at least so long. */
static double sample(void (*calls)(uint64_t n), double least)
{
    uint64_t n = 1;
    for (;;) {
        failures = 0;
        const double start = now();
        calls(n);
        const double taken = now() - start;
        if (taken >= least) {
            return taken / (double)n;
        }
        n *= taken < least / 16 ? 8 : 2;
    }
}

static void report(const char *kind, int index, double ns)
{
    printf("%s %d %.6f %d\n", kind, index, ns, failures != 0);
    fflush(stdout);
}

/* Operations on whole numbers, each of which waits for the one before, and takes a cycle. */
enum { CHAIN = 32 };
#define TWO x = (x + a) ^ b;
#define EIGHT TWO TWO TWO TWO

static volatile uint64_t first = 3, second = 5, last;

static void chain(uint64_t n)
{
    const uint64_t a = first, b = second;
    uint64_t x = a;
    for (uint64_t k = 0; k < n; k++) {
        EIGHT EIGHT EIGHT EIGHT
    }
    last = x;
}

#ifdef LANES
/* Blocks of a batch, from the states in turn. */
static void fill(const real *states, size_t length, real *blocks)
{
    for (size_t s = 0; s < BATCH; s++) {
        for (size_t i = 0; i < length; i++) {
            blocks[((s / LANES) * length + i) * LANES + s % LANES] = states[(s % STATES) * length + i];
        }
    }
}
#endif
