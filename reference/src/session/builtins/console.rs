//! `print` and `input`.

use crate::Host;
use crate::session::interpreter::Interpreter;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::Object;
use crate::session::objects::display::str;
use crate::session::objects::fault::{Fault, Outcome};

/// `input`
pub(crate) fn input(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    match &arguments.positional[..] {
        [] => {}
        [prompt] => {
            let prompt = str(prompt)?;
            interpreter.print(&prompt)?;
        }
        _ => return Err(arguments.unsupported("input")),
    }
    Ok(Object::str(interpreter.terminal.read_line().ok_or(crate::EndOfInput)?))
}

/// `print`
pub(crate) fn print(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let mut text = |keyword, default: &str| match arguments.take(keyword) {
        None | Some(Object::None) => Ok(default.to_owned()),
        Some(Object::Str(text)) => Ok(text.to_string()),
        Some(other) => {
            let class = other.type_name();
            Err(Fault::type_error(format!("{keyword} must be None or a string, not {class}")))
        }
    };
    let (separator, end) = (text("sep", " ")?, text("end", "\n")?);
    match arguments.keywords.first() {
        None => {}
        Some((keyword, _)) if matches!(keyword.as_str(), "file" | "flush") => {
            return Err(Fault::unsupported(format!("`print` with `{keyword}` is not supported in sessions")));
        }
        Some((keyword, _)) => {
            let message = format!("'{keyword}' is an invalid keyword argument for print()");
            return Err(Fault::type_error(message));
        }
    }
    let texts: Outcome<Vec<String>> = arguments.positional.iter().map(str).collect();
    interpreter.print(&(texts?.join(&separator) + &end))?;
    Ok(Object::None)
}
