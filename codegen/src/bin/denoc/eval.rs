//! `denoc eval`: the values of a function at given states.

use std::path::PathBuf;

use clap::Args;
use denoc_codegen::assembly::inconsistency;
use denoc_codegen::compile::{Options, Preparation, Sincos, compile, find, fixed_formulation};
use denoc_codegen::evaluate::{Libm, Solving};
use denoc_codegen::function::Function;
use denoc_codegen::identify::recursed;
use denoc_codegen::leaves::{Argument, Input};
use denoc_codegen::mechanism::{Condition, Mechanism};
use denoc_codegen::program::Shape;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::simulate::far_angle;
use denoc_codegen::transform::elementary;
use serde_json::{Map, Value, json};

use crate::arguments::{Compilation, Scalar};
use crate::failure::{Failure, say, warn};
use crate::input::{self, States};
use crate::reading::Model;

/// Arguments of `eval`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// The function
    function: String,
    /// A JSON file with the function's inputs, or - for stdin
    #[arg(long, value_name = "FILE")]
    input: PathBuf,
    /// Run the literal recursion in f64 in place of the compiled program
    #[arg(long)]
    reference: bool,
    #[command(flatten)]
    compilation: Compilation,
}

const NOTES: &str = "The input is an object of arrays, or a list of them; the output has the same form. Keys that the \
function does not take are left alone. \"parameters\": {\"name\": value} gives parameters of the model other values than their \
defaults. The values are those of the generated code to the last bit, printed as the \
shortest decimals that read back the same; NaN and infinities, which JSON cannot write, are null.

Quaternions in q are taken as they are, x, y, z, w: one that is not of unit length is reported on stderr and not normalised, for \
the generated code does not either.

Example:
  echo '{\"q\": [0,0,0,0,0,0], \"qd\": [0,0,0,0,0,0], \"qdd\": [0,0,0,0,0,0]}' |
    denoc eval models/puma.toml inverse_dynamics --input -";

/// The outputs at a state; an error where the parameters make no sense.
type Evaluator = Box<dyn Fn(&State) -> Result<Value, Failure>>;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = arguments.model.load()?.mechanism;
    let quantity = find(&mechanism, &arguments.function)?;
    let functions = Some(vec![arguments.function.clone()]);
    let options = arguments
        .compilation
        .options(&arguments.model.path, functions, None);
    let states = input::read(
        &arguments.input,
        &quantity.ports(&mechanism),
        &mechanism.parameters,
    )?;
    for warning in input::quaternions(&arguments.input, &states, &mechanism) {
        say(&warning);
    }
    for warning in open_loops(&states, &mechanism) {
        say(&warning);
    }
    if !arguments.reference && options.sincos == Sincos::Poly {
        for warning in far_angles(&states, &mechanism, arguments.compilation.scalar) {
            say(&warning);
        }
    }
    let values: Evaluator = if arguments.reference {
        literal(&mechanism, &options, &arguments.function)?
    } else {
        compiled(&mechanism, &options, arguments.compilation.scalar)?
    };
    let value = match states {
        States::One(state) => values(&state)?,
        States::Many(states) => states.iter().map(values).collect::<Result<_, _>>()?,
    };
    Ok(format!("{value}\n"))
}

/// Angles whose sine and cosine are NaN.
fn far_angles(states: &States, mechanism: &Mechanism, scalar: Scalar) -> Vec<String> {
    let limit = match scalar {
        Scalar::F64 => denoc_sincos::LIMIT,
        Scalar::F32 => denoc_sincos::LIMIT_F32.into(),
    };
    let states = states.all();
    let words = |(index, state): (usize, &State)| {
        let angle = far_angle(mechanism, state.array(Argument::Q), limit)?;
        let which = match states.len() {
            1 => String::new(),
            _ => format!("state {index}: "),
        };
        Some(format!(
            "warning: {which}{angle}; results that need them are null\n"
        ))
    };
    states.iter().enumerate().filter_map(words).collect()
}

/// States in which loops are open, or open up.
fn open_loops(states: &States, mechanism: &Mechanism) -> Vec<String> {
    /// A gap or a rate below this is rounding.
    const ROUNDING: f64 = 1e-9;
    if mechanism.loops.is_none() {
        return Vec::new();
    }
    let states = states.all();
    let mut warnings = Vec::new();
    for (index, state) in states.iter().enumerate() {
        let (q, qd) = (state.array(Argument::Q), state.array(Argument::Qd));
        if q.len() != mechanism.nq() {
            continue;
        }
        let (gap, rate) = inconsistency(mechanism, q, qd);
        let which = if states.len() > 1 {
            format!("state {}: ", index + 1)
        } else {
            String::new()
        };
        if gap.is_nan() || gap > ROUNDING {
            warnings.push(format!(
                "warning: {which}the loops are open in q, by {gap:.3e}; the result is that of an open mechanism\n"
            ));
        } else if rate.is_nan() || rate > ROUNDING {
            warnings.push(format!(
                "warning: {which}qd opens the loops, at {rate:.3e} a second; take all rates from `dependent_rates`\n"
            ));
        }
    }
    warnings
}

/// The reference: the recursion in f64 on the model's own frames.
fn literal(mechanism: &Mechanism, options: &Options, function: &str) -> Result<Evaluator, Failure> {
    let quantity = find(mechanism, function)?;
    let fixed = fixed_formulation(mechanism, quantity, options)?;
    let formulation = fixed.unwrap_or_else(|| quantity.literal(mechanism));
    let mechanism = recursed(&elementary(mechanism), quantity, options.basis).into_owned();
    let outputs = quantity.outputs(&mechanism);
    Ok(Box::new(move |state| {
        let arrays = reference(&mechanism, quantity, formulation, state);
        let named = outputs.iter().copied().zip(arrays);
        Ok(object(
            named.map(|((name, shape), elements)| (name, shape, elements)),
            |x| json!(x),
        ))
    }))
}

/// The compiled program, in the arithmetic of the generated code.
fn compiled(
    mechanism: &Mechanism,
    options: &Options,
    scalar: Scalar,
) -> Result<Evaluator, Failure> {
    let compiled = compile(mechanism, options)?;
    warn(&compiled.warnings);
    let function = compiled.functions.into_iter().next();
    let Some(function) = function else {
        return Err(Failure::Message("nothing to evaluate".into()));
    };
    let program = PreparedFunction {
        function,
        preparation: compiled.preparation,
        conditions: compiled.mechanism.conditions,
    };
    Ok(match (scalar, options.sincos) {
        (Scalar::F64, Sincos::Poly) => in_lane(program, |x| x, |x: f64| json!(x)),
        (Scalar::F64, Sincos::Libm) => in_lane(program, Libm, |x: Libm<f64>| json!(x.0)),
        (Scalar::F32, Sincos::Poly) => in_lane(program, rounded, shortest),
        (Scalar::F32, Sincos::Libm) => {
            in_lane(program, |x| Libm(rounded(x)), |x: Libm<f32>| shortest(x.0))
        }
    })
}

/// Input of single-precision code: rounding is what is asked for.
fn rounded(value: f64) -> f32 {
    value as f32
}

/// A function with what prepares its parameters.
struct PreparedFunction {
    function: Function,
    preparation: Option<Preparation>,
    conditions: Vec<Condition>,
}

impl PreparedFunction {
    /// The output arrays at a state.
    fn evaluate<L: Solving>(
        &self,
        state: &State,
        enter: impl Fn(f64) -> L,
    ) -> Result<Vec<Vec<L>>, Failure> {
        let input = |input: Input| enter(state.get(input));
        let Some(preparation) = &self.preparation else {
            return self.run(input);
        };
        if let Some(violated) = preparation.violated(state.array(Argument::Parameters)) {
            let what = &self.conditions[violated].what;
            return Err(Failure::Message(format!(
                "with these parameters {what} is negative; give values for which the model makes sense"
            )));
        }
        let parameters = state.array(Argument::Parameters).iter();
        let parameters: Vec<L> = parameters.map(|&value| enter(value)).collect();
        let prepared = preparation.prepared(&parameters);
        self.run(|place| match place.argument {
            Argument::Prepared => prepared[place.index],
            _ => input(place),
        })
    }

    fn run<L: Solving>(&self, input: impl Fn(Input) -> L) -> Result<Vec<Vec<L>>, Failure> {
        let name = &self.function.name;
        (self.function.run(input)).map_err(|status| Failure::Message(format!("{name}: {status}")))
    }
}

fn in_lane<L: Solving + 'static>(
    program: PreparedFunction,
    enter: impl Fn(f64) -> L + 'static,
    leave: impl Fn(L) -> Value + Copy + 'static,
) -> Evaluator {
    Box::new(move |state| {
        let arrays = program.evaluate(state, &enter)?;
        let outputs = program.function.outputs().iter().zip(arrays);
        Ok(object(
            outputs.map(|(output, elements)| (output.name, output.shape, elements)),
            leave,
        ))
    })
}

/// The output object: scalars as numbers, vectors as lists, matrices as lists of rows.
fn object<T>(
    outputs: impl Iterator<Item = (&'static str, Shape, Vec<T>)>,
    number: impl Fn(T) -> Value + Copy,
) -> Value {
    let entries = outputs.map(|(name, shape, elements)| {
        let mut numbers = elements.into_iter().map(number);
        let value = match shape {
            Shape::Scalar => numbers.next().unwrap_or(Value::Null),
            Shape::Vector(_) => numbers.collect(),
            Shape::Matrix(rows, columns) => (0..rows)
                .map(|_| numbers.by_ref().take(columns).collect::<Value>())
                .collect(),
        };
        (name.to_owned(), value)
    });
    Value::Object(entries.collect::<Map<_, _>>())
}

/// The number whose decimals are the shortest that read back as this f32.
fn shortest(value: f32) -> Value {
    json!(value.to_string().parse::<f64>().unwrap_or(f64::NAN))
}
