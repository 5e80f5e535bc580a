/*
 * Set-point control of the UR5 in C: gravity compensation and joint springs and dampers, at 1 kHz.
 * The generated forward dynamics stands in for the arm.
 */
#include "ur5.h"

#include <math.h>
#include <stdio.h>

#define CYCLES 4000
#define STEP 1e-3 /* s */

static const double target[UR5_NQ] = {0.5, -1.2, 1.0, -0.8, 0.3, 0.2};       /* rad */
static const double stiffness[UR5_NV] = {200.0, 200.0, 120.0, 20.0, 20.0, 4.0}; /* Nm/rad */
static const double damping[UR5_NV] = {60.0, 60.0, 30.0, 4.0, 4.0, 1.0};        /* Nm s/rad */

static void controller(const double q[UR5_NQ], const double qd[UR5_NV], double tau[UR5_NV])
{
    int joint;
    ur5_gravity(q, tau);
    for (joint = 0; joint < UR5_NV; joint++) {
        tau[joint] += stiffness[joint] * (target[joint] - q[joint]) - damping[joint] * qd[joint];
    }
}

/* One step of the symplectic Euler method. */
static void arm(double q[UR5_NQ], double qd[UR5_NV], const double tau[UR5_NV])
{
    double qdd[UR5_NV];
    int joint;
    ur5_forward_dynamics(q, qd, tau, qdd);
    for (joint = 0; joint < UR5_NV; joint++) {
        qd[joint] += STEP * qdd[joint];
        q[joint] += STEP * qd[joint];
    }
}

/* The largest distance of a joint from its target, rad. */
static double distance(const double q[UR5_NQ])
{
    double largest = 0.0;
    int joint;
    for (joint = 0; joint < UR5_NQ; joint++) {
        largest = fmax(largest, fabs(target[joint] - q[joint]));
    }
    return largest;
}

int main(void)
{
    double q[UR5_NQ] = {0.0}, qd[UR5_NV] = {0.0}, tau[UR5_NV];
    int cycle;
    printf("time, s  distance, rad\n");
    for (cycle = 0; cycle <= CYCLES; cycle++) {
        if (cycle % 500 == 0) {
            printf("%7.2f  %13.6f\n", cycle * STEP, distance(q));
        }
        controller(q, qd, tau);
        arm(q, qd, tau);
    }
    if (!(distance(q) < 1e-3)) {
        fprintf(stderr, "the arm did not arrive\n");
        return 1;
    }
    return 0;
}
