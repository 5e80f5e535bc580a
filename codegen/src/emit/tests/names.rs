//! Names of a user beside those of generated code: what differs to the user compiles together, and hides nothing.

use core::fmt::Write;

use super::samples;
use super::tools::Directory;
use crate::compile::{Options, compile};
use crate::emit::{EMITTERS, Printing, rust};
use crate::model::parse;

/// Names of frames that are those of others with something behind, differ by a `_` alone, or are no identifiers by themselves.
const FRAMES: [&str; 7] = ["a", "a_lanes", "a_part_1", "a1", "a_1", "static", "6dof"];

const ARM: &str = "
name = \"frames\"

[[body]]
name = \"upper\"
parent = \"base\"
joint = { type = \"revolute\", axis = [0, 0, 1] }
mass = 1
com = [0.5, 0, 0]

[[body]]
name = \"lower\"
parent = \"upper\"
placement = { xyz = [1, 0, 0] }
joint = { type = \"revolute\", axis = [0, 1, 0] }
mass = 1
com = [0.5, 0, 0]
";

#[test]
fn functions_of_frames_compile_together_whatever_the_frames_are_called() {
    let mut model = ARM.to_owned();
    let mut functions = Vec::new();
    for frame in FRAMES {
        let _ = write!(
            model,
            "\n[[frame]]\nname = \"{frame}\"\nbody = \"lower\"\nplacement = {{ xyz = [1, 0, 0] }}\n"
        );
        functions.extend(["tip_pose", "tip_jacobian"].map(|of| format!("{of}_{frame}")));
    }
    let loaded = parse("frames.toml", &model).expect("a sound model");
    let options = Options {
        functions: Some(functions),
        opt: 1,
        batch: true,
        sparse: true,
        ..Options::default()
    };
    let compiled = compile(&loaded.mechanism, &options).expect("a sound mechanism");
    let directory = Directory::new("names-frames");
    let offered = EMITTERS.iter().filter(|one| one.offered);
    for emitter in offered.filter(|one| (one.obstacle)(&compiled).is_none()) {
        let printing = Printing { standalone: true };
        let files = emitter.print(&compiled, printing).expect("it reads back");
        for file in files {
            directory.write(&file.name, &file.text);
        }
    }
    directory.write("main.cpp", "#include \"frames.hpp\"\n");
    directory.quiet("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only frames.c");
    directory.quiet("g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only main.cpp");
    directory.quiet("rustc --edition 2024 --crate-type lib --emit metadata -D warnings frames.rs");
}

/// A type of the file is no `Ok` and no `Iterator` to the code beside it.
#[test]
fn types_of_models_hide_nothing_of_rust() {
    let directory = Directory::new("names-models");
    let mut main = String::new();
    for name in [
        "ok", "err", "result", "status", "from", "iterator", "default",
    ] {
        for mut compiled in [samples::open(), samples::closed()] {
            let file = format!("{name}_{}.rs", compiled.name);
            compiled.name = name.into();
            compiled.options.selftest = true;
            directory.write(&file, &rust::file(&compiled, true));
            let _ = writeln!(
                main,
                "mod {} {{ include!({file:?}); }}",
                &file[..file.len() - 3]
            );
        }
    }
    directory.write("main.rs", &main);
    directory.quiet(
        "rustc --edition 2024 --crate-type lib --emit metadata -D warnings -A dead_code main.rs",
    );
}
