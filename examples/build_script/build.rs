//! Generates `ur5.rs` in the folder that cargo gives to build scripts.

use denoc_codegen::build::{self, BuildError};

fn main() -> Result<(), BuildError> {
    build::model("../../models/ur5.toml")
        .functions(["mass_matrix", "forward_dynamics", "kinetic_energy"])
        .generate()?;
    Ok(())
}
