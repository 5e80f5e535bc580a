/* The turn of q for the time dt at the angular velocity v in the body's frame. */
static void denoc_integrate_spherical(const double q[4], const double v[3], double dt, double next[4])
{
    double turn[4];
    double axis[3];
    double of_angle[3];
    double from[4];
    denoc_turn(v, dt, turn, axis, of_angle);
    denoc_unit(q, from);
    denoc_product(from, turn, next);
}

/* The angular velocity in the body's frame that takes q0 to q1 in unit time, the shorter way. */
static void denoc_difference_spherical(const double q0[4], const double q1[4], double v[3])
{
    double back[4];
    double d[4];
    double k;
    denoc_conjugate(q0, back);
    denoc_product(back, q1, d);
    k = denoc_rotation_vector(d);
    v[0] = d[0] * k;
    v[1] = d[1] * k;
    v[2] = d[2] * k;
}
