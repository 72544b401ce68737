//! Reads rows and cells out of a text.

use crate::spec::TableComparison;

/// The rows of a text that is read as a table.
pub(super) struct Table {
    /// The headings, if the first row holds them.
    pub(super) header: Option<Row>,
    /// The other rows, without empty lines and lines that are only drawn.
    pub(super) rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The texts of its cells, without blanks around them.
    pub(super) cells: Vec<String>,
}

impl Table {
    /// Reads a table. `has_header` decides about the first row, given all rows.
    pub(super) fn read(
        text: &str,
        comparison: &TableComparison,
        has_header: impl FnOnce(&[Row]) -> bool,
    ) -> Self {
        let mut rows = match comparison.separator {
            None => by_blanks(text),
            Some(separator) => by_separator(text, separator),
        };
        let header = (has_header(&rows) && !rows.is_empty()).then(|| rows.remove(0));
        Self { header, rows }
    }
}

fn by_blanks(text: &str) -> Vec<Row> {
    let rows = text
        .lines()
        .filter(|line| !TableComparison::is_drawn(line))
        .map(|line| Row { cells: line.split_whitespace().map(str::to_owned).collect() });
    rows.filter(|row| !row.cells.is_empty()).collect()
}

fn by_separator(text: &str, separator: char) -> Vec<Row> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !TableComparison::is_drawn(line));
    // `| a | b |` has two cells: the bars at the ends are a frame.
    let kept: String = lines
        .map(|line| match line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|')) {
            Some(inside) if separator == '|' => format!("{inside}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let delimiter = u8::try_from(separator).expect("a checked separator is ASCII");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(kept.as_bytes());
    // The text is valid UTF-8, and rows may be of any length, so no record fails.
    let records = reader.records().map_while(Result::ok);
    records.map(|record| Row { cells: record.iter().map(|cell| cell.trim().to_owned()).collect() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Order;

    fn cells(text: &str, separator: Option<char>) -> Vec<Vec<String>> {
        let comparison = TableComparison {
            separator,
            header: None,
            rows: Order::Same,
            columns: Order::Same,
            cells: Vec::new(),
        };
        Table::read(text, &comparison, |_| false).rows.into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn cells_are_found_by_blanks_or_by_a_separator() {
        assert_eq!(cells("a  b\n\n ---- \n1\t 2 \n", None), [["a", "b"], ["1", "2"]]);
        assert_eq!(cells("a, b c,\n\"1,5\",2,3\r\n", Some(',')), [["a", "b c", ""], ["1,5", "2", "3"]]);
        assert_eq!(cells("+---+---+\n| a | b |\n|---|---|\n| 1 | |\n", Some('|')), [["a", "b"], ["1", ""]]);
        assert_eq!(cells("a;\"two\nlines\"\n", Some(';')), [["a", "two\nlines"]]);
    }
}
