//! Inertia, forces, momenta and energies as integrals over the mass of the bodies.

use super::array;
use super::bodies::{Field, MassIntegrals, Moved, Placed};
use super::hyper::Hyper;
use super::moving::{Directions, Velocity};
use crate::exact::number::Number;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// A mechanism in a motion.
pub(super) struct Dynamics<'a, L: Leaves> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) leaves: &'a L,
    /// In the motion: `first` and `second` are ṙ, `both` is r̈.
    pub(super) moved: Moved<L::S>,
    /// For each virtual velocity, as a rule all unit velocities v_j: `first` is ∂ṙ/∂v_j, `second` is ṙ, `both` the rate of the first.
    pub(super) virtual_motions: Vec<Moved<L::S>>,
    pub(super) masses: Vec<MassIntegrals<L::S>>,
    gravity: Vec3<L::S>,
    pub(super) half: L::S,
    /// The velocity of the motion.
    motion: Velocity<L::S>,
}

impl<'a, L: Leaves> Dynamics<'a, L> {
    /// With these velocities and accelerations; those of driven joints are inputs.
    pub(super) fn of(
        mechanism: &'a Mechanism,
        leaves: &'a L,
        velocities: &[L::S],
        accelerations: &[L::S],
    ) -> Self {
        let unit = |j: usize| {
            let mut unit = vec![L::S::zero(); mechanism.nv()];
            unit[j] = L::S::one();
            unit
        };
        let units = (0..mechanism.nv()).map(unit);
        Self::along(mechanism, leaves, [velocities, accelerations], units)
    }

    /// With these velocities and accelerations, along these virtual velocities.
    pub(super) fn along(
        mechanism: &'a Mechanism,
        leaves: &'a L,
        [velocities, accelerations]: [&[L::S]; 2],
        virtual_velocities: impl IntoIterator<Item = Vec<L::S>>,
    ) -> Self {
        let still = |n: usize| vec![L::S::zero(); n];
        let none = || Velocity {
            own: still(mechanism.nv()),
            driven: still(mechanism.driven()),
        };
        let motion = Velocity {
            own: velocities.to_vec(),
            driven: array(mechanism, leaves, Argument::DrivenQd),
        };
        let moved_along = |own: Vec<L::S>| {
            let along = Directions {
                first: Velocity { own, ..none() },
                second: motion.clone(),
                change: none(),
            };
            Moved::along(mechanism, leaves, &along)
        };
        let bodies = mechanism.bodies.iter();
        Self {
            mechanism,
            leaves,
            moved: accelerated(mechanism, leaves, &motion, accelerations),
            virtual_motions: virtual_velocities.into_iter().map(moved_along).collect(),
            masses: bodies.map(|body| MassIntegrals::of(body, leaves)).collect(),
            gravity: Vec3(mechanism.gravity.each_ref().map(|g| leaves.constant(g))),
            half: leaves.constant(&(Number::ONE / Number::from(2))),
            motion,
        }
    }

    /// At the same velocities with other accelerations.
    pub(super) fn accelerated(&self, accelerations: &[L::S]) -> Moved<L::S> {
        accelerated(self.mechanism, self.leaves, &self.motion, accelerations)
    }

    /// The same with other accelerations.
    pub(super) fn with_accelerations(self, accelerations: &[L::S]) -> Self {
        let moved = self.accelerated(accelerations);
        Self { moved, ..self }
    }

    /// Σ over the bodies of an integral over two fields.
    fn over_mass(
        &self,
        a: &Moved<L::S>,
        of: fn(Hyper<L::S>) -> L::S,
        b: impl Fn(usize) -> Field<L::S>,
    ) -> L::S {
        let bodies = self.masses.iter().enumerate();
        bodies.fold(L::S::zero(), |sum, (i, mass)| {
            sum + mass.contracted(&a.field(i, of), &b(i))
        })
    }

    /// −g everywhere.
    pub(super) fn lift(&self) -> Field<L::S> {
        let placed = Placed {
            rotation: Mat3::zero(),
            origin: -self.gravity,
        };
        Field {
            placed,
            modes: Vec::new(),
            shortened: Vec3::zero(),
        }
    }

    /// r̈ − g of a body.
    pub(super) fn felt(&self, body: usize) -> Field<L::S> {
        let mut felt = self.moved.field(body, |x| x.both);
        felt.placed.origin = felt.placed.origin - self.gravity;
        felt
    }

    /// τ.
    pub(super) fn forces(&self) -> Vec<L::S> {
        let force = |unit: &Moved<L::S>| {
            let bodies = self.over_mass(unit, |x| x.first, |i| self.felt(i));
            bodies + self.moved.joints.force(&unit.joints)
        };
        self.virtual_motions.iter().map(force).collect()
    }

    /// What holds the bodies against gravity.
    pub(super) fn weight(&self) -> Vec<L::S> {
        let units = self.virtual_motions.iter();
        units
            .map(|unit| self.over_mass(unit, |x| x.first, |_| self.lift()))
            .collect()
    }

    /// M.
    pub(super) fn mass_matrix(&self) -> Vec<Vec<L::S>> {
        self.pairs(|a, b| self.inertia(a, b))
    }

    /// aᵀ M b of two virtual velocities.
    pub(super) fn inertia(&self, a: &Moved<L::S>, b: &Moved<L::S>) -> L::S {
        let bodies = self.over_mass(a, |x| x.first, |i| b.field(i, |x| x.first));
        bodies + a.joints.inertia(&b.joints, |x| x.first)
    }

    fn pairs(&self, entry: impl Fn(&Moved<L::S>, &Moved<L::S>) -> L::S) -> Vec<Vec<L::S>> {
        let rows = self.virtual_motions.iter();
        rows.map(|a| self.virtual_motions.iter().map(|b| entry(a, b)).collect())
            .collect()
    }

    /// C q̇ and Ṁ, as [`compared`](super::compared) has them; without joints' own inertia, which is constant.
    pub(super) fn coriolis(&self) -> [Vec<L::S>; 2] {
        let rate = self.pairs(|a, b| {
            let one = self.over_mass(a, |x| x.both, |i| b.field(i, |x| x.first));
            one + self.over_mass(a, |x| x.first, |i| b.field(i, |x| x.both))
        });
        let convective = self
            .virtual_motions
            .iter()
            .map(|unit| self.over_mass(unit, |x| x.first, |i| self.moved.field(i, |x| x.both)));
        [convective.collect(), rate.concat()]
    }

    /// p.
    pub(super) fn momenta(&self) -> Vec<L::S> {
        let momentum = |unit: &Moved<L::S>| {
            let bodies = self.over_mass(unit, |x| x.first, |i| self.moved.field(i, |x| x.second));
            bodies + unit.joints.inertia(&self.moved.joints, |x| x.second)
        };
        self.virtual_motions.iter().map(momentum).collect()
    }

    /// ṗ under the generalised forces τ.
    pub(super) fn momentum_rates(&self, τ: &[L::S]) -> Vec<L::S> {
        let rate = |(unit, &τ): (&Moved<L::S>, &L::S)| {
            let turned = self.over_mass(unit, |x| x.both, |i| self.moved.field(i, |x| x.second));
            let weight = self.over_mass(unit, |x| x.first, |_| self.lift());
            τ + turned - weight - self.moved.joints.resistance(&unit.joints)
        };
        self.virtual_motions.iter().zip(τ).map(rate).collect()
    }

    /// T.
    pub(super) fn kinetic_energy(&self) -> L::S {
        let bodies = self.over_mass(
            &self.moved,
            |x| x.first,
            |i| self.moved.field(i, |x| x.second),
        );
        self.half * (bodies + self.moved.joints.inertia(&self.moved.joints, |x| x.second))
    }

    /// V.
    pub(super) fn potential_energy(&self) -> L::S {
        let weight = self.over_mass(&self.moved, |x| x.value, |_| self.lift());
        weight + self.half * self.moved.joints.double_energy()
    }

    /// [angular; linear] momentum about the mass centre, base axes.
    pub(super) fn centroidal_momentum(&self) -> Vec<L::S> {
        let (mut mass, mut first, mut linear) = (L::S::zero(), Vec3::zero(), Vec3::zero());
        let mut angular = Vec3::zero();
        for (body, integrals) in self.masses.iter().enumerate() {
            let here = self.moved.field(body, |x| x.value);
            let rate = self.moved.field(body, |x| x.second);
            mass = mass + integrals.mass;
            first = first + integrals.integral(&here);
            linear = linear + integrals.integral(&rate);
            angular = angular + moment(integrals.dyad(&here, &rate));
        }
        let centre = first * (L::S::one() / mass);
        let about_centre = angular - centre.cross(linear);
        [about_centre.0, linear.0].concat()
    }
}

/// A motion with these accelerations; those of driven joints are inputs.
fn accelerated<L: Leaves>(
    mechanism: &Mechanism,
    leaves: &L,
    motion: &Velocity<L::S>,
    accelerations: &[L::S],
) -> Moved<L::S> {
    let change = Velocity {
        own: accelerations.to_vec(),
        driven: array(mechanism, leaves, Argument::DrivenQdd),
    };
    let along = Directions {
        first: motion.clone(),
        second: motion.clone(),
        change,
    };
    Moved::along(mechanism, leaves, &along)
}

/// ∫ a × b dm of ∫ a bᵀ dm.
pub(super) fn moment<S: Scalar>(dyad: Mat3<S>) -> Vec3<S> {
    Vec3([
        dyad[1][2] - dyad[2][1],
        dyad[2][0] - dyad[0][2],
        dyad[0][1] - dyad[1][0],
    ])
}
