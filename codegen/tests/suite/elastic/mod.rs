//! Elastic joints: every quantity by every formulation against data of Lagrange's equations, and physical identities.

mod faults;
mod golden;
mod identities;
mod limits;
mod locked;
mod loops;
mod models;
mod motion;
mod outline;
