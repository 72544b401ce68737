//! Names in the ways in which languages write them.

/// The words of a name.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    for character in name.chars() {
        let starts = words.is_empty() || character == '_' || (was_lower && character.is_uppercase());
        if starts {
            words.push(String::new());
        }
        was_lower = character.is_lowercase() || character.is_ascii_digit();
        if character != '_' {
            words.last_mut().into_iter().for_each(|word| word.extend(character.to_lowercase()));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// The name as `snake_case`.
pub(super) fn snake(name: &str) -> String {
    let front: String = name.chars().take_while(|c| *c == '_').collect();
    front + &words(name).join("_")
}

/// The name as `PascalCase`.
pub(super) fn pascal(name: &str) -> String {
    words(name).iter().map(|word| capital(word)).collect()
}

/// The name as `camelCase`.
pub(super) fn camel(name: &str) -> String {
    let words = words(name);
    let rest = words.iter().skip(1).map(|word| capital(word));
    words.first().cloned().into_iter().chain(rest).collect()
}
