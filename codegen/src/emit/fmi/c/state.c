
static int fmu_is_finite(double x)
{
    return x - x == 0.0;
}

static int fmu_are_finite(const double *x, int n)
{
    int k;
    for (k = 0; k < n; k++) {
        if (!fmu_is_finite(x[k])) {
            return 0;
        }
    }
    return 1;
}

/* Where the quaternion of a piece starts. */
static int fmu_turn(fmu_piece piece)
{
    return piece.kind == FMU_POSE ? piece.q + 3 : piece.q;
}

static double fmu_square(const double *q)
{
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

/* The coordinates with unit quaternions; 1 where one has no length. */
static int fmu_unit(const double *q, double *unit)
{
    int p, k;
    memcpy(unit, q, FMU_NQ * sizeof(double));
    for (p = 0; p < FMU_PIECES; p++) {
        const int at = fmu_turn(fmu_pieces[p]);
        double length;
        if (fmu_pieces[p].kind == FMU_RATE) {
            continue;
        }
        length = sqrt(fmu_square(&q[at]));
        if (!(length >= DBL_MIN && length <= DBL_MAX)) {
            return 1;
        }
        for (k = 0; k < 4; k++) {
            unit[at + k] = q[at + k] / length;
        }
    }
    return 0;
}

/* How far a quaternion is from unit length, at most. */
static double fmu_stretch(const double *q)
{
    double most = 0.0;
    int p;
    for (p = 0; p < FMU_PIECES; p++) {
        if (fmu_pieces[p].kind != FMU_RATE) {
            const double stretch = fabs(fmu_square(&q[fmu_turn(fmu_pieces[p])]) - 1.0);
            if (stretch > most) {
                most = stretch;
            }
        }
    }
    return most;
}

static void fmu_cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Adds (1/2) q (w, 0), the rate of a quaternion that turns at w in the frame of the body. */
static void fmu_add_spin(const double *q, const double *w, double *rate)
{
    rate[0] += 0.5 * (q[3] * w[0] + q[1] * w[2] - q[2] * w[1]);
    rate[1] += 0.5 * (q[3] * w[1] + q[2] * w[0] - q[0] * w[2]);
    rate[2] += 0.5 * (q[3] * w[2] + q[0] * w[1] - q[1] * w[0]);
    rate[3] -= 0.5 * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]);
}

/* R x, or with sign -1 the transpose of R times x, of a unit quaternion: x + 2 u (w x + u x). */
static void fmu_rotate(const double *q, double sign, const double *x, double *y)
{
    const double u[3] = {sign * q[0], sign * q[1], sign * q[2]};
    double inner[3], outer[3];
    int k;
    fmu_cross(u, x, inner);
    for (k = 0; k < 3; k++) {
        inner[k] += q[3] * x[k];
    }
    fmu_cross(u, inner, outer);
    for (k = 0; k < 3; k++) {
        y[k] = x[k] + 2.0 * outer[k];
    }
}

/* The rates of coordinates: those of quaternions are (1/2) q (w, 0), which keeps their length. */
static void fmu_rates(const double *q, const double *unit, const double *v, double *rates)
{
    int p, k;
    for (k = 0; k < FMU_NQ && FMU_PIECES == 0; k++) {
        rates[k] = v[k];
    }
    for (p = 0; p < FMU_PIECES; p++) {
        const fmu_piece piece = fmu_pieces[p];
        const int at = fmu_turn(piece);
        const double *velocity = &v[piece.v];
        if (piece.kind == FMU_RATE) {
            rates[piece.q] = velocity[0];
            continue;
        }
        if (piece.kind == FMU_POSE) {
            fmu_rotate(&unit[at], 1.0, velocity, &rates[piece.q]);
            velocity += 3;
        }
        for (k = 0; k < 4; k++) {
            rates[at + k] = 0.0;
        }
        fmu_add_spin(&q[at], velocity, &rates[at]);
    }
}
