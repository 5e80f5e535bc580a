//! Models in URDF: what is read, reported and rejected.

mod angles;
mod faults;
mod reading;
mod support;
mod wrapper;
