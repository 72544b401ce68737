//! Reads what a compiler says about a unit of sessions.

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    /// The session and its line that it is about; `None` if it is about something else.
    pub(super) at: Option<(usize, usize)>,
    /// What is wrong.
    pub(super) message: String,
    /// The place, as the compiler writes it, and what is wrong.
    pub(super) whole: String,
    /// What the compiler adds first.
    pub(super) note: Option<String>,
}

/// The name of the file that a line of a session seems to stand in.
pub(super) fn file_of(session: usize, line: usize) -> String {
    format!("yardstick-{session}-{line}")
}

/// Returns the errors in what a compiler said, in their order.
pub(super) fn errors(said: &str) -> Vec<Complaint> {
    let mut all: Vec<Complaint> = Vec::new();
    let mut context = None;
    for line in said.lines() {
        let place = place(line);
        if let Some((before, message)) =
            [": error: ", ": fatal error: "].iter().find_map(|word| line.split_once(word))
        {
            let message = in_backticks(message);
            let message = without_option(&message).to_owned();
            let name = before.split(':').next().unwrap_or_default();
            let whole =
                if place.is_some() { message.clone() } else { format!("{}: {message}", shown(before, name)) };
            all.push(Complaint { at: place.or(context), message, whole, note: None });
            context = None;
        } else if let (Some((_, note)), Some(last)) = (line.split_once(": note: "), all.last_mut()) {
            last.note.get_or_insert_with(|| in_backticks(note));
        } else if let Some(place) =
            place.filter(|_| line.contains("required from") || line.contains("from yardstick-"))
        {
            context = Some(place);
        }
    }
    all
}

fn in_backticks(message: &str) -> String {
    message.replace(['‘', '’', '\''], "`")
}

fn shown<'a>(before: &'a str, name: &'a str) -> &'a str {
    let line = before.get(name.len() + 1..).and_then(|rest| rest.split(':').next());
    line.map_or(name, |line| &before[..name.len() + 1 + line.len()])
}

/// Returns the session and the line in the first name of one in a message.
fn place(line: &str) -> Option<(usize, usize)> {
    let (_, rest) = line.split_once("yardstick-")?;
    let name = rest.split(':').next()?;
    let (session, line) = name.split_once('-')?;
    Some((session.parse().ok()?, line.parse().ok()?))
}

/// Returns a message without the name of the option at its end: `[-Werror=…]`.
fn without_option(message: &str) -> &str {
    match message.rsplit_once(" [-W") {
        Some((message, option)) if option.ends_with(']') => message,
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_found_with_their_lines() {
        let said = "yardstick-0-2: In function ‘x’:\nyardstick-0-2:1:7: error: ‘lo’ undeclared (first use in this function)\n\
                    stats.h:3:1: error: unknown type name 'foo'\nyardstick-1-0:1:1: warning: unused\n\
                    yardstick-1-4:1:1: error: implicit declaration of function ‘f’ [-Werror=implicit-function-declaration]\n";
        let all: Vec<_> = errors(said).into_iter().map(|one| (one.at, one.whole)).collect();
        assert_eq!(
            all,
            [
                (Some((0, 2)), "`lo` undeclared (first use in this function)".to_owned()),
                (None, "stats.h:3: unknown type name `foo`".to_owned()),
                (Some((1, 4)), "implicit declaration of function `f`".to_owned()),
            ]
        );
    }

    #[test]
    fn an_error_inside_of_a_template_is_one_of_the_line_that_asked_for_it() {
        let said = "stack.hpp: In instantiation of ‘T f(T)’:\nyardstick-3-1:1:2:   required from here\nstack.hpp:4:9: error: no match\n\
                    stack.hpp:9:9: error: another";
        let all: Vec<_> = errors(said).into_iter().map(|one| (one.at, one.whole)).collect();
        assert_eq!(
            all,
            [(Some((3, 1)), "stack.hpp:4: no match".to_owned()), (None, "stack.hpp:9: another".to_owned())]
        );
    }
}
