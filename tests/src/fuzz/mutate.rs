//! Changes of a text: of bytes, of tokens, of lines.

use crate::random::Random;

/// What readers may stumble over.
const WORDS: [&str; 40] = [
    "",
    "0",
    "-0",
    "1",
    "-1",
    "1e308",
    "1e-308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "9223372036854775808",
    "0x10",
    "1_000",
    "pi",
    "pi/0",
    "90deg",
    "-",
    "+",
    "=",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\"\"\"",
    "'",
    ",",
    ".",
    "#",
    "<",
    ">",
    "/>",
    "&amp;",
    "&#0;",
    "<!--",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
];

/// Bytes that a text grows to: one line many times, and that many times again, is more than a machine has.
const MOST: usize = 1 << 24;

/// The text with one change; `other` is a text that pieces are taken of.
pub(super) fn once(text: &str, other: &str, random: &mut Random) -> String {
    match random.below(8) {
        0 => byte(text, random),
        1 => replaced(text, tokens(text), WORDS[random.below(WORDS.len())], random),
        2 => replaced(
            text,
            tokens(text),
            any(other, &tokens(other), random),
            random,
        ),
        3 => replaced(text, lines(text), "", random),
        4 => replaced(text, lines(text), any(other, &lines(other), random), random),
        5 => doubled(text, lines(text), random),
        6 => doubled(text, tokens(text), random),
        _ => text[..boundary(text, random)].to_owned(),
    }
}

/// One byte is another; what is no text any more is read as far as it is.
fn byte(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = u8::try_from(random.below(256)).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn boundary(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

type Span = core::ops::Range<usize>;

/// Words, numbers, and single characters.
fn tokens(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
        match spans.last_mut() {
            Some(last) if in_word && is_word => last.end = at + c.len_utf8(),
            _ if c.is_whitespace() => {}
            _ => spans.push(at..at + c.len_utf8()),
        }
        in_word = is_word;
    }
    spans
}

fn lines(text: &str) -> Vec<Span> {
    let mut start = 0;
    let mut span = |line: &str| {
        start += line.len();
        start - line.len()..start
    };
    text.split_inclusive('\n').map(&mut span).collect()
}

fn any<'t>(text: &'t str, spans: &[Span], random: &mut Random) -> &'t str {
    match spans.len() {
        0 => "",
        len => &text[spans[random.below(len)].clone()],
    }
}

/// A piece is another.
fn replaced(text: &str, spans: Vec<Span>, by: &str, random: &mut Random) -> String {
    if spans.is_empty() {
        return by.to_owned();
    }
    let Span { start, end } = spans[random.below(spans.len())].clone();
    [&text[..start], by, &text[end..]].concat()
}

/// A piece is there twice, or a few hundred times as long as the text has no more than `MOST` bytes.
fn doubled(text: &str, spans: Vec<Span>, random: &mut Random) -> String {
    if spans.is_empty() {
        return text.to_owned();
    }
    let Span { start, end } = spans[random.below(spans.len())].clone();
    let times = if random.below(8) == 0 { 300 } else { 2 };
    let room = MOST.saturating_sub(text.len()) / (end - start).max(1);
    let times = times.min(1 + room);
    [
        &text[..start],
        &text[start..end].repeat(times),
        &text[end..],
    ]
    .concat()
}
