//! Mesh files → few triangles on a grid, as the page carries them.

use std::io::{Error, Read};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mesh_loader::Loader;
use serde::Serialize;

use super::cluster::{Bounds, FINEST, Triangles};
use super::collada;
use crate::model::boundary::{ALLOW, Refusal, admitted};

/// The longest file that is read, bytes.
pub(super) const LONGEST: u64 = 64 << 20;

/// The kinds of files that are read.
const KINDS: [&str; 3] = ["stl", "obj", "dae"];

/// A mesh: parts of one colour each.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Mesh(Vec<ColouredTriangles>);

/// Triangles of one colour.
#[derive(Clone, Debug, Serialize)]
struct ColouredTriangles {
    /// Red, green, blue and opacity; `None`: the file has none.
    colour: Option<[f32; 4]>,
    /// The corner's position is `low` + `step` · integers, m.
    low: [f32; 3],
    step: f32,
    /// Three integers of 16 bits a corner, low byte first, in base64.
    corners: String,
    /// Three indices of 32 bits a triangle, in the same way.
    faces: String,
}

impl Mesh {
    /// Reads a file, and those of its materials that are below one of the folders; it keeps `most` triangles.
    pub(super) fn read(path: &Path, folders: &[PathBuf], most: usize) -> Result<Self, String> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if !KINDS.iter().any(|kind| extension == *kind) {
            let kind = extension.display();
            return Err(format!(
                "is of kind `{kind}`, and STL, OBJ and DAE are read"
            ));
        }
        let unreadable = |error: Error| format!("cannot be read: {error}");
        let mut content = bytes(path, folders).map_err(unreadable)?;
        let parts = if extension == "dae" {
            collada::read(&content).map_err(|error| format!("cannot be read: {error}"))?
        } else {
            if extension == "stl" {
                clear_text_header(&mut content);
            }
            let scene = Loader::default()
                .load_from_slice_with_reader(&content, path, |path| bytes(path, folders))
                .map_err(unreadable)?;
            let colours = (scene.materials.iter()).map(|material| material.color.diffuse);
            let colours = colours.chain(core::iter::repeat(None));
            let parts = scene.meshes.into_iter();
            let parts = parts.map(|mesh| Triangles::sound(mesh.vertices, mesh.faces));
            parts.zip(colours).collect()
        };
        let merged = merged(parts.into_iter());
        let all: usize = merged.iter().map(|(part, _)| part.faces.len()).sum();
        if all == 0 {
            return Err("has no triangles".to_owned());
        }
        let parts = merged.into_iter().map(|(part, colour)| {
            let share = (most * part.faces.len()).div_ceil(all);
            ColouredTriangles::of(&part.reduced(share), colour)
        });
        Ok(Self(parts.collect()))
    }
}

/// Parts of one colour as one; a file may have hundreds.
fn merged(
    parts: impl Iterator<Item = (Triangles, Option<[f32; 4]>)>,
) -> Vec<(Triangles, Option<[f32; 4]>)> {
    let mut merged: Vec<(Triangles, Option<[f32; 4]>)> = Vec::new();
    for (part, colour) in parts.filter(|(part, _)| !part.faces.is_empty()) {
        match merged.iter_mut().find(|(_, known)| *known == colour) {
            Some((whole, _)) => {
                let first = whole.corners.len() as u32;
                whole.corners.extend(part.corners);
                let shifted = part
                    .faces
                    .iter()
                    .map(|face| face.map(|corner| first + corner));
                whole.faces.extend(shifted);
            }
            None => merged.push((part, colour)),
        }
    }
    merged
}

impl ColouredTriangles {
    fn of(triangles: &Triangles, colour: Option<[f32; 4]>) -> Self {
        let bounds = Bounds::of(&triangles.corners);
        let corners = triangles.corners.iter();
        let corners = corners.flat_map(|&corner| bounds.cell(corner, FINEST));
        let faces = triangles.faces.iter().flatten();
        Self {
            colour,
            low: bounds.low,
            step: bounds.size / FINEST,
            corners: STANDARD.encode(corners.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
            faces: STANDARD.encode(
                faces
                    .copied()
                    .flat_map(u32::to_le_bytes)
                    .collect::<Vec<u8>>(),
            ),
        }
    }
}

/// A binary STL whose header starts like a text: its length shows that, and its header, which means nothing, is cleared.
fn clear_text_header(bytes: &mut [u8]) {
    let Some((header, rest)) = bytes.split_at_mut_checked(80) else {
        return;
    };
    if let Some((count, facets)) = rest.split_first_chunk::<4>()
        && facets.len() as u64 == 50 * u64::from(u32::from_le_bytes(*count))
    {
        header.fill(0);
    }
}

/// A regular file of at most [`LONGEST`] bytes, below one of the folders.
fn bytes(path: &Path, folders: &[PathBuf]) -> Result<Vec<u8>, Error> {
    let place = admitted(path, folders.iter().map(PathBuf::as_path)).map_err(|why| match why {
        Refusal::Unreadable(error) => error,
        Refusal::Outside => Error::other(format!("it is outside of the model's folder; {ALLOW}")),
        Refusal::Folder | Refusal::Irregular => Error::other("it is no regular file"),
    })?;
    let mut bytes = Vec::new();
    std::fs::File::open(place)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Error::other("it is longer than 64 MiB"));
    }
    Ok(bytes)
}
