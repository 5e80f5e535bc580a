//! Roles of joints, transmissions, order → the user's coordinates.

use super::Parts;
use super::jointed::{Jointed, named};
use super::physics;
use super::roles::Role;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::rank::rank;
use crate::mechanism::{Block, BlockKind, Body, Combination, Coordinates, DofPhysics, in_a_row};
use crate::model::faults::Faults;
use crate::model::raw::{At, Deflected, RawModel, RawTransmission};
use crate::name::nearest;

/// The user's coordinates; `None` when they are those of the tree. Faults are reported.
pub(super) fn build(
    raw: &RawModel,
    joints: &[Jointed],
    roles: &[Role],
    parts: &Parts,
    faults: &mut Faults,
) -> Option<Coordinates> {
    for (index, transmission) in raw.transmissions.iter().enumerate() {
        check_matrix(transmission, index, faults);
    }
    let motors = motors(&raw.transmissions, faults);
    let tree: Vec<(usize, &Body)> = parts.joints.iter().copied().zip(&parts.bodies).collect();
    let is_plain = tree.iter().all(|(joint, _)| {
        matches!(roles[*joint], Role::Independent) && !joints[*joint].kind.is_frame()
    });
    let mut blocks = blocks(&tree, joints, roles, &raw.transmissions);
    if let Some(order) = &raw.order {
        sort(&mut blocks, order, joints, faults);
    }
    if (is_plain && raw.order.is_none() && raw.transmissions.is_empty()) || faults.any_error() {
        return None;
    }
    in_a_row(&mut blocks);
    let rows = Rows {
        blocks: &blocks,
        joints,
        roles,
        transmissions: &raw.transmissions,
    };
    let free = || tree.iter().filter(|(_, body)| !body.driven);
    let coordinates = Coordinates {
        positions: free()
            .flat_map(|(joint, body)| rows.positions(*joint, body.joint.nq()))
            .collect(),
        velocities: free()
            .flat_map(|(joint, body)| rows.of_joint(*joint, body.joint.nv(), |block| block.v))
            .map(|row| Combination {
                offset: Angle::default(),
                ..row
            })
            .collect(),
        motors: by_velocity(&motors, &blocks),
        blocks: blocks.clone(),
    };
    let in_order = |(index, row): (usize, &Combination)| row.plain() == Some(index);
    let is_identity =
        coordinates.is_permutation() && (coordinates.positions.iter().enumerate()).all(in_order);
    (!is_identity).then_some(coordinates)
}

/// The joints that move by themselves, depth-first, and the motors behind them.
fn blocks(
    tree: &[(usize, &Body)],
    joints: &[Jointed],
    roles: &[Role],
    transmissions: &[RawTransmission],
) -> Vec<Block> {
    let own = |(joint, body): &&(usize, &Body)| {
        let independent = matches!(roles[*joint], Role::Independent);
        let moves = body.joint.nq() > 0 && !body.driven;
        independent && moves && !joints[*joint].kind.is_frame()
    };
    let joints = tree.iter().filter(own).map(|(_, body)| body.block());
    let names = transmissions.iter().flat_map(|one| &one.motors);
    let motor = |name: &At<String>| Block {
        name: name.value.clone(),
        kind: BlockKind::Rates,
        q: 0,
        v: 0,
        coordinates: vec![name.value.clone()],
        velocities: vec![name.value.clone()],
    };
    joints.chain(names.map(motor)).collect()
}

/// Puts the blocks in the order of the user, who names each once.
fn sort(
    blocks: &mut Vec<Block>,
    order: &At<Vec<At<String>>>,
    joints: &[Jointed],
    faults: &mut Faults,
) {
    let mut sorted: Vec<Block> = Vec::with_capacity(blocks.len());
    for At { value: name, at } in &order.value {
        if let Some(place) = blocks.iter().position(|block| block.name == *name) {
            sorted.push(blocks.remove(place));
            continue;
        }
        let (what, help) = if sorted.iter().any(|block| block.name == *name) {
            ("occurs twice in `order`", "name each joint once".to_owned())
        } else if named(joints, name).is_some() {
            let help = "order the joints and motors that move by themselves";
            (
                "has no coordinates of its own to be ordered",
                help.to_owned(),
            )
        } else {
            let names = blocks.iter().map(|block| block.name.as_str());
            let help = match nearest(name, names) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write the name of a joint or motor".to_owned(),
            };
            ("is no joint and no motor", help)
        };
        let shown: String = name.chars().take(60).collect();
        faults.error(at, format!("\"{shown}\" {what}"), help);
    }
    if let Some(missing) = blocks.first() {
        let message = format!("`order` does not name \"{}\"", missing.name);
        faults.error(
            &order.at,
            message,
            "name all joints and motors that move by themselves",
        );
    }
    sorted.append(blocks);
    *blocks = sorted;
}

/// A matrix has a row for each joint and a column for each motor, no row is 0, and motors are independent.
fn check_matrix(transmission: &RawTransmission, index: usize, faults: &mut Faults) {
    let At { value: matrix, at } = &transmission.matrix;
    let (joints, motors) = (transmission.joints.len(), transmission.motors.len());
    let mut report = |what: String, help: &str| {
        let message = format!("`matrix` of transmission {} {what}", index + 1);
        faults.error(at, message, help);
    };
    if matrix.len() != joints || matrix.iter().any(|row| row.len() != motors) {
        let what = format!("is not {joints} rows (joints) of {motors} numbers (motors)");
        report(
            what,
            "q_joints = matrix · q_motors: a row for each joint, a column for each motor",
        );
    } else if let Some(row) = matrix
        .iter()
        .position(|row| row.iter().all(Number::is_zero))
    {
        let name = &transmission.joints[row].value;
        report(
            format!("has a row of zeros, for joint \"{name}\""),
            "lock the joint instead",
        );
    } else if rank(matrix.clone(), Number::is_zero) < motors {
        report(
            "has dependent columns".to_owned(),
            "no two motors may do the same",
        );
    }
}

/// The physics of the motors, by name. Faults are reported.
fn motors<'a>(
    transmissions: &'a [RawTransmission],
    faults: &mut Faults,
) -> Vec<(&'a str, DofPhysics)> {
    let mut all = Vec::new();
    for (index, transmission) in transmissions.iter().enumerate() {
        let owner = format!("transmission {}", index + 1);
        let count = transmission.motors.len();
        let physics = physics::of_velocities(&transmission.physics, count, &owner, faults);
        let names = transmission.motors.iter().map(|name| name.value.as_str());
        all.extend(names.zip(physics));
    }
    all
}

/// The physics of the motors, by the user's velocities; empty when there is none.
fn by_velocity(motors: &[(&str, DofPhysics)], blocks: &[Block]) -> Vec<DofPhysics> {
    if motors.is_empty() {
        return Vec::new();
    }
    let of_block = |block: &Block| {
        let own = motors.iter().find(|(name, _)| *name == block.name);
        let physics = own.map_or_else(DofPhysics::default, |(_, physics)| physics.clone());
        vec![physics; block.velocities.len()]
    };
    blocks.iter().flat_map(of_block).collect()
}

/// The data of the rows of G.
struct Rows<'a> {
    blocks: &'a [Block],
    joints: &'a [Jointed<'a>],
    roles: &'a [Role],
    transmissions: &'a [RawTransmission],
}

impl Rows<'_> {
    /// The rows of a joint's coordinates (or velocities), whose first index in its block `first` gives.
    fn of_joint(&self, joint: usize, count: usize, first: fn(&Block) -> usize) -> Vec<Combination> {
        if let Some(coordinates) = self.joints[joint].kind.deflected() {
            let row = |one: &Deflected| self.deflected(one, first);
            return coordinates.iter().map(row).collect();
        }
        match &self.roles[joint] {
            Role::Follows {
                leader,
                factor,
                offset,
            } => {
                let rows = self.of_joint(*leader, count, first);
                rows.into_iter()
                    .map(|row| scaled(row, factor, offset))
                    .collect()
            }
            Role::Geared { transmission, row } => {
                vec![self.of_motors(&self.transmissions[*transmission], *row, first)]
            }
            Role::Independent | Role::Locked(_) => {
                let start = first_of(self.blocks, &self.joints[joint].name.value, first);
                (start..start + count).map(Combination::one).collect()
            }
        }
    }

    /// The rows of a joint's coordinates; 0 where the geometry is taken undeformed.
    fn positions(&self, joint: usize, count: usize) -> Vec<Combination> {
        let held = |one: &Deflected| one.held;
        match self.joints[joint].kind.deflected() {
            Some(coordinates) if coordinates.iter().all(held) => {
                vec![Combination::default(); count]
            }
            _ => self.of_joint(joint, count, |block| block.q),
        }
    }

    fn deflected(&self, one: &Deflected, first: fn(&Block) -> usize) -> Combination {
        let index = |mode: &str| first_of(self.blocks, mode, first);
        let terms = one.terms.iter();
        let squares = one.squares.iter();
        Combination {
            terms: terms
                .map(|(mode, factor)| (index(mode), factor.clone()))
                .collect(),
            offset: Angle::default(),
            squares: squares
                .map(|(i, j, factor)| (index(i), index(j), factor.clone()))
                .collect(),
        }
    }

    fn of_motors(
        &self,
        transmission: &RawTransmission,
        row: usize,
        first: fn(&Block) -> usize,
    ) -> Combination {
        let factors = &transmission.matrix.value[row];
        let motors = transmission.motors.iter().zip(factors);
        let mut terms: Vec<(usize, Number)> = motors
            .filter(|(_, factor)| !factor.is_zero())
            .map(|(motor, factor)| (first_of(self.blocks, &motor.value, first), factor.clone()))
            .collect();
        terms.sort_by_key(|(index, _)| *index);
        Combination {
            terms,
            ..Combination::default()
        }
    }
}

/// The first index of the block of that name; all names have been found before.
fn first_of(blocks: &[Block], name: &str, first: fn(&Block) -> usize) -> usize {
    blocks
        .iter()
        .find(|block| block.name == name)
        .map_or(0, first)
}

/// factor · row + offset.
fn scaled(row: Combination, factor: &Number, offset: &Angle) -> Combination {
    let terms = row.terms.into_iter();
    Combination {
        terms: terms.map(|(index, one)| (index, one * factor)).collect(),
        offset: row.offset.times(factor) + offset.clone(),
        squares: Vec::new(),
    }
}
