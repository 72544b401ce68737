//! Dates and times as Brightspace writes them in many languages: `Mar 29, 2018 1205 PM`, `29 mars 2018 1205`.
//!
//! A date is read only if it is certain: if day and month could be swapped, there is none.

use jiff::civil::DateTime;

/// The beginnings of the names of the months in English, French, Spanish, Portuguese, German, Dutch, Italian, Turkish,
/// the Scandinavian languages, Welsh and Arabic, without accents.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "oca", "ion", "يناير"],
    &["feb", "fev", "sub", "chw", "فبراير"],
    &["mar", "mrt", "maa", "maw", "مارس"],
    &["apr", "avr", "abr", "nis", "ebr", "أبريل", "ابريل"],
    &["may", "mai", "mei", "mag", "maj", "مايو"],
    &["jun", "juin", "giu", "haz", "meh", "يونيو"],
    &["jul", "juil", "lug", "tem", "gor", "يوليو"],
    &["aug", "aou", "ago", "agu", "aws", "أغسطس", "اغسطس"],
    &["sep", "set", "eyl", "med", "سبتمبر"],
    &["oct", "okt", "out", "ott", "eki", "hyd", "أكتوبر", "اكتوبر"],
    &["nov", "kas", "tach", "نوفمبر"],
    &["dec", "dez", "dic", "des", "ara", "rhag", "ديسمبر"],
];

/// The words before or after a time in the first and the second half of a day.
const HALVES: [&[&str]; 2] = [&["am", "ص", "午前", "上午", "오전"], &["pm", "م", "午後", "下午", "오후"]];

/// A word or a number of a date.
#[derive(Debug)]
enum Part {
    Word(String),
    Number { text: String, is_month: bool },
}

/// Tells whether a text may be a date and a time, in any language: it has a year and another number.
pub(super) fn is_date(text: &str) -> bool {
    let numbers = parts(text).into_iter().filter(|part| matches!(part, Part::Number { .. })).count();
    let has_year =
        parts(text).iter().any(|part| matches!(part, Part::Number { text, .. } if text.len() == 4));
    numbers >= 3 && has_year
}

/// Returns the date and the time, if both are certain.
pub(super) fn read(text: &str) -> Option<DateTime> {
    let parts = parts(text);
    let words = parts.iter().filter_map(|part| match part {
        Part::Word(word) => Some(word.as_str()),
        Part::Number { .. } => None,
    });
    let mut numbers: Vec<(&str, bool)> = Vec::new();
    for part in &parts {
        if let Part::Number { text, is_month } = part {
            numbers.push((text, *is_month));
        }
    }
    let named = words.clone().find_map(month);
    let half = words.clone().find_map(half).or_else(|| half(&words.collect::<String>()));
    let is_year = |text: &str| text.len() == 4 && (text.starts_with("19") || text.starts_with("20"));
    let place = numbers.iter().position(|(text, _)| is_year(text))?;
    let number = |place: usize| numbers.get(place).and_then(|(text, _)| text.parse::<i8>().ok());
    let (month, day, time) = match (place, named) {
        (0, Some(month)) => (month, number(1)?, 2),
        (1, Some(month)) => (month, number(0)?, 2),
        (0, None) => (number(1)?, number(2)?, 3),
        (2, None) => {
            let (first, second) = (number(0)?, number(1)?);
            match (numbers[0].1, numbers[1].1) {
                (true, _) => (first, second, 3),
                (_, true) => (second, first, 3),
                _ if first > 12 => (second, first, 3),
                _ if second > 12 || first == second => (first, second, 3),
                _ => return None,
            }
        }
        _ => return None,
    };
    let year = numbers[place].0.parse().ok()?;
    let digits: String = match &numbers[time..] {
        [(clock, _)] if clock.len() >= 3 => format!("{clock:0>4}"),
        [(hour, _), (minute, _)] if hour.len() <= 2 && minute.len() == 2 => format!("{hour:0>2}{minute}"),
        _ => return None,
    };
    let (hour, minute): (i8, i8) = (digits.get(..2)?.parse().ok()?, digits.get(2..)?.parse().ok()?);
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(0) => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    DateTime::new(year, month, day, hour, minute, 0, 0).ok()
}

fn month(word: &str) -> Option<i8> {
    let is_long_enough = word.chars().count() >= 3;
    // The longest beginning decides: `juin` and `juillet` are not `jun`.
    let begins =
        |names: &[&str]| names.iter().filter(|name| word.starts_with(**name)).map(|name| name.len()).max();
    let lengths = (1..).zip(MONTHS).filter_map(|(month, names)| Some((begins(names)?, month)));
    lengths.max().map(|(_, month)| month).filter(|_| is_long_enough)
}

fn half(word: &str) -> Option<usize> {
    HALVES.iter().position(|words| words.contains(&word))
}

/// Returns the words and the numbers of a text, in lower case, without accents, and with ASCII digits.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut is_apart = true;
    for character in text.chars().flat_map(char::to_lowercase).filter_map(plain) {
        let is_digit = character.is_ascii_digit();
        match parts.last_mut() {
            Some(Part::Number { text, .. }) if is_digit && !is_apart => text.push(character),
            Some(Part::Word(word)) if character.is_alphabetic() && !is_apart => word.push(character),
            Some(Part::Number { is_month, .. }) if matches!(character, '月' | '월') => *is_month = true,
            _ if is_digit => parts.push(Part::Number { text: character.to_string(), is_month: false }),
            _ if character.is_alphabetic() => parts.push(Part::Word(character.to_string())),
            _ => {}
        }
        // Words may contain full stops: `p.m.`.
        is_apart = !character.is_alphanumeric() || matches!(character, '月' | '월');
    }
    parts
}

/// Returns a letter without its accent, or a digit of any script as an ASCII digit; `None` for marks that are only
/// formatting.
fn plain(character: char) -> Option<char> {
    let digit = |zero: char| char::from_digit(character as u32 - zero as u32, 10);
    match character {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => Some('a'),
        'é' | 'è' | 'ê' | 'ë' => Some('e'),
        'í' | 'ì' | 'î' | 'ï' | 'ı' => Some('i'),
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => Some('o'),
        'ú' | 'ù' | 'û' | 'ü' => Some('u'),
        'ç' => Some('c'),
        'ğ' => Some('g'),
        'ş' => Some('s'),
        '\u{660}'..='\u{669}' => digit('\u{660}'),
        '\u{6f0}'..='\u{6f9}' => digit('\u{6f0}'),
        '０'..='９' => digit('０'),
        // Combining accents, and marks of the writing direction.
        '\u{300}'..='\u{36f}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => None,
        _ => Some(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_many_languages() {
        for text in [
            "May 18, 2025 1224 PM",
            "18 May, 2025 1224",
            "18 mai 2025 1224",
            "18 mai 2025 12 h 24",
            "18. Mai 2025 1224",
            "18 de mayo de 2025 1224",
            "18 de mayo de 2025 1224 p. m.",
            "18 de maio de 2025 1224",
            "2025年5月18日 1224",
            "5月 18, 2025 1224 PM",
            "2025年5月18日 午後 1224",
            "2025년 5월 18일 오후 1224",
            "18 مايو، 2025 1224 م",
            "١٨ مايو ٢٠٢٥ ١٢٢٤ م",
            "2025-05-18 1224",
            "18.05.2025 1224",
            "18/05/2025 1224",
            "18 mei 2025 1224",
            "18 Mayıs 2025 1224",
            "18 mag 2025 1224",
        ] {
            assert!(is_date(text), "{text}");
            assert_eq!(read(text), Some("2025-05-18T12:24:00".parse().unwrap()), "{text}");
        }
        for (text, expected) in [
            ("Mar 29, 2018 905 AM", "2018-03-29T09:05:00"),
            ("Jan 1, 2026 1230 AM", "2026-01-01T00:30:00"),
            ("3 juin 2025 905", "2025-06-03T09:05:00"),
            ("3 juil. 2025 905", "2025-07-03T09:05:00"),
            ("3 août 2025 2359", "2025-08-03T23:59:00"),
            ("3. März 2025 905", "2025-03-03T09:05:00"),
            ("3 févr. 2025 905", "2025-02-03T09:05:00"),
            ("3 de dez de 2025 2015", "2025-12-03T20:15:00"),
            ("3 ديسمبر 2025 905 ص", "2025-12-03T09:05:00"),
        ] {
            assert_eq!(read(text), Some(expected.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_date_is_not_read() {
        for text in [
            "3.5.2025 1224",
            "3/5/2025 1224",
            "Foo 29, 2018 1205 PM",
            "Feb 30, 2018 1205 PM",
            "Mar 29, 2018 1305 PM",
            "18 พฤษภาคม 2568 1224",
        ] {
            assert!(is_date(text), "{text}");
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["Lee", "Homework 6", "hw 2025", "v1.2 2025"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(!is_date("Homework 6") && !is_date("hw 2025"));
    }
}
