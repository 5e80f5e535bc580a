//! Functions of mechanisms with loops: which there are, in which steps they are computed, and what each step reads and
//! writes.
//!
//! ```text
//!  q, q̇, … ──step 0──► carried, matrix, right ──solver──► solved ──step 1──► … ──last step──► outputs
//! ```
//!
//! A step is a program. Between two steps a solver of fixed size takes the last matrix and right side; all that was solved so
//! far, and what step 0 carries over, are inputs of every later step. A function whose equations are solved in a fixed order is
//! one step, and its last output is `margins`: numbers that are positive unless the equations are singular.

mod legs;
mod subsystems;

pub use legs::{Leg, Legs};
pub use subsystems::{Block, Branch, Indeterminate, Subsystems};

use crate::counts::Counts;
use crate::formulation::Formulation;
use crate::leaves::Argument;
use crate::mechanism::{Loops, Mechanism};
use crate::program::{Port, Shape};

/// A function of a mechanism with loops that solves for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Closed {
    /// τ of the actuated joints from (q, q̇, q̈).
    InverseDynamics,
    /// The same, and the wrenches of the cut joints.
    InverseDynamicsWithForces,
    /// q̈ from (q, q̇, τ).
    ForwardDynamics,
    /// The wrenches of the cut joints from (q, q̇, τ).
    ConstraintForces,
    /// The wrenches that the joints of the tree transmit, from (q, q̇, τ).
    JointWrenches,
    /// q̈ from (q, q̇, τ) and the size of a step, at whose end the loops are closed.
    ForwardDynamicsOverStep,
    /// The wrenches of the cut joints that close them there.
    ConstraintForcesOverStep,
    /// q̇ from q and the independent rates.
    DependentRates,
}

/// A step of a function by one of its formulations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The function.
    pub function: Closed,
    /// How it is computed.
    pub formulation: Formulation,
    /// Which step, from 0.
    pub index: u8,
}

/// Equations to be solved between two steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solve {
    /// Number of equations.
    pub rows: usize,
    /// Number of unknowns.
    pub columns: usize,
    /// Relative cut-off of a solution with least norm; `None`: the equations are square and regular.
    pub least_norm: Option<f64>,
}

/// Name of the output that tells whether a program has failed.
pub const MARGINS: &str = "margins";

/// The cut-off of a solution with least norm unless the model gives another.
pub const CUTOFF: f64 = 1e-9;

impl Solve {
    /// What it costs; nothing for a solution of least norm, whose price depends on the values.
    #[must_use]
    pub fn counts(self) -> Counts {
        let [mul, add, div] = match self.least_norm {
            None => denoc_sincos::linear::solve_price(self.rows),
            Some(_) => [0; 3],
        };
        Counts {
            mul,
            add,
            div,
            ..Counts::default()
        }
    }

    /// What it counts for where formulations are compared: for a solution of least norm, some sweeps of rotations over all
    /// pairs of columns.
    #[must_use]
    pub fn price(self) -> usize {
        const SWEEPS: usize = 6;
        let pairs = self.columns * self.columns.saturating_sub(1) / 2;
        match self.least_norm {
            None => self.counts().total(),
            Some(_) => SWEEPS * pairs * (12 * self.rows + 6 * self.columns),
        }
    }
}

impl Closed {
    /// Name of the generated function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InverseDynamics => "inverse_dynamics",
            Self::InverseDynamicsWithForces => "inverse_dynamics_with_forces",
            Self::ForwardDynamics => "forward_dynamics",
            Self::ConstraintForces => "constraint_forces",
            Self::JointWrenches => "joint_wrenches",
            Self::ForwardDynamicsOverStep => "forward_dynamics_over_step",
            Self::ConstraintForcesOverStep => "constraint_forces_over_step",
            Self::DependentRates => "dependent_rates",
        }
    }

    /// One line of documentation, where it is not that of a tree.
    #[must_use]
    pub fn summary(self) -> Option<&'static str> {
        match self {
            Self::InverseDynamics => Some(
                "Generalised forces tau (Nm, N) of the actuated joints that produce the accelerations qdd.",
            ),
            Self::ForwardDynamics => Some(
                "Accelerations qdd (rad/s², m/s²) under the generalised forces tau of the actuated joints; \
                 qdd_independent are those of the independent velocities.",
            ),
            _ => None,
        }
    }

    /// Input arrays of the function.
    #[must_use]
    pub fn arguments(self) -> &'static [Argument] {
        use Argument::{Independent, Q, Qd, Qdd, StepSize, Tau};
        match self {
            Self::InverseDynamics | Self::InverseDynamicsWithForces => &[Q, Qd, Qdd],
            Self::ForwardDynamics | Self::ConstraintForces | Self::JointWrenches => &[Q, Qd, Tau],
            Self::ForwardDynamicsOverStep | Self::ConstraintForcesOverStep => {
                &[Q, Qd, Tau, StepSize]
            }
            Self::DependentRates => &[Q, Independent],
        }
    }

    /// Output arrays of the function.
    #[must_use]
    pub fn outputs(self, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
        let loops = mechanism.loops.as_ref();
        let actuated = Shape::Vector(loops.map_or(0, |loops| loops.actuated.len()));
        let forces = Shape::Matrix(loops.map_or(0, |loops| loops.closures.len()), 6);
        let velocities = Shape::Vector(mechanism.nv());
        match self {
            Self::InverseDynamics => vec![("tau", actuated)],
            Self::InverseDynamicsWithForces => vec![("tau", actuated), ("f", forces)],
            Self::ForwardDynamics | Self::ForwardDynamicsOverStep => {
                let independent = Shape::Vector(loops.map_or(0, Loops::freedom));
                vec![("qdd", velocities), ("qdd_independent", independent)]
            }
            Self::ConstraintForces | Self::ConstraintForcesOverStep => vec![("f", forces)],
            Self::JointWrenches => {
                vec![("w", Shape::Matrix(mechanism.model_bodies().count(), 6))]
            }
            Self::DependentRates => vec![("qd", velocities)],
        }
    }

    /// Whether a mechanism has this function: inverse dynamics needs as many unknowns as equations, or a solution of least
    /// norm.
    #[must_use]
    pub fn is_determinate(self, mechanism: &Mechanism) -> bool {
        let inverse = matches!(
            self,
            Self::InverseDynamics | Self::InverseDynamicsWithForces
        );
        !inverse
            || self
                .formulations(mechanism)
                .contains(&Formulation::WholeTree)
    }

    /// The formulations a mechanism has of this function, the general one first.
    #[must_use]
    pub fn formulations(self, mechanism: &Mechanism) -> Vec<Formulation> {
        use Formulation::{
            Multipliers, Parallel, Secondary, SpatialOperator, SpatialOperatorExplicit, Subsystems,
            WholeTree,
        };
        let least_norm = solves_with_least_norm(mechanism);
        let parallel = Legs::of(mechanism).is_some();
        let mobility = mechanism.loops.as_ref().map(|loops| &loops.mobility);
        let secondary = mobility.is_some_and(|found| !found.secondary.is_empty());
        match self {
            Self::InverseDynamics | Self::InverseDynamicsWithForces => {
                let mut all = vec![WholeTree];
                match self::Subsystems::of(mechanism) {
                    Ok(_) => all.push(Subsystems),
                    // What is not determinate has a solution of least norm as a whole.
                    Err(_) if least_norm => {}
                    Err(_) => return Vec::new(),
                }
                if parallel && self == Self::InverseDynamics {
                    all.push(Parallel);
                }
                all
            }
            Self::ForwardDynamics | Self::ConstraintForces | Self::JointWrenches => {
                let mut all = vec![Multipliers, SpatialOperatorExplicit, SpatialOperator];
                if secondary {
                    all.push(Secondary);
                }
                if parallel && self == Self::ForwardDynamics {
                    all.push(Parallel);
                }
                all
            }
            Self::ForwardDynamicsOverStep | Self::ConstraintForcesOverStep => {
                vec![Formulation::SecondOrder]
            }
            Self::DependentRates if parallel => vec![WholeTree, Parallel],
            Self::DependentRates => vec![WholeTree],
        }
    }

    /// Those among which the cheapest is chosen. Not subsystems with least norm: what the solution of one leaves open may be
    /// what the next needs.
    #[must_use]
    pub fn choices(self, mechanism: &Mechanism) -> Vec<Formulation> {
        let least_norm = solves_with_least_norm(mechanism);
        let mut all = self.formulations(mechanism);
        all.retain(|&one| !(least_norm && one == Formulation::Subsystems));
        all
    }
}

impl Step {
    /// Another step of the same function.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        Self { index, ..self }
    }

    /// Name of its program: `forward_dynamics_step0`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}_step{}", self.function.name(), self.index)
    }

    /// The step of all functions that have the same program for it: functions of the same unknowns differ in what they
    /// make of them.
    #[must_use]
    pub fn shared(self, mechanism: &Mechanism) -> Self {
        let function = match self.function {
            _ if usize::from(self.index) >= self.solves(mechanism).len() => self.function,
            Closed::InverseDynamicsWithForces => Closed::InverseDynamics,
            Closed::JointWrenches => Closed::ForwardDynamics,
            other => other,
        };
        Self { function, ..self }
    }

    /// Whether equations are solved with least norm.
    #[must_use]
    pub fn solves_with_least_norm(self, mechanism: &Mechanism) -> bool {
        solves_with_least_norm(mechanism)
    }

    /// What is solved between the steps of the function.
    #[must_use]
    pub fn solves(self, mechanism: &Mechanism) -> Vec<Solve> {
        let Some(loops) = &mechanism.loops else {
            return Vec::new();
        };
        let (m, n, actuated) = (loops.rows(), mechanism.nv(), loops.actuated.len());
        let least_norm = (loops.minimum_norm.as_ref()).map(crate::exact::number::Number::to_f64);
        let sized = |rows, columns| Solve {
            rows,
            columns,
            least_norm,
        };
        match self.function {
            _ if self.formulation == Formulation::Parallel => {
                let [unknowns, _] = self.meeting(mechanism);
                least_norm.map_or_else(Vec::new, |_| vec![sized(unknowns, unknowns)])
            }
            Closed::InverseDynamics | Closed::InverseDynamicsWithForces => {
                match (self.formulation, least_norm) {
                    (Formulation::Subsystems, _) => {
                        let plan = Subsystems::of(mechanism);
                        let order = plan.map(|plan| plan.order).unwrap_or_default();
                        let blocks = order.iter();
                        blocks
                            .map(|block| sized(block.velocities.len(), block.rows.len()))
                            .collect()
                    }
                    (_, Some(_)) => vec![sized(n, actuated + m)],
                    (_, None) => vec![sized(n - actuated, m)],
                }
            }
            Closed::DependentRates => vec![sized(m, n - loops.freedom())],
            Closed::ForwardDynamicsOverStep | Closed::ConstraintForcesOverStep => {
                vec![sized(m, m)]
            }
            _ if least_norm.is_none() => Vec::new(),
            _ if self.formulation == Formulation::Secondary => {
                let both = m + loops.mobility.secondary.len();
                vec![sized(both, both)]
            }
            _ => vec![sized(m, m)],
        }
    }

    /// Unknowns where the legs of a parallel mechanism meet, and values that are carried over.
    fn meeting(self, mechanism: &Mechanism) -> [usize; 2] {
        let legs = Legs::of(mechanism).unwrap_or_default();
        let (n, d, k) = (mechanism.nv(), legs.0.len(), legs.directions(mechanism));
        match self.function {
            Closed::ForwardDynamics => [d + k + d * k, n * (1 + d + k)],
            Closed::InverseDynamics => [k, d * (1 + k)],
            _ => [k, n * (1 + k)],
        }
    }

    /// Number of values that step 0 carries over to the others.
    #[must_use]
    pub fn carried(self, mechanism: &Mechanism) -> usize {
        let Some(loops) = &mechanism.loops else {
            return 0;
        };
        let (m, n, actuated) = (loops.rows(), mechanism.nv(), loops.actuated.len());
        let solves = self.solves(mechanism);
        match self.function {
            _ if solves.is_empty() => 0,
            _ if self.formulation == Formulation::Parallel => {
                let [_, carried] = self.meeting(mechanism);
                carried
            }
            Closed::InverseDynamics | Closed::InverseDynamicsWithForces => match self.formulation {
                Formulation::Subsystems => n * (m + 1),
                _ if loops.minimum_norm.is_some() => 0,
                _ => actuated * (m + 1),
            },
            Closed::ForwardDynamics | Closed::JointWrenches
                if self.formulation == Formulation::Secondary =>
            {
                (n - loops.mobility.secondary.len()) * (m + 1)
            }
            Closed::ForwardDynamics | Closed::ForwardDynamicsOverStep | Closed::JointWrenches => {
                n * (m + 1)
            }
            Closed::ConstraintForces
            | Closed::ConstraintForcesOverStep
            | Closed::DependentRates => 0,
        }
    }

    /// Input arrays of this step.
    #[must_use]
    pub fn ports(self, mechanism: &Mechanism, len: impl Fn(Argument) -> usize) -> Vec<Port> {
        let port = |argument: Argument, len| Port { argument, len };
        let own = self.function.arguments().iter();
        let mut ports: Vec<Port> = own.map(|&argument| port(argument, len(argument))).collect();
        if self.index > 0 {
            let before = self.solves(mechanism);
            let before = before.iter().take(usize::from(self.index));
            let carried = self.carried(mechanism);
            if carried > 0 {
                ports.push(port(Argument::Carried, carried));
            }
            ports.push(port(
                Argument::Solved,
                before.map(|solve| solve.columns).sum(),
            ));
        }
        ports
    }

    /// Output arrays of this step.
    #[must_use]
    pub fn outputs(self, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
        let solves = self.solves(mechanism);
        if let Some(solve) = solves.get(usize::from(self.index)) {
            let carried = (self.index == 0).then(|| self.carried(mechanism));
            let carried = carried
                .filter(|&len| len > 0)
                .map(|len| ("carried", Shape::Vector(len)));
            let equations = [
                ("matrix", Shape::Matrix(solve.rows, solve.columns)),
                ("right", Shape::Vector(solve.rows)),
            ];
            return carried.into_iter().chain(equations).collect();
        }
        let mut outputs = self.function.outputs(mechanism);
        if solves.is_empty() {
            outputs.push((MARGINS, Shape::Vector(self.margins(mechanism))));
        }
        outputs
    }

    /// Number of margins of a function of one step.
    fn margins(self, mechanism: &Mechanism) -> usize {
        let Some(loops) = &mechanism.loops else {
            return 0;
        };
        let rows = loops.rows();
        match self.formulation {
            Formulation::Secondary => rows + loops.mobility.secondary.len(),
            Formulation::Parallel => {
                let legs = Legs::of(mechanism).unwrap_or_default();
                let reduced = match self.function {
                    Closed::ForwardDynamics => legs.0.len(),
                    _ => 0,
                };
                let own = if legs.is_five_bar(mechanism) {
                    1
                } else {
                    legs.directions(mechanism)
                };
                own + reduced
            }
            _ => rows,
        }
    }
}

/// Whether equations of its loops are solved with least norm.
fn solves_with_least_norm(mechanism: &Mechanism) -> bool {
    let loops = mechanism.loops.as_ref();
    loops.is_some_and(|loops| loops.minimum_norm.is_some())
}

/// Velocities of the secondary system: bodies on the base that nothing actuates, each in one piece, where every loop
/// connects such a body with one that is not. None where this is not so.
pub(crate) fn secondary_velocities(mechanism: &Mechanism, loops: &Loops) -> Vec<usize> {
    let branches = subsystems::branches(mechanism);
    let is_secondary = |branch: &Branch| {
        let actuated = branch.velocities.iter().any(|v| loops.actuated.contains(v));
        !actuated && branch.closures > 0
    };
    let secondary: Vec<bool> = branches.iter().map(is_secondary).collect();
    let of = |body: Option<crate::mechanism::BodyId>| {
        let branch = body.and_then(|body| branches.iter().position(|one| one.has(body)));
        branch.is_some_and(|branch| secondary[branch])
    };
    let mixed = loops.bodies().all(|[from, to]| of(from) != of(to));
    if !mixed || secondary.iter().all(|&one| one) {
        return Vec::new();
    }
    let own = branches.iter().zip(&secondary).filter(|(_, one)| **one);
    own.flat_map(|(branch, _)| branch.velocities.clone())
        .collect()
}
