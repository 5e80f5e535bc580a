//! Mechanisms with loops against golden data, by every formulation.

#![allow(clippy::panic)]

mod andrews;
mod bricard;
mod carpet_scraper;
mod closed;
mod cut;
mod double_pendulum;
mod five_bar;
mod four_bars;
mod plane;
mod platform;
mod rotation;
mod tools;
mod two_pumas;
