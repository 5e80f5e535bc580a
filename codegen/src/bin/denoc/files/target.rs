//! A path → what stands there, links followed one by one.

use std::ffi::OsStr;
use std::fs::{canonicalize, read_link, symlink_metadata};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::mark::Format;

/// Stands for stdout where a file is asked for.
const STDOUT: &str = "-";

/// The most links from a path to its file, as Linux has it.
const LINKS: usize = 40;

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The stdout of this process, by whatever name.
    Stdout,
    /// A regular file, or nothing yet.
    Regular(PathBuf),
    /// A device, a pipe or an open descriptor.
    Stream(PathBuf),
}

impl Target {
    /// What a path leads to.
    ///
    /// # Errors
    /// A directory, also one that is not there; links in a circle; a place that cannot be examined.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path == Path::new(STDOUT) {
            return Ok(Self::Stdout);
        }
        if is_of_folder(path) {
            return Err(io::Error::other(
                "this is the name of a directory; write the name of a file",
            ));
        }
        let mut path = in_folder(path);
        for _ in 0..=LINKS {
            if is_stdout(&path) {
                return Ok(Self::Stdout);
            }
            let there = match symlink_metadata(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Ok(Self::Regular(path));
                }
                there => there?,
            };
            if there.is_dir() {
                return Err(ErrorKind::IsADirectory.into());
            }
            if there.is_file() {
                return Ok(Self::Regular(path));
            }
            // The link of a descriptor has the name of what is open, and need not lead there.
            if !there.is_symlink() || is_descriptor(&path) {
                return Ok(Self::Stream(path));
            }
            path = in_folder(&folder(&path).join(read_link(&path)?));
        }
        Err(io::Error::other(
            "links lead from one to the next without end",
        ))
    }

    /// Whether it is a file with contents that denoc did not write in this format.
    pub(super) fn is_foreign(&self, format: Format) -> bool {
        match self {
            Self::Regular(path) => path.exists() && !format.is_of(path),
            Self::Stdout | Self::Stream(_) => false,
        }
    }
}

/// Whether a path ends in a separator, with or without a dot: only directories are named so.
fn is_of_folder(path: &Path) -> bool {
    let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
    let bytes = path.as_os_str().as_encoded_bytes();
    match bytes {
        [.., last, b'.'] if is_separator(last) => true,
        [.., last] => is_separator(last),
        [] => false,
    }
}

/// The path by the true name of its folder: one file then has one path.
fn in_folder(path: &Path) -> PathBuf {
    match (true_name(folder(path)), path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The true name of a folder. What of it is not there yet has no links in it.
fn true_name(path: &Path) -> Option<PathBuf> {
    if let Ok(name) = canonicalize(path) {
        return Some(name);
    }
    if path == Path::new(".") {
        return None; // removed
    }
    let above = true_name(folder(path))?;
    match path.components().next_back()? {
        Component::Normal(name) => Some(above.join(name)),
        Component::ParentDir => above.parent().map(Path::to_owned),
        _ => None,
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Whether a path in a true folder is a name of this process's stdout.
fn is_stdout(path: &Path) -> bool {
    let is = |folder: &Path, name: &str| {
        path.parent() == Some(folder) && path.file_name() == Some(OsStr::new(name))
    };
    let descriptors = canonicalize("/dev/fd").is_ok_and(|folder| is(&folder, "1"));
    descriptors || is(Path::new("/dev"), "stdout")
}

/// Whether a path in a true folder is a descriptor of a process.
fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    folder.starts_with("/proc") && folder.ends_with("fd")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn names_of_stdout_are_stdout() {
        for name in ["-", "/dev/stdout", "/dev/fd/1"] {
            assert_eq!(
                Target::of(Path::new(name)).ok(),
                Some(Target::Stdout),
                "{name}"
            );
        }
        let null = Path::new("/dev/null");
        assert_eq!(Target::of(null).ok(), Some(Target::Stream(null.into())));
    }

    #[test]
    fn names_of_directories_are_no_files() {
        for name in ["new/", "new//", "new/."] {
            let fault = Target::of(Path::new(name)).err().map(|one| one.to_string());
            assert!(
                fault.is_some_and(|one| one.contains("the name of a directory")),
                "{name}"
            );
        }
        for name in ["new.", ".new", "new/.new"] {
            assert!(Target::of(Path::new(name)).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_file_has_one_path() {
        for names in [
            ["new.csv", "./new.csv", "src/../new.csv"],
            // In a folder that is still to be made.
            ["new/a/b.csv", "./new/./a/b.csv", "new/a/../c/../a/b.csv"],
        ] {
            let targets = names.map(|name| Target::of(Path::new(name)).ok());
            assert!(matches!(targets[0], Some(Target::Regular(_))));
            assert!(
                targets.iter().all(|target| *target == targets[0]),
                "{targets:?}"
            );
        }
    }
}
