//! Flexible bodies in loops are refused, with one message.

use crate::models::{errors, model};

#[test]
fn a_loop_with_a_flexible_rod_is_refused_at_the_loop() {
    let text = model("slider_crank", "stiffened");
    let line = text.lines().position(|line| line == "name = \"pin\"");
    let line = line.expect("a loop") + 1;
    let message = "loops with flexible bodies are not computed yet".to_owned();
    assert_eq!(errors(&text), [(format!("{line}:8"), message)]);
}
