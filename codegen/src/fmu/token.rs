//! The instantiation token: texts → a name that no other texts have.

use sha2::{Digest, Sha256};

use crate::name::hexadecimal;

/// The token of an FMU with these texts, in the shape of a GUID: `{8-4-4-4-12}` hexadecimal digits.
pub(super) fn of(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    let digits = hexadecimal(&hash.finalize());
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]);
    format!("{{{}}}", parts.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_that_of_its_texts() {
        let token = of(&["a", "bc"]);
        assert_eq!(token.len(), 38);
        assert_eq!(token, of(&["a", "bc"]));
        assert_ne!(token, of(&["ab", "c"]));
    }
}
