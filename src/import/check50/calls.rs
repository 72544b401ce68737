//! What checks call: the runs of programs, and the few functions of Python that prepare texts for them.

use super::super::python::Expr;
use super::composed::Part;
use super::follow::Follower;
use super::observed::{Event, Observed, Wanted, Wish};
use super::value::{MOST, Value};

type Given = Vec<(Option<String>, Value)>;

/// The argument at a place or with a name.
fn argument<'v>(given: &'v Given, place: usize, name: &str) -> Option<&'v Value> {
    let named = given.iter().find(|(known, _)| known.as_deref() == Some(name));
    named.or_else(|| given.get(place).filter(|(known, _)| known.is_none())).map(|(_, value)| value)
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Known(Expr::Str(text)) => Some(text.clone()),
        _ => None,
    }
}

/// The variables of the environment in a dictionary.
fn environment(given: Option<&Value>) -> Result<Vec<(String, String)>, String> {
    let unknown = || "it sets variables of the environment that only a run tells".to_owned();
    let pairs = match given {
        None | Some(Value::Known(Expr::None)) => return Ok(Vec::new()),
        Some(Value::Known(Expr::Dict(pairs))) => pairs,
        Some(_) => return Err(unknown()),
    };
    let pair = |pair: &(Expr, Expr)| match pair {
        (Expr::Str(name), Expr::Str(value)) => Some((name.clone(), value.clone())),
        _ => None,
    };
    pairs.iter().map(pair).collect::<Option<_>>().ok_or_else(unknown)
}

impl Follower<'_> {
    /// A call of something that is no function of the checks.
    pub(super) fn builtin(&mut self, path: &str, given: &Given) -> Result<Value, String> {
        let known = |value: Option<Value>| {
            value.ok_or_else(|| format!("it calls `{path}` with something that is not known here"))
        };
        let first = given.first().map(|(_, value)| value);
        let texts = || given.iter().map(|(_, value)| text(Some(value))).collect::<Option<Vec<String>>>();
        let nothing = Value::Known(Expr::None);
        match path {
            "run" => {
                let command = text(argument(given, 0, "command"));
                let command = command.ok_or("it runs a command that only a run tells")?;
                Ok(self.run(command, environment(argument(given, 1, "env"))?, false))
            }
            "c.valgrind" | "valgrind" => {
                let command = text(argument(given, 0, "command"));
                let command = command.ok_or("it runs a command that only a run tells")?;
                Ok(self.run(command, environment(argument(given, 1, "env"))?, true))
            }
            "exists" => {
                self.deeds.exists.extend(texts().ok_or("it looks for a file whose name is not known here")?);
                Ok(nothing)
            }
            "include" => {
                self.deeds.included.extend(texts().ok_or("it lays out a file whose name is not known here")?);
                Ok(nothing)
            }
            "c.compile" => self.compile(given),
            "py.compile" | "print" | "log" | "data" => Ok(nothing),
            "open" => match argument(given, 1, "mode").map(|mode| text(Some(mode))) {
                None => known(text(first).map(Value::File)),
                Some(Some(mode)) if mode.trim_matches('t') == "r" => known(text(first).map(Value::File)),
                Some(Some(mode)) if mode.trim_matches('t') == "w" => known(text(first).map(Value::Written)),
                Some(_) => Err("it writes files".to_owned()),
            },
            "re.sub" | "sub" => {
                let (Some(pattern), Some(new), Some((_, Value::Source(source)))) =
                    (text(first), text(given.get(1).map(|(_, value)| value)), given.get(2))
                else {
                    return known(None);
                };
                known(source.clone().edited(&pattern, &new).map(Value::Source))
            }
            "os.path.exists" | "os.path.isfile" => {
                self.deeds.looks_for_files = true;
                known(text(first).map(|_| Value::Known(Expr::Bool(false))))
            }
            "isinstance" => {
                let kind = given.get(1).map(|(_, value)| value);
                let of = |name: &str| matches!(kind, Some(Value::Module(kind)) if kind == name);
                let is_it = match first {
                    Some(Value::Known(Expr::Str(_))) => Some(of("str")),
                    Some(Value::Known(Expr::List(_)) | Value::Several(_)) => Some(of("list") || of("tuple")),
                    Some(Value::Known(Expr::Int(_))) => Some(of("int")),
                    _ => None,
                };
                known(is_it.map(|is_it| Value::Known(Expr::Bool(is_it))))
            }
            "set" => known(match first {
                Some(Value::Lines(run)) => Some(Value::Lines(*run)),
                _ => None,
            }),
            "re.escape" | "escape" => {
                known(text(first).map(|text| Value::text(super::pattern::escaped(&text))))
            }
            "re.search" | "re.match" | "re.fullmatch" => {
                let (pattern, output) = (text(first), given.get(1).map(|(_, value)| value));
                let (Some(pattern), Some(Value::Of(run, Observed::Output)), 2) =
                    (pattern, output, given.len())
                else {
                    return known(None);
                };
                let wish = match path {
                    "re.search" => Wish::Has(pattern),
                    "re.match" => Wish::Begins(pattern),
                    _ => Wish::Begins(format!("(?:{pattern})\\Z")),
                };
                Ok(Value::Whether(Wanted { run: *run, event: Some(Event::All(wish)), opposite: None }))
            }
            "regex.decimal" => known(
                first.and_then(Value::as_text).map(|number| Value::text(super::pattern::decimal(&number))),
            ),
            "str" => known(first.and_then(Value::as_text).map(Value::text)),
            "len" => known(first.and_then(Value::items).map(|items| Value::int(items.len()))),
            "int" => known(match first {
                Some(Value::Known(Expr::Str(digits))) => {
                    digits.trim().parse().ok().map(|number| Value::Known(Expr::Int(number)))
                }
                Some(Value::Known(Expr::Int(number))) => Some(Value::Known(Expr::Int(*number))),
                _ => None,
            }),
            "float" => known(
                first
                    .and_then(Value::as_text)
                    .and_then(|number| number.trim().parse().ok())
                    .map(|number| Value::Known(Expr::Float(number))),
            ),
            "list" | "tuple" => known(first.and_then(Value::items).map(Value::Several)),
            "enumerate" => {
                let start =
                    argument(given, 1, "start").and_then(Value::as_text).and_then(|start| start.parse().ok());
                let number = |(place, item): (usize, Value)| {
                    Value::Several(vec![Value::int(place + start.unwrap_or(0)), item])
                };
                known(
                    first
                        .and_then(Value::items)
                        .map(|items| Value::Several(items.into_iter().enumerate().map(number).collect())),
                )
            }
            "zip" => {
                let columns: Option<Vec<Vec<Value>>> = given.iter().map(|(_, value)| value.items()).collect();
                let columns = columns.ok_or("it goes through something that only a run tells")?;
                let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
                let row =
                    |row: usize| Value::Several(columns.iter().map(|column| column[row].clone()).collect());
                Ok(Value::Several((0..rows).map(row).collect()))
            }
            "range" => {
                let ends: Option<Vec<i64>> =
                    given.iter().map(|(_, value)| value.as_text()?.parse().ok()).collect();
                let (from, to, step) = match ends.as_deref() {
                    Some([to]) => (0, *to, 1),
                    Some([from, to]) => (*from, *to, 1),
                    Some([from, to, step]) if *step > 0 => (*from, *to, *step),
                    _ => return known(None),
                };
                let step = usize::try_from(step).unwrap_or(1);
                let numbers = (from..to)
                    .step_by(step)
                    .take(10_000)
                    .map(|number| Value::Known(Expr::Int(number.into())));
                Ok(Value::Several(numbers.collect()))
            }
            other => Err(format!("it calls `{other}`")),
        }
    }

    fn compile(&mut self, given: &Given) -> Result<Value, String> {
        let sources: Option<Vec<String>> =
            given.iter().filter(|(name, _)| name.is_none()).map(|(_, value)| text(Some(value))).collect();
        let sources = sources
            .filter(|sources| !sources.is_empty())
            .ok_or("it compiles a file whose name is not known here")?;
        let named =
            text(given.iter().find(|(name, _)| name.as_deref() == Some("exe_name")).map(|(_, value)| value));
        let stem = sources[0].strip_suffix(".c").unwrap_or(&sources[0]).to_owned();
        let has_library = given
            .iter()
            .any(|(name, value)| name.as_deref() == Some("lcs50") && value.is_true() == Some(true));
        self.deeds.uses_library |= has_library;
        self.deeds.built.push((named.unwrap_or(stem), sources));
        Ok(Value::Known(Expr::None))
    }

    /// A method of a value.
    pub(super) fn method(&mut self, object: Value, name: &str, given: &Given) -> Result<Value, String> {
        match object {
            Value::Run(run) => self.of_run(run, name, given),
            Value::File(path) => match name {
                "read" => self.text_of(&path),
                "readlines" => {
                    let content = self.content(&path)?;
                    Ok(Value::Several(content.split_inclusive('\n').map(Value::text).collect()))
                }
                "close" => Ok(Value::Known(Expr::None)),
                other => Err(format!("it calls `.{other}` of a file")),
            },
            Value::Written(path) => match (name, given.as_slice()) {
                ("write", [(None, Value::Known(Expr::Str(text)))]) => {
                    self.count(1 + text.len() / 64)?;
                    self.deeds.written.entry(path).or_default().push(Part::Text(text.clone()));
                    Ok(Value::Known(Expr::None))
                }
                ("write", [(None, Value::Source(source))]) => {
                    self.deeds.written.entry(path).or_default().push(Part::Source(source.clone()));
                    Ok(Value::Known(Expr::None))
                }
                ("close", []) => Ok(Value::Known(Expr::None)),
                _ => Err("it writes something that is not known here".to_owned()),
            },
            Value::Of(run, Observed::Output)
                if name == "splitlines"
                    || name == "split"
                        && text(given.first().map(|(_, value)| value)).as_deref() == Some("\n") =>
            {
                Ok(Value::Lines(run))
            }
            Value::Known(Expr::Str(of)) => {
                of_text(&of, name, given).ok_or_else(|| format!("it calls `.{name}` of a text"))
            }
            Value::Known(Expr::Dict(pairs)) => {
                let pair = |(key, value): (Expr, Expr)| match name {
                    "keys" => Some(Value::Known(key)),
                    "values" => Some(Value::Known(value)),
                    "items" => Some(Value::Several(vec![Value::Known(key), Value::Known(value)])),
                    _ => None,
                };
                let parts: Option<Vec<Value>> = pairs.into_iter().map(pair).collect();
                parts.map(Value::Several).ok_or_else(|| format!("it calls `.{name}` of a dictionary"))
            }
            Value::Of(..) => Err("it takes the output apart".to_owned()),
            _ => Err(format!("it calls `.{name}`")),
        }
    }

    fn of_run(&mut self, run: usize, name: &str, given: &Given) -> Result<Value, String> {
        match name {
            "stdin" => {
                let has_prompt =
                    argument(given, 1, "prompt").is_none_or(|prompt| prompt.is_true() == Some(true));
                if has_prompt {
                    self.event(run, Event::Prompt);
                }
                match argument(given, 0, "line") {
                    Some(Value::End) => self.event(run, Event::NoMore),
                    Some(line) => {
                        let line = line.as_text().ok_or("it types something that only a run tells")?;
                        line.split('\n').for_each(|line| self.event(run, Event::Line(line.to_owned())));
                    }
                    None => return Err("it types nothing".to_owned()),
                }
            }
            "stdout" => {
                let is_regex = argument(given, 2, "regex").is_none_or(|regex| regex.is_true() == Some(true));
                let event = match argument(given, 0, "output") {
                    None | Some(Value::Known(Expr::None)) => return Ok(Value::Of(run, Observed::Output)),
                    Some(Value::End) => Event::End,
                    Some(Value::Known(Expr::Int(number))) => Event::Number(number.to_string()),
                    Some(Value::Known(number @ Expr::Float(_))) => {
                        Event::Number(super::super::python::shown(number).unwrap_or_default())
                    }
                    Some(Value::File(path)) => {
                        let content = self.content(&path.clone())?;
                        if is_regex { Event::Regex(content) } else { Event::Text(content) }
                    }
                    Some(Value::Known(Expr::Str(text))) if is_regex => Event::Regex(text.clone()),
                    Some(Value::Known(Expr::Str(text))) => Event::Text(text.clone()),
                    Some(_) => return Err("it expects something that only a run tells".to_owned()),
                };
                self.event(run, event);
            }
            "reject" => self.event(run, Event::Reject),
            "exit" => match argument(given, 0, "code") {
                None | Some(Value::Known(Expr::None)) => return Ok(Value::Of(run, Observed::Exit)),
                Some(Value::Known(Expr::Int(code))) if (0..256).contains(code) => {
                    self.event(run, Event::Exit(code.to_string()));
                }
                Some(_) => return Err("it expects an exit code that no program has".to_owned()),
            },
            "kill" => {}
            other => return Err(format!("it calls `.{other}` of a run")),
        }
        Ok(Value::Run(run))
    }
}

fn of_text(of: &str, name: &str, given: &Given) -> Option<Value> {
    let first = given.first().map(|(_, value)| value);
    let signs = text(first);
    let is_of = |c: char| signs.as_ref().map_or(c.is_whitespace(), |signs| signs.contains(c));
    Some(match (name, given.len()) {
        ("strip", 0 | 1) => Value::text(of.trim_matches(is_of)),
        ("lstrip", 0 | 1) => Value::text(of.trim_start_matches(is_of)),
        ("rstrip", 0 | 1) => Value::text(of.trim_end_matches(is_of)),
        ("upper", 0) => Value::text(of.to_uppercase()),
        ("lower", 0) => Value::text(of.to_lowercase()),
        ("splitlines", 0) => Value::Several(of.lines().map(Value::text).collect()),
        ("split", 0) => Value::Several(of.split_whitespace().map(Value::text).collect()),
        ("split", 1) => Value::Several(of.split(signs?.as_str()).map(Value::text).collect()),
        ("replace", 2) => {
            let (old, new) = (signs?, text(given.get(1).map(|(_, value)| value))?);
            let length = of.matches(&old).count().saturating_mul(new.len()).saturating_add(of.len());
            (length <= MOST).then(|| Value::text(of.replace(&old, &new)))?
        }
        ("join", 1) => {
            let parts: Option<Vec<String>> = first?.items()?.iter().map(|item| text(Some(item))).collect();
            Value::text(parts?.join(of))
        }
        ("startswith", 1) => Value::Known(Expr::Bool(of.starts_with(&signs?))),
        ("endswith", 1) => Value::Known(Expr::Bool(of.ends_with(&signs?))),
        ("format", _) => {
            let mut rest = of.to_owned();
            for (name, value) in given {
                let place =
                    if name.is_some() { format!("{{{}}}", name.as_deref()?) } else { "{}".to_owned() };
                rest = rest.replacen(&place, &value.as_text()?, 1);
            }
            Value::text(rest)
        }
        _ => return None,
    })
}
