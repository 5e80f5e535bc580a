//! The compiler from the outside: models in, programs and text out. One program, for each takes seconds to link and 130 MB.

#![allow(clippy::panic)]

mod bad_models;
mod base_parameters;
mod common;
mod elastic;
mod emitted;
mod extremes;
mod flexible;
mod fmu;
mod followers;
mod groups;
mod joint_physics;
mod linear;
mod long_chains;
mod loops;
mod mjcf;
mod model_format;
mod near_parallel;
mod origins;
mod paper_models;
mod parameters;
mod partners;
mod regressors;
mod robots;
mod scaled;
mod simulate;
mod simulate_loops;
mod sincos;
mod turns;
mod urdf;
mod verify;
mod view;
mod view_flexible;
mod view_visuals;
