//! Why an evaluation stopped: Python raised an exception, or the session asks for more than there is.

use crate::session::value::Raised;

/// What stopped an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// An exception, as the submission should raise it too.
    Raised(Raised),
    /// The session is at fault, or this Python is too small for it.
    Unsupported(String),
}

/// What an evaluation gives.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl Fault {
    /// An exception of a built-in class.
    pub(crate) fn raised(class: &str, message: impl Into<String>) -> Self {
        Self::Raised(Raised { class: class.to_owned(), message: message.into() })
    }

    /// `TypeError`
    pub(crate) fn type_error(message: impl Into<String>) -> Self {
        Self::raised("TypeError", message)
    }

    /// `ValueError`
    pub(crate) fn value_error(message: impl Into<String>) -> Self {
        Self::raised("ValueError", message)
    }

    /// `IndexError`
    pub(crate) fn index_error(message: impl Into<String>) -> Self {
        Self::raised("IndexError", message)
    }

    /// `AttributeError`
    pub(crate) fn attribute_error(message: impl Into<String>) -> Self {
        Self::raised("AttributeError", message)
    }

    /// Something that a session must not ask for.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::Unsupported(message.into())
    }
}

impl From<crate::EndOfInput> for Fault {
    fn from(_: crate::EndOfInput) -> Self {
        Self::raised("EOFError", "EOF when reading a line")
    }
}

impl From<crate::Stop> for Fault {
    fn from(stop: crate::Stop) -> Self {
        match stop {
            crate::Stop::EndOfInput => crate::EndOfInput.into(),
            crate::Stop::Usage(usage) => Self::raised("SystemExit", usage),
            crate::Stop::Crashed(raised) => Self::Raised(raised),
            crate::Stop::Endless => Self::unsupported("with this bug the line never comes to an end"),
        }
    }
}
