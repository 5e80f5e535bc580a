//! Models in MJCF: what is read, compared with MuJoCo's numbers, and what is refused.

mod faults;
mod golden;
mod loops;
mod reading;
mod support;
mod wrapper;
