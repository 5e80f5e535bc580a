//! The Rust that the build script printed, and a way to call it by name.

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

pub use code::{call, call_single};

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

impl<T, A: Flat<T>, B: Flat<T>> Flat<T> for (A, B) {
    fn arrays(&self) -> Vec<Vec<T>> {
        let (a, b) = self;
        a.arrays().into_iter().chain(b.arrays()).collect()
    }
}

impl<T, A: Flat<T>, B: Flat<T>, C: Flat<T>> Flat<T> for (A, B, C) {
    fn arrays(&self) -> Vec<Vec<T>> {
        let (a, b, c) = self;
        a.arrays()
            .into_iter()
            .chain(b.arrays())
            .chain(c.arrays())
            .collect()
    }
}
