//! Names and units of coordinates and velocities: joints and motors → columns of tables, legends of plots.

use core::fmt;

use crate::joint::Measure;
use crate::mechanism::{Block, BlockKind, Body, Mechanism};

/// A coordinate or a velocity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name of the joint or motor, with a suffix where it has several: `arm`, `base.x`, `ball.wz`.
    pub name: String,
    /// Its measure.
    pub measure: Measure,
}

/// The columns of q.
#[must_use]
pub fn coordinates(mechanism: &Mechanism) -> Vec<Column> {
    use Measure::{Quaternion, Shift};
    let rates = measures(mechanism);
    columns(mechanism, |block| match block.kind {
        BlockKind::Rates => (&block.coordinates, rates[block.v..].to_vec()),
        BlockKind::Quaternion => (&block.coordinates, vec![Quaternion; 4]),
        BlockKind::Pose => {
            let measures = [&[Shift; 3][..], &[Quaternion; 4]].concat();
            (&block.coordinates, measures)
        }
    })
}

/// The columns of q̇ and q̈, and of τ unless there are loops.
#[must_use]
pub fn velocities(mechanism: &Mechanism) -> Vec<Column> {
    let rates = measures(mechanism);
    columns(mechanism, |block| {
        (&block.velocities, rates[block.v..].to_vec())
    })
}

/// The columns of τ: all velocities, of a mechanism with loops those of the actuated joints.
#[must_use]
pub fn forces(mechanism: &Mechanism) -> Vec<Column> {
    let all = velocities(mechanism);
    match &mechanism.loops {
        Some(loops) => loops.actuated.iter().map(|&v| all[v].clone()).collect(),
        None => all,
    }
}

/// An angle of which there is no sine: beyond the limit, rad.
#[derive(Clone, PartialEq, Debug)]
pub struct FarAngle {
    /// The name of the coordinate.
    pub name: String,
    /// What it is, rad.
    pub value: f64,
    /// The largest magnitude of an angle, rad.
    pub limit: f64,
}

impl fmt::Display for FarAngle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, limit } = self;
        write!(
            f,
            "coordinate \"{name}\" is {value:e} rad, and sine and cosine are computed up to {limit:e} rad either way"
        )
    }
}

/// The first angle among the coordinates that is beyond a limit of sine and cosine, rad.
#[must_use]
pub fn far_angle(mechanism: &Mechanism, q: &[f64], limit: f64) -> Option<FarAngle> {
    let far = |(column, &value): (Column, &f64)| {
        let is_far = column.measure == Measure::Turn && value.abs() > limit;
        is_far.then_some(FarAngle {
            name: column.name,
            value,
            limit,
        })
    };
    coordinates(mechanism).into_iter().zip(q).find_map(far)
}

fn columns(
    mechanism: &Mechanism,
    of: impl Fn(&Block) -> (&Vec<String>, Vec<Measure>),
) -> Vec<Column> {
    let mut columns = Vec::new();
    for block in mechanism.blocks() {
        let (names, measures) = of(&block);
        let named = names.iter().zip(measures);
        columns.extend(named.map(|(name, measure)| Column {
            name: name.clone(),
            measure,
        }));
    }
    columns
}

/// The measures of the user's velocities: those of the tree, or of the first joint that a motor moves. What follows a joint may be
/// measured in something else.
fn measures(mechanism: &Mechanism) -> Vec<Measure> {
    let of_joint = |body: &'_ Body| {
        let velocities = body.joint.velocities().into_iter();
        let name = body.joint_name.clone();
        velocities.map(move |one| (name.clone(), one.measure))
    };
    let tree: Vec<(String, Measure)> = mechanism.free_joints().flat_map(of_joint).collect();
    let Some(coordinates) = &mechanism.coordinates else {
        return tree.into_iter().map(|(_, measure)| measure).collect();
    };
    let moved = |index: usize, name: &str| {
        let rows = || {
            let rows = tree.iter().zip(&coordinates.velocities);
            rows.filter(|(_, row)| row.terms.iter().any(|(known, _)| *known == index))
        };
        let own = rows().find(|((joint, _), _)| joint == name);
        own.or_else(|| rows().next())
            .map_or(Measure::Turn, |((_, measure), _)| *measure)
    };
    let blocks = coordinates.blocks.iter();
    let places = blocks.flat_map(|block| (0..block.velocities.len()).map(move |k| (block, k)));
    places
        .map(|(block, k)| moved(block.v + k, &block.name))
        .collect()
}
