//! The parameters of a model: where they are declared, and what their names stand for.
//!
//! A parameter is declared in the table `[parameters]` or where it is used, `{ param = "m2", default = 1.5 }`, in any
//! order; so declarations are gathered from the whole document before anything else is read. An entry of `[parameters]`
//! that is an expression is no parameter but a name for a formula.

use core::cell::RefCell;
use core::ops::Range;
use std::collections::HashSet;

use indexmap::IndexMap;
use toml::de::{DeTable, DeValue};

use super::expression::{self, Amount, Extent, Flaw};
use super::table::{TomlTable, Value};
use super::value::{ModelReader, decimal};
use crate::exact::number::Number;
use crate::mechanism::Parameter;
use crate::model::faults::Faults;
use crate::name::taken::{is_cpp_keyword, is_keyword, is_macro};
use crate::name::{identifier, nearest};

/// The most parameters of a model.
const MOST: usize = 512;

/// The values of names.
#[derive(Default)]
pub(super) struct ParameterScope {
    names: IndexMap<String, NamedValue>,
    used: RefCell<HashSet<String>>,
}

/// The value of a name, with its place.
struct NamedValue {
    at: Range<usize>,
    value: Number,
    extent: Extent,
    /// Whether it is a parameter, not a formula in others.
    default: Option<Number>,
}

impl NamedValue {
    /// The value of a formula; anything will do for what follows a fault.
    fn of_formula(at: Range<usize>, value: Option<Amount>) -> Self {
        let (value, extent) = match value {
            Some(Amount { plain, extent, .. }) => (plain, extent),
            None => (Number::ONE, Extent::default()),
        };
        Self {
            at,
            value,
            extent,
            default: None,
        }
    }
}

/// A declaration as written.
enum Declaration {
    Default(Number),
    Formula(String),
}

impl ParameterScope {
    /// Gathers all declarations of a document.
    pub(super) fn gather(document: &DeTable, faults: &mut Faults) -> Self {
        let mut found: Vec<(String, Range<usize>, Declaration)> = Vec::new();
        let mut declarations = Declarations {
            found: &mut found,
            faults,
        };
        if let Some(value) = document.get("parameters") {
            declarations.table(value);
        }
        for (key, value) in document {
            if key.get_ref() != "parameters" {
                declarations.walk(value);
            }
        }
        // The document's keys are sorted by name.
        found.sort_by_key(|(_, at, _)| at.start);
        if let Some((_, at, _)) = found.get(MOST) {
            let message = format!("the model has more than {MOST} parameters");
            faults.error(at, message, "make numbers of the rest");
            found.truncate(MOST);
        }
        Self::resolve(found, faults)
    }

    /// Parameters first, in the order of the file; then formulas, each after those it names.
    fn resolve(found: Vec<(String, Range<usize>, Declaration)>, faults: &mut Faults) -> Self {
        let mut names = IndexMap::new();
        let mut formulas: IndexMap<String, (Range<usize>, String)> = IndexMap::new();
        for (name, at, declaration) in found {
            match declaration {
                Declaration::Default(default) => {
                    let value = Number::parameter(names.len(), &default);
                    let named = NamedValue {
                        at,
                        value,
                        extent: Extent::PARAMETER,
                        default: Some(default),
                    };
                    names.insert(name, named);
                }
                Declaration::Formula(text) => {
                    formulas.insert(name, (at, text));
                }
            }
        }
        let mut all = Self {
            names,
            used: RefCell::default(),
        };
        while !formulas.is_empty() {
            let ready = formulas.values().position(|(_, text)| {
                expression::names(text).all(|name| !formulas.contains_key(name))
            });
            let Some(ready) = ready else {
                report_cycle(&formulas, faults);
                let some = |(name, (at, _))| (name, NamedValue::of_formula(at, None));
                all.names.extend(formulas.into_iter().map(some));
                return all;
            };
            let Some((name, (at, text))) = formulas.shift_remove_index(ready) else {
                return all;
            };
            let what = format!("parameter `{name}`");
            let value = all.amount(&text, &at, &what, faults);
            all.names.insert(name, NamedValue::of_formula(at, value));
        }
        all
    }

    /// Whether the model has no parameters.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The value of an expression.
    pub(super) fn evaluate(&self, text: &str) -> Result<Amount, Flaw> {
        expression::evaluate(text, &mut |name| {
            let named = self.names.get(name)?;
            self.used.borrow_mut().insert(name.to_owned());
            Some((named.value.clone(), named.extent))
        })
    }

    /// The value of an expression without π; faults are reported.
    pub(super) fn plain(
        &self,
        text: &str,
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> Option<Number> {
        let amount = self.amount(text, at, what, faults)?;
        Some(amount.plain)
    }

    /// The same, with how large it is.
    fn amount(
        &self,
        text: &str,
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) -> Option<Amount> {
        match self.evaluate(text) {
            Ok(amount) if amount.turns.is_zero() => Some(amount),
            Ok(_) => {
                let message = format!("{what} has pi in it, which is no exact number");
                faults.error(at, message, "pi can be written in angles only");
                None
            }
            Err(flaw) => {
                self.report(&flaw, text, at, what, faults);
                None
            }
        }
    }

    /// Reports what is wrong with an expression.
    pub(super) fn report(
        &self,
        flaw: &Flaw,
        text: &str,
        at: &Range<usize>,
        what: &str,
        faults: &mut Faults,
    ) {
        let shown: String = text.chars().take(60).collect();
        let (message, help) = match flaw {
            Flaw::Syntax(place) => (
                format!(
                    "{what} is no expression from character {} on: \"{shown}\"",
                    place + 1
                ),
                "write numbers and parameters with + - * / and parentheses, like \"m2 + payload\""
                    .to_owned(),
            ),
            Flaw::Unknown(name) => (
                format!(
                    "{what} names `{}`, which is no parameter",
                    name.chars().take(60).collect::<String>()
                ),
                self.suggestion(name),
            ),
            Flaw::Division => (
                format!("{what} divides by zero at the defaults of the parameters: \"{shown}\""),
                "give the parameters defaults for which the model makes sense".to_owned(),
            ),
            Flaw::Pi => (
                format!("{what} multiplies pi by pi or divides by it: \"{shown}\""),
                "an angle is a number times pi plus a number of radians".to_owned(),
            ),
            Flaw::Long => (
                format!(
                    "{what} is longer than {} bytes: \"{shown}\"",
                    expression::LONGEST
                ),
                "give parts of it names under [parameters]".to_owned(),
            ),
            Flaw::Digits => (
                format!(
                    "{what} has a part whose exact value has more than 800 digits: \"{shown}\""
                ),
                "write numbers with fewer digits, and multiply fewer of them".to_owned(),
            ),
            Flaw::Range if self.is_empty() => (
                format!("{what} has a part that is below 1e-300 or beyond 1e300: \"{shown}\""),
                "write the model in SI units".to_owned(),
            ),
            Flaw::Range => (
                format!(
                    "{what} has a part that is below 1e-300 or beyond 1e300 at the defaults of the parameters: \"{shown}\""
                ),
                "write the model in SI units, and defaults for which it makes sense".to_owned(),
            ),
            Flaw::Degree => (
                format!("{what} is of a degree beyond 1024 in the parameters: \"{shown}\""),
                "make a parameter of what is a power of others".to_owned(),
            ),
            Flaw::Nested => (
                format!(
                    "{what} is computed by more than 4096 operations, one after the other: \"{shown}\""
                ),
                "make a parameter of a part of it".to_owned(),
            ),
        };
        faults.error(at, message, help);
    }

    fn suggestion(&self, name: &str) -> String {
        let known = self.names.keys().map(String::as_str);
        match nearest(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: write `{name} = 1.0` under [parameters]"),
        }
    }

    /// The parameter that is declared where it is used: `{ param = "m2", default = 1.5 }`.
    pub(super) fn inline(&self, name: &str) -> Option<Number> {
        self.used.borrow_mut().insert(name.to_owned());
        self.names.get(name).map(|named| named.value.clone())
    }

    /// The list for the mechanism; parameters that nothing uses are reported.
    pub(super) fn finish(self, faults: &mut Faults) -> Vec<Parameter> {
        let used = self.used.into_inner();
        // What could not be read may have used them.
        let sound = !faults.any_error();
        for (name, named) in &self.names {
            if sound && !used.contains(name) {
                let message = format!("parameter `{name}` is not used");
                let help = "remove it, or use its name in a number of the model";
                faults.error(&named.at, message, help);
            }
        }
        let parameters = self.names.into_iter().filter_map(|(name, named)| {
            let default = named.default?;
            let place = faults.shown(&named.at);
            Some(Parameter {
                name,
                default,
                place,
            })
        });
        parameters.collect()
    }
}

/// The names of formulas that wait for each other.
fn report_cycle(formulas: &IndexMap<String, (Range<usize>, String)>, faults: &mut Faults) {
    let Some((mut name, _)) = formulas.first() else {
        return;
    };
    // Every formula left names another that is left: a walk along them comes round.
    let mut trail: Vec<&String> = Vec::new();
    while !trail.contains(&name) {
        trail.push(name);
        let next = formulas.get(name).and_then(|(_, text)| {
            expression::names(text).find_map(|name| formulas.get_key_value(name))
        });
        let Some((next, _)) = next else { return };
        name = next;
    }
    let start = trail.iter().position(|one| *one == name).unwrap_or(0);
    let cycle = &trail[start..];
    let listed: Vec<String> = cycle
        .iter()
        .take(8)
        .map(|name| format!("`{name}`"))
        .collect();
    let message = format!(
        "the parameters {} are defined by each other in a cycle",
        listed.join(", ")
    );
    if let Some((at, _)) = cycle.first().and_then(|name| formulas.get(*name)) {
        faults.error(at, message, "give one of them a number");
    }
}

/// The walk over a document.
struct Declarations<'w, 'f> {
    found: &'w mut Vec<(String, Range<usize>, Declaration)>,
    faults: &'f mut Faults,
}

impl Declarations<'_, '_> {
    /// `[parameters]`: numbers and expressions by name.
    fn table(&mut self, value: &Value) {
        let DeValue::Table(table) = value.get_ref() else {
            let help = "write a table: [parameters], then lines like `payload = 0.5`";
            self.faults
                .error(&value.span(), "`parameters` is no table".to_owned(), help);
            return;
        };
        for (key, value) in table {
            let name: &str = key.get_ref();
            self.check_name(name, &key.span());
            let declaration = match value.get_ref() {
                DeValue::String(text) => Declaration::Formula(text.to_string()),
                _ => Declaration::Default(self.default(value, name)),
            };
            self.found.push((name.to_owned(), key.span(), declaration));
        }
    }

    /// Inline declarations anywhere below.
    fn walk(&mut self, value: &Value) {
        match value.get_ref() {
            DeValue::Array(values) => values.iter().for_each(|value| self.walk(value)),
            DeValue::Table(table) => {
                if let Some(name) = table.get("param") {
                    self.inline(table, name);
                }
                table.iter().for_each(|(_, value)| self.walk(value));
            }
            _ => {}
        }
    }

    fn inline(&mut self, table: &DeTable, name: &Value) {
        let DeValue::String(text) = name.get_ref() else {
            let help = "write `{ param = \"payload\", default = 0.5 }`";
            self.faults
                .error(&name.span(), "`param` is no name".to_owned(), help);
            return;
        };
        self.check_name(text, &name.span());
        let known = self
            .found
            .iter()
            .find(|(known, _, _)| known.as_str() == &**text);
        let known = known.map(|(_, _, declaration)| match declaration {
            Declaration::Default(default) => Some(default.clone()),
            Declaration::Formula(_) => None,
        });
        // Without a default it is declared elsewhere, or reported where it is read.
        let Some(default) = table.get("default") else {
            return;
        };
        let value = self.default(default, text);
        match known {
            None => {
                self.found
                    .push((text.to_string(), name.span(), Declaration::Default(value)));
            }
            Some(other) if other.as_ref() != Some(&value) => {
                let message = format!("parameter `{text}` has two defaults");
                self.faults
                    .error(&default.span(), message, "give it one, in one place");
            }
            Some(_) => {}
        }
    }

    /// A default; 1 after a fault.
    fn default(&mut self, value: &Value, name: &str) -> Number {
        decimal(value.get_ref()).unwrap_or_else(|| {
            let message = format!("the default of parameter `{name}` is no finite decimal number");
            self.faults
                .error(&value.span(), message, "write a number, like 1.5");
            Number::ONE
        })
    }

    /// Reports a name that cannot be a member of a structure in every language.
    fn check_name(&mut self, name: &str, at: &Range<usize>) {
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name.len() <= 64;
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let lower = name.to_ascii_lowercase();
        let (why, help) = if is_cpp_keyword(name) || is_keyword(&lower) {
            (": it is a keyword of C, C++ or Rust", OTHER)
        } else if is_macro(name) {
            (
                ": headers or compilers of C define a macro of that name",
                OTHER,
            )
        } else if plain && starts && name != "pi" && identifier(name) == lower {
            return;
        } else {
            (
                "",
                "names become members of a structure: write letters, digits and single _, a letter first, no keyword",
            )
        };
        let shown: String = name.chars().take(60).collect();
        let message = format!("\"{shown}\" cannot name a parameter{why}");
        self.faults.error(at, message, help);
    }
}

/// The remedy for a name that is taken.
const OTHER: &str =
    "names become members of a structure in every language: choose another, like `payload`";

/// A number written as a parameter: `{ param = "m2", default = 1.5 }`. `None` after a fault.
pub(super) fn inline(value: &Value, what: &str, reader: &mut ModelReader) -> Option<Number> {
    let example = "{ param = \"payload\", default = 0.5 }";
    let mut table: TomlTable = reader.table(value, what.to_owned(), example)?;
    table.get("default");
    let name = table.require("param", "param = \"payload\"", reader)?;
    table.finish(reader);
    let text = reader.string(name, what)?;
    let number = reader.parameters.inline(&text);
    if number.is_none() {
        let message = format!("parameter `{text}` has no default");
        reader
            .faults
            .error(&name.span(), message, format!("write {example}"));
    }
    number
}
