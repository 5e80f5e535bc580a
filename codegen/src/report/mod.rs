//! Reports: counts and figures of the literature → tables of plain text or markdown.

pub mod ablation;
pub mod base;
pub mod counts;
pub mod figure;
pub mod fit;
pub mod literature;
pub mod papers;
pub mod price;
pub mod table;

pub use table::{Format, Section, Table, render};
