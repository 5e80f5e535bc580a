//! `denoc simulate` and `denoc inverse`: tables, pictures, and what is reported when the input does not fit.

use crate::support::{ARM, BALL, BODIES, TestDirectory, model};

/// Columns of a table, by name.
fn column(table: &str, name: &str) -> Vec<f64> {
    let mut lines = table.lines();
    let header = lines.next().expect("a header");
    let directory = header
        .split(',')
        .position(|known| known == name)
        .expect(name);
    let number = |line: &str| {
        line.split(',')
            .nth(directory)
            .map(|field| field.parse().expect(field))
    };
    lines
        .map(|line| number(line).expect("a full row"))
        .collect()
}

/// The positions, row by row, of free falls of the golden data.
fn golden(name: &str, motion: &str) -> serde_json::Value {
    let folder = format!("{}/../tests/golden/dh", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect(name);
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    all[motion].clone()
}

#[test]
fn free_fall_on_the_command_line_matches_golden() {
    let directory = TestDirectory::new("fall");
    for (name, q0) in [("puma", "0,0,0,0,0,0"), ("stanford", "0,pi/2,0,0,0,0")] {
        let fall = golden(&format!("{name}_saha"), "free_fall")[0].clone();
        for state in ["lagrangian", "hamiltonian"] {
            let csv = format!("{name}_{state}.csv");
            let printed = directory
                .denoc(&[
                    "simulate",
                    &model(name),
                    "--q0",
                    q0,
                    "--state",
                    state,
                    "--csv",
                    &csv,
                ])
                .done();
            assert!(
                printed.contains("101 rows") && printed.contains(&format!("Wrote {csv}")),
                "{printed}"
            );
            let table = directory.text(&csv);
            for joint in 0..6 {
                let found = column(&table, &format!("q:link{}", joint + 1));
                let expected = fall["q"].as_array().expect("rows");
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(expected) {
                    let expected = expected[joint].as_f64().expect("a number");
                    assert!((found - expected).abs() < 1e-9, "{name} {state} {joint}");
                }
            }
            let balance = column(&table, "balance");
            assert!(
                balance
                    .iter()
                    .all(|energy| (energy - balance[0]).abs() < 1e-9)
            );
        }
    }
}

#[test]
fn torques_of_the_cycloid_on_the_command_line_match_golden() {
    let directory = TestDirectory::new("cycloid");
    let stanford = [
        "--q0",
        "0,pi/2,0,0,0,0",
        "--amplitude",
        "pi/3,-pi/6,0.1,pi/3,pi/3,pi/3",
    ];
    for (name, more) in [("puma", &[][..]), ("stanford", &stanford[..])] {
        let path = model(name);
        let all = [
            &["inverse", &path, "--cycloid", "--csv", "torques.csv"],
            more,
        ]
        .concat();
        let printed = directory.denoc(&all).done();
        assert!(
            printed.contains("link6") && printed.contains("Nm"),
            "{printed}"
        );
        let table = directory.text("torques.csv");
        let samples = golden(&format!("{name}_saha"), "trajectory");
        for joint in 0..6 {
            let found = column(&table, &format!("tau:link{}", joint + 1));
            for (found, sample) in found.iter().zip(samples.as_array().expect("samples")) {
                let expected = sample["tau"][joint].as_f64().expect("a number");
                assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0) * 50.0);
            }
        }
    }
}

#[test]
fn a_table_of_one_command_is_input_of_the_other() {
    let directory = TestDirectory::new("round_trip").file("arm.toml", BODIES);
    directory
        .denoc(&[
            "simulate",
            "arm.toml",
            "--torque",
            "0.4,-0.2",
            "--csv",
            "out/moved.csv",
        ])
        .done();
    directory
        .denoc(&[
            "inverse",
            "arm.toml",
            "--trajectory",
            "out/moved.csv",
            "--csv",
            "back.csv",
            "--svg",
            "back.svg",
        ])
        .done();
    let torques = column(&directory.text("back.csv"), "tau:lower");
    assert!(
        torques.iter().all(|tau| (tau + 0.2).abs() < 1e-10),
        "{torques:?}"
    );
    let printed = directory
        .denoc(&[
            "simulate",
            "arm.toml",
            "--torque",
            "back.csv",
            "--step",
            "0.3",
            "--csv",
            "again.csv",
        ])
        .done();
    assert!(printed.contains("5 rows"), "{printed}");
    let again = directory.text("again.csv");
    assert_eq!(column(&again, "t"), [0.0, 0.3, 0.6, 0.9, 1.0]);
    let (first, last) = (
        column(&directory.text("out/moved.csv"), "q:upper"),
        column(&again, "q:upper"),
    );
    assert!((first[100] - last[4]).abs() < 1e-9);
}

#[test]
fn pictures_are_readable_xml_with_all_joints() {
    let directory = TestDirectory::new("pictures")
        .file("ball.toml", BALL.replace("\"ball\"", "\"a <ball> & co\""));
    directory
        .denoc(&[
            "simulate",
            "ball.toml",
            "--qd0",
            "1,2,-3",
            "--svg",
            "ball.svg",
        ])
        .done();
    let svg = directory.text("ball.svg");
    for words in [
        "a &lt;ball&gt; &amp; co.qw</text>",
        "a &lt;ball&gt; &amp; co.wz</text>",
        "Joint positions: quaternions",
        "Joint velocities: angular",
        "velocity, rad/s",
        "Zero throughout: joint torques.",
        "energy, J",
        "time, s",
        "kinetic T",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("torque, Nm"), "no torques, no panel");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

/// Two joints with one torque: their lines of torque lie on each other.
#[test]
fn overlapping_lines_alternate() {
    let directory = TestDirectory::new("overlap").file("arm.toml", BODIES);
    let simulate = ["simulate", "arm.toml", "--torque", "0.5,0.5", "--svg"];
    directory
        .denoc(&[&simulate[..], &["arm.svg"]].concat())
        .done();
    let svg = directory.text("arm.svg");
    assert!(svg.contains("torque, Nm"));
    let shares = svg.matches("stroke-dasharray=\"12.0 12.0\"").count();
    assert!(shares >= 2, "two lines: {shares}");
    assert!(svg.contains("stroke-dashoffset=\"12.0\""));
}

#[test]
fn invalid_settings_are_reported() {
    let directory = TestDirectory::new("bad_settings").file("arm.toml", BODIES);
    let cases: [(&[&str], &[&str]); 11] = [
        (
            &["--step", "0"],
            &["--step is 0", "positive number of seconds"],
        ),
        (&["--step", "-0.1"], &["--step is -0.1"]),
        (&["--step", "nan"], &["--step is NaN"]),
        (&["--step", "1e-9"], &["1000000000 rows", "larger step"]),
        (&["--duration", "0"], &["--duration is 0"]),
        (&["--duration", "-1"], &["--duration is -1"]),
        (&["--duration", "inf"], &["--duration is inf"]),
        (&["--rtol", "1e-20"], &["--rtol is 1e-20", "at least"]),
        (&["--atol", "0"], &["--atol is 0"]),
        (&["--q0", "1"], &["--q0 has 1 numbers", "2 coordinates"]),
        (
            &["--torque", "1,2,3"],
            &["--torque has 3 numbers", "2 velocities"],
        ),
    ];
    for (flags, words) in cases {
        let all = [&["simulate", "arm.toml", "--csv", "out.csv"], flags].concat();
        directory.denoc(&all).refused(words);
        assert!(!directory.has("out.csv"), "{flags:?}");
    }
    for flags in [
        &["--step", "soon"][..],
        &["--q0", "1,north"],
        &["--method", "euler"],
        &["--state", "solid"],
    ] {
        let outcome = directory.denoc(&[&["simulate", "arm.toml"], flags].concat());
        assert_eq!(outcome.status, Some(2), "{flags:?}: {}", outcome.stderr);
    }
    directory
        .denoc(&["simulate", "arm.toml", "--csv", "same", "--svg", "same"])
        .refused(&["two outputs both name same"]);
}

#[test]
fn torque_tables_that_do_not_fit_are_reported_with_their_line() {
    let directory = TestDirectory::new("bad_torques").file("arm.toml", BODIES);
    let cases = [
        ("", "tau.csv:1: no rows"),
        ("t,tau1,tau2\n", "tau.csv:1: no rows"),
        (
            "t,tau1\n0,1\n1,1\n",
            "tau.csv:1: no column for the torque of \"lower\"; write `tau:lower` or `tau2`",
        ),
        ("tau1,tau2\n1,1\n", "tau.csv:1: no column `t`"),
        ("t;tau1;tau2\n0;1;1\n", "separated by commas"),
        (
            "t,tau1,tau1\n0,1,1\n",
            "tau.csv:1: column `tau1` occurs twice",
        ),
        (
            "t,tau1,tau2\n0,1,2\n1,1\n",
            "tau.csv:3: the row has 2 fields where the header has 3",
        ),
        (
            "t,tau1,tau2\n0,1,2\n0.5,1,2\n",
            "tau.csv:3: the torques are given from t = 0 to 0.5 s",
        ),
        ("t,tau1,tau2\n0.1,1,2\n1,1,2\n", "from t = 0.1 to 1 s"),
        (
            "t,tau1,tau2\n0,1,2\n0.7,1,2\n0.6,1,2\n1,1,2\n",
            "tau.csv:4: t = 0.6 follows t = 0.7",
        ),
        (
            "t,tau1,tau2\n0,1,2\n0,1,2\n1,1,2\n",
            "tau.csv:3: t = 0 follows t = 0",
        ),
        (
            "t,tau1,tau2\n0,1,NaN\n1,1,2\n",
            "tau.csv:2: `tau2` is `NaN`; write a finite number",
        ),
        (
            "t,tau1,tau2\n0,1,0x10\n1,1,2\n",
            "tau.csv:2: `tau2` is `0x10`",
        ),
        ("t,tau1,tau2\n0,1,\n1,1,2\n", "tau.csv:2: `tau2` is ``"),
        (
            "t,tau1,tau2\n0,\"1,5\",0\n1,1,2\n",
            "tau.csv:2: `tau1` is `1,5`",
        ),
    ];
    for (text, words) in cases {
        std::fs::write(directory.0.join("tau.csv"), text).expect("a table");
        directory
            .denoc(&[
                "simulate", "arm.toml", "--torque", "tau.csv", "--csv", "out.csv",
            ])
            .refused(&[words]);
        assert!(!directory.has("out.csv"), "{words}");
    }
    std::fs::write(directory.0.join("tau.csv"), b"t,tau1\xff\n").expect("a table");
    directory
        .denoc(&["simulate", "arm.toml", "--torque", "tau.csv"])
        .refused(&["tau.csv: cannot read the table"]);
    directory
        .denoc(&["simulate", "arm.toml", "--torque", "missing.csv"])
        .refused(&["missing.csv: cannot read the table"]);
}

#[test]
fn trajectories_that_do_not_fit_are_reported_with_their_line() {
    let directory = TestDirectory::new("bad_trajectory")
        .file("arm.toml", ARM)
        .file("ball.toml", BALL);
    let cases = [
        (
            "t,q1\n0,1\n",
            "path.csv:1: there are no velocities: write columns `qd:NAME` or `qd1`",
        ),
        (
            "t,q1,qd1\n0,1,1\n",
            "path.csv:1: there are no accelerations",
        ),
        (
            "t,qd1,qdd1\n0,1,1\n",
            "no column for the position of \"link1\"; write `q:link1` or `q1`",
        ),
        ("t,q1,qd1,qdd1\n0,1,2,inf\n", "path.csv:2: `qdd1` is `inf`"),
    ];
    for (text, words) in cases {
        std::fs::write(directory.0.join("path.csv"), text).expect("a table");
        directory
            .denoc(&[
                "inverse",
                "arm.toml",
                "--trajectory",
                "path.csv",
                "--svg",
                "out.svg",
            ])
            .refused(&[words]);
        assert!(!directory.has("out.svg"), "{words}");
    }
    directory
        .denoc(&["inverse", "ball.toml", "--cycloid"])
        .refused(&["part of a quaternion", "--trajectory"]);
    for usage in [
        &["inverse", "arm.toml"][..],
        &[
            "inverse",
            "arm.toml",
            "--cycloid",
            "--trajectory",
            "path.csv",
        ],
        &[
            "inverse",
            "arm.toml",
            "--trajectory",
            "path.csv",
            "--duration",
            "3",
        ],
    ] {
        assert_eq!(directory.denoc(usage).status, Some(2), "{usage:?}");
    }
}

#[test]
fn a_motion_without_numbers_stops_with_its_time() {
    let directory = TestDirectory::new("overflow").file("arm.toml", BODIES);
    directory
        .denoc(&[
            "simulate",
            "arm.toml",
            "--torque",
            "1e308,1e308",
            "--duration",
            "1e5",
            "--csv",
            "out.csv",
        ])
        .refused(&["no longer finite at t = "]);
    assert!(!directory.has("out.csv"));
    directory
        .denoc(&["simulate", "arm.toml", "--q0", "0,1e9"])
        .refused(&["coordinate \"lower\" is 1e9 rad", "up to 2e8 rad"]);
    directory
        .denoc(&["simulate", "arm.toml", "--csv", "."])
        .refused(&["cannot write"]);
}

#[test]
fn loops_are_closed_and_a_failure_to_close_is_reported() {
    let directory = TestDirectory::new("loops");
    let five_bar = model("loops/five_bar");
    let simulated = |more: &[&str]| {
        let all = [&["simulate", &five_bar, "--duration", "0.1"], more].concat();
        directory.denoc(&all)
    };
    let printed = simulated(&[
        "--torque",
        "2,-1",
        "--csv",
        "moved.csv",
        "--svg",
        "moved.svg",
    ])
    .done();
    assert!(
        printed.contains("loops     open by") && !printed.contains("start  "),
        "{printed}"
    );
    let table = directory.text("moved.csv");
    let header = table.lines().next().expect("a header");
    assert!(
        header.contains("qdd:coupler2,tau:crank1,tau:crank2,T"),
        "{header}"
    );
    let balance = column(&table, "balance");
    assert!(
        balance
            .iter()
            .all(|energy| (energy - balance[0]).abs() < 1e-9)
    );
    let printed = simulated(&["--q0", "30deg,-1.4,30deg,-2.7", "--qd0", "1,0,0,0"]).done();
    assert!(
        printed.contains("coordinates were moved by up to")
            && printed.contains("velocities were changed by up to"),
        "{printed}"
    );
    simulated(&["--q0", "pi,0,0,0"]).refused(&["a gap of 4.800 remains", "--q0"]);
    simulated(&["--q0", "1,2"]).refused(&["--q0 has 2 numbers", "4 coordinates"]);
    simulated(&["--torque", "1,2,3,4"]).refused(&["2 actuated velocities"]);
    simulated(&["--state", "hamiltonian"]).refused(&["loops", "--state lagrangian"]);
    let back = [
        "inverse",
        &five_bar,
        "--trajectory",
        "moved.csv",
        "--csv",
        "back.csv",
    ];
    directory.denoc(&back).done();
    let torques = column(&directory.text("back.csv"), "tau:crank2");
    assert!(
        torques.iter().all(|tau| (tau + 1.0).abs() < 1e-9),
        "{torques:?}"
    );
    directory
        .denoc(&["inverse", &five_bar, "--cycloid", "--amplitude", "0.5,0.2"])
        .done();
    directory
        .denoc(&["inverse", &five_bar, "--cycloid", "--amplitude", "0,pi"])
        .refused(&["the loops do not close at t = ", "--amplitude"]);
    let printed = directory
        .denoc(&["view", &five_bar, "--trajectory", "moved.csv"])
        .done();
    assert!(printed.contains(" instants of a motion"), "{printed}");
    let actuated = "t,q:crank1,q:crank2,qd:crank1,qd:crank2,qdd:crank1,qdd:crank2\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n";
    TestDirectory::new("view_actuated")
        .file("actuated.csv", actuated)
        .denoc(&["view", &five_bar, "--trajectory", "actuated.csv"])
        .refused(&["actuated.csv", "all joints of the tree", "denoc inverse"]);
}

/// Under such a gravity a step takes 1e-20 s: the motion is not waited for.
#[test]
fn a_motion_that_would_not_end_is_refused() {
    let heavy = BODIES.replace("-9.81", "-1e40");
    let directory = TestDirectory::new("motion_heavy").file("arm.toml", heavy);
    let start = ["--q0", "0.3,0.2"];
    directory
        .denoc(&[&["simulate", "arm.toml"][..], &start].concat())
        .refused(&["the steps are too short to come to the end", "--duration"]);
}
