//! Directions: entries that are the rounding of 0, and directions in a coordinate plane at a multiple of π/4 or π/6.

use core::ops::Range;

use super::{
    CoarseLiteral, Decimal, Literals, MANY, Nearest, near, nearest, of_twelfths, rounding,
};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;

impl Literals {
    /// A vector along the direction that `axis` at `at` stands for, of any length. Entries are compared with the largest of
    /// them: those within 1e-12 of it, or within `snap`, are 0. Two entries that remain are the cosine and the sine of an
    /// angle, of which the same holds as of other angles.
    pub(in crate::model) fn direction(
        &mut self,
        axis: [Number; 3],
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> [Number; 3] {
        let largest = axis.iter().map(Number::abs).max().unwrap_or_default();
        if largest.is_zero() || axis.iter().any(Number::is_formula) {
            return axis;
        }
        let tolerance = (self.snap.as_ref()).map_or_else(rounding, |snap| snap.tolerance().clone());
        let off = |entry: &Number| entry.abs() / &largest;
        let dropped = |entry: &Number| off(entry) <= tolerance;
        let mut meant = axis.clone();
        for entry in meant.iter_mut().filter(|entry| dropped(entry)) {
            *entry = Number::ZERO;
        }
        let mut worst = axis.iter().filter(|entry| dropped(entry)).map(off).max();
        if let Some((in_plane, error)) = self.in_plane(&meant, &tolerance, at) {
            meant = in_plane;
            worst = worst.max(error);
        }
        if self.snap.is_none() {
            let rounded = meant.iter().filter(|entry| !entry.is_zero()).map(off);
            if let Some(error) = rounded.filter(|error| *error < near()).max() {
                self.coarse.push(CoarseLiteral {
                    at: at.clone(),
                    axis: true,
                    error,
                    digits: 0,
                });
            }
        } else if worst.is_some_and(|error| error > rounding()) {
            let message = format!(
                "{what} is snapped from {} to {}",
                shown(&axis),
                shown(&meant)
            );
            faults.warning(at, message, "`snap = 0` takes it as written");
        }
        meant
    }

    /// The direction at a multiple of π/4 or π/6 in a coordinate plane that `axis` stands for, and how far it is off where
    /// the user's tolerance made it that, rad.
    fn in_plane(
        &mut self,
        axis: &[Number; 3],
        tolerance: &Number,
        at: &Range<usize>,
    ) -> Option<([Number; 3], Option<Number>)> {
        let mut places = (0..3).filter(|&k| !axis[k].is_zero());
        let (Some(i), Some(j), None) = (places.next(), places.next(), places.next()) else {
            return None;
        };
        let angle = Angle::of_direction(&axis[i], &axis[j]).to_number();
        let Nearest { twelfths, error } = nearest(&angle)?;
        let unit = of_twelfths(twelfths).circle();
        let mut direction = [Number::ZERO, Number::ZERO, Number::ZERO];
        (direction[i], direction[j]) = match twelfths.rem_euclid(6) {
            // Of irrational length, which does not matter.
            3 => (sign(&unit.cos), sign(&unit.sin)),
            _ => (unit.cos.clone(), unit.sin.clone()),
        };
        if error <= *tolerance {
            return Some((direction, self.snap.is_some().then_some(error)));
        }
        let length = (&axis[i] * &axis[i] + &axis[j] * &axis[j]).sqrt_rounded(BITS)?;
        // Zeros at the end of the other one are not known any more.
        let decimals = [&axis[i], &axis[j]].map(Decimal::of).into_iter().flatten();
        let finest = decimals.max_by_key(|decimal| decimal.digits)?;
        let off = |entry: &Number, unit: &Number| (entry - unit * &length).abs();
        let error = off(&axis[i], &unit.cos).max(off(&axis[j], &unit.sin));
        if self.snap.is_some() || finest.digits < MANY || error >= finest.unit {
            return None;
        }
        self.meant.push((twelfths, at.clone()));
        Some((direction, None))
    }
}

/// Of a length that is compared with decimals.
const BITS: usize = 100;

fn sign(number: &Number) -> Number {
    Number::from(if number.is_negative() { -1 } else { 1 })
}

fn shown(direction: &[Number; 3]) -> String {
    let entries = direction.each_ref().map(|entry| entry.to_f64().to_string());
    format!("[{}]", entries.join(", "))
}
