//! text → RawModel → Mechanism.
pub mod angle;
