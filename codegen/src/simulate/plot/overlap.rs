//! Lines of a panel that run over each other → dashes side by side, so that each is seen.

use super::axis::PlotAxis;
use super::series::{Dashes, Series, Style};

/// Lines nearer than this part of the height of a panel hide each other: about a pixel and a half.
const NEAR: f64 = 0.007;
/// Lines that are near for this part of the time, or longer, count as one over the other; where they only cross they do not.
const PART: f64 = 0.15;
/// Length of a dash, px: as much as a period of this length leaves to each line, within bounds.
const PERIOD: f64 = 120.0;
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 12.0;

/// The dashes drawn on top of the lines: for each that runs over others its index and its style in dashes that leave room for theirs.
/// Where it is alone, the dashes lie on the line itself.
pub(super) fn turns(series: &[Series], axis: &PlotAxis) -> Vec<(usize, Style)> {
    let groups = groups(series, axis);
    let mut turns = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let members = groups.iter().filter(|other| *other == group).count();
        let before = groups[..index].iter().filter(|other| *other == group);
        if members > 1 {
            let style = Style {
                dashes: interleaved(before.count(), members),
                ..series[index].style
            };
            turns.push((index, style));
        }
    }
    turns
}

/// The dashes of a line among several: each begins where that of the line before it ends.
fn interleaved(place: usize, members: usize) -> Dashes {
    let members = real(members);
    let dash = (PERIOD / members).clamp(SHORTEST, LONGEST);
    Dashes::Share {
        dash,
        gap: dash * (members - 1.0),
        start: dash * real(place),
    }
}

/// For every line the first one that it runs over, directly or through others.
fn groups(series: &[Series], axis: &PlotAxis) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..series.len()).collect();
    for later in 0..series.len() {
        for earlier in 0..later {
            let (from, to) = (groups[later], groups[earlier]);
            if from != to && overlap(&series[earlier], &series[later], axis) {
                let (first, second) = (from.min(to), from.max(to));
                let joined = groups.iter_mut().filter(|group| **group == second);
                joined.for_each(|group| *group = first);
            }
        }
    }
    groups
}

/// Whether two lines are near each other for much of the time.
fn overlap(a: &Series, b: &Series, axis: &PlotAxis) -> bool {
    let pairs = a.values.iter().zip(&b.values);
    let near = pairs.filter(|(a, b)| (axis.part(**a) - axis.part(**b)).abs() < NEAR);
    real(near.count()) >= PART * real(a.values.len()).max(1.0)
}

fn real(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(index: usize, value: impl Fn(f64) -> f64) -> Series {
        Series {
            name: index.to_string(),
            values: (0..100).map(|k| value(f64::from(k) / 100.0)).collect(),
            style: Style::of(index),
        }
    }

    fn shares(series: &[Series]) -> Vec<(usize, Dashes)> {
        let axis = PlotAxis::over([0.0, 1.0].into_iter(), 0.0, 5.0);
        let turns = turns(series, &axis).into_iter();
        turns.map(|(index, style)| (index, style.dashes)).collect()
    }

    #[test]
    fn separate_lines_stay_as_they_are_also_where_they_cross() {
        let series = [line(0, |t| t), line(1, |t| 1.0 - t), line(2, |_| 0.97)];
        assert!(shares(&series).is_empty());
    }

    #[test]
    fn overlapping_lines_alternate() {
        let series = [
            line(0, |t| t),
            line(1, |_| 0.25),
            line(2, |t| t + 1e-4),
            line(3, |t| if t < 0.5 { t } else { 0.1 }),
        ];
        let share = |start| Dashes::Share {
            dash: 12.0,
            gap: 24.0,
            start,
        };
        assert_eq!(
            shares(&series),
            [(0, share(0.0)), (2, share(12.0)), (3, share(24.0))]
        );
    }
}
