//! What commands write: files of denoc are renewed, those of others kept, devices, pipes and links written through.

use crate::support::{ARM, BODIES, TestDirectory};

/// Every way to write files, and one of the files each.
const WRITERS: [(&[&str], &str); 7] = [
    (&["generate", "arm.toml", "--out", "out"], "out/arm.rs"),
    (
        &["generate", "arm.toml", "--out", "out", "--emit", "cdef"],
        "out/arm.cdef",
    ),
    (&["view", "arm.toml", "-o", "out/arm.html"], "out/arm.html"),
    (
        &["simulate", "arm.toml", "--csv", "out/arm.csv"],
        "out/arm.csv",
    ),
    (
        &["inverse", "arm.toml", "--cycloid", "--svg", "out/arm.svg"],
        "out/arm.svg",
    ),
    (
        &[
            "optimize",
            "arm.toml",
            "--functions",
            "gravity",
            "--proposals",
            "1000",
        ],
        "arm.toml.opt3",
    ),
    (&["man", "--out", "out"], "out/denoc-view.1"),
];

#[test]
fn files_of_others_are_kept_unless_forced() {
    for (index, (command, file)) in WRITERS.iter().enumerate() {
        let directory = TestDirectory::new(&format!("foreign_{index}")).file("arm.toml", ARM);
        std::fs::create_dir(directory.0.join("out")).expect("a directory");
        let directory = directory.file(file, "mine\n");
        directory.denoc(command).refused(&[file, "--force"]);
        assert_eq!(directory.text(file), "mine\n");
        directory
            .denoc(&[command, &["--force"][..]].concat())
            .done();
        assert_ne!(directory.text(file), "mine\n");
        directory.denoc(command).done();
    }
}

#[test]
fn files_of_denoc_and_empty_ones_are_renewed() {
    for (index, (command, file)) in WRITERS.iter().enumerate() {
        let directory = TestDirectory::new(&format!("renewed_{index}")).file("arm.toml", BODIES);
        directory.denoc(command).done();
        let text = directory.text(file);
        directory.denoc(command).done();
        assert_eq!(directory.text(file), text);
        let directory = directory.file(file, "");
        directory.denoc(command).done();
        assert_eq!(directory.text(file), text);
    }
}

/// The program that a model's name would replace, and the files that would stand beside it.
#[test]
fn a_run_that_may_not_write_one_file_writes_none() {
    let directory =
        TestDirectory::new("whole_runs").file("main.toml", ARM.replace("\"arm\"", "\"main\""));
    std::fs::create_dir(directory.0.join("src")).expect("a directory");
    let directory = directory.file("src/main.rs", "fn main() {}\n");
    let command = ["generate", "main.toml", "--out", "src"];
    directory
        .denoc(&command)
        .refused(&["src/main.rs", "--force"]);
    assert!(!directory.has("src/main.h"));
    assert_eq!(directory.text("src/main.rs"), "fn main() {}\n");
    let directory = directory.file("notes", "mine\n");
    let both = [
        "simulate",
        "main.toml",
        "--csv",
        "new.csv",
        "--svg",
        "notes",
    ];
    directory.denoc(&both).refused(&["notes", "--force"]);
    assert!(!directory.has("new.csv"));
}

/// The mark is that of what is written: a comment of C that quotes denoc is none of a page.
#[test]
fn files_of_another_format_are_kept() {
    let quoting = "/*\n * Generator: denoc 0.1.0, --opt 2\n */\nint main(void) { return 0; }\n";
    let directory = TestDirectory::new("other_format")
        .file("arm.toml", ARM)
        .file("h.html", quoting);
    for command in [
        &["view", "arm.toml", "-o", "h.html"][..],
        &["simulate", "arm.toml", "--csv", "h.html"],
        &["simulate", "arm.toml", "--svg", "h.html"],
    ] {
        directory.denoc(command).refused(&["h.html", "--force"]);
        assert_eq!(directory.text("h.html"), quoting);
    }
}

#[test]
fn a_name_that_ends_like_a_directory_names_no_file() {
    let directory = TestDirectory::new("trailing").file("arm.toml", ARM);
    for name in ["new/", "new/."] {
        directory
            .denoc(&["simulate", "arm.toml", "--csv", name])
            .refused(&[
                name,
                "this is the name of a directory; write the name of a file",
            ]);
    }
    assert!(!directory.has("new"));
}

/// A table of someone else, even one that `inverse` reads, is not a table of denoc.
#[test]
fn tables_of_others_are_told_by_their_columns() {
    let directory = TestDirectory::new("tables").file("arm.toml", ARM);
    let command = ["simulate", "arm.toml", "--csv", "mine.csv"];
    for table in [
        "t,q1,qd1,qdd1\n0,0,0,0\n",
        "t,q:1,qd:1,qdd:1\n",
        "t,T,note\n0,1,x\n",
    ] {
        let directory = TestDirectory(directory.0.clone()).file("mine.csv", table);
        directory.denoc(&command).refused(&["mine.csv", "--force"]);
    }
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn devices_are_written_to() {
        let directory = TestDirectory::new("devices").file("arm.toml", ARM);
        for (command, option) in [("simulate", "--csv"), ("simulate", "--svg"), ("view", "-o")] {
            directory
                .denoc(&[command, "arm.toml", option, "/dev/null"])
                .done();
            let null = fs::metadata("/dev/null").expect("a device");
            assert!(null.file_type().is_char_device());
        }
        let full = directory.denoc(&["simulate", "arm.toml", "--csv", "/dev/full"]);
        if fs::exists("/dev/full").unwrap_or(false) {
            full.refused(&["/dev/full: cannot write"]);
        }
    }

    /// A device that fails is known before a regular file is at its place.
    #[test]
    fn a_device_that_fails_leaves_no_file_beside_it() {
        if !fs::exists("/dev/full").unwrap_or(false) {
            return;
        }
        let directory = TestDirectory::new("full").file("arm.toml", ARM);
        for outputs in [
            ["--csv", "/dev/full", "--svg", "x"],
            ["--csv", "x", "--svg", "/dev/full"],
        ] {
            directory
                .denoc(&[&["simulate", "arm.toml"][..], &outputs].concat())
                .refused(&["/dev/full: cannot write"]);
            let left = fs::read_dir(&directory.0).expect("a directory");
            assert_eq!(left.count(), 1, "{outputs:?}");
        }
    }

    #[test]
    fn input_that_does_not_end_is_read_to_a_limit() {
        let directory = TestDirectory::new("endless").file("arm.toml", ARM);
        let eval = ["eval", "arm.toml", "gravity", "--input", "/dev/zero"];
        directory
            .denoc(&eval)
            .refused(&["/dev/zero: cannot read the input: it is longer than 64 MiB"]);
        let inverse = ["inverse", "arm.toml", "--trajectory", "/dev/zero"];
        directory
            .denoc(&inverse)
            .refused(&["/dev/zero: cannot read the table: it is longer than 1024 MiB"]);
    }

    /// Also where several files are written and one of them leads there.
    #[test]
    fn a_generated_file_may_lead_to_stdout() {
        let directory = TestDirectory::new("linked_stdout").file("arm.toml", ARM);
        fs::create_dir(directory.0.join("out")).expect("a directory");
        symlink("/dev/stdout", directory.0.join("out/arm.h")).expect("a link");
        let done = directory.denoc(&["generate", "arm.toml", "--emit", "c", "--out", "out"]);
        assert!(done.stderr.contains("Wrote out/arm.c\n"), "{}", done.stderr);
        let header = done.done();
        assert!(header.contains("arm_inverse_dynamics("), "{header}");
        assert!(
            directory
                .text("out/arm.c")
                .contains("arm_inverse_dynamics(")
        );
    }

    /// By whatever name, and also where stdout is a file.
    #[test]
    fn stdout_has_the_file_and_nothing_else() {
        let directory = TestDirectory::new("named_stdout").file("arm.toml", ARM);
        let csv = |name| directory.denoc(&["simulate", "arm.toml", "--csv", name]);
        let table = csv("-").done();
        assert!(table.starts_with("t,q:"), "{table}");
        for name in ["/dev/stdout", "/dev/fd/1"] {
            let named = csv(name);
            assert!(named.stderr.contains("drift"), "{}", named.stderr);
            assert_eq!(named.done(), table);
        }
        let page = directory.denoc(&["view", "arm.toml", "-o", "-"]).done();
        assert!(page.starts_with("<!doctype html>"));
        let file = fs::File::create(directory.0.join("table.csv")).expect("a file");
        let status = Command::new(env!("CARGO_BIN_EXE_denoc"))
            .args(["simulate", "arm.toml", "--csv", "/dev/stdout"])
            .current_dir(&directory.0)
            .stdout(file)
            .stderr(std::process::Stdio::null())
            .status();
        assert!(status.expect("the binary runs").success());
        assert_eq!(directory.text("table.csv"), table);
    }

    #[test]
    fn a_pipe_is_written_to() {
        let directory = TestDirectory::new("fifo").file("arm.toml", ARM);
        let pipe = directory.0.join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        directory
            .denoc(&["simulate", "arm.toml", "--csv", "pipe"])
            .done();
        let table = reader.join().expect("a thread").expect("a text");
        assert!(table.starts_with("t,q:"), "{table}");
        assert!(fs::metadata(&pipe).expect("a pipe").file_type().is_fifo());
    }

    #[test]
    fn links_are_kept_and_what_they_point_to_is_written() {
        let directory = TestDirectory::new("links").file("arm.toml", ARM);
        fs::create_dir(directory.0.join("far")).expect("a directory");
        for (name, to) in [("new.csv", "far/new.csv"), ("twice.csv", "new.csv")] {
            symlink(to, directory.0.join(name)).expect("a link");
            directory
                .denoc(&["simulate", "arm.toml", "--csv", name])
                .done();
            let link = fs::symlink_metadata(directory.0.join(name)).expect("a link");
            assert!(link.is_symlink());
            assert!(directory.text("far/new.csv").starts_with("t,q:"));
        }
        let directory = directory.file("far/mine", "mine\n");
        symlink("far/mine", directory.0.join("mine.csv")).expect("a link");
        directory
            .denoc(&["simulate", "arm.toml", "--csv", "mine.csv"])
            .refused(&["mine.csv", "--force"]);
        directory
            .denoc(&[
                "simulate",
                "arm.toml",
                "--csv",
                "new.csv",
                "--svg",
                "far/new.csv",
            ])
            .refused(&["both name far/new.csv"]);
        symlink("circle", directory.0.join("circle")).expect("a link");
        directory
            .denoc(&["simulate", "arm.toml", "--csv", "circle"])
            .refused(&["circle: cannot write"]);
    }

    /// As any program would make them; drafts do not stay.
    #[test]
    fn files_have_the_permissions_of_new_files_or_keep_their_own() {
        let directory = TestDirectory::new("permissions")
            .file("arm.toml", ARM)
            .file("ordinary", "");
        let mode = |name: &str| {
            let file = fs::metadata(directory.0.join(name)).expect(name);
            file.permissions().mode() & 0o7777
        };
        let command = ["simulate", "arm.toml", "--csv", "new.csv"];
        directory.denoc(&command).done();
        assert_eq!(mode("new.csv"), mode("ordinary"));
        let own = fs::Permissions::from_mode(0o600);
        fs::set_permissions(directory.0.join("new.csv"), own).expect("permissions");
        directory.denoc(&command).done();
        assert_eq!(mode("new.csv"), 0o600);
        let mut names: Vec<_> = fs::read_dir(&directory.0)
            .expect("a directory")
            .map(|entry| entry.expect("a file").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["arm.toml", "new.csv", "ordinary"]);
    }
}
