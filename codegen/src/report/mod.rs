//! Reports: counts and figures of the literature → tables of plain text or markdown.

pub mod ablation;
pub mod base;
pub mod counts;
pub mod elastic;
pub mod figure;
pub mod fit;
pub mod flexible;
mod joints;
pub mod json;
pub mod literature;
mod loops;
mod modes;
pub mod outline;
pub mod papers;
pub mod price;
mod saving;
pub mod scraper;
pub mod table;

pub use joints::joints;
pub use loops::loops;
pub use saving::{Saving, saving};
pub use table::{Format, Section, Table, render};
