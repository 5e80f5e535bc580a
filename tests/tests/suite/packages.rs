//! What the published crates say of themselves, and the Rust version that their dependencies need.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use denoc_tests::lane::execute;
use serde_json::Value;

const PUBLISHED: [&str; 5] = [
    "denoc",
    "denoc-codegen",
    "denoc-jit",
    "denoc-macros",
    "denoc-sincos",
];

/// All packages of the lock file, ours among them.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "metadata",
        "--format-version",
        "1",
        "--all-features",
        "--locked",
    ]);
    let text = execute(&mut cargo).expect("cargo tells");
    let metadata: Value = serde_json::from_str(&text).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Packages of this repository.
fn ours(packages: &[Value]) -> impl Iterator<Item = &Value> {
    packages
        .iter()
        .filter(|package| package["source"].is_null())
}

/// `1.89` or `1.89.0` as numbers; nothing asked for is 1.0.
fn rust_version(package: &Value) -> [u32; 3] {
    let mut version = [1, 0, 0];
    let numbers = package["rust_version"].as_str().unwrap_or("1").split('.');
    for (place, number) in version.iter_mut().zip(numbers) {
        *place = number.parse().expect("a number");
    }
    version
}

/// The name and the version of every package that one of ours is built from, whatever for.
fn built_from(name: &str) -> Vec<(String, String)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--target", "all", "--prefix", "none"]);
    cargo.args([
        "--all-features",
        "--edges",
        "all",
        "--format",
        "{p}",
        "--package",
        name,
    ]);
    let text = execute(&mut cargo).expect("cargo tells");
    let lines = text.lines().filter_map(|line| line.split_once(" v"));
    let version = |rest: &str| rest.split(' ').next().unwrap_or_default().to_owned();
    lines
        .map(|(name, rest)| (name.to_owned(), version(rest)))
        .collect()
}

/// With other features of a dependency for the build script and the attribute than for programs and tests, the compiler is built a
/// second time: minutes. `tests/Cargo.toml` asks for the same.
#[test]
fn no_package_is_built_with_two_sets_of_features() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--workspace", "--prefix", "none"]);
    cargo.args(["--features", "denoc-codegen/cli"]);
    cargo.args(["--edges", "normal,build,dev", "--format", "{p}|{f}"]);
    let text = execute(&mut cargo).expect("cargo tells");
    let mut features = BTreeMap::new();
    let lines = text.lines().map(|line| line.trim_end_matches(" (*)"));
    for (package, found) in lines.filter_map(|line| line.split_once('|')) {
        let known = features.entry(package).or_insert(found);
        assert_eq!(*known, found, "{package}");
    }
    assert!(features.len() > 100, "{}", features.len());
}

/// `denoc-jit` needs the version of Cranelift, and so do the examples of docs/doors.md; all others that of the workspace.
#[test]
fn the_rust_version_is_the_largest_that_a_dependency_needs() {
    let packages = packages();
    let named = |(name, version): &(String, String)| {
        let mut packages = packages.iter();
        packages.find(|one| one["name"] == name.as_str() && one["version"] == version.as_str())
    };
    let mut needed = BTreeMap::new();
    for package in ours(&packages) {
        let name = package["name"].as_str().expect("a name");
        let all = built_from(name);
        let others = all
            .iter()
            .filter_map(named)
            .filter(|one| one["source"].is_string());
        let largest = others.map(rust_version).max().unwrap_or_default();
        let declared = rust_version(package);
        assert!(declared >= largest, "{name} needs Rust {largest:?}");
        let known = needed.entry(declared).or_insert(largest);
        *known = (*known).max(largest);
    }
    for (declared, needed) in needed {
        assert_eq!(
            declared, needed,
            "no package that says {declared:?} needs more than {needed:?}"
        );
    }
}

#[test]
fn published_crates_are_described_and_no_other_is_published() {
    let packages = packages();
    let mut published: Vec<&str> = Vec::new();
    for package in ours(&packages) {
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let name = package["name"].as_str().expect("a name");
        published.push(name);
        for key in [
            "description",
            "documentation",
            "license",
            "readme",
            "repository",
        ] {
            assert!(package[key].is_string(), "{name}: {key}");
        }
        let listed = |key: &str| package[key].as_array().map_or(0, Vec::len);
        for key in ["keywords", "categories"] {
            assert!((1..=5).contains(&listed(key)), "{name}: {key}");
        }
        let manifest = package["manifest_path"].as_str().expect("a path");
        let folder = Path::new(manifest).parent().expect("a folder");
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{name}: {file}");
        }
    }
    published.sort_unstable();
    assert_eq!(published, PUBLISHED);
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let nested = paths.map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    nested.flatten().collect()
}

/// The paths of `include_str!("…")` and `include_bytes!("…")`, in full.
fn included(source: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(source).unwrap_or_default();
    let folder = source.parent().expect("a folder");
    let named = text.split("include_str!(\"").skip(1);
    let named = named.chain(text.split("include_bytes!(\"").skip(1));
    let names = named.filter_map(|rest| rest.split_once('"'));
    names.map(|(name, _)| folder.join(name)).collect()
}

/// A package holds the folder of its crate: what is outside it would be missing there.
#[test]
fn crates_read_no_file_outside_their_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for folder in ["codegen", "jit", "macros", "runtime", "sincos"] {
        let folder = root.join(folder).canonicalize().expect("a crate");
        for file in files(&folder.join("src"))
            .iter()
            .flat_map(|file| included(file))
        {
            let file = file.canonicalize().expect("a file that is there");
            assert!(file.starts_with(&folder), "{}", file.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}
