//! Decodes the driver's records, which a submission may have forged.

use serde_json::Value as Json;
use yardstick_reference::{Answer, Raised, Value};

use super::values::{self, ContentOf};
use crate::resource::Resource;
use crate::system::signal;
use crate::trace::{Import, ImportFailure, SessionEnd, SessionTrace, SourcePlace, decode, read_nested};
use crate::untrusted::Untrusted;

/// The deepest nesting of values; the driver stops earlier.
pub(super) const MOST_DEPTH: usize = 210;

/// Decodes sessions with these numbers of lines, as far as the driver got.
pub fn sessions(said: &[u8], counts: &[usize]) -> Vec<SessionTrace> {
    let one = |((written, end), count): ((Vec<u8>, _), &usize)| {
        records(&written, *count, end, values::content_of_python)
    };
    requests(said).zip(counts).map(one).collect()
}

/// Returns what was written for each request and how it ended, as far as the driver got.
pub(super) fn requests(said: &[u8]) -> impl Iterator<Item = (Vec<u8>, SessionEnd)> {
    let mut rest = said;
    std::iter::from_fn(move || {
        let (written, end);
        (written, end, rest) = request(rest)?;
        Some((written, end))
    })
}

/// Splits off one request: its records, its end, and the remaining bytes.
fn request(said: &[u8]) -> Option<(Vec<u8>, SessionEnd, &[u8])> {
    let (mut written, mut rest) = (Vec::new(), said);
    loop {
        let length = rest.iter().position(|byte| *byte == b'\n')?;
        let line = std::str::from_utf8(&rest[..length]).ok()?;
        rest = &rest[length + 1..];
        let Some(length) = line.strip_prefix('+') else { return Some((written, end(line)?, rest)) };
        let (piece, after) = rest.split_at_checked(length.parse().ok()?)?;
        written.extend_from_slice(piece);
        rest = after;
    }
}

fn end(line: &str) -> Option<SessionEnd> {
    match line.split_once(' ') {
        Some(("exit", code)) => Some(SessionEnd::Code(code.parse().ok()?)),
        Some(("signal", number)) => Some(match number.parse().ok()? {
            signal::XCPU => SessionEnd::Exceeded(Resource::Cpu),
            number => SessionEnd::Signal(number),
        }),
        None if line == "time" => Some(SessionEnd::Exceeded(Resource::Wall)),
        _ => None,
    }
}

/// Decodes the records of a session with this number of lines.
pub fn records(written: &[u8], count: usize, end: SessionEnd, content_of: ContentOf) -> SessionTrace {
    read_records(&decode(written), count, end, content_of)
}

fn read_records(records: &str, count: usize, end: SessionEnd, content_of: ContentOf) -> SessionTrace {
    let forged = |import| SessionTrace {
        typed_at: None,
        checked: None,
        import,
        answers: Vec::new(),
        raised_at: Vec::new(),
        end: SessionEnd::Malformed,
    };
    let mut lines = records.lines().map(|line| read_nested::<Json>(line.as_bytes()));
    let import = match lines.next() {
        None => Import::Unknown,
        Some(Some(record)) => match import(&record) {
            Some(import) => import,
            None => return forged(Import::Unknown),
        },
        Some(None) => return forged(Import::Unknown),
    };
    let answers: Option<Vec<(Answer<Untrusted>, Option<SourcePlace>)>> = lines
        .map(|record| {
            let record = record?;
            Some((answer(&record, content_of)?, place(&record)))
        })
        .collect();
    match answers {
        Some(answers) if answers.len() <= count => {
            let (answers, raised_at) = answers.into_iter().unzip();
            SessionTrace { import, answers, raised_at, end, typed_at: None, checked: None }
        }
        // What one session forges says nothing of the others.
        _ => forged(import),
    }
}

fn import(record: &Json) -> Option<Import> {
    if record.get("imported")?.as_bool()? {
        return Some(Import::Done);
    }
    Some(Import::Failed(ImportFailure { raised: raised(record.get("raised")?)?, place: place(record) }))
}

/// Returns the place where an exception was raised, if the record contains a valid one.
fn place(record: &Json) -> Option<SourcePlace> {
    let place = record.get("place")?;
    let line = usize::try_from(place.get(0)?.as_u64()?).ok()?;
    let text = |index: usize| Some(Untrusted::from(place.get(index)?.as_str()?));
    Some(SourcePlace { line, shown: text(1)?, file: text(2)? })
}

fn answer(record: &Json, content_of: ContentOf) -> Option<Answer<Untrusted>> {
    let value = match record.get("value") {
        Some(encoded) => Some(values::decoded(encoded, content_of)?),
        None => None,
    };
    let raised = record.get("raised").map(raised).map_or(Some(None), |raised| raised.map(Some))?;
    let printed = decode(&bytes(record.get("printed")?.as_str()?)).into();
    let shown = match record.get("shown") {
        Some(shown) => Some(shown.as_str()?.into()),
        None => None,
    };
    let screen = match (record.get("screen"), &value) {
        (Some(screen), Some(Value::List(_))) => Some(decode(&bytes(screen.as_str()?)).into()),
        (Some(_), _) => return None,
        (None, _) => None,
    };
    (value.is_none() || raised.is_none()).then_some(Answer { value, printed, raised, shown, screen })
}

fn raised(encoded: &Json) -> Option<Raised<Untrusted>> {
    match encoded.as_array()?.as_slice() {
        [class, message] => Some(Raised { class: class.as_str()?.into(), message: message.as_str()?.into() }),
        _ => None,
    }
}

/// Returns the bytes of a text that has one character for each.
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(records: &str) -> Vec<u8> {
        format!("+{}\n{records}exit 0\n", records.len()).into_bytes()
    }

    fn one(said: &[u8]) -> SessionTrace {
        sessions(said, &[1]).remove(0)
    }

    #[test]
    fn only_exactly_one_well_formed_answer_for_each_line_counts() {
        let imported = "{\"imported\": true}\n";
        let one = "{\"value\": [\"int\", \"-ff\"], \"printed\": \"\"}\n";
        let good = self::one(&said(&format!("{imported}{one}")));
        assert_eq!(good.answers[0].value, Some(Value::Int("-ff".to_owned())));
        for forged in [
            format!("{imported}{one}{one}"),
            format!("{one}{imported}"),
            format!("{imported}not json\n"),
            format!("{imported}{{\"value\": [\"int\", \"0x1\"], \"printed\": \"\"}}\n"),
            format!("{imported}{{\"value\": \"none\", \"raised\": [\"E\", \"\"], \"printed\": \"\"}}\n"),
        ] {
            let trace = self::one(&said(&forged));
            assert_eq!(trace.end, SessionEnd::Malformed, "{forged}");
            // What is forged after the import says nothing of the import, which all sessions share.
            assert_eq!(trace.import == Import::Done, forged.starts_with(imported), "{forged}");
        }
    }

    #[test]
    fn sessions_are_decoded_in_pieces_as_far_as_the_driver_got() {
        let said = b"+10\n{\"imported+9\n\": true}\nexit 3\ntime\nsignal 24\n+99\n{}\nexit 0\n";
        let ends: Vec<(Import, SessionEnd)> =
            sessions(said, &[0; 9]).into_iter().map(|one| (one.import, one.end)).collect();
        let expected = [
            (Import::Done, SessionEnd::Code(3)),
            (Import::Unknown, SessionEnd::Exceeded(Resource::Wall)),
            (Import::Unknown, SessionEnd::Exceeded(Resource::Cpu)),
        ];
        assert_eq!(ends, expected);
        assert_eq!(sessions(said, &[0]).len(), 1);
    }

    proptest! {
        #[test]
        fn no_record_breaks_the_decoder(records in ".{0,200}", line in ".{0,200}") {
            let _ = sessions(line.as_bytes(), &[3, 3]);
            let _ = sessions(&said(&records), &[3]);
            let _ = sessions(&said(&format!("{{\"imported\": true}}\n{records}")), &[3]);
        }
    }
}
