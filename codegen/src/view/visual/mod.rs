//! The appearance of a robot: the visuals of its URDF, or the geoms of its MJCF, on the bodies that the page draws.
//!
//! ```text
//!  URDF, MJCF ──Loaded::visuals──► shapes on links ──place──► on bodies ──find, mesh, cluster──► triangles in the page
//! ```

mod cluster;
mod collada;
mod find;
mod mesh;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

pub use self::find::Packages;
use self::find::{FileReference, Found};
use self::mesh::Mesh;
use super::scene::{self, Rows};
use crate::mechanism::Mechanism;
use crate::model::{Geometry, Loaded, ModelFile, Visual};
use crate::name::{visible, visible_path};

/// Triangles of all meshes together, at most and about.
const TRIANGLES: usize = 150_000;

/// Triangles of a mesh: at least, at most.
const OF_MESH: (usize, usize) = (600, 8_000);

/// The visuals besides rods.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Visuals {
    shapes: Vec<Placed>,
    meshes: Vec<Mesh>,
    /// Warnings: meshes that are missing.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// A shape on a body.
#[derive(Clone, Debug, Serialize)]
struct Placed {
    /// Index in the scene; `None`: the base.
    body: Option<usize>,
    /// In the body's frame; of a mesh, with its scale.
    pose: Rows,
    /// Red, green, blue and opacity, 0 to 1.
    colour: Option<[f64; 4]>,
    #[serde(flatten)]
    form: SceneGeometry,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum SceneGeometry {
    Box {
        size: [f64; 3],
    },
    Cylinder {
        radius: f64,
        length: f64,
    },
    Sphere {
        radius: f64,
    },
    /// Index of the mesh.
    Mesh {
        mesh: usize,
    },
}

impl Visuals {
    /// The visuals of the URDF or the MJCF among a model's files, where `mechanism` is what was compiled of the model.
    #[must_use]
    pub fn of(loaded: &Loaded, mechanism: &Mechanism, packages: &Packages) -> Self {
        let Some((urdf, shapes)) = loaded.visuals() else {
            return Self::default();
        };
        let places = scene::places(mechanism, loaded);
        let meshes = Meshes::of(&shapes, urdf, loaded, packages);
        let placed = shapes.iter().filter_map(|visual| {
            let (body, link) = places.get(visual.link.as_str())?;
            let (form, scale) = meshes.form(&visual.shape)?;
            let pose = scene::times(link, &pose(visual));
            Some(Placed {
                body: *body,
                pose: pose.map(|[x, y, z, at]| [x * scale[0], y * scale[1], z * scale[2], at]),
                colour: visual.colour,
                form,
            })
        });
        Self {
            shapes: placed.collect(),
            warnings: meshes.missing.warnings(),
            meshes: meshes.read,
        }
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }
}

/// Rz(yaw) Ry(pitch) Rx(roll) after a shift.
fn pose(visual: &Visual) -> Rows {
    let [[sr, cr], [sp, cp], [sy, cy]] = visual.rpy.map(|angle| [angle.sin(), angle.cos()]);
    let [x, y, z] = visual.xyz;
    [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, y],
        [-sp, cp * sr, cp * cr, z],
    ]
}

/// The mesh files of a robot, each read once.
struct Meshes {
    read: Vec<Mesh>,
    /// The mesh of every file that could be read.
    index: HashMap<String, usize>,
    missing: Missing,
}

impl Meshes {
    fn of(shapes: &[Visual], urdf: &ModelFile, loaded: &Loaded, packages: &Packages) -> Self {
        let mut files: Vec<&str> = Vec::new();
        for visual in shapes {
            if let Geometry::Mesh { file, .. } = &visual.shape
                && !files.contains(&file.as_str())
            {
                files.push(file);
            }
        }
        let most = (TRIANGLES / files.len().max(1)).clamp(OF_MESH.0, OF_MESH.1);
        let mut meshes = Self {
            read: Vec::new(),
            index: HashMap::new(),
            missing: Missing::default(),
        };
        for file in files {
            let named = FileReference::of(file);
            match packages.find(named, &urdf.path) {
                Some(Found { path, folder }) => {
                    let own = loaded.files.iter().filter_map(|file| file.path.parent());
                    let mut folders = vec![folder];
                    folders.extend(
                        own.map(Path::to_owned)
                            .chain(loaded.allowed.iter().cloned()),
                    );
                    folders.extend(find::package_of(&urdf.path));
                    meshes.add(file, &path, &folders, most);
                }
                None => meshes.missing.add(file, named.package),
            }
        }
        meshes
    }

    fn add(&mut self, file: &str, path: &Path, folders: &[PathBuf], most: usize) {
        match Mesh::read(path, folders, most) {
            Ok(mesh) => {
                self.index.insert(file.to_owned(), self.read.len());
                self.read.push(mesh);
            }
            Err(why) => self
                .missing
                .unreadable
                .push(format!("the mesh {} {why}", visible_path(path))),
        }
    }

    /// The geometry that the page draws, and its scale; `None` for a mesh that could not be read.
    fn form(&self, shape: &Geometry) -> Option<(SceneGeometry, [f64; 3])> {
        let plain = |form| Some((form, [1.0; 3]));
        match shape {
            Geometry::Box(size) => plain(SceneGeometry::Box { size: *size }),
            Geometry::Cylinder { radius, length } => plain(SceneGeometry::Cylinder {
                radius: *radius,
                length: *length,
            }),
            Geometry::Sphere(radius) => plain(SceneGeometry::Sphere { radius: *radius }),
            Geometry::Ellipsoid(half) => Some((SceneGeometry::Sphere { radius: 1.0 }, *half)),
            Geometry::Mesh { file, scale } => {
                let mesh = *self.index.get(file)?;
                Some((SceneGeometry::Mesh { mesh }, *scale))
            }
        }
    }
}

/// Meshes that are not drawn: those that are not found, by package, and those that cannot be read.
#[derive(Default)]
struct Missing {
    /// Package, first file, number of files.
    packages: Vec<(Option<String>, String, usize)>,
    unreadable: Vec<String>,
}

impl Missing {
    fn add(&mut self, file: &str, package: Option<&str>) {
        let package = package.map(str::to_owned);
        match self
            .packages
            .iter_mut()
            .find(|(known, ..)| *known == package)
        {
            Some((.., count)) => *count += 1,
            None => self.packages.push((package, file.to_owned(), 1)),
        }
    }

    /// One for a package, and one for a file that cannot be read; each says what to do.
    fn warnings(&self) -> Vec<String> {
        let of_package = |(package, file, count): &(Option<String>, String, usize)| {
            let others = match count - 1 {
                0 => String::new(),
                others => format!(" (and {others} more beside it)"),
            };
            let remedy = match package {
                Some(package) => format!(
                    "say where the package is: `--package {}=FOLDER`",
                    visible(package)
                ),
                None => "put it there, seen from the URDF's folder".to_owned(),
            };
            let file = visible(file);
            format!("the mesh {file}{others} is not found, and rods are drawn: {remedy}")
        };
        let unreadable = self.unreadable.iter();
        let unreadable = unreadable
            .map(|fault| format!("{fault}; rods are drawn: convert it, or repair the file"));
        self.packages
            .iter()
            .map(of_package)
            .chain(unreadable)
            .collect()
    }
}
