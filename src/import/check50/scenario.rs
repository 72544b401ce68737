//! A run of a check as a scenario.

use super::super::draft::{Compare, Expect, Scenario, Stdin};
use super::observed::{Event, Run, Wish};
use super::pattern::{self, Part};

/// In what scenarios are not quite as the checks were.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) has_prompts: bool,
    pub(super) follows_prompts: bool,
    pub(super) rejects_between: bool,
    pub(super) takes_all: bool,
}

/// A part of the output that is waited for.
enum Item {
    Text(String),
    Expression(Part),
    End,
}

/// The scenario of a run, or the reason why there is none.
pub(super) fn scenario(run: &Run, notes: &mut Notes) -> Result<Scenario, String> {
    let mut lines = Vec::new();
    let mut items: Vec<Item> = Vec::new();
    let mut exit = "any".to_owned();
    // Whether what comes next follows what was read last.
    let mut is_next = true;
    let mut only: Option<&String> = None;
    let mut lines_of: Option<&Vec<String>> = None;
    for (place, event) in run.events.iter().enumerate() {
        let mut expression = |pattern: &str, is_next: bool| -> Result<Item, String> {
            if let Some(text) = pattern::only_text(pattern) {
                return Ok(Item::Text(text));
            }
            let reason =
                |what| format!("its regular expression `{pattern}` has {what}, which is not known here");
            let mut part = pattern::translated(pattern).map_err(reason)?;
            if part.begins && !is_next {
                notes.follows_prompts = true;
                part.begins = false;
            }
            Ok(Item::Expression(part))
        };
        match event {
            Event::Prompt => {
                notes.has_prompts = true;
                is_next = false;
            }
            Event::Line(line) => lines.push(line.clone()),
            Event::NoMore => {}
            Event::Text(text) => items.push(Item::Text(text.clone())),
            Event::Regex(regex) => items.push(expression(regex, is_next)?),
            Event::Number(number) => items.push(expression(&pattern::decimal(number), is_next)?),
            Event::End => {
                // What must end right behind a prompt may have any prompt here.
                notes.follows_prompts |= items.is_empty() && !is_next;
                items.push(Item::End);
            }
            Event::All(wish) => {
                match wish {
                    Wish::Is(text) => {
                        if is_next && items.is_empty() {
                            only = Some(text);
                        } else {
                            notes.follows_prompts = true;
                        }
                        notes.takes_all = true;
                        items.extend([Item::Text(text.clone()), Item::End]);
                    }
                    Wish::Lines(of) if is_next && items.is_empty() && lines_of.is_none() => {
                        notes.takes_all = true;
                        lines_of = Some(of);
                    }
                    Wish::Lines(_) => {
                        return Err("it takes the lines of a part of the output".to_owned());
                    }
                    Wish::Contains(text) => items.push(Item::Text(text.clone())),
                    Wish::Has(regex) => items.push(expression(regex, is_next)?),
                    Wish::Begins(regex) => {
                        items.push(expression(&format!("^{}", regex.trim_start_matches('^')), is_next)?);
                    }
                }
                continue;
            }
            Event::Reject => {
                if run.events[place + 1..].iter().any(|event| matches!(event, Event::Line(_))) {
                    notes.rejects_between = true;
                } else {
                    "waiting".clone_into(&mut exit);
                }
            }
            Event::Exit(code) => exit.clone_from(code),
        }
        if matches!(event, Event::Text(_) | Event::Regex(_) | Event::Number(_)) {
            is_next = true;
        }
    }
    items.retain(|item| !matches!(item, Item::Text(text) if text.is_empty()));
    if let Some(of) = lines_of.filter(|_| items.is_empty()) {
        let text = of.iter().map(|line| format!("{line}\n")).collect();
        let relaxed = ["any-order-of-lines", "blank-lines", "final-newline"].map(str::to_owned);
        let compare = Some(Compare::Relaxed(relaxed.to_vec()));
        let exit = (exit != "0").then_some(exit);
        return Ok(Scenario {
            stdin: Stdin::Lines(lines),
            expect: Expect::Text(text),
            exit,
            compare,
            ..Scenario::default()
        });
    }
    let expect = match only {
        Some(text) if items.len() <= 2 => Expect::Text(text.clone()),
        _ => expected(&items)?,
    };
    if lines.iter().any(|line| line.contains('\0')) {
        return Err("it types a zero byte".to_owned());
    }
    let exit = (exit != "0").then_some(exit);
    Ok(Scenario { stdin: Stdin::Lines(lines), expect, exit, ..Scenario::default() })
}

fn expected(items: &[Item]) -> Result<Expect, String> {
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| match item {
            Item::Text(text) => Some(text.clone()),
            Item::Expression(_) | Item::End => None,
        })
        .collect();
    match texts {
        Some(texts) if texts.is_empty() => return Ok(Expect::Anything),
        Some(texts) => return Ok(Expect::Contains(texts)),
        None => {}
    }
    let mut regex = String::new();
    for (place, item) in items.iter().enumerate() {
        let is_first = regex.is_empty();
        let gap = if is_first { "" } else { "(?s:.*)" };
        let is_last = matches!(items.get(place + 1), Some(Item::End));
        match item {
            Item::Text(text) => regex += &(gap.to_owned() + &pattern::literal(text)),
            Item::End if is_first => {}
            Item::End => regex += r"\z",
            Item::Expression(part) => {
                regex += &match (&part.before, is_first, part.begins) {
                    (_, true, true) => r"\A".to_owned(),
                    (_, false, true) => String::new(),
                    (None, _, false) => gap.to_owned(),
                    (Some(class), true, false) => format!(r"(?:\A|{class})"),
                    (Some(class), false, false) => format!("(?:(?s:.*){class})?"),
                };
                regex += &part.middle;
                regex += part.behind.as_deref().filter(|_| !is_last).unwrap_or_default();
            }
        }
    }
    let built = regex::RegexBuilder::new(&regex).multi_line(true).build();
    match built {
        Ok(built) if built.is_match("") => Ok(Expect::Anything),
        Ok(_) => Ok(Expect::Regex(regex)),
        Err(_) => Err(format!("its regular expression `{regex}` is not known here")),
    }
}
