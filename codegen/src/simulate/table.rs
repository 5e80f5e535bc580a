//! CSV text → columns of finite numbers, by name; every message names file and line.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::{Column, SimulateError};

/// A table with a header, of which the wanted columns hold numbers.
pub(super) struct NumericTable {
    shown: String,
    header: StringRecord,
    rows: Vec<StringRecord>,
}

impl NumericTable {
    /// Reads a table; `shown` names the file in messages.
    ///
    /// # Errors
    /// Malformed CSV, a column that occurs twice, rows of another length than the header, no rows.
    pub(super) fn parse(shown: &str, text: &str) -> Result<Self, SimulateError> {
        let mut reader = ReaderBuilder::new()
            .flexible(true)
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let failed = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            fault(shown, line, &format!("malformed CSV: {error}"))
        };
        let header = reader.headers().map_err(failed)?.clone();
        for (index, name) in header.iter().enumerate() {
            if header.iter().take(index).any(|earlier| earlier == name) {
                return Err(fault(
                    shown,
                    1,
                    &format!("column `{name}` occurs twice; write it once"),
                ));
            }
        }
        let rows: Vec<StringRecord> = reader
            .into_records()
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        let table = Self {
            shown: shown.into(),
            header,
            rows,
        };
        table.check_shape()?;
        Ok(table)
    }

    fn check_shape(&self) -> Result<(), SimulateError> {
        let wanted = self.header.len();
        if self.rows.is_empty() {
            return Err(self.fault(
                1,
                "no rows follow the header; write one a line, from t = 0 on",
            ));
        }
        match self.rows.iter().find(|row| row.len() != wanted) {
            Some(row) => {
                let message = format!(
                    "the row has {} fields where the header has {wanted}",
                    row.len()
                );
                Err(self.fault(line(row), &message))
            }
            None => Ok(()),
        }
    }

    /// Whether a column begins with this: `qd:…` or `qd1`.
    pub(super) fn has(&self, prefix: &str) -> bool {
        let named = format!("{prefix}:");
        let numbered = format!("{prefix}1");
        self.header
            .iter()
            .any(|name| name.starts_with(&named) || name == numbered)
    }

    /// Whether there is a column for each of `columns`.
    pub(super) fn has_all(&self, prefix: &str, columns: &[Column]) -> bool {
        let mut columns = (1..).zip(columns);
        columns.all(|(index, column)| {
            let names = [
                format!("{prefix}:{}", column.name),
                format!("{prefix}{index}"),
            ];
            let mut header = self.header.iter();
            header.any(|found| names.iter().any(|name| name == found))
        })
    }

    /// The numbers, row by row, of columns `PREFIX:NAME` or `PREFIX1`, `PREFIX2`, …, one for each of `columns`; `what` says in
    /// messages what they hold.
    ///
    /// # Errors
    /// A column that is missing; a field that is no finite number.
    pub(super) fn numbers(
        &self,
        prefix: &str,
        what: &str,
        columns: &[Column],
    ) -> Result<Vec<Vec<f64>>, SimulateError> {
        let mut places = Vec::with_capacity(columns.len());
        for (index, Column { name, .. }) in (1..).zip(columns) {
            let names = [format!("{prefix}:{name}"), format!("{prefix}{index}")];
            let mut header = self.header.iter();
            let place = header.position(|found| names.iter().any(|name| name == found));
            places.push(place.ok_or_else(|| self.missing(what, name, &names))?);
        }
        let row = |row| {
            places
                .iter()
                .map(|&place| self.number(row, place))
                .collect()
        };
        self.rows.iter().map(row).collect()
    }

    /// The numbers of the column `t`, s.
    ///
    /// # Errors
    /// No such column; a field that is no finite number; times that do not increase.
    pub(super) fn times(&self) -> Result<Vec<f64>, SimulateError> {
        let place = self
            .header
            .iter()
            .position(|name| name == "t")
            .ok_or_else(|| {
                let hint = if self.header.iter().any(|name| name.contains(';')) {
                    "; columns are separated by commas, and numbers have a decimal point"
                } else {
                    ""
                };
                self.fault(
                    1,
                    &format!(
                        "no column `t`; the first line names the columns, times are in s{hint}"
                    ),
                )
            })?;
        let mut times: Vec<f64> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let time = self.number(row, place)?;
            if let Some(before) = times.last().filter(|before| **before >= time) {
                let message =
                    format!("t = {time} follows t = {before}; write rows with increasing times");
                return Err(self.fault(line(row), &message));
            }
            times.push(time);
        }
        Ok(times)
    }

    /// Place of the last row: `file:line`.
    pub(super) fn end(&self) -> String {
        format!("{}:{}", self.shown, self.rows.last().map_or(1, line))
    }

    /// A message about the table as a whole.
    pub(super) fn fault(&self, line: u64, message: &str) -> SimulateError {
        fault(&self.shown, line, message)
    }

    fn missing(&self, what: &str, name: &str, names: &[String; 2]) -> SimulateError {
        let [named, numbered] = names;
        let message =
            format!("no column for the {what} of \"{name}\"; write `{named}` or `{numbered}`");
        self.fault(1, &message)
    }

    fn number(&self, row: &StringRecord, place: usize) -> Result<f64, SimulateError> {
        let field = row.get(place).unwrap_or_default();
        let number = field.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| {
            let name = self.header.get(place).unwrap_or_default();
            self.fault(
                line(row),
                &format!("`{name}` is `{field}`; write a finite number such as 0.5 or -1e-3"),
            )
        })
    }
}

fn line(row: &StringRecord) -> u64 {
    row.position().map_or(0, csv::Position::line)
}

fn fault(shown: &str, line: u64, message: &str) -> SimulateError {
    SimulateError::Input(format!("{shown}:{line}: {message}"))
}
