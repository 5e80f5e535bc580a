/// Told: the model and the search results that are not there.
#[denoc::multibody(model = "ui/models/warned.toml", functions = ["gravity"], opt = 3)]
pub struct Arm;

/// The user wants no warnings.
#[deny(deprecated)]
#[denoc::multibody(model = "ui/models/warned.toml", functions = ["gravity"])]
pub struct Strict;

/// The user knows.
#[denoc::multibody(model = "ui/models/warned.toml", functions = ["gravity"])]
#[allow(deprecated)]
pub struct Known;

fn main() {
    println!("{} {} {}", Arm::NV, Strict::NV, Known::NV);
}
