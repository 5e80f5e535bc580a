/// Why a generated function gave no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Status {
    /// With these parameters this is negative, or not a number.
    Negative(&'static str),
}

impl core::fmt::Display for Status {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Negative(what) => write!(f, "{what} is negative or not a number"),
        }
    }
}

impl core::error::Error for Status {}
