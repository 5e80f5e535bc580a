/* Derivatives of external functions by quaternions of any length, against each other, and against differences of the functions. */
#include <math.h>
#include <stdio.h>

typedef long long int integer;
typedef int function(const double **, double **, integer *, double *, int);
typedef const integer *sparsity(integer);

enum { NQ = 8, NV = 7, N = NQ + NV + NV, MOST = 2000 };

function craft_forward_dynamics, jac_craft_forward_dynamics, fwd1_craft_forward_dynamics, adj1_craft_forward_dynamics,
    fwd1_adj1_craft_forward_dynamics;
sparsity jac_craft_forward_dynamics_sparsity_out;

static double work[MOST];

static const double *part(const double *x, int k)
{
    return x + (k == 0 ? 0 : k == 1 ? NQ : NQ + NV);
}

static void value(const double *x, double *y)
{
    const double *arg[3] = {part(x, 0), part(x, 1), part(x, 2)};
    double *res[1];
    res[0] = y;
    craft_forward_dynamics(arg, res, 0, work, 0);
}

static void forward(const double *x, const double *dx, double *dy)
{
    const double *arg[7] = {part(x, 0), part(x, 1), part(x, 2), 0, part(dx, 0), part(dx, 1), part(dx, 2)};
    double *res[1];
    res[0] = dy;
    fwd1_craft_forward_dynamics(arg, res, 0, work, 0);
}

static void adjoint(const double *x, const double *w, double *gradient)
{
    const double *arg[5] = {part(x, 0), part(x, 1), part(x, 2), 0, w};
    double *res[3] = {gradient, gradient + NQ, gradient + NQ + NV};
    adj1_craft_forward_dynamics(arg, res, 0, work, 0);
}

/* The change of the gradient with x along dx, and with w along dw if there is one. */
static void second(const double *x, const double *w, const double *dx, const double *dw, double *change)
{
    const double *arg[13] = {part(x, 0), part(x, 1), part(x, 2), 0, w, 0, 0, 0, part(dx, 0), part(dx, 1), part(dx, 2), 0, dw};
    double *res[3] = {change, change + NQ, change + NQ + NV};
    fwd1_adj1_craft_forward_dynamics(arg, res, 0, work, 0);
}

/* Row by row. */
static void jacobian(const double *x, double dense[NV][N])
{
    static double blocks[3][MOST];
    const double *arg[4] = {part(x, 0), part(x, 1), part(x, 2), 0};
    double *res[3] = {blocks[0], blocks[1], blocks[2]};
    int k, column, first = 0, r;
    jac_craft_forward_dynamics(arg, res, 0, work, 0);
    for (k = 0; k < 3; k++) {
        const integer *s = jac_craft_forward_dynamics_sparsity_out(k);
        for (column = 0; column < s[1]; column++) {
            for (r = 0; r < NV; r++) dense[r][first + column] = 0.0;
            if (s[2] == 1) {
                for (r = 0; r < NV; r++) dense[r][first + column] = blocks[k][column * NV + r];
            } else {
                integer at;
                for (at = s[2 + column]; at < s[3 + column]; at++) {
                    dense[s[3 + s[1] + at]][first + column] = blocks[k][at];
                }
            }
        }
        first += (int)s[1];
    }
}

static double next(void)
{
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / 8388608.0 - 1.0;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    int k;
    for (k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

static int faults = 0;

static void near(const char *what, double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) {
        printf("%s: %.17g, expected %.17g\n", what, found, expected);
        faults++;
    }
}

int main(void)
{
    const double h = 1e-6;
    int trial, k, r;
    for (trial = 0; trial < 20; trial++) {
        static double dense[NV][N];
        double x[N], dx[N], other[N], w[NV], dw[NV], y[NV], back[NV], along[N], gradient[N], backward[N], one[N], two[N], size = 1.0;
        for (k = 0; k < N; k++) {
            x[k] = 2.0 * next();
            dx[k] = next();
            other[k] = next();
        }
        /* Differences want a quaternion that is not short. */
        if (dot(x + 3, x + 3, 4) < 1.0) x[6] += 2.0;
        for (k = 0; k < N; k++) along[k] = k < 3 || k >= NQ - 1 ? 0.0 : x[k];
        for (k = 0; k < NV; k++) {
            w[k] = next();
            dw[k] = next();
        }
        jacobian(x, dense);
        for (r = 0; r < NV; r++) {
            for (k = 0; k < N; k++) size = fmax(size, fabs(dense[r][k]));
        }
        /* Column by column against differences. */
        for (k = 0; k < N; k++) {
            const double kept = x[k];
            x[k] = kept + h;
            value(x, y);
            x[k] = kept - h;
            value(x, back);
            x[k] = kept;
            for (r = 0; r < NV; r++) near("jac against differences", dense[r][k], (y[r] - back[r]) / (2.0 * h), 1e-7 * size);
        }
        forward(x, dx, y);
        for (r = 0; r < NV; r++) near("fwd against jac", y[r], dot(dense[r], dx, N), 1e-13 * N * size);
        forward(x, along, y);
        for (r = 0; r < NV; r++) near("along a quaternion", y[r], 0.0, 1e-14 * N * size);
        adjoint(x, w, gradient);
        for (k = 0; k < N; k++) {
            double expected = 0.0;
            for (r = 0; r < NV; r++) expected += w[r] * dense[r][k];
            near("adj against jac", gradient[k], expected, 1e-13 * N * size);
        }
        /* The Hessian: symmetric, and the change of the gradient. */
        second(x, w, dx, 0, one);
        second(x, w, other, 0, two);
        size = 1.0;
        for (k = 0; k < N; k++) size = fmax(size, fabs(one[k]) + fabs(two[k]));
        near("symmetric", dot(other, one, N), dot(dx, two, N), 1e-12 * size);
        for (k = 0; k < N; k++) other[k] = x[k] + h * dx[k];
        adjoint(other, w, gradient);
        for (k = 0; k < N; k++) other[k] = x[k] - h * dx[k];
        adjoint(other, w, backward);
        for (k = 0; k < N; k++) {
            near("second against differences", one[k], (gradient[k] - backward[k]) / (2.0 * h), 1e-6 * size);
        }
        adjoint(x, dw, gradient);
        second(x, w, dx, dw, two);
        for (k = 0; k < N; k++) near("changed weights", two[k] - one[k], gradient[k], 1e-12 * size);
    }
    printf("%d faults\n", faults);
    return 0;
}
