//! No start files and no libraries: the program stands alone.
fn main() {
    for argument in ["-nostartfiles", "-nostdlib", "-nodefaultlibs", "-static"] {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}
