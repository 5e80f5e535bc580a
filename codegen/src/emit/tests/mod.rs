//! Emitted text, judged by compilers: it builds without a diagnostic and gives the evaluator's bits.

mod batch;
mod bits;
mod casadi;
mod clean;
mod cpp;
mod fmi;
mod lengthy;
mod lines;
mod names;
mod packed;
mod planted;
mod samples;
mod selftest;
mod shared;
mod solved;
mod surrounding;
mod text;
mod tools;
