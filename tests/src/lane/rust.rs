//! Rust as a lane: a generated standalone file and a small `main`, built by rustc as a user's crate is.

use std::fs;
use std::process::Command;

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::emit::rust;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::name::struct_name;

use super::{Executable, directory, execute, parameters};

/// What cargo passes in the debug profile, and no warning.
pub const DEBUG: &[&str] = &["-Cdebuginfo=2", "-Cdebug-assertions=on", "-Dwarnings"];

/// What rustc takes least time for.
pub const QUICK: &[&str] = &["-Dwarnings"];

/// Builds a program that holds all functions of a compiled model.
///
/// # Errors
/// What rustc said.
pub fn build(
    compiled: &Compiled,
    directory_name: &str,
    flags: &[&str],
) -> Result<Executable, String> {
    let directory = directory(&format!("{directory_name}-{}-rustc", compiled.name));
    let write = |name: &str, text: &str| {
        fs::write(directory.join(name), text).map_err(|error| error.to_string())
    };
    write("code.rs", &rust::file(compiled, true))?;
    write("main.rs", &main(compiled))?;
    let path = directory.join("run");
    let mut command = Command::new("rustc");
    command
        .current_dir(&directory)
        .args(["--edition", "2024", "-o"])
        .arg(&path)
        .args(flags)
        .arg("main.rs");
    execute(&mut command)?;
    Ok(Executable::new(&[&path.to_string_lossy()], compiled, false))
}

/// The text of `main.rs`.
fn main(compiled: &Compiled) -> String {
    let target = struct_name(&compiled.name);
    let (scalar, word) = match compiled.options.precision {
        Precision::F64 => ("f64", "u64"),
        Precision::F32 => ("f32", "u32"),
    };
    let functions = compiled.functions.iter().enumerate();
    let mut cases: String = functions
        .map(|(index, function)| case(&target, index, function))
        .collect();
    let mut prepared = String::new();
    if compiled.preparation.is_some() {
        prepared =
            format!("    let mut prepared = {DEFAULTS}.prepare().expect(\"sound defaults\");\n")
                .replace("TARGET", &target);
        cases.push_str(&preparation(compiled, &target));
    }
    format!(
        r#"pub mod code;

use std::io;

fn main() -> io::Result<()> {{
{prepared}    for line in io::stdin().lines() {{
        let line = line?;
        let words = &mut line.split_ascii_whitespace();
        match words.next() {{
{cases}            other => panic!("no function {{other:?}}"),
        }}
        println!();
    }}
    Ok(())
}}

fn input<'a, const N: usize>(words: &mut impl Iterator<Item = &'a str>) -> [{scalar}; N] {{
    std::array::from_fn(|_| {{
        let word = words.next().expect("an element is missing");
        {scalar}::from_bits({word}::from_str_radix(word, 16).expect("bits"))
    }})
}}

fn answer(found: impl Print) {{
    print!("0");
    found.print();
}}

trait Print {{
    fn print(&self);
}}

impl Print for {scalar} {{
    fn print(&self) {{
        print!(" {{:x}}", self.to_bits());
    }}
}}

impl<T: Print, const N: usize> Print for [T; N] {{
    fn print(&self) {{
        self.iter().for_each(Print::print);
    }}
}}

impl<A: Print, B: Print> Print for (A, B) {{
    fn print(&self) {{
        self.0.print();
        self.1.print();
    }}
}}

impl<A: Print, B: Print, C: Print> Print for (A, B, C) {{
    fn print(&self) {{
        self.0.print();
        self.1.print();
        self.2.print();
    }}
}}

impl<A: Print, B: Print, C: Print, D: Print> Print for (A, B, C, D) {{
    fn print(&self) {{
        self.0.print();
        self.1.print();
        self.2.print();
        self.3.print();
    }}
}}
"#
    )
}

/// The parameters by default.
const DEFAULTS: &str = "code::TARGETParameters::default()";

/// Reads the inputs of a function, calls it, prints what it returns.
fn case(target: &str, index: usize, function: &Function) -> String {
    let ports = function.inputs().iter();
    let arguments: Vec<&str> = ports
        .map(|port| match port.argument {
            Argument::Prepared => "&prepared",
            _ => "&input(words)",
        })
        .collect();
    let (name, arguments) = (&function.name, arguments.join(", "));
    let call = format!("code::{target}::{name}({arguments})");
    let answer = if function.can_fail() {
        format!(
            "match {call} {{ Ok(found) => answer(found), Err(status) => {{ assert_eq!(status, code::Status::Singular); print!(\"1\"); }} }}"
        )
    } else {
        format!("answer({call})")
    };
    format!("            Some(\"{index}\") => {answer},\n")
}

/// Reads parameters and prepares; prepares with the defaults and prints them.
fn preparation(compiled: &Compiled, target: &str) -> String {
    let number = compiled.functions.len();
    let names = parameters(compiled).join(", ");
    let conditions = compiled.mechanism.conditions.iter();
    let conditions: Vec<String> = conditions
        .map(|condition| format!("{:?}", condition.what))
        .collect();
    let text = r#"            Some("NUMBER") => {
                let [NAMES] = input(words);
                match (code::TARGETParameters { NAMES }).prepare() {
                    Ok(found) => {
                        prepared = found;
                        print!("0");
                    }
                    Err(code::Status::Negative(what)) => {
                        let conditions: &[&str] = &[CONDITIONS];
                        let place = conditions.iter().position(|known| *known == what);
                        print!("{}", place.expect("a condition") + 1);
                    }
                    Err(other) => panic!("{other:?}"),
                }
            }
            Some("LAST") => {
                let code::TARGETParameters { NAMES } = DEFAULTS;
                prepared = DEFAULTS.prepare().expect("sound defaults");
                answer([NAMES]);
            }
"#;
    text.replace("NUMBER", &number.to_string())
        .replace("LAST", &(number + 1).to_string())
        .replace("DEFAULTS", DEFAULTS)
        .replace("NAMES", &names)
        .replace("CONDITIONS", &conditions.join(", "))
        .replace("TARGET", target)
}
