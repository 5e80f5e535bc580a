//! What is generated, from the outside. One program, for each takes seconds to link and 150 MB.

mod accuracy;
mod c_hygiene;
mod campaign;
mod cheapest;
mod counts;
mod derivatives;
mod determinism;
mod docs;
mod fuzz;
mod joints;
mod lanes;
mod packages;
mod physics;
mod robots;
mod sparse;
mod supply_chain;
mod trees;
