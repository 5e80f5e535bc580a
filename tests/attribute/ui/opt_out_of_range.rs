#[denoc::multibody(model = "ui/models/arm.toml", opt = 4)]
pub struct Arm;

fn main() {}
