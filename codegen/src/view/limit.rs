//! Limits of joints, swings of modes → how far each of the user's coordinates and their rates may go.

use super::swing::Swing;
use crate::exact::number::Number;
use crate::mechanism::{Body, Combination, Limits, Mechanism};

/// The least and the greatest value, where the model gives them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Range(pub(super) Option<(f64, f64)>);

impl Range {
    fn narrow(&mut self, (lower, upper): (f64, f64)) {
        let (least, most) = self.0.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let both = (least.max(lower), most.min(upper));
        // Where the limits of two joints leave nothing between them, those of the first apply.
        if both.0 < both.1 {
            self.0 = Some(both);
        }
    }
}

/// Ranges of q: those of the joints that a coordinate alone moves, be they its own or joints that follow it, and of modes.
pub(super) fn of_positions(mechanism: &Mechanism, swings: &[Swing]) -> Vec<Range> {
    let rows = mechanism.coordinates.as_ref().map(|all| &all.positions[..]);
    let mut ranges = vec![Range::default(); mechanism.nq()];
    let mut index = 0;
    for body in mechanism.free_joints() {
        if let Some(limits) = of_position(body) {
            narrow(&mut ranges, row(rows, index), limits);
        }
        index += body.joint.nq();
    }
    vibrate(&mut ranges, swings, |one| (one.q, one.most));
    ranges
}

/// Ranges of q̇, in the same way: a mode has those of a vibration as far as it goes.
pub(super) fn of_rates(mechanism: &Mechanism, swings: &[Swing]) -> Vec<Range> {
    let rows = (mechanism.coordinates.as_ref()).map(|all| &all.velocities[..]);
    let mut ranges = vec![Range::default(); mechanism.nv()];
    let mut index = 0;
    for body in mechanism.free_joints() {
        if let Some(most) = of_rate(body) {
            narrow(&mut ranges, row(rows, index), (-most, most));
        }
        index += body.joint.nv();
    }
    vibrate(&mut ranges, swings, |one| (one.v, one.most * one.rate));
    ranges
}

/// Ranges of q̈: of modes alone.
pub(super) fn of_accelerations(mechanism: &Mechanism, swings: &[Swing]) -> Vec<Range> {
    let mut ranges = vec![Range::default(); mechanism.nv()];
    vibrate(&mut ranges, swings, |one| {
        (one.v, one.most * one.rate * one.rate)
    });
    ranges
}

/// Narrows the ranges of modes; `of` tells the index of one, and how far it goes either way.
fn vibrate(ranges: &mut [Range], swings: &[Swing], of: impl Fn(&Swing) -> (usize, f64)) {
    for swing in swings {
        let (index, most) = of(swing);
        if let Some(range) = ranges.get_mut(index) {
            range.narrow((-most, most));
        }
    }
}

/// The row of the tree's coordinate (or velocity) `index`.
fn row(rows: Option<&[Combination]>, index: usize) -> Combination {
    let row = rows.and_then(|rows| rows.get(index).cloned());
    row.unwrap_or_else(|| Combination::one(index))
}

/// lower ≤ factor · x + offset ≤ upper, solved for the one x of the row; a row of several bounds none of them alone.
fn narrow(ranges: &mut [Range], row: Combination, (lower, upper): (f64, f64)) {
    let [(index, factor)] = &row.terms[..] else {
        return;
    };
    let solved = |limit: f64| (limit - row.offset.to_f64()) / factor.to_f64();
    let (one, other) = (solved(lower), solved(upper));
    if let Some(range) = ranges.get_mut(*index) {
        range.narrow((one.min(other), one.max(other)));
    }
}

/// Limits of a joint of one coordinate. Limits that leave it no room count as not given.
fn of_position(body: &Body) -> Option<(f64, f64)> {
    let Limits { lower, upper, .. } = body.limits.as_ref()?;
    let (lower, upper) = (lower.as_ref()?.to_f64(), upper.as_ref()?.to_f64());
    (body.joint.nq() == 1 && lower < upper).then_some((lower, upper))
}

/// The greatest rate of a joint of one velocity.
fn of_rate(body: &Body) -> Option<f64> {
    let most = body
        .limits
        .as_ref()?
        .velocity
        .as_ref()
        .map(Number::to_f64)?;
    (body.joint.nv() == 1 && most > 0.0).then_some(most)
}
