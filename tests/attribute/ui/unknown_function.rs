#[denoc::multibody(model = "ui/models/arm.toml", functions = ["gravity", "gravitas"])]
pub struct Arm;

fn main() {
    println!("{:?}", Arm::gravity(&[0.0]));
}
