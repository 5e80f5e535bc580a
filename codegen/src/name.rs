//! Names: the model's → identifiers of C and Rust, text that shows all it holds, and the nearest one to a mistyped one.
//!
//! A name is made [`visible`] where it is read, so that no printer meets one that is not; and so are messages where they are collected,
//! paths where they are shown, and text for comments, pictures and pages, which may come from elsewhere.

pub(crate) mod taken;

use std::borrow::Cow;
use std::path::Path;

/// Lower-cased, each run of characters other than `[a-z0-9]` one `_`; a leading digit or a keyword gets the prefix
/// `m_`. A name without any letter or digit is `_` and becomes `m_`.
#[must_use]
pub fn identifier(name: &str) -> String {
    let mut text = snake(name);
    if matches!(text.as_str(), "" | "_") {
        return "m_".into();
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) || taken::is_keyword(&text) {
        text.insert_str(0, "m_");
    }
    text
}

/// The name of a model's files, functions and type: [`identifier`] without `_` in front, for such names are C's own. One that is the name
/// of a header gets the prefix `m_`, too: `math.h` beside a program would be found in place of C's.
#[must_use]
pub fn of_model(name: &str) -> String {
    let mut text = identifier(snake(name).trim_start_matches('_'));
    if taken::is_header(&text) {
        text.insert_str(0, "m_");
    }
    text
}

/// What keeps a text from being a name that identifiers are made of.
#[must_use]
pub fn fault(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST {
        Some("is longer than 200 bytes")
    } else if !name.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        Some("has no letter or digit of ASCII")
    } else {
        None
    }
}

/// The longest name, in bytes.
const LONGEST: usize = 200;

/// The rest of a C constant's name: upper case, each run of characters other than `[A-Z0-9]` one `_`.
pub(crate) fn upper(name: &str) -> String {
    snake(name).trim_matches('_').to_ascii_uppercase()
}

/// Text in which nothing hides: control characters, line breaks among them, and those that turn, join or cover what stands beside them
/// are written by their numbers, `\u{202e}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// The same of text in lines, whose breaks and tabulators stay.
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !matches!(c, '\n' | '\t') && is_hidden(c))
}

/// A path as it is shown: [`visible`].
#[must_use]
pub fn visible_path(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// Text of an element of XML or HTML: [`visible`], without markup.
#[cfg(any(feature = "simulate", feature = "view"))]
pub(crate) fn element_text(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn escaped(text: &str, hides: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hides) {
        return text.into();
    }
    let escape = |c: char| match hides(c) {
        true => c.escape_unicode().to_string(),
        false => c.into(),
    };
    text.chars().map(escape).collect()
}

/// Control, format, and what is no character: of Unicode's categories Cc, Cf, Zl, Zp, Cn what text of people does not need.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Names made unique: a second `X` is `X_2`.
pub(crate) fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|k| format!("{name}_{k}"));
        let mut all = core::iter::once(name.clone()).chain(numbered);
        known.extend(all.find(|one| !known.contains(one)));
    }
    known
}

/// The name of the Rust type: [`identifier`] in upper camel case, `two_link_arm` → `TwoLinkArm`.
#[must_use]
pub fn struct_name(name: &str) -> String {
    let name = identifier(name);
    let mut text = String::new();
    for word in name.split('_').filter(|word| !word.is_empty()) {
        // `kr_16_2` must not become the `Kr162` that `kr_162` is.
        if word.starts_with(|c: char| c.is_ascii_digit())
            && text.ends_with(|c: char| c.is_ascii_digit())
        {
            text.push('_');
        }
        let (first, rest) = word.split_at(1);
        text.push_str(&first.to_ascii_uppercase());
        text.push_str(rest);
    }
    // Of `self_` a keyword is made without a prefix, of `ok` what results are made of, and of `_7` a leading digit.
    if taken::is_rust_type(&text) || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, 'M');
    }
    text
}

/// A name in lower case, each run of characters other than `[a-z0-9]` one `_`: what must differ between the names of a model.
#[must_use]
pub fn snake(name: &str) -> String {
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

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(snake("Upper Arm-2"), "upper_arm_2");
        assert_eq!(snake("é--x"), "_x");
    }

    #[test]
    fn nothing_hides_in_text_that_is_shown() {
        let text = "a\u{202e}b\n\u{1b}[31m\0\t\u{2028}ü*/\u{feff}";
        let shown = visible(text);
        assert_eq!(
            shown,
            r"a\u{202e}b\u{a}\u{1b}[31m\u{0}\u{9}\u{2028}ü*/\u{feff}"
        );
        assert_eq!(visible(&shown), shown);
        assert_eq!(visible_lines("a\n\tb\u{1b}"), "a\n\tb\\u{1b}");
        assert!(matches!(visible("größe 関節"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_mistyped_name_is_recognised() {
        let types = ["revolute", "prismatic", "free"];
        assert_eq!(nearest("revolut", types), Some("revolute"));
        assert_eq!(nearest("Prizmatic", types), Some("prismatic"));
        assert_eq!(nearest("hinge", types), None);
    }

    #[test]
    fn constants_have_names_of_their_own() {
        let names = ["base.qx", "Base qx", "base.qx 2", "-tip-"];
        let found = unique(names.iter().map(|name| upper(name)));
        assert_eq!(found, ["BASE_QX", "BASE_QX_2", "BASE_QX_2_2", "TIP"]);
    }
}
