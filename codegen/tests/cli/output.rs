//! The output of commands for other programs, shells and `man`.

use serde_json::{Value, json};

use crate::support::{BODIES, TestDirectory, model};

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is JSON")
}

/// A slide that turns on, with limits, on an arm.
const LIMITED: &str = r#"<robot name="crane">
  <link name="ground"/>
  <joint name="slew" type="continuous">
    <parent link="ground"/><child link="jib"/><axis xyz="0 0 1"/>
  </joint>
  <link name="jib"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="trolley" type="prismatic">
    <parent link="jib"/><child link="hook"/><axis xyz="0 -1 0"/>
    <limit lower="0.5" upper="4" effort="100" velocity="1.5"/>
  </joint>
  <link name="hook"><inertial><mass value="3"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
</robot>
"#;

#[test]
fn check_lists_the_joints() {
    let directory = TestDirectory::new("check_joints").file("crane.urdf", LIMITED);
    let text = directory.denoc(&["check", "crane.urdf"]).done();
    let row = |name: &str| {
        let mut lines = text.lines().filter(|line| line.starts_with(name));
        let line = lines.next().expect(name);
        line.split_whitespace()
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let columns = ["joint", "type", "axis", "parent", "body", "q", "v", "unit"];
    let limits = ["lower", "upper", "effort", "rate"];
    assert_eq!(row("joint "), [&columns[..], &limits].concat());
    let slew = ["slew", "revolute", "z", "base", "jib", "0", "0", "rad"];
    assert_eq!(row("slew"), slew);
    let trolley = ["trolley", "prismatic", "-y", "jib", "hook", "1", "1", "m"];
    let bounds = ["0.5", "4", "100", "1.5"];
    assert_eq!(row("trolley"), [&trolley[..], &bounds].concat());

    let plain = TestDirectory::new("check_plain")
        .denoc(&["check", &model("puma")])
        .done();
    let mut heads = plain.lines().filter(|line| line.starts_with("joint "));
    let heads: Vec<&str> = heads.next().expect("joints").split_whitespace().collect();
    assert_eq!(heads, columns, "no limits, no columns");
}

#[test]
fn check_prints_json() {
    let directory = TestDirectory::new("check_json").file("crane.urdf", LIMITED);
    let crane = json_of(
        &directory
            .denoc(&["check", "crane.urdf", "--format", "json"])
            .done(),
    );
    assert_eq!(crane["model"], "crane");
    assert_eq!(crane["source"], "crane.urdf");
    assert_eq!([&crane["nq"], &crane["nv"]], [2, 2]);
    assert_eq!(
        crane["bodies"][1],
        json!({"name": "hook", "parent": "jib", "mass": 3.0})
    );
    assert_eq!(crane["frames"][0], json!({"name": "tip", "body": "hook"}));
    assert_eq!(crane["joints"][0]["limits"], Value::Null);
    let trolley = json!({
        "name": "trolley", "type": "prismatic", "body": "hook", "parent": "jib", "axis": [0.0, -1.0, 0.0],
        "driven": false, "q": [1], "v": [1], "follows": [],
        "units": {"q": ["m"], "v": ["m/s"], "tau": ["N"]},
        "limits": {"lower": 0.5, "upper": 4.0, "effort": 100.0, "velocity": 1.5},
    });
    assert_eq!(crane["joints"][1], trolley);
}

/// Joints that follow motors have no place in q; motors have.
#[test]
fn check_prints_couplings_and_loops_as_json() {
    let directory = TestDirectory::new("check_coupled");
    let json = |path: &str| json_of(&directory.denoc(&["check", path, "--format", "json"]).done());
    let hand = json(&model("../tests/models/dry_hand"));
    let joints = hand["joints"].as_array().expect("joints");
    let named = |name: &str| {
        let mut joints = joints.iter().filter(|joint| joint["name"] == name);
        joints.next().expect(name)
    };
    assert_eq!(named("pitch")["follows"], json!(["0.5 m2 + 0.5 m1"]));
    assert_eq!(named("pitch")["q"], json!([]));
    assert_eq!(named("m2")["type"], "motor");
    let mut places: Vec<u64> = joints
        .iter()
        .flat_map(|joint| joint["q"].as_array().expect("indices"))
        .map(|place| place.as_u64().expect("an index"))
        .collect();
    places.sort_unstable();
    let all: Vec<u64> = (0..hand["nq"].as_u64().expect("a number")).collect();
    assert_eq!(places, all, "every coordinate has one place");

    let five_bar = json(&model("loops/five_bar"));
    assert_eq!(five_bar["degrees_of_freedom"], 2);
    assert_eq!(five_bar["loops"].as_array().map(Vec::len), Some(1));
    let free = json(&model("../tests/models/mech/one_free"));
    assert_eq!(free["joints"][0]["q"], json!([0, 1, 2, 3, 4, 5, 6]));
    assert_eq!(free["joints"][0]["axis"], Value::Null);
    assert_eq!(free["joints"][0]["units"]["v"][3], "rad/s");
}

#[test]
fn faults_leave_stdout_empty_in_every_format() {
    let directory = TestDirectory::new("json_faults")
        .file("bad.toml", BODIES.replace("mass = 1.0", "mass = -1"));
    for command in ["check", "count", "generate", "verify"] {
        directory
            .denoc(&[command, "bad.toml", "--format", "json"])
            .refused(&["bad.toml:8:8", "negative mass"]);
    }
}

#[test]
fn tables_and_pictures_go_to_stdout() {
    let directory = TestDirectory::new("stdout").file("arm.toml", BODIES);
    for (command, summary) in [
        (&["simulate", "arm.toml"][..], "drift"),
        (&["inverse", "arm.toml", "--cycloid"], "largest torque"),
    ] {
        let csv = directory.denoc(&[command, &["--csv", "-", "--svg", "arm.svg"]].concat());
        assert!(csv.stderr.contains(summary), "{}", csv.stderr);
        assert!(csv.stderr.ends_with("Wrote arm.svg\n"), "{}", csv.stderr);
        let table = csv.done();
        assert!(table.starts_with("t,q:upper,q:lower,qd:upper,"), "{table}");
        assert_eq!(table.lines().count(), 102);
        let svg = directory.denoc(&[command, &["--svg", "-"]].concat()).done();
        assert_eq!(svg, directory.text("arm.svg"));
    }
    assert!(!directory.has("-"));
    directory
        .denoc(&["simulate", "arm.toml", "--csv", "-", "--svg", "-"])
        .refused(&["two outputs both name -"]);
}

/// The files left by Ctrl-C are complete: rows up to some time, a picture of them, and the status of an interruption.
#[cfg(unix)]
#[test]
fn an_interrupted_motion_is_written_as_far_as_it_came() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let directory = TestDirectory::new("interrupted").file("arm.toml", BODIES);
    let arguments = "simulate arm.toml --duration 10000000 --step 100 --csv arm.csv --svg arm.svg";
    // A signal that comes before the motion has begun ends the process as any other: then again, and later.
    let ended = (1..8).find_map(|wait| {
        let child = Command::new(env!("CARGO_BIN_EXE_denoc"))
            .args(arguments.split(' '))
            .current_dir(&directory.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        std::thread::sleep(Duration::from_millis(300 * wait * wait));
        let process = child.id().to_string();
        let mut kill = Command::new("kill");
        let signalled = kill.args(["-INT", &process]).status().expect("kill");
        assert!(signalled.success());
        let output = child.wait_with_output().expect("the binary ends");
        output.status.code().is_some().then_some(output)
    });
    let ended = ended.expect("the motion begins within seconds");
    let (printed, warned) = (
        String::from_utf8_lossy(&ended.stdout),
        String::from_utf8_lossy(&ended.stderr),
    );
    assert_eq!(ended.status.code(), Some(130), "{warned}");
    assert!(
        printed.contains("s of 10000000 s, ") && printed.contains("Wrote arm.csv"),
        "{printed}"
    );
    assert!(warned.starts_with("warning: ended at t = "), "{warned}");
    let table = directory.text("arm.csv");
    let rows: Vec<&str> = table.lines().collect();
    let fields = |line: &str| line.split(',').count();
    assert!(table.ends_with('\n') && rows.len() > 1);
    assert!(rows.iter().all(|row| fields(row) == fields(rows[0])));
    assert!(directory.text("arm.svg").ends_with("</svg>\n"));
}

#[test]
fn shells_get_completions() {
    let directory = TestDirectory::new("completions");
    for (shell, words) in [
        ("bash", "complete -F _denoc"),
        ("zsh", "#compdef denoc"),
        ("fish", "complete -c denoc"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let script = directory.denoc(&["completions", shell]).done();
        assert!(
            script.contains(words) && script.contains("simulate"),
            "{shell}"
        );
    }
    directory
        .denoc(&["completions", "dos"])
        .misused(&["bash", "zsh", "fish"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = TestDirectory::new("man");
    let printed = directory.denoc(&["man", "--out", "man1"]).done();
    assert!(printed.ends_with("pages into man1\n"), "{printed}");
    let main = directory.text("man1/denoc.1");
    assert!(main.contains(".TH denoc 1"), "{main}");
    for command in [
        "generate",
        "count",
        "tables",
        "check",
        "eval",
        "base",
        "optimize",
        "bench",
        "simulate",
        "inverse",
        "verify",
        "view",
        "completions",
        "man",
    ] {
        let page = directory.text(&format!("man1/denoc-{command}.1"));
        assert!(page.contains(&format!("denoc\\-{command}")), "{page}");
        assert!(
            page.contains(".SH SYNOPSIS") && page.contains(".SH OPTIONS"),
            "{page}"
        );
        assert!(main.contains(&format!("denoc\\-{command}(1)")), "{command}");
    }
}

/// Colours are for terminals: none in pipes, in help, errors, warnings or tables.
#[test]
fn pipes_have_no_colours() {
    let directory =
        TestDirectory::new("colours").file("bad.toml", BODIES.replace("mass = 1.0", "mass = -1"));
    for arguments in [
        &["--help"][..],
        &["frobnicate"],
        &["check", "bad.toml"],
        &["check", "none.toml"],
        &["count", "--generic", "1"],
    ] {
        let outcome = directory.denoc(arguments);
        assert!(!outcome.stdout.contains('\u{1b}'), "{}", outcome.stdout);
        assert!(!outcome.stderr.contains('\u{1b}'), "{}", outcome.stderr);
    }
}
