//! The reasons why an evaluation stopped: Python raised an exception, or the session needs more than is supported.

use crate::session::value::Raised;

/// The reason why an evaluation stopped.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// An exception, which the submission should raise, too.
    Raised(Raised),
    /// The session is wrong, or uses Python that is not supported.
    Unsupported(String),
    /// A bug makes it print the same text for ever.
    Endless,
}

/// The result of an evaluation.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl Fault {
    /// Creates an exception of a built-in class.
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

    /// `AttributeError`
    pub(crate) fn attribute_error(message: impl Into<String>) -> Self {
        Self::raised("AttributeError", message)
    }

    /// Creates a fault for something that a session must not use.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::Unsupported(message.into())
    }
}

/// The reason why the reference cannot answer a session, which the author of the spec has to fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    /// The index of the line, from 0.
    pub line: usize,
    /// The problem, and what to write instead.
    pub message: String,
    /// Whether a bug makes the line go on for ever: that is what a program with it does.
    pub is_endless: bool,
}

impl SessionError {
    /// Creates the error of a line that cannot be answered.
    pub(crate) fn new(line: usize, fault: Fault) -> Self {
        let is_endless = fault == Fault::Endless;
        let message = match fault {
            Fault::Raised(raised) => raised.message,
            Fault::Unsupported(message) => message,
            Fault::Endless => "with this bug the line never comes to an end".to_owned(),
        };
        Self { line, message, is_endless }
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
            crate::Stop::Endless => Self::Endless,
        }
    }
}
