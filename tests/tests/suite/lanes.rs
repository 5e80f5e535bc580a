//! What lanes answer, and what is the same of answers.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::generic::generic;
use denoc_codegen::reference::State;
use denoc_tests::compare::bits;
use denoc_tests::lane::{Answer, Executable, Step};

/// What a program with one function of one output says that prints a line.
fn answered(keeps: bool, line: &str) -> Result<Answer, String> {
    let options = Options {
        functions: Some(vec!["gravity".into()]),
        ..Options::default()
    };
    let compiled = compile(&generic(1), &options).expect("it compiles");
    let script = format!("cat >/dev/null; echo '{line}'");
    let program = Executable::new(&["sh", "-c", &script], &compiled, keeps);
    let answers = program.run(&[Step::call("a state", State::default())])?;
    answers.concat().pop().ok_or_else(|| "no answer".into())
}

#[test]
fn an_answer_is_results_or_a_status_with_results_left_alone() {
    let one = Ok(Ok(vec![vec![1.0]]));
    assert_eq!(answered(true, "0 3ff0000000000000"), one);
    assert_eq!(answered(true, "1 401c000000000000"), Ok(Err(1)));
    assert_eq!(answered(false, "1"), Ok(Err(1)));
    for (keeps, line) in [(true, "1 0"), (true, "1"), (false, "0"), (false, "")] {
        assert!(answered(keeps, line).is_err(), "{line}");
    }
}

#[test]
fn bits_and_statuses_count_and_all_nan_are_alike() {
    let number = |value: f64| bits(&Ok(vec![vec![value]]));
    assert_ne!(number(0.0), number(-0.0));
    assert_ne!(number(1.0), number(1.0_f64.next_up()));
    assert_eq!(number(f64::NAN), number(-f64::NAN));
    assert_ne!(bits(&Err(1)), bits(&Err(2)));
    assert_ne!(bits(&Err(1)), bits(&Ok(Vec::new())));
}
