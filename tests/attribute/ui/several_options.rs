#[denoc::multibody(
    model = "ui/models/arm.toml",
    scalar = f16,
    base = "free",
    optimise = 2,
    opt = "high",
    functions = [bias],
    functions = ["bias"]
)]
pub struct Arm;

fn main() {}
