//! The lines of a context as a session.

use std::collections::BTreeSet;

use super::super::Draft;
use super::super::draft::{Compare, Laid};
use super::super::package::Package;
use super::super::python::{Expr, shown};
use super::code::Writer;
use super::language::{Language, quoted};
use super::native;
use super::oracle::Judges;
use super::plan::{Case, Input};
use super::read::Reason;

/// A session that was written, and how its answers are compared.
pub(super) struct Session {
    pub(super) lines: String,
    pub(super) compare: Option<Compare>,
    /// The first line, as a name.
    pub(super) name: String,
}

pub(super) fn session(
    cases: &[&Case],
    mut writer: Writer,
    package: &Package,
    draft: &mut Draft,
) -> Result<Session, Reason> {
    if let Some(judged) = cases.iter().find(|case| case.oracle.is_some()) {
        return judged_by_oracle(cases, judged, writer, package, draft);
    }
    let language = writer.language;
    let (mut lines, mut number) = (String::new(), 0);
    let (mut name, mut values, mut printed) = (String::new(), BTreeSet::new(), Vec::new());
    for case in cases {
        let (line, counts) = match &case.input {
            Input::Expression(line) => (line, true),
            Input::Statement(line) => (line, false),
            Input::Main { .. } => continue,
        };
        let whole = writer.line(line)?;
        if name.is_empty() {
            whole.lines().next().unwrap_or_default().clone_into(&mut name);
        }
        let code = match &case.exception {
            Some(exception) => {
                caught(language, &whole, exception.types.get(language.name()).map(String::as_str))?
            }
            None if counts => native::asked(language, &whole, case.returns.as_ref()),
            None => writer.without_value(line, &whole),
        };
        prompt(&mut lines, &code);
        if let Some(text) = &case.stdout {
            under(&mut lines, &text.text)?;
            text.relaxed
                .iter()
                .filter(|one| !printed.contains(*one))
                .cloned()
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|one| printed.push(one));
        }
        if let Some(exception) = &case.exception {
            let class =
                exception.types.get(language.name()).map_or(String::new(), |class| format!("{class}: "));
            under(&mut lines, &format!("{class}{}\n", exception.message.clone().unwrap_or_default()))?;
        }
        if let Some(value) = case.returns.as_ref().filter(|_| counts) {
            relaxed(value, language, &mut values);
            let value = match language.is_native() {
                true => native::expected(&writer, value)?,
                false => writer.expression(value)?,
            };
            under(&mut lines, &(value + "\n"))?;
        }
        for (path, laid, _) in &case.left {
            let text = match laid {
                Laid::Text(text) => text.clone(),
                Laid::File(from) => {
                    let content = package.get(from).and_then(|content| std::str::from_utf8(content).ok());
                    content.ok_or_else(|| format!("`{from}` is not text"))?.to_owned()
                }
            };
            number += 1;
            let (code, value) = content_of(language, path, &text, number)?;
            code.iter().for_each(|code| prompt(&mut lines, code));
            under(&mut lines, &(value + "\n"))?;
        }
    }
    let has_values = cases.iter().any(|case| case.returns.is_some());
    let values: Vec<String> = if has_values { values.into_iter().collect() } else { Vec::new() };
    let printed = (!printed.is_empty()).then(|| format!("[{}]", printed.join(", ")));
    let compare = (!values.is_empty() || printed.is_some()).then_some(Compare::Answers { values, printed });
    Ok(Session { lines, compare, name })
}

/// A session of which an oracle judges what one line gives or leaves; nothing else of it may be judged.
fn judged_by_oracle(
    cases: &[&Case],
    judged: &Case,
    mut writer: Writer,
    package: &Package,
    draft: &mut Draft,
) -> Result<Session, Reason> {
    let Some(oracle) = &judged.oracle else { return Err("nobody judges it".to_owned()) };
    let (mut lines, mut name) = (String::new(), String::new());
    for case in cases {
        let (Input::Expression(line) | Input::Statement(line)) = &case.input else { continue };
        let is_judged = std::ptr::eq(*case, judged);
        let expects = case.returns.is_some() || case.stdout.is_some() || !case.left.is_empty();
        if case.exception.is_some() || !is_judged && (expects || case.oracle.is_some()) {
            return Err("a program of its own judges one of several outputs".to_owned());
        }
        let whole = writer.line(line)?;
        if name.is_empty() || is_judged {
            whole.lines().next().unwrap_or_default().clone_into(&mut name);
        }
        let code = match (is_judged, oracle.judges) {
            (true, Judges::Value) => native::asked(writer.language, &whole, case.returns.as_ref()),
            (true, Judges::Text) if matches!(case.input, Input::Expression(_)) && case.returns.is_some() => {
                return Err("a program of its own judges what is printed beside a value".to_owned());
            }
            _ => writer.without_value(line, &whole),
        };
        prompt(&mut lines, &code);
        if is_judged && oracle.judges == Judges::Files {
            for (number, (path, ..)) in case.left.iter().enumerate() {
                let (code, _) = content_of(writer.language, path, "", number + 1)?;
                code.iter().for_each(|code| prompt(&mut lines, code));
            }
        }
    }
    Ok(Session { lines, compare: Some(oracle.compare(judged, package, draft)?), name })
}

fn prompt(lines: &mut String, code: &str) {
    for (place, line) in code.lines().enumerate() {
        *lines += if place == 0 { ">>> " } else { "... " };
        *lines += line;
        lines.push('\n');
    }
}

/// Writes text under a prompt.
fn under(lines: &mut String, text: &str) -> Result<(), Reason> {
    if text.lines().any(|line| line.starts_with(">>>") || line.starts_with("... ")) {
        return Err("it expects output that looks like a prompt".to_owned());
    }
    if text.ends_with("\n\n") {
        return Err("it expects an empty line at the end of what a function prints".to_owned());
    }
    *lines += text;
    Ok(())
}

/// Code that prints what is raised in other code.
fn caught(language: Language, code: &str, class: Option<&str>) -> Result<String, Reason> {
    Ok(match (language, class.is_some()) {
        (Language::C, _) => return Err("an exception, which C does not have".to_owned()),
        (Language::Cpp, _) => {
            let shown = class.map_or(String::new(), |class| format!("\"{class}: \" << "));
            let class = class.unwrap_or("std::exception");
            format!(
                "try {{ {code}; }} catch (const {class} &error) {{ std::cout << {shown}error.what() << std::endl; }}"
            )
        }
        (Language::Python, false) => {
            format!("try:\n    {code}\nexcept Exception as error:\n    print(error)")
        }
        (Language::Python, true) => {
            format!(
                "try:\n    {code}\nexcept Exception as error:\n    print(f\"{{type(error).__name__}}: {{error}}\")"
            )
        }
        (Language::JavaScript, false) => {
            format!("try {{ {code}; }} catch (error) {{ console.log(error.message); }}")
        }
        (Language::JavaScript, true) => {
            format!(
                "try {{ {code}; }} catch (error) {{ console.log(`${{error.name}}: ${{error.message}}`); }}"
            )
        }
        (Language::Java, false) => {
            format!("try {{ {code}; }} catch (Throwable error) {{ System.out.println(error.getMessage()); }}")
        }
        (Language::Java, true) => format!(
            "try {{ {code}; }} catch (Throwable error) {{ System.out.println(error.getClass().getSimpleName() + \": \" + \
             error.getMessage()); }}"
        ),
    })
}

/// Lines for what a file holds, the last of which is an expression, and its value.
fn content_of(
    language: Language,
    path: &str,
    text: &str,
    number: usize,
) -> Result<(Vec<String>, String), Reason> {
    let value = match language {
        Language::Python => shown(&Expr::Str(text.to_owned())).unwrap_or_default(),
        Language::C if text.contains('\0') => return Err(format!("`{path}` holds a zero byte")),
        Language::JavaScript | Language::Java | Language::C | Language::Cpp => quoted(text, language),
    };
    let path = quoted(path, language);
    let code = match language {
        Language::Python => format!("open({path}).read()"),
        Language::JavaScript => format!("process.getBuiltinModule(\"fs\").readFileSync({path}, \"utf8\")"),
        Language::Java => format!("java.nio.file.Files.readString(java.nio.file.Path.of({path}))"),
        Language::C => {
            // Room for more than is expected, so that more is seen.
            let room = text.len() + 1000;
            let (file, content) = (format!("file_{number}"), format!("content_{number}"));
            let read = format!(
                "char {content}[{room}] = {{0}}; FILE *{file} = fopen({path}, \"r\"); if ({file}) fread({content}, 1, {}, {file})",
                room - 1
            );
            return Ok((vec![read, content], value));
        }
        Language::Cpp => format!(
            "[] {{ std::ifstream file({path}); return std::string(std::istreambuf_iterator<char>(file), {{}}); }}()"
        ),
    };
    Ok((vec![code], value))
}

/// What does not matter in values of this kind.
fn relaxed(value: &Expr, language: Language, values: &mut BTreeSet<String>) {
    match value {
        Expr::Float(_) => {
            values.remove("numbers: 0");
            values.insert("numbers: 1e-9".to_owned());
        }
        // Any width will do.
        Expr::Int(_) if language.has_types() && !values.contains("numbers: 1e-9") => {
            values.insert("numbers: 0".to_owned());
        }
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => {
            if language == Language::Python && !matches!(value, Expr::Set(_)) {
                values.insert("any-sequence".to_owned());
            }
            items.iter().for_each(|item| relaxed(item, language, values));
        }
        Expr::Dict(pairs) => pairs.iter().for_each(|(key, value)| {
            relaxed(key, language, values);
            relaxed(value, language, values);
        }),
        _ => {}
    }
}
