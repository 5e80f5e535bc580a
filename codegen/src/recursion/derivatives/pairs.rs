//! The sweep over all pairs of joints on one path.

use super::composite_motion::{CompositeMotion, OffsetRates};
use super::outward::Outward;
use super::rigid::RigidMotion;
use super::travelling::Travelling;
use super::unit_twist::UnitTwist;
use super::{Derivatives, OwnMotion};
use crate::leaves::Leaves;
use crate::recursion::composite::composite_momentum;
use crate::recursion::u_form::{self, LinkMotion};
use crate::recursion::{Motion, System, zeros};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// The derivatives of the forces of the tree's joints in a motion, those of the bodies alone.
pub(in crate::recursion) fn derivatives<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    own: OwnMotion,
    leaves: &L,
) -> Derivatives<L::S> {
    let (states, loads) = u_form::forward(system, motion, leaves);
    let grouped = system.in_group_axes();
    let states = grouped.motions(system, &states);
    let wrenches = u_form::joint_wrenches(&grouped.system, grouped.wrenches(loads), leaves);
    let sweep = Sweep {
        system: &grouped.system,
        motion,
        states: &states,
        wrenches: &wrenches,
        own,
        leaves,
    };
    sweep.run()
}

/// The links in motion with the wrenches of their joints.
struct Sweep<'a, L: Leaves> {
    system: &'a System<L::S>,
    motion: &'a Motion<L::S>,
    states: &'a [LinkMotion<L::S>],
    wrenches: &'a [Wrench<L::S>],
    own: OwnMotion,
    leaves: &'a L,
}

impl<L: Leaves> Sweep<'_, L> {
    fn run(&self) -> Derivatives<L::S> {
        let links = &self.system.links;
        let n = self.system.nv;
        let mut found = Derivatives {
            by_coordinates: vec![zeros(n); n],
            by_rates: vec![zeros(n); n],
            mass: vec![zeros(n); n],
        };
        let rates: Vec<OffsetRates<L::S>> =
            (0..links.len()).map(|i| self.offset_rates(i)).collect();
        let motions = links.iter().zip(self.states);
        let twists = motions.clone();
        let twists = twists.map(|(link, state)| UnitTwist::of_link(link, self.motion, state));
        let mut unit_twists = Outward::new(twists.collect());
        let own =
            motions.map(|(link, state)| CompositeMotion::own(link, state.rotation.ω, self.own));
        let mut composites: Vec<CompositeMotion<L::S>> = own.collect();
        let reached = self.reached();
        for (i, link) in self
            .system
            .inward(self.leaves, "derivatives, composite bodies")
        {
            for (place, dof) in link.dofs.iter().enumerate() {
                link.mark(self.leaves, "derivatives, rows and columns");
                let mut travelling = self.travelling(i, &unit_twists.own[i][place], &composites[i]);
                let k = dof.velocity;
                for (other, unit_twist) in link.dofs.iter().zip(&unit_twists.own[i]) {
                    let v = other.velocity;
                    let entry = other.component(travelling.row);
                    let rotor = dof.rotor.filter(|_| k == v);
                    found.mass[k][v] = rotor.map_or(entry, |rotor| entry + rotor);
                    found.mass[v][k] = found.mass[k][v];
                    let [by_coordinate, by_rate] = if link.dofs.len() == 1 {
                        [travelling.by_coordinate, travelling.by_rate]
                            .map(|wrench| dof.component(wrench))
                    } else {
                        travelling.of_row(unit_twist)
                    };
                    found.by_coordinates[k][v] = by_coordinate;
                    found.by_rates[k][v] = by_rate;
                }
                let meeting = self.system.path(i).find(|&one| reached[one]);
                let mut at = i;
                for j in self.system.path(i).skip(1) {
                    let meet = meeting.map_or(j, |meeting| meeting.max(j));
                    while at > meet {
                        let here = &links[at];
                        here.mark(self.leaves, "derivatives, transport");
                        travelling = travelling.onto_parent(here, &rates[at]);
                        at = here.parent.unwrap_or(0);
                    }
                    let seen = unit_twists.at(self.system, &rates, j, meet);
                    link.mark(self.leaves, "derivatives, pairs");
                    for (other, unit_twist) in links[j].dofs.iter().zip(seen) {
                        let v = other.velocity;
                        let component = |wrench: Wrench<L::S>| {
                            if meet == j {
                                other.component(wrench)
                            } else {
                                unit_twist.twist.power(wrench)
                            }
                        };
                        found.mass[k][v] = component(travelling.row);
                        found.mass[v][k] = found.mass[k][v];
                        found.by_coordinates[v][k] = component(travelling.by_coordinate);
                        found.by_rates[v][k] = component(travelling.by_rate);
                        let [by_coordinate, by_rate] = travelling.of_row(unit_twist);
                        found.by_coordinates[k][v] = by_coordinate;
                        found.by_rates[k][v] = by_rate;
                    }
                }
            }
            if let Some(parent) = link.parent {
                link.mark(self.leaves, "derivatives, composite bodies");
                let carried = self.carried(i, composites[i], &rates[i]);
                composites[parent] = composites[parent] + carried;
            }
        }
        found
    }

    /// Of every link, whether unit twists travel out to it: it is a meeting frame, or is before one.
    fn reached(&self) -> Vec<bool> {
        let links = &self.system.links;
        let mut reached: Vec<bool> = links.iter().map(|link| link.meeting).collect();
        for (i, link) in links.iter().enumerate().rev() {
            if let Some(parent) = link.parent.filter(|_| reached[i]) {
                reached[parent] = true;
            }
        }
        reached
    }

    /// The velocities between a link's origin and its parent's.
    fn offset_rates(&self, i: usize) -> OffsetRates<L::S> {
        let link = &self.system.links[i];
        let own = link.joint_twist(&self.motion.rates);
        let ω = self.states[i].rotation.ω;
        let carried = ω + own.angular * -L::S::one();
        let offset = link.parent.map_or(Vec3::zero(), |parent| {
            self.states[parent].rotation.ω.cross(link.offset)
        });
        OffsetRates {
            slide: carried.cross(link.slid()) + own.linear,
            offset,
        }
    }

    /// What a composite body brings to the parent.
    fn carried(
        &self,
        i: usize,
        composite: CompositeMotion<L::S>,
        rates: &OffsetRates<L::S>,
    ) -> CompositeMotion<L::S> {
        let (link, half) = (&self.system.links[i], self.system.half);
        match self.own {
            OwnMotion::Included => composite.onto_parent(link, rates, half),
            OwnMotion::Apart => {
                let joint = link.joint_twist(&self.motion.rates);
                let driven = composite.driven_by(joint);
                driven.onto_parent(link, &OffsetRates::rest(), half)
            }
        }
    }

    /// The row and the columns of a degree of freedom in its link's frame.
    fn travelling(
        &self,
        i: usize,
        unit_twist: &UnitTwist<L::S>,
        composite: &CompositeMotion<L::S>,
    ) -> Travelling<L::S> {
        let link = &self.system.links[i];
        let rotation = &self.states[i].rotation;
        let s = unit_twist.twist;
        let w = self.wrenches[i];
        let turned = Wrench::new(
            s.angular.cross(w.moment) + s.linear.cross(w.force),
            s.angular.cross(w.force),
        );
        let inertia = &composite.inertia;
        let row = composite_momentum(inertia, s);
        let UnitTwist {
            rate,
            acceleration,
            change,
            ..
        } = *unit_twist;
        if self.own == OwnMotion::Apart && link.is_revolute() {
            let rigid = RigidMotion::of(inertia, rotation, acceleration.linear);
            return Travelling {
                row,
                row_by_rates: composite.row(s) + rigid.row,
                by_coordinate: rigid.by_angle + composite.column(rate.angular) + turned,
                by_rate: rigid.by_rate + composite.column(s.angular),
            };
        }
        let composite = match self.own {
            OwnMotion::Included => *composite,
            OwnMotion::Apart => composite.driven_by(Twist::new(rotation.ω, Vec3::zero())),
        };
        let column = |a: Vec3<L::S>, b: Twist<L::S>| {
            composite.column(a) + composite_momentum(&composite.inertia, b)
        };
        Travelling {
            row,
            row_by_rates: composite.row(s),
            by_coordinate: column(rate.angular, acceleration) + turned,
            by_rate: column(s.angular, change),
        }
    }
}
