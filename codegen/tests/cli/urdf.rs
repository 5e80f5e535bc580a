//! Robots in URDF: every command takes them, faults name the file they are in, and nothing is written.

use denoc_codegen::model::Base;
use quote::quote;

use crate::support::TestDirectory;

/// A pendulum; its only fault is that its damping is off.
const PENDULUM: &str = r#"<robot name="pendulum">
  <link name="ground"/>
  <joint name="hinge" type="revolute">
    <parent link="ground"/>
    <child link="rod"/>
    <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
    <dynamics damping="0.1"/>
  </joint>
  <link name="rod">
    <inertial>
      <origin xyz="0 0 -0.5"/>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.01"/>
    </inertial>
  </link>
</robot>
"#;

const WRAPPER: &str = "urdf = \"robots/pendulum.urdf\"\nname = \"bell\"\ndynamics = true\n";

/// The pendulum on a ground that has a mass.
fn heavy() -> String {
    let inertia = "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>";
    let ground =
        format!("<link name=\"ground\"><inertial><mass value=\"3\"/>{inertia}</inertial></link>");
    PENDULUM.replace("<link name=\"ground\"/>", &ground)
}

fn with_robot(name: &str, robot: &str) -> TestDirectory {
    let directory = TestDirectory::new(name);
    std::fs::create_dir(directory.0.join("robots")).expect("a directory for the test");
    directory
        .file("robots/pendulum.urdf", robot)
        .file("bell.toml", WRAPPER)
        .file("in.json", r#"{"q": [0.5], "qd": [1], "qdd": [0]}"#)
}

#[test]
fn every_command_takes_a_urdf() {
    let directory = with_robot("urdf-commands", PENDULUM);
    for model in ["robots/pendulum.urdf", "bell.toml"] {
        directory.run_every_command(model, &[]);
        directory.denoc(&["count", model]).done();
    }
    for name in ["pendulum", "bell"] {
        for extension in ["rs", "c", "h"] {
            assert!(
                directory.has(&format!("out/{name}.{extension}")),
                "{name}.{extension}"
            );
        }
    }
}

#[test]
fn every_command_takes_how_to_read_the_model() {
    let directory = with_robot("urdf-reading", &heavy());
    let model = "robots/pendulum.urdf";
    directory.run_every_command(model, &["--snap", "1e-5", "--base", "fixed"]);
    let floating = directory
        .denoc(&["check", model, "--base", "floating", "--snap", "0"])
        .done();
    assert!(floating.contains("7 velocities"), "{floating}");
    for wrong in [["--snap", "0.1"], ["--snap", "x"], ["--base", "flying"]] {
        let outcome = directory.denoc(&["check", model, wrong[0], wrong[1]]);
        assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    }
    let outcome = directory.denoc(&["count", "--generic", "2", "--snap", "0"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
}

/// An arm of two links at right angles, to five digits.
fn coarse() -> String {
    let rod = PENDULUM.find("  <link name=\"rod\">").expect("a rod");
    let second = "<joint name=\"elbow\" type=\"revolute\"><origin xyz=\"0 0 -1\" rpy=\"0 1.5708 0\"/>\
                  <parent link=\"rod\"/><child link=\"hand\"/>\
                  <limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>";
    let hand = PENDULUM[rod..].replace("\"rod\"", "\"hand\"");
    PENDULUM.replace("</robot>", second) + &hand
}

#[test]
fn check_count_and_generate_measure_what_snap_would_save() {
    let directory = with_robot("urdf-coarse", &coarse());
    let model = "robots/pendulum.urdf";
    let words = "`--snap 1e-5` makes them exact and saves ";
    for arguments in [
        &["check", model][..],
        &["count", model, "--functions", "gravity"],
        &["generate", model, "--functions", "gravity", "--out", "out"],
    ] {
        let outcome = directory.denoc(arguments);
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
        assert!(
            outcome
                .stderr
                .contains("angles at 1 place are multiples of pi/2 to 5 digits")
        );
    }
    for snap in ["0", "1e-5"] {
        let outcome = directory.denoc(&["check", model, "--snap", snap]);
        assert!(!outcome.stderr.contains("angles at"), "{}", outcome.stderr);
    }
}

#[test]
fn all_interfaces_read_a_model_alike() {
    let directory = with_robot("urdf-interfaces-reading", &heavy());
    let path = directory
        .0
        .join("robots/pendulum.urdf")
        .display()
        .to_string();
    let functions = ["--functions", "inverse_dynamics"];
    let reading = ["--base", "floating", "--snap", "1e-3"];
    directory
        .denoc(
            &[
                &["generate", &path, "--out", "out"][..],
                &functions,
                &reading,
            ]
            .concat(),
        )
        .done();
    denoc_codegen::build::model(&path)
        .base(Base::Floating)
        .snap("1e-3".parse().expect("a tolerance"))
        .functions(["inverse_dynamics"])
        .out_dir(directory.0.join("built"))
        .generate()
        .expect("a sound model");
    assert_eq!(
        directory.text("out/pendulum.rs"),
        directory.text("built/pendulum.rs")
    );
    let expand = |reading| {
        let attribute = quote!(model = #path, functions = ["inverse_dynamics"] #reading);
        denoc_codegen::attribute::expand(
            attribute,
            quote!(
                pub struct Pendulum;
            ),
        )
        .to_string()
    };
    let fixed = expand(quote!());
    let floating = expand(quote!(, base = "floating", snap = 1e-3));
    assert!(!floating.contains("compile_error"), "{floating}");
    assert_ne!(fixed, floating);
    for wrong in [
        quote!(base = "flying"),
        quote!(snap = 1),
        quote!(snap = "x"),
    ] {
        let attribute = quote!(model = #path, #wrong);
        let expanded = denoc_codegen::attribute::expand(
            attribute,
            quote!(
                pub struct Pendulum;
            ),
        );
        let expanded = expanded.to_string();
        assert!(expanded.contains("compile_error"), "{expanded}");
    }
}

#[test]
fn check_prints_the_tree_with_limits_and_says_that_damping_is_off() {
    let outcome = with_robot("urdf-check", PENDULUM).denoc(&["check", "robots/pendulum.urdf"]);
    for words in [
        "robots/pendulum.urdf:7:24",
        "the damping and friction of the joints (<dynamics>) are off",
        "`dynamics = true`",
    ] {
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    }
    let tree = outcome.done();
    let rod = "rod (revolute, 2.0 kg, -1.5 to 1.5, effort 10.0, rate 2.0)";
    assert!(tree.replace("2 kg", "2.0 kg").contains(rod), "{tree}");
    assert!(tree.contains("frame tip on rod"), "{tree}");
}

#[test]
fn damping_acts_in_the_model_that_asks_for_it() {
    let directory = with_robot("urdf-damping", PENDULUM);
    let torque = |model: &str| {
        let arguments = ["eval", model, "inverse_dynamics", "--input", "in.json"];
        let text = directory.denoc(&arguments).done();
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        value["tau"][0].as_f64().expect("a number")
    };
    let difference = torque("bell.toml") - torque("robots/pendulum.urdf");
    assert!((difference - 0.1).abs() < 1e-12, "{difference}");
}

#[test]
fn faults_are_shown_in_the_file_they_are_in() {
    let directory = with_robot(
        "urdf-faults",
        &PENDULUM.replace("value=\"2\"", "value=\"2,5\""),
    );
    for model in ["robots/pendulum.urdf", "bell.toml"] {
        for command in ["check", "generate"] {
            directory.denoc(&[command, model]).refused(&[
                "robots/pendulum.urdf:12:20",
                "is not a number: \"2,5\"",
                "<mass value=\"2,5\"/>",
                "write a point",
            ]);
        }
    }
    assert!(
        !directory.has("pendulum.rs") && !directory.has("bell.rs"),
        "nothing is written"
    );
}

#[test]
fn sdf_is_named_as_such() {
    let directory =
        TestDirectory::new("urdf-sdf").file("arm.sdf", "<sdf version=\"1.9\"><model/></sdf>\n");
    let words = ["arm.sdf:1:1", "this is SDF, not URDF", "export URDF"];
    directory.denoc(&["check", "arm.sdf"]).refused(&words);
}

#[test]
fn xacro_is_refused_with_the_command_to_run() {
    let directory = TestDirectory::new("urdf-xacro").file(
        "arm.urdf.xacro",
        "<robot name=\"a\" xmlns:xacro=\"http://wiki.ros.org/xacro\">\n  <xacro:arm/>\n</robot>\n",
    );
    directory.denoc(&["check", "arm.urdf.xacro"]).refused(&[
        "arm.urdf.xacro:2:3",
        "this is xacro, not URDF",
        "`xacro robot.urdf.xacro > robot.urdf`",
    ]);
}

/// The attribute makes the compiler run it again when either file changes.
#[test]
fn the_attribute_tracks_both_files() {
    let directory = with_robot("urdf-tracked", PENDULUM);
    let path = directory.0.join("bell.toml").display().to_string();
    let expanded = denoc_codegen::attribute::expand(
        quote!(model = #path),
        quote!(
            pub struct Bell;
        ),
    );
    let file: syn::File = syn::parse2(expanded).expect("the attribute gives items");
    let text = prettyplease::unparse(&file);
    assert_eq!(text.matches("include_bytes!").count(), 2, "{text}");
    for file in ["bell.toml", "robots/pendulum.urdf"] {
        let file = directory.0.join(file).display().to_string();
        assert!(text.contains(&format!("{file:?}")), "{file} in\n{text}");
    }
}
