//! Derivatives along the manifold of closed positions q = Q(u), u the independent coordinates, by the implicit function theorem.
//!
//! Where u moves by δu, all coordinates do by δq = N δu with G N = 0. What is computed from q̇, q̈ and multipliers λ changes with
//! them, as the equations that they solve leave it:
//!
//! ```text
//!  n = G q̇ = 0,      c = G q̈ + γ = 0,      e = M q̈ + h − Gᵀ λ = E τ
//!
//!  G δq̇ = −δn        G δq̈ = −δc       (q̇_u, q̈_u held)
//!  forward dynamics   M δq̈ − Gᵀ δλ = E δτ − δe,   G δq̈ = −δc          (`saddle`)
//!  inverse dynamics   δτ = N_aᵀ δe            N_a: rates of all joints from those of actuated ones
//! ```
//!
//! δn, δc, δe are derivatives of the graphs of n, c and e along (δq, δq̇), with q̇, q̈ and λ held ([`Change`]). Pivots are chosen once, for
//! G_d⁻¹; what stabilises vanishes on the manifold.

use super::ClosedSystem;
use super::dense::{at, combined, dot, scattered, unit};
use super::saddle::Saddle;
use crate::graph::{Expr, Graph, Mode, Ref};
use crate::leaves::Argument::{
    DirectionQ, DirectionQd, DirectionQdd, Independent, Q, Qd, Qdd, Solved,
};
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::case::Case;
use crate::recursion::derivatives::{Part, Substituted, direction};
use crate::recursion::{Quantity, System, factor, zeros};
use crate::scalar::Scalar;

/// Values over a graph.
type Elements<'g> = Vec<Expr<'g>>;

/// What values change by along directions in q, q̇ and q̈, each an input of its own: a graph to be replayed.
struct Change {
    graph: Graph,
    elements: Vec<Ref>,
}

impl Change {
    /// That of values that are computed from q, q̇, q̈ and λ.
    fn of(
        mechanism: &Mechanism,
        values: impl for<'g> Fn(&ClosedSystem<'_, &'g Graph>) -> Elements<'g>,
    ) -> Self {
        let graph: Graph = Graph::new(Mode::Pruned);
        let leaves = &&graph;
        let case = Case::new(
            mechanism,
            System::lift(mechanism, leaves),
            Quantity::ForwardDynamics,
            leaves,
        );
        let along = direction(mechanism, [Q, Qd, Qdd], leaves);
        // Values over a graph know what they were computed from.
        let changes = leaves.tangents(&values(&case.closing()), &along);
        let elements = graph.references(&changes.unwrap_or_default());
        Self { graph, elements }
    }

    /// The changes at a motion along a direction, arrays by argument.
    fn along<L: Leaves>(&self, arrays: &[(Argument, Vec<L::S>)], leaves: &L) -> Vec<L::S> {
        let inner = leaves;
        self.graph
            .replay(&self.elements, &Substituted { inner, arrays })
    }
}

impl<'g> ClosedSystem<'_, &'g Graph> {
    /// n.
    fn slip(&self) -> Elements<'g> {
        let rates = self.inputs.array(Qd);
        let rows = self.at_rest().jacobian();
        rows.iter().map(|row| dot(row, &rates)).collect()
    }

    /// c.
    fn parting(&self) -> Elements<'g> {
        let accelerations = self.inputs.array(Qdd);
        let rows = self.moving().rows;
        rows.iter()
            .map(|row| dot(&row.jacobian(), &accelerations) + row.bias())
            .collect()
    }

    /// e.
    fn unbalanced(&self) -> Elements<'g> {
        let constraints = self.at_rest();
        let multipliers = 0..constraints.rows.len();
        let λ: Vec<Expr<'g>> = multipliers
            .map(|index| {
                let argument = Solved;
                self.leaves.input(Input { argument, index })
            })
            .collect();
        let pulled = constraints.forces(&λ);
        let needed = self.resisted().into_iter().zip(pulled);
        needed.map(|(needed, pulled)| needed - pulled).collect()
    }
}

/// All rates from some of them.
struct Natural<S> {
    /// Their places.
    given: Vec<usize>,
    others: Vec<usize>,
    /// The inverse of the columns of G of the others.
    inverse: Vec<Vec<S>>,
    /// N by columns.
    columns: Vec<Vec<S>>,
}

impl<S: Scalar> Natural<S> {
    /// The vector with 0 in the places given of which G makes −c.
    fn follows(&self, c: &[S], nv: usize) -> Vec<S> {
        let others: Vec<S> = self.inverse.iter().map(|row| -dot(row, c)).collect();
        scattered(nv, &[(&self.others, &others)])
    }
}

/// Matrices by columns.
type Columns<S> = Vec<Vec<S>>;

/// Row-major.
fn by_rows<S: Copy>(columns: &Columns<S>) -> Vec<S> {
    let rows = columns.first().map_or(0, Vec::len);
    let row = |i: usize| columns.iter().map(move |column| column[i]);
    (0..rows).flat_map(row).collect()
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Of the forward dynamics: by coordinates, by rates, by forces, and the accelerations.
    pub(in crate::recursion) fn forward_derivatives(&self) -> Vec<Vec<L::S>> {
        let (nv, independent) = (self.nv(), self.independent());
        let constraints = self.moving();
        let saddle = self.saddle(&constraints);
        let still = zeros(constraints.rows.len());
        let negative = |values: Vec<L::S>| values.into_iter().map(|x| -x).collect::<Vec<_>>();
        let γ = self.stabilised(&constraints);
        self.mark("M q̈ − Gᵀ λ = φ, G q̈ = −γ");
        let (accelerations, λ) = saddle.solve(self.φ(), &negative(γ));
        let pushed = |&v: &usize| saddle.solve(unit(nv, v), &still).0;
        let by_forces: Columns<L::S> = self.actuated().iter().map(pushed).collect();
        let columns = self.natural_by_inertia(&saddle, still.len());

        let [slip, parting, unbalanced] = self.changes();
        let rates = self.inputs.array(Qd);
        let changed = |of_q: &[L::S], of_rates: &[L::S]| {
            let motion = [
                (Qdd, accelerations.clone()),
                (Solved, λ.clone()),
                (DirectionQ, of_q.to_vec()),
                (DirectionQd, of_rates.to_vec()),
                (DirectionQdd, zeros(nv)),
            ];
            self.mark("implicit function theorem");
            let [c, e] =
                [&parting, &unbalanced].map(|one| negative(one.along(&motion, self.leaves)));
            saddle.solve(e, &c).0
        };
        let by_coordinates = columns.iter().map(|column| {
            let motion = [
                (Qd, rates.clone()),
                (DirectionQ, column.clone()),
                (DirectionQd, zeros(nv)),
            ];
            let n = negative(slip.along(&motion, self.leaves));
            let (any, _) = saddle.solve(zeros(nv), &n);
            let off: Vec<L::S> = at(&any, independent).into_iter().map(|x| -x).collect();
            let mut turned = combined(&any, &columns, &off);
            for &v in independent {
                turned[v] = L::S::zero();
            }
            changed(column, &turned)
        });
        let by_coordinates: Columns<L::S> = by_coordinates.collect();
        let by_rates: Columns<L::S> = columns
            .iter()
            .map(|column| changed(&zeros(nv), column))
            .collect();
        vec![
            by_rows(&by_coordinates),
            by_rows(&by_rates),
            by_rows(&by_forces),
            accelerations,
        ]
    }

    /// N = A_u (A_uu)⁻¹ with A the accelerations from forces: what forces on the independent joints move.
    fn natural_by_inertia(&self, saddle: &Saddle<L::S>, rows: usize) -> Columns<L::S> {
        let (nv, independent) = (self.nv(), self.independent());
        let pushed = |&v: &usize| saddle.solve(unit(nv, v), &zeros(rows)).0;
        let moved: Columns<L::S> = independent.iter().map(pushed).collect();
        let matrix: Vec<Vec<L::S>> = moved.iter().map(|column| at(column, independent)).collect();
        let ancestry = factor::dense(matrix.len());
        let factors = factor::factorise(matrix.clone(), &ancestry);
        self.mark("N");
        let diagonal: Vec<L::S> = (0..matrix.len()).map(|k| matrix[k][k]).collect();
        self.guard(&factors.diagonal, &diagonal);
        let column = |j: usize| {
            let of_forces = factor::solve(&factors, unit(matrix.len(), j), &ancestry);
            let mut column = combined(&zeros(nv), &moved, &of_forces);
            for (k, &v) in independent.iter().enumerate() {
                column[v] = L::S::literal(i8::from(k == j));
            }
            column
        };
        (0..matrix.len()).map(column).collect()
    }

    /// Those of n, c and e.
    fn changes(&self) -> [Change; 3] {
        [
            Change::of(self.mechanism, |closed| closed.slip()),
            Change::of(self.mechanism, |closed| closed.parting()),
            Change::of(self.mechanism, |closed| closed.unbalanced()),
        ]
    }

    /// N from G by rows.
    fn natural_from(&self, jacobian: &[Vec<L::S>], given: &[usize]) -> Natural<L::S> {
        let others: Vec<usize> = (0..self.nv()).filter(|v| !given.contains(v)).collect();
        let matrix: Vec<Vec<L::S>> = jacobian.iter().map(|row| at(row, &others)).collect();
        self.mark("G_d⁻¹");
        let inverse = self.inverse_of(&matrix);
        self.mark("N = [1; −G_d⁻¹ G_u]");
        let column = |(place, &v): (usize, &usize)| {
            let own: Vec<L::S> = jacobian.iter().map(|row| row[v]).collect();
            let others_move: Vec<L::S> = inverse.iter().map(|row| -dot(row, &own)).collect();
            let unit = unit(given.len(), place);
            scattered(self.nv(), &[(given, &unit), (&others, &others_move)])
        };
        Natural {
            columns: given.iter().enumerate().map(column).collect(),
            given: given.to_vec(),
            others,
            inverse,
        }
    }

    /// Of the inverse dynamics: by coordinates, rates and accelerations.
    pub(in crate::recursion) fn inverse_derivatives(&self, parts: &[Part]) -> Vec<Vec<L::S>> {
        let nv = self.nv();
        let jacobian = self.at_rest().jacobian();
        let free = self.natural_from(&jacobian, self.independent());
        let of_actuated =
            (self.actuated() != free.given).then(|| self.natural_from(&jacobian, self.actuated()));
        let actuated = of_actuated.as_ref().unwrap_or(&free);
        let [slip, parting, unbalanced] = self.changes();
        // Where coordinates stay, λ and q̈ count for nothing.
        let moves = parts.contains(&Part::Coordinates);
        let λ = if moves {
            self.mark("G_pᵀ λ = w_p");
            let needed = at(&self.resisted(), &actuated.others);
            combined(&zeros(jacobian.len()), &actuated.inverse, &needed)
        } else {
            zeros(jacobian.len())
        };
        let accelerations = if moves {
            self.inputs.array(Qdd)
        } else {
            zeros(nv)
        };
        let changed = |of_q: &[L::S], of_rates: &[L::S], of_accelerations: Option<&[L::S]>| {
            let motion = |of_accelerations: &[L::S]| {
                [
                    (Qdd, accelerations.clone()),
                    (Solved, λ.clone()),
                    (DirectionQ, of_q.to_vec()),
                    (DirectionQd, of_rates.to_vec()),
                    (DirectionQdd, of_accelerations.to_vec()),
                ]
            };
            self.mark("implicit function theorem");
            let follow = || {
                let c = parting.along(&motion(&zeros(nv)), self.leaves);
                free.follows(&c, nv)
            };
            let of_accelerations = of_accelerations.map_or_else(follow, <[L::S]>::to_vec);
            let e = unbalanced.along(&motion(&of_accelerations), self.leaves);
            actuated
                .columns
                .iter()
                .map(|column| dot(column, &e))
                .collect::<Vec<_>>()
        };
        let still = zeros::<L::S>(nv);
        let part = |part: &Part| {
            let column = |column: &Vec<L::S>| match part {
                Part::Coordinates => {
                    let turned = self.turned(&free, &slip, self.inputs.array(Qd), column);
                    changed(column, &turned, None)
                }
                Part::Rates => changed(&still, column, None),
                Part::Mass => changed(&still, &still, Some(column)),
            };
            by_rows(&free.columns.iter().map(column).collect())
        };
        parts.iter().map(part).collect()
    }

    /// δq̇ along a column of N.
    fn turned(
        &self,
        free: &Natural<L::S>,
        slip: &Change,
        rates: Vec<L::S>,
        column: &[L::S],
    ) -> Vec<L::S> {
        let nv = self.nv();
        let motion = [
            (Qd, rates),
            (DirectionQ, column.to_vec()),
            (DirectionQd, zeros(nv)),
        ];
        free.follows(&slip.along(&motion, self.leaves), nv)
    }

    /// Of q̇ = N q̇_u, by u and by q̇_u.
    pub(in crate::recursion) fn dependent_rates_derivatives(&self) -> Vec<Vec<L::S>> {
        let jacobian = self.at_rest().jacobian();
        let free = self.natural_from(&jacobian, self.independent());
        let given = self.inputs.array(Independent);
        let rates = combined(&zeros(self.nv()), &free.columns, &given);
        let slip = Change::of(self.mechanism, |closed| closed.slip());
        let column = |column: &Vec<L::S>| self.turned(&free, &slip, rates.clone(), column);
        let by_coordinates = free.columns.iter().map(column).collect();
        vec![by_rows(&by_coordinates), by_rows(&free.columns)]
    }
}
