//! What the compiler tells users of the attribute; the tests are in `tests/ui.rs`.
