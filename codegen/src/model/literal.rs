//! A number of radians, or a direction, as a file writes it → the angle or the direction that is meant.

mod direction;

use core::ops::Range;
use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};

use super::Snap;
use super::faults::Faults;
use crate::exact::angle::Angle;
use crate::exact::number::Number;

/// A literal with as many significant digits that equals a multiple of π/4 or π/6 in all of them was rounded from it.
const MANY: usize = 9;
/// A literal with fewer digits than this says nothing of what it was rounded from.
const FEW: usize = 3;
/// Beyond this, rad, a literal is no angle that somebody rounded.
const LARGEST: i64 = 10;

/// Reads the angles of a file, and remembers those that are worth reporting.
pub(super) struct Literals {
    /// The user's setting for angles.
    snap: Option<Snap>,
    /// Angles that were taken for the multiple of π that they round: 12ths of π, and where.
    meant: Vec<(i64, Range<usize>)>,
    /// Angles that look like quarter turns in few digits and axes that look like those of coordinates, taken as written.
    coarse: Vec<CoarseLiteral>,
}

/// A literal that is a quarter turn in few digits, or an axis with an entry that is nearly 0.
struct CoarseLiteral {
    at: Range<usize>,
    axis: bool,
    /// How far it is from what it may mean, rad.
    error: Number,
    digits: usize,
}

/// A literal beside the multiple of π/4 or π/6 that is nearest to it.
struct Nearest {
    /// Of π.
    twelfths: i64,
    /// How far the literal is from it, rad.
    error: Number,
}

impl Literals {
    /// A reader of angles. Without `snap`, what is rounded in its ninth digit or later is read as what it was rounded
    /// from; with it, what is at most as far off.
    pub(super) fn new(snap: Option<Snap>) -> Self {
        Self {
            snap,
            meant: Vec::new(),
            coarse: Vec::new(),
        }
    }

    /// The angle that `angle` at `at` stands for. What is written in multiples of π is what it says, unless the user wants
    /// it otherwise.
    pub(super) fn angle(
        &mut self,
        angle: Angle,
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> Angle {
        if angle.half_turns.is_zero() {
            return self.radians(angle.radians, at, what, faults);
        }
        let exact = angle.radians.is_zero() && twelfths(&angle.half_turns);
        match (&self.snap, nearest(&angle.to_number())) {
            (Some(snap), Some(near)) if !exact && near.error <= *snap.tolerance() => {
                report_snapped(&angle, near.twelfths, at, what, faults);
                of_twelfths(near.twelfths)
            }
            _ => angle,
        }
    }

    /// The angle that `radians` at `at` stands for; `what` is reported when the user's setting changes it.
    pub(super) fn radians(
        &mut self,
        radians: Number,
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> Angle {
        let Some(Nearest { twelfths, error }) = nearest(&radians) else {
            return Angle::of_radians(radians);
        };
        let meant = of_twelfths(twelfths);
        let within = |tolerance: &Number| error <= *tolerance;
        match &self.snap {
            Some(snap) if !within(snap.tolerance()) => return Angle::of_radians(radians),
            _ if within(&rounding()) => return meant,
            _ => {}
        }
        let decimal = Decimal::of(&radians).filter(|decimal| error < decimal.unit);
        let digits = decimal.map_or(0, |decimal| decimal.digits);
        let rounded = twelfths != 0 && radians.abs() < Number::from(LARGEST);
        if rounded && digits >= MANY {
            self.meant.push((twelfths, at.clone()));
            return meant;
        }
        if self.snap.is_some() {
            report_snapped(&Angle::of_radians(radians), twelfths, at, what, faults);
            return meant;
        }
        if rounded && twelfths % 6 == 0 && (error < near() || digits >= FEW && within(&widest())) {
            self.coarse.push(CoarseLiteral {
                at: at.clone(),
                axis: false,
                error,
                digits,
            });
        }
        Angle::of_radians(radians)
    }

    /// Reports what was found in the file: one note of the angles that were taken for others, one warning of those
    /// that were not.
    pub(super) fn report(self, faults: &mut Faults) {
        if let Some((_, first)) = self.meant.first() {
            let mut times: BTreeMap<i64, usize> = BTreeMap::new();
            for (twelfths, _) in &self.meant {
                *times.entry(*twelfths).or_default() += 1;
            }
            let list: Vec<String> = (times.iter())
                .map(|(twelfths, times)| format!("{} ({times})", name(*twelfths)))
                .collect();
            let message = format!(
                "angles that are multiples of pi to nine digits or more are read as these: {}",
                list.join(", ")
            );
            faults.note(first, message, "`snap = 0` takes them as written");
        }
        let worst = self.coarse.iter().max_by(|a, b| a.error.cmp(&b.error));
        let (Some(worst), Some(first)) = (worst, self.coarse.first()) else {
            return;
        };
        let snap = tolerance(&worst.error);
        let axes = self.coarse.iter().filter(|coarse| coarse.axis).count();
        let angles = self.coarse.len() - axes;
        let which = match worst.digits {
            0 => "nearly multiples of pi/2".to_owned(),
            digits => format!("multiples of pi/2 to {digits} digits"),
        };
        let of_angles = || format!("angles at {} are {which}", places(angles));
        let of_axes = || format!("axes at {} have entries that are nearly 0", places(axes));
        let what = match (angles, axes) {
            (_, 0) => of_angles(),
            (0, _) => of_axes(),
            _ => format!("{}, {}", of_angles(), of_axes()),
        };
        faults.coarse(&first.at, format!("{what}, and read as written"), snap);
    }
}

/// `1 place`, `2 places`.
fn places(count: usize) -> String {
    let places = if count == 1 { "place" } else { "places" };
    format!("{count} {places}")
}

/// `count · π/12`.
fn of_twelfths(count: i64) -> Angle {
    Angle::of_half_turns(Number::from(count) / Number::from(12))
}

/// Whether a multiple of π is one of π/4 or π/6.
fn twelfths(half_turns: &Number) -> bool {
    let count = (half_turns * &Number::from(12)).to_integer();
    count.is_some_and(|count| count % 2 == 0 || count % 3 == 0)
}

fn report_snapped(from: &Angle, twelfths: i64, at: &Range<usize>, what: &str, faults: &mut Faults) {
    let meant = of_twelfths(twelfths);
    let message = format!("{what} is snapped from {from} to {meant} rad");
    let help = format!("write {meant} for {} to say so yourself", name(twelfths));
    faults.warning(at, message, help);
}

/// The greatest error of floating-point numbers.
fn rounding() -> Number {
    power_of_ten(12)
}

/// A value this near to an exact one is taken as meant exactly.
fn near() -> Number {
    power_of_ten(6)
}

/// The largest `snap` that there is.
fn widest() -> Number {
    power_of_ten(2)
}

/// 10^-`decimals`.
fn power_of_ten(decimals: usize) -> Number {
    Number::ONE / Number::from(IBig::from(10).pow(decimals))
}

/// The least power of ten that is not below `error`.
fn tolerance(error: &Number) -> Snap {
    let powers = (2..=12).rev().map(power_of_ten);
    let mut enough = powers.filter(|power| error <= power);
    Snap::new(enough.next().unwrap_or_else(widest)).unwrap_or_default()
}

/// `-3*pi/4` of -9 twelfths.
fn name(twelfths: i64) -> String {
    let divisors = [12, 6, 4, 3, 2, 1];
    let common = divisors
        .into_iter()
        .find(|divisor| twelfths % divisor == 0)
        .unwrap_or(1);
    let (factor, divisor) = (twelfths / common, 12 / common);
    let factor = match factor {
        0 => return "0".to_owned(),
        1 => String::new(),
        -1 => "-".to_owned(),
        factor => format!("{factor}*"),
    };
    match divisor {
        1 => format!("{factor}pi"),
        divisor => format!("{factor}pi/{divisor}"),
    }
}

/// The nearest multiple of π/4 or π/6; `None` of what depends on parameters.
fn nearest(radians: &Number) -> Option<Nearest> {
    if radians.is_formula() {
        return None;
    }
    let of_step = |step: i64| {
        let steps = (radians / &of_twelfths(step).to_number()).scaled(0);
        let steps = i64::try_from(steps).ok()?;
        let twelfths = step.checked_mul(steps)?;
        Some(Nearest {
            twelfths,
            error: (radians - &of_twelfths(twelfths).to_number()).abs(),
        })
    };
    // Quarter turns are in both.
    let candidates = [of_step(3), of_step(2)].into_iter().flatten();
    candidates.min_by(|a, b| a.error.cmp(&b.error))
}

/// A number as a decimal without zeros at its end.
struct Decimal {
    /// Significant digits.
    digits: usize,
    /// One in the last place.
    unit: Number,
}

impl Decimal {
    /// `None` when the number has no finite decimal, or is a whole one.
    fn of(number: &Number) -> Option<Self> {
        let mut rest: UBig = number.denominator().clone();
        let mut power = |prime: u8| {
            let mut count = 0;
            while &rest % UBig::from(prime) == UBig::ZERO {
                rest /= UBig::from(prime);
                count += 1;
            }
            count
        };
        let decimals = power(2).max(power(5));
        if decimals == 0 || !rest.is_one() {
            return None;
        }
        let unit = power_of_ten(decimals);
        let mantissa = (number.abs() / unit.clone()).scaled(0);
        Some(Self {
            digits: mantissa.to_string().len(),
            unit,
        })
    }
}
