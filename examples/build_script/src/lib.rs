//! The UR5 without the attribute: the build script writes the functions, this crate includes them.

include!(concat!(env!("OUT_DIR"), "/ur5.rs"));
