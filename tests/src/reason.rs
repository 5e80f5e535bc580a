//! The lanes, and what each of them does not run. Shared with the build script, which lists the tests.

/// A way to run the functions of a model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    /// The recursion on plain floats.
    Reference,
    /// The programs, run by the library.
    Evaluator,
    /// Generated Rust, compiled.
    Rust,
    /// Generated C, compiled.
    C,
    /// Generated JavaScript, run by node.
    JavaScript,
}

impl Lane {
    /// All lanes, in the order of the matrix.
    pub const ALL: [Self; 5] = [
        Self::Reference,
        Self::Evaluator,
        Self::Rust,
        Self::C,
        Self::JavaScript,
    ];

    /// `javascript`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Evaluator => "evaluator",
            Self::Rust => "rust",
            Self::C => "c",
            Self::JavaScript => "javascript",
        }
    }
}

/// What distinguishes a function of a model for the lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aspect {
    /// Double precision, printed.
    Double,
    /// Double precision by the literal program, printed.
    Literal,
    /// Double precision by the literal program, not printed.
    LiteralUnprinted,
    /// Double precision by a formulation that is not printed.
    Unprinted,
    /// Single precision, of a model with golden data.
    Single,
    /// Single precision, of a model without.
    SingleCase,
    /// Single precision, of any other model.
    SingleElsewhere,
    /// Fused operations.
    Fused,
    /// The defaults of the parameters of a model.
    Defaults,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 9] = [
        Self::Double,
        Self::Literal,
        Self::LiteralUnprinted,
        Self::Unprinted,
        Self::Single,
        Self::SingleCase,
        Self::SingleElsewhere,
        Self::Fused,
        Self::Defaults,
    ];

    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Double => "double precision",
            Self::Literal => "the literal program",
            Self::LiteralUnprinted => "the literal program of a model that is not listed for it",
            Self::Unprinted => "a formulation that is not the default",
            Self::Single => "single precision",
            Self::SingleCase => "single precision of a model without golden data",
            Self::SingleElsewhere => "single precision of a model that is not listed for it",
            Self::Fused => "fused operations",
            Self::Defaults => "the defaults of parameters",
        }
    }
}

const SAME_RECURSION: &str = "the recursion is that of level 1, which is compared";
const NOT_PRINTED: &str =
    "printers treat all formulations alike; `plan::variants` prints some, the test `full` all";
const FEW: &str = "printers treat all models of a kind alike; `plan::is_single` and `case::CASES` list some of every kind";

const NO_REFERENCE: &str =
    "the recursion runs on doubles; Rust and C are compared with the evaluator in single precision";

const NO_DATA: &str = "there is no golden data; it is what Rust and C are compared with";

/// Why a lane does not run functions of an aspect; `None` when it does.
#[must_use]
pub fn reason(lane: Lane, aspect: Aspect) -> Option<&'static str> {
    use Aspect::{
        Defaults, Fused, Literal, LiteralUnprinted, Single, SingleCase, SingleElsewhere, Unprinted,
    };
    use Lane::{C, Evaluator, JavaScript, Reference, Rust};
    match (lane, aspect) {
        (JavaScript, Single | SingleCase | SingleElsewhere) => {
            Some("numbers of JavaScript are doubles")
        }
        (JavaScript, Fused) => Some("JavaScript has none"),
        (JavaScript, Defaults) => {
            Some("its functions take parameters as an array: no defaults are printed")
        }
        (Reference, Single | SingleCase | SingleElsewhere) => Some(NO_REFERENCE),
        (Evaluator, SingleCase) => Some(NO_DATA),
        (Reference, Literal | LiteralUnprinted) => Some(SAME_RECURSION),
        (Rust | C | JavaScript, LiteralUnprinted | Unprinted) => Some(NOT_PRINTED),
        (_, SingleElsewhere) => Some(FEW),
        _ => None,
    }
}

/// The lanes that run functions of an aspect.
pub fn lanes(aspect: Aspect) -> impl Iterator<Item = Lane> {
    let all = Lane::ALL.into_iter();
    all.filter(move |lane| reason(*lane, aspect).is_none())
}
