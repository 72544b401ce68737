//! Pages for browsers: one of the class, and one of each submission.
//!
//! Every page is one file that fetches nothing. It can be read without scripts, on paper and by a screen
//! reader; a script only adds sorting, filtering and keys.

mod agenda;
mod class;
mod comment;
mod dialogue;
mod frame;
mod histogram;
mod history;
mod loop_values;
mod markup;
mod matrix;
mod pictures;
mod piece;
mod scenarios;
mod sentence;
mod source;
mod student;
mod verdict;

pub use class::ClassPage;
pub use comment::comment;
pub use markup::Html;
pub use piece::Piece;
pub use student::StudentPage;
