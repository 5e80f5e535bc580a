#[denoc::multibody(model = "ui/models/arm.toml", scalar = f16)]
pub struct Arm;

fn main() {}
