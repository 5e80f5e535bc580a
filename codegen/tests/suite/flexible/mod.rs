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
mod motion;
mod nodes;
mod outline;
mod rigid;
mod stepped;
mod tips;
