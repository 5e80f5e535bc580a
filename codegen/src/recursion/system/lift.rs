//! Mechanism → [`System`]: constants and joint rotations become scalars.

use super::placement::offsets;
use super::{ConstantRotation, Link, System};
use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves, Origin};
use crate::mechanism::{BodyId, Mechanism, Pose};
use crate::recursion::inputs::Places;
use crate::recursion::member::GroupTurn;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mass, Mat3, Vec3};

impl<S: Scalar> System<S> {
    /// Lifts a mechanism with elementary joints: constants and joint rotations become scalars.
    pub fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        Self::lift_sliding(mechanism, |_| Number::ZERO, leaves)
    }

    /// The same with constant slides of bodies along z, behind the turns of their joints, where these are not 0.
    pub fn lift_sliding<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        slide: impl Fn(usize) -> Number,
        leaves: &L,
    ) -> Self {
        let half = leaves.constant(&(Number::ONE / Number::from(2)));
        let mut places = Places::new(mechanism);
        let places: Vec<_> = mechanism
            .bodies
            .iter()
            .map(|body| places.next(body))
            .collect();
        let mut links = Vec::with_capacity(mechanism.bodies.len());
        let mut turns: Vec<GroupTurn> = Vec::with_capacity(mechanism.bodies.len());
        for (index, body) in mechanism.bodies.iter().enumerate() {
            leaves.mark(Origin {
                body: Some(BodyId(index)),
                equation: "model",
            });
            let (q, v) = places[index].clone();
            let mut link = Link::lift(mechanism, BodyId(index), (&q, v), half, leaves);
            let slid = slide(index);
            if !slid.is_zero() {
                let slid = leaves.constant(&slid);
                link.slide = Some(link.slide.map_or(slid, |slide| slide + slid));
            }
            let turn = GroupTurn::of(body, &q, body.parent.map(|parent| &turns[parent.0]));
            link.group = turn.member(body, leaves);
            turns.push(turn);
            links.push(link);
        }
        let system = Self {
            gravity: vector(&mechanism.gravity, leaves),
            links,
            nv: mechanism.tree_nv(),
            driven: mechanism.driven(),
            half,
        };
        let based = system.in_base_parameters(mechanism);
        based.deformed(mechanism, &places, leaves)
    }

    /// The same links with their mass centres, rounded from exact ones, and offsets as the model has them: between mass
    /// centres nothing is saved by taking a part of an offset behind a turn. (Base parameters have no mass centres.)
    #[must_use]
    pub fn with_mass_centres<L: Leaves<S = S>>(
        mut self,
        mechanism: &Mechanism,
        leaves: &L,
    ) -> Self {
        for link in &mut self.links {
            let body = &mechanism.bodies[link.body.0];
            if body.joint.is_rotation() {
                link.offset = vector(&body.placement.translation, leaves);
                link.offset_in_plane = body.placement.translation[1].is_zero();
                link.slide = None;
            }
            let inertia = &body.inertia;
            let central = inertia.about_centre();
            link.centre = vector(&inertia.centre(), leaves);
            link.central_tensor = Mat3::symmetric(|i, j| leaves.constant(central.at(i, j)));
        }
        self
    }
}

impl<S: Scalar> Link<S> {
    fn lift<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        id: BodyId,
        (q, v): (&[Coordinate], usize),
        half: S,
        leaves: &L,
    ) -> Self {
        let body = &mechanism.bodies[id.0];
        let motion = body.joint.motion(q, leaves);
        let mut twists = body.joint.dofs(v, leaves);
        for (dof, physics) in twists.iter_mut().zip(&body.physics) {
            let rotor = &physics.rotor_inertia;
            dof.rotor = (!rotor.is_zero()).then(|| leaves.constant(rotor));
        }
        let (dofs, driven) = if body.driven {
            (Vec::new(), twists)
        } else {
            (twists, Vec::new())
        };
        let inertia = &body.inertia;
        let number = |value: &Number| leaves.constant(value);
        let placement = ConstantRotation::lift(&body.placement.rotation, leaves);
        let (translation, along) = offsets(body);
        let fixed = vector(&translation, leaves);
        let mass = number(&inertia.mass);
        let first_moment = vector(&inertia.first_moment, leaves);
        let mass = Mass {
            tensor: Mat3::symmetric(|i, j| number(inertia.tensor.at(i, j))),
            first_moment,
            mass,
        };
        Self {
            body: id,
            parent: body.parent.map(|parent| parent.0),
            offset: motion
                .travel
                .map_or(fixed, |travel| fixed + placement.matrix * travel),
            offset_in_plane: motion.travel.is_none() && translation[1].is_zero(),
            group: None,
            moment: body.choices.moment,
            placement,
            turn: motion.turn,
            slide: motion.slide.or_else(|| along.map(|d| leaves.constant(&d))),
            dofs,
            driven,
            composite: Composite::new(&mass, half),
            mass,
            meeting: body.choices.meeting,
            modal: None,
            centre: Vec3::zero(),
            central_tensor: Mat3::zero(),
            user_frame: pose(&body.user_frame, leaves),
        }
    }
}

fn vector<L: Leaves>(v: &[Number; 3], leaves: &L) -> Vec3<L::S> {
    Vec3(core::array::from_fn(|i| leaves.constant(&v[i])))
}

/// Rotation and origin of a pose.
pub(in crate::recursion) fn pose<L: Leaves>(pose: &Pose, leaves: &L) -> (Mat3<L::S>, Vec3<L::S>) {
    let rotation = Mat3::from_fn(|i, j| leaves.constant(&pose.rotation.0[i][j]));
    (rotation, vector(&pose.translation, leaves))
}
