
/* A direction of coordinates in the tangent space of the generated functions: turns and shifts in the frame of the body. What lengthens a
   quaternion turns nothing. */
static void fmu_tangent(const double *q, const double *unit, const double *dq, double *tangent)
{
    int p, k;
    for (k = 0; k < FMU_NV && FMU_PIECES == 0; k++) {
        tangent[k] = dq[k];
    }
    for (p = 0; p < FMU_PIECES; p++) {
        const fmu_piece piece = fmu_pieces[p];
        const double *a = &q[fmu_turn(piece)], *d = &dq[fmu_turn(piece)];
        double scale, *to = &tangent[piece.v];
        if (piece.kind == FMU_RATE) {
            to[0] = dq[piece.q];
            continue;
        }
        if (piece.kind == FMU_POSE) {
            fmu_rotate(&unit[fmu_turn(piece)], -1.0, &dq[piece.q], to);
            to += 3;
        }
        /* 2 vec(conj(q) dq) / |q|^2 */
        scale = 2.0 / fmu_square(a);
        to[0] = scale * (a[3] * d[0] - a[0] * d[3] - a[1] * d[2] + a[2] * d[1]);
        to[1] = scale * (a[3] * d[1] - a[1] * d[3] - a[2] * d[0] + a[0] * d[2]);
        to[2] = scale * (a[3] * d[2] - a[2] * d[3] - a[0] * d[1] + a[1] * d[0]);
    }
}

/* The derivative of fmu_rates along a direction, of which `tangent` is that of fmu_tangent. */
static void fmu_rates_along(
    const double *q, const double *unit, const double *v, const double *dq, const double *tangent, const double *dv, double *along)
{
    int p, k;
    for (k = 0; k < FMU_NQ && FMU_PIECES == 0; k++) {
        along[k] = dv[k];
    }
    for (p = 0; p < FMU_PIECES; p++) {
        const fmu_piece piece = fmu_pieces[p];
        const int at = fmu_turn(piece);
        const double *velocity = &v[piece.v], *change = &dv[piece.v];
        if (piece.kind == FMU_RATE) {
            along[piece.q] = change[0];
            continue;
        }
        if (piece.kind == FMU_POSE) {
            /* R v changes by R (turn x v + dv). */
            double sum[3];
            fmu_cross(&tangent[piece.v + 3], velocity, sum);
            for (k = 0; k < 3; k++) {
                sum[k] += change[k];
            }
            fmu_rotate(&unit[at], 1.0, sum, &along[piece.q]);
            velocity += 3;
            change += 3;
        }
        for (k = 0; k < 4; k++) {
            along[at + k] = 0.0;
        }
        fmu_add_spin(&q[at], change, &along[at]);
        fmu_add_spin(&dq[at], velocity, &along[at]);
    }
}
