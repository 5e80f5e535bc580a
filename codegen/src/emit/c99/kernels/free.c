/* c = a x b */
static void denoc_cross(const double a[3], const double b[3], double c[3])
{
    c[0] = (a[1] * b[2]) - (a[2] * b[1]);
    c[1] = (a[2] * b[0]) - (a[0] * b[2]);
    c[2] = (a[0] * b[1]) - (a[1] * b[0]);
}

/* d = a + j (u x a) + k (u x (u x a)) */
static void denoc_bent(const double a[3], const double u[3], double j, double k, double d[3])
{
    double once[3];
    double twice[3];
    denoc_cross(u, a, once);
    denoc_cross(u, once, twice);
    d[0] = a[0] + ((j * once[0]) + (k * twice[0]));
    d[1] = a[1] + ((j * once[1]) + (k * twice[1]));
    d[2] = a[2] + ((j * once[2]) + (k * twice[2]));
}

/* The motion of q = [p, quaternion] for the time dt at the twist v = [linear; angular] in the body's frame. */
static void denoc_integrate_free(const double q[7], const double v[6], double dt, double next[7])
{
    double turn[4];
    double axis[3];
    double of_angle[3];
    double from[4];
    double straight[3];
    double path[3];
    double shift[3];
    double ratio;
    denoc_turn(&v[3], dt, turn, axis, of_angle);
    denoc_unit(&q[3], from);
    straight[0] = v[0] * dt;
    straight[1] = v[1] * dt;
    straight[2] = v[2] * dt;
    ratio = 2.0 * (of_angle[1] * of_angle[0]);
    denoc_bent(straight, axis, ratio * of_angle[1], 1.0 - (ratio * of_angle[2]), path);
    denoc_bent(path, from, 2.0 * from[3], 2.0, shift);
    next[0] = q[0] + shift[0];
    next[1] = q[1] + shift[1];
    next[2] = q[2] + shift[2];
    denoc_product(from, turn, &next[3]);
}

/* The twist [linear; angular] in the body's frame that takes q0 to q1 in unit time, the shorter way. */
static void denoc_difference_free(const double q0[7], const double q1[7], double v[6])
{
    double from[4];
    double back[4];
    double d[4];
    double apart[3];
    double seen[3];
    double k;
    double half;
    denoc_unit(&q0[3], from);
    denoc_conjugate(from, back);
    denoc_product(back, &q1[3], d);
    k = denoc_rotation_vector(d);
    apart[0] = q1[0] - q0[0];
    apart[1] = q1[1] - q0[1];
    apart[2] = q1[2] - q0[2];
    denoc_bent(apart, back, 2.0 * back[3], 2.0, seen);
    half = 0.5 * k;
    denoc_bent(seen, d, -half, (1.0 - (half * d[3])) / (denoc_square(d) + DENOC_TINY), v);
    v[3] = d[0] * k;
    v[4] = d[1] * k;
    v[5] = d[2] * k;
}
