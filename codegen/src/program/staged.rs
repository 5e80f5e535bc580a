//! Graph → the programs of a function: one, or several with equations solved between them.
//!
//! ```text
//!  q, q̇, … ──first──► carried, matrix, right ──solver──► solved ──later──► matrix, right ──solver──► … ──last──► outputs
//! ```
//!
//! The equations are those that the recursion came to ([`Record`](crate::leaves::Record)); all that was solved for so far, and
//! what the first program carries over, are inputs of every later one. Where equations were eliminated in a fixed order instead,
//! there is one program, and its last output is [`MARGINS`]: numbers that are positive unless the equations are singular.

use super::{Named, Port, Program, Scheduler, Shape};
use crate::counts::Counts;
use crate::graph::{Graph, NodeId, Ref, Stages};
use crate::leaves::{Argument, Equations, Input};
use crate::leaves::{MARGINS, Solve};

/// The programs of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct StagedProgram {
    /// The first, or only one.
    pub first: Program,
    /// The equations made of the last outputs of the program before, and the program that continues with the solution.
    pub later: Vec<(Solve, Program)>,
}

impl StagedProgram {
    /// Schedules what `outputs` and the equations on the way to them need of a graph.
    #[must_use]
    pub fn schedule(graph: &Graph, inputs: &[Port], mut outputs: Vec<Named>) -> Self {
        let all = outputs.iter().flat_map(|(_, _, elements)| elements.iter());
        let stages = graph.stages(&all.copied().collect::<Vec<_>>());
        let (equations, margins) = (graph.record().equations(), graph.record().margins());
        // A recursion solves equations in one way or the other.
        debug_assert!(equations.is_empty() || margins.is_empty());
        if !margins.is_empty() {
            outputs.push((MARGINS, Shape::Vector(margins.len()), margins));
        }
        let mut results: Vec<Vec<Named>> = equations.iter().map(named).collect();
        results.push(outputs);
        if !stages.carried.is_empty() {
            let carried = stages.carried.iter().map(|&id| positive(id)).collect();
            let shape = Shape::Vector(stages.carried.len());
            results[0].insert(0, ("carried", shape, carried));
        }
        let mut solved = 0;
        let later = equations.iter().enumerate().map(|(before, one)| {
            solved += one.solve.unknowns();
            let index = before + 1;
            let part = StageBuilder {
                graph,
                stages: &stages,
                index,
                solved,
            };
            (one.solve, part.program(inputs, &results[index]))
        });
        let later = later.collect();
        let part = StageBuilder {
            graph,
            stages: &stages,
            index: 0,
            solved: 0,
        };
        Self {
            first: part.program(inputs, &results[0]),
            later,
        }
    }

    /// All programs, in their order.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        core::iter::once(&self.first).chain(self.later.iter().map(|(_, program)| program))
    }

    /// The same.
    pub fn programs_mut(&mut self) -> impl Iterator<Item = &mut Program> {
        core::iter::once(&mut self.first).chain(self.later.iter_mut().map(|(_, program)| program))
    }

    /// Its weight where formulations are compared: with a guess for solutions of least norm.
    #[must_use]
    pub fn price(&self) -> Counts {
        let solves = self.later.iter().map(|(solve, _)| solve.price());
        self.programs().map(Program::counts).chain(solves).sum()
    }
}

/// Builds the program of one stage.
struct StageBuilder<'a> {
    graph: &'a Graph,
    stages: &'a Stages,
    /// Which.
    index: usize,
    /// Number of values that were solved for before.
    solved: usize,
}

impl StageBuilder<'_> {
    fn program(&self, inputs: &[Port], outputs: &[Named]) -> Program {
        let mut ports = inputs.to_vec();
        let carried = &self.stages.carried;
        if self.index > 0 {
            let given = [
                (Argument::Carried, carried.len()),
                (Argument::Solved, self.solved),
            ];
            let given = given.map(|(argument, len)| Port { argument, len });
            // A first program may carry nothing.
            ports.extend(given.into_iter().filter(|port| port.len > 0));
        }
        let mut scheduler = Scheduler::new(self.graph, ports);
        if self.index > 0 {
            for (index, &id) in carried.iter().enumerate() {
                let argument = Argument::Carried;
                scheduler.give(id, Input { argument, index });
            }
        }
        scheduler.program(&self.stages.needed[self.index], outputs)
    }
}

/// The outputs of a program that ends in equations.
fn named(equations: &Equations<Ref>) -> Vec<Named> {
    let Equations {
        solve,
        matrix,
        right,
    } = equations;
    let shape = Shape::Matrix(solve.rows, solve.columns);
    vec![
        ("matrix", shape, matrix.clone()),
        ("right", Shape::Vector(right.len()), right.clone()),
    ]
}

fn positive(node: NodeId) -> Ref {
    Ref {
        node,
        negative: false,
    }
}
