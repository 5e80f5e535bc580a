//! The header as its users meet it: matrices in two dimensions, lengths by name, C++, readers without a preprocessor.

use std::process::Command;

use crate::support::{BODIES, TestDirectory, model};

/// Compilers with the standards that the code is written for.
const BUILDS: [(&str, &[&str]); 6] = [
    ("gcc", &["-std=c99"]),
    ("gcc", &["-std=c11"]),
    ("clang", &["-std=c99"]),
    ("clang", &["-std=c11"]),
    ("g++", &["-x", "c++", "-std=c++17"]),
    ("clang++", &["-x", "c++", "-std=c++17"]),
];

/// An arm with a tool, and what to generate of it.
fn generated(test: &str, emit: &str) -> TestDirectory {
    let directory = TestDirectory::new(test).file("arm.toml", BODIES);
    let functions = "mass_matrix,inverse_dynamics,inverse_dynamics_with_wrenches,potential_energy";
    let arguments = [
        "generate",
        "arm.toml",
        "--emit",
        emit,
        "--functions",
        functions,
    ];
    directory.denoc(&arguments).done();
    directory
}

/// Compiles a file with every compiler there is, and every warning an error.
fn compiles(directory: &TestDirectory, file: &str) {
    for (compiler, standard) in BUILDS {
        for level in ["-O0", "-O2"] {
            let outcome = Command::new(compiler)
                .current_dir(&directory.0)
                .args(standard)
                .args([
                    "-Wall",
                    "-Wextra",
                    "-Wpedantic",
                    "-Werror",
                    level,
                    "-c",
                    file,
                ])
                .args(["-o", "out.o"])
                .output();
            let Ok(outcome) = outcome else {
                println!("{compiler} is not installed: its part of the test is skipped");
                continue;
            };
            let messages = String::from_utf8_lossy(&outcome.stderr);
            assert!(
                outcome.status.success(),
                "{compiler} {standard:?} {level}: {messages}"
            );
        }
    }
}

#[test]
fn sources_are_c_and_cpp() {
    let directory = generated("header_source", "c");
    compiles(&directory, "arm.c");
    let model = model("loops/five_bar");
    let functions = "inverse_dynamics_with_forces,forward_dynamics";
    let arguments = ["generate", &model, "--emit", "c", "--functions", functions];
    directory.denoc(&arguments).done();
    compiles(&directory, "five_bar.c");
}

#[test]
fn the_printed_example_of_passing_a_matrix_compiles() {
    let directory = generated("header_matrix", "c");
    let header = directory.text("arm.h");
    let lines = header
        .lines()
        .skip_while(|line| !line.contains("two dimensions"));
    let example: Vec<&str> = lines.skip(1).take(2).map(|line| &line[2..]).collect();
    let example = example.join("\n");
    assert!(
        example.contains("arm_mass_matrix(q, &M[0][0]);"),
        "{example}"
    );
    let user = format!(
        "#include \"arm.h\"\n\
         double use(const double *q, double *flat);\n\
         double use(const double *q, double *flat)\n{{\n{example}\n\
         double wrenches[ARM_WRENCHES_LEN] = {{0.0}};\n\
         double rows[ARM_MASS_MATRIX_M_LEN];\n\
         arm_mass_matrix(q, rows);\n\
         arm_inverse_dynamics_with_wrenches(q, q, q, wrenches, flat);\n\
         return M[1][0] + rows[2];\n}}\n"
    );
    let directory = directory.file("user.c", user);
    compiles(&directory, "user.c");
}

#[test]
fn lengths_have_names_and_no_reader_needs_a_preprocessor() {
    let directory = generated("header_cdef", "c,cdef");
    let (header, cdef) = (directory.text("arm.h"), directory.text("arm.cdef"));
    for text in [&header, &cdef] {
        for prototype in text.lines().filter(|line| line.starts_with("void ")) {
            let mut lengths = prototype.split('[').skip(1);
            assert!(lengths.all(|one| one.starts_with("ARM_")), "{prototype}");
        }
        for words in [
            "#define ARM_WRENCHES_LEN 12\n",
            "#define ARM_MASS_MATRIX_M_ROWS 2\n",
        ] {
            assert!(text.contains(words), "`{words}` is not in\n{text}");
        }
    }
    for line in cdef.lines().filter(|line| line.contains('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let is_number = |word: &&str| word.parse::<usize>().is_ok();
        assert!(
            words[0] == "#define" && words.len() == 3 && words.last().is_some_and(is_number),
            "{line}"
        );
    }
    let guarded = ["extern \"C\"", "__cplusplus"];
    assert!(
        guarded
            .iter()
            .all(|word| header.contains(word) && !cdef.contains(word))
    );
}

#[test]
fn equal_legs_share_functions_where_that_is_asked_for() {
    let directory = TestDirectory::new("equal_legs");
    let hexapod = format!("{}/tests/models/hexapod.toml", env!("CARGO_MANIFEST_DIR"));
    let generate = [
        "generate",
        &hexapod,
        "--emit",
        "c",
        "--functions",
        "inverse_dynamics",
    ];
    directory.denoc(&generate).done();
    let [alone, header] = ["hexapod.c", "hexapod.h"].map(|name| directory.text(name));
    assert!(!header.contains("Limbs"), "{header}");
    directory
        .denoc(&[&generate[..], &["--share"]].concat())
        .done();
    let [shared, header] = ["hexapod.c", "hexapod.h"].map(|name| directory.text(name));
    assert!(header.contains("Limbs left_front_hip, "), "{header}");
    let statements = |text: &str| text.matches("    const double t").count();
    assert!(2 * statements(&shared) < statements(&alone));
    compiles(&directory, "hexapod.c");
}
