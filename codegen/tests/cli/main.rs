//! The binary as a user meets it: exit status, stdout, stderr, files.

mod bad_input;
mod bad_model;
mod bench;
mod c_header;
mod casadi;
mod commands;
mod cpp;
mod extremes;
mod files;
mod flexible;
mod fma;
mod fmu;
mod hidden;
mod interfaces;
mod loops;
mod mjcf;
mod motion;
mod optimize;
mod output;
mod reading;
mod readme;
mod support;
mod urdf;
mod view;
