//! What the published crates say of themselves, and the Rust version that their dependencies need.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use denoc_tests::lane::execute;
use serde_json::Value;

const PUBLISHED: [&str; 4] = ["denoc", "denoc-codegen", "denoc-macros", "denoc-sincos"];

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

#[test]
fn the_rust_version_is_the_largest_that_a_dependency_needs() {
    let packages = packages();
    let dependencies = packages
        .iter()
        .filter(|package| package["source"].is_string());
    let needed = dependencies.map(rust_version).max().expect("dependencies");
    for package in ours(&packages) {
        assert_eq!(rust_version(package), needed, "{}", package["name"]);
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
    for folder in ["codegen", "macros", "runtime", "sincos"] {
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
