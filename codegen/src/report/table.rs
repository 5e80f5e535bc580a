//! A small table: rows of cells → aligned plain text or markdown.

/// The format of a printed table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Aligned columns.
    #[default]
    Text,
    /// The same, headings in bold by the escapes of a terminal.
    Terminal,
    /// A markdown table.
    Markdown,
}

/// A table under a heading, with remarks below.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The table; not printed when it has no rows.
    pub table: Table,
    /// Remarks, one paragraph each.
    pub notes: Vec<String>,
}

/// Rows of cells under column names.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    right: bool,
}

impl Table {
    /// A table without rows. A column name that starts with `>` is set flush right.
    #[must_use]
    pub fn new(columns: &[&str]) -> Self {
        let column = |name: &&str| Column {
            name: name.trim_start_matches('>').into(),
            right: name.starts_with('>'),
        };
        Self {
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows, each cell with the name of its column.
    pub fn records(&self) -> impl Iterator<Item = Vec<(&str, &str)>> {
        let names = || self.columns.iter().map(|column| column.name.as_str());
        let rows = self.rows.iter();
        rows.map(move |row| names().zip(row.iter().map(String::as_str)).collect())
    }

    fn widths(&self, escape: fn(&str) -> String) -> Vec<usize> {
        let cell_width = |index: usize, row: &Vec<String>| escape(&row[index]).chars().count();
        self.columns
            .iter()
            .enumerate()
            .map(|(index, column)| {
                let widest = self.rows.iter().map(|row| cell_width(index, row)).max();
                widest.unwrap_or(0).max(column.name.chars().count()).max(3)
            })
            .collect()
    }

    fn text(&self, heading: fn(&str) -> String) -> String {
        let widths = self.widths(str::to_owned);
        let names = self.line(&widths, "", "  ", |column| column.name.clone());
        let mut text = heading(names.trim_end()) + "\n";
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        text += &(rules.join("  ") + "\n");
        for row in &self.rows {
            let mut cells = row.iter();
            text += &self.line(&widths, "", "  ", |_| {
                cells.next().cloned().unwrap_or_default()
            });
        }
        text
    }

    fn markdown(&self) -> String {
        let widths = self.widths(escaped);
        let mut text = self.line(&widths, "| ", " | ", |column| escaped(&column.name));
        for (column, width) in self.columns.iter().zip(&widths) {
            let dashes = "-".repeat(width + 1);
            text += &if column.right {
                format!("|{dashes}:")
            } else {
                format!("|{dashes}-")
            };
        }
        text += "|\n";
        for row in &self.rows {
            let mut cells = row.iter();
            text += &self.line(&widths, "| ", " | ", |_| {
                cells.next().map(|cell| escaped(cell)).unwrap_or_default()
            });
        }
        text
    }

    /// One line of padded cells.
    fn line(
        &self,
        widths: &[usize],
        edge: &str,
        between: &str,
        mut cell: impl FnMut(&Column) -> String,
    ) -> String {
        let cells: Vec<String> = self
            .columns
            .iter()
            .zip(widths)
            .map(|(column, width)| {
                let cell = cell(column);
                if column.right {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            })
            .collect();
        let line = format!(
            "{edge}{}{}",
            cells.join(between),
            edge.chars().rev().collect::<String>()
        );
        line.trim_end().to_owned() + "\n"
    }
}

/// All sections as one text.
#[must_use]
pub fn render(sections: &[Section], format: Format) -> String {
    let mut blocks = Vec::new();
    for section in sections {
        let (heading, table) = match format {
            Format::Text => (
                format!("{}\n", section.title),
                section.table.text(str::to_owned),
            ),
            Format::Terminal => (
                format!("{}\n", bold(&section.title)),
                section.table.text(bold),
            ),
            Format::Markdown => (format!("### {}\n", section.title), section.table.markdown()),
        };
        blocks.push(heading);
        if !section.table.is_empty() {
            blocks.push(table);
        }
        blocks.extend(section.notes.iter().map(|note| format!("{note}\n")));
    }
    blocks.join("\n")
}

/// By the escapes of a terminal.
fn bold(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> [Section; 1] {
        let mut table = Table::new(&["name", ">M"]);
        table.row(["a|b".into(), "12".into()]);
        table.row(["longer".into(), "1234".into()]);
        [Section {
            title: "Title".into(),
            table,
            notes: vec!["A note.".into()],
        }]
    }

    #[test]
    fn text_is_aligned() {
        let expected =
            "Title\n\nname       M\n------  ----\na|b       12\nlonger  1234\n\nA note.\n";
        assert_eq!(render(&sample(), Format::Text), expected);
    }

    #[test]
    fn terminals_show_the_same_with_bold_headings() {
        let text = render(&sample(), Format::Terminal);
        assert!(
            text.starts_with("\u{1b}[1mTitle\u{1b}[0m\n\n\u{1b}[1mname       M\u{1b}[0m\n------")
        );
        let plain = text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(plain, render(&sample(), Format::Text));
    }

    #[test]
    fn markdown_escapes_bars() {
        let expected = "### Title\n\n| name   |    M |\n|--------|-----:|\n| a\\|b   |   12 |\n\
                        | longer | 1234 |\n\nA note.\n";
        assert_eq!(render(&sample(), Format::Markdown), expected);
    }
}
