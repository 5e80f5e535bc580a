//! Passes: program → program of the same values that costs no more. The compiler proves every result.

pub mod factor;
pub mod fuse;
pub mod machine;
pub mod order;
pub mod search;
pub mod share;
