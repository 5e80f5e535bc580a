//! Rows and blocks of batches: `NAME_batch` takes and returns blocks of lanes.
//!
//! ```text
//!  rows[s][i], state s, element i  ◄──►  blocks[s / LANES][i][s % LANES]
//! ```

/// Blocks that so many states take.
///
/// ```
/// assert_eq!(denoc::lanes::blocks::<8>(17), 3);
/// ```
#[must_use]
pub const fn blocks<const LANES: usize>(states: usize) -> usize {
    match LANES {
        0 => 0,
        _ => states.div_ceil(LANES),
    }
}

/// Puts an array for every state into blocks, as far as there are blocks; lanes without a state get the default, 0.
///
/// ```
/// let mut blocks = [[[0.0; 8]; 2]; 1];
/// denoc::lanes::to_blocks(&[[1.0, 2.0], [3.0, 4.0]], &mut blocks);
/// assert_eq!(blocks[0][1], [2.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
/// ```
pub fn to_blocks<T: Copy + Default, const LANES: usize, const N: usize>(
    rows: &[[T; N]],
    blocks: &mut [[[T; LANES]; N]],
) {
    let mut rows = rows.iter();
    for block in blocks {
        for k in 0..LANES {
            let row = rows.next().copied().unwrap_or([T::default(); N]);
            for (lanes, value) in block.iter_mut().zip(row) {
                lanes[k] = value;
            }
        }
    }
}

/// The array of every state from blocks, as far as there are blocks.
///
/// ```
/// let mut rows = [[0.0; 2]; 2];
/// denoc::lanes::from_blocks(&[[[1.0, 3.0], [2.0, 4.0]]], &mut rows);
/// assert_eq!(rows, [[1.0, 2.0], [3.0, 4.0]]);
/// ```
pub fn from_blocks<T: Copy, const LANES: usize, const N: usize>(
    blocks: &[[[T; LANES]; N]],
    rows: &mut [[T; N]],
) {
    let mut rows = rows.iter_mut();
    for block in blocks {
        for k in 0..LANES {
            let Some(row) = rows.next() else {
                return;
            };
            for (value, lanes) in row.iter_mut().zip(block) {
                *value = lanes[k];
            }
        }
    }
}
