//! The lines of docs/doors.md for this crate: these run, and stand there.

use denoc_jit::Error;

#[test]
fn a_robot_is_loaded_when_the_program_runs() -> Result<(), Error> {
    let robot = denoc_jit::Robot::load("../models/panda.toml")?;
    let mut tau = [0.0; 7];
    robot.inverse_dynamics(&[0.1; 7], &[0.0; 7], &[0.0; 7], &mut tau)?;
    let mut gravity = [0.0; 7];
    robot.gravity(&[0.1; 7], &mut gravity)?;
    assert!(tau.iter().zip(&gravity).all(|(a, b)| (a - b).abs() < 1e-12));
    Ok(())
}

#[test]
fn the_page_has_these_lines() {
    let page = std::fs::read_to_string("../docs/doors.md").expect("the page");
    let block = page.split("```rust,ignore\n").nth(1).expect("the block");
    let block = block.split("```").next().unwrap_or_default();
    assert_eq!(block.lines().count(), 3);
    for line in block.lines() {
        assert!(include_str!("doors.rs").contains(line), "{line}");
    }
}
