//! Emitted JavaScript, run by node, gives the bits of the evaluator.

use std::fmt::Write;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::emit::javascript;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Input;
use denoc_codegen::model;

const CASES: usize = 5;

/// A value for every element of every case: ordinary ones, quarter turns, zeros, many turns, none.
fn value(case: usize, input: Input) -> f64 {
    let k = (input.argument as usize * 1000 + input.index) as f64;
    match case {
        0 => (k * 0.618_033_988_749_894_9).fract() * 3.0 - 1.5,
        1 => (input.index as f64 - 2.0) * core::f64::consts::FRAC_PI_2,
        2 => -0.0,
        3 => (k * 0.414_213_562_373_095).fract() * 800_000.0 - 400_000.0,
        _ => [1e9, f64::INFINITY, f64::NAN][input.index % 3],
    }
}

/// One line an output array, in hexadecimal; all NaN are alike, for JavaScript does not define their bits.
fn expected(function: &Function, case: usize, text: &mut String) {
    let outputs = function.run(|input| value(case, input));
    if function.can_fail() {
        let _ = writeln!(text, "{}", outputs.is_ok());
    }
    // A function that fails leaves its results alone.
    let untouched = || {
        let lengths = function.outputs().iter().map(|one| one.elements.len());
        lengths.map(|len| vec![0.0; len]).collect()
    };
    for output in outputs.unwrap_or_else(|_| untouched()) {
        let bits = |value: &f64| {
            let value = if value.is_nan() { f64::NAN } else { *value };
            format!("{:016x} ", value.to_bits())
        };
        let line: String = output.iter().map(bits).collect();
        text.push_str(&line);
        text.push('\n');
    }
}

/// A call of a function, over its own inputs where they are long enough.
fn call(function: &Function, case: usize, text: &mut String) {
    let mut arguments = Vec::new();
    for port in &function.program.inputs {
        let element = |index| {
            let value = value(
                case,
                Input {
                    argument: port.argument,
                    index,
                },
            );
            match value {
                value if value.is_nan() => "NaN".into(),
                value if value.is_infinite() => "Infinity".into(),
                value => format!("{value:?}"),
            }
        };
        let elements: Vec<String> = (0..port.len).map(element).collect();
        let _ = writeln!(
            text,
            "const {}{case} = new Float64Array([{}]);",
            port.argument.name(),
            elements.join(", ")
        );
        arguments.push((format!("{}{case}", port.argument.name()), port.len));
    }
    let inputs = arguments.len();
    for (k, output) in function.outputs().iter().enumerate() {
        let len = output.elements.len();
        match arguments
            .get(k)
            .filter(|(_, room)| !function.can_fail() && k < inputs && *room == len)
        {
            Some(input) => arguments.push(input.clone()),
            None => {
                let _ = writeln!(text, "const out{k} = new Array({len}).fill(0);");
                arguments.push((format!("out{k}"), len));
            }
        }
    }
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
    let call = format!("{}({})", function.name, names.join(", "));
    let _ = match function.can_fail() {
        true => writeln!(text, "lines.push(String({call}));"),
        false => writeln!(text, "{call};"),
    };
    for name in &names[inputs..] {
        let _ = writeln!(text, "show({name});");
    }
}

const SHOW: &str = "
const view = new DataView(new ArrayBuffer(8));
const lines = [];
function hexadecimal(x) {
  view.setFloat64(0, Number.isNaN(x) ? NaN : x);
  return view.getBigUint64(0).toString(16).padStart(16, '0') + ' ';
}
function show(values) {
  lines.push(Array.from(values, hexadecimal).join(''));
}
";

/// What node prints for a script; `None` when there is no node.
fn node(script: &str) -> Option<String> {
    let mut child = Command::new("node")
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(script.as_bytes())
        .expect("node reads");
    let output = child.wait_with_output().expect("node ends");
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("text"))
}

fn compiled(path: &str, opt: u8) -> Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let loaded = model::load(&path).expect("a sound model");
    let options = Options {
        opt,
        ..Options::default()
    };
    compile(&loaded.mechanism, &options).expect("a sound mechanism")
}

fn agrees(path: &str, opt: u8) {
    let compiled = compiled(path, opt);
    let mut script = format!(
        "\"use strict\";\n{}{SHOW}",
        javascript::emit(&compiled.functions)
    );
    let mut wanted = String::new();
    for function in &compiled.functions {
        for case in 0..CASES {
            script.push_str("{\n");
            call(function, case, &mut script);
            script.push_str("}\n");
            expected(function, case, &mut wanted);
        }
    }
    script.push_str("console.log(lines.join('\\n'));\n");
    if let Some(got) = node(&script) {
        for (line, (got, wanted)) in got.lines().zip(wanted.lines()).enumerate() {
            assert_eq!(got, wanted, "{path}, line {line} of the results");
        }
        assert_eq!(got.len(), wanted.len(), "{path}");
    }
}

#[test]
fn papers_arms_give_the_same_bits() {
    agrees("models/puma.toml", 2);
    agrees("models/stanford.toml", 2);
}

#[test]
fn a_robot_gives_the_same_bits() {
    agrees("models/ur5.toml", 1);
}

#[test]
fn a_tree_with_quaternions_gives_the_same_bits() {
    agrees("tests/models/mech/tree_mixed_06.toml", 1);
}

#[test]
fn functions_in_parts_give_the_same_bits() {
    agrees("tests/models/mech/chain_r_12.toml", 0);
}

/// Functions that solve equations, in square systems and with least norm, at states at which the loops are not closed.
#[test]
fn functions_of_loops_give_the_same_bits() {
    agrees("models/loops/five_bar.toml", 1);
    agrees("models/loops/carpet_scraper.toml", 1);
    agrees("models/loops/parallelogram.toml", 1);
}

#[test]
fn dry_friction_gives_the_same_bits() {
    agrees("tests/models/dry_hand.toml", 1);
}
