//! The files of a URDF: `package://NAME/path`, `file://path`, or a path beside the URDF.

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

impl Packages {
    /// The file, if it is there: in the package that the user gives, else in a folder of the package's name that is
    /// above the URDF or beside one that is.
    pub(super) fn find(&self, named: FileReference, urdf: &Path) -> Option<PathBuf> {
        // As the path is written, and where links in it lead.
        let written = std::path::absolute(urdf).ok();
        let folders = written.into_iter().chain(urdf.canonicalize().ok());
        folders
            .filter_map(|urdf| self.find_from(named, urdf.parent()?))
            .next()
    }

    /// Seen from the folder of the URDF.
    fn find_from(&self, named: FileReference, folder: &Path) -> Option<PathBuf> {
        let is_there = |path: &PathBuf| path.is_file();
        let Some(package) = named.package else {
            return Some(folder.join(named.path)).filter(is_there);
        };
        let mut given = self.0.iter().filter(|(name, _)| name == package).peekable();
        if given.peek().is_some() {
            let mut paths = given.map(|(_, folder)| folder.join(named.path));
            return paths.find(is_there);
        }
        let mut candidates = folder.ancestors().flat_map(|above| {
            let is_it = above.file_name().is_some_and(|name| name == package);
            let itself = is_it.then(|| above.join(named.path));
            let beside = above.join(package).join(named.path);
            itself.into_iter().chain([beside])
        });
        candidates.find(is_there)
    }
}
