//! Models in URDF: what is read, reported and rejected.
#![allow(clippy::panic)]

mod angles;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod reading;
mod support;
mod wrapper;
