//! The subsystems of a spanning tree and the order in which inverse dynamics can solve them, Saha section 4.1.

use crate::mechanism::{BodyId, Loops, Mechanism, Mobility};

/// A branch of the spanning tree on the base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its bodies, contiguous.
    pub bodies: core::ops::Range<usize>,
    /// Velocities of its joints.
    pub velocities: Vec<usize>,
    /// Number of closures that end on it.
    pub closures: usize,
}

impl Branch {
    /// Whether a body is one of its.
    #[must_use]
    pub fn has(&self, body: BodyId) -> bool {
        self.bodies.contains(&body.0)
    }
}

/// Subsystems that are solved together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubsystemBlock {
    /// The indices of the branches.
    pub branches: Vec<usize>,
    /// The rows whose multipliers are found.
    pub rows: Vec<usize>,
    /// The velocities whose equations give them: of joints that are not actuated.
    pub velocities: Vec<usize>,
    /// Forces of actuated joints that follow with them.
    pub actuated: usize,
}

/// The order of solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subsystems {
    /// All branches of the tree.
    pub branches: Vec<Branch>,
    /// Blocks with unknown multipliers, in the order in which they are solved.
    pub order: Vec<SubsystemBlock>,
}

/// Why inverse dynamics cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Indeterminate {
    /// Names of the bodies that the subsystems start with.
    pub subsystems: Vec<String>,
    /// Multipliers and actuated forces.
    pub unknowns: usize,
    /// Degrees of freedom of the tree.
    pub equations: usize,
    /// Whether these are as many, and dependent at all positions.
    pub dependent: bool,
}

impl core::fmt::Display for Indeterminate {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self {
            subsystems,
            unknowns,
            equations,
            dependent,
        } = self;
        let names: Vec<String> = subsystems
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect();
        let of = if names.len() == 1 {
            "the subsystem that starts with"
        } else {
            "together the subsystems that start with"
        };
        let have = if names.len() == 1 { "has" } else { "have" };
        write!(
            f,
            "{of} {} {have} {unknowns} unknown multipliers and actuated forces against {equations} equations{}",
            names.join(", "),
            if *dependent {
                ", which are dependent at all positions"
            } else {
                ""
            }
        )
    }
}

/// The branches of a mechanism's tree.
#[must_use]
pub(super) fn branches(mechanism: &Mechanism) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    let mut velocity = 0;
    for (index, body) in mechanism.bodies.iter().enumerate() {
        if body.parent.is_none() {
            branches.push(Branch {
                bodies: index..index,
                velocities: Vec::new(),
                closures: 0,
            });
        }
        let own = if body.driven { 0 } else { body.joint.nv() };
        if let Some(branch) = branches.last_mut() {
            branch.bodies.end = index + 1;
            let users = (velocity..velocity + own).flat_map(|v| mechanism.user_velocities(v));
            for user in users {
                if !branch.velocities.contains(&user) {
                    branch.velocities.push(user);
                }
            }
        }
        velocity += own;
    }
    for ends in mechanism.loops.iter().flat_map(Loops::bodies) {
        for body in ends.into_iter().flatten() {
            if let Some(branch) = branches.iter_mut().find(|branch| branch.has(body)) {
                branch.closures += 1;
            }
        }
    }
    branches
}

impl Subsystems {
    /// The order for a mechanism's actuated joints.
    ///
    /// # Errors
    /// The subsystems that remain when no set of them has as many unknowns as equations; those whose equations are dependent at all positions.
    pub fn of(mechanism: &Mechanism) -> Result<Self, Indeterminate> {
        let branches = branches(mechanism);
        let none = Loops::default();
        let Loops {
            closures,
            actuated,
            mobility: Mobility { dependent, .. },
            ..
        } = mechanism.loops.as_ref().unwrap_or(&none);
        // The branches that each row touches.
        let mut touched: Vec<Vec<usize>> = Vec::new();
        for closure in closures {
            let ends = closure.ends.iter().filter_map(|end| end.body);
            let on: Vec<usize> = ends
                .filter_map(|body| branches.iter().position(|one| one.has(body)))
                .collect();
            touched.extend(vec![on; closure.rows.len()]);
        }
        let mut unknown: Vec<usize> = (0..touched.len()).collect();
        let mut left: Vec<usize> = (0..branches.len()).collect();
        let mut order = Vec::new();
        let passive = |branch: &usize| -> Vec<usize> {
            let own = branches[*branch].velocities.iter();
            own.copied().filter(|v| !actuated.contains(v)).collect()
        };
        while !left.is_empty() {
            let block = |set: &[usize]| -> SubsystemBlock {
                let rows = unknown.iter().copied();
                let rows = rows.filter(|&row| touched[row].iter().any(|one| set.contains(one)));
                let velocities: Vec<usize> = set.iter().flat_map(passive).collect();
                let all: usize = set.iter().map(|&one| branches[one].velocities.len()).sum();
                SubsystemBlock {
                    branches: set.to_vec(),
                    rows: rows.collect(),
                    actuated: all - velocities.len(),
                    velocities,
                }
            };
            let determinate = |block: &SubsystemBlock| block.rows.len() == block.velocities.len();
            let alone = left.iter().map(|&one| block(&[one])).find(determinate);
            let together = || Some(block(&left)).filter(determinate);
            let first = |&one: &usize| mechanism.bodies[branches[one].bodies.start].name.clone();
            let indeterminate = |block: &SubsystemBlock, dependent| Indeterminate {
                subsystems: block.branches.iter().map(first).collect(),
                unknowns: block.rows.len() + block.actuated,
                equations: block.velocities.len() + block.actuated,
                dependent,
            };
            let Some(found) = alone.or_else(together) else {
                return Err(indeterminate(&block(&left), false));
            };
            if !dependent.is_empty() && found.velocities == *dependent {
                return Err(indeterminate(&found, true));
            }
            unknown.retain(|row| !found.rows.contains(row));
            left.retain(|one| !found.branches.contains(one));
            if !found.rows.is_empty() {
                order.push(found);
            }
        }
        Ok(Self { branches, order })
    }
}
