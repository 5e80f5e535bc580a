//! Instants → panels → an SVG picture: positions, velocities, torques, energy, one above the other over one axis of time.
//!
//! The SVG is written here: of the crates that plot, `plotters` has no legend of several columns and none outside the panel, and the
//! rest of a picture of lines is a few dozen lines of text.

mod axis;
mod figure;
mod overlap;
mod panel;
mod series;
mod svg;

pub use figure::figure;
