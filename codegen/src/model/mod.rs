//! text → RawModel → Mechanism.
pub mod angle;
mod circle;
mod fixed;
pub mod rotation;
