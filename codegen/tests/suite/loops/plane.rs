//! Planar mechanisms: angles of bodies and of joints, forces in base axes.

/// The body that carries each body, by its place.
pub(crate) type Parents = [Option<usize>];

/// Angles of joints from those of bodies; rates and accelerations likewise.
pub(crate) fn relative(absolute: &[f64], parents: &Parents) -> Vec<f64> {
    let carried = |parent: &Option<usize>| parent.map_or(0.0, |parent| absolute[parent]);
    let both = absolute.iter().zip(parents);
    both.map(|(angle, parent)| angle - carried(parent))
        .collect()
}

/// Angles of bodies from those of joints.
pub(crate) fn absolute(relative: &[f64], parents: &Parents) -> Vec<f64> {
    let mut angles: Vec<f64> = Vec::new();
    for (angle, parent) in relative.iter().zip(parents) {
        let carried = parent.map_or(0.0, |parent| angles[parent]);
        angles.push(carried + angle);
    }
    angles
}

/// The wrenches of forces (x, y), one after the other.
pub(crate) fn wrenches(forces: &[f64]) -> Vec<f64> {
    let wrench = |force: &[f64]| [0.0, 0.0, 0.0, force[0], force[1], 0.0];
    forces.chunks(2).flat_map(wrench).collect()
}

/// The forces (x, y) in base axes of wrenches in the axes of bodies that stand at `angles`.
pub(crate) fn forces(wrenches: &[f64], angles: &[f64]) -> Vec<f64> {
    let turned = |(wrench, angle): (&[f64], &f64)| {
        let ((sin, cos), x, y) = (angle.sin_cos(), wrench[3], wrench[4]);
        [cos * x - sin * y, sin * x + cos * y]
    };
    wrenches.chunks(6).zip(angles).flat_map(turned).collect()
}

/// The moments about z of wrenches.
pub(crate) fn moments(wrenches: &[f64]) -> Vec<f64> {
    wrenches.chunks(6).map(|wrench| wrench[2]).collect()
}
