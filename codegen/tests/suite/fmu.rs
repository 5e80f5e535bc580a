//! FMUs: their descriptions, to be read, and their sources, which compile without a warning. What FMPy makes of them is in `tests/doors/fmi`.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use denoc_codegen::compile::{Options, Techniques};
use denoc_codegen::fmu::{Fmu, archive, compiled};
use denoc_codegen::model::parse;

use crate::common::filter;
use crate::emitted::{CRANK, OPEN};

/// A body that floats, with a ball in a socket whose name is no identifier.
const FLOATING: &str = r#"
name = "floating"
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
inertia = { xx = 0.1, yy = 0.2, zz = 0.25 }
[[body]]
name = "left-arm & \"co\""
parent = "trunk"
joint = { type = "spherical" }
placement = { xyz = [0.2, 0, 0.3] }
mass = 1
com = [0.1, 0, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.025 }
"#;

/// Made once: products of derivatives take seconds.
static ALL: LazyLock<[(&str, Fmu); 3]> = LazyLock::new(|| {
    [("open", OPEN), ("crank", CRANK), ("floating", FLOATING)]
        .map(|(name, model)| (name, fmu(model)))
});

fn fmu(model: &str) -> Fmu {
    let loaded = parse("model.toml", model).expect("a sound model");
    let options = Options {
        techniques: Techniques::WITHOUT_DETOURS,
        ..Options::default()
    };
    let compiled = compiled(&loaded.mechanism, &options).expect("a sound mechanism");
    Fmu::of(&compiled).expect("it reads back")
}

/// A text without the version and the token, which depends on it.
fn lasting(fmu: &Fmu, text: &str) -> String {
    let (_, rest) = (fmu.description)
        .split_once("instantiationToken=\"")
        .expect("a token");
    let (token, _) = rest.split_once('"').expect("its end");
    assert!(
        fmu.source
            .contains(&format!("#define FMU_TOKEN \"{token}\""))
    );
    text.replace(token, "TOKEN")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

#[test]
fn descriptions() {
    for (name, fmu) in &*ALL {
        roxmltree::Document::parse(&fmu.description).expect("XML");
        roxmltree::Document::parse(&fmu.build_description).expect("XML");
        insta::assert_snapshot!(
            format!("{name}.modelDescription.xml"),
            lasting(fmu, &fmu.description)
        );
    }
}

#[test]
fn sources_compile_without_a_warning() {
    let flags = [
        "-std=c99",
        "-pedantic",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-fPIC",
        "-o",
    ];
    for (_, fmu) in &*ALL {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fmu");
        std::fs::create_dir_all(&directory).expect("a directory for the test");
        let source = format!("{}.c", fmu.identifier);
        std::fs::write(directory.join(&source), &fmu.source).expect("a file for the test");
        let found = ["cc", "clang"].into_iter();
        for compiler in found.filter(|name| *name == "cc" || filter::answers(name)) {
            let output = Command::new(compiler)
                .args(flags)
                .args(["library", &source, "-lm"])
                .current_dir(&directory)
                .output()
                .expect(compiler);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && said.is_empty(),
                "{compiler} {source}\n{said}"
            );
        }
    }
}

#[test]
fn archives_of_the_same_files_are_the_same() {
    let (_, fmu) = &ALL[0];
    let library = Some(("x86_64-linux", "open.so", &b"a library"[..]));
    let bytes = archive(fmu, library).expect("memory");
    assert_eq!(bytes, archive(fmu, library).expect("memory"));
    // The description is kept as it is, so that a file is known again.
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains(&fmu.description));
    for name in [
        "sources/open.c",
        "sources/buildDescription.xml",
        "binaries/x86_64-linux/open.so",
    ] {
        assert!(text.contains(name), "{name}");
    }
    assert_ne!(bytes, archive(fmu, None).expect("memory"));
}
