//! Compiled Rust: a generated standalone file and a small `main` that reads inputs and prints outputs as hexadecimal
//! bits, built by rustc as a user's crate is.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use denoc_codegen::compile::Compiled;
use denoc_codegen::emit::rust;
use denoc_codegen::name::struct_name;

use crate::c::{directory, execute};
use crate::executable::Executable;

/// What cargo passes in the debug profile, and no warning.
pub const DEBUG: &[&str] = &["-Cdebuginfo=2", "-Cdebug-assertions=on", "-Dwarnings"];

/// What rustc takes least time for.
pub const QUICK: &[&str] = &["-Dwarnings"];

/// Builds a program in double precision that holds all functions of a compiled model.
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
    Ok(Executable::new(path, compiled))
}

/// The text of `main.rs`: a line `FUNCTION WORD…` is answered by a line of words.
fn main(compiled: &Compiled) -> String {
    let target = struct_name(&compiled.name);
    let mut cases = String::new();
    for (index, function) in compiled.functions.iter().enumerate() {
        let inputs = vec!["&input(words)"; function.program.inputs.len()].join(", ");
        let name = &function.name;
        let _ = writeln!(
            cases,
            "        Some(\"{index}\") => code::{target}::{name}({inputs}).print(),"
        );
    }
    format!(
        r#"pub mod code;

use std::io;

fn main() -> io::Result<()> {{
    for line in io::stdin().lines() {{
        answer(&mut line?.split_ascii_whitespace());
        println!();
    }}
    Ok(())
}}

fn answer<'a>(words: &mut impl Iterator<Item = &'a str>) {{
    match words.next() {{
{cases}        other => panic!("no function {{other:?}}"),
    }}
}}

fn input<'a, const N: usize>(words: &mut impl Iterator<Item = &'a str>) -> [f64; N] {{
    std::array::from_fn(|_| {{
        let word = words.next().expect("an element is missing");
        f64::from_bits(u64::from_str_radix(word, 16).expect("bits"))
    }})
}}

trait Print {{
    fn print(&self);
}}

impl Print for f64 {{
    fn print(&self) {{
        print!("{{:x}} ", self.to_bits());
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
"#
    )
}
