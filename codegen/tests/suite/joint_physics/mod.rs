//! The physics of joints, and joints that follow others: identities first, then every level of the compiler.

mod compiled;
mod coupled;
mod identities;
mod models;
mod order;
mod tools;
