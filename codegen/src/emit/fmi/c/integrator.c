
/* The rates of q and v; 1 where the equations are singular or not finite. */
static int fmu_derivatives(const fmu_numbers *n, const double *q, const double *v, double *rates)
{
    double unit[FMU_NQ];
    if (fmu_unit(q, unit) != 0 || fmu_accelerations(n, unit, v, &rates[FMU_NQ]) != 0) {
        return 1;
    }
    fmu_rates(q, unit, v, rates);
    return !fmu_are_finite(rates, FMU_NX);
}

/* Unit quaternions and closed loops. */
static int fmu_settle(const fmu_numbers *n, double *q, double *v, int weighted)
{
    double unit[FMU_NQ];
    if (fmu_unit(q, unit) != 0) {
        return 1;
    }
    memcpy(q, unit, sizeof unit);
    return fmu_close(n, q, v, weighted);
}

/* Moves the state on by the time `duration` with constant torques: Dormand and Prince of order 5(4) with control of the step, settled
   after every step. 1, and the state as it was: no step is short enough. */
static int fmu_advance(fmu_numbers *n, double duration)
{
    static const double a[7][6] = {
        {0.0},
        {1.0 / 5.0},
        {3.0 / 40.0, 9.0 / 40.0},
        {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
        {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
        {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
        {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
    };
    static const double error[7] = {
        71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
    double x[FMU_NX], k[7][FMU_NX], y[FMU_NX], done = 0.0, step = n->step;
    int i, j, m;
    memcpy(x, n->q, FMU_NQ * sizeof(double));
    memcpy(&x[FMU_NQ], n->v, FMU_NV * sizeof(double));
    if (fmu_derivatives(n, x, &x[FMU_NQ], k[0]) != 0) {
        return 1;
    }
    while (done < duration) {
        const double left = duration - done;
        const int last = step >= left * (1.0 - 1e-9);
        const double h = last ? left : step;
        double norm = 0.0, factor;
        int failed = 0;
        for (i = 1; i < 7 && !failed; i++) {
            for (m = 0; m < FMU_NX; m++) {
                double sum = 0.0;
                for (j = 0; j < i; j++) {
                    sum += a[i][j] * k[j][m];
                }
                y[m] = x[m] + h * sum;
            }
            failed = fmu_derivatives(n, y, &y[FMU_NQ], k[i]);
        }
        for (m = 0; m < FMU_NX && !failed; m++) {
            const double size = fabs(x[m]) > fabs(y[m]) ? fabs(x[m]) : fabs(y[m]);
            double sum = 0.0;
            for (i = 0; i < 7; i++) {
                sum += error[i] * k[i][m];
            }
            sum = h * sum / (n->tolerance * (0.1 + size));
            norm += sum * sum / FMU_NX;
        }
        failed = failed || !fmu_is_finite(norm);
        failed = failed || (norm <= 1.0 && fmu_settle(n, y, &y[FMU_NQ], 1) != 0);
        factor = failed ? 0.2 : norm > 0.0 ? 0.9 * pow(norm, -0.1) : 5.0;
        factor = factor < 0.2 ? 0.2 : factor > 5.0 ? 5.0 : factor;
        if (failed || norm > 1.0) {
            step = h * factor;
            if (!(step > 1e-14 * (fabs(n->time) + duration))) {
                return 1;
            }
            continue;
        }
        memcpy(x, y, sizeof x);
        if (last) {
            step = step > h * factor ? step : h * factor;
            done = duration;
        } else {
            step = h * factor;
            done += h;
        }
        if (FMU_PIECES == 0 && FMU_ROWS == 0) {
            memcpy(k[0], k[6], sizeof k[0]);
        } else if (fmu_derivatives(n, x, &x[FMU_NQ], k[0]) != 0) {
            return 1;
        }
    }
    memcpy(n->q, x, FMU_NQ * sizeof(double));
    memcpy(n->v, &x[FMU_NQ], FMU_NV * sizeof(double));
    n->step = step;
    return 0;
}
