//! Frames on bodies, and wrenches on bodies and in joints.

use super::bodies::{Moved, Placed};
use super::cut::Load;
use super::dynamics::{Dynamics, moment};
use super::elimination::{Pivot, solve};
use super::hyper::Hyper;
use crate::leaves::Leaves;
use crate::mechanism::{BodyId, Frame, Pose};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// The vector ω of ω~ = Ṙ Rᵀ.
pub(super) fn turn<S: Scalar>(rate: Mat3<S>, rotation: Mat3<S>) -> Vec3<S> {
    let skew = rate * rotation.transposed();
    Vec3([skew[2][1], skew[0][2], skew[1][0]])
}

/// The vector ω̇ of a frame in a motion: ω~̇ = R̈ Rᵀ + Ṙ Ṙᵀ, whose second part is symmetric.
pub(super) fn turn_rate<S: Scalar>(placed: &Placed<Hyper<S>>) -> Vec3<S> {
    let here = placed.part(|x| x.value).rotation;
    let rate = placed.part(|x| x.second).rotation;
    let second = placed.part(|x| x.both).rotation;
    let turned = second * here.transposed() + rate * rate.transposed();
    Vec3([turned[2][1], turned[0][2], turned[1][0]])
}

impl<L: Leaves> Dynamics<'_, L> {
    /// A frame fixed on a body, in a motion.
    pub(super) fn placed(
        &self,
        moved: &Moved<L::S>,
        body: Option<BodyId>,
        pose: &Pose,
    ) -> Placed<Hyper<L::S>> {
        let constant = Constant(self.leaves);
        let base = Placed {
            rotation: Mat3::identity(),
            origin: Vec3::zero(),
        };
        let carrier = body.map_or(base, |body| moved.bodies[body.0]);
        carrier.times(&constant.pose(pose))
    }

    fn frame(&self, moved: &Moved<L::S>, frame: usize) -> Placed<Hyper<L::S>> {
        let frame = &self.mechanism.frames[frame];
        self.placed(moved, frame.body, &frame.pose)
    }

    /// R, rows first, and p.
    pub(super) fn tip_pose(&self, frame: usize) -> [Vec<L::S>; 2] {
        let placed = self.frame(&self.moved, frame).part(|x| x.value);
        [placed.rotation.0.concat(), placed.origin.0.to_vec()]
    }

    /// [ω; v] of a frame by the part `of` its pose.
    fn twist(&self, placed: &Placed<Hyper<L::S>>, of: fn(Hyper<L::S>) -> L::S) -> Vec<L::S> {
        let (here, rate) = (placed.part(|x| x.value), placed.part(of));
        [turn(rate.rotation, here.rotation).0, rate.origin.0].concat()
    }

    /// J by rows.
    pub(super) fn tip_jacobian(&self, frame: usize) -> Vec<Vec<L::S>> {
        let columns = self.virtual_motions.iter();
        let columns = columns.map(|unit| self.twist(&self.frame(unit, frame), |x| x.first));
        let columns: Vec<Vec<L::S>> = columns.collect();
        (0..6)
            .map(|row| columns.iter().map(|column| column[row]).collect())
            .collect()
    }

    /// [ω; v].
    pub(super) fn tip_twist(&self, frame: usize) -> Vec<L::S> {
        self.twist(&self.frame(&self.moved, frame), |x| x.second)
    }

    /// [ω̇; v̇].
    pub(super) fn tip_acceleration(&self, frame: usize) -> Vec<L::S> {
        let placed = self.frame(&self.moved, frame);
        let linear = placed.part(|x| x.both).origin;
        [turn_rate(&placed).0, linear.0].concat()
    }

    /// J M⁻¹ Jᵀ of all frames together, by rows; `None` when M is singular.
    pub(super) fn admittance(&self) -> Option<Vec<Vec<L::S>>>
    where
        L::S: Pivot,
    {
        let frames = 0..self.mechanism.frames.len();
        let rows: Vec<Vec<L::S>> = frames.flat_map(|frame| self.tip_jacobian(frame)).collect();
        let mass = self.mass_matrix();
        let solved = rows.iter().map(|row| solve(mass.clone(), row.clone()));
        let solved: Vec<Vec<L::S>> = solved.collect::<Option<_>>()?;
        let dot = |a: &[L::S], b: &[L::S]| {
            let pairs = a.iter().zip(b);
            pairs.fold(L::S::zero(), |sum, (&a, &b)| sum + a * b)
        };
        let entries = rows
            .iter()
            .map(|row| solved.iter().map(|one| dot(row, one)).collect());
        Some(entries.collect())
    }

    /// The generalised forces of wrenches [moment; force] on the bodies of the model, about the origins of their users' frames, in
    /// their axes.
    pub(super) fn supported_by(&self, wrenches: &[L::S]) -> Vec<L::S> {
        let vector = |place: usize| Vec3(core::array::from_fn(|k| wrenches[place + k]));
        let support = |unit: &Moved<L::S>| {
            let bodies = self.mechanism.model_bodies().enumerate();
            bodies.fold(L::S::zero(), |sum, (place, id)| {
                let pose = &self.mechanism.bodies[id.0].user_frame;
                let placed = self.placed(unit, Some(id), pose);
                let axes = placed.part(|x| x.value).rotation;
                let twist = self.twist(&placed, |x| x.first);
                let part = |k: usize| Vec3(core::array::from_fn(|i| twist[k + i]));
                let (moment, force) = (axes * vector(6 * place), axes * vector(6 * place + 3));
                sum + part(0).dot(moment) + part(3).dot(force)
            })
        };
        self.virtual_motions.iter().map(support).collect()
    }

    /// The power of a wrench [moment; force] between two frames at the unit velocity `v`: on the second about its origin, back on the
    /// first about its own, which `carrier` turns to that of the second (`None`: the base, which does not turn).
    pub(super) fn relative_power(
        &self,
        v: usize,
        [from, to]: &[Frame; 2],
        carrier: Option<BodyId>,
        wrench: &[L::S],
    ) -> L::S {
        let vector = |place: usize| Vec3(core::array::from_fn(|k| wrench[place + k]));
        let (moment, force) = (vector(0), vector(3));
        let unit = &self.virtual_motions[v];
        let [from, to] = [from, to].map(|end| self.placed(unit, end.body, &end.pose));
        let arm = to.part(|x| x.value).origin - from.part(|x| x.value).origin;
        let carrier = self.placed(unit, carrier, &Pose::identity());
        let [first, second, turning] = [&from, &to, &carrier].map(|placed| {
            let twist = self.twist(placed, |x| x.first);
            [0, 3].map(|place| Vec3(core::array::from_fn(|k| twist[place + k])))
        });
        let carried = first[1] + turning[0].cross(arm);
        (second[0] - first[0]).dot(moment) + (second[1] - carried).dot(force)
    }

    /// [moment; force] through the joint of every body of the model: ∫ (r − o) × (r̈ − g) dm and ∫ (r̈ − g) dm over what it carries,
    /// less what loads do there.
    pub(super) fn joint_wrenches(&self, loads: &[Load<L::S>]) -> Vec<L::S> {
        let bodies = self.mechanism.model_bodies();
        bodies.flat_map(|id| self.joint_wrench(id, loads)).collect()
    }

    fn joint_wrench(&self, id: BodyId, loads: &[Load<L::S>]) -> Vec<L::S> {
        let bodies = &self.mechanism.bodies;
        let carries = |other: BodyId| {
            let mut towards_base = core::iter::successors(Some(other), |&one| bodies[one.0].parent);
            towards_base.any(|one| one == id)
        };
        let placed = self.placed(&self.moved, Some(id), &bodies[id.0].user_frame);
        let frame = placed.part(|x| x.value);
        let (mut about_base, mut force) = (Vec3::zero(), Vec3::zero());
        for other in (0..bodies.len()).filter(|&other| carries(BodyId(other))) {
            let (here, felt) = (self.moved.field(other, |x| x.value), self.felt(other));
            about_base = about_base + moment(self.masses[other].dyad(&here, &felt));
            force = force + self.masses[other].integral(&felt);
        }
        for load in loads.iter().filter(|load| load.body.is_some_and(carries)) {
            about_base = about_base - load.moment - load.point.cross(load.force);
            force = force - load.force;
        }
        let back = frame.rotation.transposed();
        let moment = back * (about_base - frame.origin.cross(force));
        [moment.0, (back * force).0].concat()
    }
}

/// Constants that no motion changes.
struct Constant<'a, L>(&'a L);

impl<L: Leaves> Constant<'_, L> {
    fn pose(&self, pose: &Pose) -> Placed<Hyper<L::S>> {
        let fixed = |number| Hyper::fixed(self.0.constant(number));
        Placed {
            rotation: Mat3::from_fn(|i, j| fixed(&pose.rotation.0[i][j])),
            origin: Vec3(pose.translation.each_ref().map(fixed)),
        }
    }
}
