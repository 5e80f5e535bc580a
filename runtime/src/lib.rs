//! Dynamics of multibody systems as straight-line code, generated at compile time: this crate is what the generated
//! code and its users depend on.
//!
//! A model file describes the mechanism. The compiler behind the attribute unrolls the recursive algorithms of
//! multibody dynamics over a symbolic scalar, prunes every term that is zero, and leaves functions on plain arrays:
//! no allocation, no data-dependent branch, no panic, `no_std`, the same bits on every processor.
//!
//! ```ignore
//! #[denoc::multibody(model = "models/puma.toml")]
//! pub struct Puma;
//!
//! let tau = Puma::inverse_dynamics(&q, &qd, &qdd);
//! let price = Puma::OPERATIONS.get("inverse_dynamics");
//! ```
//!
//! Features: `std` (default) and `libm` supply `sincos::sin_cos_libm` for code that was generated to
//! use the platform's functions; `serde` serialises [`OperationTable`]; `nalgebra` takes its vectors and matrices to generated
//! functions and back (module `denoc::nalgebra`); `simd` (default) takes sines in vectors, the same bits in less time; `macros` (default) is
//! the attribute.
//!
//! # What a call costs, pinned
//!
//! Counts are constants of the type, and their table prints one line a function: a snapshot test shows when an edit of the
//! model, or a new version of the compiler, changes a price.
//!
//! ```ignore
//! insta::assert_snapshot!(Puma::OPERATIONS);
//! ```
//!
//! # Build times
//!
//! Cargo builds macros unoptimised in the profile `dev`, whatever they ask for: only the manifest of your own workspace can
//! change that. With
//!
//! ```toml
//! [profile.dev.build-override]
//! opt-level = 3
//! ```
//!
//! there the attribute is optimised too. The five functions of a tree of 30 joints take `cargo check` 7 s of processor time
//! after an edit without it; the optimised command `denoc generate` makes the same functions in 0.9 s. The compiler behind the
//! attribute, which is built once, takes longer to build.

#![no_std]
#![forbid(unsafe_code)]

pub mod closure;
pub mod integrate;
pub mod lanes;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
pub mod operations;

#[cfg(feature = "macros")]
pub use denoc_macros::multibody;
#[doc(inline)]
pub use denoc_sincos as sincos;
#[doc(inline)]
pub use denoc_sincos::linear;
#[doc(inline)]
pub use denoc_sincos::state;
pub use denoc_sincos::{Status, sincos, sincosf};
pub use operations::{OperationTable, Operations};
