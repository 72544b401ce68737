//! Sources that checks put together: what is handed in with another `main`, and the tests behind it. `make` does the same here.

use super::super::Package;
use super::super::draft::Make;

/// The text of a source that is handed in, with what is replaced in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) file: String,
    /// Extended regular expressions, as `sed` reads them, and what stands in their place.
    pub(super) edits: Vec<(String, String)>,
}

/// A part of a file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Source(Source),
}

/// A program that is built of such a file.
pub(super) struct Composed {
    /// The source that is handed in.
    pub(super) entry: String,
    pub(super) make: Make,
    /// The files that `make` needs.
    pub(super) beside: Vec<(String, Vec<u8>)>,
}

/// The most that parts may hold.
const MOST: usize = 1 << 20;

impl Source {
    /// The source with one more thing replaced; `None` if `sed` would read the expression otherwise than Python.
    pub(super) fn edited(mut self, pattern: &str, new: &str) -> Option<Self> {
        let mut expression = String::new();
        let mut signs = pattern.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '\\' => match signs.next()? {
                    's' => expression += "[[:space:]]",
                    'd' => expression += "[0-9]",
                    sign if sign.is_ascii_punctuation() && sign != '/' => expression.extend(['\\', sign]),
                    _ => return None,
                },
                '+' | '*' | '?' | ' ' | '_' | ';' | ',' | '=' => expression.push(sign),
                sign if sign.is_ascii_alphanumeric() => expression.push(sign),
                _ => return None,
            }
        }
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || " _(),;*=".contains(sign);
        if expression.is_empty() || !new.chars().all(is_plain) {
            return None;
        }
        self.edits.push((expression, new.to_owned()));
        Some(self)
    }
}

/// The program that is built of a file with these parts.
///
/// # Errors
///
/// When nothing of it is handed in, or it is too long: the reason.
pub(super) fn composed(
    file: &str,
    parts: &[Part],
    package: &Package,
    has_library: bool,
) -> Result<Composed, String> {
    let stem = file.strip_suffix(".c").ok_or_else(|| format!("it compiles `{file}`"))?;
    let sources = parts.iter().filter_map(|part| match part {
        Part::Source(source) => Some(&source.file),
        Part::Text(_) => None,
    });
    let sources: Vec<&String> = sources.collect();
    let entry = (*sources.first().ok_or_else(|| format!("nothing of `{file}` is handed in"))?).clone();
    let (mut beside, mut lines, mut needs) = (Vec::new(), Vec::new(), Vec::new());
    for (number, part) in parts.iter().enumerate() {
        let sign = if number == 0 { ">" } else { ">>" };
        let (command, from) = match part {
            Part::Source(source) => {
                let edits = source.edits.iter().map(|(old, new)| format!(" -e 's/{old}/{new}/g'"));
                (format!("sed -E{}", edits.collect::<String>()), source.file.clone())
            }
            Part::Text(text) => {
                if text.len() > MOST {
                    return Err(format!("`{file}` is too long"));
                }
                let is_it = |path: &&str| package.get(path).is_some_and(|content| content == text.as_bytes());
                let own = package.paths().find(is_it).filter(|path| !path.contains('/')).map(str::to_owned);
                let name = own.unwrap_or_else(|| format!("{stem}.part-{}", number + 1));
                beside.push((name.clone(), text.clone().into_bytes()));
                ("cat".to_owned(), name)
            }
        };
        let command = if command == "sed -E" { "cat".to_owned() } else { command };
        lines.push(format!("\t{command} {from} {sign} {file}\n"));
        needs.push(from);
    }
    let is_plain =
        |name: &String| name.chars().all(|sign| sign.is_ascii_alphanumeric() || "._-".contains(sign));
    if !needs.iter().chain([&stem.to_owned()]).all(is_plain) {
        return Err(format!("`{file}` is made of files whose names are not plain"));
    }
    let include = if has_library { " -I." } else { "" };
    let text = format!(
        "# Puts the source that is handed in and the tests together, as the checks did.\n\
         {stem}: {file}\n\t$(CC) -std=c11 -ggdb{include} -o {stem} {file} -lm\n\n{file}: {}\n{}",
        needs.join(" "),
        lines.concat()
    );
    beside.push(("Makefile".to_owned(), text.into_bytes()));
    let mut files: Vec<String> = beside.iter().map(|(name, _)| name.clone()).collect();
    files.sort();
    files.dedup();
    Ok(Composed {
        entry,
        make: Make { target: stem.to_owned(), program: stem.to_owned(), files, resets_flags: false },
        beside,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_that_sed_reads_otherwise_is_refused() {
        let source = Source { file: "a.c".into(), edits: Vec::new() };
        let edited = source.clone().edited(r"int\s+main\(", "int other_main(").unwrap();
        assert_eq!(edited.edits, [(r"int[[:space:]]+main\(".to_owned(), "int other_main(".to_owned())]);
        for (old, new) in [
            (r"(?i)main", "x"),
            ("a/b", "x"),
            (r"\bmain", "x"),
            ("main", "a/b"),
            ("main", r"\1"),
            ("ma'in", "x"),
        ] {
            assert!(source.clone().edited(old, new).is_none(), "{old} {new}");
        }
    }
}
