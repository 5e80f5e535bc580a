//! Loops that close, that cannot, that are redundant or singular, and with quaternions.

use denoc::Status;
use denoc::closure::{add, assemble, project};
use denoc::state::double::integrate_spherical;

/// A planar four-bar linkage in the x-y plane, with links of these lengths: crank, coupler, rocker, base. Coordinates
/// are the angles of crank and rocker to the base and of the coupler to the crank.
#[derive(Clone, Copy)]
struct FourBar([f64; 4]);

impl FourBar {
    fn closure(self, q: &[f64; 3]) -> [f64; 2] {
        let Self([a, b, c, d]) = self;
        let (crank, coupler, rocker) = (q[0], q[0] + q[1], q[2]);
        [
            a * crank.cos() + b * coupler.cos() - c * rocker.cos() - d,
            a * crank.sin() + b * coupler.sin() - c * rocker.sin(),
        ]
    }

    fn jacobian(self, q: &[f64; 3]) -> [[f64; 3]; 2] {
        let Self([a, b, c, _]) = self;
        let (crank, coupler, rocker) = (q[0], q[0] + q[1], q[2]);
        let (x, y) = (b * coupler.cos(), b * coupler.sin());
        [
            [-a * crank.sin() - y, -y, c * rocker.sin()],
            [a * crank.cos() + x, x, -c * rocker.cos()],
        ]
    }

    fn assemble(self, q: [f64; 3]) -> Result<[f64; 3], Status> {
        assemble(&q, |q| self.closure(q), |q| self.jacobian(q), add)
    }

    fn project(self, q: [f64; 3], qd: [f64; 3]) -> Result<([f64; 3], [f64; 3]), Status> {
        project(&q, &qd, |q| self.closure(q), |q| self.jacobian(q), add)
    }

    /// max |Φ|.
    fn gap(self, q: &[f64; 3]) -> f64 {
        size(&self.closure(q))
    }

    /// G q̇.
    fn rates(self, q: &[f64; 3], qd: &[f64; 3]) -> [f64; 2] {
        self.jacobian(q).map(|row| dot(&row, qd))
    }
}

const LINKAGE: FourBar = FourBar([1.0, 3.5, 3.0, 4.0]);
const PARALLELOGRAM: FourBar = FourBar([1.0, 2.0, 1.0, 2.0]);

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn size(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |size, value| value.abs().max(size))
}

/// The gap of what does not close.
fn open<const N: usize>(result: Result<[f64; N], Status>) -> f64 {
    match result.expect_err("a gap") {
        Status::Open(gap) => gap,
        other => unreachable!("{other}"),
    }
}

fn apart(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    size(&add(a, &b.map(|element| -element)))
}

#[test]
fn a_linkage_closes_from_all_around() {
    for crank in -6..6 {
        for coupler in -4..4 {
            let q = [f64::from(crank) * 0.5, f64::from(coupler) * 0.7, 1.5];
            let closed = LINKAGE.assemble(q).expect("a gap to close");
            assert!(LINKAGE.gap(&closed) < 1e-12, "{q:?}");
        }
    }
}

#[test]
fn a_closed_state_is_not_changed() {
    let q = LINKAGE.assemble([1.0, -0.5, 1.5]).expect("closes");
    assert_eq!(LINKAGE.assemble(q), Ok(q));
    // Off by an error of integration, it comes back by no more.
    let drifted = add(&q, &[1e-6, -1e-6, 1e-6]);
    let back = LINKAGE.assemble(drifted).expect("closes");
    assert!(LINKAGE.gap(&back) < 1e-12 && apart(&back, &drifted) < 2e-6);
}

#[test]
fn projected_velocities_keep_the_loop_closed_and_projecting_twice_is_projecting_once() {
    let (q, qd) = LINKAGE
        .project([1.0, -0.5, 1.5], [1.0, 0.0, 2.0])
        .expect("closes");
    assert!(size(&LINKAGE.rates(&q, &qd)) < 1e-14);
    let (again, rates) = LINKAGE.project(q, qd).expect("closes");
    assert_eq!(again, q);
    assert!(apart(&rates, &qd) < 1e-14);
    // Along the motion the gap grows with the square of the step only.
    let step = |h: f64| LINKAGE.gap(&add(&q, &qd.map(|rate| h * rate)));
    assert!((step(1e-3) / step(5e-4) - 4.0).abs() < 0.1);
    // What was taken away is no motion of the linkage: it is orthogonal to all of them.
    assert!(dot(&add(&[1.0, 0.0, 2.0], &qd.map(|rate| -rate)), &qd).abs() < 1e-14);
}

#[test]
fn a_flat_parallelogram_is_singular_and_closed() {
    let (q, qd) = PARALLELOGRAM
        .project([0.0; 3], [1.0, 0.0, 0.0])
        .expect("closed");
    assert_eq!(q, [0.0; 3]);
    assert!(size(&PARALLELOGRAM.rates(&q, &qd)) < 1e-15);
    // Both ways to move on from there are left: as a parallelogram, and crossed.
    let (_, turning) = PARALLELOGRAM.project(q, [1.0, -1.0, 1.0]).expect("closed");
    assert!(apart(&turning, &[1.0, -1.0, 1.0]) < 1e-15);
    let (_, crossed) = PARALLELOGRAM.project(q, [1.0, -2.0, -1.0]).expect("closed");
    assert!(apart(&crossed, &[1.0, -2.0, -1.0]) < 1e-15);
}

#[test]
fn near_flat_a_parallelogram_still_closes() {
    for size in [0.3, 0.03, 1e-3, 1e-5, 1e-8] {
        for q in [[1.0, -0.8, 1.2], [1.0, 0.0, 0.0], [-1.0, 0.3, 1.0]] {
            let q = q.map(|angle| size * angle);
            let closed = PARALLELOGRAM.assemble(q).expect("closes");
            assert!(PARALLELOGRAM.gap(&closed) < 1e-12, "{q:?}");
            assert!(apart(&q, &closed) < 4.0 * size, "{q:?} {closed:?}");
        }
    }
}

#[test]
fn links_that_are_too_short_leave_their_gap() {
    // Stretched, they reach 3.5 m; the base is 4 m.
    let short = FourBar([1.0, 1.5, 1.0, 4.0]);
    for q in [[0.3, -0.2, 2.9], [1.0, -0.5, 1.5], [-2.0, 1.0, 0.5]] {
        let gap = open(short.assemble(q));
        assert!((0.5..0.6).contains(&gap), "{q:?}: {gap}");
    }
    let text = short
        .assemble([0.3, -0.2, 2.9])
        .expect_err("short")
        .to_string();
    assert!(
        text.starts_with("the loops do not close: a gap of "),
        "{text}"
    );
}

#[test]
fn a_dead_point_is_reported() {
    // Folded over itself: the step that would close the loop is across, and unknown.
    let folded = FourBar([1.0, 2.0, 1.0, 1.5]);
    assert!((open(folded.assemble([0.0; 3])) - 0.5).abs() < 1e-12);
    assert!(folded.assemble([0.1, 0.0, 0.0]).is_ok());
}

#[test]
fn input_that_is_not_finite_is_an_error() {
    assert!(open(LINKAGE.assemble([f64::NAN, 0.0, 0.0])).is_nan());
    let steep = assemble(&[0.0], |_| [1.0], |_| [[f64::INFINITY]], add);
    assert_eq!(steep, Err(Status::Open(1.0)));
    let half = assemble(&[0.0; 2], |_| [f64::NAN, 0.0], |_| [[1.0; 2]; 2], add);
    assert!(open(half).is_nan());
    let velocity = LINKAGE.project([1.0, -0.5, 1.5], [f64::NAN, 0.0, 0.0]);
    assert_eq!(velocity, Err(Status::Singular));
}

#[test]
fn a_tree_is_closed_already() {
    let (q, qd) = project(&[1.0, 2.0], &[3.0, 4.0], |_| [], |_| [], add).expect("no loop");
    assert_eq!((q, qd), ([1.0, 2.0], [3.0, 4.0]));
}

#[test]
fn a_redundant_equation_changes_nothing() {
    // The loop in space: nothing ever moves along z, and the first equation is there twice.
    let closure = |q: &[f64; 3]| {
        let [x, y] = LINKAGE.closure(q);
        [x, y, 0.0, x]
    };
    let jacobian = |q: &[f64; 3]| {
        let [x, y] = LINKAGE.jacobian(q);
        [x, y, [0.0; 3], x]
    };
    let (sketch, rates) = ([1.0, -0.5, 1.5], [1.0, 0.0, 2.0]);
    let (q, qd) = project(&sketch, &rates, closure, jacobian, add).expect("closes");
    let (lean, lean_qd) = LINKAGE.project(sketch, rates).expect("closes");
    assert!(apart(&q, &lean) < 1e-12 && apart(&qd, &lean_qd) < 1e-12);
}

#[test]
fn loops_far_from_the_base_close_to_rounding() {
    let far = |q: &[f64; 3]| LINKAGE.closure(q).map(|gap| (gap + 1e4) - 1e4);
    let q = assemble(&[1.0, -0.5, 1.5], far, |q| LINKAGE.jacobian(q), add).expect("closes");
    assert!(LINKAGE.gap(&q) < 1e-11);
}

/// R(q) a.
fn rotated(q: &[f64; 4], a: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            a[j] * b[k] - a[k] * b[j]
        })
    };
    let axis = [q[0], q[1], q[2]];
    let once = cross(axis, a);
    let twice = cross(axis, once);
    std::array::from_fn(|i| a[i] + 2.0 * (q[3] * once[i] + twice[i]))
}

#[test]
fn a_ball_joint_turns_a_rod_to_a_plane() {
    // A rod along z at a ball joint; its end has to come to rest 0.6 m above the plane.
    let closure = |q: &[f64; 4]| [rotated(q, [0.0, 0.0, 1.0])[2] - 0.6];
    // d(R a) = R (ω × a), a = e_z: ω × a = (ω_y, −ω_x, 0).
    let jacobian = |q: &[f64; 4]| {
        let [x, y] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|axis| rotated(q, axis)[2]);
        [[-y, x, 0.0]]
    };
    let integrate = |q: &[f64; 4], step: &[f64; 3]| integrate_spherical(*q, *step, 1.0);
    let start = [0.1, 0.2, -0.1, 0.9];
    let (q, qd) = project(&start, &[0.3, -0.2, 0.7], closure, jacobian, integrate).expect("closes");
    assert!(closure(&q)[0].abs() < 1e-12);
    assert!((dot(&q, &q) - 1.0).abs() < 1e-14);
    assert!(dot(&jacobian(&q)[0], &qd).abs() < 1e-15 && qd[2] == 0.7);
}
