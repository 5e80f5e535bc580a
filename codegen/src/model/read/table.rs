//! A table being read: hands out its values and complains of the keys nobody asked for.

use core::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::value::ModelReader;
use crate::name::nearest;

/// A value of the document with its place.
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// A table of the document.
pub(super) struct TomlTable<'a> {
    entries: &'a DeTable<'a>,
    /// The place of the table, for keys it lacks.
    pub(super) at: Range<usize>,
    /// The name of the described element: `body "elbow"`.
    pub(super) what: String,
    known: Vec<&'static str>,
}

impl<'a> TomlTable<'a> {
    /// The table at `at` that describes `what`.
    pub(super) fn new(entries: &'a DeTable<'a>, at: Range<usize>, what: String) -> Self {
        Self {
            entries,
            at,
            what,
            known: Vec::new(),
        }
    }

    /// The value of an optional key.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Value<'a>> {
        self.known.push(key);
        self.entries.get(key)
    }

    /// A string under `key`, if there is one; the key still counts as not asked for.
    pub(super) fn peek_string(&self, key: &str) -> Option<&'a str> {
        let value: &'a Value<'a> = self.entries.get(key)?;
        value.get_ref().as_str()
    }

    /// The value of a key that must be there; `example` is what to write.
    pub(super) fn require(
        &mut self,
        key: &'static str,
        example: &str,
        reader: &mut ModelReader,
    ) -> Option<&'a Value<'a>> {
        let value = self.get(key);
        if value.is_none() {
            let message = format!("{} has no `{key}`", self.what);
            reader
                .faults
                .error(&self.at, message, format!("add `{example}`"));
        }
        value
    }

    /// The description of a value in messages: `mass of body "elbow"`.
    pub(super) fn describe(&self, key: &str) -> String {
        format!("`{key}` of {}", self.what)
    }

    /// Complains of keys that were never asked for; whether there are none.
    pub(super) fn finish(self, reader: &mut ModelReader) -> bool {
        let mut clear = true;
        for (key, _) in self.entries {
            let name: &str = key.get_ref();
            if self.known.contains(&name) {
                continue;
            }
            clear = false;
            if reader.faults.is_full() {
                reader.faults.hide_error();
                continue;
            }
            let shown: String = name.chars().take(60).collect();
            let help = match nearest(name, self.known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}", self.known.join(", ")),
            };
            reader.faults.error(
                &key.span(),
                format!("unknown key `{shown}` in {}", self.what),
                help,
            );
        }
        clear
    }
}

/// The elements of an array of tables `[[kind]]`, in file order, each read by `read` with its number from 0.
pub(super) fn elements<T>(
    value: Option<&Value>,
    kind: &str,
    read: impl Fn(TomlTable, usize, &mut ModelReader) -> T,
    reader: &mut ModelReader,
) -> Vec<T> {
    let Some(value) = value else {
        return Vec::new();
    };
    let mut elements = Vec::new();
    for (index, value) in reader.tables(value, kind).into_iter().enumerate() {
        let what = format!("{kind} {}", index + 1);
        if let Some(mut table) = reader.table(value, what, &format!("[[{kind}]]")) {
            table.what = title(kind, index, &table);
            elements.push(read(table, index, reader));
        }
    }
    elements
}

/// The name of element `index` (from 0) of the tables `[[kind]]`, to speak of it: `body "elbow"`, or `body 3`.
fn title(kind: &str, index: usize, table: &TomlTable) -> String {
    match table.peek_string("name") {
        Some(name) => format!("{kind} \"{}\"", name.chars().take(60).collect::<String>()),
        None => format!("{kind} {}", index + 1),
    }
}
