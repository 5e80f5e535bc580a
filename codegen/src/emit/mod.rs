//! Emitters.
/// stub
pub fn identifier(name: &str) -> String {
    name.to_lowercase()
}
