//! Mechanisms with loops against golden data, by every formulation.

mod andrews;
mod assembled;
mod baumgarte;
mod bricard;
mod carpet_scraper;
mod closed;
mod counts;
mod cut;
mod derivatives;
mod double_pendulum;
mod faults;
mod five_bar;
mod four_bars;
mod identities;
mod least_norm;
mod plane;
mod platform;
mod primary;
mod proofs;
pub(crate) mod rotation;
mod searched;
mod second_order;
mod structure;
mod tools;
mod two_pumas;
