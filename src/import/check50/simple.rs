//! Checks that are written in YAML.

use serde_json::Value;

use super::super::package::scalar;
use super::follow::Deeds;
use super::observed::{Event, Run};

/// What a check of YAML does, or the reason why that is not known.
pub(super) fn deeds(steps: &Value) -> Result<Deeds, String> {
    let steps = steps.as_array().ok_or("it is no list of runs")?;
    let mut deeds = Deeds::default();
    for step in steps {
        let lines = |key: &str| match &step[key] {
            Value::Array(items) => Some(items.iter().filter_map(scalar).collect::<Vec<_>>().join("\n")),
            other => scalar(other),
        };
        let command = scalar(&step["run"]).ok_or("it does not say what it runs")?;
        let mut events = Vec::new();
        let input = lines("stdin").unwrap_or_default();
        if !step["stdin"].is_null() {
            events.extend(input.split('\n').map(|line| Event::Line(line.to_owned())));
        }
        events.extend(lines("stdout").map(Event::Text));
        match &step["exit"] {
            Value::Null => {}
            code => {
                let code = code.as_u64().filter(|code| *code < 256).ok_or("its exit code is no number")?;
                events.push(Event::Exit(code.to_string()));
            }
        }
        deeds.runs.push(Run { command, events, env: Vec::new(), is_watched: false });
    }
    Ok(deeds)
}
