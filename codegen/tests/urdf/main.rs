//! Models in URDF: what is read, what is told, what is refused.
#![allow(clippy::panic)]

mod faults;
mod reading;
mod support;
mod wrapper;
