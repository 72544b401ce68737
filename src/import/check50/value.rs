//! What an expression of a check is: a constant, or something that only a run of the program would tell.

use std::rc::Rc;

use super::super::python::{Expr, Function, shown};
use super::composed::Source;
use super::observed::{Observed, Wanted};

/// The longest text and the longest list that are computed.
pub(super) const MOST: usize = 1 << 20;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A constant.
    Known(Expr),
    /// Several values, of a list, a tuple or whatever else can be gone through.
    Several(Vec<Value>),
    /// The end of input or output.
    End,
    /// An open file of the checks.
    File(String),
    /// A run of the program, by its number.
    Run(usize),
    /// What a run printed, or how it ended.
    Of(usize, Observed),
    /// Whether a run did something.
    Whether(Wanted),
    /// The lines of what a run printed, in any order and without empty ones.
    Lines(usize),
    /// The text of a source that is handed in.
    Source(Source),
    /// A file that is written, by its path.
    Written(String),
    Function(Rc<Function>),
    /// Something of a module, by its path.
    Module(String),
}

impl Value {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Known(Expr::Str(text.into()))
    }

    pub(super) fn int(number: usize) -> Self {
        Self::Known(Expr::Int(i128::try_from(number).unwrap_or(i128::MAX)))
    }

    /// Its items, if it can be gone through.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        Some(match self {
            Self::Several(items) => items.clone(),
            Self::Known(Expr::List(items) | Expr::Tuple(items) | Expr::Set(items)) => {
                items.iter().cloned().map(Self::Known).collect()
            }
            Self::Known(Expr::Dict(pairs)) => pairs.iter().map(|(key, _)| Self::Known(key.clone())).collect(),
            Self::Known(Expr::Str(text)) => text.chars().map(|c| Self::text(c.to_string())).collect(),
            _ => return None,
        })
    }

    /// Whether it counts as true; `None` if it is not known.
    pub(super) fn is_true(&self) -> Option<bool> {
        Some(match self {
            Self::Known(value) => match value {
                Expr::None => false,
                Expr::Bool(truth) => *truth,
                Expr::Int(number) => *number != 0,
                Expr::Float(number) => *number != 0.0,
                Expr::Str(text) => !text.is_empty(),
                Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => !items.is_empty(),
                Expr::Dict(pairs) => !pairs.is_empty(),
                _ => return None,
            },
            Self::Several(items) => !items.is_empty(),
            Self::End
            | Self::File(_)
            | Self::Written(_)
            | Self::Run(_)
            | Self::Function(_)
            | Self::Module(_) => true,
            Self::Of(..) | Self::Lines(_) | Self::Source(_) | Self::Whether(_) => return None,
        })
    }

    /// How much it takes to copy it.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Known(value) => weight(value),
            Self::Several(items) => 1 + items.iter().map(Self::weight).sum::<usize>(),
            Self::File(_)
            | Self::Written(_)
            | Self::Source(_)
            | Self::Lines(_)
            | Self::Module(_)
            | Self::End
            | Self::Run(_)
            | Self::Of(..)
            | Self::Whether(_)
            | Self::Function(_) => 1,
        }
    }

    /// As `str` writes it.
    pub(super) fn as_text(&self) -> Option<String> {
        match self {
            Self::Known(Expr::Str(text)) => Some(text.clone()),
            Self::Known(value) => shown(value),
            _ => None,
        }
    }
}

fn weight(value: &Expr) -> usize {
    match value {
        Expr::Str(text) => 1 + text.len() / 64,
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => {
            1 + items.iter().map(weight).sum::<usize>()
        }
        Expr::Dict(pairs) => 1 + pairs.iter().map(|(key, value)| weight(key) + weight(value)).sum::<usize>(),
        _ => 1,
    }
}

/// What two operands give; `None` if that is not known here.
pub(super) fn binary(left: &Value, sign: &str, right: &Value) -> Option<Value> {
    // A set of lines without the empty one.
    if let (Value::Lines(run), "-", Value::Known(Expr::List(items) | Expr::Set(items))) = (left, sign, right)
    {
        return (items.as_slice() == [Expr::Str(String::new())]).then_some(Value::Lines(*run));
    }
    let (Value::Known(left), Value::Known(right)) = (left, right) else {
        let (mut items, more) = (left.items()?, right.items()?);
        items.extend(more);
        return (sign == "+" && items.len() <= MOST).then_some(Value::Several(items));
    };
    let repeated = |text: &str, times: i128| {
        let times =
            usize::try_from(times.max(0)).ok().filter(|times| times.saturating_mul(text.len()) <= MOST)?;
        Some(Value::text(text.repeat(times)))
    };
    match (left, right) {
        (Expr::Str(left), Expr::Str(right)) if sign == "+" && left.len() + right.len() <= MOST => {
            Some(Value::text(left.clone() + right))
        }
        (Expr::Str(text), Expr::Int(times)) | (Expr::Int(times), Expr::Str(text)) if sign == "*" => {
            repeated(text, *times)
        }
        (Expr::List(left), Expr::List(right)) if sign == "+" => {
            Some(Value::Known(Expr::List(left.iter().chain(right).cloned().collect())))
        }
        (Expr::Int(left), Expr::Int(right)) => integers(*left, sign, *right),
        (Expr::Int(_) | Expr::Float(_), Expr::Int(_) | Expr::Float(_)) => {
            floats(number(left)?, sign, number(right)?)
        }
        _ => None,
    }
}

fn integers(left: i128, sign: &str, right: i128) -> Option<Value> {
    let whole = |number: Option<i128>| number.map(|number| Value::Known(Expr::Int(number)));
    match sign {
        "+" => whole(left.checked_add(right)),
        "-" => whole(left.checked_sub(right)),
        "*" => whole(left.checked_mul(right)),
        // Python rounds down, and the rest has the sign of the divisor.
        "//" => whole(left.checked_div_euclid(right).filter(|_| right > 0)),
        "%" => whole(left.checked_rem_euclid(right).filter(|_| right > 0)),
        "**" => whole(u32::try_from(right).ok().and_then(|power| left.checked_pow(power))),
        _ => floats(left as f64, sign, right as f64),
    }
}

fn floats(left: f64, sign: &str, right: f64) -> Option<Value> {
    let number = match sign {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" if right != 0.0 => left / right,
        _ => return None,
    };
    Some(Value::Known(Expr::Float(number)))
}

fn number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Int(number) => Some(*number as f64),
        Expr::Float(number) => Some(*number),
        _ => None,
    }
}

/// Whether a comparison of constants holds.
pub(super) fn compare(left: &Expr, sign: &str, right: &Expr) -> Option<bool> {
    let order = || match (left, right) {
        (Expr::Str(left), Expr::Str(right)) => Some(left.cmp(right)),
        _ => number(left)?.partial_cmp(&number(right)?),
    };
    let is_in = || match right {
        Expr::Str(text) => match left {
            Expr::Str(part) => Some(text.contains(part.as_str())),
            _ => None,
        },
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => Some(items.contains(left)),
        Expr::Dict(pairs) => Some(pairs.iter().any(|(key, _)| key == left)),
        _ => None,
    };
    let is_equal = || match (number(left), number(right)) {
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    };
    match sign {
        "==" | "is" => Some(is_equal()),
        "!=" | "is not" => Some(!is_equal()),
        "<" => order().map(std::cmp::Ordering::is_lt),
        ">" => order().map(std::cmp::Ordering::is_gt),
        "<=" => order().map(std::cmp::Ordering::is_le),
        ">=" => order().map(std::cmp::Ordering::is_ge),
        "in" => is_in(),
        "not in" => is_in().map(|is_in| !is_in),
        _ => None,
    }
}

/// A value in an f-string, with what stands behind the colon: `,.4f`, `.2f`, `03d`, `,`.
pub(super) fn formatted(value: &Value, format: &str) -> Option<String> {
    if format.is_empty() {
        return value.as_text();
    }
    let Value::Known(value) = value else { return None };
    let (rest, kind) = match format.strip_suffix(['f', 'd', 's']) {
        Some(rest) => (rest, format.chars().last()?),
        None => (format, ' '),
    };
    let (front, places) = match rest.split_once('.') {
        Some((front, places)) => (front, Some(places.parse::<usize>().ok().filter(|places| *places < 100)?)),
        None => (rest, None),
    };
    let (front, has_commas) = front.strip_suffix(',').map_or((front, false), |front| (front, true));
    let has_zeros = front.starts_with('0');
    let width =
        if front.is_empty() { 0 } else { front.parse::<usize>().ok().filter(|width| *width < 1000)? };
    let text = match (value, kind) {
        (Expr::Int(number), ' ' | 'd') if places.is_none() => number.to_string(),
        (Expr::Int(_) | Expr::Float(_), 'f') => format!("{:.*}", places.unwrap_or(6), number(value)?),
        (Expr::Str(text), ' ' | 's') if places.is_none() && !has_commas && !has_zeros => {
            return Some(format!("{text:<width$}"));
        }
        _ => return None,
    };
    let text = if has_commas { with_commas(&text) } else { text };
    let missing = width.saturating_sub(text.len());
    Some(match (has_zeros, text.strip_prefix('-')) {
        (true, Some(digits)) => format!("-{}{digits}", "0".repeat(missing)),
        (true, None) => "0".repeat(missing) + &text,
        (false, _) => " ".repeat(missing) + &text,
    })
}

fn with_commas(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, rest) = digits.find('.').map_or((digits, ""), |at| digits.split_at(at));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}
