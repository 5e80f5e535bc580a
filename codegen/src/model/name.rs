//! Names: their form as C identifiers, and the nearest one to a mistyped one.

/// The identifier a name becomes in generated code: lower case, each run of other characters than `[a-z0-9]` a `_`.
#[must_use]
pub fn identifier(name: &str) -> String {
    let mut result = String::new();
    for c in name.chars() {
        let c = c.to_ascii_lowercase();
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            result.push(c);
        } else if !result.ends_with('_') {
            result.push('_');
        }
    }
    result
}

/// The candidate nearest to `name`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 64)
        .map(|candidate| (distance(&name, candidate), candidate))
        .filter(|&(distance, _)| 3 * distance <= name.len().max(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions and replacements between two words (Levenshtein).
fn distance(name: &[char], candidate: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, c) in candidate.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..name.len() {
            let replaced = diagonal + usize::from(name[j] != c);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(identifier("Upper Arm-2"), "upper_arm_2");
        assert_eq!(identifier("é--x"), "_x");
    }

    #[test]
    fn a_mistyped_name_is_recognised() {
        let types = ["revolute", "prismatic", "free"];
        assert_eq!(nearest("revolut", types), Some("revolute"));
        assert_eq!(nearest("Prizmatic", types), Some("prismatic"));
        assert_eq!(nearest("hinge", types), None);
    }
}
