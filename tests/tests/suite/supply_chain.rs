//! The dependencies: their licences, versions and sources are those that `deny.toml` allows, and the attribute needs few of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use denoc_tests::lane::execute;
use toml::{Table, Value};

/// Most crates of others that the crate `denoc` with its attribute makes a user compile. Three of them are the vectors of sines, a quarter of
/// the time of a call: `wide`, `safe_arch`, `bytemuck`.
const ATTRIBUTE: usize = 36;

/// A crate of another project.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Dependency {
    name: String,
    version: String,
    licence: String,
}

/// The crates that this selection of packages needs on any platform.
fn dependencies(selection: &[&str]) -> BTreeSet<Dependency> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--target", "all", "--prefix", "none"]);
    cargo.args(["--format", "{p}|{l}"]).args(selection);
    let text = execute(&mut cargo).expect("cargo tells");
    let lines = text.lines().filter_map(|line| line.split_once('|'));
    let found = lines.filter_map(|(package, licence)| {
        let (name, version) = package.split_once(" v")?;
        // The path of a crate of ours follows its version.
        if package.contains("(/") {
            return None;
        }
        let version = version.split(' ').next()?;
        Some(Dependency {
            name: name.into(),
            version: version.into(),
            licence: licence.trim_end_matches(" (*)").into(),
        })
    });
    found.collect()
}

fn all() -> BTreeSet<Dependency> {
    dependencies(&["--workspace", "--all-features", "--edges", "all"])
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A file of the repository.
fn table(name: &str) -> Table {
    let text = std::fs::read_to_string(root().join(name)).expect(name);
    text.parse().expect(name)
}

/// The strings of a list in `deny.toml`.
fn list(section: &str, key: &str) -> Vec<String> {
    let table = table("deny.toml");
    let list = table[section][key].as_array().expect(key).clone();
    let text = |value: &Value| {
        let value = value.get("crate").unwrap_or(value);
        value.as_str().expect(key).to_owned()
    };
    list.iter().map(text).collect()
}

/// The alternatives of a licence expression, each as what has to be allowed for it.
fn alternatives(expression: &str) -> Vec<Vec<String>> {
    let (mut depth, mut parts, mut start) = (0, Vec::new(), 0);
    let normal = expression.replace(" / ", " OR ").replace('/', " OR ");
    // The operators outside of parentheses, those that bind least first.
    for operator in [" OR ", " AND "] {
        for (at, c) in normal.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ' ' if depth == 0 && normal[at..].starts_with(operator) && at >= start => {
                    parts.push(&normal[start..at]);
                    start = at + operator.len();
                }
                _ => {}
            }
        }
        if parts.is_empty() {
            continue;
        }
        parts.push(&normal[start..]);
        let parts = parts.into_iter().map(alternatives);
        return match operator {
            " OR " => parts.flatten().collect(),
            _ => parts.fold(vec![Vec::new()], every_pair),
        };
    }
    match normal
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(inside) => alternatives(inside),
        None => vec![vec![normal]],
    }
}

/// One list of each, put together.
fn every_pair(all: Vec<Vec<String>>, further: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let mut pairs = Vec::new();
    for one in &all {
        pairs.extend(further.iter().map(|two| [&one[..], two].concat()));
    }
    pairs
}

#[test]
fn a_licence_expression_is_a_choice_of_lists() {
    for (expression, expected) in [
        ("MIT", "MIT"),
        ("MIT/Apache-2.0", "MIT | Apache-2.0"),
        (
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT + Unicode-3.0 | Apache-2.0 + Unicode-3.0",
        ),
        ("A AND B OR C", "A + B | C"),
    ] {
        let found: Vec<String> = alternatives(expression)
            .iter()
            .map(|one| one.join(" + "))
            .collect();
        assert_eq!(found.join(" | "), expected);
    }
}

#[test]
fn licences_are_those_that_are_allowed() {
    let allowed = list("licenses", "allow");
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for dependency in all() {
        let choices = alternatives(&dependency.licence);
        let mut open = choices
            .iter()
            .filter(|all| all.iter().all(|one| allowed.contains(one)));
        let taken = open.next();
        assert!(
            taken.is_some(),
            "{dependency:?}: argue its licence in deny.toml"
        );
        let names = choices.iter().flatten();
        used.extend(
            names
                .filter_map(|one| allowed.iter().find(|known| *known == one))
                .map(String::as_str),
        );
    }
    assert_eq!(
        used.len(),
        allowed.len(),
        "of {allowed:?} only {used:?} are needed"
    );
}

/// Whether an entry such as `syn@1` names a version such as 1.0.109.
fn names(entry: &str, dependency: &Dependency) -> bool {
    let (name, version) = entry.split_once('@').unwrap_or((entry, ""));
    name == dependency.name
        && format!("{}.", dependency.version).starts_with(&format!("{version}."))
}

#[test]
fn no_crate_is_there_in_two_versions_but_those_that_are_skipped() {
    let skipped = list("bans", "skip");
    let all = all();
    let (passed, kept): (Vec<&Dependency>, Vec<&Dependency>) = all
        .iter()
        .partition(|one| skipped.iter().any(|entry| names(entry, one)));
    for pair in kept.windows(2) {
        assert_ne!(
            pair[0].name, pair[1].name,
            "{pair:?}: skip one in deny.toml, with its reason"
        );
    }
    for entry in &skipped {
        assert!(
            passed.iter().any(|one| names(entry, one)),
            "{entry} is not needed in deny.toml"
        );
    }
}

/// The lock file holds a source for every package that is not ours.
#[test]
fn crates_come_from_the_registry_that_is_allowed() {
    let allowed = list("sources", "allow-registry");
    for lock in [
        "Cargo.lock",
        "tests/nostd/Cargo.lock",
        "tests/mutation/Cargo.lock",
    ] {
        let lock = table(lock);
        for package in lock["package"].as_array().expect("packages") {
            let Some(source) = package.get("source").and_then(Value::as_str) else {
                let name = package["name"].as_str().expect("a name");
                let ours = ["denoc", "example-"]
                    .iter()
                    .any(|ours| name.starts_with(ours));
                assert!(ours, "{name} has no source");
                continue;
            };
            let known = allowed
                .iter()
                .any(|one| source == format!("registry+{one}"));
            assert!(known, "{source}");
            assert!(package.get("checksum").is_some(), "{package}");
        }
    }
}

/// `--nocapture` prints them.
#[test]
fn the_attribute_needs_few_crates() {
    let needed = dependencies(&["--package", "denoc", "--edges", "normal,build"]);
    let names: Vec<&str> = needed.iter().map(|one| one.name.as_str()).collect();
    println!("{} crates: {}", names.len(), names.join(", "));
    assert!(
        needed.len() <= ATTRIBUTE,
        "{} crates: {}",
        names.len(),
        names.join(", ")
    );
}

/// What a gate or a user builds is what was tested: the versions of the lock file.
#[test]
fn the_gate_and_the_examples_build_what_is_locked() {
    let scripts =
        ["run", "doors", "embedded", "processors", "static"].map(|name| format!(".ci/{name}"));
    for script in scripts.into_iter().chain(["examples/run".into()]) {
        let text = std::fs::read_to_string(root().join(&script)).expect(&script);
        let wheels = text
            .lines()
            .filter(|line| line.contains("MATURIN_PEP517_ARGS="));
        assert!(
            wheels.clone().all(|line| line.contains("--locked")),
            "{script}"
        );
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((_, command)) = line.split_once("cargo ") else {
                continue;
            };
            let resolves = !command.starts_with("fmt");
            assert!(
                !resolves || command.contains("--locked"),
                "{script}: {line}"
            );
        }
    }
}
