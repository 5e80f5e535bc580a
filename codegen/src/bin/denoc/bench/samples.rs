//! Samples of one time: their median, and how far they scatter.

/// Samples, ns.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Vec<f64>);

impl Samples {
    /// Adds one.
    pub(super) fn push(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// In the order in which they were taken.
    pub(super) fn all(&self) -> &[f64] {
        &self.0
    }

    /// The median; none without samples.
    pub(super) fn median(&self) -> Option<f64> {
        self.quantile(2)
    }

    /// The quartiles below and above.
    pub(super) fn quartiles(&self) -> Option<[f64; 2]> {
        Some([self.quantile(1)?, self.quantile(3)?])
    }

    /// From quartile to quartile, in parts of the median.
    pub(super) fn scatter(&self) -> Option<f64> {
        let [low, high] = self.quartiles()?;
        Some((high - low) / self.median()?)
    }

    /// So many quarters of the samples are below it; between two samples, the value there on the line.
    fn quantile(&self, quarters: usize) -> Option<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let place = quarters * sorted.len().checked_sub(1)?;
        let (low, high) = (sorted[place / 4], sorted[place.div_ceil(4)]);
        Some(low + (high - low) * (place % 4) as f64 / 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(values: &[f64]) -> Samples {
        Samples(values.to_vec())
    }

    #[test]
    fn one_slow_sample_does_not_change_the_median() {
        assert_eq!(samples(&[3.0, 1.0, 2.0]).median(), Some(2.0));
        assert_eq!(samples(&[3.0, 100.0, 1.0]).median(), Some(3.0));
        assert_eq!(samples(&[1.0, 2.0]).median(), Some(1.5));
        assert_eq!(samples(&[]).median(), None);
    }

    #[test]
    fn half_of_the_samples_is_between_the_quartiles() {
        let five = samples(&[5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!(five.quartiles(), Some([2.0, 4.0]));
        assert_eq!(five.scatter(), Some(2.0 / 3.0));
        assert_eq!(samples(&[7.0]).scatter(), Some(0.0));
    }
}
