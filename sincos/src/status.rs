/// Why a function gave no result.
#[allow(dead_code, reason = "generated files carry all reasons")]
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Status {
    /// With these parameters this is negative, or not a number.
    Negative(&'static str),
    /// The equations of motion or of closed loops have no single solution.
    Singular,
    /// The closed loops do not close; the largest element of the gap that remains, m or rad.
    Open(f64),
}

impl core::fmt::Display for Status {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Negative(what) => write!(f, "{what} is negative or not a number"),
            Self::Singular => f.write_str(
                "the equations are singular: the mechanism is in a singular configuration, or its constraints are redundant",
            ),
            Self::Open(gap) => write!(f, "the loops do not close: a gap of {gap:e} remains"),
        }
    }
}

impl core::error::Error for Status {}
