//! The derivatives of an external function, of functions that are compiled with it: `jac_F` of matrices of derivatives, `fwd1_F`, `adj1_F`
//! and `fwd1_adj1_F` of products.
//!
//! ```text
//!  F(x) -> y           jac_F(x, y) -> ∂y_i/∂x_j            F_derivatives
//!                      fwd1_F(x, y, ẋ) -> ẏ                F_jvp
//!                      adj1_F(x, y, ȳ) -> x̄ = (∂y/∂x)ᵀ ȳ    F_vjp
//!                      fwd1_adj1_F(x, y, ȳ, x̄, ẋ, ·, ȳ˙, ·) -> x̄˙ = F_hessian_product(x, ẋ, ȳ) + F_vjp(x, ȳ˙)
//! ```
//!
//! CasADi takes a derivative for the whole one. So there are none where one would leave something out: of joints that are driven, of equations
//! of loops; and by parameters only what has a matrix for these. Those by quaternions are made from those of the tangent space.

use std::collections::BTreeSet;

use super::call::{Call, Target, pattern};
use super::external::{Body, External};
use super::tangent::by_coordinates;
use super::variable::{Variable, sides};
use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::program::{Output, Pattern, Port};
use crate::recursion::{Operation, Product, Quantity};
use crate::state::{Piece, pieces};

/// Whether derivatives are whole on a mechanism: by all numbers of q.
fn are_whole(mechanism: &Mechanism) -> bool {
    mechanism.loops.is_none() && mechanism.driven() == 0
}

/// A block of a Jacobian.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    /// The output of this name of a function, a row for every element, row by row.
    Named(&'static str),
    /// The identity matrix.
    Identity,
    /// None that is not 0.
    Zero,
}

/// The functions whose outputs are the Jacobian of a quantity.
struct Matrices {
    functions: Vec<Quantity>,
    /// An output of the quantity, an argument, and their block.
    blocks: &'static [(&'static str, Argument, Block)],
}

impl Matrices {
    /// Those of a quantity.
    fn of(quantity: Quantity) -> Option<Self> {
        use Argument::{P, Prepared, Q, Qd, Qdd, Tau};
        use Block::{Identity, Named, Zero};
        let (functions, blocks): (Vec<Quantity>, &'static [_]) = match quantity {
            Quantity::InverseDynamics => (
                vec![
                    Quantity::InverseDynamicsDerivativesWithMassMatrix,
                    Quantity::InverseDynamicsByParameters,
                ],
                &[
                    ("tau", Q, Named("dtau_dq")),
                    ("tau", Qd, Named("dtau_dqd")),
                    ("tau", Qdd, Named("M")),
                    ("tau", Prepared, Named("dtau_dparameters")),
                ],
            ),
            Quantity::ForwardDynamics => (
                vec![
                    Quantity::ForwardDynamicsDerivatives,
                    Quantity::ForwardDynamicsByParameters,
                ],
                &[
                    ("qdd", Q, Named("dqdd_dq")),
                    ("qdd", Qd, Named("dqdd_dqd")),
                    ("qdd", Tau, Named("Minv")),
                    ("qdd", Prepared, Named("dqdd_dparameters")),
                ],
            ),
            Quantity::Bias => (
                vec![Quantity::BiasDerivatives],
                &[("h", Q, Named("dh_dq")), ("h", Qd, Named("dh_dqd"))],
            ),
            Quantity::Gravity => (
                vec![Quantity::GravityDerivative],
                &[("g", Q, Named("dg_dq"))],
            ),
            Quantity::CentroidalMomentum => (
                vec![Quantity::CentroidalMomentumDerivatives],
                &[("h", Q, Named("dh_dq")), ("h", Qd, Named("dh_dqd"))],
            ),
            Quantity::HamiltonianRates => (
                vec![Quantity::HamiltonianRatesDerivatives],
                &[
                    ("qd", Q, Named("dqd_dq")),
                    ("qd", P, Named("dqd_dp")),
                    ("qd", Tau, Zero),
                    ("pd", Q, Named("dpd_dq")),
                    ("pd", P, Named("dpd_dp")),
                    ("pd", Tau, Identity),
                ],
            ),
            Quantity::TipPose(frame) => (
                vec![Quantity::TipPoseDerivatives(frame)],
                &[("R", Q, Named("dR_dq")), ("p", Q, Named("dp_dq"))],
            ),
            Quantity::TipTwist(frame) => (
                vec![Quantity::TipTwistDerivatives(frame)],
                &[("t", Q, Named("dt_dq")), ("t", Qd, Named("dt_dqd"))],
            ),
            Quantity::TipBiasAcceleration(frame) => (
                vec![Quantity::TipAccelerationDerivatives(frame)],
                &[("a", Q, Named("da_dq")), ("a", Qd, Named("da_dqd"))],
            ),
            _ => return None,
        };
        Some(Self { functions, blocks })
    }

    fn block(&self, output: &str, argument: Argument) -> Option<Block> {
        let mut blocks = self.blocks.iter();
        let found = blocks.find(|(of, by, _)| *of == output && *by == argument);
        found.map(|(.., block)| *block)
    }
}

/// The products that derivatives are made of.
const PRODUCTS: [Operation; 3] = [Operation::Jvp, Operation::Vjp, Operation::HessianProduct];

/// The functions that the derivatives of a function are made of.
pub(super) fn besides(quantity: Quantity, mechanism: &Mechanism) -> Vec<Quantity> {
    if !are_whole(mechanism) {
        return Vec::new();
    }
    let matrices = Matrices::of(quantity).map(|one| one.functions);
    let matrices = matrices.into_iter().flatten();
    if !mechanism.parameters.is_empty() {
        // Products hold parameters, and so do the matrices of all functions but two.
        let of_parameters = [
            Quantity::InverseDynamicsByParameters,
            Quantity::ForwardDynamicsByParameters,
        ];
        let all: Vec<Quantity> = matrices.collect();
        let whole = all.iter().any(|one| of_parameters.contains(one));
        return if whole { all } else { Vec::new() };
    }
    let products = PRODUCTS.iter().filter_map(|&operation| {
        let product = Product::of_quantity(quantity, operation);
        product.map(Quantity::Product)
    });
    matrices.chain(products).collect()
}

/// A function with what its derivatives are made of.
pub(super) struct Differentiated<'a, 'v> {
    compiled: &'a Compiled,
    function: &'a Function,
    quantity: Quantity,
    name: &'v str,
    arguments: &'v [Variable],
    results: &'v [Variable],
    /// The pieces of the state, if there are quaternions in it.
    pieces: &'v [Piece],
}

impl<'a, 'v> Differentiated<'a, 'v> {
    /// The external functions of its derivatives, as far as there are functions for them.
    pub(super) fn externals(
        compiled: &'a Compiled,
        function: &'a Function,
        external: &'v External<'a>,
    ) -> Vec<External<'a>> {
        let mechanism = &compiled.mechanism;
        let quantity = Quantity::named(&function.name, mechanism);
        let Some(quantity) = quantity.filter(|_| are_whole(mechanism)) else {
            return Vec::new();
        };
        let own = Differentiated {
            compiled,
            function,
            quantity,
            name: &external.name,
            arguments: &external.arguments,
            results: &external.results,
            pieces: &pieces(mechanism),
        };
        let mut all: Vec<External<'a>> = own.jacobian().into_iter().collect();
        if mechanism.parameters.is_empty() {
            let [forward, adjoint] = [own.forward(), own.adjoint()];
            let second = own.forward_of_adjoint();
            all.extend([forward, adjoint, second].into_iter().flatten());
        }
        all
    }

    /// The compiled function of a quantity.
    fn compiled(&self, quantity: Quantity) -> Option<&'a Function> {
        let name = quantity.name(&self.compiled.mechanism);
        let mut functions = self.compiled.functions.iter();
        functions.find(|one| one.name == name)
    }

    fn product(&self, operation: Operation) -> Option<&'a Function> {
        let product = Product::of_quantity(self.quantity, operation)?;
        self.compiled(Quantity::Product(product))
    }

    /// `jac_F`.
    fn jacobian(&self) -> Option<External<'a>> {
        let matrices = Matrices::of(self.quantity)?;
        let quantities = matrices.functions.iter();
        let functions: Vec<&'a Function> =
            quantities.filter_map(|one| self.compiled(*one)).collect();
        let mut targets: Vec<Vec<Option<Target>>> = functions
            .iter()
            .map(|one| one.outputs().iter().map(|_| None).collect())
            .collect();
        let (mut results, mut identities) = (Vec::new(), Vec::new());
        for (of, value) in self.results.iter().zip(self.function.outputs()) {
            for (by, port) in self.arguments.iter().zip(self.function.inputs()) {
                let name = format!("jac_{}_{}", of.name, by.name);
                let sides = (of.pattern.len(), by.pattern.len());
                let place = results.len();
                let pattern = match matrices.block(value.name, port.argument)? {
                    Block::Zero => Pattern::of_places(sides, []),
                    Block::Identity => {
                        identities.push(place);
                        Pattern::of_places(sides, (0..sides.0).map(|k| (k, k)))
                    }
                    Block::Named(named) => {
                        let (call, k, output) = found(&functions, named)?;
                        let by_velocities = by_columns(output, value);
                        let is_turned = self.is_turned(port);
                        let block = Variable {
                            name: name.clone(),
                            pattern: match is_turned {
                                true => by_coordinates(&by_velocities, self.pieces),
                                false => by_velocities,
                            },
                        };
                        let rows = |row| by_row(row, value);
                        targets[call][k] = Some(match is_turned {
                            true => Target::by_coordinates(place, &block, output, rows),
                            false => Target::new(place, &block, output, rows),
                        });
                        block.pattern
                    }
                };
                results.push(Variable { name, pattern });
            }
        }
        let calls = functions.into_iter().zip(targets);
        let calls = calls.map(|(function, targets)| self.call(function, targets, 0));
        Some(External {
            name: format!("jac_{}", self.name),
            arguments: self.with_results_unread().collect(),
            results,
            body: Body::Calls(calls.collect::<Option<_>>()?, identities),
        })
    }

    /// `fwd1_F`.
    fn forward(&self) -> Option<External<'a>> {
        let function = self.product(Operation::Jvp)?;
        let directions = self.arguments.iter().map(|one| one.named("fwd"));
        let results: Vec<Variable> = self.results.iter().map(|one| one.named("fwd")).collect();
        let (values, rates) = function.outputs().split_at(self.results.len());
        let rates = rates.iter().zip(&results).enumerate();
        let rates = rates.map(|(k, (rate, result))| Some(Target::new(k, result, rate, |row| row)));
        let targets = values.iter().map(|_| None).chain(rates).collect();
        Some(External {
            name: format!("fwd1_{}", self.name),
            arguments: self.with_results_unread().chain(directions).collect(),
            results,
            body: Body::Calls(vec![self.call(function, targets, 0)?], Vec::new()),
        })
    }

    /// `adj1_F`.
    fn adjoint(&self) -> Option<External<'a>> {
        let function = self.product(Operation::Vjp)?;
        let results = self.gradients("adj");
        Some(External {
            name: format!("adj1_{}", self.name),
            arguments: self.with_seeds().collect(),
            body: Body::Calls(vec![self.gradient(function, &results, 0)?], Vec::new()),
            results,
        })
    }

    /// `fwd1_adj1_F`, of functions with one result: no others have Hessian products.
    fn forward_of_adjoint(&self) -> Option<External<'a>> {
        let hessian = self.product(Operation::HessianProduct)?;
        let [_] = self.results else {
            return None;
        };
        let vjp = self.product(Operation::Vjp)?;
        let (inputs, outputs) = (self.arguments.len(), self.results.len());
        // x, y, ȳ; x̄, which nobody reads; then the directions of all but the last.
        let of_adjoint: Vec<Variable> = self.with_seeds().collect();
        let directions = of_adjoint.iter().map(|one| one.named("fwd"));
        let unread = self.gradients("adj").into_iter().map(|one| one.unread());
        let arguments: Vec<Variable> = (of_adjoint.iter().cloned())
            .chain(unread)
            .chain(directions)
            .collect();
        let results = self.gradients("fwd_adj");
        let first = of_adjoint.len() + inputs;
        let product = Call {
            function: hessian,
            sources: self.sources(hessian, inputs + outputs, first)?,
            targets: self.of_gradients(hessian.outputs(), &results),
            only_with: None,
        };
        let changed = first + inputs + outputs;
        let mut of_seed = self.gradient(vjp, &results, changed - inputs - outputs)?;
        let targets = of_seed.targets.into_iter();
        of_seed.targets = targets.map(|one| one.map(Target::added)).collect();
        of_seed.only_with = Some(changed);
        let mut calls = vec![product, of_seed];
        calls.extend(self.of_changed_turn(vjp, &results, first));
        Some(External {
            name: format!("fwd1_adj1_{}", self.name),
            arguments,
            results,
            body: Body::Calls(calls, Vec::new()),
        })
    }

    /// Ṫᵀ g, where directions stand from a place on.
    fn of_changed_turn(
        &self,
        vjp: &'a Function,
        results: &[Variable],
        first: usize,
    ) -> Option<Call<'a>> {
        let mut inputs = self.function.inputs().iter();
        let k = inputs.position(|port| self.is_turned(port))?;
        let mut call = self.gradient(vjp, results, 0)?;
        let (values, gradients) = vjp.outputs().split_at(self.results.len());
        for target in &mut call.targets {
            *target = None;
        }
        let along = Target::gradient(k, &results[k], &gradients[k], Some(first + k));
        call.targets[values.len() + k] = Some(along.added());
        call.only_with = Some(first + k);
        Some(call)
    }

    /// Whether an argument has quaternions, so that derivatives by it are of the tangent space.
    fn is_turned(&self, port: &Port) -> bool {
        port.argument == Argument::Q && !self.pieces.is_empty()
    }

    /// What becomes of gradients by all arguments.
    fn of_gradients(&self, gradients: &[Output], results: &[Variable]) -> Vec<Option<Target>> {
        let inputs = self.function.inputs().iter();
        let all = gradients.iter().zip(results).zip(inputs).enumerate();
        let target = |(k, ((output, result), port))| {
            Some(match self.is_turned(port) {
                true => Target::gradient(k, result, output, None),
                false => Target::new(k, result, output, |row| row),
            })
        };
        all.map(target).collect()
    }

    /// A call of the product with weights that stand so many places behind the seeds of `adj1_F`.
    fn gradient(&self, vjp: &'a Function, results: &[Variable], behind: usize) -> Option<Call<'a>> {
        let (values, gradients) = vjp.outputs().split_at(self.results.len());
        let gradients = self.of_gradients(gradients, results);
        let targets = values.iter().map(|_| None).chain(gradients).collect();
        self.call(vjp, targets, behind)
    }

    fn call(
        &self,
        function: &'a Function,
        targets: Vec<Option<Target>>,
        behind: usize,
    ) -> Option<Call<'a>> {
        let seeds = self.arguments.len() + self.results.len() + behind;
        Some(Call {
            function,
            sources: self.sources(function, seeds, seeds)?,
            targets,
            only_with: None,
        })
    }

    /// The places of the inputs of a function: weights and directions stand from places on.
    fn sources(
        &self,
        function: &Function,
        weights: usize,
        directions: usize,
    ) -> Option<Vec<usize>> {
        let inputs = self.function.inputs();
        let mut weight = weights;
        let source = |port: &Port| {
            if let Argument::Weights(_) = port.argument {
                weight += 1;
                return Some(weight - 1);
            }
            let own = inputs.iter().position(|one| one.argument == port.argument);
            let is_along = |one: &Port| one.argument.direction() == Some(port.argument);
            let along = || Some(directions + inputs.iter().position(is_along)?);
            own.or_else(along)
        };
        function.inputs().iter().map(source).collect()
    }

    /// The arguments, and the results, which no derivative reads.
    fn with_results_unread(&self) -> impl Iterator<Item = Variable> + use<'v> {
        let results = self.results.iter().map(Variable::unread);
        self.arguments.iter().cloned().chain(results)
    }

    /// The arguments of `adj1_F`.
    fn with_seeds(&self) -> impl Iterator<Item = Variable> + use<'v> {
        let seeds = self.results.iter().map(|one| one.named("adj"));
        self.with_results_unread().chain(seeds)
    }

    fn gradients(&self, prefix: &str) -> Vec<Variable> {
        self.arguments.iter().map(|one| one.named(prefix)).collect()
    }
}

/// The output of a name among those of functions: the function, its place there, itself.
fn found<'a>(functions: &[&'a Function], name: &str) -> Option<(usize, usize, &'a Output)> {
    let all = functions.iter().enumerate().flat_map(|(call, function)| {
        let outputs = function.outputs().iter().enumerate();
        outputs.map(move |(k, output)| (call, k, output))
    });
    let mut all = all.filter(|(.., output)| output.name == name);
    all.next()
}

/// The row of a derivative, whose rows are the elements of a value row by row, for the element that is the row of CasADi's, column by
/// column.
fn by_row(row: usize, value: &Output) -> usize {
    let (rows, columns) = value_sides(value);
    match rows {
        0 => row,
        rows => (row % rows) * columns + row / rows,
    }
}

/// The pattern of a derivative with rows for the elements of a value column by column; elements that are 0 for every input have none.
fn by_columns(derivative: &Output, value: &Output) -> Pattern {
    let own = pattern(derivative);
    let (rows, columns) = value_sides(value);
    let kept: BTreeSet<(usize, usize)> = pattern(value).places().collect();
    let placed = own.places().filter_map(|(row, column)| {
        let place = (row / columns, row % columns);
        let is_kept = kept.contains(&place);
        is_kept.then_some((place.1 * rows + place.0, column))
    });
    Pattern::of_places((own.rows, own.columns), placed)
}

/// Rows and columns of a value, at least one column.
fn value_sides(value: &Output) -> (usize, usize) {
    let whole = value.pattern.as_ref();
    let (rows, columns) = whole.map_or_else(|| sides(value.shape), |one| (one.rows, one.columns));
    (rows, columns.max(1))
}
