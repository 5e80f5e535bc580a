//! The Rust that the build script printed, and a way to call it by name.

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Input;
use denoc_codegen::reference::State;

use crate::lane::{Answer, Outputs, Request, Step};

/// Modules of generated code, one per model, and `call`, `call_single`.
#[allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "generated for these tests alone"
)]
mod code {
    use super::{Flat, array};

    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}

/// The answers of every function of a model that the build script printed.
///
/// # Panics
/// When it printed another one, or when a step is no call: none of these models has parameters.
#[must_use]
pub fn answers(model: &str, printed: &Compiled, steps: &[Step]) -> Vec<Vec<Answer>> {
    let answer = |function: &Function, step: &Step| {
        let Request::Call(state) = &step.request else {
            return Err(0);
        };
        let found = match printed.options.precision {
            Precision::F64 => code::call(model, &function.name, &inputs(function, state, |x| x)),
            Precision::F32 => single(model, function, state),
        };
        Ok(found.expect("the build script printed this function"))
    };
    let functions = printed.functions.iter();
    functions
        .map(|function| steps.iter().map(|step| answer(function, step)).collect())
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding is what is wanted"
)]
fn single(model: &str, function: &Function, state: &State) -> Option<Outputs> {
    let inputs = inputs(function, state, |x| x as f32);
    let outputs = code::call_single(model, &function.name, &inputs)?;
    let widen = |values: Vec<f32>| values.into_iter().map(f64::from).collect();
    Some(outputs.into_iter().map(widen).collect())
}

/// The input arrays of a function.
fn inputs<T>(function: &Function, state: &State, round: fn(f64) -> T) -> Vec<Vec<T>> {
    let ports = function.inputs().iter();
    let array = ports.map(|port| {
        let argument = port.argument;
        let element = |index| round(state.get(Input { argument, index }));
        (0..port.len).map(element).collect()
    });
    array.collect()
}

/// The text of the file that was generated for a model.
#[must_use]
pub fn text(model: &str) -> &'static str {
    let found = code::TEXTS.iter().find(|(name, _)| *name == model);
    found.map_or("", |(_, text)| text)
}

/// A slice as the array a signature asks for.
fn array<T, const N: usize>(values: &[T]) -> &[T; N] {
    values
        .try_into()
        .expect("the tests pass arrays of the program's lengths")
}

/// Results of generated functions as lists of row-major arrays.
trait Flat<T> {
    fn arrays(&self) -> Vec<Vec<T>>;
}

macro_rules! flat {
    ($float:ty) => {
        impl Flat<$float> for $float {
            fn arrays(&self) -> Vec<Vec<$float>> {
                vec![vec![*self]]
            }
        }
        impl<const N: usize> Flat<$float> for [$float; N] {
            fn arrays(&self) -> Vec<Vec<$float>> {
                vec![self.to_vec()]
            }
        }
        impl<const M: usize, const N: usize> Flat<$float> for [[$float; N]; M] {
            fn arrays(&self) -> Vec<Vec<$float>> {
                vec![self.concat()]
            }
        }
    };
}
flat!(f64);
flat!(f32);

macro_rules! flat_tuple {
    ($($array:ident)+) => {
        #[allow(non_snake_case, reason = "named as their types")]
        impl<T, $($array: Flat<T>),+> Flat<T> for ($($array,)+) {
            fn arrays(&self) -> Vec<Vec<T>> {
                let ($($array,)+) = self;
                core::iter::empty()$(.chain($array.arrays()))+.collect()
            }
        }
    };
}
flat_tuple!(A B);
flat_tuple!(A B C);
flat_tuple!(A B C D);
flat_tuple!(A B C D E);
flat_tuple!(A B C D E F);
