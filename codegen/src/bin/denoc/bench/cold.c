
/* What runs between two calls of a controller: other data, and 512 kB of other code, of which every line of a cache is executed. */
static volatile unsigned char other_data[COLD];

#if defined(__GNUC__)
__attribute__((noinline)) static void run_other_code(void)
{
    __asm__ volatile(".rept 8192\n nop\n .p2align 6\n .endr");
}
#else
static void run_other_code(void)
{
}
#endif

static int compare(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* ns for a call behind all that: the median of as many as fit into so long, at least 16, less what looking at the clock takes. */
static double cold(void (*calls)(uint64_t n), double least)
{
    enum { FEWEST = 16, MOST = 1024 };
    static double taken[MOST];
    double clock = 1e9;
    const double start = now();
    size_t n = 0;
    while (n < MOST && (n < FEWEST || now() - start < least)) {
        for (size_t i = 0; i < sizeof other_data; i += 64) {
            other_data[i]++;
        }
        run_other_code();
        double before = now();
        double after = now();
        clock = after - before < clock ? after - before : clock;
        before = now();
        calls(1);
        after = now();
        taken[n++] = after - before;
    }
    qsort(taken, n, sizeof taken[0], compare);
    return taken[n / 2] - clock;
}
