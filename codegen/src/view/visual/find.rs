//! The files of a URDF: `package://NAME/path`, `file://path`, or a path beside the URDF.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folders of packages, as given by the user: name and folder.
#[derive(Clone, Debug, Default)]
pub struct Packages(pub Vec<(String, PathBuf)>);

/// A file as a URDF names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileReference<'a> {
    /// The package; `None`: no part of one.
    pub(super) package: Option<&'a str>,
    /// Within the package, or beside the URDF.
    path: &'a str,
}

impl<'a> FileReference<'a> {
    pub(super) fn of(file: &'a str) -> Self {
        let in_package = ["package://", "model://"]
            .iter()
            .find_map(|scheme| file.strip_prefix(scheme));
        match in_package {
            Some(rest) => {
                let (package, path) = rest.split_once('/').unwrap_or((rest, ""));
                Self {
                    package: Some(package),
                    path,
                }
            }
            None => Self {
                package: None,
                path: file.strip_prefix("file://").unwrap_or(file),
            },
        }
    }
}

/// The package that a URDF is part of: a folder `urdf` is beside `meshes`, which paths like `../meshes/hand.stl` lead to.
pub(super) fn package_of(urdf: &Path) -> Option<PathBuf> {
    let folder = urdf.canonicalize().ok()?.parent()?.to_owned();
    let is_part = folder.file_name() == Some(OsStr::new("urdf"));
    folder.parent().filter(|_| is_part).map(Path::to_owned)
}

/// A file that is there.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// The folder of its package, or of the URDF.
    pub(super) folder: PathBuf,
}

impl Packages {
    /// The file, if it is there: in the package that the user gives, else in a folder of the package's name that is
    /// above the URDF or in its folder, or a package of ROS (with a `package.xml`) beside one above it.
    pub(super) fn find(&self, named: FileReference, urdf: &Path) -> Option<Found> {
        // As the path is written, and where links in it lead.
        let written = std::path::absolute(urdf).ok();
        let folders = written.into_iter().chain(urdf.canonicalize().ok());
        folders
            .filter_map(|urdf| self.find_from(named, urdf.parent()?))
            .next()
    }

    /// Seen from the folder of the URDF.
    fn find_from(&self, named: FileReference, folder: &Path) -> Option<Found> {
        let in_folder = |folder: PathBuf| {
            let path = folder.join(named.path);
            path.is_file().then_some(Found { path, folder })
        };
        let Some(package) = named.package else {
            return in_folder(folder.to_owned());
        };
        let mut given = self.0.iter().filter(|(name, _)| name == package).peekable();
        if given.peek().is_some() {
            return given.map(|(_, folder)| folder.clone()).find_map(in_folder);
        }
        if Path::new(package).file_name() != Some(OsStr::new(package)) {
            return None; // `..` is no package
        }
        let mut candidates = folder.ancestors().flat_map(|above| {
            let is_it = above.file_name().is_some_and(|name| name == package);
            let itself = is_it.then(|| above.to_owned());
            // A folder that has nothing to do with the model is none of its packages, whatever its name.
            let inside = above.join(package);
            let is_package = above == folder || inside.join("package.xml").is_file();
            itself.into_iter().chain(is_package.then_some(inside))
        });
        candidates.find_map(in_folder)
    }
}
