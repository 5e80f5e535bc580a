//! An axis: values → a range and ticks at round numbers.

/// A range with ticks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlotAxis {
    /// Lower end.
    pub(super) low: f64,
    /// Upper end.
    pub(super) high: f64,
    /// Round values within the range, in order.
    pub(super) ticks: Vec<f64>,
    /// Distance of ticks.
    step: f64,
}

impl PlotAxis {
    /// Over these values, with a margin of this part of their span, and about `count` ticks.
    pub(super) fn over(values: impl Iterator<Item = f64>, margin: f64, count: f64) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let (low, high) = widened(low, high);
        let pad = margin * (high - low);
        Self::between(low - pad, high + pad, count)
    }

    fn between(low: f64, high: f64, count: f64) -> Self {
        let step = round_step((high - low) / count);
        let first = (low / step).ceil();
        let ticks = (0..)
            .map(|k| (first + f64::from(k)) * step)
            // The last tick may miss the end by rounding.
            .take_while(|tick| *tick <= high + 1e-9 * step)
            .collect();
        Self {
            low,
            high,
            ticks,
            step,
        }
    }

    /// The position of a value: 0 at the lower end, 1 at the upper.
    pub(super) fn part(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// The text of a tick, with as many digits as distinguish it from its neighbours.
    pub(super) fn label(&self, tick: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let finest = self.step.log10().floor();
        if largest >= 1e6 || finest < -5.0 {
            let digits = decimals(largest.log10().floor() - finest);
            return format!("{tick:.digits$e}");
        }
        let digits = decimals(-finest);
        let text = format!("{tick:.digits$}");
        match text.strip_prefix('-') {
            // No "-0.0".
            Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
            Some(rest) => format!("\u{2212}{rest}"),
            None => text,
        }
    }
}

/// A range with something in it: a constant gets some room, no values at all the range from −1 to 1.
fn widened(low: f64, high: f64) -> (f64, f64) {
    /// Spans below this, relative to the values, are rounding.
    const ROUNDING: f64 = 1e-9;
    let largest = low.abs().max(high.abs());
    if !largest.is_finite() || largest == 0.0 {
        (-1.0, 1.0)
    } else if high - low <= ROUNDING * largest {
        (low - 0.1 * largest, high + 0.1 * largest)
    } else {
        (low, high)
    }
}

/// The nearest of 1, 2, 5 times a power of ten, by ratio.
fn round_step(wanted: f64) -> f64 {
    let power = 10_f64.powf(wanted.log10().floor());
    // Up to the geometric mean with the next.
    let bounds = [(2.0, 1.0), (10.0, 2.0), (50.0, 5.0)];
    let factor = bounds
        .into_iter()
        .find(|(square, _)| (wanted / power).powi(2) < *square);
    factor.map_or(10.0, |(_, factor)| factor) * power
}

/// A number of digits to print, at least 0 and at most 17.
fn decimals(count: f64) -> usize {
    count.clamp(0.0, 17.0) as usize
}

#[cfg(test)]
mod tests {
    use super::PlotAxis;

    fn labels(low: f64, high: f64) -> Vec<String> {
        let axis = PlotAxis::over([low, high].into_iter(), 0.0, 5.0);
        axis.ticks.iter().map(|tick| axis.label(*tick)).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(labels(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            labels(-2.1, 3.1),
            ["\u{2212}2", "\u{2212}1", "0", "1", "2", "3"]
        );
        assert_eq!(labels(0.0, 0.08), ["0.00", "0.02", "0.04", "0.06", "0.08"]);
        assert_eq!(
            labels(0.0, 2.5e7),
            ["0.0e0", "5.0e6", "1.0e7", "1.5e7", "2.0e7", "2.5e7"]
        );
        assert_eq!(labels(0.0, 2e-7).len(), 5);
    }

    #[test]
    fn constants_and_nothing_at_all_have_a_range() {
        assert_eq!(
            labels(0.0, 0.0),
            ["\u{2212}1.0", "\u{2212}0.5", "0.0", "0.5", "1.0"]
        );
        assert!(labels(-26.5, -26.5).len() >= 3);
        let empty = PlotAxis::over([f64::NAN].into_iter(), 0.05, 5.0);
        assert!(empty.low < empty.high);
    }
}
