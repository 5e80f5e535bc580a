//! Where a loop is cut changes the tree and its coordinates, not the motion.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;

/// A planar four-bar, written in space: frames turned and shifted against each other, so that nothing cancels by chance.
fn text(cut: &str) -> String {
    let text = format!(
        r#"
name = "four_bar"
gravity = [0, -9.81, 0]
actuated = ["crank"]
[assembly]
crank = -0.48
coupler = -0.48
rocker = 1.2
pin = -1.13
[[body]]
name = "crank"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
mass = 1.0
com = [0.1, 0.02, 0]
inertia = {{ xx = 0.01, yy = 0.02, zz = 0.03 }}
[[body]]
name = "coupler"
parent = "crank"
joint = {{ type = "revolute", axis = [0, 0, 1], offset = 0.2 }}
placement = {{ xyz = [0.2, 0, 0.1], rpy = [0, 0, 0.3] }}
mass = 2.0
com = [0.25, -0.03, 0]
inertia = {{ xx = 0.02, yy = 0.05, zz = 0.06 }}
[[body]]
name = "rocker"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, -1] }}
placement = {{ xyz = [0.5, 0.1, 0] }}
mass = 1.5
com = [0.2, 0.01, 0.05]
inertia = {{ xx = 0.01, yy = 0.03, zz = 0.04 }}
[[loop]]
name = "pin"
{cut}
joint = {{ type = "revolute", axis = [0, 0, 1] }}
from = {{ body = "coupler", placement = {{ xyz = [0.5, 0.05, 0], rpy = [0, 0, 0.4] }} }}
to = {{ body = "rocker", placement = {{ xyz = [0.4, 0, 0.1] }} }}
"#
    );
    if cut.is_empty() || cut.contains("auto") {
        text.replace("pin = -1.13\n", "")
    } else {
        let named = cut.trim_start_matches("cut = ").trim_matches('"');
        text.replace(&format!("\n{named} = "), "\n#")
    }
}

fn four_bar(cut: &str) -> Mechanism {
    parse("four_bar.toml", &text(cut))
        .unwrap_or_else(|fault| panic!("{cut}: {fault}"))
        .mechanism
}

/// What does not depend on the coordinates: the crank's angle, its acceleration under a torque and a rate, and the energies.
fn invariants(mechanism: &Mechanism) -> Vec<f64> {
    let functions = [
        "forward_dynamics",
        "dependent_rates",
        "kinetic_energy",
        "potential_energy",
    ];
    let options = Options {
        functions: Some(functions.map(String::from).into()),
        ..Options::default()
    };
    let compiled = compile(mechanism, &options).expect("compiles");
    let run = |name: &str, state: &State| -> Vec<f64> {
        let function = compiled.functions.iter().find(|one| one.name == name);
        let arrays = function.expect(name).run(|input| state.get(input));
        arrays.expect("regular").swap_remove(0)
    };
    let loops = mechanism.loops.as_ref().expect("a loop");
    let names: Vec<String> = mechanism.blocks().into_iter().map(|one| one.name).collect();
    let crank = names.iter().position(|name| name == "crank");
    let q = loops.mobility.q.clone();
    let state = State::default().with(Argument::Q, q.clone());
    // All cuts leave the crank a joint of the tree, or turn its angle into that of a cut joint.
    let crank = crank.expect("the crank moves in the tree");
    let state = state.with(Argument::Independent, vec![0.7]);
    assert_eq!(loops.mobility.independent, [crank]);
    let qd = run("dependent_rates", &state);
    let state = state.with(Argument::Qd, qd).with(Argument::Tau, vec![1.3]);
    let qdd = run("forward_dynamics", &state);
    vec![
        qdd[crank],
        run("kinetic_energy", &state)[0],
        run("potential_energy", &state)[0],
        q[crank],
    ]
}

#[test]
fn the_motion_does_not_depend_on_where_a_loop_is_cut() {
    let own = invariants(&four_bar(""));
    for cut in ["coupler", "rocker", "pin", "auto"] {
        // Each is assembled from the guess, so the crank stands elsewhere by a little: it is brought to one angle.
        let found = moved_to(cut, own[3]);
        for (k, (expected, found)) in own.iter().zip(&found).enumerate() {
            let error = (expected - found).abs() / expected.abs().max(1e-3);
            assert!(error < 1e-9, "{cut}, {k}: {expected} and {found}");
        }
    }
}

/// The same with the crank brought to an angle: the tree is closed again there.
fn moved_to(cut: &str, angle: f64) -> Vec<f64> {
    let mut mechanism = four_bar(&format!("cut = \"{cut}\""));
    let names: Vec<String> = mechanism.blocks().into_iter().map(|one| one.name).collect();
    let crank = names
        .iter()
        .position(|name| name == "crank")
        .expect("it moves");
    // Steps of Newton's method move the crank, too: hold it by going back and closing again.
    let mut q = mechanism.loops.as_ref().expect("a loop").mobility.q.clone();
    for _ in 0..200 {
        q[crank] = angle;
        q = denoc_codegen::assembly::assemble(&mechanism, &q).q;
    }
    if let Some(loops) = &mut mechanism.loops {
        loops.mobility.q = q;
    }
    invariants(&mechanism)
}

/// A beam that carries it.
const BOOM: &str = r#"
[[body]]
name = "boom"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
[body.flexible]
beam = { length = 0.8, E = 70e9, G = 27e9, density = 2700.0, area = 1e-4, Iy = 1e-9, Iz = 2e-9, J = 3e-9 }
modes = { bending_y = 1 }
geometry = "exact"
"#;

#[test]
fn a_loop_on_a_frame_of_a_flexible_body_is_cut_where_it_is_wanted() {
    let linkage = text("cut = \"rocker\"").replace("\"base\"", "\"boom/tip\"");
    let carried = linkage.replacen("\n[[body]]", &format!("{BOOM}[[body]]"), 1);
    let loaded = parse("carried.toml", &carried).unwrap_or_else(|fault| panic!("{fault}"));
    let mechanism = loaded.mechanism;
    let closures = &mechanism.loops.as_ref().expect("a loop").closures;
    let names = closures.iter().map(|one| one.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["rocker"]);
    assert!(mechanism.blocks().iter().any(|block| block.name == "pin"));
    let options = Options {
        functions: Some(vec!["forward_dynamics".into()]),
        opt: 1,
        ..Options::default()
    };
    compile(&mechanism, &options).expect("it is proved");
}

/// A flexible body carries others at frames that move against each other.
#[test]
fn a_flexible_body_is_not_turned_round() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/flexible/slider_crank.toml"
    );
    let text = std::fs::read_to_string(path).expect("a model");
    let text = text.replacen(
        "from = { body = \"rod/tip\"",
        "cut = \"crank\"\nfrom = { body = \"rod/tip\"",
        1,
    );
    let fault = parse("slider_crank.toml", &text).expect_err("it cannot be cut there");
    assert!(fault.to_string().contains("is flexible"), "{fault}");
}

/// The joints and modes as they are, each named.
#[test]
fn an_order_that_changes_nothing_goes_with_loops() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/flexible/slider_crank.toml"
    );
    let text = std::fs::read_to_string(path).expect("a model");
    let plain = parse("slider_crank.toml", &text).unwrap_or_else(|fault| panic!("{fault}"));
    let names = plain.mechanism.blocks().into_iter().map(|block| block.name);
    let names: Vec<String> = names.collect();
    let with = |names: &[String]| format!("order = {names:?}\n{text}");
    let ordered = parse("slider_crank.toml", &with(&names));
    let ordered = ordered.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(ordered.mechanism.blocks(), plain.mechanism.blocks());
    let mut names = names;
    names.reverse();
    let fault = parse("slider_crank.toml", &with(&names)).expect_err("another order");
    assert!(fault.to_string().contains("`order` is set"), "{fault}");
}

/// A chain of four bars that is pinned to the base, closed where all joints are at 0.
fn chain(head: &str) -> String {
    let bar = |name: &str, parent: &str, length: f64, turn: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1], offset = \"{turn}\" }}\n\
             placement = {{ xyz = [{length:?}, 0, 0] }}\nmass = 1.0\ncom = [0.1, 0, 0]\ninertia = {{ xx = 0.01, yy = 0.02, zz = 0.02 }}\n"
        )
    };
    let bars = [
        bar("a", "base", 0.0, "120deg"),
        bar("b", "a", 0.3, "-80deg"),
        bar("c", "b", 0.5, "-80deg"),
        bar("d", "c", 0.5, "-80deg"),
    ];
    format!(
        "name = \"five_bar\"\ngravity = [0, -9.81, 0]\n{head}\n{}\
         [[loop]]\nname = \"pin\"\ncut = \"auto\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         from = {{ body = \"d\", placement = {{ xyz = [0.3, 0, 0] }} }}\n\
         to = {{ body = \"base\", placement = {{ xyz = [0.466, 0, 0], rpy = [0, 0, \"-120deg\"] }} }}\n",
        bars.concat()
    )
}

#[test]
fn joints_that_the_model_names_stay_in_the_tree() {
    for (head, cut) in [
        ("", "c"),
        ("actuated = [\"a\", \"d\"]", "c"),
        ("actuated = [\"a\", \"c\"]", "d"),
        ("actuated = [\"d\", \"c\"]", "b"),
        ("lock = [\"c\"]", "d"),
        ("[assembly]\nc = 0.01", "d"),
        ("order = [\"a\", \"b\", \"c\", \"d\"]", "pin"),
        ("actuated = [\"b\", \"c\", \"d\"]", "pin"),
    ] {
        let text = chain(head);
        let loaded = parse("five_bar.toml", &text).unwrap_or_else(|fault| panic!("{fault}"));
        let closures = loaded.mechanism.loops.expect("a loop").closures;
        let names: Vec<&str> = closures.iter().map(|one| &one.name[..]).collect();
        assert_eq!(names, [cut], "{head}");
    }
}
