#[denoc::multibody(
    model = "ui/models/arm.toml",
    functions = ["bias", "gravitas", "bais"],
    formulation = ["bias=foo"],
    opt = 7
)]
pub struct Arm;

fn main() {}
