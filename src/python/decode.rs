//! Decodes what the driver says, which a submission may have forged.

use serde_json::Value as Json;
use yardstick_reference::{Answer, Raised, Value};

use crate::trace::{Import, ImportFailure, SessionEnd, SessionTrace, SourcePlace, decode};

/// The deepest that values may be nested; the driver stops earlier.
const MOST_DEPTH: usize = 80;

/// What the driver says about one session of so many lines; nothing if that is not what it would say.
pub fn session(line: &str, count: usize) -> Option<SessionTrace> {
    let said: Json = serde_json::from_str(line).ok()?;
    let ended = said.get("ended")?.as_array()?;
    let number = |index: usize| ended.get(index)?.as_i64().and_then(|number| i32::try_from(number).ok());
    let end = match ended.first()?.as_str()? {
        "exit" => SessionEnd::Code(number(1)?),
        "signal" if matches!(number(1)?, libc::SIGXCPU) => SessionEnd::TimeExceeded,
        "signal" => SessionEnd::Signal(number(1)?),
        "time" => SessionEnd::IdleExceeded,
        _ => return None,
    };
    let records = bytes(said.get("records")?.as_str()?);
    Some(read_records(&decode(&records), count, end))
}

fn read_records(records: &str, count: usize, end: SessionEnd) -> SessionTrace {
    let forged = || SessionTrace {
        import: Import::Unknown,
        answers: Vec::new(),
        raised_at: Vec::new(),
        end: SessionEnd::Malformed,
    };
    let mut lines = records.lines().map(|line| serde_json::from_str::<Json>(line).ok());
    let import = match lines.next() {
        None => Import::Unknown,
        Some(Some(record)) => match import(&record) {
            Some(import) => import,
            None => return forged(),
        },
        Some(None) => return forged(),
    };
    let answers: Option<Vec<(Answer, Option<SourcePlace>)>> = lines
        .map(|record| {
            let record = record?;
            Some((answer(&record)?, place(&record)))
        })
        .collect();
    match answers {
        Some(answers) if answers.len() <= count => {
            let (answers, raised_at) = answers.into_iter().unzip();
            SessionTrace { import, answers, raised_at, end }
        }
        _ => forged(),
    }
}

fn import(record: &Json) -> Option<Import> {
    if record.get("imported")?.as_bool()? {
        return Some(Import::Done);
    }
    Some(Import::Failed(ImportFailure { raised: raised(record.get("raised")?)?, place: place(record) }))
}

/// Where something was raised, as far as the record says it in a way that can be understood.
fn place(record: &Json) -> Option<SourcePlace> {
    let place = record.get("place")?;
    let line = usize::try_from(place.get(0)?.as_u64()?).ok()?;
    let text = |index: usize| Some(place.get(index)?.as_str()?.to_owned());
    Some(SourcePlace { line, shown: text(1)?, file: text(2)? })
}

fn answer(record: &Json) -> Option<Answer> {
    let value =
        record.get("value").map(|encoded| value(encoded, 0)).map_or(Some(None), |value| value.map(Some))?;
    let raised = record.get("raised").map(raised).map_or(Some(None), |raised| raised.map(Some))?;
    let printed = decode(&bytes(record.get("printed")?.as_str()?));
    (value.is_none() || raised.is_none()).then_some(Answer { value, printed, raised })
}

fn raised(encoded: &Json) -> Option<Raised> {
    match encoded.as_array()?.as_slice() {
        [class, message] => {
            Some(Raised { class: class.as_str()?.to_owned(), message: message.as_str()?.to_owned() })
        }
        _ => None,
    }
}

fn value(encoded: &Json, depth: usize) -> Option<Value> {
    if depth > MOST_DEPTH {
        return None;
    }
    let tag = encoded.as_str().or_else(|| encoded.get(0)?.as_str())?;
    let text = |index: usize| encoded.get(index)?.as_str().map(str::to_owned);
    let items = || -> Option<Vec<Value>> {
        encoded.get(1)?.as_array()?.iter().map(|item| value(item, depth + 1)).collect()
    };
    Some(match tag {
        "none" => Value::None,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "int" => Value::Int(text(1).filter(|digits| is_hexadecimal(digits))?),
        "float" => Value::Float(f64::from_bits(u64::from_str_radix(&text(1)?, 16).ok()?)),
        "str" => Value::Str(text(1)?),
        "bytes" => Value::Bytes(pairs(&text(1)?)?),
        "bytearray" => Value::Object { class: "bytearray".to_owned() },
        "list" => Value::List(items()?),
        "tuple" => Value::Tuple(items()?),
        "set" => Value::Set(items()?),
        "frozenset" => Value::FrozenSet(items()?),
        "dict" => {
            let pair = |pair: &Json| Some((value(pair.get(0)?, depth + 1)?, value(pair.get(1)?, depth + 1)?));
            Value::Dict(encoded.get(1)?.as_array()?.iter().map(pair).collect::<Option<_>>()?)
        }
        "enum" => Value::Enum { class: text(1)?, member: text(2)? },
        "object" => Value::Object { class: text(1)? },
        _ => return None,
    })
}

fn is_hexadecimal(digits: &str) -> bool {
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    !unsigned.is_empty() && unsigned.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn pairs(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The bytes of a text with one character for each.
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(records: &str) -> String {
        serde_json::json!({ "records": records, "ended": ["exit", 0] }).to_string()
    }

    #[test]
    fn exactly_one_well_formed_answer_a_line_counts() {
        let imported = "{\"imported\": true}\n";
        let one = "{\"value\": [\"int\", \"-ff\"], \"printed\": \"\"}\n";
        let good = session(&said(&format!("{imported}{one}")), 1).unwrap();
        assert_eq!(good.answers[0].value, Some(Value::Int("-ff".to_owned())));
        for forged in [
            format!("{imported}{one}{one}"),
            format!("{one}{imported}"),
            format!("{imported}not json\n"),
            format!("{imported}{{\"value\": [\"int\", \"0x1\"], \"printed\": \"\"}}\n"),
            format!("{imported}{{\"value\": \"none\", \"raised\": [\"E\", \"\"], \"printed\": \"\"}}\n"),
        ] {
            assert_eq!(session(&said(&forged), 1).unwrap().end, SessionEnd::Malformed, "{forged}");
        }
    }

    proptest! {
        #[test]
        fn no_record_breaks_the_decoder(records in ".{0,200}", line in ".{0,200}") {
            let _ = session(&line, 3);
            let _ = session(&said(&records), 3);
            let _ = session(&said(&format!("{{\"imported\": true}}\n{records}")), 3);
        }
    }
}
