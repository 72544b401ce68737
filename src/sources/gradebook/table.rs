//! A table in a file that somebody else wrote: some cells are replaced, and every other byte stays the same.

use std::ops::Range;

use super::Error;
use super::encoding::Encoding;

/// A CSV file with the place of every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    encoding: Encoding,
    text: String,
    delimiter: char,
    /// The places of the cells in the text, including their quotes.
    rows: Vec<Vec<Range<usize>>>,
    /// Whether a title stands above the header, which is no row.
    has_title: bool,
}

/// The characters that may separate cells.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

impl Table {
    /// Reads a table. The delimiter is the one with which `is_header` accepts the header, or else the one that gives the
    /// header the most cells.
    pub(super) fn read(bytes: &[u8], is_header: impl Fn(&[String]) -> bool) -> Result<Self, Error> {
        let (encoding, text) = Encoding::decode(bytes)?;
        let header = |delimiter: &char| {
            let first = rows(&text, *delimiter, 1).unwrap_or_default().into_iter().next().unwrap_or_default();
            first.into_iter().map(|place| unquoted(&text[place])).collect::<Vec<String>>()
        };
        let known = DELIMITERS.into_iter().find(|delimiter| is_header(&header(delimiter)));
        let widest = || DELIMITERS.into_iter().rev().max_by_key(|delimiter| header(delimiter).len());
        let delimiter = known.or_else(widest).ok_or(Error::Empty)?;
        let rows = rows(&text, delimiter, usize::MAX)?;
        if rows.is_empty() {
            Err(Error::Empty)
        } else {
            Ok(Self { encoding, text, delimiter, rows, has_title: false })
        }
    }

    /// The same, whose first row is a title above the header.
    pub(super) fn with_title(mut self) -> Self {
        self.rows.remove(0);
        self.has_title = true;
        self
    }

    /// Whether a title stands above the header.
    pub(super) fn has_title(&self) -> bool {
        self.has_title
    }

    /// The character between the cells.
    pub(super) fn delimiter(&self) -> char {
        self.delimiter
    }

    /// The number of rows, including the header.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The texts of the cells of a row, without quotes; empty if there is no such row.
    pub(super) fn row(&self, row: usize) -> Vec<String> {
        self.rows.get(row).into_iter().flatten().map(|place| unquoted(&self.text[place.clone()])).collect()
    }

    /// The text of a cell, without the quotes and the blanks around it; empty if there is no such cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> String {
        let place = self.rows.get(row).and_then(|cells| cells.get(column));
        place.map(|place| unquoted(&self.text[place.clone()]).trim().to_owned()).unwrap_or_default()
    }

    /// The line of the file where a row begins, counted from 1.
    pub(super) fn line(&self, row: usize) -> usize {
        let start =
            self.rows.get(row).and_then(|cells| cells.first()).map_or(self.text.len(), |place| place.start);
        1 + self.text[..start].replace("\r\n", "\n").matches(['\n', '\r']).count()
    }

    /// The bytes of the file with new texts in some cells. Each is given by its row, its column and its text, in any order.
    /// A cell with quotes keeps them. A cell that does not exist is ignored.
    pub(super) fn with(&self, cells: &[(usize, usize, String)]) -> Vec<u8> {
        let place =
            |row: usize, column: usize| self.rows.get(row).and_then(|cells| cells.get(column)).cloned();
        let mut edits: Vec<(Range<usize>, &str)> = cells
            .iter()
            .filter_map(|(row, column, text)| Some((place(*row, *column)?, text.as_str())))
            .collect();
        edits.sort_by_key(|(place, _)| place.start);
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for (place, new) in edits {
            text.push_str(&self.text[done..place.start]);
            let special = |c: char| c == self.delimiter || "\"\r\n".contains(c);
            if self.text[place.clone()].starts_with('"') || new.contains(special) {
                text.push_str(&format!("\"{}\"", new.replace('"', "\"\"")));
            } else {
                text.push_str(new);
            }
            done = place.end;
        }
        text.push_str(&self.text[done..]);
        self.encoding.encode(&text)
    }
}

/// The places of the cells in the first `most` rows. Empty lines do not count as rows.
fn rows(text: &str, delimiter: char, most: usize) -> Result<Vec<Vec<Range<usize>>>, Error> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut at = 0;
    loop {
        let end = cell_end(text, at, delimiter)?;
        row.push(at..end);
        let next = text[end..].chars().next();
        if next == Some(delimiter) {
            at = end + delimiter.len_utf8();
            continue;
        }
        let cells = std::mem::take(&mut row);
        if cells.len() > 1 || !cells[0].is_empty() {
            rows.push(cells);
        }
        match next {
            _ if rows.len() == most => return Ok(rows),
            None => return Ok(rows),
            Some(_) => at = end + if text[end..].starts_with("\r\n") { 2 } else { 1 },
        }
    }
}

/// The end of the cell that begins at `start`: a delimiter, the end of the line, or the end of the text.
fn cell_end(text: &str, start: usize, delimiter: char) -> Result<usize, Error> {
    let mut at = start;
    if text[start..].starts_with('"') {
        at += 1;
        loop {
            let quote = text[at..].find('"').ok_or_else(|| Error::OpenQuote {
                line: 1 + text[..start].replace("\r\n", "\n").matches(['\n', '\r']).count(),
            })?;
            at += quote + 1;
            if !text[at..].starts_with('"') {
                break;
            }
            at += 1;
        }
    }
    let ends = |c: char| c == delimiter || c == '\n' || c == '\r';
    Ok(text[at..].find(ends).map_or(text.len(), |length| at + length))
}

fn unquoted(cell: &str) -> String {
    match cell.strip_prefix('"').and_then(|rest| rest.rfind('"').map(|end| (&rest[..end], &rest[end + 1..])))
    {
        Some((inside, after)) => inside.replace("\"\"", "\"") + after,
        None => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> Table {
        Table::read(bytes, |_| false).unwrap()
    }

    #[test]
    fn cells_are_read_as_spreadsheets_read_them() {
        let table = read(b"a,\"b \"\"c\"\",\r\nd\",e\r\n\r\n1,,3\r\n");
        assert_eq!(table.row(0), ["a", "b \"c\",\r\nd", "e"]);
        assert_eq!(table.row(1), ["1", "", "3"]);
        assert_eq!((table.height(), table.line(1)), (2, 4));
        assert_eq!(read(b"a;b;c\n1,5;2;3").row(1), ["1,5", "2", "3"]);
        assert_eq!(read("\u{feff}a\tb\n1\t2".as_bytes()).row(0), ["a", "b"]);
    }

    #[test]
    fn a_quote_that_is_not_closed_is_an_error_that_names_the_line() {
        let error = Table::read(b"a,b\n1,\"2\n3,4\n", |_| false).unwrap_err();
        assert_eq!(error, Error::OpenQuote { line: 2 });
    }

    /// A cell as it may stand in a file, and whether it has quotes.
    fn raw_cell() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-zA-Z0-9=+@.' ()#-]{0,8}",
            "[a-zé€,;\t\n\"]{0,8}".prop_map(|text| format!("\"{}\"", text.replace('"', "\"\""))),
        ]
    }

    fn file() -> impl Strategy<Value = (Vec<Vec<String>>, char, &'static str, bool, usize)> {
        let width = 2..5usize;
        width.prop_flat_map(|width| {
            let rows = prop::collection::vec(prop::collection::vec(raw_cell(), width), 1..6);
            let delimiter = prop::sample::select(vec![',', ';', '\t']);
            (rows, delimiter, prop::sample::select(vec!["\n", "\r\n"]), any::<bool>(), 0..4usize)
        })
    }

    fn bytes(text: &str, encoding: usize) -> Vec<u8> {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
        };
        match encoding {
            0 => text.as_bytes().to_vec(),
            1 => format!("\u{feff}{text}").into_bytes(),
            2 => utf_16(u16::to_le_bytes),
            _ => utf_16(u16::to_be_bytes),
        }
    }

    proptest! {
        #[test]
        fn one_cell_is_replaced_and_every_other_byte_stays(
            (rows, delimiter, newline, ends, encoding) in file(),
            row in 0..6usize,
            column in 0..5usize,
        ) {
            let (row, column) = (row % rows.len(), column % rows[0].len());
            let whole = |rows: &[Vec<String>]| {
                let lines: Vec<String> = rows.iter().map(|cells| cells.join(&delimiter.to_string())).collect();
                bytes(&(lines.join(newline) + if ends { newline } else { "" }), encoding)
            };
            let before = whole(&rows);
            let header: Vec<String> = rows[0].iter().map(|cell| unquoted(cell)).collect();
            let table = Table::read(&before, |read| read == header).unwrap();
            prop_assert_eq!(table.delimiter, delimiter);
            prop_assert_eq!(&table.with(&[]), &before);
            let mut changed = rows.clone();
            let has_quotes = changed[row][column].starts_with('"');
            changed[row][column] = if has_quotes { "\"87.5\"".to_owned() } else { "87.5".to_owned() };
            prop_assert_eq!(table.with(&[(row, column, "87.5".to_owned())]), whole(&changed));
        }

        #[test]
        fn any_bytes_that_can_be_read_come_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(table) = Table::read(&bytes, |_| false) {
                prop_assert_eq!(table.with(&[]), bytes);
            }
        }
    }
}
