//! Calls the controller on the desktop, where there is a screen to print on.

use example_no_std::{Panda, torques};

fn main() {
    let q = [0.0, -0.4, 0.1, -1.9, 0.2, 1.6, 0.8];
    let rest = torques(&q, &q, &[0.0; Panda::NV]);
    println!("torques at the target  {rest:8.4?} Nm");
    assert_eq!(rest, Panda::gravity(&q));

    let moving = torques(&q, &q, &[0.5; Panda::NV]);
    println!("moving at 0.5 rad/s    {moving:8.4?} Nm");
    assert!(moving.iter().zip(&rest).all(|(moving, rest)| moving < rest));
}
