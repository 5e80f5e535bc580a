//! `integrate` and `difference`, which are of no program: what they should state by the layout of the state, and how they are run.

use super::Fault;
use super::Language;
use super::fact::{Fact, Scanned, Value};
use super::item::{Cell, Item, Role};
use super::run::Run;
use crate::program::Operation;
use crate::state::{CoordinateKind, Piece};

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StateFunction {
    Integrate,
    Difference,
}

impl StateFunction {
    pub(super) const BOTH: [Self; 2] = [Self::Integrate, Self::Difference];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Integrate => "integrate",
            Self::Difference => "difference",
        }
    }

    /// What its text should state.
    pub(super) fn expected(self, pieces: &[Piece]) -> Scanned {
        let mut scanned = Scanned::default();
        let (mut slots, mut joints, mut result) = (0, 0, Vec::new());
        for &Piece { kind, q, v } in pieces {
            let (nq, nv) = lengths(kind);
            let [q, q0, q1] = ["q", "q0", "q1"].map(|name| elements(name, q, nq));
            let given = match self {
                Self::Integrate => [q, elements("v", v, nv), elements("dt", 0, 1)].concat(),
                Self::Difference => [q0, q1].concat(),
            };
            if let Some(kernel) = self.kernel(kind) {
                scanned.facts.push(Fact::Joint(kernel, given));
                let len = self.result_len(kind);
                result.extend((0..len).map(|element| Value::Joint(joints, element)));
                joints += 1;
                continue;
            }
            let statements = match (self, given.as_slice()) {
                (Self::Integrate, &[q, v, dt]) => vec![
                    Fact::Statement(Operation::Mul, v, dt),
                    Fact::Statement(Operation::Add, q, Value::Slot(slots)),
                ],
                (_, &[q0, q1, ..]) => vec![Fact::Statement(Operation::Sub, q1, q0)],
                _ => Vec::new(),
            };
            slots += statements.len();
            scanned.facts.extend(statements);
            result.push(Value::Slot(slots - 1));
        }
        let elements = result.into_iter().enumerate();
        let elements = elements.map(|(element, value)| Fact::Element(0, element, false, value));
        scanned.facts.extend(elements);
        scanned
    }

    fn kernel(self, kind: CoordinateKind) -> Option<&'static str> {
        match (kind, self) {
            (CoordinateKind::Rate, _) => None,
            (CoordinateKind::Quaternion, Self::Integrate) => Some("integrate_spherical"),
            (CoordinateKind::Quaternion, Self::Difference) => Some("difference_spherical"),
            (CoordinateKind::Pose, Self::Integrate) => Some("integrate_free"),
            (CoordinateKind::Pose, Self::Difference) => Some("difference_free"),
        }
    }

    /// The length of its result for a joint.
    fn result_len(self, kind: CoordinateKind) -> usize {
        match (self, lengths(kind)) {
            (Self::Integrate, (nq, _)) => nq,
            (Self::Difference, (_, nv)) => nv,
        }
    }
}

/// Numbers of coordinates and velocities.
fn lengths(kind: CoordinateKind) -> (usize, usize) {
    match kind {
        CoordinateKind::Rate => (1, 1),
        CoordinateKind::Quaternion => (4, 3),
        CoordinateKind::Pose => (7, 6),
    }
}

fn elements(name: &'static str, start: usize, len: usize) -> Vec<Value> {
    let range = start..start + len;
    range.map(|index| Value::Input(name, index)).collect()
}

impl Run<'_> {
    /// Runs one of the two functions.
    pub(super) fn state(
        &mut self,
        function: StateFunction,
        prefix: &str,
        (nq, nv): (usize, usize),
    ) -> Result<(), Fault> {
        let name = format!("{prefix}{}", function.name());
        let found = self.text.outline.get(name.as_str());
        let found = found.ok_or(Fault::new(0, "the function is missing"))?;
        let mut array = |name, len| {
            let cells = elements(name, 0, len).into_iter();
            let cell = |value| Cell {
                negative: false,
                value,
                at: 0,
            };
            Item::Array(self.array(cells.map(cell).map(Some).collect(), Role::Input))
        };
        let (mut given, len) = match function {
            StateFunction::Integrate => {
                let dt = Item::Number(Cell {
                    negative: false,
                    value: Value::Input("dt", 0),
                    at: 0,
                });
                (vec![array("q", nq), array("v", nv), dt], nq)
            }
            StateFunction::Difference => (vec![array("q0", nq), array("q1", nq)], nv),
        };
        if self.text.language != Language::Rust {
            given.push(Item::Array(self.array(vec![None; len], Role::Output)));
        }
        let returned = self.body(found, &given)?;
        let results = match self.text.language {
            Language::Rust => returned,
            Language::C | Language::JavaScript => given.split_off(given.len() - 1),
        };
        self.results(&results, found.at)
    }

    /// A kernel of the state of a joint: coordinates, and velocities with the step or the other coordinates; in C its result behind
    /// them.
    pub(super) fn joint(&mut self, name: &str, given: &[Item], at: usize) -> Result<Item, Fault> {
        let unknown = Fault::new(at, "no such function is printed");
        let kinds = [CoordinateKind::Quaternion, CoordinateKind::Pose];
        let all = StateFunction::BOTH.into_iter();
        let mut all = all.flat_map(|one| kinds.map(|kind| (one, kind)));
        let found = all.find(|(one, kind)| one.kernel(*kind) == Some(name));
        let (function, kind) = found.ok_or_else(|| unknown.clone())?;
        let (nq, nv) = lengths(kind);
        let [first, second, rest @ ..] = given else {
            return Err(unknown);
        };
        let mut values = self.values(first, nq, at)?;
        let rest = match (function, rest) {
            (StateFunction::Integrate, [Item::Number(dt), rest @ ..]) => {
                values.extend(self.values(second, nv, at)?);
                values.push(dt.plain()?);
                rest
            }
            (StateFunction::Difference, rest) => {
                values.extend(self.values(second, nq, at)?);
                rest
            }
            _ => return Err(unknown),
        };
        let kernel = function.kernel(kind).unwrap_or_default();
        self.scanned.push(Fact::Joint(kernel, values), at);
        let cell = |element| Cell {
            negative: false,
            value: Value::Joint(self.joints, element),
            at,
        };
        let cells = (0..function.result_len(kind)).map(cell).map(Some).collect();
        self.joints += 1;
        match rest {
            [] => Ok(Item::Array(self.array(cells, Role::Own))),
            [to] => {
                self.copy(to, cells, at)?;
                Ok(Item::List(Vec::new()))
            }
            _ => Err(unknown),
        }
    }
}
