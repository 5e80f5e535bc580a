//! Run-time parameters: a model with open numbers, prepared with values, is the model with these values written in it.

use denoc_codegen::compile::{Compiled, Options, Precision, compile, find};
use denoc_codegen::emit::{EMITTERS, File, Printing};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::reference::{State, distance, reference};
use denoc_codegen::transform::elementary;

/// Three bodies whose masses, lengths, angles, inertias and gravity are open; `{…}` stands for a parameter.
const ARM: &str = r#"
name = "arm"
gravity = [0, "g/10", "g"]
PARAMETERS
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { rpy = ["roll", 0, "pi/2 - roll"] }
mass = 3
com = [0.1, 0.02, 0.03]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15 }
[[body]]
name = "b"
parent = "a"
joint = { type = "revolute", axis = [0, 0.6, 0.8], offset = "tilt + pi/2" }
placement = { xyz = [0.3, 0, 0.1], rpy = ["tilt - pi/2", 0, 0] }
mass = "m2 + payload"
com = ["l2/2", 0, "-(l2 - 0.1)*0.2"]
inertia = { xx = 0.01, yy = "m2*l2*l2/12", zz = "m2*l2*l2/12" }
[[body]]
name = "c"
parent = "b"
joint = { type = "prismatic", axis = [0, 0, 1] }
placement = { xyz = ["l2", 0, 0], rpy = [0.2, 0.1, 0] }
mass = "m2/3"
com = [0.1, 0, 0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
[[body]]
name = "d"
parent = "b"
joint = { type = "spherical" }
placement = { xyz = ["l2", "-l2/3", 0] }
mass = "payload + 1/10"
com = [0, 0.1, 0.02]
inertia = { xx = "payload/50 + 0.01", yy = "payload/50 + 0.01", zz = "payload/60 + 0.01" }
"#;

const NAMES: [&str; 6] = ["g", "payload", "m2", "l2", "tilt", "roll"];
const DEFAULTS: [f64; 6] = [-9.81, 0.5, 5.0, 0.4, 0.3, 0.2];

/// The model with these values: as defaults of its parameters, or written in place of them.
fn model(values: [f64; 6], open: bool) -> Mechanism {
    let lines = NAMES.iter().zip(values);
    let lines: Vec<String> = lines
        .map(|(name, value)| format!("{name} = {value:?}"))
        .collect();
    let text = if open {
        ARM.replace("PARAMETERS", &format!("[parameters]\n{}", lines.join("\n")))
    } else {
        let filled = NAMES
            .iter()
            .zip(values)
            .fold(ARM.to_owned(), |text, (name, value)| {
                let mut words = String::new();
                for (index, part) in text.split(name).enumerate() {
                    let inside = words.ends_with(|c: char| c.is_ascii_alphanumeric());
                    let joined = part.starts_with(|c: char| c.is_ascii_alphanumeric());
                    if index > 0 {
                        // `g` of `gravity` is no parameter.
                        words.push_str(&if inside || joined {
                            (*name).into()
                        } else {
                            format!("({value:?})")
                        });
                    }
                    words.push_str(part);
                }
                words
            });
        filled.replace("PARAMETERS", "")
    };
    parse("arm.toml", &text).expect("a model").mechanism
}

fn options(opt: u8) -> Options {
    Options {
        opt,
        ..Options::default()
    }
}

/// The functions of a compiled model at a state, its parameters prepared with `values`.
fn evaluated(compiled: &Compiled, values: &[f64], state: &State) -> Vec<(String, Vec<Vec<f64>>)> {
    let preparation = compiled
        .preparation
        .as_ref()
        .expect("a model with parameters");
    assert_eq!(preparation.violated(values), None);
    let prepared = preparation.prepared(values);
    let state = state.clone().with(Argument::Prepared, prepared);
    let functions = compiled.functions.iter();
    functions
        .map(|one| {
            (
                one.name.clone(),
                one.program.evaluate(|input| state.get(input)),
            )
        })
        .collect()
}

#[test]
fn a_prepared_model_is_the_model_with_the_values_in_it() {
    let open = model(DEFAULTS, true);
    let all = [
        DEFAULTS,
        [-1.62, 2.0, 7.5, 0.55, -0.7, 1.1],
        [9.0, 0.001, 1.0, -0.3, 0.0, 0.0],
    ];
    for opt in 0..=2 {
        let compiled = compile(&open, &options(opt)).expect("compiles");
        for values in all {
            let closed = elementary(&model(values, false));
            for seed in 1..=2 {
                let state = State::sample(&closed, seed);
                for (name, found) in evaluated(&compiled, &values, &state) {
                    if name == "coriolis_matrix" {
                        // It depends on frames; C q̇ is in the bias.
                        continue;
                    }
                    let quantity = find(&closed, &name).expect("a function");
                    let literal = quantity.formulations()[0];
                    let expected = reference(&closed, quantity, literal, &state);
                    for (expected, found) in expected.iter().zip(&found) {
                        let error = distance(expected, found, 1.0);
                        let bound = if quantity.divides_by_mass() {
                            1e-10
                        } else {
                            1e-12
                        };
                        assert!(error <= bound, "--opt {opt}, {name}, {values:?}: {error:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_reference_takes_parameters_too() {
    let values = [-1.62, 2.0, 7.5, 0.55, -0.7, 1.1];
    let (open, closed) = (
        elementary(&model(DEFAULTS, true)),
        elementary(&model(values, false)),
    );
    let state = State::sample(&closed, 5);
    let quantity = find(&closed, "inverse_dynamics").expect("a function");
    let literal = quantity.formulations()[0];
    let expected = reference(&closed, quantity, literal, &state);
    let state = state.with(Argument::Parameters, values.to_vec());
    let found = reference(&open, quantity, literal, &state);
    assert!(distance(&expected[0], &found[0], 1.0) < 1e-13);
}

/// By every parameter, of the functions of closed models whose value of it is a step larger and a step smaller.
#[test]
fn derivatives_by_parameters_are_slopes_of_the_functions() {
    const STEP: f64 = 1e-5;
    let open = model(DEFAULTS, true);
    let values = [-1.62, 2.0, 7.5, 0.55, -0.7, 1.1];
    let closed = |values| elementary(&model(values, false));
    let state = State::sample(&closed(values), 3);
    let functions = ["inverse_dynamics", "forward_dynamics"];
    for opt in 0..=2 {
        let names = functions.map(|name| format!("{name}_dparameters"));
        let wanted = Options {
            functions: Some(names.to_vec()),
            ..options(opt)
        };
        let compiled = compile(&open, &wanted).expect("compiles");
        let found = evaluated(&compiled, &values, &state);
        for (function, (name, found)) in functions.iter().zip(&found) {
            for k in 0..NAMES.len() {
                let at = |step: f64| {
                    let mut moved = values;
                    moved[k] += step;
                    let mechanism = closed(moved);
                    let quantity = find(&mechanism, function).expect("a function");
                    reference(&mechanism, quantity, quantity.formulations()[0], &state).concat()
                };
                let (ahead, behind) = (at(STEP), at(-STEP));
                let expected = ahead
                    .iter()
                    .zip(&behind)
                    .map(|(a, b)| (a - b) / (2.0 * STEP));
                let expected: Vec<f64> = expected.collect();
                let column = found[0].iter().skip(k).step_by(NAMES.len());
                let column: Vec<f64> = column.copied().collect();
                let error = distance(&expected, &column, 1.0);
                assert!(error < 1e-7, "{name} by {} at {opt}: {error}", NAMES[k]);
            }
        }
    }
}

/// A model without parameters has no such function.
#[test]
fn derivatives_by_parameters_are_those_of_models_that_have_some() {
    let closed = model(DEFAULTS, false);
    let error = find(&closed, "inverse_dynamics_dparameters").expect_err("no function");
    let message = error.to_string();
    assert!(message.contains("the model has no parameters"), "{message}");
    assert!(find(&model(DEFAULTS, true), "inverse_dynamics_dparameters").is_ok());
}

#[test]
fn a_default_of_zero_prunes_nothing_and_divides_nothing() {
    let mut defaults = DEFAULTS;
    defaults[1] = 0.0;
    let open = model(defaults, true);
    let compiled = compile(&open, &options(2)).expect("compiles");
    for payload in [0.0, 1.5] {
        let mut values = defaults;
        values[1] = payload;
        let closed = elementary(&model(values, false));
        let state = State::sample(&closed, 3);
        for (name, found) in evaluated(&compiled, &values, &state) {
            let quantity = find(&closed, &name).expect("a function");
            if name == "coriolis_matrix" {
                continue;
            }
            let expected = reference(&closed, quantity, quantity.formulations()[0], &state);
            for (expected, found) in expected.iter().zip(&found) {
                let bound = if quantity.divides_by_mass() {
                    1e-10
                } else {
                    1e-12
                };
                assert!(
                    distance(expected, found, 1.0) < bound,
                    "{name}, payload {payload}"
                );
            }
        }
    }
}

/// A chain of six generic revolute joints, its inertial numbers written in it or open.
fn chain(open: bool) -> Mechanism {
    let mut state = 7_u64;
    let mut draw = |low: f64, high: f64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let unit = (state >> 40) as f64 / (1_u64 << 24) as f64;
        (1e6 * (low + (high - low) * unit)).round() / 1e6
    };
    let (mut declared, mut links) = (String::new(), String::new());
    for link in 0..6 {
        let mut number = |name: &str, value: f64| {
            if !open {
                return format!("{value:?}");
            }
            declared.push_str(&format!("{name}_{link} = {value:?}\n"));
            format!("\"{name}_{link}\"")
        };
        let (a, b, alpha) = (draw(0.1, 0.6), draw(0.1, 0.5), draw(0.2, 1.4));
        let mass = number("m", draw(1.0, 9.0));
        let com = ["cx", "cy", "cz"].map(|name| number(name, draw(-0.2, 0.2)));
        let inertia = ["xx", "yy", "zz", "xy", "xz", "yz"].map(|name| {
            let (low, high) = if name.starts_with(&name[1..]) {
                (0.3, 0.5)
            } else {
                (-0.05, 0.05)
            };
            format!("{name} = {}", number(&format!("i{name}"), draw(low, high)))
        });
        links.push_str(&format!(
            "[[link]]\njoint = \"revolute\"\na = {a:?}\nb = {b:?}\nalpha = {alpha:?}\nmass = {mass}\ncom = [{}]\n\
             inertia = {{ {} }}\n",
            com.join(", "),
            inertia.join(", ")
        ));
    }
    let text = format!("name = \"chain\"\n[parameters]\n{declared}{links}");
    parse("chain.toml", &text).expect("a model").mechanism
}

#[test]
fn open_inertia_costs_at_most_five_percent_more_in_a_cycle() {
    let total = |open: bool, name: &str| {
        let options = Options {
            functions: Some(vec![name.into()]),
            ..Options::default()
        };
        let compiled = compile(&chain(open), &options).expect("compiles");
        compiled.functions[0].program.counts().total()
    };
    for name in [
        "inverse_dynamics",
        "mass_matrix",
        "forward_dynamics",
        "bias",
        "hamiltonian_rates",
    ] {
        let (closed, open) = (total(false, name), total(true, name));
        assert!(
            100 * open <= 105 * closed,
            "{name}: {open} against {closed}"
        );
    }
}

#[test]
fn the_price_of_preparing_stands_apart() {
    let compiled = compile(&model(DEFAULTS, true), &Options::default()).expect("compiles");
    let row = denoc_codegen::report::counts::preparation(&compiled).expect("a price");
    assert!(row.counts.total() > 0);
    let closed = compile(&model(DEFAULTS, false), &Options::default()).expect("compiles");
    assert!(closed.preparation.is_none());
    assert_eq!(denoc_codegen::report::counts::preparation(&closed), None);
}

#[test]
fn a_negative_mass_is_a_violated_condition() {
    let open = model(DEFAULTS, true);
    let compiled = compile(&open, &Options::default()).expect("compiles");
    let preparation = compiled.preparation.as_ref().expect("parameters");
    let violated = |payload: f64, m2: f64| {
        let place = preparation.violated(&[-9.81, payload, m2, 0.4, 0.3, 0.2]);
        place.map(|place| open.conditions[place].what.clone())
    };
    assert_eq!(violated(0.0, 1.0), None);
    assert_eq!(
        violated(-6.0, 5.0).as_deref(),
        Some("the mass of body \"b\"")
    );
    assert_eq!(
        violated(2.0, -1.0).as_deref(),
        Some("the mass of body \"c\"")
    );
    assert_eq!(
        violated(f64::NAN, 1.0).as_deref(),
        Some("the mass of body \"b\"")
    );
}

#[test]
fn a_negative_mass_of_a_payload_is_a_violated_condition() {
    let text = r#"
name = "arm"
[parameters]
tool = 0.5
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1.0
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[payload]]
name = "gripper"
body = "a"
mass = "tool - 0.25"
"#;
    let open = parse("arm.toml", text).expect("a model").mechanism;
    let compiled = compile(&open, &Options::default()).expect("compiles");
    let preparation = compiled.preparation.as_ref().expect("parameters");
    let violated = |tool: f64| {
        let place = preparation.violated(&[tool]);
        place.map(|place| open.conditions[place].what.as_str())
    };
    assert_eq!(violated(0.25), None);
    assert_eq!(violated(0.125), Some("the mass of payload \"gripper\""));
}

/// In every file that has them: as values and in words.
#[test]
fn defaults_are_printed_with_their_signs() {
    let mut defaults = DEFAULTS;
    defaults[5] = -0.2;
    let open = model(defaults, true);
    for (precision, suffix) in [(Precision::F64, ""), (Precision::F32, "f")] {
        let options = Options {
            functions: Some(vec!["gravity".into()]),
            precision,
            ..Options::default()
        };
        let compiled = compile(&open, &options).expect("it compiles");
        let all = EMITTERS.iter();
        let files = all
            .filter(|one| (one.obstacle)(&compiled).is_none())
            .map(|one| {
                one.print(&compiled, Printing::default())
                    .expect("what was compiled")
            });
        let files: Vec<File> = files.flatten().collect();
        let holds = |file: &str, words: String| {
            let text = &files.iter().find(|one| one.name == file).expect(file).text;
            assert!(text.contains(&words), "`{words}` is not in\n{text}");
        };
        for (name, value) in NAMES.iter().zip(defaults) {
            holds("arm.c", format!(" parameters.{name} = {value:?}{suffix};"));
            holds("arm.h", format!(" {name}; /* {value:?} by default */"));
            holds("arm.rs", format!(" {name}: {value:?},"));
            holds("arm.rs", format!("/// {value:?} by default."));
        }
    }
}

#[test]
fn a_default_beyond_the_range_of_single_precision_is_refused() {
    let mut defaults = DEFAULTS;
    // f32 ends at 2¹²⁸.
    defaults[0] = -1e40;
    defaults[2] = 1e39;
    let open = model(defaults, true);
    let compiled = |precision| {
        let options = Options {
            functions: Some(vec!["mass_matrix".into()]),
            precision,
            ..Options::default()
        };
        compile(&open, &options).map(|_| ())
    };
    assert_eq!(compiled(Precision::F64), Ok(()));
    let error = compiled(Precision::F32).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "the default of parameter `g` (arm.toml:5:1) is about 2^132, beyond the range of the floating-point type; write the model in \
         SI units\nerror: the default of parameter `m2` (arm.toml:7:1) is about 2^129, beyond the range of the floating-point type; \
         write the model in SI units"
    );
}

/// The only message of a model that is at fault: `line: message`.
fn fault(change: (&str, &str)) -> String {
    let lines =
        "[parameters]\ng = -9.81\npayload = 0.5\nm2 = 5.0\nl2 = 0.4\ntilt = 0.3\nroll = 0.2";
    let text = ARM
        .replace("PARAMETERS", lines)
        .replacen(change.0, change.1, 1);
    let error = parse("arm.toml", &text).expect_err("a fault");
    assert_eq!(error.0.len(), 1, "{error}");
    let line = error.0[0].place.as_ref().map_or(0, |place| place.line);
    format!("{line}: {}", error.0[0].message)
}

#[test]
fn faults_of_parameters_are_told_once_with_their_place() {
    for (change, expected) in [
        (
            ("m2/3", "m3/3"),
            "32: `mass` of body \"c\" names `m3`, which is no parameter",
        ),
        (
            ("g = -9.81", "g = -9.81\nspare = 1"),
            "6: parameter `spare` is not used",
        ),
        (
            ("m2 = 5.0", "m2 = \"l2*2\"\nl9 = \"m2\""),
            "8: parameter `l9` is not used",
        ),
        (
            ("m2 = 5.0", "m2 = \"2*k\"\nk = \"m2/2\""),
            "7: the parameters `m2`, `k` are defined by each other in a cycle",
        ),
        (
            ("m2 + payload", "payload - m2"),
            "24: body \"b\" has negative mass -4.5",
        ),
        (
            ("m2 = 5.0", "m2 = nan"),
            "7: the default of parameter `m2` is no finite decimal number",
        ),
        (
            ("m2 = 5.0", "m2 = 5.0\npi = 3"),
            "8: \"pi\" cannot name a parameter",
        ),
        (
            ("m2/3", "m2/0"),
            "32: `mass` of body \"c\" divides by zero at the defaults of the parameters: \"m2/0\"",
        ),
        (
            ("m2/3", "m2//3"),
            "32: `mass` of body \"c\" is no expression from character 4 on: \"m2//3\"",
        ),
        (
            ("m2/3", "m2*pi"),
            "32: `mass` of body \"c\" has pi in it, which is no exact number",
        ),
        (
            ("[0, 0.6, 0.8]", "[0, \"m2\", 0.8]"),
            "22: element 2 of `axis` of `joint` of body \"b\" cannot depend on parameters",
        ),
        (
            ("tilt + pi/2", "tilt*pi"),
            "22: `offset` of `joint` of body \"b\" multiplies pi by a parameter",
        ),
        (
            ("\"m2/3\"", "{ param = \"mc\" }"),
            "32: parameter `mc` has no default",
        ),
        (
            ("\"m2/3\"", "{ param = \"m2\", default = 4 }"),
            "32: parameter `m2` has two defaults",
        ),
        (
            ("\"m2/3\"", "{ param = \"m c\", default = 4 }"),
            "32: \"m c\" cannot name a parameter",
        ),
    ] {
        assert_eq!(fault(change), expected, "{change:?}");
    }
}

/// Members of structures in C, C++ and Rust: one list for all, so that a model is no fault of the language that it is printed in.
#[test]
fn names_that_languages_have_taken_name_no_parameter() {
    for (names, why) in [
        (
            "class new this template operator delete namespace and or xor double Double fn self",
            "it is a keyword of C, C++ or Rust",
        ),
        (
            "linux unix NULL errno M_PI EOF NAN INT_MAX I stdin ENOENT DBL_MAX",
            "headers or compilers of C define a macro of that name",
        ),
    ] {
        for name in names.split(' ') {
            let inline = format!("{{ param = \"{name}\", default = 4 }}");
            let found = fault(("\"m2/3\"", &inline));
            assert_eq!(
                found,
                format!("32: \"{name}\" cannot name a parameter: {why}")
            );
        }
    }
    for name in [
        "Class", "m_pi", "M_1", "EI", "L_MAX", "i", "null", "open", "m",
    ] {
        let text = ARM.replace("PARAMETERS", "").replace("m2/3", name);
        let inline = format!("{{ param = \"{name}\", default = 4 }}");
        let text = text.replace(&format!("\"{name}\""), &inline);
        let faults = parse("arm.toml", &text)
            .expect_err("names without a value")
            .0;
        let refused = faults.iter().any(|one| one.message.contains("cannot name"));
        assert!(!refused, "{name}");
    }
}

#[test]
fn a_parameter_can_be_declared_where_it_is_used() {
    let lines = "[parameters]\ng = -9.81\npayload = 0.5\nl2 = 0.4\ntilt = 0.3\nroll = 0.2";
    let text = ARM.replace("PARAMETERS", lines).replacen(
        "\"m2/3\"",
        "{ param = \"m2\", default = 5.0 }",
        1,
    );
    let mechanism = parse("arm.toml", &text).expect("a model").mechanism;
    let names: Vec<&str> = mechanism
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["g", "payload", "l2", "tilt", "roll", "m2"]);
}

/// No mass depends on the length: nothing has to be ≥ 0, and `prepare` has no conditions.
#[test]
fn a_length_alone_is_a_parameter() {
    let model = |length: &str, parameters: &str| {
        let body = |name: &str, parent: &str, placement: &str| {
            format!(
                r#"
[[body]]
name = "{name}"
parent = "{parent}"
joint = {{ type = "revolute", axis = [0, 1, 0] }}
placement = {{ xyz = [{placement}, 0, 0.1] }}
mass = 2
com = [0.5, 0, 0]
inertia = {{ xx = 0.01, yy = 0.25, zz = 0.25 }}
"#
            )
        };
        let bodies = body("a", "base", "0") + &body("b", "a", length);
        let text = format!("name = \"arm\"\n{parameters}{bodies}");
        parse("arm.toml", &text).expect("a model").mechanism
    };
    let open = model("\"length\"", "[parameters]\nlength = 0.3\n");
    let fixed = model("0.7", "");
    for opt in [0, 2] {
        let compiled = compile(&open, &options(opt)).expect("it compiles");
        for emitter in EMITTERS {
            let printed = emitter.print(&compiled, Printing::default());
            assert!(!printed.expect("the program as it is").is_empty());
        }
        let state = State::sample(&open, 3);
        let expected = compile(&fixed, &options(opt)).expect("it compiles");
        let found = evaluated(&compiled, &[0.7], &state);
        for ((name, found), expected) in found.into_iter().zip(&expected.functions) {
            let expected = expected.program.evaluate(|input| state.get(input));
            for (found, expected) in found.concat().iter().zip(expected.concat()) {
                let off = (found - expected).abs();
                assert!(off < 1e-12 * (1.0 + expected.abs()), "{name}: {off}");
            }
        }
    }
}

/// τ = f q̇ / √(q̇² + w²): ∂τ/∂w = −f q̇ w / (q̇² + w²)^³ᐟ².
#[test]
fn the_rate_of_friction_has_a_derivative() {
    let text = "name = \"wheel\"\ngravity = [0, 0, 0]\n[parameters]\nwidth = 0.1\n[[body]]\nname = \"a\"\nparent = \"base\"\n\
                joint = { type = \"revolute\", axis = [0, 0, 1], friction = 2, friction_rate = \"width\" }\n\
                mass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n";
    let wheel = parse("wheel.toml", text).expect("a model").mechanism;
    let wanted = Options {
        functions: Some(vec!["inverse_dynamics_dparameters".into()]),
        ..options(2)
    };
    let compiled = compile(&wheel, &wanted).expect("it compiles");
    let (rate, width) = (-0.3_f64, 0.25_f64);
    let state = State::default()
        .with(Argument::Q, vec![0.0])
        .with(Argument::Qd, vec![rate])
        .with(Argument::Qdd, vec![0.0]);
    let found = evaluated(&compiled, &[width], &state)[0].1[0][0];
    let expected = -2.0 * rate * width / (rate * rate + width * width).powf(1.5);
    assert!((found - expected).abs() < 1e-13, "{found} {expected}");
}

/// An arm whose frames on common normals turn every joint by an angle that is no quarter turn.
#[test]
fn derivatives_by_parameters_are_those_of_skewed_parallel_axes() {
    let body = |name: &str, parent: &str, xyz: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = {xyz} }}\nmass = \"m\"\ncom = [0.1, 0.2, 0.3]\ninertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
        )
    };
    let text = format!(
        "name = \"arm\"\ngravity = [0, -9.81, 0]\n[parameters]\nm = 2\n{}{}{}",
        body("a", "base", "[0, 0, 0]"),
        body("b", "a", "[0.3, 0.1, 0]"),
        body("c", "b", "[0.2, -0.3, 0.1]")
    );
    let arm = parse("arm.toml", &text).expect("a model").mechanism;
    let functions = ["inverse_dynamics", "inverse_dynamics_dparameters"];
    let wanted = Options {
        functions: Some(functions.map(str::to_owned).to_vec()),
        ..options(2)
    };
    let compiled = compile(&arm, &wanted).expect("it compiles");
    let state = State::sample(&arm, 1);
    // Torques are of first order in masses.
    let [one, two, three] = [1.0, 2.0, 3.0].map(|m| evaluated(&compiled, &[m], &state));
    let torques = three[0].1[0].iter().zip(&one[0].1[0]);
    let slope: Vec<f64> = torques.map(|(a, b)| (a - b) / 2.0).collect();
    assert!(distance(&slope, &two[1].1[0], 1.0) < 1e-12);
}
