//! The `denoc` command.
fn main() {}
