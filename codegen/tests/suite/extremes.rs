//! Numbers at the ends of what a model may have, in pairs and in threes: what is read, compiled and printed, or a fault in words that
//! help. Nothing panics, and nothing is an error of the compiler.

use denoc_codegen::compile::{CompileError, Functions, Options, Precision, build, compile};
use denoc_codegen::emit::{EMITTERS, Printing};
use denoc_codegen::error::Severity;
use denoc_codegen::exact::number::Number;
use denoc_codegen::generic::generic;
use denoc_codegen::graph::Mode;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::report::{joints, outline};

/// Two bodies, a spring, friction, an elastic joint, a payload that is open. `«KEY=VALUE»` is a number, `«KEY=VALUE+»` one that is not
/// negative.
const ARM: &str = r#"
name = "arm"
gravity = [0, «gravity=0», «gravity=-9.81»]
[parameters]
load = «load=0.5+»
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0.6, 0.8], stiffness = «stiffness=20+», damping = «damping=0.1+», rotor_inertia = «rotor_inertia=1e-5+», gear = «gear=100» }
placement = { xyz = [«xyz=0.1», 0.2, 0], rpy = [0.3, "pi/2", 0] }
mass = «mass=3+»
com = [«com=0.1», 0.02, «com=0.03»]
inertia = { xx = «inertia=0.1+», yy = 0.2, zz = 0.15 }
[[body]]
name = "fore"
parent = "upper"
joint = { type = "revolute", axis = [0, 1, 0], elastic = { stiffness = «stiffness=1e4+», damping = 5, motor_inertia = «motor_inertia=2e-5+», gear_ratio = «gear_ratio=100» } }
placement = { xyz = [«xyz=0.3», 0, «xyz=0.1»] }
mass = "2.5 + load"
com = ["0.2 + load/10", 0, «com=0»]
inertia = { xx = 0.01, yy = «inertia=0.03+», zz = 0.03 }
"#;

/// A crank and a slider with a loop and a spring.
const CRANK: &str = r#"
name = "crank"
gravity = [0, «gravity=-9.81», 0]
actuated = ["crank"]
[assembly]
crank = "60deg"
rod = "-120deg"
slider = 1
[[body]]
name = "crank"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = «mass=1+»
com = [«com=0.5», 0, 0]
inertia = { xx = 0, yy = 0.1, zz = «inertia=0.1+» }
[[body]]
name = "rod"
parent = "crank"
joint = { type = "revolute", axis = [0, 0, 1], stiffness = «stiffness=3+», damping = «damping=0.1+» }
placement = { xyz = [«xyz=1», 0, 0] }
mass = «mass=1+»
com = [0.5, «com=0», 0]
inertia = { xx = 0, yy = 0.1, zz = 0.1 }
[[body]]
name = "slider"
parent = "base"
joint = { type = "prismatic", axis = [1, 0, 0], offset = «offset=0» }
mass = «mass=1+»
com = [0, 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[loop]]
name = "pin"
joint = { type = "revolute", axis = [0, 0, 1] }
from = { body = "rod", placement = { xyz = [«from=1», 0, 0] } }
to = { body = "slider", placement = { xyz = [0, «to=0», 0] } }
"#;

/// Axes, twists and offsets of all sizes.
const TWISTED: &str = r#"
name = "twisted"
gravity = [0, 0, «gravity=-9.81»]
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [«axis=0», «axis=0», 1], offset = «angle=0.1» }
placement = { xyz = [0.3, 0.1, 0.2], rpy = [«angle=0.4», «angle=0», "«angle=0.2» "] }
mass = 2
com = [0.1, 0.2, «com=0.3»]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15 }
[[body]]
name = "b"
parent = "a"
joint = { type = "revolute", axis = [0, «axis=0», «axis=1»] }
placement = { xyz = [0.3, «xyz=0.1», 0.2], rpy = [«angle=0.7», «angle=-0.5», 0] }
mass = «mass=2+»
com = [0.1, 0.2, 0.3]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15 }
[[body]]
name = "c"
parent = "b"
joint = { type = "prismatic", axis = [«axis=1», 0, 0] }
placement = { rpy = [«angle=0.3», 0, «angle=0»] }
mass = 1
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

/// Formulas of parameters that are large or small at the defaults, or on the way there.
const FORMULAS: &str = r#"
name = "formulas"
gravity = [0, 0, "«formula=g+»"]
[parameters]
g = «default=-9.81»
load = «default=0.5+»
twice = "«formula=2*load+»"
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1], offset = "«formula=load+»", stiffness = "«formula=load+»", damping = "«formula=load+»" }
placement = { xyz = ["«formula=load+»", 0.1, 0.2], rpy = ["«formula=load+»", 0.3, -0.2] }
mass = "«formula=twice+»"
com = ["«formula=load+»", 0.2, 0.3]
inertia = { xx = 1, yy = 2, zz = "1.5 + «formula=load/100+»" }
[[body]]
name = "b"
parent = "a"
joint = { type = "revolute", axis = [0, 0, 1], elastic = { stiffness = "«formula=load+»", motor_inertia = "«formula=load+»" } }
placement = { xyz = [0.3, 0.1, "«formula=load+»"], rpy = [0.7, -0.5, 0.6] }
mass = "«formula=load+»"
com = [0.1, "«formula=load/10+»", 0.3]
inertia = { xx = 1, yy = 2, zz = 1.5 }
"#;

/// A beam with a body at its tip, and another on it.
const BEAM: &str = r#"
name = "beam"
gravity = [0, «gravity=-9.81», 0]
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
[body.flexible]
beam = { length = «length=1+», E = «beam=70e9+», G = «beam=27e9+», density = «beam=2700+», area = «beam=2.4e-4+», Iy = «beam=3.2e-10+», Iz = «beam=3.2e-10+», J = «beam=6.4e-10+» }
modes = { bending_y = 1, torsion = 1 }
damping = «damping=0.01+»
tip = { mass = «tip=0.5+», com = [«com=0.02», 0, 0], inertia = { xx = 1e-3, yy = 1e-3, zz = «inertia=1e-3+» } }
[[body]]
name = "fore"
parent = "upper/tip"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = «mass=1+»
com = [«com=0.1», 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

/// The same of two sections, without a body at the tip.
const SECTIONS: &str = r#"
name = "sections"
gravity = [0, 0, «gravity=-9.81»]
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0] }
[body.flexible]
modes = { bending_z = 1, axial = 1 }
[body.flexible.beam]
E = «beam=70e9+»
density = «beam=2700+»
sections = [
    { length = «length=0.6+», area = «beam=2.4e-4+», Iy = «beam=7.2e-9+» },
    { length = «length=0.4+», area = «beam=1.2e-4+», Iy = «beam=3e-9+», E = «beam=70e9+» },
]
"#;

/// A robot in MJCF.
const MJCF: &str = r#"<mujoco model="arm">
  <compiler angle="radian"/>
  <option gravity="0 «gravity=0» «gravity=-9.81»"/>
  <worldbody>
    <body name="upper" pos="«pos=0.1» 0 0.2" euler="«angle=0.3» «angle=0» 0">
      <joint name="shoulder" type="hinge" axis="«axis=0» 1 0" damping="«damping=0.5+»" stiffness="«stiffness=3+»" armature="«armature=0.01+»" frictionloss="«friction=0.1+»"/>
      <geom type="capsule" fromto="0 0 0 0 «length=0» 0.3" size="«size=0.05+»" density="«density=1000+»"/>
      <geom type="box" size="0.1 «size=0.1+» 0.1" pos="0 0 «pos=0.1»" mass="«mass=1+»" quat="1 «quat=0» 0 «quat=0»"/>
      <body name="lower" pos="0 0 «pos=0.3»" axisangle="1 «axis=0» 0 «angle=0.2»">
        <joint name="elbow" type="slide" axis="0 1 «axis=0»" ref="«ref=0.1»" pos="0 «pos=0» 0"/>
        <inertial pos="0 «com=0» 0.1" mass="«mass=2+»" diaginertia="0.1 0.1 «inertia=0.1+»"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"#;

/// Of numbers.
const EXTREMES: [&str; 5] = ["0", "1e-60", "1e-30", "1e30", "1e40"];
/// Of angles, rad: they are rounded where frames are turned, and large ones lose their turns.
const ANGLES: [&str; 6] = ["0", "1e-60", "1e-18", "1.9e-12", "1.57079632679", "999999"];
/// Of formulas.
const FORMULAS_OF_LOAD: [&str; 7] = [
    "(load - 0.5)",
    "load*1e-60",
    "load*1e40",
    "load*1e310",
    "load*1e290*1e-290",
    "(load - 0.5)*1e40",
    "1e39/(1 - load)",
];

/// What stands at a slot instead.
fn extremes(key: &str) -> &'static [&'static str] {
    match key {
        "angle" => &ANGLES,
        "formula" => &FORMULAS_OF_LOAD,
        _ => &EXTREMES,
    }
}

/// A model with places for numbers: text between them, the keys, what stands there, whether it may be negative.
struct Template {
    between: Vec<&'static str>,
    slots: Vec<(&'static str, &'static str, bool)>,
}

impl Template {
    fn of(text: &'static str) -> Self {
        let (first, rest) = text.split_once('«').expect("a slot");
        let (mut between, mut slots) = (vec![first], Vec::new());
        for part in rest.split('«') {
            let (slot, after) = part.split_once('»').expect("an end");
            let (key, value) = slot.split_once('=').expect("a value");
            let positive = value.ends_with('+');
            slots.push((key, value.trim_end_matches('+'), !positive));
            between.push(after);
        }
        Self { between, slots }
    }

    /// The text with other numbers at some slots.
    fn with(&self, others: &[(usize, String)]) -> String {
        let mut text = self.between[0].to_owned();
        for (index, (_, value, _)) in self.slots.iter().enumerate() {
            let other = others.iter().find(|(slot, _)| *slot == index);
            text += other.map_or(value, |(_, value)| value.as_str());
            text += self.between[index + 1];
        }
        text
    }

    /// So many different slots with extreme numbers.
    fn draw(&self, count: usize, draw: &mut Draw) -> Vec<(usize, String)> {
        let mut others: Vec<(usize, String)> = Vec::new();
        while others.len() < count {
            let slot = draw.below(self.slots.len());
            if others.iter().all(|(known, _)| *known != slot) {
                let sign = if self.slots[slot].2 && draw.below(2) == 1 {
                    "-"
                } else {
                    ""
                };
                let values = extremes(self.slots[slot].0);
                let value = values[draw.below(values.len())];
                others.push((slot, format!("{sign}{value}")));
            }
        }
        others
    }
}

/// Numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}

/// What `check`, `count` and `generate` do with a text; the functions that are refused.
fn survives(text: &str, opt: u8) -> Vec<CompileError> {
    let loaded = match parse("model.toml", text) {
        Ok(loaded) => loaded,
        Err(faults) => {
            for fault in &faults.0 {
                let errs = fault.severity == Severity::Error;
                assert!(!errs || fault.place.is_some(), "{fault}\n{text}");
                assert!(
                    !fault.help.is_empty() && !fault.message.contains("internal"),
                    "{fault}"
                );
            }
            return Vec::new();
        }
    };
    let mechanism = loaded.mechanism;
    let _ = (
        outline::json(&mechanism),
        outline::table(&mechanism),
        joints(&mechanism),
    );
    let names = Functions::Controller.of(&mechanism).expect("names");
    // All at once, as a user does; one by one where that is refused.
    let Some(together) = generated(&mechanism, &names, opt) else {
        return Vec::new();
    };
    let alone = names.chunks(1);
    let alone = alone.filter_map(|name| generated(&mechanism, name, opt));
    [together].into_iter().chain(alone).collect()
}

/// Compiles and prints functions, or says why not.
fn generated(mechanism: &Mechanism, functions: &[String], opt: u8) -> Option<CompileError> {
    let options = Options {
        functions: Some(functions.to_vec()),
        opt,
        ..Options::default()
    };
    let compiled = match compile(mechanism, &options) {
        Ok(compiled) => compiled,
        Err(error) => return Some(error),
    };
    for function in &compiled.functions {
        assert!(function.counts().total() < 100_000);
    }
    for emitter in EMITTERS {
        let files = emitter
            .print(&compiled, Printing::default())
            .expect("what was compiled");
        assert!(files.iter().all(|file| !file.text.is_empty()));
    }
    None
}

/// Asserts that what was refused says why, in words that help.
fn assert_helpful(found: &[CompileError], text: &str) {
    for error in found {
        let words = error.to_string();
        assert!(
            !words.contains("report") && !words.contains("internal"),
            "{words}\n{text}"
        );
        assert!(
            words.contains("write") || words.contains("divides"),
            "{words}\n{text}"
        );
    }
}

/// One number after the other, then pairs and threes. Level 2 takes most of the time: where there is little, every third has it.
fn all_survive(text: &'static str) {
    let template = Template::of(text);
    assert_eq!(survives(&template.with(&[]), 2), []);
    let slow = std::env::var_os("DENOC_SLOW_TESTS").is_some();
    for slot in 0..template.slots.len() {
        for (place, &value) in extremes(template.slots[slot].0).iter().enumerate() {
            let text = template.with(&[(slot, value.to_owned())]);
            let opt = if slow || (slot + place) % 3 == 0 {
                2
            } else {
                1
            };
            assert_helpful(&survives(&text, opt), &text);
        }
    }
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    for case in 0..if slow { 40 } else { 16 } {
        let text = template.with(&template.draw(2 + case % 2, &mut draw));
        let opt = if case % 3 == 0 { 1 } else { 2 };
        assert_helpful(&survives(&text, opt), &text);
    }
}

#[test]
fn an_arm_of_extreme_numbers_is_compiled_or_refused_in_words() {
    all_survive(ARM);
}

#[test]
fn a_loop_of_extreme_numbers_is_compiled_or_refused_in_words() {
    all_survive(CRANK);
}

#[test]
fn axes_and_angles_of_extreme_numbers_are_compiled_or_refused_in_words() {
    all_survive(TWISTED);
}

#[test]
fn formulas_of_extreme_values_are_compiled_or_refused_in_words() {
    all_survive(FORMULAS);
}

#[test]
fn a_beam_of_extreme_numbers_is_compiled_or_refused_in_words() {
    all_survive(BEAM);
}

#[test]
fn sections_of_extreme_numbers_are_compiled_or_refused_in_words() {
    all_survive(SECTIONS);
}

#[test]
fn a_robot_in_mjcf_of_extreme_numbers_is_compiled_or_refused_in_words() {
    all_survive(MJCF);
}

/// The values of two slots that are written differ by a multiple of 2⁶¹ − 1, the prime in which constants are looked for, and not in
/// floats.
#[test]
fn constants_that_differ_by_a_multiple_of_a_prime_are_not_taken_for_each_other() {
    let three = "3.000000000000000001734723475976807093659608096865642733181258616177762766196054043665863986234398907981812953948974609375";
    let text = format!(
        r#"
name = "collide"
gravity = [0, 0, -9.81]
[[body]]
name = "disk"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1], damping = {three} }}
mass = 1
inertia = {{ xx = 2, yy = 2, zz = 3 }}
[[body]]
name = "arm"
parent = "disk"
joint = {{ type = "revolute", axis = [0, 1, 0], damping = 3 }}
mass = {three}
com = [3, 0, 0]
inertia = {{ xx = 20, yy = {three}, zz = 20 }}
"#
    );
    assert_eq!(survives(&text, 2), []);
}

/// Formulas that are 0 at the defaults are not 0 where the factors of a program are compared.
#[test]
fn formulas_that_are_zero_at_the_defaults_are_compiled() {
    let template = Template::of(FORMULAS);
    let slots: Vec<usize> = (0..template.slots.len())
        .filter(|&slot| template.slots[slot].0 == "formula")
        .collect();
    let [.., before, last] = slots[..] else {
        unreachable!("{slots:?}");
    };
    for &slot in slots.iter().skip(1).step_by(2) {
        let other = if slot == last { before } else { last };
        let text = template.with(&[slot, other].map(|slot| (slot, "(load - 0.5)".to_owned())));
        assert_helpful(&survives(&text, 2), &text);
    }
}

/// Single precision ends at 3e38: many numbers are in a constant, and the message names their body and its line.
#[test]
fn a_constant_beyond_the_numbers_names_its_body() {
    let template = Template::of(CRANK);
    let place = template.slots.iter().position(|(key, ..)| *key == "mass");
    let text = template.with(&[(place.expect("a mass"), "1e40".to_owned())]);
    let mechanism = parse("model.toml", &text).expect("a model").mechanism;
    let options = Options {
        functions: Some(vec!["mass_matrix".to_owned()]),
        precision: Precision::F32,
        ..Options::default()
    };
    let error = compile(&mechanism, &options).expect_err("no such constant");
    let words = error.to_string();
    let line = 2 + text.lines().take_while(|line| *line != "[[body]]").count();
    let named = format!(
        "a constant of `mass_matrix`, of the equations of body \"crank\" (model.toml:{line}:8), is about 2^1"
    );
    assert!(
        words.contains(&named) && words.contains("write the model in SI units"),
        "{words}"
    );
}

/// Lengths of 0.1 µm, and gravity along the only axis: what is left of torques is 1e-8 of the terms that cancel, in other frames
/// all of which are there.
const MICRO: &str = r#"
name = "micro"
gravity = [0, 0, -9.81]
[[body]]
name = "b0"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1], offset = 0.029 }
placement = { xyz = [4.43e-7, 3.935e-7, 0] }
mass = 3.003
com = [1.602e-7, -2.085e-7, 0]
inertia = { xx = 2.44e-13, yy = 2.36e-13, zz = 2.11e-13, xy = -1.9e-14, xz = -8e-15, yz = -2e-14 }
[[body]]
name = "b1"
parent = "b0"
joint = { type = "revolute", axis = [1, 0, 0], offset = -0.872, driven = true }
placement = { xyz = [0, -1.49e-7, 4.045e-7], rpy = [-2.377, -2.539, 0.357] }
mass = 2.287
com = [-3.54e-8, 2.799e-7, -2.55e-7]
inertia = { xx = 2.49e-13, yy = 2.25e-13, zz = 2.47e-13 }
"#;

#[test]
fn frames_that_lose_digits_are_not_taken_for_wrong_ones() {
    let mechanism = parse("model.toml", MICRO).expect("a model").mechanism;
    for opt in 0..3 {
        let options = Options {
            functions: Functions::default().of(&mechanism),
            opt,
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options);
        assert!(compiled.is_ok(), "opt {opt}: {:?}", compiled.err());
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let options = Options {
        functions: Some(vec!["inverse_dynamics_second_derivatives".into()]),
        opt: 0,
        ..Options::default()
    };
    let error = compile(&generic(30), &options).expect_err("4 · 30³ elements");
    let error = error.to_string();
    assert!(
        error.contains("would have 108000 output elements"),
        "{error}"
    );
    let mut arm = generic(1);
    let mass = &mut arm.bodies[0].inertia.mass;
    // 17 squares of 3, 207 746 bits.
    *mass = (0..17).fold(Number::from(3), |x, _| &x * &x);
    let error = build(
        &arm,
        Quantity::MassMatrix,
        Formulation::Composite,
        Mode::Pruned,
    );
    assert!(matches!(error, Err(CompileError::ConstantTooLarge(..))));
}
