//! What a function was proved equal to, at how many points of which fields.

/// Fields in which every proof is made: a constant may vanish in one by a chance of 2⁻⁶¹.
pub const FIELDS: usize = 2;

/// What a proof was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Number of random points.
    pub points: usize,
    /// The primes of the fields that they are in, in turn.
    pub primes: [u64; FIELDS],
}

/// What a function was proved equal to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The name of the formulation whose literal recursion it equals.
    pub literal: &'static str,
    /// At these points.
    pub recursion: Proof,
    /// The independent partner that it equals, and at which points; or why it has none.
    pub partner: Result<(&'static str, Proof), &'static str>,
}

impl Evidence {
    /// The partner, as reports name it, or why there is none.
    #[must_use]
    pub fn partner_name(&self) -> String {
        match &self.partner {
            Ok((name, _)) => (*name).into(),
            Err(reason) => format!("none: {reason}"),
        }
    }
}
