//! Text → tokens, for all languages alike: words, numbers, single characters. Comments and lines of a preprocessor are no tokens.

use super::Fault;

/// A token, where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// Bytes from the start of the text.
    pub(super) at: usize,
}

/// The tokens of a text, with the brackets paired.
pub(super) struct Tokens<'t> {
    pub(super) source: &'t str,
    pub(super) all: Vec<Token<'t>>,
    /// The index of the bracket that closes the one at an index; of all other tokens their own.
    pub(super) closing: Vec<usize>,
}

impl<'t> Tokens<'t> {
    /// # Errors
    /// A bracket without its other half.
    pub(super) fn of(source: &'t str) -> Result<Self, Fault> {
        let all = tokens(source);
        let mut closing: Vec<usize> = (0..all.len()).collect();
        let mut open = Vec::new();
        for (index, token) in all.iter().enumerate() {
            match token.text {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    let start: Option<usize> = open.pop();
                    let start = start.filter(|&start| pairs(all[start].text, token.text));
                    closing[start.ok_or_else(|| Fault::new(index, "a bracket too many"))?] = index;
                }
                _ => {}
            }
        }
        match open.pop() {
            Some(index) => Err(Fault::new(index, "a bracket that is not closed")),
            None => Ok(Self {
                source,
                all,
                closing,
            }),
        }
    }

    /// The text of a token; nothing behind the last.
    pub(super) fn text(&self, index: usize) -> &'t str {
        self.all.get(index).map_or("", |token| token.text)
    }
}

fn pairs(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut all = Vec::with_capacity(source.len() / 4);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &source[at..];
        let len = match byte {
            b' ' | b'\n' | b'\t' | b'\r' => 1,
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'#' if !rest.starts_with("#[") => directive(rest),
            _ => {
                let len = token(rest);
                let text = &rest[..len];
                all.push(Token { text, at });
                len
            }
        };
        at += len;
    }
    all
}

/// A line of a preprocessor, with those that continue it.
fn directive(rest: &str) -> usize {
    let ends = rest.match_indices('\n').map(|(end, _)| end);
    let mut ends = ends.filter(|end| !rest[..*end].ends_with('\\'));
    ends.next().unwrap_or(rest.len())
}

/// The length of the token that a text starts with.
fn token(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let run = |from: usize, within: fn(u8) -> bool| {
        let more = bytes[from..].iter().take_while(|&&byte| within(byte));
        from + more.count()
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match bytes[0] {
        b'0'..=b'9' => {
            let mut end = run(0, is_word);
            // A fraction; `2..` is no number with one.
            if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                end = run(end + 1, is_word);
            }
            let signed = matches!(bytes.get(end), Some(b'-' | b'+'));
            if signed && rest[..end].ends_with('e') && !rest.starts_with("0x") {
                end = run(end + 1, is_word);
            }
            end
        }
        b'"' => string(bytes),
        byte if is_word(byte) => run(0, is_word),
        // One character, of however many bytes.
        _ => rest.chars().next().map_or(1, char::len_utf8),
    }
}

/// The length of a string.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}
