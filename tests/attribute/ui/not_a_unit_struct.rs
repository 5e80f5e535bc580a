#[denoc::multibody(model = "ui/models/arm.toml")]
pub struct Arm {
    pub length: f64,
}

fn main() {}
