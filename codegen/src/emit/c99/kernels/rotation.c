/* Quaternions are x, y, z, w. Results are apart from arguments. */

static double denoc_square(const double a[3])
{
    return ((a[0] * a[0]) + (a[1] * a[1])) + (a[2] * a[2]);
}

/* c = a b */
static void denoc_product(const double a[4], const double b[4], double c[4])
{
    c[0] = ((a[3] * b[0]) + (a[0] * b[3])) + ((a[1] * b[2]) - (a[2] * b[1]));
    c[1] = ((a[3] * b[1]) + (a[1] * b[3])) + ((a[2] * b[0]) - (a[0] * b[2]));
    c[2] = ((a[3] * b[2]) + (a[2] * b[3])) + ((a[0] * b[1]) - (a[1] * b[0]));
    c[3] = ((a[3] * b[3]) - (a[0] * b[0])) - ((a[1] * b[1]) + (a[2] * b[2]));
}

/* The unit quaternion along q; 0 for 0. */
static void denoc_unit(const double q[4], double u[4])
{
    const double inverse = denoc_rsqrt((denoc_square(q) + (q[3] * q[3])) + DENOC_TINY);
    u[0] = q[0] * inverse;
    u[1] = q[1] * inverse;
    u[2] = q[2] * inverse;
    u[3] = q[3] * inverse;
}

/* The inverse of a unit quaternion. */
static void denoc_conjugate(const double q[4], double c[4])
{
    c[0] = -q[0];
    c[1] = -q[1];
    c[2] = -q[2];
    c[3] = q[3];
}

/* The turn by the rotation vector w dt as a quaternion, its axis (0 for no turn), and of its angle t:
   1/t, sin(t/2), cos(t/2). */
static void denoc_turn(const double w[3], double dt, double turn[4], double axis[3], double of_angle[3])
{
    double phi[3];
    double squared;
    double inverse;
    phi[0] = w[0] * dt;
    phi[1] = w[1] * dt;
    phi[2] = w[2] * dt;
    squared = denoc_square(phi) + DENOC_TINY;
    inverse = denoc_rsqrt(squared);
    of_angle[0] = inverse;
    denoc_sine_cosine(0.5 * (squared * inverse), &of_angle[1], &of_angle[2]);
    axis[0] = phi[0] * inverse;
    axis[1] = phi[1] * inverse;
    axis[2] = phi[2] * inverse;
    turn[0] = axis[0] * of_angle[1];
    turn[1] = axis[1] * of_angle[1];
    turn[2] = axis[2] * of_angle[1];
    turn[3] = of_angle[2];
}

/* Of a quaternion of any length, whose signs may change: k, where k [q0, q1, q2] is its rotation vector. */
static double denoc_rotation_vector(double q[4])
{
    double squared;
    double length_squared;
    double inverse;
    denoc_shorter(q);
    squared = denoc_square(q);
    length_squared = (squared + (q[3] * q[3])) + DENOC_TINY;
    inverse = 1.0 / ((length_squared * denoc_rsqrt(length_squared)) + q[3]);
    return (4.0 * inverse) * denoc_atan_ratio((squared * inverse) * inverse);
}
