//! `<equality>` → joints that follow others, joints that stand still, and loops.
//!
//! MuJoCo's constraints give way a little; here they hold exactly. With the coordinates q0 of the pose that the file shows, a joint
//! constraint is q1 - q1₀ = c0 + c1 (q2 - q2₀), and one of tendons the same of two sums of coordinates.

use core::ops::Range;
use std::collections::HashMap;

use super::body::{Bodies, shift};
use super::defaults::MAIN;
use super::element::{Element, short};
use super::joint::{Kind, MjcfJoint};
use super::orientation::of_quaternion;
use super::raw::Chains;
use super::reader::{MjcfReader, described};
use super::tendon::Sum;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::joint::Spherical;
use crate::model::raw::{At, RawEnd, RawJoint, RawLock, RawLoop, RawMimic, RawParent};
use crate::name::nearest;

/// The kinds that are read.
const READ: [&str; 4] = ["connect", "weld", "joint", "tendon"];

/// The attributes of all kinds.
const COMMON: [&str; 5] = ["name", "class", "active", "solref", "solimp"];

/// The constraints of a model.
pub(super) struct Equalities<'a> {
    all: &'a Bodies,
    /// Every joint by its name: its body, and which of its joints.
    joints: HashMap<&'a str, (usize, usize)>,
    /// Joints that follow others, by body and joint.
    pub(super) mimics: Vec<((usize, usize), At<RawMimic>)>,
    pub(super) locks: Vec<RawLock>,
    pub(super) loops: Vec<RawLoop>,
    /// The first of those that hold exactly here.
    pub(super) first: Option<Range<usize>>,
    /// The first that is not active.
    pub(super) inactive: Option<Range<usize>>,
}

/// Reads the constraints.
pub(super) fn read<'a>(
    root: &Element,
    all: &'a Bodies,
    tendons: &HashMap<String, Sum>,
    reader: &mut MjcfReader,
) -> Equalities<'a> {
    let mut joints = HashMap::new();
    for (index, body) in all.bodies.iter().enumerate() {
        for (number, joint) in body.joints.iter().enumerate() {
            if let Some(name) = &joint.name {
                joints.insert(name.value.as_str(), (index, number));
            }
        }
    }
    let mut read = Equalities {
        all,
        joints,
        mimics: Vec::new(),
        locks: Vec::new(),
        loops: Vec::new(),
        first: None,
        inactive: None,
    };
    for element in root.elements("equality").flat_map(|all| &all.children) {
        let element = &reader.whole(element, "equality", MAIN);
        if reader.boolean(element, "active") == Some(false) {
            read.inactive.get_or_insert_with(|| element.at.clone());
            continue;
        }
        if !reader.acting.equalities {
            continue;
        }
        read.first.get_or_insert_with(|| element.at.clone());
        match element.tag.as_str() {
            "connect" => read.connect(element, reader),
            "weld" => read.weld(element, reader),
            "joint" => read.joint(element, reader),
            "tendon" => read.tendon(element, tendons, reader),
            "flex" | "flexvert" | "flexstrain" => {
                let message = format!(
                    "{} ties what is deformable, which is not read",
                    element.what()
                );
                reader.error(element, message, "remove it");
            }
            tag => {
                let message = format!("unknown <{}> in an <equality>", short(tag));
                let help = match nearest(tag, READ) {
                    Some(near) => format!("did you mean <{near}>?"),
                    None => format!("those are read: {}", READ.join(", ")),
                };
                reader.error(element, message, help);
            }
        }
    }
    read
}

impl Equalities<'_> {
    /// A point of one body on a point of another: a spherical joint.
    fn connect(&mut self, element: &Element, reader: &mut MjcfReader) {
        reader.report_unknown(
            element,
            &[&COMMON, &["body1", "body2", "anchor", "site1", "site2"]],
        );
        let ends = match self.sites(element, reader) {
            Some(ends) => ends,
            None => {
                let Some((one, other)) = self.pair(element, reader) else {
                    return;
                };
                let Some(anchor) = reader.vector(element, "anchor") else {
                    if element.attribute("anchor").is_none() {
                        let message = format!("{} has no `anchor`", element.what());
                        reader.error(
                            element,
                            message,
                            "add anchor=\"0 0 0\", a point in the frame of the first body",
                        );
                    }
                    return;
                };
                let here = self.rest(one).times(&shift(&anchor));
                let there = self.rest(other).inverse().times(&here);
                [(one, shift(&anchor)), (other, shift(&there.xyz))]
            }
        };
        self.close(element, RawJoint::own(Spherical), ends, reader);
    }

    /// One body fixed to another.
    fn weld(&mut self, element: &Element, reader: &mut MjcfReader) {
        let own = [
            "body1",
            "body2",
            "relpose",
            "anchor",
            "site1",
            "site2",
            "torquescale",
        ];
        reader.report_unknown(element, &[&COMMON, &own]);
        let ends = match self.sites(element, reader) {
            Some(ends) => ends,
            None => {
                let Some((one, other)) = self.pair(element, reader) else {
                    return;
                };
                let given = reader.vector::<7>(element, "relpose");
                let given = given.and_then(|[x, y, z, a, b, c, d]| {
                    let turns = of_quaternion(&[a, b, c, d])?;
                    Some(Placement {
                        turns,
                        xyz: [x, y, z],
                    })
                });
                let between =
                    given.unwrap_or_else(|| self.rest(one).inverse().times(&self.rest(other)));
                [(one, between), (other, Placement::default())]
            }
        };
        self.close(element, RawJoint::Fixed, ends, reader);
    }

    /// The bodies that an element names; `None` after a fault.
    fn pair(
        &self,
        element: &Element,
        reader: &mut MjcfReader,
    ) -> Option<(Option<usize>, Option<usize>)> {
        let one = reader.require(element, "body1")?;
        let one = self.body(&one, reader)?;
        let other = match reader.reference(element, "body2") {
            Some(name) => self.body(&name, reader)?,
            None => None,
        };
        Some((one, other))
    }

    /// The sites that an element names, if it does; sites that are not there are reported.
    fn sites(
        &self,
        element: &Element,
        reader: &mut MjcfReader,
    ) -> Option<[(Option<usize>, Placement); 2]> {
        element.attribute("site1")?;
        let mut end = |key: &str| {
            let name = reader.require(element, key)?;
            let found = self.all.sites.get(&name.value);
            if found.is_none() {
                let message = format!("no site is named \"{}\"", short(&name.value));
                reader
                    .faults
                    .error(&name.at, message, "name a <site> of a body");
            }
            found.map(|site| (site.body, site.placement.clone()))
        };
        let (one, other) = (end("site1"), end("site2"));
        let nowhere = || (None, Placement::default());
        Some([one.unwrap_or_else(nowhere), other.unwrap_or_else(nowhere)])
    }

    /// A body by its name; the world is the inner `None`.
    fn body(&self, name: &At<String>, reader: &mut MjcfReader) -> Option<Option<usize>> {
        if name.value == "world" {
            return Some(None);
        }
        let bodies = self.all.bodies.iter().map(|body| body.name.value.as_str());
        let found = bodies.clone().position(|body| body == name.value);
        if found.is_none() {
            let message = format!("no body is named \"{}\"", short(&name.value));
            let help = match nearest(&name.value, bodies) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "name a <body>, or \"world\"".to_owned(),
            };
            reader.faults.error(&name.at, message, help);
        }
        found.map(Some)
    }

    /// The pose of a body in the world, as the file shows it.
    fn rest(&self, body: Option<usize>) -> Placement {
        let mut pose = Placement::default();
        let mut next = body;
        while let Some(index) = next {
            pose = self.all.bodies[index].placement.times(&pose);
            next = self.all.bodies[index].parent;
        }
        pose
    }

    fn close(
        &mut self,
        element: &Element,
        joint: RawJoint,
        ends: [(Option<usize>, Placement); 2],
        reader: &mut MjcfReader,
    ) {
        let number = self.loops.len() + 1;
        let name = reader.name(element).unwrap_or_else(|| At {
            value: format!("{}{number}", element.tag),
            at: element.at.clone(),
        });
        let end = |(body, placement): (Option<usize>, Placement)| RawEnd {
            body: Some(At {
                value: match body {
                    None => RawParent::Base,
                    Some(index) => RawParent::Body(self.all.bodies[index].name.value.clone()),
                },
                at: element.at.clone(),
            }),
            placement,
        };
        let ends = ends.map(end);
        self.loops.push(RawLoop {
            name,
            joint,
            cut: None,
            ends,
        });
    }

    /// A joint that follows another, or stands still.
    fn joint(&mut self, element: &Element, reader: &mut MjcfReader) {
        reader.report_unknown(element, &[&COMMON, &["joint1", "joint2", "polycoef"]]);
        let Some([offset, factor]) = line(element, reader) else {
            return;
        };
        let Some(first) = reader.require(element, "joint1") else {
            return;
        };
        let second = reader.reference(element, "joint2");
        let mut sum = vec![(first, Number::ONE)];
        sum.extend(second.map(|second| (second, -factor)));
        self.tie(element, &sum, &offset, 0, reader);
    }

    /// The length of a tendon that is constant, or follows another's.
    fn tendon(
        &mut self,
        element: &Element,
        tendons: &HashMap<String, Sum>,
        reader: &mut MjcfReader,
    ) {
        reader.report_unknown(element, &[&COMMON, &["tendon1", "tendon2", "polycoef"]]);
        let Some([offset, factor]) = line(element, reader) else {
            return;
        };
        let mut find = |name: Option<At<String>>| {
            let name = name?;
            let found = tendons.get(&name.value);
            if found.is_none() {
                let message = format!("no fixed tendon is named \"{}\"", short(&name.value));
                let help = "constraints of fixed tendons are read, not those of spatial ones";
                reader.faults.error(&name.at, message, help);
            }
            found
        };
        let second = element.attribute("tendon2").is_some();
        let name = |key: &str| {
            let given = element.attribute(key)?;
            Some(At {
                value: given.value.clone(),
                at: given.at.clone(),
            })
        };
        let (one, other) = (find(name("tendon1")), find(name("tendon2")));
        let Some(one) = one.filter(|_| !second || other.is_some()) else {
            return;
        };
        let mut sum: Sum = Vec::new();
        let behind = other.into_iter().flatten();
        let behind = behind.map(|(name, coefficient)| (name.clone(), -(coefficient * &factor)));
        for (name, coefficient) in one.iter().cloned().chain(behind) {
            match sum.iter_mut().find(|(known, _)| known.value == name.value) {
                Some((_, known)) => *known += &coefficient,
                None => sum.push((name, coefficient)),
            }
        }
        sum.retain(|(_, coefficient)| !coefficient.is_zero());
        let last = sum.len().saturating_sub(1);
        self.tie(element, &sum, &offset, last, reader);
    }

    /// Σ a (q - q₀) = c: the joint at `follower` stands still, or follows the only other.
    fn tie(
        &mut self,
        element: &Element,
        sum: &Sum,
        offset: &Number,
        follower: usize,
        reader: &mut MjcfReader,
    ) {
        if sum.is_empty() || sum.len() > 2 {
            let message = format!("{} ties {} joints", element.what(), sum.len());
            let help = "a joint follows one other: tie two, or use transmissions of a TOML model";
            reader.error(element, message, help);
            return;
        }
        let found: Vec<Option<(usize, usize)>> = sum
            .iter()
            .map(|(name, _)| self.scalar(name, reader))
            .collect();
        let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() else {
            return;
        };
        let (own, factor) = (found[follower], &sum[follower].1);
        let Some(inverse) = factor.inverse() else {
            return;
        };
        let joint = |(body, number): (usize, usize)| &self.all.bodies[body].joints[number];
        let rest = joint(own).reference.clone() + Angle::of_radians(offset * &inverse);
        let at = element.at.clone();
        // With the factor 0 it follows none: `polycoef="0.3 0"`.
        if sum.len() == 1 || sum[1 - follower].1.is_zero() {
            self.locks.push(RawLock {
                joint: sum[follower].0.clone(),
                position: At {
                    value: vec![in_unit(rest, joint(own))],
                    at,
                },
            });
            return;
        }
        let (leader, along) = &sum[1 - follower];
        let factor = -(along * &inverse);
        let offset = rest - joint(found[1 - follower]).reference.times(&factor);
        if self.mimics.iter().any(|(known, _)| *known == own) {
            let message = format!(
                "{} ties a joint that follows another already",
                element.what()
            );
            reader.error(element, message, "keep one of the constraints");
            return;
        }
        let value = RawMimic {
            joint: leader.clone(),
            factor,
            offset: in_unit(offset, joint(own)),
        };
        self.mimics.push((own, At { value, at }));
    }

    /// A joint of one coordinate by its name; `None` after a fault.
    fn scalar(&self, name: &At<String>, reader: &mut MjcfReader) -> Option<(usize, usize)> {
        let found = self.joints.get(name.value.as_str()).copied();
        let Some((body, number)) = found else {
            let message = format!("no joint is named \"{}\"", short(&name.value));
            let mut names: Vec<&str> = self.joints.keys().copied().collect();
            names.sort_unstable();
            let help = match nearest(&name.value, names) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "name a <joint>".to_owned(),
            };
            reader.faults.error(&name.at, message, help);
            return None;
        };
        if matches!(
            self.all.bodies[body].joints[number].kind,
            Kind::Free | Kind::Ball
        ) {
            let message = format!(
                "joint \"{}\" has a quaternion: nothing follows it",
                short(&name.value)
            );
            reader
                .faults
                .error(&name.at, message, "tie hinges and slides");
            return None;
        }
        found
    }

    /// What follows is written to the bodies of the model.
    pub(super) fn apply(&self, chains: &mut Chains) {
        for ((body, number), mimic) in &self.mimics {
            let place = chains.places[*body][*number];
            chains.bodies[place].mimic = Some(mimic.clone());
        }
    }

    /// The joints that move and are not at 0 in the pose that the file shows, in which loops are closed.
    pub(super) fn assembly(&self) -> Vec<RawLock> {
        let joints = self.all.bodies.iter().flat_map(|body| &body.joints);
        let away = joints.filter(|joint| !joint.reference.is_zero());
        let stands = |name: &str| self.locks.iter().any(|lock| lock.joint.value == name);
        let lock = |joint: &MjcfJoint| {
            let name = joint.name.clone().filter(|name| !stands(&name.value))?;
            let position = At {
                value: vec![joint.reference.clone()],
                at: name.at.clone(),
            };
            Some(RawLock {
                joint: name,
                position,
            })
        };
        away.filter_map(lock).collect()
    }
}

/// An angle; of a joint that slides, a number of metres.
fn in_unit(angle: Angle, joint: &MjcfJoint) -> Angle {
    match joint.kind {
        Kind::Slide => Angle::of_radians(angle.to_number()),
        _ => angle,
    }
}

/// c0 and c1 of `polycoef`, 0 and 1 by default; other powers are refused, which `None` says.
fn line(element: &Element, reader: &mut MjcfReader) -> Option<[Number; 2]> {
    let given = reader.numbers(element, "polycoef").unwrap_or_default();
    if let Some(higher) = given.iter().skip(2).find(|at| !at.value.is_zero()) {
        let why = "a coupling that is not linear is not computed";
        let help = "keep its first two numbers";
        reader.refuse(&higher.at, &described(element, "polycoef"), why, help);
        return None;
    }
    let mut numbers = given.into_iter().map(|at| at.value);
    let offset = numbers.next().unwrap_or_default();
    Some([offset, numbers.next().unwrap_or(Number::ONE)])
}
