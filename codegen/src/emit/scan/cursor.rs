//! A place among the tokens of a text.

use super::Fault;
use super::token::Tokens;

/// A run of tokens that is read from the front.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) tokens: &'t Tokens<'t>,
    pub(super) at: usize,
    pub(super) end: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(tokens: &'t Tokens<'t>, run: core::ops::Range<usize>) -> Self {
        Self {
            tokens,
            at: run.start,
            end: run.end,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.end
    }

    /// The next token, or one behind it; nothing behind the last.
    pub(super) fn peek(&self, further: usize) -> &'t str {
        let index = self.at + further;
        if index < self.end {
            self.tokens.text(index)
        } else {
            ""
        }
    }

    pub(super) fn next(&mut self) -> &'t str {
        let text = self.peek(0);
        self.at += 1;
        text
    }

    /// Passes over a token, if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.peek(0) == text;
        self.at += usize::from(is_next);
        is_next
    }

    /// Passes over tokens.
    pub(super) fn expect(&mut self, texts: &[&str]) -> Result<(), Fault> {
        let all = texts.iter().all(|text| self.eat(text));
        if all { Ok(()) } else { Err(self.fault()) }
    }

    /// Passes over a name.
    pub(super) fn name(&mut self) -> Result<&'t str, Fault> {
        if is_name(self.peek(0)) {
            Ok(self.next())
        } else {
            Err(self.fault())
        }
    }

    /// Passes over an integer.
    pub(super) fn integer(&mut self) -> Result<usize, Fault> {
        let value = self.peek(0).parse().map_err(|_| self.fault())?;
        self.at += 1;
        Ok(value)
    }

    /// Passes over a bracket and what is in it, which is handed out.
    pub(super) fn inside(&mut self, open: &str) -> Result<Self, Fault> {
        let start = self.at;
        self.expect(&[open])?;
        let end = self.tokens.closing[start];
        self.at = end + 1;
        Ok(Self {
            at: start + 1,
            end,
            ..*self
        })
    }

    /// The next token of this text outside of brackets.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let mut index = self.at;
        while index < self.end {
            if self.tokens.text(index) == text {
                return Some(index);
            }
            index = self.tokens.closing[index] + 1;
        }
        None
    }

    /// Whether these tokens are all there are.
    pub(super) fn is(&self, texts: &[&str]) -> bool {
        let mut rest = *self;
        texts.iter().all(|text| rest.eat(text)) && rest.is_done()
    }

    pub(super) fn fault(&self) -> Fault {
        Fault::new(self.at, "nothing of this shape is printed")
    }
}

/// Whether a token is a name.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}
