//! Sessions: lines of typed Python, answered by the functions and classes of a reference.

mod value;

pub use value::{Answer, Raised, SessionError, Value};
