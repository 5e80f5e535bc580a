//! What the compiler tells a user of the attribute: one error, in its place.

use std::path::Path;

/// Models are looked for in the crate that uses the attribute, here the one that trybuild makes.
fn copy_models() -> std::io::Result<()> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let models = target.join("tests/trybuild/denoc-attribute-tests/ui/models");
    std::fs::create_dir_all(&models)?;
    for name in [
        "arm.toml",
        "broken.toml",
        "broken.urdf",
        "broken_loop.toml",
        "broken_parameters.toml",
        "warned.toml",
    ] {
        let model = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("ui/models")
            .join(name);
        std::fs::copy(model, models.join(name))?;
    }
    Ok(())
}

#[test]
fn wrong_attributes_give_one_located_error() {
    copy_models().expect("the models are copied");
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
}
