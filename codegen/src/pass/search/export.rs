//! Network → program: sums and products become statements of two operands.

use rustc_hash::FxHashMap;

use super::constants::Id;
use super::network::{Network, NodeKind};
use super::terms::Term;
use crate::leaves::Origin;
use crate::program::{Constant, Operand, Operation, Output, Program, Signed, Statement};

/// The program of a network that came from `source`, whose leaves stand for these operands.
pub(super) fn export(network: &Network, leaves: &[Operand], source: &Program) -> Option<Program> {
    let order = network.order();
    let mut writer = Writer {
        network,
        leaves,
        source,
        places: vec![None; network.nodes.len()],
        known: FxHashMap::default(),
        constants: FxHashMap::default(),
        program: Program {
            outputs: Vec::new(),
            constants: Vec::new(),
            statements: Vec::new(),
            copies: Vec::new(),
            ..source.clone()
        },
    };
    writer.angles();
    writer.numbers(&order);
    for &index in &order {
        let place = writer.node(index)?;
        writer.places[index] = Some(place);
    }
    writer.outputs()?;
    Some(writer.program)
}

struct Writer<'a> {
    network: &'a Network,
    leaves: &'a [Operand],
    source: &'a Program,
    /// The location of each node's value.
    places: Vec<Option<Signed>>,
    /// Statements by content.
    known: FxHashMap<(Operation, Operand, Operand), Operand>,
    constants: FxHashMap<Id, Operand>,
    program: Program,
}

impl Writer<'_> {
    /// The statements that form angles, and the constants in them.
    fn angles(&mut self) {
        let mut constants: FxHashMap<usize, usize> = FxHashMap::default();
        let mut carried = |operand: Operand, list: &mut Vec<Constant>| match operand {
            Operand::Constant(index) => {
                Operand::Constant(*constants.entry(index).or_insert_with(|| {
                    list.push(self.source.constants[index].clone());
                    list.len() - 1
                }))
            }
            other => other,
        };
        for statement in &self.source.statements[..self.source.angle_statements] {
            let statement = statement.map(|one| carried(one, &mut self.program.constants));
            self.program.statements.push(statement);
        }
        for angle in &mut self.program.angles {
            *angle = carried(*angle, &mut self.program.constants);
        }
    }

    fn numbers(&mut self, order: &[usize]) {
        let used = || {
            order
                .iter()
                .filter_map(|&index| match self.network.nodes[index].kind {
                    NodeKind::Constant(id) => Some(id),
                    _ => None,
                })
        };
        let exact = self.network.constants.exact(used());
        for id in used() {
            self.program
                .constants
                .push(Constant::Number(exact[&id].clone()));
            let place = Operand::Constant(self.program.constants.len() - 1);
            self.constants.insert(id, place);
        }
    }

    fn node(&mut self, index: usize) -> Option<Signed> {
        let node = &self.network.nodes[index];
        let origin = self.source.statements.get(node.origin as usize);
        let origin = origin.map_or_else(Origin::default, |statement| statement.origin);
        let mut terms: Vec<Signed> = node
            .terms
            .iter()
            .map(|&term| self.place(term))
            .collect::<Option<_>>()?;
        let mut place = match node.kind {
            NodeKind::Leaf => positive(*self.leaves.get(index)?),
            NodeKind::Constant(id) => positive(*self.constants.get(&id)?),
            NodeKind::Sum => {
                // What a fused multiply-add takes in comes last.
                let mut fusible = node.terms.iter().map(|&term| self.is_fusible(term));
                let mut sorted: Vec<(bool, Signed)> = terms
                    .drain(..)
                    .map(|term| (fusible.next().unwrap_or(false), term))
                    .collect();
                sorted.sort_by_key(|&(fusible, _)| fusible);
                terms.extend(sorted.into_iter().map(|(_, term)| term));
                self.sum(&terms, self.is_negated(index), origin)?
            }
            NodeKind::Product => self.fold(Operation::Mul, &terms, origin)?,
            NodeKind::Quotient => self.fold(Operation::Div, &terms, origin)?,
            // The sign of the scale does not matter.
            NodeKind::Saturation => Signed {
                negative: terms.first()?.negative,
                ..self.fold(Operation::Saturate, &terms, origin)?
            },
        };
        place.negative ^= node.negative;
        Some(place)
    }

    /// The location of a term's value.
    fn place(&self, term: Term) -> Option<Signed> {
        let place = self.places[term.node()]?;
        Some(Signed {
            negative: place.negative ^ term.is_negative(),
            ..place
        })
    }

    fn is_fusible(&self, term: Term) -> bool {
        let node = self.network.node(term);
        node.kind == NodeKind::Product && node.uses == 1
    }

    /// Whether a node serves outputs alone, all of them with the opposite sign.
    fn is_negated(&self, index: usize) -> bool {
        let mut outputs = self.network.outputs.iter();
        let uses = outputs.by_ref().filter(|output| output.node() == index);
        let (negative, positive): (Vec<&Term>, Vec<&Term>) =
            uses.partition(|output| output.is_negative());
        positive.is_empty() && negative.len() == self.network.nodes[index].uses as usize
    }

    /// Starts with a positive term (a negative one when minus the value is wanted), if there is one.
    fn sum(&mut self, terms: &[Signed], negated: bool, origin: Origin) -> Option<Signed> {
        let start = terms
            .iter()
            .position(|term| term.negative == negated)
            .unwrap_or(0);
        let first = *terms.get(start)?;
        let mut sum = first.operand;
        for (k, term) in terms.iter().enumerate() {
            if k != start {
                // −a − b = −(a + b),  −a + b = −(a − b)
                let operation = if term.negative == first.negative {
                    Operation::Add
                } else {
                    Operation::Sub
                };
                sum = self.statement(operation, sum, term.operand, origin);
            }
        }
        Some(Signed {
            operand: sum,
            negative: first.negative,
        })
    }

    /// Signs pulled out.
    fn fold(&mut self, operation: Operation, terms: &[Signed], origin: Origin) -> Option<Signed> {
        let (first, rest) = terms.split_first()?;
        let mut result = *first;
        for term in rest {
            result.operand = self.statement(operation, result.operand, term.operand, origin);
            result.negative ^= term.negative;
        }
        Some(result)
    }

    fn statement(
        &mut self,
        operation: Operation,
        a: Operand,
        b: Operand,
        origin: Origin,
    ) -> Operand {
        let program = &mut self.program;
        *self.known.entry((operation, a, b)).or_insert_with(|| {
            program.statements.push(Statement {
                operation,
                a,
                b,
                origin,
            });
            Operand::Slot(program.statements.len() - 1)
        })
    }

    fn outputs(&mut self) -> Option<()> {
        let mut elements = self.network.outputs.iter();
        for output in &self.source.outputs {
            let of_output = elements.by_ref().take(output.elements.len());
            let elements = of_output
                .map(|&term| {
                    let place = self.place(term)?;
                    let zero = self.is_zero(place.operand);
                    Some(Signed {
                        negative: place.negative && !zero,
                        ..place
                    })
                })
                .collect::<Option<_>>()?;
            self.program.outputs.push(Output {
                elements,
                ..output.clone()
            });
        }
        Some(())
    }

    fn is_zero(&self, operand: Operand) -> bool {
        match operand {
            Operand::Constant(index) => {
                matches!(&self.program.constants[index], Constant::Number(number) if number.is_zero())
            }
            _ => false,
        }
    }
}

fn positive(operand: Operand) -> Signed {
    Signed {
        operand,
        negative: false,
    }
}
