/* d = T(x) dx: the turn in body axes by which the direction of a quaternion x of any length changes with x. */
static void denoc_tangent_spherical(const double x[4], const double dx[4], double d[3])
{
    const double k = 2.0 / (denoc_square(x) + (x[3] * x[3]));
    double back[4];
    double turn[4];
    denoc_conjugate(x, back);
    denoc_product(back, dx, turn);
    d[0] = k * turn[0];
    d[1] = k * turn[1];
    d[2] = k * turn[2];
}

/* dx = T(x)' g: the gradient by the numbers of x of what has the gradient g in body axes. */
static void denoc_cotangent_spherical(const double x[4], const double g[3], double dx[4])
{
    const double k = 2.0 / (denoc_square(x) + (x[3] * x[3]));
    const double turn[4] = {k * g[0], k * g[1], k * g[2], 0.0};
    denoc_product(x, turn, dx);
}

/* ddx: the change of T(x)' g with a change dx of x. */
static void denoc_cotangent_rate_spherical(const double x[4], const double dx[4], const double g[3], double ddx[4])
{
    const double inverse = 1.0 / (denoc_square(x) + (x[3] * x[3]));
    const double k = 2.0 * inverse;
    const double less = k * (((x[0] * dx[0]) + (x[1] * dx[1])) + ((x[2] * dx[2]) + (x[3] * dx[3])));
    const double turn[4] = {k * g[0], k * g[1], k * g[2], 0.0};
    const double along[4] = {dx[0] - (less * x[0]), dx[1] - (less * x[1]), dx[2] - (less * x[2]), dx[3] - (less * x[3])};
    denoc_product(along, turn, ddx);
}

/* d = T(x) dx of a pose x: position and quaternion; the position moves along the axes of the body. */
static void denoc_tangent_free(const double x[7], const double dx[7], double d[6])
{
    double unit[4];
    double back[4];
    denoc_unit(&x[3], unit);
    denoc_conjugate(unit, back);
    denoc_bent(dx, back, 2.0 * back[3], 2.0, d);
    denoc_tangent_spherical(&x[3], &dx[3], &d[3]);
}

/* dx = T(x)' g of a pose. */
static void denoc_cotangent_free(const double x[7], const double g[6], double dx[7])
{
    double unit[4];
    denoc_unit(&x[3], unit);
    denoc_bent(g, unit, 2.0 * unit[3], 2.0, dx);
    denoc_cotangent_spherical(&x[3], &g[3], &dx[3]);
}

/* ddx: the change of T(x)' g of a pose with a change dx of x. */
static void denoc_cotangent_rate_free(const double x[7], const double dx[7], const double g[6], double ddx[7])
{
    double unit[4];
    double turn[3];
    double turned[3];
    denoc_unit(&x[3], unit);
    denoc_tangent_spherical(&x[3], &dx[3], turn);
    denoc_cross(turn, g, turned);
    denoc_bent(turned, unit, 2.0 * unit[3], 2.0, ddx);
    denoc_cotangent_rate_spherical(&x[3], &dx[3], &g[3], &ddx[3]);
}
