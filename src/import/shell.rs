//! The commands of a shell, as far as they run one program after the other.

/// Signs with which a shell does more than to run a program.
const SHELL: [char; 13] = ['|', '<', '>', '$', '`', '(', ')', '*', '?', '~', '{', '}', '\\'];

/// The commands of a line, each as its words.
pub(super) fn commands(line: &str) -> Result<Vec<Vec<String>>, String> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars().peekable();
    let refused = |sign: char| format!("its command needs a shell, for `{sign}`");
    while let Some(character) = characters.next() {
        match (character, quote) {
            (end, Some(open)) if end == open => quote = None,
            ('$' | '`' | '\\', Some('"')) => return Err(refused(character)),
            (other, Some(_)) => word.get_or_insert_default().push(other),
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (sign, None) if SHELL.contains(&sign) => return Err(refused(sign)),
            // Inside of a word it is no comment.
            ('#', None) if word.is_none() => return Err(refused('#')),
            ('&', None) if characters.next_if_eq(&'&').is_none() => return Err(refused('&')),
            ('&' | ';' | '\n', None) => {
                commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
                commands.push(Vec::new());
            }
            (blank, None) if blank.is_whitespace() => {
                commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
            }
            (other, None) => word.get_or_insert_default().push(other),
        }
    }
    if quote.is_some() {
        return Err("its command has a quote without an end".to_owned());
    }
    commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
    commands.retain(|words| !words.is_empty());
    Ok(commands)
}

/// A path inside of what is handed in.
pub(super) fn own_path(path: &str) -> Option<String> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let is_own = !path.is_empty()
        && !path.starts_with('-')
        && path.split('/').all(|name| !["", ".", ".."].contains(&name));
    is_own.then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sharp_begins_a_comment_only_where_a_word_begins() {
        assert_eq!(commands("mvn -Dtest=A#b test").unwrap(), [["mvn", "-Dtest=A#b", "test"]]);
        assert!(commands("a b # c").is_err() && commands("#").is_err());
    }
}
