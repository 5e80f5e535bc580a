#[denoc::multibody(model = "ui/models/arm.toml", optimise = 2)]
pub struct Arm;

fn main() {
    println!("{:?}", Arm::gravity(&[0.0]));
}
