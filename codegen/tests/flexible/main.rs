//! Flexible bodies: every quantity at every level of geometry against golden data made elsewhere, and physical identities.

mod beams;
mod coaxial;
mod faults;
mod golden;
mod identities;
mod locked;
mod loops;
mod mode_file;
mod models;
#[cfg(feature = "simulate")]
mod motion;
mod nodes;
#[cfg(feature = "tools")]
mod outline;
mod rigid;
mod stepped;
