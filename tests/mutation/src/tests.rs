//! The rewriting of sample texts.

use std::path::Path;

use crate::draw::draw;
use crate::equivalent::explained;
use crate::find::{mutants, test_modules};
use crate::folders::candidates;
use crate::ledger::Ledger;
use crate::mutant::Mutant;
use crate::process::processor_time;
use crate::rewrite::rewrite;

const SAMPLE: &str = r#"
const fn constant(n: usize) -> usize { n + 1 }

struct Counter(usize);

impl Counter {
    fn step(&mut self, a: usize, b: usize) -> usize {
        if a < b && !self.is_done() {
            return 0;
        }
        self.push(a - b * 2);
        let [x, 3] = [a; 2] else { return 7 };
        match x {
            5 if a == b => vec![a + b].len(),
            _ => x,
        }
    }
}

#[cfg(test)]
mod tests {
    fn helper() -> usize { 1 + 1 }
}
"#;

fn sample() -> Vec<Mutant> {
    mutants("folder", "file.rs", SAMPLE).expect("Rust")
}

fn shown(mutants: &[Mutant]) -> Vec<String> {
    mutants
        .iter()
        .map(|one| format!("{}: {} → {}", one.line, one.original, one.mutated))
        .collect()
}

#[test]
fn mutants_are_of_code_that_runs() {
    let found = shown(&sample());
    let expected = [
        "8: a < b && !self.is_done() → true",
        "8: a < b && !self.is_done() → false",
        "8: a < b && !self.is_done() → a < b || !self.is_done()",
        "8: a < b → a <= b",
        "8: a < b → a >= b",
        "8: !self.is_done() → self.is_done()",
        "9: 0 → 1",
        "11: self.push(a - b * 2); → ",
        "11: a - b * 2 → a + b * 2",
        "11: b * 2 → b + 2",
        "11: b * 2 → b / 2",
        "11: 2 → 3",
        "11: 2 → 1",
        "12: 7 → 8",
        "12: 7 → 6",
        "14: a == b → true",
        "14: a == b → false",
        "14: a == b → a != b",
    ];
    assert_eq!(found, expected);
    assert!(sample().iter().all(|one| one.function == "Counter::step"));
}

#[test]
fn all_mutants_stand_beside_the_original() {
    let mutants = sample();
    let numbered: Vec<(usize, &Mutant)> = mutants.iter().enumerate().collect();
    let rewritten = rewrite(SAMPLE, &numbered);
    syn::parse_file(&rewritten.text).expect("Rust");
    assert_eq!(rewritten.arms.len(), mutants.len());
    for (range, number) in &rewritten.arms {
        assert_eq!(rewritten.text[range.clone()], mutants[*number].code);
    }
    assert!(rewritten.text.contains("vec![a + b].len()"));
    assert!(
        rewritten
            .text
            .contains("const fn constant(n: usize) -> usize { n + 1 }")
    );
    let statement = "if crate::mutant::on(7) {  } else { self.push((if crate::mutant::on(8) { (a) + (b * 2) } \
                     else { a - (if crate::mutant::on(9) { (b) + (2) } else if crate::mutant::on(10) { (b) / (2) } \
                     else { b * (if crate::mutant::on(11) { 3 } else if crate::mutant::on(12) { 1 } else { 2 }) }) })); }";
    assert!(rewritten.text.contains(statement), "{}", rewritten.text);
}

#[test]
fn an_error_is_due_to_the_text_that_it_is_in() {
    let mutants = sample();
    let chosen = [(8, &mutants[8]), (11, &mutants[11])];
    let rewritten = rewrite(SAMPLE, &chosen);
    let at = |text: &str| {
        let start = rewritten.text.find(text).expect(text);
        start..start + text.len()
    };
    assert_eq!(rewritten.blamed(&at("(a) + (b * 2)")), [8]);
    assert_eq!(rewritten.blamed(&at("b * (if")), [8]);
    assert_eq!(rewritten.blamed(&at("{ 2 }")), [11]);
    assert_eq!(rewritten.blamed(&at("a < b")), [0; 0]);
    assert_eq!(rewritten.nearest(&at("return 7")), [11]);
}

#[test]
fn equal_texts_are_told_apart_and_others_do_not_matter() {
    let twice = "fn f(a: i32) -> i32 { (a + 1) * (a + 1) }";
    let found = mutants("folder", "file.rs", twice).expect("Rust");
    let sums: Vec<_> = found.iter().filter(|one| one.original == "a + 1").collect();
    assert_eq!([sums[0].occurrence, sums[1].occurrence], [0, 1]);
    assert_ne!(sums[0].id, sums[1].id);
    let later = format!("fn other() -> i32 {{ 0 }}\n\n{twice}");
    let moved = mutants("folder", "file.rs", &later).expect("Rust");
    let ids = |mutants: &[Mutant]| -> Vec<String> {
        let own = mutants.iter().filter(|one| one.function == "f");
        own.map(|one| one.id.clone()).collect()
    };
    assert_eq!(ids(&found), ids(&moved));
}

#[test]
fn a_sample_is_drawn_by_its_seed_without_what_is_rejected() {
    let text: String = (0..100)
        .map(|n| format!("fn f{n}(a: i32) -> i32 {{ a + {n} }}\n"))
        .collect();
    let candidates = mutants("folder", "file.rs", &text).expect("Rust");
    let first = draw(&candidates, &Default::default(), 50, 1);
    assert_eq!(first.len(), 50);
    assert_eq!(first, draw(&candidates, &Default::default(), 50, 1));
    assert_ne!(first, draw(&candidates, &Default::default(), 50, 2));
    let rejected = [first[0].id.clone()].into();
    let second = draw(&candidates, &rejected, 50, 1);
    assert_eq!(second.len(), 50);
    let common = second.iter().filter(|one| first.contains(one)).count();
    assert_eq!(common, 49);
}

#[test]
fn modules_of_tests_are_known() {
    let text = "mod a;\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod tests { fn f() {} }";
    for (file, module) in [("x/mod.rs", "x/b"), ("x/y.rs", "x/y/b")] {
        assert_eq!(test_modules(file, text).expect("Rust"), [module]);
    }
}

#[test]
fn processor_times_are_read() {
    let printed = "0m0.010000s 0m0.000000s\n1m2.250s 0m0.5s\n";
    assert_eq!(processor_time(printed).as_millis(), 62_760);
    assert_eq!(processor_time("").as_millis(), 0);
}

#[test]
fn explained_mutants_are_mutants_of_the_sources() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let candidates = candidates(&own.join("../..")).expect("sources");
    for one in explained(&own.join("equivalent.toml")).expect("a list") {
        let known = candidates.iter().any(|mutant| one.is(mutant));
        assert!(known, "the sources no longer have {one:?}");
    }
}

#[test]
fn the_sample_of_a_copy_is_read_as_it_was_written() {
    let file = std::env::temp_dir().join(format!("denoc-switches-{}.jsonl", std::process::id()));
    let written = Ledger::at(file.clone());
    let text = "fn f(a: i32) -> i32 { a + 1 }";
    let sample = mutants("folder", "file.rs", text).expect("Rust");
    for part in [&sample[..], &sample[..1]] {
        written.replace(part).expect("a file");
        assert_eq!(written.read::<Mutant>().expect("lines"), part);
    }
    std::fs::remove_file(file).expect("the file");
}
