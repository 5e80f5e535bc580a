//! Code that is laid out: on one line, or, where that is too long, with one item of a list to a line.
//!
//! The rules are those of prettyplease, which a test holds this to.

/// Columns of a line.
const WIDTH: usize = 89;

/// Columns by which the items of a broken list are indented.
pub(super) const STEP: usize = 4;

/// A piece of code, printed on one line unless a list in it has to be broken.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pieces: Vec<CodeItem>,
}

#[derive(Clone, Debug)]
enum CodeItem {
    Text(String),
    List(Vec<Code>),
    /// A list that is broken whatever its length, as are all lists around it.
    Broken(Vec<Code>),
}

impl<T: Into<String>> From<T> for Code {
    fn from(text: T) -> Self {
        let pieces = vec![CodeItem::Text(text.into())];
        Self { pieces }
    }
}

impl Code {
    /// Items between brackets.
    pub(super) fn list(
        open: &str,
        items: impl IntoIterator<Item = impl Into<Self>>,
        close: &str,
    ) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::between(open, CodeItem::List(items), close)
    }

    /// The same with every item on a line of its own.
    pub(super) fn broken(
        open: &str,
        items: impl IntoIterator<Item = impl Into<Self>>,
        close: &str,
    ) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::between(open, CodeItem::Broken(items), close)
    }

    fn between(open: &str, list: CodeItem, close: &str) -> Self {
        let pieces = vec![
            CodeItem::Text(open.into()),
            list,
            CodeItem::Text(close.into()),
        ];
        Self { pieces }
    }

    /// This, then that.
    pub(super) fn then(mut self, that: impl Into<Self>) -> Self {
        self.pieces.extend(that.into().pieces);
        self
    }

    /// Prints at the end of a text, on a line indented by `indent` columns; `after` are columns of the text that follows
    /// on the line.
    pub(super) fn print(&self, indent: usize, after: usize, text: &mut String) {
        for (place, piece) in self.pieces.iter().enumerate() {
            let items = match piece {
                CodeItem::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                CodeItem::List(items) | CodeItem::Broken(items) => items,
            };
            let column = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
            let rest: Option<usize> = self.pieces[place..].iter().map(width).sum();
            if rest.is_some_and(|rest| column + rest + after <= WIDTH) {
                flat(items, text);
            } else {
                broken(items, indent, text);
            }
        }
    }

    /// Columns on one line; `None` when that cannot be.
    fn width(&self) -> Option<usize> {
        self.pieces.iter().map(width).sum()
    }
}

fn width(piece: &CodeItem) -> Option<usize> {
    match piece {
        CodeItem::Text(text) => Some(text.len()),
        CodeItem::List(items) => {
            let commas = 2 * items.len().saturating_sub(1);
            items
                .iter()
                .map(Code::width)
                .sum::<Option<usize>>()
                .map(|width| width + commas)
        }
        CodeItem::Broken(_) => None,
    }
}

/// Items on the line.
fn flat(items: &[Code], text: &mut String) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        for piece in &item.pieces {
            match piece {
                CodeItem::Text(piece) => text.push_str(piece),
                CodeItem::List(items) | CodeItem::Broken(items) => flat(items, text),
            }
        }
    }
}

/// Items on lines of their own.
fn broken(items: &[Code], indent: usize, text: &mut String) {
    for (index, item) in items.iter().enumerate() {
        new_line(indent + STEP, text);
        // The comma behind the last item exists in a broken list only: it is not counted.
        let comma = usize::from(index + 1 < items.len());
        item.print(indent + STEP, comma, text);
        text.push(',');
    }
    new_line(indent, text);
}

fn new_line(indent: usize, text: &mut String) {
    text.push('\n');
    text.extend(core::iter::repeat_n(' ', indent));
}
