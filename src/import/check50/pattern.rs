//! Regular expressions of Python, as those that a spec has.
//!
//! They are searched for in what was printed and not looked at before. Ours have no look-around: where it stands at an end, and
//! looks for one character, that character is taken instead, which comes to the same.

/// An expression in three parts, so that others can stand before and behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The class of characters of which one must stand before it, unless nothing stands there.
    pub(super) before: Option<String>,
    pub(super) middle: String,
    /// What must follow, unless nothing follows.
    pub(super) behind: Option<String>,
    /// Whether it must stand at the beginning.
    pub(super) begins: bool,
}

/// Signs that mean something in an expression.
const SIGNS: [char; 14] = ['.', '^', '$', '*', '+', '?', '{', '}', '[', ']', '|', '(', ')', '\\'];

/// A text as an expression of Python that matches nothing else.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if SIGNS.contains(&character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The expression for a number that is no part of another one.
pub(super) fn decimal(number: &str) -> String {
    let before = if number.starts_with('-') { "" } else { r"(?<![\d\-])" };
    format!(r"{before}{}(?!(\.?\d))", escaped(number))
}

/// The only text that an expression matches; `None` if it matches others.
pub(super) fn only_text(pattern: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                sign if sign.is_ascii_punctuation() || sign == ' ' => text.push(sign),
                _ => return None,
            },
            sign if SIGNS.contains(&sign) => return None,
            other => text.push(other),
        }
    }
    Some(text)
}

/// A text as one of our expressions.
pub(super) fn literal(text: &str) -> String {
    regex::escape(text).replace('\n', "\\n").replace('\t', "\\t").replace("\\-", "-").replace("\\#", "#")
}

/// An expression of Python as ours, or the reason why there is none.
pub(super) fn translated(pattern: &str) -> Result<Part, String> {
    // Flags at the beginning hold for all of it; a dot is any character anyway.
    let flags = pattern.strip_prefix("(?").and_then(|rest| rest.split_once(')'));
    if let Some((flags, rest)) =
        flags.filter(|(flags, _)| !flags.is_empty() && flags.chars().all(|flag| "is".contains(flag)))
    {
        let part = translated(rest)?;
        let flagged = |text: String| if flags.contains('i') { format!("(?i:{text})") } else { text };
        return Ok(Part { middle: flagged(part.middle), behind: part.behind.map(flagged), ..part });
    }
    let mut part = Part::default();
    let signs: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    let (mut has_dot, mut depth, mut has_choice) = (false, 0usize, false);
    while let Some(&sign) = signs.get(at) {
        let next = signs.get(at + 1).copied();
        match sign {
            '\\' => {
                match next {
                    Some('Z') => part.middle += r"\z",
                    Some('A') if at == 0 => part.begins = true,
                    Some('1'..='9') => return Err("a back-reference".to_owned()),
                    Some('\n') => part.middle += r"\n",
                    Some(next) => part.middle.extend(['\\', next]),
                    None => return Err("a backslash at the end".to_owned()),
                }
                at += 1;
            }
            '^' if at == 0 => part.begins = true,
            '^' => return Err("a `^` in the middle".to_owned()),
            '$' => part.middle += r"(?:\n?\z)",
            '[' => {
                let end = class_end(&signs, at).ok_or("a `[` without an end")?;
                part.middle += &class(&signs[at..=end]);
                at = end;
            }
            '(' if next == Some('?') => {
                let rest: String = signs[at + 2..].iter().take(3).collect();
                let Some(look) = ["<!", "<=", "!", "="].into_iter().find(|look| rest.starts_with(look))
                else {
                    if rest.starts_with("P=") || rest.starts_with('#') || rest.starts_with('(') {
                        return Err(format!("`(?{rest}`"));
                    }
                    part.middle.push('(');
                    depth += 1;
                    at += 1;
                    continue;
                };
                let end = group_end(&signs, at).ok_or("a `(` without an end")?;
                let inside: String = signs[at + 2 + look.len()..end].iter().collect();
                let is_last = end + 1 == signs.len() && depth == 0;
                let is_first = part.middle.is_empty();
                let refused = || "look-around".to_owned();
                match look {
                    "<!" if is_first => part.before = Some(other_than(&inside).ok_or_else(refused)?),
                    "!" if is_last => part.behind = Some(not_followed_by(&inside).ok_or_else(refused)?),
                    "<=" if is_first => part.middle += &format!("(?:{})", translated(&inside)?.middle),
                    "=" if is_last => part.middle += &format!("(?:{})", translated(&inside)?.middle),
                    _ => return Err(refused()),
                }
                at = end;
            }
            '{' if !is_count(&signs[at..]) => part.middle += r"\{",
            '}' if !part.middle.rsplit('{').next().is_some_and(is_inside_count) => part.middle += r"\}",
            '\n' => part.middle += r"\n",
            '\r' => {}
            other => {
                match other {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    '.' => has_dot = true,
                    '|' if depth == 0 => has_choice = true,
                    _ => {}
                }
                part.middle.push(other);
            }
        }
        at += 1;
    }
    if has_choice && (part.begins || part.before.is_some() || part.behind.is_some()) {
        return Err("a choice between expressions with ends of their own".to_owned());
    }
    // A dot is any character, as it is there.
    match (has_dot, has_choice) {
        (true, _) => part.middle = format!("(?s:{})", part.middle),
        (false, true) => part.middle = format!("(?:{})", part.middle),
        (false, false) => {}
    }
    Ok(part)
}

fn class_end(signs: &[char], from: usize) -> Option<usize> {
    let mut at = from + 1 + usize::from(signs.get(from + 1) == Some(&'^'));
    at += usize::from(signs.get(at) == Some(&']'));
    loop {
        match signs.get(at)? {
            ']' => return Some(at),
            '\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A class of characters. In ours, more signs mean something.
fn class(signs: &[char]) -> String {
    let mut class = String::new();
    let mut is_escaped = false;
    for (at, &sign) in signs.iter().enumerate() {
        let is_inside = at > 0 && at + 1 < signs.len();
        if is_inside && !is_escaped && ['[', ']', '&', '~'].contains(&sign) {
            class.push('\\');
        }
        is_escaped = sign == '\\' && !is_escaped;
        match sign {
            '\n' => class += r"\n",
            other => class.push(other),
        }
    }
    class
}

fn group_end(signs: &[char], from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0);
    loop {
        match signs.get(at)? {
            '\\' => at += 1,
            '[' => at = class_end(signs, at)?,
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

/// What stands in the brackets of a class that matches the same single character.
fn single(pattern: &str) -> Option<(bool, String)> {
    let signs: Vec<char> = pattern.chars().collect();
    match signs.as_slice() {
        ['[', '^', inside @ .., ']'] if class_end(&signs, 0)? + 1 == signs.len() => {
            Some((true, inside.iter().collect()))
        }
        ['[', inside @ .., ']'] if class_end(&signs, 0)? + 1 == signs.len() => {
            Some((false, inside.iter().collect()))
        }
        ['\\', one] => Some((false, format!("\\{one}"))),
        [one] if !SIGNS.contains(one) => Some((false, one.to_string())),
        _ => None,
    }
}

fn other_than(pattern: &str) -> Option<String> {
    let (is_not, inside) = single(pattern)?;
    let sign = if is_not { "" } else { "^" };
    Some(class(&format!("[{sign}{inside}]").chars().collect::<Vec<_>>()))
}

fn not_followed_by(pattern: &str) -> Option<String> {
    let inner = pattern.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(pattern);
    if [r"\.?\d", r"[.]?\d", r"\.?[0-9]"].contains(&inner) {
        return Some(r"(?:\z|[^\d.]|\.(?:\z|\D))".to_owned());
    }
    let mut inside = String::new();
    for choice in inner.split('|') {
        let (is_not, one) = single(choice)?;
        if is_not && inner.contains('|') {
            return None;
        }
        if is_not {
            return Some(format!(r"(?:\z|[{one}])"));
        }
        inside += &one;
    }
    let class = class(&format!("[^{inside}]").chars().collect::<Vec<_>>());
    Some(format!(r"(?:\z|{class})"))
}

/// Whether it begins with a count such as `{2,3}`.
fn is_count(signs: &[char]) -> bool {
    let inside: String = signs.iter().skip(1).take_while(|sign| **sign != '}').collect();
    inside.len() + 1 < signs.len() && is_inside_count(&inside)
}

fn is_inside_count(inside: &str) -> bool {
    let (from, to) = inside.split_once(',').unwrap_or((inside, "0"));
    let is_number = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    !from.is_empty() && is_number(from) && is_number(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_same_stays_and_ends_become_ours() {
        for (pattern, middle) in [
            (r"ciphertext:\s*b\n", r"ciphertext:\s*b\n"),
            ("[Tt]ie!?", "[Tt]ie!?"),
            ("a.b", "(?s:a.b)"),
            ("a|b", "(?:a|b)"),
            (r"x\Z", r"x\z"),
            (r"x$", r"x(?:\n?\z)"),
            ("{x}", r"\{x\}"),
            ("x{2,3}y", "x{2,3}y"),
            ("[[&]", r"[\[\&]"),
            ("[]x]", r"[\]x]"),
            ("a\nb", r"a\nb"),
        ] {
            let part = translated(pattern).unwrap();
            assert_eq!(part.middle, middle, "{pattern}");
            regex::Regex::new(&part.middle).unwrap();
        }
        assert!(translated("^x").unwrap().begins);
    }

    #[test]
    fn look_around_for_one_character_is_carried_over_at_the_ends_only() {
        let part = translated(&decimal("4.5")).unwrap();
        assert_eq!(part.before.as_deref(), Some(r"[^\d\-]"));
        assert_eq!(part.middle, r"4\.5");
        assert_eq!(part.behind.as_deref(), Some(r"(?:\z|[^\d.]|\.(?:\z|\D))"));
        assert_eq!(translated(r"(?<!\d)4(?!\d|\.)").unwrap().behind.as_deref(), Some(r"(?:\z|[^\d\.])"));
        for pattern in [r"4(?!\d)x", r"x(?<!\d)4", r"(?!ab)", r"(a)\1", "a^b", "(?P=x)", "[", "(?!"] {
            assert!(translated(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn an_expression_without_signs_is_a_text() {
        assert_eq!(only_text(r"Grade 16\+\n").as_deref(), Some("Grade 16+\n"));
        assert_eq!(only_text("a.b"), None);
        assert_eq!(only_text(&escaped("$1.5 (a)")).as_deref(), Some("$1.5 (a)"));
    }
}
