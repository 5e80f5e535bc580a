//! Preparation: what depends on parameters only is computed once, in a program of its own.
//!
//! The compiler treats formulas in the parameters as constants: they fold, prune and merge like numbers. What remains of
//! them in a program is *opened*: each becomes an element of the input `prepared`, and the program that computes these
//! from the parameters is the same for all functions of a model.

use std::sync::Arc;

use indexmap::IndexSet;

use super::{CompileError, checked};
use crate::evaluate::Float;
use crate::exact::number::{Atoms, Memo, Number};
use crate::function::{Function, Part};
use crate::graph::{Expr, Graph, Mode, Ref};
use crate::leaves::{Argument, Input};
use crate::mechanism::Mechanism;
use crate::program::{Constant, Operand, Port, Program, Shape};
use crate::prove::prove_formulas;

/// The function that computes the prepared values of a model from its parameters.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// Input: `parameters`. Outputs: `prepared`, and `conditions` where there are any: the formulas that must be ≥ 0.
    pub function: Function,
}

/// Name of the function that computes prepared values.
pub(crate) const VALUES: &str = "prepare_values";

/// Opens the formulas among the constants of a program, where the model has parameters: the program with the input `prepared` in
/// front, and the formulas.
pub(super) fn open(mut program: Program, mechanism: &Mechanism) -> (Program, Vec<Number>) {
    if mechanism.parameters.is_empty() {
        return (program, Vec::new());
    }
    let mut formulas: IndexSet<Number> = IndexSet::new();
    let mut places: Vec<Option<usize>> = Vec::with_capacity(program.constants.len());
    for constant in &program.constants {
        let formula = constant.formula();
        places.push(formula.map(|formula| formulas.insert_full(formula).0));
    }
    program.inputs.insert(
        0,
        Port {
            argument: Argument::Prepared,
            len: formulas.len(),
        },
    );
    program.rename(|operand| match operand {
        Operand::Constant(index) => places[index].map_or(operand, prepared),
        other => other,
    });
    drop_constants(&mut program);
    (program, formulas.into_iter().collect())
}

/// What [`open`] has opened: a program whose formulas are constants again. What is none of its formulas is left as it is.
fn closed(part: Part<'_>) -> Program {
    let Part { program, prepared } = part;
    let mut closed = program.clone();
    closed
        .inputs
        .retain(|port| port.argument != Argument::Prepared);
    let mut read: IndexSet<&Number> = IndexSet::new();
    let numbers = program.constants.len();
    closed.rename(|operand| match operand {
        Operand::Input(input) if input.argument == Argument::Prepared => {
            let formula = prepared.get(input.index);
            formula.map_or(operand, |formula| {
                Operand::Constant(numbers + read.insert_full(formula).0)
            })
        }
        other => other,
    });
    let read = read.into_iter().cloned().map(Constant::Number);
    closed.constants.extend(read);
    closed
}

/// That programs read what they were `proved` with.
fn check(functions: &[Function], proved: &[Program]) -> Result<(), CompileError> {
    let mut proved = proved.iter();
    for function in functions {
        for (part, proved) in function.parts().zip(&mut proved) {
            checked::same("preparation", &function.name, &closed(part), proved)?;
        }
    }
    Ok(())
}

/// One preparation for all functions of a model.
///
/// # Errors
/// [`CompileError::Pass`] when a function would read another formula than it was proved with; [`CompileError::Proof`].
pub(super) fn prepare(
    mechanism: &Mechanism,
    functions: &mut [Function],
) -> Result<Option<Preparation>, CompileError> {
    if mechanism.parameters.is_empty() {
        return Ok(None);
    }
    let mut values: IndexSet<Number> = IndexSet::new();
    let parts = functions.iter().flat_map(Function::parts);
    let proved: Vec<Program> = parts.map(closed).collect();
    for (program, own) in functions.iter_mut().flat_map(Function::programs_mut) {
        let own = own.iter();
        let places: Vec<usize> = own.map(|one| values.insert_full(one.clone()).0).collect();
        program.rename(|operand| match operand {
            Operand::Input(input) if input.argument == Argument::Prepared => {
                prepared(places[input.index])
            }
            other => other,
        });
    }
    if values.is_empty() {
        // C has no structures without members.
        values.insert(Number::parameter(0, &mechanism.parameters[0].default));
    }
    let values: Vec<Number> = values.into_iter().collect();
    for (program, own) in functions.iter_mut().flat_map(Function::programs_mut) {
        own.clone_from(&values);
        for port in &mut program.inputs {
            if port.argument == Argument::Prepared {
                port.len = values.len();
            }
        }
    }
    check(functions, &proved)?;
    let conditions: Vec<Number> = mechanism
        .conditions
        .iter()
        .map(|condition| condition.value.clone())
        .collect();
    let program = schedule(mechanism, &values, &conditions);
    let mut computed: Vec<&[Number]> = vec![&values, &conditions];
    computed.retain(|numbers| !numbers.is_empty());
    prove_formulas(&program, mechanism, &computed)
        .map_err(|at| CompileError::Proof("prepare".into(), at))?;
    let function = Function {
        name: VALUES.into(),
        summary: "What depends on the parameters only, computed once for many calls.".into(),
        formulation: "formulas",
        paper: "the model's own numbers",
        searched: false,
        program,
        prepared: Vec::new(),
        stages: Vec::new(),
        literal: Arc::new(mechanism.clone()),
        evidence: None,
    };
    Ok(Some(Preparation { function }))
}

impl Preparation {
    /// The function that computes the values.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.function.program
    }

    /// The prepared values for values of the parameters.
    pub fn prepared<L: Float>(&self, parameters: &[L]) -> Vec<L> {
        let mut outputs = self.program().evaluate(|input| parameters[input.index]);
        outputs.swap_remove(0)
    }

    /// The condition that values of the parameters violate: its place in [`Mechanism::conditions`]. What is not a number
    /// violates it, too.
    #[must_use]
    pub fn violated(&self, parameters: &[f64]) -> Option<usize> {
        let outputs = self.program().evaluate(|input| parameters[input.index]);
        let conditions = outputs.get(1)?;
        conditions
            .iter()
            .position(|value| value.is_nan() || *value < 0.0)
    }
}

fn prepared(index: usize) -> Operand {
    Operand::Input(Input {
        argument: Argument::Prepared,
        index,
    })
}

/// Removes constants that nothing reads.
fn drop_constants(program: &mut Program) {
    let mut constants = Vec::new();
    let mut places = vec![None; program.constants.len()];
    let all = core::mem::take(&mut program.constants);
    program.rename(|operand| match operand {
        Operand::Constant(index) => {
            let place = *places[index].get_or_insert_with(|| {
                constants.push(all[index].clone());
                constants.len() - 1
            });
            Operand::Constant(place)
        }
        other => other,
    });
    program.constants = constants;
}

/// The program of formulas.
fn schedule(mechanism: &Mechanism, values: &[Number], conditions: &[Number]) -> Program {
    let graph: Graph = Graph::new(Mode::Pruned);
    let atoms = &&graph;
    let mut memo = Memo::default();
    let mut elements = |numbers: &[Number]| -> Vec<Ref> {
        let elements = numbers
            .iter()
            .map(|number| number.evaluate(atoms, &mut memo));
        elements.map(|element| element.reference(&graph)).collect()
    };
    let mut outputs = vec![("prepared", Shape::Vector(values.len()), elements(values))];
    if !conditions.is_empty() {
        let shape = Shape::Vector(conditions.len());
        outputs.push(("conditions", shape, elements(conditions)));
    }
    let inputs = vec![Port {
        argument: Argument::Parameters,
        len: mechanism.parameters.len(),
    }];
    Program::schedule(&graph, inputs, &outputs)
}

impl<'g> Atoms for &'g Graph {
    type S = Expr<'g>;

    fn rational(&self, value: &Number) -> Expr<'g> {
        Expr::Node(self, Graph::constant(self, value))
    }

    fn parameter(&self, place: usize) -> Expr<'g> {
        let input = Input {
            argument: Argument::Parameters,
            index: place,
        };
        Expr::Node(self, Graph::input(self, input))
    }

    fn circle(&self, angle: Expr<'g>) -> (Expr<'g>, Expr<'g>) {
        let (cosine, sine) = self.circle_of(angle.reference(self));
        (Expr::Node(self, cosine), Expr::Node(self, sine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Options;

    /// The difference of two prepared values.
    fn difference(a: usize, b: usize) -> Program {
        let graph: Graph = Graph::new(Mode::Literal);
        let [a, b] = [a, b].map(|index| {
            let input = Input {
                argument: Argument::Prepared,
                index,
            };
            Expr::Node(&graph, Graph::input(&graph, input))
        });
        let port = Port {
            argument: Argument::Prepared,
            len: 2,
        };
        let elements = vec![(a - b).reference(&graph)];
        Program::schedule(&graph, vec![port], &[("x", Shape::Vector(1), elements)])
    }

    #[test]
    fn a_function_that_reads_another_list_is_refused() {
        let text = include_str!("../../tests/models/open.toml");
        let mechanism = crate::parse("open.toml", text).expect("a model").mechanism;
        let compiled = crate::compile::compile(&mechanism, &Options::default());
        let mut functions = compiled.expect("it compiles").functions;
        let parts = functions.iter().flat_map(Function::parts);
        let proved: Vec<Program> = parts.map(closed).collect();
        assert_eq!(check(&functions, &proved), Ok(()));
        for (_, own) in functions.iter_mut().flat_map(Function::programs_mut) {
            own.reverse();
        }
        let error = check(&functions, &proved);
        assert!(matches!(error, Err(CompileError::Pass("preparation", ..))));
    }

    #[test]
    fn places_of_another_list_are_told_apart_by_what_is_there() {
        let [one, two, three] = [1, 2, 3].map(Number::from);
        let of = |a: usize, b: usize, prepared: &[Number]| {
            let program = &difference(a, b);
            closed(Part { program, prepared })
        };
        let own = of(0, 1, &[one.clone(), two.clone()]);
        let merged = [three, two, one];
        let same = |a, b| own.first_changed(&of(a, b, &merged)).is_none();
        assert!(same(2, 1));
        for (a, b) in [(0, 1), (1, 2), (2, 2), (2, 0), (2, 3), (3, 3)] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
