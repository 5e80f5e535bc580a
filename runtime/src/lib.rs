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
//! use the platform's functions; `serde` serialises [`OperationTable`]; `macros` (default) is the attribute.

#![no_std]
#![forbid(unsafe_code)]

pub mod closure;
pub mod integrate;
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
