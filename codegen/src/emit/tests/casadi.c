/* External functions against the C functions of the same model, bit by bit. */
#include "plain.h"
#include <stdio.h>
#include <string.h>

#ifndef casadi_int
#define casadi_int long long int
#endif
enum { N = 3, MOST = 1000 };

typedef struct {
    const char *name;
    int (*call)(const double **, double **, casadi_int *, double *, int);
    casadi_int (*n_in)(void);
    casadi_int (*n_out)(void);
    const char *(*name_in)(casadi_int);
    const char *(*name_out)(casadi_int);
    const casadi_int *(*sparsity_in)(casadi_int);
    const casadi_int *(*sparsity_out)(casadi_int);
    int (*work)(casadi_int *, casadi_int *, casadi_int *, casadi_int *);
    int (*checkout)(void);
    void (*release)(int);
    void (*incref)(void);
    void (*decref)(void);
} external;

#define DECLARED(F) \
    int F(const double **, double **, casadi_int *, double *, int); \
    casadi_int F##_n_in(void); \
    casadi_int F##_n_out(void); \
    const char *F##_name_in(casadi_int); \
    const char *F##_name_out(casadi_int); \
    const casadi_int *F##_sparsity_in(casadi_int); \
    const casadi_int *F##_sparsity_out(casadi_int); \
    int F##_work(casadi_int *, casadi_int *, casadi_int *, casadi_int *); \
    int F##_checkout(void); \
    void F##_release(int); \
    void F##_incref(void); \
    void F##_decref(void); \
    static const external of_##F = { \
        #F, F, F##_n_in, F##_n_out, F##_name_in, F##_name_out, F##_sparsity_in, F##_sparsity_out, F##_work, F##_checkout, \
        F##_release, F##_incref, F##_decref};

DECLARED(arm_forward_dynamics)
DECLARED(jac_arm_forward_dynamics)
DECLARED(fwd1_arm_forward_dynamics)
DECLARED(adj1_arm_forward_dynamics)
DECLARED(fwd1_adj1_arm_forward_dynamics)
DECLARED(arm_inverse_dynamics)
DECLARED(jac_arm_inverse_dynamics)
DECLARED(arm_mass_matrix)
DECLARED(fwd1_arm_mass_matrix)
DECLARED(adj1_arm_mass_matrix)
DECLARED(arm_tip_pose_hand)
DECLARED(jac_arm_tip_pose_hand)
DECLARED(arm_inverse_dynamics_with_wrenches)
DECLARED(adj1_arm_inverse_dynamics_with_wrenches)
DECLARED(arm_kinetic_energy)

static int faults = 0;

static void fault(const char *name, const char *what)
{
    printf("%s: %s\n", name, what);
    faults++;
}

static casadi_int elements(const casadi_int *sparsity)
{
    return sparsity[2] == 1 ? sparsity[0] * sparsity[1] : sparsity[2 + sparsity[1]];
}

static double result[20][MOST], work[MOST];

/* Calls with a work vector of the size that is said, in a memory slot that nobody checked out, and looks at what is around. */
static int called(const external *f, const double **arg, unsigned unwanted)
{
    const double *args[20];
    double *res[20];
    casadi_int sizes[4], most;
    casadi_int k;
    int status;
    f->incref();
    f->work(&sizes[0], &sizes[1], &sizes[2], &sizes[3]);
    f->work(0, 0, 0, 0);
    if (sizes[0] != f->n_in() || sizes[1] != f->n_out() || sizes[2] != 0 || sizes[3] >= MOST) fault(f->name, "work");
    if (f->checkout() != 0 || f->checkout() != 0) fault(f->name, "checkout");
    for (k = 0; k < f->n_in(); k++) {
        args[k] = arg ? arg[k] : 0;
        if (!f->name_in(k) || !f->sparsity_in(k)) fault(f->name, "an input without a name or a sparsity");
    }
    for (k = 0; k < f->n_out(); k++) {
        if (!f->name_out(k) || !f->sparsity_out(k)) fault(f->name, "an output without a name or a sparsity");
        most = elements(f->sparsity_out(k));
        result[k][most] = 12345.0;
        res[k] = unwanted >> k & 1 ? 0 : result[k];
    }
    if (f->name_in(k + 100) || f->sparsity_out(100)) fault(f->name, "an output too many");
    work[sizes[3]] = 54321.0;
    status = f->call(args, res, 0, work, 7);
    if (work[sizes[3]] != 54321.0) fault(f->name, "writes behind the work vector");
    for (k = 0; k < f->n_out(); k++) {
        if (result[k][elements(f->sparsity_out(k))] != 12345.0) fault(f->name, "writes behind a result");
    }
    f->release(0);
    f->decref();
    return status;
}

/* A result is a matrix, whose rows may be those of `row`. */
static void same(const external *f, casadi_int k, const double *dense, const int *row)
{
    const casadi_int *sparsity = f->sparsity_out(k);
    const casadi_int rows = sparsity[0], columns = sparsity[1];
    casadi_int place = 0, r, c;
    for (c = 0; c < columns; c++) {
        for (r = 0; r < rows; r++) {
            const double expected = dense[(row ? row[r] : r) * columns + c];
            int is_there = sparsity[2] == 1;
            if (!is_there) {
                is_there = place < sparsity[2 + c + 1] && sparsity[2 + columns + 1 + place] == r;
            }
            if (is_there ? memcmp(&result[k][place], &expected, sizeof expected) != 0 : expected != 0.0) {
                fault(f->name, f->name_out(k));
                return;
            }
            place += is_there;
        }
    }
}

/* The elements of a matrix, as CasADi passes them. */
static void packed(const casadi_int *sparsity, const double *dense, double *found)
{
    const casadi_int rows = sparsity[0], columns = sparsity[1];
    casadi_int place = 0, r, c;
    for (c = 0; c < columns; c++) {
        for (r = 0; r < rows; r++) {
            if (sparsity[2] == 1 || (place < sparsity[2 + c + 1] && sparsity[2 + columns + 1 + place] == r)) {
                found[place++] = dense[r * columns + c];
            }
        }
    }
}

int main(void)
{
    const double q[N] = {0.3, -0.7, 1.1}, qd[N] = {0.5, 0.2, -0.4}, x[N] = {1.5, -2.5, 0.25};
    const double dq[N] = {0.1, 0.2, -0.3}, dqd[N] = {-1.0, 0.5, 2.0}, dx[N] = {0.7, -0.6, 0.9};
    const double w[N] = {0.4, -0.8, 1.2}, dw[N] = {-0.2, 0.6, 0.3}, zeros[N] = {0.0};
    const double *value[] = {q, qd, x};
    const double *seeded[] = {q, qd, x, 0, dq, dqd, dx};
    const double *weighted[] = {q, qd, x, 0, w};
    const double *second[] = {q, qd, x, 0, w, 0, 0, 0, dq, dqd, dx, 0, dw};
    double a[MOST], b[MOST], c[MOST], d[MOST], e[MOST], f[MOST], g[MOST];
    const int turned[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    casadi_int k, j;

    called(&of_arm_forward_dynamics, value, 0);
    plain_forward_dynamics(q, qd, x, a);
    same(&of_arm_forward_dynamics, 0, a, 0);
    called(&of_arm_forward_dynamics, 0, 0);
    plain_forward_dynamics(zeros, zeros, zeros, a);
    same(&of_arm_forward_dynamics, 0, a, 0);
    called(&of_arm_forward_dynamics, value, ~0u);

    called(&of_jac_arm_forward_dynamics, value, 2);
    plain_forward_dynamics_derivatives(q, qd, x, a, b, c, d);
    same(&of_jac_arm_forward_dynamics, 0, a, 0);
    same(&of_jac_arm_forward_dynamics, 2, c, 0);
    called(&of_jac_arm_forward_dynamics, value, 5);
    same(&of_jac_arm_forward_dynamics, 1, b, 0);

    called(&of_fwd1_arm_forward_dynamics, seeded, 0);
    plain_forward_dynamics_jvp(q, qd, x, dq, dqd, dx, a, b);
    same(&of_fwd1_arm_forward_dynamics, 0, b, 0);

    called(&of_adj1_arm_forward_dynamics, weighted, 0);
    plain_forward_dynamics_vjp(q, qd, x, w, a, b, c, d);
    same(&of_adj1_arm_forward_dynamics, 0, b, 0);
    same(&of_adj1_arm_forward_dynamics, 1, c, 0);
    same(&of_adj1_arm_forward_dynamics, 2, d, 0);

    plain_forward_dynamics_hessian_product(q, qd, x, dq, dqd, dx, w, a, b, c);
    plain_forward_dynamics_vjp(q, qd, x, dw, d, e, f, g);
    for (k = 0; k < N; k++) {
        d[k] = a[k] + e[k];
        e[k] = b[k] + f[k];
        f[k] = c[k] + g[k];
    }
    called(&of_fwd1_adj1_arm_forward_dynamics, second, 0);
    same(&of_fwd1_adj1_arm_forward_dynamics, 0, d, 0);
    same(&of_fwd1_adj1_arm_forward_dynamics, 1, e, 0);
    same(&of_fwd1_adj1_arm_forward_dynamics, 2, f, 0);
    second[12] = 0;
    called(&of_fwd1_adj1_arm_forward_dynamics, second, 0);
    same(&of_fwd1_adj1_arm_forward_dynamics, 0, a, 0);

    called(&of_arm_inverse_dynamics, value, 0);
    plain_inverse_dynamics(q, qd, x, a);
    same(&of_arm_inverse_dynamics, 0, a, 0);
    called(&of_jac_arm_inverse_dynamics, value, 0);
    plain_inverse_dynamics_derivatives_with_mass_matrix(q, qd, x, a, b, c);
    same(&of_jac_arm_inverse_dynamics, 0, a, 0);
    same(&of_jac_arm_inverse_dynamics, 1, b, 0);
    same(&of_jac_arm_inverse_dynamics, 2, c, 0);

    called(&of_arm_mass_matrix, value, 0);
    plain_mass_matrix(q, a);
    same(&of_arm_mass_matrix, 0, a, 0);
    {
        const double *of_matrix[] = {q, 0, dq};
        const double *of_weights[] = {q, 0, g};
        called(&of_fwd1_arm_mass_matrix, of_matrix, 0);
        plain_mass_matrix_jvp(q, dq, a, b);
        same(&of_fwd1_arm_mass_matrix, 0, b, 0);
        for (k = 0; k < N * N; k++) {
            c[k] = a[k] == 0.0 ? 0.0 : 0.3 * (double)k - 1.0;
        }
        packed(of_adj1_arm_mass_matrix.sparsity_in(2), c, g);
        called(&of_adj1_arm_mass_matrix, of_weights, 0);
        plain_mass_matrix_vjp(q, c, a, d);
        same(&of_adj1_arm_mass_matrix, 0, d, 0);
    }

    called(&of_arm_tip_pose_hand, value, 0);
    plain_tip_pose_hand(q, a, b);
    same(&of_arm_tip_pose_hand, 0, a, 0);
    same(&of_arm_tip_pose_hand, 1, b, 0);
    called(&of_jac_arm_tip_pose_hand, value, 0);
    plain_tip_pose_derivatives_hand(q, a, b);
    same(&of_jac_arm_tip_pose_hand, 0, a, turned);
    same(&of_jac_arm_tip_pose_hand, 1, b, 0);

    {
        const double *args[] = {q, qd, x, g};
        const double *seeds[] = {q, qd, x, g, 0, w};
        for (k = 0; k < N * 6; k++) {
            a[k] = 0.1 * (double)k - 0.7;
        }
        packed(of_arm_inverse_dynamics_with_wrenches.sparsity_in(3), a, g);
        called(&of_arm_inverse_dynamics_with_wrenches, args, 0);
        plain_inverse_dynamics_with_wrenches(q, qd, x, a, b);
        same(&of_arm_inverse_dynamics_with_wrenches, 0, b, 0);
        called(&of_adj1_arm_inverse_dynamics_with_wrenches, seeds, 0);
        plain_inverse_dynamics_with_wrenches_vjp(q, qd, x, a, w, b, c, d, e, f);
        same(&of_adj1_arm_inverse_dynamics_with_wrenches, 2, e, 0);
        same(&of_adj1_arm_inverse_dynamics_with_wrenches, 3, f, 0);
    }

    called(&of_arm_kinetic_energy, value, 0);
    plain_kinetic_energy(q, qd, a);
    same(&of_arm_kinetic_energy, 0, a, 0);

    for (j = 0; j < 2; j++) {
        if (elements(of_jac_arm_forward_dynamics.sparsity_out(j)) > N * N) fault("jac", "elements");
    }
    if (elements(of_jac_arm_inverse_dynamics.sparsity_out(0)) == N * N) fault("jac", "no structural zeros");
    printf("%d faults\n", faults);
    return 0;
}
