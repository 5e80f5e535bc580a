//! Flexible bodies as a model writes them → bodies and joints that the rest of the compiler knows.
//!
//! ```text
//!  beam of one section ─────shape, uniform──► mode shapes in closed form ─────┐
//!  several sections, or a tip ─element, stepped──► mode shapes by finite elements ┴─beam──► modal integrals, deflection of frames
//!  mode file: nodes, masses, shapes, K, D ───────────nodal, sums────────────► the same        │ expand
//!  body "upper" with its modal integrals ─┬─ a body with a mode as its joint for every mode: "upper.bending_y_1", …
//!                                         └─ bodies for every frame that carries something: "upper/tip" behind a shift
//!                                            and turns that follow the modes
//! ```
//!
//! A mode is a degree of freedom with an inertia (M_e), a spring (K) and damping (D) of its own; what it does to the inertia of
//! its body are the constants of [`Deformation`](crate::mechanism::Deformation). A frame on a flexible body moves by joints whose
//! coordinates are functions of the modal coordinates, as those of a joint that follows another. So a body is attached to such a
//! frame by its name, as to any body: `parent = "upper/tip"`.

mod beam;
mod default_tip;
mod definite;
mod element;
mod expand;
mod family;
mod integrals;
mod nodal;
mod quadrature;
mod references;
mod scaled;
mod section;
mod shape;
mod singular;
mod stepped;
mod sums;
mod tip;
mod uniform;

pub(crate) use beam::{Beam, TIP};
pub(crate) use definite::Factored;
pub(crate) use expand::expanded;
pub(crate) use family::Families;
pub(crate) use integrals::Integrals;
pub(crate) use nodal::{Nodal, NodalMode, Node, NodeShape};
pub(crate) use section::Section;
pub(crate) use shape::Boundary;
