//! What a lane is asked, and what it answers.

use denoc_codegen::reference::State;

/// Output arrays, each row-major.
pub type Outputs = Vec<Vec<f64>>;

/// The output arrays, or the status of what failed: 1 for singular equations, k for the k-th condition of the parameters.
pub type Answer = Result<Outputs, u32>;

/// What is done with a function.
#[derive(Clone, Debug)]
pub enum Request {
    /// Prepares the model with the defaults of its parameters, which are the answer.
    Defaults,
    /// Prepares the model with values of its parameters. When they are refused, what was prepared before stays.
    Prepare(Vec<f64>),
    /// Calls the function.
    Call(State),
}

/// A request with what to say where its answer is wrong.
#[derive(Clone, Debug)]
pub struct Step {
    /// `state 3`.
    pub label: String,
    /// The request.
    pub request: Request,
}

impl Step {
    /// The call at a state.
    #[must_use]
    pub fn call(label: impl Into<String>, state: State) -> Self {
        Self {
            label: label.into(),
            request: Request::Call(state),
        }
    }

    /// The preparation with the defaults.
    #[must_use]
    pub fn defaults() -> Self {
        Self {
            label: "the defaults of the parameters".into(),
            request: Request::Defaults,
        }
    }

    /// The preparation with values.
    #[must_use]
    pub fn prepare(values: &[f64]) -> Self {
        Self {
            label: format!("the parameters {values:?}"),
            request: Request::Prepare(values.into()),
        }
    }
}
