//! Models in URDF: what is read, what is told, what is refused.
#![allow(clippy::panic)]

mod angles;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod reading;
mod support;
mod wrapper;
