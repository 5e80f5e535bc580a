#[denoc::multibody(functions = ["gravity"])]
pub struct Arm;

fn main() {}
