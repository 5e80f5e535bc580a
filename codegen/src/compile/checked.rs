//! A pass, and the proof that it changed no value.

use super::CompileError;
use crate::mechanism::Mechanism;
use crate::program::Program;
use crate::prove::{Disagreement, prove_equal};

/// Random points at which the result of a pass is proved.
const PROOF_POINTS: usize = 3;

/// Runs a pass on the program of a function, and proves that the values are the same.
///
/// # Errors
/// [`CompileError::Pass`] with the name of the pass: wrong code never goes on.
pub(crate) fn checked(
    pass: &'static str,
    function: &str,
    mechanism: &Mechanism,
    program: &Program,
    run: impl FnOnce(&Program) -> Program,
) -> Result<Program, CompileError> {
    let result = run(program);
    prove_equal(&result, program, mechanism, PROOF_POINTS)
        .map_err(|at| CompileError::Pass(pass, function.into(), at))?;
    Ok(result)
}

/// That a pass changed nothing but the order of statements.
///
/// # Errors
/// [`CompileError::Pass`], as of [`checked`].
pub(super) fn same(
    pass: &'static str,
    function: &str,
    result: &Program,
    program: &Program,
) -> Result<(), CompileError> {
    let changed = program.first_changed(result);
    changed.map_or(Ok(()), |(output, element)| {
        let at = Disagreement::Operation(output, element);
        Err(CompileError::Pass(pass, function.into(), at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Options, compile};
    use crate::generic::generic;
    use crate::program::Operation;

    /// A pass that takes one difference for a sum.
    fn wrong(program: &Program) -> Program {
        let mut wrong = program.clone();
        let statement = wrong
            .statements
            .iter_mut()
            .rfind(|statement| statement.operation == Operation::Sub);
        statement.expect("a difference").operation = Operation::Add;
        wrong
    }

    #[test]
    fn a_wrong_rewrite_is_caught_and_its_pass_named() {
        let chain = generic(2);
        let compiled = compile(&chain, &Options::default()).expect("it compiles");
        for function in &compiled.functions {
            let program = &function.program;
            if !program
                .statements
                .iter()
                .any(|s| s.operation == Operation::Sub)
            {
                continue;
            }
            let kept = checked("identity", &function.name, &chain, program, Program::clone);
            assert_eq!(kept.as_ref(), Ok(program));
            let error = checked("planted", &function.name, &chain, program, wrong)
                .expect_err("a wrong program");
            let CompileError::Pass(pass, of, at) = &error else {
                unreachable!("{error}");
            };
            assert_eq!((*pass, of), ("planted", &function.name));
            let Disagreement::Value { output: at, .. } = at else {
                unreachable!("{error}");
            };
            assert!(program.outputs.iter().any(|output| output.name == *at));
            assert!(error.to_string().contains("the pass `planted` changes"));
        }
    }
}
