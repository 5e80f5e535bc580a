//! The errors of one line of a table.

/// Errors at all states, by function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// Of inverse dynamics.
    pub inverse: Vec<f64>,
    /// Of gravity.
    pub gravity: Vec<f64>,
    /// Of forward dynamics, over the condition of the mass matrix.
    pub forward: Vec<f64>,
}

/// What a table says of errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The median.
    pub median: f64,
    /// What 99 of 100 do not exceed.
    pub most: f64,
    /// The largest.
    pub largest: f64,
}

impl Cell {
    /// Adds the errors of another mechanism.
    pub fn extend(&mut self, other: Self) {
        self.inverse.extend(other.inverse);
        self.gravity.extend(other.gravity);
        self.forward.extend(other.forward);
    }

    /// The numbers of a line, in Markdown.
    #[must_use]
    pub fn line(&self) -> String {
        let columns = [&self.inverse, &self.gravity, &self.forward].map(|errors| {
            let Summary {
                median,
                most,
                largest,
            } = Summary::of(errors);
            format!("{median:.1e} | {most:.1e} | {largest:.1e}")
        });
        columns.join(" | ")
    }
}

impl Summary {
    /// Of errors; 0 where there are none.
    #[must_use]
    pub fn of(errors: &[f64]) -> Self {
        let mut sorted = errors.to_vec();
        sorted.sort_by(f64::total_cmp);
        // The least that so many of a hundred do not exceed.
        let rank = |percent: usize| (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
        Self {
            median: at(rank(50)),
            most: at(rank(99)),
            largest: at(rank(100)),
        }
    }
}
