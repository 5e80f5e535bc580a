
/* A tree has no loops to close. */
static int fmu_close(const fmu_numbers *n, double *q, double *v, int weighted)
{
    (void)n, (void)q, (void)v, (void)weighted;
    return 0;
}

static double fmu_gap(const fmu_numbers *n)
{
    (void)n;
    return 0.0;
}
