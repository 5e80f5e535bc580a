//! Program → network. What forms angles stays outside: its results are leaves.

use rustc_hash::FxHashMap;

use super::constants::ConstantTable;
use super::network::Network;
use super::terms::{Term, Terms};
use crate::program::{Constant, Operand, Operation, Program, Statement};

/// The network of a program, and the operands that its leaves stand for. `None` when a constant is out of bounds.
pub(super) fn import(program: &Program, fused: bool) -> Option<(Network, Vec<Operand>)> {
    let leaves = leaves(program);
    let places: FxHashMap<Operand, Term> = leaves
        .iter()
        .enumerate()
        .map(|(place, &leaf)| (leaf, Term::of(place)))
        .collect();
    let partners = leaves
        .iter()
        .map(|leaf| match *leaf {
            Operand::Cosine(k) => places.get(&Operand::Sine(k)).copied(),
            Operand::Sine(k) => places.get(&Operand::Cosine(k)).copied(),
            _ => None,
        })
        .collect();
    let mut constants = ConstantTable::new();
    let mut values = Vec::new();
    for constant in &program.constants {
        values.push(match constant {
            Constant::Number(number) => constants.given(number),
            Constant::Angle(_) => None,
        });
    }
    let mut network = Network::new(partners, constants, fused);
    let mut slots: Vec<Option<Term>> = vec![None; program.statements.len()];
    let term = |operand: Operand, network: &mut Network, slots: &[Option<Term>]| match operand {
        Operand::Constant(index) => Some(network.constant(values[index]?)),
        Operand::Slot(index) if index >= program.angle_statements => slots[index],
        leaf => places.get(&leaf).copied(),
    };
    for (index, statement) in program.statements.iter().enumerate() {
        if index < program.angle_statements {
            continue;
        }
        let before = network.nodes.len();
        let a = term(statement.a, &mut network, &slots)?;
        let b = term(statement.b, &mut network, &slots)?;
        slots[index] = Some(match statement.operation {
            Operation::Add => network.sum(&Terms::two(a, b))?,
            Operation::Sub => network.sum(&Terms::two(a, -b))?,
            Operation::Mul => network.product(&Terms::two(a, b))?,
            Operation::Div => network.quotient(a, b)?,
            Operation::Saturate => network.saturation(a, b)?,
            // Fused after all searches.
            Operation::Fused(_) => return None,
        });
        let origin = u32::try_from(index).ok()?;
        for node in &mut network.nodes[before..] {
            node.origin = origin;
        }
    }
    let elements = program.outputs.iter().flat_map(|output| &output.elements);
    let outputs = elements
        .map(|element| Some(term(element.operand, &mut network, &slots)?.signed(element.negative)))
        .collect::<Option<_>>()?;
    network.set_outputs(outputs);
    network.tidy()?;
    Some((network, leaves))
}

/// The operands that statements and outputs read from outside, each once, in order of first use.
fn leaves(program: &Program) -> Vec<Operand> {
    let mut leaves = Vec::new();
    let mut seen = FxHashMap::default();
    let is_leaf = |operand: &Operand| match *operand {
        Operand::Constant(_) => false,
        Operand::Slot(index) => index < program.angle_statements,
        _ => true,
    };
    let statements = program.statements.iter().skip(program.angle_statements);
    let outputs = program.outputs.iter().flat_map(|output| &output.elements);
    let operands = statements
        .flat_map(Statement::operands)
        .chain(outputs.map(|element| element.operand));
    for operand in operands.filter(is_leaf) {
        seen.entry(operand).or_insert_with(|| leaves.push(operand));
    }
    leaves
}
