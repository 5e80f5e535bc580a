//! Flexible bodies: every quantity at every level of geometry against golden data made elsewhere, and physical identities.

mod faults;
mod golden;
mod identities;
mod models;
