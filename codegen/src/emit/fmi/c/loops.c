
/* The largest magnitude; NaN where there is one. */
static double fmu_largest(const double *x, int n)
{
    double most = 0.0;
    int k;
    for (k = 0; k < n; k++) {
        const double size = fabs(x[k]);
        if (size > most || size != size) {
            most = size;
        }
    }
    return most;
}

/* The change x of the velocities with the least norm, or with `weighted` with the least x M x, that has the least |G x - right|. */
static int fmu_change(const fmu_numbers *n, const double *q, const double *right, int weighted, double *x)
{
    double g[FMU_ROWS * FMU_NV], moved[FMU_NV * FMU_ROWS], s[FMU_ROWS * FMU_ROWS], r[FMU_ROWS], multipliers[FMU_ROWS];
    double mass[FMU_NV * FMU_NV];
    int i, j, k;
    if (fmu_closure_jacobian(n, q, g) != 0) {
        return 1;
    }
    memcpy(r, right, sizeof r);
    if (!weighted) {
        return denoc_minimum_norm(FMU_ROWS, FMU_NV, g, r, FMU_CUTOFF, x);
    }
    if (fmu_mass_matrix(n, q, mass) != 0) {
        return 1;
    }
    for (i = 0; i < FMU_ROWS; i++) {
        for (k = 0; k < FMU_NV; k++) {
            moved[k * FMU_ROWS + i] = g[i * FMU_NV + k];
        }
    }
    if (denoc_solve(FMU_NV, FMU_ROWS, mass, moved) != 0) {
        return 1;
    }
    for (i = 0; i < FMU_ROWS; i++) {
        for (j = 0; j < FMU_ROWS; j++) {
            s[i * FMU_ROWS + j] = 0.0;
            for (k = 0; k < FMU_NV; k++) {
                s[i * FMU_ROWS + j] += moved[k * FMU_ROWS + j] * g[i * FMU_NV + k];
            }
        }
    }
    if (denoc_minimum_norm(FMU_ROWS, FMU_ROWS, s, r, FMU_CUTOFF, multipliers) != 0) {
        return 1;
    }
    for (k = 0; k < FMU_NV; k++) {
        x[k] = 0.0;
        for (i = 0; i < FMU_ROWS; i++) {
            x[k] += multipliers[i] * moved[k * FMU_ROWS + i];
        }
    }
    return 0;
}

/* G v. */
static int fmu_opening(const fmu_numbers *n, const double *q, const double *v, double *opening)
{
    double g[FMU_ROWS * FMU_NV];
    int i, k;
    if (fmu_closure_jacobian(n, q, g) != 0) {
        return 1;
    }
    for (i = 0; i < FMU_ROWS; i++) {
        opening[i] = 0.0;
        for (k = 0; k < FMU_NV; k++) {
            opening[i] += g[i * FMU_NV + k] * v[k];
        }
    }
    return 0;
}

/* Closes the loops: positions by Newton's steps as long as they help, halved where they do not at first, then velocities. With
   `weighted` by impulses of the constraints, which do no work, for what an integrator left open; else by the least change. 1, and q and v
   are anything: they do not close. */
static int fmu_close(const fmu_numbers *n, double *q, double *v, int weighted)
{
    double residual[FMU_ROWS], left[FMU_ROWS], change[FMU_NV], tried[FMU_NQ];
    int round, half, k;
    if (fmu_closure(n, q, residual) != 0) {
        return 1;
    }
    for (round = 0; round < 200 && fmu_largest(residual, FMU_ROWS) > DBL_EPSILON; round++) {
        double length = 1.0;
        int helps = 0;
        if (fmu_change(n, q, residual, weighted, change) != 0) {
            return 1;
        }
        for (half = 0; half < (weighted ? 1 : 30) && !helps; half++) {
            fmu_integrate(q, change, -length, tried);
            if (fmu_closure(n, tried, left) != 0) {
                return 1;
            }
            helps = fmu_largest(left, FMU_ROWS) < fmu_largest(residual, FMU_ROWS);
            length *= 0.5;
        }
        if (!helps) {
            break;
        }
        memcpy(q, tried, sizeof tried);
        memcpy(residual, left, sizeof residual);
    }
    if (!(fmu_largest(residual, FMU_ROWS) <= FMU_CLOSED)) {
        return 1;
    }
    if (fmu_opening(n, q, v, residual) != 0 || fmu_change(n, q, residual, weighted, change) != 0) {
        return 1;
    }
    for (k = 0; k < FMU_NV; k++) {
        v[k] -= change[k];
    }
    return !(fmu_are_finite(q, FMU_NQ) && fmu_are_finite(v, FMU_NV));
}

/* How far the loops are open, in positions or velocities, whatever the lengths of quaternions. */
static double fmu_gap(const fmu_numbers *n)
{
    double unit[FMU_NQ], residual[FMU_ROWS], opening[FMU_ROWS], gap, rate;
    if (fmu_unit(n->q, unit) != 0 || fmu_closure(n, unit, residual) != 0 || fmu_opening(n, unit, n->v, opening) != 0) {
        return DBL_MAX;
    }
    gap = fmu_largest(residual, FMU_ROWS);
    rate = fmu_largest(opening, FMU_ROWS);
    return gap > rate ? gap : rate;
}
