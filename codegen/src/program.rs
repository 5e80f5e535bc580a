//! The program: scheduled statements over named inputs and outputs. What is emitted, evaluated and counted.

mod copies;
mod fused;
mod pattern;
mod prune;
mod retrace;
mod same;
mod staged;
mod tails;

pub use copies::{Copies, Piece};
pub use fused::{Fused, FusedForm};
pub use pattern::Pattern;
pub use staged::StagedProgram;
pub use tails::{Tail, Tails};

use crate::counts::Counts;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::graph::{Graph, Node, NodeId, Ref, live};
use crate::leaves::{Argument, Input, Origin};

/// A straight-line program.
///
/// Statement k defines slot k. The first `angle_statements` compute sums of angles; then sine and cosine of all
/// `angles` are taken together, with the [`tails`](Program::tails) of these sums; then the rest runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Input arrays, in the order of the signature.
    pub inputs: Vec<Port>,
    /// Output arrays, in the order of the signature.
    pub outputs: Vec<Output>,
    /// Numbers, positive, exact until printed.
    pub constants: Vec<Constant>,
    /// Arguments of sine and cosine.
    pub angles: Vec<Operand>,
    /// Number of leading statements that compute angles.
    pub angle_statements: usize,
    /// The statements.
    pub statements: Vec<Statement>,
    /// Runs of statements that are equal: limbs that share a function. No two have a statement in common.
    pub copies: Vec<Copies>,
}

/// A named array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// Which.
    pub argument: Argument,
    /// Number of elements.
    pub len: usize,
}

/// Shape of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One number.
    Scalar,
    /// A vector of that length.
    Vector(usize),
    /// A row-major matrix: rows, columns.
    Matrix(usize, usize),
}

impl Shape {
    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(n) => n,
            Self::Matrix(rows, columns) => rows * columns,
        }
    }

    /// Whether there are no elements (a mechanism without degrees of freedom).
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A named output array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Name in C signatures and in JSON.
    pub name: &'static str,
    /// Shape.
    pub shape: Shape,
    /// Elements, row-major; packed where there is a pattern.
    pub elements: Vec<Signed>,
    /// The places of the elements of a packed matrix in it; `None`: nothing is left out.
    pub pattern: Option<Pattern>,
}

/// An operand with a sign; only outputs have signs of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signed {
    /// The operand.
    pub operand: Operand,
    /// Whether the value is minus the operand's.
    pub negative: bool,
}

/// A named output array of a program to be: name, shape, elements in the graph.
pub type Named = (&'static str, Shape, Vec<Ref>);

/// An operand of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Entry of [`Program::constants`].
    Constant(usize),
    /// Element of an input array.
    Input(Input),
    /// Cosine of entry k of [`Program::angles`].
    Cosine(usize),
    /// Sine of the same.
    Sine(usize),
    /// Result of statement k.
    Slot(usize),
}

/// A constant of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// A positive number, or 0.
    Number(Number),
    /// An angle that is added to joint coordinates, rad.
    Angle(Angle),
}

impl Constant {
    /// The nearest f64.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Number(number) => number.to_f64(),
            Self::Angle(angle) => angle.to_f64(),
        }
    }

    /// The formula that it is, where it depends on parameters.
    pub(crate) fn formula(&self) -> Option<Number> {
        let number = match self {
            Self::Number(number) => number.clone(),
            Self::Angle(angle) => angle.to_number(),
        };
        number.is_formula().then_some(number)
    }

    /// The nearest f32.
    #[must_use]
    pub fn to_f32(&self) -> f32 {
        match self {
            Self::Number(number) => number.to_f32(),
            Self::Angle(angle) => angle.to_f32(),
        }
    }
}

/// An arithmetic operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// a + b.
    Add,
    /// a − b.
    Sub,
    /// a · b.
    Mul,
    /// a / b.
    Div,
    /// a / √(a² + b²).
    Saturate,
    /// a · b and an addend, rounded once. [`fuse`](crate::pass::fuse) makes it, after all passes that prove and search.
    Fused(Fused),
}

impl Operation {
    /// Whether another is the same operation, whatever its addend is.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Fused(one), Self::Fused(other)) => one.form == other.form,
            (one, other) => one == other,
        }
    }
}

/// One statement: `slot = a operation b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The operation.
    pub operation: Operation,
    /// First operand.
    pub a: Operand,
    /// Second operand.
    pub b: Operand,
    /// Its source.
    pub origin: Origin,
}

impl Statement {
    /// Its operands: two, and the addend of a fused operation.
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<> {
        let addend = match self.operation {
            Operation::Fused(fused) => Some(fused.addend),
            _ => None,
        };
        [self.a, self.b].into_iter().chain(addend)
    }

    /// The same operation on other operands.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(Operand) -> Operand) -> Self {
        let (a, b) = (change(self.a), change(self.b));
        let operation = match self.operation {
            Operation::Fused(fused) => Operation::Fused(Fused {
                addend: change(fused.addend),
                ..fused
            }),
            other => other,
        };
        Self {
            operation,
            a,
            b,
            origin: self.origin,
        }
    }
}

impl Program {
    /// One without statements and outputs.
    #[must_use]
    pub fn empty(inputs: Vec<Port>) -> Self {
        Self {
            inputs,
            outputs: Vec::new(),
            constants: Vec::new(),
            angles: Vec::new(),
            angle_statements: 0,
            statements: Vec::new(),
            copies: Vec::new(),
        }
    }

    /// Changes every operand: of statements, of angles and of outputs.
    pub(crate) fn rename(&mut self, mut change: impl FnMut(Operand) -> Operand) {
        for statement in &mut self.statements {
            *statement = statement.map(&mut change);
        }
        for angle in &mut self.angles {
            *angle = change(*angle);
        }
        let outputs = self.outputs.iter_mut();
        for element in outputs.flat_map(|output| &mut output.elements) {
            element.operand = change(element.operand);
        }
    }

    /// Schedules the live part of a graph in order of creation.
    ///
    /// `outputs` are the named outputs with their elements in the graph.
    #[must_use]
    pub fn schedule(graph: &Graph, inputs: Vec<Port>, outputs: &[Named]) -> Self {
        let all = outputs.iter().flat_map(|(_, _, elements)| elements.iter());
        let needed = live(graph, &all.copied().collect::<Vec<_>>());
        Scheduler::new(graph, inputs).program(&needed, outputs)
    }

    /// Whether an operand is the constant 0, whatever the inputs are.
    #[must_use]
    pub fn is_zero(&self, operand: Operand) -> bool {
        match operand {
            Operand::Constant(index) => match &self.constants[index] {
                Constant::Number(number) => number.is_zero(),
                Constant::Angle(_) => false,
            },
            _ => false,
        }
    }

    /// Whether there is dry friction in it.
    #[must_use]
    pub fn saturates(&self) -> bool {
        let mut statements = self.statements.iter();
        statements.any(|one| one.operation == Operation::Saturate)
    }

    /// Counts of the program's operations.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut used = vec![(false, false); self.angles.len()];
        let mut note = |operand: Operand| match operand {
            Operand::Cosine(k) => used[k].0 = true,
            Operand::Sine(k) => used[k].1 = true,
            _ => {}
        };
        for statement in &self.statements {
            match statement.operation {
                Operation::Add | Operation::Sub => counts.add += 1,
                Operation::Mul => counts.mul += 1,
                Operation::Div => counts.div += 1,
                Operation::Saturate => counts.add_saturation(),
                Operation::Fused(_) => counts.fma += 1,
            }
            statement.operands().for_each(&mut note);
        }
        for element in self.outputs.iter().flat_map(|output| &output.elements) {
            note(element.operand);
            counts.neg +=
                usize::from(element.negative && !matches!(element.operand, Operand::Constant(_)));
        }
        counts.trig = used
            .iter()
            .map(|&(cosine, sine)| usize::from(cosine) + usize::from(sine))
            .sum();
        counts
    }
}

struct Scheduler<'g> {
    graph: &'g Graph,
    operands: Vec<Option<Operand>>,
    program: Program,
}

impl<'g> Scheduler<'g> {
    fn new(graph: &'g Graph, inputs: Vec<Port>) -> Self {
        Self {
            graph,
            operands: vec![None; graph.len()],
            program: Program::empty(inputs),
        }
    }

    /// A node that is an input of the program, whatever it is in the graph.
    fn give(&mut self, id: NodeId, input: Input) {
        self.operands[id.index()] = Some(Operand::Input(input));
    }

    /// The program that computes these nodes.
    fn program(mut self, needed: &[bool], outputs: &[Named]) -> Program {
        self.angles(needed);
        self.program.angle_statements = self.program.statements.len();
        for (index, needed) in needed.iter().enumerate() {
            if *needed {
                self.visit(NodeId::at(index));
            }
        }
        for (name, shape, elements) in outputs {
            debug_assert_eq!(shape.len(), elements.len(), "{name}");
            let elements = elements.iter().map(|element| self.output(*element));
            let elements = elements.collect();
            self.program.outputs.push(Output {
                name,
                shape: *shape,
                elements,
                pattern: None,
            });
        }
        self.program
    }

    /// First the arguments of sines and cosines, so that these can be taken together.
    fn angles(&mut self, needed: &[bool]) {
        for index in 0..needed.len() {
            if !needed[index] {
                continue;
            }
            if let Node::Cosine(angle) | Node::Sine(angle) = self.graph.node(NodeId::at(index)) {
                for node in self.ancestry(angle) {
                    self.visit(node);
                }
                let argument = self.operand(angle);
                let place = self
                    .program
                    .angles
                    .iter()
                    .position(|known| *known == argument)
                    .unwrap_or_else(|| {
                        self.program.angles.push(argument);
                        self.program.angles.len() - 1
                    });
                self.operands[index] = Some(match self.graph.node(NodeId::at(index)) {
                    Node::Cosine(_) => Operand::Cosine(place),
                    _ => Operand::Sine(place),
                });
            }
        }
    }

    /// A node and all it is computed from, children first.
    fn ancestry(&self, root: NodeId) -> Vec<NodeId> {
        let (mut stack, mut found) = (vec![root], Vec::new());
        while let Some(node) = stack.pop() {
            found.push(node);
            stack.extend(self.graph.node(node).operands());
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn visit(&mut self, id: NodeId) {
        if self.operands[id.index()].is_some() {
            return;
        }
        let operand = match self.graph.node(id) {
            Node::Constant(index) => self.constant(Constant::Number(self.graph.number(index))),
            Node::Angle(index) => self.constant(Constant::Angle(self.graph.angle(index))),
            Node::Input(input) => Operand::Input(input),
            // Every live cosine and sine has been placed by `angles`.
            Node::Cosine(_) | Node::Sine(_) => return,
            Node::Add(a, b) => self.statement(id, Operation::Add, a, b),
            Node::Sub(a, b) => self.statement(id, Operation::Sub, a, b),
            Node::Mul(a, b) => self.statement(id, Operation::Mul, a, b),
            Node::Div(a, b) => self.statement(id, Operation::Div, a, b),
            Node::Saturate(a, b) => self.statement(id, Operation::Saturate, a, b),
        };
        self.operands[id.index()] = Some(operand);
    }

    fn constant(&mut self, constant: Constant) -> Operand {
        self.program.constants.push(constant);
        Operand::Constant(self.program.constants.len() - 1)
    }

    fn statement(&mut self, id: NodeId, operation: Operation, a: NodeId, b: NodeId) -> Operand {
        let (a, b) = (self.operand(a), self.operand(b));
        self.program.statements.push(Statement {
            operation,
            a,
            b,
            origin: self.graph.origin(id),
        });
        Operand::Slot(self.program.statements.len() - 1)
    }

    /// The operand of a node that has been visited (children are visited before parents).
    fn operand(&self, id: NodeId) -> Operand {
        let operand = self.operands[id.index()];
        debug_assert!(
            operand.is_some(),
            "node {id:?} is used before it is scheduled"
        );
        operand.unwrap_or(Operand::Constant(0))
    }

    fn output(&self, element: Ref) -> Signed {
        let operand = self.operand(element.node);
        let is_zero = matches!(operand, Operand::Constant(index)
            if self.program.constants[index] == Constant::Number(Number::ZERO));
        Signed {
            operand,
            negative: element.negative && !is_zero,
        }
    }
}
