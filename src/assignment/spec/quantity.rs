//! Durations and sizes as people write them: `500ms`, `2s`, `256 MiB`.

use std::time::Duration;

/// The longest limit on the time of a run.
pub(super) const LONGEST_RUN: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest time for late submissions.
pub(super) const LONGEST_LATE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Parses a duration such as `2s`, `1.5s`, `500ms`, `2 days`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "s" => number,
        "ms" => number / 1000.0,
        "min" => number * 60.0,
        "h" => number * 3600.0,
        "day" | "days" => number * 86_400.0,
        _ => return None,
    };
    let duration = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Some(duration).filter(|duration| !duration.is_zero())
}

/// Parses a size such as `256 MiB` into bytes. Units are powers of 1024, with or without the `i`.
pub(super) fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "b" | "bytes" => 1,
        "kib" | "kb" => 1 << 10,
        "mib" | "mb" => 1 << 20,
        "gib" | "gb" => 1 << 30,
        _ => return None,
    };
    let bytes = number * factor as f64;
    (bytes >= 1.0 && bytes < (1_u64 << 50) as f64).then_some(bytes as u64)
}

fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit_and_are_not_zero() {
        assert_eq!(duration("2s"), Some(Duration::from_secs(2)));
        assert_eq!(duration("1.5 s"), Some(Duration::from_millis(1500)));
        assert_eq!(duration("2h"), Some(Duration::from_secs(7200)));
        assert_eq!(duration("2 days"), duration("48h"));
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("1e9s"), None);
        assert_eq!(duration(&format!("{}s", "9".repeat(400))), Some(Duration::MAX));
        for wrong in ["2", "0s", "-1s", "2 hours", "s", "", "1..5s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_are_counted_in_powers_of_1024() {
        assert_eq!(bytes("256 MiB"), Some(256 << 20));
        assert_eq!(bytes("1mb"), Some(1 << 20));
        assert_eq!(bytes("1000 bytes"), Some(1000));
        for wrong in ["256", "0 MiB", "much", "1e300 GiB"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
