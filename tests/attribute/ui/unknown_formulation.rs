#[denoc::multibody(model = "ui/models/arm.toml", formulation = "newton")]
pub struct Arm;

fn main() {}
