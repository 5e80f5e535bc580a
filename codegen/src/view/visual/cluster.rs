//! Meshes made small: corners that share a cell of a grid become one, and the grid gets coarser until few enough
//! triangles are left (vertex clustering, Rossignac and Borrel 1993). It takes any set of triangles, closed or not.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

/// Steps along the longest edge of what a mesh fills: corners are put on this grid at the least.
pub(super) const FINEST: f32 = 65_535.0;

/// The coarsest grid.
const COARSEST: f32 = 6.0;

/// The ratio of the sizes of successive grids.
const COARSER: f32 = 0.8;

/// The first grid for making a mesh smaller.
const FIRST: f32 = 600.0;

/// Corners and triangles between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Triangles {
    /// m.
    pub(super) corners: Vec<[f32; 3]>,
    /// Three different corners each.
    pub(super) faces: Vec<[u32; 3]>,
}

/// The box that corners fill.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) low: [f32; 3],
    /// Longest edge, more than 0.
    pub(super) size: f32,
}

impl Bounds {
    pub(super) fn of(corners: &[[f32; 3]]) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for corner in corners {
            for k in 0..3 {
                low[k] = low[k].min(corner[k]);
                high[k] = high[k].max(corner[k]);
            }
        }
        let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f32::max);
        Self {
            low,
            size: size.max(f32::MIN_POSITIVE),
        }
    }

    /// The cell of a corner, with so many cells along the longest edge.
    pub(super) fn cell(&self, corner: [f32; 3], cells: f32) -> [u16; 3] {
        // A float becomes the nearest integer of the type; corners are within the bounds.
        core::array::from_fn(|k| ((corner[k] - self.low[k]) / self.size * cells).round() as u16)
    }
}

impl Triangles {
    /// The sound triangles of a file: finite corners that exist.
    pub(super) fn sound(corners: Vec<[f32; 3]>, mut faces: Vec<[u32; 3]>) -> Self {
        let is_sound = |index: &u32| {
            let corner = usize::try_from(*index).ok().and_then(|k| corners.get(k));
            corner.is_some_and(|corner| corner.iter().all(|x| x.abs() < 1e6))
        };
        faces.retain(|face| face.iter().all(is_sound));
        Self { corners, faces }.used()
    }

    /// Without corners that no triangle has.
    fn used(self) -> Self {
        let mut index: FxHashMap<u32, u32> = FxHashMap::default();
        let mut corners = Vec::new();
        let faces = self.faces.into_iter().map(|face| {
            face.map(|old| {
                *index.entry(old).or_insert_with(|| {
                    corners.push(self.corners[old as usize]);
                    corners.len() as u32 - 1
                })
            })
        });
        let faces = faces.collect();
        Self { corners, faces }
    }

    /// The same shape with `most` triangles or fewer, unless not even the coarsest grid gets there; corners at one
    /// place are one.
    pub(super) fn reduced(&self, most: usize) -> Self {
        let mut reduced = self.clustered(FINEST);
        let mut cells = FIRST;
        while reduced.faces.len() > most && cells >= COARSEST {
            reduced = self.clustered(cells);
            cells *= COARSER;
        }
        reduced
    }

    /// One corner for every cell, at the mean of those in it.
    fn clustered(&self, cells: f32) -> Self {
        let bounds = Bounds::of(&self.corners);
        let mut index: FxHashMap<[u16; 3], u32> = FxHashMap::default();
        let mut sums: Vec<([f64; 3], f64)> = Vec::new();
        let places: Vec<u32> = (self.corners.iter())
            .map(|&corner| {
                let next = sums.len() as u32;
                let place = *index.entry(bounds.cell(corner, cells)).or_insert(next);
                if place == next {
                    sums.push(([0.0; 3], 0.0));
                }
                let (sum, count) = &mut sums[place as usize];
                (0..3).for_each(|k| sum[k] += f64::from(corner[k]));
                *count += 1.0;
                place
            })
            .collect();
        let mut seen = HashSet::new();
        let faces = (self.faces.iter())
            .map(|face| face.map(|corner| places[corner as usize]))
            .filter(|[a, b, c]| a != b && b != c && c != a)
            .filter(|face| seen.insert(turned(*face)))
            .collect();
        let mean = |(sum, count): ([f64; 3], f64)| sum.map(|x| (x / count) as f32);
        let corners = sums.into_iter().map(mean).collect();
        Self { corners, faces }.used()
    }
}

/// The same triangle, its least corner first.
fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}
