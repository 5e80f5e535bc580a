//! Tokens → functions: names, parameters, bodies. Kernels are among them; nobody asks for those.

use core::ops::Range;
use rustc_hash::FxHashMap;

use super::Language;
use super::token::Tokens;

/// Functions by name.
pub(super) type Outline<'t> = FxHashMap<&'t str, FunctionText<'t>>;

/// A function of a text.
#[derive(Clone, Debug)]
pub(super) struct FunctionText<'t> {
    /// The token of its name.
    pub(super) at: usize,
    /// Names of the parameters.
    pub(super) parameters: Vec<&'t str>,
    /// The tokens between its braces.
    pub(super) body: Range<usize>,
}

/// The functions of a file; in Rust, those of its `impl` blocks.
pub(super) fn of_file<'t>(tokens: &Tokens<'t>, language: Language) -> Outline<'t> {
    let all = 0..tokens.all.len();
    if language != Language::Rust {
        return within(tokens, all, language);
    }
    let mut outline = Outline::default();
    let mut index = 0;
    while index < all.end {
        if tokens.text(index) == "impl" {
            let head = index;
            index = block(tokens, index, all.end);
            if !(head..index).any(|index| tokens.text(index) == "for") {
                outline.extend(within(tokens, index + 1..tokens.closing[index], language));
            }
        }
        index = tokens.closing.get(index).map_or(all.end, |end| end + 1);
    }
    outline
}

/// The functions that stand in a run of tokens, in none of its brackets.
pub(super) fn within<'t>(
    tokens: &Tokens<'t>,
    run: Range<usize>,
    language: Language,
) -> Outline<'t> {
    let mut outline = Outline::default();
    let mut index = run.start;
    while index < run.end {
        let end = tokens.closing[index];
        if tokens.text(index) != "(" {
            index = end + 1;
            continue;
        }
        let named = match language {
            Language::Rust => index > run.start + 1 && tokens.text(index - 2) == "fn",
            Language::C | Language::JavaScript => tokens.text(end + 1) == "{",
        };
        if !named || index == run.start {
            index = end + 1;
            continue;
        }
        let body = block(tokens, end, run.end);
        let function = FunctionText {
            at: index - 1,
            parameters: parameters(tokens, index + 1..end, language),
            body: body + 1..tokens.closing.get(body).copied().unwrap_or(run.end),
        };
        outline.insert(tokens.text(index - 1), function);
        index = tokens.closing.get(body).map_or(run.end, |end| end + 1);
    }
    outline
}

/// The next brace, outside of other brackets.
fn block(tokens: &Tokens, from: usize, end: usize) -> usize {
    let mut index = tokens.closing[from] + 1;
    while index < end && tokens.text(index) != "{" {
        index = tokens.closing[index] + 1;
    }
    index
}

/// `q` of `const double q[NQ]`, `double *q`, `double (*q)[8]`, `q: &[f64; 6]`, `q`.
fn parameters<'t>(tokens: &Tokens<'t>, list: Range<usize>, language: Language) -> Vec<&'t str> {
    let mut names = Vec::new();
    let mut name = None;
    let mut index = list.start;
    while index < list.end {
        let text = tokens.text(index);
        let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if text == "," {
            names.extend(name.take());
        } else if is_word && text != "void" && (language != Language::Rust || name.is_none()) {
            name = Some(text);
        }
        index = match text {
            "(" if language == Language::C => index + 1,
            _ => tokens.closing[index] + 1,
        };
    }
    names.extend(name);
    names
}
