//! What models are asked at: random states, loops closed and not, and special values.

use std::collections::BTreeMap;

use denoc_codegen::assembly::assemble;
use denoc_codegen::compile::Compiled;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;

use crate::case::Case;
use crate::lane::Step;

/// What a case is asked: ordinary and [`special`] states; where it has parameters, with the defaults and with every set of
/// values. What is refused leaves the values before.
#[must_use]
pub fn steps(case: &Case, mechanism: &Mechanism, compiled: &Compiled) -> Vec<Step> {
    let calls: Vec<Step> = states(mechanism)
        .into_iter()
        .chain(special(compiled))
        .collect();
    if mechanism.parameters.is_empty() {
        return calls;
    }
    let mut steps = vec![Step::defaults()];
    steps.extend(calls.clone());
    for values in case.parameters {
        steps.push(Step::prepare(values));
        steps.extend(calls.clone());
    }
    steps
}

/// Random states, and for loops the state of the model's coordinates at zero: there, a parallelogram is flat.
fn states(mechanism: &Mechanism) -> Vec<Step> {
    let any = random(mechanism, 2);
    let Some(loops) = &mechanism.loops else {
        let other = Step::call("random state 1", random(mechanism, 1));
        return vec![other, Step::call("random state 2", any)];
    };
    let moving = random(mechanism, 1);
    let away = integrate(
        mechanism,
        &loops.mobility.q,
        moving.array(Argument::Qd),
        0.05,
    );
    let assembly = assemble(mechanism, &away);
    assert!(assembly.gap < 1e-12, "{}", assembly.gap);
    let zeros = |argument| vec![0.0; any.array(argument).len()];
    let zero = random(mechanism, 3)
        .with(Argument::Q, zeros(Argument::Q))
        .with(Argument::Qd, zeros(Argument::Qd));
    vec![
        Step::call("closed loops", moving.with(Argument::Q, assembly.q)),
        Step::call("open loops", any),
        Step::call(ZERO, zero),
    ]
}

/// The label of the state at rest with all coordinates zero.
pub const ZERO: &str = "zero";

/// A random state, with the arrays that only loops have.
fn random(mechanism: &Mechanism, seed: u64) -> State {
    let state = State::sample(mechanism, seed);
    let rates = state.array(Argument::Qdd).to_vec();
    state
        .with(Argument::Independent, rates)
        .with(Argument::StepSize, vec![1e-3])
}

/// Cases of [`value`].
const SPECIAL: usize = 5;

/// States whose arrays have special values, as long as any function takes them.
#[must_use]
pub fn special(compiled: &Compiled) -> Vec<Step> {
    let mut lens: BTreeMap<Argument, usize> = BTreeMap::new();
    let functions = compiled.functions.iter();
    for port in functions.flat_map(|function| function.inputs()) {
        let len = lens.entry(port.argument).or_default();
        *len = port.len.max(*len);
    }
    let state = |case| {
        let arrays = lens.iter();
        arrays.fold(State::default(), |state, (&argument, &len)| {
            let values = (0..len).map(|index| value(case, argument, index));
            state.with(argument, values.collect())
        })
    };
    let step = |case| Step::call(format!("special values {case}"), state(case));
    (0..SPECIAL).map(step).collect()
}

/// An element of a case: any number, a quarter turn, −0, many turns, none.
fn value(case: usize, argument: Argument, index: usize) -> f64 {
    let argument = Argument::ALL.iter().position(|one| *one == argument);
    // Weights are behind all others.
    let argument = argument.unwrap_or(Argument::ALL.len());
    let k = (argument * 1000 + index) as f64;
    match case {
        0 => (k * 0.618_033_988_749_894_9).fract() * 3.0 - 1.5,
        1 => (index as f64 - 2.0) * core::f64::consts::FRAC_PI_2,
        2 => -0.0,
        3 => (k * 0.414_213_562_373_095).fract() * 800_000.0 - 400_000.0,
        _ => [1e9, f64::INFINITY, f64::NAN][index % 3],
    }
}
