//! Mechanism → which combinations of inertial parameters its motion depends on, with exact coefficients.
//!
//! The generalised forces are linear in the inertial parameters: τ = Y(q, q̇, q̈) π. The closed form
//! ([`base_parameters`](crate::transform::base_parameters)) takes out what no joint of its type can distinguish from its
//! parent's. Special geometry (a joint along gravity at the base, say) and the direction of gravity free more: that is
//! found as the rank of Y's columns at random points of two prime fields, in the order from the base to the tips, so that
//! what stays is near the base. A column without rank is a parameter without effect, or one whose effect other, earlier
//! parameters have too: [`Relation`]. Its coefficients are solved for exactly at rational points.

mod columns;
mod combination;
mod echelon;
mod exact;
mod parameter;
mod reduce;
mod regressor;

pub use columns::{BASIS, recursed, with_base_columns};
pub use combination::{BaseParameter, Identified, ParameterTerm, identify, model_value};
pub use parameter::{InertiaEntry, InertialParameter};
pub use reduce::{MOST_COLUMNS, Reduced, Relation, reduce};
pub use regressor::regressor;
