//! `<connect>` and `<weld>`: loops, which are those of a TOML model.

use denoc_codegen::mechanism::Mechanism;

use crate::common;
use crate::mjcf::support::{Files, good, world};

const BODIES: &str = "<body name=\"crank\"><joint name=\"crank\" axis=\"0 1 0\"/><geom size=\"0.1\" mass=\"1\" pos=\"0.1 0 0\"/>\
                      <body name=\"coupler\" pos=\"0.2 0 0\"><joint name=\"coupler\" axis=\"0 1 0\"/>\
                      <geom size=\"0.1\" mass=\"1\" pos=\"0 0 0.2\"/><site name=\"end\" pos=\"0 0 0.4\"/></body></body>\
                      <body name=\"rocker\" pos=\"0.5 0 0\"><joint name=\"rocker\" axis=\"0 1 0\" ref=\"20\"/>\
                      <geom size=\"0.1\" mass=\"1\" pos=\"-0.15 0 0.2\"/><site name=\"top\" pos=\"-0.3 0 0.4\"/></body>";

fn closed(behind: &str) -> Mechanism {
    good(&world("", BODIES, behind)).mechanism
}

#[test]
fn connected_bodies_make_a_loop() {
    let by_anchor = closed(
        "<equality><connect name=\"pin\" body1=\"coupler\" body2=\"rocker\" anchor=\"0 0 0.4\"/></equality>",
    );
    let by_sites = closed("<equality><connect site1=\"end\" site2=\"top\"/></equality>");
    for mechanism in [&by_anchor, &by_sites] {
        let loops = mechanism.loops.as_ref().expect("a loop");
        assert_eq!(loops.closures.len(), 1);
        // Planar: one degree of freedom is left.
        assert_eq!(loops.mobility.independent.len(), 1);
        // Closed in the pose of the file: at the reference coordinates.
        let rocker = loops.mobility.q.last().expect("a coordinate");
        assert!(
            (rocker - 20_f64.to_radians()).abs() < 1e-12,
            "{:?}",
            loops.mobility.q
        );
    }
    assert_eq!(by_anchor.loops.expect("a loop").closures[0].name, "pin");
}

#[test]
fn bodies_that_are_fixed_to_each_other_make_a_loop() {
    let bodies = "<body name=\"a\"><joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><geom size=\"0.1\" mass=\"1\"/></body>\
                  <body name=\"b\" pos=\"0 1 0\" euler=\"0 0 30\"><joint name=\"b\" type=\"ball\"/><joint name=\"c\" type=\"slide\" axis=\"1 0 0\"/>\
                  <joint name=\"d\" type=\"slide\" axis=\"0 1 0\"/><geom size=\"0.1\" mass=\"1\"/></body>";
    let weld = |rest: &str| {
        let behind = format!("<equality><weld body1=\"a\" body2=\"b\"{rest}/></equality>");
        good(&world("", bodies, &behind))
            .mechanism
            .loops
            .expect("a loop")
    };
    let loops = weld("");
    assert!(
        loops
            .mobility
            .q
            .iter()
            .all(|x| x.abs() < 1e-12 || (x - 1.0).abs() < 1e-12),
        "{:?}",
        loops.mobility.q
    );
    let moved = weld(" relpose=\"0.1 1 0 1 0 0 0\"");
    assert!(
        moved
            .mobility
            .q
            .iter()
            .any(|x| x.abs() > 0.01 && x.abs() < 0.99)
    );
}

#[test]
fn actuators_say_which_joints_of_a_loop_are_actuated() {
    let equality =
        "<equality><connect body1=\"coupler\" body2=\"rocker\" anchor=\"0 0 0.4\"/></equality>";
    let actuated = |actuators: &str| {
        let mechanism = closed(&format!("{equality}<actuator>{actuators}</actuator>"));
        mechanism.loops.expect("a loop").actuated.len()
    };
    assert_eq!(actuated(""), 3);
    assert_eq!(
        actuated("<motor joint=\"crank\"/><position joint=\"crank\"/>"),
        1
    );
    assert_eq!(actuated("<motor joint=\"crank\"/><motor site=\"end\"/>"), 3);
    let unknown = world(
        "",
        BODIES,
        &format!("{equality}<actuator><motor joint=\"crnk\"/></actuator>"),
    );
    let found = common::errors("arm.xml", &unknown);
    assert!(
        found.len() == 1 && found[0].1.contains("no joint or motor \"crnk\""),
        "{found:?}"
    );
}

#[test]
fn loops_that_are_off_are_left_out() {
    let behind =
        "<equality><connect body1=\"coupler\" body2=\"rocker\" anchor=\"0 0 0.4\"/></equality>";
    for option in [
        "<option><flag equality=\"disable\"/></option>",
        "<option><flag constraint=\"disable\"/></option>",
    ] {
        assert!(
            good(&world(option, BODIES, behind))
                .mechanism
                .loops
                .is_none()
        );
    }
}

#[test]
fn joints_that_stand_still_are_no_part_of_the_assembly() {
    let bodies =
        format!("{BODIES}<body><joint name=\"still\" ref=\"10\"/><geom size=\"1\"/></body>");
    let behind =
        "<equality><joint joint1=\"still\"/><connect site1=\"end\" site2=\"top\"/></equality>";
    let mechanism = good(&world("", &bodies, behind)).mechanism;
    assert_eq!(mechanism.nv(), 3);
}

/// They have no coordinates to be actuated: held by an equality, by the TOML, or with what they follow.
#[test]
fn joints_that_stand_still_are_not_actuated() {
    let bodies = format!(
        "{BODIES}<body><joint name=\"still\"/><geom size=\"1\"/></body><body><joint name=\"tied\"/><geom size=\"1\"/></body>"
    );
    let pin = "<connect site1=\"end\" site2=\"top\"/>";
    let motors = "<actuator><motor joint=\"still\"/><motor joint=\"crank\"/><motor joint=\"tied\"/></actuator>";
    let tied = "<joint joint1=\"tied\" joint2=\"still\"/>";
    let actuated = |mechanism: &Mechanism| {
        assert_eq!(
            mechanism.actuated.as_deref(),
            Some(&["crank".to_owned()][..])
        );
        mechanism.loops.as_ref().expect("a loop").actuated.clone()
    };
    let held = format!("<equality><joint joint1=\"still\"/>{tied}{pin}</equality>{motors}");
    assert_eq!(actuated(&good(&world("", &bodies, &held)).mechanism), [0]);
    let free = format!("<equality>{tied}{pin}</equality>{motors}");
    let files = [
        ("arm.toml", "mjcf = \"arm.xml\"\nlock = [\"still\"]\n"),
        ("arm.xml", &world("", &bodies, &free)),
    ];
    let files = Files::new("still", &files);
    assert_eq!(actuated(&files.good("arm.toml").mechanism), [0]);
}

/// A joint that is cut has none.
#[test]
fn joints_with_limits_are_not_chosen_to_be_cut() {
    let toml = "mjcf = \"arm.xml\"\n[[loop]]\nname = \"pin\"\ncut = \"auto\"\njoint = { type = \"revolute\", axis = [0, 1, 0] }\n\
                from = { body = \"d\", placement = { xyz = [0, 0, 0.3] } }\nto = { body = \"base\", placement = { xyz = [0.9, 0, 0], rpy = [0, \"pi\", 0] } }\n";
    let model = |limits: &str| {
        let bar = |name: &str, place: &str, more: &str| {
            format!(
                "<body name=\"{name}\" {place}><joint name=\"{name}\" axis=\"0 1 0\"{more}/><geom size=\"0.1\" mass=\"1\" pos=\"0 0 0.1\"/>"
            )
        };
        let bars = [
            bar("a", "", ""),
            bar("b", "pos=\"0 0 0.3\" euler=\"0 60 0\"", ""),
            bar("c", "pos=\"0 0 0.5196\" euler=\"0 60 0\"", limits),
            bar("d", "pos=\"0 0 0.5196\" euler=\"0 60 0\"", ""),
        ];
        world("", &format!("{}{}", bars.concat(), "</body>".repeat(4)), "")
    };
    for (limits, cut) in [("", "c"), (" range=\"-30 30\"", "d")] {
        let files = [("arm.toml", toml), ("arm.xml", &model(limits))];
        let mechanism = Files::new("limits", &files).good("arm.toml").mechanism;
        let closures = mechanism.loops.expect("a loop").closures;
        assert_eq!(closures[0].name, cut, "{limits}");
    }
}
